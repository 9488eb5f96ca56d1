"""Asks what an attacker gains by the change.

Always seated: what a change opens is rarely announced in its title.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "security"
QUESTION = "Who can now do, read, forge or break something they could not before this change?"
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files", "blame")
PASSES = (Dimension.SECURITY,)
NOT_MINE = "Style, missing tests, performance, and bugs nobody can profit from; others have those."

CATEGORIES = (
    Category(
        id="S1",
        name="input validation and trust boundary",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="input from outside used as path, command, address, template, type or length "
        "without a check between entry and use",
    ),
    Category(
        id="S2",
        name="query safety",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="SQL, NoSQL, LDAP or shell text put together from values; a filter on tenant or "
        "owner that went missing",
    ),
    Category(
        id="S3",
        name="secrets",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="credentials in code, logs, errors, addresses or artifacts; weak randomness for "
        "tokens (a made-up value in a test is at most high)",
    ),
    Category(
        id="S4",
        name="authentication and permission",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="a check removed, moved after the effect, or made to fail open; a new entry "
        "without the check its siblings have",
    ),
    Category(
        id="S5",
        name="security-relevant migration",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="defaults, grants, row policies or encryption changed for data that exists",
    ),
)

CHARGE = """\
Walk from each changed entry point to where its input is trusted, and from each removed line to
what it guarded. Report a path only if you can quote its first and last step. A guard that stands
further up or down the path refutes the finding: look for it before you report.
If you cannot tell whether an attacker reaches it, ask (kind question) and say what you could not see.
Hardening beats elegance; but a risk that was there before and is not made worse is not yours.

Good: `download` joins `name` from the request to the root and opens it; the check in `upload` is not
on this path. Two quotes, one sentence, one edit.
Bad: "User input should be validated." Which, where, with what effect?
"""


def seat(_brief: Brief) -> str | None:
    return "reads every change"
