"""A bill against a law: does each stroke fit what stands there, and which rows does it add?

A stroke *fits*, is *already law*, or *clashes*. Against the law it was drafted against, a clash is a mistake in the bill;
against another law it is news. Rows are the law's own (`value`, `item`, `strikes`, `enacts`, `repeals`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from lexempt.amending.bill import Bill, Operation, Section, Stroke
from lexempt.amending.references import references_to
from lexempt.amending.standing import Provision, Standing, walk
from lexempt.amending.terms import (
    MOST,
    Condition,
    condition_words,
    keys_of,
    kind_of,
    list_words,
    member_words,
    print_members,
    print_number_of,
    read_condition,
    read_members,
    read_number_of,
    term,
)
from lexempt.case import Diagnostic
from lexempt.language.facts import diagnostic
from lexempt.language.provisions import provision_id
from lexempt.language.quantities import read_number
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.adopted import Adopted
from lexempt.law.program import LawValue, load_law
from lexempt.law.vocabulary import Vocabulary, load_vocabulary, normal
from lexempt.records import NamedTuple
from lexempt.solving.rows import LawRow, law_rows

Status: TypeAlias = Literal["fits", "already law", "clashes"]
SECTION = "103G.2241"
"""The section whose exemptions a bill can add to."""
_LISTS = {"if": "requires", "unless": "excepts"}


class Change(NamedTuple):
    """One stroke against one law: what it does to which provision, and whether it fits there."""

    line: int
    provision: str
    words: str
    status: Status
    note: str | None = None


class Fitted(NamedTuple):
    """A bill against a law: mistakes and warnings, each stroke's fate, the rows it adds and the facts beside them."""

    bill: Bill
    law: Standing
    diagnostics: tuple[Diagnostic, ...]
    changes: tuple[Change, ...]
    rows: tuple[LawRow, ...]
    beside: tuple[str, ...]
    units: tuple[tuple[str, str, str | None], ...]

    @property
    def amended(self) -> Standing:
        """The law with the bill adopted."""
        return all_adopted(self.law, (self,))

    @property
    def adopted(self) -> Adopted:
        """For the solver."""
        units = {(c, n): unit for c, n, unit in self.units}
        values = tuple(
            LawValue(c, n, int(v), units.get((c, n)), act)
            for predicate, (c, n, v, act) in ((r.predicate, r.args) for r in self.rows if r.predicate == "value")
        )
        day = self.bill.expires
        return Adopted(
            self.bill.name,
            tuple(as_fact(row, units) for row in self.rows),
            self.beside,
            values,
            day.year * 10_000 + day.month * 100 + day.day if day else 99999999,
        )


def all_adopted(law: Standing, bills: Sequence[Fitted]) -> Standing:
    """A law with several bills adopted, the last one latest in final enactment."""
    rows = (*law_rows(), *(row for bill in bills for row in bill.rows))
    units = {(c, n): unit for bill in bills for c, n, unit in bill.units}
    return walk(rows, (*law.acts, *(bill.bill.name for bill in bills)), units)


def as_fact(row: LawRow, units: dict[tuple[str, str], str | None]) -> str:
    """A row as clingo reads it, without the full stop."""
    predicate, args = row
    if predicate == "value":
        c, n, v, act = args
        unit = units.get((c, n))
        return f'value("{c}",{term(n)},{v}{"*" + unit if unit else ""},"{act}")'
    if predicate == "item":
        c, n, v, act = args
        return f'item("{c}",{term(n)},{term(v)},"{act}")'
    if predicate == "strikes":
        act, c, n, v = args
        return f'strikes("{act}","{c}",{term(n)},{term(v)})'
    act, c = args
    return f'{predicate}("{act}","{c}")'


def fit(bill: Bill, law: Standing, vocabulary: Vocabulary | None = None) -> Fitted:
    """The bill against a law, which has at least one act."""
    fitter = _Fitter(bill, law, vocabulary or load_vocabulary())
    for section in bill.sections:
        if section.id:
            fitter.section(section)
    if not fitter.rows and not any(d.severity == "error" for d in fitter.found):
        problem = Problem(
            "W220", f"`{bill.name}` changes nothing", 0, 1, "a stroke that changes the law", None, "warning"
        )
        fitter.found.append(diagnostic(problem, bill.sections[0].line if bill.sections else None, bill.path))
    return Fitted(
        bill, law, tuple(dict.fromkeys(fitter.found)), tuple(fitter.changes), tuple(dict.fromkeys(fitter.rows)),
        tuple(dict.fromkeys(fitter.beside)), tuple((c, n, unit) for (c, n), unit in fitter.units.items()),
    )  # fmt: skip


class _Fitter:
    def __init__(self, bill: Bill, law: Standing, vocabulary: Vocabulary) -> None:
        self.bill, self.law, self.vocabulary = bill, law, vocabulary
        self.act = bill.name
        self.found: list[Diagnostic] = []
        self.changes: list[Change] = []
        self.rows: list[LawRow] = []
        self.beside: list[str] = []
        self.units: dict[tuple[str, str], str | None] = {(v.provision, v.name): v.unit for v in load_law().values}

    def report(self, problem: Problem, line: int) -> None:
        self.found.append(diagnostic(problem, line, self.bill.path))

    def clash(self, problem: Problem, line: int, provision: str, words: str) -> None:
        self.report(problem, line)
        self.changes.append(Change(line, provision, words, "clashes", problem.message))

    def change(self, line: int, provision: str, words: str, note: str | None = None) -> None:
        self.changes.append(Change(line, provision, words, "fits", note))

    def idle(self, stroke_line: int, at: Piece, provision: str, words: str, message: str) -> None:
        """Something that is so already: said, not refused."""
        self.report(Problem("W221", message, at.start, at.end, None, None, "warning"), stroke_line)
        self.changes.append(Change(stroke_line, provision, words, "already law", message))

    # --- sections

    def section(self, section: Section) -> None:
        if section.kind == "add":
            self.add(section)
            return
        known = self.law.below(section.id)
        if not known:
            expected = "a provision that is encoded (`lexempt law show 103G.2241` lists them)"
            helping = did_you_mean(section.id, self.law.provisions)
            at = section.provision
            message = f"{shown(at.text)} is no provision of this law"
            self.clash(
                Problem("E203", message, at.start, at.end, expected, helping), section.line, section.id, section.kind
            )
            return
        if section.kind == "amend" and section.many:
            self.amend_all(section, known)
        elif section.kind == "amend":
            self.amend(section)
        elif section.kind == "reinstate":
            self.reinstate(section, known)
        else:
            self.repeal(section, known)

    def amend(self, section: Section) -> None:
        present = self.law.provisions.get(section.id)
        if present is None:
            below = listed(self.law.below(section.id), most=6)
            at = section.provision
            message = f"{shown(at.text)} has no text of its own to amend"
            self.clash(Problem("E203", message, at.start, at.end, f"one of {below}"), section.line, section.id, "amend")
            return
        if present.state == "not in force":
            at = section.provision
            message = f"{shown(at.text)} is not in force in this law"
            self.clash(
                Problem("E211", message, at.start, at.end, None, f"write `reinstate {section.id}`"),
                section.line,
                section.id,
                "amend",
            )
            return
        keys = keys_of(present, self.vocabulary)
        for stroke in section.strokes:
            key = normal(stroke.key.text)
            if key in _LISTS:
                self.conditions(stroke, present, key)
            elif keys.get(key) in present.numbers:
                self.number(stroke, present, keys[key])
            elif key in keys:
                self.members(stroke, present, keys[key])
            else:
                names = dict.fromkeys(list_words(n, self.vocabulary) for n in keys.values())
                there = listed([*names, *_LISTS], "and")
                at = stroke.key
                message = f"{present.id} has no {shown(at.text)}"
                helping = did_you_mean(at.text, [*names, *_LISTS], "a new condition is written `if: insert ...`")
                self.clash(
                    Problem("E209", message, at.start, at.end, f"what stands there: {there}", helping),
                    stroke.line,
                    present.id,
                    at.text,
                )

    def amend_all(self, section: Section, known: Sequence[str]) -> None:
        """`amend 103G.2241/9/a/*`: each stroke goes to every provision below that has such a number or list."""
        below = [self.law.provisions[p] for p in known if p != section.id]
        standing = [p for p in below if p.state != "not in force"]
        for stroke in section.strokes:
            key = normal(stroke.key.text)
            fits = [p for p in standing if key in _LISTS or key in keys_of(p, self.vocabulary)]
            for provision in fits:
                self.amend(section._replace(id=provision.id, strokes=(stroke,)))
            if not fits:
                at = stroke.key
                names = dict.fromkeys(
                    list_words(n, self.vocabulary) for p in standing for n in keys_of(p, self.vocabulary).values()
                )
                message = f"no provision below {section.id} has {shown(at.text)}"
                expected = f"what stands there: {listed(names, 'and')}"
                problem = Problem("E209", message, at.start, at.end, expected, did_you_mean(at.text, names))
                self.clash(problem, stroke.line, section.id, at.text)

    # --- strokes

    def number(self, stroke: Stroke, present: Provision, name: str) -> None:
        now = present.numbers[name]
        kind = kind_of(name, now)
        shows = print_number_of(name, now)
        olds = [o.old for o in stroke.operations if o.old is not None]
        news = [o.new for o in stroke.operations if o.new is not None]
        key = name.replace("_", " ")
        words = f"{key}: {_operations(stroke.operations)}"
        if len(stroke.operations) == 1 and stroke.operations[0].deed == "times":
            self.multiplied(stroke, present, name, news[0], words)
            return
        if len(olds) != 1 or len(news) != 1 or any(o.deed == "times" for o in stroke.operations):
            at = stroke.rest or stroke.key
            message = f"`{key}` is one number: one is struck, one is inserted"
            helping = f"write `{key}: strike {shows}, insert ...`"
            self.clash(
                Problem("E206", message, at.start, at.end, f"what stands there: {shows}", helping),
                stroke.line,
                present.id,
                words,
            )
            return
        note = None
        as_seen = now.unseen and normal(olds[0].text) == "unknown"
        old = now.number if as_seen else read_number_of(olds[0], kind)
        new = read_number_of(news[0], kind)
        for problem in (old, new):
            if isinstance(problem, Problem):
                self.clash(problem, stroke.line, present.id, words)
        if isinstance(old, Problem) or isinstance(new, Problem):
            return
        if old != now.number:
            message = f"`{key}` of {present.id} is not {shown(olds[0].text)}"
            self.clash(
                Problem("E214", message, olds[0].start, olds[0].end, f"what stands there: {shows}", f"write `strike {shows}`"),
                stroke.line, present.id, words,
            )  # fmt: skip
            return
        if now.unseen:
            note = f"{shows} is what was last seen; a later act may have changed it"
        if new == now.number and not now.unseen:
            self.idle(stroke.line, news[0], present.id, words, f"`{key}` of {present.id} is {shows} already")
            return
        self.rows.append(LawRow("value", (present.id, name, str(new), self.act)))
        self.change(stroke.line, present.id, words, note)

    def multiplied(self, stroke: Stroke, present: Provision, name: str, by: Piece, words: str) -> None:
        """`amount: times 2`."""
        now = present.numbers[name]
        number = re.fullmatch(r"[\d,./ ]+", by.text) and read_number(by)
        if not isinstance(number, Fraction) or kind_of(name, now) == "date":
            message = f"{shown(by.text)} is no factor for `{name.replace('_', ' ')}`"
            self.clash(
                Problem("E208", message, by.start, by.end, "a number such as `2` or `1/2`"),
                stroke.line,
                present.id,
                words,
            )
            return
        product = now.number * number
        if product.denominator != 1 or product > MOST:
            message = f"{print_number_of(name, now)} times {by.text} is no whole number of its unit, or too large"
            self.clash(
                Problem("E208", message, by.start, by.end, "a factor that gives a whole number"),
                stroke.line,
                present.id,
                words,
            )
            return
        note = "of what was last seen; a later act may have changed it" if now.unseen else None
        if product == now.number and not now.unseen:
            self.idle(stroke.line, by, present.id, words, f"`{name.replace('_', ' ')}` of {present.id} stays as it is")
            return
        self.rows.append(LawRow("value", (present.id, name, str(product.numerator), self.act)))
        after = print_number_of(name, now._replace(number=product.numerator))
        self.change(stroke.line, present.id, f"{words} ({print_number_of(name, now)} to {after})", note)

    def members(self, stroke: Stroke, present: Provision, name: str) -> None:
        now = present.lists.get(name, ())
        key = list_words(name, self.vocabulary)
        stands = print_members(name, now, self.vocabulary) or "nothing"
        for operation in stroke.operations:
            words = f"{key}: {_operations((operation,))}"
            fine = True
            if operation.deed == "times":
                self.no_factor(operation, stroke.line, present.id, words)
                continue
            for piece, deed in ((operation.old, "strike"), (operation.new, "insert")):
                if piece is None:
                    continue
                found = read_members(name, piece, now, self.vocabulary)
                if isinstance(found, Problem):
                    found = found._replace(help=found.help or f"what stands there: {stands}")
                    self.clash(found, stroke.line, present.id, words)
                    fine = False
                    break
                for member in found:
                    spelt = member_words(name, member, self.vocabulary)
                    if deed == "strike" and member not in now:
                        message = f"`{spelt}` is not on the list `{key}` of {present.id}"
                        helping = did_you_mean(spelt, [member_words(name, m, self.vocabulary) for m in now])
                        self.clash(
                            Problem("E214", message, piece.start, piece.end, f"what stands there: {stands}", helping),
                            stroke.line, present.id, words,
                        )  # fmt: skip
                        fine = False
                    elif deed == "insert" and member in now:
                        self.idle(
                            stroke.line,
                            piece,
                            present.id,
                            words,
                            f"`{spelt}` is on the list `{key}` of {present.id} already",
                        )
                        fine = False
                    elif (
                        deed == "insert"
                        and "/" in member
                        and member not in self.law.provisions
                        and not self.law.below(member)
                    ):
                        self.clash(self.dangling(piece, member), stroke.line, present.id, words)
                        fine = False
                    elif deed == "strike":
                        self.rows.append(LawRow("strikes", (self.act, present.id, name, member)))
                    else:
                        self.rows.append(LawRow("item", (present.id, name, member, self.act)))
            if fine:
                self.change(stroke.line, present.id, words)

    def no_factor(self, operation: Operation, line: int, provision: str, words: str) -> None:
        at = operation.new or Piece("", 0, 1)
        message = "only a number can be multiplied"
        self.clash(
            Problem("E206", message, at.start, at.end, "`strike`, `insert` or `replace`"), line, provision, words
        )

    def dangling(self, piece: Piece, provision: str) -> Problem:
        helping = did_you_mean(provision, self.law.provisions)
        message = f"{shown(provision)} is no provision of this law: the reference would dangle"
        return Problem("E203", message, piece.start, piece.end, "a provision that is there", helping)

    def conditions(self, stroke: Stroke, present: Provision, key: str) -> None:
        name = _LISTS[key]
        now = present.lists.get(name, ())
        stands = listed([f"`{condition_words(c, present, self.vocabulary)}`" for c in now], "and") or "no condition"
        for operation in stroke.operations:
            words = f"{key}: {_operations((operation,))}"
            fine = True
            if operation.deed == "times":
                self.no_factor(operation, stroke.line, present.id, words)
                continue
            for piece, deed in ((operation.old, "strike"), (operation.new, "insert")):
                if piece is None or not fine:
                    continue
                found = read_condition(piece, self.vocabulary, present if deed == "strike" else None)
                if isinstance(found, Problem):
                    self.clash(found, stroke.line, present.id, words)
                    fine = False
                elif deed == "strike" and found.name not in now:
                    other = next((k for k, n in _LISTS.items() if found.name in present.lists.get(n, ())), None)
                    helping = f"it stands under `{other}:`" if other else None
                    message = f"{present.id} does not say `{key}: {piece.text}`"
                    self.clash(
                        Problem("E214", message, piece.start, piece.end, f"what stands there: {stands}", helping),
                        stroke.line, present.id, words,
                    )  # fmt: skip
                    fine = False
                elif deed == "strike":
                    self.rows.append(LawRow("strikes", (self.act, present.id, name, found.name)))
                elif found.name in now:
                    self.idle(stroke.line, piece, present.id, words, f"{present.id} says `{key}: {piece.text}` already")
                    fine = False
                else:
                    fine = self.insert_condition(stroke.line, piece, present, name, found, words)
            if fine:
                self.change(stroke.line, present.id, words)

    def insert_condition(
        self, line: int, piece: Piece, present: Provision, name: str, found: Condition, words: str
    ) -> bool:
        there = present.lists.get(found.name, ())
        if found.members and there and set(there) != set(found.members):
            key = list_words(found.name, self.vocabulary)
            message = f"{present.id} has a list `{key}` already, of other members"
            expected = f"what stands there: {print_members(found.name, there, self.vocabulary)}"
            helping = f"amend the list: `{key}: insert ...`, and ask for it with `{piece.text.split(' is ')[0]}`"
            self.clash(Problem("E213", message, piece.start, piece.end, expected, helping), line, present.id, words)
            return False
        self.rows += [LawRow("item", (present.id, found.name, m, self.act)) for m in found.members if m not in there]
        self.rows.append(LawRow("item", (present.id, name, found.name, self.act)))
        return True

    # --- whole provisions

    def repeal(self, section: Section, known: Sequence[str]) -> None:
        choice = self.references_choice(section)
        standing = [p for p in known if self.law.provisions[p].state in ("in force", "unseen")]
        at = section.provision
        if not standing:
            self.idle(section.line, at, section.id, section.kind, f"{section.id} is not in force already")
            return
        bill_repeals = {s.id for s in self.bill.sections if s.kind in ("repeal", "suspend")}
        open_references = [
            r for r in references_to(section.id, self.law) if not any(_within(r.of, other) for other in bill_repeals)
        ]
        named = [r for r in open_references if r.list is not None]
        read = [r for r in open_references if r.condition is not None and not self.struck_here(r.of, r.condition)]
        if choice is None and (named or read):
            places = [f"{r.of} (list `{list_words(r.list or '', self.vocabulary)}`)" for r in named]
            places += [f"{r.of} (`{(r.condition or '').replace('_', ' ')}` reads {r.to})" for r in read]
            message = (
                f"without {section.id}, {len(places)} reference{'s' if len(places) > 1 else ''} to it would dangle"
            )
            helping = "below the heading write `references: mend` (strike them from those lists) or `references: leave`"
            self.clash(
                Problem("E215", message, at.start, at.end, listed(places, "and", most=6), helping),
                section.line,
                section.id,
                section.kind,
            )
            return
        if choice == "mend":
            for r in named:
                self.rows.append(LawRow("strikes", (self.act, r.of, r.list or "", r.to)))
            if read:
                places = [f"{r.of} (`{(r.condition or '').replace('_', ' ')}` reads {r.to})" for r in read]
                message = f"{len(read)} condition{'s' if len(read) > 1 else ''} would still read {section.id}"
                helping = "strike or replace them in this bill (`amend ...`), or write `references: leave`"
                self.clash(
                    Problem("E215", message, at.start, at.end, listed(places, "and", most=6), helping),
                    section.line,
                    section.id,
                    section.kind,
                )
                return
        self.rows += [LawRow("repeals", (self.act, p)) for p in standing]
        note = None
        if choice == "mend" and named:
            note = "also struck from " + listed(
                [f"{r.of}, {list_words(r.list or '', self.vocabulary)}" for r in named], "and"
            )
        elif choice == "leave" and open_references:
            note = "left as they stand: the references in " + listed(
                dict.fromkeys(r.of for r in open_references), "and"
            )
        self.change(section.line, section.id, section.kind, note)

    def struck_here(self, provision: str, condition: str) -> bool:
        """Whether this bill strikes that condition itself (sections before this one)."""
        return any(
            row.predicate == "strikes" and row.args[1] == provision and row.args[3] == condition for row in self.rows
        )

    def references_choice(self, section: Section) -> str | None:
        choice = None
        for stroke in section.strokes:
            at = stroke.rest or stroke.key
            if normal(stroke.key.text) != "references" or normal(at.text) not in ("mend", "leave"):
                message = f"{shown(stroke.key.text + ': ' + at.text)} does not fit under `{section.kind}`"
                self.report(
                    Problem("E206", message, stroke.key.start, at.end, "`references: mend` or `references: leave`"),
                    stroke.line,
                )
            else:
                choice = normal(at.text)
        return choice

    def reinstate(self, section: Section, known: Sequence[str]) -> None:
        gone = [p for p in known if self.law.provisions[p].state == "not in force"]
        if not gone:
            at = section.provision
            self.idle(section.line, at, section.id, section.kind, f"{section.id} is in force already")
            return
        self.rows += [LawRow("enacts", (self.act, p)) for p in gone]
        self.change(section.line, section.id, section.kind)

    # --- a new provision

    def add(self, section: Section) -> None:
        at, new = section.provision, section.id
        if not self.addable(section):
            return
        words = f"add provision {new}"
        amount: int | None = None
        lists: dict[str, tuple[str, ...]] = {}
        asked: list[tuple[str, Condition]] = []
        wrong = False
        for stroke in section.strokes:
            rest = stroke.rest or stroke.key
            key = normal(stroke.key.text)
            problem: Problem | None = None
            if key == "amount":
                found = read_number_of(rest, "area")
                problem, amount = (found, None) if isinstance(found, Problem) else (None, found)
            elif key in _LISTS:
                condition = read_condition(rest, self.vocabulary, Provision(new, "", None, {}, lists))
                if isinstance(condition, Problem):
                    problem = condition
                elif condition.members and condition.name in lists and lists[condition.name] != condition.members:
                    message = f"`{list_words(condition.name, self.vocabulary)}` is said twice, and differently"
                    problem = Problem("E213", message, rest.start, rest.end, "one list of each kind in a provision")
                else:
                    asked.append((key, condition))
                    if condition.members:
                        lists[condition.name] = condition.members
            else:
                problem = self.new_list(stroke, rest, lists)
            if problem is not None:
                wrong = True
                self.clash(problem, stroke.line, new, words)
        reach = next((c.name for k, c in asked if k == "if" and c.members), None)
        if reach is None and not wrong:
            message = f"nothing says what {new} is about"
            helping = "the first `if:` with an attribute says so: `if: shoreland zone is outside`"
            self.clash(
                Problem("E216", message, at.start, at.end, "a line `if: ATTRIBUTE is VALUE`", helping),
                section.line,
                new,
                words,
            )
            wrong = True
        if wrong or reach is None:
            return
        self.write_new(new, amount, lists, asked, reach)
        self.change(section.line, new, words)

    def addable(self, section: Section) -> bool:
        new, at = section.id, section.provision
        parts = new.split("/")
        words = f"add provision {new}"
        if parts[0] != SECTION or len(parts) < 2 or not parts[1][0].isdigit():
            message = f"{shown(at.text)}: exemptions are added to subdivisions of {SECTION} only"
            self.clash(
                Problem("E217", message, at.start, at.end, f"such as `{SECTION}/9/d/3`"), section.line, new, words
            )
            return False
        if new in self.law.provisions and self.law.provisions[new].state != "not in force":
            message = f"{shown(at.text)} is there already"
            self.clash(
                Problem("E217", message, at.start, at.end, "an id that is free", f"write `amend {new}`"),
                section.line,
                new,
                words,
            )
            return False
        if section.after is not None:
            after = provision_id(section.after.text) or ""
            if not self.law.below(after) and after not in {s.id for s in self.bill.sections if s.kind == "add"}:
                self.clash(self.dangling(section.after, after), section.line, new, words)
                return False
        return True

    def new_list(self, stroke: Stroke, rest: Piece, lists: dict[str, tuple[str, ...]]) -> Problem | None:
        """`activity: drain or fill` in a new provision: a list."""
        from lexempt.amending.terms import attribute_by_words

        attribute = attribute_by_words(stroke.key.text, self.vocabulary)
        if attribute is None or attribute.type not in ("choice", "set", "county", "yes_no"):
            at = stroke.key
            expected = "`amount`, `if`, `unless`, or an attribute with words as values"
            helping = did_you_mean(
                at.text, ["amount", "if", "unless", *(a.words for a in self.vocabulary.of("impact"))]
            )
            return Problem("E209", f"a provision has no {shown(at.text)}", at.start, at.end, expected, helping)
        found = read_members(attribute.name, rest, (), self.vocabulary)
        if isinstance(found, Problem):
            return found
        lists[attribute.name] = found
        return None

    def write_new(
        self,
        new: str,
        amount: int | None,
        lists: dict[str, tuple[str, ...]],
        asked: list[tuple[str, Condition]],
        reach: str,
    ) -> None:
        parts = new.split("/")
        self.rows.append(LawRow("enacts", (self.act, new)))
        self.rows += [LawRow("item", (new, name, m, self.act)) for name, members in lists.items() for m in members]
        self.rows.append(LawRow("item", (new, "reaches", reach, self.act)))
        documented = load_law().conditions
        read = {a for _, c in asked if c.name in documented for a in documented[c.name].reads}
        names = {"if": [c.name for k, c in asked if k == "if"], "unless": [c.name for k, c in asked if k == "unless"]}
        for name in lists:
            # A list that no condition looks at is a condition itself.
            if name not in read and name not in names["if"] and name not in names["unless"]:
                names["if"].append(name)
        for key, conditions in names.items():
            self.rows += [
                LawRow("item", (new, _LISTS[key], c, self.act)) for c in dict.fromkeys(conditions) if c != reach
            ]
        subdivision = parts[1]
        self.beside.append(f'exemption("{new}")')
        if subdivision.isdigit():
            self.beside.append(f'in_subdivision("{new}",{int(subdivision)})')
        if amount is not None:
            self.units[new, "amount"] = "sqft"
            self.rows.append(LawRow("value", (new, "amount", str(amount), self.act)))
            self.beside.append(f'amount_clause("{new}")')
            self.beside.append(f'in_paragraph("{new}","{"/".join(parts[:3])}")')


def _operations(operations: Sequence[Operation]) -> str:
    words = []
    for o in operations:
        if o.deed == "replace" and o.old is not None and o.new is not None:
            words.append(f"replace {o.old.text} with {o.new.text}")
        else:
            piece = o.old or o.new
            words.append(f"{o.deed} {piece.text if piece is not None else ''}")
    return ", ".join(words)


def _within(provision: str, above: str) -> bool:
    return provision == above or provision.startswith(above + "/")


__all__ = ["Change", "Fitted", "all_adopted", "as_fact", "fit"]
