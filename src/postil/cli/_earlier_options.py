"""The options of `postil review` that speak of earlier reviews of the same change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_OPTIONS = (
    click.option(
        "--scope",
        type=click.Choice(["auto", "full", "delta"]),
        default="auto",
        help="What reviewers read: what no review has read, everything, or only what changed "
        "since the last review.",
    ),
    click.option("--prior", metavar="FILE", help="The earlier review: our JSON, or a list."),
    click.option("--last-sha", metavar="SHA", help="The commit `--prior` is a review of."),
    click.option(
        "--prior-fix-range",
        metavar="A..B",
        help="The commits that answered the earlier review.",
    ),
    click.option("--feedback", metavar="FILE", help="What people replied to earlier findings."),
)


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Puts the options on the command, in the order they stand here."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
