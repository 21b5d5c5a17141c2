"""What a case file says, as values: things, statements about them, claims, history, notes, expectations, variants.

Every stage before the solver reads and returns these frozen types. Quantities are exact fractions: areas in square
feet, distances in feet, percentages in percent. Nothing here knows a domain word; the vocabulary does.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TypeAlias

from lexempt.records import NamedTuple


class Span(NamedTuple):
    """A place in a file: line and columns, from 1; `end` is the column after the last character."""

    line: int
    start: int
    end: int


class Source(NamedTuple):
    """Who stated a fact, when, and in which document. `by` is a body of the vocabulary; `who` is the word written."""

    by: str | None = None
    who: str | None = None
    on: date | None = None
    citing: str | None = None


class Loss(NamedTuple):
    """One earlier loss of a landowner's portion: area in square feet, the day, and flags of the vocabulary.

    Where only a range is known, `area` is its lower end and `most` its upper end.
    """

    area: Fraction
    on: date
    flags: frozenset[str] = frozenset()
    most: Fraction | None = None


Scalar: TypeAlias = str | Fraction | date | Loss
"""A word of the vocabulary (`fill`, `yes`, an id), an exact number, a day, or an earlier loss."""


# `kind` keeps values of different kinds from being equal: named tuples compare as tuples.
class Known(NamedTuple):
    """A stated value. Sets and lists have any number of members; everything else has exactly one.

    `none` of a set or list is the empty tuple; `none` of a quantity or date (no such amount) is the empty tuple too.
    """

    values: tuple[Scalar, ...]
    kind: str = "known"


class OneOf(NamedTuple):
    """One of several values, it is not known which (`2 or 3`)."""

    values: tuple[Scalar, ...]
    kind: str = "one of"


class Between(NamedTuple):
    """A number or day within closed bounds (`400 sqft to 900 sqft`, `at most`, `about`); None is unbounded."""

    low: Fraction | date | None
    high: Fraction | date | None
    about: Fraction | None = None
    kind: str = "between"


class Unknown(NamedTuple):
    """Marked unknown in the file."""

    kind: str = "unknown"


UNDETERMINED = Unknown("undetermined")
"""Stated, but by nobody with the power to decide it, where only what was determined counts (`--strict`)."""


class NotApplicable(NamedTuple):
    """Marked as a question that does not arise."""

    kind: str = "not applicable"


Value: TypeAlias = Known | OneOf | Between | Unknown | NotApplicable


class Statement(NamedTuple):
    """One fact of the file: `attribute [key]` of a thing has a value, from a source, at a line.

    `key` is the argument of a keyed attribute (a year, a water's id, a provision) or None. `text` is the value as written.
    """

    thing: str
    attribute: str
    value: Value
    span: Span
    key: str | int | None = None
    source: Source = Source()
    text: str = ""


class Thing(NamedTuple):
    """Something a heading opens. `links` holds what the heading ties it to, by entity: ("wetland", ("w1",))."""

    entity: str
    id: str
    span: Span
    title: str | None = None
    links: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def linked(self, entity: str) -> tuple[str, ...]:
        """The ids of that entity which the heading ties this thing to."""
        return next((ids for kind, ids in self.links if kind == entity), ())


class Claim(NamedTuple):
    """The provision somebody applied for, for one impact, or for the whole project if `impact` is None."""

    project: str
    provision: str
    span: Span
    impact: str | None = None
    source: Source = Source()


class Happening(NamedTuple):
    """A dated event of the project's history, in the user's words; it is kept and shown, not computed with."""

    project: str
    text: str
    span: Span
    on: date | None = None
    source: Source = Source()


class Note(NamedTuple):
    """A remark, shown as not considered."""

    project: str
    text: str
    span: Span


class Expectation(NamedTuple):
    """One line under `expect`: what is expected of `subject` (a project, an impact, `path`, `because`, ...).

    `wants` is the text after the colon, e.g. `qualifies under 103G.2241/9/a/2`, `replacement plan required`.
    """

    subject: str
    wants: str
    span: Span


class Expect(NamedTuple):
    """An `expect` block: what is recorded as right on a day and under readings (`with combining_amounts = each_paragraph`)."""

    lines: tuple[Expectation, ...]
    span: Span
    on: date | None = None
    readings: tuple[tuple[str, str], ...] = ()


class Variant(NamedTuple):
    """A row of a `variants` table: the statements that replace those of the file, things left out, and what is expected."""

    name: str
    replaces: tuple[Statement, ...]
    removes: tuple[str, ...]
    expects: Expect
    span: Span
    why: str = ""


class Case(NamedTuple):
    """A whole file. Things, statements and the rest are in file order."""

    path: str
    things: tuple[Thing, ...] = ()
    statements: tuple[Statement, ...] = ()
    assumes: tuple[tuple[str, str], ...] = ()
    """(project, name of a set of assumptions)"""
    claims: tuple[Claim, ...] = ()
    history: tuple[Happening, ...] = ()
    notes: tuple[Note, ...] = ()
    expects: tuple[Expect, ...] = ()
    variants: tuple[Variant, ...] = ()

    def of(self, entity: str) -> tuple[Thing, ...]:
        """The things of one entity, in file order."""
        return tuple(thing for thing in self.things if thing.entity == entity)


class Diagnostic(NamedTuple):
    """A mistake of the user's, as a value. `severity` is `error` (this file gets no answer) or `warning`."""

    code: str
    message: str
    span: Span | None = None
    expected: str | None = None
    help: str | None = None
    severity: str = "error"
    path: str = ""


class Reading(NamedTuple):
    """What reading one file gave: a case, unless an error stands among the diagnostics, in file order."""

    case: Case | None
    diagnostics: tuple[Diagnostic, ...] = ()
    lines: tuple[str, ...] = ()
