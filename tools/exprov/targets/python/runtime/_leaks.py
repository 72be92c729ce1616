"""The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.

All findings are writer level. None repeats a value, and a path that would repeat a secret, because a member's *name*
has the shape of one, is cut at the parent of that member.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._messages import Say
from ._number import ExactNumber
from ._place import Found, Out, Place
from ._text import is_text

CREDENTIAL_MEMBER = "leak/credential-member"
CONTENT_MEMBER = "leak/content-member"
MESSAGE = "leak/message"
CREDENTIAL_VALUE = "leak/credential-value"

_LISTS = ("contentMembers", "messageMembers", "credentialMembers", "credentialSuffixes")

# Bounds of the memory for strings and names that were looked at before: ids and member names recur in a log.
_MEMO_ENTRIES = 4096
_MEMO_LENGTH = 128

# Classes whose values hold nothing to look at.
_SCALARS = frozenset({int, bool, float, type(None), ExactNumber})

# What is left of a container by position, its members as pairs; its place, whether free text is a leak there, and whether its
# place was cut.
_Frame = tuple[Iterator[tuple[int, Any]], bool, Place | None, bool, bool]
# What a name says anywhere, what it says where free text is a leak, and the id of the credential it has the shape of.
_NameVerdict = tuple[str | None, str | None, str | None]


class LeakScanner:
    """The leak tables of a program, compiled. Instances may be shared between threads."""

    def __init__(self, tables: Mapping[str, Any], say: Say) -> None:
        self._say = say
        # ASCII letters and those listed are folded, no others, so that every language normalises alike.
        self._normal = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
        self._normal |= {ord(folded): letter for folded, letter in tables["folded"].items()}
        self._normal |= dict.fromkeys(map(ord, tables["separators"]), "")
        redacted = tables["redacted"]
        self._redacted, self._fill, self._brackets = (
            frozenset(redacted["words"]),
            redacted["fill"],
            redacted["brackets"],
        )
        self._content = frozenset(tables["contentMembers"])
        self._messages = frozenset(tables["messageMembers"])
        self._credentials = frozenset(tables["credentialMembers"])
        self._suffixes = tuple(tables["credentialSuffixes"])
        self._textless = frozenset(tables["textlessMembers"])
        self._longest = max(map(len, self._content | self._messages | self._credentials | {*self._suffixes, ""}))
        self._known = frozenset(tables["knownMembers"])
        self._patterns: list[tuple[str, str, list[str]]] = [
            (one["id"], one["pattern"], one["keywords"]) for one in tables["values"]
        ]
        self._keywords = re.compile(_any_of(keyword for _, _, keywords in self._patterns for keyword in keywords))
        self._names: dict[str, _NameVerdict] = {}
        self._safe: set[str] = set()

    def normalise(self, name: str) -> str:
        """The form in which member names are compared: letters folded, separators removed."""
        return name.translate(self._normal)

    def _forms(self, name: str) -> Iterator[str]:
        """The forms in which one name is compared: itself, and the tails of its segments without those of digits alone."""
        yield self.normalise(name)
        if "." not in name:
            return
        tail = ""
        for segment in reversed(name.split(".")):
            if not (segment.isascii() and segment.isdigit()):
                tail = self.normalise(segment) + tail
                yield tail
                # A longer tail is not in any list, and ends as this one does.
                if len(tail) > self._longest:
                    return

    def credential_in(self, text: str) -> str | None:
        """The id of the first pattern that `text` matches anywhere, with a secret part that is not redacted.

        None if there is none. Linear in the length of `text`.
        """
        if text in self._safe:
            return None
        if not self.is_surely_safe(text):
            lowered = text.lower()
            for id, pattern, keywords in self._patterns:
                for keyword in keywords:
                    if keyword in lowered:
                        # re keeps what it compiled; most runs never need most of the patterns.
                        if any(not self._is_redacted(match) for match in re.finditer(pattern, text)):
                            return id
                        break
        self._remember(text)
        return None

    def is_surely_safe(self, text: str) -> bool:
        """Whether `text` has not even one of the keywords of credentials. Linear in its length."""
        return self._keywords.search(text.lower()) is None

    def _is_redacted(self, match: re.Match[str]) -> bool:
        """Whether the secret part of a match says only that it was taken out."""
        secret = match[match.lastindex].strip(self._brackets) if match.lastindex else ""
        if not secret.strip(self._fill):
            return secret != ""
        return secret.isascii() and secret.lower() in self._redacted

    def _remember(self, text: str) -> None:
        if len(text) <= _MEMO_LENGTH:
            if len(self._safe) >= _MEMO_ENTRIES:
                self._safe.clear()
            self._safe.add(text)

    def is_nameable(self, name: str) -> bool:
        """Whether a pointer may run through `name`: it is Unicode text, and does not have the shape of a credential."""
        return is_text(name) and self.credential_in(name) is None

    def scan(self, value: object, place: Place | None, out: Out) -> None:
        """Append every leak of the record `value`, of any shape and depth, which is at `place`."""
        if self._is_clean(value):
            return
        if isinstance(value, str):
            self._look_at(value, place, out)
            return
        root, safe = place, self._safe
        known, names = self._known, self._names
        frames: list[_Frame] = [_frame(value, place, False, False)] if isinstance(value, (dict, list)) else []
        while frames:
            rest, is_object, place, textless, cut = frames[-1]
            for position, item in rest:
                name: Any
                name, child = item if is_object else (position, item)
                hidden = cut
                if is_object and name not in known:
                    anywhere, below, shape = names.get(name) or self._judge(name)
                    # A name that is not text cannot be part of a pointer either.
                    hidden = cut or shape is not None or not is_text(name)
                    here = place if hidden else (place, name, position)
                    rule = below if textless else anywhere
                    if rule is not None:
                        out.append(Found(rule, here, "writer", self._say(rule)))
                    if shape is not None:
                        message = self._say("leak/credential-value:name", id=shape)
                        out.append(Found(CREDENTIAL_VALUE, here, "writer", message))
                else:
                    kind = type(child)
                    if kind in _SCALARS or (kind is str and child in safe):
                        continue
                    here = place if cut else (place, name, position)
                if isinstance(child, str):
                    if child not in safe:
                        self._look_at(child, here, out)
                elif isinstance(child, (dict, list)) and child:
                    below_text = textless or (place is root and not cut and name in self._textless)
                    frames.append(_frame(child, here, below_text, hidden))
                    break
            else:
                frames.pop()

    def _look_at(self, text: str, place: Place | None, out: Out) -> None:
        id = self.credential_in(text)
        if id is not None:
            out.append(Found(CREDENTIAL_VALUE, place, "writer", self._say(CREDENTIAL_VALUE, id=id)))

    def _is_clean(self, value: object) -> bool:
        """Whether `scan` would find nothing. May say no where it would not: any name counts as if free text were a leak."""
        safe, known = self._safe, self._known
        pending: list[Iterable[object]] = [(value,)]
        for container in pending:  # it grows meanwhile
            children = container
            if isinstance(container, dict):
                if not known.issuperset(container):
                    for name in container:
                        if name not in known and any(self._names.get(name) or self._judge(name)):
                            return False
                children = container.values()
            for child in children:
                kind = type(child)
                if kind is str:
                    if child not in safe:
                        if not self.is_surely_safe(child):  # type: ignore[arg-type]
                            return False
                        self._remember(child)  # type: ignore[arg-type]
                elif kind not in _SCALARS:
                    if not isinstance(child, (dict, list)):
                        return False
                    pending.append(child)
        return True

    def _judge(self, name: str) -> _NameVerdict:
        verdict = self.verdict(name)
        if len(name) <= _MEMO_LENGTH:
            if len(self._names) >= _MEMO_ENTRIES:
                self._names.clear()
            self._names[name] = verdict
        return verdict

    def verdict(self, name: str) -> _NameVerdict:
        """What a name that the contract does not know says."""
        forms = set(self._forms(name))
        anywhere: str | None = None
        if forms & self._credentials or any(form.endswith(self._suffixes) for form in forms):
            anywhere = CREDENTIAL_MEMBER
        elif forms & self._content:
            anywhere = CONTENT_MEMBER
        return anywhere, anywhere or (MESSAGE if forms & self._messages else None), self.credential_in(name)


def with_extra(tables: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """The leak tables of a program with a team's own names and patterns, in the form of `leaks.json`. Nothing is taken away.

    Raises ValueError for a name that the contract gives a member of records, which is never a leak.
    """
    values = [*tables["values"], *extra.get("credentialValues", ())]
    lists = {name: [*tables[name], *extra.get(name, ())] for name in _LISTS}
    known = {_separated(name, tables["separators"]): name for name in tables["knownMembers"]}
    for name in _LISTS:
        for added in extra.get(name, ()):
            if added in known:
                raise ValueError(f"{name}: {added!r} is the member {known[added]!r} of the contract; remove it")
    return {**tables, **lists, "values": values}


def _separated(name: str, separators: str) -> str:
    return name.lower().translate(dict.fromkeys(map(ord, separators), ""))


def _any_of(literals: Iterable[str]) -> str:
    """A pattern for any of the literals, grouped by their first characters, which the engine then tests only once.

    A literal that contains another is left out, since the other finds it too.
    """
    kept: list[str] = []
    for literal in sorted(set(literals), key=lambda literal: (len(literal), literal)):
        if not any(shorter in literal for shorter in kept):
            kept.append(literal)
    groups: dict[str, list[str]] = {}
    for literal in kept:
        groups.setdefault(literal[0], []).append(re.escape(literal[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in groups.items()) or "(?!)"


def _frame(value: dict[str, Any] | list[Any], place: Place | None, textless: bool, cut: bool) -> _Frame:
    if isinstance(value, list):
        return enumerate(value), False, place, textless, cut
    members = value.items()
    if len(members) == len(value):
        return enumerate(members), True, place, textless, cut
    # A member that is repeated is at the position where its name came first.
    positions = {name: position for position, name in enumerate(value)}
    return iter([(positions[name], (name, item)) for name, item in members]), True, place, textless, cut
