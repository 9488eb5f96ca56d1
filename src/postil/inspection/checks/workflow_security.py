"""Flags changed workflows and actions that let strangers act with the repository's rights.

It knows nine ways in: strangers' text in scripts, prompts and environments; their code beside
secrets; logs and fetched text fed to AI agents; open allow lists, sandboxes and user lists;
a model's answer that is run. zizmor is the engine; agents are read from the parsed file.

Why it matters: workflows hold tokens and secrets, and much of what starts them is written by
people who have none.

Stays quiet when: the same was there before the change, or another of the same kind where it is
a habit of the file; something mild is the custom of the other workflows; the text cannot hold a
command, or only own workflows fill it; an action is pinned, official or by the project's own
makers; zizmor itself is not sure.

Silence it: put `postil: allow workflow-security` and a reason on or above the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_fixture, is_vendored
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection
from postil.inspection.checks._workflow_security.agents import agent_alarms
from postil.inspection.checks._workflow_security.alarm import (
    Alarm,
    gathered,
    is_habit,
    is_meant,
)
from postil.inspection.checks._workflow_security.auditor import TOOL, Audit, audit
from postil.inspection.checks._workflow_security.callers import Callers
from postil.inspection.checks._workflow_security.custom import Custom
from postil.inspection.gathering import gathered as told_once
from postil.inspection.outlines import Unreadable
from postil.inspection.workflows import is_action_path, is_workflow_path
from postil.ports import Toolbox, Tree

NAME = "workflow-security"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.HIGH
ROOT = Root.CODE

_MOST_FILES = 200
_FEW = 2
_HEAD, _BASE = "head/", "base/"


def activates(change: Change) -> str | None:
    count = len(_changed(change))
    return f"{count} workflow or action file(s) changed" if count else None


def _changed(change: Change) -> list[ChangedFile]:
    return [
        file
        for file in change.files
        if file.status is not FileStatus.DELETED
        and (is_workflow_path(file.path) or is_action_path(file.path))
        and not is_vendored(file.path)
        and not is_fixture(file.path)
    ]


def inspect(change: Change, head: Tree, base: Tree, tools: Toolbox) -> Inspection:
    changed = _changed(change)
    if len(changed) > _MOST_FILES:
        yield Gap(
            subject=f"{len(changed) - _MOST_FILES} workflow file(s)",
            reason=f"only the first {_MOST_FILES} are looked at",
            required=True,
            remedy="split the change",
        )
    files: list[_Pair] = []
    for file in changed[:_MOST_FILES]:
        text = head.read(file.path)
        if text is not None:
            files.append(_Pair(file, text, base.read(file.old_path) if file.old_path else None))
    report = audit(tools, dict(_named(files))) if files else Audit()
    yield from _gaps(report, files)
    callers, custom = Callers(head), Custom(head, base, tools)
    remarks = [
        _remark(alarm, pair)
        for pair in files
        for alarm in gathered(_introduced(report, pair))
        if not callers.are_trusted(alarm) and not custom.covers(alarm)
    ]
    told = told_once(remarks, _kind, few=_FEW, called="other places do the same")
    yield from told_once(told, lambda remark: remark.slug, called="more places like this")


def _kind(remark: Remark) -> str:
    """The same in several places is one decision, and so is an action that pastes its inputs."""
    path, pasted = remark.quotes[0].path, remark.claim.subject.startswith("inputs.")
    return f"{path} {remark.slug}" if pasted and is_action_path(path) else remark.title


def _introduced(report: Audit, pair: _Pair) -> list[Alarm]:
    """The alarms of one file that its earlier version does not have, each told once."""
    path, old = pair.file.path, pair.file.old_path
    alarms = [*_of(report, _HEAD + path, path), *_agents(path, pair.text)]
    before: list[Alarm] = []
    if pair.before is not None and old is not None:
        before = [*_of(report, _BASE + old, old), *_agents(old, pair.before)]
        if _BASE + old not in report.seen:
            # Nothing to compare with, so only what stands on new lines is known to be new.
            alarms = [alarm for alarm in alarms if _is_added(alarm, pair.file)]
    earlier = pair.before or ""
    alarms = [
        alarm for alarm in alarms if not alarm.identity or f"{alarm.identity}@" not in earlier
    ]
    habits = {alarm.slug for alarm in before if is_habit(alarm)}
    alarms = [alarm for alarm in alarms if not (is_habit(alarm) and alarm.slug in habits)]
    return _new(_settled(alarms), before, pair.file)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A changed file as it is and as it was; None when it is new."""

    file: ChangedFile
    text: str
    before: str | None


def _named(files: Iterable[_Pair]) -> Iterator[tuple[str, str]]:
    """Both versions under names of their own, so that one run of the tool sees them all."""
    for pair in files:
        yield _HEAD + pair.file.path, pair.text
        if pair.before is not None and pair.file.old_path is not None:
            yield _BASE + pair.file.old_path, pair.before


def _gaps(report: Audit, files: list[_Pair]) -> Iterator[Gap]:
    if report.failure:
        yield Gap(
            subject=f"check `{NAME}`",
            reason=report.failure,
            required=not report.missing,
            remedy=f"install it with `pip install {TOOL}`"
            if report.missing
            else f"run `{TOOL}` by hand to see why",
        )
        return
    for pair in files:
        if _HEAD + pair.file.path not in report.seen:
            yield Gap(
                subject=f"`{pair.file.path}`",
                reason=f"`{TOOL}` could not read it",
                required=True,
                remedy="correct its syntax; GitHub refuses the file as well",
            )


def _of(report: Audit, name: str, path: str) -> Iterator[Alarm]:
    return (replace(alarm, path=path) for alarm in report.alarms if alarm.path == name)


def _agents(path: str, text: str) -> list[Alarm]:
    try:
        return list(agent_alarms(path, text))
    except Unreadable:
        return []


def _settled(alarms: list[Alarm]) -> list[Alarm]:
    """Without what another alarm says better: the worse one about the same words of a line.

    A checkout of strangers' code says everything the warning about its trigger does.
    """
    checked_out = any(alarm.slug == "privileged-checkout" for alarm in alarms)
    run = {(alarm.line, alarm.subject) for alarm in alarms if alarm.slug == "agent-output-executed"}
    return [
        alarm
        for alarm in alarms
        if not (checked_out and alarm.slug == "dangerous-triggers")
        and not (alarm.slug == "template-injection" and (alarm.line, alarm.subject) in run)
    ]


def _new(alarms: list[Alarm], before: list[Alarm], file: ChangedFile) -> list[Alarm]:
    """The alarms the earlier version does not have; of equal ones those on added lines."""
    known = Counter(alarm.key for alarm in before)
    kept: list[Alarm] = []
    for alarm in sorted(alarms, key=lambda alarm: (_is_added(alarm, file), alarm.line)):
        if known[alarm.key] > 0:
            known[alarm.key] -= 1
        elif not alarm.identity or alarm.key not in {other.key for other in kept}:
            kept.append(alarm)
    return sorted(kept, key=lambda alarm: alarm.line)


def _is_added(alarm: Alarm, file: ChangedFile) -> bool:
    return any(line in file.added_numbers for line in range(alarm.line, alarm.last_line + 1))


def _remark(alarm: Alarm, pair: _Pair) -> Remark:
    lines = pair.text.split("\n")
    quotes = [Quote(path=alarm.path, text=lines[alarm.line - 1], line=alarm.line)]
    if alarm.line not in pair.file.added_numbers:
        cause = _cause(alarm, pair.file)
        quotes += [] if cause is None else [cause]
    remark = Remark(
        title=alarm.title,
        slug=alarm.slug,
        severity=alarm.severity,
        dimension=DIMENSION,
        quotes=tuple(quotes),
        failure_mode=f"{alarm.failure}.",
        mitigation=f"{alarm.mitigation}.",
        claim=Claim(Shape.OTHER, alarm.subject[:200]),
        confidence=alarm.confidence,
        basis=alarm.basis,
        details=alarm.details,
    )
    return remark.as_mild() if is_meant(alarm) else remark


def _cause(alarm: Alarm, file: ChangedFile) -> Quote | None:
    """The changed line nearest to the alarm; an added one where there is any."""
    sides: tuple[tuple[Side, Mapping[int, str]], ...] = (
        (Side.NEW, dict(file.added)),
        (Side.OLD, dict(file.removed)),
    )
    for side, changed in sides:
        written = [number for number, text in changed.items() if text.strip()]
        if written:
            near = min(written, key=lambda number: abs(number - alarm.line))
            path = file.path if side is Side.NEW else file.old_path or file.path
            return Quote(path=path, text=changed[near], side=side, line=near)
    return None
