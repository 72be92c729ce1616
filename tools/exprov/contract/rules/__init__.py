"""The rule language: a checked subset of CEL.

`syntax` parses an expression into a small tree, `typing` checks the tree against the types of a contract. Targets compile
the tree; nothing else of CEL exists for them.
"""

from exprov.contract.rules.syntax import RuleSyntaxError, parse
from exprov.contract.rules.typing import Members, RuleTypeError, check

__all__ = ["Members", "RuleSyntaxError", "RuleTypeError", "check", "parse"]
