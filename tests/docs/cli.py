"""What the command line offers, as its own parsers say."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from exprov.cli import VERBS


def _offered(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[tuple[tuple[str, ...], set[str]]]:
    yield path, {option for action in parser._actions for option in action.option_strings} - {"-h", "--help"}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _offered((*path, name), inner)


def _parser(verb: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"exprov.cli.{verb}").add_arguments(parser)
    return parser


# ("conformance", "run") -> {"--select", ...}
OPTIONS = {path: options for verb in VERBS for path, options in _offered((verb,), _parser(verb))}
