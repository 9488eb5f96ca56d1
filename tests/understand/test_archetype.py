from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from postil.domain.brief import Archetype
from postil.domain.change import Change, ChangedFile, Commit, FileStatus
from postil.understand.archetype import archetype, is_trivial
from postil.understand.noise import sift

from fakes.changes import change_between

PY = "def f(x):\n    return [x, 1]\n"


def _kind(change: Change, *, defines: bool = False) -> tuple[Archetype, str]:
    def answer(path: str, lines: Sequence[str]) -> bool:
        return defines

    return archetype(change, sift(change.files), answer)


def _code(subject: str = "Change things", **extra: object) -> Change:
    change = change_between({"a.py": "x = 1\n"}, {"a.py": "y = 2\n"}, subject=subject)
    return replace(change, **extra)  # type: ignore[arg-type]


def test_nothing_changed() -> None:
    assert _kind(change_between({}, {})) == (Archetype.MIXED, "Nothing changed.")


def test_only_documents() -> None:
    change = change_between({}, {"README.md": "a\n", "docs/x.rst": "b\n"}, subject="fix: typo")
    assert _kind(change) == (Archetype.DOCS, "Only documents changed.")


@pytest.mark.parametrize(
    "file",
    [
        ChangedFile("a.md", FileStatus.ADDED, new_mode="120000"),
        ChangedFile("a.md", FileStatus.ADDED, new_mode="160000"),
        ChangedFile("a.md", FileStatus.RENAMED, "a.py"),
        ChangedFile("a.py", FileStatus.MODIFIED, "a.py"),
    ],
)
def test_what_only_looks_like_documents(file: ChangedFile) -> None:
    change = replace(_code(), files=(ChangedFile("README.md", FileStatus.ADDED), file))
    assert _kind(change)[0] is Archetype.MIXED


@pytest.mark.parametrize(
    ("path", "old", "new", "style"),
    [
        ("a.ts", "f(a,b)\n", "f(a, b)\n", True),
        ("a.ts", "f(\n  a,\n  b)\n", "f(a, b)\n", True),
        ("a.ts", "x = [1, 2]\n", "x = [\n  1,\n  2,\n]\n", True),
        ("a.ts", "x = {a: 1,}\n", "x = {a: 1}\n", True),
        ("a.ts", "a\nb\n", "a\n\nb\n", True),
        ("a.ts", "f(x,)\n", "f(x)\n", False),
        ("a.ts", "say('a b')\n", "say('ab')\n", False),
        ("a.ts", "one()\ntwo()\n", "two()\none()\n", False),
        ("a.ts", "a\n", "b\n", False),
        ("a.py", "x = [1,2]\n", "x = [1, 2]  \n", True),
        ("a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", False),
        ("a.ts", "x" * 20_001 + "\n", "x" * 20_001 + " \n", False),
        ("a.ts", "", "\n", False),
    ],
)
def test_style_is_the_same_tokens_in_the_same_order(
    path: str, old: str, new: str, *, style: bool
) -> None:
    base = {path: old} if old else {}
    change = change_between(base, {path: new}, subject="Reformat")
    assert (_kind(change)[0] is Archetype.STYLE) is style


@pytest.mark.parametrize(
    "changes",
    [
        {"new_mode": "100755"},
        {"left_out": "too large"},
        {"hunks": ()},
        {"old_mode": "160000", "new_mode": "160000"},
    ],
)
def test_more_than_tokens_is_not_style(changes: dict[str, object]) -> None:
    change = change_between({"a.ts": "f(a,b)\n"}, {"a.ts": "f(a, b)\n"})
    file = replace(change.files[0], **changes)  # type: ignore[arg-type]
    assert _kind(replace(change, files=(file,)))[0] is not Archetype.STYLE


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("fix: crash", "The title says so: `fix: crash`."),
        ("fix(ui)!: crash", "The title says so: `fix(ui)!: crash`."),
        ("Fixes the crash", "The title says so: `Fixes the crash`."),
        ("Parser: fix crash", "The title says so: `Parser: fix crash`."),
        ("[ui] Bugfix for tabs", "The title says so: `[ui] Bugfix for tabs`."),
    ],
)
def test_a_bug_fix_by_its_title(subject: str, reason: str) -> None:
    assert _kind(_code(subject)) == (Archetype.BUGFIX, reason)


@pytest.mark.parametrize("subject", ["Add prefix", "chore: fix lint", "Load fixtures"])
def test_no_bug_fix_by_its_title(subject: str) -> None:
    assert _kind(_code(subject))[0] is not Archetype.BUGFIX


def test_a_bug_fix_by_its_label() -> None:
    change = _code(labels=("ui", "type: bug"))
    assert _kind(change) == (Archetype.BUGFIX, "The label `type: bug` says so.")


@pytest.mark.parametrize(("fixes", "expected"), [(2, Archetype.BUGFIX), (1, Archetype.MIXED)])
def test_commits_decide_by_majority(fixes: int, expected: Archetype) -> None:
    subjects = ["fix: a"] * fixes + ["Add b"] * (3 - fixes)
    commits = tuple(Commit(oid="c" * 40, subject=subject) for subject in subjects)
    kind, reason = _kind(_code("Topic", commits=commits))
    assert kind is expected
    assert (reason == f"{fixes} of 3 commit subjects say so.") is (expected is Archetype.BUGFIX)


def test_without_title_and_commits_words_decide_nothing() -> None:
    assert _kind(_code("", commits=()))[0] is Archetype.MIXED


@pytest.mark.parametrize(
    ("additions", "deletions", "expected"),
    [
        (130, 100, Archetype.REFACTOR),
        (131, 100, Archetype.MIXED),
        (70, 100, Archetype.REFACTOR),
        (69, 100, Archetype.MIXED),
        (0, 0, Archetype.REFACTOR),
        (1, 0, Archetype.MIXED),
    ],
)
def test_a_refactoring_is_balanced(additions: int, deletions: int, expected: Archetype) -> None:
    file = ChangedFile(
        "a.py", FileStatus.MODIFIED, "a.py", additions=additions, deletions=deletions
    )
    assert _kind(_code("Extract the parser", files=(file,)))[0] is expected


def test_a_feature_by_its_type() -> None:
    assert _kind(_code("feat: tabs"))[0] is Archetype.FEATURE


def test_a_feature_by_new_definitions() -> None:
    change = change_between({}, {"README.md": "x\n", "a.py": PY, "tests/test_a.py": PY})
    assert _kind(change, defines=True) == (
        Archetype.FEATURE,
        "More was added than removed, with new names in `a.py`.",
    )
    assert _kind(change, defines=False)[0] is Archetype.MIXED


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ({"a.py": "a\nb\n"}, {"a.py": "c\n"}),
        ({"a.py": "a\n"}, {"a.py": "c\n"}),
        ({}, {"tests/test_a.py": PY}),
        ({"b.py": "x\n"}, {"README.md": "1\n2\n3\n"}),
    ],
)
def test_what_is_not_a_feature(base: dict[str, str], head: dict[str, str]) -> None:
    assert _kind(change_between(base, head), defines=True)[0] is Archetype.MIXED


RENAME = ChangedFile("b.py", FileStatus.RENAMED, "a.py", old_mode="100644", new_mode="100644")


@pytest.mark.parametrize(
    ("files", "trivial"),
    [
        ((RENAME,), True),
        ((replace(RENAME, new_mode="100755"),), False),
        ((replace(RENAME, additions=1),), False),
        ((replace(RENAME, binary=True),), False),
        ((replace(RENAME, left_out="too large"),), False),
        ((replace(RENAME, status=FileStatus.COPIED),), False),
        ((ChangedFile("a.d.ts", FileStatus.ADDED), ChangedFile("b.pyi", FileStatus.ADDED)), True),
        ((ChangedFile("a.d.ts", FileStatus.RENAMED, "a.ts", additions=1),), False),
        ((), False),
    ],
)
def test_what_is_trivial(files: tuple[ChangedFile, ...], *, trivial: bool) -> None:
    assert is_trivial(_code(files=files), Archetype.MIXED, lines=49) is trivial
    assert not is_trivial(_code(files=files), Archetype.MIXED, lines=50)
