"""Options that belong to parts which are not there yet: taken, and refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from postil.domain.errors import NotAvailable

FORGE = "publishing to a forge"
MEMORY = "re-review"

UNBUILT: dict[str, tuple[str, str]] = {
    "--last-sha": (MEMORY, "SHA"),
    "--prior": (MEMORY, "FILE"),
    "--prior-fix-range": (MEMORY, "A..B"),
    "--feedback": (MEMORY, "FILE"),
    "--pr": (FORGE, "N"),
    "--dry-run": (FORGE, "flag"),
    "--yes": (FORGE, "flag"),
}
"""Options that scripts may already name, with the part each waits for; refused in one sentence."""


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Takes the options of parts that are not there yet, hidden from the help."""
    for name, (_, metavar) in UNBUILT.items():
        is_flag = metavar == "flag"
        function = click.option(
            name, is_flag=is_flag, metavar=None if is_flag else metavar, hidden=True
        )(function)
    return function


def refuse_unbuilt(given: Mapping[str, object]) -> None:
    """One sentence for the first option that asks for a part this version does not have."""
    for name, (part, _) in UNBUILT.items():
        value = given[name.removeprefix("--").replace("-", "_")]
        if value:
            raise NotAvailable(
                f"`{name}` is not configured: it needs {part}, which this version does not have "
                "yet; leave it out to review with the checks alone."
            )
