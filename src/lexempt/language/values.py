"""What a value means for its attribute: from `4,000 sqft by panel` to an exact value, its source, and its mistakes."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from lexempt.case import Between, Known, Loss, NotApplicable, OneOf, Scalar, Source, Unknown, Value
from lexempt.language import lines
from lexempt.language.quantities import EXPECTED, print_quantity, read_date, read_quantity
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import (
    Amount,
    Broken,
    Day,
    Entry,
    Number,
    Piece,
    Problem,
    Quantities,
    SourceText,
    Text,
    Words,
)
from lexempt.law.vocabulary import Attribute, Vocabulary, normal, squash

QUANTITIES = frozenset(("area", "distance", "percent", "number"))
MANY = frozenset(("set", "references", "dates", "losses"))
_OPPOSITE = (("present_owner", "former_owner"), ("replaced", "not_replaced"), ("de_minimis", "not_de_minimis"))
_YES_NO = {"yes": "yes", "no": "no", "true": "yes", "false": "no", "y": "yes", "n": "no"}
_UNKNOWN = frozenset(("unknown", "?", "not_known", "unclear"))
_NOT_APPLICABLE = frozenset(("not_applicable", "n/a", "notapplicable"))


class Interpreted(NamedTuple):
    """A value, or None with the reason among the problems; its source; the value's text without the source."""

    value: Value | None
    source: Source
    text: str
    problems: tuple[Problem, ...]


class _Bad(Exception):
    """Leaves the reading of one value; never leaves this module."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _must(found: Fraction | date | Problem) -> Fraction | date:
    if isinstance(found, Problem):
        raise _Bad(found)
    return found


# --- sources


def read_source(text: SourceText | None, vocabulary: Vocabulary) -> tuple[Source, list[Problem]]:
    """`by WHO on DATE citing "DOCUMENT"`: a body's word, or a name in quotes."""
    if text is None:
        return Source(), []
    problems: list[Problem] = []
    body = who = None
    if text.by is not None:
        who = " ".join(text.by.text.split()) if not text.quoted else text.by.text
        body = None if text.quoted else vocabulary.body_words.get(normal(who))
        if body is None and not text.quoted:
            words = [word for b in vocabulary.bodies.values() for word in b.words]
            helping = did_you_mean(who, words, f'a person\'s name goes in quotes: by "{who}"')
            expected = "who stated it: " + listed(b.words[0] for b in vocabulary.bodies.values() if b.words)
            problems.append(
                Problem("E157", f"unknown body {shown(who)}", text.by.start, text.by.end, expected, helping)
            )
    on = None
    if text.on is not None:
        found = read_date(text.on)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            on = found
    return Source(body, who, on, text.citing.text if text.citing else None), problems


# --- words


def _choose(words: Words, known: dict[str, str]) -> tuple[list[tuple[str | None, Piece]], list[str]]:
    """The words' phrases, neighbours joined where only together they are a known word (`water and soil`)."""
    found: list[tuple[str | None, Piece]] = []
    gaps: list[str] = []
    phrases, at = words.phrases, 0
    while at < len(phrases):
        for end in range(min(len(phrases), at + 3), at, -1):
            joined = normal(" ".join(_rejoin(words, at, end)))
            if joined in known or end == at + 1:
                piece = Piece(" ".join(_rejoin(words, at, end)), phrases[at].start, phrases[end - 1].end)
                found.append((known.get(joined), piece))
                if end < len(phrases):
                    gaps.append(words.separators[end - 1])
                at = end
                break
    return found, gaps


def _rejoin(words: Words, at: int, end: int) -> list[str]:
    parts = [words.phrases[at].text]
    for i in range(at + 1, end):
        parts += [words.separators[i - 1], words.phrases[i].text]
    return parts


def _known_words(attribute: Attribute, vocabulary: Vocabulary) -> dict[str, str]:
    if attribute.type == "yes_no":
        return _YES_NO
    return {normal(choice): choice for choice in attribute.choices}


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


def _unknown_word(attribute: Attribute, vocabulary: Vocabulary, piece: Piece) -> Problem:
    expected = expected_of(attribute, vocabulary)
    noun = vocabulary.entities[attribute.entity].heading
    if normal(piece.text) in (normal(v) for v in attribute.assumed.values()):
        helping: str | None = "leave the line out: `assume: ordinary` sets it so"
    elif attribute.type == "yes_no":
        helping = "write `yes`, `no` or `unknown`"
    else:
        helping = did_you_mean(piece.text, [choice.replace("_", " ") for choice in attribute.choices])
    message = f"unknown value {shown(piece.text)} for `{attribute.words}` of {_a(noun)}"
    return Problem("E144", message, piece.start, piece.end, expected, helping)


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _county(piece: Piece, vocabulary: Vocabulary) -> str:
    found = vocabulary.county_words.get(squash(piece.text))
    if found is None:
        names = [county.name for county in vocabulary.counties.values()]
        helping = did_you_mean(piece.text, names, "write one county's name, such as `Otter Tail`")
        raise _Bad(
            Problem(
                "E145",
                f"unknown county {shown(piece.text)}",
                piece.start,
                piece.end,
                "one of Minnesota's 87 counties",
                helping,
            )
        )
    return found


def _alternatives(gaps: list[str], attribute: Attribute, start: int, end: int) -> bool:
    """Whether the members are alternatives (`or`); `a, b or c` is; `and` mixed with `or` is a mistake."""
    if "or" in gaps and "and" in gaps:
        raise _Bad(
            Problem(
                "E154",
                "`and` and `or` stand in one value",
                start,
                end,
                "members joined by `and`, or alternatives joined by `or`",
                "state each member in its own line, or mark the fact `unknown`",
            )
        )
    return "or" in gaps


def _members(found: list[Scalar], alternatives: bool, attribute: Attribute, start: int, end: int) -> Value:
    unique = tuple(dict.fromkeys(found))
    if len(unique) == 1:
        return Known(unique)
    if alternatives:
        return OneOf(unique)
    if attribute.type not in MANY:
        raise _Bad(
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


def _state(text: str, attribute: Attribute, start: int, end: int) -> Value | None:
    """`unknown`, `none` and `not applicable` for any type; None if the text is none of these."""
    word = normal(text)
    if word in _UNKNOWN:
        return Unknown()
    if word in _NOT_APPLICABLE:
        return NotApplicable()
    if word != "none" or "none" in attribute.choices:
        return None
    if attribute.type in ("yes_no", "choice", "county", "text", "reference"):
        raise _Bad(
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


def _read_words(words: Words, attribute: Attribute, vocabulary: Vocabulary) -> Value:
    start, end = words.phrases[0].start, words.phrases[-1].end
    if len(words.phrases) == 1:
        state = _state(words.phrases[0].text, attribute, start, end)
        if state is not None:
            return state
    found: list[Scalar] = []
    if attribute.type == "county":
        for piece in words.phrases:
            found.append(_county(piece, vocabulary))
        return _members(found, _alternatives(list(words.separators), attribute, start, end), attribute, start, end)
    if attribute.type in ("reference", "references"):
        for piece in words.phrases:
            if " " in piece.text:
                raise _Bad(
                    Problem(
                        "E148",
                        f"{shown(piece.text)} is not an id",
                        piece.start,
                        piece.end,
                        expected_of(attribute, vocabulary),
                    )
                )
            found.append(piece.text)
        return _members(found, _alternatives(list(words.separators), attribute, start, end), attribute, start, end)
    chosen, gaps = _choose(words, _known_words(attribute, vocabulary))
    for word, piece in chosen:
        if word is None:
            raise _Bad(_unknown_word(attribute, vocabulary, piece))
        found.append(word)
    return _members(found, _alternatives(gaps, attribute, start, end), attribute, start, end)


# --- numbers and days


def _scalar(scalar: Number | Day, kind: str, fallback: Piece | None = None) -> Fraction | date:
    if kind in ("date", "dates"):
        if isinstance(scalar, Day):
            return _must(read_date(scalar.day))
        piece = scalar.number
        helping = "write year, month and day"
        if scalar.unit is None and len(piece.text) == 4 and piece.text.isdigit():
            helping = f"write `{piece.text}-01-01 to {piece.text}-12-31` if the day is not known"
        end = (scalar.unit or piece).end
        raise _Bad(Problem("E148", f"{shown(piece.text)} is not a date", piece.start, end, EXPECTED["date"], helping))
    if isinstance(scalar, Day):
        day = scalar.day
        raise _Bad(
            Problem(
                "E148",
                f"{shown(day.text)} is not {EXPECTED[kind].split(' such')[0]}",
                day.start,
                day.end,
                EXPECTED[kind],
            )
        )
    return _must(read_quantity(scalar, kind, fallback))


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
            raise _Bad(
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
        raise _Bad(
            Problem(
                "E148", "a date cannot be `about`", start, end, "a day, or a range such as `1990-01-01 to 1990-12-31`"
            )
        )
    if mode in ("at most", "up to"):
        return Between(None, first)
    if mode == "at least":
        return Between(first, None)
    if mode in ("before", "after", "since"):
        raise _Bad(
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
                raise _Bad(_not_of(entry, attribute))
            losses[-1] = _flag(losses[-1], entry.label, attribute)
            continue
        assert entry.amount is not None
        if entry.on is None:
            if not losses or any(isinstance(s, Number) and s.unit for s in entry.amount.scalars):
                raise _Bad(
                    Problem(
                        "E160",
                        "the loss has no day",
                        entry.start,
                        entry.end,
                        EXPECTED["losses"],
                        "add `on` and the day, or the latest day it can have been",
                    )
                )
            raise _Bad(_not_of(entry, attribute))
        area = _amount(entry.amount, "area")
        on = _scalar(entry.on, "date")
        assert isinstance(on, date)
        if isinstance(area, Between):
            if area.high is None:
                raise _Bad(
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
        raise _Bad(
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
            raise _Bad(Problem("E161", message, label.start, label.end, "one of the two"))
    return Loss(loss.area, loss.on, flags, loss.most)


def _not_of(entry: Entry, attribute: Attribute) -> Problem:
    expected = EXPECTED[attribute.type]
    text = entry.label.text if entry.label else "this"
    return Problem("E148", f"{shown(text)} is not {expected.split(' such')[0]}", entry.start, entry.end, expected)


def _read_quantities(parsed: Quantities, attribute: Attribute) -> Value:
    if parsed.state is not None:
        state = _state(parsed.state.text, attribute, parsed.state.start, parsed.state.end)
        assert state is not None
        return state
    if attribute.type == "losses":
        return _losses(parsed, attribute)
    found: list[Scalar] = []
    start, end = parsed.entries[0].start, parsed.entries[-1].end
    for entry in parsed.entries:
        if entry.amount is None:
            raise _Bad(_not_of(entry, attribute))
        if entry.on is not None:
            raise _Bad(
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
                raise _Bad(
                    Problem("E155", "a range stands alone", entry.start, entry.end, "one range, or single values")
                )
            return value
        found.append(value)
    return _members(found, _alternatives(list(parsed.separators), attribute, start, end), attribute, start, end)


# --- any value


def start_of(attribute: Attribute) -> str:
    """Which part of the grammar reads values of the attribute."""
    if attribute.type == "text":
        return "text"
    return "quantities" if attribute.type in EXPECTED else "words"


def _syntax(broken: Broken, attribute: Attribute, vocabulary: Vocabulary, text: str) -> Problem:
    return broken_value(broken, text, expected_of(attribute, vocabulary))


def broken_value(broken: Broken, text: str, expected: str | None) -> Problem:
    """A value that doesn't parse, with what was expected in words."""
    if text.count('"') % 2 and '"' in text[broken.start :] + text[: broken.start]:
        at = text.rfind('"') if text.count('"') == 1 else broken.start
        return Problem(
            "E112",
            "a quotation mark is not closed",
            at,
            len(text),
            'a text in quotes ("...")',
            'add `"` where the text ends',
        )
    if broken.found.startswith("#"):
        helping = "a comment starts with `# `, a space before and after"
    elif broken.found.startswith("-") and broken.found[1:2].isdigit():
        helping = "a quantity is never negative; a range is written `60 sqft to 90 sqft`"
    else:
        helping = f"{broken.expected} could stand here" if broken.found == "" or len(broken.expected) < 60 else None  # type: ignore[assignment]
    if broken.found:
        message = f"{shown(broken.found)} is not expected here"
    else:
        message = f"the line ends too early after {shown(text.split()[-1])}" if text.split() else "nothing stands here"
    return Problem("E110", message, broken.start, max(broken.end, broken.start + 1), expected, helping)


@lru_cache(maxsize=65_536)
def interpret(attribute: Attribute, text: str, vocabulary: Vocabulary) -> Interpreted:
    """A value as it stands after its key, with or without a source."""
    parsed = lines.tree(start_of(attribute), text)
    if isinstance(parsed, Broken):
        return Interpreted(None, Source(), text, (_syntax(parsed, attribute, vocabulary, text),))
    assert isinstance(parsed, Quantities | Words | Text)
    source, problems = read_source(parsed.source, vocabulary)
    value: Value | None = None
    try:
        if isinstance(parsed, Quantities):
            value = _read_quantities(parsed, attribute)
        elif isinstance(parsed, Words):
            value = _read_words(parsed, attribute, vocabulary)
        else:
            value = _read_text(parsed, attribute)
    except _Bad as bad:
        problems.insert(0, bad.problem)
    return Interpreted(value, source, _without_source(text, parsed.source), tuple(problems))


def _read_text(parsed: Text, attribute: Attribute) -> Value:
    if parsed.on is not None:
        raise _Bad(
            Problem(
                "E148",
                f"`{attribute.words}` takes no day",
                parsed.on.start,
                parsed.on.end,
                "a text",
                "put the text in quotes",
            )
        )
    quoted = parsed.text.end - parsed.text.start > len(parsed.text.text)
    if not quoted:
        state = _state(parsed.text.text, attribute, parsed.text.start, parsed.text.end)
        if state is not None:
            return state
    if not parsed.text.text.strip():
        raise _Bad(Problem("E115", "the text is empty", parsed.text.start, parsed.text.end, "a text"))
    return Known((parsed.text.text,))


def _without_source(text: str, source: SourceText | None) -> str:
    if source is None:
        return text.strip()
    first = source.by or source.citing
    assert first is not None
    head = text[: first.start].rstrip()
    return head[: head.lower().rfind("by" if source.by else "citing")].rstrip()


def print_scalar(value: Scalar, attribute: Attribute, vocabulary: Vocabulary) -> str:
    """One value as it is written in canonical form."""
    if isinstance(value, Fraction):
        return print_quantity(value, attribute.type if attribute.type in QUANTITIES else "area")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Loss):
        area = print_quantity(value.area, "area")
        if value.most is not None:
            area += f" to {print_quantity(value.most, 'area')}"
        return ", ".join(
            [f"{area} on {value.on.isoformat()}", *(flag.replace("_", " ") for flag in sorted(value.flags))]
        )
    if attribute.type == "county":
        county = vocabulary.counties.get(value)
        return county.name if county else value
    if attribute.type in ("reference", "references"):
        return value
    if attribute.type == "text":
        return quoted(value)
    return value.replace("_", " ")


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
