"""Reads what a person hands to single reviewers: specifications, a test direction, instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from postil.domain.errors import NotAvailable, UserError
from postil.wiring.wanted import Wanted

MOST_CHARACTERS = 400_000
_ADDRESSES = ("http://", "https://")
_APPROACHES = ("unit", "integration", "e2e", "none")
_PARTS = ("approach", "location", "focus")
_DIRECTION = '"approach=unit|integration|e2e|none; location=…; focus=…"'


def texts_by_role(wanted: Wanted) -> dict[str, tuple[tuple[str, str], ...]]:
    """What single roles get besides what all see: specifications and the test direction."""
    texts: dict[str, tuple[tuple[str, str], ...]] = {}
    specs = tuple(map(specification, wanted.spec))
    if specs:
        texts["spec-auditor"] = tuple(_titled(specs))
    if wanted.test_direction:
        texts["sdet"] = (("Test direction", direction(wanted.test_direction)),)
    return texts


def _titled(specs: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, text in enumerate(specs, start=1):
        yield "Specification" if len(specs) == 1 else f"Specification {number}", text


def specification(given: str) -> str:
    """The text of a specification: of a file where one is named, else as it was typed."""
    if given.lower().startswith(_ADDRESSES):
        raise NotAvailable(
            f"`--spec {given}` is an address, and Postil fetches none; "
            "save it and give the file, or give the text."
        )
    if not given.strip():
        raise UserError("`--spec` is empty; give a file or the text.")
    return read_text(given, option="--spec") if _is_file(given) else _within(given, "--spec")


def _is_file(given: str) -> bool:
    try:
        return Path(given).exists()
    except (OSError, ValueError):  # a whole specification is longer than any name may be
        return False


def direction(given: str) -> str:
    """A test direction as lines for the test engineer; what cannot be meant is refused."""
    parts = [part.partition("=") for part in given.split(";") if part.strip()]
    named = {name.strip().lower(): value.strip() for name, _, value in parts}
    unknown = [name for name, value in named.items() if name not in _PARTS or not value]
    if not named or unknown:
        what = f"`{unknown[0]}` in " if unknown else ""
        raise UserError(f"{what}`--test-direction` is not understood; write {_DIRECTION}.")
    approach = named.get("approach", _APPROACHES[0])
    if approach not in _APPROACHES:
        raise UserError(f"`--test-direction` knows no approach `{approach}`; write {_DIRECTION}.")
    return _within("\n".join(f"{name}: {named[name]}" for name in _PARTS if name in named), "")


def operator_text(context: str, wanted: Wanted) -> str:
    """What whoever runs the review says to every reviewer; the file of instructions comes last."""
    given = read_text(wanted.instructions, option="--instructions") if wanted.instructions else ""
    return "\n\n".join(text.strip() for text in (context, given) if text.strip())


def read_text(path: str, *, option: str, most: int = MOST_CHARACTERS) -> str:
    """The text of a file that a person named; raises with the option when that cannot be had."""
    try:
        with Path(path).open(encoding="utf-8", errors="surrogateescape") as file:
            text = file.read(most + 1)
    except OSError as error:
        raise UserError(f"`{path}` cannot be read ({error.strerror}); see `{option}`.") from error
    return _within(text, option, most)


def _within(text: str, option: str, most: int = MOST_CHARACTERS) -> str:
    if len(text) > most:
        raise UserError(
            f"`{option}` is longer than {most:,} characters; give the part that matters."
        )
    return text
