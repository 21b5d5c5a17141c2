"""What one file has said so far, and the lines that speak of a project: claims, history, notes, assumptions."""

from __future__ import annotations

from lexempt.case import Claim, Diagnostic, Expect, Happening, Note, Source, Span, Statement, Thing
from lexempt.language import lines
from lexempt.language.facts import diagnostic
from lexempt.language.provisions import provision_id
from lexempt.language.quantities import read_date
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Broken, ClaimLine, Fact, Piece, Problem, SourceText, Text
from lexempt.language.values import broken_value, read_source
from lexempt.law.vocabulary import Vocabulary, normal

OWN_KEYS = frozenset(("note", "history", "assume"))
"""Keys of the language itself, about a project."""


class Collected:
    """Collects what one file says. Its methods change it; nothing but the reader of the file sees it."""

    def __init__(self, path: str, vocabulary: Vocabulary) -> None:
        self.path, self.vocabulary = path, vocabulary
        self.diagnostics: list[Diagnostic] = []
        self.things: dict[str, Thing] = {}
        self.statements: list[Statement] = []
        self.assumes: list[tuple[str, str]] = []
        self.claims: list[Claim] = []
        self.history: list[Happening] = []
        self.notes: list[Note] = []
        self.expects: list[Expect] = []
        self.speaks_of: str | None = None
        """The project that claims, notes and the like belong to."""
        self.ghost = False
        """Whether the heading above could not be read."""

    def report(self, problem: Problem, line: int | None) -> None:
        self.diagnostics.append(diagnostic(problem, line, self.path))

    # --- lines
    def own(self, key: str, node: Fact, number: int) -> None:
        """`note:`, `history:`, `assume:`."""
        if node.rest is None:
            self.report(
                Problem(
                    "E115",
                    f"`{key}` has no value",
                    node.key.start,
                    node.key.end + 1,
                    'a text such as `note: "..."`' if key != "assume" else "`assume: ordinary`",
                ),
                number,
            )
        elif key == "history":
            self.happening(node.rest, number)
        elif key == "note":
            project = self.belongs(node.key, number)
            found = lines.tree("text", node.rest.text)
            plain = isinstance(found, Text) and found.source is None and found.on is None
            text = found.text.text if isinstance(found, Text) and plain else node.rest.text
            if node.rest.text[0] in '"“' and isinstance(found, Broken):
                self.report(self.shift(broken_value(found, node.rest.text, "a text"), node.rest), number)
            elif project is not None:
                self.notes.append(Note(project, text, Span(number, node.key.start + 1, node.rest.end + 1)))
        else:
            project = self.belongs(node.key, number)
            sets = self.vocabulary.assumption_sets()
            for name in (part.strip() for part in node.rest.text.split(",")):
                if normal(name) not in sets:
                    helping = did_you_mean(name, sets, "write `assume: ordinary`, or leave the line out")
                    self.report(
                        Problem(
                            "E162",
                            f"unknown set of assumptions {shown(name)}",
                            node.rest.start,
                            node.rest.end,
                            listed(sets),
                            helping,
                        ),
                        number,
                    )
                elif project is not None and (project, normal(name)) not in self.assumes:
                    self.assumes.append((project, normal(name)))

    @staticmethod
    def shift(problem: Problem, rest: Piece) -> Problem:
        return problem._replace(start=problem.start + rest.start, end=problem.end + rest.start)

    def belongs(self, at: Piece, number: int) -> str | None:
        """The project that a claim, a note or the like belongs to; a mistake if there is none above."""
        if self.speaks_of is None and not self.ghost:
            self.report(
                Problem(
                    "E130",
                    f"`{at.text.split()[0]}` stands before any project",
                    at.start,
                    at.end,
                    "a project heading above it",
                    'write `project lane "Field lane"` first',
                ),
                number,
            )
        return self.speaks_of

    def source(self, on: Piece | None, text: SourceText | None, number: int, shift: int = 0) -> Source:
        """The source of a claim or a happening, with a day of its own."""
        source, problems = read_source(text, self.vocabulary)
        if on is not None:
            day = read_date(on)
            if isinstance(day, Problem):
                problems.append(day)
            elif source.on is None:
                source = source._replace(on=day)
            else:
                helping = "leave the first one out: the day stands after who stated it"
                problems.append(Problem("E117", "the line has two days", on.start, on.end, "one day", helping))
        for problem in problems:
            self.report(problem._replace(start=problem.start + shift, end=problem.end + shift), number)
        return source

    def claim(self, node: ClaimLine, number: int) -> None:
        source = self.source(node.on, node.source, number)
        project = self.belongs(Piece("claim", 0, node.provision.end), number)
        provision = provision_id(node.provision.text)
        if provision is None:
            helping = "write the id, or the citation: `103G.2241, subd. 9(a)(2)`"
            self.report(
                Problem(
                    "E163",
                    f"{shown(node.provision.text)} is not a provision",
                    node.provision.start,
                    node.provision.end,
                    "a provision such as `103G.2241/9/a/2`",
                    helping,
                ),
                number,
            )
        elif project is not None:
            end = (node.impact or node.provision).end
            self.claims.append(
                Claim(
                    project,
                    provision,
                    Span(number, node.provision.start + 1, end + 1),
                    node.impact.text if node.impact else None,
                    source,
                )
            )

    def happening(self, rest: Piece, number: int) -> None:
        found = lines.tree("text", rest.text)
        if isinstance(found, Broken):
            self.report(self.shift(broken_value(found, rest.text, "what happened, and when"), rest), number)
            return
        assert isinstance(found, Text)
        source = self.source(None, found.source, number, rest.start)
        day = read_date(found.on) if found.on else None
        if isinstance(day, Problem):
            self.report(self.shift(day, rest), number)
            day = None
        project = self.belongs(Piece("history", 0, rest.end), number)
        if project is not None:
            self.history.append(
                Happening(project, found.text.text, Span(number, rest.start + 1, rest.end + 1), day, source)
            )

    # --- expectations and variants
