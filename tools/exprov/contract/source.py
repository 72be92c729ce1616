"""Read the files of one version of the contract: strict JSON, checked against the meta-schemas.

Nothing is ever fetched: a reference leads to a file of the same directory or is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exprov.contract import meta
from exprov.contract.place import Place
from exprov.errors import InputError

SEEDS = Path("seeds/findings.json")
LEAKS = Path("leaks.json")
SUFFIX = ".schema.json"
# The other documents carry this one.
RECORD = "execution-provenance"
# The files beside the schemas, with their meta-schemas.
_TABLES = {
    LEAKS: "leaks",
    Path("messages.json"): "messages",
    Path("identifiers.json"): "identifiers",
    SEEDS: "findings",
}


@dataclass(frozen=True)
class Document:
    """One schema file: its slug (`task-result`), its place and its parsed content."""

    slug: str
    place: Place
    content: dict[str, Any]


@dataclass(frozen=True)
class Source:
    """The files of one version: the schemas by their slugs, the record first, and the tables beside them."""

    version: str
    folder: Path
    documents: Mapping[str, Document]
    leaks: Mapping[str, Any]
    messages: Mapping[str, str]
    identifiers: Mapping[str, Any]
    seeds: Mapping[str, Any]

    def texts(self) -> dict[str, str]:
        """The schemas and leak tables as text, whatever the ends of their lines are on disk."""
        paths = [*(document.place.path for document in self.documents.values()), self.folder / LEAKS]
        return {path.name: path.read_text("utf-8") for path in paths}


def read(schemas: Path, version: str) -> Source:
    """Read `schemas/<version>`; raise SchemaError or InputError as `contract.load` does."""
    folder = schemas / version
    if not (schemas / "meta").is_dir():
        raise InputError(
            str(schemas),
            "there are no contract schemas here (no directory `meta`)",
            "run this in a checkout of the repository, or name its directory of schemas with --schemas",
        )
    if not (folder / f"{RECORD}{SUFFIX}").is_file():
        raise Place(folder).error(
            f"there is no {RECORD}{SUFFIX} here", "name a directory that holds a contract version"
        )

    def checked(path: Path, kind: str) -> Any:
        content = _read_json(path)
        meta.check(Place(path), content, _read_json(schemas / "meta" / f"{kind}{SUFFIX}"))
        return content

    paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.name != f"{RECORD}{SUFFIX}", path.name))
    documents = [Document(path.name.removesuffix(SUFFIX), Place(path), checked(path, "contract")) for path in paths]
    _check_bases(documents)
    leaks, messages, identifiers, seeds = (checked(folder / path, kind) for path, kind in _TABLES.items())
    return Source(version, folder, {one.slug: one for one in documents}, leaks, messages, identifiers, seeds)


def _check_bases(documents: list[Document]) -> None:
    """Every `$id` is one base URI and the file's name, so that relative references mean the neighbour files."""
    base = documents[0].content["$id"].removesuffix(documents[0].place.path.name)
    for document in documents:
        expected = f"{base}{document.place.path.name}"
        if document.content["$id"] != expected:
            raise (document.place / "$id").error("the base URI differs from that of the record", f"write {expected!r}")


def read_extra_leaks(path: Path, schemas: Path) -> Any:
    """A team's own leak names and patterns, which `Validator` adds to the tables; raise SchemaError if they are invalid."""
    content = _read_json(path)
    tables = _read_json(schemas / "meta" / f"leaks{SUFFIX}")
    meta.check(Place(path), content, {"$ref": "#/$defs/extra", "$defs": tables["$defs"]})
    return content


def _read_json(path: Path) -> Any:
    file = Place(path)

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) != len(items):
            names = [name for name, _ in items]
            repeated = next(name for name in names if names.count(name) > 1)
            raise file.error(f"the member {repeated!r} is written twice in one object", "keep one of them")
        return result

    try:
        text = path.read_bytes().decode("utf-8")
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=_no_number)
    except OSError as error:
        raise file.error(f"cannot be read: {error.strerror}", "check the path and its permissions") from None
    except UnicodeDecodeError as error:
        raise file.error(f"not UTF-8 at byte {error.start}", "save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise file.error(f"not JSON: {error.msg} ({place})", "correct the syntax") from None
    except RecursionError:
        raise file.error("nested too deeply", "a schema needs no such depth") from None
    except ValueError as error:
        raise file.error(f"a number that cannot be read: {error}", "a schema needs no such number") from None
    if re.search(r"\\u[dD][89a-fA-F]", text) and not _is_text(value):
        raise file.error("an escape writes half of a surrogate pair", "write the whole pair")
    return value


def _no_number(text: str) -> None:
    raise ValueError(f"JSON has no {text}")


def _is_text(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
