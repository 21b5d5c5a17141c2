"""Ctrl-C while a line is awaited in a terminal."""

from __future__ import annotations

import os
import pty
import signal
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from lexempt.cli.interrupts import heard, wait_for_typing


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The master of a terminal that is standard input, while interrupts are heard."""
    master, slave = pty.openpty()
    before = signal.signal(signal.SIGINT, heard)
    with os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield master
    signal.signal(signal.SIGINT, before)
    os.close(master)


def _later(do: Callable[..., object], *arguments: object) -> None:
    threading.Timer(0.2, do, arguments).start()


def test_an_interrupt_is_heard_though_it_ends_no_read(typing: int) -> None:
    """A signal that another thread takes interrupts no call of this one; no more does one that comes just before the call."""
    _later(signal.raise_signal, signal.SIGINT)
    end = threading.Timer(20, os.write, (typing, b"\n"))
    end.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            wait_for_typing()
        assert end.is_alive()  # and at once, not with the next line
    finally:
        end.cancel()


def test_a_typed_line_is_there_to_be_read(typing: int) -> None:
    _later(os.write, typing, b"2\n")
    wait_for_typing()
    assert sys.stdin.readline() == "2\n"
