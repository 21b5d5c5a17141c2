"""What an explanation says, as values. Renderers only format these; `lexempt.explain` returns them.

A step is one conclusion: that an atom holds, or that it does not. Its address is made of what it says, not of its place, so
that it stays the same from run to run. Steps are shared: each is listed once and others refer to it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, TypeAlias

from lexempt.case import Source
from lexempt.records import NamedTuple
from lexempt.result import CheckResult, Consequence, FactValue, Plan, ProjectResult, Settling, Truth

Level: TypeAlias = Literal["short", "normal", "full"]
LEVELS: tuple[Level, ...] = ("short", "normal", "full")


class FactUsed(NamedTuple):
    """A fact of the case that a step rests on, where it is stated and by whom."""

    fact: str
    """`lane_fill.wetland_type`"""
    title: str
    """`type of lane_fill`"""
    value: str
    """In the user's words; of an open fact what is known of it."""
    status: str
    """stated, disputed, assumed, closed (not stated means none), derived, unknown, unstated."""
    line: int | None = None
    source: Source = Source()
    taken: str | None = None
    """Of an open fact: its value in the completion that the step speaks of."""


class Margin(NamedTuple):
    """By how much a number passed or failed its test. Numbers are exact, as text; `unit` is sqft, ft, percent, days, years or none."""

    value: str
    limit: str
    by: str
    passes: bool
    unit: str
    words: str
    """`1,201 sqft over 10,000 sqft`"""


class Way(NamedTuple):
    """One way in which a rule might have given what a refutation denies, and the literal of its body at which it ends."""

    rule: str
    bindings: tuple[tuple[str, Any], ...]
    at: int
    """The place of that literal in the body, from 0."""
    because: str | None
    """The step that says so; None where it is given: a fact, a row of the law, a comparison."""


class Step(NamedTuple):
    """One conclusion and what it rests on."""

    address: str
    holds: bool
    predicate: str
    arguments: tuple[Any, ...]
    """With the case's own names; None stands for anything (in a refutation: no such atom holds)."""
    sentence: str
    provision: str | None
    act: str | None
    rule: str | None = None
    """Of a proof: the rule of the published table, and the values of its variables."""
    bindings: tuple[tuple[str, Any], ...] = ()
    ways: tuple[Way, ...] = ()
    """Of a refutation: how each rule with that head fails. Only at the full level."""
    because: tuple[str, ...] = ()
    """The addresses of the steps it rests on."""
    facts: tuple[FactUsed, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    margin: Margin | None = None


class ReadingChange(NamedTuple):
    """A choice of one reading under which a clause's answer for an impact is another."""

    reading: str
    choice: str
    holds: Truth


class Why(NamedTuple):
    """The conclusion for a clause in one completion: its step, and the steps of the tests that the clause makes."""

    side: str
    """The completion it speaks of: an id of `Side`, empty where nothing is open."""
    step: str
    tests: tuple[str, ...]
    """What decided first: tests that failed, then those that passed."""


Standing: TypeAlias = Literal["met", "open", "missed", "out of reach", "not in force"]


class ClauseAnswer(NamedTuple):
    """What one clause says of one impact, and why; of an open one both sides; of one that is missed also why it does not hold where
    what fails in one completion does not."""

    impact: str
    provision: str
    holds: Truth
    standing: Standing
    why: tuple[Why, ...]
    failed: int
    """How many tests fail, where it is missed."""
    depends_on: Settling = Settling()
    """Of an open one: facts that settle it each way, one set each."""
    readings: tuple[ReadingChange, ...] = ()
    nearness: tuple[Fraction, bool] = (Fraction(0), True)
    """How far it is from being met, where it is missed, as `ClauseReason.nearness`; of two as far, that of which fewer fail."""


class Beside(NamedTuple):
    """Another impact of the project, and which of two clauses compared may not be used beside its exemptions."""

    impact: str
    clauses: tuple[str, ...]
    """Under which it qualifies, or may."""
    barred: tuple[tuple[str, tuple[str, ...]], ...]
    """Each clause that may not be used beside any of these, and the provisions that keep them apart."""


class Contrast(NamedTuple):
    """The shortest difference between what holds for an impact and what was asked about instead."""

    impact: str
    instead_of: str
    """The clause asked about: of several below the provision asked for, that of which fewest tests fail."""
    outcome: str | None
    """The clause that holds; None where none does."""
    missing: tuple[str, ...]
    """The tests that `instead_of` makes and that fail: addresses of steps."""
    differs: tuple[str, ...]
    """The tests that hold for the outcome and that the other does not make, or makes otherwise."""
    same: int
    """How many tests both make that hold for both; they are left out."""
    holds: Truth
    beside: tuple[Beside, ...] = ()
    """The other impacts with exemptions that the outcome, or the clause asked about, may not be used beside."""


class Flip(NamedTuple):
    """The smallest change found of one number that turns the answer; checked by answering the changed case."""

    fact: str
    title: str
    now: str
    bound: str
    """What it would have to be: `at most 5,000 sqft`, `over 1,000 sqft`."""
    change: str
    """By how much it would change."""
    plan: Plan


class Following(NamedTuple):
    """What a provision provides for a replacement plan, or for work that needs none, and the step that says so."""

    consequence: Consequence
    """`holds` is whether it follows in every completion; the step is of one in which it does."""
    side: str
    step: str


class Bearing(NamedTuple):
    """What a provision that exempts nothing does to the project: what it bars, limits, asks or defines."""

    provision: str
    bears: Truth
    """Whether it changes something for the project or one of the impacts asked about."""
    said: tuple[str, ...]
    """The conflicts that it makes, in words, or why it makes none."""
    why: tuple[Why, ...]
    """The conclusions that say so, those that change something first; empty where none that is encoded turns on it."""


class Side(NamedTuple):
    """A completion: the values that what is open has in it."""

    id: str
    takes: tuple[FactValue, ...]
    atoms: tuple[tuple[str, tuple[Any, ...]], ...]
    """The same as atoms, with the case's own names."""


class ProjectExplanation(NamedTuple):
    """Why the answers of one project are as they are. `verdicts` are the steps of the project as a whole."""

    project: ProjectResult
    level: Level
    clauses: tuple[ClauseAnswer, ...]
    """The claimed ones first, then those met, those open, those missed (nearest first), those out of reach."""
    steps: tuple[Step, ...]
    sides: tuple[Side, ...] = ()
    verdicts: tuple[Why, ...] = ()
    follows: tuple[Following, ...] = ()
    """What 103G.222 provides for the plan, if one may be required, and for work that needs none; as `verdicts`, of the whole."""
    contrasts: tuple[Contrast, ...] = ()
    bearings: tuple[Bearing, ...] = ()
    """Where a provision is asked about: those at or below it that have no exemption or release."""
    flip: Flip | None = None
    units: tuple[tuple[str, int], ...] = ()
    """The units that numbers in atoms are whole multiples of: `sqft` 2 is half a square foot."""


class Explanations(NamedTuple):
    """The explanations of one call, and the answers they explain."""

    result: CheckResult
    projects: tuple[ProjectExplanation, ...]
    complete: bool
