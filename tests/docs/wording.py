"""The words that this project does not use, and what it writes instead; run as a program, it checks every page.

The list keeps the prose plain: one word for one thing, and no phrase that a reader has to take twice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
MOST_WORDS = 36

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
_SENTENCE_END = re.compile(r"[.!?:;](?=\s|$)|\s-\s")


def pages() -> list[Path]:
    """The Markdown that people write."""
    places = ("*.md", "docs/**/*.md", "examples/**/*.md", "tools/**/*.md")
    return sorted(path for place in places for path in ROOT.glob(place) if "node_modules" not in path.parts)


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The first line (from 1) and the words of each paragraph, heading and table cell; code is one word, `_`."""
    line = 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            texts = {"code_inline": "_", "softbreak": " "}
            yield line, "".join(texts.get(child.type, child.content) for child in token.children or ())


def problems(text: str) -> Iterator[tuple[int, str]]:
    """What to write differently in a page of Markdown, by line."""
    for line, words in prose(text):
        for pattern, remedy in _WORDS:
            for match in pattern.finditer(words):
                yield line, f"'{match[0]}': write {remedy}"
        for sentence in _SENTENCE_END.split(words):
            if len(sentence.split()) > MOST_WORDS:
                yield line, f"a sentence of {len(sentence.split())} words; split it: '{sentence.strip()[:40]}...'"


def main() -> int:
    count = 0
    for page in pages():
        for line, problem in problems(page.read_text("utf-8")):
            print(f"{page.relative_to(ROOT)}:{line}: {problem}")
            count += 1
    print(f"{count} problems of wording" if count else "the wording is plain", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
