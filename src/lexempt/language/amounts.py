"""Values of numbers and days: amounts, ranges, lists of days, earlier losses."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from lexempt.case import Between, Known, Loss, Scalar, Value
from lexempt.language.meaning import WrongValueError, alternatives, members, must, state_of
from lexempt.language.quantities import EXPECTED, read_date, read_quantity
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Amount, Day, Entry, Number, Piece, Problem, Quantities
from lexempt.law.vocabulary import Attribute, normal

_OPPOSITE = (("present_owner", "former_owner"), ("replaced", "not_replaced"), ("de_minimis", "not_de_minimis"))


def _scalar(scalar: Number | Day, kind: str, fallback: Piece | None = None) -> Fraction | date:
    if kind in ("date", "dates"):
        if isinstance(scalar, Day):
            return must(read_date(scalar.day))
        piece = scalar.number
        helping = "write year, month and day"
        end = (scalar.unit or piece).end
        raise WrongValueError(
            Problem("E148", f"{shown(piece.text)} is not a date", piece.start, end, EXPECTED["date"], helping)
        )
    if isinstance(scalar, Day):
        day = scalar.day
        raise WrongValueError(
            Problem(
                "E148",
                f"{shown(day.text)} is not {EXPECTED[kind].split(' such')[0]}",
                day.start,
                day.end,
                EXPECTED[kind],
            )
        )
    return must(read_quantity(scalar, kind, fallback))


def _unit_near(amount: Amount) -> Piece | None:
    """The unit of the upper end, for a lower end without one: `60 to 90 sqft`."""
    last = amount.scalars[-1]
    return last.unit if isinstance(last, Number) else None


def _amount(amount: Amount, kind: str) -> Scalar | Between:
    fallback = _unit_near(amount)
    found = [_scalar(scalar, kind, fallback) for scalar in amount.scalars]
    first = found[0]
    mode, start, end = amount.mode, amount.start, amount.end
    if mode == "":
        return first
    if mode == "to":
        low, high = found
        if low > high:  # type: ignore[operator]
            raise WrongValueError(
                Problem(
                    "E153",
                    "the range ends below its start",
                    start,
                    end,
                    "the smaller value first",
                    "swap the two values",
                )
            )
        return low if low == high else Between(low, high)
    if isinstance(first, date):
        if mode in ("before", "after"):
            step = timedelta(days=1)
            return Between(None, first - step) if mode == "before" else Between(first + step, None)
        if mode in ("at most", "up to"):
            return Between(None, first)
        if mode in ("at least", "since"):
            return Between(first, None)
        raise WrongValueError(
            Problem(
                "E148", "a date cannot be `about`", start, end, "a day, or a range such as `1990-01-01 to 1990-12-31`"
            )
        )
    if mode in ("at most", "up to"):
        return Between(None, first)
    if mode == "at least":
        return Between(first, None)
    if mode in ("before", "after", "since"):
        raise WrongValueError(
            Problem(
                "E148", f"`{mode}` does not fit a quantity", start, end, "`at most`, `at least`, or a range with `to`"
            )
        )
    tenth = first / 10
    return Between(first - tenth, first + tenth, first) if first else first


def _losses(parsed: Quantities, attribute: Attribute) -> Value:
    losses: list[Scalar] = []
    for entry in parsed.entries:
        if entry.label is not None:
            if not losses:
                raise WrongValueError(_not_of(entry, attribute))
            losses[-1] = _flag(losses[-1], entry.label, attribute)
            continue
        assert entry.amount is not None
        if entry.on is None:
            if not losses or any(isinstance(s, Number) and s.unit for s in entry.amount.scalars):
                raise WrongValueError(
                    Problem(
                        "E160",
                        "the loss has no day",
                        entry.start,
                        entry.end,
                        EXPECTED["losses"],
                        "add `on` and the day, or the latest day it can have been",
                    )
                )
            raise WrongValueError(_not_of(entry, attribute))
        area = _amount(entry.amount, "area")
        on = _scalar(entry.on, "date")
        assert isinstance(on, date)
        if isinstance(area, Between):
            if area.high is None:
                raise WrongValueError(
                    Problem(
                        "E153",
                        "a loss of `at least` an area has no upper end",
                        entry.start,
                        entry.end,
                        "a range such as `100 sqft to 200 sqft on 1996-05-01`",
                    )
                )
            assert isinstance(area.high, Fraction) and not isinstance(area.low, date)
            losses.append(Loss(area.low or Fraction(0), on, most=area.high))
        else:
            assert isinstance(area, Fraction)
            losses.append(Loss(area, on))
    return Known(tuple(losses))


def _flag(loss: Scalar, label: Piece, attribute: Attribute) -> Loss:
    assert isinstance(loss, Loss)
    name = normal(label.text)
    words = [flag.replace("_", " ") for flag in attribute.flags]
    if name not in attribute.flags:
        raise WrongValueError(
            Problem(
                "E161",
                f"unknown remark on a loss: {shown(label.text)}",
                label.start,
                label.end,
                listed(words),
                did_you_mean(label.text, words),
            )
        )
    flags = loss.flags | {name}
    for one, other in _OPPOSITE:
        if one in flags and other in flags:
            message = f"the loss is `{one.replace('_', ' ')}` and `{other.replace('_', ' ')}`"
            raise WrongValueError(Problem("E161", message, label.start, label.end, "one of the two"))
    return Loss(loss.area, loss.on, flags, loss.most)


def _not_of(entry: Entry, attribute: Attribute) -> Problem:
    expected = EXPECTED[attribute.type]
    text = entry.label.text if entry.label else "this"
    return Problem("E148", f"{shown(text)} is not {expected.split(' such')[0]}", entry.start, entry.end, expected)


def read_quantities(parsed: Quantities, attribute: Attribute) -> Value:
    if parsed.state is not None:
        state = state_of(parsed.state.text, attribute, parsed.state.start, parsed.state.end)
        assert state is not None
        return state
    if attribute.type == "losses":
        return _losses(parsed, attribute)
    found: list[Scalar] = []
    start, end = parsed.entries[0].start, parsed.entries[-1].end
    for entry in parsed.entries:
        if entry.amount is None:
            raise WrongValueError(_not_of(entry, attribute))
        if entry.on is not None:
            raise WrongValueError(
                Problem(
                    "E148",
                    f"`{attribute.words}` takes no day",
                    entry.amount.end,
                    entry.end,
                    EXPECTED[attribute.type],
                    "a day after `on` is for earlier losses, and for a source: `by panel on 2018-04-30`",
                )
            )
        value = _amount(entry.amount, attribute.type)
        if isinstance(value, Between):
            if len(parsed.entries) > 1:
                raise WrongValueError(
                    Problem("E155", "a range stands alone", entry.start, entry.end, "one range, or single values")
                )
            return value
        found.append(value)
    return members(found, alternatives(list(parsed.separators), attribute, start, end), attribute, start, end)
