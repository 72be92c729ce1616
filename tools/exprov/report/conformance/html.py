"""A run, or a matrix, as one HTML page that needs no network, no other file and no script but its own."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from exprov.conformance.outcomes import OUTCOMES
from exprov.conformance.results import CaseResult, Matrix, Run
from exprov.report.conformance.comparison import Member, members
from exprov.report.conformance.matrix import cell_text, every_pair, figure
from exprov.report.conformance.values import ascii_json, hex_dump, json_text, octets, payload, plain, shortened
from exprov.report.conformance.words import (
    Judgement,
    causes,
    change,
    checks,
    engine,
    headline,
    judgements,
    passed,
    skips,
    suite,
    sum_of,
)

TEXT = 20_000
"""How many characters of one text the page holds, followed by the number of all."""
LISTED = 200
"""How many entries of a list outside the cases the page holds."""


def render(run: Run) -> str:
    """The page of a run."""
    verdict = "good" if passed(run) else "bad"
    main = [
        f"<h1>Conformance of {_escape(str(run.engine.get('name') or 'an unknown engine'))}</h1>",
        f'<p class="headline {verdict}">{_escape(headline(run))}</p>',
        _about(run),
        *_lists(run),
        _cases(run),
    ]
    return _page(f"Conformance of {run.engine.get('name') or 'an engine'}", main, _data(run))


def render_matrix(matrix: Matrix) -> str:
    """The page of a matrix alone."""
    return _page("Conformance: records relayed between engines", [_matrix(matrix, "h1")], None)


# --- the frame


def _page(title: str, main: Iterable[str], data: Mapping[str, Any] | None) -> str:
    style, script = _asset("page.css"), _asset("page.js") if data is not None else ""
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<link rel="icon" href="data:,">',
        f"<title>{_escape(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        "<main>",
        *main,
        "</main>",
    ]
    if data is not None:
        lines.append(f'<script type="application/json" id="data">{_embedded(data)}</script>')
        lines.append(f"<script>{script}</script>")
    return "\n".join([*lines, "</body>", "</html>", ""])


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end a script element or start a comment."""
    return ascii_json(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _escape(text: str) -> str:
    """ASCII markup of the text, with unprintable characters as numbers."""
    return html.escape(plain(text)).encode("ascii", "xmlcharrefreplace").decode()


# --- the parts that need no script


def _about(run: Run) -> str:
    facts = [("Engine", engine(run)), ("Cases", suite(run))]
    facts += [("Command", json_text(list(run.command)))] if run.command else []
    facts += [("Run", run.nonce)] if run.nonce else []
    facts.append(("Time", f"{run.milliseconds / 1000:.1f} s"))
    facts += [("Declares", json_text(dict(run.declared)))] if run.declared else []
    rows = "".join(f"<div><dt>{name}</dt><dd>{_escape(value)}</dd></div>\n" for name, value in facts)
    return f'<details class="about"><summary>{_escape(engine(run))}</summary>\n<dl>\n{rows}</dl>\n</details>'


def _lists(run: Run) -> Iterable[str]:
    for check in checks(run):
        if check.wrong:
            yield _list(check.breach.capitalize(), [_escape(line) for line in check.wrong], "trouble")
    known = {result.id for result in run.results}
    disagreeing = [one for one in run.mismatches if one.kind != "unexpected" and one.id in known]
    if disagreeing:
        entries = [f"{_escape(one.kind)}: {_link(one.id)}: {_escape(one.message)}" for one in disagreeing]
        yield _list("Does not match the baseline", entries, "trouble")
    groups = causes(run)
    if groups:
        rows = [f"{number:,} &#215; {_escape(what)}, e.g. {_link(id)}" for number, what, id in groups]
        yield _list("Causes of unexpected results", rows, "trouble")
    reasons = skips(run)
    if reasons:
        title = f"Skipped: {sum(number for _, number in reasons):,} of {run.planned:,} cases were not asked"
        yield _list(title, [f"{number:,}: {_escape(reason)}" for reason, number in reasons], "skipped", counted=False)


def _list(title: str, entries: list[str], kind: str, counted: bool = True) -> str:
    items = "".join(f"<li>{entry}</li>\n" for entry in entries[:LISTED])
    if len(entries) > LISTED:
        items += f"<li>and {len(entries) - LISTED:,} more</li>\n"
    number = f" ({len(entries):,})" if counted else ""
    return f'<section class="box {kind}"><h2>{_escape(title)}{number}</h2>\n<ul>\n{items}</ul></section>'


def _link(id: str) -> str:
    return f'<a href="#{quote(id, safe="", errors="replace")}">{_escape(id)}</a>'


def _matrix(matrix: Matrix, heading: str = "h2") -> str:
    head = "".join(f'<th scope="col">{_escape(name)}</th>' for name in matrix.engines)
    rows = []
    for writer in matrix.engines:
        cells = []
        for reader in matrix.engines:
            cell = matrix.cells.get((writer, reader))
            kind = "untried" if cell is None or not cell.lost + cell.kept else "lost" if cell.lost else "kept"
            cells.append(f'<td class="{kind}">{_escape(cell_text(cell))}</td>')
        rows.append(f'<tr><th scope="row">{_escape(writer)}</th>{"".join(cells)}</tr>')
    losses = []
    for writer, reader in every_pair(matrix):
        cell = matrix.cells.get((writer, reader))
        if cell is not None and cell.lost:
            examples = "".join(f"<li>{_escape(shortened(one, 1000))}</li>\n" for one in cell.examples[:LISTED])
            title = f"{writer} wrote, {reader} read and wrote back: {cell_text(cell)}"
            losses.append(f"<details><summary>{_escape(title)}</summary>\n<ul>\n{examples}</ul>\n</details>")
    notes = "".join(f"<li>Not applicable: {_escape(shortened(note, 1000))}</li>\n" for note in matrix.notes)
    return "\n".join(
        [
            '<section class="matrix">',
            f'<{heading} id="matrix-title">Records relayed between engines</{heading}>',
            f"<p>{_escape(figure(matrix))}. Each row wrote records, each column read them and wrote them back.</p>",
            '<div class="scroll" role="region" aria-labelledby="matrix-title" tabindex="0"><table>',
            f'<thead><tr><th scope="col">writes \\ reads</th>{head}</tr></thead>',
            f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div>",
            *([f"<ul>\n{notes}</ul>"] if notes else []),
            *losses,
            "</section>",
        ]
    )


def _cases(run: Run) -> str:
    counts = run.counts()
    unexpected = sum(one.is_bad for one in judgements(run))
    buttons = [
        _button("", "all", len(run.results), "every case"),
        _button("unexpected", "unexpected", unexpected, "what makes the run fail"),
        *(_button(outcome, outcome, counts[outcome], meaning) for outcome, meaning in OUTCOMES.items()),
    ]
    meanings = "".join(f"<div><dt>{name}</dt><dd>{_escape(text)}</dd></div>\n" for name, text in OUTCOMES.items())
    return "\n".join(
        [
            '<section aria-labelledby="cases-title">',
            '<h2 id="cases-title" tabindex="-1">Cases</h2>',
            '<form role="search" aria-label="Filter the cases">',
            '<fieldset><legend>Outcome</legend><div class="outcomes">',
            *buttons,
            "</div></fieldset>",
            f'<p class="sum">{_escape(sum_of(run))}</p>',
            '<div class="fields">',
            '<label>Topic <select id="topic"><option value="">every topic</option></select></label>',
            '<label>Rule <select id="rule"><option value="">every rule</option></select></label>',
            '<label class="words">Words <input id="words" type="search" autocomplete="off" spellcheck="false"'
            ' placeholder="in id, title, reason, tags"></label>',
            "</div>",
            "</form>",
            '<p id="shown" role="status"></p>',
            "<noscript><p>The cases are shown by a script of this page, which is switched off.</p></noscript>",
            '<ol id="list"></ol>',
            '<nav id="pager" aria-label="Pages of cases" hidden><button type="button" id="previous">Previous</button>'
            '<span id="place"></span><button type="button" id="next">Next</button></nav>',
            f'<details class="about"><summary>What the outcomes mean</summary>\n<dl>\n{meanings}</dl>\n</details>',
            "</section>",
        ]
    )


def _button(value: str, label: str, count: int, meaning: str) -> str:
    disabled = "" if count or not value else " disabled"
    return (
        f'<button type="button" class="outcome" data-outcome="{value}" aria-pressed="false"'
        f' title="{_escape(meaning)}"{disabled}><b>{count:,}</b> {label}</button>'
    )


# --- the cases, as data


class _Texts:
    """Texts of the cases, each held once; 0 is the empty text."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {"": 0}

    def place(self, text: str) -> int:
        return self.places.setdefault(shortened(text, TEXT), len(self.places))


def _data(run: Run) -> Mapping[str, Any]:
    texts = _Texts()
    cases = [_entry(result, one, texts) for result, one in zip(run.results, judgements(run), strict=True)]
    return {"cases": cases, "texts": list(texts.places)}


def _row(member: Member, texts: _Texts) -> list[str | int]:
    row: list[str | int] = [member.name, texts.place(member.want), texts.place(member.got)]
    if member.written:
        row.append(texts.place(member.written))
    return row


def _entry(result: CaseResult, one: Judgement, texts: _Texts) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": result.id,
        "title": texts.place(result.title),
        "topic": result.topic,
        "op": result.op,
        "level": result.level,
        "outcome": result.outcome,
        "bad": one.is_bad,
        "why": texts.place(one.why),
        "reason": texts.place(result.reason if result.reason != one.why else ""),
        "rules": result.rules,
        "tags": result.tags,
        "carrier": result.carrier,
        "base": result.base,
        "change": texts.place(change(result.change, TEXT) if result.change is not None else ""),
        "input": texts.place(payload(result.input)),
        "rows": [_row(member, texts) for member in members(result)],
        "answered": result.got is not None,
        "differences": [(d.path, texts.place(d.want), texts.place(d.got)) for d in result.differences],
        "stderr": texts.place(result.stderr),
        "ms": round(result.milliseconds, 1),
    }
    data = octets(str(result.input["b64"])) if "b64" in result.input else None
    if data is not None:
        entry["hex"] = texts.place(hex_dump(data))
    return {name: value for name, value in entry.items() if value not in (0, "", [], (), False)}
