"""What tests need of the Python package below its public functions, in one place: these parts may move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from execution_provenance import Finding, Limits
from execution_provenance._canonical import canonical as canonical
from execution_provenance._canonical import dumps as dumps
from execution_provenance._leaks import LeakScanner
from execution_provenance._number import json_equal as json_equal
from execution_provenance._phases import Validator as Validator
from execution_provenance._place import Out, Wanted, in_document_order
from execution_provenance._program import program as program
from execution_provenance._read import read_quickly as read_quickly
from execution_provenance._text import ABSENT as ABSENT
from execution_provenance._validator import every_finding, validator
from execution_provenance._validator import read as read


def explain(data: Any, level: Any = "writer", carrier: Any = None) -> list[Finding]:
    """The findings by the explaining route alone, which `validate` takes only for what the quick verdict does not pass."""
    return every_finding(data, level, carrier, Limits())


def read_strictly(data: bytes | str) -> tuple[Any, list[Finding]]:
    """The value of a text, or ABSENT, and what is wrong with it, by the explaining route alone."""
    value, findings, _ = validator().reader.read(data, Limits())
    return value, findings


def read_deep(data: bytes | str) -> Any:
    """The value of a text of any depth."""
    value, findings = read(data, Limits(max_depth=1 << 20))
    assert findings == []
    return value


class _Thorough(LeakScanner):
    """Looks at everything, without the quick look that passes what is surely clean."""

    def _is_clean(self, value: object) -> bool:
        return False


def leaks_of(value: object, *, thorough: bool = False) -> list[Finding]:
    """The leaks of any value, by a scanner that has seen nothing before."""
    tables: Mapping[str, Any] = program()["leaks"]
    scanner = (_Thorough if thorough else LeakScanner)(tables, lambda key, **_: key)
    out = Out(Wanted(most=1 << 30))
    scanner.scan(value, None, out)
    return in_document_order(out)
