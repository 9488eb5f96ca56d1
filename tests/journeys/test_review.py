"""A whole review of a real repository through the door, in every format."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import postil.cli as door
from postil import codec
from postil.domain.judgement import Coverage, Outcome, Verdict

from commands import postil as run_postil
from repositories import Repository, symlink

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
FORMATS = ("terminal", "markdown", "json", "sarif", "html", "junit")
GREEN = ("Approved", "approved", "Ready to merge", "✅ ", ":green_circle:", ":large_blue_circle:")

BASE = {
    "shop/prices.py": "def price_of(item):\n    return item.cost * 2\n",
    "shop/cart.py": "from shop.prices import price_of\n\n\ndef cart_total(items):\n"
    "    return sum(price_of(item) for item in items)\n",
    "README.md": "# Shop\n\nPrices come from `price_of`.\n",
}
BROKEN = {
    "shop/prices.py": "def unit_price(item):\n    return item.cost * 2\n",
    "shop/settings.py": f'TOKEN = "{TOKEN}"\n',
    ".github/workflows/ci.yml": "on: [push]\npermissions: {}\njobs:\n  test:\n    needs: build\n"
    "    runs-on: ubuntu-24.04\n    steps:\n      - run: echo\n",
}
HARMLESS = {
    "shop/cart.py": BASE["shop/cart.py"] + "\n\ndef is_empty(items):\n    return not items\n"
}

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Command:
    def command(*arguments: str | Path) -> tuple[int, str, str]:
        status = door._status([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return status, out, err

    return command


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit(BASE, "Start the shop")
    repository.branch("broken", "main")
    repository.commit(BROKEN, "feat: rename price_of", branch="broken")
    repository.branch("harmless", "main")
    repository.commit(HARMLESS, "feat: say whether a cart is empty", branch="harmless")
    return repository


def test_findings_name_place_and_cause(run: Command, shop: Repository) -> None:
    status, out, err = run("review", "main...broken", "--repo", shop.path, "--json")
    report = json.loads(out)
    found = {(item["file"], item["line_start"], item["slug"]) for item in report["findings"]}
    assert status == 1
    assert err == ""
    assert report["status"] == "checks-only"
    assert report["verdict"] == "blocked"
    assert ("shop/settings.py", 1) in {(path, line) for path, line, _ in found}
    assert ("shop/cart.py", 1) in {(path, line) for path, line, _ in found}
    assert (".github/workflows/ci.yml", 5) in {(path, line) for path, line, _ in found}


@pytest.mark.parametrize("format_", FORMATS)
def test_the_secret_never_leaves(
    run: Command, shop: Repository, tmp_path: Path, format_: str
) -> None:
    document = tmp_path / "review.json"
    command = ("review", "main...broken", "--repo", shop.path, "--format", format_)
    status, out, err = run(*command, "--document", document)
    assert status == 1
    assert len(out) > 200
    assert TOKEN not in out + err
    assert TOKEN not in document.read_text()
    assert TOKEN[4:] not in out + err + document.read_text()


@pytest.mark.parametrize("profile", ["panel", "sections"])
@pytest.mark.parametrize("format_", FORMATS)
def test_checks_alone_never_approve(
    run: Command, shop: Repository, format_: str, profile: str
) -> None:
    status, out, _ = run(
        *("review", "main...harmless", "--repo", shop.path),
        *("--format", format_, "--profile", profile),
    )
    assert status == 0
    assert [word for word in ("Approved", "approved", "Ready") if word in out] == []
    if format_ != "sarif":  # which has no place for a status
        assert "no reviewer read this change" in out.replace("\n", " ")


@pytest.mark.parametrize("profile", ["panel", "sections"])
@pytest.mark.parametrize("format_", FORMATS)
def test_a_partial_run_has_no_green_word(
    run: Command, shop: Repository, format_: str, profile: str
) -> None:
    """A file over the size cap is a required gap: something a reader expects was not seen."""
    shop.commit({"big.txt": "a line of text\n" * 90_000}, branch="harmless")
    status, out, _ = run(
        *("review", "main...harmless", "--repo", shop.path),
        *("--format", format_, "--profile", profile),
    )
    assert status == 1
    assert [word for word in GREEN if word in out] == []
    assert "big.txt" in out


def test_allow_partial_says_so(run: Command, shop: Repository) -> None:
    shop.commit({"big.txt": "a line of text\n" * 90_000}, branch="harmless")
    status, _, err = run("review", "main...harmless", "--repo", shop.path, "--allow-partial")
    assert status == 0
    assert "`--allow-partial` lets that pass" in err


def test_the_document_holds_the_whole_review(
    run: Command, shop: Repository, tmp_path: Path
) -> None:
    path = tmp_path / "review.json"
    run("review", "main...broken", "--repo", shop.path, "--document", path, "--quiet")
    document = codec.decode(path.read_bytes())
    assert document.coverage is Coverage.FULL
    assert document.verdict is Verdict.BLOCKED
    assert document.outcome is Outcome.FINDINGS
    assert [finding.number for finding in document.findings][:2] == ["F1", "F2"]
    assert all(len(finding.id) == 8 for finding in document.findings)
    assert {file.path for file in document.files} == set(BROKEN)


def test_the_same_review_twice_is_the_same(run: Command, shop: Repository) -> None:
    def once() -> list[tuple[str, str]]:
        _, out, _ = run("review", "main...broken", "--repo", shop.path, "--json")
        return [(item["id"], item["key"]) for item in json.loads(out)["findings"]]

    assert once() == once() != []


def test_fail_on_lowers_the_bar(run: Command, shop: Repository) -> None:
    shop.commit({"shop/cart.py": HARMLESS["shop/cart.py"] + "\nbreakpoint()\n"}, branch="harmless")
    command = ("review", "main...harmless", "--repo", shop.path, "--quiet")
    assert run(*command)[0] == 0
    assert run(*command, "--fail-on", "low")[0] == 1
    assert run(*command, "--fail-on", "high")[0] == 0


def test_uncommitted_work_and_what_is_staged(run: Command, shop: Repository) -> None:
    shop.checkout("main")
    shop.write({"shop/cart.py": BASE["shop/cart.py"] + "\nbreakpoint()\n", "notes.orig": "x\n"})
    shop.git("add", "shop/cart.py")
    _, staged, _ = run("review", "--staged", "--repo", shop.path, "--json")
    _, everything, _ = run("review", "--worktree", "--repo", shop.path, "--json")
    _, default, _ = run("review", "--repo", shop.path)
    assert "notes.orig" not in staged
    assert "breakpoint" in staged
    assert "notes.orig" in everything
    assert "uncommitted work is reviewed" in default.replace("\n", " ")


def test_a_link_out_of_the_tree_is_only_text(run: Command, shop: Repository) -> None:
    shop.commit({"leak": symlink("/etc/passwd")}, branch="harmless")
    _, out, _ = run("review", "main...harmless", "--repo", shop.path, "--format", "html")
    assert "root:x:0" not in out


def test_suppression_at_the_base_is_counted_not_shown_as_open(
    run: Command, shop: Repository
) -> None:
    config = '[[suppress]]\ncheck = "stale-reference"\nreason = "renamed in the next change"\n'
    shop.commit({".postil.toml": config}, branch="main")
    shop.commit({**BROKEN, ".postil.toml": config}, branch="later", parents=[shop.oid("main")])
    _, out, _ = run("review", "main...later", "--repo", shop.path, "--json")
    report = json.loads(out)
    assert "shop/cart.py" not in {item["file"] for item in report["findings"]}
    assert {item["state"] for item in report["closed"]} == {"suppressed"}
    _, shown, _ = run("review", "main...later", "--repo", shop.path)
    assert "renamed in the next change" in " ".join(shown.split())


def test_a_change_cannot_loosen_its_own_review(run: Command, shop: Repository) -> None:
    config = '[checks]\noff = ["non-code-scan", "stale-reference"]\n'
    shop.commit({".postil.toml": config}, branch="broken")
    status, out, _ = run("review", "main...broken", "--repo", shop.path, "--json")
    assert status == 1
    assert "shop/settings.py" in {item["file"] for item in json.loads(out)["findings"]}


def test_output_goes_to_a_file_whole(run: Command, shop: Repository, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    status, out, err = run(
        *("review", "main...broken", "--repo", shop.path, "--format", "html", "--output", page)
    )
    assert status == 1
    assert out == ""
    assert f"wrote `{page}`" in err
    assert page.read_text().startswith("<!doctype html>")
    assert list(tmp_path.glob("*.part")) == []


def test_nothing_to_review_is_not_a_clean_bill(run: Command, shop: Repository) -> None:
    status, out, _ = run("review", "main..main", "--repo", shop.path)
    assert status == 0
    assert "Nothing differs" in out
    assert [word for word in GREEN if word in out] == []


def test_a_burst_of_one_cause_is_told_and_not_dropped(tmp_path: Path) -> None:
    """Thirty users of a renamed function, and thirty debugging statements: each one finding."""
    repository = Repository(tmp_path / "burst")
    users = {
        f"user_{n}.py": f"from app import load_orders\n\nload_orders({n})\n" for n in range(30)
    }
    repository.commit({"app.py": "def load_orders(n):\n    return n\n", **users}, "First")
    left = "".join(f"x = {n}\nbreakpoint()\n" for n in range(30))
    repository.commit({"app.py": "def read_orders(n):\n    return n\n", "left.py": left}, "Change")
    ran = run_postil("review", "main~1..main", "--repo", repository.path, "--json", cwd=tmp_path)
    titles = [finding["title"] for finding in json.loads(ran.out)["findings"]]
    assert sum("`load_orders`" in title for title in titles) == 1, titles
    assert sum("`breakpoint`" in title for title in titles) == 1, titles
