"""The options of `postil review` that are about pull requests on a forge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_OPTIONS = (
    click.option(
        "--pr",
        metavar="[N]",
        is_flag=False,
        flag_value="",
        help="A pull request; without N that of the current branch.",
    ),
    click.option("--dry-run", is_flag=True, help="Print what would be posted, and write nothing."),
    click.option("--yes", is_flag=True, help="Publish without asking."),
)


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
