"""Exit codes, and which of several counts."""

from __future__ import annotations

from collections.abc import Iterable

OK = 0
FOUND = 1
"""A failed expectation, no case run, or what `--fail-on` names."""
USAGE = 2
INVALID = 3
LIMITED = 4
FAULT = 70
INTERRUPTED = 130

_GRAVEST_FIRST = (FAULT, INTERRUPTED, USAGE, INVALID, LIMITED, FOUND)


def gravest(codes: Iterable[int]) -> int:
    """The code that a call ends with, of all that it earned."""
    earned = set(codes)
    return next((code for code in _GRAVEST_FIRST if code in earned), OK)
