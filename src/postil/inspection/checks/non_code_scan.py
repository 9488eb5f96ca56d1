"""Looks past the code: secrets, hooks, personal data, stray files and unsafe instructions.

Flags secrets on added and removed lines of every file; hooks that install unvetted packages or
leave a process running; real-looking personal data in fixtures; files that are ignored yet
committed; what editors and tools leave behind; documents and SQL that teach an unsafe operation.

Why it matters: a committed secret has to be revoked, a hook runs on every colleague's machine,
and a runbook is executed by somebody in a hurry.

Stays quiet when: the value is a placeholder, a reference to the environment or a store, a hash,
or stands in a lock file; the address or number is from a reserved range; the text warns against
the operation it names.

Silence it: `postil: allow non-code-scan REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "non-code-scan"` and a path.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._non_code_scan_docs import unsafe_docs
from postil.inspection.checks._non_code_scan_files import misplaced
from postil.inspection.checks._non_code_scan_hooks import hooks
from postil.inspection.checks._non_code_scan_personal import personal
from postil.inspection.checks._non_code_scan_secrets import secrets
from postil.ports import Toolbox, Tree

NAME = "non-code-scan"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.HIGH
ROOT = Root.CODE


def activates(change: Change) -> str | None:
    count = len(change.files)
    return f"looked at every changed line of {count} file(s)" if count else None


def inspect(
    change: Change, head: Tree, base: Tree, tools: Toolbox, today: dt.date
) -> Iterator[Remark | Gap]:
    yield from secrets(change, tools, today)
    yield from hooks(change, head)
    yield from personal(change)
    yield from misplaced(change, head, base)
    yield from unsafe_docs(change, head)
