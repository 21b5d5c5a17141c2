"""Why an impact qualifies under a clause, or the conditions that fail: the clause-with-conditions schema, read back.

Sentences are the conditions' documentation; the facts are those the documentation says a condition reads; margins come
from the terms and bounds that the law gives for explanations (`explaining`), added up exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import clingo

from lexempt.case import Known, Source
from lexempt.law.program import citation, load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import ClauseReason, Condition, Use
from lexempt.solving.batch import Batch, truth
from lexempt.solving.compiled import text_of as _text
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer
from lexempt.solving.settle import Settled
from lexempt.solving.words import number, settled_words, title, value_words

_READ = (("reach", 2), ("qualifies", 2), ("fails", 3), ("stops", 3), ("released_by", 2))
_NUMBERS = (("term", 4), ("bound_of", 4), ("least_bound", 4), ("below_bound", 4))


_CONDITIONS = frozenset(name for name, _ in _READ)


def sentence(name: str, words: Mapping[str, str], holds: bool) -> str:
    """The documented sentence of a condition, with these words in it; empty where it has none."""
    documented = load_law().conditions.get(name)
    if documented is None:
        return ""
    return _filled(documented.says if holds else documented.denies, words)


def _filled(text: str, words: Mapping[str, str]) -> str:
    for letter, text_for in words.items():
        text = text.replace("{" + letter + "}", text_for)
    return text


class Reasons:
    """Reads the reasons of the cases of a batch that was grounded with `explaining`."""

    def __init__(self, batch: Batch, sure: Answer, vocabulary: Vocabulary) -> None:
        self.batch, self.vocabulary = batch, vocabulary
        self.sure: set[str] = set()
        self.possible: set[str] = set()
        self.by_impact: dict[str, list[tuple[str, str, str | None]]] = defaultdict(list)
        self.terms: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        self.bounds: dict[tuple[str, str, str], list[tuple[str, int]]] = defaultdict(list)
        self.unsure: set[tuple[str, str, str]] = set()
        """(impact, clause, condition) whose terms or bounds differ between completions: they have no one margin."""
        self._read()
        self._apart: dict[tuple[str, str], str] | None = None
        self.derived = {(ours, attribute): value for ours, pairs in sure.derived.items() for attribute, value in pairs}

    def _read(self) -> None:
        atoms: list[tuple[clingo.Symbol, int]] = []
        for name, arity in (*_READ, *_NUMBERS):
            atoms += [(symbol, literal) for symbol, literal, _ in self.batch.session.with_signature(name, arity)]
        literals = [literal for _, literal in atoms]
        if self.batch.certain:
            truths = self.batch.session.truths(self.batch.base, literals) or []
            sure = possible = {literal for literal, held in zip(literals, truths, strict=True) if held}
        else:
            held = set(self.batch.session.consequences(self.batch.base, "cautious"))
            may = set(self.batch.session.consequences(self.batch.base, "brave"))
            sure = {literal for symbol, literal in atoms if symbol in held}
            possible = {literal for symbol, literal in atoms if symbol in may}
        for symbol, literal in atoms:
            if literal in possible:
                text = str(symbol)
                self.possible.add(text)
                if literal in sure:
                    self.sure.add(text)
                arguments = symbol.arguments
                if symbol.name not in _CONDITIONS:
                    at = (arguments[0].name, arguments[1].string, _text(arguments[2]))
                    if literal not in sure:
                        self.unsure.add(at)
                    if symbol.name == "term":
                        self.terms[at].append(arguments[3].name)
                    elif arguments[3].type == clingo.SymbolType.Number:
                        self.bounds[at].append((symbol.name, arguments[3].number))
                    continue
                third = _text(arguments[2]) if len(arguments) > 2 else None
                self.by_impact[arguments[0].name].append((symbol.name, arguments[1].string, third))

    def of(self, item: CaseAtoms, impact: str) -> tuple[ClauseReason, ...]:
        """The reasons of one impact, for every clause in reach, in statutory order; those it qualifies under first."""
        ours = item.ids["impact", impact]
        found: list[ClauseReason] = []
        reached = sorted({c for kind, c, _ in self.by_impact[ours] if kind in ("reach", "released_by")}, key=order)
        for provision in reached:
            key = "qualifies" if f'qualifies({ours},"{provision}")' in self.possible else "released_by"
            atom = f'{key}({ours},"{provision}")'
            holds = truth(atom in self.sure, atom in self.possible)
            conditions = self._conditions(item, impact, ours, provision, holds == "always")
            found.append(ClauseReason(impact, provision, holds, conditions))
        rank = {"always": 0, "sometimes": 1, "never": 2}
        return tuple(sorted(found, key=lambda r: (rank[r.holds], order(r.provision))))

    def kept_apart(self, one: str, other: str) -> str | None:
        """The provision that keeps two clauses from standing together."""
        if self._apart is None:
            found = (symbol.arguments for symbol, _, _ in self.batch.session.with_signature("apart", 3))
            self._apart = {(c.string, d.string): why.string for c, d, why in found}
        return self._apart.get((one, other)) or self._apart.get((other, one))

    def _conditions(
        self, item: CaseAtoms, impact: str, ours: str, provision: str, holds: bool
    ) -> tuple[Condition, ...]:
        rows = self.batch.listed.get(provision, {})
        failing: list[Condition] = []
        holding: list[Condition] = []
        asked = [(k, True) for k in rows.get("requires", ())] + [(k, False) for k in rows.get("excepts", ())]
        names = {k for k, _ in asked}
        extra = sorted(
            {k for kind, c, k in self.by_impact[ours] if kind == "fails" and c == provision and k and k not in names}
        )
        for name, required in [*asked, *((k, True) for k in extra)]:
            fails = any(f'fails({ours},"{provision}",{k})' in self.possible for k in (name, f'"{name}"'))
            (failing if fails else holding).append(
                self._condition(item, impact, ours, provision, name, fails, required)
            )
        limits = sorted({k for i, c, k in (*self.terms, *self.bounds) if i == ours and c == provision})
        limits += sorted(
            {k for kind, c, k in self.by_impact[ours] if kind == "stops" and c == provision and k and k not in limits}
        )
        for name in limits:
            stops = any(f'stops({ours},"{provision}",{k})' in self.possible for k in (name, f'"{name}"'))
            (failing if stops else holding).append(self._condition(item, impact, ours, provision, name, stops, False))
        return tuple(holding) if holds else (*failing, *(c for c in holding if c.margin))

    def _condition(
        self, item: CaseAtoms, impact: str, ours: str, provision: str, name: str, fails: bool, required: bool
    ) -> Condition:
        documented = load_law().conditions.get(name)
        says = required != fails
        placed = item.scene.impacts[impact]
        values = {
            "I": impact,
            "W": placed.wetland,
            "P": placed.project,
            "C": citation(provision, self.batch.law.acts),
        }
        if documented is None:
            documented = load_law().conditions["attribute"]
            reads: tuple[str, ...] = (name,)
            uses = self._uses(item, impact, reads)
            known = [use.value for use in uses] or ["none"]
            attribute = next((a for (_, n), a in self.vocabulary.attributes.items() if n == name), None)
            accepted = [
                value_words(attribute, v, self.vocabulary) if attribute else v
                for v in sorted(self.batch.listed.get(provision, {}).get(name, ()))
            ]
            values |= {
                "A": attribute.words if attribute else name.replace("_", " "),
                "V": known[0],
                "L": " or ".join(accepted),
            }
            said = documented.denies if fails and required else documented.says
        else:
            uses = self._uses(item, impact, documented.reads)
            said = documented.says if says else documented.denies
        return Condition(name, not fails, _filled(said, values), uses, self._margin(item, ours, provision, name, fails))

    def _uses(self, item: CaseAtoms, impact: str, reads: tuple[str, ...]) -> tuple[Use, ...]:
        placed = item.scene.impacts[impact]
        things = [
            item.ids["impact", impact],
            item.ids["ground", placed.ground],
            item.ids["wetland", placed.wetland],
            item.ids["project", placed.project],
        ]
        things += [ours for (kind, _), ours in item.ids.items() if kind == "drainage_system"]
        found: list[Use] = []
        for attribute in reads:
            for ours in things:
                for (owner, name, _), fact in item.settled.items():
                    if owner == ours and name == attribute and fact.status != "closed":
                        found.append(self._use(ours, fact))
        return tuple(found)

    def _use(self, ours: str, fact: Settled) -> Use:
        derived = self.derived.get((ours, fact.attribute.name))
        if derived is not None and not fact.statements:
            value = value_words(fact.attribute, derived, self.vocabulary)
            return Use(title(fact.attribute, fact.thing, fact.key), value, status="derived")
        spoke = [s for s in fact.statements if isinstance(s.value, Known) and s.value.values == fact.known]
        statement = next(iter(spoke or fact.statements), None)
        status = "unknown" if fact.open and fact.statements else fact.status
        return Use(
            title(fact.attribute, fact.thing, fact.key),
            settled_words(fact, self.vocabulary),
            statement.span.line if statement else None,
            statement.source if statement else Source(),
            status,
        )

    def _margin(self, item: CaseAtoms, ours: str, provision: str, name: str, fails: bool) -> str | None:
        bounds = self.bounds.get((ours, provision, name))
        if not bounds or (ours, provision, name) in self.unsure:
            return None
        areas: list[Fraction] = []
        for x in sorted(set(self.terms.get((ours, provision, name), []))):
            area = item.areas.get(x)
            if area is None:
                stated = [f for (o, a, _), f in item.settled.items() if o == x and a in ("significantly_altered",)]
                if not stated or not stated[0].known or not isinstance(stated[0].known[0], Fraction):
                    return None
                area = stated[0].known[0]
            areas.append(area)
        total = sum(areas, Fraction(0))
        kind = bounds[0][0]
        numbers = [Fraction(v, item.scale.sqft) for _, v in bounds]
        limit = max(numbers) if kind == "bound_of" else min(numbers)
        if limit * item.scale.sqft >= item.scale.top - 1:
            return None
        if total > limit:
            return f"{number(total - limit)} sqft over {number(limit)} sqft"
        if kind == "below_bound" and total == limit:
            return f"exactly {number(limit)} sqft, not less"
        return f"{number(total)} of {number(limit)} sqft"
