"""What testers who had not seen the code found wrong about amendments, each with the right answer and the reason for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.product.calls import lexempt

from lexempt.solving import manyfold

CASE = (
    "project p\n  county: {county}\n  work: {work}\n  assume: ordinary\n"
    "wetland w\n  size: 800,000 sqft\n{wetland}impact i in w\n{impact}"
)


def case(impact: str, wetland: str = "", county: str = "Otter Tail", work: str = "2018-06-01") -> str:
    lines = ["".join(f"  {line.strip()}\n" for line in filter(None, facts.split(";"))) for facts in (wetland, impact)]
    return CASE.format(county=county, work=work, wetland=lines[0], impact=lines[1])


class Desk:
    """A folder with bills and cases, and what the command says of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def bill(self, name: str, *lines: str, against: str = "2018-08-01") -> str:
        text = f"bill {name.upper()}\n  drafted against: {against}\n" + "".join(f"{line}\n" for line in lines)
        (self.folder / f"{name}.amend").write_text(text)
        return f"{name}.amend"

    def says(self, *arguments: str, code: int = 0) -> str:
        done = lexempt(*arguments, cwd=self.folder)
        assert done.returncode == code, done.stderr
        return " ".join((done.stdout + done.stderr).decode().split())

    def found(self, *arguments: str) -> Any:
        done = lexempt(*arguments, "--format", "json", cwd=self.folder)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def plan(self, text: str, *bills: str, on: str | None = None) -> str:
        (self.folder / "p.case").write_text(text)
        more = [word for bill in bills for word in ("--amend", bill)] + (["--on", on] if on else [])
        found = self.found("check", "p.case", *more)["projects"][0]
        return str(found["as_last_seen"] or found["replacement_plan"])

    def search(self, bill: str, *more: str) -> Any:
        return self.found("diff", "law", bill, "--quick", *(more or ("--impacts", "1")))["search"]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


RAISE = ("amend 9(a)(4)", "  amount: strike 100 sqft, insert 400 sqft")
TURNOUT = case("activity: fill; type: 3; area: 300 sqft")


# --- what stands together


def test_what_is_repealed_is_not_amended_by_a_later_bill(desk: Desk) -> None:
    """There are no words left to amend, in either order; and everything says so."""
    gone, more = desk.bill("gone", "repeal 9(a)(4)"), desk.bill("more", *RAISE)
    for order in ((gone, more), (more, gone)):
        assert desk.plan(TURNOUT, *order) == "required"
        said = desk.says("check", "p.case", *(w for b in order for w in ("--amend", b)))
        assert "what GONE repeals stays repealed in either order" in said and "MORE is taken" not in said
        told = desk.found("interact", *order, "--no-search")
        assert [c["prevails"] for c in told["clashes"]] == ["GONE"]
        (amount,) = [r for r in told["side_by_side"] if r["line"] == "amount"] or [{"bucket": "MORE, and not together"}]
        assert amount["bucket"] == "MORE, and not together"


def test_a_paragraph_is_repealed_and_another_bill_adds_to_it(desk: Desk) -> None:
    lines = ("activity: drain or fill", "amount: 1,000 sqft per project", "if: shoreland zone is outside", "if: wetland type is 7")
    add = desk.bill("add", "add provision 103G.2241/9/d/3 after 103G.2241/9/d/2", *(f"  {line}" for line in lines))
    gone = desk.bill("gone", "repeal 9(d)", "  references: leave")
    for order in ((add, gone), (gone, add)):
        told = desk.found("interact", *order, "--no-search")
        (textual,) = [c for c in told["conflicts"] if c["kind"] == "textual"]
        assert "103G.2241/9/d/3" in textual["provisions"] and "what ADD adds stands in either order" in textual["what"]
        assert desk.plan(case("activity: fill; type: 7; area: 900 sqft", county="Hennepin"), *order) == "not_required"


def test_one_number_for_two_is_nobodys(desk: Desk) -> None:
    two = [desk.bill(n, f"renumber 9({n}) as 103G.2241/9/k", "  references: move") for n in ("b", "c")]
    (clash,) = desk.found("interact", *two, "--no-search")["clashes"]
    assert clash["prevails"] is None
    assert "both would bear it" in desk.says("interact", *two, "--no-search")


def test_order_is_looked_for_over_cases_only(desk: Desk) -> None:
    more, most = desk.bill("more", *RAISE), desk.bill("most", RAISE[0], RAISE[1].replace("400", "500"))
    assert "order" not in desk.found("interact", more, most, "--no-search")["conflicts_looked_for"]
    (desk.folder / "a.case").write_text(case("activity: fill; type: 3; area: 450 sqft"))
    told = desk.found("interact", more, most, "--no-search", "--cases", "a.case")
    assert "order" in told["conflicts_looked_for"] and "order" in {c["kind"] for c in told["conflicts"]}


def test_one_makes_a_plan_required_and_the_other_undoes_that(desk: Desk) -> None:
    """Type 8 struck from 9(a)(4) needs a plan; put on the list of 9(a)(3) it needs none, where less than half remains."""
    struck = desk.bill("struck", "amend 9(a)(4)", "  wetland type: strike 8")
    listed = desk.bill("listed", "amend 9(a)(3)", "  wetland type: insert 8")
    told = desk.found("interact", struck, listed, "--impacts", "1")
    kinds = {w["kind"]: w["answers"] for w in told["searches"][0]["witnesses"]}
    assert kinds["relieved"][:2] == ["not_required", "required"] and kinds["relieved"][3] == "not_required"
    assert "cancelling" in {c["kind"] for c in told["conflicts"]}


def test_what_was_asked_is_named_and_its_other_choices_are_tried(desk: Desk) -> None:
    two = (desk.bill("more", *RAISE), desk.bill("free", "repeal 9(e)"))
    asked = ("--reading", "zone_tested=whole_project", "--owners", "1")
    said = desk.says("interact", *two, *asked)
    assert "As asked: " in said and "zone_tested = whole_project" in said.split("As asked: ")[1].split(".")[0]
    readings = desk.found("interact", *two, *asked)["searches"][0]["readings"]
    assert {"zone_tested": "each_impact"} in [r["choice"] for r in readings]


def test_an_expired_bill_is_said_to_be_expired(desk: Desk) -> None:
    old = desk.bill("old", "  expires: 2020-01-01", "repeal 9(e)")
    more = desk.bill("more", *RAISE)
    said = desk.says("interact", old, more, "--no-search", "--on", "2025-01-01")
    assert "Note: OLD expires on 2020-01-01; it is not applied on 2025-01-01." in said
    assert "OLD expires on 2020-01-01" in desk.says("diff", "law", old, "--on", "2025-01-01", "--quick", "--impacts", "1")


def test_times_multiplies_what_stood_where_it_was_drafted(desk: Desk) -> None:
    """Half of 100 is 50; in 1997 400 stood there: the answer is by 50, and is said to be."""
    half = desk.bill("half", "amend 9(a)(4)", "  amount: times 1/2")
    text = case("activity: fill; type: 3; area: 150 sqft", work="1997-06-01")
    assert desk.plan(text, half, on="1996-08-01") == "required"
    said = desk.says("check", "p.case", "--amend", half, "--on", "1996-08-01")
    assert "amount is 50 sqft, as worked out in the law it was drafted against; in this one it would be 200 sqft" in said


def test_a_transition_rule_has_no_row(desk: Desk) -> None:
    bill = desk.bill("later", "  effective: 2026-08-01", "  applies to: applications on or after 2026-08-01", *RAISE)
    said = desk.says("amend", "enact", bill, "--act", "2026c12")
    assert "% It applies to applications on or after 2026-08-01 only." in said


# --- definitions


def test_a_percentage_of_a_definition(desk: Desk) -> None:
    """Four fifths become three quarters: where 75 to 79 percent remain, and the land is wetland or public enough, 10,000 sq ft are
    exempt and not 5,000 (2,500 in the eleven counties); and 222, subd. 1(g) lets one acre replace one."""
    bill = desk.bill("three", "amend 103G.005/10b", "  at least: strike 80 percent, insert 75 percent")
    found = desk.search(bill)
    assert found["direction"] == "only widens the exemption"
    (widens,) = [w for w in found["witnesses"] if w["kind"] == "widens"]
    assert "intact: 75 percent" in widens["case"] and widens["impacts"][0]["after"] == ["103G.2241/9/a/1"]
    ranges = [{c["attribute"]: c["is"] for c in r["conditions"]} for r in found["regions"]["found"]]
    assert all(r["intact"] == "presettlement wetland intact: 75 to 79 percent" for r in ranges)
    assert {r["area"] for r in ranges} == {"area: 5,001 to 10,000 sqft", "area: 2,501 to 10,000 sqft"}
    (ratio,) = desk.found("diff", "law", bill, "--provision", "103G.222")["effects"]["different"]
    assert ratio["provision"] == "103G.222/1/g" and "by 1 times" in str(ratio["after"])
    beside = desk.found("diff", "law", bill, "--quick", "--impacts", "1")
    assert {"103G.2241/9/a/1", "103G.222/1/g", "103G.222/3/a"} <= set(beside["referring"])


def test_years_of_a_definition(desk: Desk) -> None:
    """14a: six of ten years of grazing or rotation; with nine asked, six make no pasture."""
    bill = desk.bill("nine", "amend 103G.005/14a", "  years needed: strike 6, insert 9")
    (narrows,) = [w for w in desk.search(bill)["witnesses"] if w["kind"] == "narrows"]
    assert narrows["impacts"][0]["before"] == ["103G.2241/1/2"] and "land use" in narrows["case"]


def test_distances_are_out_of_reach_and_said_to_be(desk: Desk) -> None:
    bill = desk.bill("near", "amend 103G.005/15f/1/i", "  distance: strike 1,000 feet, insert 500 feet")
    found = desk.search(bill)
    assert {"provision": "103G.005/15f/1/i", "attribute": "distance"} in found["bounds"]["out_of_reach"]
    said = desk.says("interact", bill, desk.bill("more", *RAISE), "--impacts", "1")
    assert "not all tried" in said and "Out of reach: § 103G.005, subd. 15f(1)(i)" in said


def test_a_definition_that_is_asked_for_cannot_be_repealed(desk: Desk) -> None:
    """1(2) is about pasture, which 14a defines: without it nothing would say what that is. With 1(2) gone too nobody asks."""
    alone = desk.bill("alone", "repeal 103G.005/14a")
    said = desk.says("amend", "check", alone, code=3)
    assert "E215" in said and "103G.2241/1/2" in said and "defines what other provisions ask for" in said
    assert "  fits" not in said
    both = desk.bill("both", "repeal 103G.005/14a", "repeal 103G.2241/1/2")
    assert "E215" not in desk.says("amend", "check", both)


def test_places_are_those_of_impacts_that_need_an_exemption(desk: Desk) -> None:
    """9(e) keeps any two amounts apart, so that a larger amount in the zone and a larger cap do nothing across zones: an impact
    that is not regulated does not make a second zone."""
    two = (
        desk.bill("zone", "amend 9(b)(1)", "  amount: strike 400 sqft, insert 1,500 sqft"),
        desk.bill("cap", "amend 9(f)(3)", "  amount: strike 400 sqft, insert 4,000 sqft"),
    )
    (search,) = desk.found("interact", *two, "--owners", "1", "--wetlands", "1")["searches"]
    kinds = {w["kind"] for w in search["witnesses"]}
    assert "only together widens, shoreland zone: all protection zone" in kinds
    assert "only together widens, shoreland zone: several" not in kinds


def test_what_rules_ask_for_beside_a_provision_is_said_to_be_out_of_reach(desk: Desk) -> None:
    """9(b): a larger increase, for what is granted in an isolated wetland; 222, subd. 1(a): excavation of type 3 where it is flooded.
    Neither is a condition of a clause, and neither is tried beside what the change reads."""
    for lines, missing in (
        (("amend 103G.2241/9/b", "  increase: strike 1,000 sqft, insert 2,000 sqft"), "increase granted to"),
        (("amend 103G.222/1/a", "  excavated type: strike 3"), "flooding"),
    ):
        found = desk.search(desk.bill("x", *lines))
        tried = set(found["bounds"]["attributes"]) | {o["attribute"] for o in found["bounds"]["out_of_reach"]}
        assert missing in tried


# --- regions


def test_a_county_put_on_a_list(desk: Desk) -> None:
    bill = desk.bill("swap", "amend 103G.2241/9/d", "  county: strike Chisago, insert Douglas")
    regions = desk.search(bill)["regions"]["found"]
    said = [c["is"] for r in regions for c in r["conditions"] if c["attribute"] == "county"]
    assert said and all("taken off the list" in words or "put on the list" in words for words in said)
    for county in ("Anoka", "Carver"):  # on the list before and after
        text = case("activity: fill; type: 1; area: 2,501 sqft", county=county)
        assert desk.plan(text) == desk.plan(text, bill) == "required"


def test_regions_of_several_areas_are_said_to_be_samples(desk: Desk) -> None:
    """Five percent of the portion become one: how much of an earlier loss that leaves room for depends on the size."""
    bill = desk.bill("one", "amend 103G.2241/9/f/2", "  share: strike 5 percent, insert 1 percent")
    regions = desk.search(bill)["regions"]["found"]
    assert any(r["sampled"] for r in regions)
    assert "at the areas tried" in desk.says("diff", "law", bill, "--quick", "--impacts", "1")
    alone = desk.search(desk.bill("more", *RAISE))["regions"]["found"]
    assert alone and not any(r["sampled"] for r in alone)


def test_that_no_region_is_told_is_said(desk: Desk) -> None:
    said = desk.says("diff", "law", desk.bill("five", "amend 1(1)", "  years needed: strike 6, insert 5"), "--quick", "--impacts", "1")
    assert "are not told: they are too many" in said


# --- searches that failed


def test_a_clause_that_counts_other_years_is_not_dead(desk: Desk) -> None:
    for name, lines in (
        ("late", ("amend 1(1)", "  before year: strike 1991, insert 2001")),
        ("dozen", ("amend 103G.2241/2/e", "  of the last: strike 10, insert 14", "  years needed: strike 8, insert 12")),
    ):
        told = desk.found("law", "lint", "--kind", "dead", "--amend", desk.bill(name, *lines))
        assert told["added"] == []


@pytest.mark.parametrize("lines", [("amend 1(1)", "  years needed: strike 6, insert 5"), ("repeal 7(2)",)])
def test_the_wide_search_answers(desk: Desk, lines: tuple[str, ...]) -> None:
    assert desk.found("diff", "law", desk.bill("x", *lines), "--impacts", "2")["search"]["bounds"]["widened"]


def test_a_stricter_local_scheme_needs_an_amount(desk: Desk) -> None:
    """Without 9(i) no local amount stands before that of the law: it only widens, by default."""
    found = desk.search(desk.bill("local", "repeal 9(i)"))
    assert found["direction"] == "only widens the exemption" and "local amount" in found["witnesses"][0]["case"]


def test_a_search_that_takes_too_long_for_the_smallest_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.properties.test_amended_agreement import fitted
    from tests.unit.test_sceptic import FREE, against_base

    monkeypatch.setattr(manyfold, "_PATIENCE", -1.0)
    found = against_base((fitted(FREE),))
    assert found.witnesses and found.witnesses[0].answers == ("required", "not_required")
    monkeypatch.undo()
    assert against_base((fitted(FREE),)).witnesses[0].least


# --- verdicts


def test_a_combination_with_a_cause_that_no_clause_names(desk: Desk) -> None:
    """5(4): any combination of clauses (1) to (3); with (2) repealed none of them names a culvert."""
    bill = desk.bill("culvert", "repeal 103G.2241/5/2")
    causes = "origin: incidental; created or enlarged by: {}"
    both = case("activity: fill; type: 3; area: 5,000 sqft", causes.format("beaver dam, blocked culvert"))
    others = case("activity: fill; type: 3; area: 5,000 sqft", causes.format("beaver dam, other purpose"))
    assert (desk.plan(both), desk.plan(both, bill)) == ("not_required", "required")
    assert (desk.plan(others), desk.plan(others, bill)) == ("not_required", "not_required")


def test_cedar_in_the_zone_where_no_clause_names_it(desk: Desk) -> None:
    """9(b)(2) names white cedar and tamarack; with it repealed they are of their type, and (b)(1) has 400 for type 2."""
    bill = desk.bill("cedar", "repeal 103G.2241/9/b/2", "  references: leave")
    text = case("activity: fill; type: 2; white cedar or tamarack: yes; shoreland zone: protection zone; area: 300 sqft")
    assert (desk.plan(text), desk.plan(text, bill)) == ("required", "not_required")


def test_clauses_of_a_day_not_seen_are_those_last_seen(desk: Desk) -> None:
    """Seven years of 2010 to 2017 suffice with the bill; 9(a)(1) has nothing to do with it: 10,000 are exceeded."""
    bill = desk.bill("seven", "amend 103G.2241/2/e", "  years needed: strike 8, insert 7")
    found = desk.search(bill, "--impacts", "1", "--on", "2024-08-01")
    (widens,) = [w for w in found["witnesses"] if w["kind"] == "widens"]
    assert widens["impacts"][0]["before"] == [] and widens["impacts"][0]["after"] == ["103G.2241/2/e/1"]
