"""Earlier reviews handed in at the command line: what is taken, and one sentence for what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.test_bad_input import assert_one_sentence

from commands import Ran
from repositories import Repository

Run = Callable[..., Ran]
LISTED = {
    "id": "F4",
    "slug": "old-name",
    "file": "shop/prices.py",
    "line": 1,
    "category": "stale-reference",
    "severity": "high",
    "justification": "reachable",
    "summary": "`price_of` is gone",
}
REPLIES = """### Issue F4
**Title:** `price_of` is gone
**File:** `shop/prices.py` (line 1)
**Author reply (@ada):**
> That is intended
"""


@pytest.fixture
def prior(tmp_path: Path) -> str:
    path = tmp_path / "prior.json"
    path.write_text(json.dumps([LISTED]), encoding="utf-8")
    return str(path)


@pytest.fixture
def replies(tmp_path: Path) -> str:
    path = tmp_path / "replies.md"
    path.write_text(REPLIES, encoding="utf-8")
    return str(path)


@pytest.fixture
def ask(shop: Repository, run: Run) -> Run:
    def command(*more: str) -> Ran:
        return run("review", "--repo", shop.path, "--json", "--only", "comment-hygiene", *more)

    return command


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is not JSON"),
        ("[{]", "is not JSON"),
        ("{}", "does not fit"),
        ('[{"id": 3}]', "`$[0].id`"),
        ('{"version": 99}', "version `99`"),
        ("[" * 5000, "nested too deeply"),
    ],
)
def test_a_prior_review_that_is_none(ask: Run, tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "prior.json"
    path.write_text(content, encoding="utf-8")
    assert_one_sentence(ask("--prior", str(path)), words)


@pytest.mark.parametrize("option", ["--prior", "--feedback"])
def test_a_file_that_cannot_be_read(ask: Run, tmp_path: Path, option: str) -> None:
    assert_one_sentence(ask(option, "no/such"), "`no/such` cannot be read", f"`{option}`")
    assert_one_sentence(ask(option, str(tmp_path)), f"`{tmp_path}` cannot be read", f"`{option}`")


def test_feedback_that_is_none(ask: Run, tmp_path: Path) -> None:
    path = tmp_path / "replies.md"
    path.write_text("hello", encoding="utf-8")
    assert_one_sentence(ask("--feedback", str(path)), "`### Issue <id>`")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--last-sha", "main"], "`--last-sha main` needs `--prior FILE`"),
        (["--prior-fix-range", "main..topic"], "`--prior-fix-range main..topic` answers"),
        (["--scope", "delta"], "`--scope delta` needs an earlier review"),
    ],
)
def test_an_option_without_its_partner(ask: Run, options: list[str], words: str) -> None:
    assert_one_sentence(ask(*options), words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--last-sha", "nosuch"], "no revision `nosuch`"),
        (["--last-sha", "0" * 40], "no revision `0000000"),
        (["--last-sha=--upload-pack=x"], "`--upload-pack=x`"),
        (["--prior-fix-range", "main"], "`--prior-fix-range main` is not a range"),
        (["--prior-fix-range", "main...topic"], "`A..B`"),
        (["--prior-fix-range", "nosuch..topic"], "no revision `nosuch`"),
        (["--prior-fix-range", "main..nosuch"], "no revision `nosuch`"),
        (["--scope", "delta"], "`--scope delta` has nothing to start from"),
    ],
)
def test_commits_that_are_not_there(ask: Run, prior: str, options: list[str], words: str) -> None:
    assert_one_sentence(ask("--prior", prior, *options), words)


def test_a_prior_review_of_a_commit_that_is_gone_needs_another_start(
    ask: Run, tmp_path: Path
) -> None:
    path = tmp_path / "first.json"
    first = json.loads(ask().out)
    path.write_text(json.dumps({**first, "head": "1" * 40}), encoding="utf-8")
    assert_one_sentence(
        ask("--prior", str(path), "--scope", "delta"), "`1111111`, which the earlier review is of"
    )


def told(ran: Ran) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(ran.out)
    return report


def test_the_commit_that_is_named_counts(ask: Run, shop: Repository, tmp_path: Path) -> None:
    path = tmp_path / "first.json"
    first = told(ask())
    path.write_text(json.dumps(first), encoding="utf-8")
    shop.commit({"more.txt": "x\n"}, branch="topic")
    report = told(ask("--prior", str(path), "--last-sha", "main"))
    assert report["last_sha"] == shop.oid("main")
    said, counts = first["head"][:7], shop.oid("main")[:7]
    assert report["notices"] == [
        f"`--prior` is a review of `{said}`; `--last-sha` says `{counts}`, which counts."
    ]


def test_an_empty_list_of_a_named_commit_is_a_review(
    ask: Run, shop: Repository, tmp_path: Path
) -> None:
    path = tmp_path / "none.json"
    path.write_text("[]", encoding="utf-8")
    assert told(ask("--prior", str(path)))["transition"] == "first"
    report = told(ask("--prior", str(path), "--last-sha", "main"))
    assert (report["transition"], report["last_sha"]) == ("still-clean", shop.oid("main"))


def test_without_a_model_a_dispute_stays_one_and_says_so(
    ask: Run, shop: Repository, prior: str, replies: str
) -> None:
    for options in (["--feedback", replies], ["--feedback", replies, "--prior", prior]):
        report = told(ask(*options))
        assert [(each["id"], each["state"]) for each in report["findings"]] == [("F4", "disputed")]
        (answer,) = report["prior_verifications"]
        assert (answer["verification"], answer["note"]) == ("unclear", "That is intended")
        (gap,) = [each for each in report["gaps"] if "dispute" in each["subject"]]
        assert gap["subject"] == "the dispute about F4"
        assert gap["required"] is False


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("topic", ""),
        ("HEAD", ""),
        ("1111111", ""),
        ("{head}", "def unit_price(item):"),
        ("{short}", "def unit_price(item):"),
    ],
)
def test_only_an_id_says_at_which_commit_it_was_found(
    ask: Run, shop: Repository, tmp_path: Path, name: str, evidence: str
) -> None:
    """A branch may have moved since; what is not known is not guessed."""
    head = shop.oid("topic")
    named = f"**Found at commit:** {name.format(head=head, short=head[:8])}\n**Author reply"
    path = tmp_path / "replies.md"
    path.write_text(REPLIES.replace("**Author reply", named), encoding="utf-8")
    shop.commit({"more.txt": "x\n"}, branch="topic")
    (finding,) = told(ask("--feedback", str(path)))["findings"]
    assert finding["evidence"] == evidence


def test_a_check_that_no_longer_reports_it_answers_without_a_model(
    shop: Repository, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "first.json"
    wanted = ["review", "--repo", shop.path, "--json", "--only", "stale-reference"]
    first = run(*wanted)
    assert [each["slug"] for each in told(first)["findings"]] != []
    path.write_text(first.out, encoding="utf-8")
    caller = (
        "from shop.prices import unit_price\n\n\ndef cart_total(items):\n"
        "    return sum(unit_price(item) for item in items)\n"
    )
    shop.commit({"shop/cart.py": caller}, "Mend the caller", branch="topic")
    report = told(run(*wanted, "--prior", str(path)))
    assert {each["verification"] for each in report["prior_verifications"]} == {"yes"}
    assert report["findings"] == []


def test_delta_leaves_old_lines_alone(ask: Run, shop: Repository, prior: str) -> None:
    """What the caller's list does not have and stands in old lines is counted, not shown."""
    conflict = "<<<<<<< ours\n{0} = 1\n=======\n{0} = 2\n>>>>>>> theirs\n"
    last = shop.commit({"old.py": conflict.format("x")}, branch="topic")
    shop.commit({"new.py": conflict.format("y")}, branch="topic")
    everything = told(ask("--prior", prior, "--last-sha", last))
    young = told(ask("--prior", prior, "--last-sha", last, "--scope", "delta"))
    assert {each["file"] for each in everything["findings"]} > {
        each["file"] for each in young["findings"]
    }
    assert {each["file"] for each in young["findings"]} == {"new.py", "shop/prices.py"}
    (aside,) = [each for each in young["set_aside"] if each["step"] == "scope"]
    assert aside["reason"] == f"it stands outside what changed since {last[:7]}"


def test_help_shows_how_to_go_on(run: Run) -> None:
    out = run("review", "--help").out
    for word in ("--prior FILE", "--last-sha SHA", "--prior-fix-range A..B", "--feedback FILE"):
        assert word in out
    assert "postil review --json --prior first.json --feedback replies.md" in out
