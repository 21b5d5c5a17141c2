"""A case file to start from: for a county and a kind of work, with the facts to fill in."""

from __future__ import annotations

from lexempt.case import Diagnostic
from lexempt.language.headings import reserved
from lexempt.language.keys import is_id
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.law.vocabulary import Vocabulary, load_vocabulary, squash
from lexempt.records import NamedTuple


class Kind(NamedTuple):
    """A kind of work: the title of its project, its impact, and the facts it turns on (with a hint each)."""

    title: str
    impact: str
    activity: str
    project: tuple[tuple[str, str, str], ...]
    facts: tuple[tuple[str, str, str], ...]


_KINDS = {
    "driveway": Kind("Driveway", "driveway_fill", "fill", (), ()),
    "ditch": Kind(
        "Ditch maintenance",
        "ditch_work",
        "drain",
        (),
        (
            ("undertaking", "drainage maintenance", "what it is part of"),
            ("results in draining", "unknown", "wetland, public waters, both, or none"),
            ("drainage system", "ditch_1", "the system below"),
        ),
    ),
    "utility": Kind(
        "Utility line",
        "trench",
        "excavate",
        (
            ("avoided and minimized", "unknown", "yes or no: the local government unit finds this"),
            ("significantly altered area", "unknown", "the whole project's, such as 0.4 acres"),
        ),
        (("undertaking", "utility new", "or: utility upkeep, utility routine"),),
    ),
    "road": Kind(
        "Road repair",
        "road_fill",
        "fill",
        (
            ("road work", "repair", "or: rehabilitation, reconstruction, replacement, new road, capacity lanes"),
            ("serviceable public road", "unknown", "yes or no: a state, city, county or town road in use"),
            ("needed for standards", "unknown", "yes or no: the road authority finds this"),
        ),
        (("undertaking", "road", "what it is part of"),),
    ),
    "forestry": Kind(
        "Forest road",
        "crossing",
        "fill",
        (),
        (
            ("undertaking", "forest road", "or: forestry crossing, silviculture"),
            ("limits hydrologic and biologic impact", "unknown", "yes or no"),
            ("filling avoided wherever possible", "unknown", "yes or no"),
            ("builds", "none", "or: dike, drainage ditch, tile line, building"),
        ),
    ),
    "farm": Kind(
        "Field improvement",
        "field_work",
        "drain",
        (),
        (
            ("undertaking", "farming", "or: grazing, ranching, agricultural other"),
            ("results in draining", "unknown", "wetland, public waters, both, or none"),
            ("agricultural land", "yes", "yes or no"),
            (
                "land use 2008 to 2017",
                "unknown",
                "annual crop, hay, grazed, set aside, ...: one line for each span of years",
            ),
        ),
    ),
}

KINDS = tuple(_KINDS)
"""The kinds of work that `lexempt new` knows."""


def _lines(facts: tuple[tuple[str, str, str], ...]) -> list[str]:
    return [_hinted(f"  {key}: {value}", hint) for key, value, hint in facts]


def _hinted(line: str, hint: str) -> str:
    return f"{line:<38} # {hint}"


def new_case(
    county: str, kind: str = "driveway", name: str = "", vocabulary: Vocabulary | None = None
) -> str | Diagnostic:
    """The text of a new case; a Diagnostic if the county, the kind or the name is not known."""
    words = vocabulary or load_vocabulary()
    found = words.county_words.get(squash(county))
    if found is None:
        names = [c.name for c in words.counties.values()]
        return Diagnostic(
            "E145",
            f"unknown county {shown(county)}",
            None,
            "one of Minnesota's 87 counties",
            did_you_mean(county, names),
        )
    work = _KINDS.get(kind.strip().casefold())
    if work is None:
        return Diagnostic("E144", f"unknown kind of work {shown(kind)}", None, listed(KINDS), did_you_mean(kind, KINDS))
    project = name or f"new_{kind.strip().casefold()}"
    if not is_id(project) or reserved(project, words):
        return Diagnostic(
            "E122",
            f"{shown(project)} cannot be a name",
            None,
            "one word of letters, digits and `_`",
            "such as `lane_1`",
        )
    impact = work.impact if work.impact != project else f"{work.impact}_1"
    lines = [
        f"# {work.title} in {words.counties[found].name} County.",
        "# Fill in what is known; leave `unknown` what nobody knows yet.",
        '# One fact a line. Any line may end in: by panel on 2018-04-30 citing "Findings 18-04"',
        "",
        f'project {project} "{work.title}"',
        f"  county: {words.counties[found].name}",
        _hinted("  work: unknown", "the day of the work, such as 2018-06-01"),
        _hinted("  assume: ordinary", "what is not stated here is as in an ordinary project"),
        *_lines(work.project),
        "",
        "wetland w1",
        _hinted("  size: unknown", "the whole wetland, such as 2.5 acres or 110,000 sqft"),
        "",
        "portion owned of owner_a in w1" + " " * 8 + "# several owners: of owner_a, owner_b",
        "",
        *(
            ["drainage system ditch_1", _hinted("  class: unknown", "public or other"), ""]
            if kind.strip().casefold() == "ditch"
            else []
        ),
        f"impact {impact} in owned" + " " * 8 + "# one activity in one wetland type; copy these lines for another",
        _hinted(f"  activity: {work.activity}", "drain, fill, excavate or other"),
        _hinted("  type: unknown", "the wetland type, 1 to 8; `2 or 3` if it is one of these"),
        _hinted("  area: unknown", "the wetland affected, such as 1,200 sqft or 0.03 acres"),
        *_lines(work.facts),
        "",
        "# The provision applied for, if one was:",
        "# claim 103G.2241/9/a/2",
        '# note: "What should be kept with the case, but is not considered."',
    ]
    return "\n".join(lines) + "\n"
