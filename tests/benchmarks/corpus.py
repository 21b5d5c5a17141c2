"""Case files to measure with: typical ones, ones with unknown facts, and projects of many exemptions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from tests.oracle.generate import random_world
from tests.oracle.to_case import number, to_case_text
from tests.oracle.world import World

from lexempt.law.vocabulary import Attribute, load_vocabulary

_FINEST = 250
"""Areas are whole square feet or four decimals of an acre: no finer than this part of a square foot."""
_NEVER_OPEN = frozenset(("work", "applied", "assume", "split_from", "phase_of", "divided_from", "drainage_system"))
_AREA = re.compile(r"([0-9,.]+) (sqft|ft)$")


def typical(many: int, seed: int = 1) -> Iterator[str]:
    """Cases with one project of one to three impacts, `assume: ordinary`, everything else known, any provision."""
    rng = random.Random(seed)
    while many:
        world = random_world(rng)
        if len(world.projects) == 1 and len(world.impacts) <= 3 and not _too_fine(world) and not _without_size(world):
            many -= 1
            yield to_case_text(world)


def _too_fine(world: World) -> bool:
    things = (*world.wetlands.values(), *world.portions.values(), *world.impacts.values())
    numbers = [v for thing in things for v in thing.facts.values() if isinstance(v, Fraction)]
    losses = [loss.area for p in world.portions.values() for loss in p.facts.get("drained_or_filled_before", ())]
    return any(_FINEST % v.denominator for v in (*numbers, *losses))


def _without_size(world: World) -> bool:
    return any("size" not in wetland.facts for wetland in world.wetlands.values())


def half_known(many: int, seed: int = 2, most: int = 20) -> Iterator[str]:
    """Typical cases in which one to `most` facts are unknown, one of two values, or a range: stated ones, and ones that
    `assume: ordinary` would have settled."""
    rng = random.Random(seed)
    for text in typical(many, seed):
        yield _blurred(text, rng, rng.randint(1, most))


def _blurred(text: str, rng: random.Random, many: int) -> str:
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    stated: list[tuple[int, int, Attribute]] = []
    unstated: list[tuple[int, Attribute]] = []
    for b, block in enumerate(blocks):
        entity = block[0].split()[0].replace("drainage", "drainage_system")
        named = _attributes(entity)
        seen = set()
        for n, line in enumerate(block[1:], 1):
            attribute = named.get(line.strip().partition(":")[0])
            if attribute is not None:
                seen.add(attribute.name)
                if not attribute.background:
                    stated.append((b, n, attribute))
        unstated += [(b, a) for a in named.values() if a.name not in seen and a.type in ("yes_no", "choice")]
    picks: list[tuple[int, int, Attribute] | tuple[int, Attribute]] = [*stated, *rng.sample(unstated, len(stated))]
    for pick in rng.sample(picks, min(many, len(picks))):
        if len(pick) == 3:
            b, n, attribute = pick
            name, _, value = blocks[b][n].partition(": ")
            blocks[b][n] = f"{name}: {_open(attribute, value, rng)}"
        else:
            b, attribute = pick
            blocks[b].append(f"  {attribute.words}: unknown")
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _open(attribute: Attribute, value: str, rng: random.Random) -> str:
    area = _AREA.match(value)
    if area and rng.random() < 0.8:
        exact = Fraction(area[1].replace(",", ""))
        low, high = exact * rng.choice((4, 5, 8)) / 10, exact * rng.choice((10, 12, 16)) / 10
        return f"{number(Fraction(int(low)))} {area[2]} to {number(Fraction(int(high) + 1))} {area[2]}"
    others = [choice for choice in attribute.choices if choice != value]
    if attribute.type == "choice" and others and rng.random() < 0.5:
        return f"{value} or {rng.choice(others)}"
    return "unknown"


@cache
def _attributes(entity: str) -> dict[str, Attribute]:
    """The attributes without a key of an entity that may be left open, by what a line calls them."""
    return {
        attribute.words: attribute
        for attribute in load_vocabulary().of(entity)
        if attribute.key_type is None and attribute.name not in _NEVER_OPEN and attribute.refers_to is None
    }


def many_exemptions(impacts: int) -> str:
    """One project whose impacts each qualify under ten exemptions of subdivisions 1, 4, 6, 7, 9 and 10."""
    head = """project many "Every impact is exempt many times over"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 900,000 sqft
  origin: restored
  conservation purpose: yes
  right to drain: yes
portion all_of_it of someone in w1
  area: 900,000 sqft
"""
    each = """impact i{n} in all_of_it
  activity: fill
  type: 2
  area: {area} sqft
  undertaking: farming, conservation practice, public works routine, sewage system repair, forestry crossing, forest road, duck blind
  part of normal farming practices: yes
  approved by the conservation district: yes
  panel review: before approval
  additional intrusion, draining or filling: no
  needed for compliance: yes
  limits hydrologic and biologic impact: yes
  filling avoided wherever possible: yes
"""
    return head + "".join(each.format(n=n, area=1 + n % 20) for n in range(1, impacts + 1))


def written(texts: Iterator[str], folder: Path, name: str) -> list[str]:
    """The texts as files of a folder of their own; their paths."""
    place = folder / name
    place.mkdir()
    paths = []
    for n, text in enumerate(texts):
        path = place / f"{n:05}.case"
        path.write_text(text, "utf-8")
        paths.append(str(path))
    return paths
