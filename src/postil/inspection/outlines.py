"""Structured files as values that remember their lines, read from YAML or from JSON with comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import yaml

MOST_CHARACTERS = 1_000_000
MOST_NODES = 50_000
MOST_DEPTH = 60
_MERGE = "<<"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value as text; `raw` is how the file spells it, quotes and indentation included."""

    text: str
    line: int
    raw: str = ""
    quoted: bool = False

    @property
    def is_null(self) -> bool:
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")

    @property
    def is_true(self) -> bool:
        return not self.quoted and self.text.lower() == "true"


@dataclass(frozen=True, slots=True)
class Listing:
    """A sequence of values."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a table, with the line the key stands on."""

    key: str
    line: int
    value: Node


@dataclass(frozen=True, slots=True)
class Table:
    """Keys in the order they stand; of a key that stands twice the last one counts.

    `replaced` is, for each that is repeated, the one whose place it takes.
    """

    entries: Mapping[str, Entry]
    line: int
    repeated: tuple[Entry, ...] = ()
    replaced: tuple[Entry, ...] = ()

    def get(self, *keys: str) -> Node | None:
        """The value below these keys, or None where one is missing."""
        node: Node | None = self
        for key in keys:
            entry = node.entries.get(key) if isinstance(node, Table) else None
            if entry is None:
                return None
            node = entry.value
        return node

    def text(self, *keys: str) -> str | None:
        """The single value below these keys as text."""
        node = self.get(*keys)
        return node.text if isinstance(node, Scalar) else None

    def table(self, *keys: str) -> Table:
        """The table below these keys; an empty one where there is none."""
        node = self.get(*keys)
        return node if isinstance(node, Table) else EMPTY

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())


Node = Scalar | Listing | Table
EMPTY = Table({}, 0)


class Unreadable(ValueError):
    """The text is not what its name says, or larger than is worth reading.

    `line` is where it stops making sense; None when it is only too large, deep or odd.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def scalars(node: Node | None) -> Iterator[Scalar]:
    """Every single value below the node, keys left out, in the order they stand."""
    waiting = [] if node is None else [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, Scalar):
            yield current
        elif isinstance(current, Listing):
            waiting.extend(reversed(current.items))
        else:
            waiting.extend(entry.value for entry in reversed(list(current)))


def tables(node: Node | None) -> Iterator[Table]:
    """Every table at or below the node."""
    waiting = [] if node is None else [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, Listing):
            waiting.extend(reversed(current.items))
        elif isinstance(current, Table):
            yield current
            waiting.extend(entry.value for entry in reversed(list(current)))


def items(node: Node | None) -> tuple[Scalar, ...]:
    """The single values of a listing, or the one value that stands where a listing may stand."""
    if isinstance(node, Scalar):
        return () if node.is_null else (node,)
    if isinstance(node, Listing):
        return tuple(item for item in node.items if isinstance(item, Scalar))
    return ()


# libyaml also breaks lines at these, git does not; the replacements keep every position.
_OTHER_BREAKS = re.compile(
    "\r(?!\n)|[\x85\u2028\u2029\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]"
)


def read_yaml(text: str) -> Table:
    """The table a YAML file holds; raises Unreadable for anything else."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("larger than a million characters")
    plain = _OTHER_BREAKS.sub(" ", text.removeprefix("\ufeff"))
    builder = _Builder(plain)
    try:
        for event in yaml.parse(plain, Loader=yaml.CSafeLoader):
            if builder.take(event):
                break
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "is not YAML"
        raise Unreadable(str(problem), mark.line + 1 if mark is not None else None) from None
    if not isinstance(builder.result, Table):
        raise Unreadable("holds no table of keys")
    return builder.result


@dataclass(slots=True)
class _Open:
    """A table or listing whose end has not come yet."""

    line: int
    anchor: str | None
    is_table: bool
    parts: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class _Builder:
    """Turns events into nodes without recursion, so that depth is ours to limit.

    An alias costs as much as what it stands for, so that a few lines cannot grow into
    billions of values.
    """

    source: str
    open: list[_Open] = field(default_factory=list)
    anchors: dict[str, Node] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    total: int = 0
    result: Node | None = None
    last_line: int = 0

    def __post_init__(self) -> None:
        self.last_line = self.source.count("\n") + 1

    def take(self, event: yaml.Event) -> bool:
        """Whether the first document is complete."""
        if isinstance(event, yaml.ScalarEvent):
            self.put(self._scalar(event), event.anchor, 1)
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(self.open) >= MOST_DEPTH:
                raise Unreadable(f"nested deeper than {MOST_DEPTH} levels")
            is_table = isinstance(event, yaml.MappingStartEvent)
            self.open.append(_Open(self._line(event), event.anchor, is_table))
        elif isinstance(event, yaml.CollectionEndEvent):
            self.close()
        elif isinstance(event, yaml.AliasEvent):
            node = self.anchors.get(str(event.anchor))
            if node is None:
                raise Unreadable(f"alias `{event.anchor}` stands for nothing")
            self.put(node, None, self.sizes.get(id(node), 1))
        return isinstance(event, yaml.DocumentEndEvent)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = event.start_mark, event.end_mark
        raw = self.source[start.index : end.index] if start and end else ""
        return Scalar(str(event.value), self._line(event), raw, quoted=bool(event.style))

    def _line(self, event: yaml.Event) -> int:
        """Where an event begins; what is empty at the very end begins on the last line."""
        return min(event.start_mark.line + 1, self.last_line) if event.start_mark else 1

    def close(self) -> None:
        done = self.open.pop()
        size = 1 + sum(self.sizes.get(id(part), 1) for part in done.parts)
        node: Node = _table(done) if done.is_table else Listing(tuple(done.parts), done.line)
        self.put(node, done.anchor, 1)
        self.sizes[id(node)] = size

    def put(self, node: Node, anchor: str | None, size: int) -> None:
        self.total += size
        if self.total > MOST_NODES:
            raise Unreadable(f"holds more than {MOST_NODES} values")
        if anchor is not None:
            self.anchors[anchor] = node
        if self.open:
            self.open[-1].parts.append(node)
        else:
            self.result = node


def _table(done: _Open) -> Table:
    entries: dict[str, Entry] = {}
    repeated: list[Entry] = []
    replaced: list[Entry] = []
    merged: list[Node] = []
    for key, value in zip(done.parts[::2], done.parts[1::2], strict=True):
        if not isinstance(key, Scalar):
            continue
        entry = Entry(key.text, key.line, value)
        if key.text == _MERGE and not key.quoted:
            merged += value.items if isinstance(value, Listing) else (value,)
            continue
        if key.text in entries:
            repeated.append(entry)
            replaced.append(entries[key.text])
        entries[key.text] = entry
    for other in merged:
        if isinstance(other, Table):
            entries = {**other.entries, **entries}
    return Table(entries, done.line, tuple(repeated), tuple(replaced))


_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n\ufeff]+)
    |(?P<remark>//[^\n]*|/\*)
    |(?P<text>"[^"\\\n]*(?:\\.[^"\\\n]*)*")
    |(?P<mark>[{}\[\]:,])
    |(?P<word>[^\s{}\[\]:,"/]+)""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)")
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def read_json(text: str) -> Table:
    """The table a JSON file holds, comments and trailing commas allowed; else raises Unreadable."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("larger than a million characters")
    builder = _Builder(text)
    for kind, spelled, line in _tokens(text):
        if kind == "mark" and spelled in "{[":
            if len(builder.open) >= MOST_DEPTH:
                raise Unreadable(f"nested deeper than {MOST_DEPTH} levels")
            builder.open.append(_Open(line, None, spelled == "{"))
        elif kind == "mark" and spelled in "}]":
            _close_json(builder, spelled)
        elif kind == "text":
            builder.put(Scalar(_unescaped(spelled[1:-1]), line, spelled, quoted=True), None, 1)
        elif kind == "word":
            builder.put(Scalar(spelled, line, spelled), None, 1)
    if builder.open or not isinstance(builder.result, Table):
        raise Unreadable("holds no complete table of keys")
    return builder.result


def _close_json(builder: _Builder, mark: str) -> None:
    if not builder.open or builder.open[-1].is_table is not (mark == "}"):
        raise Unreadable(f"a `{mark}` closes nothing")
    if builder.open[-1].is_table and len(builder.open[-1].parts) % 2:
        raise Unreadable("a key has no value")
    builder.close()


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    position, line = 0, 1
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise Unreadable("is not JSON", line)
        end = found.end()
        if found["remark"] == "/*":
            close = text.find("*/", end)
            end = len(text) if close < 0 else close + 2
        elif found.lastgroup not in ("space", "remark"):
            yield str(found.lastgroup), found[0], line
        line += text.count("\n", position, end)
        position = end


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)
