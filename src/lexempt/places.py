"""Where the law, the grammars and our cache live: in a checkout, an editable install or a wheel, from any folder."""

from __future__ import annotations

import contextlib
import json
import os
from functools import lru_cache
from importlib.util import source_hash
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


@lru_cache(maxsize=1)
def data_folder() -> Path:
    """The folder that holds `asp/` and `grammar/`."""
    shipped = _PACKAGE / "_data"
    if (shipped / "asp").is_dir():
        return shipped
    return _PACKAGE.parent.parent


def law_folder() -> Path:
    """The folder `asp/`."""
    return data_folder() / "asp"


def grammar_folder() -> Path:
    """The folder `grammar/`."""
    return data_folder() / "grammar"


@lru_cache(maxsize=8)
def _writable(folder: str) -> Path | None:
    try:
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        return None
    return path if os.access(path, os.W_OK) else None


def cache_folder() -> Path | None:
    """Our cache folder, or None if none can be written: then everything works, a little slower."""
    base = os.environ.get("XDG_CACHE_HOME") or ""
    if not base.startswith("/"):
        home = os.environ.get("HOME") or ""
        if not home.startswith("/"):
            return None
        base = f"{home}/.cache"
    return _writable(f"{base}/lexempt")


def fingerprint(data: bytes) -> str:
    """A short hash for names and damage in the cache (the standard library's own for compiled files: `hashlib` takes
    long to import, and nothing here needs to withstand an attacker who can write our folder)."""
    return source_hash(data).hex() + f"{len(data):x}"


def read_cache(name: str) -> Any:
    """What `write_checked` kept under a name; None if there is nothing, or it is damaged."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        checksum, _, text = (folder / name).read_bytes().partition(b"\n")
        return json.loads(text) if checksum.decode() == fingerprint(text) else None
    except (OSError, ValueError, RecursionError):
        return None


def write_checked(name: str, value: Any) -> None:
    """Keep a JSON value in the cache folder, with a checksum before it."""
    text = json.dumps(value, separators=(",", ":"))
    write_cache(name, f"{fingerprint(text.encode())}\n{text}")


def write_cache(name: str, text: str) -> None:
    """Write a file of the cache folder at once, so that no reader sees half of it; say nothing if it can't be."""
    folder = cache_folder()
    if folder is None:
        return
    import tempfile  # rarely needed

    with contextlib.suppress(OSError):
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(temporary).replace(folder / name)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
