"""A bill fitted to a law: what came of each stroke, the rows it adds, and what it is to the solver."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal, TypeAlias

from lexempt.amending.bill import Bill
from lexempt.amending.standing import Standing, walk
from lexempt.amending.terms import term
from lexempt.case import Diagnostic
from lexempt.law.adopted import Adopted
from lexempt.law.program import LawValue
from lexempt.law.vocabulary import NewFact
from lexempt.records import NamedTuple
from lexempt.solving.rows import LawRow, law_rows

Status: TypeAlias = Literal["fits", "already law", "clashes"]


class Change(NamedTuple):
    """One stroke against one law: what it does to which provision, and whether it fits there."""

    line: int
    provision: str
    words: str
    status: Status
    note: str | None = None


class Fitted(NamedTuple):
    """A bill against a law: mistakes and warnings, each stroke's fate, the rows it adds and the facts beside them."""

    bill: Bill
    law: Standing
    diagnostics: tuple[Diagnostic, ...]
    changes: tuple[Change, ...]
    rows: tuple[LawRow, ...]
    beside: tuple[str, ...]
    units: tuple[tuple[str, str, str | None], ...]
    facts: tuple[NewFact, ...] = ()
    before: tuple[Fitted, ...] = ()
    """The bills it is drafted against, and those these are drafted against."""

    @property
    def amended(self) -> Standing:
        """The law with the bill adopted."""
        return all_adopted(self.law, (self,))

    @property
    def adopted(self) -> Adopted:
        """For the solver."""
        units = {(c, n): unit for c, n, unit in self.units}
        values = tuple(
            LawValue(c, n, int(v), units.get((c, n)), act)
            for predicate, (c, n, v, act) in ((r.predicate, r.args) for r in self.rows if r.predicate == "value")
        )
        day = self.bill.expires
        cites = tuple((row.args[0], row.args[1]) for row in self.rows if row.predicate == "cites")
        return Adopted(
            self.bill.name,
            tuple(as_fact(row, units) for row in self.rows if row.predicate != "cites"),
            self.beside,
            values,
            _number(day) if day else 99999999,
            cites,
            self.facts,
            _unseen(self.rows),
            self.bill.applies and (self.bill.applies.what, self.bill.applies.before, _number(self.bill.applies.day)),
        )


def _number(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def _unseen(rows: Sequence[LawRow]) -> tuple[tuple[str, str], ...]:
    numbers = [(row.args[0], row.args[1]) for row in rows if row.predicate == "unknown_value"]
    return (*numbers, *((row.args[1], "wording") for row in rows if row.predicate == "unseen"))


def all_adopted(law: Standing, bills: Sequence[Fitted]) -> Standing:
    """A law with several bills adopted, the last one latest in final enactment."""
    added = (*law.added, *(row for bill in bills for row in bill.rows))
    units = {**law.units, **{(c, n): unit for bill in bills for c, n, unit in bill.units}}
    acts = (*law.acts, *(bill.bill.name for bill in bills))
    return walk((*law_rows(), *added), acts, units)._replace(added=added, units=units)


def as_fact(row: LawRow, units: dict[tuple[str, str], str | None]) -> str:
    """A row as clingo reads it, without the full stop."""
    predicate, args = row
    if predicate == "value":
        c, n, v, act = args
        unit = units.get((c, n))
        return f'value("{c}",{term(n)},{v}{"*" + unit if unit else ""},"{act}")'
    if predicate == "item":
        c, n, v, act = args
        return f'item("{c}",{term(n)},{term(v)},"{act}")'
    if predicate == "strikes":
        act, c, n, v = args
        return f'strikes("{act}","{c}",{term(n)},{term(v)})'
    if predicate == "unknown_value":
        c, n, act = args
        return f'unknown_value("{c}",{term(n)},"{act}")'
    if predicate == "cites":
        c, number, act = args
        return f'cites("{c}","{act}","{number}")'
    act, c = args
    return f'{predicate}("{act}","{c}")'
