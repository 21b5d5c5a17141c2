"""What amendments do over any project within bounds: the part of `lexempt interact` that searches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexempt.amending.beside import Beside
    from lexempt.amending.conflicts import Conflict
    from lexempt.amending.domain import Limits
    from lexempt.amending.fit import Fitted
    from lexempt.amending.joint import Joint
    from lexempt.amending.provided import Effect
    from lexempt.amending.standing import Standing


class Search:
    """Some amendments, in their order, to the law of a day, under a choice of each reading."""

    def __init__(self, bills: Sequence[Fitted], law: Standing, day: date, choices: dict[str, str]) -> None:
        self.bills, self.law, self.day, self.choices = bills, law, day, choices

    def joint(self, limits: Limits, widen: bool) -> Joint:
        """What each does alone, and each two of them."""
        from lexempt.amending.joint import Joint, alone, together
        from lexempt.cli.output import on_terminal
        from lexempt.law.vocabulary import load_vocabulary

        vocabulary, progress = load_vocabulary(), on_terminal()
        each = tuple(alone(self.bills, self.day, self.choices, vocabulary, limits, widen, progress))
        pairs = tuple(
            together(self.bills, pair, self.day, self.choices, vocabulary, limits, widen, progress)
            for pair in combinations(range(len(self.bills)), 2)
        )
        return Joint(each, pairs, self.day.isoformat(), vocabulary.readings, self.choices)

    def moved(self, beside: Beside) -> tuple[Effect, ...]:
        """What all of them move in provisions that are worded alike."""
        from lexempt.amending.beside import tells_of_itself
        from lexempt.amending.domain import Side
        from lexempt.amending.fit import all_adopted
        from lexempt.amending.provided import effects
        from lexempt.law.vocabulary import load_vocabulary

        adopted = tuple(bill.adopted for bill in self.bills)
        sides = [Side(self.day, (), self.law), Side(self.day, adopted, all_adopted(self.law, self.bills))]
        telling = [p for p in beside.referring if tells_of_itself(p)]
        return effects(sides, telling, self.choices, load_vocabulary()).found

    def left_idle(self) -> list[Conflict]:
        """What is without effect, or exempt and prohibited, once all of them stand."""
        from lexempt.amending.fit import all_adopted
        from lexempt.law.vocabulary import load_vocabulary
        from lexempt.linting.clauses import Law
        from lexempt.linting.together import conflicts
        from lexempt.solving.engine import Watch

        def amended(group: Sequence[Fitted]) -> Law:
            adopted = tuple(bill.adopted for bill in group)
            return Law(self.day, adopted, all_adopted(self.law, group), self.choices, load_vocabulary())

        each = [amended((bill,)) for bill in self.bills]
        return list(conflicts(amended(()), each, amended(self.bills), Watch()))
