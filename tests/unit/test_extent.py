"""What is exempt in part, as people and programs see it: the headline, the JSON, the options."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import lexempt
from lexempt.rendering.json_out import render_json
from lexempt.rendering.report import Origin, build_report, build_summary
from lexempt.result import CheckResult, PartlyExempt
from lexempt.solving.check import check_cases
from lexempt.solving.options import CheckOptions

ORIGIN = Origin("0", "lexempt check")
DEDUCTED = {"amount_exceeded": "amount_exempt"}
CASE = """project p1 "A fill"
  county: Cass
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact i1 in w1
  activity: fill
  type: 2
  area: {area}
"""


def checked(area: str, **readings: str) -> CheckResult:
    return lexempt.check(lexempt.loads(CASE.format(area=area)), readings=tuple(readings.items()))


def test_the_headline_tells_the_reading_that_leaves_less_to_replace() -> None:
    result = checked("10,001 sqft")
    project = result.projects[0]
    assert (project.replacement_plan, project.under_all_readings) == ("required", "differs")
    assert project.exempt_area_sqft is None and project.replaced_area_sqft == 10_001
    (effect,) = project.readings
    assert effect.choices == (("amount_exceeded", "amount_exempt"),) and effect.of_extent
    assert (effect.exempt_sqft, effect.replaced_sqft) == (10_000, 1)
    lead = " ".join(build_report(result, project, ORIGIN, 20).lead)
    assert "Read with amount_exceeded = amount_exempt" in lead and "only 1 sqft need be replaced" in lead
    assert "The same under every reading" not in lead
    assert "amount_exceeded = amount_exempt" in str(build_summary(result, ORIGIN).sections)


@pytest.mark.parametrize("area", ["10,000 sqft", "9,999.75 sqft"])
def test_within_the_amount_no_such_reading_is_told(area: str) -> None:
    project = checked(area).projects[0]
    assert (project.replacement_plan, project.under_all_readings, project.readings) == ("not_required", "same", ())
    assert project.replaced_area_sqft is None


def test_of_many_cases_at_once_each_is_told_what_it_is_told_alone() -> None:
    areas = ["10,001 sqft", "9,000 sqft", "12,000.5 sqft", "10,000 to 10,002 sqft", "1 acre", "6 acres"]
    read = [lexempt.loads(CASE.format(area=area), f"{n}.case") for n, area in enumerate(areas * 4)]
    options = CheckOptions(reasons=False)
    together = check_cases(read, options).projects
    assert len(together) == len(read)
    for reading, found in zip(read, together, strict=True):
        (alone,) = check_cases([reading], options).projects
        assert found == alone
    assert [effect.replaced_sqft for effect in together[0].readings] == [1]
    assert together[1].readings == () and together[1].under_all_readings == "same"


def test_of_many_cases_each_is_told_what_that_reading_changes_where_it_is_in_use() -> None:
    # More files than are answered together. In every other one a part is exempt, and under the default all would have to be
    # replaced; in the rest a local amount of nothing governs (subd. 9(i)), so that both come to the same.
    texts = [CASE.format(area=f"{10_001 + n} sqft") for n in range(20)]
    texts[1::2] = [text.replace("Cass\n", "Cass\n  local amount: 0 sqft\n") for text in texts[1::2]]
    read = [lexempt.loads(text, f"{n}.case") for n, text in enumerate(texts)]
    options = CheckOptions(reasons=False, readings=tuple(DEDUCTED.items()))
    projects = check_cases(read, options).projects
    assert [p.replaced_area_sqft for p in projects] == [n + (10_001 if n % 2 else 1) for n in range(20)]
    found = [[effect.replaced_sqft for effect in project.readings] for project in projects]
    assert found == [[] if n % 2 else [10_001 + n] for n in range(20)]


def test_under_that_reading_the_default_is_told() -> None:
    result = checked("12,000.5 sqft", **DEDUCTED)
    project = result.projects[0]
    report = build_report(result, project, ORIGIN, 20)
    assert report.verdict.startswith("A replacement plan is required, for 2,000.5 sqft only")
    assert "all 12,000.5 sqft need be replaced" in " ".join(report.lead)
    assert "i1 in part under subd. 9(a)(1): 10,000 sqft exempt, 2,000.5 sqft replaced" in str(report.sections)
    assert project.impacts[0].qualifies == () and project.impacts[0].qualifies_in_part == ("103G.2241/9/a/1",)


def test_json_adds_exact_areas() -> None:
    one = json.loads(render_json(checked("12,000.5 sqft", **DEDUCTED), ORIGIN))["projects"][0]
    assert (one["exempt_area_sqft"], one["replaced_area_sqft"]) == ("10000", "4001/2")
    assert one["impacts"][0]["qualifies_in_part"] == ["103G.2241/9/a/1"]
    assert one["paths"]["maximal"] == [
        {
            "exempts": {},
            "replaces": ["i1"],
            "partly": [
                {
                    "impacts": ["i1"],
                    "provisions": ["103G.2241/9/a/1"],
                    "area_sqft": "24001/2",
                    "exempt_area_sqft": "10000",
                    "replaced_area_sqft": "4001/2",
                    "most_exempt_sqft": {"i1": "10000"},
                    "reading": "amount_exceeded",
                    "open_why": None,
                }
            ],
            "exempt_area_sqft": "10000",
            "replaced_area_sqft": "4001/2",
        }
    ]
    assert one["under_readings"][0]["replaced_area_sqft"] == "24001/2"


def test_an_area_that_is_not_known_leaves_it_open() -> None:
    project = checked("10,001 sqft to 12,000 sqft", **DEDUCTED).projects[0]
    assert project.replacement_plan == "required" and project.replaced_area_sqft is None
    (found,) = project.paths.maximal[0].partly
    assert isinstance(found, PartlyExempt) and found.exempt_sqft is None and found.open_why
    effects = checked("10,001 sqft to 12,000 sqft").projects[0].readings
    assert [(effect.of_extent, effect.replaced_sqft) for effect in effects] == [(True, None)]


def test_the_first_option_is_to_replace_the_rest() -> None:
    (advice,) = lexempt.options(lexempt.loads(CASE.format(area="10,001 sqft")), readings=tuple(DEDUCTED.items())).advice
    first = advice.options[0]
    (move,) = first.moves
    assert (first.kind, move.kind, move.part, move.less, move.things) == (
        "as_designed",
        "replace",
        True,
        Fraction(1),
        ("i1",),
    )
    assert first.fails_under is not None
    assert [effect.choices for effect in first.fails_under] == [(("amount_exceeded", "nothing_exempt"),)]
