"""What any value may be: what is expected, the words for unknown and none, members and alternatives."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lexempt.case import Known, NotApplicable, OneOf, Scalar, Unknown, Value
from lexempt.language.quantities import EXPECTED
from lexempt.language.suggest import listed
from lexempt.language.tree import Problem
from lexempt.law.vocabulary import Attribute, Vocabulary, normal

QUANTITIES = frozenset(("area", "distance", "percent", "number"))
MANY = frozenset(("set", "references", "dates", "losses"))
_UNKNOWN = frozenset(("unknown", "?", "not_known", "unclear"))
_NOT_APPLICABLE = frozenset(("not_applicable", "n/a", "notapplicable"))


class WrongValueError(Exception):
    """Leaves the reading of one value; never leaves this module."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def must(found: Fraction | date | Problem) -> Fraction | date:
    if isinstance(found, Problem):
        raise WrongValueError(found)
    return found


def expected_of(attribute: Attribute, vocabulary: Vocabulary) -> str:
    """What a value of the attribute looks like, in words."""
    kind = attribute.type
    if kind in EXPECTED:
        return EXPECTED[kind]
    if kind == "yes_no":
        return "yes or no"
    if kind == "county":
        return "one of Minnesota's 87 counties"
    if kind in ("reference", "references"):
        noun = vocabulary.entities[attribute.refers_to or ""].heading
        return f"the id of a {noun}" if kind == "reference" else f"ids of {noun}s such as `a, b`, or `none`"
    if kind == "text":
        return "a text"
    words = [choice.replace("_", " ") for choice in attribute.choices]
    return ("one of " if kind == "choice" else "any of ") + listed(words, most=30)


def alternatives(gaps: list[str], attribute: Attribute, start: int, end: int) -> bool:
    """Whether the members are alternatives (`or`); `a, b or c` is; `and` mixed with `or` is a mistake."""
    if "or" in gaps and "and" in gaps:
        raise WrongValueError(
            Problem(
                "E154",
                "`and` and `or` stand in one value",
                start,
                end,
                "members joined by `and`, or alternatives joined by `or`",
                "mark the fact `unknown`, or state each alternative as a variant",
            )
        )
    return "or" in gaps


def members(found: list[Scalar], alternatives: bool, attribute: Attribute, start: int, end: int) -> Value:
    unique = tuple(dict.fromkeys(found))
    if len(unique) == 1:
        return Known(unique)
    if alternatives:
        return OneOf(unique)
    if attribute.type not in MANY:
        raise WrongValueError(
            Problem(
                "E155",
                f"`{attribute.words}` takes one value",
                start,
                end,
                "one value",
                "write `or` between values if it is not known which holds",
            )
        )
    return Known(unique)


def state_of(text: str, attribute: Attribute, start: int, end: int) -> Value | None:
    """`unknown`, `none` and `not applicable` for any type; None if the text is none of these."""
    word = normal(text)
    if word in _UNKNOWN:
        return Unknown()
    if word in _NOT_APPLICABLE:
        return NotApplicable()
    if word != "none" or "none" in attribute.choices:
        return None
    if attribute.type in ("yes_no", "choice", "county", "text", "reference"):
        raise WrongValueError(
            Problem(
                "E156",
                f"`{attribute.words}` cannot be `none`",
                start,
                end,
                None,
                "write `not applicable` if the question does not arise, `unknown` if nobody knows",
            )
        )
    return Known(())
