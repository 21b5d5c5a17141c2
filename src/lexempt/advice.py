"""What `options` answers, as values: everything found that would settle a project, ranked. Renderers only format these."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from lexempt.case import Scalar, Statement
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, FactValue, Path, ProjectResult, ReadingEffect
from lexempt.wording import Unit

OptionKind: TypeAlias = Literal["as_designed", "change_design", "seek_finding", "find_out"]
MoveKind: TypeAlias = Literal["replace", "reduce", "leave_out", "plan", "seek", "find_out"]


class Edit(NamedTuple):
    """One edit of a case: a fact stated otherwise, or an impact left out."""

    statement: Statement | None = None
    less_of: tuple[Scalar, ...] | None = None
    """For a set: the members it had, of which those of the statement go away."""
    left_out: str | None = None


class Move(NamedTuple):
    """One thing to do: replace or leave out an impact, plan a fact otherwise, have a body decide it, or find it out."""

    kind: MoveKind
    things: tuple[str, ...]
    """The impacts, or the thing, that it is about; several where they share one bound."""
    fact: str | None
    """`turnout.area`; None where an impact is replaced or left out."""
    title: str
    """`area of turnout`, or the area of an impact that is replaced or left out."""
    now: str
    to: str
    """The value, or a bound: `at most 10,000 sqft`."""
    decided_by: str | None = None
    """Title of the body that decides the fact, where one has to be asked."""
    line: int | None = None
    text: str = ""
    """What to do, or to ask for, in the words of the vocabulary."""
    less: Fraction | None = None
    """In square feet: what is replaced, or no longer drained or filled."""
    most: Fraction | None = None
    """The same where only a range is known: the most that it can be."""
    ranged: bool = False
    """Whether `now` is a range of a number that becomes smaller."""
    bound: Fraction | None = None
    """The number of `to`, where it is a bound: the most, the least, or what it must stay below."""
    ratio: tuple[int, str] | None = None
    """Where an impact is replaced: how many times its area, and the provision; None where that depends or is not known."""
    part: bool = False
    """Whether only a part of what it is about is replaced: `less` square feet of it."""
    unit: Unit = "sqft"
    """The unit in which the areas of it are stated."""
    edits: tuple[Edit, ...] = ()
    """What it does to the case; nothing where something is replaced or found out."""


class Option(NamedTuple):
    """Moves that together make the answer *no replacement plan*, or none but for what is replaced; none can be left out."""

    kind: OptionKind
    moves: tuple[Move, ...]
    path: Path | None
    """The first path that it opens: which impact is exempt under which clauses."""
    fails_under: tuple[ReadingEffect, ...] | None
    """The changes of reading under which it does not settle the project; None where that was not asked."""
    if_: tuple[FactValue, ...]
    """Facts not known that have to turn out so all the same."""
    breaks: tuple[str, ...]
    """What it makes worse: another impact or project, a duty."""
    still_needs: tuple[str, ...]
    """Approvals and duties that remain."""
    margins: tuple[tuple[str, str, str], ...]
    """(impact, provision, margin): the room that is left to each limit once it is done; of an impact, the least first."""


class Advice(NamedTuple):
    """The options of one project, ranked, beside its answer as it stands."""

    project: ProjectResult
    options: tuple[Option, ...]
    complete: bool
    """Whether all are listed that there are: False where a kind is in `left_off` or `cut`, or time ran out."""
    left_off: tuple[tuple[OptionKind, int], ...]
    """Found, but not listed, by kind."""
    cut: tuple[OptionKind, ...] = ()
    """The kinds of which there may be more than were found, because looking for them stopped at a limit."""
    ordinary: ProjectResult | None = None
    """Where the file assumes nothing and that leaves the answer open: the project as if all that is not stated were
    ordinary. The options are of that project then."""


class OptionsResult(NamedTuple):
    """The options of every project of a call, with the check they start from."""

    check: CheckResult
    advice: tuple[Advice, ...]
    complete: bool
    """False where a project was refused, or ran out of time."""
