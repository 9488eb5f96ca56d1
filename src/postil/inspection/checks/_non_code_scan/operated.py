"""Tells a secret in a document that opens something of the team's from one that shows a form."""

from __future__ import annotations

import re

from postil.inspection.checks._non_code_scan.docs import is_runbook
from postil.inspection.checks._non_code_scan.sightings import Sighting

_HOST = re.compile(
    r"(?i)(?<![\w.-])(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w.-])|(?<=@)[\w.-]{1,253}(?=[:/])"
)
_OF_STAGE = re.compile(
    r"(?i)(?:\A|[.-])(?:prod(?:uction)?|live|replica|primary|standby|internal|intranet|staging)"
    r"(?:-?\d{1,3})?(?:[.-]|\Z)"
)
"""A part of the name of a machine that says what it is there for."""
_SHOWN = re.compile(
    r"(?i)\b(?:e\.g\.|for example|examples?|samples?|placeholders?|dummy|fake|seed(?:ed|s)?|made[ -]up|not real"
    r"|localhost|demo|sandbox|replace|your[ _-]|test[ -](?:user|account|credential|password|database|key|token)s?)"
)
_REACH = 5


def is_operated(one: Sighting) -> bool:
    """Whether a runbook uses the value, or a line hands it to a machine with a task of its own,
    and nothing nearby says that it is a sample.
    """
    hosts = _HOST.findall(one.text[:2_000])
    if not (is_runbook(one.path) or any(_OF_STAGE.search(host) for host in hosts)):
        return False
    at = one.around.index(one.text) if one.text in one.around else 0
    near = one.around[max(0, at - _REACH) : at + 2]
    return not any(_SHOWN.search(line[:2_000]) for line in near)
