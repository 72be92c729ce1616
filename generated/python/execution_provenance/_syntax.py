# Generated from tools/exprov/targets/python/runtime/_syntax.py by `exprov generate`; edit that and run it again.
"""What to say of text that is not JSON: the place, and a message that guesses what its writer meant.

No message repeats text of the input: what is at the wrong place may be a secret.
"""

from __future__ import annotations

import re
from typing import Any

from ._messages import Say
from ._text import BOM, Origin

SPACE = " \t\n\r"
LITERALS = (("true", True), ("false", False), ("null", None))
_WORD = re.compile(r"[^\W\d][\w$]*+")
_CUT_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}")
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_NAMES = {
    "\x00": "nul",
    "\t": "tab",
    "\n": "line-feed",
    "\v": "vertical-tab",
    "\f": "form-feed",
    "\r": "carriage-return",
    "\xa0": "no-break-space",
}
_QUOTES = "\u2018\u2019\u201c\u201d\u00ab\u00bb`"
_INVISIBLE = "\u180e\u200b\u200c\u200d\u2060"


class Stop(Exception):
    """What ends the search: the rule, the index in the text where it was broken, the message."""

    def __init__(self, rule: str, index: int, message: str) -> None:
        super().__init__(rule, index, message)
        self.rule = rule
        self.index = index
        self.message = message


class Frame:
    """An array or object that is being read, with the pointer that its elements share."""

    __slots__ = ("is_array", "is_nameable", "key", "opened", "prefix", "value")

    def __init__(self, value: Any, opened: int) -> None:
        self.value = value
        self.is_array = isinstance(value, list)
        self.opened = opened
        self.key = ""
        self.prefix: str | None = None
        self.is_nameable = True


class Diagnosis:
    """Explains what is wrong at an index of `text`; `stack` holds what is open there. Each method is for one kind of place."""

    def __init__(self, text: str, say: Say, origin: Origin) -> None:
        self.text = text
        self.say = say
        self.origin = origin
        self.stack: list[Frame] = []

    def syntax(self, index: int, key: str, **values: object) -> Stop:
        return Stop("json/syntax", index, self.say(f"json/syntax:{key}", **values))

    def bad_string(self, start: int, end: int) -> Stop:
        """The string that opens at `start` is in order up to `end` only."""
        text = self.text
        if end == len(text):
            return self.syntax(end, "cut-string", where=self.since(start, end))
        character = text[end]
        if character != "\\":
            escape = _SHORT_ESCAPES.get(character, f"\\u{ord(character):04x}")
            return self.syntax(end, "raw-character", character=self.named(character), escape=escape)
        letter = text[end + 1 : end + 2]
        if not letter or _CUT_ESCAPE.fullmatch(text, end):
            return self.syntax(len(text), "cut-escape")
        if letter == "u":
            return self.syntax(end, "short-unicode-escape")
        return self.syntax(end, "escaped-quote" if letter == "'" else "unknown-escape")

    def since(self, index: int, now: int) -> str:
        """Where `index` is, for a finding at `now`: the line is named only if it is another one than the finding's."""
        breaks = self.text.count("\n", 0, index)
        column = index - self.text.rfind("\n", 0, index) + (0 if breaks else self.origin.column - 1)
        if self.text.find("\n", index, now) < 0:
            return self.say("word/here", column=column)
        return self.say("word/line-and-column", line=breaks + self.origin.line, column=column)

    def bad_number(self, start: int, end: int, lexeme: str, has_point_or_exponent: bool) -> Stop:
        """The number from `start` to `end` goes on with something that no number has."""
        text = self.text
        following = text[end]
        if lexeme in ("0", "-0") and following in "0123456789":
            return self.syntax(start, "leading-zero")
        if lexeme in ("0", "-0") and following in "xXoObB":
            return self.syntax(start, "number-base")
        if following == ".":
            if "." in lexeme or has_point_or_exponent:
                return self.syntax(end, "second-point")
            if end + 1 == len(text):
                return self.syntax(len(text), "cut-number")
            return self.syntax(end, "bare-point")
        if following in "eE" and "e" not in lexeme.lower():
            if text[end + 1 :] in ("", "+", "-"):
                return self.syntax(len(text), "cut-number")
            return self.syntax(end, "bare-exponent")
        return self.syntax(end, "underscore" if following == "_" else "number-goes-on")

    def no_value(self, index: int) -> Stop:
        """No value begins at `index`."""
        text = self.text
        if index == len(text):
            if self.stack:
                return self.cut_off(index)
            return self.syntax(index, "no-value" if text.strip(SPACE + BOM) else "empty")
        character = text[index]
        if character == "-":
            if text.startswith("-Infinity", index):
                return self.syntax(index, "not-finite")
            if index + 1 == len(text):
                return self.syntax(len(text), "cut-number")
            return self.syntax(index, "leading-point" if text[index + 1] == "." else "bare-minus")
        if character == "." and text[index + 1 : index + 2].isdigit():
            return self.syntax(index, "leading-point")
        if character in "]}":
            in_object = self.stack and not self.stack[-1].is_array
            return self.syntax(index, "member-without-value" if in_object else "bracket-for-value")
        key = {"+": "plus", ",": "comma-for-value", ":": "colon-for-value"}.get(character)
        return self.syntax(index, key) if key else self.stray(index, "value-due")

    def no_name(self, index: int, comma: int | None) -> Stop:
        """No member's name begins at `index`, in an object, after the comma at `comma` if there is one."""
        text = self.text
        if index == len(text):
            return self.cut_off(index)
        character = text[index]
        if character == "}" and comma is not None:
            return self.syntax(comma, "trailing-comma")
        if character == "]":
            return self.wrong_bracket(index, self.stack[-1])
        if _WORD.match(text, index) or character.isdigit() or character in "-$":
            return self.syntax(index, "unquoted-name")
        key = {
            ",": "comma-for-member",
            ":": "colon-for-name",
            "{": "bracket-for-name",
            "[": "bracket-for-name",
        }.get(character)
        return self.syntax(index, key) if key else self.stray(index, "name-due")

    def no_colon(self, index: int) -> Stop:
        """No colon follows a member's name."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        if character == "=":
            return self.syntax(index, "equals")
        if character in ",}":
            return self.syntax(index, "no-colon-no-value")
        return self.stray(index, "after-name") if _is_odd(character) else self.syntax(index, "no-colon")

    def no_comma(self, index: int, frame: Frame) -> Stop:
        """Neither a comma nor the bracket that closes `frame` follows a value."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        if character in "]}":
            return self.wrong_bracket(index, frame)
        if character == ":":
            return self.syntax(index, "colon-in-array" if frame.is_array else "second-colon")
        if character == ";":
            return self.syntax(index, "semicolon")
        if _is_odd(character):
            return self.stray(index, "after-value")
        return self.syntax(index, "no-comma", open=self.kind(frame), close="]" if frame.is_array else "}")

    def wrong_bracket(self, index: int, frame: Frame) -> Stop:
        """A bracket that does not close `frame`, which is open."""
        where, close = self.since(frame.opened, index), "]" if frame.is_array else "}"
        found = self.text[index]
        return self.syntax(index, "wrong-bracket", found=found, open=self.kind(frame), where=where, close=close)

    def after_end(self, index: int) -> Stop:
        """Something follows the end of the one value."""
        character = self.text[index]
        if (
            character in '{["-'
            or character.isdigit()
            or any(self.text.startswith(literal, index) for literal, _ in LITERALS)
        ):
            return self.syntax(index, "second-value")
        if character in "]}":
            return self.syntax(index, "unopened-bracket")
        if character == ",":
            return self.syntax(index, "comma-after-end")
        return self.stray(index, "after-end") if _is_odd(character) else self.syntax(index, "after-end")

    def cut_off(self, index: int) -> Stop:
        """The text ends while arrays or objects are open."""
        frame, count = self.stack[-1], len(self.stack)
        key = "cut-container" if count == 1 else "cut-containers"
        return self.syntax(index, key, open=self.kind(frame), where=self.since(frame.opened, index), count=count)

    def stray(self, index: int, place: str) -> Stop:
        """A character that begins nothing in JSON, named by what its writer will have meant; `place` is a word."""
        text, where = self.text, self.say(f"word/{place}")
        character = text[index]
        if character == "'":
            return self.syntax(index, "single-quote", where=where)
        if character in _QUOTES:
            return self.syntax(index, "typographic-quote", where=where)
        if text.startswith(("//", "/*"), index) or character == "#":
            return self.syntax(index, "comment", where=where)
        if character == "\x00":
            return self.syntax(index, "nul", where=where)
        if character == BOM:
            return self.syntax(index, "byte-order-mark", where=where)
        if character.isspace() or character in _INVISIBLE:
            return self.syntax(index, "white-space", character=self.named(character), where=where)
        if character < " " or "\x7f" <= character <= "\x9f":
            return self.syntax(index, "control", character=self.named(character), where=where)
        word = _WORD.match(text, index)
        if word is None:
            return self.syntax(index, "stray", where=where)
        if word.end() == len(text) and any(literal.startswith(word[0]) for literal, _ in LITERALS):
            return self.syntax(len(text), "cut-literal")
        return self.about_word(index, word[0], where)

    def about_word(self, index: int, word: str, where: str) -> Stop:
        lower = word.lower() if len(word) <= 16 else ""
        if lower in ("nan", "infinity", "inf"):
            return self.syntax(index, "not-finite")
        if lower in ("true", "false", "null"):
            return self.syntax(index, "literal-spelling", literal=lower)
        if lower in ("none", "undefined", "nil"):
            return self.syntax(index, "other-null")
        return self.syntax(index, "word", where=where)

    def kind(self, frame: Frame) -> str:
        return self.say("word/array" if frame.is_array else "word/object")

    def named(self, character: str) -> str:
        return f"{self.say('word/' + _NAMES.get(character, 'character'))} (U+{ord(character):04X})"


def _is_odd(character: str) -> bool:
    """Whether `character` is best explained by itself: a quote, a comment, white space or a control character."""
    return character in f"'#/{_QUOTES}" or not character.isprintable() or character.isspace()
