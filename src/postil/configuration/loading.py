"""Merges sources into one policy: last wins, bad values are reported, the rest still counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from postil.configuration.key import Key
from postil.configuration.keys import BY_NAME, KEYS, LOCK
from postil.configuration.model_keys import NAMES_MODELS
from postil.configuration.shapes import Many, Unfit, nearest, shown
from postil.configuration.sources import Origin, Settings, Source, SourceKind
from postil.configuration.statements import Complaints, Statement, origin_of, statements_of
from postil.configuration.tables import PathRule
from postil.domain.policy import PROFILES, Policy, Profile, Suppression

_RUNS_SOMETHING = "command:"
_ADDRESS = "://"
_UNREADABLE = object()

_Unfits = list[tuple[int, Unfit]]


@dataclass(slots=True)
class _Gathered:
    """The values taken so far, where each came from, and what was wrong on the way."""

    values: dict[str, object] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    complaints: Complaints = field(default_factory=Complaints)


def load(sources: Sequence[Source], *, checks: Collection[str] = ()) -> Settings:
    """The settings all sources give together; where two speak of one key, the later one counts.

    `checks` are the names of the checks there are; with them, a name that is none is reported.
    """
    gathered = _Gathered()
    said = [(source, list(statements_of(source, gathered.complaints))) for source in sources]
    locked = _locked(said)
    for source, statements in said:
        for statement in statements:
            _take(gathered, source, statement, locked)
    policy = _policy(gathered)
    _check_names(gathered, policy, checks)
    _check_rules(gathered, policy)
    _check_locks(gathered, locked)
    default = Origin(kind="profile", name=policy.profile)
    return Settings(
        policy=policy,
        values={key.name: gathered.values.get(key.name, key.of(policy)) for key in KEYS},
        origins={key.name: gathered.origins.get(key.name, default) for key in KEYS},
        problems=gathered.complaints.all(),
    )


def _locked(said: Iterable[tuple[Source, list[Statement]]]) -> frozenset[str]:
    """What the operator locked; a lock holds whatever order the sources come in."""
    names: set[str] = set()
    for source, statements in said:
        for statement in statements:
            if statement.name == "locked" and source.kind is not SourceKind.REPOSITORY:
                names.update(map(str, _entries(LOCK, statement.value)[0]))
    return frozenset(names)


def _take(
    gathered: _Gathered, source: Source, statement: Statement, locked: frozenset[str]
) -> None:
    key = BY_NAME[statement.name]
    refusal = _refusal(key, source, statement, locked)
    if refusal:
        gathered.complaints.add(origin_of(source, statement), statement.written, *refusal)
        return
    value, unfits = _read(key, statement.value)
    for entry, unfit in unfits:
        origin = origin_of(source, statement.at(entry))
        message = f"`{statement.written}`: {unfit.message}"
        gathered.complaints.add(origin, statement.written, message, unfit.remedy)
    if value is not _UNREADABLE:
        gathered.values[key.name] = value
        gathered.origins[key.name] = origin_of(source, statement)


def _read(key: Key, raw: object) -> tuple[object, _Unfits]:
    """The value and what is wrong with it; a list keeps its good entries if it has any."""
    if not isinstance(key.shape, Many):
        try:
            return key.shape.read(raw), []
        except Unfit as unfit:
            return _UNREADABLE, [(0, unfit)]
    values, unfits = _entries(key.shape, raw)
    if unfits and not values:
        return _UNREADABLE, unfits
    return key.shape.gather(values), unfits


def _entries(shape: Many, raw: object) -> tuple[list[object], _Unfits]:
    values: list[object] = []
    unfits: _Unfits = []
    try:
        entries = shape.entries(raw)
    except Unfit as unfit:
        return values, [(0, unfit)]
    for position, entry in enumerate(entries):
        try:
            values.append(shape.each.read(entry))
        except Unfit as unfit:
            unfits.append((position, unfit))
    return values, unfits


def _refusal(
    key: Key, source: Source, statement: Statement, locked: frozenset[str]
) -> tuple[str, str] | None:
    """Why this source may not set this key, and what to do instead; None when it may."""
    name = statement.written
    if source.kind not in key.sources:
        places = ", ".join(sorted(key.sources))
        return f"`{name}` cannot be set here.", f"It may come from: {places}."
    if source.kind is not SourceKind.REPOSITORY:
        return None
    if key.name in locked:
        return f"`{name}` is locked by the operator.", "Remove it, or ask for the lock to go."
    if key.name in NAMES_MODELS and _reaches_out(statement.value):
        return (
            f"`{name}` may not name a program or an address in a repository's file.",
            f"Set it by a flag or `{key.variable}`.",
        )
    return None


def _reaches_out(value: object) -> bool:
    """Whether any model named runs a program or is asked at an address of the file's choosing."""
    if isinstance(value, dict):
        return any(map(_reaches_out, value.values()))
    if isinstance(value, list):
        return any(map(_reaches_out, value))
    return isinstance(value, str) and (_RUNS_SOMETHING in value.lower() or _ADDRESS in value)


def _policy(gathered: _Gathered) -> Policy:
    values = gathered.values
    policy = PROFILES[Profile(str(values.get("profile", Profile.PANEL)))]
    if policy.profile is Profile.PANEL and values.get("event", policy.event) != policy.event:
        _refuse_event(gathered)
    for key in KEYS:
        if key.field and key.name in values:
            policy = _assigned(policy, key.field, values[key.name])
    return _with_path_rules(policy, values.get("path", ()))


def _refuse_event(gathered: _Gathered) -> None:
    """The panel speaks without a person at the gate, so it may only ever comment."""
    del gathered.values["event"]
    origin = gathered.origins.pop("event")
    message = "`event` is locked to `comment` in the profile `panel`."
    gathered.complaints.add(origin, "event", message, "Choose `guided`, or remove it.")


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


def _check_names(gathered: _Gathered, policy: Policy, checks: Collection[str]) -> None:
    if not checks:
        return
    named = {rule.check: "suppress" for rule in policy.suppress if rule.check}
    named |= dict.fromkeys(policy.checks_off, "checks.off")
    for name, key in sorted(named.items()):
        if name not in checks:
            origin = gathered.origins.get(key) or gathered.origins["path"]
            hint = _hint(name, checks)
            message = f"`{key}`: there is no check {shown(name)}.{hint}"
            gathered.complaints.add(origin, key, message, "See `postil checks`.")


def _check_rules(gathered: _Gathered, policy: Policy) -> None:
    """Rules are told apart, suppressed and followed up by name."""
    names = [rule.name for rule in policy.rules]
    for name in sorted({name for name in names if names.count(name) > 1}):
        message = f"`rule`: the name {shown(name)} stands for several rules."
        gathered.complaints.add(gathered.origins["rule"], "rule", message, "Name each differently.")


def _check_locks(gathered: _Gathered, locked: frozenset[str]) -> None:
    """A misspelt lock protects nothing, so it must not pass for one."""
    for name in sorted(locked - BY_NAME.keys()):
        message = f"`locked`: there is no setting {shown(name)}.{_hint(name, BY_NAME)}"
        gathered.complaints.add(
            gathered.origins["locked"], "locked", message, "Write the name of a setting."
        )


def _hint(name: str, known: Iterable[str]) -> str:
    close = nearest(name, known)
    return f" Did you mean `{close}`?" if close else ""
