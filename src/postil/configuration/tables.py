"""The shapes of settings that are tables: suppressions, accepted risks, caps and path rules."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postil.configuration.shapes import (
    NAME,
    Choice,
    Glob,
    Many,
    Schema,
    Shape,
    Text,
    Truth,
    Unfit,
    nearest,
    quoted,
    shown,
    within,
)
from postil.domain.policy import Acceptance, Suppression
from postil.domain.severity import Dimension, Severity

_REASON = Text("a reason in words", re.compile(r"\S"))
_GLOB = Glob()
_CHECKS_OFF = Many(NAME, gather=frozenset)
_HIGHEST_CHANGE = 10**9


def fields_of(raw: object, shapes: Mapping[str, Shape], remedy: str) -> dict[str, object]:
    """The fields of one entry. One that is unknown or unfit refuses the entry whole:

    a misspelt `until` must not turn a suppression for a week into one for ever.
    """
    if not isinstance(raw, dict):
        raise Unfit(f"{shown(raw)} is not a table.", remedy)
    values: dict[str, object] = {}
    for name, value in raw.items():
        if name not in shapes:
            close = nearest(name, shapes)
            hint = f" Did you mean `{close}`?" if close else ""
            raise Unfit(f"The entry has an unknown field {shown(name)}.{hint}", remedy)
        try:
            values[name] = shapes[name].read(value)
        except Unfit as unfit:
            raise Unfit(f"`{name}`: {unfit.message}", unfit.remedy) from unfit
    return values


def schema_of(shapes: Mapping[str, Shape], required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": {name: shape.schema() for name, shape in shapes.items()},
        "required": required,
        "additionalProperties": False,
    }


def table_of(**fields: str) -> str:
    return "{ " + ", ".join(f"{name} = {text}" for name, text in fields.items() if text) + " }"


@dataclass(frozen=True, slots=True)
class Day:
    words: str = "a day such as `2027-01-31`"

    def read(self, raw: object) -> dt.date:
        if isinstance(raw, dt.datetime):
            return raw.date()
        if isinstance(raw, dt.date):
            return raw
        try:
            return dt.date.fromisoformat(raw if isinstance(raw, str) else "")
        except ValueError:
            raise Unfit(f"{shown(raw)} is not a day.", f"Write {self.words}.") from None

    def schema(self) -> Schema:
        return {"type": "string", "format": "date"}

    def written(self, value: object) -> str:
        return str(value)


_SUPPRESSION: dict[str, Shape] = {
    "check": NAME,
    "slug": NAME,
    "path": _GLOB,
    "until": Day(),
    "reason": _REASON,
}


@dataclass(frozen=True, slots=True)
class SuppressionTable:
    words: str = "a table with `reason` and at least one of `check`, `slug` and `path`"

    def read(self, raw: object) -> Suppression:
        fields = fields_of(raw, _SUPPRESSION, f"Write {self.words}.")
        if "reason" not in fields or fields.keys().isdisjoint({"check", "slug", "path"}):
            raise Unfit("The suppression says too little.", f"Write {self.words}.")
        return Suppression(**fields)  # type: ignore[arg-type]

    def schema(self) -> Schema:
        return schema_of(_SUPPRESSION, ["reason"])

    def written(self, value: Any) -> str:
        return table_of(
            check=value.check and quoted(value.check),
            slug=value.slug and quoted(value.slug),
            path=value.path and quoted(value.path),
            until=str(value.until) if value.until else "",
            reason=quoted(value.reason),
        )


_ACCEPTANCE: dict[str, Shape] = {"slug": NAME, "path": _GLOB, "reason": _REASON}


@dataclass(frozen=True, slots=True)
class AcceptanceTable:
    words: str = "a table with `reason` and `slug` or `path` (on one line: `slug or path: reason`)"

    def read(self, raw: object) -> Acceptance:
        fields = fields_of(self._parted(raw), _ACCEPTANCE, f"Write {self.words}.")
        if "reason" not in fields or fields.keys().isdisjoint({"slug", "path"}):
            raise Unfit("The accepted risk says too little.", f"Write {self.words}.")
        return Acceptance(**fields)  # type: ignore[arg-type]

    def _parted(self, raw: object) -> object:
        """One line of text holds the same: what looks like no slug is a path."""
        if not isinstance(raw, str):
            return raw
        subject, _, reason = raw.partition(":")
        field = "slug" if NAME.pattern.match(subject.strip()) else "path"
        return {field: subject.strip(), "reason": reason.strip()}

    def schema(self) -> Schema:
        return schema_of(_ACCEPTANCE, ["reason"])

    def written(self, value: Any) -> str:
        return table_of(
            slug=value.slug and quoted(value.slug),
            path=value.path and quoted(value.path),
            reason=quoted(value.reason),
        )


_CAP: dict[str, Shape] = {"dimension": Choice(Dimension), "severity": Choice(Severity)}


@dataclass(frozen=True, slots=True)
class CapTable:
    """The most severe a finding of one dimension may be."""

    words: str = "a table with `dimension` and `severity` (on one line: `performance=low`)"

    def read(self, raw: object) -> tuple[Dimension, Severity]:
        if isinstance(raw, str):
            dimension, _, severity = raw.partition("=")
            raw = {"dimension": dimension, "severity": severity}
        fields = fields_of(raw, _CAP, f"Write {self.words}.")
        if len(fields) != len(_CAP):
            raise Unfit("The cap says too little.", f"Write {self.words}.")
        return Dimension(str(fields["dimension"])), Severity(str(fields["severity"]))

    def schema(self) -> Schema:
        return schema_of(_CAP, ["dimension", "severity"])

    def written(self, value: Any) -> str:
        dimension, severity = value
        return table_of(dimension=quoted(dimension), severity=quoted(severity))


@dataclass(frozen=True, slots=True)
class ChangeName:
    """Another change that goes with this one; a bare number means one of the same repository."""

    words: str = "a number or a name such as `owner/repo#12`"

    def read(self, raw: object) -> str:
        if isinstance(raw, int) and not isinstance(raw, bool) and 0 < raw < _HIGHEST_CHANGE:
            return f"#{raw}"
        if isinstance(raw, str) and _CHANGE_NAME.match(raw):
            return f"#{raw}" if raw.isdigit() else raw
        raise Unfit(f"{shown(raw)} names no change.", f"Write {self.words}.")

    def schema(self) -> Schema:
        return {"type": ["string", "integer"]}

    def written(self, value: object) -> str:
        return quoted(str(value))


_CHANGE_NAME = re.compile(r"\A\S{1,500}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class PathRule:
    """What differs for the files a glob matches."""

    glob: str
    checks_off: frozenset[str] = frozenset()
    noise: bool = False
    reason: str = ""


_PATH_RULE: dict[str, Shape] = {"checks_off": _CHECKS_OFF, "noise": Truth(), "reason": _REASON}


@dataclass(frozen=True, slots=True)
class PathTable:
    """One glob with its table."""

    words: str = "a table with `checks_off`, `noise` and `reason`"

    def read(self, raw: object) -> PathRule:
        glob, table = raw if isinstance(raw, tuple) else ("", raw)
        fields = fields_of(table, _PATH_RULE, f"Write {self.words}.")
        return PathRule(glob=_GLOB.read(glob), **fields)  # type: ignore[arg-type]

    def schema(self) -> Schema:
        return schema_of(_PATH_RULE, [])

    def written(self, value: Any) -> str:
        fields = table_of(
            checks_off=value.checks_off and _CHECKS_OFF.written(value.checks_off),
            noise="true" if value.noise else "",
            reason=value.reason and quoted(value.reason),
        )
        return f"{quoted(value.glob)} = {fields}"


@dataclass(frozen=True, slots=True)
class PathRules(Many):
    """Tables by glob, `[path."src/legacy/**"]`, each read on its own."""

    each: Shape = PathTable()

    @property
    def words(self) -> str:
        return f"tables by glob, each {self.each.words}"

    def entries(self, raw: object) -> list[object]:
        if not isinstance(raw, dict):
            raise Unfit(f"{shown(raw)} does not fit.", f"Write {self.words}.")
        return within(list(raw.items()))

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": self.each.schema()}

    def written(self, value: Any) -> str:
        return "{ " + ", ".join(self.each.written(rule) for rule in value) + " }"


@dataclass(frozen=True, slots=True)
class CapList(Many):
    """Caps as a list of tables, as one such table, or as a table from dimension to severity."""

    each: Shape = CapTable()

    def entries(self, raw: object) -> list[object]:
        if not isinstance(raw, dict):
            return Many.entries(self, raw)
        if "dimension" in raw:
            return [raw]
        named = [{"dimension": name, "severity": severity} for name, severity in raw.items()]
        return within(named)

    def schema(self) -> Schema:
        listed = Many.schema(self)
        by_name = {
            "type": "object",
            "properties": {str(dimension): _CAP["severity"].schema() for dimension in Dimension},
            "additionalProperties": False,
        }
        return {"anyOf": [listed, self.each.schema(), by_name]}
