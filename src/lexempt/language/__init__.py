"""The fact language: case files from text to typed, checked cases, and back. Each name is imported when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexempt.language.interchange import from_json, to_json
    from lexempt.language.printer import canonical, print_case
    from lexempt.language.reader import read_bytes, read_case
    from lexempt.language.report import render
    from lexempt.language.starter import KINDS, new_case

_HOMES = {
    "KINDS": "starter",
    "canonical": "printer",
    "from_json": "interchange",
    "new_case": "starter",
    "print_case": "printer",
    "read_bytes": "reader",
    "read_case": "reader",
    "render": "report",
    "to_json": "interchange",
}

__all__ = ["KINDS", "canonical", "from_json", "new_case", "print_case", "read_bytes", "read_case", "render", "to_json"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
