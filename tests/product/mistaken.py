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
            "a heading for each row, and a fact a line",
            "write for each row `impact fill_2 in w1`, then `type: 2`, `area: 400 sqft` on lines of their own",
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
    Mistake("decimal comma", _with("4,000 sqft", "0,03 acres"), "E148", ("write `0.03 acres`",)),
    Mistake(
        "decimal comma with a source",
        _with("4,000 sqft", "0,5 acres by panel"),
        "E148",
        ("`0,5 acres` is not", "write `0.5 acres`"),
    ),
    Mistake("decimals like thousands", _with("4,000 sqft", "0,500 acres"), "E148", ("write `0.500 acres`",)),
    Mistake("points and comma", _with("4,000 sqft", "1.200,5 sqft"), "E148", ("write `1,200.5 sqft`",)),
    Mistake("roughly", _with("4,000 sqft", "~400 sqft"), "E148", ("write `about 400 sqft`",)),
    Mistake("give or take", _with("4,000 sqft", "400 sf +/-"), "E148", ("write `about 400 sf`",)),
    Mistake("circa, no unit", _with("4,000 sqft", "ca. 400"), "E148", ("write `about 400 sqft`",)),
    Mistake("less-than sign", _with("4,000 sqft", "< 400 sqft"), "E148", ("write `at most 400 sqft`",)),
    Mistake("more than", _with("4,000 sqft", "over 1/2 acre"), "E148", ("write `at least 1/2 acre`",)),
    Mistake("hyphen between areas", _with("4,000 sqft", "400-900 sqft"), "E148", ("write `400 to 900 sqft`",)),
    Mistake("area to be determined", _with("4,000 sqft", "TBD"), "E148", ("write `unknown` if nobody knows it yet",)),
    Mistake(
        "type to be determined", _with("type: 2", "type: tbd"), "E144", ("write `unknown` if nobody knows it yet",)
    ),
    Mistake("hyphen between types", _with("type: 2", "type: 2-3"), "E144", ("write `2 or 3` if it is one of these",)),
    Mistake("span of types", _with("type: 2", "type: 1-3"), "E144", ("write `1 or 2 or 3`",)),
    Mistake("slash between types", _with("type: 2", "type: 2/3"), "E144", ("write `2 or 3`",)),
    Mistake("comma between types", _with("type: 2", "type: 2, 3"), "E155", ("write `2 or 3`",)),
    Mistake("type twice", _with("type: 2", "type: Type 2"), "E144", ("write `2`",)),
    Mistake("month by name", _with("2018-06-01", "June 1, 2018"), "E148", ("write `2018-06-01`",)),
    Mistake("day before month", _with("2018-06-01", "1st June 2018"), "E148", ("write `2018-06-01`",)),
    Mistake(
        "season", _with("2018-06-01", "spring 2018"), "E148", ("write one day, such as `2018-06-01`: it picks the law",)
    ),
    Mistake("half in words", _with("4,000 sqft", "half an acre"), "E148", ("write `1/2 acre`",)),
    Mistake(
        "type with its name",
        _with("type: 2", "type: Type 3 (shallow marsh)"),
        "E144",
        ("write `3`; a remark stands after `# `",),
    ),
    Mistake(
        "month only",
        _with("2018-06-01", "Feb 2018"),
        "E148",
        ("write one day, such as `2018-02-01`: it picks the law",),
    ),
    Mistake("equals sign", _with("area: 4,000 sqft", "area = 4,000 sqft"), "E110", ("write `area: 4,000 sqft`",)),
    Mistake(
        "kind of work as undertaking",
        _with("type: 2", "type: 2\n  undertaking: driveway"),
        "E144",
        ("leave the line out if it is none of these",),
    ),
    Mistake("name of two words", _with("wetland w1", "wetland north basin"), "E122", ("write `north_basin`",)),
)
