"""Areas too fine to be added up exactly: what is said can be written instead, and is then decided."""

from __future__ import annotations

import re

import pytest

import lexempt

HEAD = """project p
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w
  size: 300,000 sqft
"""


def impacts(areas: list[str]) -> str:
    return HEAD + "".join(f"impact i{n} in w\n  activity: fill\n  type: 2\n  area: {a}\n" for n, a in enumerate(areas))


@pytest.mark.parametrize(
    ("areas", "instead"),
    [
        # A range may be 48 weights more of a sum: 2^31 / 49 has room for three decimals of 10,000 (9(a)(1)), not for four.
        (["0.000001 sqft"], "at most 0.001 sqft"),
        (["400.000001 sqft"], "400 sqft to 400.001 sqft"),
        ([f"{n}.00000{n} sqft" for n in range(1, 10)], None),
    ],
    ids=["tiny", "above a whole number", "nine of them"],
)
def test_what_can_be_written_instead_is_decided(areas: list[str], instead: str | None) -> None:
    result = lexempt.check(lexempt.loads(impacts(areas)))
    (refused,) = result.refused
    found = re.search(r"with at most (\d) decimals of a square foot, .* as a range: `(.+)`", refused)
    assert found is not None and (instead is None or found[2] == instead), refused
    ranges = [_between(area, int(found[1])) for area in areas]
    assert found[2] == ranges[0]
    decided = lexempt.check(lexempt.loads(impacts(ranges)))
    assert not decided.refused
    # All of it is far below the 5,000 of 9(a)(2).
    assert [project.replacement_plan for project in decided.projects] == ["not_required"]


def _between(area: str, places: int) -> str:
    whole, _, rest = area.removesuffix(" sqft").partition(".")
    low = f"{whole}.{rest[:places]}"
    assert set(rest[:places]) == {"0"} and rest[places:].strip("0")
    high = f"{whole}.{'1'.rjust(places, '0')} sqft"
    return f"at most {high}" if float(low) == 0 else f"{whole} sqft to {high}"
