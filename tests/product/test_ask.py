"""`lexempt ask` and `--strict` as a newcomer meets them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from tests.product.calls import environment, lexempt

import lexempt as api
from lexempt.agenda import Agenda
from lexempt.asking.dialogue import dialogue_for
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import Plan
from lexempt.solving.agenda import ask_cases
from lexempt.solving.check import check_cases
from lexempt.solving.engine import StoppedError
from lexempt.solving.options import CheckOptions

HALF_KNOWN = """project lane "Field lane"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
  drainage system: ditch4
portion north of anna in w1
portion south of bert in w1
portion west of carla in w1
drainage system ditch4
  class: public
impact lane_fill in north
  activity: fill
  type: 2 or 3
  area: 380 sqft
"""
# 9(f)(3): 400 sq ft of any portion may go, so 380 sq ft stay within the cumulative limit however large the portion is.
# Type 2 outside the eleven counties: 5,000 sq ft (9(a)(2)); type 3: 100 sq ft (9(a)(4)), which 380 sq ft exceed.
SOURCES = """project lane
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft  by panel on 2018-04-30
impact f in w1
  activity: fill
  type: 2             by panel on 2018-04-30
  type: 3             by consultant
  area: 300 sqft to 400 sqft  by panel
impact g in w1
  activity: fill
  type: 2             by consultant
  area: 400 sqft      by panel
"""


def agenda(text: str, **options: object) -> Agenda:
    reading = api.loads(text, "half.case")
    assert reading.case is not None, reading.diagnostics
    return ask_cases([reading], CheckOptions(**options)).agendas[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("assumes", [True, False], ids=["ordinary", "assumes nothing"])
def test_a_half_known_project(assumes: bool, tmp_path: Path) -> None:
    text = HALF_KNOWN if assumes else HALF_KNOWN.replace("  assume: ordinary\n", "")
    (tmp_path / "half.case").write_text(text)
    done = lexempt("ask", "half.case", cwd=tmp_path)
    out = " ".join(done.stdout.decode().split())
    assert done.returncode == 0
    assert "1 question at most." in out
    assert "Ask: Technical Evaluation Panel 1 type of lane_fill: Which wetland type (1 to 8) is the area?" in out
    assert "2: no replacement plan is required; stop" in out and "3: a replacement plan is required; stop" in out
    # Why the owners do not matter: the limit of their portions is kept, and two of them have no impact.
    assert (
        "area of north either way: What is drained or filled of the portion since January 1, 1992 stays within" in out
    )
    assert "area of south and west it bears on no impact of lane." in out
    assert ("As if all that is not stated were ordinary" in out) is not assumes


def test_no_more_than_five_questions_unless_asked_for(tmp_path: Path) -> None:
    impacts = "".join(f"impact i{n} in north\n  activity: fill\n  type: 2 or 3\n  area: 20 sqft\n" for n in range(1, 9))
    text = HALF_KNOWN.replace("380 sqft", "20 sqft") + impacts
    (tmp_path / "half.case").write_text(text)
    short = lexempt("ask", "half.case", cwd=tmp_path).stdout.decode()
    assert "9 questions at most" in short
    assert short.count(": Which wetland type") == 5
    assert "Then, if it is still open" in short
    assert lexempt("ask", "half.case", "--limit", "9", cwd=tmp_path).stdout.decode().count(": Which wetland type") == 9


def test_nothing_is_left_to_ask() -> None:
    found = agenda(HALF_KNOWN.replace("2 or 3", "2"))
    assert found.replacement_plan == "not_required" and not found.questions and not found.later
    assert {idle.title for idle in found.idle} == {"area of north", "area of south", "area of west"}
    assert all(idle.reason for idle in found.idle)


def test_a_number_is_asked_by_the_ranges_that_matter() -> None:
    # 9(f): 3,000 sq ft are five percent of 60,000, and 9(a)(2) has room for 5,000 sq ft.
    found = agenda(HALF_KNOWN.replace("380 sqft", "3,000 sqft").replace("2 or 3", "2"))
    assert [q.title for q in found.questions] == ["area of north"]
    answers = [(a.words, a.settles) for a in found.questions[0].answers]
    assert answers == [("less than 60,000 sqft", "no"), ("at least 60,000 sqft", "yes")]


def test_markdown_and_json_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "half.case").write_text(HALF_KNOWN)
    plain = " ".join(lexempt("ask", "half.case", cwd=tmp_path).stdout.decode().split())
    report = lexempt("ask", "half.case", "--format", "markdown", cwd=tmp_path).stdout.decode()
    data = json.loads(lexempt("ask", "half.case", "--format", "json", cwd=tmp_path).stdout)
    assert data["schema"] == "lexempt.ask/1" and data["complete"] is True
    project = data["projects"][0]
    assert [q["fact"] for q in project["questions"]] == ["lane_fill.wetland_type"]
    assert [(a["answer"], a["settles"]) for a in project["questions"][0]["answers"]] == [
        ("2", "not_required"),
        ("3", "required"),
    ]
    assert "### Ask: Technical Evaluation Panel" in report
    for question in project["questions"]:
        assert question["title"] in plain and question["title"] in report.replace("\\", "")
        assert question["question"] in plain and question["question"] in report
    for idle in project["cannot_matter"]:
        assert idle["reason"].partition(" (")[0] in plain


def test_same_bytes_under_every_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "half.case").write_text(HALF_KNOWN.replace("  assume: ordinary\n", ""))
    outputs = {
        lexempt("ask", "half.case", "--format", "json", cwd=tmp_path, env=environment(PYTHONHASHSEED=seed)).stdout
        for seed in ("0", "7")
    }
    assert len(outputs) == 1


DITCH = """project p1
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 10 acres
drainage system cd4
  class: public
  expenditure from the system account: unknown
impact d in w1
  activity: drain
  type: 2
  drainage system: cd4
  assessed drainage benefits: yes
  area: 1 acre
"""


def test_days_of_payments_are_ranges_between_the_days_of_the_law() -> None:
    """2(b)(1): paid for in the twenty years that ended on January 1, 1992, so from 1972-01-02 to 1992-01-01."""
    found = agenda(DITCH)
    (settling,) = found.settles_plan.yes
    assert [(v.fact, v.value) for v in settling] == [("cd4.expenditure", "on a day from 1972-01-02 to 1992-01-01")]
    (question,) = found.questions
    assert [(a.words, a.settles, a.member) for a in question.answers] == [
        ("on a day from 1972-01-02 to 1992-01-01", "yes", True),
        ("none of these", "no", False),
    ]


def test_sets_are_looked_for_beside_those_of_a_set_of_days(tmp_path: Path) -> None:
    """Each of three impacts needs its own assessment (2(b)): seven facts say no one by one, more than are looked for."""
    impacts = "".join(
        f"impact {name} in w1\n  activity: drain\n  type: 2 or 3\n  drainage system: cd4\n"
        "  assessed drainage benefits: unknown\n  area: 1 acre\n"
        for name in "def"
    )
    (tmp_path / "d.case").write_text(DITCH[: DITCH.index("impact d")] + impacts)
    for command in ("check", "ask"):
        out = " ".join(lexempt(command, "d.case", cwd=tmp_path).stdout.decode().split())
        assert "; or 1 more way, among others" in out, out


def test_where_the_answer_turns_between_two_values_tried_the_rest_is_an_answer_too() -> None:
    """9(a)(2) has room for 5,000 sq ft: what 4,900 sq ft to 5,100 sq ft leave open turns on the other area, and no area of
    the range is without an answer."""
    other = "impact turnout in north\n  activity: fill\n  type: 2\n  area: 95 sqft to 105 sqft\n"
    text = HALF_KNOWN.replace("380 sqft", "4,890 sqft to 4,910 sqft").replace("2 or 3", "2") + other
    asked = agenda(text.replace("north of anna in w1", "north of anna in w1\n  area: 200,000 sqft")).questions
    for question in asked:
        ends = [a.words for a in question.answers]
        assert len(ends) > 1 and all(
            (b.startswith("more than") and a.endswith(b.removeprefix("more than ").partition(" and ")[0]))
            or (b.startswith("at least") and a.endswith(b.removeprefix("at least ").partition(" and ")[0]))
            for a, b in itertools.pairwise(ends)
        ), ends


LAND_USE = """project p1
  county: Otter Tail
  work: 2018-06-01
wetland w1
  size: 10 acres
ground g in w1
  land use 2017 to 2018: unknown
impact d in w1, g
  activity: unknown
  type: 2
  area: 1 acre
"""


def test_a_first_question_always_stands_where_it_depends() -> None:
    """Of a year one land use is tried: that none of them holds is no completion, so nothing is asked under it."""
    found = agenda(LAND_USE)
    assert found.replacement_plan == "depends" and found.settles_plan.yes
    assert found.questions


def test_a_limit_that_is_kept_in_every_completion_is_the_reason() -> None:
    """9(a)(2) has 5,000 sq ft and 9(f) allows 5 percent of 200,000 sq ft: both ask for the area, and are kept either way. That
    no clause asks for it would be said of what no rule looks at."""
    text = HALF_KNOWN.replace("380 sqft", "200 sqft to 600 sqft").replace("2 or 3", "2")
    found = agenda(text.replace("north of anna in w1", "north of anna in w1\n  area: 200,000 sqft"))
    (reason,) = (idle.reason for idle in found.idle if idle.fact == "lane_fill.area")
    assert "103G.2241/9/a/2" in reason and "103G.2241/9/f" in reason
    assert "no clause" not in reason


NO_COUNTY = """project lane
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
ground g in w1
  area class: less than 50
impact f in w1, g
  activity: fill
  type: 2
  area: 1,500 sqft
"""


def test_counties_that_act_alike_stand_together(tmp_path: Path) -> None:
    """Where less than 50 percent remains, 2,000 sq ft may go outside the eleven counties (9(a)(3)) and 1,000 sq ft within
    (9(d)(2)): of 1,500 sq ft it is the county that decides."""
    (tmp_path / "c.case").write_text(NO_COUNTY)
    found = agenda((tmp_path / "c.case").read_text())
    assert found.replacement_plan == "depends"
    ((yes,),), ((no,),) = found.settles_plan.yes, found.settles_plan.no
    metropolitan = "Anoka, Carver, Chisago, Dakota, Hennepin, Isanti, Ramsey, Scott, Sherburne, Washington or Wright"
    assert (yes.value, no.value) == (f"any but {metropolitan}", metropolitan)
    out = " ".join(lexempt("ask", "c.case", cwd=tmp_path).stdout.decode().split())
    assert (
        f"{metropolitan}: a replacement plan is required; stop any other: no replacement plan is required; stop" in out
    )


# --- evidence


def test_asserted_facts_stand_in_the_headline_and_are_listed(tmp_path: Path) -> None:
    (tmp_path / "s.case").write_text(SOURCES)
    for command in ("check", "ask"):
        out = " ".join(lexempt(command, "s.case", cwd=tmp_path).stdout.decode().split())
        assert "Rests on 1 fact asserted, not determined by whoever decides" in out
        assert "Asserted, not determined: " in out and "type of g" in out


def test_strict_takes_them_as_unknown(tmp_path: Path) -> None:
    """The panel decides types: what the consultant says of g is no finding, and types 1, 2, 6 and 7 have the same amount."""
    (tmp_path / "s.case").write_text(SOURCES)
    plain = json.loads(lexempt("check", "s.case", "--format", "json", cwd=tmp_path).stdout)["projects"][0]
    strict = json.loads(lexempt("check", "s.case", "--strict", "--format", "json", cwd=tmp_path).stdout)["projects"][0]
    assert (plain["replacement_plan"], strict["replacement_plan"]) == ("not_required", "depends")
    assert plain["asserted"] == strict["asserted"] == ["g.wetland_type"]
    assert [q.title for q in agenda(SOURCES, strict=True).questions] == ["type of g"]
    assert not agenda(SOURCES).questions


def test_a_range_that_the_deciding_body_found_is_determined() -> None:
    assert "f.area" not in agenda(SOURCES).asserted


def test_what_is_marked_unknown_asserts_nothing() -> None:
    assert (
        "g.wetland_type" not in agenda(SOURCES.replace("type: 2             by consultant", "type: unknown")).asserted
    )


def test_a_disputed_fact_shows_both_outcomes() -> None:
    dispute = agenda(SOURCES).disputed[0]
    assert dispute.title == "type of f" and dispute.prevails == "2"
    # With type 3, f needs 9(a)(4), and 400 sq ft of g another amount: 9(e).
    assert dict(dispute.outcomes) == {"2": "not_required", "3": "required"}


# --- readings


def plan_under(text: str, readings: dict[str, str]) -> Plan:
    found = check_cases(
        [api.loads(text)], CheckOptions(readings=tuple(readings.items()), all_readings=False, reasons=False)
    )
    return found.projects[0].replacement_plan


TWO_TYPES = (
    HALF_KNOWN.replace("2 or 3", "2") + "impact turnout in north\n  activity: fill\n  type: 3\n  area: 10 sqft\n"
)


@pytest.mark.parametrize("text", [TWO_TYPES, HALF_KNOWN, SOURCES], ids=["9(e)", "a fact", "a dispute"])
def test_sets_of_readings_that_decide_are_sufficient_and_minimal(text: str) -> None:
    found = agenda(text)
    touched = {
        n for sets in (found.readings_decide.yes, found.readings_decide.no) for s in sets for n in (v.title for v in s)
    }
    for side, plan in ((found.readings_decide.yes, "not_required"), (found.readings_decide.no, "required")):
        for chosen in side:
            allowed = {v.title: v.value.split(" or ") for v in chosen}
            assert _plans(text, touched, allowed) == {plan}
            for left_out in allowed:
                rest = {name: values for name, values in allowed.items() if name != left_out}
                assert _plans(text, touched, rest) != {plan}
    if text is TWO_TYPES:
        assert next([(v.title, v.value) for v in s] for s in found.readings_decide.yes) == [
            ("combining_amounts", "each_paragraph")
        ]
        assert found.readings_decide.no


def _plans(text: str, touched: set[str], allowed: dict[str, list[str]]) -> set[Plan]:
    """The answers under every choice of the readings touched that the set allows."""
    readings = load_vocabulary().readings
    names = sorted(touched | set(allowed))
    every = itertools.product(*(allowed.get(name, list(readings[name].choices)) for name in names))
    return {plan_under(text, dict(zip(names, choices, strict=True))) for choices in every}


# --- calls


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ask", "--interactive", "half.case", "-o", "taken.case"), "not overwritten"),
        (("ask", "--interactive", "--strict", "half.case"), "answer with the source (`2 by panel on 2018-04-30`)"),
        (("ask", "--interactive", "-"), "needs one file"),
        (("ask", "missing.case"), "missing.case"),
        (("ask", "half.case", "--project", "lame"), "lame"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_mistakes_in_the_call(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    (tmp_path / "half.case").write_text(HALF_KNOWN)
    (tmp_path / "taken.case").write_text("mine")
    done = lexempt(*arguments, cwd=tmp_path, stdin=HALF_KNOWN.encode())
    assert done.returncode == 2, done
    assert says in done.stderr.decode()
    assert (tmp_path / "taken.case").read_text() == "mine"


def test_answers_may_come_through_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "half.case").write_text(HALF_KNOWN)
    done = lexempt("ask", "--interactive", "half.case", cwd=tmp_path, stdin=b'no such type\n3 by panel citing "F 1"\n')
    assert done.returncode == 0
    assert b"A replacement plan is required" in done.stderr and b"unknown value" in done.stderr
    assert b'wetland type: 3  by panel citing "F 1"' in done.stdout


@pytest.mark.parametrize(("form", "ending"), [("text", "txt"), ("markdown", "md"), ("json", "json")])
def test_the_agenda_of_three_owners(form: str, ending: str) -> None:
    """The whole of it, but for the tool's version.

    Type 3 of 3,000 sq ft exceeds the 100 sq ft of 9(a)(4), so the lane's type decides first; of type 2 it is within 5,000 sq
    ft (9(a)(2)), and within 9(f) where five percent of the northern portion are 3,000 sq ft. The turnout, of type 2 by the
    panel's finding, stays below 400 sq ft of its portion (9(f)(3)); of type 3 it would be another amount (9(e)).
    """
    folder = Path(__file__).parent / "asked"
    shown = lexempt("ask", "three-owners.case", "--format", form, cwd=folder).stdout.decode()
    expected = (folder / f"three-owners.{ending}").read_text()
    assert shown.replace(api.__version__, "VERSION") == expected.replace("0.1.0", "VERSION")


NOTED = """# a file of the owner's
project lane
  county: Otter Tail   # north of the lake
  work: unknown
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact f in w1
  activity: fill
  # the panel has not met
  type: 2 or 3         # ask Ann
  area: 380 sqft

expect on 2018-06-01
  project: depends
"""


def test_the_written_case_keeps_what_the_file_says_besides(tmp_path: Path) -> None:
    (tmp_path / "f.case").write_text(NOTED)
    call = ("ask", "--interactive", "f.case", "--on", "2018-06-01")
    done = lexempt(*call, "-o", "g.case", cwd=tmp_path, stdin=b"4\n2\n")
    said, written = done.stderr.decode(), (tmp_path / "g.case").read_text()
    assert done.returncode == 0 and "No replacement plan is required" in said
    assert "the file states 2 or 3 (line 11)" in said  # 4 is neither
    for kept in (
        "# a file of the owner's",
        "# north of the lake",
        "# the panel has not met",
        "# ask Ann",
        "project: depends",
    ):
        assert kept in written
    assert "type: 2 " in written and "2 or 3" not in written
    assert "--on 2018-06-01" in said and lexempt("check", "g.case", "--on", "2018-06-01", cwd=tmp_path).returncode == 0


def test_a_dialogue_keeps_to_its_time_limit() -> None:
    case = api.loads(HALF_KNOWN).case
    assert case is not None
    begun = dialogue_for(case, "lane", CheckOptions(time_limit=1e-9))
    assert isinstance(begun, tuple)
    with pytest.raises(StoppedError):
        begun[0](case)


def test_an_answer_that_rests_on_assumptions_the_file_does_not_make_says_so(tmp_path: Path) -> None:
    # 90 sq ft is within 9(a)(2) if it is type 2, within 9(a)(4) if type 3; but a fen, say, might not be filled at all.
    text = HALF_KNOWN.replace("  assume: ordinary\n", "").replace("380 sqft", "90 sqft")
    (tmp_path / "half.case").write_text(text)
    done = lexempt("ask", "half.case", cwd=tmp_path, env=environment(tmp_path))
    said = " ".join(done.stdout.decode().split())
    assert said.startswith("No replacement plan is required if all that is not stated is ordinary (law of 2018-06-01)")
    assert "As if all that is not stated were ordinary" in said and "more facts can matter" in said


JOINT = HALF_KNOWN.replace(
    "portion north of anna in w1\nportion south of bert in w1\nportion west of carla in w1", "portion all of anna, bert, carla in w1"
).replace("lane_fill in north", "lane_fill in all")


def test_why_joint_owners_do_not_matter_is_said() -> None:
    # 9(f) looks at a landowner's portion: three who own it together are read as one landowner, unless each is read as an owner.
    def owners(**readings: str) -> list[str]:
        agendas = ask_cases([api.loads(JOINT)], CheckOptions(readings=tuple(readings.items()))).agendas
        return [idle.reason for idle in agendas[0].idle if idle.title == "owners of all"]

    assert HALF_KNOWN != JOINT
    (reason,) = owners()
    assert "one landowner" in reason and "joint_owners = one_landowner" in reason
    assert owners(joint_owners="each_an_owner") == []
    alone = JOINT.replace("anna, bert, carla", "anna")
    assert not [i for i in ask_cases([api.loads(alone)], CheckOptions()).agendas[0].idle if i.title.startswith("owners")]


def test_which_reading_would_make_joint_owners_matter_is_said() -> None:
    """Of 90,000, 5 percent are 4,500. One landowner of the entire wetland has the 5,000 of 9(a)(2) as well (9(f)(1)), which
    4,800 stay within; co-owners each read as an owner do not own it entirely. 380 stay within the 400 of 9(f)(3) either way."""

    def reason(area: str) -> str:
        text = JOINT.replace("300,000", "90,000").replace("2 or 3", "2").replace("380 sqft", area)
        (found,) = (i.reason for i in agenda(text).idle if i.title == "owners of all")
        return found

    assert reason("4,800 sqft").endswith("; they would matter read with joint_owners = each_an_owner")
    assert "would matter" not in reason("380 sqft")


@pytest.mark.parametrize(
    ("fact", "clause"),
    [
        # Each decides whether a clause is about such work at all; nothing is said of a condition that is then not asked for.
        ("  undertaking: unknown\n", "6/a/1"),
        ("  federal authorization: unknown\n", "3"),
    ],
)
def test_a_fact_that_decides_whether_a_clause_is_asked_has_no_sentence_of_its_conditions(fact: str, clause: str) -> None:
    found = agenda(HALF_KNOWN.replace("2 or 3", "2") + fact)
    (reason,) = (i.reason for i in found.idle if i.fact.startswith("lane_fill."))
    assert reason == "whatever it is, lane_fill qualifies under 103G.2241/9/a/2"
    over = agenda(HALF_KNOWN.replace("2 or 3", "2").replace("380 sqft", "9,000 sqft") + fact)
    assert not [i for i in over.idle if i.fact.startswith("lane_fill.") and "either way" in i.reason]


def test_the_answers_under_which_a_question_is_asked_are_all_named(tmp_path: Path) -> None:
    """Impacts of 20 sqft, type 2 or 3: the amounts of 9(a)(2) and 9(a)(4) may not be used together, so each type matters after
    the types before it; none of these is left out, in text or agenda."""
    impacts = "".join(f"impact i{n} in north\n  activity: fill\n  type: 2 or 3\n  area: 20 sqft\n" for n in range(1, 6))
    (tmp_path / "half.case").write_text(HALF_KNOWN.replace("380 sqft", "20 sqft") + impacts)
    for form in ("text", "markdown"):
        out = " ".join(lexempt("ask", "half.case", "--format", form, cwd=tmp_path).stdout.decode().split())
        assert "If it is still open:" not in out
        assert "If 1, 2, 3 and 4 are each" in out


CROPPED = """project p1
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact i1 in w1
  activity: fill
  type: 1
  area: 20,000 sqft
  undertaking: farming
  land use 1981 to 1984: annual crop
"""
# 1(1): annual crop, a rotation of it or set aside in six of the ten years that end with 1990. Four are stated, so of the years
# from 1985 on two more are needed, whichever they are; 20,000 sq ft are over every amount of 9(a).


def test_years_that_matter_alike_are_one_question(tmp_path: Path) -> None:
    (tmp_path / "x.case").write_text(CROPPED + "  land use 1985 to 1989: unknown\n")
    plain = " ".join(lexempt("ask", "x.case", cwd=tmp_path).stdout.decode().split())
    report = lexempt("ask", "x.case", "--format", "markdown", cwd=tmp_path).stdout.decode().replace("\\", "")
    for said in (plain, report):
        assert "1 question at most" in said
        assert "land use 1985 to 1989 of i1: Of each year: How was the land used in this year?" in said
        use = "annual crop, crop rotation seeding or set aside"
        assert f"{use} in at least 2 of them: no replacement plan is required; stop" in said
        assert "otherwise: a replacement plan is required; stop" in said
    (project,) = json.loads(lexempt("ask", "x.case", "--format", "json", cwd=tmp_path).stdout)["projects"]
    # A program, and the dialogue, have each year as well.
    assert sorted(q["fact"] for q in project["questions"]) == [f"i1.land_use.{year}" for year in range(1985, 1990)]
    (joint,) = project["joint"]
    assert joint["numbers"] == [1, 2, 3, 4, 5]
    assert [answer["settles"] for answer in joint["answers"]] == ["not_required", "required"]


@pytest.mark.parametrize("year", [1985, 1987, 1989])
def test_in_how_many_years_it_has_to_be(year: int) -> None:
    """With one more crop year one is enough, whichever year it was; if one was hay, two of the other four are needed."""
    others = "".join(f"  land use {y}: unknown\n" for y in range(1985, 1990) if y != year)
    for use, least in (("annual crop", "any of them"), ("hay", "at least 2 of them")):
        found = agenda(CROPPED + others + f"  land use {year}: {use}\n")
        (joint,) = found.joint
        assert (joint.first, joint.many) == (0, 4)
        assert [answer.words.partition(" in ")[2] for answer in joint.answers] == [least, ""]


def test_years_of_several_grounds_are_asked_apart(tmp_path: Path) -> None:
    """Each impact needs two more years of its own ground: neither ground's years settle the project by themselves."""
    unknown = "  land use 1985 to 1987: unknown\n"
    second = CROPPED[CROPPED.index("impact i1") :].replace("i1 in w1", "i2 in w2")
    text = CROPPED + unknown + "wetland w2\n  size: 300,000 sqft\n" + second + unknown
    found = agenda(text)
    years = {question.fact for question in found.questions} | {value.fact for value in found.later}
    assert years == {f"{i}.land_use.{year}" for i in ("i1", "i2") for year in (1985, 1986, 1987)}
    first, second = found.joint
    for joint in (first, second):
        asked = found.questions[joint.first : joint.first + joint.many]
        assert len({question.fact.partition(".")[0] for question in asked}) == 1
    # Without the other ground no answer frees the project of a plan: it does for the second, if the first has two such years.
    assert {answer.settles for answer in first.answers} == {"no", None}
    assert [answer.settles for answer in second.answers] == ["yes", "no"]
    (tmp_path / "x.case").write_text(text)
    said = " ".join(lexempt("ask", "x.case", cwd=tmp_path).stdout.decode().split())
    given = r"If land use [^:]* of i1 is annual crop, crop rotation seeding or set aside:"
    assert re.search(rf"2 land use 1985 to 1987 of i2: .*{given} annual crop, [^:]* in at least 2 of them: no replacement", said)


def test_area_first_then_the_years(tmp_path: Path) -> None:
    """9(a)(2) has room for 5,000 sq ft whatever was grown; over that the years decide. What is said of them is under that answer."""
    text = CROPPED.replace("20,000 sqft", "4,000 sqft to 20,000 sqft") + "  land use 1985 to 1989: unknown\n"
    (tmp_path / "x.case").write_text(text)
    said = " ".join(lexempt("ask", "x.case", cwd=tmp_path).stdout.decode().split())
    assert "2 questions at most" in said
    assert "If 1 is more than 5,000 sqft: annual crop, crop rotation seeding or set aside in at least 2 of them" in said
