"""The case files a call names: files, folders (all `*.case` below), `-` for standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from lexempt.case import Diagnostic, Reading
from lexempt.cli.output import say, say_diagnostics
from lexempt.language.files import MAX_BYTES, case_files, read_file
from lexempt.records import NamedTuple

STDIN = "<stdin>"
_UNKNOWN_FACT = "E140"


class Inputs(NamedTuple):
    """What was read, in the order named; and whether something was missing or invalid."""

    readings: tuple[tuple[str, Reading], ...]
    missing: bool
    invalid: bool

    @property
    def cases(self) -> list[Reading]:
        """The readings that are cases."""
        return [reading for _, reading in self.readings if reading.case is not None]


def read_inputs(paths: Sequence[str], *, quiet: bool = False) -> Inputs:
    """Read every file named, and say on standard error what is wrong; one bad file does not stop the others."""
    found: list[tuple[str, Reading]] = []
    troubles: list[str] = []
    seen: set[str] = set()
    for path in paths:
        files, missing = ([path], []) if path == "-" else case_files([path])
        troubles += missing
        for file in files:
            if os.path.realpath(file) in seen:
                continue
            seen.add(os.path.realpath(file))
            reading = _stdin() if file == "-" else read_file(file)
            if isinstance(reading, str):
                troubles.append(reading)
            else:
                found.append((STDIN if file == "-" else file, reading))
    for trouble in troubles:
        say(f"error: {trouble}")
    if not quiet:
        for _, reading in found:
            say_diagnostics(naming_amendments(reading.diagnostics, reading.lines, paths), reading.lines)
    return Inputs(tuple(found), bool(troubles), any(reading.case is None for _, reading in found))


def naming_amendments(
    diagnostics: Sequence[Diagnostic], lines: Sequence[str], paths: Sequence[str]
) -> Sequence[Diagnostic]:
    """The mistakes of a file; of a fact that is not known they tell which amendment declares it, and where: of those beside the law
    and in the folders among the paths of the call."""
    if not any(found.code == _UNKNOWN_FACT for found in diagnostics):
        return diagnostics
    from lexempt.amending.declared import declarations
    from lexempt.law.vocabulary import normal
    from lexempt.rendering.words import listing, plain

    known = declarations(paths)
    told = []
    for found in diagnostics:
        at = found.span
        if found.code == _UNKNOWN_FACT and at is not None and at.line <= len(lines):
            each = known.get(normal(lines[at.line - 1][at.start - 1 : at.end - 1]), [])
            files = [
                f"`{d.bill}` declares it of a {d.entity}, {plain(d.path)}:{d.line} (`--amend {plain(d.path)}`)" for d in each
            ]
            found = found._replace(help=listing(files) or found.help)
        told.append(found)
    return told


def _stdin() -> Reading:
    from lexempt.language.reader import read_bytes
    from lexempt.law.vocabulary import load_vocabulary

    stream = getattr(sys.stdin, "buffer", None)
    data = stream.read(MAX_BYTES) if stream is not None else sys.stdin.read(MAX_BYTES).encode("utf-8", "replace")
    return read_bytes(data, STDIN, load_vocabulary())
