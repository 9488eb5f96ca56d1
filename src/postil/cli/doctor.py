"""`postil doctor`: is everything here that a review needs, and what to do where it is not."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil doctor                        look at this folder
  postil doctor --repo ../other        look at another repository
  postil doctor --model ollama:qwen3   ask this model one small question
"""

_MARKS = {"fine": "ok ", "missing": "-- ", "broken": "!! "}


@click.command(epilog=_EPILOG)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--model", metavar="PROVIDER:NAME", help="Try this model, not the configured one.")
@_commands.everywhere
def command(*, repo: str, model: str | None, quiet: bool, no_color: bool) -> int:
    """Look at git, the repository, the settings, the bundled tools and the model; say how to mend each.

    Exit status 2 when something a review needs is broken, 0 otherwise.
    """
    del no_color
    from postil.cli._examination import examine
    from postil.domain.errors import EXIT_FINE, EXIT_USER
    from postil.render._visible import one_line

    symptoms = examine(repo, model=model)
    for symptom in symptoms:
        if quiet and symptom.state == "fine":
            continue
        click.echo(f"{_MARKS[symptom.state]}{symptom.part:<14} {one_line(symptom.said)}")
        if symptom.remedy:
            click.echo(f"{'':<17} → {one_line(symptom.remedy)}")
    return EXIT_USER if any(symptom.state == "broken" for symptom in symptoms) else EXIT_FINE
