"""Reports of a conformance run: pure functions from a Run to text. Nothing here reads, prints or writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exprov.conformance.results import Run
from exprov.report.conformance import as_json, github, html, junit, summary, tap, text

FORMATS: Mapping[str, Callable[[Run], str]] = {
    "text": text.render,
    "json": as_json.render,
    "junit": junit.render,
    "tap": tap.render,
    "github": github.render,
    "summary": summary.render,
    "html": html.render,
}
"""Every format by its name: a Run -> the whole report."""
