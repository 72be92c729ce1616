"""The leak phase, with each name, each pattern and each place of its tables left out, and its checks switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from exprov.contract.model import Contract
from exprov.program.lower import lower
from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject
from exprov.suite.value_faults import faults


def mutants(contract: Contract) -> Iterator[Mutant]:
    """The mutants of the leak phase."""
    for id, apply in _leaks(contract):
        yield Mutant(f"leak/{id}", apply)


_LISTS = {
    "content": "contentMembers",
    "messages": "messageMembers",
    "credentials": "credentialMembers",
    "suffixes": "credentialSuffixes",
}


def _leaks(contract: Contract) -> Iterator[tuple[str, Apply]]:
    tables: dict[str, Any] = {name: frozenset(contract.leaks[key]) for name, key in _LISTS.items()}
    tables["suffixes"] = tuple(contract.leaks["credentialSuffixes"])
    patterns = lower(contract).leaks.values
    values = tuple((one["id"], one["pattern"], tuple(one["keywords"])) for one in contract.leaks["credentialValues"])

    def scanner(**changes: Any) -> Apply:
        return lambda subject: _scan_with(subject, subject.leaks.LeakScanner(**{**tables, "values": values, **changes}))

    yield "content-member:off", scanner(content=frozenset())
    yield "message:off", scanner(messages=frozenset())
    yield "credential-member:off", scanner(credentials=frozenset(), suffixes=())
    yield "credential-value:off", scanner(values=())
    for name, key in _LISTS.items():
        for entry in contract.leaks[key]:
            rest = [other for other in contract.leaks[key] if other != entry]
            yield f"names/{key}:drop {entry}", scanner(**{name: type(tables[name])(rest)})
    for index, (id, pattern, keywords) in enumerate(values):
        others = values[:index] + values[index + 1 :]
        yield f"credential-value/{id}:off", scanner(values=others)
        for fault in faults(patterns[index], patterns):
            wrong = (id, fault.pattern, keywords)
            yield (
                f"credential-value/{id}:{fault.slug}, {fault.title}",
                scanner(values=(*values[:index], wrong, *values[index + 1 :])),
            )
        for keyword in keywords if len(keywords) > 1 else ():
            fewer = (id, pattern, tuple(other for other in keywords if other != keyword))
            yield (
                f"credential-value/{id}:without keyword {keyword}",
                scanner(values=(*values[:index], fewer, *values[index + 1 :])),
            )

    def normal(function: Callable[[str], str]) -> Apply:
        def apply(subject: Subject) -> None:
            subject.set(subject.leaks, "normalise", function)
            _scan_with(subject, subject.leaks.LeakScanner(**tables, values=values))

        return apply

    yield "names:compared with case", normal(lambda name: name.translate(dict.fromkeys(map(ord, "_-. "))))
    for separator in "_-. ":
        apart = "".join(other for other in "_-. " if other != separator)
        called = {"_": "underscores", "-": "hyphens", ".": "dots", " ": "spaces"}[separator]
        yield f"names:compared with {called}", normal(_normal_without(apart))
    yield (
        "names:every credential counts at the end of longer ones",
        lambda subject: _scan_with(subject, _ending(subject, tables, values)),
    )
    yield (
        "names:known members are reported",
        lambda subject: subject.set(subject.validator._schema, "KNOWN_NAMES", frozenset()),
    )
    for name in sorted(("attempts", "routeRejections")):
        rest_of = frozenset({"attempts", "routeRejections"} - {name})
        yield f"message:off below {name}", _textless(rest_of)
    yield "message:anywhere", scanner(content=tables["content"] | tables["messages"])
    yield "precedence:message before content", _message_first
    yield "scope:known members are not looked at", _scanning(_only_unknown)
    yield "scope:unknown members are not looked at", _scanning(_only_known)
    yield "scope:names have no shapes", _no_shapes
    yield "scope:the root alone", _scanning(_root)
    yield "scope:arrays are not entered", _scanning(_no_arrays)
    yield (
        "scope:the whole carrier",
        lambda subject: subject.set(subject.validator, "_records", lambda value, has_error: [("", value)]),
    )
    yield "scope:no carrier", lambda subject: subject.set(subject.validator, "_records", lambda value, has_error: [])
    yield (
        "scope:not the record of an error in a carrier",
        lambda subject: subject.set(
            subject.validator,
            "_records",
            lambda value, has_error: [("/provenance", value["provenance"])] if "provenance" in value else [],
        ),
    )
    yield "phases:no leak of a record that a reader refuses", _leaks_of_the_valid
    yield "phases:no leak of a record of another version", _leaks_of_the_known


def _normal_without(apart: str) -> Callable[[str], str]:
    """Names compared after only these characters are removed."""
    return lambda name: name.lower().translate(dict.fromkeys(map(ord, apart)))


def _textless(names: frozenset[str]) -> Apply:
    return lambda subject: subject.set(subject.leaks, "TEXTLESS", names)


def _message_first(subject: Subject) -> None:
    """A name that says message and content is reported as a message where messages count."""
    scanner = subject.leaks.LeakScanner
    judge, message = scanner._judge, subject.leaks.MESSAGE

    def judge_message_first(self: Any, name: str) -> Any:
        anywhere, textless, shape = judge(self, name)
        is_message = subject.leaks.normalise(name) in self._messages
        verdict = (anywhere, message if is_message else textless, shape)
        self._names[name] = verdict
        return verdict

    subject.set(scanner, "_judge", judge_message_first)
    data = subject.leaks.data
    fresh = scanner(
        content=data.CONTENT_MEMBERS,
        messages=data.MESSAGE_MEMBERS,
        credentials=data.CREDENTIAL_MEMBERS,
        suffixes=data.CREDENTIAL_SUFFIXES,
        values=data.CREDENTIAL_VALUES,
    )
    _scan_with(subject, fresh)


def _scan_with(subject: Subject, scanner: Any) -> None:
    subject.set(subject.validator, "scan", scanner.scan)
    subject.set(subject.checks, "credential_in", scanner.credential_in)


def _ending(subject: Subject, tables: Any, values: Any) -> Any:
    every = tuple(tables["credentials"])
    return subject.leaks.LeakScanner(**{**tables, "suffixes": every}, values=values)


def _scanning(change: Callable[[Any, frozenset[str]], Any]) -> Apply:
    """A subject that looks for leaks in what `change` makes of a record and the names that its contract knows."""

    def apply(subject: Subject) -> None:
        scan = subject.validator.scan
        subject.set(subject.validator, "scan", lambda value, prefix, known: scan(change(value, known), prefix, known))

    return apply


def _members(value: Any, keep: Callable[[str, Any], Any]) -> Any:
    """`value` with every member, at any depth, replaced by what `keep` makes of its name and value."""
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


def _only_unknown(value: Any, known: frozenset[str]) -> Any:
    return _members(value, lambda name, item: "" if name in known and isinstance(item, str) else item)


def _only_known(value: Any, known: frozenset[str]) -> Any:
    return _members(value, lambda name, item: item if name in known else "")


def _root(value: Any, known: frozenset[str]) -> Any:
    return (
        {name: item if isinstance(item, str) else 0 for name, item in value.items()}
        if isinstance(value, dict)
        else value
    )


def _no_arrays(value: Any, known: frozenset[str]) -> Any:
    return _members(value, lambda name, item: item if not isinstance(item, list) else 0)


def _no_shapes(subject: Subject) -> None:
    """Names of members are not looked at for the shape of a credential."""
    scan = subject.validator.scan
    subject.set(
        subject.validator,
        "scan",
        lambda value, prefix, known: [
            one for one in scan(value, prefix, known) if "name of a member" not in one.message
        ],
    )


def _leaks_of_the_valid(subject: Subject) -> None:
    judge_value = subject.validator.judge_value

    def judge(value: Any, carrier: Any) -> Any:
        findings = judge_value(value, carrier)
        if any(one.level == "reader" for one in findings):
            return [one for one in findings if not one.rule.startswith("leak/")]
        return findings

    subject.set(subject.validator, "judge_value", judge)


def _leaks_of_the_known(subject: Subject) -> None:
    judge_value = subject.validator.judge_value

    def judge(value: Any, carrier: Any) -> Any:
        findings = judge_value(value, carrier)
        if isinstance(value, dict) and subject.validator._is_unknown_version(value):
            return [one for one in findings if not one.rule.startswith("leak/")]
        return findings

    subject.set(subject.validator, "judge_value", judge)
