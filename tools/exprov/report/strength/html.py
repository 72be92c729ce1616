"""The verdict on every mutant, as text for people, as JSON, and as one HTML page that needs nothing else."""

from __future__ import annotations

import html
import json

from exprov.errors import UsageError
from exprov.printable import printable
from exprov.strength.judge import Strength, Verdict
from exprov.strength.mutant import home

FORMATS = ("text", "json", "html")


def render(strength: Strength, format: str) -> str:
    """The report in one of FORMATS; raise UsageError for another."""
    if format not in FORMATS:
        raise UsageError(f"there is no report format {format!r}", f"choose one of {', '.join(FORMATS)}")
    return {"text": _text, "json": _json, "html": _html}[format](strength)


def figure(strength: Strength) -> str:
    """The result in one sentence."""
    killed, equivalent, survived = (strength.count(fate) for fate in ("killed", "equivalent", "survived"))
    rest = f"{equivalent} are equivalent" if not survived else f"{equivalent} are equivalent and {survived} survive"
    return f"{strength.cases:,} cases kill {killed:,} of {len(strength.verdicts):,} mutants; {rest}"


def _text(strength: Strength) -> str:
    lines = [
        f"survived: {verdict.mutant}; a case that notices belongs in {home(verdict.mutant)}"
        for verdict in strength.verdicts
        if verdict.fate == "survived"
    ]
    lines += [f"wrong entry of the equivalent mutants: {mutant}: {reason}" for mutant, reason in strength.stale]
    width = max(len(area) for area in _areas(strength)) if strength.verdicts else 0
    for area, verdicts in _areas(strength).items():
        killed = sum(verdict.fate == "killed" for verdict in verdicts)
        equivalent = sum(verdict.fate == "equivalent" for verdict in verdicts)
        lines.append(f"{area:{width}}  {len(verdicts):5} mutants  {killed:5} killed  {equivalent:3} equivalent")
    lines.append(figure(strength))
    return "".join(printable(line) + "\n" for line in lines)


def _areas(strength: Strength) -> dict[str, list[Verdict]]:
    areas: dict[str, list[Verdict]] = {}
    for verdict in strength.verdicts:
        areas.setdefault(verdict.mutant.partition("/")[0], []).append(verdict)
    return areas


def _json(strength: Strength) -> str:
    summary = {
        "cases": strength.cases,
        "mutants": len(strength.verdicts),
        **{fate: strength.count(fate) for fate in ("killed", "equivalent", "survived")},
        "complete": strength.is_complete,
    }
    lines = ",\n".join(json.dumps(_entry(verdict)) for verdict in strength.verdicts)
    stale = json.dumps([{"mutant": mutant, "reason": reason} for mutant, reason in strength.stale])
    return f'{{"summary": {json.dumps(summary)}, "stale": {stale}, "mutants": [\n{lines}\n]}}\n'


def _entry(verdict: Verdict) -> dict[str, str]:
    entry = {"mutant": verdict.mutant, "fate": verdict.fate}
    if verdict.case:
        entry["case"] = verdict.case
    if verdict.reason:
        entry["reason"] = verdict.reason
    return entry


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strength of the golden fixtures</title>
<style>
:root {{ color-scheme: light dark; --line: #8885; }}
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }}
form {{ display: flex; gap: 1rem; margin: 1rem 0; flex-wrap: wrap; align-items: center; }}
input {{ flex: 1; min-width: 12rem; }}
input, select {{ font: inherit; padding: .3rem .5rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }}
td:first-child, td:last-child {{ font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }}
th {{ position: sticky; top: 0; background: Canvas; }}
.survived td {{ background: #d333; font-weight: 600; }}
.equivalent td {{ opacity: .75; }}
@media (max-width: 40rem) {{
body {{ margin: 1rem auto; }}
h1 {{ font-size: 1.5rem; line-height: 1.25; }}
thead {{ position: absolute; clip-path: inset(50%); }}
table, tbody, tr, td {{ display: block; }}
tr {{ border-bottom: 1px solid var(--line); padding: .5rem 0; }}
tr[hidden] {{ display: none; }}
td {{ border: 0; padding: .1rem .25rem; }}
td:nth-child(2) {{ font-size: 13px; font-weight: 600; }}
}}
</style>
</head>
<body>
<h1>Strength of the golden fixtures</h1>
<p>{figure}. A mutant is the contract with one deliberate fault. A case kills it if it changes the findings, the canonical
form or the digest that the case expects. An equivalent mutant behaves exactly like the contract, for the reason given.</p>
{stale}<form>
<label for="words">Filter</label>
<input id="words" type="search" placeholder="words of a mutant or a case">
<select id="fate" aria-label="fate">
<option value="">every fate</option><option>killed</option><option>equivalent</option><option>survived</option>
</select>
<output id="shown"></output>
</form>
<table>
<thead><tr><th scope="col">Mutant</th><th scope="col">Fate</th><th scope="col">Killing case, or reason</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
<script>
const words = document.getElementById("words"), fate = document.getElementById("fate");
const rows = [...document.querySelectorAll("tbody tr")].map(row => [row, row.textContent.toLowerCase()]);
function filter() {{
  const wanted = words.value.toLowerCase().split(/\\s+/);
  let shown = 0;
  for (const [row, text] of rows) {{
    row.hidden = !((!fate.value || row.className === fate.value) && wanted.every(word => text.includes(word)));
    shown += !row.hidden;
  }}
  document.getElementById("shown").textContent = `${{shown}} of ${{rows.length}}`;
}}
document.querySelector("form").addEventListener("submit", event => event.preventDefault());
words.addEventListener("input", filter);
fate.addEventListener("change", filter);
filter();
</script>
</body>
</html>
"""


def _html(strength: Strength) -> str:
    rows = "\n".join(
        f'<tr class="{verdict.fate}"><td>{_escape(verdict.mutant)}</td><td>{verdict.fate}</td>'
        f"<td>{_escape(verdict.case or verdict.reason)}</td></tr>"
        for verdict in strength.verdicts
    )
    items = "".join(f"<li>{_escape(mutant)}: {_escape(reason)}</li>\n" for mutant, reason in strength.stale)
    stale = f"<p>Wrong entries of the equivalent mutants:</p>\n<ul>\n{items}</ul>\n" if items else ""
    return _PAGE.format(figure=_escape(figure(strength)), stale=stale, rows=rows)


def _escape(text: str) -> str:
    return html.escape(printable(text))
