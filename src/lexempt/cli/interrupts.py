"""Ctrl-C, heard wherever it comes."""

from __future__ import annotations

import signal
import sys
from types import FrameType

_AGAIN_AFTER = 0.01
"""Seconds until an interrupt that came within a finalizer is raised again."""


def heard(number: int, frame: FrameType | None) -> None:
    """The handler of SIGINT: raises KeyboardInterrupt, but not within a finalizer, where Python would only print and drop it."""
    within = frame
    while within is not None:
        if within.f_code.co_name == "__del__":
            from threading import Timer

            Timer(_AGAIN_AFTER, signal.raise_signal, (number,)).start()
            return
        within = within.f_back
    sys.unraisablehook = _quiet  # what is half made when it is interrupted has nothing to say
    raise KeyboardInterrupt


def _quiet(_found: sys.UnraisableHookArgs) -> None:
    return
