"""`postil checks`: what checks there are, which are on here, and why."""

from __future__ import annotations

from typing import Any

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil checks                        the list, with what is on in this repository
  postil checks --json                 the same for scripts
  postil explain stale-reference       one check's page
  postil checks --stats v1.0..HEAD     what they would have said about each commit
"""


@click.command(epilog=_EPILOG)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--config", metavar="FILE", help="Use this file instead of `.postil.toml` at HEAD.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--stats", metavar="A..B", help="Review each commit of a range and count.")
@click.option("--only", metavar="CHECK", multiple=True, help="With --stats: only this check.")
@_commands.everywhere
def command(*, repo: str, config: str | None, as_json: bool, **given: Any) -> int:
    """List the checks: what each looks for, how severe it is, and whether it is on here.

    With --stats: for each commit of the range that is no merge, what every check found against
    the first parent, how much of it was kept or set aside and why, and how long it took.
    """
    from postil.domain.errors import EXIT_FINE, UserError
    from postil.wiring import Wanted, settings_here, surroundings

    if given["stats"] is not None:
        from postil.cli import _statistics
        from postil.cli._screen import Screen

        screen = Screen(around=surroundings(), quiet=given["quiet"], no_color=given["no_color"])
        wanted = Wanted(repo=repo, config=config, only=given["only"], with_model=False)
        return _statistics.run(given["stats"], wanted, screen, as_json=as_json)
    if given["only"]:
        raise UserError("`--only` narrows `--stats`; give a range with it.")
    from postil.cli import _listing
    from postil.cli._screen import note
    from postil.codec import to_json

    rows, gaps = _listing.rows(settings_here(repo, config, surroundings()))
    for gap in gaps:
        note(f"{gap.subject} cannot be used: {gap.reason}; {gap.remedy}.")
    if as_json:
        click.echo(to_json(rows), nl=False)
        return EXIT_FINE
    for line in _listing.lines(rows):
        click.echo(line)
    return EXIT_FINE
