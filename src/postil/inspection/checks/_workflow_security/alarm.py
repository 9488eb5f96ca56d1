"""An Alarm: one way in that a workflow opens, wherever it was noticed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from postil.domain.severity import Basis, Severity

_LONGEST = 20_000
_ONE_BLOCK = 8
"""Lines that a list of rights takes at most."""
_VERSION = re.compile(r"(?<=[\w/])@[\w.+/-]+(?: *#.*)?")
_ABOUT_VERSIONS = frozenset(
    {
        *("unpinned-uses", "known-vulnerable-actions", "impostor-commit", "ref-confusion"),
        *("stale-action-refs", "ref-version-mismatch", "archived-uses", "unpinned-images"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """What is open on which line, and for whom.

    `subject` is the text that opens it. With the slug it recognises the same alarm in another
    revision, whatever its line is there, and whatever version an action has where the alarm is
    not about versions; `identity` takes its place where the text changes although the matter
    stays the same. `last_line` is where the text that matters ends. `risks_nothing` where what is
    open leads to nothing worth having.
    """

    path: str
    line: int
    last_line: int
    slug: str
    subject: str
    severity: Severity
    title: str
    failure: str
    mitigation: str
    confidence: int = 90
    basis: Basis = Basis.RULE
    details: str = ""
    identity: str = ""
    risks_nothing: bool = False

    @property
    def key(self) -> tuple[str, str]:
        text = self.identity or self.subject
        if self.slug not in _ABOUT_VERSIONS:
            text = _VERSION.sub("", text[:_LONGEST])
        return self.slug, " ".join(text.split())


_CHOSEN_ONCE = frozenset({"template-injection", "excessive-permissions"})


_MEANT = frozenset({"template-injection", "github-app", "obfuscation"})
_CHOSEN_BY_JOB = "secrets["
_HERE = "./"


def is_meant(alarm: Alarm) -> bool:
    """Whether it opens something only to those who may write here anyway, or leads to nothing, and
    is mostly left so.
    """
    # A workflow of the same repository is written by those who set its secrets.
    kept = alarm.slug == "secrets-inherit" and alarm.subject.startswith(_HERE)
    # So is the list of jobs from which one takes the name of the secret that it reads.
    kept = kept or (alarm.slug == "overprovisioned-secrets" and _CHOSEN_BY_JOB in alarm.subject)
    return alarm.risks_nothing or kept or (alarm.severity is Severity.LOW and alarm.slug in _MEANT)


def is_habit(alarm: Alarm) -> bool:
    """Whether it is mild and a choice made once for a file: pasting what only writers decide, and
    granting rights to all jobs at once.
    """
    return alarm.slug in _CHOSEN_ONCE and alarm.severity is Severity.LOW


def gathered(alarms: Iterable[Alarm]) -> list[Alarm]:
    """The alarms by line, with those that one edit mends told as one: the worst, naming the others."""
    kept: list[Alarm] = []
    for alarm in sorted(alarms, key=lambda alarm: alarm.line):
        at = next((at for at, other in enumerate(kept) if _is_one_edit(other, alarm)), None)
        if at is None:
            kept.append(alarm)
            continue
        last = kept[at]
        first, other = (last, alarm) if last.severity.rank >= alarm.severity.rank else (alarm, last)
        also = f"The same goes for `{other.subject[:200]}` on line {other.line}."
        told = first.details or last.details
        kept[at] = replace(first, details=f"{told} {also}".strip())
    return kept


def _is_one_edit(one: Alarm, other: Alarm) -> bool:
    """Whether two alarms are one text pasted twice, triggers of one file, or rights side by side."""
    if one.slug != other.slug or one.path != other.path:
        return False
    if one.slug == "dangerous-triggers":
        return True
    if one.slug == "template-injection":
        habit = is_habit(one) and is_habit(other)
        return habit or one.line == other.line or one.subject == other.subject
    return one.slug == "excessive-permissions" and abs(other.line - one.line) <= _ONE_BLOCK
