"""`postil conflicts`: which findings of two reviewers are disputed, for scripts."""

from __future__ import annotations

import re

import click

from postil.cli import _commands

_EPILOG = """\b
In, seven columns with tabs:
  side         claude or codex (or primary, second)
  stance       flag (something is wrong) or ok (this is fine)
  fingerprint  what makes two rows the same thing
  file:line, severity, root, summary

\b
Out, nine columns, worst first:
  id  bucket  arbitrate  side  fingerprint  file:line  severity  root  summary

\b
What both flagged is left out; a row that cannot be read is passed over with a note.
"""
_ID = re.compile(r"\A[^\s,]{0,80}\Z")
_NUMBER = re.compile(r"\A[0-9]{1,6}\Z")


@click.command(epilog=_EPILOG)
@click.option(
    "--cap",
    envvar="CROSS_MODEL_ARB_CAP",
    show_envvar=True,
    metavar="N",
    help="How many exclusive disputes go to an arbiter; default: 10.",
)
@click.option(
    "--prefix",
    envvar="CROSS_MODEL_ID_PREFIX",
    show_envvar=True,
    metavar="TEXT",
    help="What ids begin with; default: D. Take something nobody can guess.",
)
@_commands.everywhere
def command(*, cap: str | None, prefix: str | None, quiet: bool, no_color: bool) -> None:
    """Read what two reviewers said and print what they do not say alike."""
    del quiet, no_color
    from postil.cli import _feeding
    from postil.judge.crossing.conflicts import CAP, PREFIX, Position, contests, position

    positions: list[Position] = []
    for number, line in enumerate(_feeding.lines(wanted="rows of seven columns"), start=1):
        read = position(line) if line.strip() else None
        if isinstance(read, Position):
            positions.append(read)
        elif read is not None:
            _note(f"row {number} is passed over: {read}")
    most = int(_fitting(cap, _NUMBER, "cap", str(CAP)))
    begins = _fitting(prefix, _ID, "prefix", PREFIX)
    for contest in contests(positions, cap=most, prefix=begins):
        click.echo(_feeding.row(contest.columns))


def _fitting(given: str | None, form: re.Pattern[str], name: str, usual: str) -> str:
    """What was given, or what is usual with a note when it cannot be used."""
    if given is None:
        return usual
    if form.match(given):
        return given
    _note(f"the {name} `{given}` cannot be used; it is {usual}")
    return usual


def _note(sentence: str) -> None:
    from postil.cli._screen import note

    note(sentence)
