"""From text to what the grammar sees in it: pieces with their columns, or the place where it breaks."""

from __future__ import annotations

from collections.abc import Callable

from lexempt.language.tables import Failure, Node, run
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


def _piece(token: Node) -> Piece:
    text, start = token.text, token.start
    if token.kind == "STRING":
        inner = text[1:-1]
        if text[0] == '"' and "\\" in inner:
            inner = inner.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")
        return Piece(inner, start, start + len(text))
    return Piece(text, start, start + len(text))


def _span(tokens: list[Node], text: str) -> Piece:
    start, end = tokens[0].start, tokens[-1].end
    return Piece(text[start:end], start, end)


def _source(node: Node, text: str) -> SourceText:
    by = on = citing = None
    quoted = False
    for child in node.children:
        kind = child.kind
        if kind == "who":
            quoted = child.children[0].kind == "STRING"
            by = _piece(child.children[0]) if quoted else _span(child.children, text)
        elif kind == "DATE":
            on = _piece(child)
        elif kind == "STRING":
            citing = _piece(child)
    return SourceText(by, on, citing, quoted)


def _last_source(children: list[Node], text: str) -> SourceText | None:
    return _source(children[-1], text) if children and children[-1].kind == "source" else None


def _heading(node: Node, text: str) -> Heading:
    words, title, links = [], None, []
    for child in node.children:
        kind = child.kind
        if kind == "NAME":
            words.append(_piece(child))
        elif kind == "STRING":
            title = _piece(child)
        elif kind == "link":
            targets = tuple(_span(t.children, text) for t in child.children[1:] if t.kind == "target")
            links.append((_piece(child.children[0]), targets))
    return Heading(tuple(words), title, tuple(links), _last_source(node.children, text))


def _fact(node: Node, text: str) -> Fact:
    rest = node.children[-1]
    return Fact(_piece(node.children[0]), _piece(rest) if rest.kind == "REST" else None)


def _claim(node: Node, text: str) -> ClaimLine:
    found = {child.kind: child for child in node.children[1:]}
    return ClaimLine(
        _piece(found["PROVISION"]),
        _piece(found["NAME"]) if "NAME" in found else None,
        _piece(found["DATE"]) if "DATE" in found else None,
        _last_source(node.children, text),
    )


def _pairs(node: Node, text: str) -> tuple[tuple[Piece, Piece], ...]:
    pairs = []
    for child in node.children:
        if child.kind == "reading":
            at = next(i for i, c in enumerate(child.children) if c.kind == "EQUALS")
            pairs.append((_span(child.children[:at], text), _span(child.children[at + 1 :], text)))
    return tuple(pairs)


def _expect(node: Node, text: str) -> ExpectLine:
    found = {child.kind: child for child in node.children}
    return ExpectLine(
        _piece(found["DATE"]) if "DATE" in found else None,
        _pairs(found["readings"], text) if "readings" in found else (),
    )


def _row(node: Node, text: str) -> RowLine:
    cells: list[Piece] = []
    bar = 0
    waiting = False
    for child in node.children:
        if child.kind == "BAR":
            if waiting:
                cells.append(Piece("", bar, child.start))
            bar, waiting = child.end, True
        else:
            cell = _piece(child)
            text = cell.text.lstrip()
            cells.append(Piece(text, cell.end - len(text), cell.end))
            waiting = False
    return RowLine(tuple(cells))


def _scalar(node: Node, text: str) -> Number | Day:
    first = node.children[0]
    if first.is_token:
        return Day(_piece(first))
    unit = node.children[1].children if len(node.children) > 1 else None
    return Number(_span(first.children, text), _span(unit, text) if unit else None)


def _ends(scalar: Number | Day) -> tuple[int, int]:
    if isinstance(scalar, Day):
        return scalar.day.start, scalar.day.end
    return scalar.number.start, (scalar.unit or scalar.number).end


def _amount(node: Node, text: str) -> Amount:
    scalars = tuple(_scalar(child, text) for child in node.children if not child.is_token)
    first = node.children[0]
    start = first.start if first.is_token else _ends(scalars[0])[0]
    mode = {"exact": "", "range": "to", "between": "to"}.get(node.kind) if node.kind != "bound" else first.text
    return Amount(" ".join((mode or "").lower().split()), scalars, start, _ends(scalars[-1])[1])


def _entry(node: Node, text: str) -> Entry:
    kind = node.kind
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
        if child.is_token:
            gap = child.text.lower()
        elif child.kind != "source":
            if gap:
                found.append(gap)
            gap = ""
    return tuple(found)


def _quantities(node: Node, text: str) -> Quantities:
    source = _last_source(node.children, text)
    first = node.children[0]
    if first.is_token:
        return Quantities(_piece(first), (), (), source)
    entries = tuple(_entry(c, text) for c in node.children if not c.is_token and c.kind != "source")
    return Quantities(None, entries, _separators(node.children), source)


def _words(node: Node, text: str) -> Words:
    phrases = tuple(_span(c.children, text) for c in node.children if not c.is_token and c.kind == "phrase")
    return Words(phrases, _separators(node.children), _last_source(node.children, text))


def _text(node: Node, text: str) -> Text:
    on = next((_piece(c) for c in node.children if c.kind == "DATE"), None)
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


def _broken(failure: Failure, text: str) -> Broken:
    rest = text[failure.at :].split()
    found = rest[0] if rest else ""
    return Broken(failure.at, failure.at + len(found), found, _expected(set(failure.accepts)))


def parse(start: str, text: str) -> Parsed | Broken:
    """The tree of a line or a value; no exception, whatever the text."""
    node = run(start, text)
    if isinstance(node, Failure):
        return _broken(node, text)
    if node.kind == "line":
        node = node.children[0]
    return _BUILD[node.kind](node, text)
