"""Reads the cases out of a check's page.

A case is a third-level heading, a line in italics saying where it comes from, prose, and
fences whose info string says what they are:

    file PATH       stands unchanged before and after
    base PATH       as it was (alone: the change deletes or renames it)
    head PATH       as it becomes (alone: the change adds it)
    message         the commit's message
    scan NAME       a scanner's report that is handed in
    findings        one line per expected finding, `PATH:LINE SEVERITY [SLUG] [(mild)]`; a
                    minus in front of the path means the old side; a path without line means
                    the file as a whole; a mild one is set aside, all others must reach the
                    review; no lines at all means quiet
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from postil.domain.severity import Severity

_EXPECTED = re.compile(
    r"(?P<old>-?)(?P<path>.+?)(?::(?P<line>\d+))? (?P<severity>critical|high|medium|low|nit)"
    r"(?: (?P<slug>[a-z0-9-]+))?(?P<mild> \(mild\))?"
)


@dataclass(frozen=True)
class Expected:
    path: str
    line: int | None
    old: bool
    severity: Severity
    slug: str | None = None
    is_mild: bool = False

    @property
    def place(self) -> tuple[str, int | None, bool]:
        return (self.path, self.line, self.old)


@dataclass
class Case:
    page: str
    title: str
    provenance: str = ""
    base: dict[str, str] = field(default_factory=dict)
    head: dict[str, str] = field(default_factory=dict)
    message: str = "Change things"
    scans: dict[str, str] = field(default_factory=dict)
    expected: list[Expected] | None = None

    @property
    def fires(self) -> bool:
        return bool(self.expected)


class BadPage(ValueError):
    pass


def read_page(path: Path) -> list[Case]:
    """Every case of the page, in order; a malformed one is an error that names it."""
    cases: list[Case] = []
    tokens = MarkdownIt().parse(path.read_text(encoding="utf-8"))
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h3":
            cases.append(Case(page=path.stem, title=tokens[index + 1].content))
        elif cases and token.type == "fence":
            _take(cases[-1], token)
        elif cases and token.type == "inline" and not cases[-1].provenance:
            marked = re.fullmatch(r"\*(.+)\*", token.content, re.DOTALL)
            cases[-1].provenance = marked.group(1) if marked else ""
    for case in cases:
        if case.expected is None:
            raise BadPage(f"{path.name}: case {case.title!r} has no findings fence")
        if not case.provenance.startswith(
            (
                "Written first",
                "Written before the first run",
                "Written after a miss",
                "Written with the cure",
                "Mined:",
            )
        ):
            raise BadPage(f"{path.name}: case {case.title!r} does not say where it comes from")
    return cases


def _take(case: Case, token: Token) -> None:
    kind, _, path = token.info.strip().partition(" ")
    text = token.content
    match kind:
        case "file":
            case.base[path] = case.head[path] = text
        case "base":
            case.base[path] = text
        case "head":
            case.head[path] = text
        case "scan":
            case.scans[path] = text
        case "message":
            case.message = text.strip()
        case "findings":
            case.expected = [_expected(case, line) for line in text.splitlines() if line.strip()]
        case _:
            raise BadPage(f"{case.page}: case {case.title!r} has an unknown fence {token.info!r}")


def _expected(case: Case, line: str) -> Expected:
    matched = _EXPECTED.fullmatch(line.strip())
    if matched is None:
        raise BadPage(f"{case.page}: case {case.title!r} expects {line!r}, which reads as nothing")
    number = matched["line"]
    return Expected(
        path=matched["path"],
        line=int(number) if number else None,
        old=bool(matched["old"]),
        severity=Severity(matched["severity"]),
        slug=matched["slug"],
        is_mild=bool(matched["mild"]),
    )
