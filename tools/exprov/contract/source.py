"""Load one version of the contract from its folder: strict JSON, checked against the meta-schema, references resolved.

Nothing is ever fetched: a reference resolves to a file of the same folder or is an error.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match, relevance
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from exprov.errors import InputError, SchemaError

META_SCHEMA = Path("meta/contract.schema.json")
SEEDS = Path("seeds/findings.json")
SUFFIX = ".schema.json"

# The documents of a version, in the order in which targets emit them. The record comes first: the carriers refer to it.
RECORD = "execution-provenance"


@dataclass(frozen=True)
class Document:
    """One schema file: its slug (`task-result`) and its parsed content."""

    slug: str
    path: Path
    content: dict[str, Any]


@dataclass(frozen=True)
class Resolved:
    """Where a reference leads: the schema, and the slug and pointer that identify it."""

    slug: str
    pointer: str
    schema: dict[str, Any]


class Source:
    """The checked documents of one version and a resolver over them."""

    def __init__(
        self,
        version: str,
        folder: Path,
        documents: dict[str, Document],
        leaks: dict[str, Any],
        seeds: dict[str, Any],
        messages: dict[str, str],
        identifiers: dict[str, Any],
    ) -> None:
        self.version = version
        self.folder = folder
        self.documents = documents
        self.leaks = leaks
        self.seeds = seeds
        self.messages = messages
        self.identifiers = identifiers
        resources = [(d.content["$id"], Resource.from_contents(d.content, DRAFT202012)) for d in documents.values()]
        self._registry: Registry[Any] = Registry().with_resources(resources)
        self._slugs = {d.content["$id"]: slug for slug, d in documents.items()}

    def texts(self) -> dict[str, str]:
        """The schemas and leak tables as text, whatever the ends of their lines are on disk."""
        paths = [*(document.path for document in self.documents.values()), self.folder / "leaks.json"]
        return {path.name: path.read_text("utf-8") for path in paths}

    def resolve(self, slug: str, pointer: str, reference: str) -> Resolved:
        """Resolve `reference`, which stands at `pointer` of document `slug`; raise SchemaError where it leads nowhere."""
        base = self.documents[slug].content["$id"]
        file_part, _, fragment = reference.partition("#")
        try:
            found = self._registry.resolver(base).lookup(reference)
        except (Unresolvable, AttributeError, TypeError):
            # The last two: `referencing` walks into something that is no schema.
            near = get_close_matches(reference, self._targets(slug), n=1)
            remedy = f"did you mean {near[0]!r}? " if near else ""
            raise SchemaError(
                self.documents[slug].path,
                f"{pointer}/$ref",
                f"the reference {reference!r} leads to nothing in this folder",
                f"{remedy}refer to a document or a `#/$defs/...` of this version; nothing is fetched from a network",
            ) from None
        target = file_part.removesuffix(SUFFIX) if file_part else slug
        return Resolved(target, fragment, found.contents)

    def _targets(self, slug: str) -> list[str]:
        """What document `slug` can refer to, as its references would be written."""
        found = []
        for other, document in self.documents.items():
            file = "" if other == slug else document.path.name
            found += [file or "#", *(f"{file}#/$defs/{name}" for name in document.content.get("$defs", {}))]
        return found

    def check_examples(self) -> None:
        """Raise SchemaError for an example that its own schema refuses. For documents whose references all resolve."""
        for document in self.documents.values():
            for pointer, examples in _examples(document.content):
                schema = {"$ref": f"{document.content['$id']}#{pointer}"}
                checker = Draft202012Validator(schema, registry=self._registry)
                for index, example in enumerate(examples):
                    error = best_match(checker.iter_errors(example))
                    if error is not None:
                        raise SchemaError(
                            document.path,
                            f"{pointer}/examples/{index}{_pointer(error)}",
                            f"the example is not what the schema beside it says: {_shorten(error.message)}",
                            "correct the example, or the schema",
                        )


def _examples(schema: dict[str, Any], pointer: str = "") -> Iterator[tuple[str, list[Any]]]:
    """The examples of a schema and, before them, of what is in it, with the pointers of what they are of."""
    for keyword in ("$defs", "properties"):
        for name, inner in schema.get(keyword, {}).items():
            yield from _examples(inner, f"{pointer}/{keyword}/{name}")
    if "examples" in schema:
        yield pointer, schema["examples"]


def load(schemas: Path, version: str = "1.0") -> Source:
    """Read and check `schemas/<version>`; raise SchemaError with the file, the JSON Pointer and the remedy.

    Raises InputError where `schemas` is no folder of schemas at all.
    """
    folder = schemas / version
    if not (schemas / META_SCHEMA).exists():
        raise InputError(
            str(schemas),
            f"there are no contract schemas here (no {META_SCHEMA.as_posix()})",
            "run this in a checkout of the repository, or name its folder of schemas with --schemas",
        )
    meta = _read_json(schemas / META_SCHEMA)
    checker = _Checker(meta)
    names = sorted(path.name for path in folder.glob(f"*{SUFFIX}"))
    if f"{RECORD}{SUFFIX}" not in names:
        raise SchemaError(
            folder, "", f"there is no {RECORD}{SUFFIX} here", "name a folder that holds a contract version"
        )
    documents: dict[str, Document] = {}
    for name in sorted(names, key=lambda name: (name != f"{RECORD}{SUFFIX}", name)):
        path = folder / name
        content = _read_json(path)
        _check(checker, path, content)
        _check_patterns(path, content)
        slug = name.removesuffix(SUFFIX)
        documents[slug] = Document(slug, path, content)
    _check_bases(documents)
    leaks = _read_json(folder / "leaks.json")
    _check_leaks(folder / "leaks.json", leaks)
    messages = _read_json(folder / "messages.json")
    for id, text in messages.items():
        if not isinstance(text, str) or not text:
            raise SchemaError(
                folder / "messages.json", f"/{escape(id)}", "must be text", "write the words of the finding"
            )
    identifiers = _read_json(folder / "identifiers.json")
    return Source(version, folder, documents, leaks, _read_json(folder / SEEDS), messages, identifiers)


def _check(checker: Draft202012Validator, path: Path, content: Any) -> None:
    error = max(_said(list(checker.iter_errors(content))), key=relevance, default=None)
    if error is None:
        return
    found = _nearest(error)
    first = found[0]
    message, pointer = first.message, _pointer(first)
    remedy = f"use only what {META_SCHEMA.as_posix()} lists, or teach it, the model and every target the new construct"
    if first.validator == "required":
        # Of one place, all names that are missing are one mistake.
        names = [_absent(one) for one in found if one.validator == "required" and one.path == first.path]
        message = f"{', '.join(map(repr, names))} {'is' if len(names) == 1 else 'are'} missing"
        remedy = "write what is missing; docs/schemas.md lists what a schema must have"
    elif first.validator == "anyOf" and isinstance(first.instance, dict) and "type" in first.instance:
        message = f"there is no such type here: {first.instance['type']!r}"
    elif keywords := _unexpected(first):
        instance: Any = first.instance
        candidates = _keywords(checker.schema) - set(instance)
        near = get_close_matches(keywords[0], candidates, n=1, cutoff=0.85)
        is_reference = "$ref" in instance
        where = "beside '$ref'" if is_reference else "here"
        message = f"{', '.join(map(repr, keywords))} may not stand {where}"
        if is_reference:
            remedy = "remove it; what it would say is said where the reference leads"
        else:
            remedy = f"did you mean {near[0]!r}?" if near else f"remove it; {remedy}"
        pointer += f"/{escape(keywords[0])}"
    elif "propertyNames" in first.absolute_schema_path:
        name = str(first.instance)
        pointer += f"/{escape(name)}"
        if first.validator == "not":
            message, remedy = f"the generated code needs the name {name!r} for itself", "choose another name"
        else:
            message = f"{name!r} is no name for what stands here"
            remedy = "write members in camelCase and types in PascalCase, in ASCII letters and digits"
    raise SchemaError(path, pointer, f"not a contract schema: {_shorten(message)}", remedy)


# How jsonschema lists names that may not stand somewhere; each is written as by repr().
_UNEXPECTED = re.compile(r"[^(]*\((.*) (?:was|were) unexpected\)", re.DOTALL)


def _unexpected(error: ValidationError) -> list[str]:
    """The names that may not stand in the instance of `error`; none if it is an error of another kind."""
    if error.validator not in ("unevaluatedProperties", "additionalProperties"):
        return []
    match = _UNEXPECTED.fullmatch(error.message)
    return list(ast.literal_eval(f"[{match[1]}]")) if match else []


def _keywords(schema: Any) -> set[str]:
    """The names that this schema, or one within it, describes as properties."""
    if not isinstance(schema, dict):
        return set()
    inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    inner += [one for name in ("anyOf", "allOf", "oneOf") for one in schema.get(name, ())]
    inner += [schema.get(name) for name in ("items", "additionalProperties", "if", "then", "else")]
    return set(schema.get("properties", {})).union(*map(_keywords, inner))


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """The keyword as ECMAScript has it: `$` is the end of the text, and not also before a line feed there."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


_Checker: Any = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]


def _pointer(error: ValidationError) -> str:
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def escape(name: str) -> str:
    """`name` as a reference token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _nearest(error: ValidationError) -> list[ValidationError]:
    """What is wrong, said of the alternative that was most likely meant where there are several."""
    alternatives: dict[Any, list[ValidationError]] = defaultdict(list)
    for inner in error.context or ():
        alternatives[inner.schema_path[0]].append(inner)
    tried = [[one for inner in _said(errors) for one in _nearest(inner)] for errors in alternatives.values()]
    meant = [errors for errors in tried if not any(_is_of_another(one, error) for one in errors)]
    return min(meant, key=_distance, default=[error])


def _said(errors: list[ValidationError]) -> list[ValidationError]:
    """Without complaints about unknown names where no alternative fits: then every name is unknown, which says nothing."""
    real = [one.absolute_path for one in errors if one.validator != "unevaluatedProperties"]
    return [one for one in errors if one.validator != "unevaluatedProperties" or one.absolute_path not in real]


def _is_of_another(error: ValidationError, whole: ValidationError) -> bool:
    """Whether an alternative of `whole` is for another type, or for a reference where none is."""
    at = [*whole.absolute_path]
    return [*error.absolute_path] == [*at, "type"] or ([*error.absolute_path] == at and _absent(error) == "$ref")


def _distance(errors: list[ValidationError]) -> tuple[int, int]:
    """How far an alternative is from what was written: first its own marks that are missing, then all that is wrong."""
    return sum(_absent(one) not in (None, "title", "description", "examples") for one in errors), len(errors)


def _absent(error: ValidationError) -> str | None:
    """The name that a `required` misses; None for another error."""
    if error.validator != "required":
        return None
    names: Any = error.validator_value
    return next(str(name) for name in names if error.message.startswith(repr(name)))


def _check_patterns(path: Path, schema: dict[str, Any], pointer: str = "") -> None:
    """Every pattern of a schema, and of what is in it, is one."""
    for keyword in ("$defs", "properties"):
        for name, inner in schema.get(keyword, {}).items():
            _check_patterns(path, inner, f"{pointer}/{keyword}/{escape(name)}")
    try:
        re.compile(schema.get("pattern", ""))
    except re.error as error:
        raise SchemaError(path, f"{pointer}/pattern", f"no regular expression: {error}", "correct it") from None


def _check_bases(documents: dict[str, Document]) -> None:
    """Every `$id` is one base URI plus the file's own name, so that relative references mean the neighbour files."""
    base = documents[RECORD].content["$id"].removesuffix(RECORD + SUFFIX)
    for document in documents.values():
        expected = f"{base}{document.path.name}"
        if document.content["$id"] != expected:
            raise SchemaError(document.path, "/$id", "the base URI differs from its neighbours'", f"write {expected!r}")


def _read_json(path: Path) -> dict[str, Any]:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) != len(items):
            names = [name for name, _ in items]
            repeated = next(name for name in names if names.count(name) > 1)
            raise SchemaError(path, "", f"the member {repeated!r} is written twice in one object", "keep one of them")
        return result

    try:
        text = path.read_bytes().decode("utf-8")
        value = json.loads(text, object_pairs_hook=pairs)
    except OSError as error:
        raise SchemaError(path, "", f"cannot be read: {error.strerror}", "check the path and its permissions") from None
    except UnicodeDecodeError as error:
        raise SchemaError(path, "", f"not UTF-8 at byte {error.start}", "save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SchemaError(path, "", f"not JSON: {error.msg} ({place})", "correct the syntax") from None
    except RecursionError:
        raise SchemaError(path, "", "nested too deeply", "a schema needs no such depth") from None
    except ValueError as error:
        raise SchemaError(path, "", f"a number that cannot be read: {error}", "a schema needs no such number") from None
    if re.search(r"\\u[dD][89a-fA-F]", text) and not _is_text(value):
        raise SchemaError(path, "", "an escape writes half of a surrogate pair", "write the whole pair")
    if not isinstance(value, dict):
        raise SchemaError(path, "", "a schema document is an object", "wrap it in one")
    return value


def _is_text(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


# No letters of ASCII in upper case, and none of the separators that are removed.
_NORMAL = re.compile(r"[^A-Z_. -]+")


def _check_leaks(path: Path, leaks: dict[str, Any]) -> None:
    """The leak tables are what the targets take them for."""
    if not isinstance(leaks.get("separators"), str):
        raise SchemaError(path, "/separators", "must be the characters that names are compared without", "write them")
    if not isinstance(leaks.get("textlessMembers"), list):
        raise SchemaError(path, "/textlessMembers", "must be an array of members of the record", "write it")
    for name in ("contentMembers", "messageMembers", "credentialMembers", "credentialSuffixes"):
        if not isinstance(leaks.get(name), list) or not all(isinstance(item, str) and item for item in leaks[name]):
            raise SchemaError(path, f"/{name}", "must be an array of names", "write it")
        for index, item in enumerate(leaks[name]):
            if not _NORMAL.fullmatch(item):
                reason = f"{item!r} is not in the form in which names are compared"
                raise SchemaError(path, f"/{name}/{index}", reason, "write lower case, without separators")
    values = leaks.get("credentialValues")
    if not isinstance(values, list):
        raise SchemaError(path, "/credentialValues", "must be an array of patterns", "write it")
    for index, value in enumerate(values):
        place = f"/credentialValues/{index}"
        texts = ("id", "description", "pattern", "source")
        if not isinstance(value, dict) or not all(isinstance(value.get(text), str) for text in texts):
            raise SchemaError(path, place, f"needs the strings {', '.join(texts)}", "write them")
        keywords = value.get("keywords")
        if not isinstance(keywords, list) or not keywords or not all(isinstance(k, str) and k for k in keywords):
            raise SchemaError(path, f"{place}/keywords", "must be a non-empty array of strings", "write it")
        if any(keyword != keyword.lower() for keyword in keywords):
            reason = "keywords are looked for in the lower-case form of a text"
            raise SchemaError(path, f"{place}/keywords", reason, "write them in lower case")
        try:
            re.compile(value["pattern"])
        except (re.error, OverflowError, RecursionError) as error:
            raise SchemaError(path, f"{place}/pattern", f"no regular expression: {error}", "correct it") from None


def _shorten(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
