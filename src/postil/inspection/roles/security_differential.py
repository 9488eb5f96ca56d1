"""Asks what the difference between before and after is worth to an attacker.

Seated on every guided review.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "security-differential"
QUESTION = "Compared with before, which attack became possible, cheaper or quieter?"
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
PASSES = (Dimension.SECURITY,)
NOT_MINE = "Risks that were there before and did not grow; hardening without an attack."

CATEGORIES = (
    Category(
        id="V1",
        name="removed protection",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="a check, limit, escape or signature taken away; find out by blame why it was there",
    ),
    Category(
        id="V2",
        name="new reach",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="input from outside that reaches a dangerous sink for the first time",
    ),
    Category(
        id="V3",
        name="wider authority",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="wildcards, scopes, modes and roles that grew",
    ),
    Category(
        id="V4",
        name="exposed secret or data",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="values in logs, errors, artifacts or answers",
    ),
    Category(
        id="V5",
        name="dangerous construct",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="evaluation of text, unsafe deserialisation, disabled verification",
    ),
)

CHARGE = """\
Work in this order: what the change removes, what it adds at the edges, who calls it (two to four
callers are a medium reach, five to nine high, ten or more critical), which test would notice. Up to
twenty files read all of it; beyond that the removed lines and the edges first, and say so.
Every finding tells an attack: who, with what, through which lines, gaining what. Always report
removed authentication, stripped validation, evaluated text, secrets and wildcards, even when the
reason given sounds good.
Say under `clean` which patterns you looked for and found in order, under `limitations` what you did not see.

Good: the deleted `verify_signature` call was the only check before `apply`; both quoted.
Bad: "Consider rate limiting."
"""


def seat(_brief: Brief) -> str | None:
    return "reads every change"
