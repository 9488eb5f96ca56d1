"""`postil arbitrate`: reads an arbiter's verdicts on disputes, for scripts."""

from __future__ import annotations

import click

from postil.cli import _commands

TOO_FEW = 3

_EPILOG = """\b
In, one line for each dispute; everything else is passed over:
  ARB <id> REAL_BUG|FALSE_POSITIVE|UNCERTAIN <reason>

\b
Out, one line for each id in IDS: the id and the verdict, or UNCHANGED.

\b
Exit status 3: fewer than half of the ids got a verdict; then change nothing.
"""


@click.command(epilog=_EPILOG)
@click.argument("ids", default="", metavar="[ID,ID...]")
@_commands.everywhere
def command(*, ids: str, quiet: bool, no_color: bool) -> int:
    """Read verdicts on the disputes with these ids; ids that are not listed are ignored."""
    del quiet, no_color
    from postil.cli import _feeding
    from postil.judge.crossing.arbitration import awards, ids_of

    known = ids_of(ids)
    if not known:
        return 0
    found = awards(known, _feeding.lines(wanted="lines that begin with ARB"))
    for award in found.each:
        click.echo(_feeding.row((award.id, award.word)))
    return 0 if found.is_usable else TOO_FEW
