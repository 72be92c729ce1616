"""The patterns for credentials, taken apart: every way to make one wrong in one place, and a text that tells the two apart.

A pattern is wrong if an alternative is missing, a class lacks some of its characters, or a repeat asks for one more or
for one less. The text follows from the pattern: the shortest that goes through the place. Whether it has the shape of a
credential is then up to all patterns together, matched by Python's `re` and by no validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Text:
    """One character, as the pattern writes it."""

    source: str


@dataclass(frozen=True)
class Edge:
    """The start or the end of the text."""

    source: str


@dataclass(frozen=True)
class Class:
    """A class of characters: its parts as the pattern writes them (`a-z`, `_`)."""

    parts: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True)
class Series:
    items: tuple[Any, ...]


@dataclass(frozen=True)
class Choice:
    options: tuple[Any, ...]


@dataclass(frozen=True)
class Repeat:
    item: Any
    least: int
    most: int | None


@dataclass(frozen=True)
class Fault:
    """One way to make a pattern wrong.

    slug: where and how, in readable words. title: the same for a person. pattern: the wrong pattern. text: what tells it
    from the right one; None where nothing does. is_leak: whether the text has the shape of a credential.
    """

    slug: str
    title: str
    pattern: str
    text: str | None
    is_leak: bool


# --- reading and writing patterns -------------------------------------------------------------------------------------

_COUNTS = {"?": (0, 1), "*": (0, None), "+": (1, None)}


class _Parser:
    """Of the subset that leaks.json states; `re` has compiled the pattern before."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def choice(self) -> Choice:
        options = [self.series()]
        while self.pattern.startswith("|", self.at):
            self.at += 1
            options.append(self.series())
        return Choice(tuple(options))

    def series(self) -> Series:
        items = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self.repeated(self.one()))
        return Series(tuple(items))

    def one(self) -> Any:
        if self.pattern.startswith("(?:", self.at):
            self.at += 3
            choice = self.choice()
            self.at += 1
            return choice
        if self.pattern[self.at] == "[":
            return self.characters()
        match = re.compile(r"\\.|.", re.DOTALL).match(self.pattern, self.at)
        assert match is not None
        self.at = match.end()
        return Edge(match[0]) if match[0] in ("^", "$") else Text(match[0])

    def characters(self) -> Class:
        match = re.compile(r"\[(\^?)((?:\\.|[^\]\\])*)\]", re.DOTALL).match(self.pattern, self.at)
        assert match is not None
        self.at = match.end()
        parts = re.findall(r"(?:\\.|[^\\])-(?:\\.|[^\\])|\\.|[^\\]", match[2], re.DOTALL)
        return Class(tuple(parts), bool(match[1]))

    def repeated(self, item: Any) -> Any:
        match = re.compile(r"[?*+]|\{([0-9]+)(,?)([0-9]*)\}").match(self.pattern, self.at)
        if match is None:
            return item
        self.at = match.end()
        if match[0] in _COUNTS:
            return Repeat(item, *_COUNTS[match[0]])
        least = int(match[1])
        return Repeat(item, least, int(match[3]) if match[3] else None if match[2] else least)


def write(node: Any) -> str:
    """The pattern of a tree."""
    match node:
        case Text(source) | Edge(source):
            return str(source)
        case Class(parts, negated):
            return f"[{'^' if negated else ''}{''.join(parts)}]"
        case Series(items):
            return "".join(map(write, items))
        case Choice(options):
            return f"(?:{'|'.join(map(write, options))})"
        case Repeat(item, least, most):
            return f"{write(item)}{{{least},{'' if most is None else most}}}"
    raise AssertionError(node)


def _quick(node: Any) -> str:
    """The pattern of a tree for `re` alone, which takes long for many classes of one letter in either case."""
    match node:
        case Series(items):
            runs: list[list[str]] = []
            for item in items:
                if not _is_either_case(item):
                    runs.append([_quick(item)])
                elif runs and len(runs[-1]) == 2:
                    runs[-1][1] += item.parts[0]
                else:
                    runs.append(["i", item.parts[0]])
            return "".join(f"(?i:{run[1]})" if len(run) == 2 else run[0] for run in runs)
        case Choice(options):
            return f"(?:{'|'.join(map(_quick, options))})"
        case Repeat(item, _, _):
            return f"(?:{_quick(item)}){write(node).removeprefix(write(item))}"
    return write(node)


# --- texts ------------------------------------------------------------------------------------------------------------

# What stands where a class leaves a choice. None is or was a secret; more than one, because a text must not have the shape
# by another alternative than the one in question.
_FILLERS = ("CANARY0IS0NO0REAL0SECRET0", "canary", "c.a.n.a.r.y", "Canary", "0", "C", "c", ".", "canaryC", "=", "0C")
_ORDER = " " + "".join(map(chr, range(0x21, 0x7F))) + "\t\r\n"
_Place = tuple[int, ...]


@cache
def _allowed(node: Class) -> frozenset[str]:
    shape = re.compile(write(node))
    return frozenset(character for character in _ORDER if shape.fullmatch(character))


class _Sampler:
    """The shortest text of a tree that goes through `place`, where `count` repeats stand or `characters` are taken."""

    def __init__(self, filler: str, place: _Place, count: int | None = None, characters: str | None = None) -> None:
        self.filler = filler
        self.place = place
        self.count = count
        self.characters = characters
        self.taken = 0

    def text(self, node: Any, here: _Place = ()) -> str:
        on_the_way = self.place[: len(here)] == here
        next_step = self.place[len(here)] if on_the_way and len(self.place) > len(here) else None
        match node:
            case Text(source):
                return str(source[-1])
            case Edge():
                return ""
            case Class():
                return self.character(node, self.characters if here == self.place else None)
            case Series(items):
                return "".join(self.text(item, (*here, index)) for index, item in enumerate(items))
            case Choice(options):
                index = next_step or 0
                return self.text(options[index], (*here, index))
            case Repeat(item, least, _):
                times = self.count if here == self.place and self.count is not None else least
                if next_step is not None:
                    times = max(times, 1)
                return "".join(self.text(item, (*here, 0)) for _ in range(times))
        raise AssertionError(node)

    def character(self, node: Class, only: str | None) -> str:
        allowed = _allowed(node)
        for _ in self.filler:
            found = (only or self.filler)[self.taken % len(only or self.filler)]
            self.taken += 1
            if found in allowed:
                return found
        return next(character for character in only or _ORDER if character in allowed)


# --- faults -----------------------------------------------------------------------------------------------------------


def _places(node: Any, here: _Place = ()) -> Iterator[tuple[_Place, Any]]:
    yield here, node
    for index, child in enumerate(_children(node)):
        yield from _places(child, (*here, index))


def _children(node: Any) -> tuple[Any, ...]:
    match node:
        case Series(items):
            return items
        case Choice(options):
            return options
        case Repeat(item, _, _):
            return (item,)
    return ()


def _put(node: Any, place: _Place, new: Any) -> Any:
    if not place:
        return new
    children = list(_children(node))
    children[place[0]] = _put(children[place[0]], place[1:], new)
    match node:
        case Series():
            return Series(tuple(children))
        case Choice():
            return Choice(tuple(children))
    return replace(node, item=children[0])


def _letters(node: Any) -> str:
    """What is literal in a tree, letters in either case included, as a part of an id."""
    match node:
        case Text(source):
            return str(source[-1]).lower()
        case Class((first, _)) if _is_either_case(node):
            return str(first.lower())
        case Series(items):
            return "".join(map(_letters, items))
    return " "


def _is_either_case(node: Any) -> bool:
    if not isinstance(node, Class) or len(node.parts) != 2:
        return False
    first, second = node.parts
    return len(first) == len(second) == 1 and first != second and first.lower() == second.lower()


_KINDS = {"a-z": "small", "A-Z": "capital", "0-9": "digit", "a-f": "small-digit", "A-F": "capital-digit"}


@dataclass(frozen=True)
class _Plan:
    """A fault before its text is known: what stands at `place` instead, and what the text goes through."""

    slug: str
    title: str
    place: _Place
    new: Any
    through: _Place
    count: int | None = None
    characters: str | None = None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _is_list(node: Class) -> bool:
    return len(node.parts) > 1 and all(len(part) == 1 for part in node.parts) and not _is_either_case(node)


def _plans(tree: Any) -> Iterator[_Plan]:
    prefix = sum(1 for place, _ in _places(tree) if place[:1] == (0,))
    for number, (place, node) in enumerate(_places(tree)):
        match node:
            case Choice(options) if len(options) > 1:
                for index, option in enumerate(options):
                    words = "-".join(re.findall(r"[a-z0-9]+", _letters(option)))[:40].strip("-")
                    slug = f"option-{number}-{index}{words and '-'}{words}"
                    rest = Choice(options[:index] + options[index + 1 :])
                    name = words or _short(write(option))
                    yield _Plan(slug, f"by the alternative {name}", place, rest, (*place, index))
            # Ranges are alphabets of keys; a list of letters tells kinds of keys apart.
            case Class(parts, False) if _is_list(node) and number > prefix:
                for part in parts:
                    slug = f"class-{number}-{_KINDS.get(part, '-'.join(f'{ord(one):x}' for one in part))}"
                    fewer = Class(tuple(other for other in parts if other != part))
                    characters = "".join(sorted(_allowed(Class((part,)))))
                    yield _Plan(slug, f"by a character of [{part}]", place, fewer, place, characters=characters)
            case Repeat(item, least, most):
                what = _short(write(item))
                if least:
                    less = replace(node, least=least - 1, most=least - 1 if most == least else most)
                    yield _Plan(
                        f"below-{number}", f"one less than the {least} of {what}", place, less, place, least - 1
                    )
                more = replace(node, least=least + 1, most=least + 1 if most == least else most)
                yield _Plan(f"least-{number}", f"the least of {what}: {least}", place, more, place, least)
                if most == 1:
                    yield _Plan(f"with-{number}", f"with {what}, which may be absent", place, Series(()), place, 1)
    if any(_is_either_case(node) for _, node in _places(tree)):
        for slug, index in (("capitals", 0), ("small-letters", 1)):
            wrong = _of_one_case(tree, 1 - index)
            yield _Plan(f"case-{slug}", f"in {slug.replace('-', ' ')}", (), wrong, (), None, None)


def _of_one_case(node: Any, index: int) -> Any:
    if _is_either_case(node):
        return Text(node.parts[index])
    for place, child in enumerate(_children(node)):
        node = _put(node, (place,), _of_one_case(child, index))
    return node


def faults(id: str, shapes: Sequence[Mapping[str, Any]]) -> list[Fault]:
    """Every fault of the pattern that `id` names among `shapes`, in a fixed order."""
    return list(_faults(id, tuple((one["id"], one["pattern"], tuple(one["keywords"])) for one in shapes)))


@cache
def _faults(id: str, shapes: tuple[tuple[str, str, tuple[str, ...]], ...]) -> tuple[Fault, ...]:
    pattern = next(pattern for other, pattern, _ in shapes if other == id)
    others = tuple((re.compile(pattern), keywords) for other, pattern, keywords in shapes if other != id)
    right = re.compile(pattern)
    tree = _Parser(pattern).choice()
    if len(tree.options) == 1:
        tree = tree.options[0]
    found = []
    for plan in _plans(tree):
        wrong = _put(tree, plan.place, plan.new)
        compiled = re.compile(_quick(wrong))

        def tells(text: str, compiled: re.Pattern[str] = compiled) -> bool:
            lowered = text.lower()
            return (right.search(text) is None) != (compiled.search(text) is None) and not any(
                any(keyword in lowered for keyword in keywords) and other.search(text) for other, keywords in others
            )

        told = next(filter(tells, _texts(tree, plan)), None)
        is_leak = told is not None and right.search(told) is not None
        found.append(Fault(plan.slug, plan.title, write(wrong), told, is_leak))
    return tuple(found)


def _texts(tree: Any, plan: _Plan) -> Iterator[str]:
    for filler in _FILLERS:
        if plan.slug.startswith("case-"):
            text = _Sampler(filler, ()).text(_of_one_case(tree, 0 if plan.slug == "case-capitals" else 1))
        elif plan.characters is not None:
            text = _Sampler(filler, plan.through, None, plan.characters).text(tree)
        else:
            text = _Sampler(filler, plan.through, plan.count).text(tree)
        yield text
