"""Static analysis of the law: each kind found where the text has it, not found where the text has been mended.

What is expected is read from the text of 103G.2241 as of 2018 and from the amendments here, not from what the tool says.
"""

from __future__ import annotations

import json
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest
from tests.product.calls import lexempt

import lexempt as api
from lexempt.amending.fit import all_adopted
from lexempt.amending.load import fitted_to_its_law
from lexempt.amending.reader import read_bill_bytes
from lexempt.amending.standing import standing_on
from lexempt.finding import KINDS, Finding, Kind, Lint
from lexempt.law.rule_source import parse_rules
from lexempt.law.vocabulary import load_vocabulary
from lexempt.linting.circles import circles
from lexempt.linting.clauses import Law
from lexempt.linting.lint import changed, lint
from lexempt.solving.engine import Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

DAY = date(2018, 8, 1)
S = "103G.2241/"

# Amendments, by what they do to the text.
CLOSES_THE_HOLE = "amend 9(d)(2)\n  wetland type: insert 7\n"
TAKES_7_OUT_OF_A_1 = "amend 9(a)(1)\n  wetland type: strike 7\n"
REPEALS_D_1 = "repeal 9(d)(1)\n  references: leave\n"
WIDER_A_2 = "amend 9(a)(2)\n  area class: insert less than 50\n"
WIDER_A_2_AND_LARGER_A_3 = WIDER_A_2 + "amend 9(a)(3)\n  amount: strike 2,000 sqft, insert 6,000 sqft\n"
NO_AMOUNT = "amend 9(a)(3)\n  amount: strike 2,000 sqft, insert 0 sqft\n"
ALLOWS_FENS = "repeal 103G.223\n  references: leave\n"
NAMES_D = "amend 9(e)\n  paragraph: insert 103G.2241/9/d\n"
NO_BUILDING = "amend 7(2)\n  builds: insert building\n"
OVER_85 = "amend 103G.005/10b\n  at least: strike 80 percent, insert 85 percent\n"
OVER_75 = "amend 103G.005/10b\n  at least: strike 80 percent, insert 75 percent\n"


def law_with(*sections: str) -> Law:
    text = "bill HF_A\n  drafted against: 2018-08-01\n" + "".join(sections)
    law, vocabulary = standing_on(20180801), load_vocabulary()
    adopted = ()
    if sections:
        loaded = fitted_to_its_law(read_bill_bytes(text.encode(), "a.amend"), "a.amend")
        assert loaded.fitted is not None and not loaded.wrong, loaded.diagnostics
        law, adopted = all_adopted(law, [loaded.fitted]), (loaded.fitted.adopted,)
    return Law(DAY, adopted, law, choices_of(CheckOptions(), vocabulary), vocabulary)


@lru_cache(maxsize=32)
def linted(kinds: tuple[Kind, ...], *sections: str) -> Lint:
    return lint(law_with(*sections), Watch(), kinds)


def found(kind: Kind, *sections: str) -> tuple[Finding, ...]:
    return linted((kind,), *sections).findings


def facts(finding: Finding) -> dict[str, tuple[str, ...]]:
    return {fact.words: fact.values for fact in finding.facts}


# --- the law of 2018


def test_the_findings_of_the_law_of_2018() -> None:
    """All of them, with the reason that the statute gives for each.

    - 9(a)(3) leaves the eleven counties to 9(d)(2), which lists types 1, 2 and 6 only; (a)(4) is about types 3, 4, 5, 8 and
      about cedar and tamarack: type 7 without these has no amount there. (b) and (c) have one for every type.
    - 103G.223 forbids filling a listed fen; no exemption of 103G.2241 leaves fens out.
    - 7(1) forbids dikes, ditches, tile lines and buildings, 7(2) only the first three.
    - 9(d)(2) lists 1, 2, 6 where (a)(1) to (3), (b)(1) and (d)(1) list 1, 2, 6, 7.
    - 9(e) and 9(f)(1) name (a), (b), (c), and 9(h) names (a), of the four paragraphs with amounts.
    - No two amounts overlap: zones, classes, counties and types are apart, cedar and tamarack of the zone read as (b)(2)'s.
    - 10a ends below 80 percent, where 10b begins.
    """
    both = {(f.kind, f.provision, f.others if f.kind == "list" else ()) for kind in KINDS for f in found(kind)}
    types = tuple(S + c for c in ("9/a/1", "9/a/2", "9/a/3", "9/b/1", "9/d/1"))
    assert both == {
        ("gap", "103G.2241/9", ()),
        ("contradiction", "103G.223", ()),
        ("list", S + "7/2", (S + "7/1",)),
        ("list", S + "9/d/2", types),
        ("list", "103G.222/1/b", ()),  # names (a) alone: amounts of (b), (c) and (d) do not feed it
        ("list", S + "9/e", ()),
        ("list", S + "9/f/1", ()),
        ("list", S + "9/h", ()),
    }


# --- gaps

TYPE_7 = {
    "wetland type": ("7",),
    "white cedar or tamarack": ("no",),
    "shoreland zone": ("outside",),
    "area class": ("less than 50",),
    "county": ("on the list of 103G.2241/9/d",),
}


def test_type_7_has_no_amount_in_the_eleven_counties() -> None:
    (gap,) = found("gap")
    assert facts(gap) == TYPE_7
    near = {(n.words, n.values): n.clauses for n in gap.neighbours}
    assert near["wetland type", ("1", "2", "6")] == (S + "9/d/2",)
    assert near["county", ("on no list",)] == (S + "9/a/3",)
    assert near["white cedar or tamarack", ("yes",)] == (S + "9/a/4",)
    assert [(t.reading, t.choice) for t in gap.ends_under] == [("unlisted_type_7", "small_amount")]


def test_a_gap_that_is_mended_is_gone() -> None:
    assert found("gap", CLOSES_THE_HOLE) == ()


def test_a_type_struck_from_one_of_the_lists_makes_a_gap() -> None:
    # Outside of the zone, where more than 80 percent remains, only (a)(1) has an amount for type 7 without cedar or tamarack.
    kinds = [facts(gap) for gap in found("gap", TAKES_7_OUT_OF_A_1)]
    assert TYPE_7 in kinds
    others = [made for made in kinds if made != TYPE_7]
    assert {(made["wetland type"], made["area class"]) for made in others} == {(("7",), ("greater than 80",))}
    # (a)(1) has no metropolitan exception: the gap is there on and off the list of counties.
    assert {place for made in others for place in made["county"]} == {"on no list", "on the list of 103G.2241/9/d"}


def test_a_repealed_clause_leaves_a_gap_of_all_its_types() -> None:
    # (d)(1): types 1, 2, 6, 7 without cedar or tamarack, 50 to 80 percent, the eleven counties; (a)(2) leaves these out.
    kinds = [facts(gap) for gap in found("gap", REPEALS_D_1)]
    assert TYPE_7 in kinds
    others = [made for made in kinds if made != TYPE_7]
    assert {kind for made in others for kind in made["wetland type"]} == {"1", "2", "6", "7"}
    assert all(
        {**made, "wetland type": ()} == {**TYPE_7, "wetland type": (), "area class": ("from 50 to 80",)}
        for made in others
    )


def test_what_no_clause_is_about_is_no_gap() -> None:
    # Without (c) the building setback zone has no amount at all; that narrows the exemption, and leaves nothing between clauses.
    assert [facts(gap) for gap in found("gap", "repeal 9(c)\n  references: leave\n")] == [TYPE_7]


# --- overlaps and shadowed clauses


def test_no_amounts_overlap_and_no_clause_is_shadowed_or_dead() -> None:
    assert not (*found("overlap"), *found("shadowed"), *found("dead"))


def test_a_class_inserted_twice_overlaps() -> None:
    # (a)(2) would speak of less than 50 percent too, outside of the eleven counties, as (a)(3) does: 5,000 against 2,000.
    (overlap,) = found("overlap", WIDER_A_2)
    said = dict(overlap.said)
    assert (overlap.provision, overlap.others) == (S + "9/a/2", (S + "9/a/3",))
    assert said["smaller"] == (S + "9/a/3",) and said["larger"] == (S + "9/a/2",) and said["bars"] == (S + "9/e",)
    assert overlap.witness is not None and "area: 2,001 sqft" in overlap.witness.case
    # Of type 7 too, and nothing that (a)(3) exempts is beyond (a)(2).
    (shadowed,) = found("shadowed", WIDER_A_2)
    assert (shadowed.provision, shadowed.others, shadowed.said) == (S + "9/a/3", (S + "9/a/2",), ())


def test_the_larger_amount_is_not_shadowed() -> None:
    (overlap,) = found("overlap", WIDER_A_2_AND_LARGER_A_3)
    assert dict(overlap.said)["larger"] == (S + "9/a/3",)
    assert found("shadowed", WIDER_A_2_AND_LARGER_A_3) == ()


def test_a_larger_amount_is_not_shadowed_however_large() -> None:
    """Nine acres are exempt under (a)(3) alone; the wetland is large enough for them, and 9(f) has the amount as its limit too."""
    acres = WIDER_A_2 + "  amount: strike 5,000 sqft, insert 8 acres\n"
    acres += "amend 9(a)(3)\n  amount: strike 2,000 sqft, insert 10 acres\n"
    assert found("shadowed", acres) == ()


def test_an_amount_of_nothing_is_dead() -> None:
    (dead,) = found("dead", NO_AMOUNT)
    assert dead.provision == S + "9/a/3" and dead.witness is None


# --- limits that decide nothing


def leave(*clauses: str) -> str:
    return "".join(f"repeal {clause}\n  references: leave\n" for clause in clauses)


def limits_of(*sections: str, **readings: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The limits that decide nothing -> the choices under which they do."""
    law = law_with(*sections)
    law.choices.update(readings)
    return {f.provision: f.ends_under for f in lint(law, Watch(), ("idle",)).findings}


def test_an_area_of_nothing_is_never_the_greatest_of_three() -> None:
    """9(f) allows the greatest of the applicable area, five percent and 400 sq ft; nothing is never the greatest."""
    assert limits_of("amend 9(f)(3)\n  amount: strike 400 sqft, insert 0 sqft\n") == {S + "9/f/3": ()}


def test_one_amount_is_not_kept_apart_from_itself() -> None:
    """With 9(a)(1) alone there are no two amounts for 9(e) to keep apart; 9(g) still keeps it from other exemptions, 9(i) still
    lets a local amount stand before it, and 9(f) still caps it."""
    assert set(limits_of(leave("9(a)(2)", "9(a)(3)", "9(a)(4)", "9(b)", "9(c)", "9(d)"))) == {S + "9/e"}


@pytest.mark.parametrize("choice", ["each_amount", "each_paragraph"])
def test_whether_9e_decides_anything_may_rest_on_a_reading(choice: str) -> None:
    """Left are the amounts of paragraph (a): by the words 9(e) keeps them apart, read by paragraph it has nothing to keep apart."""
    idle = limits_of(leave("9(b)", "9(c)", "9(d)"), combining_amounts=choice)
    if choice == "each_amount":
        assert idle == {}
    else:
        assert set(idle) == {S + "9/e"} and ("combining_amounts", "each_amount") in idle[S + "9/e"]


def test_without_other_exemptions_9g_decides_nothing() -> None:
    """9(g) keeps amounts apart from the exemptions of the other subdivisions; with those gone nothing is left for it."""
    others = leave(*(f"103G.2241/{n}" for n in (1, 2, 3, 4, 5, 6, 7, 10)))
    assert set(limits_of(others)) == {S + "9/g"}


# --- exempt and prohibited


def test_fens_are_exempt_and_prohibited_until_223_is_repealed() -> None:
    (fen,) = found("contradiction")
    assert fen.witness is not None and "listed calcareous fen: yes" in fen.witness.case and fen.witness.prohibited
    assert S + "9/a/1" in fen.others and S + "10/2" in fen.others
    assert found("contradiction", ALLOWS_FENS) == ()


# --- lists


def left_out(*sections: str) -> dict[str, tuple[str, ...]]:
    return {f.provision: dict(f.said)["left_out"] for f in found("list", *sections)}


SHORTCUT = "103G.222/1/b"


def test_lists_that_leave_one_out() -> None:
    paragraphs = tuple(S + "9/" + letter for letter in "bcd")
    assert left_out() == {
        S + "7/2": ("building",),
        S + "9/d/2": ("7",),
        S + "9/e": paragraphs[2:],
        S + "9/f/1": paragraphs[2:],
        S + "9/h": paragraphs,
        SHORTCUT: paragraphs,  # it adds 10,000 sqft to the amount of paragraph (a) and names no other
    }


def test_a_list_that_names_it_is_no_finding() -> None:
    assert set(left_out(NAMES_D)) == {S + "7/2", S + "9/d/2", S + "9/f/1", S + "9/h", SHORTCUT}
    assert set(left_out(NO_BUILDING, CLOSES_THE_HOLE)) == {S + "9/e", S + "9/f/1", S + "9/h", SHORTCUT}


def test_what_naming_it_would_change() -> None:
    by_provision = {f.provision: f for f in found("list")}
    # A fill of type 7 is exempt once (d)(2) names it; a forest road with a building is not once 7(2) names it.
    for provision, plans in ((S + "9/d/2", ("required", "not_required")), (S + "7/2", ("not_required", "required"))):
        shown = by_provision[provision].witness
        assert shown is not None and shown.plans == plans and shown.readings == ()
    # The profile reads (d) into 9(e) and 9(f)(1): only the other reading shows what the words leave out.
    for provision, reading in (
        (S + "9/e", ("combining_metropolitan_amounts", "free")),
        (S + "9/f/1", ("applicable_metropolitan_amount", "not_listed")),
    ):
        shown = by_provision[provision].witness
        assert shown is not None and shown.readings == (reading,)
    # Divided land takes two projects, which are beyond the bounds.
    assert by_provision[S + "9/h"].no_witness == "none"


# --- boundaries


def test_classes_meet_at_80_percent() -> None:
    assert found("boundary") == ()


@pytest.mark.parametrize(
    ("section", "kind", "ends"),
    [(OVER_85, "hole", ("80 percent", "85 percent")), (OVER_75, "overlap", ("75 percent", "80 percent"))],
)
def test_a_boundary_that_is_moved_on_one_side(section: str, kind: str, ends: tuple[str, ...]) -> None:
    (boundary,) = found("boundary", section)
    assert dict(boundary.said)["is"] == (kind,) and facts(boundary) == {"presettlement wetland intact": ends}
    assert {boundary.provision, *boundary.others} == {"103G.005/10a", "103G.005/10b"}
    assert boundary.witness is not None


# --- circular definitions


def tiny(folder: Path, rules: str) -> list[Finding]:
    (folder / "law.lp").write_text('#include "tiny.lp".\n')
    (folder / "tiny.lp").write_text(rules)
    return list(circles(parse_rules(folder, "tiny")))


CIRCLE = """%! 1/a (act)
public_water(W) :- basin(W), not wetland(W).
%! 1/b (act)
wetland(W) :- basin(W), not public_water(W).
"""


def test_two_definitions_that_need_one_another(tmp_path: Path) -> None:
    (circle,) = tiny(tmp_path, CIRCLE)
    assert dict(circle.said)["predicates"] == ("public_water", "wetland") and "not" in dict(circle.said)


def test_what_is_carried_on_is_no_circle(tmp_path: Path) -> None:
    assert tiny(tmp_path, "%! 1/a (act)\njoined(P, Q) :- tie(P, Q).\njoined(P, R) :- joined(P, Q), tie(Q, R).\n") == []
    assert tiny(tmp_path, CIRCLE.replace("not wetland(W)", "not inventoried(W)")) == []


def test_a_circle_needs_the_same_constants(tmp_path: Path) -> None:
    rules = "%! 1/a (act)\nmet(I, a) :- not met(I, b).\n%! 1/b (act)\nmet(I, b) :- not met(I, {}).\n"
    assert tiny(tmp_path, rules.format("c")) == []
    assert len(tiny(tmp_path, rules.format("a"))) == 1


# --- witnesses, checked again by the public interface


def answer(case: str, readings: tuple[tuple[str, str], ...]) -> tuple[str, list[set[str]], bool]:
    result = api.check(api.loads(case, "witness.case"), readings=readings)
    (project,) = result.projects
    clauses = [{*impact.qualifies, *impact.released_by} for impact in project.impacts]
    return project.replacement_plan, clauses, project.prohibited == "always"


@pytest.mark.parametrize("kind", ["gap", "contradiction", "list"])
def test_check_confirms_every_witness(kind: Kind) -> None:
    for finding in found(kind):
        if finding.witness is None:
            continue
        plan, clauses, prohibited = answer(finding.witness.case, finding.witness.readings)
        assert plan == finding.witness.plans[0]
        if kind == "gap":
            assert not any(clause.startswith(finding.provision + "/") for clause in clauses[0])
        if kind == "contradiction":
            assert prohibited and clauses[0] & set(finding.others)


def test_the_witness_is_a_smallest_one() -> None:
    """Nothing is stated but what the gap is made of, and the area is a square foot."""
    (gap,) = found("gap")
    assert gap.witness is not None
    stated = [line.strip() for line in gap.witness.case.splitlines()]
    assert stated[-4:] == ["impact i1 in w", "activity: fill", "wetland type: 7", "area: 1 sqft"]
    assert len(stated) == 10


# --- amendments, and the command


def test_what_an_amendment_does_to_the_findings() -> None:
    kinds: tuple[Kind, ...] = ("gap", "overlap")
    change = changed(linted(kinds), linted(kinds, WIDER_A_2, CLOSES_THE_HOLE))
    assert [f.kind for f in change.added] == ["overlap"]
    assert [f.kind for f in change.removed] == ["gap"] and change.stay == 0


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "mends.amend").write_text("bill HF_A\n  drafted against: 2018-08-01\n" + CLOSES_THE_HOLE)
    done = lexempt("law", "lint", "--kind", "gap", "--amend", "mends.amend", "--format", "json", cwd=tmp_path)
    document = json.loads(done.stdout)
    assert done.returncode == 0 and document["schema"] == "lexempt.lint/1" and document["added"] == []
    (removed,) = document["removed"]
    assert removed["facts"]["wetland type"] == ["7"] and document["same"] == 0
    text = lexempt("law", "lint", "--kind", "gap", "--on", "2018-08-01", cwd=tmp_path)
    assert b"Covered with wetland type: 1, 2 or 6 (subd. 9(d)(2))" in text.stdout
    assert lexempt("law", "lint", "--kind", "gap", "--on", "2018-08-01", cwd=tmp_path).stdout == text.stdout
    marked = lexempt("law", "lint", "--kind", "gap", "--format", "markdown", cwd=tmp_path)
    assert marked.stdout.startswith(b"## 1 finding") and b"```" in marked.stdout
    assert lexempt("law", "lint", "--on", "1991-01-01", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_help_page(kind: str, tmp_path: Path) -> None:
    done = lexempt("law", "lint", "--explain", kind, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.startswith(b"# ") and len(done.stdout) > 400
