"""What a sceptic asks of the analysis of amendments: (c) to (f) of the issue, each expected result reasoned from the statute."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from tests.product.calls import lexempt
from tests.properties.test_amended_agreement import fitted

from lexempt.amending.domain import Limits, Side
from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.witness import Searched, search_readings
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.manyfold import Wish
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import choices_of

DAY = date(2018, 8, 1)
HEAD = "bill {}\n  drafted against: 2018-08-01\n"
RAISE = HEAD.format("RAISE") + "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n"
FREE = HEAD.format("FREE") + "repeal 9(e)\n"
OTHERS = HEAD.format("OTHERS") + "repeal 9(g)\n"
JOINT = Wish((False, False, False, True))
PARAGRAPH = {"combining_amounts": "each_paragraph"}


def of_pair(one: Fitted, other: Fitted, wanted: dict[str, Wish], **readings: str) -> Searched:
    """The search over projects of up to two impacts in two wetlands, for base, one, the other, both."""
    groups: list[tuple[Fitted, ...]] = [(), (one,), (other,), (one, other)]
    sides = [Side(DAY, tuple(b.adopted for b in g), all_adopted(one.law, g)) for g in groups]
    touched = tuple({row.args[0] if "/" in row.args[0] else row.args[1] for b in (one, other) for row in b.rows})
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary) | readings
    return search_readings(sides, touched, choices, vocabulary, wanted, Limits(2, 2, 1), (), widen=False)[()]


def against_base(bills: tuple[Fitted, ...], **readings: str) -> Searched:
    """What the law and the law with all these bills do differently."""
    sides = [Side(DAY, (), bills[0].law), Side(DAY, tuple(b.adopted for b in bills), all_adopted(bills[0].law, bills))]
    touched = tuple({row.args[1] for b in bills for row in b.rows if row.predicate == "repeals"})
    vocabulary = load_vocabulary()
    wanted = {"widens": Wish((False, True)), "narrows": Wish((True, False))}
    choices = choices_of(CheckOptions(), vocabulary) | readings
    return search_readings(sides, touched, choices, vocabulary, wanted, Limits(2, 2, 1), (), widen=False)[()]


def clauses(found: Searched, kind: str) -> list[set[str]]:
    """The clauses that each impact of a witness qualifies under in the last law."""
    witness = next(w for w in found.witnesses if w.wanted == kind)
    return [set(each[-1]) for _, each in witness.clauses]


def paragraphs(found: Searched, kind: str) -> set[str]:
    return {"/".join(c.split("/")[1:3]) for each in clauses(found, kind) for c in each}


# --- (e)


def test_repeal_of_9e_alone_lets_two_amounts_stand_together() -> None:
    """9(e) keeps the listed amounts apart; without it a project may use two. 9(g) still keeps an amount and another
    exemption apart, so the smallest project uses two amounts and nothing else. Nothing narrows: a limit goes."""
    found = against_base((fitted(FREE),))
    assert found.none == ("narrows",) and all(c.split("/")[1] == "9" for each in clauses(found, "widens") for c in each)
    assert len(set.union(*clauses(found, "widens"))) == 2


def test_repeal_of_9g_alone_lets_an_amount_stand_with_another_exemption() -> None:
    """9(g) keeps de minimis and every other exemption apart: one impact has an amount, the other another subdivision."""
    found = against_base((fitted(OTHERS),))
    first, second = clauses(found, "widens")
    assert found.none == ("narrows",)
    assert {c.split("/")[1] == "9" for c in first | second} == {True, False}
    assert all(c.split("/")[1] == "9" for c in first) or all(c.split("/")[1] == "9" for c in second)


def test_repeal_of_both_does_more_than_each() -> None:
    """Two amounts and another exemption together need both repeals: three impacts. With two impacts one repeal suffices,
    since two impacts use two exemptions, which one of the two paragraphs keeps apart."""
    one, other = fitted(FREE), fitted(OTHERS)
    assert of_pair(one, other, {"joint": JOINT}).witnesses == ()
    groups: list[tuple[Fitted, ...]] = [(), (one,), (other,), (one, other)]
    sides = [Side(DAY, tuple(b.adopted for b in g), all_adopted(one.law, g)) for g in groups]
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(), vocabulary)
    touched = ("103G.2241/9/e", "103G.2241/9/g")
    found = search_readings(sides, touched, choices, vocabulary, {"joint": JOINT}, Limits(3, 1, 1), (), widen=False)[()]
    (witness,) = found.witnesses
    used = [{c.split("/")[1] for c in each[-1]} for _, each in witness.clauses]
    assert witness.impacts == 3 and sum(u == {"9"} for u in used) == 2


@pytest.mark.parametrize(
    ("zone", "readings", "expected"),
    [
        # By the words any two amounts are kept apart: 9(a)(1) and 9(a)(4) outside the zone will do.
        ("outside", {}, {"9/a"}),
        # By paragraphs, 9(a)(1) to (4) may stand together already. Outside the zone there is (d) beside (a), in the eleven
        # counties: 9(e) does not list (d), but is read to reach it, so those two are kept apart.
        ("outside", PARAGRAPH, {"9/a", "9/d"}),
        # If it does not reach (d), no two amounts of one zone are kept apart by paragraph: nothing is left to free.
        ("outside", PARAGRAPH | {"combining_metropolitan_amounts": "free"}, None),
        # 9(a)(4) does not reach into the zone: raising it changes nothing where every impact lies there.
        ("protection_zone", {}, None),
        ("setback_zone", {}, None),
        # Across zones there are two paragraphs, (a) or (d) and (b) or (c), kept apart under either reading.
        (None, {}, {"9/a", "9/b"}),
        (None, PARAGRAPH, {"9/a", "9/b"}),
        (None, PARAGRAPH | {"combining_metropolitan_amounts": "free"}, {"9/a", "9/b"}),
    ],
)
def test_raising_9a4_with_repeal_of_9e(
    zone: str | None, readings: dict[str, str], expected: set[str] | None
) -> None:
    wish = JOINT._replace(place=("shoreland_zone", zone))
    found = of_pair(fitted(RAISE), fitted(FREE), {"joint": wish}, **readings)
    if expected is None:
        assert found.none == ("joint",)
    else:
        assert paragraphs(found, "joint") == expected
        assert any(each == {"103G.2241/9/a/4"} for each in clauses(found, "joint"))
        zones = {"zone" in block for block in found.witnesses[0].case.split("impact ")[1:]}
        assert zones == {False} if zone else zones == {True, False}


def test_the_command_says_it_for_each_zone_and_across(tmp_path: Path) -> None:
    """The same as a table of a memo: by default; with 9(e) read by paragraph (A), which alone leaves the effect through 9(d); and
    with 9(e) not reaching (d) too, which ends it within one zone."""
    for name, text in (("raise", RAISE), ("free", FREE)):
        (tmp_path / f"{name}.amend").write_text(text)
    done = lexempt("interact", "raise.amend", "free.amend", "--owners", "1", "--format", "json", cwd=tmp_path)
    found = json.loads(done.stdout)
    (search,) = found["searches"]
    name = "only together widens, shoreland zone: {}"

    def there(witnesses: list[dict[str, str]]) -> set[str]:
        return {zone for zone in ("all outside", "all protection zone", "all setback zone", "several")
                if name.format(zone) in {w["kind"] for w in witnesses}}  # fmt: skip

    readings = {tuple(sorted(each["choice"].values())): each for each in search["readings"]}
    assert there(search["witnesses"]) == {"all outside", "several"}
    assert there(readings["each_paragraph",]["witnesses"]) == {"all outside", "several"}
    assert name.format("all outside") in readings["each_paragraph", "free"]["none"]
    assert name.format("several") not in readings["each_paragraph", "free"]["none"]
    # Each alone: one impact within the larger amount; two amounts that 9(e) keeps apart. Neither narrows.
    assert [(a["amendment"], a["direction"]) for a in found["alone"]] == [
        ("RAISE", "only widens the exemption"),
        ("FREE", "only widens the exemption"),
    ]
    (moved,) = found["beside"]["moved"]  # 222.1(b): 10,000 sq ft beyond the area that 9(a) allows
    assert moved["provision"] == "103G.222/1/b" and "10,400 sq ft" in str(moved) and "10,100 sq ft" in str(moved)
    text = lexempt("interact", "raise.amend", "free.amend", "--owners", "1", cwd=tmp_path).stdout.decode()
    rows = [line.split("  ") for line in text.splitlines() if line.startswith(("  A + ", "  by default  "))]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert ["by default", "all protection zone", "-", "-", "-", "-", "none"] in cells
    assert [c[0][:4] for c in cells if c[1] == "all outside" and c[-1] == "none"] == ["A + "]


# --- (c)

CASE = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
impact lane in w
  activity: fill
  type: 2
  area: 4,000 sqft
impact turnout in w
  activity: fill
  type: 3
  area: 300 sqft
"""
UNDO = HEAD.format("UNDO") + "amend 9(a)(2)\n  amount: strike 5,000 sqft, insert 3,999 sqft\n"


@pytest.mark.parametrize("form", ["json", "text"])
def test_only_a_and_b_flip_it_and_c_undoes_it(tmp_path: Path, form: str) -> None:
    """The lane has 4,000 of 5,000 sq ft (50 to 80 percent remain), the turnout 300 of 100: RAISE makes it 400, and 9(e) keeps
    the two apart until FREE. Neither alone does. At 3,999 the lane is a square foot too large, whatever else passes."""
    for name, text in (("a", RAISE), ("b", FREE), ("c", UNDO)):
        (tmp_path / f"{name}.amend").write_text(text)
    (tmp_path / "x.case").write_text(CASE)
    arguments = ("a.amend", "b.amend", "c.amend", "--cases", "x.case", "--no-search", "--format", form)
    done = lexempt("interact", *arguments, cwd=tmp_path)
    if form == "text":
        assert "UNDO undoes what RAISE + FREE do together: x.case p." in done.stdout.decode()
        return
    cases = json.loads(done.stdout)["cases"]
    flipping = [p["package"] for p in cases["packages"] if p["widens"] or p["narrows"]]
    assert flipping == [["RAISE", "FREE"]]
    assert [t["package"] for t in cases["only_together"]] == [["RAISE", "FREE"]]
    assert [(b["flips"], b["blocks"]) for b in cases["blocks"]] == [(["RAISE", "FREE"], ["UNDO"])]
    assert cases["pairs"] == [
        {"kind": "has an effect only with", "first": n, "second": m, "projects": [{"path": "x.case", "id": "p"}]}
        for n, m in (("RAISE", "FREE"), ("FREE", "RAISE"))
    ]


# --- (d)


@pytest.mark.parametrize(("order", "widens"), [(("a", "b"), False), (("b", "a"), True)])
def test_two_bills_strike_the_same_amount_in_both_orders(tmp_path: Path, order: tuple[str, str], widens: bool) -> None:
    """300 sq ft of type 3: within 400, not within 200. Of two bills on one amount the one enacted last prevails."""
    (tmp_path / "a.amend").write_text(RAISE)
    (tmp_path / "b.amend").write_text(RAISE.replace("RAISE", "LESS").replace("400", "200"))
    (tmp_path / "x.case").write_text(
        CASE.partition("impact lane")[0] + "impact turnout" + CASE.rpartition("impact turnout")[2]
    )
    files = [f"{name}.amend" for name in order]
    found = json.loads(
        lexempt("interact", *files, "--cases", "x.case", "--no-search", "--format", "json", cwd=tmp_path).stdout
    )
    both = next(p for p in found["cases"]["packages"] if len(p["package"]) == 2)
    assert bool(both["widens"]) == widens
    (clash,) = found["clashes"]
    assert clash["what"] == "set amount differently" and clash["prevails"] == both["package"][-1]
    assert found["reverse_order_differs"] == [{"path": "x.case", "id": "p"}]


# --- (f)


def test_hf2393_a1_against_its_wording_and_sorted_on_that_of_2018() -> None:
    """A1 raised 9(a)(4) to 400 outside the protection zone, took it out of that zone, and put type 7 and the cedar and tamarack
    exception into 9(a)(3). All of it fits the wording of 2007 to 2012. What was enacted in 2012 has all of that but the
    amount: 400 alone is left to do, and it only widens."""
    said = lexempt("amend", "check", "hf2393-a1").stdout.decode()
    assert "the law of 2012-07-31" in said and said.count("  fits ") == 4 and said.count("line ") == 4
    said = lexempt("amend", "check", "hf2393-a1", "--on", "2018-06-01").stdout.decode()
    assert [said.count(f"  {word} ") for word in ("fits", "already law", "clashes")] == [1, 3, 0]
    # In 2012 cedar and tamarack of types 1, 2 and 6 lose the 2,000 of (a)(3), types 3, 4, 5 and 8 their 100 within the zone.
    done = lexempt("diff", "2012-07-31", "2012-07-31+hf2393-a1", "--quick", "--impacts", "1", "--format", "json")
    found = json.loads(done.stdout)["search"]
    loses = {w["kind"]: w["case"] for w in found["witnesses"]}
    assert "white cedar or tamarack: yes" in loses["loses 103G.2241/9/a/3"] and "area: 401 sqft" in loses["loses 103G.2241/9/a/3"]
    assert "shoreland zone: protection zone" in loses["loses 103G.2241/9/a/4"]
    assert "wetland type: 7" in loses["gains 103G.2241/9/a/3"] and "area: 101 sqft" in loses["gains 103G.2241/9/a/4"]
    done = lexempt("diff", "2018-06-01", "2018-06-01+hf2393-a1", "--quick", "--impacts", "1", "--format", "json")
    found = json.loads(done.stdout)["search"]
    assert found["direction"] == "only widens the exemption"
    assert {w["kind"] for w in found["witnesses"]} == {"widens", "gains 103G.2241/9/a/4"}
