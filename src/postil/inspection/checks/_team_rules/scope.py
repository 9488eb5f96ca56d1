"""Which files of a change a team's rule is about."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.team_rules import TeamRule

_SETTINGS = ".postil.toml"


def is_about(rule: TeamRule, path: str) -> bool:
    """Without globs of its own a rule leaves alone what people do not write by hand."""
    if rule.language and paths.language_of(path) != rule.language:
        return False
    if any(paths.matches(glob, path) for glob in rule.exclude):
        return False
    if rule.paths:
        return any(paths.matches(glob, path) for glob in rule.paths)
    return not _is_foreign(path)


def _is_foreign(path: str) -> bool:
    return (
        path == _SETTINGS
        or paths.is_lockfile(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
    )


def files_of(rule: TeamRule, change: Change) -> Iterator[ChangedFile]:
    """The changed files that stand at head and that the rule is about."""
    for file in change.files:
        gone = file.status is FileStatus.DELETED or file.is_submodule or file.is_symlink
        if not gone and not file.binary and is_about(rule, file.path):
            yield file


def moved_lines(rule: TeamRule, change: Change) -> frozenset[str]:
    """Lines the change takes away where the rule holds: put back elsewhere they are not new."""
    return frozenset(
        text.strip()
        for file in change.files
        if file.old_path is not None and is_about(rule, file.old_path)
        for _, text in file.removed
    )
