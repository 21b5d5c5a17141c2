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

    from lexempt.amending.fit import Fitted

_F = TypeVar("_F", bound=Callable[..., Any])


class Amendments(NamedTuple):
    """The bills that fit the law they were drafted against, in the order named, and the exit code the others earn."""

    fitted: tuple[Fitted, ...]
    code: int


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


def read_amendments(paths: Sequence[str]) -> Amendments:
    """Read each file, and say on standard error what is wrong."""
    if not paths:
        return Amendments((), OK)
    from lexempt.amending.load import load_amendment, place_of, same_names
    from lexempt.cli.output import say, say_diagnostics
    from lexempt.rendering.words import plain

    fitted: list[Fitted] = []
    codes = [OK]
    for path in dict.fromkeys(paths):
        loaded = load_amendment(place_of(path))
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
    return Amendments(tuple(fitted), gravest(codes))


def say_notes(fitted: Sequence[Fitted], days: Sequence[date]) -> None:
    """Whether each bill is in force, and fits, on the days whose law was asked for; and where two of them clash."""
    if not fitted:
        return
    from lexempt.amending.interaction import clashes
    from lexempt.amending.load import notes_on
    from lexempt.cli.output import say
    from lexempt.rendering.words import brief

    said = dict.fromkeys(note for bill in fitted for day in days for note in notes_on(bill, day))
    for clash in clashes(fitted):
        first, second = fitted[clash.first].bill.name, fitted[clash.second].bill.name
        what = f"{first} and {second}, {brief(clash.provision)}: {clash.what}"
        said[f"{what}; {second} is taken as enacted last and prevails (`lexempt interact` shows the other order)"] = (
            None
        )
    for note in said:
        say(f"note: {note}")
