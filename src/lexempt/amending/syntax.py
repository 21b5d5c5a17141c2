"""From a line of an amendment to what the grammar sees in it, or the place where it breaks. lark is imported when needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from lexempt.amending.bill import Deed, Operation
from lexempt.language.tree import Broken, Piece
from lexempt.places import grammar_folder
from lexempt.records import NamedTuple

_IN_WORDS = {
    "NAME": "a name such as `HF_2393` or `project`",
    "STRING": 'a title or question in quotes ("...")',
    "PROVISION": "a provision such as 103G.2241/9/a/4",
    "COLON": "`:`",
    "REST": "a value",
    "STRIKE": "`strike`",
    "INSERT": "`insert`",
    "REPLACE": "`replace`",
    "TIMES": "`times`",
    "WITH": "`with`",
    "OLD": "what is replaced, then `with`",
    "TEXT": "what is struck or inserted",
    "AFTER": "`after`",
    "AS": "`as`",
    "FACT": "the name of a fact",
    "OF": "`of`, and what it is a fact of",
    "_NEXT": "a comma and the next operation",
    "$END": "the end of the line",
}


class BillLine(NamedTuple):
    """`bill NAME "Title"`."""

    name: Piece
    title: Piece | None


class SectionLine(NamedTuple):
    """`amend PROVISION`, `add provision PROVISION after PROVISION`, `renumber PROVISION as PROVISION`, ..."""

    word: str
    provision: Piece
    other: Piece | None
    """The place of an added provision, or the new number of one."""


class FactLine(NamedTuple):
    """`new fact NAME of ENTITY "QUESTION"`."""

    name: Piece
    entity: Piece
    question: Piece | None


class StrokeLine(NamedTuple):
    """`KEY: REST`."""

    key: Piece
    rest: Piece | None


@lru_cache(maxsize=1)
def _parser() -> Any:
    from lark import Lark

    return Lark.open(
        str(grammar_folder() / "amendment.lark"), parser="lalr", start=["line", "operations"], maybe_placeholders=False
    )


def _tree(start: str, text: str) -> Any:
    from lark.exceptions import UnexpectedInput

    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        ended = token is not None and token.type == "$END"
        at = len(text) if ended or error.pos_in_stream is None else error.pos_in_stream
        accepts = getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", ())
        words = sorted({_IN_WORDS[name] for name in accepts or () if name in _IN_WORDS})
        found = text[at:].split()[0] if text[at:].split() else ""
        expected = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "something else"
        return Broken(at, at + len(found), found, expected)


def _piece(token: Any) -> Piece:
    text, start = str(token), token.start_pos
    if token.type == "STRING":
        return Piece(text[1:-1].replace('\\"', '"').replace("\\\\", "\\"), start, start + len(text))
    return Piece(text, start, start + len(text))


def parse_line(text: str) -> BillLine | SectionLine | FactLine | StrokeLine | Broken:
    """A line without its comment."""
    tree = _tree("line", text)
    if isinstance(tree, Broken):
        return tree
    node = tree.children[0]
    pieces = {token.type: _piece(token) for token in node.children}
    if node.data == "bill":
        return BillLine(pieces["NAME"], pieces.get("STRING"))
    if node.data == "stroke":
        return StrokeLine(pieces["KEY"], pieces.get("REST"))
    if node.data == "fact":
        return FactLine(pieces["FACT"], pieces["NAME"], pieces.get("STRING"))
    provisions = [_piece(token) for token in node.children if token.type == "PROVISION"]
    word = str(node.data) if node.data in ("add", "renumber") else str(node.children[0]).lower()
    return SectionLine(word, provisions[0], provisions[1] if len(provisions) > 1 else None)


def parse_operations(rest: Piece) -> tuple[Operation, ...] | Broken:
    """What stands after a key under `amend`; pieces at their place in the line."""
    tree = _tree("operations", rest.text)
    if isinstance(tree, Broken):
        return tree._replace(start=tree.start + rest.start, end=tree.end + rest.start)
    found = []
    for node in tree.children:
        pieces = [_moved(_piece(token), rest.start) for token in node.children if token.type in ("OLD", "TEXT")]
        if node.data == "replace":
            found.append(Operation("replace", pieces[0], pieces[1]))
        elif node.data == "strike":
            found.append(Operation("strike", pieces[0], None))
        else:
            found.append(Operation(cast(Deed, str(node.data)), None, pieces[0]))
    return tuple(found)


def _moved(piece: Piece, by: int) -> Piece:
    return Piece(piece.text, piece.start + by, piece.end + by)
