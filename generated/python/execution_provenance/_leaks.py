# Generated from tools/exprov/targets/python/runtime/_leaks.py by `exprov generate`; edit that and run it again.
"""The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.

All findings are writer level. None repeats a value, and a path that would repeat a secret, because a member's *name*
has the shape of one, is cut at the parent of that member.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from . import _leak_data as data
from ._finding import Finding
from ._number import Number
from ._text import escape, is_text

CREDENTIAL_MEMBER = "leak/credential-member"
CONTENT_MEMBER = "leak/content-member"
MESSAGE = "leak/message"
CREDENTIAL_VALUE = "leak/credential-value"

# The members of a record that hold attempts and rejections, below which free text is a leak.
TEXTLESS = frozenset({"attempts", "routeRejections"})

_MESSAGES = {
    CREDENTIAL_MEMBER: "the name of this member says that it holds a credential; no credential belongs in a record",
    CONTENT_MEMBER: "the name of this member says that it holds request content or a provider payload; leave it out",
    MESSAGE: "free text on an attempt or a rejection can hold anything that a provider said; state codes only",
}

# ASCII letters alone are lowered, so that every language normalises alike.
_NORMAL = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} | dict.fromkeys(map(ord, "_-. "))

# Bounds of the memory for strings and names that were looked at before: ids and member names recur in a log.
_MEMO_ENTRIES = 4096
_MEMO_LENGTH = 128

# Paths can be as long as a record, and findings as many as its members: what they hold together is bounded. Beyond it,
# a finding's path is that of the whole record.
_MAX_PATH_TEXT = 1 << 24

# Classes whose values hold nothing to look at.
_SCALARS = frozenset({int, bool, float, type(None), Number})

# Where a container stands: its parent's place and its own token, or None for the root of the scan.
_Place = tuple["_Place", str] | None
# What is left of a container (members by name, items by index), its place, whether it lies below TEXTLESS, and whether
# its place was cut.
_Frame = tuple[Iterator[tuple[str | int, object]], _Place, bool, bool]
# What a name says anywhere, what it says below TEXTLESS, and the id of the credential it has the shape of.
_NameVerdict = tuple[str | None, str | None, str | None]


def normalise(name: str) -> str:
    """The form in which member names are compared: ASCII letters lowered, `_`, `-`, `.` and spaces removed."""
    return name.translate(_NORMAL)


class LeakScanner:
    """The tables of one contract version, compiled.

    `values` holds `(id, pattern, keywords)`: a string can match the pattern only if its lower-case form contains one of
    the keywords. Instances may be shared between threads.
    """

    __slots__ = ("_content", "_credentials", "_keywords", "_messages", "_names", "_patterns", "_safe", "_suffixes")

    def __init__(
        self,
        *,
        content: frozenset[str],
        messages: frozenset[str],
        credentials: frozenset[str],
        suffixes: tuple[str, ...],
        values: Iterable[tuple[str, str, tuple[str, ...]]],
    ) -> None:
        self._content = content
        self._messages = messages
        self._credentials = credentials
        self._suffixes = suffixes
        self._patterns = tuple(values)
        self._keywords = re.compile(_any_of(keyword for _, _, keywords in self._patterns for keyword in keywords))
        self._names: dict[str, _NameVerdict] = {}
        self._safe: set[str] = set()

    def credential_in(self, text: str) -> str | None:
        """The id of the first pattern that `text` matches anywhere; None if there is none. Linear in its length."""
        if text in self._safe:
            return None
        lowered = text.lower()
        if self._keywords.search(lowered) is not None:
            for id, pattern, keywords in self._patterns:
                for keyword in keywords:
                    if keyword in lowered:
                        # re keeps what it compiled; most runs never need most of the patterns.
                        if re.search(pattern, text) is not None:
                            return id
                        break
        self._remember(text)
        return None

    def _is_safe(self, text: str) -> bool:
        """Whether `text` surely has no credential: it has not even one of the keywords. Linear in its length."""
        if self._keywords.search(text.lower()) is not None:
            return False
        self._remember(text)
        return True

    def _remember(self, text: str) -> None:
        if len(text) <= _MEMO_LENGTH:
            if len(self._safe) >= _MEMO_ENTRIES:
                self._safe.clear()
            self._safe.add(text)

    def scan(self, value: object, prefix: str = "", known: frozenset[str] = frozenset()) -> list[Finding]:
        """Every leak of a record, in document order.

        `value` is the parsed record (dict, list, str and scalars, of any shape and depth); `prefix` the JSON Pointer at
        which it stands; `known` holds the names of the contract's own members, never reported for their name.
        """
        findings: list[Finding] = []
        if self._is_clean(value, known):
            return findings
        if isinstance(value, str):
            id = self.credential_in(value)
            if id is not None:
                findings.append(_value_finding(id, prefix, "string"))
            return findings
        frames: list[_Frame] = []
        room = _MAX_PATH_TEXT
        if isinstance(value, dict):
            frames.append((iter(value.items()), None, False, False))
        elif isinstance(value, (list, tuple)):
            frames.append((enumerate(value), None, False, False))
        safe = self._safe
        while frames:
            members, place, textless, cut = frames[-1]
            for name, child in members:
                if name in known or isinstance(name, int):
                    kind = type(child)
                    if kind in _SCALARS or (kind is str and child in safe):
                        continue
                    hidden = cut
                    here = place if cut else (place, str(name))
                else:
                    verdict = self._names.get(name) or self._judge(name)
                    shape = verdict[2]
                    # A name that is no text cannot stand in a pointer either.
                    hidden = cut or shape is not None or not is_text(name)
                    here = place if hidden else (place, name)
                    rule = verdict[1] if textless else verdict[0]
                    if rule is not None:
                        path = _pointer(prefix, here) if room > 0 else prefix
                        room -= len(path)
                        findings.append(Finding(rule, path, "writer", _MESSAGES[rule]))
                    if shape is not None:
                        path = _pointer(prefix, here) if room > 0 else prefix
                        room -= len(path)
                        findings.append(_value_finding(shape, path, "name of a member"))
                if isinstance(child, str):
                    if child not in safe:
                        id = self.credential_in(child)
                        if id is not None:
                            path = _pointer(prefix, here) if room > 0 else prefix
                            room -= len(path)
                            findings.append(_value_finding(id, path, "string"))
                elif isinstance(child, (dict, list, tuple)) and child:
                    inner = iter(child.items()) if isinstance(child, dict) else enumerate(child)
                    below = textless or (place is None and not cut and name in TEXTLESS)
                    frames.append((inner, here, below, hidden))
                    break
            else:
                frames.pop()
        return findings

    def _is_clean(self, value: object, known: frozenset[str]) -> bool:
        """Whether `scan` would find nothing. May say no where it would not: names count as if below TEXTLESS."""
        safe = self._safe
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
                    if child not in safe and not self._is_safe(child):  # type: ignore[arg-type]
                        return False
                elif kind not in _SCALARS:
                    if not isinstance(child, (dict, list)):
                        return False
                    pending.append(child)
        return True

    def _judge(self, name: str) -> _NameVerdict:
        normal = normalise(name)
        anywhere: str | None = None
        if normal in self._credentials or normal.endswith(self._suffixes):
            anywhere = CREDENTIAL_MEMBER
        elif normal in self._content:
            anywhere = CONTENT_MEMBER
        verdict = (
            anywhere,
            anywhere or (MESSAGE if normal in self._messages else None),
            self.credential_in(name),
        )
        if len(name) <= _MEMO_LENGTH:
            if len(self._names) >= _MEMO_ENTRIES:
                self._names.clear()
            self._names[name] = verdict
        return verdict


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


def _pointer(prefix: str, place: _Place) -> str:
    tokens: list[str] = []
    while place is not None:
        place, token = place
        tokens.append(escape(token))
    tokens.append(prefix)
    tokens.reverse()
    return "/".join(tokens)


def _value_finding(id: str, path: str, what: str) -> Finding:
    return Finding(CREDENTIAL_VALUE, path, "writer", f"a {what} here has the shape of a credential ({id}); remove it")


SCANNER = LeakScanner(
    content=data.CONTENT_MEMBERS,
    messages=data.MESSAGE_MEMBERS,
    credentials=data.CREDENTIAL_MEMBERS,
    suffixes=data.CREDENTIAL_SUFFIXES,
    values=data.CREDENTIAL_VALUES,
)
credential_in = SCANNER.credential_in
scan = SCANNER.scan


def is_nameable(name: str) -> bool:
    """Whether a pointer may run through `name`: it is Unicode text, and has not the shape of a credential."""
    return is_text(name) and credential_in(name) is None
