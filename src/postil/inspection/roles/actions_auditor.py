"""Asks what an outsider can make the pipeline do.

Seated when CI workflows change.
"""

from __future__ import annotations

from postil.domain.brief import Brief, Flag
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "actions-auditor"
QUESTION = "What can an outsider make this pipeline do, say or reveal after the change?"
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = ()
CONTRIBUTES = (Dimension.SECURITY,)
NOT_MINE = "Speed and style of workflows; jobs that did not change and are not newly reachable."
EMPTY = "no CI workflow changes"

CATEGORIES = (
    Category(
        id="W1",
        name="vector A: environment relay",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="text from outside handed to an agent through a variable",
    ),
    Category(
        id="W2",
        name="vector B: direct expression",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="an expression with outside text inside a prompt or script",
    ),
    Category(
        id="W3",
        name="vector C: fetched text",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="an agent told to fetch issues, comments or pages by itself",
    ),
    Category(
        id="W4",
        name="vector D: privileged trigger with checkout",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="secrets or write rights beside a checkout of the head",
    ),
    Category(
        id="W5",
        name="vector E: log injection",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="outside text that becomes workflow commands or outputs",
    ),
    Category(
        id="W6",
        name="vector F: subshell in an allow list",
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        look_for="allowed commands that can start others",
    ),
    Category(
        id="W7",
        name="vector G: evaluated output",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="model or tool output run as code",
    ),
    Category(
        id="W8",
        name="vector H: open sandbox",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="an agent without a sandbox, or with all tools",
    ),
    Category(
        id="W9",
        name="vector I: wildcard users",
        severity=Severity.LOW,
        dimension=Dimension.SECURITY,
        look_for="anybody may start it",
    ),
)

CHARGE = """\
For each changed workflow: who can start it, with which rights, and which text of theirs reaches a
shell, an expression or a model. Quote the trigger and the sink. A condition on the actor or on the
repository of the head may close the way: look for it first.

Good: `pull_request_target`, `ref: head.sha` and a write token in one job; three quotes.
Bad: "Pin actions to a commit" where a check says so already.
"""


def seat(brief: Brief) -> str | None:
    return "CI workflows change" if Flag.CI in brief.flags else None
