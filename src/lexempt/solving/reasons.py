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
from lexempt.solving.compiled import text_of
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer
from lexempt.solving.settle import Settled
from lexempt.solving.words import number, settled_words, title, value_words

_BOUNDS = frozenset(("bound_of", "least_bound", "below_bound"))


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
    """Reads the reasons of the cases of a batch that was grounded with `explaining`, from its answers."""

    def __init__(self, batch: Batch, sure: Answer, possible: Answer, vocabulary: Vocabulary) -> None:
        self.batch, self.vocabulary, self.sure, self.possible = batch, vocabulary, sure, possible
        self.reach: dict[str, set[str]] = defaultdict(set)
        self.fails: dict[tuple[str, str], set[str]] = defaultdict(set)
        """(impact, clause) -> conditions not met in some completion."""
        self.stops: dict[tuple[str, str], set[str]] = defaultdict(set)
        """(impact, clause) -> limits exceeded in some completion."""
        self.sums: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        """(impact, clause) -> limit -> the sum it tests."""
        self.parts: dict[str, list[str]] = defaultdict(list)
        self.bounds: dict[tuple[str, str], dict[str, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
        self._totals: dict[str, Fraction | None] = {}
        self.derived = {(ours, attribute): value for ours, pairs in sure.derived.items() for attribute, value in pairs}
        held = set(sure.reasons) if possible is not sure else None
        self.unsure: set[object] = set()
        """Sums, and (impact, clause, limit), that differ between completions: they have no one margin."""
        for symbol in possible.reasons:
            self._take(symbol, held is None or symbol in held)

    def _take(self, symbol: clingo.Symbol, sure: bool) -> None:
        name, arguments = symbol.name, symbol.arguments
        if name == "in_sum":
            total = str(arguments[0])
            self.parts[total].append(arguments[1].name)
            if not sure:
                self.unsure.add(total)
            return
        at = (arguments[0].name, arguments[1].string)
        if name == "reach":
            self.reach[at[0]].add(at[1])
            return
        condition = text_of(arguments[2])
        if name == "fails":
            self.fails[at].add(condition)
        elif name == "stops":
            self.stops[at].add(condition)
        elif name == "sum_of":
            self.sums[at][condition] = str(arguments[3])
        elif name in _BOUNDS and arguments[3].type == clingo.SymbolType.Number:
            self.bounds[at][condition].append((name, arguments[3].number))
            if not sure:
                self.unsure.add((*at, condition))

    def of(self, item: CaseAtoms, impact: str) -> tuple[ClauseReason, ...]:
        """The reasons of one impact, for every clause in reach, in statutory order; those it qualifies under first."""
        self.batch.watch.check()
        ours = item.ids["impact", impact]
        found: list[ClauseReason] = []
        for provision in sorted(self.reach[ours] | self.possible.released.get(ours, set()), key=order):
            sure, possible = (
                provision in answer.qualifies.get(ours, ()) or provision in answer.released.get(ours, ())
                for answer in (self.sure, self.possible)
            )
            holds = truth(sure, possible)
            conditions = self._conditions(item, impact, ours, provision, holds == "always")
            found.append(ClauseReason(impact, provision, holds, conditions))
        rank = {"always": 0, "sometimes": 1, "never": 2}
        return tuple(sorted(found, key=lambda r: (rank[r.holds], order(r.provision))))

    def _conditions(
        self, item: CaseAtoms, impact: str, ours: str, provision: str, holds: bool
    ) -> tuple[Condition, ...]:
        rows, at = self.batch.listed.get(provision, {}), (ours, provision)
        tests = [(k, True) for k in rows.get("requires", ())] + [(k, False) for k in rows.get("excepts", ())]
        tests += [(k, True) for k in sorted(self.fails[at] - {k for k, _ in tests})]
        # A clause in reach is about the impact; by which words is among the facts it rests on.
        tests += [(k, True) for k in rows.get("reaches", ()) if holds and (k, True) not in tests]
        limits = sorted({*self.sums[at], *self.bounds[at], *self.stops[at]})
        asked = [(k, required, k in self.fails[at]) for k, required in tests] + [
            (k, False, k in self.stops[at]) for k in limits
        ]
        failing: list[Condition] = []
        holding: list[Condition] = []
        for name, required, fails in asked:
            (failing if fails else holding).append(
                self._condition(item, impact, ours, provision, name, fails, required)
            )
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
            *(item.ids["drainage_system", name] for name in item.scene.systems),
        ]
        return tuple(
            self._use(ours, fact)
            for attribute in reads
            for ours in things
            for fact in item.facts_about(ours, attribute)
            if fact.status != "closed"
        ) + tuple(
            self._use(item.ids["holding", placed.holding], fact)
            for fact in item.portions.get(placed.holding, ())
            if fact.attribute.name in reads and fact.status != "closed"
        )

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
        at = (ours, provision)
        bounds, total_of = self.bounds[at].get(name), self.sums[at].get(name)
        if not bounds or total_of is None or total_of in self.unsure or (*at, name) in self.unsure:
            return None
        total = self._total(item, total_of)
        if total is None:
            return None
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

    def _total(self, item: CaseAtoms, total_of: str) -> Fraction | None:
        """The exact total of a sum, where all its parts are known. (One sum is tested by every impact that is in it.)"""
        if total_of not in self._totals:
            areas = [self._part(item, x) for x in set(self.parts[total_of])]
            known = [area for area in areas if area is not None]
            self._totals[total_of] = sum(known, Fraction(0)) if len(known) == len(areas) else None
        return self._totals[total_of]

    def _part(self, item: CaseAtoms, x: str) -> Fraction | None:
        """The exact area that an impact, an earlier loss or a project adds to a sum, where it is known."""
        if x in item.areas:
            return item.areas[x]
        stated = item.settled.get((x, "significantly_altered", None))
        value = stated.known[0] if stated is not None and stated.known else None
        return value if isinstance(value, Fraction) else None
