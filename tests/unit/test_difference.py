"""`lexempt diff`: which way an answer goes, by which clause, under which reading; what `--require` asks."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import environment, hear_interrupts, lexempt
from tests.unit.samples import impact, project

from lexempt.amending.difference import compare
from lexempt.amending.difference_text import summary
from lexempt.result import Path as Found
from lexempt.result import Paths, ReadingEffect

A4, A2 = "103G.2241/9/a/4", "103G.2241/9/a/2"
FREE = {"replacement_plan": "not_required", "exempt": "always"}


def one_kind(before: dict[str, object], after: dict[str, object]) -> tuple[tuple[str, ...], str]:
    found = compare([project(**before)], [project(**after)])
    return (found.different[0].kinds if found.different else ()), found.direction


def paths(*exempted: tuple[str, ...]) -> Paths:
    return Paths(len(exempted), True, tuple(Found(tuple((i, (A4,)) for i in some), ()) for some in exempted))


@pytest.mark.parametrize(
    ("before", "after", "kind", "direction"),
    [
        ({}, {}, None, "no change"),
        ({}, FREE, "no plan required any more", "only widens the exemption"),
        (FREE, {}, "plan required now", "only narrows the exemption"),
        ({}, {"replacement_plan": "depends"}, "depends now", "only widens the exemption"),
        (FREE, {"replacement_plan": "depends"}, "depends now", "only narrows the exemption"),
        ({"paths": paths(("i1",))}, {"paths": paths(("i1", "i2"))}, "more can be exempt", "only widens the exemption"),
        ({"paths": paths(("i1", "i2"))}, {"paths": paths(("i1",), ("i2",))}, "less can be exempt", "only narrows the exemption"),
        ({"impacts": (impact("i1", A4),)}, {"impacts": (impact("i1", A2),)}, "another path", "no change"),
    ],
)  # fmt: skip
def test_kinds_and_directions(
    before: dict[str, object], after: dict[str, object], kind: str | None, direction: str
) -> None:
    kinds, way = one_kind(before, after)
    assert kinds == ((kind,) if kind else ()) and way == direction


def test_sets_that_neither_contain_the_other_go_both_ways() -> None:
    kinds, way = one_kind({"paths": paths(("i1",))}, {"paths": paths(("i2",))})
    assert kinds == ("more can be exempt", "less can be exempt") and way == "both"


def test_a_change_under_a_reading_only() -> None:
    effect = ReadingEffect((("combining_amounts", "each_paragraph"),), "not_required", "always")
    kinds, way = one_kind({}, {"readings": (effect,)})
    assert kinds == ("differs only under a reading",) and way == "only widens the exemption"
    assert one_kind({"readings": (effect,)}, {"readings": (effect,)}) == ((), "no change")
    assert one_kind({"readings": (effect,)}, FREE)[1] == "only widens the exemption"  # the reading's answer stays


def test_a_project_without_an_answer_is_not_passed_over() -> None:
    assert compare([project()], []).unsure and compare([], [project()]).unsure
    assert compare([project()], [project()], ["x.case: p1: too fine"]).unsure


# --- the command

RAISE = "bill HF_A\n  drafted against: 2018-08-01\namend 9(a)(4)\n  amount: strike 100 sqft, insert {} sqft\n"
CASE = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
impact i in w
  activity: fill
  type: 3
  area: {}
expect on 2018-06-01
  project: replacement plan required
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "more.amend").write_text(RAISE.format(400))
    (tmp_path / "less.amend").write_text(RAISE.format(50).replace("HF_A", "HF_B"))
    (tmp_path / "a.case").write_text(CASE.format("400 sqft"))
    (tmp_path / "b.case").write_text(CASE.format("401 sqft"))
    (tmp_path / "c.case").write_text(CASE.format("100 sqft").replace("required\n", "not required\n"))
    return tmp_path


def differs(folder: Path, one: str, other: str, *more: str) -> dict[str, object]:
    done = lexempt("diff", one, other, "--cases", ".", "--format", "json", *more, cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_at_and_one_over_the_new_amount(folder: Path) -> None:
    found = differs(folder, "law", "more.amend")
    assert [d["path"] for d in found["different"]] == ["a.case:11"]  # type: ignore[attr-defined, index]
    assert found["direction"] == "only widens the exemption" and found["provisions"] == [A4] and found["projects"] == 3


def test_turned_around_it_narrows(folder: Path) -> None:
    assert differs(folder, "more.amend", "law")["direction"] == "only narrows the exemption"
    assert differs(folder, "less.amend", "more.amend")["direction"] == "only widens the exemption"
    assert differs(folder, "more.amend", "more.amend")["direction"] == "no change"


@pytest.mark.parametrize(
    ("bill", "require", "code"),
    [
        ("more.amend", "only-widens", 0), ("more.amend", "no-change", 1), ("more.amend", "only-narrows", 1),
        ("less.amend", "only-narrows", 0), ("less.amend", "only-widens", 1), ("law", "no-change", 0),
    ],
)  # fmt: skip
def test_require(folder: Path, bill: str, require: str, code: int) -> None:
    assert lexempt("diff", "law", bill, "--cases", ".", "--require", require, cwd=folder).returncode == code


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_forms_say_the_direction_first(folder: Path, form: str) -> None:
    done = lexempt("diff", "2018-06-01", "2018-06-01+more.amend", "--cases", "a.case", "--format", form, cwd=folder)
    text = done.stdout.decode()
    assert "Only widens the exemption: of 1 project, 1 differs." in text
    assert "law of 2018-06-01 as amended by HF_A" in text.splitlines()[0]


def test_mistakes_in_the_words(folder: Path) -> None:
    for spec in ("1991-01-01", "none.amend", "2018-06-01+2019-01-01", "2018-02-31", "more.amend+more.amend"):
        done = lexempt("diff", "law", spec, "--cases", "a.case", cwd=folder)
        assert done.returncode == 2 and b"error: " in done.stderr and not done.stdout, spec


def test_a_witness_is_a_case_that_check_answers_as_said(folder: Path) -> None:
    done = lexempt("diff", "law", "more.amend", "--format", "json", "--impacts", "1", cwd=folder)
    witness, again = json.loads(done.stdout)["search"]["witnesses"]
    assert again["kind"] == "gains 103G.2241/9/a/4" and again["case"] == witness["case"]
    assert witness["kind"] == "widens" and "area: 101 sqft" in witness["case"]
    (folder / "w.case").write_text(witness["case"])
    for amend, answer in (((), "required"), (("--amend", "more.amend"), "not_required")):
        found = json.loads(lexempt("check", "w.case", *amend, "--format", "json", cwd=folder).stdout)
        assert found["projects"][0]["replacement_plan"] == answer


def test_require_holds_for_the_search_too(folder: Path) -> None:
    for require, code in (("only-widens", 0), ("only-narrows", 1), ("no-change", 1)):
        done = lexempt("diff", "law", "more.amend", "--impacts", "1", "--require", require, cwd=folder)
        assert done.returncode == code
    done = lexempt("diff", "more.amend", "more.amend", "--impacts", "1", "--require", "no-change", cwd=folder)
    assert done.returncode == 0 and done.stdout.count(b"no such project within these bounds") == 2


def test_each_amended_exemption_has_a_project_or_is_said_to_have_none(folder: Path) -> None:
    """(a)(4) for type 3 in any county, (d)(2) in the eleven counties, (c) only with its increase."""
    (folder / "two.amend").write_text(
        RAISE.format(400)
        + "amend 9(d)(2)\n  wetland type: insert 7\namend 9(c)\n  increase: strike 100 sqft, insert 90 sqft\n"
    )
    for more, reached in ((("--quick",), False), ((), True)):
        done = lexempt("diff", "law", "two.amend", "--impacts", "1", "--format", "json", *more, cwd=folder)
        found = json.loads(done.stdout)["search"]
        kinds = {w["kind"]: w["case"] for w in found["witnesses"]}
        assert "type: 7" in kinds["gains 103G.2241/9/d/2"] and "type: 7" not in kinds["gains 103G.2241/9/a/4"]
        # The increase of (c) asks for approved measures, which only the widened search tries.
        assert found["not_reached"] == ([] if reached else ["103G.2241/9/c"]) and found["bounds"]["widened"] == reached
        assert reached == ("measures approved: yes" in kinds.get("loses 103G.2241/9/c", ""))


def test_what_two_impacts_change_together_is_told_by_pairs_of_clauses(folder: Path) -> None:
    # Without 9(e) two amounts stand side by side; every impact alone is answered as before. Which pairs: test_witnesses.
    bill = "bill APART\n  drafted against: 2018-08-01\nrepeal 103G.2241/9/e\n  references: leave\n"
    (folder / "apart.amend").write_text(bill, encoding="utf-8")
    call = ("diff", "law", "apart.amend", "--impacts", "2", "--wetlands", "1", "--owners", "1", "--quick")
    search = json.loads(lexempt(*call, "--format", "json", cwd=folder).stdout)["search"]
    assert search["regions"] is None and len(search["pairs"]) == 26
    assert {"kind": "widens", "clauses": ["103G.2241/9/a/1", A4]} in search["pairs"]
    said = "Widens the exemption for no impact alone, and for two in a wetland of one owner, each under one clause"
    first = "subds. 9(a)(1), 9(a)(2) or 9(a)(3), with subds. 9(a)(4), 9(b)(1), 9(b)(2) or 9(c)"
    for form in ("text", "markdown"):
        told = " ".join(lexempt(*call, "--format", form, cwd=folder).stdout.decode().split())
        assert f"{said} (of those tried):" in told and f"- {first} - subd. 9(a)(4), with" in told
    json_back = lexempt("diff", "apart.amend", "law", "--quick", "--impacts", "2", "--format", "json", cwd=folder)
    assert {pair["kind"] for pair in json.loads(json_back.stdout)["search"]["pairs"]} == {"narrows"}


def test_regions_are_conditions_of_the_statute(folder: Path) -> None:
    """Raised to 400, (a)(4) newly covers 101 to 400 sq ft of its four types, or of white cedar and tamarack, outside the zone,
    drained or filled (excavation of these is no draining or filling), in every county."""
    done = lexempt("diff", "law", "more.amend", "--impacts", "1", "--quick", "--format", "json", cwd=folder)
    told = json.loads(done.stdout)["search"]["regions"]
    said = [{c["attribute"]: c["is"] for c in r["conditions"]} for r in told["found"]]
    shared = {
        "activity": "activity: drain or fill",
        "area": "area: 101 to 400 sqft",
        "shoreland_zone": "shoreland zone: outside",
    }
    assert told["more"] == [] and {r["kind"] for r in told["found"]} == {"widens"}
    assert said == [
        shared | {"wetland_type": "wetland type: 3, 4, 5 or 8"},
        shared | {"cedar_or_tamarack": "white cedar or tamarack: yes"},
    ]
    assert ["wetland type: 3" in r["witness"] for r in told["found"]] == [True, False]
    assert all("area: 101 sqft" in r["witness"] for r in told["found"])


def test_a_search_can_be_interrupted(folder: Path) -> None:
    """At any point of it, with the exit code of an interruption and nothing printed."""
    wide = ("--impacts", "3", "--wetlands", "3", "--owners", "3", "--every-reading")
    command = [sys.executable, "-m", "lexempt", "diff", "law", "more.amend", *wide]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    )
    try:
        time.sleep(2)  # by then it searches; so wide, it takes much longer than this to be done
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode == 130 and out == b"" and b"interrupted" in error


def test_where_a_law_is_unseen_the_wording_last_seen_is_compared() -> None:
    since = date(2018, 1, 1)
    open_now = {"replacement_plan": "depends", "as_last_seen": "required"}
    found = compare([project()], [project(**open_now)], unseen_since=since)
    assert found.different[0].kinds == ("turns on words not seen",) and found.direction == "no change"
    found = compare([project(**FREE)], [project(**open_now)], unseen_since=since)
    assert found.different[0].kinds == ("plan required now", "turns on words not seen")
    assert found.direction == "only narrows the exemption"
    less = {"paths": paths(("i1",)), **FREE}
    assert not compare([project(**less)], [project(**FREE, paths=paths())], unseen_since=since).different


def test_what_turns_on_words_not_seen_is_not_called_unchanged() -> None:
    """As last seen the answer is the same, but it is not known to be."""
    open_now = project(replacement_plan="depends", as_last_seen="required")
    found = compare([project()], [open_now], unseen_since=date(2018, 1, 1))
    assert summary(found).startswith("No answer changes under the law as last seen; some turn on words not seen:")


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
def test_the_impact_table_has_denominators(folder: Path, form: str) -> None:
    """Three projects of type 3 in Otter Tail (50 to 80 percent); one of them, 400 sq ft, is newly exempt."""
    done = lexempt("diff", "law", "more.amend", "--cases", ".", "--by-group", "--format", form, cwd=folder)
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    if form == "json":
        rows = json.loads(said)["by_group"]
        assert [(r["value"], r["projects"], r["widened"], r["narrowed"]) for r in rows] == [
            ("Otter Tail", 3, 1, 0), ("from 50 to 80", 3, 1, 0), ("3", 3, 1, 0),
        ]  # fmt: skip
    elif form == "csv":
        assert "county,Otter Tail,3,1,0,0,0" in said.splitlines()
    elif form == "markdown":
        assert "| county | Otter Tail | 3 | 1 | 0 | 0 | 0 |" in said
    else:
        assert "Otter Tail            3      1         0" in said


def test_csv_is_of_cases(folder: Path) -> None:
    done = lexempt("diff", "law", "more.amend", "--cases", ".", "--format", "csv", cwd=folder)
    assert (
        done.stdout.decode()
        .splitlines()[1]
        .startswith("a.case:11,p,required,not_required,no plan required any more,i 103G")
    )
    assert lexempt("diff", "law", "more.amend", "--format", "csv", cwd=folder).returncode == 2
