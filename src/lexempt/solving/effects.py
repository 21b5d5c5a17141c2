"""What readings change: for each project the other choices, alone or together, under which its verdict differs.

All readings in play are open in one grounding and held by assumptions. First they are set free together: a project whose
verdict then stays is under no reading's influence. Only for the others is each choice tried, and where no single one
changes the verdict, the minimal set of choices that together do is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.law.vocabulary import Vocabulary
from lexempt.result import Plan, ReadingEffect, Truth
from lexempt.solving.batch import Batch, truth
from lexempt.solving.engine import Answer, read_answer


def plan_of(value: Truth) -> Plan:
    """The answer, from the truth of *no plan is required*."""
    return "not_required" if value == "always" else "required" if value == "never" else "depends"


def exempt_of(held: Truth, failed: Truth) -> Truth:
    """Over the completions in which something is regulated: from `exempt` and `not_exempt`."""
    if held == "never":
        return "never"
    return "always" if failed == "never" else "sometimes"


def verdict_of(p: str, sure: Answer, possible: Answer) -> tuple[Plan, Truth]:
    """The answer for a project (our id), and whether it is exempt."""
    exempt = truth(p in sure.exempt, p in possible.exempt)
    failed = truth(p in sure.not_exempt, p in possible.not_exempt)
    return plan_of(truth(p in sure.not_required, p in possible.not_required)), exempt_of(exempt, failed)


class Effects:
    """The verdicts of all projects of a batch under other readings, and under the law as last seen.

    `sure` and `possible` are the batch's answers under its own readings. `thorough`: also ask which choices settle a
    verdict that depends on facts (slow for many projects).
    """

    def __init__(self, batch: Batch, sure: Answer, possible: Answer, vocabulary: Vocabulary, thorough: bool) -> None:
        self.batch, self.vocabulary, self.thorough = batch, vocabulary, thorough
        self.in_play = {
            ours: set(item.in_play) for item in batch.items for (kind, _), ours in item.ids.items() if kind == "project"
        }
        self.standing = {p: verdict_of(p, sure, possible) for p in self.in_play}

    def of_readings(self) -> dict[str, list[ReadingEffect] | None]:
        """For each project the choices that change its verdict; None where that was not asked."""
        session = self.batch.session
        if not self.batch.switched:
            return {p: [] for p in self.in_play}
        possible = read_answer(session.consequences(self.batch.prevailing, "brave"))
        sure = read_answer(session.consequences(self.batch.prevailing, "cautious"))
        asked = (
            (sure.not_required, possible.not_required), (sure.exempt, possible.exempt), (sure.not_exempt, possible.not_exempt)
        )  # fmt: skip
        touched = {p for p in self.standing if any((p in held) != (p in may) for held, may in asked)}
        if not self.batch.certain:
            touched |= {p for p, (plan, exempt) in self.standing.items() if plan == "depends" or exempt == "sometimes"}
        found: dict[str, list[ReadingEffect] | None] = {p: [] for p in self.in_play}
        if self.batch.certain:
            self._each_choice(touched, found)
        else:
            self._each_choice_of_open(touched, found)
        for p in sorted(touched):
            if found[p] == [] and self.standing[p][0] != "depends":
                found[p] = self._alone(p)._together(p)
        return found

    def _alone(self, p: str) -> Effects:
        """The same for the case of one project alone: many questions to a large batch cost more than grounding it again."""
        batch = self.batch
        item = next(item for item in batch.items if p in item.names)
        if len(batch.items) == 1:
            return self
        alone = Batch([item], batch.law, batch.base_choices, item.in_play, self.vocabulary, batch.watch)
        sure, possible = alone.answers(alone.base)
        return Effects(alone, sure, possible, self.vocabulary, self.thorough)

    def _choices(self, touched: set[str]) -> Iterator[tuple[str, str, str, list[int]]]:
        """Every other choice of a reading that is in play for one of these: name, choice, meaning, assumptions."""
        batch = self.batch
        names = {name for p in touched for name in self.in_play[p]}
        for name in batch.switched:
            if name not in names:
                continue
            chosen = batch.reading_literals[name, batch.base_choices[name]]
            for choice, meaning in self.vocabulary.readings[name].choices.items():
                if choice != batch.base_choices[name]:
                    other = batch.reading_literals[name, choice]
                    yield name, choice, meaning, [other if lit == chosen else lit for lit in batch.base]

    def _effect(self, name: str, choice: str, meaning: str, verdict: tuple[Plan, Truth]) -> ReadingEffect:
        took = tuple(who for taken, who in self.vocabulary.readings[name].took if taken == choice)
        return ReadingEffect(((name, choice),), *verdict, meaning, took)

    def _each_choice(self, touched: set[str], found: dict[str, list[ReadingEffect] | None]) -> None:
        """With every fact known: one answer set for each choice tells all projects."""
        atoms = {p: [f"plan_not_required({p})", f"exempt({p})", f"not_exempt({p})"] for p in sorted(touched)}
        flat = [atom for three in atoms.values() for atom in three]
        for name, choice, meaning, assumptions in self._choices(touched):
            held = dict(zip(flat, self.batch.truth_of(flat, assumptions), strict=True))
            for p, (plan, exempt, failed) in atoms.items():
                verdict = plan_of(held[plan]), exempt_of(held[exempt], held[failed])
                effects = found[p]
                if effects is not None and name in self.in_play[p] and verdict != self.standing[p]:
                    effects.append(self._effect(name, choice, meaning, verdict))

    def _each_choice_of_open(self, touched: set[str], found: dict[str, list[ReadingEffect] | None]) -> None:
        """With open facts: each choice is asked of each project alone."""
        for p in sorted(touched):
            plan = self.standing[p][0]
            if plan == "depends" and not self.thorough:
                found[p] = None
                continue
            effects: list[ReadingEffect] = []
            for name, choice, meaning, assumptions in self._choices({p}):
                other = plan_of(self.batch.truth_with(f"plan_not_required({p})", assumptions))
                if other != plan:
                    exempt = self.batch.truth_with(f"exempt({p})", assumptions)
                    failed = self.batch.truth_with(f"not_exempt({p})", assumptions)
                    effects.append(self._effect(name, choice, meaning, (other, exempt_of(exempt, failed))))
            found[p] = effects

    def _together(self, p: str) -> list[ReadingEffect]:
        """The minimal set of choices that together change a verdict which no single choice changes, if there is one."""
        batch, session = self.batch, self.batch.session
        literal = session.literal(f"plan_not_required({p})")
        if literal is None:
            return []
        required = self.standing[p][0] == "required"
        target = literal if required else -literal
        keys = [key for key in batch.reading_literals if key[0] in self.in_play[p]]
        truths = session.truths([*batch.prevailing, target], [batch.reading_literals[key] for key in keys])
        if truths is None:
            return []
        kept = [key for key, held in zip(keys, truths, strict=True) if held and key[1] != batch.base_choices[key[0]]]
        for key in list(kept):
            tried = [other for other in kept if other != key]
            if session.core([*batch.prevailing, *self._chosen(tried), target]) is None:
                kept = tried
        assumptions = [*batch.prevailing, *self._chosen(kept)]
        plan = plan_of(self.batch.truth_with(f"plan_not_required({p})", assumptions))
        exempt = self.batch.truth_with(f"exempt({p})", assumptions)
        failed = self.batch.truth_with(f"not_exempt({p})", assumptions)
        meaning = "; ".join(self.vocabulary.readings[name].choices[choice] for name, choice in kept)
        return [ReadingEffect(tuple(kept), plan, exempt_of(exempt, failed), meaning)] if kept else []

    def _chosen(self, changed: Sequence[tuple[str, str]]) -> list[int]:
        choices = {**{name: self.batch.base_choices[name] for name in self.batch.switched}, **dict(changed)}
        return [self.batch.reading_literals[name, choice] for name, choice in choices.items()]

    def as_last_seen(self) -> dict[str, Plan]:
        """Where the law itself is not all seen: the answers if every unseen wording is as last seen."""
        if not self.batch.law_opens:
            return {}
        assumptions = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens)]
        sure, possible = self.batch.answers(assumptions)
        return {p: verdict_of(p, sure, possible)[0] for p in self.standing}
