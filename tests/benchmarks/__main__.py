"""`python -m tests.benchmarks [NAME...] [--quick]`: print a table for each benchmark. Nothing fails when a target is missed:
machines differ, ratios less so."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from . import advice, amendments, asking, cold_start, explanations, many_cases, many_paths, stages, unknown_facts
from .measuring import ROOT

BENCHMARKS: dict[str, Callable[[Path, bool], str]] = {
    "cold": cold_start.run,
    "cases": many_cases.run,
    "paths": many_paths.run,
    "unknowns": unknown_facts.run,
    "explanations": explanations.run,
    "stages": stages.run,
    "amendments": amendments.run,
    "advice": advice.run,
    "asking": asking.run,
}


def main() -> None:
    """Run the benchmarks named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all if none is named")
    parser.add_argument("--quick", action="store_true", help="fewer cases and runs")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark `{unknown[0]}`; there are {', '.join(BENCHMARKS)}")
    sys.path.insert(0, str(ROOT / "src"))
    print(f"Python {platform.python_version()}, clingo {_clingo()}, {platform.machine()}\n", flush=True)
    for name in asked.names or BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix="lexempt-bench-") as folder:
            try:
                print(BENCHMARKS[name](Path(folder), asked.quick), flush=True)
            except RuntimeError as error:  # a process that was measured failed: say so, and measure the rest
                print(f"== {name}: cannot be measured\n{error}\n", flush=True)


def _clingo() -> str:
    import clingo

    return clingo.__version__


if __name__ == "__main__":
    main()
