"""Joins the parts: reads the environment and the settings, opens the repository, sets the desk."""

from __future__ import annotations

from postil.configuration import CONFIGURATION
from postil.wiring.desk import Prepared, known_checks, prepare
from postil.wiring.guests import check_names, company, offers, page_of
from postil.wiring.histories import Reviewed, commits_in, reviews
from postil.wiring.lines import Wayfinder, line_sides
from postil.wiring.process import (
    Surroundings,
    keep_report,
    silence_output,
    surroundings,
)
from postil.wiring.remembering import Kept, Shelf, change_key, kept_reviews, shelf, store_place
from postil.wiring.settings import (
    CONFIG_FILE,
    is_theirs,
    refuse_bad_flags,
    root_of,
    settings_here,
)
from postil.wiring.wanted import Wanted

__all__ = [
    "CONFIGURATION",
    "CONFIG_FILE",
    "Kept",
    "Prepared",
    "Reviewed",
    "Shelf",
    "Surroundings",
    "Wanted",
    "Wayfinder",
    "change_key",
    "check_names",
    "commits_in",
    "company",
    "is_theirs",
    "keep_report",
    "kept_reviews",
    "known_checks",
    "line_sides",
    "offers",
    "page_of",
    "prepare",
    "refuse_bad_flags",
    "reviews",
    "root_of",
    "settings_here",
    "shelf",
    "silence_output",
    "store_place",
    "surroundings",
]
