"""The facts of the case behind the atoms of a proof, with their lines; and the margins of sums and comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lexempt.case import Source
from lexempt.explaining.derive import Premise, Sum
from lexempt.explaining.model import Model
from lexempt.explaining.sentences import Names
from lexempt.explaining.terms import Variable, compare, variables_of
from lexempt.explanation import FactUsed, Margin
from lexempt.law.program import load_law
from lexempt.solving.draft import Option, law_areas
from lexempt.solving.settle import Settled, said_in
from lexempt.solving.words import number, settled_words, stated_in, title, value_words
from lexempt.wording import SQFT_PER_ACRE

_PER = {"sqft": "sqft", "plot": None, "foot": "foot", "percent": "percent", "unit": "unit"}
"""Which size of a unit a number is a multiple of; sizes that are only compared are in whole square feet."""
_CALLED = {"sqft": " sqft", "plot": " sqft", "foot": " ft", "percent": " percent", "unit": "", "": "", "days": " days"}


class Used:
    """Reads the facts and numbers of one case."""

    def __init__(self, names: Names, model: Model, unseen: frozenset[tuple[str, str]]) -> None:
        self.names, self.item, self.model, self.unseen = names, names.item, model, unseen
        self._made: dict[tuple[int, Any], FactUsed] = {}
        """By fact (by identity: the case holds each once) and the value it is taken to have."""

    # --- facts

    def facts(self, premise: Premise) -> Iterator[FactUsed]:
        """The facts of the case that a given atom speaks of, or that deny it."""
        if premise.key is None:
            return
        predicate, arguments, holds = premise.key
        if predicate in ("current", "in_force"):
            yield from self._of_law(predicate, arguments, holds)
        if predicate in ("fact", "keyed") and arguments[0] is not None and arguments[1] is not None:
            wanted = arguments[2] if predicate == "keyed" else None
            for fact in self._known(arguments[0], arguments[1]):
                if wanted is None or fact.key is None or self._key(fact) == wanted:
                    yield self._used(fact, arguments[-1] if holds else None)
        elif predicate == "loss" and holds:
            for fact in self.item.portions.get(self.item.names[arguments[0]], ()):
                if fact.attribute.type == "losses":
                    yield self._used(fact, None)

    def _of_law(self, predicate: str, arguments: Sequence[Any], holds: bool) -> Iterator[FactUsed]:
        """What is taken of a value or wording of the law that has not been seen."""
        provision = arguments[0]
        name = "wording" if predicate == "in_force" else arguments[1]
        if (provision, name) not in self.unseen:
            return
        if predicate == "in_force":
            taken = "as last seen" if holds else "changed"
        else:
            (last,) = (value for (_, _, value) in self.model.like("latest", (provision, name, None)))
            (now,) = (value for (_, _, value) in self.model.like("current", (provision, name, None)))
            taken = "as last seen" if now == last else "less" if now < last else "more"
        yield FactUsed(f"{provision}.{name}", f"{name} of {provision}", "not seen", "unknown", taken=taken)

    def known(self, ours: str, attribute: str) -> Iterator[FactUsed]:
        """What is known of an attribute of one of our things, whatever it is."""
        return (self._used(fact, None) for fact in self._known(ours, attribute))

    def _key(self, fact: Settled) -> Any:
        key = fact.key
        if isinstance(key, str) and fact.attribute.key_type not in ("provision", "years", None):
            return self.item.ids.get((fact.attribute.key_type or "", key), key)
        return key

    def _known(self, ours: str, attribute: str) -> tuple[Settled, ...]:
        if ours.startswith("h"):
            portions = self.item.portions.get(self.item.names[ours], ())
            found = tuple(fact for fact in portions if fact.attribute.name == attribute)
            if found or attribute != "area":
                return found
            placed = next(h for h in self.item.scene.holdings.values() if h.id == self.item.names[ours])
            return self._known(self.item.ids["wetland", placed.wetland], "size")
        if ours.startswith("l"):
            holding = next((line[5:].split(",")[0] for line in self.item.lines if f",{ours}," in line), None)
            portions = self.item.portions.get(self.item.names.get(holding or "", ""), ())
            return tuple(fact for fact in portions if fact.attribute.type == "losses")
        return self.item.facts_about(ours, attribute)

    def _used(self, fact: Settled, taken: Any) -> FactUsed:
        at = id(fact), taken
        found = self._made.get(at)
        if found is None:
            found = self._made[at] = self._make(fact, taken)
        return found

    def _make(self, fact: Settled, taken: Any) -> FactUsed:
        option = self._option(fact, taken) if fact.open and taken is not None else None
        statement = said_in(fact, option.value if option is not None else None)
        vocabulary = self.names.vocabulary
        thing = fact.thing.removeprefix("ground ").removeprefix("all of ")
        key = f".{fact.key}" if fact.key is not None else ""
        return FactUsed(
            f"{thing}.{fact.attribute.name}{key}",
            title(fact.attribute, fact.thing, fact.key),
            settled_words(fact, vocabulary),
            fact.told,
            statement.span.line if statement else None,
            statement.source if statement else Source(),
            self._taken(fact, option, taken) if fact.open and taken is not None else None,
        )

    def _taken(self, fact: Settled, option: Option | None, value: Any) -> str:
        """A value of an open fact in words."""
        return self.names.word(value) if option is None else value_words(fact.attribute, option.value, self.names.vocabulary)

    def _option(self, fact: Settled, value: Any) -> Option | None:
        """The value of an open fact that its atom has."""
        for found in self.item.opens:
            if found.settled is fact or (found.settled.thing, found.settled.attribute) == (fact.thing, fact.attribute):
                for option in found.options:
                    if option.atom.endswith(f",{value})") or option.atom.endswith(f',"{value}")'):
                        return option
        return None

    # --- margins

    def margin(self, premise: Premise) -> Margin | None:
        """By how much a sum or a comparison of numbers passed or failed; None for what has no distance."""
        if premise.sum is not None:
            return self._of_sum(premise.sum)
        if premise.sides is None or premise.literal.kind not in ("<", "<=", ">", ">="):
            return None
        left, right = premise.sides
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        return self._compared(premise, left, right)

    def _of_sum(self, tested: Sum) -> Margin | None:
        if tested.kind == "count":
            return _margin(Fraction(tested.total), Fraction(tested.limit), tested.operator, "", "")
        scale = self.item.scale
        if not 0 < tested.limit < scale.top - 1:  # a value of the law that has not been seen is tried at both ends
            return None
        exact = [self._exact(part.weight, part.terms[1:]) for part in tested.parts]
        return _margin(
            sum(exact, Fraction(0)), self._limit(tested.limit), tested.operator, "sqft", self._acres(tested)
        )

    def _limit(self, limit: int) -> Fraction:
        """The area behind a limit: a share that atoms have rounded down is known here, unless the law names that very area."""
        scale = self.item.scale
        found = Fraction(limit, scale.sqft)
        if found in law_areas():
            return found
        return next((share for share in self.item.shares.values() if share * scale.sqft // 1 == limit), found)

    def _exact(self, weight: int, who: Sequence[Any]) -> Fraction:
        """The area behind a weight: an area that was cut at the top is known here all the same."""
        for value in who:
            ours = value[1] if isinstance(value, tuple) else value
            area = self.item.areas.get(ours) if isinstance(ours, str) else None
            if area is not None and self.item.scale.area(area) == weight:
                return area
        return Fraction(weight, self.item.scale.sqft)

    def _acres(self, tested: Sum) -> str:
        """`acres` where the user states one of the areas that are added up in acres."""
        named = (value[1] if isinstance(value, tuple) else value for part in tested.parts for value in part.terms[1:])
        facts = (self.item.settled.get((ours, "area", None)) for ours in named if isinstance(ours, str))
        return "acres" if any(stated_in(fact) == "acres" for fact in facts if fact) else ""

    def _compared(self, premise: Premise, left: int, right: int) -> Margin | None:
        unit = _unit_of(premise)
        if not unit:
            first, second = _day(left), _day(right)
            if first is not None and second is not None:
                return _between_days(first, second, premise.literal.kind)
        if unit is None:
            return None
        if unit == "year":
            return _between_years(left, right, premise.literal.kind)
        per = _PER[unit] if unit else None
        size = getattr(self.item.scale, per) if per else 1
        return _margin(Fraction(left, size), Fraction(right, size), premise.literal.kind, unit, "")


@lru_cache(maxsize=1)
def _units() -> dict[tuple[str, str], str]:
    """The unit of each number of the law; one that is called `before_year` or the like is a year."""
    return {(v.provision, v.name): "year" if v.name.endswith("_year") else v.unit or "" for v in load_law().values}


def _unit_of(premise: Premise) -> str | None:
    """The unit of a comparison: that of the number of the law in it. None: it is compared with no number of the law."""
    units = law_units(premise.body, premise.bound)
    for side in premise.literal.terms:
        for variable in variables_of(side):
            unit = units.get(variable)
            if unit is not None:
                return unit if isinstance(side, Variable) else None
    return None


def law_units(body: Sequence[Any], bound: Any) -> dict[str, str]:
    """The unit of each variable that a number of the law gives its value: of `current(C, N, V)` that of V."""
    found = {}
    for literal in body:
        if literal.kind == "is" and literal.predicate == "current":
            clause, name, value = literal.terms
            at = (bound.get(clause, clause) if isinstance(clause, Variable) else clause, name)
            if isinstance(value, Variable) and at in _units():
                found[str(value)] = _units()[at]
    return found


def _margin(value: Fraction, limit: Fraction, operator: str, unit: str, also: str) -> Margin:
    passes = compare(operator, value, limit)
    by = abs(value - limit)
    called = _CALLED[unit]
    gap = f"{number(by)}{called}"
    if also == "acres":
        gap = f"{_acres(by)} ({gap})"
    bound = f"{number(limit)}{called}"
    if value > limit:
        words = f"{gap} over {bound}"
    elif value == limit:
        words = f"exactly {bound}"
    else:
        words = f"{number(value)} of {bound}" if unit in ("sqft", "") else f"{gap} under {bound}"
    return Margin(number(value), number(limit), number(by), passes, _CALLED[unit].strip(), words)


def _acres(area: Fraction) -> str:
    acres = area / SQFT_PER_ACRE
    rounded = Fraction(round(acres * 10_000), 10_000)
    if rounded == acres:
        return f"{number(acres)} acres"
    return f"about {number(rounded)} acres" if rounded else "less than 0.0001 acres"


def _day(value: int) -> date | None:
    try:
        return date(value // 10_000, value // 100 % 100, value % 100) if value > 10_000_000 else None
    except ValueError:
        return None


def _between_days(left: date, right: date, operator: str) -> Margin:
    apart = abs((left - right).days)
    passes = compare(operator, left.toordinal(), right.toordinal())
    where = "after" if left > right else "before"
    words = f"{apart:,} days {where} {right.isoformat()}" if apart else f"on {right.isoformat()}"
    return Margin(left.isoformat(), right.isoformat(), str(apart), passes, "days", words)


def _between_years(left: int, right: int, operator: str) -> Margin:
    apart = abs(left - right)
    where = "after" if left > right else "before"
    words = f"{apart:,} {'year' if apart == 1 else 'years'} {where} {right}" if apart else f"in {right}"
    return Margin(str(left), str(right), str(apart), compare(operator, left, right), "years", words)
