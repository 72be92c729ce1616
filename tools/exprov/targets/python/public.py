"""Render what people import: `__init__.py`, and `_catalogue.py` with the meaning of every rule."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.targets.python.naming import constant, docstring, literal, literals


def render_init(contract: Contract) -> str:
    models = [*contract.objects, *contract.unions]
    values = [f"{constant(name)}_VALUES" for name in contract.sets]
    names = [
        *("CONTRACT_VERSION", "ExactNumber", "Finding", "InvalidRecord", "Level", "Limits", "RULES", "RuleInfo"),
        *("check", "is_valid", "validate"),
        *models,
        *values,
    ]
    lines = [
        docstring(
            "Execution provenance: the record of how an AI execution was carried out. Public is what `__all__` names."
        ),
        "",
        "from __future__ import annotations",
        "",
        "from typing import TYPE_CHECKING",
        "",
        "from ._finding import Finding, InvalidRecord, Level",
        "from ._number import ExactNumber",
        "from ._text import Limits",
        "from ._validator import check, is_valid, validate",
        "",
        "if TYPE_CHECKING:",
        "    from ._catalogue import RULES, RuleInfo",
        f"    from .models import {', '.join([*models, *values])}",
        "",
        f"CONTRACT_VERSION = {literal(contract.version)}",
        docstring("The version of the contract that this package knows."),
        "",
        "__all__ = [",
        *(f"    {literal(name)}," for name in sorted(names)),
        "]",
        "",
        "# Loaded when first asked for: a program that only validates starts faster without them.",
        f"_LAZY = {{name: '_catalogue' for name in ('RULES', 'RuleInfo')}} | {{name: 'models' for name in {literals([*models, *values])}}}",
        "",
        "",
        "def __getattr__(name: str) -> object:",
        "    if name not in _LAZY:",
        "        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')",
        "    from importlib import import_module",
        "",
        "    value = getattr(import_module(f'.{_LAZY[name]}', __name__), name)",
        "    globals()[name] = value",
        "    return value",
        "",
        "",
        "def __dir__() -> list[str]:",
        "    return sorted({*globals(), *__all__})",
    ]
    return "\n".join(lines) + "\n"
