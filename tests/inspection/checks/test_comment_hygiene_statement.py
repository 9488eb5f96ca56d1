"""What an author says about tests and code that are switched off."""

from __future__ import annotations

import pytest

from postil.inspection.checks._comment_hygiene.statement import Statement


@pytest.mark.parametrize(
    ("said", "spoken"),
    [
        ("Skip the flaky upload tests", True),
        ("test: skip on Windows", True),
        ("Added an acceptance test to start working on a bug", True),
        ("Investigated the issue with a test reported on occasion", True),
        ("In order to avoid trouble reverted the fix for issue 62", True),
        ("Add failing test", True),
        ("A test for a bug that is not yet fixed", True),
        ("Started working on a new feature", True),
        ("Fix more tests", False),
        ("Support proxies\n\nThe tests pass. Not yet released.", True),
        ("Support proxies, not yet released\n\nNew tests", False),
        ("Investigate slow starts", False),
        ("", False),
    ],
)
def test_words_about_skipped_tests(said: str, *, spoken: bool) -> None:
    assert Statement(said, said).speaks_of_skips is spoken


@pytest.mark.parametrize(
    ("title", "restores", "unfinished", "dead"),
    [
        ('Revert "Use pools"', True, False, False),
        ("[WIP] Use pools", False, True, False),
        ("Comment out the pools", False, False, True),
        ("Wipe pools", False, False, False),
    ],
)
def test_words_about_the_work(title: str, *, restores: bool, unfinished: bool, dead: bool) -> None:
    statement = Statement(title, title)
    assert statement.restores is restores
    assert statement.is_unfinished is unfinished
    assert statement.speaks_of_dead_code is dead
