"""Read fact-only logic program text: predicates, pools `(a; b)`, ranges `(1..8)`, strings, integers, nested terms.

The vocabulary and the readings are such text, so that bare clingo and Python share one source. Reading them here
costs no clingo. A rule, a directive or a variable is refused: this is data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from lexempt.records import NamedTuple

_TOKEN = re.compile(
    r"""(?P<skip>\s+|%\*.*?\*%|%[^\n]*)|(?P<range>\.\.)|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<number>-?\d+)"""
    r"""|(?P<name>_*[a-z][A-Za-z0-9_']*)|(?P<mark>[(),;.])""",
    re.DOTALL,
)
_ESCAPE = r"\\(.)"
_DEPTH = 16
_RANGE = 10_000


class Compound(NamedTuple):
    """A nested term: `references(project)`."""

    name: str
    args: tuple[Term, ...]


Term: TypeAlias = "str | int | Compound"


class Row(NamedTuple):
    """One fact: a predicate's name and its arguments. Constants and strings both read as text."""

    name: str
    args: tuple[Term, ...]


class RowError(ValueError):
    """The text is not fact-only; the message has file and line."""


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Reader:
    def __init__(self, text: str, origin: str) -> None:
        self.text, self.origin = text, origin
        self.tokens = list(self._lex())
        self.next = 0

    def _lex(self) -> Iterator[_Token]:
        at, text = 0, self.text
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.error(at, f"`{text[at : at + 12].splitlines()[0]}` cannot stand in fact-only text")
            kind = found.lastgroup or ""
            if kind != "skip":
                yield _Token(kind, found.group(), at)
            at = found.end()
        yield _Token("end", "", at)

    def error(self, at: int, message: str) -> RowError:
        return RowError(f"{self.origin}:{self.text.count(chr(10), 0, at) + 1}: {message}")

    def take(self, text: str) -> None:
        token = self.tokens[self.next]
        if token.text != text or token.kind == "string":
            raise self.error(token.at, f"expected `{text}`, found `{token.text}`")
        self.next += 1

    def at(self, text: str) -> bool:
        token = self.tokens[self.next]
        return token.text == text and token.kind != "string"

    def rows(self) -> Iterator[Row]:
        while self.tokens[self.next].kind != "end":
            token = self.tokens[self.next]
            if token.kind != "name":
                raise self.error(token.at, f"expected a predicate, found `{token.text}`")
            self.next += 1
            alternatives = self.arguments(0) if self.at("(") else [()]
            self.take(".")
            for args in alternatives:
                yield Row(token.text, args)

    def arguments(self, depth: int) -> list[tuple[Term, ...]]:
        """The argument tuples that a bracket stands for: one, or more if it holds pools."""
        self.take("(")
        slots = [self.term(depth)]
        while self.at(","):
            self.take(",")
            slots.append(self.term(depth))
        self.take(")")
        return list(product(*slots))

    def term(self, depth: int) -> list[Term]:
        """The terms that one place stands for: one, or more if it is a pool or a range."""
        token = self.tokens[self.next]
        if depth > _DEPTH:
            raise self.error(token.at, "terms are nested too deeply")
        if self.at("("):
            self.next += 1
            found = self.term(depth + 1)
            while self.at(";"):
                self.next += 1
                found = found + self.term(depth + 1)
            self.take(")")
            return found
        self.next += 1
        if token.kind == "string":
            return [re.sub(_ESCAPE, lambda m: "\n" if m.group(1) == "n" else m.group(1), token.text[1:-1])]
        if token.kind == "number":
            low = int(token.text)
            if self.tokens[self.next].kind != "range":
                return [low]
            self.next += 1
            upper = self.tokens[self.next]
            if upper.kind != "number" or not low <= int(upper.text) < low + _RANGE:
                raise self.error(upper.at, "a range ends in a number that is not below its start")
            self.next += 1
            return list(range(low, int(upper.text) + 1))
        if token.kind == "name":
            if self.at("("):
                return [Compound(token.text, args) for args in self.arguments(depth + 1)]
            return [token.text]
        raise self.error(token.at, f"expected a term, found `{token.text}`")


def read_rows(text: str, origin: str = "text") -> list[Row]:
    """The facts of a text, in order, pools and ranges written out."""
    return list(_Reader(text, origin).rows())
