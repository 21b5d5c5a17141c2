"""Values: exact numbers, ranges, states, sources, and the words of the vocabulary."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from lexempt.case import Between, Known, Loss, NotApplicable, OneOf, Source, Unknown, Value
from lexempt.language.values import Interpreted, interpret
from lexempt.law.vocabulary import load_vocabulary

V = load_vocabulary()


def read(fact: str, text: str) -> Interpreted:
    entity, _, name = fact.partition(".")
    return interpret(V.attributes[entity, name], text, V)


def known(*values: object) -> Known:
    return Known(tuple(Fraction(v) if isinstance(v, int) else v for v in values))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fact", "text", "value"),
    [
        ("impact.area", "4,000 sqft", known(4000)),
        ("impact.area", "4000 SQ FT", known(4000)),
        ("impact.area", "4000 sq. ft.", known(4000)),
        ("impact.area", "4000sf", known(4000)),
        ("impact.area", "1/10 acre", known(4356)),
        ("impact.area", "1 1/2 acres", known(65340)),
        ("impact.area", "0.0001 ac", known(Fraction(4356, 1000))),
        ("impact.area", "1/7 acre", known(Fraction(43560, 7))),
        ("impact.area", "0 sqft", known(0)),
        ("impact.area", "60 to 90 sqft", Between(Fraction(60), Fraction(90))),
        ("impact.area", "60 sqft - 90 sqft", Between(Fraction(60), Fraction(90))),
        ("impact.area", "between 60 sqft and 90 sqft", Between(Fraction(60), Fraction(90))),
        ("impact.area", "from 60 to 60 sqft", known(60)),
        ("impact.area", "at most 1/2 acre", Between(None, Fraction(21780))),
        ("impact.area", "at least 5 sqft", Between(Fraction(5), None)),
        ("impact.area", "about 1,000 sqft", Between(Fraction(900), Fraction(1100), Fraction(1000))),
        ("impact.area", "400 sqft or 500 sqft", OneOf((Fraction(400), Fraction(500)))),
        ("impact.area", "unknown", Unknown()),
        ("impact.area", "Not applicable", NotApplicable()),
        ("impact.increase_granted", "none", Known(())),
        ("impact.wetland_type", "2 or 3", OneOf(("2", "3"))),
        ("impact.wetland_type", "1, 2 or 6", OneOf(("1", "2", "6"))),
        ("impact.activity", "Fill", known("fill")),
        (
            "impact.undertaking",
            "drainage-maintenance, wild rice and road",
            known("drainage_maintenance", "wild_rice", "road"),
        ),
        ("impact.undertaking", "none", Known(())),
        ("ground.nrcs_label", "none", known("none")),
        ("ground.area_class", "from 50 to 80", known("from_50_to_80")),
        ("ground.area_class", "less than 50 or from 50 to 80", OneOf(("less_than_50", "from_50_to_80"))),
        (
            "impact.regulation_approved_by",
            "board of water and soil resources and agriculture",
            known("board_of_water_and_soil_resources", "agriculture"),
        ),
        ("wetland.public_waters_status", "not public waters", known("not_public_waters")),
        ("impact.emergency", "true", known("yes")),
        ("impact.emergency", "no", known("no")),
        ("ground.county", "St. Louis", known("st_louis")),
        ("ground.county", "Saint Louis County", known("st_louis")),
        ("ground.county", "LeSueur", known("le_sueur")),
        ("ground.county", "LAC QUI PARLE", known("lac_qui_parle")),
        ("ground.county", "Anoka or Isanti", OneOf(("anoka", "isanti"))),
        ("project.work", "2018-06-01", known(date(2018, 6, 1))),
        ("project.work", "before 2018-06-01", Between(None, date(2018, 5, 31))),
        ("project.work", "2018-01-01 to 2018-12-31", Between(date(2018, 1, 1), date(2018, 12, 31))),
        ("drainage_system.repair", "1980-05-01, 1985-09-12", known(date(1980, 5, 1), date(1985, 9, 12))),
        ("project.units_per_40_acres", "2.5", known(Fraction(5, 2))),
        ("ground.intact", "50 %", known(50)),
        ("ground.intact", "79.9 percent", known(Fraction(799, 10))),
        ("project.goal", "a lane, and a turnout", known("a lane, and a turnout")),
        ("project.goal", '"by the lake"', known("by the lake")),
        ("project.phase_of", "a, b", known("a", "b")),
        ("project.phase_of", "none", Known(())),
        ("portion.drained_or_filled_before", "200 sqft on 1996-05-01", known(Loss(Fraction(200), date(1996, 5, 1)))),
        (
            "portion.drained_or_filled_before",
            "100 to 200 sqft on 1996-05-01, former owner, replaced",
            known(Loss(Fraction(100), date(1996, 5, 1), frozenset({"former_owner", "replaced"}), Fraction(200))),
        ),
        (
            "portion.drained_or_filled_before",
            "1 sqft on 1996-05-01, replaced, 2 sqft on 1997-05-01",
            known(Loss(Fraction(1), date(1996, 5, 1), frozenset({"replaced"})), Loss(Fraction(2), date(1997, 5, 1))),
        ),
    ],
)
def test_value(fact: str, text: str, value: Value) -> None:
    found = read(fact, text)
    assert found.problems == ()
    assert found.value == value


def test_source() -> None:
    found = read("impact.wetland_type", '2   by panel on 2018-04-30 citing "Findings \\"18-04\\""')
    assert found.source == Source("tep", "panel", date(2018, 4, 30), 'Findings "18-04"')
    assert found.text == "2"
    assert read("impact.wetland_type", '2 by "Jane Smith"').source == Source(None, "Jane Smith")
    assert read("impact.wetland_type", 'unknown citing "x"').source == Source(citing="x")


@pytest.mark.parametrize(
    ("fact", "text", "code"),
    [
        ("impact.area", "4000", "E146"),
        ("impact.area", "4000 ft", "E147"),
        ("impact.area", "fill", "E148"),
        ("impact.area", "-4 sqft", "E110"),
        ("impact.area", "1e9 sqft", "E147"),
        ("impact.area", "1.0000000 acres", "E151"),
        ("impact.area", "1,00 sqft", "E148"),
        ("impact.area", "400-900 sqft", "E148"),
        ("impact.area", "200 sqft on 1996-05-01", "E148"),
        ("impact.area", "4 sqft by", "E110"),
        ("ground.county", "Ottertail County, Becker", "E155"),
        ("ground.county", "Utter Tale", "E145"),
        ("project.work", "June 1, 2018", "E148"),
        ("project.work", "2018-06-31", "E149"),
        ("project.work", "2018-6-1", "E150"),
        ("project.work", "about 2018-06-01", "E148"),
        ("ground.watershed_class", "same as area class", "E144"),
        ("project.goal", '""', "E115"),
        ("portion.drained_or_filled_before", "at least 5 sqft on 1996-05-01", "E153"),
    ],
)
def test_mistake(fact: str, text: str, code: str) -> None:
    found = read(fact, text)
    assert found.value is None or found.problems
    assert [problem.code for problem in found.problems] == [code]
