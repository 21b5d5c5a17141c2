"""One fact line under a heading: what is said, of which keys, from whom. Case files repeat themselves: remembered."""

from __future__ import annotations

from functools import lru_cache

from lexempt.case import Diagnostic, Span, Statement
from lexempt.language import lines
from lexempt.language.keys import Key, resolve
from lexempt.language.meaning import expected_of
from lexempt.language.tree import Fact, Problem
from lexempt.language.values import Interpreted, interpret
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple


class FactFound(NamedTuple):
    """A fact line's meaning; `value` is None if it has none, then the problems say why."""

    attribute: Attribute | None
    keys: tuple[Key, ...]
    found: Interpreted | None
    start: int
    end: int
    problems: tuple[Problem, ...]


def moved(problem: Problem, by: int) -> Problem:
    """The problem of a part of a line, at its place in the line."""
    return problem._replace(start=problem.start + by, end=problem.end + by)


@lru_cache(maxsize=65_536)
def read_fact(entity: str, content: str, vocabulary: Vocabulary) -> FactFound:
    """A line that is a fact, read as one of a thing of the entity."""
    line = lines.tree("line", content)
    assert isinstance(line, Fact)
    key = resolve(entity, line.key.text, vocabulary)
    start, end = line.key.start, len(content)
    problems = [] if key.problem is None else [moved(key.problem, start)]
    if key.attribute is None:
        return FactFound(None, (), None, start, end, tuple(problems))
    if line.rest is None:
        expected = expected_of(key.attribute, vocabulary)
        message = f"`{line.key.text}` has no value"
        problems.append(
            Problem(
                "E115", message, start, end, expected, "write `unknown` if nobody knows it yet, or leave the line out"
            )
        )
        return FactFound(key.attribute, (), None, start, end, tuple(problems))
    found = interpret(key.attribute, line.rest.text, vocabulary)
    problems += [moved(problem, line.rest.start) for problem in found.problems]
    return FactFound(key.attribute, key.keys, found, start, end, tuple(problems))


def statements_of(thing: str, fact: FactFound, line: int) -> list[Statement]:
    """The statements that a fact line makes: one for each key."""
    if fact.found is None or fact.found.value is None or fact.attribute is None:
        return []
    span = Span(line, fact.start + 1, fact.end + 1)
    name, value, source, text = fact.attribute.name, fact.found.value, fact.found.source, fact.found.text
    return [Statement(thing, name, value, span, key, source, text) for key in fact.keys]


def diagnostic(problem: Problem, line: int | None, path: str) -> Diagnostic:
    """The problem as a value for the user, at its place in the file."""
    span = None if line is None else Span(line, problem.start + 1, max(problem.end, problem.start + 1) + 1)
    return Diagnostic(problem.code, problem.message, span, problem.expected, problem.help, problem.severity, path)
