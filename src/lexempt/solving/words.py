"""Facts and values in the user's words: titles, amounts, bounds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from lexempt.case import Loss, Scalar
from lexempt.law.adopted import RANK
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.solving.draft import law_values
from lexempt.solving.settle import Settled
from lexempt.wording import Unit, area_words, unit_of

_UNITS = {"area": " sqft", "distance": " ft", "percent": " percent", "number": "", "losses": " sqft"}


def number(value: Fraction) -> str:
    """An exact number: thousands marked, decimals where they end, else a fraction."""
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{int(whole):,}"
    power = 1
    while power <= 10**9:
        power *= 10
        if (rest * power).denominator == 1:
            digits = str(int(rest * power)).rjust(len(str(power)) - 1, "0").rstrip("0")
            return f"{sign}{int(whole):,}.{digits}"
    return f"{sign}{value.numerator}/{value.denominator}" if not sign else f"{value.numerator}/{value.denominator}"


def value_words(attribute: Attribute, value: Scalar, vocabulary: Vocabulary) -> str:
    """One value of an attribute."""
    if isinstance(value, Loss):
        flags = "".join(f", {flag.replace('_', ' ')}" for flag in sorted(value.flags))
        upto = f" to {number(value.most)} sqft" if value.most is not None else ""
        return f"{number(value.area)} sqft{upto} on {value.on.isoformat()}{flags}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return number(value) + _UNITS.get(attribute.type, "")
    if attribute.type == "county" and value in vocabulary.counties:
        return vocabulary.counties[value].name
    if value.startswith("same_as_") or value == "sum_of_impacts":
        return value.replace("_", " ")
    return value if attribute.refers_to else value.replace("_", " ")


def stated_in(fact: Settled) -> Unit:
    """The unit in which an area is stated."""
    return unit_of(s.text for s in fact.statements) if fact.attribute.type == "area" else "sqft"


def of_fact(fact: Settled, value: Scalar, vocabulary: Vocabulary, up: bool = False) -> str:
    """One value of a fact, an area in the unit in which the fact is stated; `up` as in `area_words`."""
    if fact.attribute.type == "area" and isinstance(value, Fraction):
        return area_words(value, stated_in(fact), number, up)
    return value_words(fact.attribute, value, vocabulary)


def settled_words(fact: Settled, vocabulary: Vocabulary) -> str:
    """What is known of a fact: its value, its range, or what it is among."""
    if fact.known is not None:
        return ", ".join(of_fact(fact, v, vocabulary) for v in fact.known) or "none"
    if fact.among is not None:
        return " or ".join(of_fact(fact, v, vocabulary) for v in fact.among)
    if fact.bounds is not None:
        low, high = (None if b is None else of_fact(fact, b, vocabulary) for b in fact.bounds)
        if low is None:
            return f"at most {high}"
        return f"at least {low}" if high is None else f"{low} to {high}"
    return "unknown" if fact.status == "unknown" else "not stated"


def listing(words: Sequence[str], last: str) -> str:
    """`1, 2 or 6`."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def said(attribute: Attribute, key: str | int | None, value: str) -> str:
    """The fact with this value as a sentence about {T}; empty where `KEY of THING is VALUE` says it, or none is known."""
    if value in ("unknown", "not stated"):
        return ""
    found = attribute.says
    if attribute.type == "yes_no":
        found = {"yes": attribute.says, "no": attribute.denies}.get(value)
    elif value == "none" and attribute.denies:
        found = attribute.denies
    return (found or "").replace("{V}", value).replace("{K}", "" if key is None else str(key))


def called(attribute: Attribute, thing: str, key: str | int | None) -> str:
    """The fact without its value, for a list: `type of lane`, `whether w1 is a wetland`, `what created or enlarged w1`."""
    words = attribute.called or (f"whether {attribute.says}" if attribute.type == "yes_no" and attribute.says else "")
    if not words:
        return title(attribute, thing, key)
    return words.replace("{T}", thing_words(thing)).replace("{K}", "" if key is None else str(key))


def thing_words(thing: str) -> str:
    """A thing as the user calls it: the ground and the portion of something go by its name."""
    return thing.removeprefix("ground ").removeprefix("all of ")


def law_said(provision: str, name: str, value: str) -> str:
    """What a number of the law that was not seen is taken as, as a sentence about {T}; empty for a wording."""
    ranks = {act.id: act.rank for act in load_law().acts}
    seen = [v for v in law_values() if v.provision == provision and v.name == name]
    if not seen:
        return ""
    # Of the amendments the one named last, as if enacted last.
    last = max(reversed(seen), key=lambda v: ranks.get(v.act, RANK))
    amount = f"{last.number:,} {last.unit}" if last.unit else f"{last.number:,}"
    bounds = {
        "as last seen": f"still {amount}",
        "less": f"less than {amount}",
        "more": f"more than {amount}",
        "as last seen or less": f"{amount} or less",
        "as last seen or more": f"{amount} or more",
    }
    bound = value.removeprefix("as last seen, or ")
    if bound.startswith(("at least", "less than")):  # an amount of its own
        bounds[value] = bound
    return f"the {name.replace('_', ' ')} of {{T}} is {bounds.get(value, f'no longer {amount}')}"


def title(attribute: Attribute, thing: str, key: str | int | None) -> str:
    """`wetland type of turnout`, `land use 1985 of w1`, `distance to lake of i1`."""
    words = attribute.also[0] if attribute.also else attribute.words
    if key is not None:
        joint = f" {attribute.key_word}" if attribute.key_word else ""
        words = f"{words}{joint} {key}"
    return f"{words} of {thing_words(thing)}"
