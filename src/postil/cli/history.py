"""`postil history`: the reviews of a change, and what became of each finding."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil history                       the reviews of the current branch
  postil history topic --base main     those of another one
  postil history --json                the same for scripts
  postil history --store reviews.db    from a store of your own
"""


@click.command(epilog=_EPILOG)
@click.argument("target", required=False)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--base", metavar="REF", help="What it was compared with; default as for a review.")
@click.option("--store", metavar="PATH", help="Where reviews are kept; default: your state folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_commands.everywhere
def command(
    *,
    target: str | None,
    repo: str,
    base: str | None,
    store: str | None,
    as_json: bool,
    quiet: bool,
    no_color: bool,
) -> None:
    """Show the reviews of a change and each finding's life from push to push.

    TARGET is what was reviewed: a branch, a range or a commit; without it the current branch.
    """
    del quiet, no_color
    from postil.cli import _chronicle
    from postil.cli._screen import note
    from postil.codec import to_json
    from postil.pipeline.veiling import veil_of_reviews
    from postil.render._veiled import veiled
    from postil.wiring import kept_reviews, store_place, surroundings
    from postil.workspaces.git import Target

    wanted = Target(head=target or "", base=base or "") if base else Target(revision=target or "")
    kept = kept_reviews(repo, wanted, store_place(store, surroundings()))
    kept = veiled(kept, veil_of_reviews(kept.reviews, kept.target))
    for notice in kept.notices:
        note(notice)
    if as_json:
        click.echo(to_json(_chronicle.records(kept)), nl=False)
        return
    for line in _chronicle.lines(kept):
        click.echo(line)
