"""What an author says about a dependency, and whose package it is."""

from __future__ import annotations

import pytest

from postil.domain.change import Change, Commit, Id, Revision
from postil.inspection.checks._supply_chain.intent import (
    Intent,
    gives_reason,
    is_sister,
    remarks_on_it,
)
from postil.inspection.checks._supply_chain.signs import Sign

DOWN = "it goes down from `^28.0.8` to `28.0.6`"
PRE = "`v1.9.0-rc.2` is a pre-release"


@pytest.mark.parametrize(
    ("words", "sign", "name", "stated"),
    [
        ('Revert "bump everything"', Sign.DOWNGRADE, "litellm", True),
        ("Downgrade the plugin", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("Pin plugin-commonjs until it is mended", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("plugin-commonjs 28.0.6", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("use plugin-commonjs 28.0 for now", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("Run the CommonJS plugin first", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("Bump plugin-commonjs", Sign.DOWNGRADE, "@rollup/plugin-commonjs", False),
        ("Bump plugin-commonjs to 28.0.6", Sign.DOWNGRADE, "@rollup/plugin-commonjs", True),
        ("Pin the other one", Sign.DOWNGRADE, "litellm", False),
        ("Add a feature", Sign.DOWNGRADE, "litellm", False),
        ("Try the release candidate of cobra, rc.2", Sign.PRERELEASE, "a.com/spf13/cobra", True),
        ("cobra v1.9.0-rc.2", Sign.PRERELEASE, "a.com/spf13/cobra", True),
        ("Bump cobra", Sign.PRERELEASE, "a.com/spf13/cobra", False),
        ("The next release of cobra", Sign.PRERELEASE, "a.com/spf13/cobra/v2", True),
        ("Parsed by a YAML preview", Sign.PRERELEASE, "gopkg.in/yaml.v3", True),
        ("API of v2", Sign.PRERELEASE, "a.com/spf13/cobra/v2", False),
        ("use Rolldown's watch API", Sign.PRERELEASE, "rolldown", False),
        ("The plugin is faster", Sign.PRERELEASE, "@rollup/plugin-commonjs", False),
        ("Scobras", Sign.PRERELEASE, "a.com/spf13/cobra", False),
        ("Add litellm", Sign.UNPINNED, "litellm", False),
        ("Take any version of litellm", Sign.UNPINNED, "litellm", True),
        ("Take litellm from git", Sign.OUTSIDE_SOURCE, "litellm", True),
        ("Use litellm", Sign.OUTSIDE_SOURCE, "litellm", False),
        ("use a custom version of fsutils", Sign.OUTSIDE_SOURCE, "a.com/tonistiigi/fsutil", True),
        ("Take the plugin that is coming", Sign.PRERELEASE, "plugins", True),
        ("Use the beta", Sign.PRERELEASE, "a.com/spf13/cobra", False),
        ("Built on an alpha of Smallstep", Sign.PRERELEASE, "github.com/smallstep/cli", True),
        ("Built on Smallstep", Sign.PRERELEASE, "github.com/smallstep/cli", False),
        ("Built on Smallstep", Sign.DOWNGRADE, "github.com/smallstep/cli", False),
        ("Built on steps", Sign.PRERELEASE, "github.com/smallstep/cli", False),
        ("Built by Harbour, unreleased", Sign.PRERELEASE, "@harbour/play", True),
        ("Take the spf13 nightly", Sign.PRERELEASE, "github.com/spf13/cobra", True),
        ("Follow the branch of litellm", Sign.UNPINNED, "litellm", True),
        ("A beta", Sign.PRERELEASE, "-", False),
        ("Go to it", Sign.PRERELEASE, "go/cobra", False),
        ("Downgrade the plugin", Sign.LOOKALIKE, "plugin", False),
        ("", Sign.DOWNGRADE, "", False),
    ],
)
def test_what_is_stated(words: str, sign: Sign, name: str, *, stated: bool) -> None:
    seen = PRE if sign is Sign.PRERELEASE else DOWN
    assert Intent(words).states(sign, name, seen) is stated


def test_title_description_and_commits_are_heard() -> None:
    revision = Revision(name="a", oid=Id("0" * 40))
    change = Change(
        base=revision,
        head=revision,
        files=(),
        title="One",
        description="Two",
        commits=(Commit(oid=Id("2" * 40), subject="Three", body="Four"),),
    )
    assert Intent.of(change).words == "One\nTwo\nThree\nFour"


@pytest.mark.parametrize(
    ("own", "name", "sister"),
    [
        ("lantern/client", "lantern/promises", True),
        ("lantern/client", "harbour/promises", False),
        ("@lantern/a", "@lantern/b", True),
        ("github.com/lantern/a", "github.com/lantern/b/v2", True),
        ("github.com/lantern/a", "github.com/harbour/b", False),
        ("example.com", "example.com/a", False),
        ("lantern", "lantern-core", True),
        ("lantern-core", "lantern", True),
        ("lantern_core", "lantern", True),
        ("lantern", "lanterns", False),
        ("lantern", "lantern", True),
        ("lantern", "@lantern/core", False),
        ("", "lantern", False),
        ("", "", False),
    ],
)
def test_sisters(own: str, name: str, *, sister: bool) -> None:
    assert is_sister(own, name) is sister


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a/b v1.0.0 // same as the builder uses", True),
        ("a/b v1.0.0 // indirect", False),
        ("a/b v1.0.0", False),
        ("flask==1.0  # newer ones fail on Windows", True),
        ("flask==1.0  # via -r requirements.in", False),
        ("https://a.com/b#egg=one two", False),
    ],
)
def test_a_comment_may_give_a_reason(line: str, *, reason: bool) -> None:
    assert gives_reason(line) is reason


@pytest.mark.parametrize(
    ("line", "remarks"),
    [
        ("# wont need this when axum uses http-body 1.0", True),
        ("  // newer ones fail on Windows", True),
        ("# optional dependencies", False),
        ("# for the server", False),
        ("flask = 1  # newer ones fail on Windows", False),
        ("", False),
    ],
)
def test_a_comment_above_may_be_a_sentence(line: str, *, remarks: bool) -> None:
    assert remarks_on_it(line) is remarks


@pytest.mark.parametrize(
    ("title", "body", "routine"),
    [
        ("Bump fastify from 4.26.0 to 5.1.0", "", True),
        ("build(deps): bump the web group with 3 updates", "", True),
        ("chore(deps): update dependency zod to v4", "", True),
        ("fix(deps): update `zod` to v4 (#12)", "", True),
        ("Update things", "Signed-off-by: dependabot[bot] <support@github.com>", True),
        ('Revert "x"', "This reverts commit 0a1b2c3d4e.", True),
        ("Move to fastify v5", "", False),
        ("chore(deps): update fastify", "", False),
    ],
)
def test_what_a_machine_says(title: str, body: str, *, routine: bool) -> None:
    assert Intent(f"{title}\n{body}", (title,)).is_routine is routine


def test_a_change_without_commits_is_nobodys_routine() -> None:
    assert not Intent("Bump fastify from 4.26.0 to 5.1.0").is_routine
