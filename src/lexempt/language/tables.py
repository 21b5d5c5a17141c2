"""The parse tables of the grammar, and the loop that runs them.

lark builds the tables (LALR, contextual lexer) from `grammar/`; they are kept as JSON in the cache folder under the
hash of the grammar. Running them takes this small loop: importing lark and loading its own cache would cost more than
all the rest of reading a case. A test holds the loop to lark's own parser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lexempt.places import fingerprint, grammar_file, grammar_folder, read_cache, write_checked
from lexempt.records import NamedTuple

STARTS = ("line", "quantities", "words", "text", "readings")
END = "$END"
_FORMAT = 5
_SPACE = re.compile(r"\s*")


class Node(NamedTuple):
    """A token (its terminal, its text, where it stands), or a branch (its rule or alias, and what it holds)."""

    kind: str
    children: list[Node]
    text: str = ""
    start: int = -1
    end: int = -1

    @property
    def is_token(self) -> bool:
        """Whether this is a token."""
        return self.start >= 0


class Failure(NamedTuple):
    """Nothing fits at a place; the terminals that would."""

    at: int
    accepts: tuple[str, ...]


class Tables(NamedTuple):
    """`states[s][symbol]` is the next state, or -1 - rule for a reduction."""

    terminals: list[tuple[str, str]]
    """In the order in which they are tried."""
    states: list[dict[str, int]]
    rules: list[tuple[str, str, int, bool]]
    """Left side, kind of the branch, number of parts, whether its parts go to the branch above."""
    starts: dict[str, int]
    ends: dict[str, int]


def _plain(name: str) -> str:
    """The name without the prefix that an import gives it."""
    return name.rsplit("__", 1)[-1] if name.startswith("terms__") else name


def build() -> Tables:
    """The tables, built by lark from the grammar."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    parser: Any = Lark.open(
        str(grammar_folder() / "case.lark"),
        parser="lalr",
        start=list(STARTS),
        maybe_placeholders=False,
        import_paths=[str(grammar_folder())],
    )
    ignored = set(parser.ignore_tokens)
    order = sorted(
        (t for t in parser.terminals if t.name not in ignored),
        key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
    )
    table = parser.parser.parser._parse_table
    reached = [table.start_states[start] for start in STARTS]  # lark's own numbers change from run to run
    for state in reached:
        for _, (action, argument) in sorted(table.states[state].items(), key=lambda entry: entry[0]):
            if action is Shift and argument not in reached:
                reached.append(argument)
    numbers = {state: i for i, state in enumerate(reached)}
    rules: list[tuple[str, str, int, bool]] = []
    seen: dict[Any, int] = {}
    states: list[dict[str, int]] = []
    for state in reached:
        row: dict[str, int] = {}
        for symbol, (action, argument) in sorted(table.states[state].items(), key=lambda entry: entry[0]):
            if action is Shift:
                row[symbol] = numbers[argument]
                continue
            if argument not in seen:
                seen[argument] = len(rules)
                left = argument.origin.name
                spliced = _plain(left).startswith("_") and not argument.alias
                rules.append((left, _plain(argument.alias or left), len(argument.expansion), spliced))
            row[symbol] = -1 - seen[argument]
        states.append(row)
    return Tables(
        [(t.name, t.pattern.to_regexp()) for t in order],
        states,
        rules,
        {start: numbers[table.start_states[start]] for start in STARTS},
        {start: numbers[table.end_states[start]] for start in STARTS},
    )


def _digest() -> str:
    texts = [grammar_file(name) for name in ("case.lark", "terms.lark")]
    return fingerprint(b"".join(b"%d %d " % (_FORMAT, len(data)) + data for data in texts))


def _checked(kept: Any) -> Tables:
    """Tables from the cache, which nobody vouches for; an exception if they are not what they should be."""
    terminals = [(str(name), str(pattern)) for name, pattern in kept["terminals"]]
    rules = [(str(left), str(kind), int(size), bool(spliced)) for left, kind, size, spliced in kept["rules"]]
    states: list[dict[str, int]] = kept["states"]
    count, fewest = len(states), -len(rules)
    if not all(isinstance(to, int) and fewest <= to < count for row in states for to in row.values()):
        raise ValueError("a state leads nowhere")
    starts, ends = ({str(name): range(count)[int(at)] for name, at in kept[key].items()} for key in ("starts", "ends"))
    if set(starts) != set(STARTS) or set(ends) != set(STARTS):
        raise ValueError("a start is missing")
    return Tables(terminals, states, rules, starts, ends)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, from the cache folder if it has them."""
    name = f"grammar-{_digest()}"
    try:
        return _checked(read_cache(name))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        built = build()
        write_checked(name, built._asdict())
        return built


@lru_cache(maxsize=256)
def _pattern(regexp: str) -> re.Pattern[str]:
    return re.compile(regexp)


@lru_cache(maxsize=4_096)
def _scanner(state: int) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The terminals that can come in a state, in the order in which they are tried."""
    row = tables().states[state]
    return tuple((name, _pattern(regexp)) for name, regexp in tables().terminals if name in row)


def run(start: str, text: str) -> Node | Failure:
    """The tree of a text."""
    table = tables()
    states, rules, end_state = table.states, table.rules, table.ends[start]
    stack = [table.starts[start]]
    nodes: list[Node | list[Node]] = []
    at = 0
    while True:
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        here = stack[-1]
        name, token = END, None
        if at < len(text):
            for terminal, pattern in _scanner(here):
                found = pattern.match(text, at)
                if found is not None and found.end() > at:
                    name, token = terminal, Node(_plain(terminal), [], found.group(), at, found.end())
                    break
            else:
                return Failure(
                    at,
                    tuple(sorted(map(_plain, (n for n, _ in _scanner(here)))))
                    + ((END,) if END in states[here] else ()),
                )
        while True:
            action = states[stack[-1]].get(name)
            if action is None:
                return Failure(
                    at, tuple(sorted(_plain(n) for n in states[here] if n == END or n.rsplit("__", 1)[-1].isupper()))
                )
            if action >= 0:
                assert token is not None
                stack.append(action)
                nodes.append(token)
                at = token.end
                break
            left, kind, size, spliced = rules[-1 - action]
            children: list[Node] = []
            if size:
                for part in nodes[-size:]:
                    if isinstance(part, list):
                        children += part
                    else:
                        children.append(part)
                del nodes[-size:], stack[-size:]
            nodes.append(children if spliced else Node(kind, children))
            stack.append(states[stack[-1]][left])
            if name == END and stack[-1] == end_state:
                result = nodes[-1]
                assert not isinstance(result, list)
                return result
