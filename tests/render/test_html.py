from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

import pytest

from postil.domain.brief import Noise
from postil.domain.change import Change, ChangedFile, FileStatus, Hunk, Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence, Finding, Suggestion
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.severity import Kind, Reversible, Severity
from postil.render import Style
from postil.render._html_files import FILE_LIMIT, LINE_LIMIT, NOTE_LIMIT
from postil.render._html_record import ROW_LIMIT
from postil.render._html_text import LINE_CAP, QUOTE_LINES, Markup, element, prose, text
from postil.render.html import MEDIA_TYPE, NAME, render

from samples import BLIND, CHECKS_CLEAN, CLEAN, HOSTILE, NOISY, SAMPLES

VOID = {"meta", "input"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str | None]
    inside: list[Node | str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> list[str]:
        return [
            part if isinstance(part, str) else f" {''.join(part._texts())} " for part in self.inside
        ]

    def every(self, tag: str = "", **attributes: str) -> list[Node]:
        found: list[Node] = []
        for part in self.inside:
            if isinstance(part, str):
                continue
            if part.fits(tag, attributes):
                found.append(part)
            found += part.every(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> Node:
        (found,) = self.every(tag, **attributes)
        return found

    def fits(self, tag: str, attributes: dict[str, str]) -> bool:
        return tag in ("", self.tag) and all(
            value in (self.attributes.get(name.rstrip("_").replace("_", "-")) or "").split()
            for name, value in attributes.items()
        )


class Reader(HTMLParser):
    """Reads a page into nodes and refuses one whose elements do not nest."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(page: str) -> Node:
    reader = Reader()
    reader.feed(page)
    reader.close()
    (top,) = reader.open
    return top


def page_of(document: ReviewDocument, change: Change | None = NOISY.change) -> Node:
    return read(render(document, change, style=Style()))


def with_finding(**fields: Any) -> ReviewDocument:
    finding: Finding = replace(NOISY.document.findings[0], **fields)
    return replace(NOISY.document, findings=(finding,))


def quote(path: str, start: int | None, end: int | None = None, side: Side = Side.NEW) -> Evidence:
    return Evidence(path=path, side=side, revision="b" * 40, text="quoted", start=start, end=end)


def file_of(path: str, lines: int, **fields: Any) -> ChangedFile:
    hunk = Hunk(0, 0, 1, lines, tuple(f"+line {number}" for number in range(1, lines + 1)))
    return ChangedFile(path=path, status=FileStatus.ADDED, hunks=(hunk,), additions=lines, **fields)


def change_of(*files: ChangedFile) -> Change:
    return replace(NOISY.change, files=files)


def note_of(page: Node) -> Node:
    return page.one("article")


# The page as a whole.


def test_it_says_what_it_is() -> None:
    assert (NAME, MEDIA_TYPE) == ("html", "text/html")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_sample_is_one_well_formed_page_without_anything_external(name: str) -> None:
    sample = SAMPLES[name]
    text_of_page = render(sample.document, sample.change, style=Style())
    page = read(text_of_page)
    assert text_of_page.startswith("<!doctype html>\n")
    assert text_of_page.endswith("</html>\n")
    text_of_page.encode()
    assert page.one("html").attributes["lang"] == "en"
    for tag in ("title", "main", "header", "footer", "h1", "script", "style"):
        nodes = page.every(tag) if tag != "header" else page.every(tag, class_="masthead")
        assert len(nodes) == 1, tag
    ids = [node.attributes["id"] for node in page.every() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in page.every():
        assert not {"src", "style", "srcset", "action"} & set(node.attributes)
        assert (node.attributes.get("href") or "#").startswith("#")
        for labelled in ("aria-labelledby",):
            assert node.attributes.get(labelled) in {None, *ids}


def test_the_policy_admits_this_pages_style_and_script_and_nothing_else() -> None:
    text_of_page = render(NOISY.document, None, style=Style())
    page = read(text_of_page)
    (policy,) = [
        meta.attributes["content"]
        for meta in page.every("meta")
        if meta.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    hashes = {
        tag: base64.b64encode(
            hashlib.sha256(
                text_of_page.split(f"<{tag}>")[1].split(f"</{tag}>")[0].encode()
            ).digest()
        ).decode()
        for tag in ("style", "script")
    }
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes['style']}'; "
        f"script-src 'sha256-{hashes['script']}'; base-uri 'none'; form-action 'none'"
    )


def test_style_and_script_ask_for_nothing() -> None:
    page = page_of(NOISY.document)
    own = page.one("style").words + page.one("script").words
    for word in ("http:", "https:", "url(", "@import", "fetch(", "innerHTML", "eval("):
        assert word not in own


# The verdict.


@pytest.mark.parametrize(
    ("document", "tone", "words"),
    [
        (NOISY.document, "bad", "Blocked: 1 of 8 findings must be fixed first."),
        (CLEAN.document, "good", "Approved: no findings."),
        (BLIND.document, "caution", "Partial review: security failed, 1 required part not seen."),
        (CHECKS_CLEAN.document, "neutral", "No findings by 3 checks; no reviewer read this change"),
        (replace(CLEAN.document, outcome=Outcome.NOOP), "neutral", "Nothing to review."),
        (replace(CLEAN.document, coverage=Coverage.NONE), "caution", "Not reviewed"),
        (replace(NOISY.document, verdict=Verdict.REVIEW), "caution", "Review before merging"),
    ],
)
def test_verdict(document: ReviewDocument, tone: str, words: str) -> None:
    verdict = page_of(document).one("div", class_="verdict")
    assert verdict.attributes["class"] == f"verdict {tone}"
    assert words in verdict.words


@pytest.mark.parametrize("name", ["blind", "checks-clean", "checks-noisy", "checks-blind"])
def test_no_approval_where_none_is_due(name: str) -> None:
    sample = SAMPLES[name]
    page = read(render(sample.document, sample.change, style=Style()))
    assert not page.every("div", class_="good")
    body = page.one("body")
    body.inside.remove(body.one("script"))
    for word in ("Approved", "Ready", "✅", "✓", "🟢", "🔵"):
        assert word not in body.words


def test_what_was_not_seen_stands_at_the_top() -> None:
    gaps = page_of(BLIND.document).one("div", class_="required")
    assert gaps.words == (
        "Not seen security : the model did not answer within 120 s → run postil review again, "
        "or raise timeout src/generated/schema.sql : the patch is larger than 1 MB "
        "→ review it by hand"
    )
    bare = replace(BLIND.document, gaps=(replace(BLIND.document.gaps[-1], remedy=""),))
    assert "→" not in page_of(bare).one("div", class_="required").words
    assert not page_of(NOISY.document).every("div", class_="required")


def test_facts_beside_the_verdict() -> None:
    facts = page_of(NOISY.document).one("p", class_="facts")
    assert facts.words == "full coverage · 3 checks ran · 4 reviewers read it · $0.184 · 41.2 s"
    facts = page_of(CHECKS_CLEAN.document).one("p", class_="facts")
    assert facts.words == "full coverage · 3 checks ran · no reviewer read this change · 2.4 s"


def test_counts_leave_out_what_is_closed_and_praise() -> None:
    counts = page_of(NOISY.document).one("ul", class_="counts").words
    assert counts == (
        "1 ◆ Critical 1 ▲ High 1 ● Medium 1 ○ Low 1 · Nit 2 ? Question 1 ~ Preference"
    )
    assert not page_of(CLEAN.document).every("ul", class_="counts")


def test_the_head_of_the_page() -> None:
    page = page_of(NOISY.document)
    assert page.one("title").words == "Postil: feat: refund an order from the back office"
    masthead = page.one("header", class_="masthead").words
    assert masthead.startswith("Postil Automated review of bbbbbbb")
    assert "branch refunds against main · aaaaaaa…bbbbbbb · 4 files, +26 −2" in masthead
    untitled = replace(NOISY.document, subject=replace(NOISY.document.subject, title=""))
    assert page_of(untitled).one("h1").words == "branch refunds against main"
    notice = page.one("p", class_="notice").words
    assert notice == "The working tree has uncommitted work; it is not reviewed."


# The list of findings.


def test_findings_are_listed_worst_first_and_what_asks_for_nothing_last() -> None:
    page = page_of(NOISY.document)
    rows = page.one("ol", class_="index").every("li")
    numbers = [row.one("span", class_="number").words for row in rows]
    assert numbers == ["F1", "F2", "F3", "F4", "F8", "F5", "F7", "F6", "F9", "F10"]
    assert rows[-1].words == (
        "F10 ○ Low A debug print was left in the client suppressed src/billing/client.py:4"
    )
    targets = {note.attributes["id"] for note in page.every("article")}
    assert {row.attributes["data-note"] for row in rows} == targets


def test_filters_offer_what_there_is() -> None:
    filters = page_of(NOISY.document).one("div", class_="filters")
    chips = [chip.words for chip in filters.every("button")]
    assert chips[0] == "◆ Critical 1"
    assert chips[3] == "○ Low 2"
    assert filters.one("select").words == "all 10 open 9 closed 1"
    assert not page_of(CLEAN.document).every("div", class_="filters")


def test_without_findings_the_page_says_so() -> None:
    section = page_of(CLEAN.document).one("section", id="findings")
    assert section.words == "Findings Nothing stands against what was seen."


def test_a_review_that_saw_a_part_praises_nothing() -> None:
    assert not page_of(BLIND.document).every("article", class_="praise")
    assert page_of(NOISY.document).every("article", class_="praise")


def test_very_many_findings_are_cut_and_counted() -> None:
    findings = NOISY.document.findings[:1] * (NOTE_LIMIT + 2)
    page = page_of(replace(NOISY.document, findings=findings))
    assert len(page.every("article")) == NOTE_LIMIT
    words = "2 more findings not on this page; the review document has all."
    assert words in page.one("section", id="findings").words


# Notes.


def test_a_note_says_everything_about_its_finding() -> None:
    page = page_of(replace(NOISY.document, findings=NOISY.document.findings[1:2]))
    note = note_of(page)
    assert note.one("header").words == "F2 ▲ High lines 12–13"
    assert note.one("h4").words == "Two refunds at once both pass the limit"
    assert note.one("p", class_="do").words.startswith("Do Lock the order row")
    assert note.one("figure").words.startswith("src/billing/refund.py:19 store.set_refunded")
    assert note.one("ul", class_="adjusted").words == (
        "medium → high (blast): the damage reaches stored data"
    )
    more = note.one("details", class_="more").words
    assert more.startswith("state-consistency · concurrency 1. A reads 0. 2. B reads 0.")
    for fact in (
        "Confidence high (72), by self",
        "Reach Data layer",
        "Race ms window, inconsistency, no recovery",
        "Seen by staff-engineer",
        "Related F3",
        "Key 00000002",
        "Introduced here yes",
    ):
        assert fact in more
    assert "Once shipped" not in more


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"caveat": "only on Windows"}, "Caveat only on Windows"),
        ({"reversible": Reversible.NO}, "Once shipped cannot be undone"),
        ({"reversible": Reversible.YES}, "Once shipped can be undone"),
        ({"introduced": False}, "Introduced here no, it was there before"),
        ({"status": State.LIKELY_FIXED}, "likely fixed"),
        ({"number": ""}, "F1"),
        (
            {"suggestion": Suggestion(path="a.py", start=1, end=2, replacement="x")},
            "Replace a.py:1-2 , not tried x",
        ),
        (
            {"suggestion": Suggestion(path="a.py", start=1, end=2, replacement="x", proved=True)},
            "Replace a.py:1-2 , tried by code x",
        ),
    ],
)
def test_note_shows(fields: dict[str, Any], words: str) -> None:
    assert words in note_of(page_of(with_finding(**fields))).words


def test_a_short_note_has_no_empty_parts() -> None:
    note = note_of(page_of(with_finding(mitigation="", caveat="", suggestion=None)))
    assert not note.every("p", class_="do")
    assert not note.every("p", class_="caveat")
    assert not note.every("figure")
    assert not note.every("ul")


def test_many_places_fold_away() -> None:
    places = tuple(quote("far/away.py", line) for line in range(1, 7))
    note = note_of(page_of(with_finding(evidence=places)))
    folded = note.one("details", class_="places")
    assert folded.one("summary").words == "3 more places"
    assert len(note.every("figure")) == 6


def test_a_place_before_the_change_says_so_and_a_path_may_be_the_evidence() -> None:
    gone = quote("gone.py", 4, 6, Side.OLD)
    whole = replace(quote("whole.py", None), text="")
    first, second = note_of(page_of(with_finding(evidence=(gone, whole)))).every("figure")
    assert first.words == "gone.py:4-6 before this change quoted"
    assert second.words == "whole.py"


@pytest.mark.parametrize("state", list(State))
def test_open_and_closed(state: State) -> None:
    note = note_of(page_of(with_finding(status=state)))
    assert note.attributes["data-status"] == ("open" if state.is_open else "closed")


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        (Kind.DEFECT, "critical"),
        (Kind.QUESTION, "question"),
        (Kind.SPEC_GAP, "question"),
        (Kind.PREFERENCE, "preference"),
        (Kind.PRAISE, "praise"),
    ],
)
def test_level(kind: Kind, level: str) -> None:
    assert note_of(page_of(with_finding(kind=kind))).attributes["data-level"] == level


# The diff.


def test_a_note_stands_beside_its_lines() -> None:
    page = page_of(replace(NOISY.document, findings=NOISY.document.findings[1:2]))
    refund = page.one("details", id="file-3")
    assert "open" in refund.attributes
    noted = refund.one("div", class_="noted")
    about, after = noted.every("div", class_="lines")
    assert about.words == (
        "12 + order = store.order(order_id) 13 + if order.refunded + cents > order.total:"
    )
    assert after.words.startswith("14 + return False 15 + try:")
    quoted = [line.words[:2] for line in refund.every("div", class_="quoted")]
    assert quoted == ["12", "13", "19"]
    assert refund.one("h3").words == "src/billing/ refund.py"


def test_lines_show_numbers_and_signs_of_both_sides() -> None:
    lines = page_of(NOISY.document).one("details", id="file-1").every("div", class_="lines")
    assert lines[0].words == (
        "1 1 # Refunds 2 2 3 − Refunds are made by hand in the gateway's dashboard."
    )


def test_a_note_on_a_removed_line() -> None:
    hunk = Hunk(5, 2, 5, 1, ("-guard()", " kept()"), "def f():")
    file = ChangedFile(
        path="new.py", old_path="old.py", status=FileStatus.RENAMED, hunks=(hunk,), deletions=1
    )
    removed = replace(quote("old.py", 5, 5, Side.OLD), text="guard()")
    page = page_of(with_finding(evidence=(removed,)), change_of(file))
    noted = page.one("div", class_="noted")
    assert noted.one("div", class_="about").words == "5 − guard()"
    assert noted.one("div", class_="after").words == "6 5 kept()"
    assert page.one("h3", class_="path").words == "old.py → new.py"
    assert "renamed" in page.one("details", class_="file").words
    assert page.one("p", class_="where").words == "Lines 5–5 def f():"


def test_a_new_name_wins_over_an_old_one_on_its_own_side() -> None:
    hunk = Hunk(1, 1, 1, 1, ("-was", "+now"))
    swapped = change_of(
        ChangedFile(path="a.py", old_path="b.py", status=FileStatus.RENAMED, hunks=(hunk,)),
        ChangedFile(path="b.py", old_path="a.py", status=FileStatus.RENAMED, hunks=(hunk,)),
    )
    at_head = page_of(with_finding(evidence=(quote("a.py", 1),)), swapped)
    at_base = page_of(with_finding(evidence=(quote("a.py", 1, 1, Side.OLD),)), swapped)
    assert at_head.one("details", id="file-1").every("article")
    assert at_base.one("details", id="file-2").every("article")


def test_two_notes_on_one_line_share_the_margin() -> None:
    twice = NOISY.document.findings[:1] * 2
    margin = page_of(replace(NOISY.document, findings=twice)).one("div", class_="margin")
    assert len(margin.every("article")) == 2


def test_a_note_is_never_far_below_the_first_line_it_is_about() -> None:
    document = with_finding(evidence=(quote("long.py", 1, 500),))
    page = page_of(document, change_of(file_of("long.py", 40)))
    about, after = page.one("div", class_="noted").every("div", class_="lines")
    assert (about.words.count("line"), after.words.count("line")) == (12, 28)
    assert not page.one("div", class_="noted").every("div", class_="noted")


def test_a_note_on_the_last_line_has_nothing_after_it() -> None:
    document = with_finding(evidence=(quote("end.py", 3),))
    page = page_of(document, change_of(file_of("end.py", 3)))
    assert not page.one("div", class_="noted").every("div", class_="after")
    assert page.one("article").one("header").words == "F1 ◆ Critical line 3"


def test_a_hunk_that_only_removes_says_where() -> None:
    file = ChangedFile(
        path="a.py", old_path="a.py", status=FileStatus.MODIFIED, hunks=(Hunk(5, 1, 4, 0, ("-x",)),)
    )
    page = page_of(CLEAN.document, change_of(file))
    assert page.one("p", class_="where").words == "After line 4"
    assert not page.every("span", class_="happened")


def test_files_without_notes_are_folded() -> None:
    page = page_of(replace(NOISY.document, findings=NOISY.document.findings[:1]))
    folded = {
        node.attributes["data-path"]: "open" in node.attributes
        for node in page.every("details", class_="file")
    }
    assert folded == {
        "docs/refunds.md": False,
        "src/billing/client.py": True,
        "src/billing/refund.py": False,
        "tests/test_refund.py": False,
    }
    annotated = page.one("details", class_="annotated")
    assert annotated.attributes["data-path"] == "src/billing/client.py"


def test_the_file_list_links_and_counts() -> None:
    rows = page_of(NOISY.document).one("nav").every("li")
    assert [row.words for row in rows] == [
        "docs/ refunds.md 2",
        "src/billing/ client.py 1",
        "src/billing/ refund.py 4",
        "tests/ test_refund.py 2",
    ]
    assert rows[1].one("span", class_="tally").attributes["class"] == "tally critical"
    assert rows[1].one("a").attributes["href"] == "#file-2"


@pytest.mark.parametrize(
    ("evidence", "path", "words"),
    [
        (quote("src/billing/client.py", None), "src/billing/client.py", "client.py"),
        (quote("src/billing/client.py", 900), "src/billing/client.py", "client.py:900"),
        (quote("else/where.py", 3), "else/where.py", "else/where.py:3"),
    ],
)
def test_a_note_without_a_shown_line_stands_above_its_file(
    evidence: Evidence, path: str, words: str
) -> None:
    page = page_of(with_finding(evidence=(evidence,)))
    (loose,) = page.every("div", class_="loose")
    assert words in loose.one("figcaption").words
    (opened,) = [node for node in page.every("details", class_="file") if "open" in node.attributes]
    assert opened.attributes["data-path"] == path


def test_without_the_change_the_record_stands_in() -> None:
    page = page_of(NOISY.document, None)
    assert len(page.every("details", class_="file")) == 4
    assert len(page.every("article")) == 10
    assert not page.every("div", class_="lines")
    first = page.one("details", id="file-1")
    assert first.words.endswith("No lines of this file are part of this page.")
    assert "docs/refunds.md:3" in first.words


def test_nothing_changed_and_nothing_found_shows_no_changes() -> None:
    document = replace(CLEAN.document, files=())
    assert not page_of(document, None).every("section", class_="changes")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"left_out": "the patch is larger than 1 MB"}, "the patch is larger than 1 MB."),
        ({"binary": True}, "left out of the review: binary."),
    ],
)
def test_a_file_nobody_read_says_why(fields: dict[str, Any], words: str) -> None:
    file = replace(file_of("blob.bin", 1), hunks=(), **fields)
    section = page_of(CLEAN.document, change_of(file)).one("details", class_="file")
    assert words in section.one("p", class_="absent").words


def test_long_diffs_are_cut_after_the_files_with_notes() -> None:
    document = with_finding(evidence=(quote("z.py", 2),))
    change = change_of(
        file_of("a.py", LINE_LIMIT),
        file_of("b.py", 5),
        replace(file_of("z.py", 1), hunks=file_of("z.py", 3).hunks * 2),
    )
    page = page_of(document, change)
    assert len(page.every("i")) == 2 * LINE_LIMIT
    first, second, noted = page.every("details", class_="file")
    assert first.every("p", class_="absent")[0].words == (
        "6 more lines of this file's diff not shown, to keep this page usable."
    )
    assert "5 more lines" in second.words
    assert not noted.every("p", class_="absent")
    (away,) = [
        p
        for p in page.one("section", class_="changes").inside
        if isinstance(p, Node) and p.tag == "p"
    ]
    assert away.words == "Not on this page, to keep it usable: 11 diff lines."


def test_a_note_on_a_line_that_was_cut_is_still_there() -> None:
    document = with_finding(evidence=(quote("a.py", LINE_LIMIT + 5),))
    page = page_of(document, change_of(file_of("a.py", LINE_LIMIT + 9)))
    assert page.one("div", class_="loose").every("article")


def test_very_many_files_are_cut_but_not_those_with_notes() -> None:
    files = [file_of(f"{number}.py", 1) for number in range(FILE_LIMIT + 2)]
    document = with_finding(evidence=(quote(f"{FILE_LIMIT + 1}.py", 1),))
    page = page_of(document, change_of(*files))
    shown = [node.attributes["data-path"] for node in page.every("details", class_="file")]
    assert len(shown) == FILE_LIMIT
    assert shown[-1] == f"{FILE_LIMIT + 1}.py"
    assert "Not on this page, to keep it usable: 2 files." in page.one("main").words


def test_a_very_long_line_is_cut_where_it_stops_being_readable() -> None:
    hunk = Hunk(0, 0, 1, 1, ("+" + "x" * (LINE_CAP + 1_500),))
    file = ChangedFile(path="a.js", status=FileStatus.ADDED, hunks=(hunk,))
    code = page_of(CLEAN.document, change_of(file)).one("div", class_="add").one("code")
    assert code.words == "x" * LINE_CAP + " … 1,500 more characters"


def test_a_long_quote_is_cut() -> None:
    long = replace(quote("far.py", 1), text="\n".join("x" * (QUOTE_LINES + 3)))
    figure = note_of(page_of(with_finding(evidence=(long,)))).one("figure")
    assert figure.words.endswith("… 3 more lines")


def test_a_secret_that_is_masked_in_its_quote_is_nowhere_on_the_page() -> None:
    lines = ('+KEY = "sk_live_51Habcdef"', "+x = 1", '+print("sk_live_51Habcdef")')
    file = ChangedFile(path="a.py", status=FileStatus.ADDED, hunks=(Hunk(0, 0, 1, 3, lines),))
    shown = replace(quote("a.py", 1), text='KEY = "(stripe key 3f2a)"')
    page = render(with_finding(evidence=(shown,)), change_of(file), style=Style())
    assert "sk_live_51H" not in page
    assert "KEY = &quot;(stripe key 3f2a)&quot;" in page
    assert "x = 1" in page


# The record.


def test_set_aside_is_listed_with_reasons() -> None:
    page = page_of(NOISY.document)
    section = page.one("section", aria_labelledby="aside-title")
    assert section.words.startswith(
        "Set aside 3 remarks not held against this change: claim 2, tooling 1."
    )
    rows = [row.words for row in section.one("tbody").every("tr")]
    assert rows[0] == (
        "Order is not imported src/billing/refund.py:7 Order exists at head claim staff-engineer"
    )
    assert rows[2].startswith("Line too long src/billing/client.py a formatter")
    assert not page_of(CLEAN.document).every("section", aria_labelledby="aside-title")


def test_very_many_rows_are_cut_and_counted() -> None:
    many = NOISY.document.set_aside[:1] * (ROW_LIMIT + 1)
    section = page_of(replace(NOISY.document, set_aside=many)).one(
        "section", aria_labelledby="aside-title"
    )
    assert len(section.one("tbody").every("tr")) == ROW_LIMIT
    assert section.words.endswith("1 more not on this page; the review document has all.")


def test_the_record_says_who_sat_and_what_was_left_out() -> None:
    record = page_of(BLIND.document).one("section", aria_labelledby="record-title")
    titles = [node.words for node in record.every("summary")]
    assert titles == [
        "9 inspectors",
        "4 gaps",
        "2 paths left out",
        "Looked at and found in order: 3",
        "41.2 s in all",
    ]
    tables = [
        [row.words for row in table.one("tbody").every("tr")] for table in record.every("table")
    ]
    assert "security role failed no answer within 120 s 21.00 s" in tables[0]
    assert tables[1][0] == (
        "security required the model did not answer within 120 s "
        "run postil review again, or raise timeout"
    )
    assert tables[2] == [
        "src/generated/schema.sql the patch is larger than 1 MB",
        "uv.lock lockfile",
    ]
    assert "Models 0.184 USD (61,000 tokens in, 5,300 out)" in record.words
    assert "Effort standard: lifted from Lite: it touches secrets" in record.words


def test_the_record_of_a_bare_run() -> None:
    bare = replace(
        CHECKS_CLEAN.document,
        inspectors=(),
        stages=(),
        brief=replace(
            CHECKS_CLEAN.document.brief, noise=(Noise(path="b.lock", rule="lockfile", lines=1),)
        ),
    )
    record = page_of(bare).one("section", aria_labelledby="record-title")
    assert [node.words for node in record.every("summary")] == ["1 path left out"]
    assert "b.lock lockfile, 1 line" in record.words
    assert "Models no model was asked" in record.words
    assert "Kind of change refactor Risk areas none" in record.words


# Hostile text.

ATTACKS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</code></pre><img src=x onerror=alert(1)>",
    "</details></section></main><script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    '" autofocus onfocus=alert(1) x="',
    "<img src=x onerror=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "[x](javascript:alert(1))",
    "javascript:alert(1)",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<base href=https://evil.example/>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>@import 'https://evil.example';</style>",
    "<form action=https://evil.example><input type=submit autofocus>",
    "<input onfocus=alert(1) autofocus>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "`<script>alert(1)</script>`",
    "<scr\x00ipt>alert(1)</scr\x00ipt>",
    "\u202e<script>alert(1)</script>\u202c",
    "${alert(1)}{{alert(1)}}<%= alert(1) %>",
)


def attacked(attack: str) -> tuple[ReviewDocument, Change]:
    """A review in which the attack stands wherever text of others can stand."""
    path = f"src/{attack}.py"
    file = replace(
        file_of(path, 1),
        old_path=f"old/{attack}",
        hunks=(Hunk(0, 0, 1, 1, (f"+{attack}",), attack),),
    )
    bad = HOSTILE.document.findings[0]
    hostile = replace(
        bad,
        title=attack,
        slug=attack,
        category=attack,
        failure_mode=attack,
        mitigation=attack,
        details=attack,
        caveat=attack,
        id=attack,
        number=attack,
        sources=(attack,),
        related=(attack,),
        evidence=(replace(quote(path, 1), text=attack), replace(quote(attack, None), text=attack)),
        adjustments=(replace(bad.adjustments[0], step=attack, before=attack, reason=attack),),
    )
    document = HOSTILE.document
    return (
        replace(
            document,
            postil=attack,
            subject=replace(
                document.subject, title=attack, target=attack, base=attack, notices=(attack,)
            ),
            findings=(hostile, replace(hostile, severity=Severity.LOW)),
            set_aside=tuple(
                replace(entry, title=attack, step=attack, source=attack, reason=attack)
                for entry in document.set_aside
            ),
            inspectors=tuple(
                replace(entry, name=attack, kind=attack, reason=attack)
                for entry in document.inspectors
            ),
        ),
        change_of(file),
    )


SHAPE = re.compile(r"[a-z][a-z0-9 -]*")


def test_there_are_enough_attacks() -> None:
    assert len(set(ATTACKS)) >= 40


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_is_only_ever_text(attack: str) -> None:
    document, change = attacked(attack)
    tame_document, tame_change = attacked("tame")
    page = page_of(document, change)
    tame = page_of(tame_document, tame_change)
    tags = [node.tag for node in page.every() if node.tag != "code"]
    assert tags == [node.tag for node in tame.every() if node.tag != "code"]
    for node in page.every():
        assert not any(name.startswith("on") for name in node.attributes)
        assert SHAPE.fullmatch(node.attributes.get("class") or "none")
        assert set(node.attributes) <= {
            *("id", "class", "href", "title", "tabindex", "role", "type", "open", "lang"),
            *("scope", "value", "charset", "name", "content", "http-equiv", "hidden"),
            *("placeholder", "autocomplete", "spellcheck"),
            *("data-level", "data-status", "data-note", "data-file", "data-path", "data-head"),
            *("aria-label", "aria-labelledby", "aria-hidden", "aria-live", "aria-pressed"),
        }


def test_text_that_hides_is_shown() -> None:
    assert text("a\u202eb\x1b\udcff<") == "a\\u202eb␛\\xff&lt;"
    assert text(Markup("<b>")) == "<b>"


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("plain", "plain"),
        ("call `f()` now", "call <code>f()</code> now"),
        ("`a` and `b`", "<code>a</code> and <code>b</code>"),
        ("one ` alone", "one ` alone"),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
    ],
)
def test_prose(sentence: str, shown: str) -> None:
    assert prose(sentence) == shown


def test_element() -> None:
    assert element(
        "p", "<", Markup("<b>"), class_="x", aria_label='"', hidden=True, open=False
    ) == ('<p class="x" aria-label="&quot;" hidden>&lt;<b></p>')
