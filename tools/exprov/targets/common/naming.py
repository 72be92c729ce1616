"""Names in generated code: words, the styles of languages, and the names that a language or a package needs itself.

A target makes one `Names` for each kind of scope: the types of its package, the members of a type, the variables of a rule.

    types = Names(pascal, reserved=KEYWORDS | {"Vec", "Option"})
    types("TaskResult")                     # TaskResult
    types("Vec")                            # Vec_
    members = Names(snake, reserved=KEYWORDS, escape=lambda name: f"r#{name}")
    members("errorClass"), members("type")  # error_class, r#type

Two names of the contract never become equal, whatever the style. They hold ASCII letters and digits only, and the contract
rejects names that differ only in case. So `reserved` holds all that the generated code calls by a plain name in that scope:
the words of the language, what the runtime exports, and what the target derives from other names (`KnownErrorClass`).

The values of a set are any text. `Names.distinct` names them all at once:

    variants = Names(pascal, reserved={"Unknown"})
    variants.distinct(["timeout", "http-500", "unknown", "", "TIMEOUT"])
    # Timeout, Http500, Unknown_, Empty, Timeout_2
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

Style = Callable[[str], str]

_BETWEEN_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+")


def words(name: str) -> list[str]:
    """The words of a name or of any text, in lower case: `runID2` is `run`, `id2`; `task-result` is `task`, `result`."""
    return [word.lower() for word in _BETWEEN_WORDS.split(name) if word]


def snake(name: str) -> str:
    """`providerId` -> `provider_id`."""
    return "_".join(words(name))


def constant(name: str) -> str:
    """`providerId` -> `PROVIDER_ID`."""
    return snake(name).upper()


def pascal(name: str) -> str:
    """`providerId` -> `ProviderId`."""
    return "".join(word.capitalize() for word in words(name))


def camel(name: str) -> str:
    """`ProviderId` -> `providerId`."""
    first, *rest = words(name) or [""]
    return first + "".join(word.capitalize() for word in rest)


def kebab(name: str) -> str:
    """`providerId` -> `provider-id`."""
    return "-".join(words(name))


class Names:
    """How the names of one kind of scope are written. `style` is one of the above, or `str` for names as they are.

    A name of `reserved`, which lists names as they are written in the language, is changed by `escape`; by default it gets
    an underscore at its end, which no name of the contract has.
    """

    def __init__(self, style: Style, reserved: Collection[str] = (), escape: Style = lambda name: f"{name}_") -> None:
        self.style = style
        self.reserved = frozenset(reserved)
        self.escape = escape

    def __call__(self, name: str) -> str:
        """A name of the contract as it is written in this scope."""
        written = self.style(name)
        return self.escape(written) if written in self.reserved else written

    def distinct(self, texts: Iterable[str]) -> dict[str, str]:
        """Each text with a name that no other has: texts without a letter or digit, too, and those that look alike.

        A text keeps its name when further ones are added behind it.
        """
        found: dict[str, str] = {}
        for text in texts:
            plain = self(text if words(text) else "empty")
            if plain[0].isdigit():
                plain = f"{self.style('value')}{plain}"
            name, number = plain, 2
            while name in found.values():
                name, number = f"{plain}_{number}", number + 1
            found.setdefault(text, name)
        return found
