"""Asks what will break, for whom, once the change runs beside everything that exists.

Not seated on trivial changes (documents, pure renames or types under fifty lines), unless all
eight passes are asked for: it owns five of them.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "staff-engineer"
QUESTION = "What stops working, or works differently than its callers expect, once this runs?"
CEILING = Severity.CRITICAL
TOOLS = (
    "read_file",
    "search",
    "find_references",
    "find_definitions",
    "list_files",
    "blame",
    "log_lines",
)
PASSES = (
    Dimension.CORRECTNESS,
    Dimension.ERROR_HANDLING,
    Dimension.CONSISTENCY,
    Dimension.PERFORMANCE,
    Dimension.CONCURRENCY,
)
CONTRIBUTES = (Dimension.CROSS_REFERENCE,)
NOT_MINE = "Attackers (security), missing tests (sdet), requirements (spec-auditor), formatting."
EMPTY = "the change is trivial: small, and only documents, renames or types"

CATEGORIES = (
    Category(
        id="E1",
        name="error handling",
        severity=Severity.HIGH,
        dimension=Dimension.ERROR_HANDLING,
        look_for="a failure that is swallowed, turned into a good value, or leaves work half done",
    ),
    Category(
        id="E2",
        name="concurrency",
        severity=Severity.HIGH,
        dimension=Dimension.CONCURRENCY,
        look_for="check then act, shared state without its lock, order of locks; needs the race tag",
    ),
    Category(
        id="E3",
        name="conditional side effects",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="an effect that happens before its condition, twice, or only on one branch",
    ),
    Category(
        id="E4",
        name="backward compatibility",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="stored data, messages, flags or interfaces that old code or old clients still use",
    ),
    Category(
        id="E5",
        name="logic",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="wrong operator, bound, unit, default or condition; critical on a path that moves "
        "money, data or access",
    ),
    Category(
        id="E6",
        name="performance",
        severity=Severity.HIGH,
        dimension=Dimension.PERFORMANCE,
        look_for="a query or call per item, unbounded growth, work per request that was once",
    ),
    Category(
        id="E7",
        name="cross-file impact",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="callers outside the change that rely on what changed; critical from three callers on",
    ),
    Category(
        id="E8",
        name="convention",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        look_for="a convention kept in three quoted places and broken here",
    ),
    Category(
        id="E9",
        name="duplicate logic",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        look_for="a helper that exists already; quote it",
    ),
)

CHARGE = """\
Read the change twice: first for what it means to do, then for each changed line what happens on
the second call, with nothing, with too much, when the call before it fails, and when an old
version of the other side answers. Look up the callers of everything whose meaning changed.
Stability beats elegance: do not propose another design.

Good: `retry` now catches `Timeout`, but `submit` counts on it to stop the batch; both quoted.
Bad: "This function is getting long and could be split."
"""


def seat(brief: Brief) -> str | None:
    if not brief.is_trivial:
        return "the change has behaviour"
    return "all eight passes are asked for" if brief.full_pass else None
