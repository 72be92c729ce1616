"""The unexpected results of a run by their cause."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from exprov.conformance import causes as grouping
from exprov.conformance.outcomes import GOOD
from exprov.conformance.results import CaseResult, Run
from exprov.report.conformance.values import json_text, visible
from exprov.report.conformance.words import Judged, unexpected


@dataclass(frozen=True, slots=True)
class Cause:
    """What the results have in common, in words; and the results, of which the first is an example."""

    what: str
    results: tuple[Judged, ...]

    @property
    def title(self) -> str:
        """What they have in common, and how many have which outcome; the outcome alone if all have it."""
        counts = Counter(one.outcome for one in self.results)
        figure = ", ".join(
            f"{count:,} {outcome}" if counts.keys() - {outcome} else outcome for outcome, count in counts.items()
        )
        return self.what if self.what.startswith(f"{figure}: ") else f"{self.what} ({figure})"


def causes(run: Run) -> list[Cause]:
    """The causes of all unexpected results, the most frequent first."""
    bad = {one.result.id: one for one in unexpected(run)}
    # What is wrong with a good outcome is said by the baseline.
    results = (
        replace(one.result, outcome=one.mismatch, reason=one.why.removeprefix(f"baseline, {one.mismatch}: "))
        if one.result.outcome in GOOD
        else one.result
        for one in bad.values()
    )
    return [Cause(one.what, tuple(bad[result.id] for result in one.results)) for one in grouping.causes(results)]


def difference(result: CaseResult) -> str:
    """How an answer differs, in one line: its findings, or else the first place."""
    if places := grouping.Cause("", (result,)).places:
        return places
    if result.differences:
        one = result.differences[0]
        more = f" and {len(result.differences) - 1:,} more" if len(result.differences) > 1 else ""
        want, got = visible(one.want) or "nothing", visible(one.got) or "nothing"
        return f"{one.path or 'the root'}: want {want}, got {got}{more}"
    if result.got is None:
        return "no answer"
    if result.outcome in GOOD:
        return ""
    return json_text({key: value for key, value in result.got.items() if key in ("status", "verdict")})
