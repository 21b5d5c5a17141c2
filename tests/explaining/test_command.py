"""`lexempt explain`: what is asked, in which form, how it ends; and `lexempt law rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.product.calls import ROOT

from lexempt.cli.explain import explain
from lexempt.cli.law import law

DEMO = str(ROOT / "cases" / "demo" / "field-lane-and-turnout.case")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(explain, [*arguments], standalone_mode=False)


def test_answers_and_ends_with_0() -> None:
    done = call(DEMO)
    assert done.exception is None and done.return_value == 0
    assert done.stdout.startswith("A replacement plan is required (law of 2018-06-01).")
    assert f"Command: lexempt explain {DEMO}" in done.stdout


def test_one_impact_and_one_provision() -> None:
    done = call(DEMO, "--impact", "turnout", "--provision", "9(a)", "--format", "json")
    (project,) = json.loads(done.stdout)["projects"]
    asked = {(answer["impact"], answer["provision"]) for answer in project["clauses"]}
    assert asked == {("turnout", f"103G.2241/9/a/{n}") for n in (1, 2, 3, 4)}
    assert json.loads(done.stdout)["command"].endswith("--impact turnout --provision '9(a)' --format json")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--impact", "turnuot"), "no impact is called `turnuot`; did you mean `turnout`?"),
        (("--project", "lain"), "no project is called `lain`"),
        (("--provision", "9(z)"), "is no provision that is encoded"),
        (("--instead-of", "103G.2241/11/a"), "exempts nothing"),
        (("--provision", "9(a)", "--instead-of", "9(b)"), "two different things"),
    ],
)
def test_mistakes_in_the_call(arguments: tuple[str, ...], message: str) -> None:
    done = call(DEMO, *arguments)
    assert done.exception is not None and message in str(done.exception)


def test_an_invalid_file_ends_with_3_and_the_others_are_answered(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.case"
    wrong.write_text("project p\n  county: Nowhere\n")
    done = call(str(wrong), DEMO, "--level", "short")
    assert done.return_value == 3 and "turnout qualifies under subd. 9(a)(4)." in done.stdout
    undated = tmp_path / "undated.case"
    undated.write_text("project p\n  county: Cass\nwetland w\n  size: 9 acres\nimpact i in w\n  activity: fill\n")
    assert call(str(undated)).return_value == 3


def test_json_lines_has_a_line_for_each_project() -> None:
    folder = str(ROOT / "cases" / "103G.2241" / "7")
    lines = [json.loads(line) for line in call(folder, "--format", "jsonl", "--level", "short").stdout.splitlines()]
    assert len(lines) > 1 and {line["schema"] for line in lines} == {"lexempt.explanation/1"}
    assert len({(line["project"]["path"], line["project"]["id"]) for line in lines}) == len(lines)


def test_the_same_bytes_each_time(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert call(DEMO, "--format", "json", "--level", "full", "-o", str(out)).return_value == 0
    first = out.read_bytes()
    call(DEMO, "--format", "json", "--level", "full", "-o", str(out))
    assert out.read_bytes() == first


def test_readings_and_the_day_are_heeded() -> None:
    free = call(DEMO, "--reading", "combining_amounts=each_paragraph").stdout
    assert "1  lane_fill, turnout under" in free or "lane_fill under subd. 9(a)(2); turnout under subd. 9(a)(4)" in free
    assert "law of 2024-09-01" in call(DEMO, "--on", "2024-09-01").stdout


def test_the_rule_table_is_published() -> None:
    done = CliRunner().invoke(law, ["rules"], standalone_mode=False)
    table = json.loads(done.stdout)
    assert table["schema"] == "lexempt.rules/1" and len(table["rules"]) > 1_000
    assert len({rule["id"] for rule in table["rules"]}) == len(table["rules"])
    explanation = json.loads(call(DEMO, "--format", "json").stdout)
    assert explanation["rules"] == table["digest"]
