from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postil.domain.change import Change, ChangedFile, FileStatus, LeftOut
from postil.domain.diff import BINARY
from postil.workspaces.git import Target, open_repository
from postil.workspaces.git.diffing import (
    ALL_TOO_LONG,
    LINE_TOO_LONG,
    PATCH_BYTES,
    PATCH_TOO_LONG,
    TOO_MANY,
    _sections,
)

from repositories import Content, Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def between(repository: Repository, old: dict[str, Content], new: dict[str, Content]) -> Change:
    """The change from one set of files to another, which holds only what differs."""
    base = repository.commit(old, branch="base", parents=[])
    head = repository.commit(new, branch="head", parents=[base])
    with open_repository(repository.path) as opened:
        return opened.change(Target(revision=f"{base}..{head}"))


def applied(file: ChangedFile, old: bytes) -> bytes:
    """The new content, made from the old one and the hunks alone."""
    lines = [line + b"\n" for line in old.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    if not lines[-1]:
        lines.pop()
    out: list[bytes] = []
    at = 0
    for hunk in file.hunks:
        start = hunk.old_start - 1 if hunk.old_count else hunk.old_start
        out += lines[at:start]
        fresh = [line.text for line in hunk.lines() if line.new is not None]
        out += [text.encode("utf-8", "surrogateescape") + b"\n" for text in fresh]
        if hunk.new_ends_open:
            out[-1] = out[-1][:-1]
        at = start + hunk.old_count
    return b"".join(out + lines[at:])


LINES = st.lists(
    st.sampled_from(
        [
            b"a",
            b"b",
            b"  c",
            b"",
            b"\r",
            b"d\r",
            b"\x0c",
            b"--- x",
            b"+++ y",
            b"@@",
            b"\xff\xe9",
            "é\u2028".encode(),
        ]
    ),
    max_size=30,
)
FILES = st.tuples(LINES, st.booleans()).map(
    lambda made: b"\n".join(made[0]) + (b"\n" if made[1] and made[0] else b"")
)
NAMES = [
    "a",
    "b c",
    "d/e f/g",
    'q"u',
    "t\tb",
    "n\nl",
    "back\\slash",
    "é",
    "\udcff",
    "-x",
    ":(glob)*",
]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    old=st.dictionaries(st.sampled_from(NAMES), FILES, max_size=8),
    new=st.dictionaries(st.sampled_from(NAMES), FILES, max_size=8),
)
def test_hunks_turn_the_old_file_into_the_new_one(
    repository: Repository, old: dict[str, bytes], new: dict[str, bytes]
) -> None:
    edits: dict[str, Content] = {**dict.fromkeys(old), **new}
    found = between(repository, dict(old), edits)
    assert found.left_out == ()
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    named = {file.path for file in found.files} | {
        file.old_path for file in found.files if file.old_path
    }
    assert named == changed
    for file in found.files:
        before = old[file.old_path] if file.old_path is not None else b""
        after = b"" if file.status is FileStatus.DELETED else new[file.path]
        assert applied(file, before) == after
        assert (file.additions, file.deletions) == (len(file.added), len(file.removed))


def test_renames_are_found_with_and_without_an_edit(repository: Repository) -> None:
    content = "".join(f"line {number}\n" for number in range(20))
    found = between(
        repository,
        {"same": content, "edited": content + "old\n"},
        {"same": None, "same2": content, "edited": None, "edited2": content + "new\n"},
    )
    assert [(f.path, f.old_path, f.status, f.size) for f in found.files] == [
        ("edited2", "edited", FileStatus.RENAMED, 2),
        ("same2", "same", FileStatus.RENAMED, 0),
    ]


def test_binary_files_are_listed_and_optional(repository: Repository) -> None:
    found = between(repository, {"b": b"\0\1\2\3"}, {"b": b"\0\1\2\4", "n": b"\x89PNG\0\0\0\1"})
    assert [(file.path, file.binary, file.hunks) for file in found.files] == [
        ("b", True, ()),
        ("n", True, ()),
    ]
    assert found.left_out == tuple(
        LeftOut(path=path, reason=BINARY, required=False) for path in ("b", "n")
    )


def test_code_with_a_nul_in_a_comment_is_still_code(repository: Repository) -> None:
    code = b"// \0\n" + b"".join(b"call(%d);\n" % number for number in range(60))
    found = between(repository, {"a.js": code}, {"a.js": code + b"steal();\n", "n.js": code})
    edited, fresh = found.files
    assert [line for _, line in edited.added] == ["steal();"]
    assert (edited.binary, edited.additions, edited.deletions) == (False, 1, 0)
    assert fresh.additions == 61
    assert found.left_out == ()


def test_a_long_patch_and_a_long_line_are_left_out(repository: Repository) -> None:
    found = between(
        repository,
        {"x": "1\n"},
        {"long": "line of text\n" * 90_000, "wide": "w" * 20_001, "edge": "e" * 20_000, "x": "2\n"},
    )
    assert {file.path: (file.left_out, len(file.hunks)) for file in found.files} == {
        "edge": (None, 1),
        "long": (PATCH_TOO_LONG, 0),
        "wide": (LINE_TOO_LONG, 0),
        "x": (None, 1),
    }
    assert {(gap.path, gap.required) for gap in found.left_out} == {("long", True), ("wide", True)}
    assert found.by_path["long"].additions == 90_000


@pytest.mark.parametrize(
    "path", ["web/app.min.js", "package-lock.json", "dist/app.js.map", "vendor/lib/lib.js"]
)
def test_what_a_program_wrote_is_left_out_without_making_the_review_partial(
    repository: Repository, path: str
) -> None:
    base = repository.commit({"a": "1\n"})
    head = repository.commit({path: "x" * 30_000 + "\n"})
    with open_repository(repository.path) as opened:
        found = opened.compare(base, head)
    assert [(gap.path, gap.required) for gap in found.left_out] == [(path, False)]


def test_a_small_edit_of_a_large_file_is_read(repository: Repository) -> None:
    large = "".join(f"{number}\n" for number in range(400_000))
    found = between(repository, {"data": large}, {"data": large + "more\n"})
    assert found.files[0].added == ((400_001, "more"),)


def test_all_patches_together_are_bounded(repository: Repository) -> None:
    text = "some text that fills a file\n" * 36_000
    files: dict[str, Content] = {f"f{n:02}": f"{n}\n{text}" for n in range(24)}
    found = between(repository, {"x": ""}, files)
    read = [file.path for file in found.files if file.left_out is None]
    assert read == sorted(files)[: len(read)]
    assert 18 <= len(read) <= 20
    assert {gap.reason for gap in found.left_out} == {ALL_TOO_LONG}
    assert len(read) + len(found.left_out) == 24
    assert all(gap.required for gap in found.left_out)


def test_too_many_files_are_listed_without_hunks(repository: Repository) -> None:
    files: dict[str, Content] = {f"d{n % 50}/f{n:04}": f"{n}\n" for n in range(3_010)}
    found = between(repository, {"x": ""}, files)
    assert len(found.files) == 3_010
    assert len(found.left_out) == 10
    assert {(gap.reason, gap.required) for gap in found.left_out} == {(TOO_MANY, True)}
    assert sum(bool(file.hunks) for file in found.files) == 3_000


def test_files_that_only_move_do_not_count(repository: Repository) -> None:
    moved = {f"d{n % 50}/f{n:04}": f"{n}\n" for n in range(3_010)}
    base: dict[str, Content] = {f"old/{path}": text for path, text in moved.items()}
    head: dict[str, Content] = {f"new/{path}": text for path, text in moved.items()}
    found = between(repository, base, {**dict.fromkeys(base), **head, "also": "words\n"})
    assert found.left_out == ()
    assert Counter(file.status for file in found.files) == {
        FileStatus.RENAMED: 3_010,
        FileStatus.ADDED: 1,
    }
    assert [file.path for file in found.files if file.hunks] == ["also"]


@pytest.mark.parametrize("size", [997, 4_099, 65_536, 700_001, 1_500_007, 9_000_000])
def test_sections_do_not_depend_on_how_the_stream_is_cut(size: int) -> None:
    short = b"diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+diff --git a/y b/y\n"
    long = b"diff --git a/z b/z\n@@ -0,0 +1 @@\n" + b"+xdiff --g\n" * 400_000
    data = short + long + short + short
    found = list(_sections(data[at : at + size] for at in range(0, len(data), size)))
    assert [section for section in found if len(section) < 1_000] == [short, short, short]
    assert len(found) == 4
    assert found[1].startswith(b"diff --git a/z b/z\n")
    assert len(found[1]) > 1024 * 1024


def test_the_ends_of_a_long_section_do_not_join_into_a_start() -> None:
    header = b"diff --git a/z b/z\n"
    line = b"+" + b"x" * (PATCH_BYTES - len(header) - 1) + b"\n"
    first = header + line + b"+y\n" * PATCH_BYTES + b"+xdiff --g"
    assert len(list(_sections([first, b"it a/q b/q\n+end\n"]))) == 1


def test_a_stream_of_nothing_has_no_sections() -> None:
    assert list(_sections([])) == []
