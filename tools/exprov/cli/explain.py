"""Say what a rule means and why it exists, with an input that fails it and one that passes."""

from __future__ import annotations

import argparse
import json

from execution_provenance import RULES

from exprov import exit_codes
from exprov.checking.check import UNREADABLE
from exprov.errors import UsageError
from exprov.printable import printable

_UNREADABLE_TEXT = f"""{UNREADABLE}
No rule of the contract: the report of an input that could not be read.

Why it matters: nothing is known about its records, so the run ends with exit code {exit_codes.UNREADABLE}.
What to do: what the message says; the other inputs were judged.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="the id of a rule, as findings show it; `exprov rules` lists all")


def execute(args: argparse.Namespace) -> int:
    """Print the explanation; raise UsageError for an id that no rule has."""
    print(explain(args.rule), end="")
    return exit_codes.VALID


def explain(rule: str) -> str:
    """The explanation of the rule with this id; raise UsageError if there is none."""
    if rule == UNREADABLE:
        return _UNREADABLE_TEXT
    info = RULES.get(rule)
    if info is None:
        raise UsageError(f"there is no rule {rule!r}", suggestion(rule))
    parts = [f"{rule} ({info.level} level)", info.title, ""]
    parts += [f"Why it matters: {info.why}"] if info.why else []
    parts += [f"What to do: {info.remedy}"] if info.remedy else []
    if info.carrier:
        how = f"`exprov validate --carrier {info.carrier}`"
        parts += [f"Where: on a record that a carrier holds; {how} judges the inputs below."]
    for heading, text in (("An input that fails", info.failing), ("An input that passes", info.passing)):
        lines = _pretty(text).split("\n") if text else ["(an empty file)"]
        parts += ["", f"{heading}:", *(f"  {printable(line)}".rstrip() for line in lines)]
    return "\n".join(parts) + "\n"


def suggestion(rule: str) -> str:
    """What the user most likely meant."""
    from difflib import get_close_matches

    same = [known for known in RULES if known.rpartition("/")[2] == rule]
    near = same or get_close_matches(rule, RULES, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else "`exprov rules` lists all"


def _pretty(text: str) -> str:
    """JSON text over several lines; text that is no JSON, or whose point would be lost by that, as it is."""
    try:
        pretty = json.dumps(json.loads(text), indent=2)
        return pretty if _spelled(pretty) == _spelled(text) else text
    except (ValueError, RecursionError):
        return text


def _spelled(text: str) -> object:
    """The value with its numbers as they are written and its repeated members kept."""
    return json.loads(text, object_pairs_hook=list, parse_int=str, parse_float=str)
