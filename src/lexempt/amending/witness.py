"""The smallest project, within stated bounds, to which two laws give different answers, as a case that `check` confirms.

The domain is laid out as ordinary half-known cases (`domain`): the search uses what answers cases, and what it finds is
checked again by the ordinary checker. It goes through the cone of the change first, one impact before two, one wetland
before two; what is not found there is looked for once more with every attribute open that can be tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TypeAlias

from lexempt.amending.domain import Domain, Limits, Side, readings_of
from lexempt.amending.layout import Layout, Spot, layouts
from lexempt.case import Reading as ReadCase
from lexempt.language.reader import read_case
from lexempt.law.program import load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Plan, ProjectResult
from lexempt.solving.batch import LawSet, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.manyfold import Completion, Manyfold, Wish
from lexempt.solving.options import CheckOptions
from lexempt.solving.packages import qualifying_as_last_seen


class Bounds(NamedTuple):
    """What was searched, for people: how many impacts, wetlands and owners of one wetland at most, the attributes tried, the
    areas up to which square footage; whether all attributes were tried that can be, those held as in an ordinary project,
    and (provision, attribute) for each of these that an amended provision asks for."""

    impacts: int
    attributes: tuple[str, ...]
    area: int
    wetlands: int = 1
    owners: int = 1
    widened: bool = False
    held: tuple[str, ...] = ()
    unreached: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    """Whether the search over all attributes was given up after some time: it rules nothing out then."""
    one_answer: bool = False
    """Whether all projects within the bounds get one answer under the first law, so that nothing found says little."""


class Witness(NamedTuple):
    """A project: what it was wanted for, how many impacts it has, its case as text, and what the ordinary checker says of it
    under each law: the answer, and the clauses each impact qualifies under."""

    wanted: str
    impacts: int
    case: str
    answers: tuple[Plan, ...]
    clauses: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    least: bool = True
    """Whether it is known that none is smaller."""


class Searched(NamedTuple):
    """The smallest witness of each kind that was asked for, where there is one, the bounds, and the kinds without one."""

    witnesses: tuple[Witness, ...]
    bounds: Bounds
    none: tuple[str, ...] = ()


WIDENS_NARROWS: Mapping[str, Wish] = {"widens": Wish((False, True)), "narrows": Wish((True, False))}
"""What two laws are searched for: answers of the first and the second."""
Reading: TypeAlias = tuple[tuple[str, str], ...]
"""Choices of readings (reading, choice) that differ from those asked for; none: just those."""
Wanted: TypeAlias = tuple[Reading, str]
"""Under which readings a kind of project is looked for."""


_READING_SECONDS = 40.0
"""So long another reading is begun with."""
_WIDE_SECONDS = 25.0
"""So long every attribute is tried."""


def _silent(_: str) -> None:
    """Progress that nobody wants to hear of."""


def search(
    sides: Sequence[Side],
    touched: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    wanted: Mapping[str, Wish] = WIDENS_NARROWS,
    impacts: int = 2,
    asked_to_stop: Callable[[], bool] = lambda: False,
    wetlands: int = 1,
    owners: int = 1,
    widen: bool = False,
    progress: Callable[[str], None] = _silent,
) -> Searched:
    """Search for each kind (name -> what is wished): the cone of the change, then (`widen`) all that can be tried."""
    limits = Limits(impacts, wetlands, owners)
    found = search_readings(sides, touched, choices, vocabulary, wanted, limits, (), asked_to_stop, widen, progress)
    return found[()]


def search_readings(
    sides: Sequence[Side],
    touched: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    wanted: Mapping[str, Wish],
    limits: Limits,
    alternatives: Sequence[tuple[str, str]],
    asked_to_stop: Callable[[], bool] = lambda: False,
    widen: bool = True,
    progress: Callable[[str], None] = _silent,
    jointly: Callable[[Mapping[Reading, Searched]], Sequence[Wanted]] = lambda _: (),
) -> dict[Reading, Searched]:
    """The same under `choices` (no reading) and under each other choice of a reading alone, in one grounding each for all.

    After some time no more of these are begun with: they are not among the answers. Only the search under `choices` is widened.
    `jointly`: what is looked for next, under several choices together, given what was found; of these only what does not exist is
    told (`none`). Raises StoppedError where it is asked to stop.
    """
    hunt = _Hunt(sides, choices, vocabulary, wanted, Watch(None, asked_to_stop), progress)
    switched = tuple(dict.fromkeys(name for name, _ in alternatives))
    cone = Domain(sides, touched, limits, False, vocabulary, switched)
    readings: list[Reading] = []
    enough = time.monotonic() + _READING_SECONDS
    for reading in ((), *((alternative,) for alternative in alternatives)):
        if len(readings) > 1 and time.monotonic() > enough:
            break
        readings.append(reading)
        if touched:  # laws that are worded alike need no search
            hunt.through(cone, switched, [(reading, kind) for kind in wanted if not hunt.still(reading, kind)])
    domains = dict.fromkeys(readings, cone)
    cut = False
    if touched and widen and any(((), kind) not in hunt.found for kind in wanted):
        domains[()] = Domain(sides, touched, limits, True, vocabulary)
        hunt.watch = Watch(time.monotonic() + _WIDE_SECONDS, asked_to_stop)
        try:
            hunt.through(domains[()], (), [((), kind) for kind in wanted if ((), kind) not in hunt.found])
        except StoppedError as stopped:
            if stopped.interrupted:
                raise
            cut = True

    def searched(reading: Reading) -> Searched:
        kinds = {kind: hunt.found.get((reading, kind)) for kind in wanted}
        bounds = _bounds(domains[reading], limits)
        return Searched(
            tuple(witness for witness in kinds.values() if witness is not None),
            bounds._replace(one_answer=bool(hunt.one_answer), cut=cut and bounds.widened),
            tuple(kind for kind, witness in kinds.items() if witness is None),
        )

    found = {reading: searched(reading) for reading in readings}
    asked = jointly(found)
    there = hunt.there(cone, switched, asked)
    for reading in dict.fromkeys(reading for reading, _ in asked):
        gone = tuple(kind for other, kind in asked if other == reading and (reading, kind) not in there)
        found[reading] = found[()]._replace(witnesses=(), none=gone)
    return found


class _Hunt:
    """A search under way: what was found of each kind under each reading."""

    def __init__(
        self,
        sides: Sequence[Side],
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
        wanted: Mapping[str, Wish],
        watch: Watch,
        progress: Callable[[str], None],
    ) -> None:
        self.sides, self.choices, self.vocabulary, self.wanted = sides, choices, vocabulary, wanted
        self.watch, self.progress = watch, progress
        self.laws = [law_of_side(side) for side in sides]
        self.one_answer: bool | None = None
        self.found: dict[Wanted, Witness] = {}
        self._laid_out: dict[tuple[bool, tuple[Spot, ...], tuple[str, ...]], Manyfold] = {}

    def through(self, domain: Domain, switched: Sequence[str], left: Sequence[Wanted]) -> None:
        """Look through a domain for all of that, projects of one impact first. Where every attribute is open a grounding is dear:
        then it is asked first what there is at all."""
        most = domain.limits.impacts
        left = self._smallest(layouts(domain, 1), switched, left)
        if domain.wide and most > 1:
            there = self.there(domain, switched, left)
            left = [at for at in left if at in there]
        for number in range(2, most + 1):
            left = self._smallest(layouts(domain, number), switched, left)

    def still(self, reading: Reading, kind: str) -> bool:
        """Whether the project found without other choices shows the same under these; then it is kept."""
        known = self.found.get(((), kind)) if reading else None
        if known is None:
            return False
        choices = self._under(reading)
        same = _checked(kind, self.wanted[kind], known.impacts, known.case, self.sides, choices, self.vocabulary)
        if same is not None:
            self.found[reading, kind] = same._replace(least=known.least)
        return same is not None

    def there(self, domain: Domain, switched: Sequence[str], asked: Sequence[Wanted]) -> set[Wanted]:
        """Of what is asked for, that of which there is any project, of as many impacts as may be (one that does nothing counts for
        none)."""
        there: set[Wanted] = set()
        for layout in layouts(domain, domain.limits.impacts):
            left = [at for at in asked if at not in there]
            if not left:
                break
            manyfold = self._manyfold(layout, switched)
            there.update(at for at in left if manyfold.any(self.wanted[at[1]], self._under(at[0])))
        return there

    def _smallest(self, layouts: Sequence[Layout], switched: Sequence[str], left: Sequence[Wanted]) -> Sequence[Wanted]:
        """Keep the smallest of each kind that these layouts have; what is left is returned."""
        for layout in layouts:
            if not left:
                break
            manyfold = self._manyfold(layout, switched)
            if self.one_answer is None:
                self.one_answer = not all(manyfold.any(Wish((answer,))) for answer in (True, False))
            for reading, kind in left:
                completion = manyfold.smallest(self.wanted[kind], self._under(reading))
                if completion is not None:
                    self.found[reading, kind] = confirmed(
                        kind, self.wanted[kind], layout, completion, self.sides, self._under(reading), self.vocabulary
                    )
            left = [at for at in left if at not in self.found]
        return left

    def _under(self, reading: Reading) -> dict[str, str]:
        """The choice of every reading."""
        return {**self.choices, **dict(reading)}

    def _manyfold(self, layout: Layout, switched: Sequence[str]) -> Manyfold:
        self.progress(_told(layout))
        key = (layout.domain.wide, layout.spots, tuple(switched))
        if key not in self._laid_out:
            self._laid_out[key] = self._new_manyfold(layout, switched)
        return self._laid_out[key]

    def _new_manyfold(self, layout: Layout, switched: Sequence[str]) -> Manyfold:
        pairs, years = tuple(layout.interchangeable()), tuple(layout.alike_by_year())
        return Manyfold(
            layout.case(), self.laws, self.choices, self.vocabulary, layout.ordinary(), self.watch, pairs, switched,
            by_year=years,
        )  # fmt: skip


def _told(layout: Layout) -> str:
    """What is searched at the moment."""
    parts = [f"{len(layout.spots)} impact{'s' if len(layout.spots) > 1 else ''}"]
    parts.append(f"{layout.wetlands} wetland{'s' if layout.wetlands > 1 else ''}")
    parts += [f"{layout.owners} owners"] if layout.owners > 1 else []
    every = "every attribute" if layout.domain.wide else "what the change reads"
    return f"searching {', '.join(parts)}; {every} ({len(layout.domain.attributes)})"


def _bounds(domain: Domain, limits: Limits) -> Bounds:
    words = (*(_words(a.entity, a.words) for a in domain.tried), "area")
    return Bounds(
        limits.impacts,
        words,
        domain.area,
        limits.wetlands,
        limits.owners if domain.opens("portion", "area") else 1,
        domain.wide,
        tuple(dict.fromkeys(a.words for a in domain.held)),
        tuple((provision, a.words) for provision, a in domain.unreached()),
    )


def _words(entity: str, words: str) -> str:
    return f"{words} of the {entity}" if words in ("area", "size") else words


def law_of_side(side: Side) -> LawSet:
    """Its law set."""
    return law_set(_number(side.day), (), side.adopted)


def _number(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def by_clause(sides: Sequence[Side], touched: Sequence[str]) -> dict[str, Wish]:
    """For each exemption that is touched: a project that the second law exempts by it, and one that the first did."""
    found = {}
    clauses = set(load_law().exemptions) | {p for p in touched if _is_new(sides, p)}
    for provision in touched:
        if provision in clauses:
            found[f"gains {provision}"] = Wish((False, True), gains=provision)
            found[f"loses {provision}"] = Wish((True, False), loses=provision)
    return found


def _is_new(sides: Sequence[Side], provision: str) -> bool:
    return any(f'exemption("{provision}")' in amendment.beside for side in sides for amendment in side.adopted)


# --- confirming


def confirmed(
    kind: str,
    wish: Wish,
    layout: Layout,
    completion: Completion,
    sides: Sequence[Side],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
) -> Witness:
    """The completion as a case that the checker confirms, if it can be without what ordinarily follows another fact, and without
    ordinary numbers."""
    for follow, plain in ((True, False), (False, False), (False, True)):
        text = layout.text(completion, follow, plain)
        witness = _checked(kind, wish, len(layout.spots), text, sides, choices, vocabulary)
        if witness is not None:
            return witness._replace(least=completion.least)
    raise AssertionError(f"the checker does not confirm a witness: {kind}\n{text}")


def _checked(
    kind: str,
    wish: Wish,
    impacts: int,
    case: str,
    sides: Sequence[Side],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
) -> Witness | None:
    """The witness with the ordinary checker's answers; None where it does not confirm it."""
    read = read_case(case, "witness.case", vocabulary)
    results, each = [], []
    for side in sides:
        options = CheckOptions(
            on=side.day,
            amendments=side.adopted,
            readings=tuple(sorted((n, c) for n, c in choices.items() if c != vocabulary.readings[n].default)),
            all_readings=False,
            reasons=False,
            transitions=False,
        )
        each.append(options)
        results.append(check_cases([read], options).projects[0])
    answers = tuple(
        r.as_last_seen if r.replacement_plan == "depends" and r.as_last_seen else r.replacement_plan for r in results
    )
    for answer, asked in zip(answers, wish.answers, strict=True):
        if asked is not None and answer != ("not_required" if asked else "required"):
            return None
    used = [_clauses(result, read, options) for result, options in zip(results, each, strict=True)]
    clauses = tuple((impact.id, tuple(side[impact.id] for side in used)) for impact in results[0].impacts)
    for clause, before, after in ((wish.gains, 0, -1), (wish.loses, -1, 0)):
        if clause is not None and not any(clause in each[after] and clause not in each[before] for _, each in clauses):
            return None
    return Witness(kind, impacts, case, answers, clauses)


def _clauses(result: ProjectResult, read: ReadCase, options: CheckOptions) -> dict[str, tuple[str, ...]]:
    """What each of its impacts qualifies under; where words have not been seen, if all is as last seen."""
    if result.as_last_seen is not None:
        return qualifying_as_last_seen(read, options)
    return {impact.id: tuple(sorted(impact.qualifies, key=order)) for impact in result.impacts}


__all__ = ["Bounds", "Limits", "Searched", "Side", "Witness", "by_clause", "confirmed", "readings_of", "search", "search_readings"]
