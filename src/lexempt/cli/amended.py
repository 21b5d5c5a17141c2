"""`--amend FILE`: the amendments of a call, with what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lexempt.cli.exits import INVALID, OK, USAGE, gravest
from lexempt.cli.light import option
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from lexempt.agenda import Agenda
    from lexempt.amending.fit import Fitted
    from lexempt.law.adopted import Adopted
    from lexempt.result import ProjectResult

_F = TypeVar("_F", bound=Callable[..., Any])


class Amendments(NamedTuple):
    """The bills that fit the law they were drafted against, in the order named, and the exit code the others earn."""

    fitted: tuple[Fitted, ...]
    code: int

    @property
    def adopted(self) -> tuple[Adopted, ...]:
        """For the solver."""
        return tuple(bill.adopted for bill in self.fitted)


def amend_option(command: _F) -> _F:
    """`--amend FILE`, repeatable."""
    return option(
        "--amend",
        "amend",
        multiple=True,
        metavar="FILE",
        help="Take this amendment (a file, or the name of one beside the law) as adopted. Repeatable; where two differ, the "
        "later one is taken as enacted last.",
    )(command)


def read_amendments(paths: Sequence[str], against: Sequence[str] = ()) -> Amendments:
    """Read each file, and say on standard error what is wrong; those `against` are only what the others may be drafted against."""
    if not paths:
        return Amendments((), OK)
    from lexempt.amending.load import load_amendment, place_of, same_names
    from lexempt.cli.output import say, say_diagnostics
    from lexempt.rendering.words import plain

    fitted: list[Fitted] = []
    codes = [OK]
    for path in sorted({path for path in paths if paths.count(path) > 1}):
        raise click.UsageError(f"`{plain(path)}` is named twice; an amendment is adopted once")
    for path in dict.fromkeys((*against, *paths)):
        loaded = load_amendment(place_of(path), fitted)
        if isinstance(loaded, str):
            say(f"error: {plain(loaded)}")
            codes.append(USAGE)
            continue
        say_diagnostics(loaded.diagnostics, loaded.lines)
        if loaded.wrong or loaded.fitted is None:
            codes.append(INVALID)
        else:
            fitted.append(loaded.fitted)
    for name in same_names(fitted):
        raise click.UsageError(f"two amendments are called `{name}`")
    use(fitted)
    kept = [bill for bill in fitted if bill.bill.path not in {place_of(path) for path in against}]
    return Amendments(tuple(kept), gravest(codes))


def use(fitted: Sequence[Fitted]) -> None:
    """For the rest of the call, cases may state the facts that these bills declare and claim the provisions they add."""
    from lexempt.law.adopted import taking

    facts = {fact for bill in fitted for fact in bill.facts}
    for name in sorted({fact.name for fact in facts if sum(other.name == fact.name for other in facts) > 1}):
        raise click.UsageError(f"two amendments declare `{name}` differently")

    click.get_current_context().with_resource(taking(bill.adopted for bill in fitted))


def cite_under(fitted: Sequence[Fitted]) -> None:
    """For the rest of the call, provisions are cited by the numbers that these bills give them."""
    if fitted:
        from lexempt.rendering.words import renumbered

        numbers = {provision: number for bill in fitted for provision, number in bill.adopted.cites}
        click.get_current_context().with_resource(renumbered(numbers))


def say_notes(fitted: Sequence[Fitted], days: Sequence[date], projects: Sequence[ProjectResult | Agenda] = ()) -> None:
    """Whether each bill is in force, and fits, on the days whose law was asked for, to which projects it does not apply, and where
    two of them clash."""
    if not fitted:
        return
    from lexempt.amending.conflicts import outcome
    from lexempt.amending.interaction import clashes
    from lexempt.amending.load import notes_on
    from lexempt.cli.output import say
    from lexempt.rendering.words import brief, cut, plain

    said = dict.fromkeys(note for bill in fitted for day in days for note in notes_on(bill, day))
    for bill in (bill.bill for bill in fitted if bill.bill.applies is not None):
        left_out = [plain(project.id) for project in projects if bill.name not in project.amendments]
        if left_out:
            which = cut(left_out, 6, "or")
            said[f"{bill.name} applies to {bill.applies and bill.applies.words}: not to {which}"] = None
    names = [bill.bill.name for bill in fitted]
    for clash in clashes(fitted):
        what = f"{names[clash.first]} and {names[clash.second]}, {brief(clash.provision)}: {clash.what}"
        hint = " (`lexempt interact` shows the other order)" if clash.outcome == "later" else ""
        said[f"{what}; {outcome(clash, names)}{hint}"] = None
    for note in said:
        say(f"note: {note}")
