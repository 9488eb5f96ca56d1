"""Finds what still names a removed option, variable, script, target, job or step."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_doc, is_workflow, language_of
from postil.inspection.checks._stale_reference.keys import lost_keys
from postil.inspection.checks._stale_reference.options import (
    derived_options,
    lost_options,
    own_commands,
)
from postil.inspection.checks._stale_reference.shown import is_history
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    Setting,
    Stale,
    Subject,
    is_written_anew,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.variables import READS
from postil.inspection.checks._stale_reference.vendored import is_copy
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_deliberate,
    is_left_alone,
)
from postil.ports import Hit, Hits, Tree
from postil.syntax import Role, role_at

_VARIABLE = re.compile(r"\A(?:export +)?([A-Z][A-Z0-9_]{3,60}) ?=")
_TARGET = re.compile(r"\A([A-Za-z0-9][\w.-]{0,60})(?:[ \w.-]{0,200})?:(?![=:])")
_JOB = re.compile(r"\A( +)([A-Za-z_][\w-]{0,100}):\s*(?:#.*)?\Z")
_STEP = re.compile(r"\A\s*(?:- +)?id: *[\"']?([A-Za-z_][\w-]{0,100})[\"']?\s*(?:#.*)?\Z")
_SCRIPT = re.compile(r"\A\s*\"([\w:.@/-]{2,80})\"\s*:")
_RUNNERS = ("npm run ", "npm run-script ", "pnpm run ", "pnpm ", "yarn run ", "yarn ", "bun run ")
_FALLBACK = re.compile(r"\|\||\?\?|:-|unwrap_or|, *[\"'\w\[{(]|\bor\b|LookupEnv|in os\.environ")
_SAMPLES = (".env.example", ".env.sample", ".env.template", ".env.dist", "env.example")


def lost_settings(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    derived, called = derived_options(change, head), own_commands(head)
    for file in change.files:
        if file.old_path is None or not file.removed or is_left_alone(file.path):
            continue
        if is_copy(file.old_path):
            continue
        after = "" if file.status is FileStatus.DELETED else head.read(file.path) or ""
        before = base.read(file.old_path) or ""
        for setting in lost_options(file, before, called=called, head=head):
            if setting.needle.replace("-", "_") not in derived:
                yield setting
        yield from lost_keys(file, before, after)
        name = posixpath.basename(file.old_path)
        if name in _SAMPLES:
            yield from _variables(file, after)
        if name == "package.json":
            yield from _scripts(file, before, after)
        if language_of(file.old_path) == "make":
            yield from _targets(file, after)
        if is_workflow(file.old_path) and after:
            yield from _jobs(file, before, after)
            yield from _steps(file, after)


def stale_settings(
    settings: list[Setting], found: Mapping[str, Hits], *, change: Change, head: Tree
) -> Iterator[Stale]:
    # What is searched for in several spellings is kept alive by any of them.
    alive = {
        (setting.subject.name, setting.defines)
        for setting in settings
        if any(setting.defines(setting.subject.name, hit) for hit in found[setting.needle].hits)
    }
    for setting in settings:
        seen = found[setting.needle]
        unseen = setting.subject.noun == "option" and seen.total > len(seen.hits)
        # Where nobody has seen all places, nobody can say that it is not defined in one.
        if (setting.subject.name, setting.defines) in alive or unseen:
            continue
        for hit in seen.hits:
            if is_left_alone(hit.path) or len(hit.text) > LONGEST_LINE:
                continue
            if setting.where and hit.path != setting.where:
                continue
            confidence = setting.accepts(setting.subject.name, hit)
            if confidence:
                yield from _stale(setting, hit, confidence, change=change, head=head)


def _stale(
    setting: Setting, hit: Hit, confidence: int, *, change: Change, head: Tree
) -> Iterator[Stale]:
    column = max(hit.text.find(setting.needle), 0)
    text = head.read(hit.path)
    if text is None:
        return
    in_words = role_at(hit.path, text, hit.line, column) in (Role.COMMENT, Role.PROSE)
    if in_words and (
        is_deliberate(hit.text, setting.subject.name)
        or is_written_anew(change, hit.path, hit.line, hit.text)
    ):
        return
    if is_doc(hit.path) and is_history(text, hit.line):
        return
    yield Stale(
        subject=setting.subject,
        path=hit.path,
        line=hit.line,
        text=hit.text,
        is_code=not (in_words or setting.is_harmless),
        confidence=confidence,
    )


def _variables(file: ChangedFile, after: str) -> Iterator[Setting]:
    """Variables of the example environment that code still reads and nothing sets."""
    kept = {match[1] for line in after.split("\n") if (match := _VARIABLE.match(line.lstrip("# ")))}
    for number, text in file.removed:
        match = _VARIABLE.match(text)
        if match is None or match[1] in kept:
            continue
        cause, now = old_line(file, number, text), successor(match[1], text, file)
        subject = Subject(name=match[1], noun="variable", cause=cause, now=now)
        yield Setting(subject, match[1], _accepts_variable, _defines_variable)


def _defines_variable(name: str, hit: Hit) -> bool:
    """Whether a line of configuration or a script sets the variable."""
    if is_doc(hit.path) or len(hit.text) > LONGEST_LINE:
        return False
    before, _, rest = hit.text.partition(name)
    lead = before.strip(" \t-\"'")
    sets = rest.lstrip("\"'").startswith(("=", ":")) and lead in ("", "export", "ENV", "ARG")
    return sets or lead in ("name:", "ENV", "ARG")


def _accepts_variable(name: str, hit: Hit) -> int:
    at = hit.text.find(name)
    reads = any(word in hit.text[:at] for word in READS)
    rest = hit.text[at + len(name) :]
    return POSSIBLE if reads and not _FALLBACK.search(rest) else 0


def _scripts(file: ChangedFile, before: str, after: str) -> Iterator[Setting]:
    gone = _script_names(before) - _script_names(after)
    if not after:
        return
    for number, text in file.removed:
        match = _SCRIPT.match(text[:LONGEST_LINE])
        if match is None or match[1] not in gone:
            continue
        gone.discard(match[1])
        cause, now = old_line(file, number, text), successor(match[1], text, file)
        subject = Subject(name=match[1], noun="script", cause=cause, now=now)
        yield Setting(subject, match[1], _accepts_script, _defines_script)


def _script_names(text: str) -> set[str]:
    try:
        scripts = json.loads(text).get("scripts")
    except (ValueError, AttributeError, RecursionError):
        return set()
    return set(scripts) if isinstance(scripts, dict) else set()


def _defines_script(name: str, hit: Hit) -> bool:
    match = _SCRIPT.match(hit.text[:LONGEST_LINE]) if hit.path.endswith("package.json") else None
    return match is not None and match[1] == name


def _accepts_script(name: str, hit: Hit) -> int:
    if "--if-present" in hit.text:
        return 0
    calls = (f"{runner}{name}" for runner in _RUNNERS if ":" in name or "run" in runner)
    return CERTAIN if any(holds_whole(hit.text, call) for call in calls) else 0


def holds_whole(text: str, phrase: str) -> bool:
    """Whether a phrase stands in a text and does not go on as a longer word."""
    at = text.find(phrase)
    following = text[at + len(phrase) : at + len(phrase) + 1]
    preceding = text[at - 1 : at] if at > 0 else ""
    return (
        at >= 0
        and not (following.isalnum() or following in ("-", "_", ":", "/"))
        and not (preceding.isalnum() or preceding in ("-", "_"))
    )


def _targets(file: ChangedFile, after: str) -> Iterator[Setting]:
    kept = {match[1] for line in after.split("\n") if (match := _TARGET.match(line[:400]))}
    if not after or any(mark in after for mark in ("%:", "include ", "./configure")):
        return
    for number, text in file.removed:
        match = _TARGET.match(text[:400])
        if match is None or match[1] in kept or match[1].startswith("."):
            continue
        subject = Subject(name=match[1], noun="make target", cause=old_line(file, number, text))
        yield Setting(subject, match[1], _accepts_target, _defines_target)


def _defines_target(name: str, hit: Hit) -> bool:
    match = _TARGET.match(hit.text[:400]) if language_of(hit.path) == "make" else None
    return match is not None and match[1] == name


def _accepts_target(name: str, hit: Hit) -> int:
    phrase = f"make {name}"
    marked = any(mark + phrase in hit.text for mark in ("`", "$ ", "run: ", "&& ", "; "))
    shown = marked or hit.text.strip().startswith(phrase)
    return LIKELY if shown and holds_whole(hit.text, phrase) else 0


def _jobs(file: ChangedFile, before: str, after: str) -> Iterator[Setting]:
    old, new = _job_lines(before), _job_lines(after)
    for name, number in old.items():
        if name in new or number not in file.removed_numbers:
            continue
        cause = old_line(file, number, before.split("\n")[number - 1])
        subject = Subject(name=name, noun="job", cause=cause)
        yield Setting(subject, name, _accepts_job, _defines_nothing, file.path)


def _job_lines(text: str) -> dict[str, int]:
    """Each job of a workflow and its line, read by indentation."""
    found: dict[str, int] = {}
    indent = ""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line[:1] not in ("", " ", "#", "\t"):
            inside, indent = line.startswith("jobs:"), ""
            continue
        match = _JOB.match(line[:400]) if inside else None
        if match is not None and match[1] == (indent or match[1]):
            indent = match[1]
            found[match[2]] = number
    return found


def _accepts_job(name: str, hit: Hit) -> int:
    text = hit.text.strip()
    if text.startswith("needs:"):
        return CERTAIN if name in re.split(r"[\s,\[\]\"']+", text) else 0
    if f"needs.{name}." in text or f"jobs.{name}." in text:
        return CERTAIN
    return 0


def _steps(file: ChangedFile, after: str) -> Iterator[Setting]:
    kept = {match[1] for line in after.split("\n") if (match := _STEP.match(line[:400]))}
    for number, text in file.removed:
        match = _STEP.match(text[:400])
        if match is None or match[1] in kept:
            continue
        subject = Subject(name=match[1], noun="step id", cause=old_line(file, number, text))
        yield Setting(subject, f"steps.{match[1]}.", _accepts_any, _defines_nothing, file.path)


def _accepts_any(_name: str, _hit: Hit) -> int:
    return CERTAIN


def _defines_nothing(_name: str, _hit: Hit) -> bool:
    """Jobs and steps are compared within their own file before anything is searched."""
    return False
