"""What a change is for, in its author's words: what, why, the goal, and the issues it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import dropwhile, takewhile

from postil.domain.brief import Intent
from postil.domain.change import Change
from postil.understand.prose import (
    bullet_of,
    lines_of,
    sections_of,
    sentences_of,
    shortened,
    without_code_spans,
)
from postil.understand.subject import parted

_MOST_POINTS = 3
_MOST_ISSUES = 20
_MAX_BRANCH = 1_000

_WHAT_TITLES = frozenset({"what", "what changed", "what changes", "changes", "summary"})
_WHY_TITLES = frozenset(
    {"why", "motivation", "background", "context", "problem", "rationale", "reason", "issue"}
)
_GOAL_TITLES = frozenset(
    {"goal", "goals", "objective", "purpose", "expected", "expected behavior"}
    | {"expected behaviour", "expected result", "expected outcome", "acceptance criteria"}
)
_WHY_WORDS = re.compile(r"\b(?:because|due to|as a result of|the problem is)\b", re.IGNORECASE)
_GOAL_WORDS = re.compile(
    r"\b(?:so that|in order to|aims? to|the goal|the purpose|makes? it possible)\b", re.IGNORECASE
)

_NOT_TELLING = re.compile(
    r"\A(?:merge (?:branch|pull|remote|tag)\b|fixup!|squash!|amend!|wip\b|(?:address|apply) review"
    r"|review (?:comments|feedback)|(?:updates?|fix|fixes|typo|cleanup|lint|format)\Z)",
    re.IGNORECASE,
)
_ONLY_A_PATH = re.compile(r"\A`?[\w./-]{1,200}`?\Z")


def intent(change: Change) -> Intent:
    """The author's own words only; what is not stated stays empty."""
    lines = lines_of(change.description)
    sections = list(sections_of(lines))
    return Intent(
        what=_what(change, sections),
        why=_stated(sections, _WHY_TITLES) or _sentence(lines, _WHY_WORDS),
        goal=_stated(sections, _GOAL_TITLES) or _sentence(lines, _GOAL_WORDS),
        issues=_issues(change, lines),
    )


def _what(change: Change, sections: list[tuple[str, list[str]]]) -> tuple[str, ...]:
    """List items under a telling title, else the title, else what the commits say."""
    points = [
        item
        for title, body in sections
        if title in _WHAT_TITLES
        for item in map(bullet_of, body)
        if item is not None and not item.startswith("[") and not _ONLY_A_PATH.match(item)
    ]
    subjects = [change.title, *(commit.subject for commit in change.commits)]
    if not points:
        points = _telling([parted(subject)[1] for subject in subjects])
    distinct = {shortened(point).casefold(): shortened(point) for point in reversed(points)}
    return tuple(reversed(distinct.values()))[:_MOST_POINTS]


def _telling(subjects: list[str]) -> list[str]:
    """Subjects that say what happened; when none does, the first there is."""
    stated = [subject for subject in subjects if subject]
    return [subject for subject in stated if not _NOT_TELLING.match(subject)] or stated[:1]


def _stated(sections: list[tuple[str, list[str]]], titles: frozenset[str]) -> str:
    """The first paragraph under a telling title; a section may be followed by anything."""
    for title, body in sections:
        if title in titles:
            started = dropwhile(lambda line: not line.strip(), body)
            paragraph = takewhile(lambda line: line.strip(), started)
            text = shortened(" ".join(bullet_of(line) or line for line in paragraph))
            if text:
                return text
    return ""


def _sentence(lines: list[str], words: re.Pattern[str]) -> str:
    return next((shortened(text) for text in sentences_of(lines) if words.search(text)), "")


_ISSUE_ADDRESS = re.compile(
    r"https?://[\w.:-]{1,100}/(?P<repo>(?:[\w.-]{1,100}/){2,6})(?:issues|work_items)/"
    r"(?P<number>[1-9]\d{0,8})\b"
)
_ADDRESS = re.compile(r"https?://[^\s<>()]{1,500}")
_QUALIFIED = re.compile(
    r"(?<![\w./-])(?P<repo>[\w.-]{1,40}/[\w.-]{1,100})#(?P<number>[1-9]\d{0,8})\b"
)
_NUMBERED = re.compile(r"(?<![\w&/#])(?:#|GH-)(?P<number>[1-9]\d{0,6})(?!\w)")
_TRACKED = re.compile(r"(?<![\w-])(?P<key>[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,6})(?!\w)")
_COLOUR_BEFORE = re.compile(
    r"(?:colou?r|background|fill|stroke|border|shadow|hex)[\w-]{0,12}[\s:=\"'(]{1,4}\Z",
    re.IGNORECASE,
)
_COLOUR_WINDOW = 30
_STANDARDS = frozenset(
    {"AES", "ANSI", "CP", "CVE", "CWE", "EC", "ES", "GH", "GHSA", "GPT", "HTTP", "IEC", "IEEE"}
    | {"ISO", "MD", "MP", "OWASP", "PEP", "PKCS", "RFC", "RSA", "SHA", "SHA2", "SHA3", "SSL"}
    | {"TLS", "UTF", "WCAG", "X"}
)
_BRANCH_NUMBER = re.compile(
    r"(?:\A|[/ -])(?:issues?|gh|bug)[/ -](?P<number>[1-9]\d{0,6})(?!\w)", re.IGNORECASE
)


def _issues(change: Change, lines: list[str]) -> tuple[str, ...]:
    texts = [change.title, *lines]
    for commit in change.commits:
        texts += [commit.subject, *lines_of(commit.body)]
    found = [issue for text in texts for issue in issues_in(text)]
    branch = change.branch[:_MAX_BRANCH].replace("_", " ")
    found += [f"#{match['number']}" for match in _BRANCH_NUMBER.finditer(branch)]
    found += _tracked(branch)
    return tuple(dict.fromkeys(found))[:_MOST_ISSUES]


def issues_in(line: str) -> list[str]:
    """The issue ids one line names, in order of their form; code spans and colours name none."""
    text = without_code_spans(line)
    found = [
        f"{match['repo'].removesuffix('/').removesuffix('/-')}#{match['number']}"
        for match in _ISSUE_ADDRESS.finditer(text)
    ]
    found += [key for address in _ADDRESS.findall(text) for key in _tracked(address)]
    text = _ADDRESS.sub(" ", text)
    found += [f"{match['repo']}#{match['number']}" for match in _QUALIFIED.finditer(text)]
    found += _numbered(text)
    found += _tracked(text)
    return found


def _numbered(text: str) -> Iterator[str]:
    for match in _NUMBERED.finditer(text):
        before = text[max(0, match.start() - _COLOUR_WINDOW) : match.start()]
        if not _COLOUR_BEFORE.search(before):
            yield f"#{match['number']}"


def _tracked(text: str) -> Iterator[str]:
    for match in _TRACKED.finditer(text):
        key = match["key"]
        if key.partition("-")[0] not in _STANDARDS:
            yield key
