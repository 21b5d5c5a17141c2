"""A bill as it is written: its header, and sections that do something to provisions. No meaning of words yet."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

from lexempt.case import Diagnostic
from lexempt.language.tree import Piece
from lexempt.records import NamedTuple

Kind: TypeAlias = Literal["amend", "repeal", "suspend", "reinstate", "add", "renumber", "new fact"]
Deed: TypeAlias = Literal["strike", "insert", "replace", "times"]


class Operation(NamedTuple):
    """One operation of a stroke: `strike OLD`, `insert NEW`, `replace OLD with NEW`, `times NEW`."""

    deed: Deed
    old: Piece | None
    new: Piece | None


class Stroke(NamedTuple):
    """A line under a section: its key, what stands after it (`rest`), and under `amend` the operations there."""

    line: int
    key: Piece
    rest: Piece | None
    operations: tuple[Operation, ...] = ()


class Section(NamedTuple):
    """A heading and its lines. `other` is the place of an added provision, or the new number of one; `many`: all below the
    provision (`9/a/*`). Of a new fact, `provision` is its name, `other` its entity, and it has no id."""

    line: int
    kind: Kind
    provision: Piece
    id: str
    other: Piece | None
    strokes: tuple[Stroke, ...]
    many: bool = False
    question: str | None = None


class Applies(NamedTuple):
    """A transition rule: the bill governs projects whose `what` (the fact `work`, `applied` or `decision`) is on or after a day,
    or before it."""

    what: str
    before: bool
    day: date

    @property
    def words(self) -> str:
        """`work on or after 2026-08-01`."""
        what = {"applied": "applications", "decision": "decisions"}.get(self.what, self.what)
        return f"{what} {'before' if self.before else 'on or after'} {self.day.isoformat()}"


class Bill(NamedTuple):
    """A file: the bill's name and title, its dates, its sections in order."""

    path: str
    name: str
    title: str | None
    drafted_against: date | None
    effective: date | None
    expires: date | None
    sections: tuple[Section, ...]
    lines: tuple[str, ...]
    """The lines of the file, for messages."""
    applies: Applies | None = None
    against: tuple[str, ...] = ()
    """The bills whose text it amends, by name."""


class BillRead(NamedTuple):
    """What reading a file gives: the bill, so far as it could be read (None: not at all), the diagnostics, the lines."""

    bill: Bill | None
    diagnostics: tuple[Diagnostic, ...]
    lines: tuple[str, ...] = ()
