"""Which mild alarms are the custom of a project: its own makers' work, or what its workflows do anyway."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from postil.domain.severity import Basis, Severity
from postil.inspection.checks._workflow_security.alarm import Alarm
from postil.inspection.checks._workflow_security.auditor import audit
from postil.inspection.makers import Makers
from postil.inspection.outlines import Unreadable
from postil.inspection.workflows import is_action_path, is_workflow_path, read_workflow
from postil.ports import Toolbox, Tree

_CUSTOM = 2
"""So many places that did the same before are no slip any more."""
_MOST_FILES = 40
_MILD = (Severity.LOW, Severity.MEDIUM)
_OF_AN_ACCOUNT = ("unpinned-uses", "secrets-inherit")
_ACCOUNT = re.compile(r"\A([\w-]{1,60})/[\w.-]")
_LONGEST = 400_000
_HERE = "./"
_OFFICIAL = ("actions", "github")
_USED = re.compile(
    r"^\s{0,40}(?:- {1,4})?uses: {0,4}[\"']?([\w-]{1,60})/[\w./-]{1,300}@([\w./+-]{1,200})",
    re.MULTILINE,
)
_HASH = re.compile(r"[0-9a-f]{40}\b")
_READ = re.compile(r"\bsecrets\b(?!\s{0,4}:)(?:\.([\w-]{1,100}))?")
"""A secret that is read by its name; without one, as in `toJSON(secrets)`, all of them are."""
_PASSED_ON = re.compile(r"\bsecrets\s{0,4}:\s{1,80}inherit\b")
_GIVEN = "github_token"


@dataclass(frozen=True)
class Custom:
    """The workflows of a repository before the change, and who makes it."""

    head: Tree
    base: Tree
    tools: Toolbox

    def covers(self, alarm: Alarm) -> bool:
        """Whether a mild alarm of the auditor is nothing new to the project.

        The ways in that this check is about are told whatever else there is.
        """
        if alarm.basis is not Basis.TOOL or alarm.severity not in _MILD:
            return False
        if alarm.slug in _OF_AN_ACCOUNT:
            account = _account(alarm)
            if self._makers.include(account) or account in self._accounts or self._is_own(alarm):
                return True
        if alarm.slug == "unpinned-uses" and alarm.severity is Severity.LOW and self._pins_nothing:
            return True
        return self._counts[alarm.slug, alarm.severity] >= _CUSTOM

    def _is_own(self, alarm: Alarm) -> bool:
        """Whether what is called is a workflow of this repository that calls nobody by version, or
        says which secrets it takes.
        """
        if not alarm.subject.startswith(_HERE):
            return False
        text = self.head.read(alarm.subject.removeprefix(_HERE))
        if text is None:
            return False
        return _declares_secrets(text[:_LONGEST]) or all(
            account in _OFFICIAL or _HASH.match(version)
            for account, version in _USED.findall(text[:_LONGEST])
        )

    @cached_property
    def _makers(self) -> Makers:
        return Makers(self.base)

    @cached_property
    def _counts(self) -> Counter[tuple[str, Severity]]:
        return Counter((alarm.slug, alarm.severity) for alarm in self._alarms)

    @cached_property
    def _accounts(self) -> frozenset[str]:
        """Whose actions and workflows are taken already as their owners publish them."""
        return frozenset(
            account.lower() for account, version in self._used if not _HASH.match(version)
        )

    @cached_property
    def _pins_nothing(self) -> bool:
        """Whether everything was taken by version, so that one more breaks no habit."""
        pinned = any(_HASH.match(version) for _, version in self._used)
        return len(self._used) >= _CUSTOM and not pinned

    @cached_property
    def _used(self) -> list[tuple[str, str]]:
        """Account and version of each action and workflow that is taken from elsewhere."""
        return [
            (account, version)
            for text in self._files.values()
            for account, version in _USED.findall(text[:_LONGEST])
        ]

    @cached_property
    def _files(self) -> dict[str, str]:
        paths = [
            path for path in self.base.paths() if is_workflow_path(path) or is_action_path(path)
        ]
        texts = {path: self.base.read(path) for path in sorted(paths)[:_MOST_FILES]}
        return {path: text for path, text in texts.items() if text is not None}

    @cached_property
    def _alarms(self) -> tuple[Alarm, ...]:
        """What the auditor says about the workflows and actions as they were."""
        return audit(self.tools, self._files).alarms if self._files else ()


def _declares_secrets(text: str) -> bool:
    """Whether a workflow tells its callers by name which secrets it takes, and reads no other."""
    try:
        call = read_workflow(text).call
    except Unreadable:
        return False
    if call is None or not call.secrets or _PASSED_ON.search(text):
        return False
    return all(name.lower() in (*call.secrets, _GIVEN) for name in _READ.findall(text))


def _account(alarm: Alarm) -> str:
    """Whose action or workflow an alarm is about; empty for one of this repository."""
    found = _ACCOUNT.match(alarm.subject)
    return found[1].lower() if found is not None else ""
