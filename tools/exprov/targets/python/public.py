"""Render what people import: `__init__.py`."""

from __future__ import annotations

from exprov.program.model import Program
from exprov.targets.common.naming import constant
from exprov.targets.python.dataclasses import TYPES
from exprov.targets.python.naming import docstring, literal

# What is loaded when first asked for, and where it is; the types come on top.
_LAZY = {
    "RULES": "_catalogue",
    "RuleInfo": "_catalogue",
    "__version__": "_version",
    "validate_lines": "_lines",
}
_EAGER = (
    *("CONTRACT_VERSION", "Carrier", "ExactNumber", "Finding", "InvalidRecord", "Level", "Limits"),
    *("check", "is_valid", "validate"),
)


def render_init(program: Program) -> str:
    names = [*(one.name for one in program.objects), *(one.name for one in program.unions)]
    types = [TYPES(name) for name in (*names, *(one.name for one in program.sets))]
    values = [f"{constant(one.name)}_VALUES" for one in program.sets]
    lazy = dict.fromkeys([*types, *values], "models") | _LAZY
    typed = [f"    from .{module} import {name} as {name}" for name, module in lazy.items()]
    return "\n".join(
        [
            docstring("Execution provenance: the record of how an AI execution was carried out."),
            "from __future__ import annotations",
            "from typing import TYPE_CHECKING",
            "from ._finding import Finding, InvalidRecord, Level",
            "from ._number import ExactNumber",
            "from ._text import Limits",
            "from ._carrier import Carrier",
            "from ._validator import check, is_valid, validate",
            "if TYPE_CHECKING:",
            *typed,
            f"CONTRACT_VERSION = {literal(program.version)}",
            docstring("The version of the contract that this package knows."),
            f"__all__ = {sorted((*_EAGER, *lazy))}",
            f"_LAZY = {lazy}",
            _LAZILY,
        ]
    )


def render_carrier(program: Program) -> str:
    """`_carrier.py`: what `validate` takes as `carrier`."""
    slugs = tuple(document.slug for document in program.carriers)
    return f"""{docstring("What a record can travel on.")}

from __future__ import annotations

from typing import Literal, TypeAlias

Carrier: TypeAlias = Literal{[*slugs, "auto"]}
"""


_LAZILY = """
def __getattr__(name: str) -> object:
    # A program that only validates starts faster without these.
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
"""
