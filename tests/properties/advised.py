"""Options put to the independent oracle: a world with an option's edits made, and what the oracle says of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.oracle import law, readings
from tests.oracle.generate import F
from tests.oracle.to_case import _types
from tests.oracle.world import World

from lexempt.advice import Edit, Move
from lexempt.case import Known

ALTERNATIVES = tuple((n, c) for n in sorted(readings.DEFAULT) for c in readings.CHOICES[n] if c != readings.DEFAULT[n])
_TABLES = ("projects", "wetlands", "portions", "grounds", "impacts", "waters", "drainage_systems")


def with_edits(world: World, edits: Iterable[Edit]) -> World:
    """The world with these edits made. Every impact of a generated world has its ground declared."""
    tables: dict[str, dict[str, Any]] = {name: dict(getattr(world, name)) for name in _TABLES}
    for edit in edits:
        if edit.left_out is not None:
            del tables["impacts"][edit.left_out]
    for edit in edits:
        if edit.statement is None:
            continue
        said = edit.statement
        for table in tables.values():
            thing = table.get(said.thing)
            if thing is not None and (thing.entity, said.attribute) in _types():
                kind, _ = _types()[thing.entity, said.attribute]
                assert isinstance(said.value, Known)
                value: Any = frozenset(said.value.values) if kind == "set" else said.value.values[0]
                if edit.less_of is not None:
                    value = frozenset(thing.get(said.attribute)) - value
                table[said.thing] = replace(thing, facts={**thing.facts, said.attribute: value})
    return replace(world, **tables)


def settled(world: World, project: str, given: Mapping[str, str] | None = None) -> bool:
    """Whether the project needs no replacement plan and nothing of it is prohibited."""
    verdict = law.evaluate(world, given)
    members = verdict.projects[project].members
    barred = any(verdict.impacts[i].prohibited for i, impact in world.impacts.items() if impact.project in members)
    return verdict.projects[project].replacement_plan == "not_required" and not barred


def without_each(edits: tuple[Edit, ...]) -> Iterable[tuple[Edit, ...]]:
    """The edits, one of them left out."""
    return (tuple(e for n, e in enumerate(edits) if n != left) for left in range(len(edits)))


def one_more(move: Move) -> tuple[Edit, ...]:
    """The edits of a smaller number with a little more than the bound: by less than any area of a world has."""
    first, *rest = move.edits
    assert first.statement is not None and isinstance(first.statement.value, Known) and move.bound is not None
    value = first.statement.value.values[0]
    assert isinstance(value, Fraction)
    more = value + F(1, 10_000) if move.to.startswith("at most") else move.bound
    return (first._replace(statement=first.statement._replace(value=Known((more,)))), *rest)


def subsets(count: int, size: int) -> Iterable[tuple[int, ...]]:
    """All sets of so many of `count` numbers."""
    return itertools.combinations(range(count), size)
