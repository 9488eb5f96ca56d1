"""The shape of a team's own rule, `[[rule]]`, and what makes one complete."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from postil.configuration.expressions import LONGEST, BadExpression, compiled
from postil.configuration.shapes import (
    NAME,
    Choice,
    Glob,
    Many,
    Schema,
    Shape,
    Text,
    Unfit,
    nearest,
    quoted,
)
from postil.configuration.tables import fields_of, schema_of, table_of
from postil.domain.paths.languages import LANGUAGES
from postil.domain.severity import Severity
from postil.domain.team_rules import SYNTAX_LANGUAGES, Demand, Match, TeamRule

_PATTERN = Text(f"one line of 1 to {LONGEST} characters", re.compile(rf"\A[^\n]{{1,{LONGEST}}}\Z"))
_MESSAGE = Text("what to tell the author, one line", re.compile(r"\A[^\n]{0,500}\S[^\n]{0,500}\Z"))
_GLOBS = Many(Glob())
_FIELDS: dict[str, Shape] = {
    "name": NAME,
    "message": _MESSAGE,
    "severity": Choice(Severity),
    "forbid": _PATTERN,
    "require": _PATTERN,
    "needs": _GLOBS,
    "match": Choice(Match),
    "language": NAME,
    "paths": _GLOBS,
    "exclude": _GLOBS,
}
_DEMANDS = tuple(str(demand) for demand in Demand)


@dataclass(frozen=True, slots=True)
class RuleTable:
    words: str = "a table with `name`, `message` and one of `forbid`, `require` and `needs`"

    def read(self, raw: object) -> TeamRule:
        fields = fields_of(raw, _FIELDS, f"Write {self.words}.")
        demand = self._demand(fields)
        rule = TeamRule(
            demand=demand,
            pattern=str(fields.pop(demand)) if demand is not Demand.NEEDS else "",
            partners=_globs(fields.pop("needs", ())),
            **fields,  # type: ignore[arg-type]
        )
        _refuse_odd(rule, fields)
        return rule

    def _demand(self, fields: dict[str, object]) -> Demand:
        given = [demand for demand in Demand if demand in fields]
        if len(given) != 1 or not {"name", "message"} <= fields.keys():
            label = f"The rule `{fields['name']}`" if "name" in fields else "The rule"
            problem = "says too much" if len(given) > 1 else "says too little"
            raise Unfit(f"{label} {problem}.", f"Write {self.words}.")
        return given[0]

    def schema(self) -> Schema:
        whole = schema_of(_FIELDS, ["name", "message"])
        return {**whole, "oneOf": [{"required": [demand]} for demand in _DEMANDS]}

    def written(self, value: Any) -> str:
        return table_of(
            name=quoted(value.name),
            message=quoted(value.message),
            severity=quoted(value.severity),
            **{value.demand: quoted(value.pattern) if value.pattern else _listed(value.partners)},
            match=quoted(value.match) if value.pattern else "",
            language=value.language and quoted(value.language),
            paths=_listed(value.paths),
            exclude=_listed(value.exclude),
        )


def _globs(value: Any) -> tuple[str, ...]:
    return tuple(value)


def _listed(globs: tuple[str, ...]) -> str:
    return _GLOBS.written(globs) if globs else ""


def _refuse_odd(rule: TeamRule, given: dict[str, object]) -> None:
    """What would read well and never do what it says."""
    label = f"The rule `{rule.name}`"
    if rule.demand is Demand.NEEDS and not rule.partners:
        raise Unfit(f"{label} needs nothing.", "Write at least one glob in `needs`.")
    if rule.demand is not Demand.FORBID and not rule.paths:
        raise Unfit(f"{label} does not say which files it is about.", "Write globs in `paths`.")
    if rule.demand is Demand.NEEDS and given.keys() & {"match", "language"}:
        raise Unfit(f"{label} has no pattern to match.", "Remove `match` and `language`.")
    known = SYNTAX_LANGUAGES if rule.match is Match.SYNTAX else LANGUAGES
    if rule.language and rule.language not in known:
        close = nearest(rule.language, known)
        raise Unfit(
            f"{label} is about the language `{rule.language}`, which is not known here."
            + (f" Did you mean `{close}`?" if close else ""),
            "Write one of " + ", ".join(sorted(known)) + ".",
        )
    if rule.match is Match.REGEX:
        _refuse_bad_expression(label, rule)


def _refuse_bad_expression(label: str, rule: TeamRule) -> None:
    try:
        expression = compiled(rule.pattern)
    except BadExpression as bad:
        raise Unfit(
            f"{label} holds no regular expression ({bad}).",
            "Correct it; look-around and back-references are not supported.",
        ) from None
    if expression.search("") is not None:
        raise Unfit(f"{label} matches every line.", "Write an expression that needs a character.")
