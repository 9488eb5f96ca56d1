"""A scanner's report joins the review: merged with our own checks, and honest when it is broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import postil
from repositories import Repository

WORKFLOW = """on: issues
permissions: {}
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: echo hello
"""
PLACE = ".github/workflows/greet.yml"


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    made.commit({PLACE: WORKFLOW, "run.py": "import os\n"})
    title = "${{ github.event.issue.title }}"
    made.commit(
        {PLACE: WORKFLOW.replace("hello", title), "run.py": "import os\n\nos.system(order)\n"}
    )
    made.checkout()
    return made


def log(tool: str, rule: str, path: str, line: int) -> str:
    region = {"startLine": line, "endLine": line}
    where = {"artifactLocation": {"uri": path}, "region": region}
    said = {
        "ruleId": rule,
        "level": "error",
        "message": {"text": "It can be made to run anything"},
        "locations": [{"physicalLocation": where}],
        "partialFingerprints": {"hash/v1": "abc"},
    }
    run = {"tool": {"driver": {"name": tool}}, "results": [said]}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def reviewed(shop: Repository, *arguments: str) -> tuple[int, dict[str, Any], str]:
    document = shop.folder.parent / "document.json"
    ran = postil("review", "HEAD", "-q", "--document", str(document), *arguments, cwd=shop.folder)
    return ran.status, json.loads(document.read_text()), ran.err


def test_what_a_scanner_and_a_check_both_saw_is_one_finding(shop: Repository) -> None:
    report = shop.folder.parent / "zizmor.sarif"
    report.write_text(log("zizmor", "zizmor/template-injection", PLACE, 7))
    status, document, _ = reviewed(shop, "--sarif", str(report))
    (finding,) = document["findings"]
    assert finding["sources"] == ["sarif-import", "workflow-security"]
    assert finding["slug"] == "template-injection"
    # Ours names what it is about, so ours is shown.
    assert "`github.event.issue.title`" in finding["title"]
    assert finding["fingerprints"] == [["zizmor/hash/v1", "abc"]]
    assert status == 0


def test_fingerprints_leave_with_the_sarif_we_write(shop: Repository) -> None:
    report = shop.folder.parent / "lint.sarif"
    report.write_text(log("Lint", "no-shell", "run.py", 3))
    ran = postil("review", "HEAD", "--format", "sarif", "--sarif", str(report), cwd=shop.folder)
    results = json.loads(ran.out)["runs"][0]["results"]
    (ours,) = [each for each in results if each["ruleId"] == "no-shell"]
    assert ours["partialFingerprints"]["Lint/hash/v1"] == "abc"
    assert len(ours["partialFingerprints"]["postil/v1"]) == 8


def test_a_broken_report_is_yours_to_mend_and_loses_nothing_else(shop: Repository) -> None:
    good, bad = shop.folder.parent / "good.sarif", shop.folder.parent / "bad.sarif"
    good.write_text(log("Lint", "no-shell", "run.py", 3))
    bad.write_text(log("Lint", "no-shell", "run.py", 3)[:50])
    status, document, _ = reviewed(shop, "--sarif", str(bad), "--sarif", str(good))
    assert status == 2
    assert document["outcome"] == "partial"
    assert {finding["slug"] for finding in document["findings"]} == {
        "no-shell",
        "template-injection",
    }
    (gap,) = [gap for gap in document["gaps"] if gap["required"]]
    assert (gap["subject"], gap["reason"]) == (f"the scan `{bad}`", "ends early")


def test_without_a_scan_the_check_is_not_counted(shop: Repository) -> None:
    _, document, _ = reviewed(shop)
    (record,) = [each for each in document["inspectors"] if each["name"] == "sarif-import"]
    assert record["attendance"] == "not-needed"


def test_a_scanner_that_is_not_installed_is_listed_and_no_fault(shop: Repository) -> None:
    # `opengrep` is no Python program, so it is not beside the interpreter either.
    shop.commit({".semgrep.yml": "rules: []\n"}, branch="main")
    shop.commit({"run.py": "import os\n\nos.system(order2)\n"})
    status, document, _ = reviewed(shop, "--scan", "opengrep", "--only", "sarif-import")
    assert [(gap["subject"], gap["required"]) for gap in document["gaps"]] == [
        ("scanner `opengrep`", False)
    ]
    assert (status, document["coverage"]) == (0, "full")
