"""Finds what still asks for a stage or an argument of a Dockerfile that it no longer has."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_doc, language_of
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_STAGE = re.compile(
    r"\A\s{0,8}FROM\s{1,8}(?:--\S{1,80}\s{1,8})?\S{1,200}\s{1,8}AS\s{1,8}([\w.-]{1,80})\s{0,8}\Z",
    re.IGNORECASE,
)
_ARGUMENT = re.compile(r"\A\s{0,8}ARG\s{1,8}([A-Za-z_]\w{1,80})(?==|\s|\Z)")
_OF_BUILDER = re.compile(
    r"\A(?:https?|ftp|no|all)_proxy\Z|\A(?:TARGET|BUILD)(?:PLATFORM|OS|ARCH|VARIANT)\Z|\ABUILDKIT_",
    re.IGNORECASE,
)
_LONGEST = 200_000


def lost_stages(change: Change, *, head: Tree) -> Iterator[Setting]:
    """Stages and arguments of a changed Dockerfile that no Dockerfile of the tree declares."""
    changed = [
        file
        for file in change.files
        if language_of(file.old_path or "") == "dockerfile" and file.removed
    ]
    if not changed:
        return
    texts = [head.read(path) or "" for path in head.paths() if language_of(path) == "dockerfile"]
    lines = [line for text in texts for line in text[:_LONGEST].split("\n")]
    stages = {found[1].lower() for line in lines if (found := _STAGE.match(line[:LONGEST_LINE]))}
    arguments = {found[1] for line in lines if (found := _ARGUMENT.match(line[:LONGEST_LINE]))}
    for file in changed:
        if file.status is FileStatus.DELETED:
            continue
        for number, text in file.removed:
            stage = _STAGE.match(text[:LONGEST_LINE])
            if stage is not None and stage[1].lower() not in stages:
                subject = _subject(stage[1], "stage", number, text, file)
                yield Setting(subject, stage[1], partial(_asks_stage, path=file.path), _defines)
            argument = _ARGUMENT.match(text[:LONGEST_LINE])
            if (
                argument is not None
                and argument[1] not in arguments
                and not _OF_BUILDER.match(argument[1])
            ):
                subject = _subject(argument[1], "argument", number, text, file)
                yield Setting(
                    subject, argument[1], partial(_gives, head=head), _defines, is_harmless=True
                )


def _subject(name: str, noun: str, number: int, text: str, file: ChangedFile) -> Subject:
    now = successor(name, f"{text} .", file)
    return Subject(name=name, noun=noun, cause=old_line(file, number, text), now=now)


def _defines(_name: str, _hit: Hit) -> bool:
    """All Dockerfiles of the tree were read before anything is searched."""
    return False


def _asks_stage(name: str, hit: Hit, *, path: str) -> int:
    """A copy from the stage in the same file, or a build that shall end with it."""
    text, plain = hit.text[:LONGEST_LINE], re.escape(name)
    if hit.path == path:
        taken = rf"\A\s{{0,8}}(?:COPY|ADD)\s.{{0,200}}--from={plain}(?![\w./:-])|\A\s{{0,8}}FROM\s{{1,8}}{plain}(?:\s|\Z)"
        return CERTAIN if re.search(taken, text, re.IGNORECASE) else 0
    if text.lstrip().startswith("#") and not is_doc(hit.path):
        return 0
    built = rf"\bdocker\b.{{0,200}}--target[ =]{plain}(?![\w./-])"
    if re.search(built, text):
        return LIKELY
    lines = r"\A\s{2,40}target:\s{1,4}"
    stands = language_of(hit.path) == "yaml" and re.match(
        rf"{lines}[\"']?{plain}[\"']?\s{{0,4}}\Z", text
    )
    return LIKELY if stands and _is_of_containers(hit.path) else 0


def _is_of_containers(path: str) -> bool:
    name = posixpath.basename(path)
    return "compose" in name or path.startswith(".github/workflows/") or name == "skaffold.yaml"


def _gives(name: str, hit: Hit, *, head: Tree) -> int:
    """A build that is handed the argument, on one line or below `args:` of a service."""
    text, plain = hit.text[:LONGEST_LINE], re.escape(name)
    if re.search(rf"--build-arg[ =][\"']?{plain}(?!\w)", text):
        return LIKELY
    given = re.match(rf"(\s{{4,40}})(?:- )?{plain}\s{{0,4}}[:=]", text)
    if given is None or "compose" not in posixpath.basename(hit.path):
        return 0
    lines = (head.read(hit.path) or "").split("\n")[: hit.line - 1]
    depth = len(given[1])
    opening = next(
        (
            line.strip()
            for line in reversed(lines)
            if line.strip()
            and not line.strip().startswith(("#", "- "))
            and len(line) - len(line.lstrip()) < depth + (1 if "- " in text else 0)
        ),
        "",
    )
    return LIKELY if opening == "args:" else 0
