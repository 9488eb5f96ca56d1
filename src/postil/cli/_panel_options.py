"""The options of `postil review` that steer the reviewer panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_OPTIONS = (
    click.option(
        "--model",
        metavar="[ROLE=]PROVIDER:NAME",
        multiple=True,
        help="The panel's model; with ROLE= for one role (repeatable).",
    ),
    click.option("--second-opinion", is_flag=True, help="Have a second model read it, too."),
    click.option("--arbiter", metavar="MODEL", help="Who is asked where two models disagree."),
    click.option("--spec", metavar="PATH|TEXT", multiple=True, help="What the change must do."),
    click.option(
        "--test-direction",
        metavar="TEXT",
        help="How it is to be tested: approach=unit; location=…; focus=…",
    ),
    click.option("--instructions", metavar="FILE", help="What every reviewer is told besides."),
    click.option("--budget", metavar="USD", help="The most the review may spend on models."),
)


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Puts the options on the command, in the order they stand here."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
