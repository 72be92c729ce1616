"""Explain a rule, with an input that fails it and one that passes."""

from __future__ import annotations

import argparse
import json

from execution_provenance import RULES

from exprov import exit_codes
from exprov.checking.check import UNREADABLE
from exprov.errors import UsageError
from exprov.printable import printable
from exprov.suggestions import did_you_mean

_UNREADABLE_TEXT = f"""{UNREADABLE}
Not a rule of the contract: the report of an input that cannot be read.

Why it matters: Nothing is known about its records, so the exit code is {exit_codes.UNREADABLE}.
What to do: Follow the message. The other inputs were checked.
"""
EXIT_CODES = (exit_codes.VALID, exit_codes.USAGE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="the id of a rule, as `exprov rules` lists it")


def execute(args: argparse.Namespace) -> int:
    """Print the explanation; raise UsageError if there is no such rule."""
    print(explain(args.rule), end="")
    return exit_codes.VALID


def explain(rule: str) -> str:
    """The explanation of a rule. Raises UsageError if there is none with this id."""
    if rule == UNREADABLE:
        return _UNREADABLE_TEXT
    info = RULES.get(rule)
    if info is None:
        raise UsageError(f"there is no rule {rule!r}", did_you_mean(rule, RULES, "`exprov rules` lists all"))
    parts = [f"{rule} ({info.level} level)", info.title, ""]
    parts += [f"Why it matters: {info.why}"] if info.why else []
    parts += [f"What to do: {info.remedy}"] if info.remedy else []
    if info.carrier:
        how = f"`exprov validate --carrier {info.carrier}`"
        parts += [f"Where: On a record inside a carrier; {how} checks the inputs below."]
    for heading, text in (("An input that fails", info.failing), ("An input that passes", info.passing)):
        lines = _pretty(text).split("\n") if text else ["(an empty file)"]
        parts += ["", f"{heading}:", *(f"  {printable(line)}".rstrip() for line in lines)]
    return "\n".join(parts) + "\n"


def _pretty(text: str) -> str:
    """JSON text over several lines; other text, and text whose point would be lost by that, as it is."""
    try:
        pretty = json.dumps(json.loads(text), indent=2)
        return pretty if _spelled(pretty) == _spelled(text) else text
    except (ValueError, RecursionError):
        return text


def _spelled(text: str) -> object:
    """The value with numbers as they are written and repeated members kept."""
    return json.loads(text, object_pairs_hook=list, parse_int=str, parse_float=str)
