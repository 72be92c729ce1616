"""What the command line offers, as its own parsers say."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from functools import cache


@cache
def offered(verb: str) -> dict[tuple[str, ...], set[str]]:
    """The options of a verb and of each of its actions: ("conformance", "run") -> {"--select", ...}."""
    parser = argparse.ArgumentParser()
    importlib.import_module(f"exprov.cli.{verb}").add_arguments(parser)
    return dict(_walk((verb,), parser))


def options(command: tuple[str, ...]) -> set[str]:
    """The options of a command; words after its verb or action are arguments."""
    known = offered(command[0])
    return known.get(command) or known[command[:1]]


def _walk(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[tuple[tuple[str, ...], set[str]]]:
    yield path, {option for action in parser._actions for option in action.option_strings} - {"-h", "--help"}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _walk((*path, name), inner)
