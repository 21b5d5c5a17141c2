"""A provision under another number: nothing else changes, references move or are said, and answers cite the new number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.unit.test_amending import HEAD, case, fitted, plan

import lexempt as api
from lexempt.amending.compare import comparison
from lexempt.amending.fit import all_adopted, fit
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.amending.standing import standing_on
from lexempt.amending.versions import renumbered, touched
from lexempt.law.vocabulary import load_vocabulary

LAW = standing_on(20180801)
MOVED = HEAD + "renumber 9(a) as 9(k)\n  references: move\n"
PROVISIONS = [
    (old, new)
    for old, new in (
        ("103G.222/3", "103G.222/4"),
        ("103G.222/1/m", "103G.222/1/z"),
        ("103G.2241/9/i", "103G.2241/9/z"),
        ("103G.2241/9/b", "103G.2241/9/z"),
        ("103G.2241/2/b", "103G.2241/12"),
    )
    if LAW.below(old)
]


@pytest.mark.parametrize(("old", "new"), PROVISIONS)
def test_a_number_alone_changes_nothing_else(old: str, new: str) -> None:
    bill = fitted(f"{HEAD}renumber {old} as {new}\n  references: move\n")
    assert {row.predicate for row in bill.rows} == {"cites"} and not bill.adopted.chains
    after = bill.amended
    assert after.provisions == LAW.provisions
    assert touched(LAW, after) == () and renumbered(LAW, after) != ()
    for provision in LAW.below(old):
        assert after.cited(provision) == new + provision[len(old) :]
        assert after.id_of(after.cited(provision)) == provision
    fates = {c.provision: c.fate for c in comparison(LAW, after, load_vocabulary())}
    assert all(fates[p].startswith("renumbered as ") for p in LAW.below(old))


def test_there_is_something_to_renumber() -> None:
    assert len(PROVISIONS) >= 4


def test_references_move_or_are_said_with_their_places() -> None:
    """9(e) and 9(f)(1) list paragraph (b)."""
    loaded = fitted_to_its_law(read_bill(f"{HEAD}renumber 9(b) as 9(k)\n", "x"), "x")
    (found,) = loaded.diagnostics
    assert found.code == "E215" and "103G.2241/9/e" in str(found.expected) and "103G.2241/9/f/1" in str(found.expected)
    moved = fitted(f"{HEAD}renumber 9(b) as 9(k)\n  references: move\n")
    lines = {c.provision: c for c in comparison(moved.law, moved.amended, load_vocabulary())}
    assert lines["103G.2241/9/e"].fate == "references moved along"
    (line,) = [line for line in lines["103G.2241/9/e"].lines if line.key == "paragraph"]
    assert [s.text for s in line.segments if s.mark == "inserted"] == ["103G.2241/9/k"]


def test_references_left_name_nothing() -> None:
    """9(e) bars two amounts of its paragraphs; once it names an empty (b), those of the renumbered paragraph stand together."""
    left = fitted(f"{HEAD}renumber 9(b) as 9(k)\n  references: leave\n")
    moved = fitted(f"{HEAD}renumber 9(b) as 9(k)\n  references: move\n")
    zone = case(("2", "400 sqft"), ("3", "100 sqft"), more="  shoreland zone: protection zone")
    assert (plan(zone), plan(zone, moved.adopted), plan(zone, left.adopted)) == ("required", "required", "not_required")
    assert "which then names nothing" in str(left.changes[0].note)


def test_references_left_name_what_takes_the_number() -> None:
    """(a) and (b) change places and 9(e), 9(f), 9(h) stay as written: 9(h), on (a), is then about what was (b)."""
    swap = HEAD + "renumber 9(a) as 9(b)\n  references: leave\nrenumber 9(b) as 9(a)\n  references: leave\n"
    lists = fitted(swap).amended.provisions
    assert lists["103G.2241/9/h"].lists["paragraph"] == ("103G.2241/9/b",)
    assert lists["103G.2241/9/e"].lists == LAW.provisions["103G.2241/9/e"].lists


def test_a_later_bill_names_it_by_its_new_number() -> None:
    law = fitted(MOVED).amended
    bill = read_bill("bill NEXT\namend 9(k)(4)\n  amount: strike 100 sqft, insert 400 sqft\n", "x").bill
    assert bill is not None
    later = fit(bill, law)
    assert [c.provision for c in later.changes if c.status == "fits"] == ["103G.2241/9/a/4"]
    assert all_adopted(law, (later,)).provisions["103G.2241/9/a/4"].numbers["amount"].number == 400
    assert all_adopted(law, (later,)).cited("103G.2241/9/a/4") == "103G.2241/9/k/4"


def test_a_paragraph_goes_and_the_next_ones_move_up() -> None:
    """As bills do that repeal a paragraph: (g) goes, (h) becomes (g), (i) becomes (h)."""
    bill = fitted(HEAD + "repeal 9(g)\nrenumber 9(h) as 9(g)\nrenumber 9(i) as 9(h)\n")
    assert fitted(HEAD + "repeal 9(g)\n").adopted.chains == bill.adopted.chains
    cited = [bill.amended.cited(f"103G.2241/9/{p}").rpartition("/")[2] for p in "fghi"]
    assert cited == ["f", "g", "g", "h"] and bill.amended.provisions["103G.2241/9/g"].state == "not in force"


def test_a_number_given_is_not_free() -> None:
    """A clause added to a paragraph under its new number is of that paragraph: 9(e) names it still."""
    text = "bill NEXT\nadd provision 9(k)(5)\n  amount: 900 sqft\n  if: wetland type is 3\n"
    for written, code in ((text, []), (text.replace("(5)", "(4)"), ["E217"])):
        bill = read_bill(written, "x").bill
        assert bill is not None
        found = fit(bill, fitted(MOVED).amended)
        assert [d.code for d in found.diagnostics] == code
    bill = read_bill(text, "x").bill
    assert bill is not None
    first = fitted(MOVED)
    both = (first.adopted, fit(bill, first.amended).adopted)
    read = api.loads(case(("3", "900 sqft"), ("2", "4,000 sqft")) + "\nclaim 9(k)(5)\n", amendments=both)
    (project,) = api.check(read, amendments=both).projects
    assert project.impacts[0].qualifies == ("103G.2241/9/a/5",) and project.replacement_plan == "required"
    assert dict(project.claims[0].impacts)["i0"] == "always"


def test_two_bills_that_give_numbers_clash() -> None:
    from lexempt.amending.interaction import clashes

    one, other, same = (
        fitted(f"bill {n}\n  drafted against: 2018-08-01\nrenumber {p}\n  references: move\n")
        for n, p in (("A", "9(a) as 9(k)"), ("B", "9(a) as 9(l)"), ("C", "9(b) as 9(k)"))
    )
    assert {c.what for c in clashes((one, other))} == {"renumber it differently"}
    assert {c.what for c in clashes((one, same))} == {"give two provisions the number 103G.2241/9/k"}


def test_answers_cite_the_new_number(tmp_path: Path) -> None:
    (tmp_path / "r.amend").write_text(MOVED)
    text = case(("2", "4,000 sqft"))
    for written in ("9(k)(2)", "9(a)(2)"):
        (tmp_path / "p.case").write_text(f"{text}\nclaim {written}\n")
        done = lexempt("check", "p.case", "--amend", "r.amend", cwd=tmp_path)
        assert b"W210" not in done.stderr
        assert b"subd. 9(k)(2)  i0 qualifies" in done.stdout and b"9(a)(2)" not in done.stdout.replace(
            b"'9(a)(2)'", b""
        )
    found = json.loads(lexempt("check", "p.case", "--amend", "r.amend", "--format", "json", cwd=tmp_path).stdout)
    assert found["law"]["numbers"]["103G.2241/9/a/2"] == "103G.2241/9/k/2"
    assert found["projects"][0]["impacts"][0]["qualifies"] == ["103G.2241/9/a/2"]  # ids stay


def test_diff_of_a_renumbering_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "r.amend").write_text(MOVED)
    (tmp_path / "p.case").write_text(case(("2", "4,000 sqft")))
    done = lexempt("diff", "law", "r.amend", "--cases", "p.case", "--search", "--require", "no-change", cwd=tmp_path)
    assert done.returncode == 0
    for said in (b"No change: of 1 project", b"No provision is worded differently.", b"Widens nothing",
                 b"Renumbered: subd. 9(a) as subd. 9(k)."):  # fmt: skip
        assert said in done.stdout, said


def test_interact_says_what_is_renumbered(tmp_path: Path) -> None:
    (tmp_path / "r.amend").write_text(MOVED)
    (tmp_path / "e.amend").write_text("bill HF_E\n  drafted against: 2018-08-01\nrepeal 9(e)\n")
    (tmp_path / "p.case").write_text(case(("2", "4,000 sqft"), ("3", "90 sqft")))
    done = lexempt("interact", "r.amend", "e.amend", "--cases", "p.case", "--no-search", cwd=tmp_path)
    assert b"HF_A renumbers subd. 9(a) as subd. 9(k)." in done.stdout and b"HF_E amends subd. 9(e)." in done.stdout
    (row,) = [line.split() for line in done.stdout.splitlines() if line.startswith(b"  HF_A  ")][:1]
    assert row == [b"HF_A", b"nothing", b"nothing", b"nothing"]


def test_api_of_a_case_under_an_amendment() -> None:
    (project,) = api.check(api.loads(case(("2", "4,000 sqft"))), amendments=(fitted(MOVED).adopted,)).projects
    assert project.replacement_plan == "not_required"
