"""The leak phase, with each name, each pattern and each place of its tables left out, and its checks switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from exprov.program.model import Leaks, Program, ValuePattern
from exprov.strength.mutant import Mutant, Switch, part
from exprov.strength.ways import swapped, without_each
from exprov.suite.value_faults import faults

_LISTS = {
    "contentMembers": "content_members",
    "messageMembers": "message_members",
    "credentialMembers": "credential_members",
    "credentialSuffixes": "credential_suffixes",
}
_SEPARATORS = {"_": "underscores", "-": "hyphens", ".": "dots", " ": "spaces"}


def mutants(program: Program) -> Iterator[Mutant]:
    """The mutants of the leak phase."""
    tables = ((id, replace(program, leaks=leaks)) for id, leaks in (*_names(program.leaks), *_values(program.leaks)))
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
    yield "names:known members are reported", replace(leaks, known_members=())
    for name, fewer in without_each(leaks, "textless_members"):
        yield f"message:off below {name}", fewer
    yield "message:anywhere", replace(leaks, content_members=(*leaks.content_members, *leaks.message_members))


def _values(leaks: Leaks) -> Iterator[tuple[str, Leaks]]:
    yield "credential-value:off", replace(leaks, values=())
    for value in leaks.values:
        for text, *new in _value(value, leaks.values):
            yield f"credential-value/{value.id}:{text}", replace(leaks, values=swapped(leaks.values, value, *new))


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

    # fmt: off
    return {
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


def _scanning(change: Callable[[Any], Any]) -> Switch:
    """A subject that looks for leaks in what `change` makes of a record."""
    return part("leaks.scan", lambda scan: lambda value, *place: scan(change(value), *place))


def _unless(shown: Callable[[Any], bool]) -> Switch:
    """Without the leaks of a document if any of its findings is as `shown` says."""

    def without(findings: list[Any]) -> list[Any]:
        hidden = any(map(shown, findings))
        return [one for one in findings if not (hidden and one.rule.startswith("leak/"))]

    return part("judge", lambda judge: lambda *of: without(judge(*of)))


def _root(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: item if isinstance(item, str) else 0 for name, item in value.items()}


def _members(keep: Callable[[str, Any], Any]) -> Callable[[Any], Any]:
    """A value with every member, at any depth, replaced by what `keep` makes of its name and value."""

    def changed(value: Any) -> Any:
        top = [value]
        # Not by recursion: a case goes down as deep as a text may.
        todo: list[Any] = [top]
        while todo:
            holder = todo.pop()
            places: Any = range(len(holder)) if isinstance(holder, list) else list(holder)
            for place in places:
                item = holder[place] if isinstance(holder, list) else keep(place, holder[place])
                if isinstance(item, dict | list):
                    item = dict(item.items()) if isinstance(item, dict) else list(item)
                    todo.append(item)
                holder[place] = item
        return top[0]

    return changed
