"""What readings change: for each project the other choices, alone or together, under which its verdict differs.

All readings in play are open in one grounding and held by assumptions. Each choice is tried alone; where none changes the
verdict, the minimal set of choices that together do is looked for. Where facts are open, the readings are first set free
together: a project whose verdict then stays is under no reading's influence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lexempt.law.program import load_law
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
        found: dict[str, list[ReadingEffect] | None] = {p: [] for p in self.in_play}
        if not self.batch.switched:
            return found
        if self.batch.certain:
            asked = set(self.in_play)
            self._each_choice(found)
        else:
            asked = self._touched()
            self._each_choice_of_open(asked, found)
        for p in sorted(asked):
            if found[p] == [] and self.standing[p][0] != "depends":
                found[p] = self._together(p)
        return found

    def _touched(self) -> set[str]:
        """The projects whose verdict is another, or is open, when all readings are set free together."""
        session = self.batch.session
        possible = read_answer(session.consequences(self.batch.prevailing, "brave"))
        sure = read_answer(session.consequences(self.batch.prevailing, "cautious"))
        asked = (
            (sure.not_required, possible.not_required), (sure.exempt, possible.exempt), (sure.not_exempt, possible.not_exempt)
        )  # fmt: skip
        touched = {p for p in self.standing if any((p in held) != (p in may) for held, may in asked)}
        return touched | {
            p for p, (plan, exempt) in self.standing.items() if plan == "depends" or exempt == "sometimes"
        }

    def _choices(self, projects: Iterable[str]) -> Iterator[tuple[str, str, str, list[int]]]:
        """Every other choice of a reading that is in play for one of these: name, choice, meaning, assumptions."""
        batch = self.batch
        names = {name for p in projects for name in self.in_play[p]}
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

    def _each_choice(self, found: dict[str, list[ReadingEffect] | None]) -> None:
        """With every fact known: one answer set for each choice tells all projects."""
        atoms = {p: [f"plan_not_required({p})", f"exempt({p})", f"not_exempt({p})"] for p in sorted(self.in_play)}
        flat = [atom for three in atoms.values() for atom in three]
        for name, choice, meaning, assumptions in self._choices(self.in_play):
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
        literal = self.batch.session.literal(f"plan_not_required({p})")
        if literal is None:
            return []
        target = literal if self.standing[p][0] == "required" else -literal
        keys = [key for key in self.batch.reading_literals if key[0] in self.in_play[p]]
        if self.batch.session.core([*self.batch.prevailing, target]) is not None:
            return []
        kept = (self.batch.certain and self._pair(p, keys, target)) or self._trimmed(keys, target)
        if not kept:
            return []
        assumptions = [*self.batch.prevailing, *self._chosen(kept)]
        plan = plan_of(self.batch.truth_with(f"plan_not_required({p})", assumptions))
        exempt = self.batch.truth_with(f"exempt({p})", assumptions)
        failed = self.batch.truth_with(f"not_exempt({p})", assumptions)
        meaning = "; ".join(self.vocabulary.readings[name].choices[choice] for name, choice in kept)
        return [ReadingEffect(tuple(kept), plan, exempt_of(exempt, failed), meaning)]

    def _pair(self, p: str, keys: Sequence[tuple[str, str]], target: int) -> list[tuple[str, str]]:
        """The first two choices, by name, that together reach the target; empty where no two do.

        Every pair is looked at, so that which one is told does not depend on the other cases of the batch.
        """
        batch, session = self.batch, self.batch.session
        few = self._two_depart()
        held = [batch.reading_literals[n, batch.base_choices[n]] for n in batch.switched if n not in self.in_play[p]]
        models = session.every([*batch.prevailing, *held, few, target], [batch.reading_literals[key] for key in keys])
        pairs = [self._departing(keys, truths) for truths in models]
        place = {key: n for n, key in enumerate(keys)}
        return min(pairs, key=lambda pair: [place[key] for key in pair], default=[])

    def _two_depart(self) -> int:
        """The literal of *at most two readings depart from what they are held to*; its rules are added when first asked."""
        batch, session = self.batch, self.batch.session
        literal = session.literal("two_depart")
        if literal is None:
            held = [f"standing({name},{batch.base_choices[name]})." for name in batch.switched]
            session.extend("\n".join([load_law().departing, *held]))
            literal = session.literal("two_depart")
        assert literal is not None  # the rules just added define it
        return literal

    def _departing(self, keys: Sequence[tuple[str, str]], truths: Sequence[bool]) -> list[tuple[str, str]]:
        base = self.batch.base_choices
        return [key for key, held in zip(keys, truths, strict=True) if held and key[1] != base[key[0]]]

    def _trimmed(self, keys: Sequence[tuple[str, str]], target: int) -> list[tuple[str, str]]:
        """Choices that together reach the target, of which none can be left out; empty where none do."""
        batch, session = self.batch, self.batch.session
        truths = session.truths([*batch.prevailing, target], [batch.reading_literals[key] for key in keys])
        kept = self._departing(keys, truths) if truths is not None else []
        for key in list(kept):
            tried = [other for other in kept if other != key]
            if session.core([*batch.prevailing, *self._chosen(tried), target]) is None:
                kept = tried
        return kept

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
