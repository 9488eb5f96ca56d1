"""What a pull request should show: composed, posted, read back, edited by people, resumed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pytest

from delivering import Notebook
from memory_forge import ANN, ME, PULL, Killed, MemoryForge, Mishap
from postil.domain.change import Hunk
from postil.domain.document import ReviewDocument, Stand
from postil.domain.forge import Comment, Conclusion, PostedReview, ReviewState, Shown
from postil.domain.judgement import Coverage
from postil.domain.ledger import State
from postil.domain.marks import Mark, MarkKind, Seal, Stage
from postil.domain.memory import Memory, UnitRead
from postil.domain.policy import CiGate, Layout, Profile
from postil.domain.publication import Carrier, PostReview
from postil.pipeline.earlier import disbelieved, earlier, later, run_name
from postil.pipeline.edits import written_by_people
from postil.pipeline.outgoing import Outgoing
from postil.pipeline.posting import ROOM, Posting, carrier_of
from postil.pipeline.publishing import publish
from postil.publish.anchors import Anchors
from postil.publish.carrying_out import Courier
from postil.publish.planning import plan
from postil.publish.recognising import recognise
from postil.publish.state import packed
from sample_rounds import STILL_BLOCKED

from samples import BLIND, CLEAN, NOISY, Sample, under

SEAL = Seal(repository_id="R_1", number=7, key=b"key")
RUN = run_name("aa", 1_000)


def patch(hunks: tuple[Hunk, ...]) -> str:
    lines = []
    for hunk in hunks:
        old, new = f"{hunk.old_start},{hunk.old_count}", f"{hunk.new_start},{hunk.new_count}"
        lines += [f"@@ -{old} +{new} @@", *hunk.body]
    return "\n".join(lines)


def patches(sample: Sample) -> Mapping[str, str]:
    return {file.path: patch(file.hunks) for file in sample.change.files if file.hunks}


def document_of(sample: Sample) -> ReviewDocument:
    """The sample's document with every finding that may stand on a line given a note."""
    document = sample.document
    findings = tuple(replace(each, inline=each.is_inline) for each in document.findings)
    return replace(document, findings=findings)


def posting(sample: Sample = NOISY, **given: object) -> Posting:
    document = given.pop("document", None) or document_of(sample)
    assert isinstance(document, ReviewDocument)
    files = frozenset(file.path for file in sample.change.files)
    return Posting(
        document=document,
        seal=SEAL,
        anchors=Anchors(patches(sample), files),
        run=str(given.pop("run", RUN)),
        outgoing=Outgoing(pull=PULL),
        **given,  # type: ignore[arg-type]
    )


def forge_for(document: ReviewDocument) -> MemoryForge:
    return MemoryForge(shown=Shown(pull=replace(PULL, head=document.subject.head), me=ME))


def post(
    one: Posting, forge: MemoryForge | None = None, journal: Notebook | None = None
) -> MemoryForge:
    forge = forge or forge_for(one.document)
    journal = journal or Notebook()
    courier = Courier(forge=forge, seal=SEAL, wait=lambda _s: None, journal=journal)
    delivery = courier.deliver(one.wanted, forge.look())
    assert not delivery.left
    return forge


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("sample", [NOISY, CLEAN, BLIND, STILL_BLOCKED])
def test_inv_08_every_profile_is_posted_and_nothing_is_left_to_plan(
    sample: Sample, profile: Profile
) -> None:
    one = posting(under(sample, profile))
    forge = post(one)
    assert plan(one.wanted(forge.shown, {}), forge.shown, SEAL) == ()


def test_every_open_finding_stands_exactly_once() -> None:
    forge = post(posting())
    noted = {
        SEAL.read(each.comments[0].body).mark.id  # type: ignore[union-attr]
        for each in forge.shown.threads
    }
    read = earlier(forge.shown, SEAL, run=RUN)
    assert read.document is not None
    assert read.document.delivery is not None
    stands = dict(read.document.delivery.stands)
    assert {id_ for id_, stand in stands.items() if stand is Stand.LINE} == noted
    assert set(stands) == {
        each.id for each in NOISY.document.open_findings if each.kind != "praise"
    }


def test_the_state_comes_back_whole() -> None:
    document = document_of(NOISY)
    read = earlier(post(posting()).shown, SEAL, run=RUN)
    assert read.is_trusted
    assert read.document is not None
    assert replace(read.document, delivery=None) == document


def test_without_a_key_a_state_only_prevents_repetition() -> None:
    plain = replace(SEAL, key=b"")
    one = replace(posting(), seal=plain)
    forge = forge_for(one.document)
    Courier(forge=forge, seal=plain, wait=lambda _s: None).deliver(one.wanted, forge.look())
    read = earlier(forge.shown, plain, run=RUN)
    assert read.document is not None
    assert not read.is_trusted
    assert read.document.memory.units == ()
    assert all(each.is_open for each in read.document.findings)


def test_t_02_what_nobody_signed_closes_nothing() -> None:
    document = STILL_BLOCKED.document
    assert any(not each.state.is_open for each in document.memory.entries) or any(
        not each.is_open for each in document.findings
    )
    believed = disbelieved(document)
    assert all(each.state is State.OPEN or each.state.is_open for each in believed.memory.entries)
    assert [each.id for each in believed.memory.entries] == [
        each.id for each in document.memory.entries
    ]
    assert believed.memory.next_number == document.memory.next_number
    assert believed.memory.spent_usd == Memory().spent_usd


def test_a_run_that_died_after_its_opening_is_gone_on_with() -> None:
    one = posting()
    forge = forge_for(one.document)
    opening = one.wanted(forge.shown, {}).opening
    comment = Comment(id="101", author=ME, body=opening)
    forge.shown = replace(forge.shown, comments=(comment,))
    later = run_name("bb", 1_000 + 700)
    read = earlier(forge.shown, SEAL, run=later)
    assert read.is_unfinished
    assert not read.is_busy
    assert read.document is not None
    post(posting(document=read.document, run=later, previous=read.document), forge)
    assert len(forge.shown.threads) == len(post(posting()).shown.threads)


@pytest.mark.parametrize(
    ("run", "is_busy"),
    [
        (RUN, False),
        (run_name("bb", 1_200), True),
        (later(run_name("bb", 1_000), 299), True),
        (later(run_name("bb", 1_000), 300), False),
        (run_name("bb", 1_700), False),
        (run_name("bb", 900), False),
        ("odd", False),
    ],
)
def test_two_runs_for_one_head_the_second_sees_the_first(run: str, is_busy: bool) -> None:
    one = posting()
    forge = forge_for(one.document)
    comment = Comment(id="101", author=ME, body=one.wanted(forge.shown, {}).opening)
    shown = replace(forge.shown, comments=(comment,))
    assert earlier(shown, SEAL, run=run).is_busy is is_busy
    bare = SEAL.stamp(
        "wait",
        Mark(kind=MarkKind.SUMMARY, id=RUN, head="f" * 40, stage=Stage.OPENING),
    )
    stateless = replace(shown, comments=(replace(comment, body=bare),))
    assert earlier(stateless, SEAL, run=run).is_busy is is_busy


def test_gh_26_a_note_somebody_deleted_is_not_posted_again_for_that_head() -> None:
    one = posting()
    forge = post(one)
    gone = forge.shown.threads[0]
    forge.shown = replace(forge.shown, threads=forge.shown.threads[1:])
    last = earlier(forge.shown, SEAL, run=RUN).document
    assert last is not None
    again = posting(document=last, previous=last, run=run_name("cc", 5_000), is_kept=True)
    post(again, forge)
    assert gone.comments[0].body not in {each.comments[0].body for each in forge.shown.threads}
    assert len(forge.writes) == len(post(one).writes)


@pytest.mark.parametrize("profile", [Profile.SECTIONS, Profile.GUIDED])
def test_f_11_a_review_of_which_half_was_stored_when_the_run_died_is_completed(
    profile: Profile,
) -> None:
    one, journal = posting(under(NOISY, profile)), Notebook()
    whole = len(post(one).shown.threads)
    forge = forge_for(one.document)
    before = [Mishap.NONE] * (profile is Profile.SECTIONS)
    forge.mishaps, forge.die_at = [*before, Mishap.PARTIAL], 2 * len(before) + 1
    with pytest.raises(Killed):
        post(one, forge, journal)
    assert len(forge.shown.threads) < whole
    last = earlier(forge.shown, SEAL, run=RUN).document
    assert last is not None
    again = posting(under(NOISY, profile), document=last, previous=last, is_kept=True)
    post(again, forge, journal)
    assert len(forge.shown.threads) == whole


def test_gh_04_where_a_review_is_the_summary_a_swallowed_note_stands_on_its_file() -> None:
    one = posting(under(NOISY, Profile.GUIDED))
    whole = len(post(one).shown.threads)
    forge = forge_for(one.document)
    forge.mishaps = [Mishap.HOLLOW]
    post(one, forge)
    assert [each.line for each in forge.shown.threads] == [None] * whole


def test_gh_26_for_the_next_head_it_may_be_said_again() -> None:
    one = posting()
    own = recognise(post(one).shown, SEAL)
    elsewhere = replace(one.document, subject=replace(one.document.subject, head="9" * 40))
    other = posting(document=elsewhere, previous=one.document)
    assert other._withheld(own, Carrier.COMMENT) == frozenset()


def test_where_each_head_has_its_summary_the_review_tells_what_was_posted() -> None:
    one = posting(under(NOISY, Profile.SECTIONS))
    forge = post(one)
    last = earlier(forge.shown, SEAL, run=RUN).document
    assert last is not None
    forge.shown = replace(forge.shown, threads=())
    again = posting(document=last, previous=last, is_kept=True)
    assert plan(again.wanted(forge.shown, {}), forge.shown, SEAL) == ()
    forge.shown = replace(forge.shown, reviews=())
    missing = plan(again.wanted(forge.shown, {}), forge.shown, SEAL)
    assert [type(each) for each in missing] == [PostReview]


def test_gh_28_what_a_person_wrote_into_the_summary_is_kept_and_not_believed() -> None:
    one = posting()
    forge = post(one)
    summary = forge.shown.comments[0]
    edited = summary.body.replace(
        "\n\n<!-- postil:state", "\n\nPlease wait for @ann\n\n<!-- postil:state", 1
    )
    forge.shown = replace(forge.shown, comments=(replace(summary, body=edited),))
    last = earlier(forge.shown, SEAL, run=RUN).document
    assert last is not None
    own = recognise(forge.shown, SEAL)
    theirs = written_by_people(own, last)
    post(
        posting(document=one.document, previous=last, run=run_name("dd", 9_000), edits=theirs),
        forge,
    )
    body = forge.shown.comments[0].body
    assert "Kept from an edit" in body
    assert "> Please wait for `@ann`" in body
    later = earlier(forge.shown, SEAL, run=RUN).document
    assert later is not None
    assert later.delivery is not None
    assert later.delivery.edits == ("Please wait for @ann",)
    still = written_by_people(recognise(forge.shown, SEAL), later)
    assert still == ("Please wait for @ann",)
    third = posting(document=one.document, previous=later, run=run_name("ee", 1), edits=still)
    post(third, forge)
    assert forge.shown.comments[0].body.count("Please wait for") == 1
    assert written_by_people(recognise(forge.shown, SEAL), None) == ()


def test_ac_33_a_state_somebody_rewrote_under_our_mark_is_text() -> None:
    """Whoever may edit our comment can put any state there, and cannot sign it."""
    forge = post(posting())
    summary = forge.shown.comments[0]
    ours = next(line for line in summary.body.split("\n") if line.startswith("<!-- postil:state"))
    calm = replace(document_of(NOISY), findings=(), memory=Memory())
    forged = packed(calm, replace(SEAL, key=b"another"), room=ROOM)
    edited = replace(summary, body=summary.body.replace(ours, forged))
    shown = replace(forge.shown, comments=(edited,))
    assert len(recognise(shown, SEAL).summaries) == 1
    assert earlier(shown, SEAL, run=RUN).document is None


def test_gh_17_f_18_a_persons_pending_review_is_left_and_the_summary_says_everything() -> None:
    one = posting()
    pending = PostedReview(
        id="5", author=ANN, state=ReviewState.PENDING, body="mine", commit=one.document.subject.head
    )
    forge = forge_for(one.document)
    forge.shown = replace(forge.shown, reviews=(pending,))
    post(one, forge)
    assert forge.shown.reviews == (pending,)
    assert not forge.shown.threads
    read = earlier(forge.shown, SEAL, run=RUN).document
    assert read is not None
    assert read.delivery is not None
    assert {stand for _, stand in read.delivery.stands} == {Stand.SUMMARY}
    assert "submit or discard it" in read.delivery.troubles[0]


def test_gh_17_f_18_our_own_pending_review_is_taken_back_first() -> None:
    one = posting()
    body = one.wanted(forge_for(one.document).shown, {}).review_body
    pending = PostedReview(
        id="5", author=ME, state=ReviewState.PENDING, body=body, commit=one.document.subject.head
    )
    forge = forge_for(one.document)
    forge.shown = replace(forge.shown, reviews=(pending,))
    post(one, forge)
    assert [each.state for each in forge.shown.reviews] == [ReviewState.COMMENTED]


def test_t_02_a_strangers_copy_of_our_summary_stays_untouched() -> None:
    one = posting()
    ours = post(one).shown.comments[0]
    copy = Comment(id="60", author=ANN, body=ours.body)
    forge = forge_for(one.document)
    forge.shown = replace(forge.shown, comments=(copy,))
    post(one, forge)
    assert forge.shown.comments[0] == copy
    assert len(forge.shown.comments) == 2
    assert earlier(replace(forge.shown, comments=(copy,)), SEAL, run=RUN).document is None


def test_inv_06_the_check_is_never_green_over_what_was_not_seen() -> None:
    for sample, conclusion in (
        (NOISY, Conclusion.FAILURE),
        (CLEAN, Conclusion.SUCCESS),
        (BLIND, Conclusion.ACTION_REQUIRED),
    ):
        document = sample.document
        policy = replace(document.policy, ci_gate=CiGate.STATUS)
        one = posting(sample, document=replace(document_of(sample), policy=policy))
        check = one.wanted(forge_for(document).shown, {}).check
        assert check is not None
        assert check.conclusion is conclusion, sample.document.verdict


@pytest.mark.parametrize("mishap", [Mishap.LIE, Mishap.DROPPED_BEFORE])
def test_inv_15_what_the_forge_does_not_show_is_not_called_posted(mishap: Mishap) -> None:
    one = posting()
    forge = forge_for(one.document)
    forge.mishaps = [mishap] * 60
    courier = Courier(forge=forge, seal=SEAL, wait=lambda _s: None)
    done = publish(one, courier, forge.look())
    assert not done.is_whole
    record = done.document.delivery
    assert record is not None
    assert record.troubles
    shown = recognise(forge.shown, SEAL).threads
    assert {id_ for id_, stand in record.stands if stand is not Stand.SUMMARY} == set(shown)
    whole = publish(one, courier, post(one).shown)
    assert whole.is_whole
    assert whole.document.delivery is not None
    assert whole.document.delivery.troubles == ()


def test_without_the_gate_there_is_no_check() -> None:
    document = document_of(NOISY)
    off = replace(document, policy=replace(document.policy, ci_gate=CiGate.OFF))
    assert posting(document=off).wanted(forge_for(off).shown, {}).check is None


def test_nothing_is_posted_about_a_clean_change_where_that_is_the_wish() -> None:
    quiet = under(CLEAN, Profile.SECTIONS).document
    if quiet.findings or quiet.coverage is not Coverage.FULL:
        quiet = replace(quiet, findings=(), coverage=Coverage.FULL)
    assert carrier_of(quiet) is Carrier.NOTHING
    assert carrier_of(replace(quiet, coverage=Coverage.PARTIAL)) is Carrier.COMMENT_PER_HEAD
    assert carrier_of(replace(quiet, policy=replace(quiet.policy, layout=Layout.NONE))) is (
        Carrier.NOTHING
    )


def grown(document: ReviewDocument, lines: int) -> ReviewDocument:
    """The document of a change with so many lines that were read."""
    digests = tuple(hashlib.sha256(str(n).encode()).hexdigest()[:12] for n in range(lines))
    unit = UnitRead(key="k", unit="a.py", reader="sdet", head="b" * 40, lines=digests)
    return replace(document, memory=replace(document.memory, units=(unit,)))


def test_state_too_large_for_the_summary_stands_in_a_comment_of_its_own() -> None:
    document = document_of(NOISY)
    large = grown(document, 5_700)
    forge = post(posting(document=large))
    own = recognise(forge.shown, SEAL)
    assert len(own.summaries) == 1
    assert len(own.overflow) == 1
    assert "nothing to do" in own.overflow[0].comment.body
    assert all(len(each.body) <= ROOM for each in forge.shown.comments)
    read = earlier(forge.shown, SEAL, run=RUN).document
    assert read is not None
    assert read.findings == large.findings
    assert read.memory.units == large.memory.units
    post(posting(document=document, previous=read, run=run_name("ff", 5_000)), forge)
    assert recognise(forge.shown, SEAL).overflow == ()


def test_state_too_large_for_any_comment_keeps_the_findings() -> None:
    huge = grown(document_of(NOISY), 20_000)
    read = earlier(post(posting(document=huge)).shown, SEAL, run=RUN).document
    assert read is not None
    assert read.findings == huge.findings
    assert read.memory.units == ()
