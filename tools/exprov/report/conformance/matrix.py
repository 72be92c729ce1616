"""What engines lost of each other's records, as rows and losses that the text and the page show."""

from __future__ import annotations

from collections.abc import Iterator

from exprov.conformance.results import Cell, Matrix
from exprov.printable import printable
from exprov.report.conformance.values import aligned, shortened

EXAMPLES = 10
NAME = 24
CORNER = "writes \\ reads"


def figure(matrix: Matrix) -> str:
    """The result in one sentence, which begins with PASSED or FAILED."""
    cells = matrix.cells.values()
    total = sum(cell.lost + cell.kept for cell in cells)
    pairs = len(matrix.engines) ** 2
    missing = pairs - len(matrix.cells)
    parts = [f"{matrix.lost:,} of {total:,} records were lost between {len(matrix.engines)} engines"]
    if skipped := sum(cell.skipped for cell in cells):
        parts.append(f"{skipped:,} were NOT APPLICABLE")
    parts += [f"{missing} of {pairs} pairs were NOT TRIED"] if missing else []
    parts += [f"trouble beside the records: {len(matrix.troubles):,}"] if matrix.troubles else []
    verdict = "FAILED" if matrix.lost or missing or matrix.troubles or not total else "PASSED"
    return f"{verdict}: {'; '.join(parts)}"


def rows(matrix: Matrix) -> Iterator[tuple[str, list[Cell | None]]]:
    """Each writer with a cell for each reader; None for a pair that was not tried."""
    for writer in matrix.engines:
        yield writer, [matrix.cells.get((writer, reader)) for reader in matrix.engines]


def cell_text(cell: Cell | None) -> str:
    """A cell: how many records were lost of how many, or `ok` and how many; `-` if none was tried."""
    if cell is None:
        return "-"
    if not cell.lost + cell.kept:
        return "not applicable" if cell.skipped else "none sent"
    text = f"{cell.lost:,} of {cell.lost + cell.kept:,} lost" if cell.lost else f"ok {cell.kept:,}"
    return f"{text}, {cell.skipped:,} not applicable" if cell.skipped else text


def losses(matrix: Matrix) -> Iterator[tuple[str, Cell]]:
    """The cells in which something was lost, row by row, with a title."""
    for writer, cells in rows(matrix):
        for reader, cell in zip(matrix.engines, cells, strict=True):
            if cell is not None and cell.lost:
                yield f"{writer} wrote, {reader} read and wrote back: {cell_text(cell)}", cell


def render(matrix: Matrix) -> str:
    """The table, with a row for each writer and a column for each reader; then examples of losses, and the result."""

    def name(engine: str) -> str:
        return shortened(printable(engine), NAME)

    head = [CORNER, *map(name, matrix.engines)]
    lines = aligned([head, *([name(writer), *map(cell_text, cells)] for writer, cells in rows(matrix))])
    for title, cell in losses(matrix):
        lines += ["", title, *(f"  - {shortened(example, 300)}" for example in cell.examples[:EXAMPLES])]
        more = cell.lost - min(len(cell.examples), EXAMPLES)
        lines += [f"  and {more:,} more"] if more > 0 else []
    lines += ["", *(f"NOT APPLICABLE: {shortened(note, 300)}" for note in matrix.notes)] if matrix.notes else []
    return "".join(f"{printable(line)}\n" for line in [*lines, "", figure(matrix)])
