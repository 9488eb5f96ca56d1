from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from markdown_it import MarkdownIt

from postil.domain.document import ReviewDocument
from postil.domain.errors import NotAvailable
from postil.domain.judgement import Verdict
from postil.domain.policy import Layout, Profile
from postil.render import Style
from postil.render._validation import validate
from postil.render.markdown import MEDIA_TYPE, NAME, InvalidBody, render
from render.strategies import documents

from samples import CLEAN, HOSTILE, NOISY, SAMPLES, under

READER = MarkdownIt("gfm-like", {"linkify": False})


def laid_out(document: ReviewDocument, layout: Layout) -> ReviewDocument:
    return replace(document, policy=replace(document.policy, layout=layout))


def test_names() -> None:
    assert (NAME, MEDIA_TYPE) == ("markdown", "text/markdown")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_every_document_renders_to_a_valid_body(document: ReviewDocument) -> None:
    body = render(document, None, style=Style())
    assert validate(body) == ()
    assert body.endswith("\n")
    assert body.encode("utf-8")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_nothing_foreign_becomes_markup(document: ReviewDocument) -> None:
    body = render(document, None, style=Style())
    kinds = {token.type for token in READER.parse(body)}
    for token in READER.parse(body):
        kinds |= {child.type for child in token.children or ()}
        if token.type == "html_block":
            for line in token.content.splitlines():
                assert line.startswith(("<!-- postil:", "<details>", "</details>", "<summary>"))
    assert not kinds & {"link_open", "image", "html_inline"}


def test_no_layout_says_which_there_are() -> None:
    document = laid_out(CLEAN.document, Layout.NONE)
    with pytest.raises(NotAvailable, match="layout `none` writes no summary; choose `--layout st"):
        render(document, None, style=Style())


def test_a_body_that_breaks_its_rules_is_refused() -> None:
    document = replace(NOISY.document, verdict=Verdict.CLEAN)
    with pytest.raises(InvalidBody, match="the `sticky` body is not valid: approved over open"):
        render(document, None, style=Style())


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("profile", [Profile.PANEL, Profile.SECTIONS])
def test_folds_open_and_close(name: str, profile: Profile) -> None:
    body = render(under(SAMPLES[name], profile).document, None, style=Style())
    html = READER.render(body)
    assert html.count("<details>") == html.count("</details>")
    assert html.count("<details>") == html.count("<summary>")


def test_no_script_survives() -> None:
    for profile in (Profile.PANEL, Profile.SECTIONS):
        html = READER.render(render(under(HOSTILE, profile).document, None, style=Style()))
        assert "<script" not in html
        assert "<img" not in html
        assert "<a " not in html
