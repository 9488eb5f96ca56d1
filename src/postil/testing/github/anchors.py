"""Where a comment may stand, decided by git's own diff, and where it goes when code is pushed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from postil.testing.github import diffs
from postil.testing.github.diffs import FileDiff, Hunk
from postil.testing.github.state.conversation import Anchor, Thread
from postil.testing.github.state.ledger import Ledger
from postil.testing.github.state.repositories import Pull
from postil.testing.github.wire import unprocessable

LINE_OUTSIDE = "Pull request review thread line must be part of the diff"
START_OUTSIDE = "Pull request review thread start line must be part of the same hunk as the line"
START_ORDER = "Pull request review thread start line must precede the end line"
BLANK_HUNK = "Pull request review thread diff hunk can't be blank"
NO_PATH = "Pull request review thread path could not be resolved"
SIDES = ("LEFT", "RIGHT")


def commits(pull: Pull) -> tuple[str, ...]:
    """Every commit of the pull request as it is now, the newest first."""
    path = pull.repository.path
    start = diffs.merge_base(path, pull.base_sha, pull.head_sha)
    return diffs.commits(path, start, pull.head_sha)


def files(pull: Pull, commit: str | None = None) -> tuple[FileDiff, ...]:
    path, head = pull.repository.path, commit or pull.head_sha
    return diffs.between(path, diffs.merge_base(path, pull.base_sha, head), head)


def checked_commit(pull: Pull, wanted: str | None) -> str:
    """The commit a review is about; one that the pull request no longer has is refused."""
    if wanted is None or wanted == pull.head_sha:
        return pull.head_sha
    if wanted not in commits(pull):
        raise unprocessable("The commit_id is not part of the pull request")
    return wanted


def anchored(pull: Pull, commit: str, wish: Mapping[str, Any]) -> tuple[Anchor, str]:
    """The place a client asked for and the hunk shown above it, or GitHub's 422."""
    file = next((each for each in files(pull, commit) if each.path == wish.get("path")), None)
    if file is None:
        raise unprocessable(NO_PATH)
    if wish.get("subject_type") == "file":
        return Anchor(path=file.path), ""
    side, line = wish.get("side") or "RIGHT", wish.get("line")
    if wish.get("position") is not None:
        side, line = _by_position(file, wish["position"])
    if side not in SIDES:
        raise unprocessable("side is not included in the list")
    hunk = file.hunk_of(side, line) if isinstance(line, int) else None
    found = hunk.find(side, line) if hunk and line else None
    if hunk is None or found is None:
        raise unprocessable(LINE_OUTSIDE, BLANK_HUNK)
    start = _start(wish, hunk, side, found.position)
    anchor = Anchor(path=file.path, line=line, side=side, position=found.position)
    shown = [each.mark + each.text for each in hunk.lines if each.position <= found.position]
    return replace(anchor, **start), "\n".join([hunk.header, *shown])


def _by_position(file: FileDiff, position: int) -> tuple[str, int | None]:
    found = file.at_position(position)
    if found is None:
        raise unprocessable(LINE_OUTSIDE, BLANK_HUNK)
    return ("RIGHT", found.new) if found.new is not None else ("LEFT", found.old)


def _start(wish: Mapping[str, Any], hunk: Hunk, side: str, end: int) -> dict[str, Any]:
    line = wish.get("start_line")
    if line is None:
        return {}
    start_side = wish.get("start_side") or side
    first = hunk.find(start_side, line) if start_side in SIDES else None
    if first is None:
        raise unprocessable(START_OUTSIDE)
    if first.position >= end:
        raise unprocessable(START_ORDER)
    return {"start_line": line, "start_side": start_side}


def relocate(ledger: Ledger, pull: Pull, thread: Thread) -> None:
    """After a push a thread stands where its lines went; touched lines leave it outdated."""
    place = _whereabouts(pull, thread)
    commit = pull.head_sha if place is not None else thread.commit
    ledger.change(thread, place=place, commit=commit)


def _whereabouts(pull: Pull, thread: Thread) -> Anchor | None:
    then = thread.original
    present = {file.path: file for file in files(pull)}
    if then.line is None:
        return then if then.path in present else None
    end = _moved(pull, thread, then.side, then.line)
    if end is None or end[0] not in present:
        return None
    file = present[end[0]]
    hunk = file.hunk_of(then.side, end[1])
    found = hunk.find(then.side, end[1]) if hunk else None
    if hunk is None or found is None:
        return None
    anchor = Anchor(path=file.path, line=end[1], side=then.side, position=found.position)
    if then.start_line is None:
        return anchor
    start = _moved(pull, thread, then.start_side or then.side, then.start_line)
    if start is None or hunk.find(then.start_side or then.side, start[1]) is None:
        return None
    return replace(anchor, start_line=start[1], start_side=then.start_side)


def _moved(pull: Pull, thread: Thread, side: str, line: int) -> tuple[str, int] | None:
    path = pull.repository.path
    old, new = thread.original_commit, pull.head_sha
    if side == "LEFT":
        old = diffs.merge_base(path, pull.base_sha, old)
        new = diffs.merge_base(path, pull.base_sha, new)
    return diffs.follow(path, old, new, (thread.original.path, line))
