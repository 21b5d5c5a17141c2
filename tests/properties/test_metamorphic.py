"""Changes that must not change an answer, or only one way; and numbers as large and as fine as the tool promises."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from tests.oracle import agree, law
from tests.oracle.to_case import to_case_text
from tests.oracle.world import Ground, Impact, Loss, Owner, Portion, Project, Wetland, World
from tests.properties.completing import blurred

import lexempt
from lexempt.result import CheckResult, ProjectResult
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions

ACRE = 43_560
Answer = dict[str, Any]


def texts(seed: int, known: int, unknown: int) -> list[str]:
    """Generated cases, fully known ones and ones with unknown facts, that the tool does not refuse."""
    found = [drawn.text for drawn in agree.draw(seed, range(known), agree.Tally())]
    rng = random.Random(seed)
    while len(found) < known + unknown:
        case = blurred(rng, most=2)
        if case and lexempt.loads(case.text).case:
            found.append(case.text)
    return found


def checked(cases: list[str], **options: Any) -> CheckResult:
    readings = [lexempt.loads(text, f"{n:04}") for n, text in enumerate(cases)]
    wrong = [(d.message, d.path) for r in readings for d in r.diagnostics if d.severity == "error"]
    assert not wrong, wrong[0][0] + "\n" + cases[int(wrong[0][1])]
    return check_cases(readings, CheckOptions(**{"all_readings": False, "reasons": False, "time_limit": 0, **options}))


def answer(result: ProjectResult, back: Callable[[str], str] = lambda name: name) -> Answer:
    """A result without its wording; `back` gives an id its old name."""
    return {
        "plan": (result.replacement_plan, result.exempt, result.regulated, result.prohibited),
        "impacts": {
            back(i.id): (i.regulated, i.qualifies, i.may_qualify, i.released_by, i.may_release, i.prohibited_by)
            for i in result.impacts
        },
        "count": result.paths.count,
        "paths": {
            (frozenset((back(i), c) for i, c in p.exempts), frozenset(map(back, p.replaces)))
            for p in result.paths.maximal
        },
        "with": {back(p) for p in result.counted_with},
        "duties": {(d.provision, back(d.impact), d.state) for d in result.duties},
    }


def by_file(found: CheckResult, back: Callable[[str], str] = lambda name: name) -> dict[tuple[str, str], Answer]:
    return {(p.path, back(p.id)): answer(p, back) for p in found.projects}


def exactly(found: CheckResult) -> str:
    """Everything, line numbers aside."""
    return re.sub(r"line=\d+", "line=0", repr((found.projects, found.refused, found.inputs, found.complete)))


def shuffled(rng: random.Random, text: str) -> str:
    """The same blocks in another order, and their lines in another order."""
    blocks = [block.split("\n") for block in text.rstrip("\n").split("\n\n")]
    rng.shuffle(blocks)
    for block in blocks:
        rest = block[1:]
        rng.shuffle(rest)
        block[1:] = rest
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def test_the_order_of_lines_and_blocks() -> None:
    rng = random.Random(601)
    cases = texts(601, 40, 12)
    for part in (cases[:40], cases[40:]):
        for options in ({}, {"reasons": True}):
            once = checked(part, **options)
            other = checked([shuffled(rng, text) for text in part], **options)
            for mine, theirs in zip(once.projects, other.projects, strict=True):
                assert re.sub(r"line=\d+", "", repr(mine)) == re.sub(r"line=\d+", "", repr(theirs)), part[
                    int(mine.path)
                ]
            assert exactly(once) == exactly(other)


def test_the_seed_of_hashing() -> None:
    """The same bytes whatever the order in which Python keeps its sets."""
    (text,) = texts(610, 1, 0)
    text = re.sub(
        r"^(portion .*)$",
        r"\1\n  drained or filled before: 7 sqft on 1996-05-01, de_minimis, present_owner, replaced",
        text,
        flags=re.M,
    )
    assert "present_owner" in text
    program = (
        "import sys, lexempt\n"
        "from lexempt.solving.check import check_cases\n"
        "from lexempt.solving.options import CheckOptions\n"
        "print(check_cases([lexempt.loads(sys.stdin.read())], CheckOptions()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout.replace("frozenset", "")
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_the_names_of_things() -> None:
    """Names sort otherwise: nothing may hang on the order of ids."""
    rng = random.Random(602)
    cases = texts(602, 60, 12)
    renamed, backs = [], []
    for text in cases:
        names = re.findall(r"^(?:project|owner|water|drainage system|wetland|portion|ground|impact) (\w+)", text, re.M)
        fresh = [f"{rng.choice('abkxz')}{n:03}" for n in rng.sample(range(1000), len(names))]
        there = dict(zip(names, fresh, strict=True))
        renamed.append(
            re.sub(r"\b(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b", lambda m, t=there: t[m[0]], text)
        )
        backs.append({v: k for k, v in there.items()})
    once, other = checked(cases), checked(renamed)
    mine = by_file(once)
    assert len(once.projects) == len(other.projects) and len(once.refused) == len(other.refused)
    for p in other.projects:
        back = backs[int(p.path)].__getitem__
        assert answer(p, back) == mine[p.path, back(p.id)], cases[int(p.path)]


def test_acres_against_square_feet() -> None:
    """Areas as exact fractions of an acre."""
    cases = texts(603, 60, 12)

    def acres(found: re.Match[str]) -> str:
        value = Fraction(found[1].replace(",", "")) / ACRE
        return f"{value.numerator}/{value.denominator} acres"

    converted = [re.sub(r"([\d,]+(?:\.\d+)?) sqft", acres, text) for text in cases]
    assert by_file(checked(cases)) == by_file(checked(converted))


def test_what_no_rule_uses() -> None:
    """Facts that are kept only (the tool says so of each), a wetland in which nothing lies, and a note."""
    cases = texts(604, 60, 12)
    more = []
    for text in cases:
        text = re.sub(r"^(project .*)$", r"\1\n  goal: a new lane", text, flags=re.M)
        text = re.sub(r"^(ground .*)$", r"\1\n  city: Duluth\n  watershed: St. Louis River", text, flags=re.M)
        text = re.sub(r"^(impact .*)$", r"\1\n  restored by: 2030-01-01", text, flags=re.M)
        text += '\nwetland far_away\n  size: 3,456 sqft\n  origin: incidental\n\nnote: "Nothing to see."\n'
        more.append(text)
        unused = {d.message for d in lexempt.loads(text).diagnostics if d.code == "W201"}
        assert {f"`{words}` is kept, but no rule uses it" for words in ("goal", "restored by")} <= unused, text
    assert by_file(checked(cases)) == by_file(checked(more))


def test_two_projects_in_one_file_or_in_two() -> None:
    """Projects that nothing ties together do not touch each other."""
    whole, apart, seen = [], [], []
    for drawn in agree.draw(605, range(330), agree.Tally()):
        world = drawn.world
        ties = ("split_from", "phase_of", "divided_to_increase_from", "divided_from")
        if len(world.projects) < 2 or any(p.get(tie) for p in world.projects.values() for tie in ties):
            continue
        whole.append(drawn.text)
        for project in world.projects:
            impacts = {n: i for n, i in world.impacts.items() if i.project == project}
            used = {i.ground for i in impacts.values()}
            grounds = {n: g for n, g in world.grounds.items() if n in used or g.wetland}
            alone = replace(world, projects={project: world.projects[project]}, impacts=impacts, grounds=grounds)
            apart.append(to_case_text(alone))
            seen.append((f"{len(whole) - 1:04}", project))
    assert len(whole) > 30
    together, single = by_file(checked(whole)), checked(apart)
    assert not single.refused or len(single.refused) < 10
    for result in single.projects:
        file, project = seen[int(result.path)]
        if (file, project) in together:
            assert answer(result) == together[file, project], apart[int(result.path)]


def apart_from_choice(result: ProjectResult) -> tuple[str, list[object]]:
    """A result without its file; of readings that decide only together, which of several smallest sets is told is left out."""
    effects = [e if len(e.choices) == 1 else (e.replacement_plan, e.exempt) for e in result.readings]
    return repr(result._replace(path="", readings=())), list(effects)


def test_many_files_at_once_or_one_by_one() -> None:
    cases = texts(606, 24, 8)
    options = {"all_readings": True, "reasons": True}
    once = checked(cases[:24], **options)
    single = [checked([text], **options) for text in cases[:24]]
    for mine, theirs in zip(once.projects, [p for s in single for p in s.projects], strict=True):
        assert apart_from_choice(mine) == apart_from_choice(theirs), cases[int(mine.path)]
    assert by_file(checked(cases[24:])) == {
        (f"{n:04}", name): found
        for n, text in enumerate(cases[24:])
        for (_, name), found in by_file(checked([text])).items()
    }
    assert exactly(checked(cases, **options)) == exactly(checked(cases, **options))


def test_a_smaller_impact_never_loses_de_minimis() -> None:
    rng = random.Random(607)
    before, after = [], []
    for drawn in agree.draw(607, range(160), agree.Tally()):
        name = rng.choice(sorted(drawn.world.impacts))
        impact = drawn.world.impacts[name]
        area = max(Fraction(1, 2), impact.get("area") * Fraction(rng.choice((1, 5, 9)), 10))
        if area >= impact.get("area") or area.denominator > 1000:
            continue
        smaller = replace(impact, facts={**impact.facts, "area": area})
        before.append(drawn.text)
        after.append(to_case_text(replace(drawn.world, impacts={**drawn.world.impacts, name: smaller})))
    large, small = checked(before), checked(after)
    by_name = {(p.path, i.id): i for p in small.projects for i in p.impacts}
    gained = 0
    for project in large.projects:
        for impact in project.impacts:
            then = by_name.get((project.path, impact.id))
            if then is None:
                continue
            kept = {c for c in impact.qualifies if c.startswith("103G.2241/9/")}
            assert kept <= set(then.qualifies), before[int(project.path)]
            gained += len(set(then.qualifies) - set(impact.qualifies))
    assert len(before) > 100 and gained > 3


# --- numbers


def huge(rng: random.Random) -> World:
    """Up to 450,000 acres, areas to 0.0001 acre or 0.001 sq ft, sums at a limit exactly, or the least bit to one side."""
    unit = rng.choice((Fraction(1), Fraction(1, 10), Fraction(1, 1000), Fraction(ACRE, 10_000), Fraction(1, 100)))
    size = rng.choice((450_000, 60_000, 500_000, 7_000, 12)) * ACRE + unit * rng.randint(0, 99)
    whole = rng.random() < 0.5
    portion = size if whole else size * Fraction(rng.choice((1, 5, 9)), 10) // unit * unit
    amount = Fraction(rng.choice((5000, 2000, 10_000)))
    county = {5000: "otter_tail", 2000: "stearns", 10_000: "cass"}[int(amount)]
    numbers = rng.randint(1, 4)
    edge = rng.choice((Fraction(0), unit, -unit, unit, -unit, Fraction(rng.randint(-900, 900))))
    total = amount + edge if rng.random() < 0.6 else amount * Fraction(rng.randint(1, 4), 5)
    cuts = sorted(rng.sample(range(1, 1000), numbers - 1))
    bounds = [Fraction(0), *(total * cut // 1000 // unit * unit for cut in cuts), total]
    areas = [b - a for a, b in itertools.pairwise(bounds)]
    facts: dict[str, Any] = {} if whole and rng.random() < 0.5 else {"area": portion}
    if rng.random() < 0.7:
        limit = max(portion / 20, Fraction(400), amount if whole else Fraction(0))
        lost = limit - total + rng.choice((Fraction(0), unit, -unit, Fraction(1), -Fraction(1)))
        lost = lost // unit * unit if rng.random() < 0.8 else lost
        if lost > 0 and lost.limit_denominator(10**6) == lost:
            parts = [lost] if rng.random() < 0.5 else [lost // 2 // unit * unit, lost - lost // 2 // unit * unit]
            on = (date(2001, 1, 1), date(1995, 1, 1))
            facts["drained_or_filled_before"] = tuple(Loss(a, d) for a, d in zip(parts, on, strict=False) if a > 0)
    named = {"otter_tail": "from_50_to_80", "stearns": "less_than_50", "cass": "greater_than_80"}[county]
    return World(
        projects={"p": Project("p", facts={"work": date(2018, 6, 1)})},
        owners={"o": Owner("o")},
        wetlands={"w": Wetland("w", facts={"size": size})},
        portions={"h": Portion("h", "w", ("o",), facts=facts)},
        grounds={"g": Ground("g", facts={"county": county, "area_class": named})},
        impacts={
            f"i{n}": Impact(f"i{n}", "p", "h", "g", facts={"activity": "fill", "wetland_type": "2", "area": area})
            for n, area in enumerate(areas)
            if area > 0
        },
    )


@pytest.mark.parametrize("seed", [608, 609])
def test_numbers_are_exact_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    worlds: list[World] = []
    cases: list[str] = []
    while len(cases) < 150:
        world = huge(rng)
        try:
            text = to_case_text(world)
        except ValueError:  # no exact decimals
            continue
        if lexempt.loads(text).case is None:
            seen["not read"] += 1
            continue
        worlds.append(world)
        cases.append(text)
    found = checked(cases)
    seen["refused"] = len(found.refused)
    for result in found.projects:
        world = worlds[int(result.path)]
        verdict = law.evaluate(world)
        seen[verdict.projects["p"].replacement_plan] += 1
        assert agree.by_results([result], world, verdict) == [], cases[int(result.path)]
    assert len(found.projects) + len(found.refused) == len(cases)
    assert seen["required"] > 30 and seen["not_required"] > 30, seen
    assert seen["refused"] < 60 and seen["not read"] < 60, (seen, found.refused[:3])
