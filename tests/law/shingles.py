"""Hashes of eight words in a row of the official wording, so that copying is found without shipping the text.

`python -m tests.law.shingles FILE... > tests/law/seed_shingles.txt` makes the list again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

WORDS = 8
LIST = Path(__file__).with_name("seed_shingles.txt")


def shingles(text: str) -> Iterator[tuple[str, str]]:
    """(hash, words) of every eight words in a row; case and punctuation don't count."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    for at in range(len(words) - WORDS + 1):
        run = " ".join(words[at : at + WORDS])
        yield blake2b(run.encode(), digest_size=6).hexdigest(), run


@lru_cache(maxsize=1)
def official() -> frozenset[str]:
    """The hashes of the wording of 103G.2241."""
    return frozenset(LIST.read_text().split())


if __name__ == "__main__":
    found = {digest for name in sys.argv[1:] for digest, _ in shingles(Path(name).read_text("utf-8"))}
    sys.stdout.write("".join(f"{digest}\n" for digest in sorted(found)))
