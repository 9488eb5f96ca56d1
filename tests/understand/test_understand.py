from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.brief import Archetype, Area, Effort, Flag, Layer, Noise, Tier
from postil.domain.change import Change, ChangedFile, Commit, FileStatus, Hunk, Revision
from postil.understand import Request, understand

from fakes.changes import change_between

_TEXT = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("`#-*[]x \n:<>!~/\udcff"),
    ),
    max_size=80,
)
_PATHS = st.one_of(
    _TEXT, st.sampled_from(["src/auth/a.py", "a.tsx", "api/x.go", "README.md", "yarn.lock"])
)
_HUNKS = st.builds(
    Hunk,
    st.just(1),
    st.just(1),
    st.just(1),
    st.just(1),
    st.lists(_TEXT.map(lambda text: "+" + text), max_size=3).map(tuple),
)
_FILES = st.builds(
    ChangedFile,
    path=_PATHS,
    status=st.sampled_from(FileStatus),
    old_path=st.none() | _PATHS,
    new_mode=st.sampled_from(["", "100644", "120000", "160000"]),
    hunks=st.lists(_HUNKS, max_size=2).map(tuple),
    additions=st.integers(0, 900),
    deletions=st.integers(0, 900),
    left_out=st.none() | st.just("too large"),
)
_CHANGES = st.builds(
    Change,
    base=st.just(Revision(name="main", oid="a" * 40)),
    head=st.just(Revision(name="topic", oid="b" * 40)),
    files=st.lists(_FILES, max_size=4).map(tuple),
    branch=_TEXT,
    commits=st.lists(st.builds(Commit, oid=st.just("c" * 40), subject=_TEXT, body=_TEXT)).map(
        tuple
    ),
    title=_TEXT,
    description=_TEXT,
    labels=st.lists(_TEXT, max_size=2).map(tuple),
)
_RANKS = {Tier.LITE: 0, Tier.STANDARD: 1, Tier.FULL: 2}


@given(_CHANGES, _TEXT, st.sampled_from(Effort))
def test_any_change_at_all_is_understood(change: Change, context: str, effort: Effort) -> None:
    brief = understand(change, Request(context=context, effort=effort))
    left_out = sum(noise.lines for noise in brief.noise)
    assert brief.size + left_out == change.additions + change.deletions
    assert sum(count for _, count in brief.areas) == len(change.files)
    assert brief.tier_reason
    assert brief.archetype_reason
    assert brief.full_pass_reason
    assert [concern.number for concern in brief.concerns] == [*range(1, len(brief.concerns) + 1)]


@given(st.integers(0, 900), st.integers(0, 100), st.sampled_from(Effort))
def test_a_bigger_change_never_gets_a_lower_tier(lines: int, more: int, effort: Effort) -> None:
    small, big = (_sized(count, effort) for count in (lines, lines + more))
    assert _RANKS[small] <= _RANKS[big]


def _sized(lines: int, effort: Effort) -> Tier:
    file = ChangedFile("src/a.py", FileStatus.MODIFIED, "src/a.py", additions=lines)
    change = replace(change_between({}, {}), files=(file,))
    return understand(change, Request(effort=effort)).tier


def test_a_bug_fix_over_the_stack_in_one_picture() -> None:
    change = change_between(
        {"web/components/Login.tsx": "old\n", "src/api/auth/login.py": "a = 1\n"},
        {
            "web/components/Login.tsx": "new\n",
            "src/api/auth/login.py": "try:\n    b = 1\nexcept OSError:\n    raise\n",
            "tests/test_login.py": "def test_it():\n    assert True\n",
            "docs/login.md": "Sign in.\n",
        },
        subject="fix(login): keep the session (#12)",
        body="## Why\nUsers were signed out because the cookie expired.\n\n"
        "Goal: sessions survive a restart.\n\n- [ ] verify on Safari\n",
        branch="feature/SHOP-7-login",
    )
    brief = understand(change, Request(has_spec=True, has_repo=False))
    assert (brief.archetype, brief.tier, brief.full_pass) == (
        Archetype.BUGFIX,
        Tier.STANDARD,
        True,
    )
    assert (brief.full_pass_reason, brief.tier_reason) == (
        "A bug fix over several layers (ui, api).",
        "Standard: security hangs on `src/api/auth/login.py`.",
    )
    assert brief.cross_stack
    assert brief.layers == (Layer.UI, Layer.API)
    assert brief.areas == ((Area.CORE_LOGIC, 2), (Area.TESTS, 1), (Area.DOCS, 1))
    assert brief.flags == (Flag.AUTH, Flag.ERROR_HANDLING)
    assert brief.sensitive == ("src/api/auth/login.py",)
    assert brief.intent.what == ("keep the session (#12)",)
    assert brief.intent.why == "Users were signed out because the cookie expired."
    assert brief.intent.goal == "sessions survive a restart."
    assert brief.intent.issues == ("#12", "SHOP-7")
    assert [(row.text, row.source) for row in brief.concerns] == [
        ("verify on Safari", "description")
    ]
    assert (brief.has_spec, brief.has_repo, brief.is_trivial) == (True, False, False)


def test_noise_shrinks_the_size_and_never_hides_a_sensitive_file() -> None:
    files = (
        ChangedFile("yarn.lock", FileStatus.MODIFIED, "yarn.lock", additions=2_000),
        ChangedFile("db/migrations/rls.sql", FileStatus.ADDED, additions=10),
    )
    brief = understand(replace(change_between({}, {}), files=files), Request())
    assert brief.size == 0
    assert brief.noise == (
        Noise(path="yarn.lock", rule="lock file", lines=2_000),
        Noise(path="db/migrations/rls.sql", rule="migration SQL", lines=10),
    )
    assert brief.sensitive == ("db/migrations/rls.sql",)
    assert brief.tier is Tier.STANDARD


@pytest.mark.parametrize("lines", [49, 50])
def test_trivial_ends_at_fifty_lines(lines: int) -> None:
    change = change_between({}, {"README.md": "x\n" * lines})
    assert understand(change, Request()).is_trivial is (lines < 50)
