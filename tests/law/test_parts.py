"""The law compiled per law set, with only the parts that can matter, answers as the whole program under bare clingo does."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import lexempt
from lexempt.law.program import load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch, law_set
from lexempt.solving.engine import Session, Watch
from lexempt.solving.prepared import canonical
from lexempt.suite.variants import apply_variant

CASES = sorted((Path(__file__).parents[2] / "cases").rglob("*.case"))
DAY = date(2018, 6, 1)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_parts_answer_as_the_whole(path: Path) -> None:
    case = lexempt.load(str(path)).case
    assert case is not None
    vocabulary = load_vocabulary()
    defaults = {name: reading.default for name, reading in vocabulary.readings.items()}
    law = law_set(20180601)
    for version in [case, *(apply_variant(case, variant) for variant in case.variants[::3])]:
        item, _ = encode(canonical(version), vocabulary, 0, DAY, True)
        batch = Batch([item], law, defaults, (), vocabulary, Watch())
        whole = Session([*item.lines, *law.lines(item.scale.top)], item.scale.constants, Watch(), load_law().program)
        for mode in ("cautious", "brave"):
            parts = sorted(map(str, batch.session.consequences(batch.base, mode)))
            assumed = [lit for o in item.opens if o.base is not None and (lit := whole.literal(o.options[o.base].atom))]
            assert parts == sorted(map(str, whole.consequences(assumed, mode)))


def test_some_part_is_left_out_and_some_never_is() -> None:
    parts = load_law().parts
    assert any(part.needed_where for part in parts)
    assert any(not part.needed_where for part in parts)
