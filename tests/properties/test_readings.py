"""Where a reading can matter at all, and what each does: against the oracle and against running the tool again."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from tests.oracle import agree, law, readings
from tests.oracle.extent import ACRES_READING, AMOUNT_READING
from tests.oracle.world import World
from tests.properties.completing import blurred

import lexempt
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import ProjectResult
from lexempt.solving.atoms import encode
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions

Answers = dict[str, tuple[str, bool]]


def answers(world: World, chosen: dict[str, str]) -> Answers:
    """What the effect of a reading is told by: for each project whether a plan is required, and whether it is exempt."""
    return {p: (v.replacement_plan, v.exempt) for p, v in law.evaluate(world, chosen).projects.items()}


def known_fault(world: World, name: str) -> bool:
    """See the last test: a single impact is counted or not as well."""
    return name == "released_impacts_counted" and len(world.impacts) == 1


BASES = {"statute": dict(readings.DEFAULT), "rule": dict(readings.PROFILES["rule"])}


@pytest.mark.parametrize("base", ["statute", "rule", "any"])
def test_a_reading_not_in_play_changes_nothing(base: str) -> None:
    seen: Counter[str] = Counter()
    for drawn in agree.draw(401, range(220), agree.Tally()):
        chosen = BASES.get(base) or agree.random_readings(random.Random(drawn.name))
        standing = answers(drawn.world, chosen)
        for name, choice in agree.ALTERNATIVES:
            if name in drawn.item.in_play or known_fault(drawn.world, name):
                seen["in play"] += 1
                continue
            seen["not in play"] += 1
            assert answers(drawn.world, {**chosen, name: choice}) == standing, f"{name} = {choice}\n{drawn.text}"
    assert seen["not in play"] > seen["in play"] / 2, seen


def test_a_reading_not_in_play_changes_no_completion() -> None:
    """Facts that are unknown bring every reading into play that one of their values may."""
    rng = random.Random(402)
    cases = 0
    while cases < 50:
        case = blurred(rng, most=2)
        if case is None or len(list(case.worlds())) > 24:
            continue
        reading = lexempt.loads(case.text)
        if reading.case is None:
            continue
        item, _ = encode(reading.case, load_vocabulary(), 0, agree.DAY, True)
        cases += 1
        for _, world in case.worlds():
            standing = answers(world, BASES["statute"])
            for name, choice in agree.ALTERNATIVES:
                if name not in item.in_play and not known_fault(world, name):
                    assert answers(world, {**BASES["statute"], name: choice}) == standing, (name, choice, case.text)


def outcome(world: World, project: str, **others: str) -> tuple[str, str]:
    verdict = law.evaluate(world, {**readings.DEFAULT, **others}).projects[project]
    return verdict.replacement_plan, "always" if verdict.exempt else "never"


def extents(world: World, project: str) -> dict[tuple[tuple[str, str], ...], Fraction | None]:
    """The choices that change how much is to be replaced at least, though not whether anything is, and how much it is then."""

    def least(**others: str) -> Fraction | None:
        verdict = law.evaluate(world, {**readings.DEFAULT, **others})
        needs = agree.needing(world, verdict, project)
        ways = verdict.projects[project].paths.extents.items()
        areas = [agree.left_to_replace(world, level, way, needs) for level, every in ways for way in every]
        known = [area for area in areas if area is not None]
        return min(known) if len(known) == len(areas) and known else None

    found = {}
    for name, choice in (AMOUNT_READING, ACRES_READING):
        then = law.evaluate(world, {**readings.DEFAULT, name: choice}).projects[project]
        if any(way for ways in then.paths.extents.values() for way in ways):
            area = least(**{name: choice})
            if area is None or area != least():
                found[((name, choice),)] = area
    return found


def rerun(drawn: agree.Drawn, project: str, choices: tuple[tuple[str, str], ...]) -> ProjectResult:
    options = CheckOptions(readings=choices, projects=(project,), all_readings=False, reasons=False)
    (found,) = check_cases([drawn.reading], options).projects
    return found


def test_the_effects_of_readings_are_those_of_running_it_so() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random(403)
    drawn = list(agree.draw(403, range(80), agree.Tally()))
    by_name = {d.name: d for d in drawn}
    found = check_cases([d.reading for d in drawn], CheckOptions(reasons=False, time_limit=0))
    assert not found.refused
    for result in found.projects:
        case = by_name[result.path]
        seen[result.under_all_readings] += 1
        standing = (result.replacement_plan, result.exempt)
        assert standing == outcome(case.world, result.id)
        assert (result.under_all_readings == "differs") == bool(result.readings)
        told_extents = {e.choices: e.replaced_sqft for e in result.readings if e.of_extent}
        assert told_extents == extents(case.world, result.id), case.text
        seen["extents"] += len(told_extents)
        result = result._replace(readings=tuple(e for e in result.readings if not e.of_extent))
        singles = {effect.choices[0]: effect for effect in result.readings if len(effect.choices) == 1}
        for name, choice in agree.ALTERNATIVES:
            then = outcome(case.world, result.id, **{name: choice})
            effect = singles.get((name, choice))
            told = then != standing if case.item.known else then[0] != standing[0]  # with anything open: the plan only
            if not known_fault(case.world, name):
                assert told == (effect is not None), f"{name} = {choice}\n{case.text}"
            if effect:
                assert (effect.replacement_plan, effect.exempt) == then, f"{name} = {choice}\n{case.text}"
                seen["single effects"] += 1
        for effect in result.readings:
            assert outcome(case.world, result.id, **dict(effect.choices))[0] == effect.replacement_plan, case.text
            if len(effect.choices) > 1:
                seen["joint effects"] += 1
                assert effect.replacement_plan != result.replacement_plan
                for left_out in effect.choices:
                    fewer = {n: c for n, c in effect.choices if (n, c) != left_out}
                    assert outcome(case.world, result.id, **fewer)[0] == result.replacement_plan, (effect, case.text)
        if result.readings and seen["run again"] < 25:
            effect = rng.choice(result.readings)
            seen["run again"] += 1
            again = rerun(case, result.id, effect.choices)
            assert again.replacement_plan == effect.replacement_plan
            assert len(effect.choices) > 1 or again.exempt == effect.exempt
        if result.under_all_readings == "same":
            for _ in range(12):
                many = agree.random_readings(rng)
                assert outcome(case.world, result.id, **many)[0] == result.replacement_plan, (many, case.text)
    assert seen["same"] > 20 and seen["single effects"] > 50 and seen["joint effects"] > 3 and seen["extents"] > 3, seen


def test_the_effects_on_unknown_cases_are_those_of_running_it_so() -> None:
    """Of cases with unknown facts, the effects are those on the plan."""
    rng = random.Random(404)
    seen: Counter[str] = Counter()
    while seen["cases"] < 12:
        case = blurred(rng, most=2)
        reading = lexempt.loads(case.text) if case else None
        if case is None or reading is None or reading.case is None:
            continue
        found = check_cases([reading], CheckOptions())
        if found.refused:
            continue
        seen["cases"] += 1
        for result in found.projects:
            assert result.under_all_readings == ("differs" if result.readings else "same"), case.text
            singles = {e.choices[0]: (e.replacement_plan, e.exempt) for e in result.readings if len(e.choices) == 1}
            tried = [*singles, *rng.sample(agree.ALTERNATIVES, 3)]
            for name, choice in tried:
                options = CheckOptions(
                    readings=((name, choice),), projects=(result.id,), all_readings=False, reasons=False
                )
                (again,) = check_cases([reading], options).projects
                if (name, choice) in singles:
                    assert singles[name, choice] == (again.replacement_plan, again.exempt), (name, case.text)
                    seen["effects"] += 1
                else:
                    assert again.replacement_plan == result.replacement_plan, (name, choice, case.text)
    assert seen["effects"] > 5, seen


def test_a_single_released_impact_may_be_counted_or_not() -> None:
    text = """project p
  county: Mille Lacs
  work: 2018-06-01
  assume: ordinary

wetland w
  size: 100,000 sqft

impact i in w
  activity: fill
  type: 6
  shoreland zone: setback_zone
  undertaking: drought use
  during a drought: yes
  area: 20 sqft
"""
    (found,) = check_cases([lexempt.loads(text)], CheckOptions(reasons=False)).projects
    options = CheckOptions(readings=(("released_impacts_counted", "not_counted"),), all_readings=False, reasons=False)
    (again,) = check_cases([lexempt.loads(text)], options).projects
    # Within the 20 sq ft of 9(c), if it is counted; else it draws on no amount. Released by 103G.2364(a) all the same.
    assert (found.exempt, again.exempt) == ("always", "never")
    assert (found.replacement_plan, again.replacement_plan) == ("not_required", "not_required")
    assert [(e.choices, e.exempt) for e in found.readings] == [
        ((("released_impacts_counted", "not_counted"),), "never")
    ]
