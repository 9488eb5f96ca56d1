"""Carries out `postil checks --stats`: reviews every commit of a range and counts what the checks do."""

from __future__ import annotations

from collections.abc import Sequence

import click

from postil import wiring
from postil.cli._screen import Screen, note
from postil.cli._tallying import Tally, lines
from postil.codec import to_json
from postil.domain.errors import EXIT_FINE, EXIT_INTERRUPTED, UserError


def run(span: str, wanted: wiring.Wanted, screen: Screen, *, as_json: bool) -> int:
    """Print the table; what was counted before an interruption is printed too."""
    commits = wiring.commits_in(wanted.repo, span)
    if not commits:
        raise UserError(f"`{span}` holds no commit that is not a merge; name a wider range.")
    tally = Tally()
    through = _counted(commits, wanted, screen, tally)
    found = tally.statistics(span, len(commits))
    if as_json:
        click.echo(to_json(found), nl=False)
    else:
        for line in lines(found):
            click.echo(line)
    if not through:
        note(f"interrupted after {tally.reviewed} of {len(commits)} commits.")
        return EXIT_INTERRUPTED
    return EXIT_FINE


def _counted(commits: Sequence[str], wanted: wiring.Wanted, screen: Screen, tally: Tally) -> bool:
    """Whether every commit was reviewed."""
    try:
        with screen.progress(f"reviewing {len(commits)} commits") as progress:
            for number, one in enumerate(wiring.reviews(commits, wanted, screen.around), start=1):
                if one.interrupted:
                    return False
                tally.take(one)
                progress(f"{number - 1} done", "done")
                progress(f"{number} done", "running")
    except KeyboardInterrupt:
        return False
    return True
