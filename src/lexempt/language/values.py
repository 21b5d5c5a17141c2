"""What a value means for its attribute: from `4,000 sqft by panel` to an exact value, its source, and its mistakes."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import lru_cache

from lexempt.case import Known, Loss, Scalar, Source, Value
from lexempt.language import lines
from lexempt.language.amounts import read_quantities
from lexempt.language.meaning import QUANTITIES, WrongValueError, expected_of, state_of
from lexempt.language.phrases import read_words
from lexempt.language.quantities import EXPECTED, print_quantity, read_date
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Broken, Problem, Quantities, SourceText, Text, Words
from lexempt.law.vocabulary import Attribute, Vocabulary, normal
from lexempt.records import NamedTuple


class Interpreted(NamedTuple):
    """A value, or None with the reason among the problems; its source; the value's text without the source."""

    value: Value | None
    source: Source
    text: str
    problems: tuple[Problem, ...]


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


def start_of(attribute: Attribute) -> str:
    """Which part of the grammar reads values of the attribute."""
    if attribute.type == "text":
        return "text"
    return "quantities" if attribute.type in EXPECTED else "words"


def _syntax(broken: Broken, attribute: Attribute, vocabulary: Vocabulary, text: str) -> Problem:
    return broken_value(broken, text, expected_of(attribute, vocabulary))


def _helped(problem: Problem, text: str, attribute: Attribute) -> Problem:
    """The problem with what to write instead, if the text is a value as people write it elsewhere."""
    from lexempt.language.instead import instead, without_source  # many patterns, and only for a mistake

    helping = instead(text, attribute)
    if helping is None:
        return problem
    if problem.code in ("E110", "E146", "E151") and attribute.type in EXPECTED:
        # Where the text stops being readable is not where it went wrong.
        value = without_source(text)
        message = f"{shown(value)} is not {EXPECTED[attribute.type].split(' such')[0]}"
        start = text.index(value)
        return Problem("E148", message, start, start + len(value), problem.expected, helping)
    return problem._replace(help=helping)


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
        broken = _helped(_syntax(parsed, attribute, vocabulary, text), text, attribute)
        return Interpreted(None, Source(), text, (broken,))
    assert isinstance(parsed, Quantities | Words | Text)
    source, problems = read_source(parsed.source, vocabulary)
    value: Value | None = None
    try:
        if isinstance(parsed, Quantities):
            value = read_quantities(parsed, attribute)
        elif isinstance(parsed, Words):
            value = read_words(parsed, attribute, vocabulary)
        else:
            value = _read_text(parsed, attribute)
    except WrongValueError as bad:
        # What stands after `by` in a value that is none (`twenty by thirty feet`) is no source either.
        problems = [_helped(bad.problem, text, attribute), *(p for p in problems if p.code != "E157")]
    return Interpreted(value, source, _without_source(text, parsed.source), tuple(problems))


def _read_text(parsed: Text, attribute: Attribute) -> Value:
    if parsed.on is not None:
        raise WrongValueError(
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
        state = state_of(parsed.text.text, attribute, parsed.text.start, parsed.text.end)
        if state is not None:
            return state
    if not parsed.text.text.strip():
        raise WrongValueError(Problem("E115", "the text is empty", parsed.text.start, parsed.text.end, "a text"))
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
