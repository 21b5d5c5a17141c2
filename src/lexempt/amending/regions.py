"""Where two laws differ, in statutory terms: the conditions under which every project of one impact changes its answer.

A smallest project is found, each of its facts is let go as far as the answer still changes for all values that are left, and
what remains is a region: types, zones, areas. Then a project outside of all regions so far is looked for, until there is none;
so together the regions are all projects of one impact, within the bounds, whose answer changes. Every step is a solve.
(The cubes of a function by expanding its points, as in two-level minimization; Brayton et al. 1984.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from lexempt.amending.domain import Domain, Limits, Side
from lexempt.amending.layout import UNITS, layouts
from lexempt.amending.witness import WIDENS_NARROWS, Witness, confirmed, law_of_side
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple
from lexempt.rendering.words import brief, listing
from lexempt.solving.draft import Open
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Completion, Manyfold

MOST = 12
"""So many regions of one kind are looked for."""
WIDEST = 24
"""Where a change reads more attributes than this no regions are looked for: each would take long, and be long."""


_AREAS = frozenset(("area", "size", "drained_or_filled_before", "local_amount", "increase_granted"))
"""Attributes that are areas: what one allows may depend on another."""


class Condition(NamedTuple):
    """What must be so of one attribute, in words; and the values it may have (of a county, one for each kind of county), or the
    ends of the range it lies in, in square feet (None: none was tried beyond)."""

    attribute: str
    words: str
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


class Region(NamedTuple):
    """Conditions under which every project of one impact changes its answer that way, and the smallest that is in no region told
    before it."""

    kind: str
    conditions: tuple[Condition, ...]
    witness: Witness
    sampled: bool = False
    """Whether it has ranges of several areas, which may bear on one another: it holds of the areas tried, and not surely between."""


class Regions(NamedTuple):
    """The regions found, the kinds of which there are more than were looked for, and the attributes that all were tried of."""

    found: tuple[Region, ...]
    more: tuple[str, ...]


def regions(
    sides: Sequence[Side],
    touched: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    most: int = MOST,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Regions:
    """The regions of one impact of one owner, on the cone of the change, in which the second law widens or narrows."""
    domain = Domain(sides, touched, Limits(1, 1, 1), False, vocabulary)
    if len(domain.attributes) > WIDEST or domain.yearly:  # of years, which ones it were could be told in too many ways
        return Regions((), tuple(WIDENS_NARROWS))
    (layout,) = layouts(domain, 1)
    found: list[Region] = []
    more: list[str] = []
    for kind, wish in WIDENS_NARROWS.items():
        laws = [law_of_side(side) for side in sides]
        watch = Watch(None, asked_to_stop)
        manyfold = Manyfold(layout.case(), laws, choices, vocabulary, layout.ordinary(), watch)
        for number in range(most + 1):
            completion = manyfold.smallest(wish, elsewhere=True)
            if completion is None:
                break
            if number == most:
                more.append(kind)
                break
            box = _Box(manyfold, kind, completion)
            box.grow()
            manyfold.leave_out(box.literals())
            witness = confirmed(kind, wish, layout, completion, sides, choices, vocabulary)
            conditions = tuple(_conditions(box, domain))
            ranges = [c for c in conditions if c.attribute in _AREAS]
            found.append(Region(kind, conditions, witness, len(ranges) > 1))
    return Regions(tuple(found), tuple(more))


class _Box:
    """A region under way: for each open fact the options allowed; of a set, which members must or must not be there."""

    def __init__(self, manyfold: Manyfold, kind: str, completion: Completion) -> None:
        self.manyfold, self.kind = manyfold, kind
        self.opens = manyfold.item.opens
        self.allowed: list[set[int]] = []
        self.members: dict[int, dict[int, bool]] = {}
        for n, found in enumerate(self.opens):
            held = completion.values[found.settled.thing, found.settled.attribute.name]
            at = {k for k, option in enumerate(found.options) if option.value in held}
            self.allowed.append(at)
            if found.several:
                self.members[n] = {k: k in at for k in range(len(found.options))}

    def literals(self) -> list[tuple[str, bool]]:
        """What holds in all of it."""
        result = []
        for n, found in enumerate(self.opens):
            if n in self.members:
                result += [(found.options[k].atom, truth) for k, truth in self.members[n].items()]
            else:
                result += [(o.atom, False) for k, o in enumerate(found.options) if k not in self.allowed[n]]
        return result

    def _holds(self) -> bool:
        return self.manyfold.all_change(self.kind, self.literals())

    def grow(self) -> None:
        """Let go of every fact as far as the answer changes for all that is left: areas first, then what is said of places."""
        order = sorted(range(len(self.opens)), key=lambda n: (not self.opens[n].ordered, n))
        for n in order:
            if n in self.members:
                for k in list(self.members[n]):
                    truth = self.members[n].pop(k)
                    if not self._holds():
                        self.members[n][k] = truth
                continue
            every, before = set(range(len(self.opens[n].options))), self.allowed[n]
            self.allowed[n] = every
            if self._holds():
                continue
            self.allowed[n] = before
            if self.opens[n].ordered:
                self._stretch(n)
            else:
                for k in sorted(every - before):
                    self.allowed[n] = self.allowed[n] | {k}
                    if not self._holds():
                        self.allowed[n] = self.allowed[n] - {k}

    def _stretch(self, n: int) -> None:
        """The widest range around what is allowed: first up, then down."""
        last = len(self.opens[n].options) - 1
        for step, end in ((1, last), (-1, 0)):
            near = max(self.allowed[n]) if step > 0 else min(self.allowed[n])
            base = set(self.allowed[n])
            good, bad = near, end + step
            while abs(bad - good) > 1:
                middle = (good + bad) // 2
                self.allowed[n] = base | set(range(min(near, middle), max(near, middle) + 1))
                good, bad = (middle, bad) if self._holds() else (good, middle)
            self.allowed[n] = base | set(range(min(near, good), max(near, good) + 1))


# --- in words


def _conditions(box: _Box, domain: Domain) -> list[Condition]:
    found = []
    for n, opened in enumerate(box.opens):
        attribute = opened.settled.attribute
        if n in box.members:
            for k, truth in box.members[n].items():
                word = str(opened.options[k].value).replace("_", " ")
                found.append(
                    Condition(attribute.name, f"{attribute.words} {'includes' if truth else 'leaves out'} {word}")
                )
            continue
        allowed = sorted(box.allowed[n])
        if len(allowed) == len(opened.options):
            continue
        values = [opened.options[k].value for k in allowed]
        if attribute.type == "county":
            counties = tuple(str(v) for v in values)
            found.append(Condition(attribute.name, _places(counties, domain), counties))
        elif opened.ordered:
            found.append(_range(attribute, values, opened))
        else:
            words = [str(v).replace("_", " ") for v in values]
            values_said = f"{attribute.words}: {listing(words, 'or')}"
            found.append(Condition(attribute.name, values_said, tuple(str(v) for v in values)))
    return found


def _range(attribute: Attribute, values: Sequence[object], opened: Open) -> Condition:
    first, last = values[0], values[-1]
    assert isinstance(first, Fraction) and isinstance(last, Fraction)
    low = None if first == opened.options[0].value else first.numerator
    high = None if last == opened.options[-1].value else last.numerator
    unit = UNITS.get(attribute.type, " sqft")
    words = attribute.words if attribute.entity != "portion" else f"{attribute.words} of the portion"
    if high is None:
        said = f"{words}: {low:,}{unit} or more"
    else:
        said = f"{words}: up to {high:,}{unit}" if low is None else f"{words}: {low:,} to {high:,}{unit}"
    return Condition(attribute.name, said, (), low, high)


def _places(counties: Sequence[str], domain: Domain) -> str:
    """Counties, each of which stands for all of its class on the same lists of each law, by their class and lists."""
    every = domain.counties
    kinds = {c: (domain.vocabulary.counties[c].area_class or "", domain.lists_of(c)) for c in every}
    chosen = {kinds[c] for c in counties}
    lists = sorted({name for _, on in kinds.values() for name, _ in on})
    for name in lists:
        for where in (_BOTH, _NONE):
            if chosen == {kind for kind in kinds.values() if _where(kind[1], name) == where}:
                return _WORDS[where].format(brief(name))
    parts = []
    classes = list(dict.fromkeys(kind for kind, _ in kinds.values()))
    whole = [k for k in classes if {kind for kind in kinds.values() if kind[0] == k} <= chosen]
    if whole:
        parts.append(f"area class: {listing([k.replace('_', ' ') for k in whole], 'or')}")
    for kind, on in sorted(chosen):
        if kind not in whole:
            places = [_WORDS[_where(on, name)].format(brief(name)) for name in lists]
            parts.append(f"area class: {kind.replace('_', ' ')}, {listing(places)}")
    return " - or ".join(parts)


_NONE, _BOTH = (False, False), (True, True)
_WORDS = {
    _NONE: "outside the counties of {}",
    _BOTH: "in the counties of {}",
    (True, False): "in a county taken off the list of {}",
    (False, True): "in a county put on the list of {}",
}
"""By whether a county is on the list in the first law and in the last."""


def _where(on: tuple[tuple[str, tuple[bool, ...]], ...], name: str) -> tuple[bool, bool]:
    sides = dict(on).get(name, (False, False))
    return sides[0], sides[-1]


__all__ = ["Condition", "Region", "Regions", "regions"]
