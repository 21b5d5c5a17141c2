"""Which attributes the law derives from which others (`asp/vocabulary/derivations.lp`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lexempt.law.rows import read_rows
from lexempt.places import law_folder


@lru_cache(maxsize=1)
def derives_from() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """(entity, attribute) -> the attributes whose statement lets a definition derive it."""
    return _table("derives_from")


@lru_cache(maxsize=1)
def asked_with() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """(entity, attribute) -> the attributes beside which leaving it out means unknown."""
    return _table("asked_with")


def _table(predicate: str) -> dict[tuple[str, str], tuple[str, ...]]:
    path = law_folder() / "vocabulary" / "derivations.lp"
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in read_rows(path.read_text("utf-8"), path.name):
        if row.name == predicate:
            entity, attribute, source = (str(arg) for arg in row.args)
            found[entity, attribute] = (*found.get((entity, attribute), ()), source)
    return found
