"""`postil demo`: a tour in a temporary repository, with recorded answers."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil demo                          a review, a fix, a second review; no key needed
  postil demo --open                   and look at the page afterwards
  postil demo --folder tour            keep everything in a folder of your choice
"""


@click.command(epilog=_EPILOG)
@click.option("--folder", metavar="PATH", help="An empty folder to work in; default: a new one.")
@click.option("--open", "opens", is_flag=True, help="Open the last page when done.")
@_commands.everywhere
def command(*, folder: str | None, opens: bool, quiet: bool, no_color: bool) -> int:
    """Show what a review is: first review, fix pushed, second review, and a page of each.

    The panel's answers are recorded ones, and it says so; nothing is sent anywhere.
    """
    del quiet
    import tempfile
    from pathlib import Path

    from postil.cli import _demonstrating
    from postil.cli._screen import Screen
    from postil.domain.errors import EXIT_FINE
    from postil.render import Style
    from postil.wiring import surroundings

    around = surroundings()
    screen = Screen(around=around, no_color=no_color)
    place = Path(folder) if folder else Path(tempfile.mkdtemp(prefix="postil-demo-"))
    if not place.exists():
        place.mkdir(parents=True)
    width = around.width if around.output_is_terminal else 80
    for part in _demonstrating.tour(place.resolve(), Style(width=width, color=screen.color)):
        click.echo(part, nl=False)
    if opens:
        click.launch(str(place / "review-2.html"))
    return EXIT_FINE
