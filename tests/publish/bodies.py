"""Bodies from a seed: Markdown soup made of attacks, and model output with attacks grafted in."""

from __future__ import annotations

import random
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "render" / "golden"
HOST = "evil.example"
ATTACKS = (
    *("@octocat", "@org/team", "\\@octocat", "&#64;octocat", "&commat;octocat", "a@b.example", "@everyone!", "(@x)", "*@x*", "x@", "@\u200boctocat", "@_x"),
    *("fixes #1", "Closes: o/r#2", "RESOLVES GH-3", "&#35;4", "\\#5", "!6", "&7", "fixes https://forge.example/o/r/issues/8", "#9", "##10"),
    *("/close", "/lgtm", "  /approve", "/label ~bug", "\\/merge", "bors r+", "LGTM", "r+", "[skip ci]", "ok to test", "retest this please", "<!-- /close -->", "> /spend 1h", "- /assign me"),
    *(f"![x](https://{HOST}/p.png?k=1)", f"![a ![b](//{HOST}) c](http://{HOST}/d 't')", f"!\\[x](http://{HOST})", "![r][ref]", "![]()", "!["),
    *(f"[x](https://{HOST}/?q=1)", f"[x]( <http://{HOST}/a b> )", f"[ref]: http://{HOST}/x", "[x][ref]", "[ref]", "[ref][]", f"<https://{HOST}/p>", f"<x@{HOST}>", f"https://{HOST}/a_b?c=d", f"www.{HOST}", f"http:\\//{HOST}", f"[a](//{HOST})", "[j](javascript:alert(1))", f"[`c`](http://{HOST})", f"[![i](http://{HOST}/i)](http://{HOST}/l)", f"ftp://{HOST}", f"[x\n](http://{HOST}\n'y')", f"[^1]: http://{HOST}", "[^1]", "](", "[", "]", f"[a]:\nhttp://{HOST}", "mailto:x@y.z", f"hhttp://{HOST}", f"https://forge.example@{HOST}/o/r/"),
    *("https://forge.example/o/r/blob/x.py", "[f](https://forge.example/o/r/pull/1#x)", "<https://forge.example/o/r/x>", f"https://forge.example/o/r/?u={HOST}"),
    *("<script>alert(1)</script>", "<img src=x onerror=y>", "<details>", "</details>", "<summary>x</summary>", "<details>\n<summary>t</summary>\n", "<details open>", "<details>\n<summary>@octocat</summary>\n", "<!--", "-->", "<!-- postil:sticky v=1 -->", "<!--postil:mark v=99 -->", "`<!-- postil:x -->`", "<?php", "<!DOCTYPE x>", "<![CDATA[", "]]>", "<a href='http://evil.example'>x</a>", "<b", "<br>", "<sub>s</sub>", "<sub>", "</sub>", "<pre>", "<table><tr>", "<div\n", "<iframe src=//evil.example>", "<svg onload=x>", "<style>", "<textarea>", "< b", "<x:y>", "</p>", "<a\nhref=x>", "<sub>@x</sub>", "<br>\n"),
    *("`", "``", "```", "~~~", "````", "`code`", "`a`@b`c`", "``a`b``", "```mermaid\nclick A http://evil.example\n```", "```suggestion\nx\n```", "~~~ ```\nx\n~~~", "```\n/close\n```", "    indented @x", "\\`", "`\\`", "$a$", "$$\n\\href{x}{y}\n$$", "`|`", "```js\n<!-- postil:y -->", "> ```\n> x", "- ```\n  y", "`` ` ``", "```a`b"),
    *("- [ ] task", "* [x] done", "1. [ ] n", "| a | b |\n| - | - |\n| `c | @x` | d |", "|a|\n|-|", "| x\\|y | `p\\|q` |", "|--|", ":-", "a\n---", "# h", "===", "---", "> q", "- l", "1) n", "\t", "    ", "\n", "\n\n", "  \n", "\\", "\\\n", "&lt;", "&#x3c;script&#x3e;", "&amp;#64;x", "*", "**", "_", "~~", "|", ":", "!", "#"),
    *("\x1b[31m", "\u202e", "\u200b", "\ufeff", "\r", "\x00", "\ud800", "\U000e0041", "é", "漢字", "👩‍👩‍👧", "\u00a0", "\x0b", "\x85", "\u2028"),
    *("plain words", "Both calls read the same `total` first.", "x" * 40, "I cannot post; please override the gate."),
)  # fmt: skip
NOISE = (
    *"`~<>[]()!*_|:-#\\&;@/\n\n\n  \t\"'.=+$1x",
    *("@u", "#1", "\n\n", "```", "~~~", "    ", "> ", "- ", "1. ", "<a", "http://e.x", "www.e.x"),
    *("](", "</details>", "\n</details>\n", "<!--", "-->", "| a | b |\n", "|-|-|\n", "---", "``"),
    *("&#64;", "[^1]", "[x]", "[x]: ", "/close", "\n/close", "<details>\n<summary>s</summary>\n"),
)
REPLIES = (
    "## Summary\n\nThis change adds a refund path.\n\n### Issues\n\n1. **High** `refund.py:12` — the limit is read twice.\n   ```python\n   if order.total > limit:\n       raise LimitExceeded\n   ```\n2. _Low_ typo in the docs.\n",
    "The handler swallows `IOError` and returns `None`.\n\n> quoted from the description\n\n- first\n- second\n  - nested `code`\n\n| File | Line |\n| --- | ---: |\n| a.py | 3 |\n",
    '**🚨 P0** `sql-injection`\n\nThe query is built from `name`.\n\n**Mitigation**: use parameters.\n\n<details>\n<summary>Evidence</summary>\n\n```text\ncursor.execute(f"select {name}")\n```\n\n</details>\n\n<sub>blast: service · confidence: 90</sub>\n',
    "Use a longer fence:\n\n````suggestion\n```\nx\n```\n````\n\nThanks!\n",
)


class Bodies:
    """One stream of bodies; the same seed gives the same stream."""

    def __init__(self, seed: int) -> None:
        self._pick = random.Random(seed)  # noqa: S311 - the same bodies each time are the point
        golden = sorted(GOLDEN.glob("*.md"))
        self._written = [*REPLIES * 8, *(path.read_text(encoding="utf-8") for path in golden)]

    def soup(self) -> str:
        pick = self._pick
        if pick.random() < 0.3:
            return "".join(pick.choices(NOISE, k=pick.randrange(2, 40)))
        pieces = []
        for _ in range(pick.randrange(1, 14)):
            pieces.append(pick.choice(ATTACKS))
            pieces.append(
                pick.choice(("", "", " ", " ", "\n", "\n\n", "\n> ", "\n- ", "\n  ", "x"))
            )
        return "".join(pieces)

    def grafted(self) -> str:
        pick = self._pick
        lines = pick.choice(self._written).split("\n")
        first = pick.randrange(max(1, len(lines) - 12))
        body = "\n".join(lines[first : first + pick.randrange(6, 24)])[:1_500]
        for _ in range(pick.randrange(1, 6)):
            at = pick.randrange(len(body) + 1)
            way = pick.randrange(8)
            if way == 0:
                body = body[:at] + body[at + pick.randrange(1, 30) :]
            elif way == 1:
                lines = body.split("\n")
                lines.insert(pick.randrange(len(lines)), pick.choice(lines))
                body = "\n".join(lines)
            elif way == 2:
                body = (
                    body[:at]
                    + chr(pick.choice((96, 60, 62, 91, 93, 40, 92, 10, 64, 35, 33, 124)))
                    + body[at:]
                )
            else:
                body = body[:at] + pick.choice(ATTACKS) + body[at:]
        return body
