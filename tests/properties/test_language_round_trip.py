"""Any case survives print and parse, any bytes end in a case or in diagnostics."""

from __future__ import annotations

import json
import os
import unicodedata
from datetime import date
from fractions import Fraction
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lexempt.case import (
    Between,
    Case,
    Expect,
    Known,
    Loss,
    NotApplicable,
    OneOf,
    Source,
    Span,
    Statement,
    Thing,
    Unknown,
    Value,
    Variant,
)
from lexempt.language import canonical, from_json, print_case, read_bytes, read_case, render, to_json
from lexempt.law.vocabulary import Attribute, load_vocabulary

V = load_vocabulary()
ROOT = Path(__file__).parents[2]
NOWHERE = Span(1, 1, 1)
SEEDS = sorted((ROOT / "grammar" / "mistakes").glob("*.case")) + sorted((ROOT / "cases").glob("**/*.case"))[:40]
TEXTS = [path.read_bytes() for path in SEEDS]
WORDS = (
    b'to by | on 2018-06-01 citing " : # , 1/0 or none unknown impact expect variants \xff \x00 about 9(a)(2)'.split()
)
WORDS += [b"\t", b" by panel ", b"9" * 40]
FUZZ = int(os.environ.get("LEXEMPT_FUZZ", "400"))

amounts = st.builds(Fraction, st.integers(0, 10**9), st.sampled_from([1, 2, 4, 7, 10, 1000, 10**6]))
days = st.dates(date(1800, 1, 1), date(2100, 1, 1))
texts = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")) | st.just(" "), min_size=1, max_size=20
).filter(lambda t: t.strip() == t and t.isprintable() and unicodedata.is_normalized("NFC", t))
sources = st.one_of(
    st.just(Source()),
    st.builds(Source, st.none(), texts, st.none() | days, st.none() | texts),
    st.sampled_from(sorted(V.body_words)).flatmap(
        lambda w: st.builds(Source, st.just(V.body_words[w]), st.just(w), st.none() | days, st.none() | texts)
    ),
    st.builds(Source, st.none(), st.none(), st.none(), texts),
)


def members(one: st.SearchStrategy[object], most: int = 4) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(one, min_size=1, max_size=most, unique=True).map(tuple)


def between(one: st.SearchStrategy[object]) -> st.SearchStrategy[Value]:
    pairs = st.lists(one, min_size=2, max_size=2, unique=True).map(sorted)  # type: ignore[arg-type]
    return st.one_of(
        pairs.map(lambda p: Between(*p)), one.map(lambda v: Between(None, v)), one.map(lambda v: Between(v, None))
    )


def values(attribute: Attribute) -> st.SearchStrategy[Value]:
    kind = attribute.type
    states = st.sampled_from([Unknown(), NotApplicable()])
    if kind in ("area", "distance", "number", "percent"):
        one = amounts if kind != "percent" else st.builds(Fraction, st.integers(0, 1000), st.just(10))
        about = one.filter(bool).map(lambda v: Between(v - v / 10, v + v / 10, v))
        several = members(one).filter(lambda v: len(v) > 1).map(OneOf)
        return st.one_of(states, one.map(lambda v: Known((v,))), between(one), about, several, st.just(Known(())))
    if kind == "date":
        return st.one_of(states, days.map(lambda v: Known((v,))), between(days))
    if kind == "dates":
        return members(days).map(Known)
    if kind == "losses":
        flags = st.sets(st.sampled_from(["present_owner", "replaced", "de_minimis"])).map(frozenset)
        loss = st.builds(Loss, amounts, days, flags, st.none())
        spread = loss.map(lambda x: x._replace(most=x.area + 1))
        return st.one_of(st.just(Known(())), members(loss | spread, 3).map(Known))
    if kind == "text":
        return st.one_of(states, texts.map(lambda t: Known((t,))))
    if kind == "county":
        words: list[str] = sorted(V.counties)
    elif kind == "yes_no":
        words = ["yes", "no"]
    elif attribute.refers_to:
        words = {"project": ["other"], "owner": ["o2"], "drainage_system": ["ds"]}[attribute.refers_to]
    else:
        words = list(attribute.choices)
    one_word = st.sampled_from(words)
    if kind in ("set", "references"):
        return st.one_of(states, members(one_word).map(Known), st.just(Known(())))
    several_words = members(one_word).map(lambda v: Known(v) if len(v) == 1 else OneOf(v))
    return st.one_of(states, several_words)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    things = (
        Thing("project", "p", NOWHERE, draw(st.none() | texts)),
        Thing("project", "other", NOWHERE),
        Thing("wetland", "w", NOWHERE),
        Thing("water", "lake", NOWHERE),
        Thing("drainage_system", "ds", NOWHERE),
        Thing("portion", "n", NOWHERE, None, (("owner", ("o1", "o2")), ("wetland", ("w",)))),
        Thing("ground", "g", NOWHERE, None, (("wetland", ("w",)),)),
        Thing(
            "impact",
            "i",
            NOWHERE,
            None,
            (("portion", ("n",)), ("ground", ("g",)), ("project", (draw(st.sampled_from(["p", "other"])),))),
        ),
        Thing("owner", "o1", NOWHERE),
        Thing("owner", "o2", NOWHERE),
    )
    statements = []
    for thing in things:
        own = [a for a in V.keys[thing.entity].values() if not (a.refers_to and thing.id in ("o2", "other", "ds"))]
        for attribute in draw(st.lists(st.sampled_from(own), max_size=4, unique_by=lambda a: a.name)) if own else []:
            key = {"years": 1985, "water": "lake", "owner": "o1", "provision": "103G.2241/9/a/3"}.get(
                attribute.key_type or ""
            )
            statements.append(Statement(thing.id, attribute.name, draw(values(attribute)), NOWHERE, key, draw(sources)))
    order = {thing.id: i for i, thing in enumerate(things)}
    statements.sort(key=lambda s: order[s.thing])
    variants = []
    if draw(st.booleans()):
        area = draw(values(V.attributes["impact", "area"]).filter(lambda v: v != Known(())))
        changed = Statement("i", "area", area, NOWHERE)
        variants = [
            Variant("a", (changed,), (), Expect((), NOWHERE), NOWHERE),
            Variant("b", (), ("i",), Expect((), NOWHERE), NOWHERE, "why not"),
        ]
    return Case("x", things, tuple(statements), (("p", "ordinary"),), variants=tuple(variants))


def bare(case: Case) -> Case:
    """Without places and the text as written."""

    def plain(s: Statement) -> Statement:
        return s._replace(span=NOWHERE, text="")

    return case._replace(
        things=tuple(t._replace(span=NOWHERE) for t in case.things),
        statements=tuple(map(plain, case.statements)),
        variants=tuple(
            v._replace(replaces=tuple(map(plain, v.replaces)), span=NOWHERE, expects=v.expects._replace(span=NOWHERE))
            for v in case.variants
        ),
    )


TRUTHS = ("E159", "E158", "E18")
"""Inconsistencies that generated numbers may have: the text still reads back."""


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases())
def test_parse_of_print_is_the_same_case(case: Case) -> None:
    text = print_case(case)
    reading = read_case(text, "x", V)
    errors = [d for d in reading.diagnostics if d.severity == "error" and not d.code.startswith(TRUTHS)]
    assert not errors, text + render(errors, reading.lines)
    if reading.case is None:
        return
    assert bare(reading.case) == bare(case), text
    assert print_case(reading.case) == text
    again = from_json(json.loads(json.dumps(to_json(case))), "x", V)
    assert again.case is not None, render(again.diagnostics)
    assert bare(again.case) == bare(case)
    assert canonical(again.case) == canonical(case)


def holds(data: bytes) -> None:
    reading = read_bytes(data, "x.case", V)
    assert (reading.case is None) == any(d.severity == "error" for d in reading.diagnostics)
    render(reading.diagnostics, reading.lines)
    places = [(d.span.line, d.span.start) for d in reading.diagnostics if d.span]
    assert places == sorted(places)
    if reading.case is not None:
        text = print_case(reading.case)
        again = read_case(text, "x.case", V)
        assert again.case is not None, text + render(again.diagnostics, again.lines)
        assert print_case(again.case) == text
        assert canonical(again.case) == canonical(reading.case)


@settings(max_examples=FUZZ, deadline=None)
@given(st.binary(max_size=300))
@example(b"\xff\xfe")
@example(b"expect")
@example(b'project p:\n:\n|\n||\n"\n#\nexpect\n:\n')
def test_any_bytes(data: bytes) -> None:
    holds(data)


@settings(max_examples=FUZZ, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    holds(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=FUZZ, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_damaged_files(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))[:4000]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 12)))
        text = text[:at] + data.draw(st.sampled_from(WORDS) | st.binary(max_size=3)) + text[end:]
    holds(text)


plain_json = st.none() | st.booleans() | st.integers(-5, 3000) | st.floats(allow_nan=False) | st.text(max_size=12)
some_json = plain_json | st.sampled_from(["lane", "project", "county"])
keys = st.sampled_from(["entity", "id", "facts", "fact", "value", "by", "project", "text", "name"])
for _ in range(3):
    some_json = plain_json | st.lists(some_json, max_size=3) | st.dictionaries(keys, some_json, max_size=4)


@settings(max_examples=FUZZ, deadline=None)
@given(some_json)
def test_any_json(value: object) -> None:
    rest = {"notes": value, "claims": value, "variants": value, "expect": value}
    from_json(value, "x", V)
    from_json({"schema": "lexempt.case/1", "things": value}, "x", V)
    from_json({"schema": "lexempt.case/1", "things": [{"entity": "project", "id": "p"}], **rest}, "x", V)
