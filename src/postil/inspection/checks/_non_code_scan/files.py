"""Files that should not be in the repository: ignored yet committed, or left behind by a tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks._non_code_scan.custom import SEVERAL
from postil.inspection.checks._non_code_scan.ignored import (
    IgnoreRule,
    IgnoreRules,
    Purpose,
    is_wider_than_meant,
)
from postil.inspection.checks._non_code_scan.secrets import is_shown, place_of
from postil.inspection.credentials import mask, survey
from postil.ports import Tree

_ARRIVED = (FileStatus.ADDED, FileStatus.RENAMED, FileStatus.COPIED)
_KEPT = frozenset(
    {".gitkeep", ".keep", ".keepdir", ".keepme", ".placeholder", ".gitignore", ".gitattributes"}
)

_PLAYED_WITH = frozenset({"playground", "playgrounds", "examples"})
_MEASURED = frozenset(
    {"bench", "benches", "benchmark", "benchmarks", "benchmarking", "perf", "performance"}
)
_OF_FAILURE = re.compile(r"error|debug|crash|nohup|npm|yarn|pnpm|lerna")


def misplaced(change: Change, head: Tree, base: Tree) -> Iterator[Remark]:
    """Each file once: what a tool left behind is not also reported as ignored."""
    left = dict(_leftovers(change, head, base))
    for kind in dict.fromkeys(left.values()):
        files = [file for file, of in left.items() if of == kind]
        recorded = [file for file in files if kind == _LOG_KIND and _is_recording(file.path)]
        others = [file for file in files if file not in recorded]
        if others:
            yield _leftover_remark(kind, others)
        if recorded:
            yield _leftover_remark(kind, recorded).as_mild()
    rules = IgnoreRules(change, head)
    purpose = Purpose(change, base, rules)
    ignored: dict[tuple[IgnoreRule, bool], list[ChangedFile]] = {}
    for file in change.files:
        if _is_sample(file.path) or is_brought_in(change, file):
            continue
        if file in left or file.status is FileStatus.DELETED or file.name in _KEPT:
            continue
        rule = rules.rule_for(file.path)
        if rule is None or not (file.status in _ARRIVED or rule.is_new):
            continue
        if file.status in _ARRIVED and purpose.is_behind(file.path, rule):
            continue
        ignored.setdefault((rule, is_wider_than_meant(file.path, rule)), []).append(file)
    for (rule, is_wide), files in ignored.items():
        remark = _ignored_remark(rule, files)
        yield remark.as_mild() if is_wide else remark


def _is_recording(path: str) -> bool:
    """Whether a log stands among measurements, and is none that a tool writes when it fails."""
    *folders, name = path.lower().split("/")
    return not _MEASURED.isdisjoint(folders) and _OF_FAILURE.search(name) is None


def _is_sample(path: str) -> bool:
    """Whether a file is there to be ignored: the input of a test, or of a tool that is tried out."""
    return paths.is_test(path) or not _PLAYED_WITH.isdisjoint(path.split("/"))


def _ignored_remark(rule: IgnoreRule, files: list[ChangedFile]) -> Remark:
    first, others = files[0], len(files) - 1
    return Remark(
        title=f"`{first.path}` is committed although `{rule.source}` ignores it",
        slug="ignored-yet-committed",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        quotes=(*_whole(first), Quote(path=rule.source, text=rule.text, line=rule.line)),
        failure_mode="Later edits to it are easily missed or committed by accident, since tools treat it as ignored.",
        mitigation="Remove it with `git rm --cached`, or add an exception to the ignore file.",
        claim=Claim(Shape.OTHER, first.path),
        details=f"The same rule ignores {others} more file(s) of this change." if others else "",
    )


def _whole(file: ChangedFile) -> tuple[Quote, ...]:
    """The file as such, and its first line that this change adds, which ties it to the change."""
    whole = Quote(path=file.path, text="")
    first = next(((number, text) for number, text in file.added if text.strip()), None)
    if first is None:
        return (whole,)
    number, text = first
    secret = survey([text], place_of(file.path)).found.get(0)
    shown = mask(text, secret) if secret else None
    return (whole, Quote(path=file.path, text=text, line=number, shown=shown))


@dataclass(frozen=True, slots=True)
class _Kind:
    """A sort of leftover: what to call it, and how to tell it by path."""

    words: str
    pattern: re.Pattern[str]


_LOG_KIND = _Kind("a log", re.compile(r"(?i)(?:^|/)nohup\.out$|\.log(?:\.\d{1,3})?$"))
_KINDS = (
    _Kind("a backup copy", re.compile(r"(?i)\.(?:bak|backup|orig|old)\d{0,3}$|~$|\.bak\.[a-z]{1,8}$")),
    _Kind("a rejected patch", re.compile(r"(?i)\.rej$")),
    _Kind("an editor's swap file", re.compile(r"(?i)(?:^|/)\.[^/]{1,200}\.sw[a-p]$|\.swp$|(?:^|/)\.?#[^/]{1,200}#$|(?:^|/)\.~lock\.[^/]{1,200}#$")),
    _Kind("a file the desktop made", re.compile(r"(?:^|/)(?:\.DS_Store|\._\.DS_Store|Thumbs\.db|desktop\.ini|ehthumbs\.db)$")),
    _Kind("the number of a running process", re.compile(r"(?i)\.pid$")),
    _LOG_KIND,
    _Kind("a core dump", re.compile(r"(?:^|/)(?:core\.\d{1,7}|hs_err_pid\d{1,7}\.log|[^/]{1,100}\.(?:stackdump|dmp|hprof))$")),
    _Kind("compiled Python", re.compile(r"(?:^|/)__pycache__/|\.py[co]$")),
    _Kind("one person's settings", re.compile(r"(?:^|/)(?:\.claude/settings\.local\.json|CLAUDE\.local\.md|\.vscode/settings\.local\.json|\.idea/(?:workspace|tasks|usage\.statistics)\.xml|\.idea/shelf/.{1,400}|[^/]{1,100}\.(?:suo|user|iml\.local)|\.remember/.{1,400}|local\.properties)$")),
    _Kind("a temporary file", re.compile(r"(?i)(?:^|/)\.(?:tmp|temp)/|\.(?:tmp|temp)$")),
    _Kind("a coverage recording", re.compile(r"(?:^|/)(?:\.coverage(?:\.[\w.-]{1,80})?|\.nyc_output/.{1,400}|coverage/lcov-report/.{1,400})$")),
)  # fmt: skip
_ENVIRONMENT = re.compile(
    r"(?:^|/)\.env(?:\.(?:local|production|prod|staging|development|dev|live))?(?:\.local)?$"
)
_SETTING = re.compile(r"\A\s{0,8}(?:export\s{1,4})?[A-Za-z_][\w.]{0,100}=\s{0,4}[\"']?[^\s\"'#]")
_LOCK_CONTENT = re.compile(
    r"\A(?:\s{0,8}\d{2,8}\s{0,8}|.{0,100}\bpid\b.{0,100})\Z", re.IGNORECASE | re.DOTALL
)
_COVERAGE_SETTINGS = ".coveragerc"
_ENVIRONMENT_KIND = _Kind("an environment file with values", _ENVIRONMENT)
_LOCK_KIND = _Kind("a lock some process left", _LOCK_CONTENT)
_SCRATCH_KIND = _Kind("a temporary file", re.compile(r"(?i)\A(?:tmp|temp)/"))
_IDE_KIND = _Kind(
    "one person's settings",
    re.compile(
        r"(?:^|/)\.idea/(?!icon|codeStyles/|inspectionProfiles/|runConfigurations/|scopes/"
        r"|copyright/|dictionaries/|fileTemplates/)"
    ),
)


def _leftovers(change: Change, head: Tree, base: Tree) -> Iterator[tuple[ChangedFile, _Kind]]:
    for file in change.files:
        if file.status not in _ARRIVED or paths.is_test(file.path) or paths.is_vendored(file.path):
            continue
        if file.status is FileStatus.RENAMED and _was_set_aside(file):
            continue
        kind = _named_leftover(file.path) or _told_by_content(file, head, base)
        if kind is not None and not _is_custom(kind, change, base):
            yield file, kind


def _was_set_aside(file: ChangedFile) -> bool:
    """Whether it was such a file before, or somebody took one out of use by its name."""
    before = file.old_path or ""
    return _named_leftover(before) is not None or file.path.startswith(before)


def _is_custom(kind: _Kind, change: Change, base: Tree) -> bool:
    """Whether the project keeps several such files, which the change leaves alone."""
    kept = (
        path
        for path in base.paths()
        if kind.pattern.search(path) and not (change.touches(path) or paths.is_test(path))
    )
    return len(tuple(islice(kept, SEVERAL))) == SEVERAL


def _named_leftover(path: str) -> _Kind | None:
    if path.endswith(_COVERAGE_SETTINGS):
        return None
    return next((kind for kind in _KINDS if kind.pattern.search(path)), None)


def _told_by_content(file: ChangedFile, head: Tree, base: Tree) -> _Kind | None:
    path = file.path
    if _ENVIRONMENT.search(path):
        if is_shown(path):
            return None
        filled = any(_SETTING.match(text[:1000]) for _, text in file.added)
        return _ENVIRONMENT_KIND if filled else None
    if path.endswith(".lock") and not paths.is_lockfile(path):
        text = head.read(path)
        held = text is not None and len(text) < 200 and _LOCK_CONTENT.fullmatch(text)  # noqa: PLR2004 - a number and little else
        return _LOCK_KIND if held else None
    if _SCRATCH_KIND.pattern.match(path):
        kept = paths.is_doc(path) or base.exists(path.partition("/")[0])
        return None if kept else _SCRATCH_KIND
    if _IDE_KIND.pattern.search(path):
        return None if base.exists(f"{path.partition('.idea/')[0]}.idea") else _IDE_KIND
    return None


def _leftover_remark(kind: _Kind, files: list[ChangedFile]) -> Remark:
    first, others = files[0], len(files) - 1
    return Remark(
        title=f"`{first.path}` looks like {kind.words}",
        slug="developer-leftover",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        quotes=_whole(first),
        failure_mode="It describes one machine at one moment, goes stale at once and may hold private data.",
        mitigation="Remove it with `git rm` and add its name to `.gitignore`.",
        claim=Claim(Shape.OTHER, first.path),
        details=f"{others} more file(s) of this change are of the same sort." if others else "",
    )
