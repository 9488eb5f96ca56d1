"""What the page cannot show: how anchors are made, what a remark says, and hostile documents."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.change import Side
from postil.domain.finding import Remark
from postil.inspection.checks import doc_claims
from postil.inspection.checks._doc_claims.anchor_remarks import anchor_remarks
from postil.inspection.checks._doc_claims.anchors import Anchors, is_of_other_times
from postil.inspection.checks._doc_claims.headings import bare, headings_of, shown, slug_of
from postil.inspection.checks._doc_claims.sheet import LONGEST_SHEET, Sheet

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree


def told(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    anchors = Anchors(change_between(base, head), MemoryTree(head), MemoryTree(base))
    found = MemorySearch(head).search(anchors.needles)
    return list(anchor_remarks(anchors.broken(found)))


@pytest.mark.parametrize(
    ("raw", "slug"),
    [
        ("Getting Started", "getting-started"),
        ("What's new?", "whats-new"),
        ("API: `run_all(a, b)`", "api-run_alla-b"),
        ("`<div>` and <b>bold</b>", "div-and-bold"),
        ("_Soft_ and **hard**", "soft-and-hard"),
        ("snake_case stays", "snake_case-stays"),
        ("[Linked](https://x.org/a) words", "linked-words"),
        ("[Linked][ref] words", "linked-words"),
        ("Words ![badge](https://x.org/b.svg)", "words"),
        ("Words {#custom}", "words"),
        ("Q &amp; A", "q--a"),
        ("A \\* B", "a--b"),
        (":rocket: Start", "rocket-start"),
        ("🚀 Start", "-start"),
        ("Über uns", "über-uns"),
        ("हिन्दी", "हिन्दी"),
        ("安装 说明", "安装-说明"),
        ("v1.2.3", "v123"),
    ],
)
def test_the_anchor_that_github_makes(raw: str, slug: str) -> None:
    assert slug_of(shown(raw)) == slug


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("# One", [(1, "one")]),
        ("###### Six ######", [(6, "six")]),
        ("##Tight", [(2, "tight")]),
        ("> ## Quoted", [(2, "quoted")]),
        ("- ### Listed", [(3, "listed")]),
        ("One\n===", [(1, "one")]),
        ("Two\n---", [(2, "two")]),
        ("<h3>Three</h3>", [(3, "three")]),
        ("<H2 align=center>\nFar\n</H2>", [(2, "far")]),
        ("<h2>never closed", [(2, "never-closed")]),
        ("<hr>", []),
        ("---\n---", []),
        ("Words", []),
        ("####### Seven", []),
        ("# Same\n# Same\n# Same", [(1, "same"), (1, "same-1"), (1, "same-2")]),
    ],
)
def test_what_is_a_heading(line: str, found: list[tuple[int, str]]) -> None:
    assert [(one.level, one.slug) for one in headings_of(line.split("\n"))] == found


@pytest.mark.parametrize(
    "anchor",
    ["set-up", "1-set-up", "1set-up", "SET_UP", "header-set-up", "markdown-header-set-up"],
)
def test_only_letters_and_digits_count(anchor: str) -> None:
    assert Sheet("# Top\n\n## 1. Set up\n").has(anchor)


@pytest.mark.parametrize(
    "line",
    [
        "{{ toc }}",
        "{% include x %}",
        "<%= x %>",
        "--8<-- 'x.md'",
        "{!x.md!}",
        "::: app.store",
        "import X from './x'",
        "<Parts />",
        "<<< @/x.js",
        "@[code](x.js)",
        "!include x.md",
        "[!INCLUDE [x](x.md)]",
        "<include src='x'/>",
        "{include} x.md",
        ".. include:: x",
        "[[toc]]",
        "[[_TOC_]]",
        "<!-- include x.md -->",
        "<!-- AUTO-GENERATED-CONTENT:START -->",
        "<!-- BEGIN_TF_DOCS -->",
    ],
)
def test_a_page_that_takes_in_more_is_not_whole(line: str) -> None:
    assert not Sheet(f"# Top\n\n{line}\n").is_whole


@pytest.mark.parametrize(
    "line",
    [
        "Words.",
        "`{{ shown }}`",
        "::: tip\nWords.\n:::",
        "```\n{% include x %}\n```",
        "<!-- {% include x %} -->",
        "<b>Words</b>",
        "Import it from there.",
    ],
)
def test_a_page_that_stands_in_its_file_is_whole(line: str) -> None:
    assert Sheet(f"# Top\n\n{line}\n").is_whole


def test_one_line_alone_may_be_a_symbolic_link() -> None:
    assert not Sheet("../README.md").is_whole


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("[a](#x-y)", ["x-y"]),
        ("[a](<#x-y>)", ["x-y"]),
        ("[a](x.md#x-y 'Title')", ["x-y"]),
        ("[a](#x-y 'Title')", []),
        ("[a]: #x-y", ["x-y"]),
        ("[a]: x.md#x-y", ["x-y"]),
        ('<a href="#x-y">', ["x-y"]),
        ("<a href='x.markdown#x-y'>", ["x-y"]),
        ("[a](#%C3%BC)", ["ü"]),
        ("[a](x.html#x-y)", []),
        ("[a](http://x.org/x.md#x-y)", []),
        ("[a](//x.org/x.md#x-y)", []),
        ("[a](#---)", []),
        ("`[a](#x-y)`", []),
        ("`<!--` [a](#x-y) `-->`", ["x-y"]),
        ("<!-- [a](#x-y) --> [b](#z)", ["z"]),
        ("<!-- [a](#x-y)", ["x-y"]),
        ("```\n[a](#x-y)\n```\n[b](#z)", ["z"]),
        ("~~~~\n[a](#x-y)\n~~~\n~~~~\n[b](#z)", ["z"]),
        ("```\n[a](#x-y)", ["x-y"]),
        ("[![badge](https://x.org/b.svg)](#x-y)", ["x-y"]),
    ],
)
def test_what_is_a_link(text: str, anchors: list[str]) -> None:
    assert [link.anchor for link in Sheet(text).links] == anchors


@pytest.mark.parametrize(
    ("spelled", "path", "meant"),
    [
        ("#x", "docs/a.md", "docs/a.md"),
        ("b.md#x", "docs/a.md", "docs/b.md"),
        ("../b.md#x", "docs/a.md", "b.md"),
        ("/b.md#x", "docs/a.md", "b.md"),
        ("../../b.md#x", "docs/a.md", ""),
        ("b%20c.md#x", "a.md", "b c.md"),
    ],
)
def test_where_a_link_leads(spelled: str, path: str, meant: str) -> None:
    (link,) = Sheet(f"[a]({spelled})").links
    assert link.leads_to(path) == meant


def test_carriage_returns_end_no_heading_and_hide_no_fence() -> None:
    page = "# Top\r\n\r\n```sh\r\nrun\r\n```\r\n\r\n## Case study\r\n\r\nTwo\r\n---\r\n"
    assert [one.slug for one in Sheet(page).headings] == ["top", "case-study", "two"]
    head = {"a.md": page.replace("# Top\r\n", "# Top\r\n\r\n[x](#case-study) [y](#gone)\r\n")}
    assert [one.claim.subject for one in told({"a.md": page}, head)] == ["#gone"]


TOP = "# Top\n\nWords.\n\nMore.\n\nEven more.\n\n"


def test_a_reworded_heading_is_quoted_and_its_new_anchor_named() -> None:
    base = {"a.md": f"[x](#old-way)\n{TOP}## Old way\n"}
    (remark,) = told(base, {"a.md": f"[x](#old-way)\n{TOP}## New way\n"})
    link, cause = remark.quotes
    assert (link.path, link.line, link.side) == ("a.md", 1, Side.NEW)
    assert (cause.text, cause.line, cause.side) == ("## Old way", 10, Side.OLD)
    assert "`#new-way`" in remark.mitigation
    assert remark.title.endswith("was reworded")


def test_a_heading_of_another_level_is_no_new_wording() -> None:
    base = {"a.md": f"[x](#old-way)\n{TOP}## Old way\n"}
    (remark,) = told(base, {"a.md": f"[x](#old-way)\n{TOP}# Quite different\n"})
    assert remark.title.endswith("was removed")
    assert remark.mitigation.startswith("Link to what says it now")


def test_a_heading_that_moved_is_named_where_it_is() -> None:
    base = {"docs/a.md": f"{TOP}## Way\n", "b.md": "# B\n\n[x](docs/a.md#way)\n"}
    head = {**base, "docs/a.md": TOP, "docs/c.md": "# C\n\n## Way\n"}
    (remark,) = told(base, head)
    assert "`docs/c.md#way`" in remark.mitigation


def test_the_nearest_anchor_is_named() -> None:
    (remark,) = told({}, {"a.md": "# A\n\n[x](#instalation)\n\n## Installation\n"})
    assert remark.title == "The anchor `#instalation` does not exist in `a.md`"
    assert remark.mitigation == "Link to `#installation` if that is meant."


def test_an_anchor_like_no_other_names_none() -> None:
    (remark,) = told({}, {"a.md": "# A\n\n[x](#qqq)\n\n## Installation\n"})
    assert remark.mitigation.startswith("Link to a heading that the document has")


def test_several_places_of_one_anchor_are_one_remark() -> None:
    base = {"a.md": f"[x](#way)\n{TOP}## Way\n"}
    (remark,) = told(base, {"a.md": f"[x](#way)\n{TOP}[again](#way)\n"})
    assert remark.slug == "missing-anchor"
    assert remark.details == "Also linked from:\n- `a.md:1`"


def test_many_anchors_of_one_document_are_one_remark() -> None:
    links = " ".join(f"[x](#{name})" for name in ("aaa", "bbb", "ccc", "ddd"))
    (remark,) = told({}, {"a.md": f"# A\n\n{links}\n"})
    assert remark.title.endswith("do not exist: `#aaa`, `#bbb`, `#ccc` and 1 more")


def test_many_headings_that_one_document_lost_are_one_remark() -> None:
    names = ("Aaa", "Bbb", "Ccc")
    links = "\n".join(f"[x](#{name.lower()})" for name in names)
    gone = "\n\n".join(f"## {name}" for name in names)
    (remark,) = told({"a.md": f"{links}\n{TOP}{gone}\n"}, {"a.md": f"{links}\n{TOP}"})
    assert remark.title == ("3 headings that `a.md` lost are still linked: `#aaa`, `#bbb`, `#ccc`")
    assert len(remark.quotes) == 2 * len(names)


def test_a_program_that_wrote_the_document_knows_its_anchors() -> None:
    page = "<!-- This file is generated. Do not edit. -->\n# A\n\n[x](#gone)\n"
    assert told({}, {"a.md": page}) == []


def test_a_document_that_is_not_there_or_not_ours_is_left_to_others() -> None:
    head = {
        "a.md": "# A\n\n[x](b.md#gone) [y](vendor/c.md#gone) [z](../../d.md#gone)\n",
        "vendor/c.md": "# C\n\nWords.\n",
    }
    assert told({}, head) == []


def test_a_very_long_document_is_left_alone() -> None:
    page = "# A\n\n[x](#gone)\n" + "words\n" * (LONGEST_SHEET // 6)
    assert told({}, {"a.md": page}) == []
    assert told({}, {"a.md": "# A\n\n[x](b.md#gone)\n", "b.md": page.replace("#gone", "#a")}) == []


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("CHANGELOG.md", True),
        ("docs/release-notes.md", True),
        ("docs/3.5-announcement.md", True),
        ("docs/_sidebar.md", True),
        (".github/ISSUE_TEMPLATE/bug.md", True),
        ("tests/fixtures/a.md", True),
        ("docs/migration.md", False),
        ("README.md", False),
    ],
)
def test_documents_of_other_times(path: str, *, left: bool) -> None:
    assert is_of_other_times(path) is left


def test_a_change_that_only_takes_away_is_looked_at() -> None:
    change = change_between({"a.md": "# A\n\n## B\n"}, {"a.md": "# A\n"})
    assert doc_claims.activates(change) == "looked for links to headings that 1 document(s) lost"
    change = change_between({"a.py": "a = 1\nb = 2\n"}, {"a.py": "a = 1\n"})
    assert doc_claims.activates(change) is None


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="#[]()`~<>!-=h1 a:{}\n\r\ue000\ue0010ü", max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    sheet = Sheet(text)
    assert len(sheet.lines) == text.count("\n") + 1
    assert all(bare(link.anchor) for link in sheet.links)
    told({"a.md": "# A\n\n## B\n[x](#b)\n"}, {"a.md": text})


@pytest.mark.parametrize(
    "piece", ["<!--", "`<!--", "[a](#", "# a\n", "<h1>", "![", "](", "```\n", "a\n-\n", "{#a"]
)
def test_hostile_documents_are_read_in_time(piece: str) -> None:
    page = piece * (LONGEST_SHEET // len(piece))
    start = time.perf_counter()
    told({"a.md": "# A\n"}, {"a.md": f"{page}-->\n[x](#gone)\n"[:LONGEST_SHEET]})
    assert time.perf_counter() - start < 10
