from __future__ import annotations

from dataclasses import replace

from postil.domain.change import Change, Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence
from postil.domain.severity import Severity
from postil.render import Style, terminal
from postil.render._masking import HIDDEN, masked

from fakes.changes import BASE, HEAD, change_between
from samples import NOISY, finding

SECRET = "hunter2hunter2"  # noqa: S105 - a made-up one
CHANGE = change_between(
    {"a.py": "one\n", "c.py": f"old = '{SECRET}'\n"},
    {
        "a.py": f"one\nkey = '{SECRET}'\ntwo\n",
        "b.py": f"again = '{SECRET}'\nfine\n",
        "c.py": "old = ''\n",
    },
)
QUOTE = Evidence(path="a.py", side=Side.NEW, revision=HEAD, text="key = '(masked)'", start=2, end=2)


def reviewed(*evidence: Evidence) -> ReviewDocument:
    found = finding(1, "A secret", Severity.CRITICAL, *evidence)
    return replace(NOISY.document, findings=(found,))


def lines(change: Change) -> list[str]:
    return [entry for file in change.files for hunk in file.hunks for entry in hunk.body]


def test_a_masked_value_is_nowhere_in_what_is_shown() -> None:
    shown = lines(masked(reviewed(QUOTE), CHANGE))
    assert [line for line in shown if SECRET in line] == []
    assert "+key = '(masked)'" in shown
    assert shown.count(f"+{HIDDEN}") == 1
    assert shown.count(f"-{HIDDEN}") == 1
    assert "+fine" in shown


def test_a_removed_secret_is_masked_too() -> None:
    quote = Evidence(path="c.py", side=Side.OLD, revision=BASE, text="old = '(masked)'", start=1)
    assert [line for line in lines(masked(reviewed(quote), CHANGE)) if SECRET in line] == []


def test_quotes_that_match_leave_the_change_alone() -> None:
    honest = replace(QUOTE, text=f"key = '{SECRET}'\ntwo", end=3)
    part = replace(QUOTE, text="one", start=1, end=1)
    elsewhere = replace(QUOTE, path="z.py")
    outside = replace(QUOTE, start=80, end=80)
    file_level = replace(QUOTE, start=None, end=None)
    document = reviewed(honest, part, elsewhere, outside, file_level)
    assert masked(document, CHANGE) is CHANGE


def test_lines_that_do_not_pair_up_are_hidden_whole() -> None:
    odd = replace(QUOTE, text="(masked)", start=2, end=3)
    shown = masked(reviewed(odd), CHANGE).by_path["a.py"]
    assert shown.added == ((2, HIDDEN), (3, HIDDEN))


def test_only_the_differing_line_of_a_quote_is_masked() -> None:
    both = replace(QUOTE, text="key = '(masked)'\ntwo", end=3)
    shown = lines(masked(reviewed(both), CHANGE))
    assert "+two" in shown
    assert "+key = '(masked)'" in shown


def test_a_short_difference_is_not_hunted_for_elsewhere() -> None:
    change = change_between({}, {"a.py": "pin = 1\n", "b.py": "11111\n"})
    quote = Evidence(path="a.py", side=Side.NEW, revision=HEAD, text="pin = ?", start=1, end=1)
    assert lines(masked(reviewed(quote), change)) == ["+pin = ?", "+11111"]


def test_a_quote_that_only_adds_words_is_shown_as_quoted() -> None:
    change = change_between({}, {"a.py": "pin = 1\n"})
    quote = replace(QUOTE, text="pin = 1 (masked)", start=1, end=1)
    assert lines(masked(reviewed(quote), change)) == ["+pin = 1 (masked)"]


def test_an_endless_range_is_no_trouble() -> None:
    endless = replace(QUOTE, text="(masked)", start=1, end=10**12)
    shown = masked(reviewed(endless), CHANGE).by_path["a.py"]
    assert shown.added == ((2, HIDDEN), (3, HIDDEN))


def test_the_terminal_shows_no_masked_value() -> None:
    near = Evidence(path="a.py", side=Side.NEW, revision=HEAD, text="two", start=3, end=3)
    document = reviewed(QUOTE, near)
    beside = finding(2, "Near the secret", Severity.LOW, near)
    document = replace(document, findings=(*document.findings, beside))
    text = terminal.render(document, CHANGE, style=Style())
    assert SECRET not in text
    assert "> 2 + key = '(masked)'" in text
    assert "> 3 + two" in text
