"""What the command that runs was started in, with the annex that its door may have."""

from __future__ import annotations

import click

from postil import wiring
from postil.annex import Annex


def surroundings() -> wiring.Surroundings:
    given = click.get_current_context().find_root().obj
    return wiring.surroundings(given if isinstance(given, Annex) else None)
