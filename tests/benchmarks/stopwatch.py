"""Where the time goes: the functions of each stage, timed from outside while a check runs."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

_SOLVING = "lexempt.solving"
STAGES: dict[str, tuple[str, ...]] = {
    "read": ("lexempt.language.files:read_file", "lexempt.language.reader:read_case"),
    "order, digest": tuple(f"{_SOLVING}.check:{name}" for name in ("canonical", "digest", "law_days", "with_work")),
    "encode": (f"{_SOLVING}.check:encode",),
    "ground": (f"{_SOLVING}.batch:Session.__init__",),
    "solve": (f"{_SOLVING}.batch:Batch.answers",),
    "readings": (f"{_SOLVING}.effects:Effects.of_readings", f"{_SOLVING}.effects:Effects.as_last_seen"),
    "paths": (f"{_SOLVING}.judge:Judge._paths",),
    "settle": (f"{_SOLVING}.judge:Judge._settling", f"{_SOLVING}.judge:Judge._law_turns_on"),
    "cannot matter": (f"{_SOLVING}.judge:Judge._open_facts",),
    "reasons": (f"{_SOLVING}.reasons:Reasons.__init__", f"{_SOLVING}.reasons:Reasons.of"),
    "disputes": (f"{_SOLVING}.findings:Findings.disputes",),
    "derived facts": (f"{_SOLVING}.findings:Findings.derivations", f"{_SOLVING}.findings:Findings.__init__"),
    "asserted, assumed": (f"{_SOLVING}.findings:Findings.asserted", f"{_SOLVING}.findings:Findings.assumed"),
    "rest of the answer": (f"{_SOLVING}.judge:Judge.project", f"{_SOLVING}.judge:Judge.__init__"),
    "batches": (f"{_SOLVING}.check:answer_part",),
    "render": (
        "lexempt.rendering.text:render_text",
        "lexempt.rendering.json_out:render_json",
        "lexempt.rendering.json_out:render_jsonl",
    ),
}
"""A stage's time is that of its functions without that of other stages called from them; nothing is taken out of those
in WHOLE (a second grounding asked for by `cannot matter` belongs to it)."""
WHOLE = frozenset(("read", "readings", "paths", "settle", "cannot matter", "disputes", "derived facts"))
SOLVING = ("batches", "ground", "solve", "readings", "paths", "settle", "cannot matter", "reasons")
SOLVING += ("disputes", "derived facts", "asserted, assumed", "rest of the answer")
"""The stages from atoms to verdicts."""


class Stopwatch:
    """Seconds of wall time by stage. `missing` are functions that the code no longer has."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(STAGES, 0.0)
        self.missing: list[str] = []
        self._stack: list[str] = []
        self._since = 0.0

    @property
    def solving(self) -> float:
        """From atoms to verdicts."""
        return sum(self.spent[stage] for stage in SOLVING)

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._stack:
            self.spent[self._stack[-1]] += now - self._since
        self._since = now

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def timed(*arguments: Any, **named: Any) -> Any:
            if self._stack and self._stack[-1] in WHOLE:
                return function(*arguments, **named)
            self._turn()
            self._stack.append(stage)
            try:
                return function(*arguments, **named)
            finally:
                self._turn()
                self._stack.pop()

        return timed

    @contextmanager
    def running(self) -> Iterator[Stopwatch]:
        """While this lasts, the stages' functions are timed."""
        undo: list[tuple[Any, str, Any]] = []
        for stage, places in STAGES.items():
            for place in places:
                module, _, path = place.partition(":")
                *owners, name = path.split(".")
                owner: Any = importlib.import_module(module)
                for part in owners:
                    owner = getattr(owner, part, None)
                function = getattr(owner, name, None)
                if function is None:
                    self.missing.append(place)
                    continue
                undo.append((owner, name, function))
                setattr(owner, name, self._timed(stage, function))
        try:
            yield self
        finally:
            for owner, name, function in undo:
                setattr(owner, name, function)
