"""A dialogue as a chain of frozen states: each answer makes a case, the case is grounded anew and gives the next question.

Every fact is asked at most once, and only where it can matter as things stand; so a dialogue always ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

from lexempt.agenda import Question
from lexempt.asking.answers import answered, assuming, marked_unknown, opened
from lexempt.case import Case, Diagnostic
from lexempt.law.vocabulary import Vocabulary, load_vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Plan, Truth
from lexempt.solving.agenda import Standing, day_of, standing_of
from lexempt.solving.engine import Watch
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of


class Turn(NamedTuple):
    """Where a dialogue stands: the case so far, what was asked, the verdict, and the next question if there is one."""

    case: Case
    asked: tuple[str, ...]
    """Facts that were asked already, in order."""
    plan: Plan
    prohibited: Truth
    as_last_seen: Plan | None
    question: Question | None
    most: int
    """How many questions can follow, at most."""
    open: tuple[str, ...]
    """Titles of the facts that can still matter, asked already or not."""


def dialogue_for(
    case: Case, project: str, options: CheckOptions
) -> tuple[Callable[[Case], Dialogue], date, Vocabulary] | Diagnostic:
    """What starts a dialogue about a project, the day whose law it goes by, and the vocabulary; a mistake of the user's where
    no day tells the law. Raises ValueError for readings that the law does not have."""
    vocabulary = load_vocabulary()
    base = choices_of(options, vocabulary)
    day = day_of(case, project, options)
    if isinstance(day, Diagnostic):
        return day
    return (lambda given: Dialogue(given, project, day, options, base, vocabulary)), day, vocabulary


def day_in(case: Case, project: str, options: CheckOptions) -> date | None:
    """The day whose law a project is judged by where no day is asked for: None where its file has none."""
    day = day_of(case, project, options._replace(on=None))
    return None if isinstance(day, Diagnostic) else day


class Dialogue:
    """Questions about one project of a case, by the law of a day. `turn` is where it stands; `back` returns to the turn before.

    Raises RefusalError where the case cannot be decided exactly as it is, and StoppedError where the next question takes
    longer than the time limit.
    """

    def __init__(
        self,
        case: Case,
        project: str,
        day: date,
        options: CheckOptions,
        base: dict[str, str],
        vocabulary: Vocabulary,
    ) -> None:
        self.project, self.day, self.options, self.base, self.vocabulary = project, day, options, base, vocabulary
        self._turns = [self._turn(case, ())]

    @property
    def turn(self) -> Turn:
        """Where the dialogue stands."""
        return self._turns[-1]

    def back(self) -> bool:
        """Return to the question before; False at the first."""
        if len(self._turns) == 1:
            return False
        self._turns.pop()
        return True

    def answer(self, text: str) -> tuple[str, ...]:
        """Take an answer to the question; what is wrong with it, in words, if it was not taken."""
        turn = self.turn
        assert turn.question is not None
        found = answered(turn.case, turn.question, text, self.vocabulary)
        if found.case is None:
            return found.problems
        try:
            self._go_on(turn, found.case)
        except RefusalError as refusal:
            return (str(refusal),)
        return ()

    def unknown(self) -> None:
        """Nobody knows: the fact is marked so, and not asked again."""
        turn = self.turn
        assert turn.question is not None
        try:
            self._go_on(turn, marked_unknown(turn.case, turn.question, self.vocabulary))
        except RefusalError:  # it could be decided without the mark
            self._go_on(turn, turn.case)

    def assume(self, name: str) -> None:
        """Take a set of assumptions for granted."""
        turn = self.turn
        self._turns = [self._turn(assuming(turn.case, self.project, name), turn.asked)]

    def _go_on(self, turn: Turn, case: Case) -> None:
        assert turn.question is not None
        self._turns.append(self._turn(case, (*turn.asked, turn.question.fact)))

    def _turn(self, case: Case, asked: tuple[str, ...]) -> Turn:
        standing = self._standing(case, asked)
        if standing.question is not None and not standing.question.thing:
            case = opened(case, standing.question)
            standing = self._standing(case, asked)
        return Turn(case, asked, *standing)

    def _standing(self, case: Case, asked: tuple[str, ...]) -> Standing:
        return standing_of(case, self.project, self.day, self.options, self.vocabulary, self.base, self._watch(), asked)

    def _watch(self) -> Watch:
        limit = self.options.time_limit
        return Watch(time.monotonic() + limit if limit else None)
