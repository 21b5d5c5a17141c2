"""`lexempt options` as a call: its JSON keeps its contract, the same input gives the same bytes, limits are told."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.product.calls import ROOT, environment, lexempt
from tests.product.test_determinism import shuffled, without_lines
from tests.product.test_json import DAY, PLAN, PROVISION, SOURCE, TRUTH, Keyed, Maybe, unlike
from tests.product.test_limits import big

import lexempt as api

DEMO = "cases/demo/field-lane-and-turnout.case"
EFFECT = {"choices": Keyed(str, r"\w+"), "replacement_plan": PLAN, "meaning": str, "took": [str]}
MOVE = {
    "kind": {"replace", "reduce", "leave_out", "plan", "seek", "find_out"}, "words": str, "things": [str], "fact": Maybe(str),
    "now": str, "to": str, "decided_by": Maybe(str), "line": Maybe(int), "bound": Maybe(str), "less_sqft": Maybe(str),
    "ratio": Maybe({"times": int, "provision": PROVISION}),
}  # fmt: skip
OPTION = {
    "rank": int, "kind": {"as_designed", "change_design", "seek_finding", "find_out"}, "words": str, "moves": [MOVE],
    "path": Maybe({"exempts": Keyed([PROVISION], r"\w+"), "replaces": [str]}), "if": [Keyed(str)], "fails_under": Maybe([EFFECT]),
    "breaks": [str], "still_needs": [str], "margins": [{"impact": str, "provision": PROVISION, "margin": str}],
}  # fmt: skip
USE = {"title": str, "value": str, "line": Maybe(int), "status": str, "source": SOURCE}
CONFLICT = {
    "kind": {"combined", "prohibited", "approval", "derived", "disputed"}, "sentence": str, "provisions": [PROVISION],
    "members": [{"kind": str, "about": str, "provisions": [PROVISION], "facts": [USE]}],
}  # fmt: skip
PROJECT = {
    "id": str, "path": str, "law_on": DAY, "replacement_plan": PLAN, "prohibited": TRUTH, "under_readings": [EFFECT],
    "conflicts": [CONFLICT], "conflicts_complete": bool, "options": [OPTION], "complete": bool,
    "left_off": Keyed(int, r"as_designed|change_design|seek_finding|find_out"),
    "cut": [{"as_designed", "change_design", "seek_finding", "find_out"}],
    "as_last_seen": Maybe(PLAN), "as_if_ordinary": Maybe(PLAN),
}  # fmt: skip
CONTRACT = {"schema": {"lexempt.options/1"}, "command": str, "laws": [dict], "projects": [PROJECT], "complete": bool}
CONTRACT["laws"] = [{"on": DAY, "acts": [str]}]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.case"))
SOME = [FILES[number * len(FILES) // 12] for number in range(12)] + [DEMO]


def of(*files: str, **more: Any) -> Any:
    done = lexempt("options", *files, "--format", "json", **more)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_json_keeps_its_contract() -> None:
    result = of(*SOME)
    assert unlike(result, CONTRACT) == []
    assert {project["path"] for project in result["projects"]} == set(SOME)
    kinds = {option["kind"] for project in result["projects"] for option in project["options"]}
    assert {"as_designed", "change_design"} <= kinds
    for project in result["projects"]:
        assert [option["rank"] for option in project["options"]] == list(range(1, len(project["options"]) + 1))


def test_conflicts_of_check_keep_their_contract() -> None:
    done = lexempt("check", *SOME, "--format", "json")
    found = [c for project in json.loads(done.stdout)["projects"] for c in project["conflict_sets"]]
    assert unlike(found, [CONFLICT]) == []
    assert {"combined", "disputed"} <= {conflict["kind"] for conflict in found}


def test_a_line_for_each_project() -> None:
    done = lexempt("options", DEMO, SOME[0], "--format", "jsonl")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["project"]["path"] for line in lines] == [DEMO, SOME[0]]
    assert all(line["schema"] == "lexempt.options/1" and unlike(line["project"], PROJECT) == [] for line in lines)


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_the_same_bytes(form: str) -> None:
    calls = [lexempt("options", *SOME, "--format", form, env=environment(PYTHONHASHSEED=seed)) for seed in ("0", "7")]
    assert calls[0].stdout and calls[0].stdout == calls[1].stdout


def test_lines_in_another_order(tmp_path: Path) -> None:
    text = (ROOT / DEMO).read_text("utf-8")
    said = set()
    for seed in range(3):
        (tmp_path / "x.case").write_text(shuffled(text, random.Random(seed)) if seed else text)
        said.add(without_lines(lexempt("options", "x.case", cwd=tmp_path).stdout.decode()))
    assert len(said) == 1


def test_python_says_the_same() -> None:
    (advice,) = api.options(api.load(str(ROOT / DEMO))).advice
    (project,) = of(DEMO)["projects"]
    assert [option["kind"] for option in project["options"]] == [option.kind for option in advice.options]


def test_a_limit_of_time_is_told(tmp_path: Path) -> None:
    (tmp_path / "big.case").write_text(big(4))
    done = lexempt("options", "big.case", "--time-limit", "0.1", "--format", "json", cwd=tmp_path)
    assert done.returncode == 4
    assert json.loads(done.stdout)["complete"] is False
    assert b"--time-limit" in done.stderr


def test_user_text_is_not_printed_raw(tmp_path: Path) -> None:
    text = 'project p "a\x1b[31m"\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 9 acres\n'
    (tmp_path / "x.case").write_text(text + "impact i in w\n  activity: fill\n  type: 3\n  area: 900 sqft\n")
    for form in ("text", "markdown", "json"):
        assert b"\x1b" not in lexempt("options", "x.case", "--format", form, cwd=tmp_path).stdout


def test_the_first_screen_for_a_newcomer(tmp_path: Path) -> None:
    """Two fills of different types in Otter Tail County: the small one alone is to be replaced, or nothing by one reading."""
    (tmp_path / "two.case").write_text(
        "project p\n  county: Otter Tail\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 300,000 sqft\n"
        "impact lane in w\n  activity: fill\n  type: 2\n  area: 4,000 sqft\n"
        "impact turnout in w\n  activity: fill\n  type: 3\n  area: 80 sqft\n"
    )
    screen = lexempt("options", "two.case", cwd=tmp_path).stdout.decode().splitlines()[:24]
    rows = [line for line in screen if re.match(r"  \d+  ", line)]
    assert rows[0].startswith("  1  Replace turnout (80 sqft) ")
    assert not any("lane" in row.partition("Exempt")[0] for row in rows[:1])
    said = " ".join(" ".join(screen).split())
    assert "Read with combining_amounts = each_paragraph" in said and "nothing need be replaced or changed" in said
    assert "INCOMPLETE" not in said
