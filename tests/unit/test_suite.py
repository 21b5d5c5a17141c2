"""The judging of expectations, the spreading of a file into rows, and the grouping of rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path as File

import pytest
from tests.unit.samples import impact, project

from lexempt.case import Case, Diagnostic, Expect, Expectation, Reading, Span, Statement, Variant
from lexempt.result import (
    CheckResult,
    ClaimAnswer,
    ClauseReason,
    Condition,
    Duty,
    FactValue,
    PartlyExempt,
    Path,
    Paths,
    Settling,
)
from lexempt.suite.judge import judge, names_exactly
from lexempt.suite.run import Group, grouped, rows_of, run_cases
from lexempt.suite.text import report_lines
from lexempt.suite.types import SuiteOptions
from lexempt.suite.variants import apply_variant

A1, A2, SEWER = "103G.2241/9/a/1", "103G.2241/9/a/2", "103G.2241/6/a/1"


FULL = project(
    impacts=(
        impact("i1", A1, SEWER),
        impact("i2", may_qualify=(A2 + "@2024c90",)),
        impact("i3", regulated="never", qualifies_in_part=(A1,)),
        impact("i4", released_by=("103G.222/1/m",), prohibited_by=("103G.223/a",)),
    ),
    paths=Paths(
        24,
        True,
        (
            Path((("i1", (A1, SEWER)),), ("i2",)),
            Path((("i2", (A2,)),), ("i1",)),
            Path(
                (),
                ("i1", "i2", "i3"),
                partly=(PartlyExempt(("i1", "i3"), (A1,), Fraction(9), Fraction(8), Fraction(1)),),
            ),
        ),
    ),
    exempt_area_sqft=Fraction(8),
    replaced_area_sqft=Fraction(43_561, 2),
    reasons=(ClauseReason("i2", A1, "never", (Condition("area_class", False, "the class is another"),)),),
    conflicts=(f"{A1} and {A2} may not stand together (103G.2241/9/e)",),
    settles_exempt=Settling(yes=((FactValue("i2.wetland_type", "2", "wetland type of i2"),),)),
    cannot_matter=("class of ditch_9",),
    duties=(Duty("103G.2241/11/a/1", "i1", "open", "erosion is controlled"),),
    claims=(ClaimAnswer(A2, (("i1", "never"), ("i2", "sometimes")), 4),),
)


@pytest.mark.parametrize(
    ("subject", "wants", "holds"),
    [
        ("project", "replacement plan required", True),
        ("project", "replacement plan not required", False),
        ("p1", "depends", False),
        ("exempt", "never", True),
        ("regulated", "sometimes", False),
        ("prohibited", "never", True),
        ("i1", f"qualifies under {A1} or {SEWER}", True),
        ("i1", "qualifies under 9/a/1 or 6/a/1", True),
        ("i1", "9/a or 6", True),
        ("i1", f"qualifies under {A1}", False),
        ("i1", f"qualifies under {A1} or {SEWER} or {A2}", False),
        ("i1", "qualifies under none", False),
        ("i2", "qualifies under none; may qualify under 9/a/2", True),
        ("i2", "none", True),
        ("i2", "may qualify under 9/a/1", False),
        ("i3", "not regulated", True),
        ("i2", "not regulated", False),
        ("i4", "released by 103G.222/1/m", True),
        ("i4", "prohibited by 103G.223", True),
        ("path", "i1 under 9/a/1 or 6/a/1, i2 replaced", True),
        ("path", "i1 replaced, i2 under 103G.2241/9/a", True),
        ("path", "i1 under 9/a/1, i2 replaced", False),
        ("path", "i1 under 9/a/1, 6/a/1, i2 replaced; i2 under 9/a/2, i1 replaced", True),
        ("path", "i1 in part under 9/a/1, i3 in part under 9/a, i2 replaced", True),
        ("path", "i1 in part under 9/a/1, i2 replaced, i3 replaced", False),
        ("path", "i1 under 9/a/1, i3 under 9/a/1, i2 replaced", False),
        ("path", "i1 replaced, i2 replaced, i3 replaced", False),
        ("i3", "qualifies in part under 9/a/1", True),
        ("i3", "qualifies in part under 9/a/2", False),
        ("to replace", "21,780.5 sqft", True),
        ("to replace", "1/2 acre", False),
        ("to replace", "21,780.5", False),
        ("to replace", "open", False),
        ("exempt area", "8 sqft", True),
        ("exempt area", "some", False),
        ("paths", "3", True),
        ("paths", "3; 24 expansions", True),
        ("paths", "2", False),
        ("because", "103G.2241/9/e", True),
        ("because", "9/e", True),
        ("because", "area class", True),
        ("because", "9/g", False),
        ("depends on", "wetland type of i2", True),
        ("depends on", "type of i2", True),
        ("depends on", "i2.wetland_type", True),
        ("depends on", "wetland type of i1", False),
        ("depends on", "area of i2", False),
        ("cannot matter", "class of ditch_9", True),
        ("cannot matter", "class of ditch_1", False),
        ("duty", "103G.2241/11/a/1 open", True),
        ("duty", "11/a met", False),
        ("claim", "never", False),
        ("claim", "i1 never; i2 sometimes", True),
        ("i9", "none", False),
        ("path", "whatever", False),
        ("project", "fine", False),
        ("paths", "many", False),
        ("duty", "soon", False),
        ("project", ";", False),
    ],
)
def test_each_form_of_expectation(subject: str, wants: str, holds: bool) -> None:
    verdict = judge(Expectation(subject, wants, Span(1, 1, 2)), [FULL])
    assert verdict.holds is holds, verdict
    assert verdict.got


def test_what_was_got_is_said_in_the_words_of_expectations() -> None:
    got = judge(Expectation("i2", "qualifies under 9/a/1", Span(1, 1, 2)), [FULL]).got
    assert got == f"qualifies under none; may qualify under {A2}"
    assert judge(Expectation("path", "i1 replaced", Span(1, 1, 2)), [FULL]).got.startswith(
        f"i1 under {A1} or {SEWER}, i2"
    )
    several = [project("p1"), project("p2", replacement_plan="depends")]
    verdict = judge(Expectation("project", "depends", Span(1, 1, 2)), several)
    assert not verdict.holds and verdict.got == "p1: replacement plan required, p2: depends"
    assert judge(Expectation("p2", "depends", Span(1, 1, 2)), several).holds
    assert not judge(Expectation("project", "depends", Span(1, 1, 2)), []).holds


def test_a_prefix_names_what_is_below_it_and_nothing_else() -> None:
    assert names_exactly(["103G.2241/9/a"], [A1, A2])
    assert not names_exactly(["103G.2241/9/a"], [])
    assert not names_exactly(["103G.2241/9/a"], [A1, "103G.2241/9/b/1"])
    assert not names_exactly(["103G.2241/1"], ["103G.2241/10/2"])
    assert names_exactly([], [])


TEXT = """\
project p1 "Driveway"
  county: Cass
  work: 2018-06-01
  assume: ordinary

wetland w1
  size: 400,000 sqft

impact i1 in w1
  activity: fill
  type: 2
  area: 10,000 sqft
impact i2 in w1
  activity: fill
  type: 3
  area: 90 sqft

claim 103G.2241/9/a/1 for i2

expect on 2018-06-01
  project: replacement plan not required
expect on 2018-06-01 with combining_amounts = each_paragraph
  project: replacement plan required
variants
  | name     | i1 area     | i2 area | reading                            | project                       | why  |
  | one over | 10,001 sqft | none    |                                    | replacement plan required     | over |
  | read     |             |         | combining_amounts = each_paragraph | replacement plan required     |      |
  | nothing  | 1 sqft      |         |                                    |                               |      |
"""


@pytest.fixture
def file(tmp_path: File) -> File:
    """A case file with two blocks and three variants, one of which expects nothing."""
    path = tmp_path / "x.case"
    path.write_text(TEXT, "utf-8")
    return path


def fake(calls: list[Group]):  # type: ignore[no-untyped-def]
    """A checker that says: a plan is required."""

    def check(readings: Sequence[Reading], group: Group, options: SuiteOptions) -> CheckResult:
        calls.append(group)
        found = [project(t.id, r.case.path) for r in readings if r.case for t in r.case.of("project")]
        return CheckResult((), tuple(found), (), True)

    return check


def test_a_file_becomes_a_row_for_each_block_and_variant_in_few_calls(file: File) -> None:
    calls: list[Group] = []
    report = run_cases([str(file.parent)], check=fake(calls))
    names = [row.row.name for row in report.rows]
    assert names == ["as stated", "as stated with combining_amounts = each_paragraph", "one over", "read"]
    assert [row.state for row in report.rows] == ["failed", "passed", "passed", "passed"]
    assert report.calls == len(calls) == 2
    assert {call.on for call in calls} == {date(2018, 6, 1)}
    lines = list(report_lines(report))
    assert lines[0] == f"{file}:20: as stated"
    assert lines[1:4] == [
        "    line 21, project",
        "      expected  replacement plan not required",
        "      got       replacement plan required",
    ]
    assert lines[-1] == "4 cases in 1 file, 2 calls of the checker: 1 failed"
    assert not report.passed


def test_nothing_that_ran_is_a_failure(tmp_path: File) -> None:
    (tmp_path / "a.case").write_text(TEXT.partition("expect")[0], "utf-8")
    report = run_cases([str(tmp_path)], check=fake([]))
    assert not report.passed
    assert report.silent == (str(tmp_path / "a.case"),)
    assert list(report_lines(report))[-1] == "no case ran"
    assert run_cases([str(tmp_path / "none")]).missing


def test_options_win_over_what_rows_say(file: File) -> None:
    from lexempt.suite.run import read_file

    reading = read_file(str(file))
    assert isinstance(reading, Reading)
    rows = rows_of(reading)
    groups = grouped(rows, SuiteOptions(date(2024, 9, 1), (("combining_amounts", "whole_project"),)))
    assert [(group.on, group.readings, len(group.rows)) for group in groups] == [
        (date(2024, 9, 1), (("combining_amounts", "whole_project"),), 4)
    ]


def test_a_row_without_an_answer_says_why(file: File) -> None:
    def refuse(readings: Sequence[Reading], group: Group, options: SuiteOptions) -> CheckResult:
        return CheckResult((), (), (), False, refused=("p1: not decided in time",))

    report = run_cases([str(file)], check=refuse)
    assert all(row.trouble == ("p1: not decided in time",) and row.limited for row in report.rows)

    def wrong(readings: Sequence[Reading], group: Group, options: SuiteOptions) -> CheckResult:
        path = readings[0].case.path if readings[0].case else ""
        return CheckResult((), (), (Diagnostic("E300", "no law of that day is known", path=path),), True)

    report = run_cases([str(file)], check=wrong)
    assert report.rows[0].trouble == ("error[E300]: no law of that day is known",)


def test_a_variant_replaces_facts_and_leaves_things_out() -> None:
    span = Span(1, 1, 2)

    def said(thing: str, attribute: str, text: str) -> Statement:
        from lexempt.case import Known

        return Statement(thing, attribute, Known((text,)), span, text=text)

    case = Case(
        "x",
        statements=(said("i1", "type", "2"), said("i1", "type", "3"), said("i1", "area", "5"), said("i2", "area", "6")),
        expects=(Expect((Expectation("project", "depends", span),), span),),
    )
    variant = Variant("v", (said("i1", "type", "4"), said("i1", "depth", "1")), ("i2",), Expect((), span), span)
    changed = apply_variant(case, variant)
    assert [(s.attribute, s.text) for s in changed.statements] == [("type", "4"), ("area", "5"), ("depth", "1")]
    assert changed.expects == () and changed.variants == ()
