"""Joins the parts: reads the environment and the settings, opens the repository, sets the desk."""

from __future__ import annotations

from postil.wiring.desk import Prepared, known_checks, prepare
from postil.wiring.process import (
    Surroundings,
    keep_report,
    silence_output,
    surroundings,
)
from postil.wiring.settings import CONFIG_FILE, CONFIGURATION, root_of, settings_here
from postil.wiring.wanted import Wanted

__all__ = [
    "CONFIGURATION",
    "CONFIG_FILE",
    "Prepared",
    "Surroundings",
    "Wanted",
    "keep_report",
    "known_checks",
    "prepare",
    "root_of",
    "settings_here",
    "silence_output",
    "surroundings",
]
