"""Where the law, the grammars and our cache live: in a checkout, an editable install or a wheel, from any folder.

Every call reads some files here, and importing `pathlib` would cost more than reading them: it is imported where rarely
needed.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from functools import lru_cache
from importlib.util import source_hash
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.realpath(__file__))


@lru_cache(maxsize=1)
def _data() -> str:
    shipped = f"{_PACKAGE}/_data"
    return shipped if os.path.isdir(f"{shipped}/asp") else os.path.dirname(os.path.dirname(_PACKAGE))


def law_folder() -> Path:
    """The folder `asp/`."""
    from pathlib import Path

    return Path(_data()) / "asp"


def grammar_folder() -> Path:
    """The folder `grammar/`."""
    from pathlib import Path

    return Path(_data()) / "grammar"


def law_file(name: str) -> bytes:
    """A file below `asp/`. Raises OSError."""
    with open(f"{_data()}/asp/{name}", "rb") as file:
        return file.read()


def law_files(folder: str) -> list[str]:
    """The names of the files of the law right in a folder below `asp/`, to be read by `law_file`, in order."""
    return sorted(f"{folder}/{name}" for name in os.listdir(f"{_data()}/asp/{folder}") if name.endswith(".lp"))


def grammar_file(name: str) -> bytes:
    """A file of `grammar/`. Raises OSError."""
    with open(f"{_data()}/grammar/{name}", "rb") as file:
        return file.read()


@lru_cache(maxsize=8)
def _writable(folder: str) -> str | None:
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def cache_folder() -> str | None:
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


def _file_name(name: str) -> str:
    """What is kept is written as this interpreter reads it fastest; another one keeps its own."""
    return f"{name}.{sys.implementation.cache_tag}"


def read_cache(name: str) -> Any:
    """What `write_checked` kept under a name; None if there is nothing, or it is damaged."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        with open(f"{folder}/{_file_name(name)}", "rb") as file:
            checksum, _, kept = file.read().partition(b"\n")
        return marshal.loads(kept) if checksum.decode() == fingerprint(kept) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def write_checked(name: str, value: Any) -> None:
    """Keep a value of texts, numbers, lists, tuples and dictionaries in the cache folder, with a checksum before it."""
    kept = marshal.dumps(_plain(value))
    write_cache(_file_name(name), fingerprint(kept).encode() + b"\n" + kept)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {_plain(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return list(map(_plain, value))
    if isinstance(value, tuple):
        return tuple(map(_plain, value))  # of a record its values
    return str(value) if isinstance(value, str) else value  # tokens of lark are texts with a place


def write_cache(name: str, kept: bytes) -> None:
    """Write a file of the cache folder at once, so that no reader sees half of it; say nothing if it can't be."""
    folder = cache_folder()
    if folder is None:
        return
    import tempfile  # rarely needed

    with contextlib.suppress(OSError):
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(kept)
            os.replace(temporary, f"{folder}/{name}")
        except OSError:
            os.unlink(temporary)
