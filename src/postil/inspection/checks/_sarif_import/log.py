"""Reads a SARIF log of any size: what each run declares, and those of its results that may matter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from postil.inspection.checks._sarif_import.events import Event, Unreadable, events
from postil.inspection.checks._sarif_import.values import (
    Room,
    at,
    entries,
    list_at,
    members,
    skip,
    text_at,
    value,
)

MOST_KEPT = 500_000
"""What all results may take up together, in the measure of `Room`; about 50 MB."""
MOST_RULES = 20_000
MOST_ARTIFACTS = 200_000
MOST_RUNS = 1_000

Json = Any
"""A value of the log, which anyone may have written."""


@dataclass
class Run:
    """One run of one tool. Results are kept until its end, as what they refer to may come later."""

    tool: str = ""
    rules: list[list[Json]] = field(default_factory=lambda: [[]])
    """The rules of the driver, then those of each extension."""
    bases: dict[str, Json] = field(default_factory=dict)
    artifacts: list[Json] = field(default_factory=list)
    results: list[Json] = field(default_factory=list)
    failed: bool = False
    elsewhere: bool = False

    @cached_property
    def by_id(self) -> dict[str, Json]:
        """Every declared rule by its id; to be asked for once the run has been read."""
        return {text_at(rule, "id"): rule for rules in reversed(self.rules) for rule in rules}


@dataclass
class Log:
    """What could be read; `fault` says what is wrong with the rest."""

    runs: list[Run] = field(default_factory=list)
    version: str = ""
    fault: str = ""
    flooded: bool = False
    room: int = MOST_KEPT


Wanted = Callable[[Json, Run], bool]
"""Whether a result may concern the change, as far as can be told while the run is being read."""


def read_log(blocks: Iterable[bytes], wanted: Wanted) -> Log:
    """Read it once from start to end; a fault ends the reading and keeps what came before."""
    log = Log()
    try:
        _read(events(blocks), log, wanted)
    except Unreadable as error:
        log.fault = str(error)
    if not log.fault and log.version and not log.version.startswith("2.1"):
        log.fault = f"is SARIF `{log.version[:20]}`, not 2.1.0"
    return log


def _read(stream: Iterator[Event], log: Log, wanted: Wanted) -> None:
    has_runs = False
    if next(stream, ("", None))[0] != "start_map":
        raise Unreadable("is not a SARIF log")
    for key, first in entries(stream):
        if key == "version" and first[0] == "string":
            log.version = first[1]
        elif key == "runs" and first[0] == "start_array":
            has_runs = True
            _read_runs(stream, log, wanted)
        else:
            skip(stream, first)
    deque(stream, maxlen=0)  # raises when anything follows
    if not has_runs:
        raise Unreadable("is not a SARIF log: it has no `runs`")


def _read_runs(stream: Iterator[Event], log: Log, wanted: Wanted) -> None:
    for first in members(stream):
        if first[0] != "start_map":
            skip(stream, first)
            continue
        if len(log.runs) == MOST_RUNS:
            raise Unreadable(f"holds more than {MOST_RUNS:,} runs")
        log.runs.append(Run())
        _read_run(stream, log, wanted)


def _read_run(stream: Iterator[Event], log: Log, wanted: Wanted) -> None:
    run = log.runs[-1]
    for key, first in entries(stream):
        match key, first[0]:
            case "tool", "start_map":
                _read_tool(stream, run)
            case "originalUriBaseIds", "start_map":
                run.bases = value(stream, first, Room())
            case "artifacts", "start_array":
                _read_artifacts(stream, run)
            case "results", "start_array":
                _read_results(stream, log, wanted)
            case "invocations", "start_array":
                invocations = value(stream, first, Room())
                run.failed = any(at(one, "executionSuccessful") is False for one in invocations)
            case "externalPropertyFileReferences", "start_map":
                run.elsewhere = bool(list_at(value(stream, first, Room()), "results"))
            case _:
                skip(stream, first)


def _read_tool(stream: Iterator[Event], run: Run) -> None:
    for key, first in entries(stream):
        if key == "driver" and first[0] == "start_map":
            name, run.rules[0] = _component(stream)
            run.tool = name
        elif key == "extensions" and first[0] == "start_array":
            for extension in members(stream):
                if extension[0] == "start_map" and len(run.rules) < MOST_RUNS:
                    run.rules.append(_component(stream)[1])
                else:
                    skip(stream, extension)
        else:
            skip(stream, first)


def _component(stream: Iterator[Event]) -> tuple[str, list[Json]]:
    name = ""
    rules: list[Json] = []
    for key, first in entries(stream):
        if key == "name" and first[0] == "string":
            name = first[1][:80]
        elif key == "rules" and first[0] == "start_array":
            for rule in members(stream):
                if len(rules) < MOST_RULES:
                    rules.append(_rule(stream, rule))
                else:
                    skip(stream, rule)
        else:
            skip(stream, first)
    return name, rules


_OF_A_RULE = (
    "id",
    "name",
    "shortDescription",
    "fullDescription",
    "defaultConfiguration",
    "messageStrings",
    "helpUri",
    "properties",
)


def _rule(stream: Iterator[Event], first: Event) -> Json:
    """A rule without its manual, which may be long."""
    if first[0] != "start_map":
        skip(stream, first)
        return {}
    room, kept = Room(), {}
    for key, start in entries(stream):
        if key in _OF_A_RULE:
            kept[key] = value(stream, start, room)
        else:
            skip(stream, start)
    return kept


def _read_artifacts(stream: Iterator[Event], run: Run) -> None:
    for first in members(stream):
        if len(run.artifacts) < MOST_ARTIFACTS and first[0] == "start_map":
            run.artifacts.append(_location(stream))
        else:
            skip(stream, first)


def _location(stream: Iterator[Event]) -> Json:
    found = None
    for key, first in entries(stream):
        if key == "location":
            location = value(stream, first, Room(20))
            found = {
                "uri": text_at(location, "uri"),
                "uriBaseId": text_at(location, "uriBaseId"),
            }
        else:
            skip(stream, first)
    return found


def _read_results(stream: Iterator[Event], log: Log, wanted: Wanted) -> None:
    run = log.runs[-1]
    for first in members(stream):
        room = Room()
        result = _result(stream, first, room, lambda found: wanted(found, run))
        if result is None:
            continue
        if log.room > 0:
            log.room -= Room().left - room.left
            run.results.append(result)
        else:
            log.flooded = True


def _result(
    stream: Iterator[Event], first: Event, room: Room, wanted: Callable[[Json], bool]
) -> Json:
    """A result; None when its places have nothing to do with the change or it has none."""
    if first[0] != "start_map":
        skip(stream, first)
        return None
    kept: dict[str, Json] = {}
    may_count = True
    for key, start in entries(stream):
        if not may_count or room.left <= 0:
            skip(stream, start)
            continue
        kept[key] = value(stream, start, room)
        # Most results are about other files; what follows in them is read past, which is cheap.
        may_count = key != "locations" or wanted(kept)
    return kept if may_count and "locations" in kept else None
