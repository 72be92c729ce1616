"""A run, or a matrix, as one HTML page. The cases are data, which the script of the page shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from exprov.conformance.outcomes import OUTCOMES, PASS
from exprov.conformance.results import Cell, Matrix, Run
from exprov.report.conformance import matrix as relay
from exprov.report.conformance.comparison import members
from exprov.report.conformance.sections import Entry, Section, cell_text, is_bad, sections, topics
from exprov.report.conformance.values import ascii_json, hex_dump, json_text, octets, payload, shortened
from exprov.report.conformance.words import (
    Judged,
    change,
    engine,
    headline,
    judgements,
    passed,
    started,
    suite,
    sum_of,
)
from exprov.report.page import escape, fill, listed, page

_HERE = "conformance"
TEXT = 20_000
"""How many characters of one text the page holds, followed by the number of all."""
LISTED = 200
"""How many entries of a list outside the cases the page holds."""


def render(run: Run) -> str:
    """The page of a run."""
    facts = {"Engine": engine(run), "Cases": suite(run), "Time": f"{run.milliseconds / 1000:.1f} s"}
    facts |= {"Command": started(run)} if run.command else {}
    facts |= {"Run": run.nonce} if run.nonce else {}
    facts |= {"Declares": json_text(dict(run.declared))} if run.declared else {}
    first, *rest = headline(run).split("; ")
    name = str(run.engine.get("name") or "an unknown engine")
    main = fill(
        _HERE,
        "run.html",
        name=escape(name),
        verdict="good" if passed(run) else "bad",
        headline=escape(first),
        rest=escape("; ".join(rest)),
        engine=escape(engine(run)),
        facts=_facts(facts),
        sections="\n".join(map(_section, sorted(reversed(sections(run)), key=lambda one: not one.is_bad))),
        topics=_topics(run),
        buttons="\n".join(_buttons(run)),
        sum=escape(sum_of(run)),
        meanings=_facts(OUTCOMES),
    )
    return page(_HERE, f"Conformance of {name}", main, ascii_json(_data(run)))


def _facts(facts: Mapping[str, str]) -> str:
    return "".join(f"<div><dt>{name}</dt><dd>{escape(text)}</dd></div>\n" for name, text in facts.items())


def _section(section: Section) -> str:
    entries = [*map(_entry, section.entries[:LISTED])]
    if len(section.entries) > LISTED:
        entries.append(f"and {len(section.entries) - LISTED:,} more")
    kind = "trouble" if section.is_bad else "skipped"
    return f'<details class="box {kind}"><summary>{escape(section.heading)}</summary>\n{listed(entries)}</details>'


def _topics(run: Run) -> str:
    ops, rows = topics(run)

    def cell(one: Mapping[str, int]) -> str:
        return f'<td class="{"lost" if is_bad(one) else "kept" if one.get(PASS) else "untried"}">{escape(cell_text(one))}</td>'

    head = "".join(f'<th scope="col">{escape(op)}</th>' for op in ops)
    lines = (
        f'<tr><th scope="row"><a href="#?outcome=&amp;topic={quote(topic, safe="", errors="replace")}">{escape(topic)}</a></th>'
        f"{''.join(map(cell, cells))}</tr>"
        for topic, cells in rows.items()
    )
    return f'<thead><tr><th scope="col">topic</th>{head}</tr></thead>\n<tbody>\n{chr(10).join(lines)}\n</tbody>'


def _entry(entry: Entry) -> str:
    link = f'<a href="#{quote(entry.id, safe="", errors="replace")}">{escape(entry.id)}</a>' if entry.id else ""
    return f"{escape(entry.before)}{link}{escape(entry.after)}"


def _buttons(run: Run) -> Iterable[str]:
    bad = sum(one.is_bad for one in judgements(run))
    yield _button("", "all", len(run.results), "every case")
    if bad:
        yield _button("unexpected", "unexpected", bad, "what makes the run fail")
    for outcome, count in run.counts().items():
        if count:
            yield _button(outcome, outcome, count, OUTCOMES[outcome])


def _button(value: str, label: str, count: int, meaning: str) -> str:
    return (
        f'<button type="button" class="outcome" data-outcome="{value}" aria-pressed="false"'
        f' title="{escape(meaning)}"><b>{count:,}</b> {label}</button>'
    )


def _data(run: Run) -> Mapping[str, Any]:
    # Each text is held once; 0 is the empty text.
    texts: dict[str, int] = {"": 0}

    def place(text: str) -> int:
        return texts.setdefault(shortened(text, TEXT), len(texts))

    def case(one: Judged) -> dict[str, Any]:
        result = one.result
        data = octets(str(result.input["b64"])) if "b64" in result.input else None
        entry: dict[str, Any] = {
            **{name: getattr(result, name) for name in ("id", "topic", "op", "level", "outcome", "rules", "tags")},
            "title": place(result.title),
            "bad": one.is_bad,
            "why": place(one.why),
            "reason": place(result.reason if result.reason != one.why else ""),
            "carrier": result.carrier,
            "base": result.base,
            "change": place(change(result.change, TEXT) if result.change is not None else ""),
            "input": place(payload(result.input)),
            "hex": place(hex_dump(data) if data is not None else ""),
            "rows": [(name, *map(place, values)) for name, *values in members(result)],
            "answered": result.got is not None,
            "differences": [(one.path, place(one.want), place(one.got)) for one in result.differences],
            "stderr": place(result.stderr),
            "ms": round(result.milliseconds, 1),
        }
        return {name: value for name, value in entry.items() if value not in (0, "", [], (), False)}

    return {"cases": [case(one) for one in judgements(run)], "texts": list(texts)}


def render_matrix(matrix: Matrix) -> str:
    """The page of a matrix."""

    def cell(one: Cell | None) -> str:
        kind = "untried" if one is None or not one.lost + one.kept else "lost" if one.lost else "kept"
        return f'<td class="{kind}">{escape(relay.cell_text(one))}</td>'

    notes = [f"Not applicable: {escape(shortened(note, 1000))}" for note in matrix.notes]
    main = fill(
        _HERE,
        "matrix.html",
        figure=escape(relay.figure(matrix)),
        corner=escape(relay.CORNER),
        head="".join(f'<th scope="col">{escape(name)}</th>' for name in matrix.engines),
        rows="\n".join(
            f'<tr><th scope="row">{escape(writer)}</th>{"".join(map(cell, cells))}</tr>'
            for writer, cells in relay.rows(matrix)
        ),
        notes=listed(notes) + "\n" if notes else "",
        losses="".join(
            f"<details><summary>{escape(title)}</summary>\n"
            f"{listed(escape(shortened(example, 1000)) for example in one.examples[:LISTED])}</details>\n"
            for title, one in relay.losses(matrix)
        ),
    )
    return page(_HERE, "Conformance: records relayed between engines", main, None)
