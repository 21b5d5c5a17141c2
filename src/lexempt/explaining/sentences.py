"""From atoms to what people read: the documented sentence of a predicate or condition, with the case's own names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lexempt.explaining.derive import Key
from lexempt.explaining.model import Model
from lexempt.explaining.terms import Atom
from lexempt.law.program import Sentences, citation, load_law
from lexempt.law.rules import Wording, load_rules
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue
from lexempt.solving.answer_sets import atom_of
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.findings import consequence_letters
from lexempt.solving.settling import fact_value
from lexempt.solving.words import listing, number, said, value_words

_HEAD = re.compile(r"^(\w+)\((.*)\)$")
_LETTER = re.compile(r"\{(\w+)(?: (\w+))?\}")
ANYTHING = {
    "P": "any project",
    "Q": "any project",
    "I": "any impact",
    "J": "any impact",
    "C": "any clause",
    "W": "any wetland",
    "H": "any portion",
    "G": "any ground",
    "S": "any exemptions that may be used together",
    "V": "known",
    "Y": "any year",
    "Act": "any act",
}
"""What an argument that may be anything is called, by its letter in a sentence."""
_OF_LAW = frozenset(("adjusted", "asks", "requires", "excepts", "item", "inserted", "struck"))
"""Predicates that name a condition, but speak of what the law asks, not of an impact."""
_AREAS = {"sqft": "sqft", "plot": None}
"""Which size of the unit an area is a multiple of; sizes that are only compared are in whole square feet."""


class Documented(NamedTuple):
    """The sentences of a predicate, and the letters of its arguments in them."""

    letters: tuple[str, ...]
    sentences: Sentences


@lru_cache(maxsize=1)
def documented_predicates() -> Mapping[tuple[str, int], Documented]:
    """The documentation of predicates, by name and number of arguments."""
    found = {}
    for name, sentences in load_law().conditions.items():
        head = _HEAD.match(name)
        if head:
            letters = tuple(letter.strip() for letter in head[2].split(","))
            found[head[1], len(letters)] = Documented(letters, sentences)
    return found


def condition_of(key: Key) -> str | None:
    """The documented condition or limit that an atom is about: `met(I, C, in_11_counties)`; None if it is of no such kind."""
    predicate, arguments, _ = key
    if (
        predicate in _OF_LAW
        or len(arguments) < 2
        or ((predicate, len(arguments)) in documented_predicates() and predicate not in ("fails", "duty"))
    ):
        return None
    last = arguments[2] if len(arguments) > 2 else arguments[1]
    return last if isinstance(last, str) and last in load_law().conditions else None


class Names:
    """The names and values of one case, in the user's words."""

    def __init__(self, item: CaseAtoms, acts: tuple[str, ...], vocabulary: Vocabulary) -> None:
        self.item, self.acts, self.vocabulary = item, acts, vocabulary
        self._named = dict(item.names)
        of_loss: dict[str, int] = {}
        for line in item.lines:
            if line.startswith("loss("):
                holding, loss = line[5:].split(",")[:2]
                of_loss[holding] = of_loss.get(holding, 0) + 1
                self._named[loss] = f"loss {of_loss[holding]} of {item.names[holding]}"
        self._words: dict[Any, str] = {}
        self._attributes: dict[str, Attribute] = {}
        for (_, name), attribute in vocabulary.attributes.items():
            self._attributes.setdefault(name, attribute)

    def own(self, value: Any) -> Any:
        """A value of an atom with the case's own names for our ids."""
        if isinstance(value, tuple):
            return tuple(self.own(part) for part in value)
        return self._named.get(value, value) if isinstance(value, str) else value

    def owned(self, values: Iterable[Any]) -> tuple[Any, ...]:
        """The same of several values."""
        named, own = self._named.get, self.own
        return tuple([named(v, v) if type(v) is str else v if type(v) is int else own(v) for v in values])

    def word(self, value: Any) -> str:
        """A value in a sentence."""
        found = self._words.get(value)
        if found is None:
            found = self._words[value] = self._word(value)
        return found

    def _word(self, value: Any) -> str:
        if value is None:
            return "anything"
        if isinstance(value, tuple):
            name, *parts = value
            wording = load_rules().wordings.get(f"{name}/{len(parts)}")
            if wording is not None and not wording.denies:
                return self.filled(wording, wording.says, parts)
            of = "" if isinstance(parts[0], int) else "of "
            return f"{name.replace('_', ' ')} {of}{', '.join(self.word(part) for part in parts)}"
        if isinstance(value, int):
            return f"{value:,}" if abs(value) < 10_000_000 else str(value)
        if value in self._named:
            return self._named[value].removeprefix("ground ").removeprefix("all of ")
        county = self.vocabulary.counties.get(value)
        if county is not None:
            return county.name
        wording = load_rules().wordings.get(f"{value}/0")
        if wording is not None:
            return wording.says
        return citation(value, self.acts) if "/" in value or "." in value else value.replace("_", " ")

    def filled(self, wording: Wording, sentence: str, arguments: Sequence[Any]) -> str:
        """A sentence of a wording with its arguments in it."""
        values = dict(zip(wording.letters, arguments, strict=True))
        made = _LETTER.sub(lambda found: self.argument(values[found[1]], found[1], found[2]), sentence)
        first = _LETTER.match(sentence)
        named = first is not None and isinstance(values[first[1]], str)  # ids and citations stay as they are
        return made if named or not wording.denies else made[:1].upper() + made[1:]

    def argument(self, value: Any, letter: str, unit: str | None = None) -> str:
        """An argument of an atom in a sentence that has `{letter unit}` for it."""
        if value is None:
            return ANYTHING.get(letter, "any area" if unit in _AREAS else "anything")
        if not isinstance(value, int) or unit is None:
            return self.word(value)
        if unit == "year":
            return str(value)
        if unit == "day":
            return date(value // 10_000, value // 100 % 100, value % 100).isoformat()
        scale = self.item.scale
        if unit in _AREAS:
            size = scale.sqft if _AREAS[unit] else 1
            return f"{'at least ' if value >= scale.top else ''}{number(Fraction(value, size))} sqft"
        return number(Fraction(value, scale.foot))

    def can_deny(self, predicate: str, arity: int) -> bool:
        """Whether a sentence can say that no atom of a predicate holds of its first argument, whatever the others are."""
        wording, documented = load_rules().wordings.get(f"{predicate}/{arity}"), documented_predicates()
        letters = wording.letters if wording else documented[predicate, arity].letters if (predicate, arity) in documented else ()
        return bool(letters) and all(letter in ANYTHING for letter in letters[1:])

    def choice(self, found: Open, atoms: Sequence[Atom]) -> FactValue:
        """An open fact with the value it has in a completion: the option or options whose atoms hold there."""
        values = [o.value for o in found.options if atom_of(o.atom) in atoms]
        attribute = found.settled.attribute
        words = ", ".join(value_words(attribute, v, self.vocabulary) for v in values) or "none"
        return fact_value(found, words, self.vocabulary)

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name."""
        return self._attributes.get(name)


def sentence_of(key: Key, names: Names, model: Model) -> str:
    """What an atom says, or what its absence says; a bare reading of the atom where it is not documented."""
    predicate, arguments, holds = key
    condition = condition_of(key)
    if condition is not None:
        letters = _letters(arguments, names)
        if predicate == "consequence" and None not in arguments:
            letters |= consequence_letters(names.own(arguments[0]), arguments[3], names.item.scale)
        return _filled(load_law().conditions[condition], holds != (predicate == "fails"), letters)
    found = documented_predicates().get((predicate, len(arguments)))
    if found is not None and not (predicate == "fails" and arguments[2] is not None):
        letters = {letter: names.argument(v, letter) for letter, v in zip(found.letters, arguments, strict=True)}
        return _filled(found.sentences, holds, _letters(arguments, names) | letters)
    if predicate in ("met", "fails") and len(arguments) == 3:
        return _attribute_sentence(key, names, model)
    wording = load_rules().wordings.get(f"{predicate}/{len(arguments)}")
    if wording is not None:
        return names.filled(wording, wording.says if holds else wording.denies, arguments)
    said = " ".join([predicate.replace("_", " ") + ":", ", ".join(names.word(v) for v in arguments)])
    return said if holds else f"not {said}"


def _letters(arguments: tuple[Any, ...], names: Names) -> dict[str, str]:
    """The letters that any sentence may use: the impact, its wetland and project, the clause."""
    found: dict[str, str] = {}
    for value in arguments:
        impact = names.item.scene.impacts.get(names.item.names.get(value, "")) if isinstance(value, str) else None
        if impact is not None and "I" not in found:
            found |= {"I": impact.id, "W": impact.wetland, "P": impact.project}
        elif isinstance(value, str) and "/" in value and "C" not in found:
            found["C"] = names.word(value)
    return found


def _filled(sentences: Sentences, holds: bool, letters: Mapping[str, str]) -> str:
    text = sentences.says if holds else sentences.denies
    return _LETTER.sub(lambda found: letters.get(found[1], found[0]), text)


def _attribute_sentence(key: Key, names: Names, model: Model) -> str:
    """Of a condition that is an attribute by its own name: what it is, and where that misses, what it would have to be."""
    predicate, (impact, clause, name), holds = key
    attribute = names.attribute(name)
    sentences = load_law().conditions["attribute"]
    values = [names_of(v, attribute, names) for v in values_for(impact, clause, name, model)]
    accepted = [names_of(v, attribute, names) for (_, _, v) in model.like("listed", (clause, name, None))]
    asked = model.holds("listed", (clause, "requires", name))
    fits = holds != (predicate == "fails")
    letters = {
        "A": attribute.words if attribute else name.replace("_", " "),
        "V": " and ".join(sorted(values)) or "none",
        "L": listing(sorted(accepted), "or"),
    }
    if attribute is not None and (attribute.type == "yes_no" or not values or fits or not asked):
        own = _said_of(impact, attribute, letters["V"], names, model)
        if own:
            return own
    return _filled(sentences, fits or not asked, letters)


def _said_of(impact: str, attribute: Attribute, value: str, names: Names, model: Model) -> str:
    """The vocabulary's own sentence for a value of an attribute, of the thing that has it; empty where it has none."""
    template = said(attribute, None, value)
    if not template:
        return ""
    things = [thing for (_, thing) in model.like("about", (impact, None))]
    thing = next((thing for thing in things if names.item.facts_about(thing, attribute.name)), impact)
    text = template if template.startswith("{T}") else template[:1].upper() + template[1:]
    return text.replace("{T}", names.word(thing)) + "."


def names_of(value: Any, attribute: Attribute | None, names: Names) -> str:
    """A value of an attribute in words."""
    if attribute is None or isinstance(value, tuple):
        return names.word(value)
    return value_words(attribute, str(value), names.vocabulary)


def values_for(impact: str, clause: str, name: str, model: Model) -> list[Any]:
    """The values of an attribute that a clause looks at for an impact: as a reading takes it, as derived, or as stated."""
    if model.holds("adjusted", (clause, name)):
        return [v for (_, _, v) in model.like("taken_as", (impact, name, None))]
    things = [thing for (_, thing) in model.like("about", (impact, None))]
    predicate = "settled" if model.holds("derivable_attribute", (name,)) else "fact"
    return [v for thing in things for (_, _, v) in model.like(predicate, (thing, name, None))]
