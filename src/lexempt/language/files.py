"""Case files on disk: which ones a call names, and reading them. Nothing but what the user named is read.

(Without `pathlib`, which takes longer to import than a case to read.)
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from lexempt.case import Reading

MAX_BYTES = 1_000_001
"""One more than a case file may have; the reader refuses what is longer."""


def case_files(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """The case files that paths name (a folder names all below it, by path), and what is wrong with the others."""
    files: list[str] = []
    missing: list[str] = []
    for path in paths:
        if not path:
            missing.append("an empty name is no file or folder; `.` is the current folder")
        elif _too_long(path):
            missing.append(f"{_plain(path[:40])}...: file name too long")
        elif os.path.isdir(path):
            from pathlib import Path

            found = sorted(str(file) for file in Path(path).rglob("*.case") if file.is_file())
            files += found
            if not found:
                missing.append(f"{_plain(path)}: no .case file in this folder")
        elif os.path.exists(path):
            files.append(path)
        else:
            missing.append(f"{_plain(path)}: no such file or folder")
    return list(dict.fromkeys(files)), missing


def _too_long(path: str) -> bool:
    return len(os.fsencode(path)) > 4000 or any(len(os.fsencode(part)) > 255 for part in path.split("/"))


def read_file(path: str) -> Reading | str:
    """A case file, read; or why it could not be opened."""
    from lexempt.language.reader import read_bytes
    from lexempt.law.vocabulary import load_vocabulary

    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES)
    except OSError as error:
        return f"{_plain(path)}: {(error.strerror or 'cannot be read').lower()}"
    if path.casefold().endswith(".json"):
        from lexempt.language.interchange import read_json

        return read_json(data, path, load_vocabulary())
    return read_bytes(data, path, load_vocabulary())


def _plain(path: str) -> str:
    """A path as it may be printed: control characters shown, not sent to the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in path)
