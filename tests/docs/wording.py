"""The words that this project does not use, and what it writes instead.

Run as a program, it checks every page, every schema and the Python under tools/, or under the directories that are its
arguments.

The list keeps the prose plain: one word for one thing, and no phrase that a reader has to take twice.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
MOST_WORDS = 36
# Only checked if they are arguments: what is not plain yet, and a text that released cases contain.
LEFT_OUT = ("tools/exprov/targets/", "tools/exprov/suite/emission.py")

# A pattern, and the remedy. Code is not looked at, and line breaks count as spaces.
WORDS = (
    (r"stands?(?! for\b)|standing|stood", "is, or is written"),
    (r"told|tells? by", "is reported, or is described"),
    (r"mend(s|ed|ing)?", "fix"),
    (r"of (its|their|your|our|one's|his|her) own", "its own"),
    (r"(?<!\bthere )(is|are|was|were) no(?! (longer|more)\b)", "is not a"),
    (r"what .{1,40} (does|do|did) not, it (is|does) not", "say which, and what happens to it"),
    (r"judg(e[sd]?|ing)", "validate, evaluate or check"),
    (r"refus(es?|ed|al|ing)", "reject"),
    (r"folders?", "directory"),
    (r"complaints?", "finding"),
    (r"sabotag(es?|ed|ing)", "a deliberate fault"),
    (r"notic(es|ed|ing)", "detect"),
    (r"anew|afresh", "again"),
    (r"but for|save for", "except"),
    (r"lest|hence|thereby|whereby|therein|thereof|whom|nought|whilst|amongst", "a plainer word"),
    (r"(answer|fail|go|sa[iy]|read)\w* otherwise", "differently"),
    (r"(simply|obviously|of course|easily|basically|please)", "nothing"),
    (r"loudly|quickly told", "say what is shown"),
    (r"costs? the others?", "affects"),
    (r"in order to", "to"),
    (r"is able to|are able to", "can"),
    (r"utili[sz]es?", "use"),
)
_WORDS = tuple((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), remedy) for pattern, remedy in WORDS)
# Strings and, from Python 3.12 on, the texts of f-strings.
_TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_EXAMPLES = ("examples", "failing", "passing", "expression")
_SENTENCE_END = re.compile(r"[.!?:;](?=\s|$)|\s-\s")


def files(folders: list[str]) -> list[Path]:
    """The Markdown and JSON that people write, and the Python in some folders."""
    places = (
        "*.md",
        "docs/**/*.md",
        "examples/**/*.md",
        "tools/**/*.md",
        "schemas/**/*.json",
        *(f"{folder}/**/*.py" for folder in folders),
    )
    return sorted(path for place in places for path in ROOT.glob(place) if "node_modules" not in path.parts)


def in_markdown(text: str) -> Iterator[tuple[str, str]]:
    """The line and the words of each paragraph, heading and table cell; code is one word, `_`."""
    line = 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            texts = {"code_inline": "_", "softbreak": " "}
            yield str(line), "".join(texts.get(child.type, child.content) for child in token.children or ())


def in_json(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """The pointer and the words of each text for people, which has a space; examples are not looked at."""
    if isinstance(value, str) and " " in value:
        yield pointer, re.sub("`[^`]*`", "_", value)
    elif isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if name not in _EXAMPLES:
                yield from in_json(inner, f"{pointer}/{name}")


def in_python(text: str) -> Iterator[tuple[str, str]]:
    """The line and the words of each comment and of each text with a space: docstrings, help and messages."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (token.type in _TEXTS and " " in token.string):
            # Code is one word, here and in the braces of an f-string.
            yield str(token.start[0]), re.sub(r"`[^`]*`|(?<!\{)\{\w[^{}]*\}", "_", token.string)


def problems(path: Path) -> Iterator[tuple[str, str]]:
    """What to write differently in a file, with its place there."""
    text = path.read_text("utf-8")
    prose = {".md": in_markdown, ".json": lambda text: in_json(json.loads(text)), ".py": in_python}[path.suffix]
    for place, words in prose(text):
        for pattern, remedy in _WORDS:
            for match in pattern.finditer(words):
                yield place, f"'{match[0]}': write {remedy}"
        for sentence in _SENTENCE_END.split(words):
            if len(sentence.split()) > MOST_WORDS:
                yield place, f"a sentence of {len(sentence.split())} words; split it: '{sentence.strip()[:40]}...'"


def main() -> int:
    count = 0
    found = files(sys.argv[1:] or ["tools"])
    for path in (one for one in found if sys.argv[1:] or not one.relative_to(ROOT).as_posix().startswith(LEFT_OUT)):
        for place, problem in problems(path):
            print(f"{path.relative_to(ROOT)}:{place}: {problem}")
            count += 1
    print(f"{count} problems of wording" if count else "the wording is plain", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
