"""From text to tree: the only module that uses lark. It is imported late, for lark costs 50 ms to import."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from lexempt.language.tree import (
    Amount,
    Broken,
    ClaimLine,
    Day,
    Entry,
    ExpectLine,
    Fact,
    Heading,
    HistoryLine,
    Number,
    Parsed,
    Piece,
    Quantities,
    Readings,
    RowLine,
    SourceText,
    Text,
    VariantsLine,
    Words,
)
from lexempt.places import cache_folder, grammar_folder

STARTS = ("line", "quantities", "words", "text", "readings")
Node = Any  # lark is untyped: a Tree or a Token

_IN_WORDS = {
    "BY": "`by`",
    "ON": "`on`",
    "CITING": "`citing`",
    "OF": "`of`",
    "IN": "`in`",
    "FOR": "`for`",
    "WITH": "`with`",
    "TO": "`to`",
    "AND": "`and`",
    "OR": "`or`",
    "DATE": "a date such as 2018-06-01",
    "DAY": "",
    "NUMBER": "a number",
    "FRACTION": "",
    "PERCENT": "`%`",
    "UNIT": "a unit",
    "WORD": "a word",
    "PLAIN": "a word",
    "NAME": "a name",
    "STRING": 'a text in quotes ("...")',
    "FREE": "a text",
    "COMMA": "a comma",
    "EQUALS": "`=`",
    "COLON": "`:`",
    "BAR": "`|`",
    "PROVISION": "a provision such as 103G.2241/9/a/2",
    "REST": "a text",
    "$END": "the end of the line",
}


@lru_cache(maxsize=1)
def _parser() -> Lark:
    folder = cache_folder()
    options: dict[str, Any] = {
        "parser": "lalr",
        "start": list(STARTS),
        "propagate_positions": False,
        "maybe_placeholders": False,
        "import_paths": [str(grammar_folder())],
    }
    path = str(grammar_folder() / "case.lark")
    if folder is not None:
        try:
            return Lark.open(path, cache=str(folder / "case-grammar.lark"), **options)
        except Exception:  # a damaged cache must not matter
            pass
    return Lark.open(path, **options)


def _kind(node: Node) -> str:
    name: str = node.type if isinstance(node, Token) else node.data
    return name.rsplit("__", 1)[-1]


def _piece(token: Node) -> Piece:
    text, start = str(token), int(token.start_pos)
    if _kind(token) == "STRING":
        inner = text[1:-1]
        if text[0] == '"' and "\\" in inner:
            inner = inner.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")
        return Piece(inner, start, start + len(text))
    return Piece(text, start, start + len(text))


def _span(tokens: list[Node], text: str) -> Piece:
    start, end = int(tokens[0].start_pos), int(tokens[-1].end_pos)
    return Piece(text[start:end], start, end)


def _source(node: Node, text: str) -> SourceText:
    by = on = citing = None
    quoted = False
    for child in node.children:
        kind = _kind(child)
        if kind == "who":
            quoted = _kind(child.children[0]) == "STRING"
            by = _piece(child.children[0]) if quoted else _span(child.children, text)
        elif kind == "DATE":
            on = _piece(child)
        elif kind == "STRING":
            citing = _piece(child)
    return SourceText(by, on, citing, quoted)


def _last_source(children: list[Node], text: str) -> SourceText | None:
    return _source(children[-1], text) if children and _kind(children[-1]) == "source" else None


def _heading(node: Node, text: str) -> Heading:
    words, title, links = [], None, []
    for child in node.children:
        kind = _kind(child)
        if kind == "NAME":
            words.append(_piece(child))
        elif kind == "STRING":
            title = _piece(child)
        elif kind == "link":
            targets = tuple(_span(t.children, text) for t in child.children[1:] if _kind(t) == "target")
            links.append((_piece(child.children[0]), targets))
    return Heading(tuple(words), title, tuple(links), _last_source(node.children, text))


def _fact(node: Node, text: str) -> Fact:
    rest = node.children[-1]
    return Fact(_piece(node.children[0]), _piece(rest) if _kind(rest) == "REST" else None)


def _claim(node: Node, text: str) -> ClaimLine:
    found = {_kind(child): child for child in node.children[1:]}
    return ClaimLine(
        _piece(found["PROVISION"]),
        _piece(found["NAME"]) if "NAME" in found else None,
        _piece(found["DATE"]) if "DATE" in found else None,
        _last_source(node.children, text),
    )


def _pairs(node: Node, text: str) -> tuple[tuple[Piece, Piece], ...]:
    pairs = []
    for child in node.children:
        if _kind(child) == "reading":
            at = next(i for i, c in enumerate(child.children) if _kind(c) == "EQUALS")
            pairs.append((_span(child.children[:at], text), _span(child.children[at + 1 :], text)))
    return tuple(pairs)


def _expect(node: Node, text: str) -> ExpectLine:
    found = {_kind(child): child for child in node.children}
    return ExpectLine(
        _piece(found["DATE"]) if "DATE" in found else None,
        _pairs(found["readings"], text) if "readings" in found else (),
    )


def _row(node: Node, text: str) -> RowLine:
    cells: list[Piece] = []
    bar = 0
    waiting = False
    for child in node.children:
        if _kind(child) == "BAR":
            if waiting:
                cells.append(Piece("", bar, int(child.start_pos)))
            bar, waiting = int(child.end_pos), True
        else:
            cell = _piece(child)
            text = cell.text.lstrip()
            cells.append(Piece(text, cell.end - len(text), cell.end))
            waiting = False
    return RowLine(tuple(cells))


def _scalar(node: Node, text: str) -> Number | Day:
    first = node.children[0]
    if isinstance(first, Token):
        return Day(_piece(first))
    unit = node.children[1].children if len(node.children) > 1 else None
    return Number(_span(first.children, text), _span(unit, text) if unit else None)


def _ends(scalar: Number | Day) -> tuple[int, int]:
    if isinstance(scalar, Day):
        return scalar.day.start, scalar.day.end
    return scalar.number.start, (scalar.unit or scalar.number).end


def _amount(node: Node, text: str) -> Amount:
    scalars = tuple(_scalar(child, text) for child in node.children if isinstance(child, Tree))
    first = node.children[0]
    start = int(first.start_pos or 0) if isinstance(first, Token) else _ends(scalars[0])[0]
    mode = {"exact": "", "range": "to", "between": "to"}.get(_kind(node)) if _kind(node) != "bound" else str(first)
    return Amount(" ".join((mode or "").lower().split()), scalars, start, _ends(scalars[-1])[1])


def _entry(node: Node, text: str) -> Entry:
    kind = _kind(node)
    if kind in ("plain", "dated"):
        amount = _amount(node.children[0], text)
        on = _scalar(node.children[2], text) if kind == "dated" else None
        return Entry(amount, on, None, amount.start, _ends(on)[1] if on else amount.end)
    label = _span(node.children[0].children, text)
    return Entry(None, None, label, label.start, label.end)


def _separators(children: list[Node]) -> tuple[str, ...]:
    """One word per gap between the entries: `, and` is `and`, `, or` is `or`."""
    found: list[str] = []
    gap = ""
    for child in children:
        if isinstance(child, Token):
            gap = str(child).lower()
        elif _kind(child) != "source":
            if gap:
                found.append(gap)
            gap = ""
    return tuple(found)


def _quantities(node: Node, text: str) -> Quantities:
    source = _last_source(node.children, text)
    first = node.children[0]
    if isinstance(first, Token):
        return Quantities(_piece(first), (), (), source)
    entries = tuple(_entry(c, text) for c in node.children if isinstance(c, Tree) and _kind(c) != "source")
    return Quantities(None, entries, _separators(node.children), source)


def _words(node: Node, text: str) -> Words:
    phrases = tuple(_span(c.children, text) for c in node.children if isinstance(c, Tree) and _kind(c) == "phrase")
    return Words(phrases, _separators(node.children), _last_source(node.children, text))


def _text(node: Node, text: str) -> Text:
    on = next((_piece(c) for c in node.children if _kind(c) == "DATE"), None)
    return Text(_piece(node.children[0]), on, _last_source(node.children, text))


_BUILD: dict[str, Callable[[Node, str], Parsed]] = {
    "heading": _heading,
    "fact": _fact,
    "claim": _claim,
    "history": lambda node, text: HistoryLine(_piece(node.children[1])),
    "expect": _expect,
    "variants": lambda node, text: VariantsLine(),
    "row": _row,
    "quantities": _quantities,
    "state": _quantities,
    "words": _words,
    "text": _text,
    "readings": lambda node, text: Readings(_pairs(node, text)),
}


def _expected(names: set[str]) -> str:
    words = sorted({w for w in (_IN_WORDS.get(n.rsplit("__", 1)[-1], "") for n in names) if w})
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "something else"


def _broken(error: UnexpectedInput, text: str) -> Broken:
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected or ())
        if error.token.type == "$END":
            return Broken(len(text), len(text), "", _expected(names))
        start, end = int(error.token.start_pos), int(error.token.end_pos)
        found = (str(error.token).split() or [""])[0]
        return Broken(start, min(end, start + max(len(found), 1)), found, _expected(names))
    if isinstance(error, UnexpectedEOF):
        return Broken(len(text), len(text), "", _expected(set(error.expected)))
    start = int(error.pos_in_stream or 0)
    names = set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()
    rest = text[start:].split()
    found = rest[0] if rest else ""
    return Broken(start, start + max(len(found), 1), found, _expected(names))


def parse(start: str, text: str) -> Parsed | Broken:
    """The tree of a line or a value; no exception, whatever the text."""
    node: Node
    try:
        node = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        return _broken(error, text)
    except (LarkError, RecursionError):
        return Broken(0, len(text), text[:20], "something simpler")
    if _kind(node) == "line":
        node = node.children[0]
    return _BUILD[_kind(node)](node, text)
