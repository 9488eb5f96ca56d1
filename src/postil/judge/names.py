"""Names a remark mentions in backticks, and whether anything of that name exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.domain.finding import Finding, Shape
from postil.judge.grounds import Grounds
from postil.judge.vocabulary import KNOWN
from postil.ports import Hits

_SPAN = re.compile(r"`([^`\n]{1,200})`")
_NAME = re.compile(r"[@$]?[^\W\d][\w$]*(?:(?:\.|::|->|#)[^\W\d][\w$]*)*[?!]?")
_SEPARATOR = re.compile(r"\.|::|->|#")
_SHORTEST = 3
_IMPORTING = ("import", "require", "include", "from ", "use ", "using", "package", "extern")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as written, the part that leads to it, and the part that must exist."""

    written: str
    root: str
    last: str


def parse(text: str) -> Name | None:
    """A dotted name, with or without a call's brackets; None for anything else."""
    written = text.strip().strip("`").partition("(")[0].strip()
    if not _NAME.fullmatch(written):
        return None
    parts = _SEPARATOR.split(written.strip("@$?!"))
    return Name(written, parts[0], parts[-1])


def mentioned(finding: Finding) -> tuple[Name, ...]:
    """The names that must exist for the finding to make sense.

    What it says is missing is not among them, nor are names too short to mean one thing.
    """
    texts = (finding.title, finding.failure_mode, finding.claim.subject)
    missing = parse(finding.claim.subject) if finding.claim.shape is Shape.ABSENCE else None
    spans = dict.fromkeys(span for text in texts for span in _SPAN.findall(text))
    return tuple(
        name
        for name in map(parse, spans)
        if name is not None
        and len(name.last) >= _SHORTEST
        and (missing is None or name.last != missing.last)
    )


def needles(names: tuple[Name, ...]) -> Iterator[str]:
    for name in names:
        yield name.last
        yield name.root


def first_unknown(
    names: tuple[Name, ...], finding: Finding, *, found: Mapping[str, Hits], grounds: Grounds
) -> Name | None:
    """The first name that is neither in the tree, nor in what the change removed, nor common."""
    for name in names:
        if not (
            name.last in KNOWN
            or name.root in KNOWN
            or found[name.last].total
            or _is_imported(found[name.root])
            or any(name.last in evidence.text for evidence in finding.evidence)
            or _is_file(name.written, grounds)
            or _was_removed(name.last, grounds)
        ):
            return name
    return None


def _is_imported(hits: Hits) -> bool:
    """Whether the name comes from elsewhere, so that its members are not ours to find."""
    return any(word in hit.text for hit in hits.hits for word in _IMPORTING)


def _is_file(name: str, grounds: Grounds) -> bool:
    if grounds.head.exists(name) or grounds.base.exists(name):
        return True
    return any(path.endswith(f"/{name}") for path in grounds.head.paths())


def _was_removed(name: str, grounds: Grounds) -> bool:
    return any(name in text for file in grounds.change.files for _, text in file.removed)
