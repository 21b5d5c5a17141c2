"""A case while it is turned into atoms: what is written so far, and the words for it.

Ids are our own, words are the vocabulary's, numbers are whole and range-checked: no text of the user's is ever written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from lexempt.case import Case, Scalar
from lexempt.law.adopted import Adopted
from lexempt.law.program import LawValue, load_law
from lexempt.law.vocabulary import Attribute, Vocabulary, declaring
from lexempt.records import NamedTuple
from lexempt.solving.numbers import Scale
from lexempt.solving.scene import Scene
from lexempt.solving.settle import Settled, Statements

QUANTITIES = frozenset(("area", "distance", "percent", "number"))
_SIZES = frozenset((("wetland", "size"), ("wetland", "listed_type_part"), ("water", "size")))
"""Areas that are only compared, never added up."""


class Option(NamedTuple):
    """One value an open fact may have: the atom that says so, and the value."""

    atom: str
    value: Scalar


class Open(NamedTuple):
    """A fact that nothing settles, or on which sources differ (then `base` is the index of the option that prevails).

    `several`: any of the options may hold together (a set), else exactly one does. Options of a number or day ascend.
    """

    name: str
    settled: Settled
    options: tuple[Option, ...]
    several: bool = False
    base: int | None = None
    ordered: bool = False
    turns: frozenset[Fraction] = frozenset()
    """Of a number: where, exactly, an answer can turn."""
    unit: Fraction = Fraction(1)
    """Of a number: the step by which values were tried on both sides of a turn."""
    all_turns: bool = True
    """Of a number: whether an answer can turn nowhere else than at `turns`."""


class CaseAtoms(NamedTuple):
    """A case as clingo reads it, and the way back. `lines` are sorted; `names` maps our ids to the user's."""

    case: Case
    on: date
    assume: bool
    """Whether the case's own assumptions were made."""
    scene: Scene
    scale: Scale
    lines: tuple[str, ...]
    opens: tuple[Open, ...]
    names: dict[str, str]
    ids: dict[tuple[str, str], str]
    """(kind, user's id) -> our id; kinds: project, impact, wetland, holding, ground, water, drainage_system."""
    settled: dict[tuple[str, str, str | int | None], Settled]
    """(our id, attribute, key) -> what is known of it."""
    portions: dict[str, tuple[Settled, ...]]
    """Holding -> what is known of the declared portions it consists of."""
    areas: dict[str, Fraction]
    """Our id of an impact or loss -> its exact area in square feet, where known."""
    shares: dict[tuple[str, int, str], Fraction]
    """(our id of a wetland or portion, percent, alone or together) -> the exact share in square feet, where it is known; in atoms
    it is rounded down."""
    possible: frozenset[tuple[str, str]]
    """(attribute, word) for every word that some thing's attribute has or may have; `stated` where it is stated or open."""
    keyed: dict[tuple[str, str], tuple[Settled, ...]]
    """(our id, attribute) -> what is known of it under each key, of attributes stated with keys."""
    in_play: tuple[str, ...]
    """The readings that can matter for this case at all."""

    def facts_about(self, ours: str, attribute: str) -> tuple[Settled, ...]:
        """What is known of one attribute of one of our things: several facts where it is keyed."""
        fact = self.settled.get((ours, attribute, None))
        return self.keyed.get((ours, attribute), ()) if fact is None else (fact,)

    @property
    def known(self) -> bool:
        """Nothing is open but disputes that the deciding body settled."""
        return all(found.base is not None for found in self.opens)


_PROPOSED: ContextVar[tuple[LawValue, ...]] = ContextVar("proposed", default=())
_FURTHER: ContextVar[bool] = ContextVar("further", default=False)


@contextmanager
def proposing(amendments: Sequence[Adopted]) -> Iterator[None]:
    """Within, cases are laid out with the numbers of these amendments beside those of the law: unknown facts are tried around
    them too, sums are kept exact up to them, and their new facts are words of the vocabulary."""
    values = tuple(value for amendment in amendments for value in amendment.values)
    facts = [fact for amendment in amendments for fact in amendment.facts]
    before = _PROPOSED.set(values), _FURTHER.set(any(amendment.reaches_further for amendment in amendments))
    try:
        with declaring(facts):
            yield
    finally:
        _PROPOSED.reset(before[0])
        _FURTHER.reset(before[1])


def reaching_further() -> bool:
    """Whether amendments in use may ask of a clause what its own part of the law does not know: then nothing is left out."""
    return _FURTHER.get()


def law_values() -> tuple[LawValue, ...]:
    """Every number and date of the law, by any act, and those of the proposals in use."""
    proposed = _PROPOSED.get()
    return (*load_law().values, *proposed) if proposed else load_law().values


def law_areas() -> tuple[Fraction, ...]:
    """Every area the law names, in square feet, ascending."""
    return _areas(law_values())


@lru_cache(maxsize=64)
def _areas(values: tuple[LawValue, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in values if v.unit in ("sqft", "plot")}))


def law_amounts() -> tuple[Fraction, ...]:
    """Every amount of the law, in square feet, ascending."""
    return _amounts(law_values())


@lru_cache(maxsize=64)
def _amounts(values: tuple[LawValue, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in values if v.name == "amount" and v.unit == "sqft"}))


def law_shares() -> tuple[int, ...]:
    """Every share the law names, in percent."""
    return _shares(law_values())


@lru_cache(maxsize=64)
def _shares(values: tuple[LawValue, ...]) -> tuple[int, ...]:
    return tuple(sorted({v.number for v in values if v.name == "share"}))


@lru_cache(maxsize=1024)
def measured_in(attribute: Attribute) -> str | None:
    """Which unit a number of this attribute is measured in; portions are only shared out, so theirs does not matter."""
    at = (attribute.entity, attribute.name)
    if at in _SIZES:
        return "size"
    if at == ("portion", "area"):
        return None
    return "area" if attribute.type == "losses" else attribute.type


class Draft:
    """Everything about one case on its way to atoms. `scale` is set once the numbers are known."""

    scale: Scale

    def __init__(
        self, case: Case, scene: Scene, statements: Statements, vocabulary: Vocabulary, start: int, on: date
    ) -> None:
        self.case, self.scene, self.statements, self.vocabulary, self.on = case, scene, statements, vocabulary, on
        self.next = start
        self.names: dict[str, str] = {}
        self.ids: dict[tuple[str, str], str] = {}
        self.lines: list[str] = []
        self.opens: list[Open] = []
        self.facts: list[tuple[str, Settled]] = []
        self.by_slot: dict[tuple[str, str, str | int | None], Settled] = {}
        self.keyed: dict[tuple[str, str], tuple[Settled, ...]] = {}
        """(our id, attribute) -> its facts, where they have keys."""
        self.stated: set[tuple[str, str]] = set()
        """(our id, attribute) of what somebody states."""
        self.portion_facts: dict[str, list[tuple[str, Settled]]] = {}
        """Holding -> (portion, fact)."""
        self.areas: dict[str, Fraction] = {}
        self.rest: dict[str, Fraction] = {}
        """Our id of a portion whose area is open in part -> the known rest of it."""
        self.shared: dict[str, list[Fraction]] = {}
        """Our id of a wetland or portion -> the shares of it, in square feet, rounded down to the unit."""
        self.exact_shares: dict[tuple[str, int, str], Fraction] = {}
        """As `CaseAtoms.shares`."""

    def give(self, letter: str, kind: str, name: str) -> str:
        """A new id: a letter for the kind, and a number that runs through the batch, of one length so that ids sort by it."""
        ours = f"{letter}{self.next:07}"
        self.next += 1
        self.names[ours] = name
        self.ids[kind, name] = ours
        return ours

    def keep(self, ours: str, fact: Settled) -> None:
        """Take in a settled fact of one of our things."""
        self.facts.append((ours, fact))
        self.by_slot[ours, fact.attribute.name, fact.key] = fact
        if fact.key is not None:
            at = (ours, fact.attribute.name)
            self.keyed[at] = (*self.keyed.get(at, ()), fact)
        if fact.statements:
            self.stated.add((ours, fact.attribute.name))

    def known_area(self, ours: str, attribute: str) -> Fraction | None:
        """An area that is known, in square feet."""
        fact = self.by_slot.get((ours, attribute, None))
        value = fact.known[0] if fact is not None and fact.known else None
        return value if isinstance(value, Fraction) else None

    # --- terms and atoms

    def atom(self, ours: str, fact: Settled, value: Scalar) -> str:
        """That a fact has a value."""
        attribute = fact.attribute
        term = self.term(attribute, value)
        if attribute.key_type is None:
            return f"fact({ours},{attribute.name},{term})"
        return f"keyed({ours},{attribute.name},{self.key(attribute, fact.key)},{term})"

    def key(self, attribute: Attribute, key: str | int | None) -> str:
        """The key of a keyed attribute; `all` where it is left out."""
        if key is None:
            return "all"
        if isinstance(key, int):
            return str(key)
        if attribute.key_type == "provision":
            return f'"{_provision(key)}"'
        return self.ids[attribute.key_type or "", key]

    def term(self, attribute: Attribute, value: Scalar) -> str:
        """A value."""
        if isinstance(value, str):
            return word(value) if attribute.refers_to is None else self.ids[attribute.refers_to, value]
        if isinstance(value, date):
            return str(day_number(value))
        assert isinstance(value, Fraction)
        if attribute.type == "area":
            return str(self.scale.size(value) if measured_in(attribute) == "size" else self.scale.area(value))
        if attribute.type == "distance":
            return str(self.scale.length(value))
        return str(self.scale.part(value) if attribute.type == "percent" else self.scale.count(value))

    # --- writing

    def day(self, value: date) -> None:
        """What the law may ask of a day: its number among days, and its year."""
        self.lines.append(f"day({day_number(value)},{value.toordinal()}).")
        self.lines.append(f"year_of({day_number(value)},{value.year}).")

    def shares(self, ours: str, area: Fraction, at: int) -> None:
        """The shares of an area that the law asks for; `at` is the area as it stands in its atom."""
        for share in law_shares():
            part = self.scale.share(area, share)
            self.shared.setdefault(ours, []).append(Fraction(part, self.scale.sqft))
            self.exact_shares[ours, share, "alone"] = area * share / 100
            self.lines.append(f"share_at({ours},{share},{at},{part}).")
            if part != area * share * self.scale.sqft / 100:
                self.lines.append(f"share_rounded({ours},{share},{at}).")

    def ladder(self, ours: str, terms: Sequence[str]) -> None:
        """Which areas follow one another, of ascending ones that an impact or a loss may have: sums add up the steps."""
        self.lines.extend(
            f"next_below({ours},{above},{below},{int(above) - int(below)})." for below, above in pairwise(terms)
        )

    def offer(
        self, ours: str, attribute: Attribute, key: str | int | None, terms: tuple[str, ...], several: bool = False
    ) -> None:
        """That exactly one of these values holds, or any of them."""
        if attribute.key_type is None:
            self.lines.append(f"{'open_set' if several else 'open'}({ours},{attribute.name}).")
            self.lines.extend(f"may({ours},{attribute.name},{term})." for term in terms)
        else:
            k = self.key(attribute, key)
            self.lines.append(f"open_keyed({ours},{attribute.name},{k}).")
            self.lines.extend(f"may_keyed({ours},{attribute.name},{k},{term})." for term in terms)


def day_number(value: date) -> int:
    """A day as YYYYMMDD."""
    return value.year * 10000 + value.month * 100 + value.day


@lru_cache(maxsize=4096)
def word(value: str) -> str:
    """A word of the vocabulary, checked to be one."""
    if not (value.isdigit() or (value.isascii() and value.replace("_", "a").isalnum() and value[0].islower())):
        raise AssertionError(f"not a word of the vocabulary: {value!r}")
    return value


def _provision(value: str) -> str:
    if not all(c.isascii() and (c.isalnum() or c in "./@") for c in value):
        raise AssertionError(f"not a provision: {value!r}")
    return value
