"""Merges sources into one policy: last wins, bad values are reported, the rest still counts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from postil.configuration.keys import BY_NAME, KEYS, TABLES, Key
from postil.configuration.pieces import Table, read
from postil.configuration.shapes import Many, Unfit, nearest, shown
from postil.configuration.sources import Origin, Problem, Settings, Source, SourceKind
from postil.configuration.tables import PathRule
from postil.domain.policy import PROFILES, Policy, Profile, Suppression

MOST_PROBLEMS = 50

_SECRET = re.compile(
    r"(?:token|secret|passw|credential|api[_-]?key|private[_-]?key|state[_-]?key)", re.IGNORECASE
)
_ENDPOINT = re.compile(
    r"(?:endpoint|base[_-]?ur[il]|_url\Z|\Aurl|proxy|api[_-]?base)", re.IGNORECASE
)
_RUNS_SOMETHING = ("command:",)
_ADDRESS = "://"


@dataclass(frozen=True, slots=True)
class _Said:
    """One thing a source says: a name as written, a value, and where."""

    name: str
    value: object
    line: int = 0


@dataclass(slots=True)
class _Desk:
    """What has been gathered so far. A hostile file may hold endless mistakes: they are counted."""

    values: dict[str, object] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    uncounted: int = 0

    @property
    def full(self) -> bool:
        return len(self.problems) >= MOST_PROBLEMS

    def report(self, source: Source, said: _Said, message: str, remedy: str) -> None:
        if self.full:
            self.uncounted += 1
            return
        self.problems.append(
            Problem(
                file=source.name,
                line=said.line,
                key=said.name[:100],
                message=message,
                remedy=remedy,
            )
        )

    def all_problems(self) -> tuple[Problem, ...]:
        if not self.uncounted:
            return tuple(self.problems)
        last = Problem(
            file=self.problems[-1].file,
            line=0,
            key="",
            message=f"{self.uncounted} further problems are not listed.",
            remedy="Correct the ones above first.",
        )
        return (*self.problems, last)


def load(sources: Sequence[Source], *, checks: Collection[str] = ()) -> Settings:
    """The settings all sources give together; where two speak of one key, the later one counts.

    `checks` are the names of the checks there are; with them, a name that is none is reported.
    """
    desk = _Desk()
    readings = [(source, list(_said(source, desk))) for source in sources]
    locked = _locked(readings)
    for source, all_said in readings:
        for said in all_said:
            _take(desk, source, said, locked)
    policy = _policy(desk)
    _report_unknown_checks(desk, policy, checks)
    values = {key.name: desk.values.get(key.name, key.of(policy)) for key in KEYS}
    origins = {key.name: desk.origins.get(key.name, _by_default(policy)) for key in KEYS}
    return Settings(policy=policy, values=values, origins=origins, problems=desk.all_problems())


def _by_default(policy: Policy) -> Origin:
    return Origin(kind="profile", name=policy.profile)


def _said(source: Source, desk: _Desk) -> Iterator[_Said]:
    if source.kind is SourceKind.ENVIRONMENT:
        yield from _from_environment(source, desk)
    elif source.kind is SourceKind.FLAG:
        yield from (
            _Said(name, value) for name, value in source.mapping.items() if value is not None
        )
    else:
        yield from _from_file(source, desk)


def _from_environment(source: Source, desk: _Desk) -> Iterator[_Said]:
    variables = {key.variable: key.name for key in KEYS}
    for variable, value in source.mapping.items():
        if not variable.startswith("POSTIL_") or not value:
            continue
        if variable in variables:
            yield _Said(variables[variable], value)
        elif not _SECRET.search(variable[:200]) and not _ENDPOINT.search(variable[:200]):
            _unknown(desk, source, _Said(variable, value), tuple(variables))


def _from_file(source: Source, desk: _Desk) -> Iterator[_Said]:
    table = read(source.text)
    for flaw in table.flaws:
        desk.report(source, _Said("", None, flaw.line), flaw.message, flaw.remedy)
    for name, value in table.values.items():
        if name not in TABLES:
            yield _Said(name, value, table.line_of(name))
        elif isinstance(value, dict):
            yield from _from_table(name, value, table)
        else:
            said = _Said(name, value, table.line_of(name))
            desk.report(source, said, f"`{name}` must be a table.", f"Write `[{name}]`.")


def _from_table(name: str, values: Mapping[str, object], table: Table) -> Iterator[_Said]:
    for leaf, value in values.items():
        dotted = f"{name}.{leaf}"
        yield _Said(dotted, value, table.line_of(dotted) or table.line_of(name))


def _locked(readings: list[tuple[Source, list[_Said]]]) -> frozenset[str]:
    """What the operator locked; a lock holds whatever order the sources come in."""
    shape = BY_NAME["locked"].shape
    names: set[object] = set()
    for source, all_said in readings:
        for said in all_said:
            if said.name == "locked" and source.kind is not SourceKind.REPOSITORY:
                names.update(_entries(shape, said.value)[0])
    return frozenset(map(str, names))


def _take(desk: _Desk, source: Source, said: _Said, locked: frozenset[str]) -> None:
    key = BY_NAME.get(said.name)
    if key is None:
        _unknown(desk, source, said, tuple(BY_NAME))
        return
    refusal = _refusal(key, source, said, locked)
    if refusal:
        desk.report(source, said, *refusal)
        return
    value, complaints = _read(key, said.value)
    for complaint in complaints:
        desk.report(source, said, f"`{said.name}`: {complaint.message}", complaint.remedy)
    if value is not _UNREADABLE:
        desk.values[key.name] = value
        desk.origins[key.name] = Origin(kind=source.kind, name=source.name, line=said.line)


_UNREADABLE = object()


def _read(key: Key, raw: object) -> tuple[object, list[Unfit]]:
    """The value and what is wrong with it; a list keeps its good entries if it has any."""
    if not isinstance(key.shape, Many):
        try:
            return key.shape.read(raw), []
        except Unfit as unfit:
            return _UNREADABLE, [unfit]
    values, complaints = _entries(key.shape, raw)
    if complaints and not values:
        return _UNREADABLE, complaints
    return key.shape.gather(values), complaints


def _entries(shape: Any, raw: object) -> tuple[list[object], list[Unfit]]:
    values: list[object] = []
    complaints: list[Unfit] = []
    try:
        entries = shape.entries(raw)
    except Unfit as unfit:
        return values, [unfit]
    for entry in entries:
        try:
            values.append(shape.each.read(entry))
        except Unfit as unfit:
            complaints.append(unfit)
    return values, complaints


def _refusal(
    key: Key, source: Source, said: _Said, locked: frozenset[str]
) -> tuple[str, str] | None:
    if source.kind not in key.sources:
        places = ", ".join(sorted(key.sources))
        return f"`{said.name}` cannot be set here.", f"It may come from: {places}."
    if source.kind is not SourceKind.REPOSITORY:
        return None
    if key.name in locked:
        return f"`{said.name}` is locked by the operator.", "Remove it, or ask for the lock to go."
    if key.name == "model" and isinstance(said.value, str) and _reaches_out(said.value):
        return (
            "`model` may not name a program or an address in a repository's file.",
            "Set it by `--model` or `POSTIL_MODEL`.",
        )
    return None


def _reaches_out(model: str) -> bool:
    return model.strip().lower().startswith(_RUNS_SOMETHING) or _ADDRESS in model


def _unknown(desk: _Desk, source: Source, said: _Said, known: tuple[str, ...]) -> None:
    if desk.full:
        desk.report(source, said, "", "")
        return
    if _SECRET.search(said.name[:200]):
        message, remedy = "holds a secret, which no file may.", "Use an environment variable."
    elif _ENDPOINT.search(said.name[:200]):
        message, remedy = "names an address, which no file may.", "Use an environment variable."
    else:
        close = nearest(said.name, known)
        message = "is not a setting." + (f" Did you mean `{close}`?" if close else "")
        remedy = "`postil config --schema` lists them all."
    desk.report(source, said, f"{shown(said.name)} {message}", remedy)


def _policy(desk: _Desk) -> Policy:
    profile = desk.values.get("profile", Profile.PANEL)
    policy = PROFILES[Profile(str(profile))]
    if policy.profile is Profile.PANEL and desk.values.get("event", policy.event) != policy.event:
        _undo_event(desk)
    for key in KEYS:
        if key.field and key.name in desk.values:
            policy = _assigned(policy, key.field, desk.values[key.name])
    return _with_path_rules(policy, desk.values.get("path", ()))


def _undo_event(desk: _Desk) -> None:
    """The panel speaks without a person at the gate, so it may only ever comment."""
    del desk.values["event"]
    origin = desk.origins.pop("event")
    source = Source(kind=SourceKind(origin.kind), name=origin.name)
    message = "`event` is locked to `comment` in the profile `panel`."
    desk.report(
        source, _Said("event", None, origin.line), message, "Choose `guided`, or remove it."
    )


def _assigned(policy: Policy, place: str, value: Any) -> Policy:
    outer, _, inner = place.partition(".")
    if inner:
        value = replace(getattr(policy, outer), **{inner: value})
    changed: dict[str, Any] = {outer: value}
    return replace(policy, **changed)


def _with_path_rules(policy: Policy, rules: Any) -> Policy:
    """A check that is off for a glob is a suppression; noise for a glob is noise."""
    off = tuple(
        Suppression(check=check, path=rule.glob, reason=rule.reason or _off_for(rule))
        for rule in rules
        for check in sorted(rule.checks_off)
    )
    noise = tuple(rule.glob for rule in rules if rule.noise)
    return replace(policy, suppress=(*policy.suppress, *off), noise=(*policy.noise, *noise))


def _off_for(rule: PathRule) -> str:
    return f"switched off for `{rule.glob}` in the configuration"


def _report_unknown_checks(desk: _Desk, policy: Policy, checks: Collection[str]) -> None:
    if not checks:
        return
    named = dict.fromkeys(policy.checks_off, "checks.off")
    named |= {rule.check: "suppress" for rule in policy.suppress if rule.check}
    for name, key in sorted(named.items()):
        if name not in checks:
            close = nearest(name, checks)
            hint = f" Did you mean `{close}`?" if close else ""
            origin = desk.origins.get(key) or desk.origins["path"]
            source = Source(kind=SourceKind(origin.kind), name=origin.name)
            message = f"`{key}`: there is no check {shown(name)}.{hint}"
            desk.report(source, _Said(key, None, origin.line), message, "See `postil checks`.")
