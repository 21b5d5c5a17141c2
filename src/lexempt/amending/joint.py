"""What amendments do to any project within bounds: each alone, and two of them together that neither does.

Of what two do jointly the place matters: a limit may stand between clauses about one place, or only between clauses about
several. So the joint effects are looked for where all impacts lie in one place, for each, and where they lie in several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import product

from lexempt.amending.domain import Limits, Side, readings_of, splitting
from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.load import number
from lexempt.amending.standing import standing_on
from lexempt.amending.versions import touched_by
from lexempt.amending.witness import Bounds, Reading, Searched, Wanted, Witness, search, search_readings
from lexempt.law.vocabulary import OpenReading, Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.manyfold import Wish

MOST_READINGS = 12
"""So many other choices of readings are searched under."""
_MOST_TOGETHER = 24
"""So many pairs of choices are tried."""

_JOINT = {"only together widens": (False, False, False, True), "only together narrows": (True, True, True, False)}
_UNDONE = {
    "undone": (False, True, None, False),
    "undone the other way": (False, None, True, False),
    "relieved": (True, False, None, True),
    "relieved the other way": (True, None, False, True),
}
KINDS = {
    "only together widens": "no plan is required only if both pass",
    "only together narrows": "a plan is required only if both pass",
    "undone": "{0} alone ends the requirement of a plan, {1} undoes that",
    "undone the other way": "{1} alone ends the requirement of a plan, {0} undoes that",
    "relieved": "{0} alone makes a plan required, {1} undoes that",
    "relieved the other way": "{1} alone makes a plan required, {0} undoes that",
}
"""What is searched for of two amendments, in words about `{0}` and `{1}`."""


class Place(NamedTuple):
    """Where all impacts lie: an attribute of theirs in words, and the value that all have; None: they differ in it."""

    words: str
    value: str | None

    @property
    def said(self) -> str:
        """`all outside`, `several`."""
        return "several" if self.value is None else f"all {self.value.replace('_', ' ')}"


class Row(NamedTuple):
    """What there is of a kind, in a place (None: anywhere), under other choices of readings: a smallest project, if any."""

    kind: str
    place: Place | None
    reading: Reading
    witness: Witness | None


class Alone(NamedTuple):
    """What one amendment (its place) does by itself, under the readings asked for."""

    amendment: int
    found: Searched


class Pairwise(NamedTuple):
    """What was looked for of two amendments (their places): every answer found, by readings; `untried` other choices were not
    tried. `questions`: name in `found` -> kind and place."""

    first: int
    second: int
    found: Mapping[Reading, Searched]
    questions: Mapping[str, tuple[str, Place | None]]
    untried: int = 0

    @property
    def bounds(self) -> Bounds:
        """What was searched."""
        return self.found[()].bounds

    def rows(self) -> Iterator[Row]:
        """All of it that there is under some reading: under those asked for, and under others where that is not the same."""
        usual = {w.wanted: w for w in self.found[()].witnesses}
        for kind in KINDS:
            names = [name for name, (of, place) in self.questions.items() if of == kind and place is not None]
            names = names or [name for name, (of, _) in self.questions.items() if of == kind]
            rows = [Row(kind, self.questions[name][1], (), usual.get(name)) for name in names]
            for reading, found in self.found.items():
                there = {w.wanted: w for w in found.witnesses}
                for name in names:
                    asked = name in there or name in found.none
                    if reading and asked and not _alike(usual.get(name), there.get(name)):
                        rows.append(Row(kind, self.questions[name][1], reading, there.get(name)))
            if any(row.witness is not None for row in rows):
                yield from rows

    @property
    def same(self) -> tuple[tuple[str, str], ...]:
        """The other choices under which, each alone, everything is the same."""
        differing = {row.reading for row in self.rows()}
        return tuple(choice for reading in self.found if len(reading) == 1 and reading not in differing for choice in reading)

    @property
    def nowhere(self) -> tuple[str, ...]:
        """The kinds of which there is nothing under any reading."""
        there = {row.kind for row in self.rows()}
        return tuple(kind for kind in KINDS if kind not in there)


class Joint(NamedTuple):
    """All that was searched: each alone, the pairs, the day whose law it was, the readings that the law has (by name), and the
    choice of each that was asked for."""

    alone: tuple[Alone, ...]
    pairs: tuple[Pairwise, ...]
    day: str
    readings: Mapping[str, OpenReading]
    choices: Mapping[str, str]

    @property
    def usual(self) -> str:
        """What the rows under the readings asked for are called."""
        by_default = all(self.choices[name] == reading.default for name, reading in self.readings.items())
        return "by default" if by_default else "as asked"


def _alike(one: Witness | None, other: Witness | None) -> bool:
    return (one and one.case) == (other and other.case)


def alone(
    bills: Sequence[Fitted],
    day: date,
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    limits: Limits,
    widen: bool,
    progress: Callable[[str], None],
) -> Iterator[Alone]:
    """The smallest projects that each widens the exemption for, and narrows it for."""
    law = standing_on(number(day))
    for place, bill in enumerate(bills):
        sides = [Side(day, (), law), Side(day, (bill.adopted,), all_adopted(law, (bill,)))]
        found = search(
            sides, touched_by(bill), choices, vocabulary, impacts=limits.impacts, wetlands=limits.wetlands,
            owners=limits.owners, widen=widen, progress=progress,
        )  # fmt: skip
        yield Alone(place, found)


def together(
    bills: Sequence[Fitted],
    pair: tuple[int, int],
    day: date,
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    limits: Limits,
    widen: bool,
    progress: Callable[[str], None],
) -> Pairwise:
    """What two do to each other, under the readings asked for and under every other choice that their provisions carry; where an
    effect then rests on other clauses, under two choices together too: is it still there?"""
    one, other = (bills[n] for n in pair)
    law = standing_on(number(day))
    groups: list[tuple[Fitted, ...]] = [(), (one,), (other,), (one, other)]
    sides = [Side(day, tuple(b.adopted for b in group), all_adopted(law, group)) for group in groups]
    provisions = (*touched_by(one), *touched_by(other))
    questions: dict[str, tuple[str, Place | None]] = {kind: (kind, None) for kind in KINDS}
    asked = {kind: Wish(answers) for kind, answers in (_JOINT | _UNDONE).items()}
    for attribute, kind in product(splitting(sides, provisions, vocabulary) if limits.impacts > 1 else (), _JOINT):
        for value in (*attribute.choices, None):
            place = Place(attribute.words, value)
            name = f"{kind}, {attribute.words}: {place.said}"
            questions[name] = (kind, place)
            asked[name] = Wish(_JOINT[kind], place=(attribute.name, value))
    alternatives = readings_of(provisions, vocabulary, choices)
    untried = len(alternatives) if len(alternatives) > MOST_READINGS else 0

    def jointly(found: Mapping[Reading, Searched]) -> list[Wanted]:
        return _two_at_once(found, questions, [] if untried else alternatives)

    told = search_readings(
        sides, provisions, choices, vocabulary, asked, limits, () if untried else alternatives, widen=widen,
        progress=progress, jointly=jointly,
    )  # fmt: skip
    begun = sum(len(reading) == 1 for reading in told)
    return Pairwise(*pair, told, questions, len(alternatives) - begun)


def _two_at_once(
    found: Mapping[Reading, Searched],
    questions: Mapping[str, tuple[str, Place | None]],
    alternatives: Sequence[tuple[str, str]],
) -> list[Wanted]:
    """A choice under which a joint effect is there by another project, with each further choice under which it is there."""
    there = {reading: {w.wanted: w.case for w in each.witnesses} for reading, each in found.items()}
    asked: list[Wanted] = []
    for name, (_, place) in questions.items():
        cases = {reading: cases[name] for reading, cases in there.items() if name in cases}
        moved = [reading for reading, case in cases.items() if place is not None and () in cases and case != cases[()]]
        for (first,), second in product(moved, alternatives):
            if second[0] != first[0] and (second,) in cases:
                ordered = tuple(sorted((first, second), key=alternatives.index))
                asked.append((ordered, name))
    return list(dict.fromkeys(asked))[:_MOST_TOGETHER]
