"""What a newcomer would write, and what they should be told: the code, and words that the message has to have."""

from __future__ import annotations

from typing import NamedTuple

GOOD = """\
project lane "Field lane"
  county: Otter Tail
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 300,000 sqft
impact fill_1 in w1
  activity: fill
  type: 2
  area: 4,000 sqft
"""


class Mistake(NamedTuple):
    """A file, the code it gives, and the words that say what to write instead."""

    name: str
    text: str
    code: str
    says: tuple[str, ...]


def _with(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


MISTAKES = (
    Mistake("missing unit", _with("area: 4,000 sqft", "area: 4,000"), "E146", ("write `4,000 sqft` or `4,000 acres`",)),
    Mistake("unknown county", _with("Otter Tail", "Otter Tale"), "E145", ("did you mean `Otter Tail`?",)),
    Mistake(
        "county of another state", _with("Otter Tail", "Cook County, Illinois"), "E145", ("write one county's name",)
    ),
    Mistake("misspelt attribute", _with("  activity: fill", "  actvity: fill"), "E140", ("did you mean `activity`?",)),
    Mistake("wrong type", _with("type: 2", "type: two"), "E144", ("one of 1, 2, 3, 4, 5, 6, 7 or 8",)),
    Mistake("type out of range", _with("type: 2", "type: 9"), "E144", ("one of 1, 2, 3, 4, 5, 6, 7 or 8",)),
    Mistake(
        "a fact before any heading",
        "county: Otter Tail\n" + GOOD,
        "E125",
        ("start the file with a heading such as `project lane",),
    ),
    Mistake(
        "two projects with one id",
        GOOD + "project lane\n  county: Cass\n",
        "E124",
        (
            "in line 1",
            "write `lane_2`",
        ),
    ),
    Mistake(
        "table from a spreadsheet",
        GOOD + "impact\ttype\tarea\nfill_2\t2\t400\n",
        "E114",
        (
            "a table under `variants`, with `|` between the cells",
            "write `| fill_2 | 2 | 400 |`",
        ),
    ),
    Mistake("heading without its name", _with("wetland w1\n", "wetland\n"), "E121", ("write `wetland w1`",)),
    Mistake("31.02.", _with("2018-06-01", "31.02.2018"), "E150", ("there is no such day; write year, month and day",)),
    Mistake("day in another form", _with("2018-06-01", "6/1/2018"), "E150", ("write `2018-06-01`",)),
    Mistake("empty file", "", "E106", ("`lexempt new` writes one to start from",)),
    Mistake("only a comment", "# to do\n", "E106", ("`lexempt new` writes one to start from",)),
    Mistake("colon left out", _with("activity: fill", "activity fill"), "E111", ("write `activity: fill`",)),
    Mistake("heading with a colon", _with("wetland w1", "wetland: w1"), "E116", ("write `wetland w1`",)),
    Mistake("square feet in a date", _with("2018-06-01", "400 sqft"), "E148", ("a date such as `2018-06-01`",)),
    Mistake("a wetland that is not there", _with("in w1", "in w2"), "E127", ("a portion, wetland or ground: w1",)),
    Mistake("name of two words", _with("wetland w1", "wetland north basin"), "E122", ("write `north_basin`",)),
)
