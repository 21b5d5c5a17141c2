"""An independent checker of explanations: is every step true, and does it follow by the rule it names?

It shares no code with the product and needs no solver. From the rule table (`lexempt law rules`) and the facts (`lexempt
check --show atoms`, `--show facts`) it computes whatever a step (`lexempt explain --format json`) claims.
"""

import operator
import re
from fractions import Fraction
from functools import cache
from typing import Any

TESTS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne}
RECKONING = {"+": operator.add, "-": operator.sub, "*": operator.mul}
SUMS, ATOMS = ("sum", "count"), ("is", "not")
GIVEN = ("in_force", "listed", "current", "asks", "reads", "fact", "keyed")  # told without steps, computed here

def word(text: str) -> Any:
    text = text.strip().strip('"')
    return int(text) if text.lstrip("-").isdigit() else f"?{text}" if text[:1].isupper() else text

def frozen(term: Any) -> Any:
    return tuple(map(frozen, term)) if isinstance(term, list | tuple) else term

@cache
def variables(term: Any) -> frozenset[str]:
    if isinstance(term, tuple):
        return frozenset().union(*map(variables, term))
    return frozenset((term,) if isinstance(term, str) and term.startswith("?") else ())

def value(term: Any, bound: dict) -> Any:  # None while a variable of it has none
    if not isinstance(term, tuple):
        return bound.get(term) if variables(term) else term
    parts = [value(t, bound) for t in term]
    if term and term[0] in RECKONING and None not in parts:
        return RECKONING[term[0]](*parts[1:])
    return None if None in parts else tuple(parts)

def fits(terms: Any, values: Any, bound: dict) -> dict | None:
    """The bindings with which terms are these values (None is anything); None if there are none."""
    bound = dict(bound)
    for term, known in zip(terms, values, strict=True):
        compound = isinstance(term, tuple) and term[0] not in RECKONING
        if compound and isinstance(known, tuple) and len(known) == len(term):
            if (bound := fits(term, known, bound)) is None:
                return None
        elif known is not None and known != (bound.setdefault(term, known) if term in variables(term) else value(term, bound)):
            return None
    return bound

def said(term: Any, start: str = "") -> str:
    made = f"{term[0]}({','.join(map(said, term[1:]))})" if isinstance(term, tuple) else str(term)
    return start + ("_" if term is None else made)

class World:  # the facts and rules of one completion; what holds is computed when it is asked
    def __init__(self, table: dict, lines: list[str], more: list[tuple]) -> None:
        self.units, self.facts, self.rules, self.memo, lost = dict(table["constants"]), {}, {}, {}, []
        names: dict = dict(line[2:].split(" = ", 1) for line in lines if line.startswith("% ") and " = " in line)
        rules = [(r["id"], r["predicate"], r["terms"], r["body"], r["choice"]) for r in table["rules"]]
        for line in lines:
            atoms = [(p, [word(w) for w in a.split(",")]) for p, a in re.findall(r"(\w+)\(([^()]*)\)", line)]
            self.units.update((name, int(size)) for name, size in re.findall(r"^#const (\w+)=(\d+)", line))
            if line[0] not in "%#":
                if atoms[0][0] == "loss":
                    lost.append(atoms[0][1][0])
                    names[atoms[0][1][1]] = f"loss {lost.count(lost[-1])} of {names[lost[-1]]}"
                rules.append((line, *atoms[0], [("is", p, a) for p, a in atoms[1:]], False))
        for id, predicate, terms, body, choice in [*rules, *((None, a[0], a[1:], [], False) for a in more)]:
            head, made = self.ready(frozen(terms), names), self.ready(frozen(body), names)
            if body:
                self.rules.setdefault(predicate, []).append((id, head, made, choice))
            for at in ((predicate, *head[:1]), (predicate, None)) if not body else ():
                self.facts.setdefault(at, set()).add(head)

    def ready(self, term: Any, names: dict) -> Any:
        if isinstance(term, tuple):
            term = tuple(self.ready(t, names) for t in term)
            return value(term, {}) if term[:1] and term[0] in RECKONING and not variables(term) else term
        return self.units.get(names.get(term, term), names.get(term, term))

    def solve(self, predicate: str, pattern: tuple) -> set[tuple]:  # all atoms that fit a pattern (None: anything)
        key = (predicate, *pattern)
        if key not in self.memo:
            known = self.facts.get((predicate, pattern[0] if pattern else None), ())
            alike = (a for a in known if len(a) == len(pattern))
            self.memo[key] = {a for a in alike if all(map(lambda p, v: p in (None, v), pattern, a))}
            size = -1
            while size < len(self.memo[key]):  # again while it grows, for rules that ask themselves
                size = len(self.memo[key])
                for _, terms, body, choice in self.rules.get(predicate, ()):
                    bound = fits(terms, pattern, {}) if len(terms) == len(pattern) and not choice else None
                    if bound is not None:
                        self.memo[key] = self.memo[key] | {value(terms, b) for b in self.bodies(body, bound)}
        return self.memo[key]

    def order(self, body: tuple, bound: dict) -> list[tuple]:
        """The literals as written, but tests only once their variables have values."""
        left, found, known = list(body), [], set(bound)
        outer = known.union(*(variables(lit[1:]) for lit in body if lit[0] not in SUMS))
        while left:
            for lit in left:
                needs = variables(lit[1:]) & outer
                if lit[0] == "is":
                    needs = set().union(*(variables(t) for t in lit[2] if isinstance(t, tuple) and t[0] in RECKONING))
                for side, other in (lit[1:], lit[:0:-1]) if lit[0] == "=" else ():
                    needs -= {side} if variables(other) <= known else set()
                if needs <= known:
                    break
            left.remove(lit)
            found.append(lit)
            known |= variables(lit[1:]) & outer
        return found

    def bodies(self, body: tuple, bound: dict) -> list[dict]:
        bounds = [bound]
        for lit in self.order(body, bound):
            bounds = [b for one in bounds for b in self.test(lit, one)]
        return bounds

    def test(self, lit: tuple, bound: dict) -> list[dict]:
        if lit[0] in ATOMS:
            found = self.solve(lit[1], tuple(value(t, bound) for t in lit[2]))
            fit = [b for a in found if (b := fits(lit[2], a, bound)) is not None]
            return fit if lit[0] == "is" else [] if fit else [bound]
        compare, left, right, _ = self.sides(lit, bound)
        if compare == "=" and None in (left, right):
            return [{**bound, (lit[1] if left is None else lit[2]): right if left is None else left}]
        return [bound] if TESTS[compare](left, right) else []

    def sides(self, lit: tuple, bound: dict) -> tuple:
        """Operator and both sides of a comparison or sum, and the atoms within the sum with their bindings."""
        if lit[0] not in SUMS:
            return lit[0], value(lit[1], bound), value(lit[2], bound), []
        every = [(terms, conditions, b) for terms, conditions in lit[3] for b in self.bodies(conditions, bound)]
        found, inner = {value(terms, b) for terms, _, b in every}, [(part, b) for _, c, b in every for part in c]
        return lit[1], (len(found) if lit[0] == "count" else sum(t[0] for t in found)), value(lit[2], bound), inner

def follows(world: World, side: str, step: dict, steps: dict, full: bool) -> list[str]:  # what is wrong with a step
    (predicate, *rest), holds = frozen(step["atom"]), step["holds"]
    atom, rests, numbers = tuple(rest), set(), set()
    start = {True: side + ":" * bool(side), False: side + ":" * bool(side) + "not "}
    bad = [] if step["address"] == said((predicate, *atom), start[holds]) else ["its address is another's"]
    if bool(world.solve(predicate, atom)) != holds:
        return [*bad, "it is not true"]
    ruled = [] if predicate in GIVEN else world.rules.get(predicate, ())
    wanted = {r[0]: r for r in ruled if len(r[1]) == len(atom) and fits(r[1], atom, {}) is not None}
    if holds and ((step["rule"] is None) != (not ruled) or step["ways"]):
        bad.append("it names no rule, or too many")
    if full and not holds and {w["rule"] for w in step["ways"]} != wanted.keys():
        bad.append("it does not say how every rule fails")
    for way in [step, *step["ways"]] if step["rule"] else step["ways"]:
        if way["rule"] not in wanted:
            return [*bad, "no such rule for it"]
        bound, (_, terms, body, _) = {f"?{name}": frozen(v) for name, v in way["with"].items()}, wanted[way["rule"]]
        if fits(terms, atom, bound) is None or (holds and value(terms, bound) != atom):
            return [*bad, "the rule gives another atom"]
        for lit in world.order(body, fits(terms, atom, {}) or {}):
            ends = not holds and lit in body[way["at"] : way["at"] + 1]
            if bool(world.test(lit, bound)) == ends:
                return [*bad, f"{lit} does not end it" if ends else f"{lit} is not so"]
            _, left, right, inner = world.sides(lit, bound) if lit[0] not in ATOMS else (0, 0, 0, [(lit, bound)])
            truths = [(a, b, start[(a[0] == "is") != (ends and a is lit)]) for a, b in inner]
            keys = {said((a[1], *(value(t, b) for t in a[2])), begin) for a, b, begin in truths}
            keys, numbers = keys & steps.keys(), numbers | {left, right}
            rests |= keys if ends or holds else set()
            if ends:
                because = min(keys, default=None) if lit[0] in ATOMS else None
                bad += [] if way["because"] == because else ["a way rests on another step"]
                break
    bad += ["it rests on more, or on less"] if full and rests != set(step["because"]) else []
    for m in [step["margin"]] if step["margin"] and step["margin"]["unit"] != "days" else []:
        amount, limit, by = (Fraction(m[name].replace(",", "")) for name in ("value", "limit", "by"))
        tested = any({amount * u, limit * u // 1} <= numbers for u in {1, *world.units.values()})  # a share is cut
        bad += [] if abs(amount - limit) == by and (tested or not full) else ["its margin is of other numbers"]
    return bad + [f"no step {a}" for a in step["because"] if a not in steps]

def check(table: dict, lines: list[str], stated: list[str], chosen: list[tuple], project: dict) -> list[str]:
    """The complaints about one project. `lines` are its atoms, `stated` its facts, `chosen` readings set otherwise."""
    steps, sides = {step["address"]: step for step in project["steps"]}, project["sides"] or [{"id": "", "atoms": []}]
    worlds = {s["id"]: World(table, lines, [*chosen, *map(frozen, s["atoms"])]) for s in sides}
    every = [w for c in (*project["clauses"], {"why": project["verdicts"]}) for w in c["why"]]
    found = [f"no step {a}" for w in every for a in (w["step"], *w["tests"]) if a not in steps]
    found += ["an address twice"] * (len(steps) < len(project["steps"]))
    for world, name, terms in ((worlds[s["id"]], a[0], frozen(a[1:])) for s in sides for a in s["atoms"]):
        several = name == "fact" and world.solve("open", terms[:2]) and len(world.solve(name, (*terms[:2], None))) > 1
        chosen_by = (r for r in world.rules.get(name, ()) if r[3])
        if several or not any(world.bodies(r[2], fits(r[1], terms, {}) or {}) for r in chosen_by):
            found.append(f"{name} {terms} is not open")
    lines_of = ((re.split(r"\[| = ", f)[0].rpartition(".")[2], re.findall(r":(\d+)[,)]", f)[:1]) for f in stated)
    facts = {(name, int(n)) for name, numbers in lines_of for n in numbers}
    cited = {(rule["provision"], rule["act"]) for rule in table["rules"]} | {(None, None)}
    for at, step in steps.items():
        side = at.partition(":")[0] if at.partition(":")[0] in worlds else ""
        full = project["level"] == "full"
        bad = follows(worlds[side], side, step, steps, full) if side in worlds else ["no such side"]
        bad += [] if (step["provision"], step["act"]) in cited else ["it cites what is not in the table"]
        cites = ((f["fact"], f["line"]) for f in step["facts"] if f["line"])
        bad += [f"nobody states {fact}" for fact, line in cites if (fact.split(".")[1], line) not in facts]
        found += [f"{at}: {reason}" for reason in bad]
    return found
