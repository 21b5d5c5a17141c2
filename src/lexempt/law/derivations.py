"""Which attributes the law derives from which others, and where a reading can matter: rows of the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lexempt.law.vocabulary import rows_of


@lru_cache(maxsize=1)
def derives_from() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """(entity, attribute) -> the attributes whose statement lets a definition derive it."""
    return _table("derives_from")


@lru_cache(maxsize=1)
def always_gives() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """(entity, attribute) -> those of them with which a definition always gives it a value."""
    return _table("always_gives")


@lru_cache(maxsize=1)
def asked_with() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """(entity, attribute) -> the attributes beside which leaving it out means unknown."""
    return _table("asked_with")


@lru_cache(maxsize=1)
def asked_where() -> Mapping[tuple[str, str], tuple[str, str]]:
    """(entity, attribute) -> (another attribute, value): it is asked only where that one has, or may have, that value."""
    return {(entity, attribute): (other, str(value)) for entity, attribute, other, value in rows_of("asked_where")}


@lru_cache(maxsize=1)
def concerns() -> Mapping[str, frozenset[tuple[str, str]]]:
    """Reading -> the (attribute, value) pairs of which one must be possible for the reading to matter."""
    found: dict[str, set[tuple[str, str]]] = {}
    for reading, attribute, value in rows_of("concerns"):
        found.setdefault(reading, set()).add((attribute, str(value)))
    return {name: frozenset(pairs) for name, pairs in found.items()}


@lru_cache(maxsize=1)
def exempts_part() -> Mapping[str, str]:
    """Reading -> its choice that exempts a part of what exceeds a number. It changes how much is replaced, never a verdict."""
    return {str(reading): str(choice) for reading, choice in rows_of("exempts_part")}


def _table(predicate: str) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for entity, attribute, source in rows_of(predicate):
        found[entity, attribute] = (*found.get((entity, attribute), ()), source)
    return found
