"""Every option, applied, gives the promised result under the readings it names, and no part of it can be left out.

The judge is the independent oracle, on the generated worlds that the law is compared with it on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import pytest
from tests.oracle import law
from tests.oracle.agree import DAY, LAW_ON, world_of
from tests.oracle.readings import DEFAULT
from tests.oracle.to_case import to_case_text
from tests.oracle.world import World
from tests.properties.advised import ALTERNATIVES, one_more, settled, subsets, with_edits, without_each

from lexempt import loads
from lexempt.advice import Advice, Edit, Option
from lexempt.advising.apply import Change, edit_of
from lexempt.advising.levers import Lever, levers_of
from lexempt.advising.options import options_for
from lexempt.advising.search import Search
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import law_set
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical

SEED = 31
WORLDS = range(90)
RANGED = range(200, 270)
MOST = 6


@lru_cache(maxsize=1)
def advised() -> tuple[tuple[World, Advice], ...]:
    """The generated worlds with what was advised for each of their projects."""
    found = []
    for number in WORLDS:
        world = world_of(SEED, number)
        reading = loads(to_case_text(world), f"w{number}.case")
        if reading.case is not None:
            found += [(world, advice) for advice in options_for([reading], CheckOptions(on=DAY), MOST).advice]
    return tuple(found)


def changing() -> list[tuple[World, Advice, Option]]:
    return [(w, a, o) for w, a in advised() for o in a.options if o.kind in ("change_design", "seek_finding")]


def where(advice: Advice, option: Option) -> str:
    return f"{advice.project.path} {advice.project.id} {[(m.kind, m.things, m.fact, m.to) for m in option.moves]}"


def test_there_are_enough_of_every_kind() -> None:
    kinds = [move.kind for _, _, option in changing() for move in option.moves]
    assert len(changing()) >= 80
    assert {kind: kinds.count(kind) >= least for kind, least in (("leave_out", 20), ("reduce", 20), ("seek", 8))} == {
        "leave_out": True, "reduce": True, "seek": True,
    }  # fmt: skip
    assert sum(len(option.moves) > 1 for _, _, option in changing()) >= 10


def test_an_option_settles_the_project() -> None:
    for world, advice, option in changing():
        edits = [edit for move in option.moves for edit in move.edits]
        assert settled(with_edits(world, edits), advice.project.id), where(advice, option)


def test_no_part_of_an_option_can_be_left_out() -> None:
    for world, advice, option in changing():
        edits = tuple(edit for move in option.moves for edit in move.edits)
        for less in without_each(edits):
            assert not settled(with_edits(world, less), advice.project.id), where(advice, option)


def test_bounds_are_exact() -> None:
    bounds = []
    for world, advice, option in changing():
        for move in option.moves:
            if move.kind == "reduce":
                bounds.append(move.to)
                others = [edit for other in option.moves for edit in other.edits if other is not move]
                assert not settled(with_edits(world, [*others, *one_more(move)]), advice.project.id), where(
                    advice, option
                )
    assert len(bounds) >= 20


def test_readings_under_which_it_fails_are_named() -> None:
    for world, advice, option in changing():
        edits = [edit for move in option.moves for edit in move.edits]
        changed = with_edits(world, edits)
        single = {effect.choices[0] for effect in option.fails_under if len(effect.choices) == 1}
        for name, choice in ALTERNATIVES:
            verdict = law.evaluate(changed, {**DEFAULT, name: choice}).projects[advice.project.id]
            fails = verdict.replacement_plan == "required"
            assert fails == ((name, choice) in single), (where(advice, option), name, choice)


# --- ranges


class Ranged(NamedTuple):
    """A world of which the area of one impact is stated as a range, as the worlds at its two ends."""

    ends: tuple[World, ...]
    impact: str
    advice: Advice


@lru_cache(maxsize=1)
def ranged() -> tuple[Ranged, ...]:
    """Worlds with a range from half the area of an impact that a project needs a plan for, or may, to twice that."""
    found = []
    for number in RANGED:
        world = world_of(SEED, number)
        impact = sorted(world.impacts)[number % len(world.impacts)]
        area = world.impacts[impact].facts.get("area")
        if not isinstance(area, Fraction) or area < 4:
            continue
        ends = (area / 2, area * 2)
        written = " to ".join(f"{end.numerator}/{end.denominator} sqft" for end in ends)
        text = re.sub(rf"(\nimpact {impact} (?:.+\n)+?  area: ).+", rf"\g<1>{written}", to_case_text(world))
        reading = loads(text, f"r{number}.case")
        if reading.case is None:  # twice the area is more than its wetland
            continue
        worlds = tuple(_with_area(world, impact, end) for end in ends)
        found += [Ranged(worlds, impact, a) for a in options_for([reading], CheckOptions(on=DAY), MOST).advice]
    return tuple(found)


def _with_area(world: World, impact: str, area: Fraction) -> World:
    thing = world.impacts[impact]
    return replace(world, impacts={**world.impacts, impact: replace(thing, facts={**thing.facts, "area": area})})


def _settled_at_both_ends(case: Ranged, edits: Iterable[Edit]) -> bool:
    said = tuple(edits)
    return all(settled(with_edits(world, said), case.advice.project.id) for world in case.ends)


def in_ranges() -> list[tuple[Ranged, Option]]:
    """What is offered that holds wherever in its range the area lies."""
    kinds = ("change_design", "seek_finding")
    return [(c, o) for c in ranged() for o in c.advice.options if o.kind in kinds and not o.if_ and o.fails_under is not None]


def test_what_is_stated_as_a_range_is_reduced() -> None:
    reduced = [m for c, o in in_ranges() for m in o.moves if m.kind == "reduce" and m.fact == f"{c.impact}.area"]
    assert len(in_ranges()) >= 40 and len(reduced) >= 10 and all(move.ranged for move in reduced)


def test_an_option_settles_a_range_at_both_ends_and_no_part_of_it_does() -> None:
    for case, option in in_ranges():
        edits = tuple(edit for move in option.moves for edit in move.edits)
        if any(move.kind == "find_out" for move in option.moves):
            continue
        assert _settled_at_both_ends(case, edits), where(case.advice, option)
        for less in without_each(edits):
            assert not _settled_at_both_ends(case, less), where(case.advice, option)


def test_bounds_in_ranges_are_exact() -> None:
    for case, option in in_ranges():
        for move in option.moves:
            if move.kind == "reduce":
                others = [edit for other in option.moves for edit in other.edits if other is not move]
                assert not _settled_at_both_ends(case, [*others, *one_more(move)]), where(case.advice, option)


def test_replacing_a_part_is_a_path_and_no_less_is() -> None:
    asked = 0
    for world, advice in advised():
        for option in advice.options:
            if option.kind == "as_designed":
                replaced = {thing for move in option.moves for thing in move.things}
                paths = law.evaluate(world).projects[advice.project.id].paths.assignments
                assert paths is not None
                left = [{i for i, how in path if how == "replace"} for path in paths]
                assert replaced in left, where(advice, option)
                assert not any(less < replaced for less in left)
                asked += 1
    assert asked >= 30


def test_readings_under_which_replacing_a_part_fails_are_named() -> None:
    for world, advice in advised():
        for option in advice.options:
            if option.kind == "as_designed" and option.path is not None and option.path.exempts:
                exempted = {impact for impact, _ in option.path.exempts}
                named = {effect.choices[0] for effect in option.fails_under}
                for name, choice in ALTERNATIVES:
                    holds = _held(world, advice.project.id, exempted, set(option.path.replaces), name, choice)
                    assert holds == ((name, choice) not in named), (where(advice, option), name, choice)


def _held(world: World, project: str, exempted: set[str], replaced: set[str], name: str, choice: str) -> bool:
    """Whether some path under a reading leaves nothing to replace but this."""
    paths = law.evaluate(world, {**DEFAULT, name: choice}).projects[project].paths.assignments
    assert paths is not None
    return any({i for i, how in path if how == "replace"} <= replaced for path in paths)


@pytest.mark.parametrize("number", range(100, 114))
def test_every_minimal_set_of_one_or_two_changes_is_found(number: int) -> None:
    """By trying all of them on the oracle."""
    world, vocabulary = world_of(SEED, number), load_vocabulary()
    case = loads(to_case_text(world), "w.case").case
    assert case is not None
    item, _ = encode(canonical(case), vocabulary, 0, DAY, True)
    for project in world.projects:
        search = Search(item, project, law_set(LAW_ON), DEFAULT, vocabulary, Watch(), all_readings=False)
        ways = search.ways(10_000)
        levers = levers_of(item, project, vocabulary)  # none is left out here for being about other work
        assert set(search.levers) <= set(levers)
        if ways.complete and levers:
            found = {frozenset(map(levers.index, way)) for way in ways.sure if len(way) <= 2}
            assert found == _minimal(world, project, levers), project


def _minimal(world: World, project: str, levers: tuple[Lever, ...]) -> set[frozenset[int]]:
    """The minimal sets of up to two changes that settle a project, all impacts left out not among them."""
    edits = [edit_of(Change(lever)) for lever in levers]
    impacts = {n for n, lever in enumerate(levers) if lever.kind == "leave_out"}
    found: set[frozenset[int]] = set()
    for size in (0, 1, 2):
        for chosen in map(frozenset, subsets(len(levers), size)):
            if any(less <= chosen for less in found) or (impacts and impacts <= chosen):
                continue
            if settled(with_edits(world, [edits[n] for n in sorted(chosen)]), project):
                found.add(chosen)
    return found
