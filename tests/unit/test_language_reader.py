"""Whole files: the sample of the design, forgiving forms, and what belongs to what."""

from __future__ import annotations

import marshal
from datetime import date
from fractions import Fraction

import pytest

from lexempt.case import Case, Known, Statement, Unknown
from lexempt.language import KINDS, canonical, from_json, new_case, print_case, read_bytes, read_case, to_json
from lexempt.language.provisions import provision_id
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_readings, load_vocabulary

V = load_vocabulary()

SAMPLE = """\
project lane "Field lane and turnout"
  county: Otter Tail
  work: 2018-06-01                     # the day that picks the law, unless --on; applied: and decision: are other dates
  assume: ordinary                     # a named set of assumptions from the vocabulary, printed with the result

wetland w1
  size: 300,000 sqft
portion north of owner_a in w1
  area: 300,000 sqft
  drained or filled before: 200 sqft on 1996-05-01

impact lane_fill in north
  activity: fill
  type: 2                              by panel on 2018-04-30 citing "Findings 18-04"
  area: 4,000 sqft
impact turnout in north
  activity: fill
  type: 3                              by panel on 2018-04-30 citing "Findings 18-04"
  type: 2                              by consultant citing "Delineation report, table 1"
  area: 60 sqft to 90 sqft

claim 103G.2241/9/a/2 on 2018-05-02 citing "Joint application, Attachment B"
note: "The owner would accept a culvert instead."

expect on 2018-06-01
  project: replacement plan required
  lane_fill: qualifies under 103G.2241/9/a/2
  path: lane_fill under 103G.2241/9/a/2, turnout replaced
  because: 103G.2241/9/e
variants
  | name           | turnout area | turnout type | project                      | why               |
  | no turnout     | none         |              | replacement plan not required | 9(a)(2)          |
  | all one type   | 1,000 sqft   | 2            | replacement plan not required | at the amount    |
  | one foot over  | 1,001 sqft   | 2            | replacement plan required     | 9(a)(2) exceeded |
"""


def case_of(text: str) -> Case:
    reading = read_case(text, "x.case", V)
    assert reading.case is not None, reading.diagnostics
    return reading.case


def codes(text: str) -> list[str]:
    return [found.code for found in read_case(text, "x.case", V).diagnostics]


def facts(case: Case, thing: str) -> dict[str, Statement]:
    return {statement.attribute: statement for statement in case.statements if statement.thing == thing}


def test_sample_of_the_design() -> None:
    reading = read_case(SAMPLE, "x.case", V)
    assert reading.diagnostics == ()
    case = reading.case
    assert case is not None
    assert [(thing.entity, thing.id) for thing in case.things] == [
        ("project", "lane"),
        ("wetland", "w1"),
        ("portion", "north"),
        ("impact", "lane_fill"),
        ("impact", "turnout"),
        ("owner", "owner_a"),
    ]
    assert case.things[3].links == (("portion", ("north",)), ("project", ("lane",)))
    assert case.things[2].links == (("owner", ("owner_a",)), ("wetland", ("w1",)))
    assert facts(case, "lane")["county"].value == Known(("otter_tail",))
    assert case.assumes == (("lane", "ordinary"),)
    assert case.claims[0].provision == "103G.2241/9/a/2" and case.claims[0].source.on == date(2018, 5, 2)
    assert case.notes[0].text == "The owner would accept a culvert instead."
    assert case.expects[0].on == date(2018, 6, 1)
    assert case.expects[0].lines[1].wants == "qualifies under 103G.2241/9/a/2"
    assert [(v.name, len(v.replaces), v.removes) for v in case.variants] == [
        ("no turnout", 0, ("turnout",)),
        ("all one type", 2, ()),
        ("one foot over", 2, ()),
    ]
    span = facts(case, "lane")["county"].span
    assert (span.line, span.start, span.end) == (2, 3, 21)


@pytest.mark.parametrize(
    "encode", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("\n", "\r"), lambda t: t.replace("  ", "\t")]
)
def test_line_ends_and_tabs_just_work(encode: object) -> None:
    assert canonical(case_of(encode(SAMPLE))) == canonical(case_of(SAMPLE))  # type: ignore[operator]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_just_work(encoding: str) -> None:
    reading = read_bytes(SAMPLE.encode(encoding), "x.case", V)
    assert reading.case is not None and canonical(reading.case) == canonical(case_of(SAMPLE))


def test_round_trips_of_the_sample() -> None:
    case = case_of(SAMPLE)
    text = print_case(case)
    assert print_case(case_of(text)) == text
    again = from_json(to_json(case), "x.json", V)
    assert again.case is not None and print_case(again.case) == text


def test_canonical_form_does_not_depend_on_the_order_of_lines() -> None:
    shuffled = """\
impact b in w1 for two
  type: 2
  area: 20 sqft
impact a in w1 for one
  area: 10 sqft
project two
project one
wetland w1
"""
    ordered = """\
project one
project two
wetland w1
impact a in w1 for one
  area: 10 sqft
impact b in w1
  area: 20 sqft
  type: 2
"""
    assert canonical(case_of(shuffled)) == canonical(case_of(ordered))


def test_default_project_is_the_nearest_above() -> None:
    case = case_of("project a\nwetland w\nimpact x in w\nproject b\nimpact y in w\nimpact z in w for a\nclaim 9/a/2\n")
    assert [impact.linked("project") for impact in case.of("impact")] == [("a",), ("b",), ("a",)]
    assert case.claims[0].project == "a"
    assert print_case(case_of(print_case(case))) == print_case(case)


def test_years_make_a_statement_each_and_print_as_spans() -> None:
    text = "project p\nwetland w\nimpact i in w\n  land use 1985 to 1987, 1989: annual crop, set aside by landowner\n"
    case = case_of(text)
    assert [s.key for s in case.statements] == [1985, 1986, 1987, 1989]
    assert case.statements[0].thing == "i" and case.statements[0].value == Known(("annual_crop", "set_aside"))
    printed = print_case(case)
    assert "land use 1985 to 1987: annual crop, set aside  by landowner" in printed
    assert "land use 1989: annual crop" in printed


def test_keys_of_waters_provisions_and_owners() -> None:
    case = case_of(
        "project p\n  local amount under 9(a)(3): 1,000 sqft\n  local amount: 500 sqft\nwetland w\nwater lake\n"
        "portion n of a, b in w\n  share of a: 50 percent\nimpact i in n\n  distance to lake: 700 ft\n"
    )
    assert [s.key for s in case.statements] == ["103G.2241/9/a/3", None, "a", "lake"]


def test_expectations_of_many_kinds() -> None:
    case = case_of(
        "project p\nwetland w\nimpact i in w\n"
        "expect on 2018-06-01 with joint owners = one_landowner, zone_line=excluded\n"
        "  depends on: i.area\n  because: 9(e)\n  i: qualifies under 103G.2241, subd. 9(a)(2) or 10/2\nnote: kept\n"
        "variants\n|name|i|on|reading|\n|---|---|---|---|\n"
        "|a|9/a/1 or 10/2|2018-01-01|zone_line = excluded|\n|b|none|||\n|c|not regulated|||\n"
    )
    expect = case.expects[0]
    assert expect.readings == (("joint_owners", "one_landowner"), ("zone_line", "excluded"))
    assert [line.wants for line in expect.lines] == [
        "i.area",
        "103G.2241/9/e",
        "qualifies under 103G.2241/9/a/2 or 103G.2241/10/2",
    ]
    assert [v.expects.lines[0].wants for v in case.variants] == [
        "qualifies under 103G.2241/9/a/1 or 103G.2241/10/2",
        "qualifies under none",
        "not regulated",
    ]
    assert case.variants[0].expects.on == date(2018, 1, 1)
    assert case.variants[0].expects.readings == (("zone_line", "excluded"),)
    assert case.notes[0].text == "kept"


@pytest.mark.parametrize(
    ("written", "provision"),
    [
        ("103G.2241/9/a/2", "103G.2241/9/a/2"),
        ("103g.2241/9/A/2", "103G.2241/9/a/2"),
        ("103G.2241, subd. 9(a)(2)", "103G.2241/9/a/2"),
        ("Minn. Stat. § 103G.2241, subdivision 9, paragraph (a), clause (2)", "103G.2241/9/a/2"),
        ("9(a)(2)", "103G.2241/9/a/2"),
        ("9/a/2", "103G.2241/9/a/2"),
        ("subd. 10(2)", "103G.2241/10/2"),
        ("103G.2242, subd. 9a", "103G.2242/9a"),
        ("103G.222, subd. 1(m)", "103G.222/1/m"),
        ("103G.2241", "103G.2241"),
        ("6(a)(1)(ii)", "103G.2241/6/a/1/ii"),
        ("the small one", None),
        ("", None),
    ],
)
def test_provisions(written: str, provision: str | None) -> None:
    assert provision_id(written) == provision


@pytest.mark.parametrize("kind", KINDS)
def test_new_cases_are_clean(kind: str) -> None:
    text = new_case("saint louis", kind)
    assert isinstance(text, str)
    reading = read_case(text, "new.case", V)
    assert reading.diagnostics == () and reading.case is not None
    assert sum(isinstance(s.value, Unknown) for s in reading.case.statements) >= 4


@pytest.mark.parametrize("kind", KINDS)
def test_new_cases_for_a_day(kind: str) -> None:
    text = new_case("Stearns", kind, on=date(2024, 2, 29))
    assert isinstance(text, str) and "work: 2024-02-29" in text and "{" not in text
    reading = read_case(text, "new.case", V)
    assert reading.diagnostics == () and reading.case is not None
    years = {s.key for s in reading.case.statements if s.attribute == "land_use"}
    assert years == (set(range(2014, 2024)) if kind == "farm" else set())


@pytest.mark.parametrize("kind", KINDS)
def test_new_cases_are_even_and_their_claims_are_of_the_law(kind: str) -> None:
    text = new_case("Cass", kind)
    assert isinstance(text, str)
    facts = [line for line in text.splitlines() if line[:1].strip("#") or line.startswith("  ")]
    assert len({line.index(" # ") for line in facts if " # " in line and line.strip()[0] != "#"}) == 1
    (claim,) = [line.removeprefix("# claim ") for line in text.splitlines() if line.startswith("# claim ")]
    assert any(c == claim or c.startswith(claim + "/") for c in load_law().exemptions)


@pytest.mark.parametrize("kind", ["ditch", "farm"])
@pytest.mark.parametrize("drained", ["wetland", "public waters", "wetland and public waters"])
def test_what_a_new_case_suggests_is_no_contradiction(kind: str, drained: str) -> None:
    text = new_case("Cass", kind)
    assert isinstance(text, str) and "wetland, public waters, or wetland and public waters" in text
    reading = read_case(text.replace("results in draining: unknown", f"results in draining: {drained}"), "new.case", V)
    assert reading.diagnostics == ()


def test_excavation_starts_with_the_flooding_that_decides_it() -> None:
    # 103G.222, subd. 1(a): excavation counts in permanently and semipermanently flooded areas.
    for kind in KINDS:
        text = new_case("Cass", kind)
        assert isinstance(text, str) and ("activity: excavate" not in text or "flooding: unknown" in text)


def test_new_case_of_an_unknown_county() -> None:
    found = new_case("Shelburne", "driveway")
    assert not isinstance(found, str) and found.help == "did you mean `Sherburne`?"


def test_all_mistakes_at_once_in_file_order() -> None:
    text = "project p\n  county: Shelburne\n  wrk: 2018-06-01\nwetland\nimpact i in w9\n  area: 4\n"
    found = read_case(text, "x.case", V).diagnostics
    assert [d.code for d in found] == ["E145", "E140", "E121", "E127", "E146"]
    assert [d.span.line for d in found if d.span] == [2, 3, 4, 5, 6]


def test_disputed_facts_are_no_mistake() -> None:
    base = "project p\nwetland w\nimpact i in w\n  type: 2 by panel\n  type: 3"
    assert codes(base + " by consultant\n") == []
    assert codes(base + " by panel\n") == ["E159"]
    assert codes(base + " by panel on 2018-01-01\n") == []


def test_several_losses_are_no_contradiction() -> None:
    text = "project p\nwetland w\nportion n of a in w\n"
    text += "".join(f"  drained or filled before: {n} sqft on 1996-05-01\n" for n in (2, 3)) + "impact i in n\n"
    assert codes(text) == []


def test_exact_to_four_decimals_of_an_acre() -> None:
    case = case_of("project p\nwetland w\n  size: 450,000.0001 acres\nimpact i in w\n")
    assert facts(case, "w")["size"].value == Known((Fraction(4500000001, 10000) * 43560,))


def test_vocabulary_is_whole() -> None:
    for attribute in V.attributes.values():
        assert attribute.question and attribute.cites and attribute.decided_by in V.bodies, attribute.name
        assert attribute.entity in V.entities
        assert bool(attribute.choices) == (attribute.type in ("choice", "set")), attribute.name
        assert attribute.refers_to is None or attribute.refers_to in V.entities
    for reading in load_readings():
        assert reading.default in reading.choices
        assert set(reading.profiles.values()) <= set(reading.choices)


def _forget() -> None:
    from lexempt.law import vocabulary

    vocabulary._kept.cache_clear()


def test_cache_is_not_trusted(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    from lexempt import places
    from lexempt.law import vocabulary

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    places._writable.cache_clear()
    _forget()
    try:
        first = vocabulary.load_vocabulary()
        (kept,) = Path(str(tmp_path)).glob("lexempt/vocabulary-*")
        whole = kept.read_bytes().partition(b"\n")[2]
        other = ((), {}, {"rows": 1}, {"rows": {}, "vocabulary": {}}, {"rows": {}, "vocabulary": {"attributes": ((1,),)}})
        for damage in (b"", b"{", whole[:-9], whole[9:], *map(marshal.dumps, other)):
            for checksum in ("", places.fingerprint(damage)):
                kept.write_bytes(checksum.encode() + b"\n" + damage)
                _forget()
                assert set(vocabulary.load_vocabulary().attributes) == set(first.attributes)
    finally:
        _forget()
        places._writable.cache_clear()
