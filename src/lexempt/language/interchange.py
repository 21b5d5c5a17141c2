"""Cases as JSON (`lexempt.case/1`), both ways. Values are the words of the fact language: exact, and short to write.

JSON is read by way of the fact language: each string of it is first shown to be what it claims, so that it cannot
open another line; then all checks are the same, and each mistake names its place in the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lexempt.case import Case, Diagnostic, Expect, Reading, Source, Statement
from lexempt.language import lines
from lexempt.language.keys import is_id, print_key
from lexempt.language.printer import print_value
from lexempt.language.reader import read_case
from lexempt.language.suggest import shown
from lexempt.language.values import interpret, quoted
from lexempt.law.vocabulary import Attribute, Vocabulary, load_vocabulary, normal

SCHEMA = "lexempt.case/1"
_MAX_ITEMS = 20_000
_SOURCE = ("by", "name", "on", "citing")


# --- writing


def _source_json(source: Source) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if source.who is not None:
        found["by" if source.by is not None else "name"] = source.who
    if source.on is not None:
        found["on"] = source.on.isoformat()
    if source.citing is not None:
        found["citing"] = source.citing
    return found


def _fact_json(statement: Statement, entity: str, vocabulary: Vocabulary) -> dict[str, Any]:
    attribute = vocabulary.attribute(entity, statement.attribute)
    assert attribute is not None
    found: dict[str, Any] = {"fact": attribute.name}
    if statement.key is not None:
        found["key"] = statement.key
    found["value"] = print_value(statement.value, attribute, vocabulary)
    return found | _source_json(statement.source)


def _expect_json(expect: Expect) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if expect.on is not None:
        found["on"] = expect.on.isoformat()
    if expect.readings:
        found["with"] = dict(expect.readings)
    found["lines"] = [{"about": line.subject, "wants": line.wants} for line in expect.lines]
    return found


def to_json(case: Case, vocabulary: Vocabulary | None = None) -> dict[str, Any]:
    """The case as a JSON value."""
    words = vocabulary or load_vocabulary()
    entity = {thing.id: thing.entity for thing in case.things}
    things = []
    said: dict[str, list[Statement]] = {}
    for statement in case.statements:
        said.setdefault(statement.thing, []).append(statement)
    for thing in case.things:
        found: dict[str, Any] = {"entity": thing.entity, "id": thing.id}
        if thing.title is not None:
            found["title"] = thing.title
        for kind, ids in thing.links:
            found["owners" if kind == "owner" else kind] = list(ids) if kind == "owner" else ids[0]
        found["facts"] = [_fact_json(s, thing.entity, words) for s in said.get(thing.id, ())]
        things.append(found)
    result: dict[str, Any] = {"schema": SCHEMA, "things": things}
    result["assume"] = [{"project": project, "set": name} for project, name in case.assumes]
    result["claims"] = [
        {"project": c.project, "provision": c.provision}
        | ({"impact": c.impact} if c.impact else {})
        | _source_json(c.source)
        for c in case.claims
    ]
    result["history"] = [
        {"project": h.project, "text": h.text} | ({"day": h.on.isoformat()} if h.on else {}) | _source_json(h.source)
        for h in case.history
    ]
    result["notes"] = [{"project": note.project, "text": note.text} for note in case.notes]
    result["expect"] = [_expect_json(expect) for expect in case.expects]
    result["variants"] = [
        {
            "name": v.name,
            "facts": [{"thing": s.thing} | _fact_json(s, entity[s.thing], words) for s in v.replaces],
            "removes": list(v.removes),
        }
        | _expect_json(v.expects)
        | ({"why": v.why} if v.why else {})
        for v in case.variants
    ]
    return result


# --- reading


class _WrongError(Exception):
    """A place of the JSON that isn't what it should be; never leaves this module."""

    def __init__(self, place: str, message: str, expected: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.place, self.expected, self.help = place, expected, help


class _Json:
    """One JSON value with its place, for checks that can say where."""

    def __init__(self, value: Any, place: str) -> None:
        self.value, self.place = value, place

    def get(self, key: str) -> _Json:
        if not isinstance(self.value, dict):
            raise _WrongError(self.place, "this is not an object", "a JSON object")
        return _Json(self.value.get(key), f"{self.place}/{key}")

    def only(self, *keys: str) -> None:
        if isinstance(self.value, dict):
            for key in self.value:
                if key not in keys:
                    raise _WrongError(self.place, f"unknown key {shown(str(key))}", "one of " + ", ".join(keys))

    def items(self) -> Iterator[_Json]:
        if self.value is None:
            return
        if not isinstance(self.value, list) or len(self.value) > _MAX_ITEMS:
            raise _WrongError(self.place, "this is not a list", f"a JSON list of at most {_MAX_ITEMS:,} members")
        for i, member in enumerate(self.value):
            yield _Json(member, f"{self.place}/{i}")

    def text(self, needed: bool = True) -> str:
        """A string without control characters, line ends or tabs."""
        if self.value is None and not needed:
            return ""
        if not isinstance(self.value, str) or (needed and not self.value.strip()):
            raise _WrongError(self.place, "this is not a text", "a JSON string")
        if not self.value.isprintable() or lines.hidden(self.value) or len(self.value) > lines.MAX_LENGTH // 2:
            raise _WrongError(
                self.place,
                "the text is too long or holds characters that cannot be seen",
                f"at most {lines.MAX_LENGTH // 2:,} plain characters",
            )
        return self.value

    def id(self, needed: bool = True) -> str:
        found = self.text(needed)
        if found and not is_id(found):
            raise _WrongError(self.place, f"{shown(found)} cannot be a name", "a letter, then letters, digits and `_`")
        return found

    def plain(self) -> str:
        """A text that stands unquoted in a line, and must not end it or start a comment."""
        found = " ".join(self.text().split())
        if lines.strip_comment(" " + found) != " " + found or any(c in found for c in "|"):
            raise _WrongError(self.place, f"{shown(found)} holds `|`, `#` or an open quotation mark")
        return found

    def day(self) -> str:
        found = self.text(needed=False)
        if found and (len(found) != 10 or not found.replace("-", "").isdigit()):
            raise _WrongError(self.place, f"{shown(found)} is not a day", "a date such as 2018-06-01")
        return found


class _Builder:
    """Writes the lines of a case, remembering the place of the JSON that each came from."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.lines: list[str] = []
        self.places: list[str] = []
        self.entities: dict[str, str] = {}

    def add(self, line: str, place: str) -> None:
        self.lines.append(line)
        self.places.append(place)

    def source(self, at: _Json, day_key: str = "") -> str:
        words = []
        if day_key and at.get(day_key).value is not None:
            words.append(f"on {at.get(day_key).day()}")
        by, name, on, citing = (at.get(key) for key in ("by", "name", "on", "citing"))
        if by.value is not None:
            if normal(by.text()) not in self.vocabulary.body_words:
                raise _WrongError(
                    by.place,
                    f"unknown body {shown(by.text())}",
                    "a body of the vocabulary",
                    "a person stands under `name`",
                )
            words.append(f"by {by.text()}")
        elif name.value is not None:
            words.append(f"by {quoted(name.text())}")
        if on.value is not None:
            words.append(f"on {on.day()}")
        if citing.value is not None:
            words.append(f"citing {quoted(citing.text())}")
        return " ".join(words)

    def attribute(self, at: _Json, entity: str) -> Attribute:
        name = at.get("fact")
        attribute = self.vocabulary.keys[entity].get(normal(name.text()))
        if attribute is None:
            raise _WrongError(name.place, f"unknown fact {shown(name.text())} of {entity}", "a fact of the vocabulary")
        return attribute

    def key(self, at: _Json, attribute: Attribute) -> str:
        key = at.get("key").value
        if key is None:
            return attribute.words
        if isinstance(key, bool) or not isinstance(key, int | str):
            raise _WrongError(at.place + "/key", "this is no key", "a year, a provision or an id")
        text = str(key)
        if not all(c.isalnum() or c in "_-./" for c in text):
            raise _WrongError(at.place + "/key", f"{shown(text)} is no key", "a year, a provision or an id")
        return print_key(attribute, text)

    def value(self, at: _Json, attribute: Attribute) -> str:
        value = at.get("value")
        if isinstance(value.value, bool):
            return "yes" if value.value else "no"
        if isinstance(value.value, int):
            return str(value.value)
        if isinstance(value.value, list):
            return ", ".join(part.plain() for part in value.items()) or "none"
        if isinstance(value.value, float):
            raise _WrongError(
                value.place, "numbers with decimals are written as text, to be exact", 'a string such as "0.25 acres"'
            )
        text = value.text().strip()
        if attribute.type == "text" and text[0] not in '"“' and normal(text) not in ("unknown", "not_applicable"):
            return quoted(text)
        found = interpret(attribute, text, self.vocabulary)
        if found.problems:
            problem = found.problems[0]
            raise _WrongError(value.place, problem.message, problem.expected, problem.help)
        if found.text != text or (attribute.type != "text" and any(c in text for c in '|"#')):
            raise _WrongError(
                value.place,
                f"{shown(text)} is more than a value",
                "the value alone; its source stands under `by`, `on`, `citing`",
            )
        return text

    def thing(self, at: _Json) -> None:
        at.only("entity", "id", "title", "owners", "portion", "wetland", "ground", "project", "facts")
        entity = at.get("entity").text()
        if entity not in self.vocabulary.entities:
            raise _WrongError(
                at.place + "/entity", f"unknown kind of thing {shown(entity)}", ", ".join(self.vocabulary.entities)
            )
        name = at.get("id").id()
        self.entities[name] = entity
        words = [self.vocabulary.entities[entity].heading, name]
        if at.get("title").value is not None:
            words.append(quoted(at.get("title").text(needed=False)))
        owners = [owner.id() for owner in at.get("owners").items()]
        words += ["of " + ", ".join(owners)] if owners else []
        inside = [found for kind in ("portion", "wetland", "ground") if (found := at.get(kind).id(needed=False))]
        words += ["in " + ", ".join(inside)] if inside else []
        project = at.get("project").id(needed=False)
        words += [f"for {project}"] if project else []
        self.add(" ".join(words), at.place)
        for fact in at.get("facts").items():
            fact.only("fact", "key", "value", *_SOURCE)
            attribute = self.attribute(fact, entity)
            self.add(
                f"  {self.key(fact, attribute)}: {self.value(fact, attribute)} {self.source(fact)}".rstrip(), fact.place
            )

    def remark(self, kind: str, entry: _Json) -> None:
        """An assumption, a claim, a happening or a note, under its project."""
        if kind == "assume":
            entry.only("project", "set")
            self.add(f"  assume: {entry.get('set').plain()}", entry.place)
        elif kind == "claims":
            entry.only("project", "provision", "impact", *_SOURCE)
            impact = entry.get("impact").id(needed=False)
            words = ["  claim", entry.get("provision").plain(), f"for {impact}" if impact else "", self.source(entry)]
            self.add(" ".join(filter(None, words)), entry.place)
        elif kind == "history":
            entry.only("project", "text", "day", *_SOURCE)
            text = quoted(entry.get("text").text())
            self.add(f"  history: {text} {self.source(entry, 'day')}".rstrip(), entry.place)
        else:
            entry.only("project", "text")
            self.add(f"  note: {quoted(entry.get('text').text())}", entry.place)

    def expect(self, at: _Json) -> None:
        at.only("on", "with", "lines")
        head = "expect" + (f" on {at.get('on').day()}" if at.get("on").value is not None else "")
        readings = self.readings(at)
        self.add(head + (f" with {readings}" if readings else ""), at.place)
        for line in at.get("lines").items():
            line.only("about", "wants")
            about = line.get("about").plain()
            if any(c in about for c in ":\"'") or normal(about) in ("note", "history", "assume"):
                raise _WrongError(line.place, f"{shown(about)} is nothing to expect of")
            self.add(f"  {about}: {line.get('wants').plain()}", line.place)

    def readings(self, at: _Json) -> str:
        found = at.get("with").value
        if found is None:
            return ""
        if not isinstance(found, dict) or not all(is_id(str(k)) and is_id(str(v)) for k, v in found.items()):
            raise _WrongError(
                at.place + "/with", "this is not a table of readings", '{"combining_amounts": "each_paragraph"}'
            )
        return ", ".join(f"{name} = {choice}" for name, choice in found.items())

    def variant(self, at: _Json) -> None:
        """One variant as a table of its own: a row of columns, a row of cells."""
        at.only("name", "facts", "removes", "on", "with", "lines", "why")
        columns, cells = ["name"], [at.get("name").plain()]

        def put(column: str, cell: str) -> None:
            columns.append(column)
            cells.append(cell)

        for fact in at.get("facts").items():
            fact.only("thing", "fact", "key", "value", *_SOURCE)
            thing = fact.get("thing").id()
            if thing not in self.entities:
                raise _WrongError(fact.place, f"unknown thing {shown(thing)}")
            attribute = self.attribute(fact, self.entities[thing])
            put(f"{thing} {self.key(fact, attribute)}", f"{self.value(fact, attribute)} {self.source(fact)}".rstrip())
        for removed in at.get("removes").items():
            put(f"{removed.id()} area", "none")
        if at.get("on").value is not None:
            put("on", at.get("on").day())
        if readings := self.readings(at):
            put("reading", readings)
        for line in at.get("lines").items():
            line.only("about", "wants")
            put(line.get("about").plain(), line.get("wants").plain())
        if at.get("why").value is not None:
            put("why", at.get("why").plain())
        self.add("variants", at.place)
        self.add("| " + " | ".join(columns) + " |", at.place)
        self.add("| " + " | ".join(cells) + " |", at.place)


def read_json(data: bytes, path: str, vocabulary: Vocabulary) -> Reading:
    """The case that the bytes of a JSON file hold, or all its mistakes."""
    import json

    if len(data) > lines.MAX_BYTES:
        message, expected = f"the file has {len(data):,} bytes", f"at most {lines.MAX_BYTES:,} bytes in a file"
        return Reading(None, (Diagnostic("E101", message, None, expected, "divide it into several files", path=path),))
    text, wrong = lines.decode(data)
    if wrong is not None:
        return Reading(None, (Diagnostic(wrong.code, wrong.message, None, wrong.expected, wrong.help, path=path),))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as bad:
        where = f" (line {bad.lineno}: {bad.msg.lower()})" if isinstance(bad, json.JSONDecodeError) else ""
        expected = f'an object with "schema": "{SCHEMA}"'
        return Reading(None, (Diagnostic("E190", f"the file is not JSON{where}", None, expected, path=path),))
    return from_json(found, path, vocabulary)


def from_json(data: Any, path: str = "", vocabulary: Vocabulary | None = None) -> Reading:
    """The case that a JSON value holds, or all its mistakes, each with its place in the JSON as part of its path."""
    words = vocabulary or load_vocabulary()
    builder = _Builder(words)
    found: list[Diagnostic] = []

    def attempt(step: Any, *args: Any) -> None:
        try:
            step(*args)
        except _WrongError as bad:
            found.append(Diagnostic("E190", str(bad), None, bad.expected, bad.help, "error", f"{path}#{bad.place}"))

    def build() -> None:
        whole = _Json(data, "")
        if whole.get("schema").value != SCHEMA:
            raise _WrongError("/schema", "this is not a case", f'an object with "schema": "{SCHEMA}"')
        whole.only("schema", "things", "assume", "claims", "history", "notes", "expect", "variants")
        things = list(whole.get("things").items())
        remarks: dict[str, list[tuple[str, _Json]]] = {}
        for thing in things:
            if isinstance(thing.value, dict) and thing.value.get("entity") == "project":
                remarks[str(thing.value.get("id"))] = []
        for kind in ("assume", "claims", "history", "notes"):
            for entry in whole.get(kind).items():
                project = str(entry.get("project").value)
                if project not in remarks:
                    raise _WrongError(f"{entry.place}/project", "there is no such project", "the id of a project")
                remarks[project].append((kind, entry))
        for thing in things:
            attempt(builder.thing, thing)
            if isinstance(thing.value, dict) and thing.value.get("entity") == "project":
                for kind, entry in remarks[str(thing.value.get("id"))]:
                    attempt(builder.remark, kind, entry)
        for expect in whole.get("expect").items():
            attempt(builder.expect, expect)
        for variant in whole.get("variants").items():
            attempt(builder.variant, variant)

    attempt(build)
    if found:
        return Reading(None, tuple(found))
    read = read_case("\n".join(builder.lines), path, words)
    placed = tuple(_placed(d, path, builder.places) for d in read.diagnostics)
    return read._replace(diagnostics=placed, lines=())


def _placed(found: Diagnostic, path: str, places: list[str]) -> Diagnostic:
    at = found.span.line - 1 if found.span else -1
    return found._replace(span=None, path=f"{path}#{places[at]}" if 0 <= at < len(places) else path)
