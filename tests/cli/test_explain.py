"""`postil explain` has a page for every word a review uses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from postil import catalogue
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.policy import Profile
from postil.domain.severity import Severity
from postil.inspection import checks

from commands import Ran, on_terminal

Run = Callable[..., Ran]

WORDS = sorted(
    {
        *catalogue.names(checks),
        *Profile,
        *Severity,
        *Verdict,
        *(word for word in Coverage if word is not Coverage.NONE),
        *Outcome,
        *State,
    }
)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_a_page(run: Run, word: str) -> None:
    ran = run("explain", word)
    assert ran.status == 0
    assert ran.out.startswith(f"# {word}\n\n")
    assert len(ran.out) > len(word) + 20
    assert ran.err == ""


@pytest.mark.parametrize("name", catalogue.names(checks))
def test_the_cases_of_a_check_are_shown_when_asked_for(run: Run, name: str) -> None:
    assert "## Cases" not in run("explain", name).out
    assert "\n## Cases\n" in run("explain", name, "--cases").out


@pytest.mark.parametrize("written", ["Stale Reference", "stale_reference", " STALE-REFERENCE "])
def test_a_name_need_not_be_exact(run: Run, written: str) -> None:
    assert run("explain", written).out.startswith("# stale-reference\n")


def test_a_misspelt_name_gets_the_nearest(run: Run) -> None:
    ran = run("explain", "stale-refrence")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "postil: there is no page for `stale-refrence`; did you mean `stale-reference`?\n"
    )


def test_a_name_like_nothing_gets_the_list(run: Run) -> None:
    ran = run("explain", "\x1b[31mzzz\nq")
    assert ran.status == 2
    assert (
        ran.err
        == "postil: there is no page for `␛[31mzzz q`; try `postil checks` or `postil roles`.\n"
    )


def test_a_terminal_gets_a_set_page(tmp_path: Path) -> None:
    ran = on_terminal("explain", "stale-reference", cwd=tmp_path, columns=60)
    assert ran.status == 0
    assert "\x1b[" in ran.out
    assert "# stale-reference" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})]
)
def test_a_plain_terminal_gets_no_escapes(
    tmp_path: Path, arguments: list[str], env: dict[str, str]
) -> None:
    ran = on_terminal("explain", "partial", *arguments, cwd=tmp_path, env=env, columns=60)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "something required was not looked at" in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 60
