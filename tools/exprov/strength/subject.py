"""The validator on trial: the Python runtime as it is in the source tree, with a program that may be wrong in one place."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from functools import cache
from types import ModuleType
from typing import Any

import msgspec

from exprov.program.model import Program
from exprov.targets.python import RUNTIME

NAME = "exprov_strength_subject"


@cache
def runtime(module: str) -> ModuleType:
    """A module of the Python runtime, without the generated modules beside it.

    The fast verdict is generated and not on trial (tests hold that it agrees with the explaining path): it is never sure.
    """
    if NAME not in sys.modules:
        spec = importlib.machinery.ModuleSpec(NAME, None, is_package=True)
        spec.submodule_search_locations = [str(RUNTIME)]
        sys.modules[NAME] = importlib.util.module_from_spec(spec)
        fast: Any = ModuleType(f"{NAME}._fast")
        fast.DEPTH, fast.is_surely_valid = 0, lambda data, most=0: False
        sys.modules[fast.__name__] = fast
    return importlib.import_module(f"{NAME}.{module}")


def validator(program: Program) -> Any:
    """The runtime's `Validator` of `program`."""
    return runtime("_validator").Validator(msgspec.to_builtins(program))


def findings(validator: Any, data: bytes, carrier: str | None) -> list[Any]:
    """Every finding of `data`, within the default limits."""
    found: list[Any] = validator.findings(data, "writer", carrier, runtime("_text").DEFAULT_LIMITS)
    return found
