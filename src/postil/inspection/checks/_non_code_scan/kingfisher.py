"""Asks the bundled `kingfisher` about lines that hold a token our own rules cannot name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from postil.domain.change import Side
from postil.domain.observation import Gap
from postil.inspection import credential_values as values
from postil.inspection.credentials import MAX_LINE, Credential, Grade, credential
from postil.ports import Toolbox, ToolRun, ToolStatus

MOST_LINES = 2_000
_FOLDER = "lines"
_TIMEOUT = 40.0
_ARGUMENTS = (
    "scan",
    _FOLDER,
    "--no-validate",
    "--no-update-check",
    "--no-ignore",
    "--redact",
    "--turbo",
    "--git-history",
    "none",
    "--format",
    "json",
)
_NOTHING_FOUND = 0
_FOUND = (200, 205)
_SUBJECT = "tokens of unknown format"


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A changed line with a token that looks random and has no format we know."""

    path: str
    side: Side
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Identified:
    named: tuple[tuple[Unnamed, Credential], ...] = ()
    gaps: tuple[Gap, ...] = ()


def identify(lines: Sequence[Unnamed], tools: Toolbox) -> Identified:
    """Starting the program costs a second, so it is started only when there is something to ask."""
    if not lines:
        return Identified()
    files, order = _laid_out(lines[:MOST_LINES])
    run = tools.run("kingfisher", _ARGUMENTS, files=files, timeout=_TIMEOUT)
    gaps = list(_gaps(run, len(lines)))
    named: list[tuple[Unnamed, Credential]] = []
    if run.status is ToolStatus.RAN and run.exit in _FOUND:
        report = _report(run.stdout)
        if report is None:
            gaps.append(_gap("its answer cannot be read", remedy=""))
        named = list(_named(report or [], order))
    return Identified(tuple(named), tuple(gaps))


def _laid_out(lines: Sequence[Unnamed]) -> tuple[dict[str, str], dict[str, list[Unnamed]]]:
    """One small file per changed file and side; every line keeps its columns."""
    order: dict[str, list[Unnamed]] = {}
    names: dict[tuple[str, Side], str] = {}
    for one in lines:
        name = names.setdefault((one.path, one.side), f"{_FOLDER}/{len(names):04}.txt")
        order.setdefault(name, []).append(one)
    files = {
        name: "".join(f"{_plain(one.text)}\n" for one in group) for name, group in order.items()
    }
    return files, order


def _plain(text: str) -> str:
    """One byte per character, so that the tool's columns are ours."""
    cut = text[:MAX_LINE].encode("ascii", "replace").decode()
    return "".join(character if character.isprintable() else " " for character in cut)


def _gaps(run: ToolRun, count: int) -> Iterator[Gap]:
    if run.status is ToolStatus.MISSING:
        yield _gap("`kingfisher` is not installed", remedy="install `postil[secrets]`")
    elif run.status is not ToolStatus.RAN:
        yield _gap(f"`kingfisher` {run.status.value}", remedy="run it again")
    elif run.exit not in (_NOTHING_FOUND, *_FOUND):
        yield _gap(f"`kingfisher` ended with status {run.exit}", remedy="run it again")
    if count > MOST_LINES:
        yield _gap(f"only the first {MOST_LINES} of {count} lines were asked about", remedy="")


def _gap(reason: str, *, remedy: str) -> Gap:
    """Optional: every line was seen by our own rules, only the second opinion is missing."""
    return Gap(subject=_SUBJECT, reason=reason, required=False, remedy=remedy)


def _report(stdout: str) -> list[Any] | None:
    """The findings of the first line of output; the second line repeats the counts."""
    try:
        report = json.loads(stdout.partition("\n")[0])
    except (ValueError, RecursionError):
        return None
    findings = report.get("findings") if isinstance(report, dict) else None
    return findings if isinstance(findings, list) else None


_TOKEN = re.compile(r"[A-Za-z0-9+/_=.~-]+")


def _token(text: str, first: int, last: int) -> tuple[int, int]:
    """The whole token around the tool's columns, so that no end of it is left unmasked."""
    for match in _TOKEN.finditer(text):
        if match.start() <= last and first < match.end():
            return min(first, match.start()), max(last + 1, match.end())
    return first, last + 1


def _named(
    report: Sequence[Any], order: dict[str, list[Unnamed]]
) -> Iterator[tuple[Unnamed, Credential]]:
    for entry in report:
        try:
            rule, place = str(entry["rule"]["name"]), entry["finding"]
            name = f"{_FOLDER}/{str(place['path']).rpartition('/')[2]}"
            unnamed = order[name][int(place["line"]) - 1]
            span = _token(unnamed.text, int(place["column_start"]), int(place["column_end"]))
            sure = place["confidence"] == "high" and not rule.startswith("generic")
        except (KeyError, IndexError, TypeError, ValueError):
            continue
        value = unnamed.text[slice(*span)]
        if value and not (values.is_made_up(value) or values.is_reference(value)):
            grade = Grade.FORMAT if sure else Grade.SURROUNDINGS
            yield unnamed, credential(rule.replace("-", " "), unnamed.text, span, grade)
