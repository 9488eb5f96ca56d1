"""Takes a source apart into statements, each a setting's name, its raw value and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from postil.configuration.keys import BY_NAME, KEYS, TABLES
from postil.configuration.pieces import Table, read
from postil.configuration.shapes import nearest, shown
from postil.configuration.sources import Origin, Problem, Source, SourceKind

MOST_PROBLEMS = 50
_MAX_NAME = 200

_SECRET = re.compile(
    r"token|secret|passw|credential|api[_-]?key|private[_-]?key|state[_-]?key", re.IGNORECASE
)
_ENDPOINT = re.compile(r"endpoint|base[_-]?ur[il]|_url\Z|\Aurl|proxy|api[_-]?base", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a source says; `label` is the name as written there, where it differs."""

    name: str
    value: object
    line: int = 0
    label: str = ""
    entry_lines: tuple[int, ...] = ()

    @property
    def written(self) -> str:
        return self.label or self.name

    def at(self, entry: int) -> Statement:
        """The same at the line of one of its entries, where that is known."""
        lines = self.entry_lines[entry : entry + 1]
        return replace(self, line=lines[0]) if lines and lines[0] else self


@dataclass(slots=True)
class Complaints:
    """The problems so far. A hostile file may hold endless mistakes: beyond a few they count."""

    listed: list[Problem] = field(default_factory=list)
    beyond: int = 0

    def add(self, origin: Origin, key: str, message: str, remedy: str) -> None:
        if len(self.listed) >= MOST_PROBLEMS:
            self.beyond += 1
            return
        self.listed.append(
            Problem(
                file=origin.name,
                line=origin.line,
                key=key[:_MAX_NAME],
                message=message,
                remedy=remedy,
            )
        )

    def all(self) -> tuple[Problem, ...]:
        if not self.beyond:
            return tuple(self.listed)
        last = Problem(
            file=self.listed[-1].file,
            line=0,
            key="",
            message=f"{self.beyond} further problems are not listed.",
            remedy="Correct the ones above first.",
        )
        return (*self.listed, last)


def origin_of(source: Source, statement: Statement) -> Origin:
    return Origin(kind=source.kind, name=source.name, line=statement.line)


def statements_of(source: Source, complaints: Complaints) -> Iterator[Statement]:
    """What the source says about settings there are; everything else becomes a complaint."""
    if source.kind is SourceKind.ENVIRONMENT:
        yield from _from_environment(source, complaints)
        return
    if source.kind is SourceKind.FLAG:
        said = [Statement(name, value) for name, value in source.mapping.items()]
        given = [statement for statement in said if statement.value is not None]
    else:
        given = list(_from_file(source, complaints))
    for statement in given:
        if statement.name in BY_NAME:
            yield statement
        else:
            _complain_unknown(source, statement, complaints)


def _from_environment(source: Source, complaints: Complaints) -> Iterator[Statement]:
    """Variables with secrets and addresses are read elsewhere and are none of our business."""
    names = {key.variable: key.name for key in KEYS}
    for variable, value in source.mapping.items():
        if not variable.startswith("POSTIL_") or not value:
            continue
        if variable in names:
            yield Statement(names[variable], value, label=variable)
        elif not _kind_of_private(variable):
            close = nearest(variable, names)
            origin = Origin(kind=source.kind, name=source.name)
            complaints.add(origin, variable, _no_setting(variable, close), _LIST_THEM)


def _from_file(source: Source, complaints: Complaints) -> Iterator[Statement]:
    table = read(source.text)
    for flaw in table.flaws:
        origin = Origin(kind=source.kind, name=source.name, line=flaw.line)
        complaints.add(origin, "", flaw.message, flaw.remedy)
    for name, value in table.values.items():
        line = table.line_of(name)
        if name not in TABLES:
            yield Statement(name, value, line, entry_lines=_entry_lines(name, value, table))
        elif isinstance(value, dict):
            yield from _from_table(name, value, table)
        else:
            origin = Origin(kind=source.kind, name=source.name, line=line)
            complaints.add(origin, name, f"`{name}` must be a table.", f"Write `[{name}]`.")


def _from_table(name: str, values: Mapping[str, object], table: Table) -> Iterator[Statement]:
    for leaf, value in values.items():
        dotted = f"{name}.{leaf}"
        line = table.line_of(dotted) or table.line_of(name)
        yield Statement(dotted, value, line, entry_lines=_entry_lines(dotted, value, table))


def _entry_lines(name: str, value: object, table: Table) -> tuple[int, ...]:
    """Where the entries stand that have a header of their own; 0 for those that have none."""
    if isinstance(value, dict):
        return tuple(table.line_of(f"{name}.{inner}") for inner in value)
    if isinstance(value, list):
        return tuple(table.line_of(name, position) for position in range(len(value)))
    return ()


_LIST_THEM = "`postil config --schema` lists them all."


def _complain_unknown(source: Source, statement: Statement, complaints: Complaints) -> None:
    origin = origin_of(source, statement)
    private = _kind_of_private(statement.name)
    if private:
        message = f"{shown(statement.name)} holds {private}, which no file may."
        complaints.add(origin, statement.name, message, "Use an environment variable.")
        return
    close = nearest(statement.name, BY_NAME)
    complaints.add(origin, statement.name, _no_setting(statement.name, close), _LIST_THEM)


def _no_setting(name: str, close: str | None) -> str:
    return f"{shown(name)} is not a setting." + (f" Did you mean `{close}`?" if close else "")


def _kind_of_private(name: str) -> str:
    if _SECRET.search(name[:_MAX_NAME]):
        return "a secret"
    return "an address" if _ENDPOINT.search(name[:_MAX_NAME]) else ""
