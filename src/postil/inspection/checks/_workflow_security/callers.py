"""Whether strangers can fill the inputs of an action that only this repository's own files call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._workflow_security.alarm import Alarm
from postil.inspection.workflows import is_action_path, is_workflow_path
from postil.ports import Tree

_MOST_FILES = 300
_LONGEST_FILE = 400_000
_LOCAL = ".github/"
_INPUT = re.compile(r"\Ainputs\s{0,4}\.\s{0,4}([\w-]{1,100})")
_HARMLESS = (
    r"inputs\.|release\.|repository\.|pull_request\.base\."
    r"|(?:\w{1,40}\.){0,3}(?:number|id|node_id|sha|before|after|action|\w{1,40}_(?:at|sha|id))\b(?!\.)"
)
"""Fields of an event that writers fill, or that hold nothing but letters and digits."""
_FROM_OTHERS = re.compile(
    rf"\$\{{\{{[^}}\n]{{0,200}}(?:github\.event\.(?!{_HARMLESS})|github\.head_ref)"
)
"""What may hold a stranger's words: events, and branches of forks."""
_MADE_BEFORE = re.compile(r"\$\{\{[^}\n]{0,200}\b(?:steps|needs)\.")
_FOR_OTHERS = re.compile(
    r"\b(?:pull_request(?:_target|_review|_review_comment)?|issues|issue_comment|discussion|discussion_comment"
    r"|workflow_run|workflow_call|fork|watch|gollum)\b"
)
"""What strangers can start, so that earlier steps may have made something of their words."""
_STARTED = re.compile(r"^[\"']?on[\"']?\s{0,4}:", re.MULTILINE)
_PASSED_ON = re.compile(r"\$\{\{[^}\n]{0,200}inputs\.")


@dataclass(frozen=True)
class Callers:
    """The workflows and actions of a repository as those who call its local actions."""

    head: Tree

    def are_trusted(self, alarm: Alarm) -> bool:
        """Whether the alarm is about an input that every caller fills with words of its own.

        An action that nobody calls yet may be called by anyone, and so may one outside of the
        platform's own folder, which other repositories use.
        """
        found = _INPUT.match(alarm.subject)
        if alarm.slug != "template-injection" or found is None:
            return False
        return alarm.path.startswith(_LOCAL) and self._are_own(alarm.path.rpartition("/")[0])

    def _are_own(self, folder: str) -> bool:
        """Whether there are calls, and none hands strangers' words over, directly or through others."""
        waiting, seen = [folder], {folder}
        while waiting:
            calls = self._calls(waiting.pop())
            if not calls or any(self._may_hold_words(*call) for call in calls):
                return False
            passing = {
                path.rpartition("/")[0]
                for path, given in calls
                if is_action_path(path) and _PASSED_ON.search(given)
            }
            waiting += passing - seen
            seen |= passing
        return True

    def _may_hold_words(self, path: str, given: str) -> bool:
        """Whether what a step hands over may have been written by a stranger."""
        if _FROM_OTHERS.search(given):
            return True
        if _MADE_BEFORE.search(given) is None:
            return False
        text = self._files[path]
        if is_action_path(path) or _STARTED.search(text) is None:
            return True
        return _FOR_OTHERS.search(text) is not None

    def _calls(self, folder: str) -> list[tuple[str, str]]:
        """Each step that uses the action of a folder: the file, and the lines of the step."""
        return [
            (path, step)
            for path, text in self._files.items()
            if f"./{folder}" in text and path.rpartition("/")[0] != folder
            for step in _steps(text, f"./{folder}")
        ]

    @cached_property
    def _files(self) -> dict[str, str]:
        paths = [
            path for path in self.head.paths() if is_workflow_path(path) or is_action_path(path)
        ]
        texts = {path: self.head.read(path) for path in sorted(paths)[:_MOST_FILES]}
        return {path: text[:_LONGEST_FILE] for path, text in texts.items() if text is not None}


def _steps(text: str, action: str) -> list[str]:
    """The steps that use the action, each from its dash to the next line that is no deeper."""
    lines = text.split("\n")
    steps: list[str] = []
    for at, line in enumerate(lines):
        _, uses, used = line.partition("uses:")
        if not uses or used.split("#")[0].strip(" \"'/") != action.rstrip("/"):
            continue
        first = at
        while first > 0 and not lines[first].lstrip().startswith("- "):
            first -= 1
        depth = _depth(lines[first])
        last = first + 1
        while last < len(lines) and (not lines[last].strip() or _depth(lines[last]) > depth):
            last += 1
        steps.append("\n".join(lines[first:last]))
    return steps


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
