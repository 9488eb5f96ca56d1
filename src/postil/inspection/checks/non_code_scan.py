"""Looks past the code: secrets, hooks, personal data, stray files and unsafe instructions.

Flags secrets on added and removed lines of every file; hooks that install unvetted packages or
leave a process running; real-looking personal data in fixtures; files that are ignored yet
committed; what editors and tools leave behind; documents and SQL that teach an unsafe operation.

Why it matters: a committed secret has to be revoked, a hook runs on every colleague's machine,
and a runbook is executed by somebody in a hurry.

Stays quiet when: the value is a placeholder, a reference to the environment or a store, a hash,
stands in a lock file, or in several files that the change leaves alone; the address or number is from a reserved range; the text warns against
the operation it names.

Silence it: `postil: allow non-code-scan REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "non-code-scan"` and a path.
"""

from __future__ import annotations

import datetime as dt

from postil.domain.change import Change, Side
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, asked
from postil.inspection.checks._non_code_scan.around import Around
from postil.inspection.checks._non_code_scan.custom import Custom
from postil.inspection.checks._non_code_scan.docs import unsafe_docs
from postil.inspection.checks._non_code_scan.files import misplaced
from postil.inspection.checks._non_code_scan.hooks import hooks
from postil.inspection.checks._non_code_scan.personal import people, personal
from postil.inspection.checks._non_code_scan.secrets import secrets, sought
from postil.ports import Toolbox, Tree

NAME = "non-code-scan"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.HIGH
ROOT = Root.CODE
ASKS_TREE = True

MOST_ASKED = 500
"""Values looked up in the whole tree; those beyond are told as if they stood nowhere else."""


def activates(change: Change) -> str | None:
    count = len(change.files)
    return f"looked at every changed line of {count} file(s)" if count else None


def inspect(change: Change, head: Tree, base: Tree, tools: Toolbox, today: dt.date) -> Inspection:
    seen, records, taught = sought(change), people(change), tuple(unsafe_docs(change, head))
    needles = seen.needles.union(
        *(record.needles for record in records), *(one.needles for one in taught)
    )
    found = yield from asked(frozenset(sorted(needles)[:MOST_ASKED]))
    custom = Custom(change, found)
    around = Around({Side.NEW: head, Side.OLD: base})
    yield from secrets(seen, custom, around, tools, today)
    yield from hooks(change, head)
    yield from personal(records, custom)
    yield from misplaced(change, head, base)
    yield from (one.remark for one in taught if not one.is_custom(custom))
