"""The rule language: a checked subset of CEL. `check` turns an expression into the typed tree that targets print."""

from exprov.contract.rules.check import Members, RuleError, check

__all__ = ["Members", "RuleError", "check"]
