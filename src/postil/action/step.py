"""One step of a job: runs the review in a process of its own and tells GitHub what came of it."""

from __future__ import annotations

import secrets
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from postil import codec
from postil.action.annotations import annotated
from postil.action.inputs import arguments
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_BLOCKED, EXIT_FINE, PostilError
from postil.render import Style
from postil.render._status import json_status, standing
from postil.render.markdown import render
from postil.wiring.actions import job

_MOST_SUMMARY = 900_000
"""GitHub takes a mebibyte of summary from a step."""


def run(variables: Mapping[str, str]) -> int:
    """The step's exit status; no traceback reaches its log."""
    try:
        return _run(variables)
    except PostilError as error:
        sys.stderr.write(f"postil: {error}\n")
        return error.exit_status


def _run(variables: Mapping[str, str]) -> int:
    folder = Path(variables.get("RUNNER_TEMP") or tempfile.gettempdir())
    path = folder / f"postil-{secrets.token_hex(6)}.json"
    found = job(variables)
    if found is not None and found.is_talk and (found.is_read_only or found.number is None):
        # Nothing was asked for that anybody could take for a review.
        sys.stdout.write("::notice::This comment is none that Postil could answer.\n")
        return EXIT_FINE
    is_read_only = found is not None and found.is_read_only
    given = arguments(variables, document=str(path), is_read_only=is_read_only)
    status = _reviewed(given, variables)
    document = _document(path)
    if document is None:
        return status
    _write(variables.get("GITHUB_OUTPUT", ""), "".join(_outputs(document, path)))
    _write(variables.get("GITHUB_STEP_SUMMARY", ""), _summary(document, is_read_only=is_read_only))
    if is_read_only:
        for line in annotated(document):
            sys.stdout.write(f"{line}\n")
        sys.stdout.write(
            "::warning::This job may not write to the pull request; see its summary.\n"
        )
        # Nobody reading the pull request sees this review, so it must not pass for one.
        return status or (0 if variables.get("INPUT_ON_UNREVIEWED") == "pass" else EXIT_BLOCKED)
    return status


def _reviewed(given: list[str], variables: Mapping[str, str]) -> int:
    """Run it; nothing that it prints can be a command to the runner."""
    word = secrets.token_hex(16)
    sys.stdout.write(f"::stop-commands::{word}\n")
    sys.stdout.flush()
    try:
        command = [sys.executable, "-P", "-m", "postil", *given]
        return subprocess.run(command, env=dict(variables), check=False).returncode  # noqa: S603 - ourselves
    finally:
        sys.stdout.write(f"\n::{word}::\n")
        sys.stdout.flush()


def _document(path: Path) -> ReviewDocument | None:
    try:
        return codec.decode(path.read_bytes())
    except (OSError, PostilError):
        return None


def _outputs(document: ReviewDocument, path: Path) -> Iterator[str]:
    found = standing(document)
    counts = Counter(str(finding.severity) for finding in found)
    yield f"status={json_status(document)}\n"
    yield f"verdict={document.verdict}\n"
    yield f"coverage={document.coverage}\n"
    yield f"findings={len(found)}\n"
    yield f"critical={counts['critical']}\n"
    yield f"high={counts['high']}\n"
    yield f"document={path}\n"


def _summary(document: ReviewDocument, *, is_read_only: bool) -> str:
    told = render(document, None, style=Style())[:_MOST_SUMMARY]
    if not is_read_only:
        return told
    return f"> This job may not write to the pull request, so the review stands here.\n\n{told}"


def _write(path: str, text: str) -> None:
    if path:
        with Path(path).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
