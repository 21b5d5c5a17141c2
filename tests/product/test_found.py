"""What fresh eyes found: half-known projects, days of work, running searches, closed streams. Values are from the text."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.product.calls import ROOT, environment, hear_interrupts, lexempt

from lexempt import check, loads

HALF = """\
project half
  county: Otter Tail
  work: 2018-06-01
  {assume}
wetland w1
  size: 4 acres
portion north of ann in w1
  area: {north}
impact fill in north
  activity: fill
  type: 2
  area: {area}
"""


def half(north: str = "unknown", area: str = "1,000 sqft", assume: str = "assume: ordinary") -> str:
    return HALF.format(north=north, area=area, assume=assume)


def only(text: str):  # type: ignore[no-untyped-def]
    (project,) = check(loads(text)).projects
    return project


def facts(sets) -> set[tuple[str, str]]:  # type: ignore[no-untyped-def]
    return {(fact.title, fact.value) for found in sets for fact in found}


@pytest.mark.parametrize(
    ("north", "plan"),
    [("20,000 sqft", "not_required"), ("19,999.5 sqft", "required"), ("unknown", "depends")],
)
def test_a_portion_is_as_large_as_stated_and_unknown_if_so_stated(north: str, plan: str) -> None:
    # 9(f): five percent of the portion must reach 1,000: from 20,000 on. Not known is not the whole wetland.
    assert only(half(north)).replacement_plan == plan


def test_the_bounds_of_a_condition_are_where_the_answer_turns() -> None:
    settled = only(half()).settles_plan
    assert facts(settled.yes) == {("area of north", "at least 20,000 sqft")}
    assert facts(settled.no) == {("area of north", "less than 20,000 sqft")}


def test_five_percent_of_the_portion_is_a_bound() -> None:
    # the greatest of 400 and five percent of 10,000; of 10,005 it is 500.25
    settled = only(half("10,000 sqft", "unknown")).settles_plan
    assert facts(settled.yes) == {("area of fill", "at most 500 sqft")}
    assert facts(settled.no) == {("area of fill", "more than 500 sqft")}
    finer = only(half("10,005 sqft", "unknown")).settles_plan
    assert facts(finer.yes) == {("area of fill", "at most 500.25 sqft")}


def test_a_file_that_assumes_nothing_is_also_answered_as_ordinary() -> None:
    project = only(half(assume="applied: 2018-05-01"))
    assert project.replacement_plan == "depends"
    assert project.if_ordinary.replacement_plan == "depends"
    assert facts(project.if_ordinary.settles_plan.yes) == {("area of north", "at least 20,000 sqft")}
    assert only(half()).if_ordinary is None


@pytest.mark.parametrize(
    "work",
    ["2023-06-01 or 2024-09-01", "2024-09-01 or 2023-06-01", "unknown", "2023-06-01 to 2024-09-01"],
)
def test_no_one_day_of_work_is_no_law(tmp_path: Path, work: str) -> None:
    (tmp_path / "day.case").write_text(half("2 acres").replace("2018-06-01", work))
    done = lexempt("check", "day.case", cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 3
    assert b"error[E301]: no one day" in done.stderr and b"day.case:3:3" in done.stderr
    assert lexempt("check", "day.case", "--on", "2018-06-01", cwd=tmp_path, env=environment(tmp_path)).returncode == 0


def test_a_disputed_day_of_work_stops_no_other_file(tmp_path: Path) -> None:
    twice = half("2 acres").replace("work: 2018-06-01", "work: 2018-06-01 by panel\n  work: 2024-09-01 by lgu")
    (tmp_path / "day.case").write_text(twice)
    (tmp_path / "sure.case").write_text(half("2 acres"))
    done = lexempt("check", "day.case", "sure.case", cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 3 and b"No replacement plan is required" in done.stdout


def hard() -> str:
    """Forty impacts of any type, whose areas come to less than an amount or to more: long to settle."""
    head = (
        "project p1\n  county: Otter Tail\n  work: 2018-06-01\n  assume: ordinary\nwetland w1\n  size: 300,000 sqft\n"
    )
    each = "impact i{n} in w1\n  activity: fill\n  type: unknown\n  area: {low} sqft to {high} sqft\n"
    return head + "".join(each.format(n=n, low=60 + n, high=180 + n) for n in range(40))


def test_a_running_search_heeds_the_time_limit(tmp_path: Path) -> None:
    (tmp_path / "hard.case").write_text(hard())
    begin = time.monotonic()
    done = lexempt("check", "hard.case", "--time-limit", "1", cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 4 and b"time limit of 1 s" in done.stderr
    assert time.monotonic() - begin < 30


def test_a_running_search_heeds_an_interrupt(tmp_path: Path) -> None:
    (tmp_path / "hard.case").write_text(hard())
    command = [sys.executable, "-m", "lexempt", "check", "hard.case"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stderr=subprocess.PIPE, preexec_fn=hear_interrupts
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130


@pytest.mark.parametrize(
    ("redirected", "code"),
    [("> /dev/full", 2), (">&-", 0), ("2>&-", 0), ("<&-", 0)],
)
def test_streams_closed_or_full(redirected: str, code: int) -> None:
    demo = ROOT / "cases" / "demo" / "field-lane-and-turnout.case"
    command = f"{sys.executable} -m lexempt check {demo} {redirected}"
    done = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    assert b"fault" not in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "a" * 300), b"file name too long"),
        (("check", ""), b"empty name"),
        (("check", "half.case", "-o", "./half.case"), b"not overwritten"),
        (("check", "half.case", "--time-limit", "nan"), b"nan is not"),
        ((), b"Commands:\n"),
    ],
)
def test_calls_that_cannot_be_meant(tmp_path: Path, arguments: tuple[str, ...], said: bytes) -> None:
    (tmp_path / "half.case").write_text(half())
    done = lexempt(*arguments, cwd=tmp_path, env=environment(tmp_path))
    assert done.returncode == 2 and said in done.stderr
    assert (tmp_path / "half.case").read_text() == half()


def test_a_clause_rests_on_what_brings_it_in_reach() -> None:
    text = half("4 acres").replace("type: 2", "type: 4\n  undertaking: duck blind")
    reasons = {r.provision: r for r in only(text).reasons if r.holds == "always"}
    uses = {u.title for c in reasons["103G.2241/10/2"].conditions for u in c.uses}
    assert "undertaking of fill" in uses


def test_what_an_unregulated_answer_assumes_is_named() -> None:
    project = only(half("4 acres").replace("activity: fill", "activity: excavate").replace("type: 2", "type: 4"))
    assert project.regulated == "never"
    assert "flooding of fill is other" in project.impacts[0].outside_act
