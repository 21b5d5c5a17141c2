"""Amendments: the chains in Python against clingo's, what strokes do, what the answer names, the commands."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import ROOT, lexempt

import lexempt as api
from lexempt.amending.compare import comparison
from lexempt.amending.fit import Fitted
from lexempt.amending.load import drafting_day, fitted_to_its_law
from lexempt.amending.reader import read_bill
from lexempt.amending.standing import standing_on
from lexempt.law.adopted import Adopted
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.batch import law_set
from lexempt.solving.compiled import compile_law

HEAD = "bill HF_A\n  drafted against: 2018-08-01\n"
RAISE = HEAD + "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"
DAY = 20180801


def fitted(text: str) -> Fitted:
    loaded = fitted_to_its_law(read_bill(text, "x.amend"), "x.amend")
    assert not loaded.wrong, loaded.diagnostics
    assert loaded.fitted is not None
    return loaded.fitted


def case(*impacts: tuple[str, str], county: str = "Otter Tail", more: str = "") -> str:
    """A project on 2018-06-01; (type, area) of each impact, outside the shoreland zone. Otter Tail: 50 to 80 percent."""
    lines = [
        "project p",
        f"  county: {county}",
        "  work: 2018-06-01",
        "  assume: ordinary",
        "wetland w",
        "  size: 300,000 sqft",
    ]
    for n, (kind, area) in enumerate(impacts):
        lines += [
            f"impact i{n} in w",
            "  activity: fill",
            f"  type: {kind}",
            f"  area: {area}",
            *([more] if more else []),
        ]
    return "\n".join(lines)


def plan(text: str, *amendments: Adopted, **options: object) -> str:
    result = api.check(api.loads(text), amendments=amendments, **options)
    assert not result.diagnostics and not result.refused
    return result.projects[0].replacement_plan


# --- the chains


@pytest.mark.parametrize(
    "text",
    [
        "",
        RAISE,
        HEAD + "amend 9(a)(2)\n wetland type: strike 7, insert 3\n unless: strike in 11 counties\nrepeal 9(e)",
        HEAD + "repeal 9(b)\n references: mend\nrepeal 9(g)\nsuspend 9(h)",
        HEAD
        + "add provision 9(d)(3) after 9(d)(2)\n amount: 1,000 sqft\n if: shoreland zone is outside\n if: wetland type is 7",
    ],
)
def test_the_chains_are_those_of_clingo(text: str) -> None:
    """What Python says stands in each provision is what the law's own rules decide."""
    bills = [fitted(text)] if text else []
    law = bills[0].amended if bills else standing_on(DAY)
    compiled = compile_law(DAY, tuple(law_set(DAY, (), tuple(b.adopted for b in bills)).lines(1)))
    listed = {(c, n): set(members) for c, lists in compiled.listed.items() for n, members in lists.items()}
    ours = {(p.id, n): set(members) for p in law.provisions.values() for n, members in p.lists.items()}
    assert ours == listed
    decided = {line for part in compiled.parts for line in part.text.splitlines()}
    for provision in law.provisions.values():
        assert (f'in_force("{provision.id}").' in decided) == (provision.state == "in force")
        for name, number in provision.numbers.items():
            unit = f"*{number.unit}" if number.unit else ""
            assert f'current("{provision.id}",{name},{number.number}{unit}).' in decided


def test_the_drafting_day_is_the_last_one_known_in_full() -> None:
    assert drafting_day() == date(2024, 7, 31)  # the wording since 2024-08-01 has been seen in part only


# --- what a stroke does


def test_a_raised_amount_holds_up_to_itself() -> None:
    """9(a)(4) allows 100 sq ft of type 3; the bill 400."""
    bill = fitted(RAISE).adopted
    assert [plan(case(("3", f"{a} sqft"))) for a in (100, 101, 400)] == ["not_required", "required", "required"]
    assert [plan(case(("3", f"{a} sqft")), bill) for a in (101, 400, 401)] == [
        "not_required",
        "not_required",
        "required",
    ]


def test_a_type_moved_from_a_list() -> None:
    """Type 8 struck from 9(a)(4) has no amount at all; type 7 was in 9(a)(2) and keeps that amount too."""
    bill = fitted(HEAD + "amend 9(a)(4)\n  wetland type: replace 8 with 7\n").adopted
    assert (plan(case(("8", "90 sqft"))), plan(case(("8", "90 sqft")), bill)) == ("not_required", "required")
    assert plan(case(("7", "4,000 sqft")), bill) == "not_required"


def test_without_9e_two_amounts_stand_together() -> None:
    bill = fitted(HEAD + "repeal 9(e)\n").adopted
    two = case(("2", "4,000 sqft"), ("3", "90 sqft"))
    assert (plan(two), plan(two, bill)) == ("required", "not_required")


def test_an_exception_struck() -> None:
    """9(a)(2) does not reach the eleven counties: Wright's amount is that of 9(d)(1), 2,500 sq ft; without the exception, 5,000."""
    bill = fitted(HEAD + "amend 9(a)(2)\n  unless: strike in 11 counties\n").adopted
    wright = case(("2", "2,501 sqft"), county="Wright", more="  area class: from 50 to 80\n")
    wright = wright.replace("  area class: from 50 to 80\n", "").replace(
        "  size:", "  area class: from 50 to 80\n  size:"
    )
    assert (plan(wright), plan(wright, bill)) == ("required", "not_required")
    assert plan(wright.replace("2,501", "5,001"), bill) == "required"


def test_a_new_clause_fills_the_hole_of_type_7() -> None:
    """9(d)(2) leaves out type 7 in Hennepin (less than 50 percent): no amount, until a clause gives 1,000 sq ft."""
    text = HEAD + "add provision 9(d)(3) after 9(d)(2)\n  amount: 1,000 sqft per project\n  activity: drain or fill\n"
    text += "  if: shoreland zone is outside\n  if: area class is less than 50\n  if: in 11 counties\n  if: wetland type is 7\n"
    bill = fitted(text).adopted
    small, large = case(("7", "1,000 sqft"), county="Hennepin"), case(("7", "1,001 sqft"), county="Hennepin")
    assert (plan(small), plan(small, bill), plan(large, bill)) == ("required", "not_required", "required")
    result = api.check(api.loads(small), amendments=(bill,))
    assert result.projects[0].impacts[0].qualifies == ("103G.2241/9/d/3",)
    assert (
        plan(case(("7", "1,000 sqft"), county="Hennepin", more="  white cedar or tamarack: no\n"), bill)
        == "not_required"
    )
    other = case(("7", "1,000 sqft"), county="Hennepin").replace("activity: fill", "activity: excavate")
    assert plan(other, bill) == plan(other)  # drain or fill only


def test_a_repealed_clause_reinstated() -> None:
    """2024 c 90 repealed 1(2), pasture; a bill drafted against that law brings it back."""
    text = "bill BACK\n  drafted against: 2024-08-01\nreinstate 103G.2241/1/2\n"
    pasture = case(("1", "9 acres"), more="  pasture: yes\n  stays pasture: yes").replace("2018-06-01", "2025-06-01")
    pasture = pasture.replace("size: 300,000 sqft", "size: 100 acres")
    assert plan(pasture.replace("2025-06-01", "2018-06-01")) == "not_required"
    assert plan(pasture) != "not_required"
    assert plan(pasture, fitted(text).adopted) == "not_required"


def test_the_later_of_two_bills_prevails() -> None:
    """Both drafted against 100 sq ft; irreconcilable, so the later final enactment (here: named last) prevails."""
    more, less = fitted(RAISE).adopted, fitted(RAISE.replace("HF_A", "HF_B").replace("400", "200")).adopted
    small = case(("3", "300 sqft"))
    assert (plan(small, less, more), plan(small, more, less)) == ("not_required", "required")


def test_an_expired_bill_is_not_applied() -> None:
    bill = fitted(RAISE.replace("amend", "  expires: 2018-06-01\namend")).adopted
    later = fitted(RAISE.replace("amend", "  expires: 2018-06-02\namend")).adopted
    small = case(("3", "300 sqft"))
    assert (plan(small, bill), plan(small, later)) == ("required", "not_required")
    two = [api.loads(small, "a.case"), api.loads(small.replace("2018-06-01", "2018-06-02"), "b.case")]
    result = api.check(two, amendments=(later,))
    assert [p.replacement_plan for p in result.projects] == ["not_required", "required"]
    assert [law.amendments for law in result.laws] == [("HF_A",), ()]


def test_unknown_areas_are_tried_at_the_new_amount() -> None:
    """Between 350 and 450 sq ft it depends, and the bound named is the bill's."""
    bill = fitted(RAISE).adopted
    result = api.check(api.loads(case(("3", "350 sqft to 450 sqft"))), amendments=(bill,))
    project = result.projects[0]
    assert project.replacement_plan == "depends"
    assert {value.value for facts in project.settles_plan.yes for value in facts} == {"at most 400 sqft"}


def test_fractions_of_a_foot_are_exact_at_the_new_amount() -> None:
    bill = fitted(RAISE).adopted
    assert plan(case(("3", "400 sqft"), ("4", "1/3 sqft")), bill) == "required"
    assert plan(case(("3", "399 2/3 sqft"), ("4", "1/3 sqft")), bill) == "not_required"


def test_the_2024_law_with_an_amount_set_anew() -> None:
    """What 9(a)(4) says since 2024-08-01 has not been seen; a bill that sets it settles that."""
    small = case(("3", "400 sqft")).replace("2018-06-01", "2025-06-01")
    assert plan(small) == "depends"
    result = api.check(api.loads(small), amendments=(fitted(RAISE).adopted,))
    assert result.projects[0].as_last_seen == "not_required" or result.projects[0].replacement_plan == "not_required"
    assert "103G.2241/9/a/4.amount" not in {value.fact for value in result.projects[0].law_turns_on}


# --- prints


def test_comparison_names_only_what_differs() -> None:
    bill = fitted(HEAD + "amend 9(a)(4)\n  wetland type: strike 8\nrepeal 9(b)\n  references: mend\n")
    found = {c.provision.removeprefix("103G.2241/"): c for c in comparison(bill.law, bill.amended, load_vocabulary())}
    assert {name: c.fate for name, c in found.items()} == {
        "9/a/4": "amended", "9/b/1": "repealed", "9/b/2": "repealed", "9/e": "amended", "9/f/1": "amended",
    }  # fmt: skip
    types = next(line for line in found["9/a/4"].lines if line.key == "wetland type")
    assert [(s.mark, s.text) for s in types.segments] == [("kept", "3"), ("kept", "4"), ("kept", "5"), ("struck", "8")]


# --- commands


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "a.amend").write_text(RAISE)
    (tmp_path / "p.case").write_text(case(("3", "400 sqft")))
    return tmp_path


def test_check_names_the_amendments(small: Path) -> None:
    done = lexempt("check", "p.case", "--amend", "a.amend", cwd=small)
    assert done.returncode == 0 and b"as amended by HF_A)" in b" ".join(done.stdout.split())
    assert b"--amend a.amend" in done.stdout
    found = json.loads(lexempt("check", "p.case", "--amend", "a.amend", "--format", "json", cwd=small).stdout)
    assert found["law"]["amendments"] == ["HF_A"] and found["projects"][0]["replacement_plan"] == "not_required"


def test_a_bill_that_does_not_fit_gets_no_answer(small: Path) -> None:
    (small / "bad.amend").write_text(RAISE.replace("100 sqft", "200 sqft"))
    done = lexempt("check", "p.case", "--amend", "bad.amend", cwd=small)
    assert done.returncode == 3 and not done.stdout and b"what stands there: 100 sqft" in done.stderr
    assert lexempt("check", "p.case", "--amend", "none.amend", cwd=small).returncode == 2
    (small / "b.amend").write_text(RAISE)
    assert lexempt("check", "p.case", "--amend", "a.amend", "--amend", "b.amend", cwd=small).returncode == 2


def test_what_start_prints_changes_nothing_and_one_line_changes_it(small: Path) -> None:
    for provision in ("9(a)(4)", "103G.2241/9", "103G.2241/2/b", "103G.222/1/m", "103G.005"):
        text = lexempt("amend", "start", provision).stdout.decode()
        loaded = fitted_to_its_law(read_bill(text, "x"), "x")
        assert not loaded.wrong and [d.code for d in loaded.diagnostics] == ["W220"], (provision, loaded.diagnostics)
    text = lexempt("amend", "start", "9(a)(4)").stdout.decode()
    edited = text.replace("# amount: strike 100 sqft, insert 100 sqft", "  amount: strike 100 sqft, insert 400 sqft")
    assert fitted(edited).adopted.chains == ('value("103G.2241/9/a/4",amount,400*sqft,"amend_9_a_4")',)
    text = lexempt("amend", "start", "9(e)").stdout.decode()
    assert fitted(text.replace("amend 103G", "repeal 103G")).adopted.chains == ('repeals("amend_9_e","103G.2241/9/e")',)


def test_every_line_that_start_prints_can_be_taken(small: Path) -> None:
    """Each commented stroke, uncommented as it is, is read: it strikes what stands there."""
    text = lexempt("amend", "start", "103G.2241").stdout.decode()
    section, tried = "", 0
    for line in text.splitlines():
        if line.startswith("amend "):
            section = line
        elif line.startswith("# ") and ": " in line and section and " reinstate " not in line:
            loaded = fitted_to_its_law(read_bill(f"bill X\n{section}\n{line[2:]}", "x"), "x")
            assert not loaded.wrong, (section, line, loaded.diagnostics)
            tried += 1
    assert tried > 150


def test_proposals_beside_the_law_fit(small: Path) -> None:
    files = sorted((ROOT / "asp" / "amendments").glob("*.amend"))
    assert files
    for file in files:
        done = lexempt("amend", "check", str(file))
        assert done.returncode == 0 and b"  fits " in done.stdout, file


@pytest.mark.parametrize(
    ("stroke", "here", "there"),
    [
        # Gone from the list of 9(a)(4) since 2012; the exception is in 9(a)(3) since then.
        ("9(a)(4)\n  shoreland zone: strike protection zone", "fits", "already law"),
        ("9(a)(4)\n  shoreland zone: replace protection zone with setback zone", "fits", "clashes"),
        ("9(a)(3)\n  unless: insert white cedar or tamarack", "fits", "already law"),
        ("9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft", "fits", "fits"),
        # Struck, and there in the other law only under another heading.
        ("9(a)(2)\n  unless: strike in 11 counties", "fits", "fits"),
    ],
)
def test_what_another_law_lacks_already_is_no_clash(tmp_path: Path, stroke: str, here: str, there: str) -> None:
    (tmp_path / "x.amend").write_text(f"bill X\n  drafted against: 2012-07-31\namend {stroke}\n")
    for more, expected in (((), here), (("--on", "2012-08-01"), there)):
        done = lexempt("amend", "check", "x.amend", *more, cwd=tmp_path)
        statuses = [line.split("  line ")[0].strip() for line in done.stdout.decode().splitlines() if "  line " in line]
        assert set(statuses) <= {expected, "fits"} and expected in statuses
        assert done.returncode == (3 if expected == "clashes" else 0)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_print(small: Path, form: str) -> None:
    done = lexempt("amend", "print", "a.amend", "--format", form, cwd=small).stdout.decode()
    wanted = {"text": "[deleted: 100 sqft], [inserted: 400 sqft]", "markdown": "~~100 sqft~~, <ins>400 sqft</ins>",
              "html": "<del>100 sqft</del>, <ins>400 sqft</ins>"}  # fmt: skip
    assert wanted[form] in done


@pytest.mark.parametrize("file", sorted((ROOT / "asp" / "amendments").glob("*.amend")), ids=lambda file: file.stem)
def test_cases_of_a_proposal_hold_under_it_and_not_without_it(file: Path) -> None:
    folder = str(ROOT / "tests" / "cases-amended" / file.stem)
    under, without = lexempt("cases", folder, "--amend", file.stem), lexempt("cases", folder)
    assert under.returncode == 0 and b"all hold" in under.stdout
    assert without.returncode == 1


def test_all_amounts_below_at_once() -> None:
    """9(a) and all below: 10,000, 5,000, 2,000 and 100 sq ft doubled; 9(b) keeps its 400 and 100."""
    bill = fitted(HEAD + "amend 103G.2241/9/a/*\n  amount: times 2\n")
    amounts = {c.removeprefix("103G.2241/9/"): p.numbers["amount"].number for c, p in bill.amended.provisions.items()
               if c.startswith("103G.2241/9/") and "amount" in p.numbers}  # fmt: skip
    assert [amounts[c] for c in ("a/1", "a/2", "a/3", "a/4", "b/1", "b/2")] == [20_000, 10_000, 4_000, 200, 400, 100]
    assert (plan(case(("3", "200 sqft")), bill.adopted), plan(case(("3", "201 sqft")), bill.adopted)) == (
        "not_required",
        "required",
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_enacted_form_is_the_law_that_the_proposal_makes(seed: int) -> None:
    """What `enact` prints, added to the law: the same wording in force, numbers and lists as with the bill adopted."""
    import random

    import clingo
    from tests.properties.test_amendment_algebra import random_bill

    from lexempt.amending.enact import enacted_lines
    from lexempt.law.program import load_law

    bill = random_bill(random.Random(f"enact {seed}"), "HF_1")
    bill = bill._replace(bill=bill.bill._replace(title='A "quoted" title'))

    def decided(*lines: str) -> set[str]:
        control = clingo.Control(message_limit=1_000)
        control.add("base", [], "\n".join([load_law().program, *lines]))
        control.ground([("base", [])])
        named = (
            ("in_force", 1),
            ("listed", 3),
            ("current", 3),
            ("exemption", 1),
            ("amount_clause", 1),
            ("in_paragraph", 2),
        )
        return {str(atom.symbol) for name, arity in named for atom in control.symbolic_atoms.by_signature(name, arity)}

    proposed = decided("law_on(20180801).", *bill.adopted.lines(0), *(f"{row}." for row in bill.adopted.beside))
    enacted = decided("law_on(20180801).", *enacted_lines(bill, "2018c99", 20180801))
    assert proposed == enacted != decided("law_on(20180801).")


def test_enact_asks_for_what_it_needs(small: Path) -> None:
    assert lexempt("amend", "enact", "a.amend", "--act", "2026c12", cwd=small).returncode == 2  # no effective date
    (small / "e.amend").write_text(RAISE.replace("amend", "  effective: 2026-08-01\namend"))
    done = lexempt("amend", "enact", "e.amend", "--act", "2026c12", cwd=small)
    assert b'act("2026c12", 6, 20260801, 99991231).' in done.stdout
    assert b'value("103G.2241/9/a/4", amount, 400*sqft, "2026c12").' in done.stdout
    assert lexempt("amend", "enact", "e.amend", "--act", "2024c90", cwd=small).returncode == 2


def test_a_condition_of_another_file_of_the_law_is_there() -> None:
    """`agricultural purpose` stands with 1(1), whose file is left out where no land use is stated: as the words are read
    (any_activity) everything meets it, so 9(a)(4) stays as it is."""
    bill = fitted(HEAD + "amend 9(a)(4)\n  if: insert agricultural purpose\n").adopted
    small = case(("3", "90 sqft"))
    assert plan(small, bill) == "not_required"
    assert plan(small, bill, readings=(("crop_history_purpose", "agricultural"),)) == "required"
    (project,) = api.check(api.loads(small), amendments=(bill,)).projects
    assert project.under_all_readings == "differs"  # and that reading is tried, though no land use is stated


def test_an_amount_moved_to_another_zone_is_exact_there() -> None:
    """9(a)(1) made to reach the protection zone: its 10,000 sq ft count there, to the millionth of a square foot or not at all."""
    bill = fitted(HEAD + "amend 9(a)(1)\n  shoreland zone: insert protection zone\n").adopted
    for area, answers in (
        ("9,999.9999", {"not_required"}),
        ("10,000", {"not_required"}),
        ("10,000.0001", {"required"}),
    ):
        text = case(("1", f"{area} sqft"), county="Aitkin", more="  shoreland zone: protection zone")
        result = api.check(api.loads(text), amendments=(bill,))
        assert {p.replacement_plan for p in result.projects} <= answers and (result.projects or result.refused)


def test_check_says_where_two_bills_clash(small: Path) -> None:
    (small / "b.amend").write_text(RAISE.replace("HF_A", "HF_B").replace("400", "200"))
    done = lexempt("check", "p.case", "--amend", "a.amend", "--amend", "b.amend", cwd=small)
    assert b"HF_A and HF_B, subd. 9(a)(4): set amount differently; the later final enactment prevails" in done.stderr
    assert b"here HF_B" in done.stderr
    assert b"A replacement plan is required" in done.stdout  # 400 sq ft, and HF_B's 200 prevails
