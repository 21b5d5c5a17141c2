"""Everything that one command asks clingo, as one digest: `python -m tests.product.questions OUTPUT WORD...` runs the command
line with these words in this process and writes a line for every program and every question to OUTPUT.

What a search finds first may depend on what was asked before. So where two runs ask the same in another order, their answers
can differ one day, even if those of the cases at hand do not.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

import clingo

_asked: list[str] = []


def _note(kind: str, said: object) -> None:
    _asked.append(f"{kind} {hashlib.sha256(str(said).encode()).hexdigest()[:16]}")


class _Noted(clingo.Control):
    def add(self, *given: Any) -> None:
        _note("program", given)
        super().add(*given)

    def solve(self, *given: Any, **named: Any) -> Any:
        how = self.configuration.solve
        assumed = [(str(a[0]), a[1]) if isinstance(a, tuple) else a for a in named.get("assumptions", ())]
        _note("question", (assumed, str(how.enum_mode), str(how.models)))
        return super().solve(*given, **named)


def main(output: str, words: list[str]) -> None:
    """Run one command, and write what it asked."""
    clingo.Control = _Noted  # type: ignore[misc]
    from lexempt.cli.main import run

    try:
        run(words)
    finally:
        Path(output).write_text("\n".join(_asked) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
