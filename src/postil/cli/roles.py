"""`postil roles`: what reviewers there are, which would sit here, and why."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil roles                         who would read the current branch
  postil roles main..topic             who would read a range
  postil roles --profile guided        who that profile calls
  postil explain security              one role: what it asks and what it owns
"""


@click.command(epilog=_EPILOG)
@click.argument("target", required=False)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--profile", metavar="NAME", help="panel, sections, guided or threads.")
@click.option("--config", metavar="FILE", help="Use this file instead of `.postil.toml`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_commands.everywhere
def command(
    *,
    target: str | None,
    repo: str,
    profile: str | None,
    config: str | None,
    as_json: bool,
    quiet: bool,
    no_color: bool,
) -> int:
    """List the roles: what each asks, whether it would sit here and why, and who would answer.

    TARGET is a range or a commit; without it the current branch is looked at.
    """
    del no_color
    from postil.cli import _seating
    from postil.cli._screen import note
    from postil.codec import to_json
    from postil.domain.errors import EXIT_FINE
    from postil.wiring import Wanted
    from postil.workspaces.git import Target

    flags = {"profile": profile} if profile else {}
    wanted = Wanted(
        repo=repo,
        target=Target(revision=target or ""),
        flags=flags,
        config=config,
        with_model=False,
    )
    seating = _seating.seating(wanted)
    if seating.why_not and not quiet:
        note(f"nobody can be seated: {seating.why_not}")
    if as_json:
        click.echo(to_json(seating.rows), nl=False)
        return EXIT_FINE
    for line in _seating.lines(seating.rows):
        click.echo(line)
    return EXIT_FINE
