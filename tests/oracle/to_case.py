"""Print a world in the fact language of case files (DESIGN.md, section 4): a heading a thing, a fact a line.

Everything that the parser's grammar decides is in HEADINGS, KEYED and `_value`; keys are the vocabulary's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from .world import ASP, Loss, Thing, World

HEADINGS: dict[str, str] = {
    "project": "project {id}",
    "owner": "owner {id}",
    "water": "water {id}",
    "drainage_system": "drainage system {id}",
    "wetland": "wetland {id}",
    "portion": "portion {id} of {owners} in {wetland}",
    "ground": "ground {id} in {wetland}",
    "impact": "impact {id} in {portion}, {ground} for {project}",
}
KEYED: dict[str, str] = {
    "years": "{words} {key}",
    "under": "{words} under {key}",
    "to": "{words} to {key}",
    "of": "{words} of {key}",
}


@cache
def _words() -> dict[tuple[str, str], str]:
    """How the vocabulary calls each attribute, where it has words of its own for it."""
    found: dict[tuple[str, str], str] = {}
    for file in sorted((ASP / "vocabulary").glob("*.lp")):
        for entity, attribute, words in re.findall(
            r'\bwords\((\w+), (\w+), "([^"]+)"\)', file.read_text(encoding="utf-8")
        ):
            found[entity, attribute] = words
    return found


@cache
def _types() -> dict[tuple[str, str], tuple[str, str]]:
    """The type of each attribute, and what joins its key: a word, or `years` for a year."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for file in sorted((ASP / "vocabulary").glob("*.lp")):
        text = file.read_text(encoding="utf-8")
        for entity, attribute, kind in re.findall(r"\battribute\((\w+), (\w+), (\w+)", text):
            found[entity, attribute] = kind, ""
        for entity, attribute, joint, key in re.findall(r'\bkeyed\((\w+), (\w+), "(\w*)", (\w+)\)', text):
            found[entity, attribute] = found[entity, attribute][0], joint or key
    return found


def to_case_text(
    world: World, repealed: frozenset[str] = frozenset(), readings: Mapping[str, str] | None = None
) -> str:
    """The case file. Repeals and readings are no facts: they are noted in a comment on the first lines."""
    blocks = ["\n".join(_head(repealed, readings or {}))] if repealed or readings else []
    for things in (
        world.projects,
        world.owners,
        world.waters,
        world.drainage_systems,
        world.wetlands,
        world.portions,
        world.grounds,
        world.impacts,
    ):
        for thing in things.values():
            lines = [_heading(thing, world), *(f"  {line}" for line in _facts(thing))]
            if thing.entity == "project":
                lines.append("  assume: ordinary")
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _head(repealed: frozenset[str], readings: Mapping[str, str]) -> Iterator[str]:
    if repealed:
        yield "# repealed: " + ", ".join(sorted(repealed))
    for name in sorted(readings):
        yield f"# reading: {name} = {readings[name]}"


def _heading(thing: Any, world: World) -> str:
    entity = thing.entity
    if entity == "portion":
        return HEADINGS[entity].format(id=thing.id, owners=", ".join(thing.owners), wetland=thing.wetland)
    if entity == "ground":
        under = (
            world.portions[impact.portion].wetland for impact in world.impacts.values() if impact.ground == thing.id
        )
        return HEADINGS[entity].format(id=thing.id, wetland=thing.wetland or next(under))
    if entity == "impact":
        return HEADINGS[entity].format(id=thing.id, project=thing.project, portion=thing.portion, ground=thing.ground)
    return HEADINGS[entity].format(id=thing.id)


def _facts(thing: Thing) -> Iterator[str]:
    if thing.entity == "ground" and "intact" in thing.facts:
        # Beside a stated percentage, leaving these out means unknown; the world knows them to be none.
        for share in ("wetland_share", "public_land_share"):
            if share not in thing.facts:
                yield f"{_words()['ground', share]}: 0 percent"
    for attribute, value in thing.facts.items():
        if attribute in thing.defaults and value == thing.defaults[attribute] and not _says_more(thing, attribute):
            continue
        key = thing.entity, attribute
        words = _words().get(key, attribute.replace("_", " "))
        kind, joint = _types()[key]
        if isinstance(value, dict):
            for inner, each in value.items():
                left = words if inner is None else KEYED[joint].format(words=words, key=inner)
                yield f"{left}: {_value(each, kind)}"
        elif attribute == "drained_or_filled_before":
            for loss in value:
                yield f"{words}: {_loss(loss)}"
        else:
            yield f"{words}: {_value(value, kind)}"


def _says_more(thing: Thing, attribute: str) -> bool:
    """Stating the assumed value is not the same as saying nothing where the law derives it."""
    return (thing.entity, attribute) in {
        ("ground", "pasture"),
        ("impact", "shoreland_zone"),
        ("wetland", "origin"),
        ("portion", "whole_wetland"),
    }


def number(value: Fraction) -> str:
    """Exact decimals with thousands marked; what has no end in decimals is refused."""
    whole, rest = divmod(value, 1)
    digits = ""
    while rest:
        rest *= 10
        digit, rest = divmod(rest, 1)
        digits += str(digit)
        if len(digits) > 12:
            raise ValueError(f"{value} has no exact decimal form")
    return f"{int(whole):,}" + ("." + digits if digits else "")


def _value(value: Any, kind: str) -> str:
    if value is None:
        return "none"
    if isinstance(value, Fraction):
        return number(value) + {"area": " sqft", "distance": " ft", "percent": "%"}.get(kind, "")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    if isinstance(value, tuple):
        return ", ".join(_value(each, kind) for each in value) or "none"
    return str(value)


def _loss(loss: Loss) -> str:
    return ", ".join([f"{number(loss.area)} sqft on {loss.on.isoformat()}", *sorted(loss.flags)])
