"""The law compiled per law set, with only the parts that can matter, answers as the whole program under bare clingo does."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import clingo
import pytest
from clingo import ast

import lexempt
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import TELLING_CONSEQUENCES, Batch, begin, law_set, needed_for
from lexempt.solving.compiled import compile_law
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Begun, Session, Watch
from lexempt.solving.prepared import canonical
from lexempt.solving.relevant import Rule, given_by, relevant, rule_of
from lexempt.suite.variants import apply_variant

CASES = sorted((Path(__file__).parents[2] / "cases").rglob("*.case"))
DAY = date(2018, 6, 1)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_parts_answer_as_the_whole(path: Path) -> None:
    case = lexempt.load(str(path)).case
    assert case is not None
    vocabulary = load_vocabulary()
    defaults = {name: reading.default for name, reading in vocabulary.readings.items()}
    law = law_set(20180601)
    for version in [case, *(apply_variant(case, variant) for variant in case.variants[::3])]:
        item, _ = encode(canonical(version), vocabulary, 0, DAY, True)
        batch = Batch([item], law, defaults, (), vocabulary, Watch())
        whole = Session([*item.lines, *law.lines(item.scale.top)], item.scale.constants, Watch(), load_law().program)
        for mode in ("cautious", "brave"):
            parts = sorted(map(str, batch.session.consequences(batch.base, mode)))
            assumed = [lit for o in item.opens if o.base is not None and (lit := whole.literal(o.options[o.base].atom))]
            assert parts == sorted(map(str, whole.consequences(assumed, mode)))


@pytest.mark.parametrize("path", CASES[::4], ids=lambda path: path.stem)
def test_rules_left_out_have_no_instance(path: Path) -> None:
    case = lexempt.load(str(path)).case
    assert case is not None
    vocabulary = load_vocabulary()
    law = law_set(20180601)
    for version in [case, *(apply_variant(case, variant) for variant in case.variants[::7])]:
        item, _ = encode(canonical(version), vocabulary, 0, DAY, True)
        compiled = compile_law(law.on, tuple(law.lines(item.scale.top)))
        possible = item.possible | needed_for([TELLING_CONSEQUENCES])
        beside = [load_law().explaining, load_law().departing, TELLING_CONSEQUENCES]
        for name, reading in vocabulary.readings.items():
            beside.append(f"switch({name}). standing({name},{reading.default}).")
            beside += [f'means({name},{choice},"").' for choice in reading.choices]
        for every in (False, True):
            whole = compiled.program(possible, every)
            given = given_by(item.lines, beside)
            less = compiled.program_for(given, possible, every)
            assert len(less) < len(whole)
            atoms = _atoms([whole, *item.lines, *beside], item)
            assert atoms == _atoms([less, *item.lines, *beside], item)
            # The same where clingo has read the core before anything was known of the case.
            for known in (given, None):
                rest = compiled.beside_core(known, possible, every)
                assert len(rest) < len(less if known else whole) - len(compiled.core) / 2
                assert atoms == _atoms([compiled.core, rest, *item.lines, *beside], item)


@pytest.mark.parametrize("path", CASES[1::8], ids=lambda path: path.stem)
def test_a_program_that_was_begun_before_the_case_answers_alike(path: Path) -> None:
    case = lexempt.load(str(path)).case
    assert case is not None
    vocabulary = load_vocabulary()
    defaults = {name: reading.default for name, reading in vocabulary.readings.items()}
    law = law_set(20180601)
    item, _ = encode(canonical(case), vocabulary, 0, DAY, True)  # with units of its own, given as text here
    found = [
        [sorted(map(str, batch.session.consequences(batch.base, mode))) for mode in ("cautious", "brave")]
        for batch in (
            Batch([item], law, defaults, item.in_play, vocabulary, Watch(), begun=begun) for begun in (None, begin(law))
        )
    ]
    assert found[0] == found[1]
    assert found[0][1]


def test_what_cannot_be_read_ahead() -> None:
    assert begin(law_set(20250601)) is None  # a wording that was not seen is part of the answer
    broken = Begun("a(1) b(2).")
    with pytest.raises(RuntimeError):
        Session(["b."], ("sqft=3",), Watch(), "c.", begun=broken)


def _atoms(lines: list[str], item: CaseAtoms) -> set[tuple[str, bool]]:
    """Every atom of the ground program, and whether it is a fact."""
    constants = [word for constant in item.scale.constants for word in ("-c", constant)]
    control = clingo.Control([*constants, "--warn=none"])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return {(str(atom.symbol), atom.is_fact) for atom in control.symbolic_atoms}


def test_a_rule_stays_where_a_rule_of_the_case_may_give_any_value() -> None:
    rules = [
        Rule("base(1).", ("base",)),
        Rule("big(E) :- fact(E,area,5), base(1).", ("big",), ("fact area 5", "base")),
        Rule("bigger(E) :- big(E).", ("bigger",), ("big",)),
        Rule("odd(E) :- fact(E,depth,V).", ("odd",), ("fact depth",)),
        Rule(":- odd(E).", (), ("odd",)),
    ]
    texts = [rule.text for rule in rules]
    assert relevant(rules, given_by(["fact(a,area,4)."])) == texts[:1]
    assert relevant(rules, given_by(["may(a,area,5)."])) == texts[:3]
    assert relevant(rules, given_by(["fact(a,area,V) :- fact(b,size,V)."])) == texts[:3]
    # Choices, as of what may be changed, and any form that is not known: whatever they name may hold.
    assert relevant(rules, given_by(["1 { fact(a,area,4); fact(a,area,5) } 1."])) == texts[:3]
    assert relevant(rules[1:], given_by(["{ base(1) }.", "fact(a,area,5)."])) == texts[1:3]
    assert relevant(rules, given_by(["fact(a,area,about(5))."])) == texts
    assert relevant(rules[::-1], given_by(["fact(a,depth,1)."])) == [texts[4], texts[3], texts[0]]
    assert relevant(rules, given_by([], ["big(E) :- other(E)."])) == [texts[0], texts[2]]


@pytest.mark.parametrize(
    ("text", "makes", "needs"),
    [
        ("a(1;2) :- b(X), not c(X), not not d(X), X > 0.", ["a"], ["b"]),
        ("1 { a(X) : b(X); c } 2 :- d.", ["a", "c"], ["d"]),
        ("1 #count { X,a : a(X) : b(X); Y,c : c(Y) } :- d.", ["a", "c"], ["d"]),
        ("a; c(1) :- d, 1 { e(X) : f(X) }.", ["a", "c"], ["d"]),
        (":- a, b.", [], ["a", "b"]),
        ("a(I) :- fact(I,area,V), keyed(I,use,Y,(x;y)), fact(I,(p;q),yes).", ["a"], ["fact area", "keyed use", "fact"]),
        ('a(I) :- fact(I,of,yes), fact(I,at,3), keyed(I,by,Y,"c").', ["a"], ["fact of yes", "fact at 3", 'keyed by "c"']),
    ],
)
def test_what_a_rule_makes_and_needs(text: str, makes: list[str], needs: list[str]) -> None:
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    found = rule_of(statements[1])
    assert (list(found.makes), list(found.needs)) == (makes, needs)


def test_of_what_is_wanted_only_what_it_depends_on_stays() -> None:
    rules = [
        Rule("#const n = 1."),
        Rule("base(n).", ("base",)),
        Rule("sum(E) :- #sum { A : part(E,A) } > 0, base(n).", ("sum",), ("base",)),
        Rule("part(E,A) :- fact(E,area,A), not left_out(E).", ("part",), ("fact area",)),
        Rule("left_out(E) :- fact(E,aside,yes).", ("left_out",), ("fact aside yes",)),
        Rule(":- part(E,A), odd(E).", (), ("part",)),
        Rule("#show other/1."),
        Rule("other(E) :- base(E).", ("other",), ("base",)),
    ]
    given = given_by(["fact(a,area,4).", "fact(a,aside,yes).", "odd(a)."])
    assert relevant(rules, given, ["sum"]) == [rule.text for rule in rules[:6]]
    assert relevant(rules, given_by(["fact(a,area,4)."]), ["part"]) == [rules[at].text for at in (0, 3, 5)]


def test_some_part_is_left_out_and_some_never_is() -> None:
    parts = load_law().parts
    assert any(part.needed_where for part in parts)
    assert any(not part.needed_where for part in parts)
