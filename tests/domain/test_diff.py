from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import ChangedFile, FileStatus, Hunk
from postil.domain.diff import (
    BINARY,
    DISAGREES,
    UNMERGED,
    UNREADABLE,
    hunks,
    listing,
    parse,
    parse_section,
    reconcile,
    text,
)

OLD, NEW, ZERO = "a" * 40, "b" * 40, "0" * 40
INDEX = f"index {OLD}..{NEW} 100644\n"
SIDES = "--- a/f\n+++ b/f\n"


def only(patch: str | bytes) -> ChangedFile:
    (file,) = parse(patch if isinstance(patch, bytes) else patch.encode())
    return file


def edit(hunks: str, head: str = f"diff --git a/f b/f\n{INDEX}{SIDES}") -> ChangedFile:
    return only(head + hunks)


def test_nothing_is_no_file() -> None:
    assert parse(b"") == ()
    assert parse(b"words that are no patch\n") == ()


def test_an_edit_keeps_marks_numbers_heading_and_counts() -> None:
    file = edit("@@ -1,3 +1,3 @@ def f():\n one\n-two\n+2\n three\n@@ -9 +9,2 @@\n-x\n+y\n+z\n")
    assert file == ChangedFile(
        "f",
        FileStatus.MODIFIED,
        "f",
        "100644",
        "100644",
        OLD,
        NEW,
        hunks=(
            Hunk(1, 3, 1, 3, (" one", "-two", "+2", " three"), "def f():"),
            Hunk(9, 1, 9, 2, ("-x", "+y", "+z")),
        ),
        additions=3,
        deletions=2,
    )


def test_content_that_looks_like_headers_stays_content() -> None:
    body = "@@ -1,2 +1,2 @@\n--- a/x\n-diff --git a/x b/x\n+++ b/x\n+@@ -1 +1 @@\n"
    assert edit(body).hunks[0].body == ("--- a/x", "-diff --git a/x b/x", "+++ b/x", "+@@ -1 +1 @@")


def test_only_the_line_feed_ends_a_line() -> None:
    file = edit("@@ -1 +1 @@\n-a\r\n+b\x0cc\u2028d\re\r\n")
    assert file.hunks[0].body == ("-a\r", "+b\x0cc\u2028d\re\r")


@pytest.mark.parametrize(
    ("body", "opened"),
    [
        ("-a\n\\ No newline at end of file\n+b\n", (True, False)),
        ("-a\n+b\n\\ No newline at end of file\n", (False, True)),
        (
            "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
            (True, True),
        ),
        ("\\ No newline at end of file\n-a\n+b\n", (False, False)),
    ],
)
def test_a_missing_last_line_feed_belongs_to_its_side(body: str, opened: tuple[bool, bool]) -> None:
    (hunk,) = edit("@@ -1 +1 @@\n" + body).hunks
    assert (hunk.old_ends_open, hunk.new_ends_open) == opened
    assert hunk.body == ("-a", "+b")


def test_an_unchanged_last_line_without_line_feed_is_open_on_both_sides() -> None:
    (hunk,) = edit("@@ -1,2 +1 @@\n-a\n b\n\\ No newline at end of file\n").hunks
    assert (hunk.old_ends_open, hunk.new_ends_open) == (True, True)


def test_bytes_that_are_not_utf8_come_back() -> None:
    file = only(f"diff --git a/f b/f\n{INDEX}{SIDES}@@ -0,0 +1 @@\n".encode() + b"+caf\xe9\n")
    assert file.hunks[0].body == ("+caf\udce9",)
    assert file.hunks[0].body[0].encode("utf-8", "surrogateescape") == b"+caf\xe9"


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("a/f", "f"),
        ("a/with blank\t", "with blank"),
        ('"a/tab\\there"', "tab\there"),
        ('"a/quote\\"d"', 'quote"d'),
        ('"a/back\\\\slash"', "back\\slash"),
        ('"a/two\\\\\\\\n"', "two\\\\n"),
        ('"a/slash\\\\\\n"', "slash\\\n"),
        ('"a/line\\nfeed"', "line\nfeed"),
        ('"a/\\a\\b\\v\\f\\r"', "\a\b\v\f\r"),
        ('"a/\\303\\251.py"', "é.py"),
        ('"a/\\377"', "\udcff"),
        ("a/a b/c\t", "a b/c"),
    ],
)
def test_names_are_unquoted(shown: str, name: str) -> None:
    gone = only(
        f"diff --git {shown} x\ndeleted file mode 100644\nindex {OLD}..{ZERO}\n"
        f"--- {shown}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    )
    assert (gone.path, gone.old_path, gone.status) == (name, name, FileStatus.DELETED)
    assert (gone.old_mode, gone.new_mode, gone.old_blob, gone.new_blob) == ("100644", "", OLD, "")


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ("a/f b/f", "f"),
        ("a/a b/c b/a b/c", "a b/c"),
        ('"a/t\\tb" "b/t\\tb"', "t\tb"),
    ],
)
def test_an_entry_without_sides_takes_its_name_from_the_first_line(names: str, path: str) -> None:
    file = only(f"diff --git {names}\nold mode 100644\nnew mode 100755\n")
    assert (file.path, file.old_path) == (path, path)
    assert (file.status, file.old_mode, file.new_mode) == (
        FileStatus.MODIFIED,
        "100644",
        "100755",
    )


def test_an_empty_new_file_has_no_hunks() -> None:
    file = only(f"diff --git a/f b/f\nnew file mode 100644\nindex {ZERO}..{NEW}\n")
    assert (file.status, file.old_path, file.hunks) == (FileStatus.ADDED, None, ())
    assert (file.old_blob, file.new_blob) == ("", NEW)


@pytest.mark.parametrize(
    ("verb", "status"), [("rename", FileStatus.RENAMED), ("copy", FileStatus.COPIED)]
)
def test_moved_files_have_two_names(verb: str, status: FileStatus) -> None:
    head = f'diff --git a/x b/y\nsimilarity index 90%\n{verb} from x\n{verb} to "y\\ty"\n'
    assert only(head) == ChangedFile("y\ty", status, "x")
    edited = only(head + f'{INDEX}--- a/x\n+++ "b/y\\ty"\n@@ -1 +1 @@\n-a\n+b\n')
    assert (edited.path, edited.old_path, edited.size) == ("y\ty", "x", 2)


@pytest.mark.parametrize(
    "words", ["Binary files a/f and b/f differ", "GIT binary patch\nindex a..b"]
)
def test_a_binary_file_is_marked(words: str) -> None:
    assert only(f"diff --git a/f b/f\n{INDEX}{words}\n").binary


@pytest.mark.parametrize(
    ("first", "path"),
    [
        ("diff --cc f", "f"),
        ("diff --combined a b", "a b"),
        ('diff --cc "t\\tb"', "t\tb"),
        ('diff --cc "broken', '"broken'),
    ],
)
def test_a_combined_diff_is_flagged_and_not_read(first: str, path: str) -> None:
    file = only(f"{first}\nindex a,b..c\n--- a/f\n+++ b/f\n@@@ -1 -1 +1 @@@\n--a\n++b\n")
    assert file == ChangedFile(path, FileStatus.UNMERGED, path, left_out=UNMERGED)


@pytest.mark.parametrize(
    "broken",
    [
        "@@ -1 +1 @@\n-a\n",
        "@@ -1 +1 @@\n-a\n?b\n",
        "@@ -1 +1 @@\n-a\n+b\n+c\n",
        "@@ -1 +1 @@\n-a\n\n",
        "@@ nonsense\n",
    ],
)
def test_a_broken_hunk_makes_the_file_unreadable(broken: str) -> None:
    assert edit(broken) == ChangedFile(
        "f", FileStatus.MODIFIED, "f", "100644", "100644", OLD, NEW, left_out=UNREADABLE
    )


@pytest.mark.parametrize(
    "line",
    [
        "words",
        "index without dots",
        '--- "a/open',
        '--- "',
        '--- "a/\\q"',
        '--- "a/\\12"',
        '--- "a/\\400"',
        '--- "a/\\189"',
    ],
)
def test_a_broken_header_makes_the_file_unreadable(line: str) -> None:
    file = only(f"diff --git a/f b/f\n{line}\n")
    assert (file.path, file.left_out) == ("f", UNREADABLE)


def test_a_section_without_a_readable_name_still_is_a_file() -> None:
    assert parse_section(b"").path == ""
    assert only('diff --git "a/\\9" "b/\\9"\n').path == '/\\9"'


def test_a_patch_with_two_files() -> None:
    one = f"diff --git a/f b/f\n{INDEX}{SIDES}@@ -1 +1 @@\n-a\n+b\n"
    assert [file.path for file in parse((one + one.replace("/f", "/g")).encode())] == ["f", "g"]


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_exception(data: bytes) -> None:
    for file in parse(b"diff --git a/f b/f\n" + data):
        assert file.left_out is not None or file.additions == len(file.added)
    assert isinstance(listing(data), tuple)


def raw(letter: str, *names: str, modes: str = "100644 100644", blobs: str = "") -> bytes:
    facts = f":{modes} {blobs or f'{OLD} {NEW}'} {letter}"
    return "\0".join((facts, *names, "")).encode()


def test_a_listing_gives_status_modes_blobs_and_counts() -> None:
    data = (
        raw("M", "m")
        + raw("A", "a", modes="000000 100755", blobs=f"{ZERO} {NEW}")
        + raw("D", "d", modes="100644 000000", blobs=f"{OLD} {ZERO}")
        + raw("R087", "old", "new")
        + raw("C100", "from", "to")
        + raw("U", "u", modes="000000 000000", blobs=f"{ZERO} {ZERO}")
        + b"1\t2\tm\0-\t-\ta\0"
        + b"0\t7\td\0"
        + b"3\t4\t\0old\0new\0"
    )
    both = ("100644", "100644", OLD, NEW)
    assert listing(data) == (
        ChangedFile("m", FileStatus.MODIFIED, "m", *both, additions=1, deletions=2),
        ChangedFile("a", FileStatus.ADDED, None, "", "100755", "", NEW, binary=True),
        ChangedFile("d", FileStatus.DELETED, "d", "100644", "", OLD, "", deletions=7),
        ChangedFile("new", FileStatus.RENAMED, "old", *both, additions=3, deletions=4),
        ChangedFile("to", FileStatus.COPIED, "from", *both),
        ChangedFile("u", FileStatus.UNMERGED, "u"),
    )


def test_a_type_change_is_a_deletion_and_an_addition() -> None:
    data = raw("T", "l", modes="100644 120000") + b"1\t3\tl\0"
    assert listing(data) == (
        ChangedFile("l", FileStatus.DELETED, "l", "100644", "", OLD, "", deletions=3),
        ChangedFile("l", FileStatus.ADDED, None, "", "120000", "", NEW, additions=1),
    )


@pytest.mark.parametrize(
    "tail",
    [
        b":100644 100644\0x\0",
        b":100644 100644 \xff b M\0x\0",
        raw("X", "x"),
        raw("M"),
        raw("R100", "only-one"),
        b"word\0",
        b"1\tx\tname\0",
        b"1\t1\t\0half",
    ],
)
def test_what_follows_a_broken_record_is_not_read(tail: bytes) -> None:
    files = listing(raw("M", "good") + tail)
    assert files[0].path == "good"
    assert [file.path for file in files[1:]] in ([], [""])


PATCH = f"diff --git a/f b/f\n{INDEX}{SIDES}@@ -1 +1 @@\n-a\n+b\n"
LISTED = listing(raw("M", "f") + b"1\t1\tf\0")[0]
PARSED = only(PATCH)


def test_reconciling_joins_listing_and_patch() -> None:
    assert reconcile([LISTED], [PARSED]) == (replace(LISTED, hunks=PARSED.hunks),)


@pytest.mark.parametrize(
    "patch",
    [
        replace(PARSED, additions=2),
        replace(PARSED, deletions=0),
        replace(PARSED, binary=True),
        replace(PARSED, old_blob="c" * 40),
        replace(PARSED, new_blob="c" * 40),
        replace(PARSED, old_mode="100755"),
        replace(PARSED, new_mode="100755"),
    ],
)
def test_a_disagreement_is_never_silent(patch: ChangedFile) -> None:
    assert reconcile([LISTED], [patch]) == (replace(LISTED, left_out=DISAGREES),)


@pytest.mark.parametrize(
    "patch",
    [
        replace(PARSED, path="g"),
        replace(PARSED, old_path="g"),
        replace(PARSED, status=FileStatus.RENAMED),
    ],
)
def test_a_file_that_only_one_of_them_names_is_left_out(patch: ChangedFile) -> None:
    assert reconcile([LISTED], [patch]) == (
        replace(LISTED, left_out=DISAGREES),
        replace(patch, hunks=(), left_out=DISAGREES),
    )


def test_reasons_that_are_known_already_stay() -> None:
    assert reconcile([replace(LISTED, left_out="capped")], [])[0].left_out == "capped"
    late = replace(PARSED, hunks=(), left_out="too long")
    assert reconcile([LISTED], [late]) == (replace(LISTED, left_out="too long"),)


def test_a_binary_file_is_left_out_unless_its_content_stayed() -> None:
    listed = replace(LISTED, binary=True, additions=0, deletions=0)
    patch = replace(PARSED, binary=True, hunks=(), additions=0, deletions=0)
    assert reconcile([listed], [patch])[0].left_out == BINARY
    same = replace(listed, new_blob=OLD)
    # Git says nothing about content when only the mode or the name changes.
    silent = replace(patch, binary=False, old_blob="", new_blob="")
    assert reconcile([same], [silent]) == (same,)


def test_text_is_reversible() -> None:
    assert text(b"\xff\xc3\xa9").encode("utf-8", "surrogateescape") == b"\xff\xc3\xa9"


def test_the_hunks_of_a_bare_patch_and_none_of_what_makes_no_sense() -> None:
    (hunk,) = hunks("@@ -1,2 +1,2 @@\n a\n-b\n+c")
    assert [line.mark for line in hunk.lines()] == [" ", "-", "+"]
    assert hunks("@@ -1 +1 @@\n-a\n+b\n") == hunks("@@ -1 +1 @@\n-a\n+b")
    assert hunks("") == ()
    assert hunks("not a patch") == ()
    assert hunks("@@ -1,9 +1,9 @@\n a") == ()
