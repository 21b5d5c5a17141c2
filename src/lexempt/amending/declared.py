"""Facts that amendments declare, where a case states one without the amendment: which one declares it, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lexempt.language.lines import MAX_BYTES
from lexempt.law.vocabulary import normal
from lexempt.places import law_folder
from lexempt.records import NamedTuple

_DECLARES = rb"(?i)new\s+fact"
_MOST = 200
"""So many files are looked into at most."""


class Declaration(NamedTuple):
    """A `new fact` of a bill: of which kind of thing, and the file and line it stands in."""

    bill: str
    entity: str
    path: str
    line: int


def declarations(paths: Iterable[str]) -> dict[str, list[Declaration]]:
    """Fact -> where it is declared, by the proposals beside the law and the amendment files in folders among these paths."""
    places = [law_folder() / "amendments", *filter(_is_folder, map(Path, paths))]
    files = dict.fromkeys(file for place in places for file in sorted(place.rglob("*.amend")) if file.is_file())
    found: dict[str, list[Declaration]] = {}
    for file in list(files)[:_MOST]:
        try:
            with file.open("rb") as opened:
                written = opened.read(MAX_BYTES + 1)
        except OSError:
            continue  # what cannot be read declares nothing that anybody could use
        if re.search(_DECLARES, written) is None:
            continue  # taking bills apart takes long
        from lexempt.amending.reader import read_bill_bytes

        bill = read_bill_bytes(written, str(file)).bill
        for section in bill.sections if bill is not None else ():
            if section.kind == "new fact" and section.other is not None and bill is not None:
                declared = Declaration(bill.name, normal(section.other.text), str(file), section.line)
                found.setdefault(normal(section.provision.text), []).append(declared)
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name that is too long
        return False
