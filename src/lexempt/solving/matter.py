"""What cannot matter: an exact test with two copies of a case that agree on every open fact but one.

A fact matters iff two completions that differ in it alone get different answers. Both copies are grounded together; ties
hold each pair of open facts equal, and at most one is lifted. So one question to the solver names a fact that matters,
and one more, with the ties of those found held, ends the search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from clingo import Observer

from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, LawSet, tried_amounts
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.engine import Session, Watch

PLAN = "plan_not_required"


class _Rules(Observer):
    """What each atom of the ground program is derived from."""

    def __init__(self) -> None:
        self.bodies: dict[int, list[int]] = defaultdict(list)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        for atom in head:
            self.bodies[atom].extend(body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        for atom in head:
            self.bodies[atom].extend(literal for literal, _ in body)

    def above(self, atoms: Iterable[int]) -> set[int]:
        """These atoms, and all that any of them is derived from, directly or not."""
        seen: set[int] = set()
        left = list(atoms)
        while left:
            atom = abs(left.pop())
            if atom not in seen:
                seen.add(atom)
                left.extend(self.bodies.get(atom, ()))
        return seen


class Twin:
    """Two copies of a case in one grounding, under the readings (`choices`) and the law of its batch.

    `predicates` are those of a project whose truth is compared; `only` is our id of the one project asked about;
    `as_last_seen`: what has not been seen of the law is as it was last seen.
    """

    def __init__(
        self,
        item: CaseAtoms,
        law: LawSet,
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
        watch: Watch,
        predicates: Sequence[str] = (PLAN,),
        only: str | None = None,
        as_last_seen: bool = False,
    ) -> None:
        self.opens = item.opens
        start = 1 + max(int(name[1:]) for name in item.names)
        twin, _ = encode(item.case, vocabulary, start, item.on, item.assume)
        self._other = twin.opens
        self._theirs = dict(zip(item.ids.values(), twin.ids.values(), strict=True))  # laid out in the same order
        lines = [*item.lines, *twin.lines, *law.beside]
        lines += [f"chosen({n},{c})." for n, c in sorted(choices.items()) if c != vocabulary.readings[n].default]
        self._number = {found.name: n for n, found in enumerate(item.opens)}
        for n, (one, other) in enumerate(zip(item.opens, twin.opens, strict=True)):
            lines.append(f"{{ tied({n}) }}. number({n}).")
            for mine, theirs in zip(one.options, other.options, strict=True):
                lines.append(f":- tied({n}), {mine.atom}, not {theirs.atom}.")
                lines.append(f":- tied({n}), not {mine.atom}, {theirs.atom}.")
        lines.append(":- #count { N : number(N), not tied(N) } > 1.")
        about_acts = tuple(law.lines(item.scale.top, tried_amounts([item])))
        rules = _Rules()
        if law.unseen:
            self.session = Session([*lines, *about_acts], item.scale.constants, watch, observer=rules)
        else:
            program = compile_law(law.on, about_acts).program(item.possible, law.reaches_further)
            self.session = Session(lines, item.scale.constants, watch, program, rules)
        self.base = [
            literal
            for found in (*item.opens, *twin.opens)
            if found.base is not None
            for literal in (self.session.literal(found.options[found.base].atom),)
            if literal is not None
        ]
        if as_last_seen:
            self.base += self._last_seen()
        self._ties = [self.session.literal(f"tied({n})") or 0 for n in range(len(item.opens))]
        self._pairs = []
        for (kind, _), ours in item.ids.items():
            if kind == "project" and only in (None, ours):
                for predicate in predicates:
                    here = self.session.literal(f"{predicate}({ours})")
                    there = self.session.literal(f"{predicate}({self._theirs[ours]})")
                    if here is not None and there is not None:
                        self._pairs.append((here, there))
        self.apart = self._apart(rules)

    def _last_seen(self) -> list[int]:
        """That every wording and value of the law that has not been seen is as it was last seen."""
        still = [literal for _, literal, _ in self.session.with_signature("still", 1)]
        latest = [f"current({','.join(map(str, s.arguments))})" for s, _, _ in self.session.with_signature("latest", 3)]
        return still + [literal for atom in latest if (literal := self.session.literal(atom)) is not None]

    def _apart(self, rules: _Rules) -> set[int]:
        """The numbers of facts from which no rule leads to an answer. They are held at one value each."""
        reached = rules.above(here for here, _ in self._pairs)
        apart: set[int] = set()
        for n, (one, other) in enumerate(zip(self.opens, self._other, strict=True)):
            literals = [[self.session.literal(option.atom) or 0 for option in found.options] for found in (one, other)]
            if one.base is None and not {abs(literal) for literal in literals[0]} & reached:
                apart.add(n)
                for mine in literals:
                    self.base += (
                        [-literal for literal in mine if literal] if one.several else [lit for lit in mine[:1] if lit]
                    )
        return apart

    def idle(self, asked: Sequence[Open]) -> list[Open]:
        """Those of the open facts that change no answer in any completion."""
        left = {self._number[found.name] for found in asked} - self.apart
        for here, there in self._pairs:
            while left:
                held = [tie for n, tie in enumerate(self._ties) if n not in left]
                truths = self.session.truths([*self.base, *held, here, -there], self._ties)
                if truths is None:
                    break
                left.remove(truths.index(False))
        return [found for found in asked if self._number[found.name] in left | self.apart]

    def is_apart(self, fact: Open) -> bool:
        """Whether no rule leads from a fact to an answer, in any completion."""
        return self._number[fact.name] in self.apart

    def turns_on(self, fact: Open, atom: str, ours: str) -> bool:
        """Whether an atom about one of our things is true in some completion and false in one that differs in this fact alone."""
        here, there = (self.session.literal(a) for a in (atom, atom.replace(ours, self._theirs[ours])))
        if here is None or there is None:
            return False
        n = self._number[fact.name]
        held = [*self.base, *(tie for m, tie in enumerate(self._ties) if m != n)]
        return self.session.core([*held, here, -there]) is None

    def parts(self, fact: Open, indices: Sequence[int]) -> list[tuple[int, ...]]:
        """Options of a number or day, ascending, in the longest runs within which no completion gets different answers."""
        runs: list[tuple[int, ...]] = []
        for run in self._split(fact, tuple(indices)):
            if runs and self._same(fact, runs[-1], run):
                runs[-1] = (*runs[-1], *run)
            else:
                runs.append(run)
        return runs

    def _split(self, fact: Open, indices: tuple[int, ...]) -> list[tuple[int, ...]]:
        if len(indices) < 2 or self._same(fact, indices, indices):
            return [indices]
        middle = len(indices) // 2
        return [*self._split(fact, indices[:middle]), *self._split(fact, indices[middle:])]

    def _same(self, fact: Open, one: Sequence[int], other: Sequence[int]) -> bool:
        """Whether a value of the one and a value of the other never make a difference."""
        n = self._number[fact.name]
        held = [*self.base, *(tie for m, tie in enumerate(self._ties) if m != n)]
        held += self._but(self.opens[n], one) + self._but(self._other[n], other)
        return all(self.session.core([*held, here, -there]) is not None for here, there in self._pairs) and (
            all(self.session.core([*held, -here, there]) is not None for here, there in self._pairs)
        )

    def _but(self, fact: Open, indices: Sequence[int]) -> list[int]:
        found = (self.session.literal(option.atom) for n, option in enumerate(fact.options) if n not in indices)
        return [-literal for literal in found if literal is not None]


def cannot_matter(batch: Batch, item: CaseAtoms, asked: Sequence[Open], vocabulary: Vocabulary) -> list[Open]:
    """Those of the open facts that change no project's replacement-plan answer in any completion."""
    if not asked:
        return []
    return Twin(item, batch.law, batch.base_choices, vocabulary, batch.watch).idle(asked)
