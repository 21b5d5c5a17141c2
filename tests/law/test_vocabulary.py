"""The vocabulary: every attribute is read by the law, asked as a question, decided by a body, and cites a provision."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from tests.law.sources import included, rules, text

from lexempt.law.derivations import asked_with, concerns, derives_from
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Attribute, load_vocabulary

VOCABULARY = load_vocabulary()
ATTRIBUTES = list(VOCABULARY.attributes.values())
# What Python, not a rule, computes with: areas split among owners, quantities that rules read under another name.
IN_PYTHON = {
    ("owner", "affiliated_with"): "affiliated/2",
    ("portion", "drained_or_filled_before"): "loss/3",
}
ELEVEN = {
    "anoka",
    "carver",
    "chisago",
    "dakota",
    "hennepin",
    "isanti",
    "ramsey",
    "scott",
    "sherburne",
    "washington",
    "wright",
}


@lru_cache(maxsize=1)
def _programs() -> str:
    """The rules and rows of the law, without comments, the readings' rows and the vocabulary."""
    files = [n for n in included() if not n.startswith("vocabulary/") and n != "law/readings.lp"]
    return "\n".join(str(rule) for name in files for rule in rules(name))


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda a: f"{a.entity}.{a.name}")
def test_attribute_is_read(attribute: Attribute) -> None:
    """Background attributes are kept and shown, and no rule reads them."""
    place = IN_PYTHON.get((attribute.entity, attribute.name))
    if place is not None:
        name = place.partition("/")[0]
        assert re.search(rf"\b{name}\(", _programs())
        return
    if attribute.background:
        assert not re.search(rf"\b(fact|keyed|settled|may)\(\w+'*,{attribute.name},", _programs())
    else:
        assert re.search(rf"[(,;]{attribute.name}[),;]", _programs())


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda a: f"{a.entity}.{a.name}")
def test_attribute_is_whole(attribute: Attribute) -> None:
    assert attribute.question is not None and attribute.question.endswith("?")
    assert attribute.question[0].isupper()
    assert attribute.decided_by in VOCABULARY.bodies
    assert attribute.cites is not None
    assert bool(attribute.choices) == (attribute.type in ("choice", "set"))
    if attribute.refers_to is not None:
        assert attribute.refers_to in VOCABULARY.entities


def test_questions_differ() -> None:
    asked = [a.question for a in ATTRIBUTES]
    assert len(set(asked)) == len(asked)


# Definitions and procedure that no rule needs, but that say what a fact is.
DEFINITIONS = {"103G.005/2a", "103G.005/12", "103G.005/15", "103G.005/17a", "103G.005/17b"}
DEFINITIONS |= {"103G.222/1/b/1", "103G.222/1/n", "103G.2242/4"}


@pytest.mark.parametrize("cited", sorted({a.cites for a in ATTRIBUTES if a.cites}))
def test_citation_is_of_something_encoded(cited: str) -> None:
    """The provision, one above it, or one below it."""
    known = {group.provision.partition("@")[0] for group in load_law().groups} | DEFINITIONS
    known |= {value.provision for value in load_law().values} | set(load_law().exemptions)
    known |= set(re.findall(r'item\("([^"]+)"', _programs()))
    assert any(p == cited or p.startswith(cited + "/") or cited.startswith(p + "/") for p in known)


def test_counties() -> None:
    assert len(VOCABULARY.counties) == 87
    classes = {"greater_than_80", "from_50_to_80", "less_than_50"}
    assert {county.area_class for county in VOCABULARY.counties.values()} == classes
    assert len(VOCABULARY.county_words) == 87
    assert len(re.findall(r"county_class\(\w+, \w+, 20\d{6}\)", text("vocabulary/counties.lp"))) == 87


def test_classes_that_other_rules_rely_on() -> None:
    """A few of each class as the board lists them, so that a shifted table is found."""
    known = {
        "aitkin": "greater_than_80", "st_louis": "greater_than_80", "cook": "greater_than_80", "isanti": "greater_than_80",
        "anoka": "from_50_to_80", "otter_tail": "from_50_to_80", "sherburne": "from_50_to_80", "todd": "from_50_to_80",
        "hennepin": "less_than_50", "stearns": "less_than_50", "yellow_medicine": "less_than_50", "wright": "less_than_50",
    }  # fmt: skip
    assert {name: VOCABULARY.counties[name].area_class for name in known} == known


def test_eleven_counties() -> None:
    rows = re.findall(r'item\("103G.2241/9/d", county, \(([a-z_; ]+)\), "ms2018"\)', "\n".join(map(text, included())))
    assert len(rows) == 1
    listed = {name.strip() for name in rows[0].split(";")}
    assert listed == ELEVEN
    assert listed <= set(VOCABULARY.counties)


def test_derivations_name_attributes() -> None:
    for (entity, name), sources in (*derives_from().items(), *asked_with().items()):
        assert (entity, name) in VOCABULARY.attributes
        assert all(VOCABULARY.attribute(entity, source) is not None for source in sources)


def test_concerns_name_attributes_and_readings() -> None:
    known = {name for _, name in VOCABULARY.attributes} | {"impact", "owners", "consequences"}
    for reading, pairs in concerns().items():
        assert reading in VOCABULARY.readings
        for name, value in pairs:
            assert name in known
            choices = {c for a in ATTRIBUTES if a.name == name for c in a.choices}
            if value not in ("stated", "several", "yes", "no") and choices:
                assert value in choices


@pytest.mark.parametrize("name", sorted(VOCABULARY.readings))
def test_reading_is_whole_and_asked(name: str) -> None:
    reading = VOCABULARY.readings[name]
    assert len(reading.choices) > 1 and reading.default in reading.choices
    assert set(reading.profiles.values()) <= set(reading.choices)
    assert all(choice in reading.choices for choice, _ in reading.took)
    assert set(reading.profiles) <= {"rule"}
    others = [choice for choice in reading.choices if choice != reading.default]
    asked = [choice for choice in reading.choices if f"reads({name},{choice})" in _programs()]
    assert asked, "no rule asks it"
    unasked = [choice for choice in others if choice not in asked]
    assert len(unasked) <= 1 or reading.default in asked, f"{unasked} make no difference"


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda a: f"{a.entity}.{a.name}")
def test_a_fact_can_be_said(attribute: Attribute) -> None:
    """A yes or no that the law reads is said as a sentence either way; sentences speak of their thing, and open small."""
    if attribute.type == "yes_no" and not attribute.background:
        assert attribute.says and attribute.denies
    if attribute.type != "yes_no" and attribute.says:
        assert "{V}" in attribute.says or (attribute.choices[1:] == ("none",) and attribute.denies)
    for said in (attribute.says, attribute.denies, attribute.called):
        assert said is None or ("{T}" in said and not said.endswith("."))
        assert said is None or said[0].islower() or said[0] == "{"
