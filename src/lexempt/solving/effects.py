"""What readings change: for each project the other choices, alone or together, under which its verdict differs.

All readings in play are open in one grounding and held by assumptions. The solver is asked for a choice that alone changes
the verdict, and again without it until there is none; where there was none at all, for choices that together do.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import Plan, ReadingEffect, Truth
from lexempt.solving.batch import Batch, truth
from lexempt.solving.engine import Answer


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


_VERDICTS = ("not_required", "exempt", "not_exempt")


def _atoms(p: str) -> list[str]:
    """What a verdict is read from, in the order of `_VERDICTS`."""
    return [f"plan_not_required({p})", f"exempt({p})", f"not_exempt({p})"]


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
        stands = (sure.not_required, sure.exempt, sure.not_exempt)
        self.last_seen: tuple[Answer, Answer] | None = None
        """The answers as last seen, once they have been asked for."""
        self.held = [
            literal if p in those else -literal
            for p in self.in_play
            for v, those in zip(_VERDICTS, stands, strict=True)
            if (literal := batch.session.literal(f"held({p},{v})")) is not None
        ]
        """Assumptions: the verdicts as they stand; none where no reading is open."""

    def of_readings(self) -> dict[str, list[ReadingEffect] | None]:
        """For each project the choices that change its verdict; None where that was not asked."""
        if not self.batch.switched:
            return {p: [] for p in self.in_play}
        alone = self._each_alone() if self.batch.certain else None
        return {p: self._of(p, alone) for p in sorted(self.in_play)}

    def _of(self, p: str, known: dict[str, list[ReadingEffect]] | None) -> list[ReadingEffect] | None:
        """`known`: of what is known without doubt, the choices that alone change each verdict."""
        plan = self.standing[p][0]
        if plan == "depends":
            return self._each_choice(p) if self.thorough else None
        flipped = self._flipped(p)
        alone = known[p] if known is not None else [] if flipped is None else self._alone(p, flipped)
        return alone if alone or flipped is None else self._together(p, flipped)

    def _each_alone(self) -> dict[str, list[ReadingEffect]]:
        """Each choice that alone changes a verdict, found one after the other for all projects at once: where everything is
        known, one answer set tells what a choice does to each of them."""
        session, keys = self.batch.session, [k for k in self.batch.reading_literals if k[1] != self.batch.base_choices[k[0]]]
        found: dict[str, list[tuple[int, ReadingEffect]]] = {p: [] for p in self.in_play}
        change = session.literal("any_changes")
        literals = [self.batch.reading_literals[key] for key in keys]
        verdicts = [(p, session.literal(atom)) for p in self.in_play for atom in _atoms(p)]
        told = [literal for _, literal in verdicts if literal is not None]
        asked = [*self._few(), *([] if change is None else [change])]
        while change is not None and (truths := session.truths(asked, [*literals, *told])) is not None:
            at = truths.index(True)
            held = dict(zip(told, truths[len(literals) :], strict=True))
            values = [literal is not None and held[literal] for _, literal in verdicts]
            for n, p in enumerate(self.in_play):
                plan, exempt, failed = (truth(value, value) for value in values[3 * n : 3 * n + 3])
                if keys[at][0] in self.in_play[p] and (plan_of(plan), exempt_of(exempt, failed)) != self.standing[p]:
                    found[p].append((at, self._told(p, [keys[at]], plan, exempt, failed)))
            asked.append(-literals[at])
        return {p: [effect for _, effect in sorted(of, key=lambda entry: entry[0])] for p, of in found.items()}

    def _flipped(self, p: str) -> int | None:
        """The literal that the answer is the other one; None where no rule could give it."""
        literal = self.batch.session.literal(f"plan_not_required({p})")
        if literal is None:
            return None
        return literal if self.standing[p][0] == "required" else -literal

    def _keys(self, p: str) -> list[tuple[str, str]]:
        """Every other choice of a reading in play, by name, and for each name in the order of the law."""
        batch, mine = self.batch, self.in_play[p]
        return [key for key in batch.reading_literals if key[0] in mine and key[1] != batch.base_choices[key[0]]]

    def _departing(self, p: str, two: bool = False) -> list[int]:
        """Assumptions: at most one reading departs from what it is held to, or two, and only such as are in play."""
        batch = self.batch
        fixed = [batch.reading_literals[n, batch.base_choices[n]] for n in batch.switched if n not in self.in_play[p]]
        return [*fixed, *self._few(two)]

    def _few(self, two: bool = False) -> list[int]:
        """Assumptions: the verdicts as they stand, and at most one reading that departs from what it is held to, or two."""
        few, aside = (self.batch.session.literal(atom) for atom in ("few_depart", "any_set_aside"))
        assert few is not None and aside is not None  # readings are open
        return [*self.batch.prevailing, *self.held, few, *([] if two else [-aside])]

    def _alone(self, p: str, flipped: int) -> list[ReadingEffect]:
        """Of unknown facts: each choice that alone brings the other answer, found one after the other."""
        batch, keys = self.batch, self._keys(p)
        literals = [batch.reading_literals[key] for key in keys]
        asked = [*self._departing(p), flipped]
        found: dict[int, ReadingEffect] = {}
        while (truths := batch.session.truths(asked, literals)) is not None:
            at = truths.index(True)
            effect = self._effect(p, [keys[at]])
            if effect.replacement_plan != self.standing[p][0]:
                found[at] = effect
            asked.append(-literals[at])
        return [found[at] for at in sorted(found)]

    def _together(self, p: str, flipped: int) -> list[ReadingEffect]:
        """The minimal set of choices that together change an answer which no single choice changes, if there is one."""
        batch = self.batch
        if batch.session.core([*batch.prevailing, flipped]) is not None:
            return []
        kept = (batch.certain and self._pair(p, flipped)) or self._trimmed(p, flipped)
        return [self._effect(p, kept)] if kept else []

    def _pair(self, p: str, flipped: int) -> list[tuple[str, str]]:
        """The first two choices, by name, that together bring the other answer; empty where no two do.

        Every pair is looked at, so that which one is told does not depend on the other cases of the batch.
        """
        keys = self._keys(p)
        literals = [self.batch.reading_literals[key] for key in keys]
        models = self.batch.session.every([*self._departing(p, two=True), flipped], literals)
        pairs = [[n for n, held in enumerate(truths) if held] for truths in models]
        return [keys[n] for n in min(pairs, default=[])]

    def _trimmed(self, p: str, flipped: int) -> list[tuple[str, str]]:
        """Choices that together bring the other answer, of which none can be left out; empty where none do."""
        batch, keys = self.batch, self._keys(p)
        truths = batch.session.truths([*batch.prevailing, flipped], [batch.reading_literals[key] for key in keys])
        kept = [key for key, held in zip(keys, truths or [False] * len(keys), strict=True) if held]
        for key in list(kept):
            tried = [other for other in kept if other != key]
            if batch.session.core([*batch.prevailing, *self._chosen(tried), flipped]) is None:
                kept = tried
        return kept

    def _each_choice(self, p: str) -> list[ReadingEffect]:
        """Of an answer that depends on facts: the choices under which it is another."""
        effects = []
        for key in self._keys(p):
            plan = self._truth(f"plan_not_required({p})", [key])
            if plan_of(plan) != "depends":
                effects.append(self._effect(p, [key]))
        return effects

    def _truth(self, atom: str, changed: Sequence[tuple[str, str]]) -> Truth:
        return self.batch.truth_with(atom, [*self.batch.prevailing, *self._chosen(changed)])

    def _effect(self, p: str, changed: Sequence[tuple[str, str]]) -> ReadingEffect:
        """The answers for a project with these choices."""
        if self.batch.certain:
            plan, held, failed = self.batch.truth_of(_atoms(p), [*self.batch.prevailing, *self._chosen(changed)])
        else:
            plan, held, failed = (self._truth(atom, changed) for atom in _atoms(p))
        return self._told(p, changed, plan, held, failed)

    def _told(
        self, p: str, changed: Sequence[tuple[str, str]], plan: Truth, held: Truth, failed: Truth
    ) -> ReadingEffect:
        """The effect of these choices: the truths of `_atoms` with them."""
        readings = self.vocabulary.readings
        meaning = "; ".join(readings[name].choices[choice] for name, choice in changed)
        took = [who for name, choice in changed for taken, who in readings[name].took if taken == choice]
        return ReadingEffect(
            tuple(changed),
            plan_of(plan),
            exempt_of(held, failed),
            meaning,
            tuple(took) if len(changed) == 1 else (),
            self._outside(p, changed) if plan == "always" and held == failed == "never" else "",
        )

    def _outside(self, p: str, changed: Sequence[tuple[str, str]]) -> str:
        """What puts all impacts of a project outside of the act with these choices, in words; of several the first."""
        session, assumed = self.batch.session, [*self.batch.prevailing, *self._chosen(changed)]
        item = next(item for item in self.batch.items if p in item.names)
        if self.batch.truth_with(f"any_regulated({p})", assumed) != "never":
            return ""
        named = {name: documented for name, documented in load_law().conditions.items() if name.isidentifier()}
        for name, documented in named.items():
            for impact, placed in sorted(item.scene.impacts.items()):
                literal = session.literal(f"unregulated({item.ids['impact', impact]},{name})")
                if item.ids["project", placed.project] != p or literal is None:
                    continue
                if session.core([*assumed, -literal]) is not None:
                    return documented.says.replace("{I}", impact).replace("{W}", placed.wetland).removesuffix(".")
        return ""

    def _chosen(self, changed: Sequence[tuple[str, str]]) -> list[int]:
        choices = {**{name: self.batch.base_choices[name] for name in self.batch.switched}, **dict(changed)}
        return [self.batch.reading_literals[name, choice] for name, choice in choices.items()]

    def as_last_seen(self) -> dict[str, Plan]:
        """Where the law itself is not all seen: the answers if every unseen wording is as last seen."""
        if not self.batch.law_opens:
            return {}
        assumptions = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens)]
        self.last_seen = sure, possible = self.batch.answers(assumptions)
        return {p: verdict_of(p, sure, possible)[0] for p in self.standing}
