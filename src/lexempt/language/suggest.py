"""Did you mean: the nearest words, and lists of words for messages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from lexempt.law.vocabulary import normal

_MOST = 400
"""Words compared with a misspelt one: no file can make this slow."""


def nearest(word: str, words: Iterable[str], cutoff: float = 0.72) -> str | None:
    """The word most like the one written, if one is like it at all."""
    from difflib import get_close_matches  # rarely needed, and not free

    known = {normal(candidate): candidate for candidate in islice(words, _MOST)}
    asked = normal(word)[:80]
    if asked in known:
        return known[asked]
    found = get_close_matches(asked, list(known), n=1, cutoff=cutoff)
    return known[found[0]] if found else None


def did_you_mean(word: str, words: Iterable[str], otherwise: str | None = None) -> str | None:
    """A help line with the nearest word, or another help."""
    found = nearest(word, words)
    return f"did you mean `{found}`?" if found else otherwise


def listed(words: Iterable[str], last: str = "or", most: int = 12) -> str:
    """`a, b or c`; a long list is cut and says so."""
    found = list(words)
    if len(found) > most:
        return ", ".join(found[:most]) + f" (and {len(found) - most} more)"
    if len(found) < 2:
        return "".join(found)
    return ", ".join(found[:-1]) + f" {last} {found[-1]}"


def shown(text: str, most: int = 60) -> str:
    """The user's text in back-ticks, cut if it is long."""
    text = " ".join(text.split())
    return f"`{text if len(text) <= most else text[: most - 3] + '...'}`"
