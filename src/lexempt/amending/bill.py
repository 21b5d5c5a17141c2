"""A bill as it is written: its header, and sections that do something to provisions. No meaning of words yet."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

from lexempt.case import Diagnostic
from lexempt.language.tree import Piece
from lexempt.records import NamedTuple

Kind: TypeAlias = Literal["amend", "repeal", "suspend", "reinstate", "add"]
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
    """A heading and its lines. `after` is the place of an added provision; `many`: all below the provision (`9/a/*`)."""

    line: int
    kind: Kind
    provision: Piece
    id: str
    after: Piece | None
    strokes: tuple[Stroke, ...]
    many: bool = False


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


class BillRead(NamedTuple):
    """What reading a file gives: the bill, so far as it could be read (None: not at all), the diagnostics, the lines."""

    bill: Bill | None
    diagnostics: tuple[Diagnostic, ...]
    lines: tuple[str, ...] = ()
