"""`postil checks`: what checks there are, which are on here, and why."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil checks                        the list, with what is on in this repository
  postil checks --json                 the same for scripts
  postil explain stale-reference       one check's page
"""


@click.command(epilog=_EPILOG)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--config", metavar="FILE", help="Use this file instead of `.postil.toml` at HEAD.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_commands.everywhere
def command(*, repo: str, config: str | None, as_json: bool, quiet: bool, no_color: bool) -> None:
    """List the checks: what each looks for, how severe it is, and whether it is on here."""
    del quiet, no_color
    from postil.cli import _listing
    from postil.codec import to_json
    from postil.wiring import settings_here, surroundings

    rows = _listing.rows(settings_here(repo, config, surroundings()))
    if as_json:
        click.echo(to_json(rows), nl=False)
        return
    for line in _listing.lines(rows):
        click.echo(line)
