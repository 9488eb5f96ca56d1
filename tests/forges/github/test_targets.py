"""What people type for a pull request, and what their remotes say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.errors import UserError
from postil.forges.github.targets import (
    HIGHEST,
    Asked,
    Place,
    asked,
    looks_like_pull,
    named_place,
    remote_place,
)

WIDGETS = Place(owner="ada", name="widgets")
HERE = Place(owner="ada", name="widgets", host="github.com")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", Asked()),
        ("12", Asked(number=12)),
        ("#12", Asked(number=12)),
        (" 12 ", Asked(number=12)),
        ("ada/widgets#12", Asked(number=12, place=WIDGETS)),
        ("https://github.com/ada/widgets/pull/12", Asked(number=12, place=HERE)),
        ("https://github.com/ada/widgets/pull/12/", Asked(number=12, place=HERE)),
        ("https://github.com/ada/widgets/pull/12/files", Asked(number=12, place=HERE)),
        ("https://github.com/ada/widgets/pull/12/commits/abc", Asked(number=12, place=HERE)),
        (
            "https://github.com/ada/widgets/pull/12/files?w=1#diff-a1R3",
            Asked(number=12, place=HERE),
        ),
        ("https://github.com/ada/widgets/pull/12#discussion_r99", Asked(number=12, place=HERE)),
        ("https://github.com/ada/widgets/pull/12?notification=x", Asked(number=12, place=HERE)),
        ("github.com/ada/widgets/pull/12", Asked(number=12, place=HERE)),
        ("https://me:pw@github.com/ada/widgets/pull/12", Asked(number=12, place=HERE)),
        ("https://api.github.com/repos/ada/widgets/pulls/12", Asked(number=12, place=HERE)),
        (
            "https://ghe.example.com/api/v3/repos/ada/widgets/pulls/12",
            Asked(number=12, place=Place(owner="ada", name="widgets", host="ghe.example.com")),
        ),
        (
            "http://127.0.0.1:81/ada/widgets/pull/12",
            Asked(number=12, place=Place(owner="ada", name="widgets", host="127.0.0.1:81")),
        ),
        (f"#{HIGHEST}", Asked(number=HIGHEST)),
    ],
)
def test_all_ways_to_name_one(words: str, expected: Asked) -> None:
    assert asked(words) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("0", "`0` is not the number of a pull request"),
        ("#0", "`0` is not the number"),
        (str(HIGHEST + 1), "is not the number"),
        ("ada/widgets#", "`` is not the number"),
        ("ada/widgets#x", "`x` is not the number"),
        ("ada/widgets#-1", "`-1` is not the number"),
        ("ada/widgets#٣", "is not the number"),
        ("https://github.com/ada/widgets/pull/new", "`new` is not the number"),
        ("https://github.com/ada/widgets/issues/3", "not the address of a pull request"),
        ("https://github.com/ada/widgets", "not the address of a pull request"),
        ("https://github.com", "not the address of a pull request"),
        ("https:///ada/widgets/pull/3", "is not an address"),
        ("https://[::1/ada/widgets/pull/3", "is not an address"),
        ("-ada/widgets#3", "does not name a repository"),
        ("ada/..#3", "does not name a repository"),
        ("ada/wid%20gets#3", "does not name a repository"),
        ("https://github.com/ada/%2e%2e/pull/3", "does not name a repository"),
        ("main..topic", "is not a pull request"),
        ("x" * 2_001, "too long"),
    ],
)
def test_what_is_none_gets_one_sentence(words: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        asked(words)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_t_24_what_was_typed_is_shown_without_its_tricks() -> None:
    with pytest.raises(UserError) as caught:
        asked("x\x1b[31m`" + "y" * 200)
    assert "`x?[31m?yyy" in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert "y" * 80 not in str(caught.value)


@pytest.mark.parametrize(
    "words", ["12", "#1234567", "ada/widgets#12", "https://x/y", "ghe.example.com/a/b/pull/1"]
)
def test_these_mean_a_pull_request(words: str) -> None:
    assert looks_like_pull(words)


@pytest.mark.parametrize(
    "words",
    ["main", "1234567", "HEAD~1", "a..b", "feature/x", "abc/def/ghi/jkl/mno", "", "x" * 9_999],
)
def test_these_mean_a_revision(words: str) -> None:
    assert not looks_like_pull(words)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("git@github.com:ada/widgets.git", HERE),
        ("github.com:ada/widgets", HERE),
        ("ssh://git@github.com/ada/widgets.git", HERE),
        ("ssh://git@ssh.github.com:443/ada/widgets.git", HERE),
        ("https://github.com/ada/widgets", HERE),
        ("https://github.com/ada/widgets.git", HERE),
        ("https://x-access-token:ghs_secret@github.com/ada/widgets.git", HERE),
        ("git://github.com/ada/widgets.git", HERE),
        ("https://GitHub.com/ada/widgets/", HERE),
        (
            "http://127.0.0.1:81/ada/widgets.git",
            Place(owner="ada", name="widgets", host="127.0.0.1:81"),
        ),
        ("git@ghe.example.com:a/b.c.git", Place(owner="a", name="b.c", host="ghe.example.com")),
        ("/srv/git/widgets.git", None),
        ("../widgets", None),
        ("C:\\git\\widgets", None),
        ("file:///srv/ada/widgets", None),
        ("https://gitlab.com/group/sub/widgets.git", None),
        ("https://github.com/ada", None),
        ("git@github.com:widgets.git", None),
        ("https://[::1/ada/widgets", None),
        ("git@github.com:-x/widgets", None),
        ("git@github.com:ada/..", None),
        ("ext::sh -c touch% /tmp/x", None),
        ("", None),
    ],
)
def test_where_a_remote_leads(url: str, place: Place | None) -> None:
    assert remote_place(url) == place


def test_a_repository_from_a_variable() -> None:
    assert named_place("ada/widgets", variable="GITHUB_REPOSITORY") == WIDGETS
    with pytest.raises(UserError, match="`GITHUB_REPOSITORY=widgets` does not name a repository"):
        named_place("widgets", variable="GITHUB_REPOSITORY")


@given(st.text(max_size=200))
def test_nothing_typed_breaks_it(words: str) -> None:
    looks_like_pull(words)
    remote_place(words)
    said = ""
    try:
        found = asked(words)
    except UserError as error:
        said = str(error)
    else:
        assert found.number is None or 0 < found.number <= HIGHEST
    assert said.isprintable()
