"""A grounded batch of cases under one law set: base assumptions, open facts as literals, truths over completions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from lexempt.law.adopted import Adopted
from lexempt.law.program import citation, effective_acts, load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Truth
from lexempt.solving.candidates import sums_of
from lexempt.solving.compiled import compile_law, text_of
from lexempt.solving.draft import CaseAtoms, law_values
from lexempt.solving.engine import Answer, Begun, Session, Watch, read_answer
from lexempt.solving.relevant import given_by
from lexempt.solving.words import number

_REPEALING = 1_000_000
_AREA = ("impact", "area")
_FEW_CASES = 40
"""Up to so many cases, the rules that cannot fire are left out."""
_SUMMED, _EACH = 3, 8
"""Of so many impacts all sums are tried as amounts not seen; of more, these many alone."""
TELLING_CONSEQUENCES = "telling_consequences."
"""Among the facts beside a batch: what follows for a plan is told too."""


def needed_for(beside: Sequence[str]) -> frozenset[tuple[str, str]]:
    """What parts of the law are needed for, where these facts stand beside a batch."""
    return frozenset([("asked_for", "consequences")] if TELLING_CONSEQUENCES in beside else [])


class LawSet(NamedTuple):
    """The law a batch is judged by: the day (YYYYMMDD), its acts, provisions taken out with all below them, amendments."""

    on: int
    acts: tuple[str, ...]
    repealed: tuple[str, ...] = ()
    adopted: tuple[Adopted, ...] = ()
    switched: bool = False
    """Whether each amendment is open, to be adopted or not under assumptions (`adopted("NAME")`)."""

    @property
    def unseen(self) -> bool:
        """Whether any of its wording has not been seen."""
        return any(act in self.acts for _, _, act in unknown_values()) or any(a.unseen for a in self.adopted)

    def lines(self, top: int, tried: Sequence[int] = ()) -> list[str]:
        """Its facts. `top` is the largest amount an unseen value is tried at; `tried`: others that an area is tried at."""
        found = [f"law_on({self.on})."]
        if self.repealed:
            found.append(f'act("repealing",{_REPEALING},0,99999999).')
            for provision in provisions():
                if any(provision == r or provision.startswith(r + "/") for r in self.repealed):
                    found.append(f'repeals("repealing","{provision}").')
        for place, amendment in enumerate(self.adopted):
            found += amendment.lines(place, self.switched)
        for provision, name in self.unseen_numbers:
            between = tried if (provision, name) in _areas() else ()
            found.extend(f'candidate_value("{provision}",{name},{value}).' for value in (0, *between, top - 1))
        return found

    @property
    def unseen_numbers(self) -> tuple[tuple[str, str], ...]:
        """(provision, number): what an act or amendment may have changed in words that have not been seen."""
        of_acts = [(provision, name) for provision, name, act in unknown_values() if act in self.acts]
        of_bills = [at for amendment in self.adopted for at in amendment.unseen if at[1] != "wording"]
        return tuple(dict.fromkeys((*of_acts, *of_bills)))

    @property
    def reaches_further(self) -> bool:
        """Whether an amendment may ask of a clause what its own part of the law does not know: then every part is grounded."""
        return any(amendment.reaches_further for amendment in self.adopted)

    def cited(self, provision: str) -> str:
        """The number under which this law cites a provision: that of the last amendment or act that gives it one."""
        numbers = {known: number for amendment in self.adopted for known, number in amendment.cites}
        above = provision
        while numbers and above not in numbers and "/" in above:
            above = above.rpartition("/")[0]
        if above in numbers:
            return numbers[above] + provision[len(above) :]
        return citation(provision, self.acts)

    @property
    def beside(self) -> list[str]:
        """Facts of its amendments that no version chain decides: which clauses are exemptions, amounts, of which paragraph."""
        return [f"{row}." for row in dict.fromkeys(row for amendment in self.adopted for row in amendment.beside)]


@lru_cache(maxsize=1)
def provisions() -> tuple[str, ...]:
    """Every provision that the law names, in statutory order."""
    law = load_law()
    return tuple(sorted({g.provision for g in law.groups} | set(law.exemptions), key=order))


def unknown_values() -> tuple[tuple[str, str, str], ...]:
    """(provision, value, act): what an act may have changed in words we have not seen."""
    return load_law().unseen_values


def law_set(on: int, repealed: tuple[str, ...] = (), adopted: tuple[Adopted, ...] = ()) -> LawSet:
    """The law of a day, as amended by what has not expired by then."""
    acts = tuple(act.id for act in effective_acts(on))
    return LawSet(on, acts, repealed, tuple(amendment for amendment in adopted if on < amendment.end))


def _areas() -> frozenset[tuple[str, str]]:
    """(provision, number) of every area that the law, or a proposal in use, names."""
    return frozenset((v.provision, v.name) for v in law_values() if v.unit == "sqft")


def tried_amounts(items: Sequence[CaseAtoms]) -> tuple[int, ...]:
    """At what areas, scaled, an amount not seen is tried beside the extremes: the sums of the impacts' areas, or of the most that
    they can be. The least amount that suffices is one of them. Of many impacts only each is tried, and all."""
    found: set[int] = set()
    for item in items:
        ours = (i for (kind, _), i in item.ids.items() if kind == "impact")
        known = [item.areas[i] for i in ours if i in item.areas]
        most = [
            o.options[-1].value for o in item.opens if (o.settled.attribute.entity, o.settled.attribute.name) == _AREA
        ]
        areas = (*known, *(area for area in most if isinstance(area, Fraction)))
        sums = sums_of(areas) if len(areas) <= _SUMMED else (*areas[:_EACH], sum(areas, Fraction(0)))
        found.update(item.scale.area(area) for area in sums)
    return tuple(sorted(found - {0}))


class LawOpen(NamedTuple):
    """Something in the law itself that we have not seen: whether a wording still stands, or what a value is.

    `literals` are those of its alternatives; the first is *as last seen*. `areas`: of an amount, its alternatives in square
    feet, the least of them 0 and the greatest beyond everything.
    """

    provision: str
    name: str
    literals: tuple[int, ...]
    values: tuple[str, ...]
    areas: tuple[Fraction, ...] = ()

    def said(self, allowed: Collection[int]) -> str:
        """Some of its alternatives in words: `as last seen or more`, `at least 150 sqft`, `less than 150 sqft`."""
        known = list(dict.fromkeys(self.values[n] for n in sorted(allowed)))
        ascending = sorted(range(len(self.areas)), key=self.areas.__getitem__)
        held = [n for n in ascending if n in allowed]
        if held and held == ascending[-len(held) :] and held[0] not in (0, ascending[-1]):
            return f"at least {number(self.areas[held[0]])} sqft"
        if held and held == ascending[: len(held)] and ascending[len(held) :] not in ([], [ascending[-1]]):
            below = f"less than {number(self.areas[ascending[len(held)]])} sqft"
            if 0 in held:
                return f"as last seen, or {below}"
            if ascending[len(held)] != 0:
                return below
        return " or ".join(known)


def _lists(session: Session) -> dict[str, dict[str, tuple[str, ...]]]:
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for symbol, _, _ in session.with_signature("listed", 3):
        provision, name, value = symbol.arguments
        lists = found.setdefault(provision.string, {})
        lists[text_of(name)] = (*lists.get(text_of(name), ()), text_of(value))
    return found


def begin(law: LawSet) -> Begun | None:
    """Let clingo read what nearly every case needs of a law, while a case is being laid out; None where that is not known."""
    if law.unseen or law.switched:
        return None
    return Begun(compile_law(law.on, tuple(law.lines(0))).core)


class Batch:
    """Cases grounded together. `switched` readings are open and held to `base` by assumptions."""

    def __init__(
        self,
        items: Sequence[CaseAtoms],
        law: LawSet,
        base: Mapping[str, str],
        switched: Sequence[str],
        vocabulary: Vocabulary,
        watch: Watch,
        extra: Sequence[str] = (),
        wanted: Collection[str] | None = None,
        begun: Begun | None = None,
    ) -> None:
        """`extra`: facts and texts beside the cases; `wanted`: the only predicates anybody will ask for, shown by `extra`;
        `begun`: what `begin` gave for this law, if anything."""
        self.items, self.law, self.base_choices, self.vocabulary, self.watch = items, law, base, vocabulary, watch
        scale = items[0].scale
        top = min(item.scale.top for item in items)
        about = [line for item in items for line in item.lines]
        lines = [f"switch({name}).  standing({name},{base[name]})." for name in switched]
        lines += [load_law().departing] if switched else []
        lines += [f'means({name},{choice},"").' for name in switched for choice in vocabulary.readings[name].choices]
        lines += [
            f"chosen({name},{choice})."
            for name, choice in sorted(base.items())
            if name not in switched and choice != vocabulary.readings[name].default
        ]
        lines += [*law.beside, *extra]
        self.asked_for = needed_for(extra)
        """Beside what the cases make possible: what else parts of the law are needed for here."""
        self.listed: Mapping[str, Mapping[str, tuple[str, ...]]]
        if law.unseen or law.switched:
            self.session = Session([*about, *lines, *law.lines(top, tried_amounts(items))], scale.constants, watch)
            self.listed = _lists(self.session)
        else:
            compiled = compile_law(law.on, tuple(law.lines(top)))
            possible = {pair for item in items for pair in item.possible} | self.asked_for
            # Nearly every rule may fire for some of very many cases, and looking takes longer than it spares.
            given = given_by(about, lines) if wanted is not None or len(items) <= _FEW_CASES else None
            if begun is not None:
                program = compiled.beside_core(given, possible, law.reaches_further)
            elif given is not None:
                program = compiled.program_for(given, possible, law.reaches_further, wanted)
            else:
                program = compiled.program(possible, law.reaches_further)
            self.session = Session([*about, *lines], scale.constants, watch, program, None, given is None, begun)
            self.listed = compiled.listed
        self._apart: dict[tuple[str, str], str] | None = None
        self.switched = tuple(switched)
        self.reading_literals = {
            (name, choice): self._sure_literal(f"reads({name},{choice})")
            for name in switched
            for choice in vocabulary.readings[name].choices
        }
        self.readings = [self.reading_literals[name, base[name]] for name in switched]
        self.prevailing = [
            literal
            for item in items
            for found in item.opens
            if found.base is not None
            for literal in (self.session.literal(found.options[found.base].atom),)
            if literal is not None
        ]
        self.law_opens = self._law_opens()
        self.base = [*self.readings, *self.prevailing]

    def _sure_literal(self, atom: str) -> int:
        literal = self.session.literal(atom)
        if literal is None:
            raise AssertionError(f"the program lacks {atom}")
        return literal

    def _law_opens(self) -> list[LawOpen]:
        found: list[LawOpen] = []
        if not self.law.unseen:
            return found
        still = {
            symbol.arguments[0].string: literal for symbol, literal, fact in self.session.with_signature("still", 1)
        }
        for provision in sorted(still, key=order):
            found.append(
                LawOpen(provision, "wording", (still[provision], -still[provision]), ("as last seen", "changed"))
            )
        values: dict[tuple[str, str], list[tuple[int, int]]] = {}
        unknown = {
            (symbol.arguments[0].string, symbol.arguments[1].name)
            for symbol, _, _ in self.session.with_signature("unknown_now", 2)
        }
        if unknown:
            latest = {
                (symbol.arguments[0].string, symbol.arguments[1].name): symbol.arguments[2].number
                for symbol, _, _ in self.session.with_signature("latest", 3)
            }
            for symbol, literal, _ in self.session.with_signature("current", 3):
                at = (symbol.arguments[0].string, symbol.arguments[1].name)
                if at in unknown:
                    values.setdefault(at, []).append((symbol.arguments[2].number, literal))
            for (provision, name), options in sorted(values.items(), key=lambda entry: order(entry[0][0])):
                last = latest[provision, name]
                options.sort(key=lambda option: (option[0] != last, option[0]))
                words = tuple(
                    "as last seen" if tried == last else "less" if tried < last else "more" for tried, _ in options
                )
                sqft = self.items[0].scale.sqft
                areas = tuple(Fraction(n, sqft) for n, _ in options) if (provision, name) in _areas() else ()
                found.append(LawOpen(provision, name, tuple(literal for _, literal in options), words, areas))
        return found

    def kept_apart(self, one: str, other: str) -> str | None:
        """The provision that keeps two clauses from standing together; where conflicts are told."""
        if self._apart is None:
            found = (symbol.arguments for symbol, _, _ in self.session.with_signature("apart", 3))
            self._apart = {(c.string, d.string): why.string for c, d, why in found}
        return self._apart.get((one, other)) or self._apart.get((other, one))

    # --- truths

    @property
    def certain(self) -> bool:
        """One answer set decides everything: nothing is open."""
        return not self.law_opens and all(item.known for item in self.items)

    def answers(self, assumptions: Sequence[int]) -> tuple[Answer, Answer]:
        """What holds in all and in some completions, under assumptions."""
        if self.certain:
            symbols = self.session.one(assumptions)
            if symbols is None:
                raise AssertionError("the facts and the law have no answer set")
            answer = read_answer(symbols)
            return answer, answer
        sure = read_answer(self.session.consequences(assumptions, "cautious"))
        possible = read_answer(self.session.consequences(assumptions, "brave"))
        return sure, possible

    def truth_of(self, atoms: Sequence[str], assumptions: Sequence[int]) -> list[Truth]:
        """Always, sometimes or never, for each shown atom, under assumptions."""
        if self.certain:
            literals = [self.session.literal(atom) for atom in atoms]
            asked = [literal for literal in literals if literal is not None]
            truths = self.session.truths(assumptions, asked)
            if truths is None:
                raise AssertionError("the facts and the law have no answer set")
            held = dict(zip(asked, truths, strict=True))
            return ["never" if literal is None or not held[literal] else "always" for literal in literals]
        symbols = [self.session.symbol(atom) for atom in atoms]
        sure = set(self.session.consequences(assumptions, "cautious"))
        possible = set(self.session.consequences(assumptions, "brave"))
        return [truth(symbol in sure, symbol in possible) for symbol in symbols]

    def truth_with(self, atom: str, assumptions: Sequence[int]) -> Truth:
        """The truth of any atom, shown or not, under assumptions."""
        literal = self.session.literal(atom)
        if literal is None or self.session.core([*assumptions, literal]) is not None:
            return "never"
        return "always" if self.session.core([*assumptions, -literal]) is not None else "sometimes"


def truth(sure: bool, possible: bool) -> Truth:
    """The three-valued truth of something that holds in all, in some, or in no completion."""
    return "always" if sure else "sometimes" if possible else "never"


Side = Literal["yes", "no"]
