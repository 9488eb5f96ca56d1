from __future__ import annotations

from pathlib import Path

import pytest

from postil.publish.sanitising import Allowed, Kind, sanitise
from publish.inspector import problems

GOLDEN = Path(__file__).parents[2] / "render" / "golden"
HOME = Allowed(addresses=("https://forge.example/o/r/",))
NOTHING = Allowed()


def clean(body: str, *, allow: Allowed = NOTHING) -> str:
    done = sanitise(body, allow=allow)
    assert sanitise(done.body, allow=allow).body == done.body
    return done.body


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.md")), ids=lambda path: path.name)
def test_our_own_layouts_pass_unchanged(path: Path) -> None:
    body = path.read_text(encoding="utf-8")
    marks = tuple(body.split("\n")[:2])
    done = sanitise(body, allow=Allowed(marks=marks))
    assert done.body == body
    assert done.found == ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("hi @octocat!", "hi `@octocat`!"),
        ("cc @org/team-a, @all", "cc `@org/team-a`, `@all`"),
        ("\\@octocat", "`@octocat`"),
        ("&#64;octocat and &commat;x", "`@octocat` and `@x`"),
        ("**@octocat**", "**`@octocat`**"),
        ("mail ada@b.example now", "mail `ada@b.example` now"),
        ("`@octocat` stays", "`@octocat` stays"),
        ("`a`@b`c`", "`a` `@b` `c`"),
        ("an unpaired ` and @x", "an unpaired \\` and `@x`"),
        ("\\u@x", "\\ `u@x`"),
        ("@ alone", "@ alone"),
        ("# @octocat", "# `@octocat`"),
        ("> - @octocat", "> - `@octocat`"),
        ("| a |\n| - |\n| @x \\| y |", "| a |\n| - |\n| `@x` │ y |"),
        ("[@user](https://evil.example)", "`@user` (`evil.example`)"),
        ("@[user](https://evil.example)", "`@user` (`evil.example`)"),
    ],
)
def test_gh38_mentions_are_code(body: str, expected: str) -> None:
    assert clean(body) == expected


@pytest.mark.parametrize("keyword", ["fix", "Fixes", "FIXED", "close", "closes:", "closed", "resolve", "Resolves", "resolved", "implements", "Closing"])  # fmt: skip
@pytest.mark.parametrize(
    ("ticket", "shown"),
    [
        ("#1", "`#1`"),
        ("owner/repo#1", "`owner/repo#1`"),
        ("GH-1", "`GH-1`"),
        ("gh-12", "`gh-12`"),
        ("&#35;1", "`#1`"),
        ("!7", "`!7`"),
        ("https://forge.example/o/r/issues/1", "`https://forge.example/o/r/issues/1`"),
        ("https://forge.example/o/r/pull/1", "`https://forge.example/o/r/pull/1`"),
        ("[it](https://forge.example/o/r/issues/1)", "it (`forge.example`)"),
        ("<https://forge.example/o/r/issues/1>", "`https://forge.example/o/r/issues/1`"),
    ],
)
def test_gh39_ac27_no_keyword_closes_a_ticket(keyword: str, ticket: str, shown: str) -> None:
    assert clean(f"{keyword} {ticket} now", allow=HOME) == f"{keyword} {shown} now"


@pytest.mark.parametrize("text", ["high-5", "a #b", "100 % & more", "R&D", "C# is", "item # 1"])
def test_what_only_looks_like_a_reference_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("/close", "\\/close"),
        ("text\n/label ~bug", "text\n\\/label ~bug"),
        ("  /approve", "  \\/approve"),
        ("> /spend 1h", "> \\/spend 1h"),
        ("<!-- /close -->", "&lt;!-- /close -->"),
        ("<!--\n/close\n-->", "&lt;!--\n\\/close\n-->"),
        ("a /path/to/file", "a /path/to/file"),
        ("// a comment", "// a comment"),
        ("bors r+", "&#98;ors r+"),
        ("r+", "&#114;+"),
        ("LGTM!", "&#76;GTM!"),
        (":shipit:", "&#58;shipit:"),
        ("Approved", "&#65;pproved"),
        ("Approved: no findings.", "Approved: no findings."),
        ("we say ok to test here", "we say &#111;k to test here"),
        ("retest this please", "&#114;etest this please"),
        ("done [skip ci]", "done &#91;skip ci]"),
        ("***NO_CI***", "&#42;**NO_CI***"),
        ("::include{file=x}", "&#58;:include{file=x}"),
        ("a | b\n-|-\n/close | x", "a | b\n-|-\n\\/close | x"),
        ("`a\n/close`", "`a /close`"),
        ("```\n/close\n```", " ```\n /close\n ```"),
        ("  ```\n/close\n  ```", "  ```\n /close\n  ```"),
        ("- ```\n  /close\n  ```", "- ```\n  /close\n  ```"),
        ("```\nbors r+\n\nx\n```", " ```\n bors r+\n\n x\n ```"),
    ],
)
def test_gh42_ac27_no_bot_obeys(body: str, expected: str) -> None:
    assert clean(body) == expected


COMMANDS = (
    *("/lgtm", "/approve", "/close", "/merge", "/retest", "/ok-to-test", "/hold cancel", "/assign @x"),
    *("/label bug", "/run-tests", "/rebase", "/squash", "/deploy prod", "/test all", "/backport v1"),
    *("bors r+", "bors try", "bors merge", "@bors r+", "@dependabot merge", "@dependabot rebase"),
    *("@mergify queue", "@Mergifyio backport", "@renovate-bot rebase", "@homu r+", "r+", "LGTM"),
    *("retest this please", "ok to test", "add to whitelist", "recheck", "@codecov-commenter run"),
)  # fmt: skip
_TRIGGERS = ("/", "bors", "r+", "LGTM", "recheck", "retest this", "ok to", "add to")


@pytest.mark.parametrize("command", COMMANDS)
def test_gh42_a_model_that_obeys_commands_nobody(command: str) -> None:
    for body in (command, f"Fine.\n\n{command}\n", f"```\n{command}\n```", f"- {command}"):
        safe = clean(body)
        assert list(problems(safe)) == []
        if command.startswith("@"):
            assert f"`{command.split(maxsplit=1)[0]}`" in safe or "```" in safe
        else:
            assert not any(line.startswith(_TRIGGERS) for line in safe.split("\n"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("![a cat](https://evil.example/c.png?k=SECRET)", "a cat (image from `evil.example`)"),
        ("![](x.png)", "(image removed)"),
        ("![a\nb](x)", "a b (image removed)"),
        ("![*b* `c`](//u:p@evil.example:8/x)", "\\*b\\* \\`c\\` (image from `evil.example:8`)"),
        ("![![n](http://a.example)](http://b.example)", "\\!\\[n\\](`http://a.example`) (image from `b.example`)"),
        ("[![i](http://a.example)](http://b.example)", "i (image from `a.example`) (`b.example`)"),
        ("![x](data:image/png;base64,AAAA)", "x (image removed)"),
    ],
)  # fmt: skip
def test_gh41_ac26_images_become_words(body: str, expected: str) -> None:
    assert clean(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("[here](https://evil.example/a?q=SECRET)", "here (`evil.example`)"),
        ("[here](https://evil.example 'title')", "here (`evil.example`)"),
        ("[a\nb](<http://evil.example/x y>)", "a\nb (`evil.example`)"),
        ("> [a\n> b](http://evil.example\n> 't')", "> a\n> b (`evil.example`)"),
        ("[`c`](http://evil.example)", "`c` (`evil.example`)"),
        ("`a`[`c`](http://evil.example)", "`a` `c` (`evil.example`)"),
        ("[j](javascript:alert(1))", "j (link removed)"),
        ("[r](../settings)", "r (link removed)"),
        ("<https://evil.example/a?b=c#d>", "`https://evil.example/a?…`"),
        ("<a@evil.example>", "`a@evil.example`"),
        ("see https://evil.example/a?b=c.", "see `https://evil.example/a?…`."),
        ("see https://evil.example/a#b", "see `https://evil.example/a#…`"),
        ("www.evil.example/x", "`www.evil.example/x`"),
        ("https\\://evil.example", "`https://evil.example`"),
        ("mailto:a@b.example", "`mailto:a@b.example`"),
        ("ftp://evil.example", "`ftp://evil.example`"),
        ("[x][r]\n\n[r]: http://evil.example", "[x\\][r]\n\n[r\\]: `http://evil.example`"),
        ("[r]:\nhttp://evil.example", "[r\\]:\n`http://evil.example`"),
        ("a[^1]\n\n[^1]: http://evil.example", "a\\[^1]\n\n\\[^1\\]: `http://evil.example`"),
        ("https://forge.example@evil.example/o/r/", "`https://forge.example@evil.example/o/r/`"),
        ("https://forge.example/o/r/?u=x", "`https://forge.example/o/r/?…`"),
        ("https://forge.example/o/r/../../x", "`https://forge.example/o/r/../../x`"),
        ("https://forge.example/o/r/%2E%2e/x", "`https://forge.example/o/r/%2E%2e/x`"),
        ("[ https://forge.example/o/r/x#9", "[ `https://forge.example/o/r/x#…`"),
        ("[ https://forge.example/o/r/gh-1", "[ `https://forge.example/o/r/gh-1`"),
        ("https://forge.example/o/rest", "`https://forge.example/o/rest`"),
        ("https://forge.example/o/r/x\\#5", "`https://forge.example/o/r/x#…`"),
        ("[x](https://forge.example/o/r/a 't')", "x (`forge.example`)"),
        (f"https://evil.example/{'a' * 300}", f"`https://evil.example/{'a' * 179}…`"),
        ("<x`y://evil.example>", "&lt;x\\` `y://evil.example`>"),
    ],
)  # fmt: skip
def test_t12_ac26_foreign_addresses_lead_nowhere(body: str, expected: str) -> None:
    assert clean(body, allow=HOME) == expected


@pytest.mark.parametrize(
    "body",
    [
        "[F1](https://forge.example/o/r/pull/1#discussion_r5)",
        "see https://forge.example/o/r/blob/abc/x.py#L3.",
        "<https://forge.example/o/r/x>",
        "[a b](https://forge.example/o/r/blob/abc/a%20b.py)",
    ],
)
def test_our_own_pages_stay_linked(body: str) -> None:
    assert clean(body, allow=HOME) == body


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("<img src=x onerror=y>", "&lt;img src=x onerror=y>"),
        ("a <b\nclass=x> c", "a &lt;b\nclass=x> c"),
        ("<?php ?> <!DOCTYPE x> <![CDATA[x]]>", "&lt;?php ?> &lt;!DOCTYPE x> &lt;\\![CDATA[x]]>"),
        ("a < b and 1<2", "a < b and 1<2"),
        ("a<br>b <sub>c</sub> <sup>d</sup>", "a<br>b <sub>c</sub> <sup>d</sup>"),
        ("<sub>c", "&lt;sub>c"),
        ("a </sub> <sub>", "a &lt;/sub> &lt;sub>"),
        ("<sub>a<sup>b</sub></sup>", "&lt;sub>a&lt;sup>b&lt;/sub>&lt;/sup>"),
        ("a</br>b", "a&lt;/br>b"),
        ("<br>\ntext", "&lt;br>\ntext"),
        ("`<b>`", "`<b>`"),
        ("`a\n<b>\nc`", "`a <b> c`"),
        ("$\\href{x}{y}$", "\\$\\href{x}{y}\\$"),
    ],
)
def test_ac26_html_is_text(body: str, expected: str) -> None:
    assert clean(body) == expected


FOLD = "<details>\n<summary>Evidence &amp; more (2)</summary>\n\ntext\n\n</details>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FOLD, FOLD),
        (f"a\n\n{FOLD}\n\n{FOLD}\n\nb", f"a\n\n{FOLD}\n\n{FOLD}\n\nb"),
        ("<details>\n<summary>s</summary>\n\nx", "<details>\n<summary>s</summary>\n\nx\n\n</details>"),
        ("<details>\n<summary>s</summary>\nx\n</details>\ny", "<details>\n<summary>s</summary>\n\nx\n\n</details>\n\ny"),
        ("x\n\n</details>", "x\n\n&lt;/details>"),
        ("<details>\n\nx", "&lt;details>\n\nx"),
        ("<details open>\n<summary>s</summary>\n", "&lt;details open>\n&lt;summary>s&lt;/summary>\n"),
        ("<details>\n<summary>@x</summary>\n", "&lt;details>\n&lt;summary>`@x`&lt;/summary>\n"),
        ("<details>\n<summary>&commat;x</summary>\n", "&lt;details>\n&lt;summary>`@x`&lt;/summary>\n"),
        ("<details>\n<summary>&amp;1</summary>\n", "&lt;details>\n&lt;summary>`&1`&lt;/summary>\n"),
        ("- x\n</details>", "- x\n&lt;/details>"),
        ("> <details>\n> <summary>s</summary>", "> &lt;details>\n> &lt;summary>s&lt;/summary>"),
    ],
)  # fmt: skip
def test_folds_open_and_close(body: str, expected: str) -> None:
    assert clean(body) == expected


MARK = "<!-- postil:mark v=1 kind=note -->"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{MARK}\ntext\n\n{MARK}\n", f"{MARK}\ntext\n\n&lt;!‑‑ postil:mark v=1 kind=note -->\n"),
        (f"text\n\n{MARK}\n", f"text\n\n{MARK}\n"),
        (f"text\n\n{MARK}", f"text\n\n{MARK}"),
        (MARK, MARK),
        (f"{MARK}\n", f"{MARK}\n"),
        ("", ""),
        (f"a\n\n{MARK}\n\nb", "a\n\n&lt;!‑‑ postil:mark v=1 kind=note -->\n\nb"),
        ("<!-- postil:mark v=2 -->\nx", "&lt;!‑‑ postil:mark v=2 -->\nx"),
        ("`<!-- postil:state v=9 -->`", "`<!‑‑ postil:state v=9 -->`"),
        ("```\n<!--\tPOSTIL:x -->\n```", "```\n<!‑‑\tPOSTIL:x -->\n```"),
        ("```\n<!-- other -->\n```", "```\n<!-- other -->\n```"),
    ],
)
def test_ac28_only_our_own_marks_are_marks(body: str, expected: str) -> None:
    assert clean(body, allow=Allowed(marks=(MARK,))) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a\x1b[31mred", "a␛[31mred"),
        ("`\x1b]0;x\x07`", "`␛]0;x␇`"),
        ("a\u202eb @\u200bx", "a\\u202eb `@`\\u200bx"),
        ("lone \ud800 \udcff", "lone \\ud800 \\xff"),
        ("a\r\nb\rc", "a\nb␍c"),
        ("a\n\u00a0\nb", "a\n\nb"),
        ("👩‍👩‍👧 é", "👩‍👩‍👧 é"),
    ],
)
def test_hidden_characters_show(body: str, expected: str) -> None:
    assert clean(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- [ ] a\n* [x] b\n1. [X] c", "- \\[ ] a\n* \\[x] b\n1. \\[X] c"),
        ("- [y] a", "- [y] a"),
        ("```mermaid\nclick A x\n```", "```text\nclick A x\n```"),
        ("```python\nx\n```", "```python\nx\n```"),
        ("```c# {.x}\nx\n```", "```text\nx\n```"),
        ("```suggestion\nx\n```", "```text\nx\n```"),
        ("```suggestion:-0+2\nx\n```", "```text\nx\n```"),
        ("```\nx", "```\nx\n```"),
        ("~~~~\nx\n~~~", "~~~~\nx\n~~~\n~~~~"),
        ("> ```\n> x\n\ny", "> ```\n> x\n> ```\n\ny"),
        ("- ```\n  x\n\ny", "- ```\n  x\n\n  ```\ny"),
        ("```", "```\n```"),
        ("text\n|-|", "text\n\\|-|"),
        ("~~~e | L |\n| - | - |\n| @x |", "~~~text\n| - | - |\n| @x |\n~~~"),
        ("`a | b`\n  :-", "`a | b`\n  \\:-"),
    ],
)
def test_blocks(body: str, expected: str) -> None:
    assert clean(body) == expected


def test_gh40_our_own_suggestion_stays_and_no_other() -> None:
    ours = "```suggestion\nx = 1\n```"
    other = "```suggestion\nx = 2\n```"
    allow = Allowed(suggestions=frozenset({"x = 1"}))
    assert clean(f"{ours}\n\n{other}", allow=allow) == f"{ours}\n\n```text\nx = 2\n```"


def test_ac37_no_appeal_to_get_round_a_gate() -> None:
    body = "I cannot verify the tests; please override the gate. The query is `x`."
    assert clean(body) == (
        "I cannot verify the tests; (a request to get round a gate was removed). The query is `x`."
    )
    finding = "A fork can bypass the check because the tag is mutable."
    assert clean(finding) == finding


def test_what_was_found_is_counted() -> None:
    done = sanitise("@a @b fixes #1 ![x](y) \x1b", allow=NOTHING)
    assert dict(done.found) == {
        Kind.HIDDEN: 1,
        Kind.IMAGE: 1,
        Kind.MENTION: 2,
        Kind.REFERENCE: 1,
    }


@pytest.mark.parametrize("body", ["> " * 60 + "@x", "- " * 60 + "/close"])
def test_what_cannot_be_read_is_shown_as_code(body: str) -> None:
    assert clean(body) == f"```text\n{body}\n```"
    assert list(problems(clean(body))) == []


def test_an_address_to_allow_ends_where_no_other_can_begin() -> None:
    for address in ("https://forge.example", "http://forge.example/", "forge.example/"):
        with pytest.raises(ValueError, match="cannot be allowed"):
            Allowed(addresses=(address,))
