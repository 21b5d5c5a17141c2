"""Mistakes too large, or of bytes that no editor shows: made here instead of kept as files."""

from __future__ import annotations

MADE: dict[str, bytes] = {
    "E101": b"# too large\n" * 100_000,
    "E102": b"\n" * 10_005,
    "E108": b"project p\nwetland w\nimpact i in w\n" + b"".join(b"fact %d: x\n" % n for n in range(1_500)),
    "E109": b"project p\nwetland w\nimpact i in w\n"
    + b"".join(b'land use 1700 to 1899: hay by "p%d"\n' % n for n in range(300)),
}
