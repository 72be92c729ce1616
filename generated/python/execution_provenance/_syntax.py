# Generated from tools/exprov/targets/python/runtime/_syntax.py by `exprov generate`; edit that and run it again.
"""What to say of text that is no JSON: the place, and a message that guesses what its writer meant.

No message repeats text of the input: what stands at the wrong place may be a secret.
"""

from __future__ import annotations

import re
from typing import Any

from ._text import BOM

SPACE = " \t\n\r"
LITERALS = (("true", True), ("false", False), ("null", None))
_WORD = re.compile(r"[^\W\d][\w$]*+")


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
    """Explains what is wrong at an index of `text`, where `stack` holds what is open there: each method for one kind of place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[Frame] = []

    def bad_string(self, start: int, end: int) -> Stop:
        """The string that opens at `start` is in order up to `end` only."""
        text = self.text
        if end == len(text):
            return syntax(
                end,
                f"the text ends within a string that opens {self.since(start, end)}; it was cut off, or a quote is missing: write it to the end",
            )
        character = text[end]
        if character != "\\":
            escape = _SHORT_ESCAPES.get(character, f"\\u{ord(character):04x}")
            return syntax(end, f"a raw {_named(character)} in a string; write {escape} or remove it")
        letter = text[end + 1 : end + 2]
        if not letter:
            return syntax(len(text), "the text ends within an escape of a string; it was cut off: write it to the end")
        if letter == "u":
            if _CUT_ESCAPE.fullmatch(text, end):
                return syntax(
                    len(text), "the text ends within an escape of a string; it was cut off: write it to the end"
                )
            return syntax(end, "a \\u escape without four hexadecimal digits; write four, as in \\u00e9")
        remedy = "write ' as it is" if letter == "'" else "to write a backslash, double it"
        return syntax(
            end, f'an escape that JSON does not know; {remedy} (there are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)'
        )

    def since(self, index: int, now: int) -> str:
        """Where `index` is, for a finding at `now`: the line is named only if it is another one than the finding's."""
        column = index - self.text.rfind("\n", 0, index)
        if self.text.find("\n", index, now) < 0:
            return f"at column {column} of this line"
        return f"at line {self.text.count(chr(10), 0, index) + 1}, column {column}"

    def bad_number(self, start: int, end: int, lexeme: str, has_point_or_exponent: bool) -> Stop:
        """The number from `start` to `end` goes on with something that no number has."""
        text = self.text
        following = text[end]
        if lexeme in ("0", "-0") and following in "0123456789":
            return syntax(start, "a number with a leading zero; remove the zero, or quote it if it is an identifier")
        if lexeme in ("0", "-0") and following in "xXoObB":
            return syntax(start, "a hexadecimal, octal or binary number; write it in decimal digits")
        if following == ".":
            if "." in lexeme or has_point_or_exponent:
                return syntax(end, "a number with a second point; write one number, or quote it if it is a version")
            if end + 1 == len(text):
                return syntax(len(text), "the text ends within a number; it was cut off: write it to the end")
            return syntax(end, "a point without digits after it; write digits, or remove the point")
        if following in "eE" and "e" not in lexeme.lower():
            if text[end + 1 :] in ("", "+", "-"):
                return syntax(len(text), "the text ends within a number; it was cut off: write it to the end")
            return syntax(end, "an exponent without digits; write digits, or remove it")
        if following == "_":
            return syntax(end, "an underscore within a number; write the digits alone")
        return syntax(end, "a number that goes on with something else; write digits alone, or quote it if it is text")

    def no_value(self, index: int) -> Stop:
        """No value begins at `index`."""
        text = self.text
        if index == len(text):
            if not self.stack:
                what = "the text is empty" if not text.strip(SPACE + BOM) else "there is no value"
                return syntax(index, f"{what}; write one JSON value")
            return self.cut_off(index)
        character = text[index]
        if character == "-":
            if text.startswith("-Infinity", index):
                return syntax(index, _NOT_FINITE)
            if index + 1 == len(text):
                return syntax(len(text), "the text ends within a number; it was cut off: write it to the end")
            if text[index + 1] == ".":
                return syntax(index, "a number that begins with a point; write a zero before it")
            return syntax(index, "a minus sign without digits after it; write digits, or remove it")
        if character == "." and text[index + 1 : index + 2].isdigit():
            return syntax(index, "a number that begins with a point; write a zero before it")
        if character == "+":
            return syntax(index, "a plus sign before a number; remove it")
        if character == ",":
            return syntax(index, "a comma where a value is due; remove it, or write the value before it")
        if character in "]}":
            if self.stack and not self.stack[-1].is_array:
                return syntax(index, "a member without a value; write one, or leave the member out")
            return syntax(index, "a closing bracket where a value is due; remove it, or write the value")
        if character == ":":
            return syntax(index, "a colon where a value is due; remove it, or name a member before it within an object")
        return self.stray(index, "where a value is due")

    def no_name(self, index: int, comma: int | None) -> Stop:
        """No member's name begins at `index`, in an object, after the comma at `comma` if there is one."""
        text = self.text
        if index == len(text):
            return self.cut_off(index)
        character = text[index]
        if character == "}" and comma is not None:
            return syntax(comma, "a comma before the closing bracket; remove it")
        if character == ",":
            return syntax(index, "a comma where a member is due; remove it")
        if character == ":":
            return syntax(index, "a colon without a name before it; write the member's name in double quotes")
        if character == "]":
            return syntax(
                index, f"a ] where an object is open {self.since(self.stack[-1].opened, index)}; close it with }}"
            )
        if _WORD.match(text, index) or character.isdigit() or character in "-$":
            return syntax(index, "a member's name without quotes; write it in double quotes")
        if character in "{[":
            return syntax(
                index,
                "an array or object where a member's name is due; write the name in double quotes and a colon before it",
            )
        return self.stray(index, "where a member's name is due")

    def no_colon(self, index: int) -> Stop:
        """No colon follows a member's name."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        if character == "=":
            return syntax(index, "an equals sign after a member's name; write a colon")
        if character in ",}":
            return syntax(index, "a member without a value; write a colon and the value after its name")
        if _is_odd(character):
            return self.stray(index, "after a member's name")
        return syntax(index, "no colon after a member's name; write one")

    def no_comma(self, index: int, frame: Frame) -> Stop:
        """Neither a comma nor the bracket that closes `frame` follows a value."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        what, close = ("an array", "]") if frame.is_array else ("an object", "}")
        if character in "]}":
            return syntax(
                index, f"a {character} where {what} is open {self.since(frame.opened, index)}; close it with {close}"
            )
        if character == ":" and frame.is_array:
            return syntax(index, "a colon within an array; write an object, in braces, around members")
        if character == ":":
            return syntax(index, "a second colon after a value; put a comma between members, or quote the whole value")
        if character == ";":
            return syntax(index, "a semicolon after a value; write a comma")
        if _is_odd(character):
            return self.stray(index, "after a value")
        return syntax(index, f"no comma after a value; write one, or close {what} with {close}")

    def after_end(self, index: int) -> Stop:
        """Something stands after the end of the one value."""
        character = self.text[index]
        if (
            character in '{["-'
            or character.isdigit()
            or any(self.text.startswith(literal, index) for literal, _ in LITERALS)
        ):
            return syntax(
                index,
                "a second value after the end of the first; keep one, or write JSON Lines with a line feed between them",
            )
        if character in "]}":
            return syntax(index, "a closing bracket that nothing opened; remove it")
        if character == ",":
            return syntax(index, "a comma after the end of the value; remove it, or put the values into an array")
        if _is_odd(character):
            return self.stray(index, "after the end of the value")
        return syntax(index, "something stands after the end of the value; remove it")

    def cut_off(self, index: int) -> Stop:
        """The text ends while arrays or objects are open."""
        frame = self.stack[-1]
        what = "an array" if frame.is_array else "an object"
        count = len(self.stack)
        return syntax(
            index,
            f"the text ends within {what} that opens {self.since(frame.opened, index)}, with {count} bracket{'' if count == 1 else 's'} "
            "left open; it was cut off: write it to the end",
        )

    def stray(self, index: int, where: str) -> Stop:
        """A character that begins nothing in JSON, named by what its writer will have meant."""
        text = self.text
        character = text[index]
        if character == "'":
            return syntax(index, f"a single quote {where}; write strings in double quotes")
        if character in "\u2018\u2019\u201c\u201d\u00ab\u00bb`":
            return syntax(index, f"a typographic quote {where}; write strings in plain double quotes")
        if text.startswith(("//", "/*"), index) or character == "#":
            return syntax(index, f"a comment {where}, which JSON does not have; remove it")
        if character == "\x00":
            return syntax(index, f"a NUL character {where}; if the text is UTF-16 or UTF-32, write it as UTF-8")
        if character == BOM:
            return syntax(index, f"a byte order mark {where}; remove it, as happens where files are joined")
        if character.isspace() or character in "\u180e\u200b\u200c\u200d\u2060":
            return syntax(
                index, f"{_named(character)} {where}, which is no white space in JSON; write a space or a line feed"
            )
        if character < " " or "\x7f" <= character <= "\x9f":
            return syntax(index, f"{_named(character)} {where}; remove it")
        word = _WORD.match(text, index)
        if word is not None:
            if word.end() == len(text) and any(literal.startswith(word[0]) for literal, _ in LITERALS):
                return syntax(
                    len(text), "the text ends within true, false or null; it was cut off: write it to the end"
                )
            return syntax(index, _about_word(word[0], where))
        return syntax(index, f"a character {where} that begins no value; remove it, or write text in double quotes")


def _about_word(word: str, where: str) -> str:
    lower = word.lower() if len(word) <= 16 else ""
    if lower in ("nan", "infinity", "inf"):
        return _NOT_FINITE
    if lower in ("true", "false", "null"):
        return f"a literal in another spelling; write {lower}, in lower case"
    if lower in ("none", "undefined", "nil"):
        return "no JSON literal; write null, or leave the member out"
    return f"a word without quotes {where}; write text in double quotes (the only bare words are true, false and null)"


_NOT_FINITE = "NaN and infinities are no JSON numbers; leave the member out or write a finite number"
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_CUT_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}")
_NAMES = {
    "\x00": "NUL character",
    "\t": "tab",
    "\n": "line feed",
    "\v": "vertical tab",
    "\f": "form feed",
    "\r": "carriage return",
    "\xa0": "no-break space",
}


def _named(character: str) -> str:
    return f"{_NAMES.get(character, 'character')} (U+{ord(character):04X})"


def _is_odd(character: str) -> bool:
    """Whether `character` is best explained by itself: a quote, a comment, white space or a control character."""
    return character in "'`#/\u2018\u2019\u201c\u201d\u00ab\u00bb" or not character.isprintable() or character.isspace()


def syntax(index: int, message: str) -> Stop:
    return Stop("json/syntax", index, message)
