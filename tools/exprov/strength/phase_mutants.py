"""The checks that are no keyword and no rule, each switched off: reading, what names and texts may be, and leaks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from exprov.model import Contract
from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject
from exprov.suite.value_faults import faults

# What lenient readers take, as the edit that makes JSON of it: name -> (what is found, what stands for it).
_LENIENT = {
    "trailing comma accepted": (r",(\s*[\]}])", r"\1"),
    "doubled comma accepted": (r",(?=\s*,)", ""),
    "leading comma accepted": (r"([{\[])\s*,", r"\1"),
    "comments accepted": (r"/\*.*?\*/|(?://|#)[^\n]*(?=\n)", ""),
    "single quotes accepted": (r"'([^'\"]*)'", r'"\1"'),
    "names without quotes accepted": (r"(?<=[{,])([A-Za-z]\w*)(?=\s*:)", r'"\1"'),
    "NaN and infinities accepted": (r"(?<=:)-?(?:NaN|Infinity)", "1e999"),
    "leading zeros accepted": (r"(?<=[:,\[])(-?)0+(?=[0-9])", r"\1"),
    "a plus sign accepted": (r"(?<=[:,\[])\+(?=[0-9])", ""),
    "a point first accepted": (r"(?<=[:,\[])\.(?=[0-9])", "0."),
    "a point last accepted": (r"(?<=[0-9])\.(?=[,\]}])", ".0"),
    "hexadecimal numbers accepted": (r"(?<=[:,\[])0x([0-9])(?=[,\]}])", r"\1"),
    "literals in capitals accepted": (r"(?<=[:,\[])(?:True|TRUE)(?=[,\]}])", "true"),
    "control characters in strings accepted": (r"[\x00-\x1f](?=[^\"]*\"[,}\]])", " "),
    "unknown escapes accepted": (r"\\(?![\"\\/bfnrtu])", ""),
    "white space of Unicode accepted": ("(?<=[,:{\\[])[\\x0b\\x0c\\x85\\xa0\\u2028\\u2029]", " "),
    "a second value accepted": (r"\}\s*\{\}\s*$", "}"),
    "text after the value accepted": (r"\}[^}\]\"]+$", "}"),
    "text before the value accepted": (r"^[^{\"\[]+(?=\{)", ""),
    "a record separator accepted": ("^\x1e", ""),
    "an unclosed object accepted": (r"\]$", "]}"),
    "no text is no record": (r"^\s*$", "null"),
}


def mutants(contract: Contract) -> Iterator[Mutant]:
    """The mutants of the parse phase, of the checks around the schemas, and of the leak phase."""
    for id, apply in _parse():
        yield Mutant(f"parse/{id}", apply, parses=True)
    for id, apply in _texts():
        yield Mutant(f"schema/{id}", apply)
    for id, apply in _order(contract):
        yield Mutant(f"schema/{id}", apply)
    for id, apply in _compared():
        yield Mutant(f"rule/{id}", apply)
    for id, apply in _leaks(contract):
        yield Mutant(f"leak/{id}", apply)
    id = "leak/phases:no leak of a text with a repeated member or a lone surrogate"
    yield Mutant(id, _reading(_hiding), parses=True)


# --- parse ------------------------------------------------------------------------------------------------------------

Read = Callable[[bytes, Any], Any]


def _reading(change: Callable[[Subject, Read], Read]) -> Apply:
    """A subject that reads text in another way: `change` gets the way in which it does, and returns the other."""

    def apply(subject: Subject) -> None:
        subject.set(subject.validator, "read_whole", change(subject, subject.validator.read_whole))

    return apply


def _parse() -> Iterator[tuple[str, Apply]]:
    for rule in ("duplicate-member", "lone-surrogate", "byte-order-mark"):
        yield f"{rule}:off", _reading(_overlooking(f"json/{rule}"))
    yield "duplicate-member:first wins", _reading(_overlooking("json/duplicate-member", plain=_first))
    for name, holds in (
        ("at the root alone", lambda path: path.count("/") == 1),
        ("below the root alone", lambda path: path.count("/") > 1),
    ):
        yield f"duplicate-member:off {name}", _reading(_overlooking("json/duplicate-member", holds))
    yield "duplicate-member:compared before escapes are read", _reading(_unless_escaped)
    yield "duplicate-member:compared without case", _reading(_without_case)
    yield "lone-surrogate:off in names", _reading(_overlooking("json/lone-surrogate", _is_of_name))
    yield "byte-order-mark:refused", _reading(_refused_mark)
    yield "encoding:off", _reading(_decoded(lambda data: data.decode("utf-8", "replace")))
    yield "encoding:Latin-1 accepted", _reading(_decoded(_latin))
    yield "encoding:overlong forms accepted", _reading(_decoded(_overlong))
    yield "encoding:surrogates accepted", _reading(_decoded(_surrogates))
    yield "encoding:UTF-16 accepted", _reading(_decoded(_utf_16))
    yield "byte-order-mark:ends the judging", _reading(_ended_by_mark)
    yield "phases:the first finding alone", _reading(_first_found)
    yield "limit:bytes counted as characters", _reading(_measured(lambda data: data.decode("utf-8", "replace")))
    yield "limit:bytes counted without the mark", _reading(_measured(lambda data: data.removeprefix(b"\xef\xbb\xbf")))
    yield "limit:judged after the encoding", _reading(_encoding_first)
    for name in ("bytes", "depth"):
        yield f"limit:{name} off", _limit(f"max_{name}", None)
        yield f"limit:{name} one more", _limit(f"max_{name}", 1)
        yield f"limit:{name} one less", _limit(f"max_{name}", -1)
    yield "syntax:off", _reading(_overlooking("json/syntax"))
    for name, (found, instead) in _LENIENT.items():
        yield f"syntax:{name}", _reading(_lenient(re.compile(found, re.DOTALL), instead))


def _overlooking(
    rule: str, holds: Callable[[str], bool] = lambda path: True, plain: Callable[[Any], Any] | None = None
) -> Callable[[Subject, Read], Read]:
    """Without the findings of `rule` whose path `holds`; of members that stand twice, the last one wins."""

    def change(subject: Subject, read: Read) -> Read:
        absent = subject.read.ABSENT

        def overlook(data: bytes, limits: Any) -> Any:
            value, findings, parsed = read(data, limits)
            left = [one for one in findings if one.rule != rule or not holds(one.path)]
            if len(left) == len(findings):
                return value, findings, parsed
            if value is absent and not any(one.level == "reader" for one in left):
                value = parsed = (plain or _last)(parsed if parsed is not absent else {})
            return value, left, parsed

        return overlook

    return change


def _last(value: Any) -> Any:
    """`value` without what the explaining route keeps of repeated members."""
    if isinstance(value, dict):
        return {name: _last(value[name]) for name in dict.keys(value)}
    return [_last(item) for item in value] if isinstance(value, list) else value


def _first(value: Any) -> Any:
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        for name, item in value.items():
            result.setdefault(name, _first(item))
        return result
    return [_first(item) for item in value] if isinstance(value, list) else value


def _is_of_name(path: str) -> bool:
    """Whether the path is that of an object: no pointer can hold a name with a lone surrogate."""
    return path in ("", "/x")


def _unless_escaped(subject: Subject, read: Read) -> Read:
    overlook = _overlooking("json/duplicate-member")(subject, read)

    def raw(data: bytes, limits: Any) -> Any:
        return (overlook if b"\\u00" in data else read)(data, limits)

    return raw


def _without_case(subject: Subject, read: Read) -> Read:
    def look(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if isinstance(value, dict) and len({name.lower() for name in value}) != len(value):
            findings = [*findings, subject.checks.Finding("json/duplicate-member", "", "reader", "")]
            value = subject.read.ABSENT
        return value, findings, parsed

    return look


def _refused_mark(subject: Subject, read: Read) -> Read:
    def refuse(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if any(one.rule == "json/byte-order-mark" for one in findings):
            return subject.read.ABSENT, [subject.checks.Finding("json/syntax", "", "reader", "")], parsed
        return value, findings, parsed

    return refuse


def _ended_by_mark(subject: Subject, read: Read) -> Read:
    def end(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if any(one.rule == "json/byte-order-mark" for one in findings):
            return subject.read.ABSENT, findings, subject.read.ABSENT
        return value, findings, parsed

    return end


def _first_found(subject: Subject, read: Read) -> Read:
    def first(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        return value, findings[:1], parsed

    return first


def _measured(measure: Callable[[bytes], Any]) -> Callable[[Subject, Read], Read]:
    """With the limit of size compared with the length of what `measure` makes of the text."""

    def change(subject: Subject, read: Read) -> Read:
        def measured(data: bytes, limits: Any) -> Any:
            most = len(data) if len(measure(data)) <= limits.max_bytes else limits.max_bytes
            return read(data, type(limits)(max_bytes=most, max_depth=limits.max_depth))

        return measured

    return change


def _encoding_first(subject: Subject, read: Read) -> Read:
    def decoded(data: bytes, limits: Any) -> Any:
        try:
            data.decode()
        except UnicodeDecodeError:
            return read(data, type(limits)(max_bytes=len(data), max_depth=limits.max_depth))
        return read(data, limits)

    return decoded


def _decoded(decode: Callable[[bytes], str]) -> Callable[[Subject, Read], Read]:
    """With another decoding of bytes that are no UTF-8."""

    def change(subject: Subject, read: Read) -> Read:
        def decoded(data: bytes, limits: Any) -> Any:
            result = read(data, limits)
            if all(one.rule != "json/encoding" for one in result[1]):
                return result
            try:
                return read(decode(data).encode(), limits)
            except UnicodeError:
                return result

        return decoded

    return change


def _latin(data: bytes) -> str:
    return data.decode("latin-1")


def _overlong(data: bytes) -> str:
    return re.sub(
        rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}", b"/", data
    ).decode()


def _surrogates(data: bytes) -> str:
    return re.sub(rb"\xed[\xa0-\xbf][\x80-\xbf]", b"?", data).decode()


def _utf_16(data: bytes) -> str:
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnicodeError
    return data.decode("utf-16")


def _limit(name: str, change: int | None) -> Apply:
    """With a limit that is higher or lower by `change`; None: with none at all."""

    def reading(subject: Subject, read: Read) -> Read:
        def limited(data: bytes, limits: Any) -> Any:
            bounds = {"max_bytes": limits.max_bytes, "max_depth": limits.max_depth}
            bounds[name] = bounds[name] + change if change is not None else 1 << 30
            return read(data, type(limits)(**bounds))

        return limited

    return _reading(reading)


def _lenient(found: re.Pattern[str], instead: str) -> Callable[[Subject, Read], Read]:
    def change(subject: Subject, read: Read) -> Read:
        def forgiving(data: bytes, limits: Any) -> Any:
            result = read(data, limits)
            if all(one.rule != "json/syntax" for one in result[1]):
                return result
            repaired = read(found.sub(instead, data.decode()).encode(), limits)
            return result if repaired[0] is subject.read.ABSENT else repaired

        return forgiving

    return change


# --- numbers and texts ------------------------------------------------------------------------------------------------


def _texts() -> Iterator[tuple[str, Apply]]:
    def number(name: str, function: Any) -> Apply:
        return lambda subject: subject.set(subject.number.Number, name, function)

    yield "integer-form:off", number("is_plain", lambda self: True)
    yield "integer-form:off for a minus sign of zero", number("is_plain", lambda self: self.text.lstrip("-").isdigit())
    yield (
        "integer-form:off for a fraction",
        number("is_plain", lambda self: self.text != "-0" and not re.search("[eE]", self.text)),
    )
    yield (
        "integer-form:off for an exponent",
        number("is_plain", lambda self: self.text != "-0" and "." not in self.text),
    )
    yield "type:a fraction of zero is no integer", number("is_integer", lambda self: self.text.lstrip("-").isdigit())
    yield "type:integers are judged as doubles", number("is_integer", lambda self: _double(self.text).is_integer())
    yield (
        "maximum:bounds are judged as doubles",
        number("compare", lambda self, other: _compare(_double(self.text), float(other))),
    )

    def clean(function: Callable[[Any], Callable[[str], bool]]) -> Apply:
        return lambda subject: subject.set(subject.checks, "is_clean", function(subject.checks))

    yield "identifier-text:off", clean(lambda checks: lambda text: True)
    yield (
        "identifier-text:off for blank ones",
        clean(lambda checks: lambda text: not text.strip() or checks._UNPRINTABLE.search(text) is None),
    )
    yield (
        "identifier-text:off for unprintable ones",
        clean(lambda checks: lambda text: checks._BLANK.fullmatch(text) is None),
    )
    for name, characters in (
        ("C0 controls", "\\x00-\\x1f"),
        ("the null character", "\\x00"),
        ("the delete character", "\\x7f"),
        ("C1 controls", "\\x80-\\x9f"),
        ("noncharacters U+FDD0 to U+FDEF", "\\ufdd0-\\ufdef"),
        ("noncharacters at a plane's end", "\\ufffe\\uffff\\U0001fffe\\U0001ffff\\U0010fffe\\U0010ffff"),
    ):
        apart = re.compile(f"[{characters}]")
        yield f"identifier-text:off for {name}", clean(_without(apart))
    yield (
        "identifier-text:blank ones by ASCII alone",
        clean(
            lambda checks: lambda text: checks._UNPRINTABLE.search(text) is None and re.fullmatch(" *", text) is None
        ),
    )
    yield (
        "identifier-text:separators are unprintable",
        clean(lambda checks: lambda text: text.isprintable() and checks._BLANK.fullmatch(text) is None),
    )


def _without(apart: re.Pattern[str]) -> Callable[[Any], Callable[[str], bool]]:
    def change(checks: Any) -> Callable[[str], bool]:
        is_clean: Callable[[str], bool] = checks.is_clean
        return lambda text: is_clean(apart.sub("x", text))

    return change


def _double(text: str) -> float:
    value = float(text)
    return value if value - value == 0 else 1e308


def _compare(left: float, right: float) -> int:
    return (left > right) - (left < right)


# --- the order of phases ----------------------------------------------------------------------------------------------


def _order(contract: Contract) -> Iterator[tuple[str, Apply]]:
    def validator(name: str, change: Callable[[Subject, Any], Any]) -> Apply:
        return lambda subject: subject.set(subject.validator, name, change(subject, getattr(subject.validator, name)))

    yield "unknown-version:off", validator("_is_unknown_version", lambda subject, old: lambda value: False)
    yield "unknown-version:every other version is judged as 1.0", validator("explain", _as_known)
    yield (
        "unknown-version:of a record inside a carrier, its members are judged",
        validator("without_unread", lambda subject, old: lambda value, findings, has_error: findings),
    )
    yield "elements:the first and the last alone", validator("_schema_findings", _ends_alone)
    yield "phases:no rule is judged", validator("_rule_findings", lambda subject, old: lambda value, slug: [])
    yield "phases:rules are judged whatever the schema phase found", validator("explain", _rules_always)
    yield (
        "phases:the first finding alone",
        validator("explain", lambda subject, old: lambda value, carrier: old(value, carrier)[:1]),
    )
    yield (
        "phases:rules of the record alone",
        validator(
            "_rule_findings",
            lambda subject, old: lambda value, slug: old(value, slug) if slug == subject.validator.RECORD else [],
        ),
    )


def _ends_alone(subject: Subject, judge: Any) -> Any:
    """The schema phase with every element of the record's arrays between two others taken for the first one."""

    def ends(value: Any, slug: str) -> Any:
        if not isinstance(value, dict):
            return judge(value, slug)
        alike = {
            name: [item[0] if 0 < index < len(item) - 1 else one for index, one in enumerate(item)]
            if isinstance(item, list) and name in ("attempts", "routeRejections")
            else item
            for name, item in value.items()
        }
        return judge(alike, slug)

    return ends


def _as_known(subject: Subject, explain: Any) -> Any:
    def judge(value: Any, carrier: Any) -> Any:
        if isinstance(value, dict) and isinstance(value.get("schemaVersion"), str):
            value = {**value, "schemaVersion": "1.0"}
        return explain(value, carrier)

    return judge


def _rules_always(subject: Subject, explain: Any) -> Any:
    def judge(value: Any, carrier: Any) -> Any:
        findings = explain(value, carrier)
        unread = isinstance(value, dict) and subject.validator._is_unknown_version(value)
        if isinstance(value, dict) and not unread and any(one.level == "reader" for one in findings):
            found = {(one.rule, one.path) for one in findings}
            more = subject.validator._rule_findings(value, subject.validator._slug(value, carrier))
            findings = findings + [one for one in more if (one.rule, one.path) not in found]
        return findings

    return judge


# --- how rules compare ------------------------------------------------------------------------------------------------


def _compared() -> Iterator[tuple[str, Apply]]:
    """Names of providers that are made alike, and elements that are left out, before the rules are judged."""

    def names(alike: Callable[[str], str]) -> Apply:
        def change(value: Any) -> Any:
            # Members of other names are no business of a rule, and may nest too deep.
            if isinstance(value, dict):
                return {
                    name: alike(item)
                    if name in ("providerId", "providerUsed") and isinstance(item, str)
                    else change(item)
                    if name in ("attempts", "routeRejections", "provenance", "error", "telemetry")
                    else item
                    for name, item in value.items()
                }
            return [change(item) for item in value] if isinstance(value, list) else value

        return _judging(change)

    yield "names:compared without case", names(str.lower)
    yield "names:compared without spaces around", names(str.strip)
    yield "names:compared in one normal form", names(lambda text: unicodedata.normalize("NFC", text))
    for name, fewer in (
        ("the first three", lambda items: items[:3]),
        ("the first and the last", lambda items: items[:1] + items[-1:] if len(items) > 1 else items),
    ):
        yield f"elements:{name} rejections alone", _judging(_fewer("routeRejections", fewer))


def _fewer(member: str, fewer: Callable[[list[Any]], list[Any]]) -> Callable[[Any], Any]:
    return lambda value: {**value, member: fewer(value[member])} if member in value else value


def _judging(change: Callable[[Any], Any]) -> Apply:
    """Rules are judged on what `change` makes of the document."""

    def apply(subject: Subject) -> None:
        judge = subject.validator._rule_findings
        subject.set(subject.validator, "_rule_findings", lambda value, slug: judge(change(value), slug))

    return apply


# --- leaks ------------------------------------------------------------------------------------------------------------

_LISTS = {
    "content": "contentMembers",
    "messages": "messageMembers",
    "credentials": "credentialMembers",
    "suffixes": "credentialSuffixes",
}


def _leaks(contract: Contract) -> Iterator[tuple[str, Apply]]:
    tables: dict[str, Any] = {name: frozenset(contract.leaks[key]) for name, key in _LISTS.items()}
    tables["suffixes"] = tuple(contract.leaks["credentialSuffixes"])
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
        for fault in faults(id, contract.leaks["credentialValues"]):
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
    subject.set(subject.checks, "has_credential", scanner.has_credential)


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
    explain = subject.validator.explain

    def judge(value: Any, carrier: Any) -> Any:
        findings = explain(value, carrier)
        if any(one.level == "reader" for one in findings):
            return [one for one in findings if not one.rule.startswith("leak/")]
        return findings

    subject.set(subject.validator, "explain", judge)


def _leaks_of_the_known(subject: Subject) -> None:
    explain = subject.validator.explain

    def judge(value: Any, carrier: Any) -> Any:
        findings = explain(value, carrier)
        if isinstance(value, dict) and subject.validator._is_unknown_version(value):
            return [one for one in findings if not one.rule.startswith("leak/")]
        return findings

    subject.set(subject.validator, "explain", judge)


def _hiding(subject: Subject, read: Read) -> Read:
    def hide(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        return value, findings, (parsed if value is not subject.read.ABSENT else value)

    return hide
