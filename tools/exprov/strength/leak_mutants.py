"""The leak phase, with each name, each pattern and each place of its tables left out, and its checks switched off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from exprov.program.model import Leaks, Program, ValuePattern
from exprov.strength.mutant import Mutant, Switch, part
from exprov.strength.subject import Subject
from exprov.strength.ways import swapped, without_each
from exprov.suite.value_faults import faults
from exprov.targets.python.runtime._finding import Findings

_LISTS = {
    "contentMembers": "content_members",
    "messageMembers": "message_members",
    "credentialMembers": "credential_members",
    "credentialSuffixes": "credential_suffixes",
}
_SEPARATORS = {"_": "underscores", "-": "hyphens", ".": "dots", " ": "spaces"}


def mutants(program: Program) -> Iterator[Mutant]:
    """The mutants of the leak phase."""
    tables = (
        (id, replace(program, leaks=leaks))
        for id, leaks in (*_names(program.leaks), *_values(program.leaks), *_redacted(program.leaks))
    )
    for id, other in (*tables, *_scopes(program)):
        yield Mutant(f"leak/{id}", other)
    for id, switch in _switches(program.leaks).items():
        yield Mutant(f"leak/{id}", switch=switch)


# --- tables -----------------------------------------------------------------------------------------------------------


def _names(leaks: Leaks) -> Iterator[tuple[str, Leaks]]:
    yield "content-member:off", replace(leaks, content_members=())
    yield "message:off", replace(leaks, message_members=())
    yield "credential-member:off", replace(leaks, credential_members=(), credential_suffixes=())
    for called, field in _LISTS.items():
        for entry, fewer in without_each(leaks, field):
            yield f"names/{called}:drop {entry}", fewer
    for separator in leaks.separators:
        rest = leaks.separators.replace(separator, "")
        yield f"names:compared with {_SEPARATORS[separator]}", replace(leaks, separators=rest)
    suffixes = leaks.credential_members
    yield "names:every credential counts at the end of longer ones", replace(leaks, credential_suffixes=suffixes)
    for letter in leaks.folded:
        others = {one: other for one, other in leaks.folded.items() if one != letter}
        yield f"names:U+{ord(letter):04X} is not folded", replace(leaks, folded=others)
    yield "names:known members are reported", replace(leaks, known_members=())
    for name, fewer in without_each(leaks, "textless_members"):
        yield f"message:off below {name}", fewer
    yield "message:anywhere", replace(leaks, content_members=(*leaks.content_members, *leaks.message_members))


def _values(leaks: Leaks) -> Iterator[tuple[str, Leaks]]:
    yield "credential-value:off", replace(leaks, values=())
    for value in leaks.values:
        for text, *new in _value(value, leaks.values):
            yield f"credential-value/{value.id}:{text}", replace(leaks, values=swapped(leaks.values, value, *new))


def _redacted(leaks: Leaks) -> Iterator[tuple[str, Leaks]]:
    def redacted(**changes: Any) -> Leaks:
        return replace(leaks, redacted=replace(leaks.redacted, **changes))

    right = leaks.redacted
    yield "redacted:off", redacted(words=(), fill="")
    for word in right.words:
        yield f"redacted:without the word {word}", redacted(words=swapped(right.words, word))
    for fill in right.fill:
        yield f"redacted:without the fill U+{ord(fill):04X}", redacted(fill=right.fill.replace(fill, ""))
    for bracket in right.brackets:
        yield f"redacted:without the bracket {bracket}", redacted(brackets=right.brackets.replace(bracket, ""))
    yield "redacted:no fill", redacted(fill="")
    yield "redacted:with the word deleted", redacted(words=(*right.words, "unmasked"))
    for fill in "+-_":
        yield f"redacted:with the fill {fill}", redacted(fill=right.fill + fill)


def _value(value: ValuePattern, others: tuple[ValuePattern, ...]) -> Iterator[tuple[str, *tuple[ValuePattern, ...]]]:
    yield ("off",)
    for fault in faults(value, others):
        yield f"{fault.slug}, {fault.title}", replace(value, pattern=fault.pattern)
    for keyword, fewer in without_each(value, "keywords") if len(value.keywords) > 1 else ():
        yield f"without keyword {keyword}", fewer


def _scopes(program: Program) -> Iterator[tuple[str, Program]]:
    """Which records of a carrier are examined."""
    ways: dict[str, Callable[[Any], Any]] = {
        "the whole carrier": lambda records: ((),) if records else (),
        "no carrier": lambda records: (),
        "not the record of an error in a carrier": lambda records: records[:1],
    }
    for name, way in ways.items():
        documents = tuple(replace(one, records=way(one.records)) for one in program.documents)
        yield f"scope:{name}", replace(program, documents=documents)


# --- switches ---------------------------------------------------------------------------------------------------------


def _switches(leaks: Leaks) -> dict[str, Switch]:
    apart, known = dict.fromkeys(map(ord, leaks.separators), ""), leaks.known_members

    def message_first(verdict: Callable[[str], Any]) -> Callable[[str], Any]:
        """A name of both lists is reported as a message where messages count."""

        def judge(name: str) -> Any:
            anywhere, below, shape = verdict(name)
            normal = name.lower().translate(apart)
            return anywhere, "leak/message" if normal in leaks.message_members else below, shape

        return judge

    def is_redacted(holds: Callable[[str], bool]) -> Switch:
        """A secret part is redacted if it also `holds`."""
        return part(
            "leaks._is_redacted",
            lambda old: lambda match: old(match) or (bool(match.lastindex) and holds(match[match.lastindex])),
        )

    # fmt: off
    return {
        "names:a dotted name is compared whole": _forms(lambda name: []),
        "names:the last segment alone": _forms(lambda name: name.split(".")[-1:]),
        "names:the first segments": _forms(lambda name: (name[:index] for index, one in enumerate(name) if one == ".")),
        "names:segments of digits count": _forms(lambda name: _tails(name.split("."))),
        "names:segments of any digits are left out": _forms(
            lambda name: _tails([one for one in name.split(".") if not one.isdigit()])),
        "names:segments that begin with a digit are left out": _forms(
            lambda name: _tails([one for one in name.split(".") if not one[:1].isdigit()])),
        "redacted:a word anywhere": is_redacted(lambda text: any(one in text.lower() for one in leaks.redacted.words)),
        "redacted:a fill at the start": is_redacted(lambda text: text[:4] == "xxxx"),
        "redacted:a fill at the end": is_redacted(lambda text: text[-4:] in ("xxxx", "****")),
        "redacted:words with case": part("leaks._is_redacted", lambda old: lambda match: (
            old(match) and match[match.lastindex].lower() in (match[match.lastindex], "x" * len(match[0])))),
        "redacted:folded beyond ASCII": is_redacted(lambda text: text.casefold() in leaks.redacted.words),
        "redacted:the first match alone": _first_match,
        "redacted:not in names": part("leaks.verdict", lambda verdict: lambda name: verdict(name.replace("x", "y"))),
        "occurrences:the first alone": _scanning(_rebuilt(lambda items, depth: items[::-1])),
        "occurrences:the last alone": _scanning(_rebuilt(lambda items, depth: items)),
        **{f"scope:{levels} levels deep": _scanning(_rebuilt(partial(_not_below, levels)))
           for levels in (8, 16, 32, 64, 128, 256, 500)},
        **{f"scope:the first {length} characters": _looking(itemgetter(slice(length)))
           for length in (256, 1024, 4096, 65536)},
        **{f"scope:the last {length} characters": _looking(itemgetter(slice(-length, None)))
           for length in (256, 1024, 4096, 65536)},
        **{f"scope:the first {count} of a container": _scanning(_rebuilt(partial(_first, count)))
           for count in (10, 100, 256)},
        "names:compared with case": part("leaks.normalise", lambda old: lambda name: name.translate(apart)),
        "precedence:message before content": part("leaks.verdict", message_first),
        "scope:names have no shapes": part("leaks.verdict", lambda verdict: lambda name: (*verdict(name)[:2], None)),
        "scope:known members are not examined": _scanning(_members(
            lambda name, item: "" if name in known and isinstance(item, str) else item)),
        "scope:unknown members are not examined": _scanning(_members(
            lambda name, item: item if name in known else "")),
        "scope:arrays are not entered": _scanning(_members(lambda name, item: 0 if isinstance(item, list) else item)),
        "scope:the root alone": _scanning(_root),
        "phases:no leak of a record that a reader rejects": _unless(lambda one: one.level == "reader"),
        "phases:no leak of a record of another version": _unless(
            lambda one: (one.rule, one.path) == ("schema/unknown-version", "/schemaVersion")),
    }
    # fmt: on


def _forms(more: Callable[[str], Iterable[str]]) -> Switch:
    """Names are compared whole, and in other forms."""

    def switch(subject: Subject) -> None:
        normalise = subject.leaks.normalise
        part("leaks._forms", lambda old: lambda name: [*map(normalise, (name, *more(name)))])(subject)

    return switch


def _tails(segments: list[str]) -> list[str]:
    return ["".join(segments[index:]) for index in range(len(segments))]


def _first_match(subject: Subject) -> None:
    """Only the first match of a pattern is looked at."""
    leaks = subject.leaks

    def credential_in(text: str) -> str | None:
        for id, pattern, keywords in leaks._patterns:
            if any(keyword in text.lower() for keyword in keywords) and (match := re.search(pattern, text)):
                if not leaks._is_redacted(match):
                    return id
        return None

    leaks.credential_in = credential_in  # type: ignore[method-assign]


def _looking(change: Callable[[str], str]) -> Switch:
    """A subject that looks for credentials in what `change` makes of a text."""
    return part("leaks._look_at", lambda look: lambda text, *of: look(change(text), *of))


def _scanning(change: Callable[[Any], Any]) -> Switch:
    """A subject that looks for leaks in what `change` makes of a record."""
    return part("leaks.scan", lambda scan: lambda value, *place: scan(change(value), *place))


def _unless(shown: Callable[[Any], bool]) -> Switch:
    """Without the leaks of a document if any of its findings is as `shown` says."""

    def without(findings: Findings) -> Findings:
        hidden = any(map(shown, findings))
        return Findings(one for one in findings if not (hidden and one.rule.startswith("leak/")))

    return part("judge", lambda judge: lambda *of: without(judge(*of)))


def _root(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: item if isinstance(item, str) else 0 for name, item in value.items()}


def _members(keep: Callable[[str, Any], Any]) -> Callable[[Any], Any]:
    """A value with every member, at any depth, replaced by what `keep` makes of its name and value."""

    def changed(items: list[Any], depth: int) -> list[Any]:
        return [(one[0], keep(*one)) if isinstance(one, tuple) else one for one in items]

    return _rebuilt(changed)


def _not_below(levels: int, items: list[Any], depth: int) -> list[Any] | None:
    return items if depth <= levels else None


def _first(count: int, items: list[Any], depth: int) -> list[Any]:
    return items[:count]


def _rebuilt(change: Callable[[list[Any], int], list[Any] | None]) -> Callable[[Any], Any]:
    """A value with the items of every array or the members of every object, as pairs, changed; or null instead of it.

    `change` gets them with the depth, which is 1 for the outermost.
    """

    def rebuilt(value: Any) -> Any:
        top = [value]
        # Not by recursion: a case goes down as deep as a text may.
        todo: list[tuple[Any, int]] = [(top, 1)]
        while todo:
            holder, depth = todo.pop()
            for place, item in list(enumerate(holder) if isinstance(holder, list) else holder.items()):
                if isinstance(item, dict | list):
                    changed = change(list(item.items() if isinstance(item, dict) else item), depth)
                    item = changed if changed is None or isinstance(item, list) else dict(changed)
                    if item is not None:
                        todo.append((item, depth + 1))
                holder[place] = item
        return top[0]

    return rebuilt
