"""What an explanation costs beside its check, in the same process: a case with four impacts, every clause answered."""

from __future__ import annotations

from pathlib import Path

from .corpus import typical
from .measuring import interleaved, timed
from .table import Row, against, render

FOUR = """project p1 "Four impacts"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
wetland w2
  size: 2 acres
impact a in w1
  activity: fill
  type: 2
  area: 4,000 sqft
impact b in w1
  activity: drain
  type: 3
  area: 90 sqft
impact c in w2
  activity: fill
  type: 6
  area: 1,900 sqft
  undertaking: forest road
impact d in w2
  activity: fill
  type: 1
  area: 300 sqft
  undertaking: farming, grazing
"""


def run(_folder: Path, quick: bool) -> str:
    """The check of a case, and its explanation (the check in it counted) at each level."""
    import lexempt
    import lexempt.cli  # as in the command line, garbage is collected seldom
    from lexempt.law.rules import load_rules

    load_rules()
    times = 9 if quick else 31
    rows: list[Row] = []
    cases = {"four impacts": [FOUR], "ten typical cases": list(typical(10, seed=6))}
    for name, texts in cases.items():
        read = [lexempt.loads(text) for text in texts]
        works = {
            "check": lambda read=read: timed(lambda: [lexempt.check(one) for one in read]),
            "short": lambda read=read: timed(lambda: [lexempt.explain(one, "short") for one in read]),
            "normal": lambda read=read: timed(lambda: [lexempt.explain(one) for one in read]),
            "full": lambda read=read: timed(lambda: [lexempt.explain(one, "full") for one in read]),
        }
        for work in works.values():
            work()
        costs, _ = interleaved(works, times)
        for level, most in (("short", None), ("normal", 3.0), ("full", 6.0)):
            target = most if name == "four impacts" else None
            rows.append(
                against(f"{name}, {level} level", costs[level] / len(texts), costs["check"] / len(texts), target)
            )
    return render("Explanations, time a case, beside its check (in it)", rows)
