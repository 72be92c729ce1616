"""What somebody most likely meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """A question that names up to three known words near `word`; `otherwise` if there are none.

    The last part of an id, such as `attempt-count` of `rule/attempt-count`, counts as the whole id.
    """
    from difflib import get_close_matches

    words = sorted(known)
    near = [one for one in words if one.rpartition("/")[2] == word] or get_close_matches(word, words, n=3)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
