"""Tables from elsewhere (a spreadsheet, a comma-separated file): each row as the heading and the facts it stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexempt.language.headings import reserved
from lexempt.language.keys import is_id, resolve
from lexempt.language.quantities import UNIT_TO_WRITE, is_unit
from lexempt.language.suggest import nearest
from lexempt.law.vocabulary import Attribute, Vocabulary, normal
from lexempt.records import NamedTuple

KINDS = ("impact", "portion", "wetland")
"""The kinds of things a table may list; the first that fits best is meant."""
_PLACES = {"impact": ("in", "portion", "wetland", "basin"), "portion": ("in", "wetland", "basin")}
_OWNERS = {"portion": ("of", "owner", "owners", "landowner")}
_IDS = ("id", "name", "no", "nr", "number", "label")
_UNIT = re.compile(r"^(.*\S)\s*[(\[]\s*([^)\]]+?)\s*[)\]]$")
_MOST = 5
"""So many facts of a row are written out."""


class _Column(NamedTuple):
    """What a column holds: `id`, `in`, `of`, or a fact in a unit that its heading may name; `kind` is empty if unclear."""

    kind: str
    attribute: Attribute | None = None
    unit: str = ""


def _column(entity: str, cell: str, vocabulary: Vocabulary) -> _Column:
    written = _UNIT.match(cell)
    text, unit = (written[1], written[2]) if written else (cell, "")
    word = normal(text)
    if word in _IDS or word in (entity, f"{entity}_id", f"{entity}_name"):
        return _Column("id")
    for kind, words in (("in", _PLACES), ("of", _OWNERS)):
        if word in words.get(entity, ()):
            return _Column(kind)
    table = vocabulary.keys[entity]
    near = word if word in table else nearest(text, table, cutoff=0.85)
    attribute = table.get(normal(near)) if near else None
    if attribute is None or resolve(entity, near or "", vocabulary).problem is not None:
        return _Column("")
    return _Column("fact", attribute, unit if is_unit(unit, attribute.type) else "")


def _read(header: Sequence[str], vocabulary: Vocabulary) -> tuple[str, list[_Column]] | None:
    """The kind of thing that the columns tell of, and what each holds; None if they tell of none."""
    best: tuple[int, str, list[_Column]] = (0, "", [])
    for entity in KINDS:
        columns = [_column(entity, cell.strip(), vocabulary) for cell in header]
        facts = sum(column.kind == "fact" for column in columns)
        known = sum(column.kind != "" for column in columns)
        if facts and known > 1 and 2 * known > len(columns) and facts > best[0]:
            best = (facts, entity, columns)
    return (best[1], best[2]) if best[0] else None


def is_header(cells: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether cells name columns that things are told by."""
    return _read(cells, vocabulary) is not None


def _name(text: str, entity: str, vocabulary: Vocabulary) -> str:
    """The cell as an id."""
    word = "_".join(re.findall(r"\w+", text))
    word = word if is_id(word) else f"{entity[0]}{word}"
    return f"{word}_1" if reserved(word, vocabulary) else word


def _value(cell: str, column: _Column) -> str:
    """The cell as a value: a bare number gets the unit of its column."""
    assert column.attribute is not None
    unit = column.unit or UNIT_TO_WRITE.get(column.attribute.type, "")
    return f"{cell} {unit}" if unit and re.fullmatch(r"[\d.,]*\d(?:\s*\d+/\d+)?", cell) else cell


def as_lines(rows: Sequence[Sequence[str]], vocabulary: Vocabulary) -> str | None:
    """How the rows are written here, shown on the first; None if the first row does not name columns that say of what."""
    found = _read(rows[0], vocabulary) if rows else None
    if found is None:
        return None
    entity, columns = found
    cells = [cell.strip() for cell in rows[1]] if len(rows) > 1 else [""] * len(columns)
    name, place, owner = f"{entity}_1", "w1", "owner_a"
    facts: list[str] = []
    for column, cell in zip(columns, cells, strict=False):
        if column.kind == "id" and cell:
            name = _name(cell, entity, vocabulary)
        elif column.kind == "in" and cell:
            place = _name(cell, "wetland", vocabulary)
        elif column.kind == "of" and cell:
            owner = _name(cell, "owner", vocabulary)
        elif column.attribute is not None and (cell or len(rows) < 2):
            facts.append(
                f"`{column.attribute.also[0] if column.attribute.also else column.attribute.words}: "
                f"{_value(cell, column) if cell else '...'}`"
            )
    heading = {
        "impact": f"impact {name} in {place}",
        "portion": f"portion {name} of {owner} in {place}",
        "wetland": f"wetland {name}",
    }[entity]
    told = ", ".join(facts[:_MOST]) + (" and so on" if len(facts) > _MOST else "")
    return f"write for each row `{heading}`, then {told or 'its facts'} on lines of their own"


def ids_of(rows: Sequence[Sequence[str]], vocabulary: Vocabulary) -> set[str]:
    """The names that the rows would give: what speaks of them is not at fault."""
    found = _read(rows[0], vocabulary) if rows else None
    if found is None:
        return set()
    named = [i for i, column in enumerate(found[1]) if column.kind in ("id", "in", "of")]
    cells = [row[i].strip() for row in rows[1:] for i in named if i < len(row)]
    return {name for cell in cells if cell for name in (cell, _name(cell, found[0], vocabulary))}
