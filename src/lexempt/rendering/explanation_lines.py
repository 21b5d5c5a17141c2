"""An explanation as lines in reading order: the claim, the paths, what was missed, what is out of reach. No layout here.

Text and Markdown lay these lines out and so say the same; a line that tells a step carries its address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lexempt.explanation import ClauseAnswer, Contrast, FactUsed, ProjectExplanation, Step, Why
from lexempt.records import NamedTuple
from lexempt.rendering import words
from lexempt.rendering.report import facts_words
from lexempt.rendering.sections import consequence_mark, consequences_title, consequences_told, path_words

_FEW = 3
"""The values of so many open facts are named where a conclusion rests on none of them by itself."""
_DOES = {"always": "bears on {}:", "sometimes": "may bear on {}:", "never": "changes nothing for {}:"}
_SILENT = "changes nothing for {}: no conclusion about it rests on that (`lexempt law show` tells how it is encoded)."


class Line(NamedTuple):
    """One line: how deep it stands (0: a heading), what it says, and the addresses of the steps it tells."""

    depth: int
    text: str
    steps: tuple[str, ...] = ()


def lines_of(explained: ProjectExplanation) -> Iterator[Line]:
    """All lines of one project but the verdict and the footer."""
    return _Teller(explained).lines()


class _Teller:
    def __init__(self, explained: ProjectExplanation) -> None:
        self.explained, self.project = explained, explained.project
        self.steps = {step.address: step for step in explained.steps}
        self.full = explained.level == "full"
        self.told: set[str] = set()

    def lines(self) -> Iterator[Line]:
        if self.explained.contrasts:
            yield from self._contrasts()
            return
        claimed = [answer for answer in self.explained.clauses if self._claimed(answer)]
        rest = [answer for answer in self.explained.clauses if not self._claimed(answer)]
        if claimed:
            yield from self._clauses("Claimed", claimed)
        yield from self._paths()
        met = [answer for answer in rest if answer.standing == "met"]
        yield from self._clauses("Met", [a for a in met if any(why.step not in self.told for why in a.why)])
        yield from self._verdicts()
        yield from self._clauses("Open", [answer for answer in rest if answer.standing == "open"])
        missed = [answer for answer in rest if answer.standing == "missed"]
        yield from self._clauses(f"In reach and not met{', nearest first' if _ranked(missed) else ''}", missed)
        yield from self._follows()
        yield from self._bearings()
        yield from self._far([answer for answer in rest if answer.standing in ("out of reach", "not in force")])

    def _claimed(self, answer: ClauseAnswer) -> bool:
        cited = answer.provision.partition("@")[0]
        return any(f"{cited}/".startswith(f"{claim.provision}/") for claim in self.project.claims)

    # --- the whole

    def _verdicts(self) -> Iterator[Line]:
        lines: list[Line] = []
        open_ = self.project.replacement_plan == "depends"
        for number, why in enumerate(self.explained.verdicts):
            side = open_ and number < 2
            lines += [Line(1, f"{words.capital(self._side(why))}:")] if side else []
            lines += self._why(why, 2 if side else 1)
            if number == 0 and not open_:
                lines += [Line(2, words.with_citations(text) + ".") for text in self.project.conflicts]
        flip = self.explained.flip
        if flip is not None:
            plan = words.capital(words.PLAN[flip.plan])
            lines.append(Line(1, f"{plan} if {flip.title} is {flip.bound} (now {flip.now}), all else as it is."))
        if lines:
            yield Line(0, "The project")
            yield from lines

    def _paths(self) -> Iterator[Line]:
        paths = [path for path in self.project.paths.maximal if path.exempts or path.partly]
        if not paths:
            return
        yield Line(0, "Paths")
        for number, path in enumerate(paths, 1):
            yield Line(1, f"{number}  {path_words(path)}")
            for impact, clauses in path.exempts:
                for answer in self.explained.clauses:
                    if answer.impact == impact and answer.provision in clauses:
                        yield from self._clause(answer, 2)

    def _follows(self) -> Iterator[Line]:
        if not self.explained.follows:
            return
        yield Line(0, consequences_title(self.project))
        steps = {follows.consequence: follows.step for follows in self.explained.follows}
        for alike, sentence in consequences_told(self.project):
            label = words.brief(alike[0].provision)
            if self.full:
                for told in alike:
                    head, *rest = self._tree(steps[told], 1)
                    yield Line(1, f"{label}{consequence_mark(self.project, told)}: {head.text}", head.steps)
                    yield from rest
                continue
            addresses = tuple(steps[told] for told in alike)
            self.told.update(addresses)
            about = f", {words.listing([told.about for told in alike])}" if len(alike) > 1 else ""
            yield Line(1, f"{label}{about}: {sentence}", addresses)

    def _bearings(self) -> Iterator[Line]:
        """What provisions that exempt nothing do to the project."""
        found = self.explained.bearings
        if found:
            yield Line(0, "What the provision does here" if len(found) == 1 else "What provisions that exempt nothing do here")
        for bearing in found:
            does = _DOES[bearing.bears] if bearing.said or bearing.why else _SILENT
            yield Line(1, f"{words.brief(bearing.provision)} {does.format(self.project.id)}")
            yield from (Line(2, f"{words.bare(words.with_citations(text))}.") for text in bearing.said)
            told: dict[tuple[str, ...], list[Line]] = {}
            open_ = Counter(self._atom(why) for why in bearing.why)
            for why in bearing.why:
                side = open_[self._atom(why)] > 1 and self.explained.level != "short"
                lines = [Line(2, f"{words.capital(self._side(why))}:")] if side else []
                lines += self._why(why, 3 if side else 2)
                same = told.setdefault(tuple(line.text for line in lines), lines)
                if same is not lines:  # of several impacts or clauses
                    same[:] = [one._replace(steps=(*one.steps, *other.steps)) for one, other in zip(same, lines, strict=True)]
            for lines in told.values():
                yield from lines

    def _atom(self, why: Why) -> tuple[str, tuple[object, ...]]:
        step = self.steps[why.step]
        return step.predicate, step.arguments

    # --- one outcome instead of another

    def _contrasts(self) -> Iterator[Line]:
        yield Line(0, "The difference")
        for contrast in self.explained.contrasts:
            other = words.brief(contrast.instead_of)
            outcome = "no exemption" if contrast.outcome is None else words.brief(contrast.outcome)
            if contrast.holds == "always":
                also = f", and under {outcome}" if contrast.outcome is not None else ""
                yield Line(1, f"{contrast.impact} qualifies under {other}{also}.")
                yield from self._beside(contrast)
                continue
            may = ", which may hold" if contrast.holds == "sometimes" else ""
            yield Line(1, f"{contrast.impact}: {outcome}, not {other}{may}.")
            for address in contrast.missing:
                yield from self._labelled(f"{other} fails", address)
            for address in contrast.differs:
                yield from self._labelled(f"{outcome} holds", address)
            if contrast.same:
                yield Line(2, f"The same for both: {words.counted(contrast.same, 'condition')}.")
            yield from self._beside(contrast)

    def _beside(self, contrast: Contrast) -> Iterator[Line]:
        compared = [clause for clause in (contrast.outcome, contrast.instead_of) if clause is not None]
        for other in contrast.beside:
            barred = {clause: f" ({words.briefs(by, 'and')})" if by else "" for clause, by in other.barred}
            said = [f"{words.brief(clause)} may not be used{by}" for clause, by in barred.items()]
            said += [f"{words.brief(clause)} may" for clause in compared if clause not in barred]
            yield Line(2, f"Beside {other.impact} under {words.briefs(other.clauses)}: {'; '.join(said)}.")

    def _labelled(self, label: str, address: str) -> Iterator[Line]:
        head, *rest = self._tree(address, 2)
        yield Line(2, f"{label}: {_lowered(head.text)}", head.steps)
        yield from rest

    # --- clauses

    def _clauses(self, title: str, answers: Sequence[ClauseAnswer]) -> Iterator[Line]:
        if not answers:
            return
        yield Line(0, title)
        for answer in answers:
            yield from self._clause(answer)

    def _clause(self, answer: ClauseAnswer, depth: int = 1) -> Iterator[Line]:
        again = answer.why[0].step in self.told
        if answer.holds == "sometimes":
            yes, no = answer.why
            brief = words.brief(answer.provision)
            yield Line(depth, f"{answer.impact} may qualify under {brief}{_depends(answer)}.")
            for why, way in ((yes, "It does"), (no, "It does not")):
                yield Line(depth + 1, f"{way} {self._side(why)}:")
                yield from self._why(why, depth + 2)
        else:
            several = len(answer.why) > 1
            for why in answer.why:
                if several:
                    yield Line(depth, f"{words.capital(self._side(why))}:")
                yield from self._why(why, depth + several, answer.failed)
        for change in answer.readings if not again else ():
            verb = {"always": "it qualifies", "sometimes": "it may qualify", "never": "it does not qualify"}[
                change.holds
            ]
            yield Line(depth + 1, f"Read with {change.reading} = {change.choice}: {verb}.")

    def _side(self, why: Why) -> str:
        """What is open and used on one side, with the value it has there."""
        found: dict[str, str] = {}
        for address in (why.step, *why.tests):
            for fact in self._facts(address, set()):
                if fact.taken is not None:
                    found[fact.title] = fact.taken
        if not found:  # what was told looks at none of it
            taken = next((side.takes for side in self.explained.sides if side.id == why.side), ())
            found = {value.title: value.value for value in taken} if len(taken) <= _FEW else {}
        said = ", ".join(f"{title} {value}" for title, value in found.items())
        return f"with {words.with_citations(said)}" if found else "in some case"

    def _facts(self, address: str, seen: set[str]) -> Iterator[FactUsed]:
        if address in seen or address not in self.steps:
            return
        seen.add(address)
        step = self.steps[address]
        yield from step.facts
        for below in step.because:
            yield from self._facts(below, seen)

    def _why(self, why: Why, depth: int, failed: int = 0) -> Iterator[Line]:
        step = self.steps[why.step]
        if self.explained.level == "short":
            self.told.update((why.step, *why.tests))
            yield Line(depth, self._short(step, why, failed), (why.step, *why.tests))
            return
        before = why.step in self.told
        yield self._line(step, depth)
        for address in why.tests:
            if not before or address not in self.told:
                yield from self._tree(address, depth + 1)
        if before:
            return
        for address in step.because:
            if address not in self.told:
                yield from self._tree(address, depth + 1)

    def _short(self, step: Step, why: Why, failed: int) -> str:
        text = words.with_citations(step.sentence)
        if not step.holds and why.tests:
            first = self.steps[why.tests[0]]
            more = f", and {words.counted(failed - 1, 'more condition')}" if failed > 1 else ""
            return f"{words.bare(text)}: {_lowered(words.bare(self._said(first)))}{more}."
        return text

    def _tree(self, address: str, depth: int) -> Iterator[Line]:
        step = self.steps[address]
        told = address in self.told
        yield self._line(step, depth)
        if not told:
            for below in step.because:
                if self.full or below not in self.told:
                    yield from self._tree(below, depth + 1)

    def _line(self, step: Step, depth: int) -> Line:
        text = self._said(step)
        if step.address in self.told:
            again = " (see above)" if step.because or step.facts else ""
            return Line(depth, f"{words.bare(text)}{again}.", (step.address,))
        self.told.add(step.address)
        told = [fact_words(fact) for fact in step.facts]
        if self.full or not told:
            told += [f"reading {name}: {choice}" for name, choice in step.readings]
        facts = words.with_citations("; ".join(told))
        return Line(depth, f"{text} [{facts}]" if facts else text, (step.address,))

    def _said(self, step: Step) -> str:
        sentence = words.with_citations(words.bare(step.sentence))
        margin = f" ({step.margin.words})" if step.margin is not None else ""
        cited = ""
        labelled = step.predicate == "consequence"  # its provision stands before it
        if self.full and not labelled and step.provision is not None and words.brief(step.provision) not in sentence:
            cited = f", {words.brief(step.provision)}"
        return f"{sentence}{margin}{cited}."

    # --- what is far

    def _far(self, answers: Sequence[ClauseAnswer]) -> Iterator[Line]:
        """What is out of reach, in a line for each reason."""
        groups: dict[str, list[ClauseAnswer]] = {}
        for answer in answers:
            groups.setdefault(self._far_why(answer), []).append(answer)
        # The same clauses for several impacts: their reasons in one line.
        merged: dict[tuple[str, ...], list[str]] = {}
        for reason, found in groups.items():
            clauses = sorted(dict.fromkeys(answer.provision for answer in found), key=words.statutory)
            merged.setdefault(tuple(clauses), []).append(reason)
        if groups:
            yield Line(0, "Out of reach")
        for provisions, reasons in merged.items():
            found = [answer for reason in reasons for answer in groups[reason]]
            roots = [address for answer in found for why in answer.why for address in (why.step, *why.tests)]
            steps = tuple(dict.fromkeys(address for root in roots for address in self._all(root)))
            self.told.update(steps)
            yield Line(1, f"{_cited(provisions)}: {'; '.join(reasons)}.", steps)

    def _all(self, address: str) -> tuple[str, ...]:
        """A step and all below it that were not told yet: at the full level too, these are told in one line."""
        found: dict[str, None] = {}
        left = [address]
        while left:
            at = left.pop()
            if at not in found and (at == address or at not in self.told):
                found[at] = None
                left += self.steps[at].because
        return tuple(found)

    def _reworded(self, answer: ClauseAnswer) -> bool:
        """Whether an act gave a clause another wording, which stands beside it."""
        return any(other.provision.startswith(f"{answer.provision}@") for other in self.explained.clauses)

    def _far_why(self, answer: ClauseAnswer) -> str:
        if answer.standing == "not in force":
            _, _, act = answer.provision.partition("@")
            wording = (
                f"its wording by {act} is " if act else "in the wording seen first, " if self._reworded(answer) else ""
            )
            return f"{wording}not in force on {self.project.law_on.isoformat()}"
        facts = [fact for why in answer.why for address in why.tests for fact in self.steps[address].facts]
        return "; ".join(dict.fromkeys(fact_words(fact) for fact in facts)) or f"not about work such as {answer.impact}"


def _cited(provisions: Sequence[str]) -> str:
    """Clauses of this section first, `subds.` once; then those of others."""
    home = [p for p in provisions if words.split_id(p)[0] == words.HOME]
    rest = [words.brief(p) for p in provisions if p not in home]
    return words.listing([words.briefs(home, "and"), *rest] if home else rest)


def _within(sentence: str) -> str:
    """A sentence to stand within another."""
    return _lowered(words.bare(words.with_citations(sentence)))


def _lowered(text: str) -> str:
    """A text that may begin with a capital only for being first."""
    return text[:1].lower() + text[1:] if text.startswith(("The ", "Too ", "What ", "Neither ", "No ", "It ")) else text


def _ranked(missed: Sequence[ClauseAnswer]) -> bool:
    """Whether some of these came nearer than others."""
    return len({(answer.nearness, answer.failed) for answer in missed}) > 1


def _depends(answer: ClauseAnswer) -> str:
    parts = [
        f"{verb} if {facts_words(sets[0])}"
        for verb, sets in (("it does", answer.depends_on.yes), ("it does not", answer.depends_on.no))
        if sets and sets[0]
    ]
    return words.with_citations(f": {'; '.join(parts)}") if parts else ""


def fact_words(fact: FactUsed) -> str:
    """`type of lane_fill: 2 (line 18, by panel)`."""
    notes = [f"line {fact.line}"] if fact.line else []
    status = {"unstated": "not stated", "closed": "not stated"}.get(fact.status, fact.status)
    if status != "stated" and status != fact.value:
        notes.append(status)
    if fact.taken is not None and fact.taken != fact.value:
        notes.append(f"here {fact.taken}")
    source = words.sourced(fact.source)
    if source:
        notes.append(source)
    return f"{fact.title}: {fact.value}" + (f" ({', '.join(notes)})" if notes else "")
