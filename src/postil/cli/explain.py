"""`postil explain`: the page of a check, role, profile, verdict, state or other word."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil explain stale-reference       a check: what, why, when it stays quiet
  postil explain security              a role: what it asks, owns and leaves to others
  postil explain partial               an outcome
  postil explain likely-fixed          a state of a finding
"""


@click.command(epilog=_EPILOG)
@click.argument("name")
@click.option("--cases", is_flag=True, help="For a check: also the cases it is tested with.")
@_commands.everywhere
def command(name: str, *, cases: bool, quiet: bool, no_color: bool) -> None:
    """Explain NAME: a check, a role, a profile, a severity, an outcome, a verdict or a state."""
    del quiet
    from postil.cli import _pages
    from postil.cli._screen import Screen
    from postil.wiring import surroundings

    page = _pages.page(name, cases=cases)
    around = surroundings()
    screen = Screen(around=around, no_color=no_color)
    if not around.output_is_terminal:
        click.echo(page)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(
        color_system="256" if screen.color else None,
        width=min(around.width, 100),
        _environ={},  # it would take a dumb terminal for one of eighty columns
    )
    console.print(Markdown(page))
