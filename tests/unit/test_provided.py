"""`lexempt diff --provision`: what provisions do differently themselves, each with a project that `check` confirms.

The sceptic's test: between 2018 and 2024 three things of substance changed in 103G.222, all in subd. 1 (a comparison of the two
editions, word by word, in the notes on the history of the law, section a): the scope of excavation in (a), the exemptions that (d) names,
and in (m) who replaces what road projects fill. The other differences are of style; subds. 2 and 3 are the same.
"""

from __future__ import annotations

import json
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest
from tests.product.calls import lexempt

from lexempt.amending.provided import Effects, asked_of, effects
from lexempt.amending.versions import read_version
from lexempt.amending.witness import Side
from lexempt.case import Known
from lexempt.language.reader import read_case
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import ProjectResult
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions

OLD, NEW = date(2018, 8, 1), date(2024, 8, 1)
CHANGED = ("103G.222/1/a", "103G.222/1/d", "103G.222/1/m")
SAME = ("103G.222/1/b", "103G.222/1/c", "103G.222/1/f", "103G.222/1/g", "103G.222/3/a", "103G.222/3/c", "103G.222/3/d")
VOCABULARY = load_vocabulary()
CHOICES = {name: reading.default for name, reading in VOCABULARY.readings.items()}


def sides(one: str, other: str, day: date = OLD) -> list[Side]:
    versions = [read_version(text).version for text in (one, other)]
    return [Side(v.day or day, v.adopted, v.standing(day)) for v in versions if v is not None]


@lru_cache(maxsize=1)
def of_2024() -> Effects:
    return effects(sides("2018-08-01", "2024-08-01"), (*CHANGED, *SAME), CHOICES, VOCABULARY)


def test_the_three_changes_and_nothing_else() -> None:
    assert tuple(effect.provision for effect in of_2024().found) == CHANGED
    assert of_2024().none == SAME


def test_what_is_asked_is_what_is_worded_differently_and_what_refers_to_it() -> None:
    """1(b) names 9(a), whose amounts the act may have changed in words not seen."""
    assert asked_of(sides("2018-08-01", "2024-08-01"), "103G.222") == ("103G.222/1/a", "103G.222/1/b", *CHANGED[1:])
    assert asked_of(sides("2018-08-01", "2018-09-01"), "103G.222") == ()


def stated(case: str, attribute: str) -> set[object]:
    read = read_case(case, "witness.case", VOCABULARY)
    assert read.case is not None and not [d for d in read.diagnostics if d.severity == "error"]
    values = (s.value for s in read.case.statements if s.attribute == attribute)
    return {v for value in values if isinstance(value, Known) for v in value.values}


def answers(case: str) -> list[ProjectResult]:
    read = read_case(case, "witness.case", VOCABULARY)
    return [check_cases([read], CheckOptions(on=day, all_readings=False)).projects[0] for day in (OLD, NEW)]


def test_excavation_in_flooded_areas_of_the_other_types() -> None:
    effect = of_2024().found[0]
    assert effect.kind == "regulated now"
    assert stated(effect.case, "activity") == {"excavate"}
    assert stated(effect.case, "flooding") <= {"permanent", "semipermanent"}
    assert stated(effect.case, "wetland_type") <= {"1", "2", "6", "7", "8"}
    assert [project.regulated for project in answers(effect.case)] == ["never", "always"]


def test_a_deed_restriction_after_draining_under_other_clauses() -> None:
    effect = of_2024().found[1]
    assert effect.kind == "other duties" and stated(effect.case, "conversion_risk") == {"yes"}
    restricted = [any(c.what == "deed_restriction" for c in project.consequences) for project in answers(effect.case)]
    named_only_now = stated(effect.case, "nrcs_certified") == {"yes"}
    assert restricted == ([False, True] if named_only_now else [True, False])


def test_who_replaces_for_state_projects_and_on_state_roads() -> None:
    effect = of_2024().found[2]
    assert effect.kind == "other duties"
    of_the_state, on_state_road = (
        stated(effect.case, a) == {"yes"} for a in ("state_transportation_project", "on_state_road")
    )
    assert of_the_state != on_state_road
    by_department = [
        any(c.what == "transportation_department_replaces" for c in project.consequences)
        for project in answers(effect.case)
    ]
    assert by_department == [of_the_state, on_state_road]
    assert [p.impacts[0].released_by for p in answers(effect.case)] == [("103G.222/1/m",)] * 2


# --- bills

BILLS = {
    "siting": ("repeal 103G.222/3/c", "103G.222/3/c", "another amount", ("from step 3", "from step 1")),
    "ratio": ("amend 103G.222/1/f\n  ratio: strike 2, insert 1", "103G.222/1/f", "another amount", ("by 2 times", "by 1 times")),
    "years": ("amend 103G.222/1/d\n  deed years: strike 10, insert 20", "103G.222/1/d", "another amount", ("10 years", "20 years")),
    "amount": ("amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft", "103G.222/1/b", "another amount", ("10,100", "10,400")),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BILLS))
def test_a_bill_moves_what_follows(name: str, tmp_path: Path) -> None:
    """Also where it amends another section: the threshold of 103G.222, subd. 1(b) rides on the amounts of 103G.2241, subd. 9(a)."""
    text, provision, kind, said = BILLS[name]
    (tmp_path / "b.amend").write_text(f"bill HF_B\n  drafted against: 2018-08-01\n{text}\n")
    done = lexempt("diff", "law", "b.amend", "--provision", "103G.222", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["effects"]["different"]
    assert (found["provision"], found["kind"]) == (provision, kind)
    for side, words in zip(("before", "after"), said, strict=True):
        assert any(words in sentence for sentence in found[side])


def test_require_no_change(tmp_path: Path) -> None:
    (tmp_path / "b.amend").write_text(f"bill HF_B\n  drafted against: 2018-08-01\n{BILLS['ratio'][0]}\n")
    call = ("diff", "law", "b.amend", "--require", "no-change", "--provision")
    assert lexempt(*call, "103G.222/1/f", cwd=tmp_path).returncode == 1
    assert lexempt(*call, "103G.222/1/g", cwd=tmp_path).returncode == 0
    assert lexempt(*call, "103G.999", cwd=tmp_path).returncode == 2


# --- over cases


def test_over_cases_another_ratio_is_told(tmp_path: Path) -> None:
    """Two of three projects are on nonagricultural land; the third has 1:1 already, by (g). A fourth needs no plan."""
    (tmp_path / "b.amend").write_text(f"bill HF_B\n  drafted against: 2018-08-01\n{BILLS['ratio'][0]}\n")
    for name, county, area in (
        ("a", "Otter Tail", 20_000),
        ("b", "Stearns", 20_000),
        ("c", "Aitkin", 30_000),
        ("d", "Aitkin", 900),
    ):
        (tmp_path / f"{name}.case").write_text(
            f"project {name}\n  county: {county}\n  work: 2018-08-01\n  assume: ordinary\nwetland w\n  size: 300,000 sqft\n"
            f"impact i in w\n  activity: fill\n  type: 2\n  area: {area} sqft\n"
        )  # fmt: skip
    done = lexempt("diff", "law", "b.amend", "--cases", ".", "--format", "json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert {d["id"]: d["kinds"] for d in found["different"]} == {"a": ["another amount"], "b": ["another amount"]}
    assert found["direction"] == "no change"
