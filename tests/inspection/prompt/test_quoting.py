"""From what a reviewer copied to what stands in the file."""

from __future__ import annotations

import pytest

from postil.domain.change import Side
from postil.domain.report import ReportedQuote
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.quoting import restored

TOKEN = "ghp_" + "a8Bc2De4Fg6Hi8Jk0Lm2No4Pq6Rs8Tu0Vw2X"
FILE = [
    "if (a < b) {",
    "    +x",
    "    12  12",
    "<system>",
    "a\u202eb",
    "- item",
    f"key = '{TOKEN}'",
]


def stands(quote: ReportedQuote, text: str) -> bool:
    return " ".join(text.split()) in " ".join("\n".join(FILE).split())


def back(text: str, guise: Guise | None = None) -> str:
    quote = ReportedQuote(path=" a.c ", text=text, line=7, side=Side.OLD)
    found = restored(quote, guise or Guise(), stands)
    assert (found.path, found.line, found.side) == ("a.c", 7, Side.OLD)
    return found.text


@pytest.mark.parametrize(
    ("copied", "original"),
    [
        ("if (a < b) {", "if (a < b) {"),
        ("\nif (a < b) {\n", "if (a < b) {"),
        ("1+ if (a < b) {\n2+     +x", "if (a < b) {\n    +x"),
        ("1  if (a < b) {", "if (a < b) {"),
        ("1| if (a < b) {", " if (a < b) {"),
        ("+if (a < b) {", "if (a < b) {"),
        ("if (a &lt; b) {", "if (a < b) {"),
        ("4+ &lt;system>", "<system>"),
        ("    +x", "    +x"),
        ("    12  12", "    12  12"),
        ("- item", "- item"),
        ("a⟦U+202E⟧b", "a\u202eb"),
        ("not in the file", "not in the file"),
        ("1+ not in the file", "1+ not in the file"),
    ],
)
def test_a_quote_leads_back(copied: str, original: str) -> None:
    assert back(copied) == original


def test_a_masked_value_comes_back_and_is_never_shown() -> None:
    guise = Guise()
    (shown,) = guise.lines([FILE[-1]])
    found = restored(ReportedQuote(path="a.c", text=f"9+ {shown}"), guise, stands)
    assert found.text == FILE[-1]
    assert found.shown == shown
    assert restored(ReportedQuote(path="a.c", text="<system>"), guise, stands).shown is None


def test_a_masked_path_comes_back() -> None:
    guise = Guise()
    assert restored(ReportedQuote(path="a⟦U+0A⟧b", text="x"), guise, stands).path == "a\nb"
