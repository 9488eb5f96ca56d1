"""Says what is wrong with a summary body, whoever wrote it; nothing wrong means it may be posted."""

from __future__ import annotations

from postil.render._delta import TITLE as DELTA_TITLE
from postil.render._sections import TITLE as SECTIONS_TITLE
from postil.render._validate_body import read, shared_problems
from postil.render._validate_delta import delta_problems
from postil.render._validate_sections import sections_problems
from postil.render._validate_sticky import sticky_problems
from postil.render._validate_summary import summary_problems
from postil.render._validate_tables import tables_problems


def validate(body: str) -> tuple[str, ...]:
    """The problems of a body, each once; its block title or its marker picks the rules."""
    reading = read(body)
    problems = list(shared_problems(body, reading))
    if reading.layout == "sticky":
        problems += sticky_problems(reading)
    elif reading.layout == "tables":
        problems += tables_problems(reading)
    elif reading.layout == "summary":
        problems += summary_problems(reading)
    elif reading.folds[:1] == ((1, SECTIONS_TITLE),):
        problems += sections_problems(reading)
    elif reading.folds[:1] == ((1, DELTA_TITLE),):
        problems += delta_problems(reading)
    else:
        problems.append("neither a sticky nor a summary block we know")
    return tuple(dict.fromkeys(problems))
