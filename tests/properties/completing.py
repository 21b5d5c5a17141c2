"""Worlds of which some facts are made unknown, and every way to complete them.

`blurred` draws 1 to 4 facts of a generated world and takes their values away: `unknown`, `a or b`, `x to y`. The case file
then says so; each completion is a fully known world again, which the oracle judges (and, where a test asks, the tool).
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from math import prod
from typing import Any

from tests.oracle import law
from tests.oracle.generate import random_world
from tests.oracle.to_case import KEYED, _value, to_case_text
from tests.oracle.world import Loss, Thing, World

from lexempt.law.vocabulary import Attribute, load_vocabulary
from lexempt.result import FactValue
from lexempt.solving.words import value_words

PLURAL = {
    "project": "projects", "owner": "owners", "water": "waters", "drainage_system": "drainage_systems",
    "wetland": "wetlands", "portion": "portions", "ground": "grounds", "impact": "impacts",
}  # fmt: skip
"""In the order in which case files print them."""
MOST = 160
SHARES = {
    "wetland_share": "share of the land that is wetland",
    "public_land_share": "share of the land that is state or federal",
}
DATES = ("existing_since", "originally_since", "applied", "enrolled", "converted_on", "construction_start", "road_report",
         "compensation_applied", "compensation_received")  # fmt: skip
NUMBERS = {
    "area": Fraction(1), "size": Fraction(1), "local_amount": Fraction(1), "increase_granted": Fraction(1),
    "significantly_altered": Fraction(1), "utility_altered": Fraction(1), "listed_type_part": Fraction(1),
    "intact": Fraction(1, 10), "wetland_share": Fraction(1, 10), "public_land_share": Fraction(1, 10),
    "distance": Fraction(1), "approved_shoreland_width": Fraction(1), "units_per_40_acres": Fraction(1),
}  # fmt: skip
SKIPPED = {
    ("portion", "whole_wetland"),  # known areas tell it
    ("ground", "grazed_now"),
    ("wetland", "predominant_type"),
    ("impact", "duration"),
    ("impact", "reach_of_impact"),
    ("water", "kind"),  # a basin has a size, a watercourse none
    ("ground", "nrcs_label"),
    ("ground", "nrcs_certified"),
}


@dataclass(frozen=True, slots=True)
class Blur:
    """A fact made unknown: its line in the case file, and the values it may have, as worlds hold them."""

    entity: str
    thing: str
    attribute: Attribute
    key: str | int | None
    line: str
    values: tuple[Any, ...]

    @property
    def fact(self) -> str:
        """As results name it."""
        return f"{self.thing}.{self.attribute.name}" + (f".{self.key}" if self.key is not None else "")


@dataclass(frozen=True, slots=True)
class Blurred:
    """A case with unknown facts, and its completions: a value for each blur, and the oracle's verdict."""

    text: str
    base: World
    blurs: tuple[Blur, ...]

    def worlds(self) -> Iterator[tuple[tuple[Any, ...], World]]:
        for values in itertools.product(*(blur.values for blur in self.blurs)):
            world = self.base
            for blur, value in zip(self.blurs, values, strict=True):
                world = with_fact(world, blur, value)
            yield values, world


def things(world: World, entity: str) -> dict[str, Thing]:
    return getattr(world, PLURAL[entity])  # type: ignore[no-any-return]


def with_fact(world: World, blur: Blur, value: Any) -> World:
    """The world with another value of the fact."""
    of_kind = things(world, blur.entity)
    thing = of_kind[blur.thing]
    name = blur.attribute.name
    stated = {**thing.facts.get(name, {}), blur.key: value} if blur.attribute.key_type else value
    changed = replace(thing, facts={**thing.facts, name: stated})
    return replace(world, **{PLURAL[blur.entity]: {**of_kind, blur.thing: changed}})


def without_fact(world: World, blur: Blur) -> World:
    of_kind = things(world, blur.entity)
    thing = of_kind[blur.thing]
    facts = {k: v for k, v in thing.facts.items() if k != blur.attribute.name}
    if blur.attribute.key_type:
        kept = {k: v for k, v in thing.facts.get(blur.attribute.name, {}).items() if k != blur.key}
        if kept:
            facts[blur.attribute.name] = kept
    return replace(world, **{PLURAL[blur.entity]: {**of_kind, blur.thing: replace(thing, facts=facts)}})


def text_of(world: World, blurs: tuple[Blur, ...]) -> str:
    """The case file with the blurred facts' own lines."""
    for blur in blurs:
        world = without_fact(world, blur)
    blocks = to_case_text(world).rstrip("\n").split("\n\n")
    order = [(entity, name) for entity in PLURAL for name in things(world, entity)]
    for blur in blurs:
        at = order.index((blur.entity, blur.thing))
        block = blocks[at]
        lines = [blur.line]
        if blur.attribute.name in SHARES:
            block = re.sub(rf"\n  {re.escape(blur.attribute.words)}: .*", "", block)
        if (
            blur.attribute.name == "intact"
        ):  # beside it, leaving these out means unknown; the world knows them to be none
            given = {
                *things(world, "ground")[blur.thing].facts,
                *(b.attribute.name for b in blurs if b.thing == blur.thing),
            }
            lines += [f"{words}: 0 percent" for name, words in SHARES.items() if name not in given]
        blocks[at] = "\n  ".join([block, *lines])
    return "\n\n".join(blocks) + "\n"


# --- drawing


def blurred(rng: random.Random, only: Callable[[Attribute], bool] = lambda _: True, most: int = 4) -> Blurred | None:
    """A world with 1 to `most` facts unknown; None where this draw gives none."""
    world = random_world(rng)
    wanted = rng.randint(1, most)
    slots = list(_slots(world, only))
    stated = [s for s in slots if s[3]]
    chosen: dict[tuple[str, str, str, Any], Blur] = {}
    for _ in range(12):
        if len(chosen) >= wanted or not slots:
            break
        entity, name, attribute, _, key = rng.choice(stated if stated and rng.random() < 0.75 else slots)
        at = entity, name, attribute.name, key
        if at in chosen:
            continue
        if attribute.type == "date" and any(b.attribute.type == "date" for b in chosen.values()):
            continue  # two days tested against one another: see the known faults in test_completions.py
        blur = _blur(rng, world, entity, name, attribute, key)
        if blur and prod(len(b.values) for b in (*chosen.values(), blur)) <= MOST:
            chosen[at] = blur
    if not chosen:
        return None
    blurs = tuple(chosen.values())
    return Blurred(text_of(world, blurs), world, blurs)


def _slots(world: World, only: Callable[[Attribute], bool]) -> Iterator[tuple[str, str, Attribute, bool, Any]]:
    """(entity, thing, attribute, is stated, key) of every fact that may be blurred."""
    vocabulary = load_vocabulary()
    projects_on: dict[str, set[str]] = {}
    for impact in world.impacts.values():
        projects_on.setdefault(impact.ground, set()).add(impact.project)
    for entity in PLURAL:
        for name, thing in things(world, entity).items():
            if entity == "ground" and len(projects_on.get(name, ())) != 1:
                continue
            for attribute in vocabulary.of(entity):
                if (entity, attribute.name) in (("portion", "area"), ("wetland", "size")) and not _shared(world, name):
                    continue  # whether one landowner has it all: see the known faults in test_completions.py
                if attribute.background or (entity, attribute.name) in SKIPPED or not only(attribute):
                    continue
                stated = thing.facts.get(attribute.name)
                if attribute.key_type:
                    for key in stated or {}:
                        yield entity, name, attribute, True, key
                elif stated is not None or (attribute.type in ("yes_no", "choice") and not attribute.closed):
                    yield entity, name, attribute, stated is not None, None


def _shared(world: World, name: str) -> bool:
    """Whether several landowners have a wetland, or that of a portion."""
    wetland = world.portions[name].wetland if name in world.portions else name
    return len({frozenset(p.owners) for p in world.portions.values() if p.wetland == wetland}) > 1


def _blur(
    rng: random.Random, world: World, entity: str, name: str, attribute: Attribute, key: str | int | None
) -> Blur | None:
    thing = things(world, entity)[name]
    now = thing.get(attribute.name)
    if attribute.key_type:
        now = now[key]
    left = (
        attribute.words
        if key is None
        else KEYED[attribute.key_word or attribute.key_type or ""].format(words=attribute.words, key=key)
    )
    found = _values(rng, attribute, now)
    if found is None:
        return None
    words, values = found
    if (entity, attribute.name) == ("wetland", "size"):  # never less than its portions
        values = tuple(now + n for n in range(len(values)))
        words = f"{_value(values[0], 'area')} to {_value(values[-1], 'area')}"
    if (entity, attribute.name) == ("portion", "area"):
        values = tuple(now - n for n in reversed(range(len(values))))
        needed = sum((i.get("area") for i in world.impacts.values() if i.portion == name), Fraction(0))
        if values[0] < needed or values[0] <= 0:
            return None
        words = f"{_value(values[0], 'area')} to {_value(values[-1], 'area')}"
    return Blur(entity, name, attribute, key, f"{left}: {words}", values)


def _values(rng: random.Random, attribute: Attribute, now: Any) -> tuple[str, tuple[Any, ...]] | None:
    """The value as a newcomer writes it, and all it can be."""
    kind, name = attribute.type, attribute.name
    if kind == "yes_no":
        return rng.choice(("unknown", "yes or no")), ("yes", "no")
    if kind == "choice":
        if len(attribute.choices) <= 8 and rng.random() < 0.4:
            return "unknown", attribute.choices
        some = rng.sample(attribute.choices, min(len(attribute.choices), rng.randint(2, 3)))
        if now in attribute.choices and now not in some:
            some[0] = now
        return " or ".join(some), tuple(some)
    if kind == "county":
        some = rng.sample(sorted(load_vocabulary().counties), rng.randint(1, 3))
        some = [*dict.fromkeys([now, *some])]
        return " or ".join(load_vocabulary().counties[c].name for c in some), tuple(some)
    if kind == "set":
        if len(attribute.choices) <= 4 and rng.random() < 0.6:
            every = (c for n in range(len(attribute.choices) + 1) for c in itertools.combinations(attribute.choices, n))
            return "unknown", tuple(frozenset(c) for c in every)
        some = [*dict.fromkeys([*sorted(now or ())[:1], *rng.sample(attribute.choices, 2)])]
        return " or ".join(some), tuple(frozenset({c}) for c in some)
    if name in NUMBERS and isinstance(now, Fraction):
        if attribute.type == "area" and now.denominator != 1:
            return None
        step = NUMBERS[name]
        down, up = rng.randint(0, 8), rng.randint(1, 8)
        values = [now + step * n for n in range(-down, up + 1)]
        least = Fraction(1) if name in ("area", "size") else Fraction(0)
        values = [v for v in values if v >= least and (kind != "percent" or v <= 100)]
        if len(values) < 2:
            return None
        return f"{_value(values[0], kind)} to {_value(values[-1], kind)}", tuple(values)
    if name in DATES and isinstance(now, date):
        days = range(-rng.randint(0, 5), rng.randint(1, 5) + 1)
        dates = tuple(now + timedelta(days=n) for n in days)
        return f"{dates[0].isoformat()} to {dates[-1].isoformat()}", dates
    if kind == "losses" and now and len(now) == 1 and not now[0].flags and now[0].area.denominator == 1:
        low, high = max(Fraction(1), now[0].area - rng.randint(0, 6)), now[0].area + rng.randint(1, 6)
        areas = [low + n for n in range(int(high - low) + 1)]
        on = date(2005, 5, 5)
        return f"{_value(low, 'area')} to {_value(high, 'area')}", tuple((Loss(a, on),) for a in areas)
    return None


# --- what a result's words allow


def named(fact: str) -> str:
    """A fact without the project that a result adds to the ground of a case of several projects (`g1 p2.county`)."""
    thing, _, rest = fact.partition(".")
    return f"{thing.partition(' ')[0]}.{rest}"


_LIST = re.compile(r", (?=\S)| or ")
_UNIT = re.compile(r" (?:sqft|ft|percent)$")


def allows(value: FactValue, blur: Blur, completed: Any) -> bool:
    """Whether a completed value is among those that a settling fact names."""
    attribute, words = blur.attribute, value.value
    if attribute.type == "losses":
        completed = completed[0].area
    if isinstance(completed, Fraction | date):
        return words == "any value" or any(_within(part, completed) for part in _LIST.split(words))
    vocabulary = load_vocabulary()
    if attribute.type == "set":
        held = frozenset(value_words(attribute, v, vocabulary) for v in completed)
        return not held if words == "none" and "none" not in attribute.choices else _has(words, held)
    others = words.removeprefix("any but ")
    return (value_words(attribute, completed, vocabulary) in _LIST.split(others)) == (others == words)


def _within(words: str, value: Fraction | date) -> bool:
    """Whether a number or day lies in a range in words."""
    ends = words.split(" and ")
    for start, holds in (
        ("at most ", lambda end: value <= end),
        ("less than ", lambda end: value < end),
        ("at least ", lambda end: value >= end),
        ("more than ", lambda end: value > end),
    ):
        if ends[0].startswith(start):
            return bool(holds(_read(ends[0].removeprefix(start), value))) and all(_within(e, value) for e in ends[1:])
    low, _, high = words.partition(" to ")
    return bool(_read(low, value) <= value <= _read(high or low, value))


def _has(words: str, held: frozenset[str]) -> bool:
    """Whether a set has the members that are named, one of several such, all of them, or those and no others."""
    others, none = " among others", "none of "
    has, _, lacks = words.rpartition(none)
    if lacks and none in words and not held.isdisjoint(_LIST.split(lacks)):
        return False
    has = has.removesuffix(", but ") if none in words else words
    if has.endswith(others):
        members = has.removesuffix(others)
        return (
            any(m in held for m in _LIST.split(members)) if " or " in members else held.issuperset(members.split(", "))
        )
    if none in words:
        return True
    return held == frozenset(words.split(", ")) or (
        len(held) == 1 and held <= set(_LIST.split(words)) and " or " in words
    )


def _read(words: str, like: Fraction | date) -> Any:
    if isinstance(like, date):
        return date.fromisoformat(words)
    return Fraction(_UNIT.sub("", words).replace(",", ""))


def verdicts(case: Blurred) -> list[tuple[tuple[Any, ...], law.Verdict]]:
    """Every completion with the oracle's verdict under the default readings."""
    return [(values, law.evaluate(world)) for values, world in case.worlds()]
