"""What the parsers of several verbs share: types of option values, and how a verb's help looks."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from exprov import exit_codes
from exprov.errors import OutputError


def help_of(module: ModuleType) -> dict[str, Any]:
    """The arguments of a parser that say what a verb or action is: its docstring and its EXIT_CODES."""
    codes = getattr(module, "EXIT_CODES", ())
    meanings = "".join(f"\n  {code}  {exit_codes.MEANINGS[code]}" for code in codes)
    return {
        "description": module.__doc__,
        "epilog": f"exit codes:{meanings}" if codes else None,
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }


def add_schemas(parser: argparse.ArgumentParser) -> None:
    """The option that names the directory of schemas."""
    what = "read the schemas in this directory (default: schemas)"
    parser.add_argument("--schemas", type=Path, default=Path("schemas"), metavar="DIR", help=what)


def number(least: int) -> Callable[[str], int]:
    """The type of a whole number from `least` on."""

    def parse(word: str) -> int:
        # int() would take other digits than 0 to 9, too.
        if not (word.isascii() and word.isdigit() and len(word) <= 18) or int(word) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} on, found {word[:40]!r}")
        return int(word)

    return parse


def seconds(word: str) -> int:
    """The type of a time in seconds; the value is in whole milliseconds."""
    try:
        milliseconds = round(float(word) * 1000)
    except (ValueError, OverflowError):
        milliseconds = 0
    if not 1 <= milliseconds <= 10**9:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, found {word[:40]!r}")
    return milliseconds


def shard(word: str) -> tuple[int, int]:
    """The type of a part, I/N."""
    first, _, last = word.partition("/")
    try:
        place, count = number(1)(first), number(1)(last)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"expected a shard such as 1/4, found {word[:40]!r}") from None
    if place > count:
        raise argparse.ArgumentTypeError(f"there is no shard {place} of {count}; number them from 1, as in 1/4")
    return place, count


def new_folder(word: str) -> Path:
    """The type of a directory that does not exist or is empty."""
    path = Path(word)
    try:
        is_taken = path.exists() and (not path.is_dir() or any(path.iterdir()))
    except OSError as error:
        raise OutputError(word, error) from None
    if is_taken:
        raise argparse.ArgumentTypeError(f"{word} is not an empty directory; name another one, or empty it")
    return path
