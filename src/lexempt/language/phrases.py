"""Values of words: choices, sets, yes and no, counties, ids of other things."""

from __future__ import annotations

from lexempt.case import Scalar, Value
from lexempt.language.keys import a
from lexempt.language.meaning import WrongValueError, alternatives, expected_of, members, state_of
from lexempt.language.suggest import did_you_mean, shown
from lexempt.language.tree import Piece, Problem, Words
from lexempt.law.vocabulary import Attribute, Vocabulary, normal, squash

_YES_NO = {"yes": "yes", "no": "no", "true": "yes", "false": "no", "y": "yes", "n": "no"}


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


def _unknown_word(attribute: Attribute, vocabulary: Vocabulary, piece: Piece) -> Problem:
    expected = expected_of(attribute, vocabulary)
    noun = vocabulary.entities[attribute.entity].heading
    if normal(piece.text) in (normal(v) for v in attribute.assumed.values()):
        helping: str | None = "leave the line out: `assume: ordinary` sets it so"
    elif attribute.type == "yes_no":
        helping = "write `yes`, `no` or `unknown`"
    else:
        words = [choice.replace("_", " ") for choice in attribute.choices]
        from lexempt.language.instead import none_of_these  # many patterns, and only for a mistake

        helping = did_you_mean(piece.text, words, none_of_these(attribute))
    message = f"unknown value {shown(piece.text)} for `{attribute.words}` of {a(noun)}"
    return Problem("E144", message, piece.start, piece.end, expected, helping)


def _county(piece: Piece, vocabulary: Vocabulary) -> str:
    found = vocabulary.county_words.get(squash(piece.text))
    if found is None:
        names = [county.name for county in vocabulary.counties.values()]
        helping = did_you_mean(piece.text, names, "write one county's name, such as `Otter Tail`")
        raise WrongValueError(
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


def read_words(words: Words, attribute: Attribute, vocabulary: Vocabulary) -> Value:
    start, end = words.phrases[0].start, words.phrases[-1].end
    if len(words.phrases) == 1:
        state = state_of(words.phrases[0].text, attribute, start, end)
        if state is not None:
            return state
    found: list[Scalar] = []
    if attribute.type == "county":
        for piece in words.phrases:
            found.append(_county(piece, vocabulary))
        return members(found, alternatives(list(words.separators), attribute, start, end), attribute, start, end)
    if attribute.type in ("reference", "references"):
        for piece in words.phrases:
            if " " in piece.text:
                name = "_".join(piece.text.split())
                heading = f"{vocabulary.entities[attribute.refers_to or ''].heading} {name}"
                helping = f'write `{name}`, and a heading for it: `{heading} "{piece.text}"`'
                message, expected = f"{shown(piece.text)} is not an id", expected_of(attribute, vocabulary)
                raise WrongValueError(Problem("E148", message, piece.start, piece.end, expected, helping))
            found.append(piece.text)
        return members(found, alternatives(list(words.separators), attribute, start, end), attribute, start, end)
    chosen, gaps = _choose(words, _known_words(attribute, vocabulary))
    for word, piece in chosen:
        if word is None:
            raise WrongValueError(_unknown_word(attribute, vocabulary, piece))
        found.append(word)
    return members(found, alternatives(gaps, attribute, start, end), attribute, start, end)
