"""Any bytes end in an answer or a diagnostic. The long run is `python -m tests.product.fuzz --count 50000`."""

from __future__ import annotations

import pytest
from tests.product import fuzz


@pytest.mark.parametrize("start", range(0, 500, 125))
def test_no_traceback_and_no_hang(start: int) -> None:
    tally = fuzz.run(125, 11, start, every=4)
    assert tally.ran == 125
    assert tally.faults == []
    assert tally.slow == []
    assert 0 < tally.valid < 125


def test_inputs_are_the_same_each_time() -> None:
    texts = fuzz.corpus()
    assert [fuzz.made(3, n, texts) for n in range(50)] == [fuzz.made(3, n, texts) for n in range(50)]
    assert len({fuzz.made(3, n, texts) for n in range(50)}) > 40


def test_a_fault_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("as if")

    monkeypatch.setattr(fuzz, "render", broken)
    assert len(fuzz.run(5, 1, checking=False).faults) == 5
