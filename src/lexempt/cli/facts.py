"""`lexempt facts`: the reference of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import amend_option, read_amendments
from lexempt.cli.exits import OK

if TYPE_CHECKING:
    from lexempt.law.vocabulary import Attribute, Entity, Vocabulary

_TYPES = {
    "area": "an area: 1,200 sqft, 0.5 acres, 1/10 acre",
    "distance": "a distance: 50 feet",
    "percent": "a percentage: 40 %",
    "number": "a number: 3",
    "date": "a day: 2018-06-01",
    "year": "a year: 2018",
    "yes_no": "yes or no",
    "text": "any words",
    "county": "a county of Minnesota",
    "references": "ids of",
    "reference": "the id of",
    "dates": "days: 1980-05-01, 1985-09-12",
    "losses": "areas and days: 200 sqft on 1996-05-01, 300 sqft on 1999-08-15; or none",
}


@click.command(short_help="What a case can state: the reference of the vocabulary.")
@click.argument("words", nargs=-1, metavar="[ENTITY | FACT]")
@amend_option
def facts(words: tuple[str, ...], amend: tuple[str, ...]) -> int:
    """What can be stated of each kind of thing: the key, its values and units, who decides it, the question it answers.

    With the name of a fact: that one, of whatever it is said. Without any: the kinds of things.

    \b
    lexempt facts
    lexempt facts impact
    lexempt facts land use
    lexempt facts project --amend HF_A.amend
    """
    from lexempt.cli.output import write_text
    from lexempt.language.suggest import did_you_mean, listed
    from lexempt.law.vocabulary import load_vocabulary, normal

    amendments = read_amendments(amend)
    if amendments.code != OK:
        return amendments.code
    vocabulary = load_vocabulary()
    asked = " ".join(words)
    entities = {normal(word): e for e in vocabulary.entities.values() for word in (e.name, e.heading)}
    named: dict[str, list[Attribute]] = {}
    for attribute in vocabulary.attributes.values():
        for word in dict.fromkeys(normal(w) for w in (attribute.name, attribute.words, *attribute.also)):
            named.setdefault(word, []).append(attribute)
    if not asked:
        lines = list(_entities(vocabulary))
    elif normal(asked) in entities:
        lines = list(_entity(entities[normal(asked)], vocabulary))
    elif normal(asked) in named:
        lines = [line for attribute in named[normal(asked)] for line in _one(attribute, vocabulary)]
    elif near := _near(asked, vocabulary):
        lines = near
    else:
        known = [*entities, *(a.words for found in named.values() for a in found)]
        hint = did_you_mean(asked, known, f"the kinds of things are {listed(vocabulary.entities, 'and')}")
        raise click.UsageError(f"no kind of thing and no fact is called `{asked[:60]}`; {hint}")
    write_text("".join(f"{line}\n" for line in lines), None)
    return OK


def _near(asked: str, vocabulary: Vocabulary) -> list[str]:
    """The kinds of things and the facts whose words hold all of those asked for."""
    words = asked.casefold().replace("_", " ").split()
    lines: list[str] = []
    for entity in vocabulary.entities.values():
        if all(word in f"{entity.heading} {entity.description}".casefold() for word in words):
            lines += [f"{entity.heading}: {entity.description}.", f"      all of it: lexempt facts {entity.name}", ""]
    for attribute in vocabulary.attributes.values():
        held = " ".join((attribute.words, *attribute.also, attribute.question or "")).casefold()
        if all(word in held for word in words):
            lines += [*_one(attribute, vocabulary), ""]
    return lines[:-1]


def _entities(vocabulary: Vocabulary) -> Iterator[str]:
    from lexempt.rendering.words import counted

    for entity in vocabulary.entities.values():
        number = counted(len(vocabulary.of(entity.name)), "fact")
        yield f"{entity.heading:<16} {entity.description}"
        yield f"{'':<16} {number}: lexempt facts {entity.name}"
    yield ""
    yield f"Assumptions: assume: {' or '.join(vocabulary.assumption_sets())}"
    yield "Any fact may be `unknown`, `2 or 3`, `400 sqft to 900 sqft`, `at most 900 sqft`, and end in"
    yield '  by WHO on DATE citing "DOCUMENT"'
    yield "Who:"
    for body in vocabulary.bodies.values():
        yield f"  {body.title}: by {', '.join(body.words) or body.name}"


def _entity(entity: Entity, vocabulary: Vocabulary) -> Iterator[str]:
    yield f"{entity.heading}: {entity.description}."
    if entity.name in vocabulary.states_ground:
        yield "It may also state what `lexempt facts ground` lists."
    for attribute in vocabulary.of(entity.name):
        yield ""
        yield from _attribute(attribute, vocabulary)


def _one(attribute: Attribute, vocabulary: Vocabulary) -> Iterator[str]:
    yield f"{vocabulary.entities[attribute.entity].heading}:"
    yield from _attribute(attribute, vocabulary)


def _attribute(attribute: Attribute, vocabulary: Vocabulary) -> Iterator[str]:
    from lexempt.rendering.words import short

    key = " ".join(
        part for part in (attribute.key_word, _KEY.get(attribute.key_type or "", attribute.key_type)) if part
    )
    names = [f"  {attribute.words}{' ' + key if key else ''}: {_values(attribute, vocabulary)}"]
    if attribute.also:
        names.append(f"      also: {', '.join(attribute.also)}")
    yield from names
    if attribute.question:
        yield f"      {attribute.question}"
    notes = []
    body = vocabulary.bodies.get(attribute.decided_by or "")
    if body is not None:
        notes.append(f"decided by: {body.title}")
    if attribute.cites:
        notes.append(short(attribute.cites))
    notes += [f"assumed if {group}: {_assumed(value, attribute)}" for group, value in sorted(attribute.assumed.items())]
    if attribute.closed:
        notes.append("not stated means none")
    if attribute.background:
        notes.append("kept and shown, not computed with")
    if notes:
        yield f"      {'; '.join(notes)}"


_KEY = {"years": "YEAR [to YEAR]", "provision": "PROVISION", "water": "WATER"}


def _assumed(value: str, attribute: Attribute) -> str:
    """An assumed value as it is written: a day as a day."""
    if attribute.type == "date" and value.isdigit():
        return f"{value[:4]}-{value[4:6]}-{value[6:]}"
    return value.replace("_", " ")


def _values(attribute: Attribute, vocabulary: Vocabulary) -> str:
    from lexempt.language.keys import a

    choices = [choice.replace("_", " ") for choice in attribute.choices]
    if attribute.type == "set":
        return f"any of {', '.join(choices)}; or none"
    if choices:
        return ", ".join(choices)
    words = _TYPES.get(attribute.type, attribute.type.replace("_", " "))
    flags = f"; marked {', '.join(flag.replace('_', ' ') for flag in attribute.flags)}" if attribute.flags else ""
    if attribute.refers_to is None:
        return words + flags
    noun = vocabulary.entities[attribute.refers_to].heading
    named = f"{noun}s: a, b" if attribute.type == "references" else a(noun)
    return f"{words} {named}"
