"""A Change made from two dictionaries of files, for tests of pure code.

Tests that must see what git really says build a repository instead.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from postil.domain.change import Change, ChangedFile, Commit, FileStatus, Hunk, Revision

BASE = "a" * 40
HEAD = "b" * 40
_CONTEXT = 3
_SIMILAR = 0.5


def hunks_between(old: str, new: str) -> tuple[Hunk, ...]:
    before, after = _lines(old), _lines(new)
    groups = difflib.SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(
        _CONTEXT
    )
    return tuple(_hunk(group, before, after) for group in groups)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _hunk(group: list[tuple[str, int, int, int, int]], before: list[str], after: list[str]) -> Hunk:
    body: list[str] = []
    for tag, old_from, old_to, new_from, new_to in group:
        if tag == "equal":
            body += [" " + line for line in before[old_from:old_to]]
            continue
        body += ["-" + line for line in before[old_from:old_to]]
        body += ["+" + line for line in after[new_from:new_to]]
    old_start, old_end = group[0][1], group[-1][2]
    new_start, new_end = group[0][3], group[-1][4]
    return Hunk(
        old_start + (old_end > old_start),
        old_end - old_start,
        new_start + (new_end > new_start),
        new_end - new_start,
        tuple(body),
    )


def change_between(
    base: Mapping[str, str],
    head: Mapping[str, str],
    *,
    subject: str = "Change things",
    body: str = "",
    branch: str = "topic",
) -> Change:
    """What git would say about going from one set of files to the other, renames included."""
    gone = {path: text for path, text in base.items() if path not in head}
    fresh = {path: text for path, text in head.items() if path not in base}
    files = [
        _file(path, path, base[path], head[path])
        for path in base
        if path in head and base[path] != head[path]
    ]
    for path, text in fresh.items():
        source = _rename_source(text, gone)
        if source is None:
            files.append(_file(path, None, "", text))
        else:
            files.append(_file(path, source, gone.pop(source), text))
    files += [_file(path, path, text, None) for path, text in gone.items()]
    return Change(
        base=Revision(name="main", oid=BASE),
        head=Revision(name=branch, oid=HEAD),
        files=tuple(sorted(files, key=lambda file: file.path)),
        target=f"branch `{branch}` against `main`",
        branch=branch,
        repository="c" * 40,
        commits=(Commit(oid=HEAD, subject=subject, body=body),),
        title=subject,
        description=body,
    )


def _rename_source(text: str, gone: Mapping[str, str]) -> str | None:
    scored = [
        (difflib.SequenceMatcher(None, _lines(old), _lines(text)).ratio(), path)
        for path, old in gone.items()
    ]
    best = max(scored, default=(0.0, ""))
    return best[1] if best[0] >= _SIMILAR else None


def _file(path: str, old_path: str | None, old: str, new: str | None) -> ChangedFile:
    hunks = hunks_between(old, new or "")
    if new is None:
        status = FileStatus.DELETED
    elif old_path is None:
        status = FileStatus.ADDED
    else:
        status = FileStatus.MODIFIED if old_path == path else FileStatus.RENAMED
    return ChangedFile(
        path=path,
        status=status,
        old_path=old_path,
        old_mode="" if old_path is None else "100644",
        new_mode="" if new is None else "100644",
        hunks=hunks,
        additions=sum(line.startswith("+") for hunk in hunks for line in hunk.body),
        deletions=sum(line.startswith("-") for hunk in hunks for line in hunk.body),
    )
