"""What readings change: for each project the other choices, alone or together, under which its verdict differs."""

from __future__ import annotations

from collections import defaultdict

from lexempt.law.vocabulary import Vocabulary
from lexempt.result import Plan, ReadingEffect, Truth
from lexempt.solving.batch import Batch
from lexempt.solving.engine import read_answer


def plan_of(value: Truth) -> Plan:
    """The answer, from the truth of *no plan is required*."""
    return "not_required" if value == "always" else "required" if value == "never" else "depends"


def exempt_of(held: Truth, failed: Truth) -> Truth:
    """Over the completions in which something is regulated: from `exempt` and `not_exempt`."""
    if held == "never":
        return "never"
    return "always" if failed == "never" else "sometimes"


class Effects:
    """The verdicts of all projects of a batch, under its readings and under others."""

    def __init__(self, batch: Batch, vocabulary: Vocabulary) -> None:
        self.batch, self.vocabulary = batch, vocabulary

    def _targets(self) -> list[tuple[str, str]]:
        """(our project id, atom) of the verdicts."""
        projects = [ours for item in self.batch.items for (kind, _), ours in item.ids.items() if kind == "project"]
        return [(p, f"{name}({p})") for p in projects for name in ("plan_not_required", "exempt", "not_exempt")]

    def _verdicts(self, assumptions: list[int]) -> dict[str, tuple[Plan, Truth]]:
        targets = self._targets()
        truths = dict(
            zip(
                (atom for _, atom in targets),
                self.batch.truth_of([atom for _, atom in targets], assumptions),
                strict=True,
            )
        )
        return {
            p: (
                plan_of(truths[f"plan_not_required({p})"]),
                exempt_of(truths[f"exempt({p})"], truths[f"not_exempt({p})"]),
            )
            for p, _ in targets
        }

    def of_readings(self) -> dict[str, list[ReadingEffect]]:
        """For each project: the other choices of single readings that change its verdict."""
        batch = self.batch
        standing = self._verdicts(batch.base)
        in_play = {
            ours: set(item.in_play) for item in batch.items for (kind, _), ours in item.ids.items() if kind == "project"
        }
        found: dict[str, list[ReadingEffect]] = defaultdict(list)
        for name in batch.switched:
            reading = self.vocabulary.readings[name]
            chosen = batch.reading_literals[name, batch.base_choices[name]]
            for choice, meaning in reading.choices.items():
                if choice == batch.base_choices[name]:
                    continue
                other = [batch.reading_literals[name, choice] if lit == chosen else lit for lit in batch.base]
                took = tuple(who for taken, who in reading.took if taken == choice)
                for p, (plan, exempt) in self._verdicts(other).items():
                    if name in in_play[p] and (plan, exempt) != standing[p]:
                        found[p].append(ReadingEffect(((name, choice),), plan, exempt, meaning, took))
        if batch.certain:
            self._joint_effects(standing, in_play, found)
        return found

    def _joint_effects(
        self,
        standing: dict[str, tuple[Plan, Truth]],
        in_play: dict[str, set[str]],
        found: dict[str, list[ReadingEffect]],
    ) -> None:
        """Where no single reading changes a verdict: the minimal set of choices that together do, if any does."""
        batch = self.batch
        free = batch.prevailing
        reach = read_answer(batch.session.consequences(free, "brave")).not_required
        hold = read_answer(batch.session.consequences(free, "cautious")).not_required
        for p in standing:
            required = standing[p][0] == "required"
            literal = batch.session.literal(f"plan_not_required({p})")
            if literal is None or found[p] or (p not in reach if required else p in hold):
                continue
            target = literal if required else -literal
            others = [lit for (n, _), lit in batch.reading_literals.items()]
            truths = batch.session.truths([*free, target], others)
            if truths is None:
                continue
            held = {key: lit for (key, lit), t in zip(batch.reading_literals.items(), truths, strict=True) if t}
            changed = [key for key in held if key[1] != batch.base_choices[key[0]]]
            kept = list(changed)
            for key in changed:
                tried = [k for k in kept if k != key]
                assumptions = [
                    batch.reading_literals[n, dict(tried).get(n, batch.base_choices[n])] for n in batch.switched
                ]
                if batch.session.core([*free, *assumptions, target]) is None:
                    kept = tried
            plan: Plan = "not_required" if required else "required"
            exempt: Truth = "always" if required else "never"
            meaning = "; ".join(self.vocabulary.readings[n].choices[c] for n, c in kept)
            found[p].append(ReadingEffect(tuple(kept), plan, exempt, meaning))

    def as_last_seen(self) -> dict[str, Plan]:
        if not self.batch.law_opens:
            return {}
        assumptions = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens)]
        return {p: plan for p, (plan, _) in self._verdicts(assumptions).items()}
