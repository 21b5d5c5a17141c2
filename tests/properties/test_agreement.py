"""The law in asp/ and the oracle agree on every generated world; the harness sees a difference where there is one.

The long run is `python -m tests.oracle.agree --count 200000`; this is the same code on fewer worlds.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from tests.oracle import agree, law, readings
from tests.oracle.world import World


@pytest.mark.parametrize("seed", [101, 102, 103, 104])
def test_law_and_oracle_agree(seed: int) -> None:
    tally = agree.run(seed, range(525))
    assert tally.worlds == 525
    assert not tally.differences, "\n".join(f"{d.name} {d.what}\n{d.text}" for d in tally.differences[:2])
    assert sum(tally.refused.values()) <= tally.worlds // 25, tally.refused
    assert tally.default_readings and tally.one_reading and tally.repealed and tally.not_required and tally.in_part


def test_check_and_oracle_agree() -> None:
    tally = agree.Tally()
    drawn = list(agree.draw(105, range(120), tally))
    for n, at in enumerate(range(0, len(drawn), 40)):
        terms = agree.random_terms(random.Random(f"check {n}"))
        agree.judge_batch(drawn[at : at + 40], terms, tally, through_check=True)
    assert tally.through_check == len(drawn)
    assert not tally.differences, tally.differences[0]


def test_the_same_seed_draws_the_same_worlds() -> None:
    assert agree.world_of(7, 3) == agree.world_of(7, 3) != agree.world_of(7, 4)


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an oracle that reads one thing otherwise, worlds differ."""
    evaluate = law.evaluate

    def other(world: World, given: Mapping[str, str] | None = None, gone: frozenset[str] = frozenset()) -> law.Verdict:
        return evaluate(world, {**readings.complete(given or {}), "public_water_bed": "regulated"}, gone)

    monkeypatch.setattr(agree.law, "evaluate", other)
    tally = agree.run(106, range(300))
    assert any("regulated False, oracle: True" in words for d in tally.differences for words in d.what)
    assert "differences" in tally.summary() and tally.differences[0].text.startswith(("project", "#"))
