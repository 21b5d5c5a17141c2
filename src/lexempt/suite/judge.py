"""Whether one line of an `expect` block holds of a result; if not, what was got, in the words of expectations.

    project, or a project's id   replacement plan required | replacement plan not required | depends
    exempt, regulated, prohibited, claim      always | sometimes | never
    an impact's id               qualifies under A or B | qualifies under none | may qualify under A or B |
                                 qualifies in part under A | not regulated | released by P | prohibited by P
    path                         i1 under A, i2 under B or C, i3 in part under D, i4 replaced
    to replace, exempt area      1 sqft: on the path that replaces least | open
    paths                        2 (listed groups), or 24 expansions
    because                      a provision or the name of a condition
    depends on, cannot matter    ATTRIBUTE of THING
    duty                         P open | met | breached
    consequence                  ratio 2 always | shortcut 15,000 of P sometimes | deed restriction never

Several, separated by `;`, all have to hold. A provision may be a prefix (`103G.2241/9/a`) or short (`9/a/1`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from lexempt.case import Expectation
from lexempt.language.provisions import provision_id
from lexempt.language.quantities import read_quantity
from lexempt.language.tree import Number, Piece
from lexempt.law.vocabulary import load_vocabulary, normal
from lexempt.records import NamedTuple
from lexempt.rendering.words import amount, brief, exact, provisions_in
from lexempt.result import ImpactResult, Path, ProjectResult

PLANS = {
    "replacement plan required": "required",
    "required": "required",
    "replacement plan not required": "not_required",
    "not required": "not_required",
    "depends": "depends",
}
PLAN_WORDS = {
    "required": "replacement plan required",
    "not_required": "replacement plan not required",
    "depends": "depends",
}
TRUTHS = ("always", "sometimes", "never")
_AREA = re.compile(r"^([\d,./ ]+?)\s*([a-z][a-z ]*)$", re.IGNORECASE)
_OR = re.compile(r"\s+or\s+|\s*,\s*", re.IGNORECASE)
_LEG = re.compile(r"^(\S+)\s+(?:(replaced)|(in part )?under\s+(.+))$", re.IGNORECASE)
_PATHS = re.compile(r"^([\d,]+)\s*(paths?|groups?|expansions?)?$", re.IGNORECASE)
_CONSEQUENCE = re.compile(r"^([a-z][a-z_ ]*?)(?: ([\d,]+))?(?: of (\S+))? (always|sometimes|never)$", re.IGNORECASE)
_DUTY = re.compile(r"^(.+?)\s+(open|met|breached)$", re.IGNORECASE)
_IMPACT = re.compile(
    r"^(may qualify under|qualifies under|qualifies in part under|may be released by|released by|prohibited by)\s+(.+)$",
    re.I,
)


class Verdict(NamedTuple):
    """Whether a part of an expectation holds, and what was got."""

    holds: bool
    got: str


Judge = Callable[[str, Sequence[ProjectResult]], Verdict]


def judge(line: Expectation, projects: Sequence[ProjectResult]) -> Verdict:
    """Judge one line on the projects of its case. A line that cannot be read does not hold, and says so."""
    subject = " ".join(line.subject.split())
    if not projects:
        return Verdict(False, "no answer")
    word = subject.casefold().replace("_", " ")
    named = [project for project in projects if project.id == subject]
    impact = next((i for p in projects for i in p.impacts if i.id == subject), None)
    if word in _JUDGES:
        one: Judge = _JUDGES[word]
    elif named:
        projects, one = named, _plan
    elif impact is not None:
        found = impact

        def one(wants: str, _: Sequence[ProjectResult]) -> Verdict:
            return _impact(wants, found)
    else:
        return Verdict(False, f"nothing is called `{subject}` in the result")
    separator = r"\s*;\s*"
    verdicts = [one(part, projects) for part in re.split(separator, line.wants.strip()) if part]
    if not verdicts:
        return Verdict(False, "nothing was expected")
    failed = [verdict.got for verdict in verdicts if not verdict.holds]
    return Verdict(not failed, "; ".join(dict.fromkeys(failed)) or verdicts[0].got)


def names_exactly(named: Iterable[str], found: Iterable[str]) -> bool:
    """Whether every provision found is one named or under it, and each one named has at least one found."""
    wanted = list(named)
    got = [provision.partition("@")[0] for provision in found]
    return all(any(_under(p, w) for w in wanted) for p in got) and all(any(_under(p, w) for p in got) for w in wanted)


def _under(provision: str, prefix: str) -> bool:
    return provision == prefix or provision.startswith(prefix + "/")


def _provisions(text: str) -> list[str]:
    if text.strip().casefold() == "none":
        return []
    return [provision_id(part) or part.strip() for part in _OR.split(text.strip()) if part.strip()]


def _unreadable(wants: str, expected: str) -> Verdict:
    return Verdict(False, f"`{wants}` cannot be read; write {expected}")


def _several(values: Sequence[tuple[str, str]]) -> str:
    """What was got for each project; the project is named only if there are several."""
    if len(values) == 1:
        return values[0][1]
    return ", ".join(f"{name}: {value}" for name, value in values)


def _plan(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    plan = PLANS.get(normal(wants).replace("_", " "))
    if plan is None:
        return _unreadable(wants, "`replacement plan required`, `replacement plan not required` or `depends`")
    got = [(p.id, PLAN_WORDS[p.replacement_plan]) for p in projects]
    return Verdict(all(p.replacement_plan == plan for p in projects), _several(got))


def _truth(read: Callable[[ProjectResult], str]) -> Judge:
    def one(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
        truth = wants.strip().casefold()
        if truth not in TRUTHS:
            return _unreadable(wants, "`always`, `sometimes` or `never`")
        got = [(p.id, read(p)) for p in projects]
        return Verdict(all(value == truth for _, value in got), _several(got))

    return one


def _impact(wants: str, impact: ImpactResult) -> Verdict:
    words = normal(wants).replace("_", " ")
    if words == "not regulated":
        return Verdict(impact.regulated == "never", impact_words(impact))
    if words == "regulated":
        return Verdict(impact.regulated == "always", impact_words(impact))
    if words in PLANS:
        return Verdict(impact.replacement_plan == PLANS[words], PLAN_WORDS[impact.replacement_plan])
    match = _IMPACT.match(wants.strip())
    if match is None:
        bare = _provisions(wants)
        if not all(re.match(r"^\d", provision) for provision in bare):
            return _unreadable(wants, "`qualifies under PROVISION`, `not regulated` or `released by PROVISION`")
        return Verdict(names_exactly(bare, impact.qualifies), impact_words(impact))
    found = {
        "qualifies under": impact.qualifies,
        "may qualify under": impact.may_qualify,
        "qualifies in part under": impact.qualifies_in_part,
        "released by": impact.released_by,
        "may be released by": impact.may_release,
        "prohibited by": impact.prohibited_by,
    }[match.group(1).casefold()]
    return Verdict(names_exactly(_provisions(match.group(2)), found), impact_words(impact))


def impact_words(impact: ImpactResult) -> str:
    """What holds for an impact, in the words of expectations."""
    if impact.regulated == "never":
        return "not regulated"
    parts = []
    for verb, clauses in (
        ("qualifies under", impact.qualifies),
        ("may qualify under", impact.may_qualify),
        ("qualifies in part under", impact.qualifies_in_part),
        ("released by", impact.released_by),
        ("may be released by", impact.may_release),
        ("prohibited by", impact.prohibited_by),
    ):
        if clauses:
            parts.append(f"{verb} {' or '.join(clause.partition('@')[0] for clause in clauses)}")
    return "; ".join(parts) if impact.qualifies else "; ".join(["qualifies under none", *parts])


def _path(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    exempts: dict[str, list[str]] = {}
    in_part: dict[str, list[str]] = {}
    replaces: set[str] = set()
    for leg in _legs(wants):
        match = _LEG.match(leg)
        if match is None:
            return _unreadable(wants, "`i1 under PROVISION or PROVISION, i2 replaced`")
        if match.group(2):
            replaces.add(match.group(1))
        else:
            (in_part if match.group(3) else exempts)[match.group(1)] = _provisions(match.group(4))
    listed = [path for project in projects for path in project.paths.maximal]
    holds = any(_same_path(path, exempts, in_part, replaces) for path in listed)
    return Verdict(holds, " | ".join(path_words(path) for path in listed) or "no path")


def _legs(wants: str) -> list[str]:
    """The legs of a path; a comma within a list of provisions does not end one."""
    legs: list[str] = []
    for part in wants.split(","):
        if legs and not _LEG.match(part.strip()):
            legs[-1] += f",{part}"
        else:
            legs.append(part.strip())
    return legs


def _same_path(path: Path, exempts: dict[str, list[str]], in_part: dict[str, list[str]], replaces: set[str]) -> bool:
    if set(path.replaces) != replaces | set(in_part):
        return False
    partly = {impact: found.provisions for found in path.partly for impact in found.impacts}
    return all(
        set(found) == set(wanted) and all(names_exactly(wanted[impact], clauses) for impact, clauses in found.items())
        for found, wanted in ((dict(path.exempts), exempts), (partly, in_part))
    )


def path_words(path: Path) -> str:
    """A path in the words of expectations."""
    legs = [f"{impact} under {' or '.join(c.partition('@')[0] for c in clauses)}" for impact, clauses in path.exempts]
    partly = {impact: found.provisions for found in path.partly for impact in found.impacts}
    legs += [f"{i} in part under {' or '.join(c.partition('@')[0] for c in found)}" for i, found in partly.items()]
    return ", ".join([*legs, *(f"{impact} replaced" for impact in path.replaces if impact not in partly)])


def _paths(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    match = _PATHS.match(wants.strip())
    if match is None or len(wants) > 400:
        return _unreadable(wants, "`2`, or `24 expansions`")
    number = match.group(1).replace(",", "").lstrip("0") or "0"
    if (match.group(2) or "").casefold().startswith("expansion"):
        counts = [(p.id, exact(p.paths.count)) for p in projects]
        return Verdict(all(count == number for _, count in counts), _several(counts) + " expansions")
    groups = [(p.id, str(len(p.paths.maximal)) + ("" if p.paths.complete else " or more")) for p in projects]
    return Verdict(all(count == number for _, count in groups), _several(groups))


def _area(read: Callable[[ProjectResult], Fraction | None]) -> Judge:
    def one(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
        got = [(p.id, read(p)) for p in projects]
        said = _several([(name, "open" if area is None else f"{amount(area)} sqft") for name, area in got])
        if wants.strip().casefold() == "open":
            return Verdict(all(area is None for _, area in got), said)
        wanted = _read_area(wants)
        if wanted is None:
            return _unreadable(wants, "an area such as `1 sqft` or `0.5 acre`, or `open`")
        return Verdict(all(area == wanted for _, area in got), said)

    return one


def _read_area(text: str) -> Fraction | None:
    match = _AREA.match(text.strip())
    if match is None:
        return None
    found = read_quantity(Number(Piece(match.group(1), 1, 1), Piece(match.group(2), 1, 1)), "area")
    return found if isinstance(found, Fraction) else None


def _because(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    """A provision that stands among what failed, what limits or what conflicts; or the name of a failed condition."""
    provisions: list[str] = []
    names: list[str] = []
    for project in projects:
        for text in (*project.conflicts, *project.approvals, *project.not_modelled):
            provisions += provisions_in(text)
            names.append(text)
        for impact in project.impacts:
            provisions += (*impact.prohibited_by, *impact.may_prohibit)
        for reason in project.reasons:
            failed = [condition for condition in reason.conditions if not condition.holds]
            if reason.holds != "always":
                provisions.append(reason.provision)
            for condition in failed:
                names.append(condition.name)
                provisions += provisions_in(f"{condition.name} {condition.sentence}")
    wanted = provision_id(wants)
    got = list(dict.fromkeys([*(p.partition("@")[0] for p in provisions), *names]))
    said = ", ".join(got[:12]) or "no reason found"
    if any(normal(wants) == normal(name) for name in names):
        return Verdict(True, said)
    if wanted is None:
        return Verdict(False, said)
    if any(_under(p.partition("@")[0], wanted) for p in provisions):
        return Verdict(True, said)
    texts = (text for project in projects for text in project.conflicts)
    return Verdict(any(brief(wanted).removeprefix("subd. ") in text for text in texts), said)


def _settled(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    """A fact that stands in a set which settles a question."""
    settling = [s for p in projects for s in (p.settles_plan, p.settles_exempt, p.settles_prohibited)]
    facts = {fact.fact: fact.title for s in settling for facts in (*s.yes, *s.no) for fact in facts}
    holds = any(_is_fact(wants, fact, title) for fact, title in facts.items())
    return Verdict(holds, ", ".join(dict.fromkeys(facts.values())) or "nothing")


def _cannot_matter(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    titles = list(dict.fromkeys(title for project in projects for title in project.cannot_matter))
    holds = any(_is_fact(wants, title, title) for title in titles)
    return Verdict(holds, ", ".join(titles) or "nothing is known not to matter")


def _is_fact(wants: str, fact: str, title: str) -> bool:
    """Whether `ATTRIBUTE of THING` (or `THING.ATTRIBUTE`) is the fact of that id or title."""
    wanted = normal(wants)
    if wanted in (normal(fact), normal(title)):
        return True
    attribute, of, thing = wants.strip().rpartition(" of ")
    if not of:
        thing, _, attribute = wants.strip().partition(".")
    names = _names(attribute)
    shown, of, owner = title.rpartition(" of ")
    if of and owner.strip() == thing.strip() and names & _names(shown):
        return True
    owner, _, name = fact.partition(".")
    return owner == thing.strip() and bool(names & _names(name))


def _names(attribute: str) -> set[str]:
    """The attribute's name in the vocabulary, whichever of its words was written; and the words themselves."""
    key = normal(attribute)
    found = (table.get(key) for table in load_vocabulary().keys.values())
    return {key, *(one.name for one in found if one is not None)}


def _duty(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    match = _DUTY.match(wants.strip())
    if match is None:
        return _unreadable(wants, "`PROVISION open`, `PROVISION met` or `PROVISION breached`")
    named = provision_id(match.group(1)) or match.group(1)
    duties = [duty for project in projects for duty in project.duties]
    holds = any(_under(d.provision.partition("@")[0], named) and d.state == match.group(2).casefold() for d in duties)
    return Verdict(holds, ", ".join(f"{d.provision} {d.state} ({d.impact})" for d in duties) or "no duty")


def _consequence(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    """`WHAT [NUMBER] [of IMPACT or PROJECT] always`: holds of any that is told; *never*: of none."""
    match = _CONSEQUENCE.match(wants.strip())
    if match is None:
        return _unreadable(wants, "such as `ratio 2 always`, `shortcut of p1 sometimes` or `deed restriction never`")
    what, count, about, wanted = match.groups()
    told = [c for project in projects for c in project.consequences]
    found = [
        c
        for c in told
        if normal(c.what) == normal(what)
        and (about is None or c.about == about)
        and (count is None or c.number == Fraction(count.replace(",", "")))
    ]
    holds = not found if wanted.casefold() == "never" else any(c.holds == wanted.casefold() for c in found)
    said = "; ".join(f"{c.what}{'' if c.number is None else f' {c.number}'} of {c.about} {c.holds}" for c in told)
    return Verdict(holds, said or "no consequence")


def _claim(wants: str, projects: Sequence[ProjectResult]) -> Verdict:
    """`always`, `sometimes` or `never` of every impact of every claim; or of one impact: `lane_fill always`."""
    *head, truth = wants.split() or [""]
    answers = [(impact, got) for p in projects for claim in p.claims for impact, got in claim.impacts]
    if truth.casefold() not in TRUTHS or len(head) > 1:
        return _unreadable(wants, "`always`, `sometimes` or `never`")
    asked = [got for impact, got in answers if not head or impact == head[0]]
    said = ", ".join(f"{impact} {got}" for impact, got in answers) or "nothing is claimed"
    return Verdict(bool(asked) and all(got == truth.casefold() for got in asked), said)


_JUDGES: dict[str, Judge] = {
    "project": _plan,
    "exempt": _truth(lambda project: project.exempt),
    "regulated": _truth(lambda project: project.regulated),
    "prohibited": _truth(lambda project: project.prohibited),
    "to replace": _area(lambda project: project.replaced_area_sqft),
    "exempt area": _area(lambda project: project.exempt_area_sqft),
    "path": _path,
    "paths": _paths,
    "because": _because,
    "depends on": _settled,
    "cannot matter": _cannot_matter,
    "duty": _duty,
    "consequence": _consequence,
    "claim": _claim,
}
