"""What a check answers, as values. Renderers only format these; `lexempt.check` returns them.

Three-valued fields hold over all completions of unknown facts and unknown law: `always`, `sometimes`, `never`
(DESIGN section 6). Provisions are ids (`103G.2241/9/a/2`); facts are named `THING.ATTRIBUTE`.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias

from lexempt.case import Diagnostic, Source
from lexempt.records import NamedTuple

Truth: TypeAlias = Literal["always", "sometimes", "never"]
Plan: TypeAlias = Literal["required", "not_required", "depends"]


class FactValue(NamedTuple):
    """A fact and a value of it, for people and for machines: `type of turnout` is `2`; `words` tells bounds too."""

    fact: str
    """`turnout.wetland_type`, or `103G.2241/9/a/1.amount`, `103G.2241/9/e.wording` for the law's own unknowns."""
    value: str
    """The value, or a bound such as `at most 1,000 sqft`."""
    title: str
    """`type of turnout`."""
    decided_by: str | None = None
    """Title of the deciding body; None for the law's own unknowns."""
    line: int | None = None
    """The line that states it, if one does."""
    says: str = ""
    """The fact with its value as a sentence about `{T}`, where `TITLE is VALUE` is none."""
    called: str = ""
    """The fact as people call it in a list, where that is not its title: `whether w1 is a wetland`."""


class Use(NamedTuple):
    """A fact a condition rests on: its title, its value in the user's words, the line and source it comes from."""

    title: str
    value: str
    line: int | None = None
    source: Source = Source()
    status: str = "stated"
    """stated, assumed, derived, unknown, unstated."""
    says: str = ""
    """The fact with its value as a sentence, where `TITLE: VALUE` is none."""


class Condition(NamedTuple):
    """One condition of a clause, for one impact: whether it holds, the sentence that says so, what it rests on."""

    name: str
    holds: bool
    sentence: str
    uses: tuple[Use, ...] = ()
    margin: str | None = None
    """Where a number decided: `11,201 sqft in all, 1,201 sqft more than 10,000 sqft`."""
    room: Fraction | None = None
    """The square feet that are left to the limit; negative where it is exceeded."""
    distance: Fraction = Fraction(0)
    """How far it is from being met: 0 if it is, up to 1; of a total over its limit the excess as a part of the limit."""
    beside: tuple[str, ...] = ()
    """Of a total over its limit: what else the law says of impacts in it that are exempt under another clause."""
    along: bool = False
    """Of a condition that failed: whether what is needed to meet another that failed is enough for it too."""


class ClauseReason(NamedTuple):
    """Why an impact qualifies under a clause in reach, or the first conditions that failed."""

    impact: str
    provision: str
    holds: Truth
    conditions: tuple[Condition, ...]

    @property
    def distance(self) -> Fraction:
        """How far the clause is from being met: the sum over the conditions that failed, each once."""
        return sum((c.distance for c in self.conditions if not c.holds and not c.along), Fraction(0))

    @property
    def nearness(self) -> tuple[Fraction, bool]:
        """The order of clauses missed, nearest first: of two as far, the one where a number comes first."""
        first = next((c for c in self.conditions if not c.holds), None)
        return self.distance, first is None or first.margin is None


class ImpactResult(NamedTuple):
    """The answers for one impact. `area` is the area in the user's words."""

    id: str
    title: str | None
    area: str
    regulated: Truth
    qualifies: tuple[str, ...]
    may_qualify: tuple[str, ...]
    released_by: tuple[str, ...]
    may_release: tuple[str, ...]
    prohibited_by: tuple[str, ...]
    may_prohibit: tuple[str, ...]
    replacement_plan: Plan
    outside_act: str | None = None
    """Why it is not regulated, in words, where it is not."""
    qualifies_in_part: tuple[str, ...] = ()
    """The clauses under which a part of it is exempt, by the readings in use."""


class PartlyExempt(NamedTuple):
    """Impacts that share an exemption of a part of their area: how much is exempt, and how much is left to replace.

    Which part of several impacts is replaced is open. Areas are exact square feet; None where they cannot be told (`open_why`).
    """

    impacts: tuple[str, ...]
    provisions: tuple[str, ...]
    """The clause, or the alternatives."""
    area_sqft: Fraction | None
    exempt_sqft: Fraction | None
    replaced_sqft: Fraction | None
    reading: str = ""
    """The reading by which a part is exempt."""
    most_exempt: tuple[tuple[str, Fraction], ...] = ()
    """Of each impact: how much of it can be exempt at most."""
    open_why: str = ""


class Path(NamedTuple):
    """A maximal path, factored: each exempt impact with its alternatives, and the impacts to replace, wholly or in part."""

    exempts: tuple[tuple[str, tuple[str, ...]], ...]
    replaces: tuple[str, ...]
    needs: tuple[FactValue, ...] = ()
    """For a possible path: facts that, so settled, make it sure."""
    partly: tuple[PartlyExempt, ...] = ()
    """Those of `replaces` of which only a part is to be replaced (readings that exempt a part)."""
    exempt_sqft: Fraction | None = None
    """The area that is exempt on this path, where it is known."""
    replaced_sqft: Fraction | None = None
    """The area that is left to replace on this path, where it is known."""


class Paths(NamedTuple):
    """All maximal paths: exact number of expansions, and the factored list (cut at the limit if not complete)."""

    count: int  # type: ignore[assignment]  # not the method of tuples
    complete: bool
    maximal: tuple[Path, ...]
    possible: tuple[Path, ...] = ()


class Settling(NamedTuple):
    """Subset-minimal sets of facts that settle a question, each way, smallest first among those found.

    The question of `settles_plan` is whether *no* replacement plan is required: `yes` lists what makes it so.
    """

    yes: tuple[tuple[FactValue, ...], ...] = ()
    no: tuple[tuple[FactValue, ...], ...] = ()
    more: tuple[bool, bool] = (False, False)
    """Whether there may be more sets than were looked for, each way."""


class ReadingEffect(NamedTuple):
    """A set of choices of readings under which the result differs, and what it is then."""

    choices: tuple[tuple[str, str], ...]
    replacement_plan: Plan
    exempt: Truth
    meaning: str = ""
    took: tuple[str, ...] = ()
    outside: str = ""
    """Where nothing is regulated then: why, in words."""
    of_extent: bool = False
    """Whether it changes how much is to be replaced, not whether anything is."""
    exempt_sqft: Fraction | None = None
    replaced_sqft: Fraction | None = None
    """Of a change of extent: the areas on the path that replaces least, where they are known."""


class ClaimAnswer(NamedTuple):
    """A claim: the provision applied for, and whether each impact it was claimed for qualifies."""

    provision: str
    impacts: tuple[tuple[str, Truth], ...]
    line: int
    source: Source = Source()


class Dispute(NamedTuple):
    """A fact on which sources differ: which value prevails (None: nobody with the power decided), and whether it matters."""

    fact: str
    title: str
    prevails: str | None
    prevails_by: str | None
    others: tuple[str, ...]
    outcomes: tuple[tuple[str, Plan], ...]
    """For each value stated: the replacement plan answer it would give."""
    changes_result: bool


class Duty(NamedTuple):
    """A duty that goes with an exemption: met, breached or open."""

    provision: str
    impact: str
    state: Literal["met", "breached", "open"]
    sentence: str


class Consequence(NamedTuple):
    """What a provision provides for a replacement plan, or for work that needs none: a ratio, an order of sites, who replaces."""

    provision: str
    about: str
    """The id of an impact, or of the project."""
    what: str
    """The condition that documents it: `ratio`, `shortcut`, `deed_restriction`, ..."""
    number: Fraction | None
    """Its number: a ratio, a step, years; or, where `unit` says so, the square feet up to which it holds."""
    holds: Truth
    sentence: str
    if_last_seen: bool = False
    """Whether it holds so only if what has not been seen of the law is as last seen."""
    unit: Literal["sqft"] | None = None
    if_required: bool = False
    """Whether it holds in every completion in which a plan is required."""


class ConflictMember(NamedTuple):
    """One side of a conflict: what is so of an impact or a fact, by which provisions, and the stated facts it rests on."""

    kind: Literal["exempt", "unregulated", "prohibited", "approval", "stated", "derived"]
    about: str
    """The id of an impact, or the name of a fact."""
    provisions: tuple[str, ...]
    facts: tuple[Use, ...]


class Conflict(NamedTuple):
    """Things that cannot stand together. It is minimal: without any one of its members there is no conflict."""

    kind: Literal["combined", "prohibited", "approval", "derived", "disputed"]
    sentence: str
    members: tuple[ConflictMember, ...]
    provisions: tuple[str, ...]
    """Those that set the members against one another; none where sources differ."""


class Derivation(NamedTuple):
    """A value that a definition gives, beside the one stated (if any); the stated one counts."""

    fact: str
    title: str
    derived: str
    stated: str | None
    provision: str


class IfOrdinary(NamedTuple):
    """The answer if all that is not stated is as the assumption `ordinary` has it, and what settles it then."""

    replacement_plan: Plan
    settles_plan: Settling
    as_last_seen: Plan | None = None
    """Where wording has not been seen: the answer if it is as last seen. Where that depends, so does what settles it."""


class ProjectResult(NamedTuple):
    """Everything about one project (DESIGN section 6), under the readings of the profile unless said otherwise."""

    id: str
    title: str | None
    path: str
    law_on: date
    replacement_plan: Plan
    exempt: Truth
    regulated: Truth
    prohibited: Truth
    under_all_readings: Literal["same", "differs", "not_run"]
    impacts: tuple[ImpactResult, ...]
    paths: Paths
    settles_exempt: Settling
    settles_prohibited: Settling
    settles_plan: Settling
    readings: tuple[ReadingEffect, ...]
    as_last_seen: Plan | None
    """Where the law itself is unseen in part: the answer if every unseen wording is as the last one seen.

    If that still depends on facts, `settles_plan` and `paths.possible` speak of the law as last seen.
    """
    law_turns_on: tuple[FactValue, ...]
    """The unseen values and wordings that can change the answer, so far as found: `amount of 103G.2241/9/a/2`."""
    claims: tuple[ClaimAnswer, ...]
    disputed: tuple[Dispute, ...]
    asserted: tuple[str, ...]
    open_facts: tuple[FactValue, ...]
    """Unknown facts that may matter, with who decides them (value: what it is known to be among)."""
    cannot_matter: tuple[str, ...]
    """Titles of unknown facts shown not to change the replacement-plan answer."""
    duties: tuple[Duty, ...]
    approvals: tuple[str, ...]
    conflicts: tuple[str, ...]
    reasons: tuple[ClauseReason, ...]
    derived: tuple[Derivation, ...]
    not_modelled: tuple[str, ...]
    assumptions: tuple[str, ...]
    assumed_facts: tuple[str, ...]
    notes: tuple[str, ...]
    history: tuple[str, ...]
    counted_with: tuple[str, ...] = ()
    """Other projects of the file that are one project with this one (103G.005, subd. 14d)."""
    if_ordinary: IfOrdinary | None = None
    """Where the answer depends on facts of a file that assumes nothing."""
    in_words: tuple[tuple[str, str], ...] = ()
    """How people call facts, where that differs: those of `asserted` by id, open and disputed ones by title."""
    counted_as_none: tuple[str, ...] = ()
    """What is not stated and so counts as none, whatever is assumed, where a condition asks for it."""
    exempt_area_sqft: Fraction | None = None
    """Where a reading in use exempts a part: the area exempt on the path that replaces least."""
    replaced_area_sqft: Fraction | None = None
    """The least area that is left to replace on a path, where everything about it is known."""
    conflict_sets: tuple[Conflict, ...] = ()
    """Minimal conflicts, smallest first of each kind; only where reasons were asked for."""
    consequences: tuple[Consequence, ...] = ()
    """What follows for the plan, or for work that needs none; only where it was asked for."""
    conflicts_complete: bool = True
    """False where there are more than are listed."""
    strict: bool = False
    """Whether the asserted facts were taken as unknown."""
    amendments: tuple[str, ...] = ()
    """The amendments that govern it."""


class LawUsed(NamedTuple):
    """The law an answer rests on: the day, acts in force, amendments, readings chosen, values not seen."""

    on: date
    acts: tuple[tuple[str, str], ...]
    readings: tuple[tuple[str, str], ...]
    """The readings that were set otherwise than by the profile."""
    profile: str
    unknown_values: tuple[str, ...]
    amendments: tuple[str, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    """(provision, number) of every provision that an amendment renumbers: ids stay."""
    unseen_by: tuple[str, ...] = ()
    """Titles of the acts, and names of the amendments, that changed something in words not seen."""


class CheckResult(NamedTuple):
    """The answers of one call, in the order of its files and of the projects in them."""

    laws: tuple[LawUsed, ...]
    projects: tuple[ProjectResult, ...]
    diagnostics: tuple[Diagnostic, ...]
    complete: bool
    """False where a limit of time, memory or listing cut an answer."""
    inputs: tuple[tuple[str, str], ...] = ()
    """(file, hash of its canonical form)."""
    refused: tuple[str, ...] = ()
    """Projects that could not be decided exactly or in time, with the reason."""
