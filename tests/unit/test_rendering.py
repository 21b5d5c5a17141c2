"""Text, Markdown and JSON of results made by hand."""

from __future__ import annotations

import io
import json
from datetime import date
from typing import Any

import pytest
from tests.unit import samples
from tests.unit.samples import impact

from lexempt.case import Diagnostic, Source, Span
from lexempt.rendering import words
from lexempt.rendering.colour import print_lines
from lexempt.rendering.json_out import render_json, render_jsonl
from lexempt.rendering.markdown import escaped, render_markdown
from lexempt.rendering.report import Origin
from lexempt.rendering.text import render_text
from lexempt.result import (
    CheckResult,
    ClaimAnswer,
    ClauseReason,
    Condition,
    Derivation,
    Dispute,
    Duty,
    FactValue,
    LawUsed,
    Path,
    Paths,
    Plan,
    ProjectResult,
    ReadingEffect,
    Settling,
    Use,
)

ORIGIN = Origin("1.2.3", "lexempt check lane.case")
DAY = date(2018, 6, 1)
A2, A4 = "103G.2241/9/a/2", "103G.2241/9/a/4"


def project(name: str = "lane", path: str = "", **changes: Any) -> ProjectResult:
    """A project of nothing, with changes."""
    return samples.project(name, path or f"{name}.case", **changes)


def lane() -> ProjectResult:
    """The field lane and turnout of DESIGN section 11, with something to say in every section."""
    panel = Source("tep", "panel", date(2018, 4, 30), "Findings 18-04")
    kind = Use("type of turnout", "3", 22, panel)
    outcomes: tuple[tuple[str, Plan], ...] = (("3", "required"), ("2", "not_required"))
    first, second = Path((("lane_fill", (A2,)),), ("turnout",)), Path((("turnout", (A4,)),), ("lane_fill",))
    no_type_2 = Condition("wetland_type", False, "turnout is type 3", (kind,))
    return project(
        title="Field lane and turnout",
        under_all_readings="differs",
        impacts=(impact("lane_fill", A2, area="4,000 sqft"), impact("turnout", A4, area="60 sqft to 90 sqft")),
        paths=Paths(2, True, (first, second)),
        readings=(
            ReadingEffect(
                (("combining_amounts", "each_paragraph"),),
                "not_required",
                "always",
                "only amounts of different paragraphs may not be used together",
            ),
        ),
        claims=(ClaimAnswer(A2, (("lane_fill", "always"), ("turnout", "never")), 9, Source(on=date(2018, 5, 2))),),
        disputed=(Dispute("turnout.wetland_type", "type of turnout", "3", "panel", ("2",), outcomes, True),),
        asserted=("north.area", "lane_fill.area", "turnout.area"),
        duties=(Duty("103G.2241/11/a/1", "lane_fill", "open", "erosion is controlled"),),
        approvals=("a public waters work permit",),
        conflicts=(f"{A2} and {A4} may not be used on one project (103G.2241/9/e).",),
        reasons=(
            ClauseReason("lane_fill", A2, "always", (Condition("wetland_type", True, "it is type 2", (kind,)),)),
            ClauseReason("turnout", A2, "never", (no_type_2,)),
        ),
        derived=(Derivation("x.area_class", "area class", "less_than_50", "from_50_to_80", "103G.005/10a"),),
        not_modelled=("103G.222/1/b: no-loss is not modelled",),
        assumptions=("ordinary",),
        assumed_facts=("nothing drained before", "no listed fen"),
        notes=("The owner would accept a culvert instead.",),
        history=("exemption requested on 2018-03-02",),
    )  # fmt: skip


def result(*projects: ProjectResult, **changes: Any) -> CheckResult:
    """A complete result of these projects under the law of 2018."""
    law = LawUsed(
        DAY, (("ms2018", "Minnesota Statutes 2018"),), (), "statute", (), unseen_by=("Minnesota Statutes 2018",)
    )
    inputs = tuple((p.path, "9f86d081") for p in projects)
    return CheckResult((law,), projects, (), True, inputs)._replace(**changes)


def text_of(*projects: ProjectResult, **options: Any) -> str:
    """The plain text."""
    return "\n".join(line.text for line in render_text(result(*projects), ORIGIN, **options))


@pytest.mark.parametrize(
    ("provision", "full", "brief"),
    [
        ("103G.2241/9/a/1", "Minn. Stat. § 103G.2241, subd. 9(a)(1)", "subd. 9(a)(1)"),
        ("103G.2241/9/a/1@2024c90", "Minn. Stat. § 103G.2241, subd. 9(a)(1)", "subd. 9(a)(1)"),
        ("103G.222/1/m", "Minn. Stat. § 103G.222, subd. 1(m)", "§ 103G.222, subd. 1(m)"),
        ("103G.005/14a", "Minn. Stat. § 103G.005, subd. 14a", "§ 103G.005, subd. 14a"),
        ("103G.223", "Minn. Stat. § 103G.223", "§ 103G.223"),
        ("103G.2364/a", "Minn. Stat. § 103G.2364, paragraph (a)", "§ 103G.2364, paragraph (a)"),
        ("103G.2241", "Minn. Stat. § 103G.2241", "§ 103G.2241"),
        ("8420.0420/8", "Minn. R. 8420.0420, subp. 8", "Minn. R. 8420.0420, subp. 8"),
        ("mcwd/4/2", "mcwd/4/2", "mcwd/4/2"),
    ],
)
def test_citations_for_people(provision: str, full: str, brief: str) -> None:
    assert words.citation(provision) == full
    assert words.brief(provision) == brief


def test_citations_are_grouped_by_section_in_statutory_order() -> None:
    found = words.cited(["103G.2241/10/2", "103G.2241/9/a/1", "103G.223"])
    assert found == ["Minn. Stat. § 103G.223", "Minn. Stat. § 103G.2241, subds. 9(a)(1), 10(2)"]
    assert words.with_citations("barred by 103G.2241/9/e.") == "barred by subd. 9(e)."
    assert words.with_citations("area of 0.5 acres/103") == "area of 0.5 acres/103"


def test_the_text_puts_the_verdict_first_and_fits_a_screen() -> None:
    text = text_of(lane())
    lines = text.split("\n")
    assert lines[0] == "A replacement plan is required (law of 2018-06-01)."
    assert lines[1] == "  Because: subd. 9(a)(2) and subd. 9(a)(4) may not be used on one project (subd. 9(e))."
    assert lines[2].startswith("  Read with combining_amounts = each_paragraph (only amounts")
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 100
    for words_of in (
        "lane_fill qualifies; turnout does not qualify",
        "lane_fill under subd. 9(a)(2); turnout replaced",
        "Paths: 2 paths",
        "type of turnout: 3 (line 22, by panel)",
        "Asserted, not determined: 3 facts: north.area, lane_fill.area and turnout.area",
        "with 2, no replacement plan is required",
        "subd. 9(a)(2) and subd. 9(a)(4) may not be used on one project (subd. 9(e)).",
        "stated from_50_to_80, which counts; § 103G.005, subd. 10a gives less_than_50",
        "Assumed: ordinary: nothing drained before, no listed fen",
        "The owner would accept a culvert instead.",
        "103G.2241, subds. 9(a)(2), 9(a)(4), 9(e)",
        "lexempt 1.2.3; law of 2018-06-01: Minnesota Statutes 2018 [ms2018]; profile statute",
        "input lane.case 9f86d081; complete",
        "Command: lexempt check lane.case",
    ):
        assert words_of in text, words_of


def test_a_depending_answer_says_first_on_what_and_what_cannot_matter() -> None:
    two = FactValue("turnout.wetland_type", "2", "type of turnout", "Technical Evaluation Panel")
    text = text_of(
        project(
            replacement_plan="depends",
            settles_plan=Settling(yes=((two,),), no=((two._replace(value="3"),),)),
            cannot_matter=("class of ditch_9",),
            open_facts=(two._replace(value="2 or 3", line=22),),
            as_last_seen="required",
        )
    )
    lines = text.split("\n")
    assert lines[0] == "It depends whether a replacement plan is required (law of 2018-06-01)."
    who = "(decided by: Technical Evaluation Panel)."
    assert lines[1:3] == [
        "  lexempt has not seen all of the wording in force on that day: Minnesota Statutes 2018 may have",
        "    changed it.",
    ]
    assert lines[3] == "  If nothing that was not seen has changed, a replacement plan is required."
    assert lines[4] == f"  No replacement plan is required if type of turnout is 2 {who}"
    assert lines[5] == f"  A replacement plan is required if type of turnout is 3 {who}"
    assert lines[6] == "  Cannot matter: class of ditch_9."
    assert "type of turnout (line 22)  2 or 3  Technical Evaluation Panel" in text


def test_an_impact_without_a_clause_shows_the_nearest_misses_with_their_margin() -> None:
    far = [Condition("type", False, "it is type 3"), Condition("area_class", False, "the class is another")]
    near = [Condition("amount", False, "11,201 sqft are over the amount.", (), "1,201 sqft over 10,000 sqft")]
    reasons = (ClauseReason("i1", A4, "never", tuple(far)), ClauseReason("i1", A2, "never", tuple(near)))
    text = text_of(project(impacts=(impact("i1"),), reasons=reasons))
    flat = " ".join(text.split())
    assert "not subd. 9(a)(2), because 11,201 sqft are over the amount (1,201 sqft over 10,000 sqft); not" in flat
    assert "not subd. 9(a)(4), because it is type 3, and 1 more condition." in flat


def test_long_words_stay_within_the_width() -> None:
    long = FactValue("f", "v" * 90, "t " * 60 + "w" * 200, "d" * 70, 3)
    text = text_of(project(open_facts=(long,), notes=("n" * 300,), impacts=(impact("i" * 60, area="9 " * 80),)))
    assert max(len(line) for line in text.split("\n")) <= 100


def test_prohibition_stands_beside_exemption() -> None:
    barred = impact("i1", A2, prohibited_by=("103G.223/a",))
    text = text_of(project(replacement_plan="not_required", exempt="always", prohibited="always", impacts=(barred,)))
    assert text.startswith(
        "No replacement plan is required: every regulated impact is exempt, but the work is prohibited"
    )
    assert "The work is prohibited, exempt or not: Minn. Stat. § 103G.223, paragraph (a)." in text


def test_many_projects_are_a_line_each_unless_asked_in_detail() -> None:
    many = [project(f"p{n}", path="all.case") for n in range(3)]
    text = text_of(*many)
    assert text.startswith("3 plan required.")
    assert "  p1  all.case  plan required  no path exempts every regulated impact" in text
    assert text_of(*many, detail=True).count("A replacement plan is required") == 3


def test_two_hundred_impacts_with_many_paths_are_counted_exactly_and_cut() -> None:
    ids = [f"i{n}" for n in range(200)]
    one = Path(tuple((name, (A2, A4)) for name in ids), ())
    big = project(impacts=tuple(impact(name, A2, A4) for name in ids), paths=Paths(8**200, True, (one,)))
    text = text_of(big)
    assert "180 more: --format json, or --limit" in text
    assert "i0, i1, i2, i3, i4, i5, i6 and 193 more under subds. 9(a)(2) or 9(a)(4)" in text
    assert "Paths: 4.149 x 10^180 paths in 1 group" in text
    assert len(text.split("\n")) <= 60
    assert json.loads(render_json(result(big), ORIGIN))["projects"][0]["paths"]["count"] == str(8**200)
    assert words.exact(10**9000 + 7).endswith("07") and len(words.exact(10**9000 + 7)) == 9001


EVIL = "a\x1b[31m\u202eb\x00\r\n\u2028| *x* <b> [bold]`"


def evil() -> ProjectResult:
    """User text in every place that takes some."""
    fact = FactValue("f", EVIL, EVIL, EVIL, 3)
    return project(
        EVIL, title=EVIL, path=EVIL, notes=(EVIL,), history=(EVIL,),
        impacts=(impact(EVIL, A2, area=EVIL, outside_act=EVIL),),
        open_facts=(fact,), cannot_matter=(EVIL,), asserted=(EVIL,), assumptions=(EVIL,), conflicts=(EVIL,),
        replacement_plan="depends", settles_plan=Settling(((fact,),), ((fact,),)), counted_with=(EVIL,),
        claims=(ClaimAnswer(EVIL, ((EVIL, "never"),), 1, Source(None, EVIL, None, EVIL)),),
        disputed=(Dispute(EVIL, EVIL, None, None, (EVIL,), ((EVIL, "required"),), True),),
    )  # fmt: skip


@pytest.mark.parametrize("form", ["text", "summary", "markdown", "json", "jsonl", "colour"])
def test_user_text_is_never_printed_raw(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    found = result(evil(), diagnostics=(Diagnostic("E1", EVIL, Span(1, 1, 2), EVIL, EVIL, path=EVIL),))
    if form == "summary":
        printed = "\n".join(line.text for line in render_text(result(evil(), evil()), ORIGIN))
    elif form == "markdown":
        printed = render_markdown(found, ORIGIN)
        assert "<b>" not in printed.replace("\\<b\\>", "")
    elif form == "json":
        printed = render_json(found, ORIGIN)
        assert json.loads(printed)["projects"][0]["notes"] == [EVIL]
    elif form == "jsonl":
        printed = render_jsonl(found, ORIGIN)
        assert len(printed.split("\n")) == 2
    elif form == "colour":
        stream = _Terminal()
        print_lines(render_text(found, ORIGIN), stream)
        printed = stream.getvalue()
        assert "[bold]" in printed and "\x1b[31ma" not in printed
        printed = printed.replace("\x1b", "")
    else:
        printed = "\n".join(line.text for line in render_text(found, ORIGIN))
    assert not set("\x1b\x00\r\u202e\u2028") & set(printed)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_and_not_under_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = render_text(result(lane()), ORIGIN)
    plain, coloured, refused = io.StringIO(), _Terminal(), _Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    print_lines(lines, plain)
    print_lines(lines, coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    print_lines(lines, refused)
    assert plain.getvalue() == refused.getvalue()
    assert "\x1b" in coloured.getvalue() and "\x1b" not in plain.getvalue()
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.getvalue()) == plain.getvalue()


def test_markdown_says_what_the_text_says() -> None:
    markdown = render_markdown(result(lane()), ORIGIN)
    assert markdown.startswith(
        '## Project lane "Field lane and turnout" (lane.case)\n\n**A replacement plan is required'
    )
    assert (
        "| Impact | Area | Answer |\n|---|---|---|\n| lane_fill | 4,000 sqft | qualifies under subd. 9(a)(2). |"
        in markdown
    )
    assert "*Command:* lexempt check lane.case" in markdown
    assert escaped("_x_ a_b 1. *y* &lt; | <i>") == r"\_x\_ a_b 1. \*y\* &amp;lt; \| \<i\>"
    assert escaped("1. first") == r"\1. first"


def test_json_follows_the_contract() -> None:
    found = json.loads(render_json(result(lane()), ORIGIN))
    assert found["schema"] == "lexempt.check/1" and found["complete"] is True
    assert found["law"] == {
        "on": "2018-06-01", "acts": ["ms2018"], "titles": {"ms2018": "Minnesota Statutes 2018"}, "amendments": [],
        "profile": "statute", "readings": {}, "unknown_values": [], "numbers": {},
    }  # fmt: skip
    one = found["projects"][0]
    contract = ("id", "replacement_plan", "exempt", "regulated", "prohibited", "under_all_readings", "exempt_area_sqft")
    assert [one[key] for key in contract] == ["lane", "required", "never", "always", "never", "differs", None]
    assert one["paths"] == {
        "count": "2",
        "complete": True,
        "maximal": [
            {"exempts": {"lane_fill": [A2]}, "replaces": ["turnout"]},
            {"exempts": {"turnout": [A4]}, "replaces": ["lane_fill"]},
        ],
        "possible": [],
    }
    assert one["depends_on"]["readings"] == [{"combining_amounts": "each_paragraph"}]
    assert set(one["depends_on"]) == {"exempt", "prohibited", "replacement_plan", "readings"}
    assert one["claims"][0]["impacts"] == {"lane_fill": "always", "turnout": "never"}
    assert one["disputed"][0] | {"title": None} == {
        "fact": "turnout.wetland_type", "title": None, "prevails": "3", "prevails_by": "panel", "others": ["2"],
        "outcomes": {"2": "not_required", "3": "required"}, "changes_result": True,
    }  # fmt: skip
    for key in ("asserted", "approvals", "duties", "conflicts", "not_modelled", "assumptions", "notes", "open_facts",
                "cannot_matter", "reasons", "derived", "as_last_seen", "history", "counted_with"):  # fmt: skip
        assert key in one
    settled = project(settles_plan=Settling(yes=((FactValue("a.b", "2", "b of a"), FactValue("c.d", "3", "d of c")),)))
    depends = json.loads(render_json(result(settled), ORIGIN))["projects"][0]["depends_on"]["replacement_plan"]
    assert depends == {"not_required": [[{"a.b": "2"}, {"c.d": "3"}]], "required": []}


def test_a_line_of_json_for_each_project_and_the_same_bytes_each_time() -> None:
    found = result(lane(), project("other"))
    lines = render_jsonl(found, ORIGIN).splitlines()
    assert [json.loads(line)["project"]["id"] for line in lines] == ["lane", "other"]
    assert render_jsonl(found, ORIGIN) == render_jsonl(result(lane(), project("other")), ORIGIN)


def test_nothing_to_answer_prints_nothing() -> None:
    assert render_text(result(), ORIGIN) == []
    assert render_markdown(result(), ORIGIN) == ""
    assert json.loads(render_json(result(), ORIGIN))["projects"] == []


def test_words_are_neutral() -> None:
    import inspect

    from lexempt.rendering import report, sections

    said = (inspect.getsource(report) + inspect.getsource(sections) + inspect.getsource(words)).casefold()
    assert not [word for word in ("loophole", "better", "worse", "unfortunately", "should") if word in said]
