"""Every clause has a proof or a refutation, which an independent checker accepts; and it rejects what was tampered with."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.explaining import checker
from tests.explaining.documents import complaints, document, table
from tests.oracle.generate import random_world
from tests.oracle.to_case import to_case_text
from tests.product.calls import ROOT
from tests.properties.completing import blurred

import lexempt

CASES = sorted((ROOT / "cases").rglob("*.case"))


def clauses() -> set[str]:
    """Every clause of 103G.2241 that the rule table calls an exemption, by a row or by a rule over rows."""
    found = {rule["terms"][0] for rule in table()["rules"] if rule["predicate"] == "exemption" and not rule["body"]}
    for rule in table()["rules"]:
        if rule["predicate"] == "exemption" and rule["body"]:
            ((_, predicate, _),) = rule["body"]
            found |= {r["terms"][0] for r in table()["rules"] if r["predicate"] == predicate and not r["body"]}
    return found


def assert_complete(project: dict[str, Any]) -> None:
    """A proof for each clause that is met, a refutation for each that is not, both for one that may be."""
    steps = {step["address"]: step for step in project["steps"]}
    impacts = {answer["impact"] for answer in project["clauses"]}
    told = {(a["impact"], a["provision"]) for a in project["clauses"]}
    assert {(impact, clause) for impact in impacts for clause in clauses()} <= told
    assert all(steps[follows["step"]]["holds"] for follows in project["follows"])
    for answer in project["clauses"]:
        holds = [steps[why["step"]]["holds"] for why in answer["why"]]
        # Of what never holds a second refutation, where what fails in the first completion does not in another.
        ways = {"always": [[True]], "sometimes": [[True, False]], "never": [[False], [False, False]]}
        assert holds in ways[answer["holds"]], answer
        for why in answer["why"]:
            assert steps[why["step"]]["atom"][1:] == [answer["impact"], answer["provision"]]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_handed_cases(path: Path) -> None:
    reading = lexempt.load(str(path))
    for project in document(reading, "full")["projects"]:
        assert_complete(project)
        assert complaints(reading, project) == []


def generated(seed: int, many: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(many):
        yield to_case_text(random_world(rng))


def test_generated_projects() -> None:
    seen: Counter[str] = Counter()
    for text in generated(31, 10):
        reading = lexempt.loads(text)
        for level in ("normal", "full"):
            for project in document(reading, level)["projects"]:
                assert_complete(project)
                assert complaints(reading, project) == [], text
                seen.update(answer["standing"] for answer in project["clauses"])
    assert seen["met"] > 8 and seen["missed"] > 50, seen


def test_half_known_projects() -> None:
    rng = random.Random(32)
    seen: Counter[str] = Counter()
    while seen["cases"] < 8:
        case = blurred(rng, most=3)
        reading = lexempt.loads(case.text) if case is not None else None
        if reading is None or reading.case is None:
            continue
        seen["cases"] += 1
        for project in document(reading, "full")["projects"]:
            assert_complete(project)
            assert complaints(reading, project) == [], case.text
            seen.update(answer["standing"] for answer in project["clauses"])
    assert seen["open"] > 4, seen


OTHERWISE = (("combining_amounts", "each_paragraph"), ("cumulative_scope", "same_amount"), ("zone_line", "excluded"))


@pytest.mark.parametrize("options", [{"profile": "rule"}, {"readings": OTHERWISE}], ids=["rule", "readings"])
def test_other_readings(options: dict[str, Any]) -> None:
    for text in generated(33, 5):
        reading = lexempt.loads(text)
        for project in document(reading, "full", **options)["projects"]:
            assert complaints(reading, project, **options) == [], text


# --- tampering


def _pick(rng: random.Random, project: dict[str, Any], wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    return rng.choice([step for step in project["steps"] if wanted(step)])


def _flip(rng: random.Random, project: dict[str, Any]) -> None:
    step = rng.choice(project["steps"])
    step["holds"] = not step["holds"]


def _other_argument(rng: random.Random, project: dict[str, Any]) -> None:
    step = _pick(rng, project, lambda s: len(s["atom"]) > 1)
    step["atom"][rng.randrange(1, len(step["atom"]))] = "103G.2241/9/z"


def _other_rule(rng: random.Random, project: dict[str, Any]) -> None:
    step = _pick(rng, project, lambda s: s["rule"])
    step["rule"] = _pick(rng, project, lambda s: s["rule"] and s["atom"][0] != step["atom"][0])["rule"]


def _no_rule(rng: random.Random, project: dict[str, Any]) -> None:
    _pick(rng, project, lambda s: s["rule"])["rule"] = None


def _other_binding(rng: random.Random, project: dict[str, Any]) -> None:
    step = _pick(rng, project, lambda s: s["with"])
    step["with"][rng.choice(sorted(step["with"]))] = "nothing"


def _less_ways(rng: random.Random, project: dict[str, Any]) -> None:
    step = _pick(rng, project, lambda s: s["ways"])
    gone = rng.choice(step["ways"])["rule"]
    step["ways"] = [way for way in step["ways"] if way["rule"] != gone]


def _another_end(rng: random.Random, project: dict[str, Any]) -> None:
    way = rng.choice(_pick(rng, project, lambda s: any(w["at"] for w in s["ways"]))["ways"])
    way["at"] = way["at"] - 1 if way["at"] else way["at"] + 1


def _less_because(rng: random.Random, project: dict[str, Any]) -> None:
    step = _pick(rng, project, lambda s: s["because"])
    step["because"].pop(rng.randrange(len(step["because"])))


def _more_because(rng: random.Random, project: dict[str, Any]) -> None:
    step = rng.choice(project["steps"])
    step["because"].append(_pick(rng, project, lambda s: s["address"] not in step["because"])["address"])


def _gone(rng: random.Random, project: dict[str, Any]) -> None:
    project["steps"].remove(_pick(rng, project, lambda s: s["atom"][0] in ("qualifies", "met", "limits", "stops")))


def _other_line(rng: random.Random, project: dict[str, Any]) -> None:
    fact = rng.choice(_pick(rng, project, lambda s: any(f["line"] for f in s["facts"]))["facts"])
    fact["line"] = 10_000


def _other_margin(rng: random.Random, project: dict[str, Any]) -> None:
    margin = _pick(rng, project, lambda s: s["margin"] and s["margin"]["unit"] != "days")["margin"]
    margin[rng.choice(("value", "limit", "by"))] = "77,777"


def _other_act(rng: random.Random, project: dict[str, Any]) -> None:
    _pick(rng, project, lambda s: s["act"])["act"] = "1066c1"


def _other_way(rng: random.Random, project: dict[str, Any]) -> None:
    way = rng.choice(_pick(rng, project, lambda s: any(w["because"] for w in s["ways"]))["ways"])
    way["because"] = rng.choice(project["steps"])["address"] if way["because"] is None else None


TAMPERINGS = (
    _flip, _other_argument, _other_rule, _no_rule, _other_binding, _less_ways, _another_end, _less_because, _more_because,
    _gone, _other_line, _other_margin, _other_act, _other_way,
)  # fmt: skip


def test_tampering_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The facts stay, only the explanation changes: what the checker computes of them it may keep."""
    worlds: dict[str, checker.World] = {}
    made = checker.World

    def kept(rules: dict[str, Any], lines: list[str], more: list[tuple[Any, ...]]) -> checker.World:
        if str(more) not in worlds:
            worlds[str(more)] = made(rules, lines, more)
        return worlds[str(more)]

    monkeypatch.setattr(checker, "World", kept)
    rng = random.Random(34)
    reading = lexempt.load(str(ROOT / "cases" / "demo" / "field-lane-and-turnout.case"))
    (project,) = document(reading, "full")["projects"]
    assert complaints(reading, project) == []
    rejected: Counter[str] = Counter()
    while rejected.total() < 200:
        changed = copy.deepcopy(project)
        tamper = TAMPERINGS[rejected.total() % len(TAMPERINGS)]
        tamper(rng, changed)
        if changed != project:
            assert complaints(reading, changed), (tamper.__name__, rejected)
            rejected[tamper.__name__] += 1


def test_the_checker_is_short() -> None:
    """What is to be believed without the product has to be read in one go."""
    assert len((ROOT / "tests/explaining/checker.py").read_text("utf-8").splitlines()) <= 200
