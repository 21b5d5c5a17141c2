"""The law files as text and as clingo's syntax trees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from clingo.ast import AST, ASTType, parse_string

ROOT = Path(__file__).parents[2]
ASP = ROOT / "asp"
CORE = ("core/versions.lp", "core/readings.lp", "core/facts.lp", "core/clauses.lp", "core/paths.lp")
_DOC = re.compile(r"%\*! (condition |stops )?(.+?)\n(.*?)\*%", re.S)


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Every program below `asp/`, as the path from there."""
    return tuple(sorted(path.relative_to(ASP).as_posix() for path in ASP.rglob("*.lp")))


def included() -> tuple[str, ...]:
    """What law.lp includes, in its order."""
    return tuple(re.findall(r'^#include "([^"]+)"\.', text("law.lp"), re.M))


@lru_cache(maxsize=64)
def text(name: str) -> str:
    """The text of a program."""
    return (ASP / name).read_text("utf-8")


@lru_cache(maxsize=64)
def statements(name: str) -> tuple[AST, ...]:
    """Its statements, comments apart."""
    found: list[AST] = []
    program = re.sub(r'^#include "[^"]+"\.$', "", text(name), flags=re.M)
    parse_string(program, found.append)
    return tuple(s for s in found if s.ast_type not in (ASTType.Program, ASTType.Comment))


def rules(name: str) -> Iterator[AST]:
    """Its rules, facts among them."""
    return (s for s in statements(name) if s.ast_type == ASTType.Rule)


def within(node: object, kind: ASTType) -> Iterator[AST]:
    """All nodes of a kind in a tree, the tree itself among them."""
    if isinstance(node, AST):
        if node.ast_type == kind:
            yield node
        for key in node.keys():  # noqa: SIM118  (an AST is no mapping)
            if key != "location":
                yield from within(getattr(node, key), kind)
    elif hasattr(node, "__iter__") and not isinstance(node, str):
        for part in node:
            yield from within(part, kind)


def atoms(node: object) -> Iterator[AST]:
    """The functions that stand as atoms."""
    for atom in within(node, ASTType.SymbolicAtom):
        yield from (symbol for symbol in _alternatives(atom.symbol) if symbol.ast_type == ASTType.Function)


def _alternatives(symbol: AST) -> Iterator[AST]:
    if symbol.ast_type == ASTType.Pool:
        for one in symbol.arguments:
            yield from _alternatives(one)
    else:
        yield symbol


def constants(term: AST) -> Iterator[str]:
    """The names and strings that a term stands for; nothing for a variable."""
    if term.ast_type == ASTType.Pool:
        for one in term.arguments:
            yield from constants(one)
    elif term.ast_type == ASTType.SymbolicTerm:
        yield str(term.symbol).strip('"')
    elif term.ast_type == ASTType.Function and not term.arguments and term.name:
        yield term.name


def documented() -> dict[tuple[str, str], dict[str, str]]:
    """(kind, name) -> Says, Denies, Reads of each documented block; kind is `condition`, `stops` or empty."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name in names():
        for kind, title, body in _DOC.findall(text(name)):
            pairs = (line.partition(":") for line in body.strip().splitlines())
            key = (kind.strip(), title.strip().strip('"'))
            assert key not in found, f"{key} is documented twice"
            found[key] = {head.strip(): rest.strip() for head, _, rest in pairs}
    return found
