from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postil.domain.document import ReviewDocument
from postil.domain.memory import Event, EventKind, Memory, Transition
from postil.domain.policy import Layout
from postil.domain.severity import Kind
from postil.render import Style, html, json, markdown, terminal
from postil.render._round import round_of
from postil.render._status import serious
from render.strategies import concluded, documents, texts
from sample_rounds import PREVIOUS, entry

from fakes.changes import HEAD

LATER = tuple(kind for kind in EventKind if kind not in (EventKind.RAISED, EventKind.CLAIMED_FIXED))


@st.composite
def re_reviews(draw: st.DrawFn) -> ReviewDocument:
    """Any document whose findings have lived through up to four events at two heads."""
    document = draw(documents())
    entries = []
    for finding in document.findings:
        kinds = draw(st.lists(st.sampled_from(LATER), max_size=3))
        now = draw(st.integers(0, len(kinds) + 1))
        lived = [
            Event(
                kind=kind,
                head=PREVIOUS if at < now else HEAD,
                note=draw(texts),
                who=draw(texts),
                commit=draw(st.sampled_from(("", "e5f6a7b0"))),
            )
            for at, kind in enumerate((EventKind.RAISED, *kinds))
        ]
        entries.append(entry(finding, *lived, late=draw(st.booleans())))
    return concluded(
        replace(
            document,
            findings=tuple(each.finding for each in entries),
            memory=Memory(entries=tuple(entries), heads=(PREVIOUS, HEAD)),
            previous_head=PREVIOUS,
            rewritten=draw(texts),
            transition=draw(st.sampled_from(Transition)),
        )
    )


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(re_reviews())
def test_every_format_renders_and_every_body_obeys_its_rules(document: ReviewDocument) -> None:
    for renderer in (markdown, terminal, html, json):
        assert renderer.render(document, None, style=Style()).endswith("\n")


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(re_reviews())
def test_every_open_finding_is_told_once_and_nothing_serious_is_ready(
    document: ReviewDocument,
) -> None:
    moved = round_of(document)
    told = [step.entry.id for step in (*moved.fresh, *moved.still_open)]
    assert sorted(told) == sorted(
        finding.id for finding in document.open_findings if finding.kind is not Kind.PRAISE
    )
    sections = replace(document, policy=replace(document.policy, layout=Layout.SECTIONS))
    text = markdown.render(sections, None, style=Style())
    verdict = next(line for line in reversed(text.split("\n")) if line.startswith(":"))
    assert not (serious(document) and ("eady" in verdict or "green" in verdict))
