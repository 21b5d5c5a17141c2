"""The rules of the law as a plain table: what explanations walk over, and what anybody may check them against.

A term is a number, a word (constants and strings alike), a variable `?X`, a compound `[name, argument, ...]`, or
arithmetic `[operator, left, right]` with an operator of `+ - *`. A literal is one of

- `["is", predicate, [term, ...]]`: an atom that has to hold; `["not", predicate, [term, ...]]`: one that must not;
- `["<", left, right]` (and `<= > >= = !=`): a comparison; `=` may give a variable its value;
- `["sum", operator, limit, [[[term, ...], [literal, ...]], ...]]`: the first terms of all different term tuples that the
  literals give, added up (`count`: counted), compared with the limit.

Pools and ranges are written out, so that one line of the law may give several rules; a term of a head that is reckoned stands
in the body, as `?ReckonedN = ...`. Published as JSON by `lexempt law
rules` (schema `lexempt.rules/1`); kept in the cache folder under the hash of the files.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from lexempt.law.program import load_law
from lexempt.places import law_folder, read_cache, write_checked
from lexempt.records import NamedTuple

SCHEMA = "lexempt.rules/1"
_FORMAT = 5

Term: TypeAlias = Any
"""A term or literal as described above: JSON values have no narrower type."""
Literal: TypeAlias = list[Any]


class Rule(NamedTuple):
    """One rule; a row of the law is a rule without a body. `choice`: an answer set takes it or leaves it."""

    id: str
    """File and line, with a number where the line gives several: `law/103G.2241/9/a.lp:40/2`."""
    provision: str
    act: str
    """The provision that a rule names or serves, of a row that whose group it stands in; and the act. Empty in `core/` and
    `vocabulary/`."""
    predicate: str
    terms: tuple[Term, ...]
    body: tuple[Literal, ...] = ()
    choice: bool = False

    @property
    def file(self) -> str:
        """The file below `asp/` that it stands in."""
        return self.id.rpartition(":")[0]


class Wording(NamedTuple):
    """How an atom, or a compound value, is put in words: a line `%= name(A, B): says / denies` of the law.

    `{A}` in a sentence stands for an argument, `{A sqft}` for one with its unit (sqft, plot, foot), `{A day}` and `{A year}` for one
    that is a day (YYYYMMDD) or a year. A value has no `denies`.
    """

    letters: tuple[str, ...]
    says: str
    denies: str


class RuleTable(NamedTuple):
    """All rules and rows, in the order of the files; `constants` are the sizes of units, which a case may set otherwise."""

    digest: str
    constants: dict[str, int]
    rules: tuple[Rule, ...]
    wordings: dict[str, Wording]
    """By name and number of arguments: `counts/2`."""


@lru_cache(maxsize=1)
def load_rules() -> RuleTable:
    """The rule table, read once per process."""
    digest = load_law().digest
    name = f"rules-{_FORMAT}-{digest}"
    kept = read_cache(name)
    if kept is not None:
        try:
            return _thaw(kept)
        except (KeyError, TypeError, ValueError):
            pass  # the cache is not trusted: whatever is wrong with it, the law is read again
    from lexempt.law.rule_source import parse_rules  # needs clingo, and the files rarely need to be parsed

    table = parse_rules(law_folder(), digest)
    write_checked(name, table_json(table))
    return table


def releasing() -> frozenset[str]:
    """The provisions outside of the section that can release an impact."""
    return frozenset(str(rule.terms[1]) for rule in load_rules().rules if rule.predicate == "released_by")


def table_json(table: RuleTable) -> dict[str, Any]:
    """The table as it is published."""
    return {
        "schema": SCHEMA,
        "digest": table.digest,
        "constants": table.constants,
        "rules": [rule._asdict() | {"terms": list(rule.terms), "body": list(rule.body)} for rule in table.rules],
        "wordings": {
            name: {"letters": list(wording.letters), "says": wording.says, "denies": wording.denies}
            for name, wording in table.wordings.items()
        },
    }


def _thaw(kept: Any) -> RuleTable:
    rules = tuple(
        Rule(r["id"], r["provision"], r["act"], r["predicate"], tuple(r["terms"]), tuple(r["body"]), r["choice"])
        for r in kept["rules"]
    )
    wordings = {name: Wording(tuple(w["letters"]), w["says"], w["denies"]) for name, w in kept["wordings"].items()}
    return RuleTable(str(kept["digest"]), dict(kept["constants"]), rules, wordings)
