"""What is still to be asked of a project, as values: questions in order, what each answer does, what cannot matter.

Renderers only format these; `lexempt.ask` returns them. Provisions are ids, facts are named `THING.ATTRIBUTE`.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

from lexempt.case import Value
from lexempt.records import NamedTuple
from lexempt.result import Dispute, FactValue, Plan, ReadingEffect, Settling, Truth

About: TypeAlias = Literal["plan", "prohibited"]
"""What a question is to settle: whether no replacement plan is required, or whether the work is prohibited."""


class Answer(NamedTuple):
    """One answer to a question, or several that do the same: what it does, and how a case file states it."""

    words: str
    settles: Literal["yes", "no"] | None
    """Whether what is asked about then holds for sure, or surely not; None where it is open still."""
    value: Value | None
    """The value as a case states it; None where it has to be stated in more words (an earlier loss and its day)."""
    member: bool = False
    """Of a set: one member of it, which others may stand beside."""
    ranged: bool = False
    """Whether it is a range of numbers or days."""


class Question(NamedTuple):
    """A fact that can still matter, who decides it, and what each answer does if the answers before it are as `given`."""

    about: About
    fact: str
    title: str
    text: str
    """The question, as the vocabulary words it."""
    known: str
    """What is known: `2 or 3`, `unknown`, `not stated`."""
    decided_by: str | None
    """Title of the deciding body."""
    cites: str | None
    """The provision that makes it a question."""
    line: int | None
    answers: tuple[Answer, ...]
    given: tuple[FactValue, ...]
    """The answers before it under which this one still decides something."""
    thing: str
    """The thing of the file that the fact is stated under; empty where it has to be opened first."""
    attribute: str
    key: str | int | None = None


class Joint(NamedTuple):
    """Questions one after another about years of one ground that matter alike: what their answers do together."""

    first: int
    """The place of the first among the questions, from 0."""
    many: int
    answers: tuple[Answer, ...]
    """`annual crop in at least 2 of them`, ..."""


class Idle(NamedTuple):
    """A fact that cannot matter, and why."""

    fact: str
    title: str
    reason: str


class Agenda(NamedTuple):
    """Everything that is still to be asked of one project, under the readings and the law of its check."""

    id: str
    title: str | None
    path: str
    law_on: date
    replacement_plan: Plan
    prohibited: Truth
    questions: tuple[Question, ...]
    """In order: the first settles with fewest answers (see solving/inquiry.py for the rule)."""
    joint: tuple[Joint, ...]
    """Which of them may be put as one."""
    later: tuple[FactValue, ...]
    """Facts that matter only after other answers than those in line."""
    idle: tuple[Idle, ...]
    settles_plan: Settling
    disputed: tuple[Dispute, ...]
    asserted: tuple[str, ...]
    readings: tuple[ReadingEffect, ...]
    """Other choices of readings under which the answer differs, alone or together."""
    same_readings: tuple[str, ...]
    """Readings that the project touches and that alone do not change the answer; where it depends, it may depend on other bounds."""
    readings_decide: Settling
    """Subset-minimal sets of choices that settle the answer whatever the open facts are, each way."""
    strict: bool = False
    """Whether the asserted facts were taken as unknown."""
    as_last_seen: Plan | None = None
    """Where wordings of the law have not been seen: the answer if all of them are as last seen, which the questions suppose."""
    assumed: str | None = None
    """The set of assumptions that was made though the file does not make it."""
    beyond: tuple[FactValue, ...] = ()
    """Where one was made: facts that could matter without it."""
    extent_readings: tuple[str, ...] = ()
    """Readings that may change how much is to be replaced, though not whether anything is."""
    amendments: tuple[str, ...] = ()
    """The amendments that govern it."""
    in_words: tuple[tuple[str, str], ...] = ()
    """How people call asserted facts, by id, and open ones, by title, where that differs."""
