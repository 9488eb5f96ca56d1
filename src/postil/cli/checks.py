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
def command(
    *, repo: str, config: str | None, as_json: bool, quiet: bool, no_color: bool
) -> None:
    """List the checks: what each looks for, how severe it is, and whether it is on here."""
    del quiet, no_color
    from postil.cli import _tables
    from postil.codec import to_json
    from postil.wiring import known_checks, settings_here, surroundings

    settings = settings_here(repo, config, surroundings())
    rows = known_checks(settings)
    if as_json:
        click.echo(to_json(rows), nl=False)
        return
    table = {row.name: [row.severity, row.state, row.summary] for row in rows}
    for name, (severity, state, summary) in table.items():
        click.echo(f"{name:<20} {severity:<9} {state}")
        for line in _tables.folded(summary):
            click.echo(f"    {line}")
