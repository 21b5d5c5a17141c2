"""A case looked up by thing and attribute: what the consistency checks ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from lexempt.case import Between, Case, Known, OneOf, Statement, Thing, Value
from lexempt.language.tree import Problem
from lexempt.law.vocabulary import Attribute, Vocabulary

Found = Iterator[tuple[Problem, int]]
Bounds = tuple[Fraction | date | None, Fraction | date | None]


class View:
    """A case looked up by thing and attribute."""

    def __init__(self, case: Case, vocabulary: Vocabulary) -> None:
        self.case, self.vocabulary = case, vocabulary
        self.things = {thing.id: thing for thing in case.things}
        self.said: dict[tuple[str, str], list[Statement]] = {}
        for statement in case.statements:
            self.said.setdefault((statement.thing, statement.attribute), []).append(statement)

    def attribute(self, statement: Statement) -> Attribute | None:
        thing = self.things.get(statement.thing)
        return self.vocabulary.attribute(thing.entity, statement.attribute) if thing is not None else None

    def bounds(self, thing: str, attribute: str) -> Bounds:
        """The least and the greatest value that any source gives."""
        lows: list[Fraction | date | None] = []
        highs: list[Fraction | date | None] = []
        for statement in self.said.get((thing, attribute), ()):
            low, high = bounds(statement.value)
            lows.append(low)
            highs.append(high)
        low = None if not lows or None in lows else min(lows)  # type: ignore[type-var]
        return low, None if not highs or None in highs else max(highs)  # type: ignore[type-var]

    def area(self, thing: str, attribute: str, upper: bool) -> Fraction | None:
        found = self.bounds(thing, attribute)[1 if upper else 0]
        return found if isinstance(found, Fraction) else None

    def word(self, thing: str, attribute: str) -> str | None:
        """The one word that all sources give, if they give one."""
        found = {s.value for s in self.said.get((thing, attribute), ())}
        value = found.pop() if len(found) == 1 else None
        if isinstance(value, Known) and len(value.values) == 1 and isinstance(value.values[0], str):
            return value.values[0]
        return None

    def line(self, thing: str, attribute: str) -> Statement:
        return self.said[thing, attribute][-1]


def bounds(value: Value) -> Bounds:
    if isinstance(value, Between):
        return value.low, value.high
    if isinstance(value, Known | OneOf) and value.values:
        found = [v for v in value.values if isinstance(v, Fraction | date)]
        if found:
            return min(found), max(found)
    return None, None


def at(
    statement: Statement,
    code: str,
    message: str,
    expected: str | None = None,
    help: str | None = None,
    severity: str = "error",
) -> tuple[Problem, int]:
    span = statement.span
    return Problem(code, message, span.start - 1, span.end - 1, expected, help, severity), span.line


def on(
    thing: Thing, code: str, message: str, expected: str | None = None, help: str | None = None, severity: str = "error"
) -> tuple[Problem, int]:
    span = thing.span
    return Problem(code, message, span.start - 1, span.end - 1, expected, help, severity), span.line
