"""Case files printed from worlds: the fact language reads them back, without a mistake and with the same facts."""

from __future__ import annotations

import random

import pytest

from .generate import random_world
from .to_case import to_case_text
from .world import DEFAULTS, World

language = pytest.importorskip("lexempt.language")
vocabulary = pytest.importorskip("lexempt.law.vocabulary")


def stated(world: World) -> dict[tuple[str, str, object], object]:
    """By thing, attribute and key, every fact that is not what is assumed anyway."""
    found: dict[tuple[str, str, object], object] = {}
    for things in (
        world.projects, world.wetlands, world.portions, world.grounds,
        world.impacts, world.waters, world.drainage_systems, world.owners,
    ):  # fmt: skip
        for thing in things.values():
            for name, value in thing.facts.items():
                if isinstance(value, dict):
                    found.update({(thing.id, name, key): each for key, each in value.items()})
                elif value != DEFAULTS[thing.entity].get(name):
                    found[thing.id, name, None] = value
    return found


def test_the_fact_language_reads_every_world() -> None:
    known = vocabulary.load_vocabulary()
    rng = random.Random(21)
    for _ in range(150):
        world = random_world(rng)
        text = to_case_text(world)
        reading = language.read_case(text, "world.case", known)
        assert [d.message for d in reading.diagnostics if d.severity == "error"] == [], text
        values: dict[tuple[str, str, object], list[object]] = {}
        for statement in reading.case.statements:
            key = statement.thing, statement.attribute, statement.key
            values.setdefault(key, []).extend(statement.value.values)
        for key, value in stated(world).items():
            read = values[key]
            if isinstance(value, frozenset):
                assert set(read) == value, (key, text)
            elif key[1] == "drained_or_filled_before":
                assert isinstance(value, tuple)
                assert [(x.area, x.on, x.flags) for x in read] == [(x.area, x.on, x.flags) for x in value], (key, text)
            else:
                assert tuple(read) == (value if isinstance(value, tuple) else () if value is None else (value,)), (
                    key,
                    text,
                )
