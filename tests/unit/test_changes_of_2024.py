"""The sceptic's test (b): of 103G.2241, what is known to have changed on 2024-08-01, and what turns on what is not.

Of Laws 2024, chapter 90, article 3 the front of subdivision 1 has been seen, up to clause (4), and nothing after it (the notes on the
history of the law, table b, and the text restated from it). So it is known that the cropping test of clause (1) gave way to
labels of certified NRCS determinations; that clause (2), on pasture, is gone; and that (3) to (5) stand as (2) to (4), the last
of them about impacts that result from aquaculture instead of activities of aquaculture, which exempts the same impacts. Not seen
are clauses (6) and (7), subdivisions 2 to 7, 10 and 11, and of subdivision 9 neither the amounts nor the limits.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import lexempt

import lexempt as api
from lexempt.amending.difference import ProjectDifference, compare
from lexempt.amending.load import number
from lexempt.amending.standing import Standing, standing_on
from lexempt.amending.versions import known_and_unseen, renumbered
from lexempt.law.program import load_law, within
from lexempt.result import ProjectResult

BEFORE, AFTER, EFFECTIVE = date(2018, 6, 1), date(2024, 12, 1), date(2024, 8, 1)
S = "103G.2241/"
CROPS, LABELS, PASTURE = S + "1/1", S + "1/1@2024c90", S + "1/2"
SEEN_AGAIN = {S + "1/3", S + "1/4", S + "1/5"}


def case(ground: str = "", impact: str = "", kind: int = 3, area: str = "20,000", activity: str = "fill") -> str:
    """An impact in a wetland of one owner of which 5 percent are 40,000 sq ft, where 50 to 80 percent of the wetlands remain."""
    return (
        "project p\n  county: Otter Tail\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 800,000 sqft\n"
        + "".join(f"  {line}\n" for line in filter(None, ground.split("; ")))
        + f"impact i in w\n  activity: {activity}\n  type: {kind}\n  area: {area} sqft\n"
        + "".join(f"  {line}\n" for line in filter(None, impact.split("; ")))
    )


def answers(text: str) -> tuple[ProjectResult, ProjectResult]:
    read = api.loads(text)
    assert not [d for d in api.check(read, on=BEFORE).diagnostics if d.severity == "error"]
    before, after = (api.check(read, on=day).projects[0] for day in (BEFORE, AFTER))
    return before, after


def difference(text: str) -> ProjectDifference | None:
    """What `diff --cases` says of it."""
    before, after = answers(text)
    found = compare([before], [after], unseen_since=EFFECTIVE).different
    return found[0] if found else None


# --- which changes are known


def laws() -> tuple[Standing, Standing]:
    return standing_on(number(BEFORE)), standing_on(number(AFTER))


def test_what_is_known_what_is_not_and_what_only_moved_up() -> None:
    one, other = laws()
    known, unseen = known_and_unseen(one, other)
    assert {p for p in known if within(p, "103G.2241")} == {CROPS, LABELS, PASTURE}
    exemptions = {p for p in load_law().exemptions if within(p, "103G.2241")}
    limits = {S + f"9/{paragraph}" for paragraph in "efghi"}
    assert (exemptions | limits) - set(unseen) == {CROPS, LABELS, PASTURE, *SEEN_AGAIN}
    assert all(within(p, "103G.2241") for p in unseen) and not set(unseen) & SEEN_AGAIN
    # The new clause (1) has the number of the old one; it is not renumbered, it is new.
    assert renumbered(one, other) == tuple((S + f"1/{n}", S + f"1/{n - 1}") for n in (3, 4, 5))


# --- each known change has a witness, and nothing else has one


def test_the_search_finds_the_known_changes_and_nothing_else() -> None:
    """The crop test that is gone has a project with six years of crops, in the ten before 1991."""
    done = lexempt("diff", BEFORE.isoformat(), AFTER.isoformat(), "--impacts", "1", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["search"]
    witnesses = {w["kind"]: w for w in found["witnesses"]}
    assert set(witnesses) == {"widens", "narrows", f"gains {LABELS}", f"loses {CROPS}", f"loses {PASTURE}"}
    assert found["not_reached"] == [] and CROPS not in {o["provision"] for o in found["bounds"]["out_of_reach"]}
    assert "land use 1985 to 1990: annual crop" in witnesses[f"loses {CROPS}"]["case"]
    assert set(found["not_seen"]) == set(known_and_unseen(*laws())[1])
    gain, loss = witnesses[f"gains {LABELS}"]["case"], witnesses[f"loses {PASTURE}"]["case"]
    assert "final and certified: yes" in gain
    converted = "label: prior converted cropland" in gain and "agricultural land: yes" in gain
    assert converted or "authorized by NRCS: yes" in gain
    assert "agricultural pasture land: yes" in loss and "stays pasture: yes" in loss
    for witness in witnesses.values():
        before, after = answers(witness["case"])
        assert (before.replacement_plan, after.as_last_seen or after.replacement_plan) == (
            witness["before"],
            witness["after"],
        )
        clauses = [tuple(witness["impacts"][0][side]) for side in ("before", "after")]
        assert before.impacts[0].qualifies == clauses[0]
        assert set(after.impacts[0].qualifies) <= set(clauses[1])  # of an unseen clause it may, at most


SIX = "land use 1985 to 1990: annual crop"
PASTURED = "agricultural pasture land: yes; stays pasture: yes"
CERTIFIED = "NRCS determination final and certified: yes"
CONVERTED = f"agricultural land: yes; NRCS label: prior converted cropland; {CERTIFIED}"


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        # Six of the ten years before 1991 were enough; five never were.
        (case(SIX), CROPS, None),
        (case("land use 1986 to 1990: annual crop"), None, None),
        (case(PASTURED, kind=1), PASTURE, None),
        (case(CONVERTED), None, LABELS),
        (case(f"NRCS label: wetland; {CERTIFIED}", "drainage maintenance authorized by NRCS: yes"), None, LABELS),
        # Not certified; prior-converted, but not on agricultural land; another label, and no authorized maintenance.
        (case("agricultural land: yes; NRCS label: prior converted cropland"), None, None),
        (case(f"NRCS label: prior converted cropland; {CERTIFIED}"), None, None),
        (case(f"agricultural land: yes; NRCS label: farmed wetland; {CERTIFIED}"), None, None),
    ],
)
def test_a_witness_of_each_known_change_and_its_neighbours(text: str, before: str | None, after: str | None) -> None:
    one, other = answers(text)
    assert one.impacts[0].qualifies == ((before,) if before else ())
    assert other.impacts[0].qualifies == ((after,) if after else ())
    assert one.replacement_plan == ("not_required" if before else "required")
    assert (other.as_last_seen or other.replacement_plan) == ("not_required" if after else "required")
    found = difference(text)
    if before == after:
        assert found is None or found.kinds == ("turns on words not seen",)
    else:
        assert found is not None
        assert found.kinds[0] == ("no plan required any more" if after else "plan required now")
        assert (found.gained, found.lost) == ((("i", after),) if after else (), (("i", before),) if before else ())
        assert (found.up, found.down) == (bool(after), bool(before))


# --- what turns on words not seen

# Outside the shoreland zone 9(a)(4) reaches type 3. What it grants may be enough now whatever it was. Then 9(f) allows the
# greatest of that amount (1), 40,000 sq ft (2) and 400 (3): each of them that is enough may be what lets the impact stay within.
SMALL = {S + "9/a/4.amount", *(S + f"9/f{sub}.wording" for sub in ("", "/1", "/2", "/3"))}
LARGE = SMALL - {S + "9/f/3.wording"}
SETBACK = "shoreland zone: setback zone"
"""There 9(a) grants nothing, and (c) as last seen 20 sq ft, or 120 with its increase."""
ROTATED = "agricultural land: yes; land use 2008 to 2023: annual crop"
BUSTED = "agricultural land: yes; subject to swampbuster: yes; consistent with the board and NRCS memorandum: yes"


@pytest.mark.parametrize(
    ("text", "last_seen", "turns"),
    [
        (case(area="90"), "not_required", SMALL),
        (case(area="300"), "required", SMALL),
        (case(SIX), "required", LARGE),
        (case(ROTATED, SETBACK, activity="drain"), "not_required", {S + "2/e/1.wording"}),
        (case(BUSTED, f"undertaking: farming; {SETBACK}"), "not_required", {S + "1/7.wording"}),
        (case("", f"undertaking: wild rice; Corps section 404 permit: yes; {SETBACK}"), "not_required", {S + "1/6.wording"}),
    ],
)  # fmt: skip
def test_the_answer_says_on_which_words_it_turns(text: str, last_seen: str, turns: set[str]) -> None:
    before, after = answers(text)
    assert (after.replacement_plan, after.as_last_seen) == ("depends", last_seen)
    assert {value.fact for value in after.law_turns_on} == turns
    # Each way to settle it names words not seen, and no fact of the project.
    assert after.settles_plan.yes and all({v.fact for v in g} <= turns for g in after.settles_plan.yes)
    found = difference(text)
    assert found is not None and {value.fact for value in found.turns_on} == turns
    assert found.kinds[-1] == "turns on words not seen"
    assert found.down == (before.replacement_plan == "not_required" and last_seen == "required") and not found.up


def test_both_outcomes_of_an_amount_not_seen() -> None:
    """300 sq ft: an amount of 300 suffices; 100, which was not enough before, is not, nor is less."""
    after = answers(case(area="300"))[1]
    said = [
        {v.says for group in groups for v in group if v.fact.endswith(".amount")}
        for groups in (after.settles_plan.yes, after.settles_plan.no)
    ]
    assert said == [{"the amount of {T} is at least 300 sqft"}, {"the amount of {T} is less than 300 sqft"}]


@pytest.mark.parametrize(
    "text",
    [
        case(CONVERTED),  # by the new (1)
        case(CONVERTED, SETBACK),
        case("", "undertaking: farming; farming act: plowing; part of normal farming practices: yes"),  # by (2), once (3)
        case("", "undertaking: aquaculture; Corps section 404 permit: yes; conforms to permit: yes"),  # by (4), once (5)
        case(activity="excavate"),  # not in a flooded area: not regulated (103G.222, subd. 1(a))
    ],
)
def test_an_answer_by_words_that_were_seen_is_firm(text: str) -> None:
    after = answers(text)[1]
    assert (after.replacement_plan, after.as_last_seen, after.law_turns_on) == ("not_required", None, ())
    found = difference(text)
    assert found is None or (found.kinds == ("no plan required any more",) and found.turns_on == ())


def test_the_command_names_the_words(tmp_path: Path) -> None:
    (tmp_path / "crop.case").write_text(case(SIX))
    days = (BEFORE.isoformat(), AFTER.isoformat())
    told = lexempt("diff", *days, "--cases", "crop.case", cwd=tmp_path).stdout.decode()
    assert "plan required now, turns on words not seen\n" in told and "loses subd. 1(1) for i\n" in told
    assert "turns on the amount of subd. 9(a)(4) and the wording of subds. 9(f), 9(f)(1) and 9(f)(2)\n" in told
    found = json.loads(lexempt("diff", *days, "--cases", "crop.case", "--format", "json", cwd=tmp_path).stdout)
    assert set(found["different"][0]["law_turns_on"]) == LARGE
