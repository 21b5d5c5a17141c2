"""The JSON of `check` keeps its contract (DESIGN section 11), key by key, and says what the Python API says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.product.calls import ROOT, lexempt

from lexempt import check, load
from lexempt.result import ProjectResult

DEMO = "cases/demo/field-lane-and-turnout.case"
TRUTH = {"always", "sometimes", "never"}
PLAN = {"required", "not_required", "depends"}


class Maybe:
    """Something that may be null."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape


class Keyed:
    """An object whose keys are names of the case or the law."""

    def __init__(self, shape: Any, key: str = ".+") -> None:
        self.shape, self.key = shape, key


FACTS = Keyed(str, r"[\w./@]+(\[[\w./]+\])?\.[\w]+|[\w./@]+\.\w+")
SETTLING = {"yes": [[FACTS]], "no": [[FACTS]]}
PROVISION = re.compile(r"[\w.]+(/\w+)*(@\w+)?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SOURCE = Maybe({"by": Maybe(str), "who": Maybe(str), "on": Maybe(DAY), "citing": Maybe(str)})
LAW = {"on": DAY, "acts": [str], "amendments": [str], "readings": Keyed(str, r"\w+"), "unknown_values": [str]}
PATH = {"exempts": Keyed([PROVISION], r"\w+"), "replaces": [str]}
IMPACT = {
    "id": str, "regulated": TRUTH, "qualifies": [PROVISION], "may_qualify": [PROVISION], "released_by": [PROVISION],
    "prohibited_by": [PROVISION], "replacement_plan": PLAN,
}  # fmt: skip
PROJECT = {
    "id": str, "replacement_plan": PLAN, "exempt": TRUTH, "regulated": TRUTH, "prohibited": TRUTH,
    "under_all_readings": {"same", "differs", "not_run"}, "exempt_area_sqft": Maybe(str), "impacts": [IMPACT],
    "paths": {"count": re.compile(r"\d+"), "complete": bool, "maximal": [PATH], "possible": [{**PATH, "needs": [FACTS]}]},
    "depends_on": {"exempt": SETTLING, "prohibited": SETTLING, "readings": [Keyed(str, r"\w+")]},
    "claims": [{"provision": PROVISION, "impacts": Keyed(TRUTH, r"\w+"), "line": int, "source": SOURCE}],
    "disputed": [{"fact": str, "prevails": Maybe(str), "others": [str], "changes_result": bool}],
    "asserted": [str], "strict": bool,
    "approvals": [str], "duties": [{"provision": PROVISION, "impact": str, "state": {"met", "breached", "open"}}],
    "conflicts": [str], "not_modelled": [str], "assumptions": [str], "notes": [str],
}  # fmt: skip
CONTRACT = {"schema": {"lexempt.check/1"}, "law": Maybe(LAW), "projects": [PROJECT], "complete": bool}


def unlike(value: Any, shape: Any, place: str = "$") -> list[str]:
    """Where a value does not have the shape. Keys beside those of the shape are free; a key left out is not."""
    if isinstance(shape, Maybe):
        return [] if value is None else unlike(value, shape.shape, place)
    if isinstance(shape, Keyed):
        if not isinstance(value, dict):
            return [f"{place}: no object"]
        wrong = [f"{place}: key {key}" for key in value if not re.fullmatch(shape.key, key)]
        return wrong + [w for key, one in value.items() for w in unlike(one, shape.shape, f"{place}.{key}")]
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{place}: no object"]
        missing = [f"{place}: no key {key}" for key in shape if key not in value]
        return missing + [
            w for key, one in shape.items() if key in value for w in unlike(value[key], one, f"{place}.{key}")
        ]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{place}: no array"]
        return [w for number, one in enumerate(value) for w in unlike(one, shape[0], f"{place}[{number}]")]
    if isinstance(shape, set):
        return [] if value in shape else [f"{place}: {value!r}"]
    if isinstance(shape, re.Pattern):
        return [] if isinstance(value, str) and shape.fullmatch(value) else [f"{place}: {value!r}"]
    return [] if type(value) is shape else [f"{place}: {value!r} is no {shape.__name__}"]


def test_unlike_finds_what_is_unlike() -> None:
    assert unlike({"a": 1}, {"a": str, "b": int}) == ["$: no key b", "$.a: 1 is no str"]
    assert unlike({"count": 2}, {"count": re.compile(r"\d+")}) == ["$.count: 2"]
    assert unlike([True], [int]) == ["$[0]: True is no int"]


@pytest.fixture(scope="module")
def demo() -> Any:
    done = lexempt("check", DEMO, "--format", "json")
    assert done.returncode == 0 and done.stderr == b""
    return json.loads(done.stdout)


def test_demo_keeps_the_contract(demo: Any) -> None:
    assert unlike(demo, CONTRACT) == []


def test_demo_says_what_the_design_says(demo: Any) -> None:
    """The answer that DESIGN section 11 shows."""
    project = demo["projects"][0]
    said = {
        key: project[key]
        for key in ("id", "replacement_plan", "exempt", "regulated", "prohibited", "under_all_readings")
    }
    assert said == {
        "id": "lane", "replacement_plan": "required", "exempt": "never", "regulated": "always", "prohibited": "never",
        "under_all_readings": "differs",
    }  # fmt: skip
    assert project["paths"] == {
        "count": "2",
        "complete": True,
        "maximal": [
            {"exempts": {"lane_fill": ["103G.2241/9/a/2"]}, "replaces": ["turnout"]},
            {"exempts": {"turnout": ["103G.2241/9/a/4"]}, "replaces": ["lane_fill"]},
        ],
        "possible": [],
    }
    assert project["depends_on"]["readings"] == [{"combining_amounts": "each_paragraph"}]
    assert project["claims"][0]["provision"] == "103G.2241/9/a/2"
    assert project["claims"][0]["impacts"] == {"lane_fill": "always", "turnout": "never"}
    assert {"fact": "turnout.type", "prevails": "3", "others": ["2"], "changes_result": True}.items() <= {
        **project["disputed"][0], "fact": project["disputed"][0]["fact"].replace("wetland_type", "type"),
    }.items()  # fmt: skip
    assert {"turnout.area", "lane_fill.area", "north.area"} <= set(project["asserted"])
    assert project["notes"] == ["The owner would accept a culvert instead."]
    assert project["assumptions"] == ["ordinary"]


FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.case"))


def test_all_cases_keep_the_contract() -> None:
    done = lexempt("check", *FILES, "--format", "json", "--time-limit", "300")
    assert done.returncode == 0, done.stderr.decode()
    result = json.loads(done.stdout)
    assert unlike(result, CONTRACT) == []
    assert {project["path"] for project in result["projects"]} == set(FILES)
    assert result["complete"] is True


def test_jsonl_is_a_line_for_each_project() -> None:
    done = lexempt("check", DEMO, FILES[0], "--format", "jsonl")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["project"]["path"] for line in lines] == [DEMO, FILES[0]]
    for line in lines:
        assert line["schema"] == "lexempt.check/1"
        assert unlike(line["project"], PROJECT) == []
        assert unlike(line["law"], LAW) == []


def test_every_field_of_a_result_is_written(demo: Any) -> None:
    project = demo["projects"][0]
    names = {
        "settles_exempt": "depends_on", "settles_prohibited": "depends_on", "settles_plan": "depends_on",
        "readings": "under_readings",
    }  # fmt: skip
    assert {names.get(name, name) for name in ProjectResult._fields} <= set(project)


def test_python_says_the_same(demo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from lexempt.cli.output import tool_version
    from lexempt.rendering.json_out import render_json
    from lexempt.rendering.report import Origin

    monkeypatch.chdir(ROOT)
    result = check(load(DEMO))
    assert json.loads(render_json(result, Origin(tool_version(), demo["command"]))) == demo
    project = result.projects[0]
    assert (project.replacement_plan, project.paths.count) == ("required", 2)


def test_many_paths_are_counted_in_digits(tmp_path: Path) -> None:
    """Twenty impacts with several exemptions each: the count is beyond what a JSON number holds."""
    head = "project p\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 900,000 sqft\n"
    impact = (
        "impact i%d in w\n  activity: fill\n  type: 2\n  area: 9 sqft\n  undertaking: duck blind, forest road, sewage system repair,"
        " utility routine, conservation practice, forestry crossing\n  limits hydrologic and biologic impact: yes\n"
        "  filling avoided wherever possible: yes\n  needed for compliance: yes\n  additional intrusion, draining or filling: no\n"
        "  approved by the conservation district: yes\n  panel review: before approval\n"
    )
    (tmp_path / "many.case").write_text(head + "".join(impact % number for number in range(20)))
    done = lexempt("check", "many.case", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    count = json.loads(done.stdout)["projects"][0]["paths"]["count"]
    assert count == str(6**20 + 1), "six of other subdivisions each, or all under the amount of 9(a)(1)"
