"""Minimal conflicts of a project: provisions and facts that cannot stand together, smallest first.

Impacts that each qualify conflict if no scenario of the law covers them all; the minimal such sets are the hitting sets of
what each scenario leaves uncovered, so no product of alternatives is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from lexempt.case import Known, OneOf, Statement
from lexempt.law.derivations import derives_from
from lexempt.law.program import citation, load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import ClauseReason, Conflict, ConflictMember, Derivation, ImpactResult, Use
from lexempt.solving.batch import Batch
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer
from lexempt.solving.minimal import minimal_sets
from lexempt.solving.reasons import sentence
from lexempt.solving.settle import Settled
from lexempt.solving.words import settled_words, title, value_words

_KINDS = ("combined", "prohibited", "approval", "derived", "disputed")
_PROHIBITION = "prohibited_by(I, C)"
_EFFORT = 10_000


class Conflicts:
    """The conflicts of one project, from what holds in every completion."""

    def __init__(
        self,
        item: CaseAtoms,
        sure: Answer,
        results: Sequence[ImpactResult],
        clauses: Sequence[ClauseReason],
        batch: Batch,
        vocabulary: Vocabulary,
    ) -> None:
        self.item, self.sure, self.results, self.batch, self.vocabulary = item, sure, results, batch, vocabulary
        self.clauses = {(reason.impact, reason.provision): reason for reason in clauses}

    def of(self, project: str, derived: Sequence[Derivation], most: int) -> tuple[tuple[Conflict, ...], bool]:
        """The first `most` conflicts of a project, smallest first, and whether these are all."""
        p = self.item.ids["project", project]
        combined, complete = self._combined(p, most)
        found = [
            *combined,
            *self._withheld(p),
            *self._prohibited(),
            *self._approvals(),
            *self._derived(derived),
            *self._disputed(),
        ]
        found.sort(key=lambda c: (_KINDS.index(c.kind), len(c.members)))
        return tuple(found[:most]), complete and len(found) <= most

    # --- impacts that may not be exempt together

    def _combined(self, p: str, most: int) -> tuple[list[Conflict], bool]:
        usable: dict[str, dict[str, set[str]]] = {}
        scenarios: dict[str, set[str]] = {}
        for i, scenario, clause in self.sure.usable.get(p, ()):
            usable.setdefault(i, {}).setdefault(clause, set()).add(scenario)
            scenarios.setdefault(scenario, set()).add(i)
        impacts = sorted(usable)
        left = {frozenset(n for n, i in enumerate(impacts) if i not in covered) for covered in scenarios.values()}
        if not left or frozenset() in left:
            return [], True
        uncovered = sorted(left, key=lambda rest: (len(rest), sorted(rest)))
        found = minimal_sets(lambda chosen: next((r for r in uncovered if not r & chosen), None), most, _EFFORT)
        return [self._together([impacts[n] for n in sorted(s)], usable) for s in found.sets], found.complete

    def _withheld(self, p: str) -> Iterator[Conflict]:
        """By some readings, an exemption that an impact qualifies for is withheld because another impact uses another."""
        qualifies = {
            self.item.ids["impact", r.id]: r.qualifies for r in self.results if r.qualifies and not r.released_by
        }
        usable = {i for i, _, _ in self.sure.usable.get(p, ())}
        for i, j in combinations(sorted(qualifies), 2):
            if not {i, j} <= usable and self._why((i, j), qualifies):
                yield self._together((i, j), qualifies)

    def _why(self, chosen: Sequence[str], clauses: Mapping[str, Iterable[str]]) -> list[str]:
        """The provisions that keep clauses of these impacts apart."""
        pairs = ((c, d) for i, j in combinations(chosen, 2) for c in clauses[i] for d in clauses[j])
        return sorted({w for c, d in pairs if (w := self.batch.kept_apart(c, d))}, key=order)

    def _together(self, chosen: Sequence[str], usable: Mapping[str, Iterable[str]]) -> Conflict:
        names = [self.item.names[i] for i in chosen]
        why = self._why(chosen, usable)
        members = tuple(self._exempt(name, sorted(usable[i], key=order)) for i, name in zip(chosen, names, strict=True))
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        cited = f" ({', '.join(map(citation, why))})" if why else ""
        return Conflict("combined", f"{listed} each qualify, but not together{cited}", members, tuple(why))

    def _exempt(self, impact: str, clauses: Sequence[str]) -> ConflictMember:
        uses = [
            use
            for clause in clauses
            if (impact, clause) in self.clauses
            for condition in self.clauses[impact, clause].conditions
            for use in condition.uses
            if use.line is not None
        ]
        return ConflictMember("exempt", impact, tuple(clauses), tuple(dict.fromkeys(uses)))

    # --- exempt, and barred or bound all the same

    def _prohibited(self) -> Iterator[Conflict]:
        for r in self.results:
            if r.qualifies and r.prohibited_by:
                bar = r.prohibited_by[0]
                text = f"{r.id} qualifies for an exemption and is prohibited all the same ({citation(bar)})"
                member = ConflictMember("prohibited", r.id, (bar,), self._read(r.id, _PROHIBITION))
                yield Conflict("prohibited", text, (self._exempt(r.id, r.qualifies), member), (bar,))

    def _approvals(self) -> Iterator[Conflict]:
        for r in self.results:
            free = r.qualifies or r.released_by or r.regulated == "never"
            for provision in sorted(self.sure.approvals.get(self.item.ids["impact", r.id], ()), key=order):
                if free:
                    words = {"I": r.id, "W": self.item.scene.impacts[r.id].wetland}
                    text = f"{sentence(provision, words, holds=True).rstrip('.')} ({citation(provision)})"
                    member = ConflictMember("approval", r.id, (provision,), self._read(r.id, provision))
                    first = self._exempt(r.id, (*r.qualifies, *r.released_by))
                    if r.regulated == "never":
                        first = first._replace(kind="unregulated")
                    yield Conflict("approval", text, (first, member), (provision,))

    def _read(self, impact: str, name: str) -> tuple[Use, ...]:
        """The facts, stated in the case, that the documentation of a condition says it reads."""
        documented = load_law().conditions.get(name)
        placed = self.item.scene.impacts[impact]
        things = (self.item.ids["impact", impact], self.item.ids["wetland", placed.wetland])
        facts = (
            fact
            for attribute in (documented.reads if documented is not None else ())
            for ours in things
            for fact in self.item.facts_about(ours, attribute)
        )
        return tuple(use for fact in facts for use in self._stated(fact))

    # --- facts against one another

    def _derived(self, derived: Sequence[Derivation]) -> Iterator[Conflict]:
        """A stated value, and another that a definition gives from other facts of the case."""
        for found in derived:
            if found.stated is None or found.stated == found.derived:
                continue
            thing, _, name = found.fact.rpartition(".")
            ours, fact = next(
                (o, f)
                for (o, attribute, _), f in self.item.settled.items()
                if attribute == name and f.thing.removeprefix("ground ") == thing and f.statements
            )
            if fact.open and (fact.among is None or found.derived in self._among(fact)):
                continue  # what is not known contradicts nothing
            sources = derives_from().get((fact.attribute.entity, name), ())
            uses = tuple(
                use for source in sources for f in self.item.facts_about(ours, source) for use in self._stated(f)
            )
            text = f"{found.title} is stated as {found.stated}, and {citation(found.provision)} gives {found.derived}"
            members = (
                ConflictMember("stated", found.fact, (), self._stated(fact)),
                ConflictMember("derived", found.fact, (found.provision,), uses),
            )
            yield Conflict("derived", text, members, (found.provision,))

    def _among(self, fact: Settled) -> list[str]:
        """The values that an open fact may have, in words."""
        return [value_words(fact.attribute, value, self.vocabulary) for value in fact.among or ()]

    def _disputed(self) -> Iterator[Conflict]:
        """Sources that state one fact differently: each source is a member."""
        every = (f for facts in (self.item.settled.values(), *self.item.portions.values()) for f in facts)
        differing = [fact for fact in every if fact.differing]
        for fact in sorted(differing, key=lambda f: (f.thing, f.attribute.name, str(f.key))):
            name = f"{fact.thing.removeprefix('ground ')}.{fact.attribute.name}"
            said = self._stated(fact)
            values = list(dict.fromkeys(use.value for use in said))
            members = tuple(
                ConflictMember("stated", name, (), tuple(use for use in said if use.value == value)) for value in values
            )
            text = f"{title(fact.attribute, fact.thing, fact.key)} is stated as {' and as '.join(values)}"
            yield Conflict("disputed", text, members, ())

    def _stated(self, fact: Settled) -> tuple[Use, ...]:
        """What each statement of a fact says."""
        return tuple(
            Use(title(fact.attribute, fact.thing, fact.key), self._words(fact, s), s.span.line, s.source)
            for s in fact.statements
        )

    def _words(self, fact: Settled, statement: Statement) -> str:
        value = statement.value
        if isinstance(value, Known):
            return ", ".join(value_words(fact.attribute, v, self.vocabulary) for v in value.values) or "none"
        if isinstance(value, OneOf):
            return " or ".join(value_words(fact.attribute, v, self.vocabulary) for v in value.values)
        return statement.text or settled_words(fact, self.vocabulary)
