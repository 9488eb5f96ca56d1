"""`postil locate`: where lines of one revision are in another."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil locate --from main~20 src/app.py:12-14      where these lines are at HEAD
  postil locate --from v1.0 --to v2.0 app.py:7 --json
  postil locate --from a1b2c3d < places.jsonl        one JSON object per line:
    {"path": "src/app.py", "start": 12, "end": 14}

\b
When the old revision is gone, the lines are searched by what they said; give it as
"text", with "before" and "after" (lists of lines around it) and "symbol" if known.
"""


@click.command(epilog=_EPILOG)
@click.argument("places", nargs=-1, metavar="[PATH:LINES]...")
@click.option("--from", "old", metavar="REV", required=True, help="Where the lines are known.")
@click.option(
    "--to", "new", metavar="REV", default="HEAD", help="Where to find them; default: HEAD."
)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@_commands.everywhere
def command(
    *,
    places: tuple[str, ...],
    old: str,
    new: str,
    repo: str,
    as_json: bool,
    quiet: bool,
    no_color: bool,
) -> None:
    """Say where lines went between two revisions: same, moved, edited, deleted or unknown.

    Without PATH:LINES the questions are read from standard input, one JSON object per line.
    """
    del no_color
    from postil.cli import _places
    from postil.cli._screen import note
    from postil.wiring import Wayfinder

    if places:
        questions = tuple(_places.given(place) for place in places)
    else:
        questions = tuple(_places.batch(_places.fed()))
    with Wayfinder(repo, old=old, new=new) as wayfinder:
        if wayfinder.is_old_gone and not quiet:
            note(f"`{old}` is not in this repository, so the lines are searched by their text.")
        answers = wayfinder.answers(questions)
    if as_json:
        for record in _places.records(questions, answers):
            click.echo(record)
        return
    for row in _places.table(questions, answers):
        click.echo(row)
