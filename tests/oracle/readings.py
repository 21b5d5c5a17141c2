"""The readings: their choices and the default of each, read as data from asp/law/readings.lp."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .world import ASP

_text = (ASP / "law" / "readings.lp").read_text(encoding="utf-8")
_rows = "\n".join(line for line in _text.splitlines() if not line.lstrip().startswith("%"))

DEFAULT: dict[str, str] = dict(re.findall(r"\bdefault\((\w+), (\w+)\)", _rows))
CHOICES: dict[str, tuple[str, ...]] = {
    name: tuple(choice for reading, choice in re.findall(r"\bmeans\((\w+), (\w+),", _rows) if reading == name)
    for name in DEFAULT
}
PROFILES: dict[str, dict[str, str]] = {"statute": DEFAULT}
for _profile, _name, _choice in re.findall(r"\bprofile\((\w+), (\w+), (\w+)\)", _rows):
    PROFILES.setdefault(_profile, dict(DEFAULT))[_name] = _choice


def complete(readings: Mapping[str, str]) -> dict[str, str]:
    """All readings: those given, the rest by default. A name or choice that does not exist is an error."""
    for name, choice in readings.items():
        if choice not in CHOICES.get(name, ()):
            raise ValueError(f"no such reading: {name} = {choice}")
    return {**DEFAULT, **readings}
