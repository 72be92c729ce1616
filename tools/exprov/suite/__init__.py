"""The golden fixtures: cases whose expected findings follow from how each was built, never from a validator."""

from exprov.suite.build import build_suite
from exprov.suite.cases import Case, Expected

__all__ = ["Case", "Expected", "build_suite"]
