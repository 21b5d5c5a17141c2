"""What is still to be asked: deciding sets of fifty unknown facts, questions in order, and half-known files."""

from __future__ import annotations

from pathlib import Path

from .measuring import Cost, worker
from .table import Row, render, seconds

_SETS, _ORDER = 0.05, 0.25

_HEAD = """project lane "Fifty unknown facts"
  county: Otter Tail
  work: 2018-06-01
{assume}wetland w1
  size: 900,000 sqft
"""
_IMPACT = """impact i{n} in w1
  activity: fill
  type: 2 or 3
  area: {area}
  white cedar or tamarack: unknown
  shoreland zone: unknown
  bottomland hardwood: unknown
  {fifth}
"""
_THREE_OWNERS = """project lane "Field lane"
  county: Otter Tail
  work: 2018-06-01
wetland w1
  size: 300,000 sqft
portion north of anna in w1
portion south of bert in w1
portion west of carla in w1
impact lane_fill in north
  activity: fill
  type: 2 or 3
  area: 3,000 sqft
impact turnout in south
  activity: fill
  type: 2 or 3
  area: 80 sqft
"""


def fifty_words() -> str:
    """Ten impacts with five unknown facts each, areas known."""
    impacts = (_IMPACT.format(n=n, area=f"{100 + 10 * n} sqft", fifth="flooding: unknown") for n in range(1, 11))
    return _HEAD.format(assume="  assume: ordinary\n") + "".join(impacts)


def fifty_with_areas() -> str:
    """Ten impacts with five unknown facts each, an area among them; together the areas come near to an amount."""
    ranges = (f"{100 + 10 * n} sqft to {400 + 20 * n} sqft" for n in range(1, 11))
    impacts = (_IMPACT.format(n=n, area=a, fifth="flooding: other") for n, a in enumerate(ranges, 1))
    return _HEAD.format(assume="  assume: ordinary\n") + "".join(impacts)


def run(folder: Path, quick: bool) -> str:
    """Each in a process of its own; grounding and reading are not counted in the first two, all of it in the last."""
    rows: list[Row] = []
    for name, text, goal in (
        ("50 unknown words", fifty_words(), True),
        ("50 unknown, 10 of them areas near an amount", fifty_with_areas(), False),
        ("three owners, nothing assumed (133 open)", _THREE_OWNERS, False),
    ):
        path = folder / f"{len(rows)}.case"
        path.write_text(text)
        numbers = worker("asking", str(path), 1 if quick else 5)
        for what, key, most in (
            ("deciding sets", "sets", _SETS),
            ("questions in order", "order", _ORDER),
            ("what cannot matter, with grounding", "idle", None),
            ("`ask` from case to agenda", "ask", None),
        ):
            cost = Cost(numbers[key], numbers[f"{key}_cpu"])
            target = most if goal else None
            rows.append(
                Row(
                    f"{name}: {what}",
                    seconds(cost.wall),
                    seconds(cost.cpu),
                    target=f"<= {seconds(target)}" if target else "",
                    within=cost.wall <= target if target else None,
                )
            )
    return render("What is still to be asked", rows)
