"""How a lookup's answer reads: numbered as the change is, masked, visible, and bounded."""

from __future__ import annotations

import pytest

from postil.domain.report import ReportedQuote
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.quoting import restored
from postil.inspection.shown import CUT, LINE_CHARACTERS, MOST_CHARACTERS, shown
from postil.inspection.tools import Excerpt, Found, Wording

from fakes.trees import MemoryTree

TOKEN = "ghp_" + "a8Bc2De4Fg6Hi8Jk0Lm2No4Pq6Rs8Tu0Vw2X"
KEY = [
    "-----BEGIN RSA PRIVATE KEY-----",
    *(
        f"MIIEpAIBAAKCAQEA{number:02}qZ8xV7yT6wS5uR4tQ3sP2rO1nM0lK9jI8hG7fE6dC5bA"
        for number in range(30)
    ),
    "-----END RSA PRIVATE KEY-----",
]


def text(found: Found, files: dict[str, str], guise: Guise | None = None) -> str:
    return shown(found, MemoryTree(files), guise or Guise())


def test_parts_bear_numbers_paths_and_remarks() -> None:
    files = {"a.py": "one\ntwo\r\nthree\nfour\n", "b.py": "five"}
    found = Found(
        "Three parts.",
        (
            Excerpt("a.py", 1, 2),
            Excerpt("a.py", 4, 9),
            Excerpt("b.py", 1, 1, "function, lines 1 to 1"),
            Wording("Begin", (("+", "six"), ("", "seven"))),
            Wording("", (("", "eight"),)),
        ),
    )
    assert text(found, files) == (
        "Three parts.\n=== a.py\n1  one\n2  two\n...\n4  four\n"
        "=== b.py (function, lines 1 to 1)\n1  five\n=== Begin\n+six\nseven\neight"
    )


def test_a_file_that_is_gone_shows_nothing() -> None:
    assert text(Found("H.", (Excerpt("gone.py", 1, 3),)), {}) == "H.\n=== gone.py\n1  "


def test_a_token_is_masked_and_its_quote_leads_back() -> None:
    guise = Guise()
    answer = text(Found("H.", (Excerpt("a.py", 1, 1),)), {"a.py": f"token = '{TOKEN}'\n"}, guise)
    assert TOKEN not in answer
    line = answer.split("\n")[-1]
    quote = ReportedQuote(path="a.py", text=line)
    back = restored(quote, guise, lambda _quote, text: text == f"token = '{TOKEN}'")
    assert back.text == f"token = '{TOKEN}'"
    assert back.shown is not None
    assert TOKEN not in back.shown


@pytest.mark.parametrize("first", [2, 10, 30])
def test_the_middle_of_a_key_is_masked_though_its_beginning_is_not_shown(first: int) -> None:
    answer = text(Found("H.", (Excerpt("k.pem", first, first),)), {"k.pem": "\n".join(KEY)})
    assert KEY[first - 1] not in answer
    assert "⟦secret:" in answer


def test_a_value_masked_before_is_masked_where_nothing_gives_it_away() -> None:
    guise = Guise()
    guise.lines([f"token = '{TOKEN}'"])
    found = Found(f"Lines with `{TOKEN}`: 1.", (Wording(TOKEN, (("+", f"x{TOKEN}x"),)),))
    assert TOKEN not in text(found, {}, guise)


def test_a_value_that_only_its_surroundings_gave_away_is_masked_in_sentences_too() -> None:
    guise = Guise()
    value = "q7Wz4Lk9Tr2Xv8Bn5"
    assert value not in guise.lines([f"password = '{value}'"])[0]
    found = Found(f"Lines with `{value}`: 0.", (Wording(f"Drop {value}", ()),))
    assert value not in text(found, {}, guise)


def test_what_is_hidden_becomes_visible_everywhere() -> None:
    found = Found(
        "A\u202e.",
        (Excerpt("b\n\u200b.py", 1, 1, "c\u2066"), Wording("d\x1b[0m", (("", "e\udcff"),))),
    )
    assert text(found, {"b\n\u200b.py": "f\u200d\n"}) == (
        "A⟦U+202E⟧.\n=== b⟦U+0A⟧⟦U+200B⟧.py (c⟦U+2066⟧)\n1  f⟦U+200D⟧\n=== d⟦U+1B⟧[0m\ne⟦U+DCFF⟧"
    )


@pytest.mark.parametrize(("length", "rest"), [(501, "1"), (4_100, "3,600"), (1_000_000, "999,500")])
def test_a_long_line_is_cut_and_says_by_how_much(length: int, rest: str) -> None:
    answer = text(
        Found("H.", (Excerpt("a", 1, 1),)), {"a": "x " * (length // 2) + "x" * (length % 2)}
    )
    line = answer.split("\n")[-1].removeprefix("1  ")
    assert line == ("x " * 250) + f"⟦{rest} more characters⟧"
    assert len(line) < LINE_CHARACTERS + 40


def test_a_line_that_just_fits_is_whole() -> None:
    answer = text(Found("H.", (Excerpt("a", 1, 1),)), {"a": "x" * LINE_CHARACTERS})
    assert answer == f"H.\n=== a\n1  {'x' * LINE_CHARACTERS}"


def test_a_secret_at_the_edge_of_what_is_shown_is_not_half_shown() -> None:
    line = "x " * 240 + f"token = '{TOKEN}'"
    answer = text(Found("H.", (Excerpt("a.py", 1, 1),)), {"a.py": line})
    assert TOKEN[:12] not in answer


def test_the_whole_is_bounded_and_says_so() -> None:
    files = {"a": ("y" * 450 + "\n") * 400}
    answer = text(Found("H.", (Excerpt("a", 1, 400),)), files)
    assert len(answer) <= MOST_CHARACTERS + len(CUT) + 1
    assert answer.endswith(f"\n{CUT}")
    assert answer.count("\n") > 60
