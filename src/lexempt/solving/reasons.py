"""Why an impact qualifies under a clause, or the conditions that fail: the clause-with-conditions schema, read back.

Sentences are the conditions' documentation; the facts are those the documentation says a condition reads; margins come
from the terms and bounds that the law gives for explanations (`explaining`), added up exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import clingo

from lexempt.case import Source
from lexempt.law.program import citation, load_law, order
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import ClauseReason, Condition, Use
from lexempt.solving.batch import Batch, LawSet, truth
from lexempt.solving.compiled import text_of
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer
from lexempt.solving.settle import Settled, said_in
from lexempt.solving.words import listing, number, said, settled_words, thing_words, title, value_words


class Tested(NamedTuple):
    """A sum that a clause tests for an impact: our ids of what adds up, the exact total and the bound, in square feet."""

    parts: frozenset[str]
    total: Fraction
    limit: Fraction
    kind: str
    """bound_of (the greatest of its bounds counts), least_bound, below_bound (the total must stay below)."""


ADDING_UP = {"sum_of": 4, "in_sum": 2, "bound_of": 4, "least_bound": 4, "below_bound": 4, "share_bound": 6}
"""The predicates, with their arities, that say what adds up to what: all that `Reasons.tests` reads."""
_BOUNDS = frozenset(("bound_of", "least_bound", "below_bound"))
_WHOLE = Fraction(1)


class _Test(NamedTuple):
    """A number put to a test: in words and with the room left where it is known, and what is surely in excess."""

    words: str | None = None
    room: Fraction | None = None
    limit: Fraction | None = None
    far: Fraction = _WHOLE
    excess: Fraction | None = None
    """By how much the least total that is possible is over the greatest limit that is; square feet."""


def sentence(name: str, words: Mapping[str, str], holds: bool) -> str:
    """The documented sentence of a condition, with these words in it; empty where it has none."""
    documented = load_law().conditions.get(name)
    if documented is None:
        return ""
    return _filled(documented.says if holds else documented.denies, words)


def names(written: str, provision: str, law: LawSet) -> bool:
    """Whether a provision as somebody cites it names a clause, by the numbers that a law gives."""
    cited = law.cited(provision)
    return cited == written or cited.startswith(written + "/") or provision == written


def _filled(text: str, words: Mapping[str, str]) -> str:
    for letter, text_for in words.items():
        text = text.replace("{" + letter + "}", text_for)
    return text


def _said(fact: Settled, value: str) -> str:
    return said(fact.attribute, fact.key, value).replace("{T}", thing_words(fact.thing))


def _sentence(attribute: Attribute, thing: str, key: str | int | None, value: str) -> str:
    found = said(attribute, key, value).replace("{T}", thing)
    return found or f"{title(attribute, thing, key)} is {value}"


def _where(use: Use) -> str:
    return f"line {use.line}" if use.line else {"unstated": "not stated"}.get(use.status, use.status)


class Reasons:
    """Reads the reasons of the cases of a batch that was grounded with `explaining`, from its answers."""

    def __init__(self, batch: Batch, sure: Answer, possible: Answer, vocabulary: Vocabulary) -> None:
        self.batch, self.vocabulary, self.sure, self.possible = batch, vocabulary, sure, possible
        self.reach: dict[str, set[str]] = defaultdict(set)
        self.fails: dict[tuple[str, str], set[str]] = defaultdict(set)
        """(impact, clause) -> conditions not met in some completion."""
        self.surely_fails: dict[tuple[str, str], set[str]] = defaultdict(set)
        """(impact, clause) -> conditions met in no completion."""
        self.stops: dict[tuple[str, str], set[str]] = defaultdict(set)
        """(impact, clause) -> limits exceeded in some completion."""
        self.sums: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        """(impact, clause) -> limit -> the sum it tests."""
        self.beside: dict[tuple[str, str], list[str]] = defaultdict(list)
        """(impact, clause) -> exemptions under which the impact qualifies while it counts toward the clause."""
        self.counts: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        """(impact, clause) -> condition -> the sets of years that it counts."""
        self.needed: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        self.years: dict[tuple[str, bool], list[int]] = defaultdict(list)
        """(set of years, whether they count in it) -> years."""
        self.remarks: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        """(impact, clause, limit) -> predicates whose sentences are told where the limit is exceeded."""
        self.parts: dict[str, list[str]] = defaultdict(list)
        self.bounds: dict[tuple[str, str], dict[str, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
        self.shares: dict[tuple[str, str], dict[str, list[tuple[str, int, str]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        """(impact, clause) -> limit -> the shares among its bounds that are rounded: portion, percent, alone or together."""
        self._totals: dict[str, Fraction | None] = {}
        self._used: dict[tuple[str, str, str, str | int | None], Use] = {}
        """(our id, thing, attribute, key) -> the fact in words: many conditions read the same."""
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
        if name in ("in_count", "not_in_count"):
            self.years[str(arguments[0]), name == "in_count"].append(arguments[1].number)
            if not sure:
                self.unsure.add(str(arguments[0]))
            return
        at = (arguments[0].name, arguments[1].string)
        if name == "reach":
            self.reach[at[0]].add(at[1])
            return
        condition = text_of(arguments[2])
        if name == "fails":
            self.fails[at].add(condition)
            if sure:
                self.surely_fails[at].add(condition)
        elif name == "stops":
            self.stops[at].add(condition)
        elif name == "counts_beside" and sure:
            self.beside[at].append(condition)
        elif name == "remark" and sure:
            self.remarks[(*at, condition)].append(arguments[3].name)
        elif name == "count_of":
            self.counts[at][condition].append(str(arguments[3]))
        elif name == "least_count":
            self.needed[at][condition] = arguments[3].number
        elif name == "sum_of":
            self.sums[at][condition] = str(arguments[3])
        elif name == "share_bound":
            self.shares[at][condition].append((arguments[3].name, arguments[4].number, arguments[5].name))
            if not sure:
                self.unsure.add((*at, condition))
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
        found += [
            self._out_of_reach(item, impact, c) for c in self._claimed(item, impact, {r.provision for r in found})
        ]
        return tuple(sorted(found, key=lambda r: (rank[r.holds], order(r.provision))))

    def _claimed(self, item: CaseAtoms, impact: str, in_reach: set[str]) -> list[str]:
        """The clauses claimed for an impact that are not about it; none where one that was claimed with them is."""
        project, law = item.scene.impacts[impact].project, self.batch.law
        found: list[str] = []
        for claim in item.case.claims:
            if claim.project == project and claim.impact in (None, impact):
                named = [c for c in load_law().exemptions if names(claim.provision, c, law)]
                found += [c for c in named if not in_reach.intersection(named)]
        return list(dict.fromkeys(found))

    def _out_of_reach(self, item: CaseAtoms, impact: str, provision: str) -> ClauseReason:
        """What a clause is about, and the facts that take an impact out of its reach."""
        rows = self.batch.listed.get(provision, {})
        words = {"I": impact, "C": citation(provision, self.batch.law.acts)}
        about = [
            Condition(
                "reach",
                False,
                sentence("about_such_work(I, C)", {**words, **self._asked(item, impact, name, rows[name])}, False),
                self._uses(item, impact, (name,)),
            )
            for name in rows.get("reaches", ())
            if rows.get(name)
        ]
        if not about:
            about = [Condition("in_force", False, sentence("in_force(C)", words, holds=False))]
        return ClauseReason(impact, provision, "never", tuple(about))

    def _asked(self, item: CaseAtoms, impact: str, name: str, values: Sequence[str]) -> dict[str, str]:
        """What a clause asks of an attribute (L), and what it is here (V), as sentences."""
        attribute = next((a for (_, n), a in self.vocabulary.attributes.items() if n == name), None)
        if attribute is None:
            return {"L": f"{name} is {' or '.join(values)}", "V": "it is not"}
        found = [(use, fact) for ours, fact in self._facts(item, impact, (name,)) if (use := self._use(ours, fact))]
        thing = thing_words(found[0][1].thing) if found else impact
        asked = listing([value_words(attribute, v, self.vocabulary) for v in sorted(values)], "or")
        keyed = attribute.key_type is not None
        wanted = f"{attribute.words} is {asked}" if keyed else _sentence(attribute, thing, None, asked)
        if not found:
            return {"L": wanted, "V": f"no {attribute.words} is stated"}
        here = [f"{use.says or f'{use.title} is {use.value}'} ({_where(use)})" for use, _ in found]
        return {"L": wanted, "V": " and ".join(here)}

    def counted_as_none(self, item: CaseAtoms, impacts: Sequence[str]) -> tuple[str, ...]:
        """What nobody states and no assumption gives, and so is none, where that alone keeps a clause from applying."""
        yearly: dict[str, None] = {}
        others: set[str] = set()
        for impact in impacts:
            ours = item.ids["impact", impact]
            for provision in sorted(self.reach[ours], key=order):
                silent = [self._silent(item, impact, k) for k in sorted(self.surely_fails[ours, provision])]
                for a in (a for found in silent for a in found) if silent and all(silent) else ():
                    if a.key_type == "years":
                        yearly[a.words] = None
                    else:
                        others.add(a.words)
        return tuple(sorted(others | ({f"{listing(list(yearly), 'and')} in years not stated"} if yearly else set())))

    def _silent(self, item: CaseAtoms, impact: str, condition: str) -> list[Attribute]:
        """The facts a condition reads that are none only because nobody states them; of yearly ones, any year."""
        known = load_law().conditions.get(condition)
        reads = known.reads if known else ()
        stated = {fact.attribute.name for _, fact in self._facts(item, impact, reads)}
        every = [a for a in self.vocabulary.attributes.values() if a.name in reads and a.closed]
        return [a for a in every if a.key_type == "years" or a.name not in stated]

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
        if holds:
            return tuple(holding)
        failing = self._separate(item, at, failing)
        return (*failing, *(c for c in holding if c.margin))

    def _separate(self, item: CaseAtoms, at: tuple[str, str], failing: list[Condition]) -> list[Condition]:
        """The same, those last that are met as soon as another is: of two totals of the same areas that are over their
        limits, the one of which less has to be cut.
        """
        over = [
            (excess, c)
            for c in failing
            if c.name in self.sums[at] and (excess := self._test(item, *at, c.name).excess) is not None
        ]
        over.sort(key=lambda found: (-found[0], "/" in found[1].name))
        along = {
            c.name
            for n, (_, c) in enumerate(over)
            for excess, first in over[:n]
            if self._shared(item, self.sums[at][c.name], self.sums[at][first.name]) >= excess
        }
        return [
            *(c for c in failing if c.name not in along),
            *(c._replace(along=True) for c in failing if c.name in along),
        ]

    def _shared(self, item: CaseAtoms, total: str, other: str) -> Fraction:
        """The area, at the least, that two totals have in common."""
        both = set(self.parts[total]) & set(self.parts[other])
        return sum((area for x in both if (area := self._least(item, x)) is not None), Fraction(0))

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
                "L": listing(accepted, "or"),
            }
            template = documented.denies if fails and required else documented.says
            one = next(iter(uses), None)
            own = attribute is not None and (attribute.type == "yes_no" or not (fails and required))
            if one is not None and one.says and attribute is not None and own:
                # The name of a thing is written as the user writes it.
                named = said(attribute, None, one.value).startswith("{T}")
                template = f"{one.says if named else one.says[:1].upper() + one.says[1:]}."
        else:
            uses = self._uses(item, impact, documented.reads)
            template = documented.says if says else documented.denies
        tested = self._test(item, ours, provision, name)
        if name in self.counts[ours, provision]:
            tested = self._counted(item, impact, (ours, provision), name, documented.reads)
        sentence_ = _filled(template, values)
        if not fails:
            return Condition(name, True, sentence_, uses, tested.words, tested.room)
        beside = (
            *(sentence(f"{said_}(I)", values, holds=True) for said_ in sorted(self.remarks[ours, provision, name])),
            *self._beside(item, impact, provision, self.sums[ours, provision].get(name, "")),
        )
        return Condition(name, False, sentence_, uses, tested.words, tested.room, tested.far, beside)

    def _beside(self, item: CaseAtoms, impact: str, provision: str, total_of: str) -> Iterator[str]:
        """What the law says of the other impacts of a total that are exempt under another clause."""
        cited = {"C": citation(provision, self.batch.law.acts)}
        for x in sorted(set(self.parts.get(total_of, ())), key=lambda x: (item.names.get(x, ""), x)):
            for clause in self.beside.get((x, provision), ())[:1]:
                if item.names.get(x) != impact:
                    words = {**cited, "J": item.names[x], "D": citation(clause, self.batch.law.acts)}
                    yield sentence("counts_beside(J, C, D)", words, holds=True)

    def _uses(self, item: CaseAtoms, impact: str, reads: tuple[str, ...]) -> tuple[Use, ...]:
        return tuple(self._use(ours, fact) for ours, fact in self._facts(item, impact, reads))

    def _facts(self, item: CaseAtoms, impact: str, reads: Sequence[str]) -> Iterator[tuple[str, Settled]]:
        """The facts with these names, of an impact and of all it stands on and belongs to, that are not just none."""
        placed = item.scene.impacts[impact]
        things = [
            item.ids["impact", impact],
            item.ids["ground", placed.ground],
            item.ids["wetland", placed.wetland],
            item.ids["project", placed.project],
            *(item.ids["drainage_system", name] for name in item.scene.systems),
        ]
        for attribute in reads:
            for ours in things:
                yield from ((ours, fact) for fact in item.facts_about(ours, attribute) if fact.status != "closed")
        holding = item.ids["holding", placed.holding]
        for fact in item.portions.get(placed.holding, ()):
            if fact.attribute.name in reads and fact.status != "closed":
                yield holding, fact

    def _use(self, ours: str, fact: Settled) -> Use:
        at = (ours, fact.thing, fact.attribute.name, fact.key)
        if at not in self._used:
            self._used[at] = self._in_words(ours, fact)
        return self._used[at]

    def _in_words(self, ours: str, fact: Settled) -> Use:
        derived = self.derived.get((ours, fact.attribute.name))
        if derived is not None and not fact.statements:
            value = value_words(fact.attribute, derived, self.vocabulary)
            return Use(title(fact.attribute, fact.thing, fact.key), value, status="derived", says=_said(fact, value))
        statement = said_in(fact)
        value = settled_words(fact, self.vocabulary)
        return Use(
            title(fact.attribute, fact.thing, fact.key),
            value,
            statement.span.line if statement else None,
            statement.source if statement else Source(),
            fact.told,
            _said(fact, value) if fact.known is not None else "",
        )

    def _test(self, item: CaseAtoms, ours: str, provision: str, name: str) -> _Test:
        """How a total stands to its limit."""
        at = (ours, provision)
        total_of = self.sums[at].get(name)
        if not self.bounds[at].get(name) or total_of is None:
            return _Test()
        kind, limit = self._limit(item, at, name)
        if not self._below_top(item, limit):
            return _Test()
        least = [self._least(item, x) for x in set(self.parts[total_of])] if total_of not in self.unsure else [None]
        found = [area for area in least if area is not None]
        excess = sum(found, Fraction(0)) - limit if len(found) == len(least) else None
        tested = self._tested(item, ours, provision, name)
        if tested is None:
            if excess is None or excess <= 0 or not limit:
                return _Test(limit=limit)
            return _Test(limit=limit, far=min(_WHOLE, excess / limit), excess=excess)
        total = tested.total
        if total > limit:
            words = f"{number(total)} sqft in all, {number(total - limit)} sqft more than {number(limit)} sqft"
        elif kind == "below_bound" and total == limit:
            words = f"exactly {number(limit)} sqft, not less"
        else:
            words = f"{number(total)} sqft in all, of {number(limit)} sqft"
        if excess is None or not limit:
            return _Test(words, limit - total, limit)
        return _Test(
            words, limit - total, limit, min(_WHOLE, max(excess, Fraction(0)) / limit), max(excess, Fraction(0))
        )

    def _counted(self, item: CaseAtoms, impact: str, at: tuple[str, str], name: str, reads: Sequence[str]) -> _Test:
        """How many of the years needed count, and what is stated of years that do not."""
        sets, needed = self.counts[at][name], self.needed[at].get(name)
        if not needed or self.unsure.intersection(sets):
            return _Test()
        best = max(sorted(sets), key=lambda years: len(set(self.years[years, True])))
        count = len(set(self.years[best, True]))
        words = f"{count} of {needed} years"
        for year in sorted(set(self.years[best, False])) if count < needed else ():
            uses = [self._use(ours, fact) for ours, fact in self._facts(item, impact, reads) if fact.key == year]
            facts = " and ".join(f"{use.says or f'{use.title} is {use.value}'} ({_where(use)})" for use in uses)
            words += f"; {year} does not count: {facts}"
        return _Test(words, far=max(Fraction(0), Fraction(needed - count, needed)))

    def _least(self, item: CaseAtoms, x: str) -> Fraction | None:
        """The least area that an impact, an earlier loss or a project may add to a sum."""
        known = self._part(item, x)
        stated = item.settled.get((x, "area", None)) if known is None else None
        least = stated.bounds[0] if stated is not None and stated.bounds else None
        return least if isinstance(least, Fraction) else known

    def tests(self, item: CaseAtoms, ours: str, provision: str) -> Iterator[Tested | None]:
        """Every sum that a clause tests for an impact (our id); None for one whose total or bound is not known exactly."""
        for name in sorted(self.sums[ours, provision]):
            test = self._tested(item, ours, provision, name)
            if test is not None and test.total > test.limit and not self._below_top(item, test.limit):
                # A bound that was cut where numbers end says nothing; the exact share of a portion was not cut.
                test = test if test.limit in self._exact(item, (ours, provision), name) else None
            yield test

    def _tested(self, item: CaseAtoms, ours: str, provision: str, name: str) -> Tested | None:
        at = (ours, provision)
        bounds, total_of = self.bounds[at].get(name), self.sums[at].get(name)
        if not bounds or total_of is None or total_of in self.unsure or (*at, name) in self.unsure:
            return None
        total = self._total(item, total_of)
        if total is None:
            return None
        kind, limit = self._limit(item, at, name)
        return Tested(frozenset(self.parts[total_of]), total, limit, kind)

    def _limit(self, item: CaseAtoms, at: tuple[str, str], name: str) -> tuple[str, Fraction]:
        """Of which kind the bounds of a limit are, and the one that counts; square feet."""
        bounds = self.bounds[at][name]
        numbers = [Fraction(v, item.scale.sqft) for _, v in bounds]
        # The exact share of a portion of which the area is known; else its rounded ones stand among the bounds.
        numbers += self._exact(item, at, name)
        return bounds[0][0], max(numbers) if bounds[0][0] == "bound_of" else min(numbers)

    def _exact(self, item: CaseAtoms, at: tuple[str, str], name: str) -> list[Fraction]:
        """The exact shares among the bounds of a limit, of portions of which the area is known."""
        return [item.shares[share] for share in self.shares[at].get(name, ()) if share in item.shares]

    @staticmethod
    def _below_top(item: CaseAtoms, limit: Fraction) -> bool:
        """Whether a bound is the law's own, not one that was cut where numbers end."""
        return limit * item.scale.sqft < item.scale.top - 1

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
