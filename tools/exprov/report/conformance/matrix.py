"""What engines lost of each other's records, as a text table."""

from __future__ import annotations

from exprov.conformance.results import Cell, Matrix
from exprov.printable import printable
from exprov.report.conformance.values import shortened

EXAMPLES = 10
NAME = 24


def figure(matrix: Matrix) -> str:
    """The result in one sentence, which begins with PASSED or FAILED."""
    lost = matrix.lost
    total = sum(cell.lost + cell.kept for cell in matrix.cells.values())
    pairs = len(matrix.engines) ** 2
    missing = pairs - sum(pair in matrix.cells for pair in every_pair(matrix))
    untried = f"; {missing} of {pairs} pairs were NOT TRIED" if missing else ""
    skipped = sum(cell.skipped for cell in matrix.cells.values())
    left_out = f"; {skipped:,} were NOT APPLICABLE" if skipped else ""
    trouble = f"; trouble beside the records: {len(matrix.troubles):,}" if matrix.troubles else ""
    verdict = "FAILED" if lost or missing or trouble or not total else "PASSED"
    return f"{verdict}: {lost:,} of {total:,} records were lost between {len(matrix.engines)} engines{left_out}{untried}{trouble}"


def every_pair(matrix: Matrix) -> list[tuple[str, str]]:
    """All (writer, reader), row by row."""
    return [(writer, reader) for writer in matrix.engines for reader in matrix.engines]


def cell_text(cell: Cell | None) -> str:
    """A cell: how many records were lost of how many, or `ok` and how many; `-` if none was tried."""
    if cell is None:
        return "-"
    if not cell.lost + cell.kept:
        return "not applicable" if cell.skipped else "none sent"
    text = f"{cell.lost:,} of {cell.lost + cell.kept:,} lost" if cell.lost else f"ok {cell.kept:,}"
    return f"{text}, {cell.skipped:,} not applicable" if cell.skipped else text


def render(matrix: Matrix) -> str:
    """The table, with a row for each writer and a column for each reader; then examples of losses, and the result."""
    names = [shortened(printable(name), NAME) for name in matrix.engines]
    corner = "writes \\ reads"
    table = [[corner, *names]]
    for name, writer in zip(names, matrix.engines, strict=True):
        table.append([name, *(cell_text(matrix.cells.get((writer, reader))) for reader in matrix.engines)])
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table]
    for writer, reader in every_pair(matrix):
        cell = matrix.cells.get((writer, reader))
        if cell is None or not cell.lost:
            continue
        lines += ["", f"{printable(writer)} wrote, {printable(reader)} read and wrote back: {cell_text(cell)}"]
        lines += [f"  - {printable(shortened(example, 300))}" for example in cell.examples[:EXAMPLES]]
        more = cell.lost - min(len(cell.examples), EXAMPLES)
        lines += [f"  and {more:,} more"] if more > 0 else []
    if matrix.notes:
        lines += ["", *(f"NOT APPLICABLE: {printable(shortened(note, 300))}" for note in matrix.notes)]
    lines += ["", figure(matrix)]
    return "".join(f"{line}\n" for line in lines)
