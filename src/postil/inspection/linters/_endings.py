"""Tells a program that did its work from one that could not, by exit status and words."""

from __future__ import annotations

from collections.abc import Collection

from postil.inspection.linters import Garbled, Unfit
from postil.ports import ToolRun

_NO_INTERPRETER = 127
_MOST_WORDS = 200


def must_have_ended(run: ToolRun, *, well: Collection[int], unfit: Collection[str] = ()) -> None:
    """Refuse a run whose exit status is none of `well`.

    `unfit` are words of complaints about the project's settings or about the version: then
    the program is another one than the project uses, which is no failure of it.
    """
    if run.exit in well:
        return
    said = " ".join(run.stderr.split())
    if run.exit == _NO_INTERPRETER:
        raise Unfit("it cannot start here: the program that runs it is not installed")
    if any(words in said for words in unfit):
        raise Unfit(f"it does not accept the project's settings: {said[:_MOST_WORDS]}")
    raise Garbled(f"it stopped with exit status {run.exit}: {said[:_MOST_WORDS]}")
