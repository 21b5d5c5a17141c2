"""Do the law in asp/ and the oracle agree? On any number of generated worlds, readings at random, provisions repealed.

    python -m tests.oracle.agree --count 200000 --seed 1 [--jobs 2]

Each world is printed as a case file and read back, so the whole way from text to answer is compared: of each impact what
is regulated, every exemption clause, every release, whether it is prohibited; of each project the verdict, whether it is
exempt, the exact number of maximal paths and the set of them. Worlds whose numbers share a unit are grounded together,
under one set of readings and repeals; one in 25 is grounded alone. One batch in ten goes through `lexempt.check` itself.

Prints a summary line, and the first worlds that differ as case files. Exit code 1 if any differs. World N of seed S is
always the same world: `--show S:N` prints it.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from lexempt.case import Reading
from lexempt.language.reader import read_case
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import ProjectResult
from lexempt.solving.atoms import CaseAtoms, encode
from lexempt.solving.batch import Batch, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Answer, Watch
from lexempt.solving.numbers import RefusalError
from lexempt.solving.options import CheckOptions
from lexempt.solving.paths import count, maximal_products

from . import law, readings
from .extent import ACRES_READING, AMOUNT_READING, Extent
from .generate import random_readings, random_repeals, random_world
from .paths import IN_PART, Level
from .to_case import to_case_text
from .world import World

BATCH = 100
ALONE = 25
"""One world in so many is grounded alone: then the parts of the law that cannot matter to it are left out."""
DAY = date(2018, 6, 1)
LAW_ON = 20180601
MOST_LISTED = 2_000
"""Sets of paths are compared up to this many paths; beyond it, their number."""
ALTERNATIVES = tuple((n, c) for n in sorted(readings.DEFAULT) for c in readings.CHOICES[n] if c != readings.DEFAULT[n])

Path = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a batch is judged by: the choice of every reading, and the provisions repealed."""

    readings: Mapping[str, str]
    repealed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """The answer for one project, in the oracle's terms. `paths` is None beyond MOST_LISTED."""

    replacement_plan: str
    exempt: bool
    count: int
    paths: frozenset[Path] | None
    replaced: Mapping[Level, frozenset[Fraction | None]] | None = None
    """By what is exempt whole and in part: the areas left to replace. None where only atoms are compared."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A generated world and what the tool reads of it."""

    name: str
    world: World
    text: str
    reading: Reading
    item: CaseAtoms


@dataclass(frozen=True, slots=True)
class Difference:
    """A world on which the two disagree, and in what."""

    name: str
    text: str
    what: tuple[str, ...]

    @property
    def words(self) -> str:
        """Its name, what differs, and the case."""
        return "\n".join((f"\n===== world {self.name}", *(f"# {what}" for what in self.what), self.text))


@dataclass(slots=True)
class Tally:
    """What a run came to."""

    worlds: int = 0
    projects: int = 0
    not_required: int = 0
    through_check: int = 0
    default_readings: int = 0
    one_reading: int = 0
    repealed: int = 0
    in_part: int = 0
    open_extents: int = 0
    largest_count: int = 0
    differences: list[Difference] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Add another run's numbers."""
        for name in (
            "worlds",
            "projects",
            "not_required",
            "through_check",
            "in_part",
            "open_extents",
            "default_readings",
            "one_reading",
            "repealed",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.largest_count = max(self.largest_count, other.largest_count)
        self.differences += other.differences
        self.refused.update(other.refused)

    def summary(self) -> str:
        """One line."""
        refused = sum(self.refused.values())
        reasons = "; ".join(f"{number:,} x {why}" for why, number in self.refused.most_common())
        return (
            f"{self.worlds:,} worlds, {len(self.differences):,} differences, {refused:,} refused"
            f"{f' ({reasons})' if reasons else ''}, {self.projects:,} projects ({self.not_required:,} need no plan), "
            f"{self.default_readings:,} worlds under the default readings, {self.one_reading:,} with one other choice, "
            f"{self.repealed:,} with provisions repealed, {self.through_check:,} through lexempt.check, "
            f"{self.in_part:,} projects exempt in part ({self.open_extents:,} of them not told how far), "
            f"up to {self.largest_count:,} paths, {self.seconds:,.0f} s"
        )


# --- drawing


def world_of(seed: int, number: int) -> World:
    """World `number` of a seed."""
    return random_world(random.Random(f"{seed}:{number}"))


def random_terms(rng: random.Random) -> Terms:
    """Often the default readings, often exactly one other choice, else any; repeals as the generator draws them."""
    draw = rng.random()
    if draw < 0.25:
        chosen = dict(readings.DEFAULT)
    elif draw < 0.6:
        chosen = {**readings.DEFAULT, **dict([rng.choice(ALTERNATIVES)])}
    else:
        chosen = random_readings(rng)
    # So often that there is something to compare: the first two change no verdict, the third asks for a rare fact.
    for (name, choice), share in (
        (AMOUNT_READING, 0.25),
        (ACRES_READING, 0.15),
        (("local_scheme", "whole_scheme"), 0.1),
    ):
        if rng.random() < share:
            chosen[name] = choice
    return Terms(chosen, random_repeals(rng))


def draw(seed: int, numbers: Iterable[int], tally: Tally) -> Iterator[Drawn]:
    """The worlds of these numbers as the tool reads them. What it does not read is a difference, what it refuses is counted."""
    vocabulary = load_vocabulary()
    start = 0
    for number in numbers:
        name = f"{seed}:{number}"
        world = world_of(seed, number)
        text = to_case_text(world)
        reading = read_case(text, name, vocabulary)
        tally.worlds += 1
        if reading.case is None:
            wrong = tuple(f"not read: {d.message}" for d in reading.diagnostics if d.severity == "error")
            tally.differences.append(Difference(name, text, wrong))
            continue
        try:
            item, start = encode(reading.case, vocabulary, start, DAY, True)
        except RefusalError as refusal:
            tally.refused[re.sub(r"`[^`]+`", "...", re.sub(r"\d+", "N", str(refusal)))] += 1
            continue
        yield Drawn(name, world, text, reading, item)


# --- comparing


def from_answer(item: CaseAtoms, answer: Answer, project: str, needs: frozenset[str]) -> Found:
    """What an answer set says of a project; `needs` are the user's ids of the impacts that need an exemption."""
    ours = item.ids["project", project]
    products = maximal_products(answer.usable.get(ours, ()), frozenset(item.ids["impact", i] for i in needs))
    named = [tuple((item.names[i], clauses) for i, clauses in product.items()) for product in products]
    plan = "not_required" if ours in answer.not_required else "required"
    return Found(plan, ours in answer.exempt, count(products), listed(named, needs, count(products)))


def from_result(result: ProjectResult, needs: frozenset[str]) -> Found:
    """What `lexempt.check` says of a project."""
    named = [
        (*path.exempts, *((i, tuple(IN_PART + c for c in f.provisions)) for f in path.partly for i in f.impacts))
        for path in result.paths.maximal
    ]
    replaced: dict[Level, frozenset[Fraction | None]] = {}
    for path in result.paths.maximal:
        level = frozenset(i for i, _ in path.exempts), frozenset(i for f in path.partly for i in f.impacts)
        replaced[level] = replaced.get(level, frozenset()) | {path.replaced_sqft}
    exempt = {"always": True, "never": False}.get(result.exempt)
    if exempt is None:
        raise AssertionError(f"a fully known world, and `{result.id}` is {result.exempt} exempt")
    return Found(
        result.replacement_plan, exempt, result.paths.count, listed(named, needs, result.paths.count), replaced
    )


def listed(
    products: Iterable[tuple[tuple[str, tuple[str, ...]], ...]], needs: frozenset[str], number: int
) -> frozenset[Path] | None:
    """The paths of these products one by one, if they are not too many."""
    if number > MOST_LISTED:
        return None
    found = set()
    for product in products:
        for chosen in itertools.product(*([(i, c) for c in clauses] for i, clauses in product)):
            exempt = dict(chosen)
            found.add(frozenset((i, exempt.get(i, "replace")) for i in needs))
    return frozenset(found)


def needing(world: World, verdict: law.Verdict, project: str) -> frozenset[str]:
    """The impacts that need an exemption or replacement, of the projects that count as one with this."""
    members = verdict.projects[project].members
    return frozenset(
        i
        for i, impact in world.impacts.items()
        if impact.project in members and verdict.impacts[i].regulated and not verdict.impacts[i].released_by
    )


def project_differs(found: Found, verdict: law.ProjectVerdict, needs: frozenset[str]) -> Iterator[str]:
    """In what an answer for a project differs from the oracle's."""
    if found.replacement_plan != verdict.replacement_plan:
        yield f"plan {found.replacement_plan}, oracle: {verdict.replacement_plan}"
    if found.exempt != verdict.exempt:
        yield f"exempt {found.exempt}, oracle: {verdict.exempt}"
    if not needs:
        if found.count:
            yield f"{found.count} paths although nothing needs one"
        return
    if found.count != verdict.paths.count:
        yield f"{found.count} paths, oracle: {verdict.paths.count}"
    theirs = verdict.paths.assignments
    if found.paths is not None and theirs is not None and found.paths != theirs:
        yield f"paths only here: {_some(found.paths - theirs)}; only by the oracle: {_some(theirs - found.paths)}"


def areas_differ(found: Found, world: World, verdict: law.ProjectVerdict, needs: frozenset[str]) -> Iterator[str]:
    """In which areas left to replace an answer differs from the oracle's."""
    expected = {
        level: frozenset(left_to_replace(world, level, way, needs) for way in ways)
        for level, ways in verdict.paths.extents.items()
    }
    if needs and found.replaced is not None and not _as_far(found.replaced, expected):
        yield f"to replace {found.replaced}, oracle: {expected}"


def _as_far(
    ours: Mapping[Level, frozenset[Fraction | None]], theirs: Mapping[Level, frozenset[Fraction | None]]
) -> bool:
    """Whether both say the same areas. Where both leave some way open, what we say of the others has to be right, but we may
    leave those open too: of ways that exempt the same impacts we keep one (two clauses for an impact, with 9(g) repealed).
    """
    return ours.keys() == theirs.keys() and all(
        ours[level] == theirs[level] or (None in ours[level] and ours[level] < theirs[level]) for level in theirs
    )


def left_to_replace(world: World, level: Level, extents: Iterable[Extent], needs: frozenset[str]) -> Fraction | None:
    """The area of what needs an exemption that a path leaves to replace; None where that cannot be said."""
    left = sum((world.impacts[i].get("area") for i in needs - level[0]), Fraction(0))
    for extent in extents:
        if extent.exempt is None:
            return None
        left -= extent.exempt
    return left


def _some(paths: frozenset[Path]) -> list[list[tuple[str, str]]]:
    return sorted(sorted(path) for path in paths)[:3]


def impact_differs(
    regulated: bool, qualifies: Iterable[str], released: Iterable[str], prohibited: bool, verdict: law.ImpactVerdict
) -> Iterator[str]:
    """In what an answer for an impact differs from the oracle's."""
    if regulated != verdict.regulated:
        yield f"regulated {regulated}, oracle: {verdict.regulated}"
    for word, mine, theirs in (
        ("qualifies", frozenset(qualifies), verdict.qualifies),
        ("released", frozenset(released), verdict.released_by),
    ):
        if mine != theirs:
            yield f"{word} only here: {sorted(mine - theirs)}, only by the oracle: {sorted(theirs - mine)}"
    if prohibited != verdict.prohibited:
        yield f"prohibited {prohibited}, oracle: {verdict.prohibited}"


def by_answer(drawn: Drawn, answer: Answer, verdict: law.Verdict, tally: Tally) -> list[str]:
    """All differences of a world, by the atoms of an answer set."""
    item, world = drawn.item, drawn.world
    wrong: list[str] = []
    for i, expected in verdict.impacts.items():
        ours = item.ids["impact", i]
        wrong += (
            f"{i}: {words}"
            for words in impact_differs(
                ours in answer.regulated,
                answer.qualifies.get(ours, ()),
                answer.released.get(ours, ()),
                ours in answer.prohibited,
                expected,
            )
        )
    for p, judged in verdict.projects.items():
        needs = needing(world, verdict, p)
        found = from_answer(item, answer, p, needs)
        tally.largest_count = max(tally.largest_count, found.count)
        wrong += (f"{p}: {words}" for words in project_differs(found, judged, needs))
    return wrong


def by_results(results: Iterable[ProjectResult], world: World, verdict: law.Verdict) -> list[str]:
    """All differences of a world, by the results of `lexempt.check`."""
    wrong: list[str] = []
    seen = set()
    for result in results:
        seen.add(result.id)
        needs = needing(world, verdict, result.id)
        found = from_result(result, needs)
        judged = verdict.projects[result.id]
        wrong += (f"{result.id}: {words}" for words in project_differs(found, judged, needs))
        wrong += (f"{result.id}: {words}" for words in areas_differ(found, world, judged, needs))
        for impact in result.impacts:
            if impact.may_qualify or impact.may_release or impact.may_prohibit or impact.regulated == "sometimes":
                wrong.append(f"{impact.id}: open, although everything is known")
            wrong += (
                f"{impact.id}: {words}"
                for words in impact_differs(
                    impact.regulated == "always",
                    impact.qualifies,
                    impact.released_by,
                    bool(impact.prohibited_by),
                    verdict.impacts[impact.id],
                )
            )
    if seen != set(world.projects):
        wrong.append(f"answers for {sorted(seen)}, not for {sorted(set(world.projects) - seen)}")
    return wrong


# --- running


def judge_batch(batch: list[Drawn], terms: Terms, tally: Tally, through_check: bool) -> None:
    """Compare worlds of one unit under the same terms."""
    tally.default_readings += len(batch) * (terms.readings == readings.DEFAULT)
    tally.one_reading += len(batch) * (sum(c != readings.DEFAULT[n] for n, c in terms.readings.items()) == 1)
    tally.repealed += len(batch) * bool(terms.repealed)
    tally.through_check += len(batch) * through_check
    if through_check:
        wrongs = _by_check(batch, terms, tally)
    else:
        vocabulary = load_vocabulary()
        grounded = Batch(
            [drawn.item for drawn in batch],
            law_set(LAW_ON, tuple(sorted(terms.repealed))),
            terms.readings,
            [],
            vocabulary,
            Watch(),
        )
        sure, possible = grounded.answers(grounded.base)
        wrongs = {}
        for drawn in batch:
            verdict = law.evaluate(drawn.world, terms.readings, terms.repealed)
            _count_plans(verdict, tally)
            wrongs[drawn.name] = by_answer(drawn, sure, verdict, tally)
            if possible is not sure:
                wrongs[drawn.name] += by_answer(drawn, possible, verdict, tally)
    for drawn in batch:
        if wrongs[drawn.name]:
            text = to_case_text(drawn.world, terms.repealed, _others(terms))
            tally.differences.append(Difference(drawn.name, text, tuple(wrongs[drawn.name])))


def _by_check(batch: list[Drawn], terms: Terms, tally: Tally) -> dict[str, list[str]]:
    options = CheckOptions(
        readings=tuple(sorted(_others(terms).items())),
        repealed=tuple(sorted(terms.repealed)),
        all_readings=False,
        reasons=False,
        limit=0,
        time_limit=0,
    )
    result = check_cases([drawn.reading for drawn in batch], options)
    by_name: dict[str, list[ProjectResult]] = {drawn.name: [] for drawn in batch}
    for project in result.projects:
        by_name[project.path].append(project)
    wrongs = {}
    for drawn in batch:
        verdict = law.evaluate(drawn.world, terms.readings, terms.repealed)
        _count_plans(verdict, tally)
        wrongs[drawn.name] = by_results(by_name[drawn.name], drawn.world, verdict)
    return wrongs


def _count_plans(verdict: law.Verdict, tally: Tally) -> None:
    tally.projects += len(verdict.projects)
    tally.not_required += sum(p.replacement_plan == "not_required" for p in verdict.projects.values())
    found = [[e for ways in p.paths.extents.values() for way in ways for e in way] for p in verdict.projects.values()]
    tally.in_part += sum(bool(extents) for extents in found)
    tally.open_extents += sum(any(e.exempt is None for e in extents) for extents in found)


def _others(terms: Terms) -> dict[str, str]:
    return {n: c for n, c in terms.readings.items() if c != readings.DEFAULT[n]}


def run(seed: int, numbers: Iterable[int], batch_size: int = BATCH, progress: int = 0) -> Tally:
    """Compare the worlds of these numbers. `progress`: say how far it is, every so many worlds."""
    tally = Tally()
    begin = time.perf_counter()
    pools: dict[tuple[tuple[str, ...], bool], list[Drawn]] = {}
    terms = (random_terms(random.Random(f"{seed}:terms:{n}")) for n in itertools.count())
    batches = itertools.count(1)
    said = 0

    def judge(pool: list[Drawn]) -> None:
        before = len(tally.differences)
        chosen = next(terms)
        # How much is exempt in part is no atom: `lexempt.check` adds it up.
        in_part = any(chosen.readings[name] == choice for name, choice in (AMOUNT_READING, ACRES_READING))
        judge_batch(pool, chosen, tally, next(batches) % 10 == 0 or in_part)
        for found in tally.differences[before:] if progress else ():  # a long run tells at once what it finds
            print(found.words, file=sys.stderr, flush=True)

    for n, drawn in enumerate(draw(seed, numbers, tally)):
        if n % ALONE == 0:
            judge([drawn])
            continue
        key = drawn.item.scale.constants, drawn.item.known
        pool = pools.setdefault(key, [])
        pool.append(drawn)
        if len(pool) >= batch_size:
            judge(pools.pop(key))
        if progress and tally.worlds - said >= progress:
            said = tally.worlds
            tally.seconds = time.perf_counter() - begin
            print(tally.summary(), file=sys.stderr, flush=True)
    for pool in pools.values():
        judge(pool)
    tally.seconds = time.perf_counter() - begin
    return tally


def _job(arguments: tuple[int, range, int]) -> Tally:
    seed, numbers, progress = arguments
    return run(seed, numbers, progress=progress)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.agree", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="how many worlds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--first", type=int, default=0, help="the number of the first world")
    parser.add_argument("--most", type=int, default=5, help="how many differing worlds to print")
    parser.add_argument("--show", metavar="SEED:NUMBER", help="print one world and stop")
    chosen = parser.parse_args(arguments)
    if chosen.show:
        seed, _, number = chosen.show.partition(":")
        print(to_case_text(world_of(int(seed), int(number))))
        return 0
    begin = time.perf_counter()
    tally = Tally()
    shares = [
        (chosen.seed, range(chosen.first + n, chosen.first + chosen.count, chosen.jobs), 5_000)
        for n in range(chosen.jobs)
    ]
    if chosen.jobs == 1:
        tally.add(_job(shares[0]))
    else:
        with multiprocessing.get_context("spawn").Pool(chosen.jobs) as pool:
            for part in pool.imap_unordered(_job, shares):
                tally.add(part)
    tally.seconds = time.perf_counter() - begin
    print(tally.summary())
    for difference in tally.differences[: chosen.most]:
        print(difference.words)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
