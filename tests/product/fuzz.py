"""Any bytes end in an answer or a diagnostic: mutated cases, random bytes and monsters through `loads` and `check`.

    python -m tests.product.fuzz --count 50000 --seed 1

Counts tracebacks, inputs that take more than two seconds (of the processor's time) to read, and checks that run on past
their time limit; each is printed with the input's number, so that `--only NUMBER` makes it again as long as the cases
are the same, and `--keep FOLDER` keeps its bytes. Checks that the limit cut (three seconds here) are counted apart: they
end in time, and say so. Cases that read without error are checked, twelve at a time; if a call
fails or is slow, each of its cases is checked alone to find the one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lexempt import check, loads
from lexempt.case import Reading
from lexempt.language import canonical, from_json, render, to_json
from lexempt.law.vocabulary import load_vocabulary

ROOT = Path(__file__).parents[2]
SLOW = 2.0
_LIMIT = 3.0
_TOGETHER = 12
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
_NASTY: tuple[bytes, ...] = (
    b"unknown", b"none", b"not applicable", b"2 or 3", b"at most", b"at least", b"about 400 sqft", b"to", b"or", b"and",
    b"by panel", b"on 2018-04-30", b'citing "x"', b"sqft", b"acres", b"%", b"feet", b"1/10 acre", b"1/0 acre", b"0 sqft",
    b"-1 sqft", b"99999999999999999999 sqft", b"500,001 acres", b"0.0001 acres", b"0.00000000001 sqft", b"1e400000",
    b"2147483648 sqft", b"2147483647 sqft", b"31.02.2018", b"2018-02-30", b"0000-00-00", b"9999-12-31", b"1858-05-11",
    b"2024-09-01", b"2012-07-31", b'"', b'""', b"#", b"|", b"||", b":", b"::", b"\t", b"\r\n", b"\r", b"\0", b"\xff",
    b"\xef\xbb\xbf", "\u202e".encode(), "\u00a0".encode(), "\u2028".encode(), "½ acre".encode(), "ﬁll".encode(),
    "٤٠٠ sqft".encode(), b'w1"). exempt(all). x("', b"#include \"/etc/passwd\".", b"#script(python)", b"@f()", b"1..100000000",
    b"[bold]x[/bold]", b"\x1b[2J", b"project p2", b"wetland w9", b"impact i9 in w9", b"portion north of a in w1", b"owner a",
    b"water lake", b"drainage system d", b"expect on 2018-06-01", b"variants", b"claim 9/a/1", b'note: "x"', b"history",
    b"assume: ordinary", b"assume: nothing", b"land use 1700 to 1899: hay", b"county: Cass", b"split from: p1",
    b"divided to increase from: p1", b"phase of: p1", b"affiliated with: owner_a", b"share of owner_a: 50 %",
    b"drained or filled before: 400 sqft on 1996-05-01 former owner", b"type: 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8",
    b"area: 1 sqft to 500,000 acres", b"size: unknown", b"activity: unknown", b"local amount under 9/a/1: 50 sqft",
    b"distance to lake: 50 feet", b"presettlement wetland intact: 50 % to 81 %", b"work: unknown",
)  # fmt: skip


def corpus() -> list[bytes]:
    """The recorded cases, and the malformed ones."""
    files = [*(ROOT / "cases").rglob("*.case"), *(ROOT / "grammar" / "mistakes").glob("*.case")]
    return [path.read_bytes() for path in sorted(files)]


Maker = Callable[[random.Random, Sequence[bytes]], bytes]


def _bytes(r: random.Random, texts: Sequence[bytes]) -> bytes:
    data = bytearray(r.choice(texts))
    for _ in range(r.choice((1, 1, 2, 4, 16))):
        at = r.randrange(len(data) + 1)
        kind = r.randrange(5)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << r.randrange(8)
        elif kind == 1:
            data.insert(at, r.randrange(256))
        elif kind == 2:
            del data[at : at + r.randrange(1, 12)]
        elif kind == 3:
            data[at:at] = data[at : at + r.randrange(1, 60)]
        else:
            data[at:at] = r.choice(_NASTY)
    return bytes(data)


def _tokens(r: random.Random, texts: Sequence[bytes]) -> bytes:
    tokens = _TOKEN.findall(r.choice(texts))
    other = _TOKEN.findall(r.choice(texts))
    for _ in range(r.choice((1, 1, 1, 2, 3, 8))):
        if not tokens:
            break
        at = r.randrange(len(tokens))
        kind = r.randrange(5)
        if kind == 0:
            tokens[at] = r.choice(_NASTY)
        elif kind == 1 and other:
            tokens[at] = r.choice(other)
        elif kind == 2:
            del tokens[at]
        elif kind == 3:
            to = r.randrange(len(tokens))
            tokens[at], tokens[to] = tokens[to], tokens[at]
        else:
            tokens[at] = str(r.choice((0, 1, 2, 8, 9, 99, 400, 9_999, 10_001, 2**31, 10**12, 10**30))).encode()
    return b"".join(tokens)


def _values(r: random.Random, texts: Sequence[bytes]) -> bytes:
    """Values of facts for other values: most of these are valid cases that nobody wrote."""
    lines = r.choice(texts).split(b"\n")
    donors = [line for line in r.choice(texts).split(b"\n") if b":" in line]
    for _ in range(r.choice((1, 1, 2, 3, 6))):
        facts = [n for n, line in enumerate(lines) if b":" in line and not line.lstrip().startswith((b"#", b"|"))]
        if not facts:
            break
        at = r.choice(facts)
        key, _, value = lines[at].partition(b":")
        kind = r.randrange(6)
        if kind == 0:
            lines[at] = key + b": unknown"
        elif kind == 1:
            lines[at] = key + b": " + r.choice(_NASTY)
        elif kind == 2 and donors:
            lines.insert(at, r.choice(donors))
        elif kind == 3:
            del lines[at]
        elif kind == 4:
            found = re.sub(
                rb"\d[\d,.]*", lambda _: str(r.choice((0, 1, 99, 101, 400, 2_000, 9_999, 43_560))).encode(), value
            )
            lines[at] = key + b":" + found
        else:
            lines[at] = key + b":" + value + b" or " + value.strip()
    return b"\n".join(lines)


def _lines(r: random.Random, texts: Sequence[bytes]) -> bytes:
    lines = r.choice(texts).split(b"\n")
    other = r.choice(texts).split(b"\n")
    for _ in range(r.choice((1, 1, 2, 4, 12))):
        at = r.randrange(len(lines) + 1)
        kind = r.randrange(7)
        if kind == 0:
            lines.insert(at, r.choice(other))
        elif kind == 1:
            lines[at : at + 1] = []
        elif kind == 2:
            lines[at:at] = lines[at : at + r.randrange(1, 9)]
        elif kind == 3 and len(lines) > 1:
            to = r.randrange(len(lines))
            lines[at % len(lines)], lines[to] = lines[to], lines[at % len(lines)]
        elif kind == 4:
            lines.insert(at, r.choice(_NASTY) + b" " + r.choice(_NASTY))
        elif kind == 5 and at < len(lines):
            lines[at] = b" " * r.randrange(6) + lines[at].strip() + r.choice((b"", b":", b",", b"|", b" by", b" on"))
        else:
            start = r.randrange(len(other))
            lines[at:at] = other[start : start + r.randrange(1, 25)]
    return b"\n".join(lines)


def _random(r: random.Random, texts: Sequence[bytes]) -> bytes:
    kind = r.randrange(3)
    if kind == 0:
        return r.randbytes(r.randrange(400))
    if kind == 1:
        return bytes(
            r.choice(b" \n\t:|#,.\"'()/%-0123456789abcdefghijklmnopqrstuvwxyz") for _ in range(r.randrange(600))
        )
    words = [token for text in r.sample(list(texts), 3) for token in _TOKEN.findall(text) if token.strip()]
    rows = (b" ".join(r.choice(words) for _ in range(r.randrange(1, 9))) for _ in range(r.randrange(40)))
    return b"project p\n" + b"\n".join(rows)


def _monster(r: random.Random, texts: Sequence[bytes]) -> bytes:
    """Much of one thing: digits, brackets, alternatives, projects, impacts, years, losses, a long line."""
    many = r.choice((10, 100, 1_000, 5_000))
    head = b"project p\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 9 acres\n"
    impact = b"impact i in w\n  activity: fill\n  type: 2\n  area: 9 sqft\n"
    kind = r.randrange(9)
    if kind == 0:
        return head + impact.replace(b"9 sqft", b"9" * many + r.choice((b"", b"." + b"9" * many)) + b" sqft")
    if kind == 1:
        return head + impact.replace(
            b"type: 2", b"type: " + r.choice((b"(", b"[", b'"', b"-", b"2 or ", b"2, ")) * many
        )
    if kind == 2:
        few = r.choice((2, 5, 20))
        one = b"project p%d\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nimpact i%d in w\n  activity: fill\n  area: 9 sqft\n"
        kinds = (b"  type: 2\n", b"  type: unknown\n", b"", b"  split from: p0\n")
        return b"wetland w\n  size: 9 acres\n" + b"".join(one % (n, n) + r.choice(kinds) for n in range(few))
    if kind == 3:
        few = r.choice((5, 20, 60))
        one = b"impact i%d in w\n  activity: fill\n  type: %d\n  area: %d sqft\n"
        return head + b"".join(one % (n, r.randrange(1, 9), r.randrange(5_000)) for n in range(few))
    if kind == 4:
        return head + b"".join(b"  land use %d: annual crop\n" % n for n in range(1700, 1700 + min(many, 400))) + impact
    if kind == 5:
        losses = b"".join(b"  drained or filled before: %d sqft on 1996-05-01\n" % n for n in range(min(many, 300)))
        return head + b"portion n of o in w\n" + losses + impact.replace(b"in w", b"in n")
    if kind == 6:
        return head + b"note: " + b"x" * many * 20 + b"\n" + impact
    if kind == 7:
        return b"\n".join([b"project p"] * many)
    return head + b"variants\n" + b"| name |" + b" i area |" * min(many, 300) + b"\n" + b"| x |\n" * min(many, 1_000)


MAKERS: tuple[tuple[Maker, int], ...] = (
    (_bytes, 18), (_tokens, 20), (_values, 38), (_lines, 15), (_random, 7), (_monster, 2),
)  # fmt: skip


def made(seed: int, number: int, texts: Sequence[bytes]) -> bytes:
    """Input `number` of a run: the same bytes each time."""
    r = random.Random(f"{seed}/{number}")
    maker = r.choices([m for m, _ in MAKERS], [w for _, w in MAKERS])[0]
    data = maker(r, texts)
    while r.random() < 0.15:
        data = _bytes(r, [data]) if data else data
    return data


def made_json(seed: int, number: int, cases: Sequence[object]) -> object:
    """A case as JSON with something in the place of something else."""
    r = random.Random(f"json/{seed}/{number}")
    value = json.loads(json.dumps(r.choice(cases)))
    wrong: tuple[object, ...] = (
        None, True, 0, -1, 1e308, 10**40, "", "x\ny: z", "unknown", [], {}, [[]], {"": None}, "\ud800", "\0", "2 or 3",
        "a" * 5_000, ["2", 3, None],
    )  # fmt: skip
    for _ in range(r.choice((1, 1, 2, 5))):
        at = value
        for _ in range(r.randrange(1, 7)):
            places = list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
            if not places:
                break
            place = r.choice(places)
            if not isinstance(at[place], (dict, list)) or r.random() < 0.1:
                kind = r.randrange(3)
                if kind == 0 and isinstance(at, dict):
                    at[str(r.choice(wrong))] = at.pop(place)
                elif kind == 1:
                    del at[place]
                else:
                    at[place] = r.choice(wrong)
                break
            at = at[place]
    return value


@dataclass
class Tally:
    """What a run found."""

    seed: int
    ran: int = 0
    valid: int = 0
    checked: int = 0
    answered: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    keep: Path | None = None

    def timed(self, number: int, what: str, seconds: float, limit: float = 0.0) -> None:
        self.longest = max(self.longest, seconds)
        if seconds > SLOW + limit:
            self.slow.append(f"input {number}, {what}: {seconds:.1f} s")
            self.found(number, f"SLOW {self.slow[-1]}")

    def fault(self, number: int, what: str) -> None:
        self.faults.append(f"input {number}, {what}\n{traceback.format_exc(limit=-4)}")
        self.found(number, f"FAULT {self.faults[-1]}")

    def found(self, number: int, what: str) -> None:
        print(what, flush=True)
        if self.keep is not None:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"{self.seed}-{number}.case").write_bytes(b"".join(_show(self.seed, number)))

    def summary(self) -> str:
        return (
            f"{self.ran:,} inputs (seed {self.seed}): {self.valid:,} valid, {self.checked:,} checked, "
            f"{self.answered:,} projects answered, {self.refused:,} refused; {len(self.codes)} kinds of diagnostics; "
            f"{len(self.faults)} tracebacks, {len(self.slow)} hangs (over {SLOW:g} s to read, or {SLOW:g} s past the time "
            f"limit; longest {self.longest:.2f} s), {len(self.cut)} cut by the time limit of {_LIMIT:g} s"
        )


def run(
    count: int, seed: int, start: int = 0, *, checking: bool = True, every: int = 1, keep: Path | None = None
) -> Tally:
    """Inputs `start` to `start + count`; of the valid ones each `every`-th is checked."""
    texts, vocabulary = corpus(), load_vocabulary()
    cases = [to_json(c) for c in (loads(text).case for text in texts) if c is not None]
    tally = Tally(seed, keep=keep)
    waiting: list[tuple[int, Reading]] = []
    for number in range(start, start + count):
        tally.ran += 1
        before = time.process_time()
        try:
            if number % 20 == 19:
                reading = from_json(made_json(seed, number, cases), f"{number}", vocabulary)
            else:
                reading = loads(made(seed, number, texts), f"{number}")
            render(reading.diagnostics, reading.lines)
            tally.codes.update({d.code for d in reading.diagnostics})
            if reading.case is not None:
                _round_trip(reading)
        except Exception:
            tally.fault(number, "reading")
            continue
        tally.timed(number, "reading", time.process_time() - before)
        if reading.case is None:
            continue
        tally.valid += 1
        if checking and tally.valid % every == 0:
            if _all_assumed(reading):
                waiting.append((number, reading))
            else:
                _check([(number, reading)], tally)
        if len(waiting) == _TOGETHER:
            _check(waiting, tally)
            waiting = []
        if number % 1_000 == 999:
            print(f"... {tally.summary()}", flush=True)
    _check(waiting, tally)
    return tally


def _all_assumed(reading: Reading) -> bool:
    """Whether every project assumes something: such cases are quick, the others may be cut by the limit."""
    case = reading.case
    return case is not None and {t.id for t in case.of("project")} == {project for project, _ in case.assumes}


def _round_trip(reading: Reading) -> None:
    assert reading.case is not None
    text = canonical(reading.case)
    again = loads(text, reading.case.path)
    assert again.case is not None, f"the canonical form does not read: {render(again.diagnostics, again.lines)[:600]}"
    assert canonical(again.case) == text, "the canonical form is not canonical"


def _check(waiting: Sequence[tuple[int, Reading]], tally: Tally) -> None:
    if not waiting:
        return
    before = time.process_time()
    try:
        result = check([reading for _, reading in waiting], time_limit=_LIMIT)
    except Exception:
        if len(waiting) == 1:
            tally.checked += 1
            tally.fault(waiting[0][0], "checking")
        else:
            for one in waiting:
                _check([one], tally)
        return
    seconds = time.process_time() - before
    if (seconds > SLOW or result.refused) and len(waiting) > 1:
        for one in waiting:
            _check([one], tally)
        return
    if any("time limit" in reason for reason in result.refused):
        tally.cut.append(waiting[0][0])
        tally.found(waiting[0][0], f"CUT input {waiting[0][0]}")
    tally.checked += len(waiting)
    tally.answered += len(result.projects)
    tally.refused += len(result.refused)
    tally.timed(waiting[0][0], "checking", seconds, _LIMIT)


def _show(seed: int, number: int) -> Iterator[bytes]:
    texts = corpus()
    if number % 20 == 19:
        cases = [to_json(c) for c in (loads(text).case for text in texts) if c is not None]
        yield json.dumps(made_json(seed, number, cases)).encode()
    else:
        yield made(seed, number, texts)


def main() -> int:
    """The command line of the harness."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the inputs found here")
    parser.add_argument("--only", type=int, help="print this input's bytes and stop")
    asked = parser.parse_args()
    if asked.only is not None:
        sys.stdout.buffer.writelines(_show(asked.seed, asked.only))
        return 0
    tally = run(asked.count, asked.seed, asked.start, keep=asked.keep)
    print(tally.summary())
    print(", ".join(f"{code} {number}" for code, number in sorted(tally.codes.items())))
    return 1 if tally.faults or tally.slow else 0


if __name__ == "__main__":
    sys.exit(main())
