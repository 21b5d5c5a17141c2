"""Calls of the command line as a user makes them: another process, from another folder, with a home of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """A bare environment: no colour wishes, no cache folder of the caller."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME", "LANG") if name in os.environ}
    if home is not None:
        kept["HOME"] = str(home)
        kept.pop("XDG_CACHE_HOME", None)
    return kept | {"PYTHONPATH": str(SRC), "PYTHONDONTWRITEBYTECODE": "1"} | more


def lexempt(
    *arguments: str, cwd: Path = ROOT, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """`lexempt ARGUMENTS`, its output as bytes."""
    command = [sys.executable, "-m", "lexempt.cli.main", *arguments]
    return subprocess.run(
        command, cwd=cwd, input=stdin, capture_output=True, env=env or environment(), timeout=300, check=False
    )


def hear_interrupts() -> None:
    """For a new process: SIGINT as a terminal sends it, though whoever runs the tests (a job in the background) ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
