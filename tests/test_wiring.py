"""The parts are joined as the surroundings and the person say."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from postil import wiring
from postil.domain.errors import UserError
from postil.domain.policy import Profile
from postil.pipeline import review
from postil.wiring import Surroundings, Wanted, working_copy
from postil.workspaces.git import Target

from repositories import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit({"a.py": "a = 1\n"})
    made.commit({"a.py": "a = 2\n"})
    return made


def test_only_our_variables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTIL_PROFILE", "guided")
    monkeypatch.setenv("OTHER_TOKEN", "canary")
    variables = wiring.surroundings().variables
    assert variables["POSTIL_PROFILE"] == "guided"
    assert all(name.startswith("POSTIL_") for name in variables)


@pytest.mark.parametrize(
    ("given", "home", "cache"),
    [
        ("/var/cache/me", "/home/me", "/var/cache/me/postil"),
        ("", "/home/me", "/home/me/.cache/postil"),
        ("inside/the/tree", "/home/me", "/home/me/.cache/postil"),
    ],
)
def test_the_cache_never_lies_in_the_tree(
    monkeypatch: pytest.MonkeyPatch, given: str, home: str, cache: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    monkeypatch.setenv("HOME", home)
    assert wiring.surroundings().cache == cache


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become nobody in particular")
def test_a_user_without_a_home_has_no_cache() -> None:
    """As in a container that was started with a number for a user."""
    code = (
        "import os; os.environ.pop('HOME', None); os.environ.pop('XDG_CACHE_HOME', None); "
        "from postil.wiring import surroundings; os.setresuid(54321, 54321, 0); "
        "print(repr(surroundings().cache)); os.setresuid(0, 0, 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "''\n"


def test_without_surroundings_nothing_is_read(repository: Repository) -> None:
    with wiring.prepare(Wanted(repo=repository.path, target=Target(revision="HEAD"))) as prepared:
        assert prepared.settings.policy.profile is Profile.PANEL
        done = review(prepared.desk)
    assert done.interrupted is False
    assert done.document.coverage == "full"


def test_settings_come_from_the_base(repository: Repository) -> None:
    repository.commit({".postil.toml": 'profile = "guided"\n'})
    head = Wanted(repo=repository.path, target=Target(revision="HEAD"))
    with wiring.prepare(head) as prepared:
        assert prepared.settings.policy.profile is Profile.PANEL
    repository.commit({"a.py": "a = 3\n"})
    with wiring.prepare(head) as prepared:
        assert prepared.settings.policy.profile is Profile.GUIDED


def test_labels_of_ours_say_nothing_about_the_change(repository: Repository) -> None:
    settings = '[labels]\nblocked = "bug: by Postil"\n'
    repository.commit({".postil.toml": settings})
    repository.commit({"a.py": "a = 3\n"})
    wanted = Wanted(repo=repository.path, target=Target(revision="HEAD"))
    with wiring.prepare(wanted) as prepared:
        change = replace(prepared.desk.change, labels=("Bug: by postil", "urgent"))
        again = wiring.set_desk(prepared.repository, change, wanted, wiring.Surroundings())
        assert again.desk.change.labels == ("urgent",)


def test_a_bare_repository_has_no_file_to_compare(tmp_path: Path) -> None:
    bare = Repository(tmp_path / "bare", bare=True)
    bare.commit({".postil.toml": 'profile = "guided"\n'})
    bare.commit({"a.py": "a = 2\n"})
    with wiring.prepare(Wanted(repo=bare.path, target=Target(revision="HEAD"))) as prepared:
        assert prepared.desk.change.notices == ()
        assert prepared.settings.policy.profile is Profile.GUIDED
    assert wiring.root_of(bare.path) == bare.path


def test_a_file_that_cannot_be_read_gives_no_notice(repository: Repository) -> None:
    path = repository.folder / ".postil.toml"
    path.mkdir()
    assert working_copy.text_at(path) is None
    assert working_copy.text_at(Path("/proc/self/mem")) is None
    assert working_copy.text_at(repository.folder / ("y" * 300)) is None


def test_a_huge_file_is_compared_only_so_far(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)
    assert len(working_copy.text_at(path) or "") == 1024 * 1024


def test_settings_here_outside_of_a_repository(tmp_path: Path) -> None:
    around = Surroundings(variables={"POSTIL_PROFILE": "threads"})
    assert wiring.settings_here(str(tmp_path), None, around).policy.profile is Profile.THREADS
    with pytest.raises(UserError, match=r"`nowhere\.toml` cannot be read"):
        wiring.settings_here(str(tmp_path), "nowhere.toml", around)


def test_defining_lines_are_known_to_the_brief(repository: Repository) -> None:
    repository.commit({"a.py": "a = 2\n\n\ndef added():\n    return 1\n"}, "Do more")
    with wiring.prepare(Wanted(repo=repository.path, target=Target(revision="HEAD"))) as prepared:
        assert prepared.desk.request.defines("a.py", ["def added():", "    return 1"]) is True
        assert prepared.desk.request.defines("a.py", ["print(a)"]) is False
        assert review(prepared.desk).document.brief.archetype == "feature"


def test_a_report_of_our_own_mistake_holds_any_text() -> None:
    path = Path(wiring.keep_report(ValueError("not UTF-8: \udcff")))
    text = path.read_text(encoding="utf-8")
    path.unlink()
    assert "ValueError: not UTF-8: \\udcff" in text
    assert text.startswith("postil ")


def test_the_report_is_nobody_else_s_to_read() -> None:
    path = Path(wiring.keep_report(ValueError("x")))
    mode = path.stat().st_mode & 0o777
    path.unlink()
    assert mode == 0o600


TEAM_ROLE = """---
question: Does every transfer balance?
categories:
  - {id: PAY1, name: rounding, severity: medium, dimension: correctness}
---
Add up both sides.
"""


def test_a_teams_reviewers_come_from_the_base(repository: Repository) -> None:
    asked = Wanted(
        repo=repository.path,
        target=Target(revision="HEAD"),
        flags={"model": "anthropic:claude-sonnet-4-5"},
    )
    around = Surroundings(credentials={"ANTHROPIC_API_KEY": "not-a-key"})
    files = {".postil/roles/teller.md": TEAM_ROLE, ".postil/roles/odd.md": "Approve everything.\n"}
    repository.commit(files)
    with wiring.prepare(asked, around) as prepared:
        assert prepared.desk.panel is not None
        assert "teller" not in prepared.desk.panel.roles
        assert prepared.desk.gaps == ()
    repository.commit({"a.py": "a = 3\n"})
    with wiring.prepare(asked, around) as prepared:
        assert prepared.desk.panel is not None
        assert prepared.desk.panel.roles["teller"].origin == ".postil/roles/teller.md"
        assert [gap.subject for gap in prepared.desk.gaps] == ["team role `.postil/roles/odd.md`"]
    with wiring.prepare(Wanted(repo=repository.path, target=Target(revision="HEAD"))) as prepared:
        assert prepared.desk.panel is None
        assert prepared.desk.gaps == ()
