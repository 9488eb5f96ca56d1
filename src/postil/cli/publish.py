"""`postil publish`: brings a review that was kept as a document to its pull request."""

from __future__ import annotations

from typing import Any

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil publish review.json                 to the pull request it is a review of
  postil publish review.json --plan          what would be written, and nothing else
  postil publish review.json ada/widgets#7   when the document does not say which
"""


@click.command(epilog=_EPILOG)
@click.argument("document", metavar="DOCUMENT")
@click.argument("target", required=False)
@click.option("--repo", metavar="PATH", default=".", help="A clone; tells the repository for `#N`.")
@click.option("--plan", "dry_run", is_flag=True, help="Print what would be written; write nothing.")
@click.option("--yes", is_flag=True, help="Publish without asking.")
@_commands.everywhere
def command(document: str, target: str | None, **given: Any) -> int:
    """Plan and write what a pull request should show, from a review document.

    Nothing is written twice: what stands there already stays.
    """
    from postil.cli import _from_document

    return _from_document.run(document, target, given)
