"""The patterns for credentials, taken apart: every way to make one wrong in one place, and a text that detects it.

A pattern is wrong if an alternative is missing, a class lacks some of its characters, or a repeat asks for one more or
for one less. The text follows from the pattern: the shortest that goes through the place. Whether it has the shape of a
credential is then up to all patterns together, matched by Python's `re` and by no validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, count

from exprov.program.model import ValuePattern


@dataclass(frozen=True)
class Node:
    """A part of a pattern.

    kind: `text` (one character), `edge` (the start or the end), `class`, `series`, `choice` or `repeat`.
    source: what the pattern writes for the first three; `(` for a secret part, which is a series or a choice. least and most: how often a `repeat` has its one child.
    """

    kind: str
    source: str = ""
    children: tuple[Node, ...] = ()
    least: int = 1
    most: int | None = 1

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts of a class (`a-z`, `_`); nothing of a negated one, and of anything else."""
        inner = self.source[1:-1] if self.kind == "class" else "^"
        one = r"(?:\\.|[^\\])"
        return () if inner.startswith("^") else tuple(re.findall(f"{one}-{one}|{one}", inner, re.DOTALL))

    @cached_property
    def letter(self) -> str:
        """The letter, if this is a class of one letter in either case."""
        first, second = self.parts if len(self.parts) == 2 else ("", "")
        return first if len(first) == len(second) == 1 and first != second and first.lower() == second.lower() else ""


@dataclass(frozen=True)
class Fault:
    """One way to make a pattern wrong.

    slug: where and how, in readable words. title: the same for a person. pattern: the wrong pattern. text: what has the
    shape of one of the two patterns only; None where nothing does. is_leak: whether it has the shape of a credential.
    """

    slug: str
    title: str
    pattern: str
    text: str | None
    is_leak: bool


# --- reading and writing patterns -------------------------------------------------------------------------------------

_TOKENS = re.compile(r"\((?:\?:)?|\[\^?(?:\\.|[^\]\\])*\]|[?*+]|\{[0-9]+,?[0-9]*\}|\\.|.", re.DOTALL)
_COUNTS: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}


def read(pattern: str) -> Node:
    """The tree of a pattern of the subset that leaks.json states; `re` has compiled it before."""
    tokens = _TOKENS.findall(pattern)
    tree = _choice(tokens)
    assert not tokens, pattern
    return tree.children[0] if len(tree.children) == 1 else tree


def _choice(tokens: list[str], source: str = "") -> Node:
    options: list[list[Node]] = [[]]
    while tokens and (token := tokens.pop(0)) != ")":
        last = options[-1]
        if token == "|":
            options.append([])
        elif token == "(?:":
            last.append(_choice(tokens))
        elif token == "(":
            last.append(_choice(tokens, token))
        elif token in _COUNTS or re.fullmatch(r"\{.+\}", token):
            least, most = _COUNTS[token] if token in _COUNTS else _counts(token)
            last.append(Node("repeat", children=(last.pop(),), least=least, most=most))
        else:
            last.append(Node("class" if len(token) > 2 else "edge" if token in "^$" else "text", token))
    if source and len(options) == 1:
        return Node("series", source, tuple(options[0]))
    return Node("choice", source, tuple(Node("series", children=tuple(option)) for option in options))


def _counts(token: str) -> tuple[int, int | None]:
    least, comma, most = token[1:-1].partition(",")
    return int(least), (int(most) if most else None) if comma else int(least)


def write(node: Node) -> str:
    """The pattern of a tree."""
    inner = [write(child) for child in node.children]
    match node.kind:
        case "choice":
            return f"{node.source or '(?:'}{'|'.join(inner)})"
        case "series":
            return f"({''.join(inner)})" if node.source else "".join(inner)
        case "repeat":
            return inner[0] + _times(node)
    return node.source


def _times(node: Node) -> str:
    return f"{{{node.least},{'' if node.most is None else node.most}}}"


# --- texts ------------------------------------------------------------------------------------------------------------

# What is taken where a class leaves a choice: not one is or was a secret. There are several, because a text must not
# have the shape by another alternative than the one in question.
_FILLERS = ("CANARY0IS0NO0REAL0SECRET0", "canary", "c.a.n.a.r.y", "Canary", "0", "C", "c", ".", "canaryC", "=", "0C")
_ORDER = " " + "".join(map(chr, range(0x21, 0x7F))) + "\t\r\n"
_Place = tuple[int, ...]


@cache
def _allowed(source: str) -> frozenset[str]:
    return frozenset(filter(re.compile(source).fullmatch, _ORDER))


@dataclass(frozen=True)
class _Plan:
    """A fault before its text is known: what is at `place` instead, and what the text goes through.

    There are `count` repeats there, or one of `characters`. sample: the tree of the text, if not the pattern's own.
    """

    slug: str
    title: str
    place: _Place
    new: Node
    through: _Place
    count: int | None = None
    characters: str = ""
    sample: Node | None = None


def _sample(tree: Node, plan: _Plan, filler: str) -> str:
    """The shortest text of a tree that goes through the place of the plan."""
    taken = count()

    def character(source: str, only: str = "") -> str:
        allowed, choices = _allowed(source), only or filler
        tried = (choices[next(taken) % len(choices)] for _ in filler)
        return next(one for one in chain(tried, only or _ORDER) if one in allowed)

    def text(node: Node, here: _Place = ()) -> str:
        is_there, depth = here == plan.through, len(here)
        step = plan.through[depth] if plan.through[:depth] == here and len(plan.through) > depth else None
        match node.kind:
            case "text":
                return node.source[-1]
            case "class":
                return character(node.source, plan.characters if is_there else "")
            case "choice":
                return text(node.children[step or 0], (*here, step or 0))
            case "repeat":
                times = plan.count if is_there and plan.count is not None else node.least
                return "".join(text(node.children[0], (*here, 0)) for _ in range(max(times, step is not None)))
        return "".join(text(child, (*here, index)) for index, child in enumerate(node.children))

    return text(tree)


# --- faults -----------------------------------------------------------------------------------------------------------


def _places(node: Node, here: _Place = ()) -> Iterator[tuple[_Place, Node]]:
    yield here, node
    for index, child in enumerate(node.children):
        yield from _places(child, (*here, index))


def _put(node: Node, place: _Place, new: Node) -> Node:
    if not place:
        return new
    index, *rest = place
    changed = _put(node.children[index], tuple(rest), new)
    return replace(node, children=(*node.children[:index], changed, *node.children[index + 1 :]))


def _letters(node: Node) -> str:
    """What is literal in a tree, letters in either case included, as a part of an id."""
    if node.kind == "series":
        return "".join(map(_letters, node.children))
    return (node.source[-1] if node.kind == "text" else node.letter or " ").lower()


def _short(node: Node) -> str:
    text = write(node)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _plans(tree: Node) -> Iterator[_Plan]:
    prefix = sum(1 for place, _ in _places(tree) if place[:1] == (0,))
    # A series in parentheses is counted with what it is a part of.
    counted = [(place, node) for place, node in _places(tree) if node.kind != "series" or not node.source]
    for number, (place, node) in enumerate(counted):
        parts = node.parts
        if node.kind == "choice" and len(node.children) > 1:
            yield from _without_options(number, place, node)
        # Ranges are alphabets of keys; a list of letters tells kinds of keys apart.
        elif len(parts) > 1 and all(len(part) == 1 for part in parts) and not node.letter and number > prefix:
            for part in parts:
                slug = f"class-{number}-{ord(part):x}"
                fewer = replace(node, source=f"[{''.join(other for other in parts if other != part)}]")
                yield _Plan(slug, f"by a character of [{part}]", place, fewer, place, characters=part)
        elif node.kind == "repeat":
            yield from _other_counts(number, place, node)
    if any(node.letter for _, node in _places(tree)):
        capitals, small = _of_one_case(tree, 0), _of_one_case(tree, 1)
        yield _Plan("case-capitals", "in capitals", (), small, (), sample=capitals)
        yield _Plan("case-small-letters", "in small letters", (), capitals, (), sample=small)


def _without_options(number: int, place: _Place, node: Node) -> Iterator[_Plan]:
    for index, option in enumerate(node.children):
        words = "-".join(re.findall(r"[a-z0-9]+", _letters(option)))[:40].strip("-")
        slug = f"option-{number}-{index}{words and '-'}{words}"
        rest = replace(node, children=node.children[:index] + node.children[index + 1 :])
        yield _Plan(slug, f"by the alternative {words or _short(option)}", place, rest, (*place, index))


def _other_counts(number: int, place: _Place, node: Node) -> Iterator[_Plan]:
    what, least = _short(node.children[0]), node.least
    if least:
        less = replace(node, least=least - 1, most=least - 1 if node.most == least else node.most)
        yield _Plan(f"below-{number}", f"one less than the {least} of {what}", place, less, place, least - 1)
    more = replace(node, least=least + 1, most=least + 1 if node.most == least else node.most)
    yield _Plan(f"least-{number}", f"the least of {what}: {least}", place, more, place, least)
    if node.most == 1:
        yield _Plan(f"with-{number}", f"with {what}, which may be absent", place, Node("series"), place, 1)


def _of_one_case(node: Node, index: int) -> Node:
    if node.letter:
        return Node("text", node.parts[index])
    return replace(node, children=tuple(_of_one_case(child, index) for child in node.children))


@cache
def faults(value: ValuePattern, values: Sequence[ValuePattern]) -> tuple[Fault, ...]:
    """Every fault of the pattern `value`, which is one of `values`, in a fixed order."""
    others = [(re.compile(one.pattern), one.keywords) for one in values if one.id != value.id]
    right, tree = re.compile(value.pattern), read(value.pattern)
    found = []
    for plan in _plans(tree):
        wrong = _put(tree, plan.place, plan.new)
        compiled = re.compile(write(wrong))

        def detects(text: str, compiled: re.Pattern[str] = compiled) -> bool:
            lowered = text.lower()
            return (right.search(text) is None) != (compiled.search(text) is None) and not any(
                any(keyword in lowered for keyword in keywords) and other.search(text) for other, keywords in others
            )

        samples = (_sample(plan.sample or tree, plan, filler) for filler in _FILLERS)
        text = next(filter(detects, samples), None)
        is_leak = text is not None and right.search(text) is not None
        found.append(Fault(plan.slug, plan.title, write(wrong), text, is_leak))
    return tuple(found)
