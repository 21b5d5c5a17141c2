"""One call of the command line, from the start of the process to its end, against `python -c "import clingo"`."""

from __future__ import annotations

from pathlib import Path

from .measuring import ROOT, child, interleaved
from .table import against, render

_ONE = """project driveway "Driveway"
  county: Cass
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 50,000 sqft
impact fill in w1
  activity: fill
  type: 2
  area: 900 sqft
"""
_MOST = 3.0


def run(folder: Path, quick: bool) -> str:
    """Medians of interleaved runs."""
    one, wrong = folder / "one-impact.case", folder / "wrong.case"
    one.write_text(_ONE, "utf-8")
    wrong.write_text(_ONE.replace("type: 2", "tpye: 2"), "utf-8")
    demo = str(ROOT / "cases" / "demo" / "field-lane-and-turnout.case")
    tool = ["-m", "lexempt.cli.main"]
    calls = {
        "python -c pass": (["-c", "pass"], 0, None),
        'python -c "import clingo"': (["-c", "import clingo"], 0, None),
        "lexempt --help": ([*tool, "--help"], 0, _MOST),
        "lexempt check, an input error": ([*tool, "check", str(wrong)], 3, _MOST),
        "lexempt check, one impact": ([*tool, "check", str(one)], 0, _MOST),
        "lexempt check, the demo": ([*tool, "check", demo], 0, _MOST),
    }
    for arguments, code, _ in calls.values():
        child(arguments, (code,))
    works = {name: (lambda a=arguments, c=code: child(a, (c,))) for name, (arguments, code, _) in calls.items()}
    costs, rounds = interleaved(works, 5 if quick else 15)
    baseline = costs['python -c "import clingo"']
    rows = [against(name, costs[name], baseline, most) for name, (_, _, most) in calls.items()]
    return render(f"Cold start (medians of {rounds} interleaved runs)", rows)
