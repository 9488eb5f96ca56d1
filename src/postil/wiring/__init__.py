"""Joins the parts: reads the environment and the settings, opens the repository, sets the desk."""

from __future__ import annotations

from postil.configuration import CONFIGURATION
from postil.wiring.desk import Prepared, known_checks, prepare, set_desk
from postil.wiring.guests import check_names, company, offers, page_of
from postil.wiring.histories import Reviewed, commits_in, reviews
from postil.wiring.journal import StoredJournal, waiting
from postil.wiring.lines import Wayfinder, line_sides
from postil.wiring.process import (
    Surroundings,
    keep_report,
    silence_output,
    surroundings,
)
from postil.wiring.remembering import Kept, Shelf, change_key, kept_reviews, shelf, store_place
from postil.wiring.resuming import PaidAnswers, resumed
from postil.wiring.sealing import own_secrets, seal_of
from postil.wiring.settings import (
    CONFIG_FILE,
    is_theirs,
    refuse_bad_flags,
    root_of,
    settings_here,
)
from postil.wiring.wanted import Earlier, Wanted

__all__ = [
    "CONFIGURATION",
    "CONFIG_FILE",
    "Earlier",
    "Kept",
    "PaidAnswers",
    "Prepared",
    "Reviewed",
    "Shelf",
    "StoredJournal",
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
    "own_secrets",
    "page_of",
    "prepare",
    "refuse_bad_flags",
    "resumed",
    "reviews",
    "root_of",
    "seal_of",
    "set_desk",
    "settings_here",
    "shelf",
    "silence_output",
    "store_place",
    "surroundings",
    "waiting",
]
