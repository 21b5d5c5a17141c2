"""A new provision: an exemption under 103G.2241, written over the vocabulary."""

from __future__ import annotations

from lexempt.amending.bill import Section, Stroke
from lexempt.amending.desk import CONDITIONS, Desk, dangling
from lexempt.amending.standing import Provision
from lexempt.amending.terms import (
    Condition,
    attribute_by_words,
    list_words,
    read_condition,
    read_members,
    read_number_of,
)
from lexempt.language.provisions import provision_id
from lexempt.language.suggest import did_you_mean, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.program import load_law
from lexempt.law.vocabulary import normal
from lexempt.solving.rows import LawRow

SECTION = "103G.2241"
"""The section whose exemptions a bill can add to."""


def add(desk: Desk, section: Section) -> None:
    at, new = section.provision, section.id
    if not addable(desk, section):
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
        elif key in CONDITIONS:
            condition = read_condition(rest, desk.vocabulary, Provision(new, "", None, {}, lists))
            if isinstance(condition, Problem):
                problem = condition
            elif condition.members and condition.name in lists and lists[condition.name] != condition.members:
                message = f"`{list_words(condition.name, desk.vocabulary)}` is said twice, and differently"
                problem = Problem("E213", message, rest.start, rest.end, "one list of each kind in a provision")
            else:
                asked.append((key, condition))
                if condition.members:
                    lists[condition.name] = condition.members
        else:
            problem = new_list(desk, stroke, rest, lists)
        if problem is not None:
            wrong = True
            desk.clash(problem, stroke.line, new, words)
    reach = next((c.name for k, c in asked if k == "if" and c.members), None)
    if reach is None and not wrong:
        message = f"nothing says what {new} is about"
        helping = "the first `if:` with an attribute says so: `if: shoreland zone is outside`"
        desk.clash(
            Problem("E216", message, at.start, at.end, "a line `if: ATTRIBUTE is VALUE`", helping),
            section.line,
            new,
            words,
        )
        wrong = True
    if wrong or reach is None:
        return
    write_new(desk, new, amount, lists, asked, reach)
    desk.change(section.line, new, words)


def addable(desk: Desk, section: Section) -> bool:
    new, at = section.id, section.provision
    parts = new.split("/")
    words = f"add provision {new}"
    if parts[0] != SECTION or len(parts) < 2 or not parts[1][0].isdigit():
        message = f"{shown(at.text)}: exemptions are added to subdivisions of {SECTION} only"
        desk.clash(Problem("E217", message, at.start, at.end, f"such as `{SECTION}/9/d/3`"), section.line, new, words)
        return False
    if new in desk.law.provisions and desk.law.provisions[new].state != "not in force":
        message = f"{shown(at.text)} is there already"
        desk.clash(
            Problem("E217", message, at.start, at.end, "an id that is free", f"write `amend {new}`"),
            section.line,
            new,
            words,
        )
        return False
    if section.other is not None:
        after = provision_id(section.other.text) or ""
        if not desk.law.below(after) and after not in {s.id for s in desk.bill.sections if s.kind == "add"}:
            desk.clash(dangling(desk, section.other, after), section.line, new, words)
            return False
    return True


def new_list(desk: Desk, stroke: Stroke, rest: Piece, lists: dict[str, tuple[str, ...]]) -> Problem | None:
    """`activity: drain or fill` in a new provision: a list."""
    attribute = attribute_by_words(stroke.key.text, desk.vocabulary)
    if attribute is None or attribute.type not in ("choice", "set", "county", "yes_no"):
        at = stroke.key
        expected = "`amount`, `if`, `unless`, or an attribute with words as values"
        helping = did_you_mean(at.text, ["amount", "if", "unless", *(a.words for a in desk.vocabulary.of("impact"))])
        return Problem("E209", f"a provision has no {shown(at.text)}", at.start, at.end, expected, helping)
    found = read_members(attribute.name, rest, (), desk.vocabulary)
    if isinstance(found, Problem):
        return found
    lists[attribute.name] = found
    return None


def write_new(
    desk: Desk,
    new: str,
    amount: int | None,
    lists: dict[str, tuple[str, ...]],
    asked: list[tuple[str, Condition]],
    reach: str,
) -> None:
    parts = new.split("/")
    desk.rows.append(LawRow("enacts", (desk.act, new)))
    desk.rows += [LawRow("item", (new, name, m, desk.act)) for name, members in lists.items() for m in members]
    desk.rows.append(LawRow("item", (new, "reaches", reach, desk.act)))
    documented = load_law().conditions
    read = {a for _, c in asked if c.name in documented for a in documented[c.name].reads}
    names = {"if": [c.name for k, c in asked if k == "if"], "unless": [c.name for k, c in asked if k == "unless"]}
    for name in lists:
        # A list that no condition looks at is a condition itdesk.
        if name not in read and name not in names["if"] and name not in names["unless"]:
            names["if"].append(name)
    for key, conditions in names.items():
        desk.rows += [
            LawRow("item", (new, CONDITIONS[key], c, desk.act)) for c in dict.fromkeys(conditions) if c != reach
        ]
    subdivision = parts[1]
    desk.beside.append(f'exemption("{new}")')
    if subdivision.isdigit():
        desk.beside.append(f'in_subdivision("{new}",{int(subdivision)})')
    if amount is not None:
        desk.units[new, "amount"] = "sqft"
        desk.rows.append(LawRow("value", (new, "amount", str(amount), desk.act)))
        desk.beside.append(f'amount_clause("{new}")')
        desk.beside.append(f'in_paragraph("{new}","{"/".join(parts[:3])}")')
