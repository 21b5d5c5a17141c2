"""What `explain --provision` tells of a provision that exempts nothing: what it does to the project, or that it does nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.explaining.documents import ORIGIN, complaints
from tests.explaining.test_explain import HEAD, fill
from tests.explaining.test_explain import complaints as against

import lexempt
from lexempt.explaining.explain import Wanted, explain_cases
from lexempt.explanation import LEVELS, Bearing, ProjectExplanation
from lexempt.law.rules import load_rules
from lexempt.rendering.explanation_json import render_explanation_json, schema_text
from lexempt.rendering.explanation_lines import lines_of
from lexempt.solving.options import CheckOptions

TWO = HEAD + fill("i1", "4,000 sqft", "2") + fill("i2", "90 sqft", "3")
FEN = HEAD + "  calcareous fen: {}\n" + fill("i1", "4,000 sqft", "2")


def asked(text: str, provision: str, level: Any = "normal", **options: Any) -> ProjectExplanation:
    """The explanation of what a provision does; the independent checker accepts it, and text and JSON have the same steps."""
    reading = lexempt.loads(text)
    found = explain_cases([reading], CheckOptions(**options), level, Wanted(provision=provision))
    (project,) = found.projects
    written = json.loads(render_explanation_json(found, ORIGIN, load_rules().digest))
    schema = json.loads(schema_text())
    assert against(written, schema, schema) == []
    assert complaints(reading, written["projects"][0], **options) == []
    told = {address for line in lines_of(project) for address in line.steps}
    assert told == {step["address"] for step in written["projects"][0]["steps"]}
    return project


def one(project: ProjectExplanation, provision: str) -> Bearing:
    (found,) = (b for b in project.bearings if b.provision == provision)
    return found


def sentences(project: ProjectExplanation, found: Bearing) -> list[str]:
    steps = {step.address: step for step in project.steps}
    return [steps[why.step].sentence for why in found.why]


def lines(project: ProjectExplanation) -> list[str]:
    return [line.text for line in lines_of(project)]


@pytest.mark.parametrize("level", LEVELS)
def test_what_may_not_be_used_together(level: Any) -> None:
    """4,000 of type 2 is within 9(a)(2), 90 of type 3 within 9(a)(4); 9(e) bars using both on a project."""
    project = asked(TWO, "103G.2241/9/e", level)
    found = one(project, "103G.2241/9/e")
    assert found.bears == "always"
    assert found.said == ("i1 and i2 each qualify, but not together (103G.2241/9/e)",)
    assert sentences(project, found) == ["103G.2241/9/e keeps 103G.2241/9/a/2 and 103G.2241/9/a/4 apart."]
    assert "subd. 9(e) bears on p:" in lines(project)


def test_it_may_depend_on_a_fact() -> None:
    """Of type 2 the second impact is within 9(a)(2) as the first is (4,090 of 5,000): only of type 3 is there a second amount."""
    project = asked(TWO.replace("type: 3", "type: 2 or 3"), "103G.2241/9/e")
    found = one(project, "103G.2241/9/e")
    assert found.bears == "sometimes" and found.said == ()
    assert len(found.why) == 2
    assert {"subd. 9(e) may bear on p:", "With type of i2 3:"} <= set(lines(project))


def test_nothing_to_keep_apart() -> None:
    """De minimis alone is used, so 9(g), on de minimis beside other exemptions, and with one impact 9(e), have no object."""
    for text, provision in ((TWO, "103G.2241/9/g"), (HEAD + fill("i1", "4,000 sqft"), "103G.2241/9/e")):
        found = one(asked(text, provision), provision)
        assert found.bears == "never" and found.why == ()
        (said,) = found.said
        assert said.startswith("Impacts of p qualify under 103G.2241/9/a/2") and "no two clauses" in said


@pytest.mark.parametrize(
    ("fen", "bears", "said"),
    [
        ("yes", "always", ["i1 is prohibited by 103G.223, exempt or not."]),
        ("no", "never", ["i1 is not prohibited by 103G.223."]),
        ("unknown", "sometimes", ["i1 is prohibited by 103G.223, exempt or not.", "i1 is not prohibited by 103G.223."]),
    ],
)
def test_a_bar(fen: str, bears: str, said: list[str]) -> None:
    project = asked(FEN.format(fen), "103G.223")
    found = one(project, "103G.223")
    assert (found.bears, sentences(project, found)) == (bears, said)
    steps = {step.address: step for step in project.steps}
    assert all("w.calcareous_fen" in [fact.fact for fact in steps[why.step].facts] for why in found.why)


def test_a_duty_goes_with_an_exemption() -> None:
    """11(a) binds whoever works under an exemption: nobody does where nothing qualifies (900 of type 3 is over 9(a)(4))."""
    breached = HEAD + fill("i1", "4,000 sqft") + "  erosion controlled: no\n"
    for text, said in (
        (HEAD + fill("i1", "4,000 sqft"), "The duty of 103G.2241/11/a/1 is met at i1."),
        (breached, "The duty of 103G.2241/11/a/1 is breached at i1."),
    ):
        project = asked(text, "103G.2241/11/a/1")
        found = one(project, "103G.2241/11/a/1")
        assert (found.bears, sentences(project, found)) == ("always", [said])
    project = asked(HEAD + fill("i1", "900 sqft", "3"), "103G.2241/11/a/1")
    assert one(project, "103G.2241/11/a/1").bears == "never"


def test_a_limit_that_stops_or_is_kept() -> None:
    """Of 10,000 that one of two owners has, 5 percent is 500, more than 400: 600 are over 9(f)(2), 450 are within it."""
    shared = HEAD + "owner a\nowner b\nportion h of a in w\n  area: 10,000 sqft\nportion k of b in w\n  area: 290,000 sqft\n"
    for area, bears, words in (("600 sqft", "always", "more than the greatest"), ("450 sqft", "never", "stays within")):
        project = asked(shared + fill("i1", area).replace("in w", "in h"), "103G.2241/9/f")
        found = one(project, "103G.2241/9/f")
        assert found.bears == bears
        assert all(words in sentence for sentence in sentences(project, found)), sentences(project, found)
    local = asked(HEAD + "  local amount: 3,999 sqft\n" + fill("i1", "4,000 sqft"), "103G.2241/9/i")
    found = one(local, "103G.2241/9/i")
    assert found.bears == "always"
    assert "more than the stricter local amount" in sentences(local, found)[0]


def test_what_follows_and_what_was_not_seen_and_what_is_not_modelled() -> None:
    project = asked(HEAD + fill("i1", "900 sqft", "3"), "103G.222/1/f")
    assert one(project, "103G.222/1/f").bears == "always"
    assert "2 times" in sentences(project, one(project, "103G.222/1/f"))[0]
    # What the law of 1997 said here has not been seen.
    early = asked(TWO.replace("2018-06-01", "1997-06-01"), "103G.2241/9/e")
    assert one(early, "103G.2241/9/e").bears == "sometimes"
    (said,) = one(asked(TWO, "103G.2241/11/c"), "103G.2241/11/c").said
    assert said.startswith("Not modelled: ")


def test_clauses_have_none() -> None:
    """A provision with exemptions at or below it is told by them."""
    assert asked(TWO, "103G.2241/9/a").bearings == ()
    assert asked(TWO, "103G.2241/1").bearings == ()  # its first clause has two wordings, each an exemption
    assert [b.provision for b in asked(TWO, "103G.2241/9").bearings] == [
        f"103G.2241/9/{part}" for part in ("e", "f", "f/1", "f/2", "f/3", "g", "h", "i")
    ]
