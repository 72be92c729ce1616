"""A copy of the generated validator in memory, under another name, in which one thing at a time can be made wrong."""

from __future__ import annotations

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from exprov.contract.model import Contract
from exprov.targets.python import RUNTIME, leak_tables, rule_phase, schema_phase

NAME = "exprov_strength_subject"
# The fast verdict is not on trial: tests hold that it agrees with the explaining one.
_NO_FAST_PATH = "DEPTH = 0\n\n\ndef is_surely_valid(data, most=0):\n    return False\n"


class _Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of one package in a mapping of their sources."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname == NAME:
            return importlib.util.spec_from_loader(fullname, self, is_package=True)
        package, _, name = fullname.rpartition(".")
        if package == NAME and name in self.sources:
            return importlib.util.spec_from_loader(fullname, self)
        return None

    def exec_module(self, module: ModuleType) -> None:
        source = self.sources.get(module.__name__.rpartition(".")[2], "")
        exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)


def _without_errors(judge: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """`judge`, for documents that a mutant lets through without the members that lead to where rules are."""

    def judge_what_is_there(value: Any, slug: str) -> Any:
        try:
            return judge(value, slug)
        except (KeyError, TypeError):
            return []

    return judge_what_is_there


class Subject:
    """The validator of `contract`, rendered anew and loaded from memory.

    `set` makes something wrong, `restore` undoes everything that was set. Only one subject can be loaded at a time.
    """

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        sources = {path.stem: path.read_text("utf-8") for path in RUNTIME.glob("*.py")}
        sources |= {
            "_schema": schema_phase.render(contract),
            "_rules": rule_phase.render(contract),
            "_leak_data": leak_tables.render(contract),
            "_fast": _NO_FAST_PATH,
        }
        self._loader = _Loader(sources)
        self._undo: list[tuple[Any, Any, Any]] = []
        self.schema_source = sources["_schema"]
        with self._importable():
            self.validator = importlib.import_module(f"{NAME}._validator")
            self.checks = importlib.import_module(f"{NAME}._checks")
            self.schema = importlib.import_module(f"{NAME}._schema")
            self.rules = importlib.import_module(f"{NAME}._rules")
            self.leaks = importlib.import_module(f"{NAME}._leaks")
            self.read = importlib.import_module(f"{NAME}._read")
            self.number = importlib.import_module(f"{NAME}._number")
            self.canonical = importlib.import_module(f"{NAME}._canonical")
        # How the digest of an input and its canonical form is made.
        self.digest: dict[str, Any] = {"of": lambda data, form: hashlib.sha256(form).hexdigest()}
        vars(self.validator)["_rule_findings"] = _without_errors(self.validator._rule_findings)
        # Sets are compared, and a mutant may point where its document has nothing.
        vars(self.validator)["in_document_order"] = lambda value, findings: findings

    @contextmanager
    def _importable(self) -> Iterator[None]:
        sys.meta_path.insert(0, self._loader)
        for name in [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]:
            del sys.modules[name]
        try:
            yield
        finally:
            sys.meta_path.remove(self._loader)

    def set(self, owner: Any, name: str | int, value: Any) -> None:
        """Set an attribute of a module or class, or an item of a list or dict, until `restore`."""
        if isinstance(owner, ModuleType | type) and isinstance(name, str):
            self._undo.append((owner, name, getattr(owner, name)))
            setattr(owner, name, value)
        else:
            self._undo.append((owner, name, owner[name]))
            owner[name] = value

    def set_schema(self, source: str) -> ModuleType:
        """Replace the schema phase by `source` until `restore`."""
        module = ModuleType(f"{NAME}._schema")
        module.__package__ = NAME
        exec(compile(source, "<mutated schema phase>", "exec"), module.__dict__)
        self.set(self.validator, "_schema", module)
        return module

    def keep(self) -> None:
        """Make what was set so far what `restore` goes back to."""
        self._undo.clear()

    def restore(self) -> None:
        """Undo what was set, the last first."""
        while self._undo:
            owner, name, value = self._undo.pop()
            if isinstance(owner, ModuleType | type):
                setattr(owner, name, value)
            else:
                owner[name] = value
