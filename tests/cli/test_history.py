"""The reviews of a change and the life of each finding, from what earlier runs kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cli.conftest import BRANCH, TOKEN
from postil.cli import _chronicle
from postil.cli._lives import lives
from postil.domain.document import ReviewDocument
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, Standing
from postil.domain.severity import Severity
from postil.ports import ChangeKey
from postil.stores import open_store
from postil.stores.sqlite import SqliteStore
from postil.wiring import Kept

from commands import Ran
from repositories import Repository
from samples import NOISY

FIRST, SECOND = "1" * 40, "2" * 40
Command = Callable[..., Ran]


def test_a_branch_that_was_never_reviewed(shop: Repository, run: Command, tmp_path: Path) -> None:
    place = tmp_path / "kept.db"
    ran = run("history", "--repo", shop.path, "--store", place)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "No review of branch `topic` against `main` is kept.\n"
    assert not place.exists()


@pytest.mark.parametrize("name", ["kept.db", "kept/"])
def test_reviews_are_kept_and_told(
    shop: Repository, run: Command, tmp_path: Path, name: str
) -> None:
    place = f"{tmp_path}/{name}"
    assert run("review", "--repo", shop.path, "--store", place).status == 1
    later = shop.commit({"shop/settings.py": "TOKEN = None\n"}, branch="topic")
    run("review", "--repo", shop.path, "--store", place)
    ran = run("history", "--repo", shop.path, "--store", place)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("branch `topic` against `main`: 2 reviews, ")
    assert lines[2].split() == ["Review", "Head", "Verdict", "Coverage", "Open", "Closed", "USD"]
    assert lines[4].split()[:2] == ["2", later[:7]]
    assert any(line.startswith("F1 ") for line in lines)
    told = json.loads(run("history", "--repo", shop.path, "--store", place, "--json").out)
    assert [review["head"] for review in told["reviews"]] == [shop.oid("topic~1"), later]
    secret = next(each for each in told["findings"] if each["slug"] == "committed-secret")
    assert secret["path"] == "shop/settings.py"
    assert secret["life"][0]["head"] == shop.oid("topic~1")


def test_reviews_are_kept_in_the_state_folder_but_not_with_json(
    shop: Repository, run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    run("review", "--repo", shop.path, "--json")
    run("review", "--repo", shop.path, "--store", "none")
    assert not (tmp_path / "state").exists()
    run("review", "--repo", shop.path)
    assert (tmp_path / "state" / "postil" / "reviews.db").stat().st_mode & 0o777 == 0o600
    assert "1 review," in run("history", "--repo", shop.path).out
    assert "1 review," in run("history", "topic", "--base", "main", "--repo", shop.path).out


def test_the_same_change_again_shows_the_stored_review(shop: Repository, run: Command) -> None:
    first = run("review", "--repo", shop.path)
    again = run("review", "--repo", shop.path)
    assert (first.status, again.status) == (1, 1)
    verdict = (
        f"Nothing new since {shop.oid('topic')[:7]} was reviewed; its verdict stands: blocked."
    )
    assert verdict in again.out
    assert "its verdict stands" not in first.out
    assert "shop/settings.py" in first.out
    assert "shop/settings.py" in again.out
    assert "1 review," in run("history", "--repo", shop.path).out
    full = run("review", "--repo", shop.path, "--scope", "full")
    assert "its verdict stands" not in full.out
    assert "2 reviews," in run("history", "--repo", shop.path).out


@pytest.mark.parametrize("more", [["--json"], ["--store", "none"], ["--only", "non-code-scan"]])
def test_some_runs_neither_read_nor_write_the_usual_store(
    shop: Repository, run: Command, more: list[str]
) -> None:
    run("review", "--repo", shop.path)
    once, twice = (run("review", "--repo", shop.path, *more) for _ in range(2))
    for ran in (once, twice):
        assert "noop" not in ran.out
        assert "its verdict stands" not in ran.out
    assert "1 review," in run("history", "--repo", shop.path).out


def test_a_branch_that_was_merged_starts_afresh(shop: Repository, run: Command) -> None:
    assert "shop/settings.py" in run("review", "--repo", shop.path).out
    merged = shop.oid("topic")
    shop.git("update-ref", "refs/heads/main", merged)
    shop.commit({"README.md": "# Shop\n\nSells.\n"}, branch="topic")
    ran = run("review", "--repo", shop.path)
    assert "shop/settings.py" not in ran.out
    told = f"(`{merged[:7]}`) is part of `main` by now; this review starts afresh."
    assert told in " ".join(ran.out.split())
    assert ran.status == 0


def test_uncommitted_work_on_another_commit_starts_afresh(shop: Repository, run: Command) -> None:
    shop.checkout("topic")
    shop.write({"shop/keys.py": f'KEY = "{TOKEN}"\n'})
    assert "shop/keys.py" in run("review", "--worktree", "--repo", shop.path).out
    again = run("review", "--worktree", "--repo", shop.path)
    assert "its verdict stands: blocked" in again.out
    shop.git("add", "--all")
    shop.git("commit", "--quiet", "--message", "Keep it")
    shop.write({"README.md": "# Shop\n\nSells.\n"})
    ran = run("review", "--worktree", "--repo", shop.path)
    assert "shop/keys.py" not in ran.out
    assert "this review starts afresh" in ran.out


def test_another_base_is_another_change(shop: Repository, run: Command) -> None:
    shop.commit({"README.md": "# Shop\n\nSells.\n"}, branch="topic")
    assert "shop/settings.py" in run("review", "--repo", shop.path).out
    assert "shop/settings.py" not in run("review", "topic~1..topic", "--repo", shop.path).out
    assert "its verdict stands: blocked" in run("review", "--repo", shop.path).out


def test_a_head_that_is_gone_is_no_reason_to_stop(
    shop: Repository, run: Command, tmp_path: Path
) -> None:
    run("review", "--repo", shop.path)
    other = Repository(tmp_path / "clone")
    other.git("pull", "--quiet", shop.path, "main")
    other.branch("topic")
    other.commit({**BRANCH, "README.md": "# Shop\n"}, "Rename, anew", branch="topic")
    other.switch("topic")
    ran = run("review", "--repo", other.path)
    assert (ran.status, ran.err) == (1, "")
    assert "Blocked: 1 of 2 findings" in ran.out
    assert "2 reviews," in run("history", "--repo", other.path).out


def test_what_a_newer_postil_kept_is_left_alone(
    shop: Repository, run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    run("review", "--repo", shop.path)
    store = SqliteStore(str(tmp_path / "state" / "postil" / "reviews.db"))
    store._connection.execute("UPDATE reviews SET version = version + 1")
    ran = run("review", "--repo", shop.path)
    assert ran.status == 1
    assert "shop/settings.py" in ran.out
    assert "was written by a newer Postil" in ran.err
    assert "This review is not kept." in ran.err
    assert list(store._connection.execute("SELECT count(*) FROM reviews")) == [(1,)]
    store.close()


def test_a_review_that_is_damaged_leaves_the_one_before_it(
    shop: Repository, run: Command, tmp_path: Path
) -> None:
    place = tmp_path / "kept.db"
    run("review", "--repo", shop.path, "--store", place)
    shop.commit({"README.md": "# Shop\n\nSells.\n"}, branch="topic")
    run("review", "--repo", shop.path, "--store", place)
    store = SqliteStore(str(place))
    store._connection.execute("UPDATE reviews SET document = x'00' WHERE id = 2")
    store.close()
    ran = run("review", "--repo", shop.path, "--store", place)
    assert ran.status == 1
    assert "review 2 in" in ran.err
    assert "cannot be read and is left out" in ran.err
    assert "3 reviews," not in run("history", "--repo", shop.path, "--store", place).out
    told = json.loads(run("history", "--repo", shop.path, "--store", place, "--json").out)
    assert [len(each["life"]) for each in told["findings"]] == [2, 2]


def test_a_store_nobody_asked_for_is_no_reason_not_to_review(
    shop: Repository, run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    ran = run("review", "--repo", shop.path)
    assert ran.status == 1
    assert "committed" in ran.out
    assert "cannot be used" in ran.err
    assert "This review is not kept." in ran.err


def test_a_store_that_was_asked_for_must_work(
    shop: Repository, run: Command, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    ran = run("review", "--repo", shop.path, "--store", tmp_path / "notes.txt")
    assert (ran.status, ran.out) == (2, "")
    assert "is no store of Postil's" in ran.err


def test_a_review_that_cannot_be_kept_is_printed_all_the_same(
    shop: Repository, run: Command, tmp_path: Path
) -> None:
    place = tmp_path / "kept.db"
    store = SqliteStore(str(place))
    store._connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON reviews BEGIN SELECT raise(ABORT, 'no room'); END"
    )
    store.close()
    ran = run("review", "--repo", shop.path, "--store", place)
    assert ran.status == 2
    assert "committed" in ran.out
    assert "cannot be used (no room)" in ran.err


def test_two_runs_do_not_review_one_head(shop: Repository, run: Command, tmp_path: Path) -> None:
    place = str(tmp_path / "kept.db")
    store = open_store(place)
    key = ChangeKey(repository=shop.oid("topic~1"), change="topic against main")
    head = shop.oid("topic")
    with store.lease(key, head):
        ran = run("review", "--repo", shop.path, "--store", place)
    store.close()
    assert (ran.status, ran.out) == (2, "")
    assert f"another run is reviewing `{head[:7]}` right now" in ran.err
    assert run("review", "--repo", shop.path, "--store", place).status == 1


def test_damage_is_said(shop: Repository, run: Command, tmp_path: Path) -> None:
    place = tmp_path / "kept.db"
    place.write_bytes(b"damaged" * 100)
    ran = run("history", "--repo", shop.path, "--store", place)
    assert ran.status == 0
    assert "is damaged; it was set aside as" in ran.err


def test_no_store_to_look_into(shop: Repository, run: Command) -> None:
    ran = run("history", "--repo", shop.path, "--store", "none")
    assert ran.status == 2
    assert "name one with `--store PATH`" in ran.err


def entry(number: str = "F1", *events: Event, late: bool = False) -> Entry:
    found = replace(
        NOISY.document.findings[0], number=number, id=number * 4, status=State.LIKELY_FIXED
    )
    return Entry(finding=found, events=events, late=late)


def kept(*entries: Entry) -> Kept:
    document = replace(NOISY.document, findings=(), memory=Memory(entries=entries))
    return Kept(target="branch `x`", reviews=(document,))


def test_what_happened_is_told_in_order() -> None:
    life = (
        Event(kind=EventKind.RAISED, head=FIRST),
        Event(kind=EventKind.SEEN_AGAIN, head=SECOND, severity=Severity.CRITICAL),
        Event(
            kind=EventKind.DISPUTED,
            head=SECOND,
            by=Standing.AUTHOR,
            who="ada",
            note="It is\x1b[2J on purpose",
        ),
        Event(kind=EventKind.FIXED, head=SECOND, commit="c" * 40),
    )
    lines = list(_chronicle.lines(kept(entry("F1", *life, late=True))))
    start = next(index for index, line in enumerate(lines) if line.startswith("F1 "))
    assert "likely-fixed, missed earlier: " in lines[start]
    assert lines[-4:] == [
        "    1111111 raised",
        "    2222222 seen again, now critical",
        "    2222222 disputed by author ada: It is␛[2J on purpose",
        "    2222222 fixed in ccccccc",
    ]


def test_findings_come_in_the_order_of_their_numbers() -> None:
    raised = Event(kind=EventKind.RAISED, head=FIRST)
    reviews = kept(*(entry(number, raised) for number in ("F10", "F2", "Fx", "F" + "9" * 50)))
    assert [life.finding.number for life in lives(reviews.reviews)][2:] == ["F2", "F10"]


def test_a_long_note_is_cut() -> None:
    event = Event(kind=EventKind.RAISED, head=FIRST, note="word " * 1_000)
    lines = list(_chronicle.lines(kept(entry("F1", event))))
    assert max(map(len, lines)) <= 78
    assert lines[-1].endswith("…")
    assert len(lines) < 20


def test_states_are_told_where_nothing_is_remembered() -> None:
    found = NOISY.document.findings[0]

    def at(head: str, state: State) -> ReviewDocument:
        subject = replace(NOISY.document.subject, head=head)
        return replace(NOISY.document, subject=subject, findings=(replace(found, status=state),))

    reviews = [
        at(FIRST, State.NEW),
        at(SECOND, State.OPEN),
        at("3" * 40, State.OPEN),
        at("4" * 40, State.LIKELY_FIXED),
    ]
    (life,) = lives(reviews)
    assert [(moment.head[0], moment.what) for moment in life.moments] == [
        ("1", "new"),
        ("2", "open"),
        ("4", "likely fixed"),
    ]
