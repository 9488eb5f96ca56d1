"""Finds what still sets or explains a variable or a flag that no program reads any more."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from postil.domain.change import Change
from postil.domain.paths import is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.keys import CONFIGURED, KEY, PROGRAMS, TABLES
from postil.inspection.checks._stale_reference.subjects import (
    POSSIBLE,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.variables import (
    READERS,
    Reader,
    is_given,
    is_read,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_distinctive
from postil.ports import Hit, Tree

_FOREIGN = re.compile(
    r"\A(?:AWS|AZURE|GCP|GOOGLE|GITHUB|GITLAB|CI|NPM|YARN|PNPM|PIP|PYTHON|PYTEST|NODE|GO|CARGO|RUST"
    r"|RUBY|BUNDLE|GEM|JAVA|MAVEN|GRADLE|DOTNET|DOCKER|COMPOSE|KUBE|XDG|SSH|GIT|HTTPS?|NO|LC|LD"
    r"|POSTGRES|PG|MYSQL|REDIS|RAILS|RACK|DJANGO|FLASK|UV|CMAKE|CC|CXX|TERM|DATABASE|NEXT|VITE)_"
)


def lost_variables(change: Change, *, base: Tree) -> Iterator[Setting]:
    """Variables of the environment whose reading the change took out of a program."""
    seen: set[str] = set()
    for file in change.files:
        path = file.old_path or file.path
        if language_of(path) not in READERS or is_test(path) or not file.removed:
            continue
        reader = Reader(path, base.read(path) or "")
        for number, text in file.removed:
            line = text[:LONGEST_LINE]
            sure = reader.read_on(line)
            for name in (*sure, *reader.may_read(line)):
                if name not in seen and not _FOREIGN.match(name):
                    seen.add(name)
                    cause = old_line(file, number, text)
                    now = successor(name, text, file)
                    subject = Subject(name=name, noun="variable", cause=cause, now=now)
                    yield _setting(subject, _is_told if name in sure else _is_given)


def lost_flags(change: Change, *, head: Tree) -> Iterator[Setting]:
    """Keys that the change took out of one configuration together with the code that read them."""
    unread = "\n".join(
        text[:LONGEST_LINE]
        for file in change.files
        if language_of(file.path) in PROGRAMS and not is_test(file.path)
        for _, text in file.removed
    )
    for file in change.files:
        path = file.old_path or file.path
        if language_of(path) not in TABLES or not CONFIGURED.search(path) or not unread:
            continue
        after = head.read(file.path) or ""
        kept = {match[1] for line in after.split("\n") if (match := KEY.match(line[:200]))}
        for number, text in file.removed:
            match = KEY.match(text[:200])
            if match is None or match[1] in kept or not is_distinctive(match[1].replace("-", "_")):
                continue
            if re.search(rf"\b{re.escape(match[1])}\b", unread):
                cause = old_line(file, number, text)
                now = successor(match[1], text, file)
                subject = Subject(name=match[1], noun="key", cause=cause, now=now)
                yield _setting(subject, _beside(path))


def _setting(subject: Subject, accepts: Callable[[str, Hit], int]) -> Setting:
    return Setting(subject, subject.name, accepts, is_read, is_harmless=True)


def _is_told(name: str, hit: Hit) -> int:
    """Whether a line explains the variable or gives it a value."""
    return POSSIBLE if is_doc(hit.path) or is_given(name, hit) else 0


def _is_given(name: str, hit: Hit) -> int:
    """Whether a line gives it a value, which only variables are."""
    return POSSIBLE if not is_doc(hit.path) and is_given(name, hit) else 0


def _beside(path: str) -> Callable[[str, Hit], int]:
    """Accepts the same key in a configuration of the same kind: beside it, or of the same name."""
    folder, name = posixpath.split(path)

    def accepts(key: str, hit: Hit) -> int:
        match = KEY.match(hit.text[:200])
        if match is None or match[1] != key or language_of(hit.path) != language_of(path):
            return 0
        there, other = posixpath.split(hit.path)
        return POSSIBLE if there == folder or other == name else 0

    return accepts
