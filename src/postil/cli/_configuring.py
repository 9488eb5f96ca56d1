"""Carries out `postil config`: shows settings with their origins, prints the schema, writes a file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from postil import configuration, wiring
from postil.cli._screen import note
from postil.domain.errors import EXIT_FINE, EXIT_USER, UserError
from postil.render._visible import visible


def print_schema() -> int:
    click.echo(json.dumps(configuration.schema(), indent=2))
    return EXIT_FINE


def write_sample(repo: str) -> int:
    """Write the commented file where it is looked for; an existing one is never overwritten."""
    path = Path(wiring.root_of(repo)) / wiring.CONFIG_FILE
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(configuration.sample())
    except FileExistsError as error:
        raise UserError(
            f"`{path}` is there already; edit it, or move it away and run this again."
        ) from error
    except OSError as error:
        raise UserError(
            f"`{path}` cannot be written ({error.strerror}); name another folder with `--repo`."
        ) from error
    click.echo(f"wrote `{path}`; it counts once it is committed to the base branch")
    return EXIT_FINE


def show(repo: str, config: str | None, *, quiet: bool) -> int:
    """Every key with its value and origin; with problems the status is 2."""
    settings = wiring.settings_here(repo, config, wiring.surroundings())
    rows = configuration.effective(settings)
    width = max(len(row.name) for row in rows)
    for row in rows:
        if not (quiet and row.origin.startswith("profile ")):
            click.echo(visible(f"{row.name:<{width}}  {row.value}  ({row.origin})"))
    for problem in settings.problems:
        note(str(problem))
    return EXIT_USER if settings.problems else EXIT_FINE
