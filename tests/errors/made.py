"""Mistakes too large, or of bytes that no editor shows: made here instead of kept as files."""

from __future__ import annotations

MADE: dict[str, bytes] = {
    "E101": b"# too large\n" * 100_000,
    "E102": b"\n" * 10_005,
}
