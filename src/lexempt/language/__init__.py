"""The fact language: case files from text to typed, checked cases, and back."""

from lexempt.language.interchange import from_json, to_json
from lexempt.language.printer import canonical, print_case
from lexempt.language.reader import read_bytes, read_case
from lexempt.language.report import render
from lexempt.language.starter import KINDS, new_case

__all__ = ["KINDS", "canonical", "from_json", "new_case", "print_case", "read_bytes", "read_case", "render", "to_json"]
