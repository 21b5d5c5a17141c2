"""`options` on written cases: what is offered, in which words and order. Expectations are derived from the statute."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from lexempt import loads
from lexempt.advice import Move, OptionsResult
from lexempt.advising.apply import with_moves
from lexempt.advising.options import options_for
from lexempt.case import Reading
from lexempt.rendering.options_json import options_json
from lexempt.rendering.options_report import ROOM, move_words, option_words, options_markdown, options_text, outcome
from lexempt.rendering.report import Origin
from lexempt.solving.check import check_cases
from lexempt.solving.minimal import minimal_sets
from lexempt.solving.options import CheckOptions

HEAD = "project p1\n  county: {county}\n  work: {work}\n  assume: ordinary\nwetland w1\n  size: {size}\n"
ORIGIN = Origin("0", "lexempt options x.case")


def case(impacts: str, county: str = "Otter Tail", work: str = "2018-06-01", size: str = "300,000 sqft") -> Reading:
    reading = loads(HEAD.format(county=county, work=work, size=size) + impacts, "x.case")
    assert reading.case is not None, reading.diagnostics
    return reading


def fill(name: str, kind: str, area: str, *more: str) -> str:
    lines = ["activity: fill", f"type: {kind}", f"area: {area}", *more]
    return "\n".join([f"impact {name} in w1", *(f"  {line}" for line in lines)]) + "\n"


def advised(reading: Reading, most: int = 6, **options: Any) -> OptionsResult:
    return options_for([reading], CheckOptions(**options), most)


def offered(reading: Reading, most: int = 6, **options: Any) -> list[tuple[str, str]]:
    """Kind and words of every option, in order."""
    (advice,) = advised(reading, most, **options).advice
    return [(option.kind, option_words(option)) for option in advice.options]


def text(result: OptionsResult) -> str:
    return "\n".join(line.text for line in options_text(result, ORIGIN))


# Otter Tail is a 50 to 80 percent county: 9(a)(2) allows 5,000 sq ft of type 2, 9(a)(4) 100 of type 3; 9(e): not both.
TWO_TYPES = fill("lane_fill", "2", "4,000 sqft") + fill("turnout", "3", "80 sqft")


def test_the_newcomer_with_two_types() -> None:
    """The first screen names replacing the small one first, offers nothing else than it can, and the reading that helps."""
    result = advised(case(TWO_TYPES))
    screen = text(result).splitlines()[:24]
    assert [(option.kind, option_words(option)) for option in result.advice[0].options] == [
        ("as_designed", "Replace turnout (80 sqft) by 160 sqft, 2 for 1 (§ 103G.222, subd. 1(f))"),
        ("as_designed", "Replace lane_fill (4,000 sqft) by 8,000 sqft, 2 for 1 (§ 103G.222, subd. 1(f))"),
        ("change_design", "Leave out turnout (80 sqft)"),
        ("change_design", "Leave out lane_fill (4,000 sqft)"),
    ]
    first = next(line for line in screen if line.startswith("  1  "))
    assert first.startswith("  1  Replace turnout (80 sqft) ")
    said = " ".join(" ".join(screen).split())
    assert "Read with combining_amounts = each_paragraph" in said
    assert "nothing need be replaced or changed" in said


def test_what_is_prohibited_has_to_change_under_any_reading() -> None:
    """103G.223: a calcareous fen may not be filled, exempt or not, without a plan that the commissioner approves."""
    lines = [*HEAD.format(county="Otter Tail", work="2018-06-01", size="300,000 sqft").splitlines()]
    lines.append("  listed calcareous fen: yes")
    result = advised(loads("\n".join(lines) + "\n" + TWO_TYPES, "x.case"))
    said = " ".join(text(result).split())
    assert "The work is prohibited, exempt or not: Minn. Stat. § 103G.223." in said
    assert "nothing need be replaced." in said and "or changed" not in said
    # Either fill alone would be exempt; with the commissioner's finding it is not prohibited, and neither does without the other.
    assert any(
        o.kind == "seek_finding" and "Leave out turnout" in option_words(o) and "commissioner" in option_words(o)
        for o in result.advice[0].options
    )


def test_what_no_clause_exempts_comes_before_a_conflict_of_others() -> None:
    """Cass: pad (9(a)(1)) and pipe (6(a)(1)) would each be exempt, and 9(g) keeps them apart; the shed is exempt under neither."""
    utility = fill("pipe", "3", "0.3 acres", "undertaking: utility new") + fill("pad", "2", "900 sqft") + fill("shed", "3", "90 sqft")
    head = HEAD.format(county="Cass", work="2018-06-01", size="20 acres")
    reading = loads(head.replace("assume: ordinary", "assume: ordinary\n  avoided and minimized: yes") + utility, "x.case")
    # 6(a)(1) exempts the pipe and its 13,068 sq ft count toward 9(a)(4), which the shed then exceeds.
    said = " ".join(text(advised(reading)).split())
    assert "Because: no clause exempts shed." in said


def test_a_number_is_reduced_to_its_exact_bound() -> None:
    """9(a)(1) in Cass, over 80 percent: 10,000 sq ft."""
    assert offered(case(fill("lane", "2", "10,450 sqft"), county="Cass")) == [
        ("as_designed", "Replace lane (10,450 sqft) by 10,450 sqft, 1 for 1 (§ 103G.222, subd. 1(g))"),
        ("change_design", "Reduce lane from 10,450 sqft to at most 10,000 sqft"),
    ]


@pytest.mark.parametrize(
    ("county", "more", "said"),
    [
        ("Otter Tail", "", "by 12,000 sqft, 2 for 1 (§ 103G.222, subd. 1(f))"),
        ("Otter Tail", "  agricultural land: yes\n", "by 6,000 sqft, 1 for 1 (§ 103G.222, subd. 1(g))"),
        ("Otter Tail", "  agricultural land: unknown\n", ""),
        ("Cass", "  agricultural land: no\n", "by 6,000 sqft, 1 for 1 (§ 103G.222, subd. 1(g))"),
    ],
)
def test_by_how_much_is_replaced(county: str, more: str, said: str) -> None:
    """222.1(f): two for one; (g): one for one on agricultural land, or where more than 80 percent remains (Cass)."""
    found = offered(case(more + fill("lane", "3", "6,000 sqft"), county=county))
    assert found[0] == ("as_designed", f"Replace lane (6,000 sqft) {said}".strip())


def test_the_smaller_change_comes_first() -> None:
    """Two fills of one type are one total: 12,000 of 10,000. Reducing either by 2,000 will do, so will leaving one out."""
    found = offered(case(fill("lane", "2", "9,000 sqft") + fill("pad", "2", "3,000 sqft"), county="Cass"))
    assert [words for kind, words in found if kind == "change_design"] == [
        "Reduce lane from 9,000 sqft to at most 7,000 sqft",
        "Reduce pad from 3,000 sqft to at most 1,000 sqft",
        "Leave out pad (3,000 sqft)",
        "Leave out lane (9,000 sqft)",
    ]


def test_areas_that_share_a_bound_are_reduced_together() -> None:
    """Each alone is more than the amount: neither can make room by itself, short of leaving it out."""
    found = offered(case(fill("lane", "2", "10,000 sqft") + fill("pad", "2", "10,000 sqft"), county="Cass"))
    assert [words for kind, words in found if kind == "change_design"] == [
        "Leave out lane (10,000 sqft)",
        "Leave out pad (10,000 sqft)",
        "Reduce lane and pad from 20,000 sqft to at most 10,000 sqft together",
    ]


def test_a_limit_that_may_not_be_reached_is_named() -> None:
    """6(a)(1)(ii): less than half an acre, 21,780 sq ft."""
    more = ("undertaking: utility new",)
    reading = case(fill("pipe", "3", "30,000 sqft", *more))
    with_minimized = reading.case._replace(  # type: ignore[union-attr]
        statements=(*reading.case.statements, *loads(AVOIDED).case.statements)  # type: ignore[union-attr]
    )
    found = offered(Reading(with_minimized, (), ()))
    assert ("change_design", "Reduce pipe from 30,000 sqft to less than 21,780 sqft") in found


AVOIDED = (
    "project p1\n  county: Cass\n  work: 2018-06-01\n  avoided and minimized: yes\nwetland w1\n  size: 9 acres\n"
    "impact pipe in w1\n"
)


def test_a_finding_is_asked_of_the_body_that_decides_it() -> None:
    """1(4): approval by the conservation district after the panel's review."""
    found = offered(case(fill("basin", "3", "30,000 sqft", "undertaking: conservation practice")))
    assert (
        "seek_finding",
        "Ask the soil and water conservation district for approval of the practice at basin and ask the Technical Evaluation"
        " Panel for review of basin before the approval",
    ) in found


def test_a_grant_is_asked_for_no_larger_than_it_has_to_be() -> None:
    """9(b), flush paragraph: in the zone, over 80 percent, an isolated wetland's 400 sq ft may be increased to up to 1,000."""
    reading = loads(
        HEAD.format(county="Cass", work="2018-06-01", size="300,000 sqft") + "  isolated without surficial connection: yes\n"
        + fill("lane", "2", "800 sqft", "shoreland zone: protection zone"),
        "x.case",
    )  # fmt: skip
    asked = "Ask the local government unit for a larger de minimis amount for lane: at least 800 sqft"
    assert ("seek_finding", asked) in offered(reading)
    assert ("change_design", "Reduce lane from 800 sqft to at most 400 sqft") in offered(reading)


def test_what_a_body_has_found_is_not_asked_again() -> None:
    said = ("undertaking: conservation practice", "approved by the conservation district: no by swcd on 2018-05-01")
    found = offered(case(fill("basin", "3", "30,000 sqft", *said)))
    assert not any(kind == "seek_finding" for kind, _ in found)


def test_the_panel_is_asked_about_a_disputed_type() -> None:
    reading = case(
        "impact lane in w1\n  activity: fill\n  area: 4,000 sqft\n  type: 2 by consultant\n  type: 3 by lgu\n"
    )
    assert (
        "seek_finding",
        "Have the Technical Evaluation Panel decide type of lane (stated: 2 or 3): 2 would do",
    ) in offered(reading)


def test_an_unknown_fact_is_found_out() -> None:
    assert ("find_out", "Find out type of lane (Technical Evaluation Panel): 2 would do") in offered(
        case(fill("lane", "2 or 3", "4,000 sqft"))
    )


def test_a_change_that_needs_a_fact_to_turn_out_well() -> None:
    """9(a)(1): 10,000 of type 2 in Cass. If lane is of type 2, the two are 13,000; if it is of type 3 it is over 9(a)(4)."""
    reading = case(fill("lane", "2 or 3", "4,000 sqft") + fill("pad", "2", "9,000 sqft"), county="Cass")
    (advice,) = advised(reading).advice
    found = {option_words(o): [(f.title, f.value) for f in o.if_] for o in advice.options if o.kind == "change_design"}
    assert found["Reduce pad from 9,000 sqft to at most 6,000 sqft"] == [("type of lane", "2")]
    assert found["Leave out lane (4,000 sqft)"] == []
    words = [option_words(o) for o in advice.options if o.kind == "change_design"]
    assert words.index("Leave out lane (4,000 sqft)") < words.index("Reduce pad from 9,000 sqft to at most 6,000 sqft")
    assert "if type of lane is 2" in " ".join(text(advised(reading)).split())


def test_a_fen_is_not_settled_by_replacing() -> None:
    """103G.223 bars the work whatever exempts it: only another place, or the commissioner's plan, would do."""
    reading = loads(
        HEAD.format(county="Cass", work="2018-06-01", size="300,000 sqft") + "  listed calcareous fen: yes\n"
        + fill("lane", "2", "400 sqft"),
        "x.case",
    )  # fmt: skip
    found = offered(reading)
    assert [kind for kind, _ in found] == ["seek_finding"]
    assert found[0][1].startswith("Ask the commissioner of natural resources for an approved management plan")


def test_files_of_one_name_are_not_mixed_up() -> None:
    small, large = (
        case(fill("lane", "2", "400 sqft"), county="Cass"),
        case(fill("pad", "2", "10,450 sqft"), county="Cass"),
    )
    result = options_for([small, large], CheckOptions(), 6)
    assert [(len(a.options), [i.id for i in a.project.impacts]) for a in result.advice] == [(0, ["lane"]), (2, ["pad"])]


def test_what_another_project_of_the_file_loses_is_told() -> None:
    """9(g), read so that another exemption ends de minimis: kept pasture, 1(2), frees p1, and takes the amount from p2."""
    text = (
        "project p1\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\n"
        "project p2\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\n"
        "wetland w1\n  size: 80,000 sqft\n  agricultural pasture land: yes\n"
        "wetland w2\n  size: 80,000 sqft\n"
        "impact i1 in w1 for p1\n  activity: fill\n  type: 2\n  area: 12,000 sqft\n"
        "impact i2 in w1 for p2\n  activity: fill\n  type: 2\n  area: 400 sqft\n"
        "impact i3 in w2 for p2\n  activity: fill\n  type: 2\n  area: 400 sqft\n"
    )
    reading = loads(text, "x.case")
    assert reading.case is not None, reading.diagnostics
    for choice, breaks in (("automatic", ("p2 is no longer settled without a replacement plan",)), ("election", ())):
        result = advised(reading, readings=(("other_exemption_available", choice),))
        first, second = result.advice
        assert (first.project.replacement_plan, second.project.replacement_plan) == ("required", "not_required")
        kept = {option_words(option): option.breaks for option in first.options}
        assert kept["Keep the pasture at w1 in the same use"] == breaks


def test_a_duty_that_would_not_be_met_is_told() -> None:
    """11(a)(1) binds whoever works under an exemption: with the smaller design there is one."""
    reading = case(fill("lane", "2", "10,450 sqft", "erosion control measures taken: no"), county="Cass")
    (advice,) = advised(reading).advice
    (reduced,) = [o for o in advice.options if option_words(o) == "Reduce lane from 10,450 sqft to at most 10,000 sqft"]
    assert reduced.breaks == ("Erosion control measures are not taken at lane",)
    assert "Erosion control measures are not" in " ".join(text(advised(reading)).split())


def test_nothing_has_to_change() -> None:
    result = advised(case(fill("lane", "2", "400 sqft")))
    assert result.advice[0].options == ()
    assert "Nothing has to change." in text(result)


def test_what_is_never_offered() -> None:
    """Neither place, nor its classes, nor time, nor dividing anything."""
    from lexempt.advising.levers import written

    never = {"county", "area_class", "watershed_class", "shoreland_zone", "incorporated", "intact", "land_use", "work"}
    never |= {
        "wetland_type",
        "size",
        "origin",
        "existing_since",
        "drained_or_filled_before",
        "whole_wetland",
        "split_from",
    }
    assert not never & {name for _, name in written()}


def test_the_law_not_seen_is_taken_as_last_seen() -> None:
    found = offered(case(fill("lane", "2", "10,450 sqft"), county="Cass", work="2025-06-01"))
    assert ("change_design", "Reduce lane from 10,450 sqft to at most 10,000 sqft") in found


def test_replacing_a_part_under_the_law_as_last_seen() -> None:
    """Since 2024-08-01 9(a) and (e) are not all seen: as last seen, the two amounts are not to be combined."""
    result = advised(case(TWO_TYPES, work="2025-06-01"))
    assert option_words(result.advice[0].options[0]).startswith("Replace turnout (80 sqft) by 160 sqft")
    assert "As if every wording of the law not seen were as last seen" in " ".join(text(result).split())


def test_a_file_that_assumes_nothing_is_advised_as_if_ordinary() -> None:
    written = HEAD.format(county="Otter Tail", work="2018-06-01", size="300,000 sqft") + fill("lane", "2", "6,000 sqft")
    bare = advised(loads(written.replace("  assume: ordinary\n", ""), "x.case"))
    full = advised(loads(written, "x.case"))
    assert bare.advice[0].project.replacement_plan == "depends"
    assert [option_words(o) for o in bare.advice[0].options] == [option_words(o) for o in full.advice[0].options]
    said = " ".join(text(bare).split())
    assert "As if all that is not stated were ordinary (`assume: ordinary`): a replacement plan is required." in said


def test_the_list_is_cut_and_says_so() -> None:
    reading = case(fill("lane", "2", "9,000 sqft") + fill("pad", "2", "3,000 sqft"), county="Cass")
    (advice,) = advised(reading, most=1).advice
    assert [option.kind for option in advice.options] == ["as_designed", "change_design"]
    assert dict(advice.left_off)["change_design"] >= 1 and not advice.complete
    assert "more: --limit" in text(advised(reading, most=1))


def forms(result: OptionsResult) -> dict[str, str]:
    """The three forms, with the text on one line and Markdown without its escapes."""
    return {
        "text": " ".join(text(result).split()),
        "markdown": options_markdown(result, ORIGIN).replace("\\", ""),
        "json": options_json(result, ORIGIN),
    }


def test_a_list_of_facts_to_find_out_that_was_cut_says_so() -> None:
    """9(a)(1) in Cass: 10,000 sq ft. Five areas of 1,500 to 2,500 come to 12,500 at most, and each can be at most 1,000 less:
    no two are enough, any three of the five are, so there are ten sets of areas at least, more than are looked for."""
    reading = case("".join(fill(f"f{n}", "2", "1,500 sqft to 2,500 sqft") for n in range(5)), county="Cass")
    result = advised(reading)
    (advice,) = result.advice
    found = [option for option in advice.options if option.kind == "find_out"]
    assert 0 < len(found) < 10 and "find_out" in advice.cut and not advice.complete
    said = forms(result)
    for form in ("text", "markdown"):
        listed = said[form].partition("Find out " if form == "text" else "### Find out")[2]
        assert re.search(r"Cut, there may be more options: .*Find out\.", said[form])
        # In columns the words of the other column may stand between.
        assert _said("the search stopped at its limit", listed, form == "text")
        assert "complete but for the lists that say they were cut" in said[form]
    (project,) = json.loads(said["json"])["projects"]
    assert "find_out" in project["cut"] and project["complete"] is False


def test_changes_of_design_that_were_cut_say_so() -> None:
    """Six fills of 3,000 in Cass, of 10,000 allowed: three may stay, and there are twenty ways to leave three out."""
    reading = case("".join(fill(f"f{n}", "2", "3,000 sqft") for n in range(6)), county="Cass")
    result = advised(reading, most=2)
    (advice,) = result.advice
    assert "change_design" in advice.cut and not advice.complete
    said = forms(result)
    for form in ("text", "markdown"):
        assert re.search(r"Cut, there may be more options: Change the design\b", said[form])
        assert _said("a higher --limit may find them", said[form], form == "text")
    (project,) = json.loads(said["json"])["projects"]
    assert "change_design" in project["cut"] and project["complete"] is False


def test_a_list_that_is_all_there_is_is_not_marked() -> None:
    result = advised(case(TWO_TYPES))
    (advice,) = result.advice
    assert advice.complete and not advice.cut
    said = forms(result)
    assert not any(word in said[form] for form in ("text", "markdown") for word in ("Cut,", "were cut", "there may be"))
    (project,) = json.loads(said["json"])["projects"]
    assert (project["cut"], project["left_off"], project["complete"]) == ([], {}, True)


def test_an_option_applied_is_settled_by_the_ordinary_check() -> None:
    reading = case(TWO_TYPES)
    (advice,) = advised(reading).advice
    for option in advice.options:
        if option.kind != "as_designed":
            assert reading.case is not None
            changed = Reading(with_moves(reading.case, option.moves), (), ())
            assert check_cases([changed], CheckOptions()).projects[0].replacement_plan == "not_required"


@pytest.mark.parametrize("name", ["text", "markdown", "json"])
def test_every_form_says_the_same(name: str) -> None:
    result = advised(case(TWO_TYPES + fill("basin", "3", "30,000 sqft", "undertaking: conservation practice")))
    forms = {
        "text": text(result),
        "markdown": options_markdown(result, ORIGIN).replace("\\", ""),
        "json": json.dumps(json.loads(options_json(result, ORIGIN)), ensure_ascii=False),
    }
    for option in result.advice[0].options:
        for move in option.moves:
            assert _said(_core(move), forms[name], name == "text"), move


def _said(words: str, form: str, in_columns: bool) -> bool:
    """Whether a form has these words; in columns, word by word in this order, with those of the next column between."""
    if not in_columns:
        return words in form
    pattern = r"\b.{0,120}?".join(re.escape(word) for word in words.split())
    return re.search(pattern, form, re.S) is not None


def _core(move: Move) -> str:
    """What a move says, without the verb and the ratio that several moves share."""
    return f"{move.things[0]} ({move.now})" if move.kind in ("leave_out", "replace") else move_words(move)[1:]


def test_minimal_sets_are_the_hitting_sets() -> None:
    """Of reasons {0,1} and {1,2}: {1} and {0,2}."""
    reasons = [frozenset((0, 1)), frozenset((1, 2))]
    found = minimal_sets(lambda s: next((r for r in reasons if not r & s), None), 10, 100)
    assert found.sets == (frozenset((1,)), frozenset((0, 2))) and found.complete
    assert not minimal_sets(lambda s: next((r for r in reasons if not r & s), None), 1, 100).complete
    assert not minimal_sets(lambda s: next((r for r in reasons if not r & s), None), 10, 1).complete
    assert minimal_sets(lambda s: None, 10, 100, (frozenset((1,)),)).sets == (frozenset(),)


def test_bounds_of_their_own_are_no_bound_together() -> None:
    """Two owners' portions, each held to the 400 sq ft of 9(f)(3) (five percent of either is less): 400 of each may stay.

    Stearns: 9(a)(3) allows 2,000 sq ft of type 2, so the amount binds neither.
    """
    portions = "portion north of ann in w1\n  area: 401 sqft\nportion south of ben in w1\n  area: 3,599 sqft\n"
    impacts = "".join(
        fill(name, "2", area).replace("in w1", f"in {place}")
        for name, area, place in (("one", "401 sqft", "north"), ("two", "1,500 sqft", "south"))
    )
    words = [said for _, said in offered(case(portions + impacts, "Stearns", size="4,000 sqft"))]
    assert any("one from 401 sqft to at most 400 sqft" in w and "two from 1,500 sqft to at most 400 sqft" in w for w in words)
    assert not any("together" in w for w in words)


def test_ids_are_listed_in_the_order_of_their_numbers() -> None:
    """Cass allows 10,000 of type 2: of twelve fills of 1,000 two have to go; the ids are not cut between i1 and i2."""
    (advice,) = advised(case("".join(fill(f"i{n}", "2", "1,000 sqft") for n in range(1, 13)), county="Cass")).advice
    first = option_words(advice.options[0])
    assert first.startswith("Replace i1 (1,000 sqft), i2 (1,000 sqft), i3 (1,000 sqft)") and "and 6 more" in first
    left = [option_words(o) for o in advice.options if o.kind == "change_design"]
    assert left[:2] == [f"Leave out i1 (1,000 sqft) and i{n} (1,000 sqft)" for n in (2, 3)]


def test_room_to_one_limit_is_told_once() -> None:
    """Cass: 9,000 and 3,000 of type 2 are one total, of 10,000; the reduced one and the other have the same room."""
    reading = case(fill("lane", "2", "9,000 sqft") + fill("pad", "2", "3,000 sqft"), county="Cass")
    (advice,) = advised(reading).advice
    reduced = next(o for o in advice.options if option_words(o).startswith("Reduce lane"))
    said = "Exempt: lane, pad under subd. 9(a)(1) (10,000 sqft in all, of 10,000 sqft)"
    assert outcome(reduced, advice.project).startswith(said)


def test_limits_that_are_not_told_are_counted() -> None:
    """Each of five owners' portions of 4,000 has 400 of its own to 9(f)(3); the fifth, of 600, has to become smaller."""
    portions = "".join(f"portion q{n} of o{n} in w1\n  area: 4,000 sqft\n" for n in range(5))
    areas = (10, 20, 30, 40, 600)
    impacts = "".join(fill(f"i{n}", "2", f"{a} sqft").replace("in w1", f"in q{n}") for n, a in enumerate(areas))
    (advice,) = advised(case(portions + impacts, "Stearns", size="20,000 sqft")).advice
    reduced = next(o for o in advice.options if option_words(o) == "Reduce i4 from 600 sqft to at most 400 sqft")
    assert outcome(reduced, advice.project).count("sqft of") + outcome(reduced, advice.project).count("in all, of") == ROOM
    assert "2 more limits: --format json" in outcome(reduced, advice.project)


def in_portions(north: dict[str, int], south: int, area: str) -> str:
    """Fills of type 2 in ann's portion of this area, and one in ben's of 20,000 sq ft."""
    portions = f"portion north of ann in w1\n  area: {area}\nportion south of ben in w1\n  area: 20,000 sqft\n"
    fills = "".join(fill(n, "2", f"{a} sqft").replace("in w1", "in north") for n, a in north.items())
    return portions + fills + fill("there", "2", f"{south} sqft").replace("in w1", "in south")


MANY = {"one": 277, "two": 133, "three": 91, "f": 11, "g": 13, "h": 17}


def test_a_bound_is_exact_among_many_areas() -> None:
    """9(f)(3): 400 sq ft of ann's portion, of which 5 percent are 250. All but `one` come to 265 there, which leaves it 135;
    without f, all but `two` come to 398, and 2 is the most of it that stays within."""
    words = [said for _, said in offered(case(in_portions(MANY, 19, "5,000 sqft"), "Stearns", size="100,000 sqft"), most=40)]
    assert "Reduce one from 277 sqft to at most 135 sqft" in words
    assert "Leave out f (11 sqft) and reduce two from 133 sqft to at most 2 sqft" in words


def test_a_portion_is_found_out_to_its_exact_bound_among_many_areas() -> None:
    """9(f): 542 sq ft are five percent of 10,840."""
    found = offered(case(in_portions(MANY, 19, "5,000 sqft to 50,000 sqft"), "Stearns", size="100,000 sqft"))
    said = "Find out area of north (Technical Evaluation Panel): at least 10,840 sqft would do"
    assert ("find_out", said) in found


@pytest.mark.parametrize("area", ["10 sqft to 400,000 sqft", "unknown"])
def test_a_wide_range_is_found_out_to_its_exact_bound(area: str) -> None:
    """9(a)(2), 5,000 sq ft: 777 and 333 leave 3,890."""
    fills = fill("lane", "2", "777 sqft") + fill("pad", "2", "333 sqft") + fill("x", "2", area)
    said = "Find out area of x (Technical Evaluation Panel): at most 3,890 sqft would do"
    assert ("find_out", said) in offered(case(fills, size="2,000 acres"))


def test_two_areas_that_settle_it_together_add_up_to_the_amount() -> None:
    """9(a)(2), 5,000 sq ft: of two, neither bound reaches beyond what the other leaves, not by a part of a square foot either."""
    fills = fill("lane", "2", "2,000 sqft to 3,000 sqft") + fill("pad", "2", "2,000 sqft to 3,000 sqft")
    both = [words for kind, words in offered(case(fills)) if kind == "find_out" and words.count("would do") == 2]
    assert both
    for words in both:
        bounds = re.findall(r"(at most|less than) ([\d,]+) sqft", words)
        assert [how for how, _ in bounds] == ["at most", "at most"]
        assert sum(int(number.replace(",", "")) for _, number in bounds) == 5_000


def test_areas_are_told_in_the_unit_they_are_stated_in() -> None:
    """Cass, 10,000 sq ft of type 2: 0.3 and 0.05 acres are 15,246. The lane may keep 7,822, which decimals of acres do not
    write: 7,822 / 43,560 is 0.1795684..., so 0.179568 acres stay within. All of it is 0.35 acres, one for one (Cass)."""
    fills = fill("lane", "2", "0.3 acres") + fill("pad", "2", "0.05 acres")
    words = [said for _, said in offered(case(fills, county="Cass"))]
    assert words[0] == "Replace lane (0.3 acres) and pad (0.05 acres) by 0.35 acres, 1 for 1 (§ 103G.222, subd. 1(g))"
    assert "Reduce lane from 0.3 acres to at most 7,822 sqft (0.179568 acres, rounded down)" in words
    assert "Leave out lane (0.3 acres)" in words


def test_a_sum_of_areas_in_different_units_is_in_square_feet() -> None:
    fills = fill("lane", "3", "0.1 acres") + fill("pad", "3", "400 sqft")
    words = [said for _, said in offered(case(fills, county="Cass"))]
    assert words[0] == "Replace lane (0.1 acres) and pad (400 sqft) by 4,756 sqft, 1 for 1 (§ 103G.222, subd. 1(g))"


def test_what_is_found_out_is_told_in_the_unit_it_is_stated_in() -> None:
    """9(a)(2), 5,000 sq ft, is 0.1147842... acres; a least area is rounded up: 15,540 sq ft, of which 777 are five percent,
    are 0.3567493... acres."""
    (said,) = [words for kind, words in offered(case(fill("lane", "2", "0.1 acres to 0.2 acres"))) if kind == "find_out"]
    assert said.endswith("at most 5,000 sqft (0.114784 acres, rounded down) would do")
    written = in_portions({"one": 777}, 19, "0.2 acres to 1 acre")
    (said,) = [words for kind, words in offered(case(written, "Stearns", size="100,000 sqft")) if kind == "find_out"]
    assert said.endswith("at least 15,540 sqft (0.35675 acres, rounded up) would do")


@pytest.mark.parametrize(
    ("area", "now"),
    [
        ("90 sqft to 140 sqft", "(90 sqft to 140 sqft)"),
        ("at most 140 sqft", "(at most 140 sqft)"),
        ("at least 90 sqft", "(at least 90 sqft)"),
    ],
)
def test_a_range_is_reduced_to_its_exact_bound(area: str, now: str) -> None:
    """9(a)(4): 100 sq ft of type 3, which what is planned may keep to wherever in its range it lies. That gives up less than to
    leave it out, and nothing has to be found out for it."""
    (advice,) = advised(case(fill("turnout", "3", area))).advice
    changes = [option for option in advice.options if option.kind == "change_design"]
    assert [option_words(option) for option in changes] == [f"Reduce turnout {now} to at most 100 sqft"]
    assert changes[0].if_ == () and changes[0].moves[0].less is None


def test_ranges_that_share_a_bound_are_reduced_together() -> None:
    """9(a)(2), 5,000 sq ft: neither fits beside the other at its least, so both have to become smaller, or one has to go."""
    fills = fill("lane", "2", "6,000 sqft to 7,000 sqft") + fill("pad", "2", "5,500 sqft to 6,000 sqft")
    words = [said for kind, said in offered(case(fills)) if kind == "change_design"]
    assert "Reduce lane and pad (11,500 sqft to 13,000 sqft in all) to at most 5,000 sqft together" in words


def test_a_bound_is_exact_where_not_all_values_can_be_added_up_at_once() -> None:
    """9(a)(2), 5,000 sq ft: 1,000.0004 and at most 200 beside it leave 3,799.9996 of it."""
    fills = fill("lane", "2", "4,999 sqft") + fill("pad", "2", "1,000.0004 sqft") + fill("x", "2", "50 sqft to 200 sqft")
    words = [said for kind, said in offered(case(fills)) if kind == "change_design"]
    assert "Reduce lane from 4,999 sqft to at most 3,799.9996 sqft" in words
