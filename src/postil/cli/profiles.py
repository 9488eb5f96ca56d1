"""`postil profiles`: the four profiles side by side."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil profiles                      the table
  postil review --profile sections     use one for this review
  postil explain guided                what one is for
"""


@click.command(epilog=_EPILOG)
@_commands.everywhere
def command(*, quiet: bool, no_color: bool) -> None:
    """Show the profiles: what each option is set to. Every cell can be overridden alone."""
    del quiet, no_color
    from postil.cli import _tables
    from postil.domain.policy import PROFILES

    rows = {
        name: [_tables.shown(getattr(policy, name)) for policy in PROFILES.values()]
        for name in (
            "reviewers",
            "layout",
            "summary",
            "on_clean",
            "event",
            "gate",
            "threads",
            "block_at",
            "ci_gate",
            "verify",
            "language",
            "confidence_rule",
        )
    }
    for line in _tables.aligned(("option", *(profile.value for profile in PROFILES)), rows):
        click.echo(line)
