"""Boundary gaps: ranges of one number that give neighbouring values of a definition, and leave a hole or overlap.

The ranges are read from the rules: a rule that gives a derived fact a value, where a number of the case is compared with
numbers of the law. What lies below the lowest, or above the highest, is no gap; nor what a rule for the rest takes up
there: that rule is why a hole does not show in the answers by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeAlias

from lexempt.finding import Fact, Finding, Witness
from lexempt.language.quantities import print_quantity
from lexempt.law.rules import Rule, RuleTable, Term
from lexempt.law.vocabulary import Attribute
from lexempt.linting.clauses import Law
from lexempt.linting.confirming import answered
from lexempt.records import NamedTuple

Limit: TypeAlias = "tuple[str, str, str, str]"
"""The attribute, the comparison with it on the left, the provision, and the name of the number."""
_OPS = {"<", "<=", ">", ">="}
_DEEP = 3


class Range(NamedTuple):
    """From where to where a number gives a value of a derived fact; an end that is None is open to that side."""

    value: str
    attribute: str
    low: Fraction | None
    low_in: bool
    high: Fraction | None
    high_in: bool
    provisions: tuple[str, ...]
    beside: tuple[tuple[str, Fraction], ...]
    """(attribute, number) of what else the rule asks, at its limit."""


def boundaries(law: Law, table: RuleTable) -> Iterator[Finding]:
    """The holes and overlaps between neighbouring ranges, with a project that lies there."""
    for derived, attribute, ranges in _families(law, table):
        for one, other in pairwise(sorted(ranges, key=_from)):
            found = _between(one, other)
            if found is None:
                continue
            kind, at, (low, high) = found
            words = law.vocabulary.attributes
            number = next(a for a in words.values() if a.name == attribute)
            definition = next(a for a in words.values() if a.name == derived)
            shown = witness_at(law, number, at, one, other, definition, kind == "overlap")
            yield Finding(
                "boundary",
                one.provisions[0],
                tuple(dict.fromkeys((*one.provisions[1:], *other.provisions))),
                (Fact(number.words, tuple(print_quantity(v, number.type) for v in dict.fromkeys((low, high)))),),
                said=(
                    ("between", (one.value.replace("_", " "), other.value.replace("_", " "))),
                    ("is", (kind,)),
                    ("of", (definition.words,)),
                ),
                witness=shown,
                no_witness=None if shown is not None else "structure",
                bounded=False,
            )


def _from(found: Range) -> tuple[Fraction, bool]:
    return (Fraction(-1) if found.low is None else found.low, not found.low_in)


def _between(one: Range, other: Range) -> tuple[str, Fraction, tuple[Fraction, Fraction]] | None:
    """`hole` or `overlap`, a number there, and its ends."""
    start = Fraction(0) if other.low is None else other.low
    if one.high is None:
        return "overlap", start + (not other.low_in), (start, start if other.high is None else other.high)
    if one.high < start:
        at = one.high if not one.high_in else (one.high + start) / 2
        return "hole", at, (one.high, start)
    if one.high == start and not one.high_in and not other.low_in:
        return "hole", start, (start, start)
    if one.high > start:
        at = start if other.low_in else (start + one.high) / 2
        return "overlap", at, (start, one.high)
    return ("overlap", start, (start, start)) if one.high_in and other.low_in else None


# --- the ranges that the rules give


def _families(law: Law, table: RuleTable) -> Iterator[tuple[str, str, list[Range]]]:
    """(derived attribute, number, its ranges) where several values of the former are given by ranges of the latter."""
    found: dict[tuple[str, str], list[Range]] = {}
    heads: dict[str, list[Rule]] = {}
    for rule in table.rules:
        if rule.body:
            heads.setdefault(rule.predicate, []).append(rule)
    for rule in heads.get("derived", ()):
        _, attribute, value = rule.terms
        for limits in _limits(rule, heads, _DEEP):
            for name in dict.fromkeys(limit[0] for limit in limits):
                made = _range(law, str(value), name, limits)
                if made is not None:
                    found.setdefault((str(attribute), name), []).append(made)
    for (attribute, name), ranges in found.items():
        distinct = list({(r.value, r.low, r.high): r for r in ranges}.values())
        if len({r.value for r in distinct}) > 1:
            yield attribute, name, distinct


def _limits(rule: Rule, heads: Mapping[str, Sequence[Rule]], deep: int) -> Iterator[tuple[Limit, ...]]:
    """What a rule asks of numbers, with the rules that conclude what it asks: each way by itself."""
    if any(literal[0] == "not" for literal in rule.body):
        return  # a rule for what the others leave
    own = tuple(_compared(rule.body))
    below = []
    for literal in rule.body:
        if literal[0] == "is" and deep and literal[1] in heads and literal[1] not in ("fact", "current", "derived"):
            below.append([limits for other in heads[literal[1]] for limits in _limits(other, heads, deep - 1)])
    for ways in product(*below):
        yield tuple(dict.fromkeys((*own, *(limit for way in ways for limit in way))))


def _compared(body: Sequence[Term]) -> Iterator[Limit]:
    facts = {literal[2][2]: literal[2][1] for literal in body if literal[:2] == ["is", "fact"]}
    numbers = {literal[2][2]: literal[2][:2] for literal in body if literal[:2] == ["is", "current"]}
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
    for literal in body:
        if literal[0] in _OPS:
            op, left, right = literal
            if isinstance(left, str) and left in numbers:
                op, left, right = turned[op], right, left
            if isinstance(left, str) and isinstance(right, str) and left in facts and right in numbers:
                provision, name = numbers[right]
                if not str(provision).startswith("?"):
                    yield str(facts[left]), op, str(provision), str(name)


def _range(law: Law, value: str, attribute: str, limits: Sequence[Limit]) -> Range | None:
    low = high = None
    low_in = high_in = False
    provisions, beside = [], []
    for name, op, provision, number in limits:
        stands = law.standing.provisions.get(provision)
        if stands is None or number not in stands.numbers or stands.state == "not in force":
            return None
        at = Fraction(stands.numbers[number].number)
        if name != attribute:
            beside.append((name, at))
            continue
        provisions.append(provision)
        if op in (">", ">=") and (low is None or at >= low):
            low, low_in = at, op == ">="
        elif op in ("<", "<=") and (high is None or at <= high):
            high, high_in = at, op == "<="
    return Range(value, attribute, low, low_in, high, high_in, tuple(dict.fromkeys(provisions)), tuple(beside))


# --- a project there


def witness_at(
    law: Law, number: Attribute, at: Fraction, one: Range, other: Range, derived: Attribute, both: bool
) -> Witness | None:
    """A project with that number, where the answers tell: in a hole no clause that either value gives, in an overlap both."""
    beside = {name: value for found in (one, other) for name, value in found.beside}
    lines = [f"  {number.words}: {print_quantity(at, number.type)}"]
    for name, value in beside.items():
        attribute = next(a for a in law.vocabulary.attributes.values() if a.name == name)
        lines.append(f"  {attribute.words}: {print_quantity(value, attribute.type)}")
    found = answered(law, _case(law, lines))
    if found is None:
        return None
    stated = []
    for value in (one.value, other.value):
        told = answered(law, _case(law, [f"  {derived.words}: {value.replace('_', ' ')}"]))
        stated.append(set(told.qualifies[0]) if told is not None else set())
    own = set(found.qualifies[0])
    tells = all(own & clauses for clauses in stated) if both else not any(own & clauses for clauses in stated)
    return found if tells and all(stated) else None


def _case(law: Law, lines: Sequence[str]) -> str:
    county = min((c for c in law.vocabulary.counties.values()), key=lambda c: c.name)
    return "\n".join(
        ["project p", f"  county: {county.name}", f"  work: {law.day.isoformat()}", "  assume: ordinary",
         "wetland w", "  size: 100,000 sqft", *lines,
         "impact i1 in w", "  activity: fill", "  wetland type: 1", "  area: 1 sqft", ""]
    )  # fmt: skip


__all__ = ["boundaries"]
