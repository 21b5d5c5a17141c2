"""Ctrl-C, heard wherever it comes."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

_NOT_WITHIN = ("__del__", "_pyclingo_", "pyclingo_")
"""Functions that are called by what drops or hides an exception: finalizers, and callbacks of clingo."""
_AGAIN_AFTER = 0.01
"""Seconds until an interrupt that came within one of these is raised again."""


def heard(number: int, frame: FrameType | None) -> None:
    """The handler of SIGINT: raises KeyboardInterrupt, but not where it would be dropped."""
    within = frame
    while within is not None:
        if within.f_code.co_name.startswith(_NOT_WITHIN):
            from threading import Timer

            Timer(_AGAIN_AFTER, signal.raise_signal, (number,)).start()
            return
        within = within.f_back
    sys.unraisablehook = _quiet  # what is half made when it is interrupted has nothing to say
    raise KeyboardInterrupt


def wait_for_typing() -> None:
    """Wait until a line was typed in the terminal. Raises KeyboardInterrupt.

    A signal that comes just before a read does not end the read, and Python would hear it only when the next line is
    typed; so nothing is read before there is something, and meanwhile any signal wakes.
    """
    if os.name != "posix" or not sys.stdin.isatty():  # what came through a pipe may be in the buffer already
        return
    from select import select

    hears, tells = os.pipe()
    os.set_blocking(tells, False)
    before = signal.set_wakeup_fd(tells)
    try:
        select([sys.stdin.fileno(), hears], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(hears)
        os.close(tells)


def _quiet(_found: sys.UnraisableHookArgs) -> None:
    return
