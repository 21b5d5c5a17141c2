"""What a newcomer asks of `facts`, `law` and `amend start` without knowing the words, and what is written for pasted rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexempt.amending.printing import start_name
from lexempt.cli.main import run
from lexempt.language import read_case
from lexempt.language.near import near_fact
from lexempt.language.pasted import as_lines
from lexempt.law.vocabulary import load_vocabulary

BEGINNING = "project p\n  county: Cass\n  work: 2018-06-01\nwetland w1\n  size: 9 acres\n"
ROWS = [["id", "wetland", "activity", "type", "area (acres)"], ["fill1", "w1", "fill", "2", "0.01"]]


def said(capsys: pytest.CaptureFixture[str], *call: str) -> str:
    run(list(call))
    out, err = capsys.readouterr()
    return " ".join((out + err).split())


def test_what_a_pasted_table_is_told_to_be_is_read_as_its_rows_mean() -> None:
    helping = as_lines(ROWS, load_vocabulary())
    assert helping is not None
    written = "\n".join(part for i, part in enumerate(helping.split("`")) if i % 2)
    reading = read_case(f"{BEGINNING}{written}\n", "p.case", load_vocabulary())
    assert reading.case is not None and not reading.diagnostics
    (impact,) = reading.case.of("impact")
    stated = {s.attribute: s.text for s in reading.case.statements if s.thing == impact.id}
    assert (impact.id, impact.linked("wetland")) == ("fill1", ("w1",))
    assert stated == {"activity": "fill", "wetland_type": "2", "area": "0.01 acres"}


@pytest.mark.parametrize("row", [["fill1", "w1", "what it is"], ["name", "fill_1 area", "project"]])
def test_rows_that_name_no_columns_of_facts_are_no_things(row: list[str]) -> None:
    assert as_lines([row, ["a", "b", "c"]], load_vocabulary()) is None


@pytest.mark.parametrize(
    ("entity", "written", "meant"),
    [
        ("wetland", "shoreland", "`shoreland zone`, under an impact"),
        ("impact", "ditch", "`drainage system: ID`"),
        ("impact", "county ditch", "`drainage system: ID`"),
        ("project", "lake", "`distance to WATER`, under an impact"),
        ("impact", "municipality", "`incorporated`"),
        ("wetland", "acres", "`size`"),
        ("project", "landowner", "`portion north of owner_a in w1`"),
        ("project", "landuse 1985", "`land use 1985 to 1990`"),
        ("wetland", "land-use 1985, 1987 to 1989", "`land use 1985 to 1990`"),
    ],
)
def test_an_unknown_fact_is_answered_with_the_known_one(entity: str, written: str, meant: str) -> None:
    assert meant in (near_fact(entity, written, load_vocabulary()) or "")


@pytest.mark.parametrize("written", ["contractor", "colour", "budget", "slope", ""])
def test_nothing_is_made_up_for_what_no_rule_asks(written: str) -> None:
    assert near_fact("impact", written, load_vocabulary()) is None


def test_the_law_has_a_table_of_contents(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "law", "show")
    assert "subd. 9(a)(4) Up to the amount of types 3, 4, 5, 8" in text and "§ 103G.237, subd. 2" in text


def test_words_lead_to_a_provision_and_to_a_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`lexempt law show 103G.2241/9` shows all of it" in said(capsys, "law", "show", "de minimis")
    assert "did you mean `combining_amounts`" in said(capsys, "law", "readings", "combining")
    assert "`lexempt law show` lists them" in said(capsys, "law", "show", "xyzzy")


def test_numbers_of_the_law_have_their_units(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "law", "show", "9(f)")
    assert "share: 5 percent" in text and "reading joint_owners: one_landowner*, each_an_owner" in text
    assert "before year: 1991" in said(capsys, "law", "history", "1(1)")


def test_facts_are_found_by_a_part_of_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "lawfully connected to a public drainage system" in said(capsys, "facts", "ditch")
    assert "lexempt facts drainage_system" in said(capsys, "facts", "drainage")
    wetland = said(capsys, "facts", "wetland")
    assert "assumed if ordinary: 1858-05-11" in wetland
    assert "200 sqft on 1996-05-01" in said(capsys, "facts", "portion")
    assert "the id of a owner" not in said(capsys, "facts", "owner") + wetland


@pytest.mark.parametrize(
    ("provision", "output", "name"),
    [
        ("103G.2241/9/a/4", None, "amend_9_a_4"),
        ("103G.2241/9/a/4", "-", "amend_9_a_4"),
        ("103G.222/1/m", None, "amend_103G_222_1_m"),
        ("103G.2241/9/e", "bills/raise.amend", "raise"),
        ("103G.2241/9/e", "HF 12.amend", "HF_12"),
        ("103G.2241/9/e", "2026.amend", "amend_2026"),
    ],
)
def test_a_started_bill_has_a_name_of_its_own(provision: str, output: str | None, name: str) -> None:
    assert start_name(provision, output) == name


def test_two_started_bills_take_one_changed_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, line, changed in (
        ("raise", "# amount: strike 100 sqft, insert 100 sqft", "  amount: strike 100 sqft, insert 400 sqft"),
        ("lower", "# amount: strike 100 sqft, insert 100 sqft", "  amount: strike 100 sqft, insert 50 sqft"),
    ):
        assert run(["amend", "start", "9(a)(4)", "-o", f"{name}.amend"]) == 0
        text = Path(f"{name}.amend").read_text()
        assert line in text
        Path(f"{name}.amend").write_text(text.replace(line, changed))
        assert run(["amend", "check", f"{name}.amend"]) == 0
    assert "two amendments are called" not in said(capsys, "amend", "print", "raise.amend", "lower.amend")
