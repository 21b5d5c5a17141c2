"""What a provision itself does differently under two laws: whom it reaches, what follows from it. With a smallest project each.

Two laws may give the same answer and yet another ratio, another duty, somebody else who replaces. A provision's own effect is
what it makes regulated, where it decides that, and the consequences that name it. One impact in one wetland is laid out with
every value of what the provision reads; of the projects on which its effect differs, one is found that is regulated, released
and answered alike under both laws, so that the difference is the provision's alone, and `check` confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from lexempt.amending.definitions import relying_on, sources_of
from lexempt.amending.layout import costless
from lexempt.amending.references import readers_of
from lexempt.amending.standing import LINES, Standing, reads
from lexempt.amending.versions import known_and_unseen, touched
from lexempt.amending.witness import Side
from lexempt.case import Scalar
from lexempt.language.quantities import print_quantity
from lexempt.language.reader import read_case
from lexempt.law.program import load_law, order, within
from lexempt.law.rules import load_rules
from lexempt.law.vocabulary import Attribute, County, Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import ProjectResult
from lexempt.solving.batch import TELLING_CONSEQUENCES, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Asks, Completion, Manyfold, Wish
from lexempt.solving.options import CheckOptions

_ALWAYS = ("activity", "wetland_type", "county")
_TRIED = ("yes_no", "choice", "set", "county")
_LARGEST = 30_000
"""Up to how many square feet the impact is tried."""
_LOOSE = "regulated now", "not regulated any more"

_PROGRAM = """
unlike :- regulated__v0(I), not regulated__v1(I).
unlike :- regulated__v1(I), not regulated__v0(I).
unlike :- released_by__v0(I, C), not released_by__v1(I, C).
unlike :- released_by__v1(I, C), not released_by__v0(I, C).
unlike :- plan_not_required__v0(P), not plan_not_required__v1(P).
unlike :- plan_not_required__v1(P), not plan_not_required__v0(P).
tells(C) :- consequence__v0(X, C, K, N), not consequence__v1(X, C, K, N), not unlike.
tells(C) :- consequence__v1(X, C, K, N), not consequence__v0(X, C, K, N), not unlike.
tells(C) :- decides_scope__v0(C), regulated__v0(I), not regulated__v1(I).
tells(C) :- decides_scope__v1(C), regulated__v1(I), not regulated__v0(I).
"""
"""For two laws grounded together: the provisions whose own effect differs."""
_READ = (("regulated", 1), ("released_by", 2), ("consequence", 4), ("decides_scope", 1))
"""What these rules read of each law."""


class Effect(NamedTuple):
    """A provision whose effect differs: which way, a smallest project, and what the checker says of it under each law."""

    provision: str
    kind: str
    """`regulated now`, `not regulated any more`, `another amount` or `other duties`."""
    case: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Effects(NamedTuple):
    """What was looked at: the provisions with a difference, those without one, and up to which square footage."""

    found: tuple[Effect, ...]
    none: tuple[str, ...]
    area: int = _LARGEST


def asked_of(sides: Sequence[Side], above: str) -> tuple[str, ...]:
    """The provisions under `above` that two laws word differently, and those that refer to anything so worded."""
    one, other = (side.standing for side in sides)
    changed = touched(one, other)
    readers = {r.of for law in (one, other) for provision in changed for r in readers_of(provision, law)}
    relying = relying_on(changed, (one, other))
    return tuple(sorted({p for p in (*changed, *readers, *relying) if within(p, above)}, key=order))


def unseen_of(sides: Sequence[Side], above: str) -> tuple[str, ...]:
    """The provisions that may be worded differently in words not seen, and stand under `above` or are read by what does."""
    laws = [side.standing for side in sides]
    asked = asked_of(sides, above)
    _, maybe = known_and_unseen(*laws)
    return tuple(p for p in maybe if p in asked or any(r.of in asked for law in laws for r in readers_of(p, law)))


def effects(
    sides: Sequence[Side],
    provisions: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Effects:
    """The effect of each of these provisions under two laws. Raises StoppedError where it is asked to stop."""
    found, none = [], []
    changed = touched(*(side.standing for side in sides[:2]))
    percentages = tuple(a for a in vocabulary.of("ground") if a.type == "percent" and a.name in _sources(changed))
    laws = [law_set(_number(side), (), side.adopted) for side in sides]
    for provision in provisions:
        layout = _Layout(_read_by(provision, sides, vocabulary), sides, vocabulary, percentages)
        read = read_case(layout.text(None), "witness.case", vocabulary)
        if read.case is None:
            raise AssertionError(f"the domain is no case: {[d.message for d in read.diagnostics]}")
        asks = Asks((TELLING_CONSEQUENCES,), _PROGRAM, _READ)
        watch = Watch(None, asked_to_stop)
        manyfold = Manyfold(read.case, laws, choices, vocabulary, layout.ordinary(), watch, asks=asks)
        completion = manyfold.smallest(Wish((None, None), tells=(provision,)))
        if completion is None:
            none.append(provision)
        else:
            found.append(_confirmed(provision, layout.text(completion), sides, choices, vocabulary))
    return Effects(tuple(found), tuple(none))


def _sources(changed: Sequence[str]) -> set[str]:
    """What the definitions that change ask for."""
    return {name for provision in changed for name in sources_of(provision)}


def _number(side: Side) -> int:
    return side.day.year * 10_000 + side.day.month * 100 + side.day.day


# --- the domain


def _read_by(provision: str, sides: Sequence[Side], vocabulary: Vocabulary) -> tuple[Attribute, ...]:
    """The attributes that a provision's lists and consequences read, and those of what its lists refer to."""
    names = {*_ALWAYS, *_told_by(provision)}
    for law in (side.standing for side in sides):
        near = {provision, *_referred(provision, law)}
        for p in law.provisions.values():
            if not any(within(p.id, above) for above in near):
                continue
            for name, members in p.lists.items():
                if name in LINES:
                    for condition in members:
                        names.update(reads(condition))
                else:
                    names.add(name)
    return tuple(
        attribute
        for entity in ("project", "ground", "wetland", "impact")
        for attribute in vocabulary.of(entity)
        if attribute.name in names and attribute.type in _TRIED and attribute.key_type is None
        if not attribute.background and attribute.name != "area_class"
    )


def _referred(provision: str, law: Standing) -> set[str]:
    """The provisions that a provision's own lists name."""
    standing = law.provisions.get(provision)
    lists = standing.lists if standing is not None else {}
    return {m for name, members in lists.items() if name not in LINES for m in members if law.below(m)}


def _told_by(provision: str) -> set[str]:
    """What the consequences that name a provision read; and what decides whether anything is regulated, where it does."""
    names: set[str] = set()
    for rule in load_rules().rules:
        if rule.predicate == "consequence" and rule.terms[1] in (provision, "?C"):
            names |= _reads(rule.terms[2])
        elif rule.predicate == "decides_scope" and rule.terms[0] == provision:
            names |= _reads("regulated(I)")
    return names


def _reads(condition: str) -> set[str]:
    documented = load_law().conditions.get(condition)
    return set(documented.reads) if documented is not None else set()


class _Layout:
    """The case file of the domain, and of a completion of it."""

    def __init__(
        self,
        attributes: Sequence[Attribute],
        sides: Sequence[Side],
        vocabulary: Vocabulary,
        percentages: Sequence[Attribute] = (),
    ) -> None:
        self.attributes, self.vocabulary, self.percentages = attributes, vocabulary, percentages
        self.day = max(side.day for side in sides)
        classes = {county.area_class: county.id for county in reversed(_plain_counties(sides, vocabulary))}
        self.counties = tuple(sorted(classes.values()))

    def values(self, attribute: Attribute) -> tuple[str, ...]:
        """The values tried, the simplest first."""
        if attribute.type == "county":
            return self.counties
        known = ("no", "yes") if attribute.type == "yes_no" else attribute.choices
        usual = attribute.assumed.get("ordinary")
        return tuple(sorted(known, key=lambda value: value != usual))

    def ordinary(self) -> dict[tuple[str, str], tuple[Scalar, ...]]:
        """(thing, attribute) -> values that cost nothing."""
        found: dict[tuple[str, str], tuple[Scalar, ...]] = {}
        for attribute in self.attributes:
            values = costless(attribute, self.values(attribute))
            for thing in _THINGS[attribute.entity]:
                found[thing, attribute.name] = values
        return found

    def text(self, completion: Completion | None) -> str:
        """The domain, or a completion of it: what is ordinary, or as good as not stated, is left out."""
        area = f"1 sqft to {_LARGEST:,} sqft"
        if completion is not None:
            (value,) = completion.values["i1", "area"]
            assert isinstance(value, Fraction)
            area = f"{value.numerator:,} sqft"
        lines = ["project p", *self._lines("ground", completion, county=True)]
        lines += [f"  work: {self.day.isoformat()}", "  assume: ordinary", *self._lines("project", completion)]
        lines += ["wetland w", f"  size: {40 * _LARGEST:,} sqft", *self._lines("ground", completion)]
        lines += self._shares(completion)
        lines += [*self._lines("wetland", completion), "impact i1 in w", *self._lines("impact", completion)]
        return "\n".join([*lines, f"  area: {area}"]) + "\n"

    def _shares(self, completion: Completion | None) -> Iterator[str]:
        """The lines of percentages."""
        for attribute in self.percentages:
            if completion is None:
                yield f"  {attribute.words}: 0 percent to 100 percent"
                continue
            keys = ((thing, attribute.name) for thing in _THINGS["ground"])
            (value,) = next(completion.values[key] for key in keys if key in completion.values)
            assert isinstance(value, Fraction)
            yield f"  {attribute.words}: {print_quantity(value, 'percent')}"

    def _lines(self, entity: str, completion: Completion | None, county: bool = False) -> Iterator[str]:
        for attribute in self.attributes:
            if attribute.entity != entity or (entity == "ground" and (attribute.type == "county") != county):
                continue
            if completion is None:
                words = " or ".join(self._words(attribute, value) for value in self.values(attribute))
                yield f"  {attribute.words}: {'unknown' if attribute.type == 'set' else words}"
                continue
            keys = [(thing, attribute.name) for thing in _THINGS[entity]]
            chosen = next((completion.values[key] for key in keys if key in completion.values), ())
            unsaid = attribute.assumed.get("ordinary", "no" if attribute.closed else None)
            if chosen and [str(value) for value in chosen] != [unsaid]:
                yield f"  {attribute.words}: " + ", ".join(self._words(attribute, str(value)) for value in chosen)

    def _words(self, attribute: Attribute, value: str) -> str:
        return self.vocabulary.counties[value].name if attribute.type == "county" else value.replace("_", " ")


_THINGS = {"project": ("p",), "ground": ("ground w", "w"), "wetland": ("w",), "impact": ("i1",)}


def _plain_counties(sides: Sequence[Side], vocabulary: Vocabulary) -> list[County]:
    """The counties that no list of either law names, in the order of their names."""
    named = {
        member
        for side in sides
        for p in side.standing.provisions.values()
        for name, members in p.lists.items()
        if name == "county"
        for member in members
    }
    return sorted((c for c in vocabulary.counties.values() if c.id not in named), key=lambda c: c.name)


# --- confirming


def _confirmed(
    provision: str, case: str, sides: Sequence[Side], choices: Mapping[str, str], vocabulary: Vocabulary
) -> Effect:
    """The effect with the ordinary checker's words; what it does not confirm is our own fault."""
    read = read_case(case, "witness.case", vocabulary)
    chosen = tuple(sorted((n, c) for n, c in choices.items() if c != vocabulary.readings[n].default))
    results = []
    for side in sides:
        options = CheckOptions(
            on=side.day,
            amendments=side.adopted,
            readings=chosen,
            all_readings=False,
            reasons=False,
            consequences=True,
            transitions=False,
        )
        results.append(check_cases([read], options).projects[0])
    before, after = (_said(provision, result) for result in results)
    regulated = [result.regulated for result in results]
    if before == after and regulated[0] == regulated[1]:
        raise AssertionError(f"the checker does not confirm that {provision} has another effect\n{case}")
    if regulated[0] != regulated[1]:
        kind = _LOOSE[0] if regulated[0] == "never" else _LOOSE[1]
        words = ["the impact is not regulated" if r == "never" else "the impact is regulated" for r in regulated]
        return Effect(provision, kind, case, (words[0],), (words[1],))
    named = [sorted(c.what for c in result.consequences if c.provision == provision) for result in results]
    return Effect(provision, "another amount" if named[0] == named[1] else "other duties", case, before, after)


def _said(provision: str, result: ProjectResult) -> tuple[str, ...]:
    """The consequences that a provision has for a project, in words."""
    return tuple(c.sentence.rstrip(".") for c in result.consequences if c.provision == provision)
