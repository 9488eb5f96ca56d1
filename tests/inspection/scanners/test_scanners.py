"""Each scanner is called safely, and its answer is read whatever it says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from postil import catalogue
from postil.domain.change import Change
from postil.domain.observation import Gap
from postil.domain.policy import Scanner
from postil.inspection import scanners
from postil.inspection.checks import sarif_import
from postil.inspection.checks._sarif_import.programs import Answer, answers
from postil.inspection.scanners import bandit, gosec, opengrep, semgrep
from postil.ports import Scans, ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.trees import MemoryTree

BASE = {"a.py": "import os\n", "b.go": "package b\n", "gone.py": "x = 1\n"}
HEAD = {"a.py": "import os\nos.system(x)\n", "b.go": "package b\n// more\n", "c.md": "text\n"}


@dataclass
class Tools:
    """Answers every program the same and remembers what it was asked."""

    answer: ToolRun
    asked: list[tuple[str, list[str], dict[str, str]]] = field(default_factory=list)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        self.asked.append((tool, list(arguments), dict(files)))
        return self.answer


def ran(stdout: str = "", status: int = 0, stderr: str = "") -> ToolRun:
    return ToolRun(status=ToolStatus.RAN, exit=status, stdout=stdout, stderr=stderr)


def asked_of(
    program: str, answer: ToolRun, base: Mapping[str, str] = BASE, change: Change | None = None
) -> tuple[list[Answer | Gap], Tools]:
    tools = Tools(answer)
    trees = (MemoryTree(HEAD), MemoryTree(base))
    found = answers([program], change or change_between(BASE, HEAD), tools, trees)
    return list(found), tools


def test_the_settings_name_every_scanner_there_is() -> None:
    units = catalogue.units(scanners, must_have=scanners.MUST_HAVE)
    assert {unit.name for unit in units} == {scanner.value for scanner in Scanner}
    assert all(unit.name == unit.module.NAME for unit in units)


def test_a_scanner_gets_copies_of_the_changed_files_it_reads() -> None:
    _, tools = asked_of("bandit", ran('{"results": [], "errors": []}'))
    ((tool, arguments, files),) = tools.asked
    assert tool == "bandit"
    assert arguments[-2:] == ["--", "./a.py"]
    assert {name: files[name] for name in files if not name.startswith(".")} == {
        "a.py": HEAD["a.py"]
    }


def test_nothing_runs_when_no_file_concerns_it() -> None:
    change = change_between({}, {"c.md": "text\n"})
    assert asked_of("bandit", ran(), change=change) == ([], Tools(ran()))


@pytest.mark.parametrize("module", [semgrep, opengrep])
def test_rules_come_from_the_base_under_our_own_names(module: Any) -> None:
    base = {**BASE, ".semgrep.yml": "rules: []\n", ".semgrep/x/deep.yaml": "rules: [1]\n"}
    _, tools = asked_of(module.NAME, ran("{}"), base)
    ((_, arguments, files),) = tools.asked
    assert [word for word in arguments if word.startswith("--config")] == [
        "--config=.postil-rules/000.yml",
        "--config=.postil-rules/001.yml",
    ]
    assert files[".postil-rules/000.yml"] == "rules: []\n"
    assert files[".postil-rules/001.yml"] == "rules: [1]\n"
    assert files[".semgrepignore"].startswith("#")


def test_semgrep_stays_offline() -> None:
    assert {"--metrics=off", "--disable-version-check"} <= set(semgrep.arguments((), ()))


def test_without_rules_at_the_base_it_is_left_out() -> None:
    head_only = {**HEAD, ".semgrep.yml": "rules: []\n"}
    found, tools = asked_of("semgrep", ran("{}"), change=change_between(BASE, head_only))
    assert found == [
        Gap(
            subject="scanner `semgrep`",
            reason="has no rules at the base",
            required=False,
            remedy="add `.semgrep.yml`",
        )
    ]
    assert tools.asked == []


@pytest.mark.parametrize(
    ("answer", "reason", "required"),
    [
        (ToolRun(status=ToolStatus.MISSING), "is not installed", False),
        (ToolRun(status=ToolStatus.FAILED), "failed", True),
        (ToolRun(status=ToolStatus.TIMED_OUT), "timed out", True),
        (ran(status=2, stderr="one\nbad flag\n\n"), "failed with exit status 2: bad flag", True),
        (ran(status=2), "failed with exit status 2", True),
        (ran("not json"), "failed with exit status 0", True),
        (ran("[]"), "failed with exit status 0", True),
        (ran('{"results": [{}], "errors": []}'), "failed with exit status 0", True),
    ],
)
def test_a_scanner_that_did_not_look_is_a_gap(answer: ToolRun, reason: str, required: bool) -> None:
    found, _ = asked_of("bandit", answer)
    assert [(gap.reason, gap.required) for gap in found if isinstance(gap, Gap)] == [
        (reason, required)
    ]


def test_very_many_files_are_cut_and_said() -> None:
    many = {f"m{number}.py": "x = 1\n" for number in range(2_001)}
    tools = Tools(ran('{"results": [], "errors": []}'))
    trees = (MemoryTree(many), MemoryTree({}))
    found = list(answers(["bandit"], change_between({}, many), tools, trees))
    assert isinstance(found[0], Answer)
    assert [gap.required for gap in found if isinstance(gap, Gap)] == [True]
    assert len(tools.asked[0][2]) == 2_001


BANDIT = {
    "errors": [],
    "results": [
        {
            "filename": "././a.py",
            "line_number": 2,
            "line_range": [2],
            "test_id": "B605",
            "test_name": "start_process_with_a_shell",
            "issue_severity": "HIGH",
            "issue_confidence": "MEDIUM",
            "issue_text": "Starting a process with a shell, possible injection detected.",
            "issue_cwe": {"id": 78},
        }
    ],
}


def found_by(program: str, answer: ToolRun) -> list[Any]:
    change = change_between(BASE, HEAD)
    return list(
        sarif_import.inspect(
            change,
            MemoryTree(HEAD),
            MemoryTree(BASE),
            Tools(answer),
            Scans(programs=(program,)),
        )
    )


def test_bandit_reports_in_its_own_words() -> None:
    (remark,) = found_by("bandit", ran(json.dumps(BANDIT), status=1))
    assert remark.slug == "b605-start-process-with-a-shell"
    assert (remark.quotes[0].path, remark.quotes[0].line) == ("a.py", 2)
    assert (remark.severity, remark.confidence, remark.dimension) == ("high", 65, "security")
    assert remark.title == "Starting a process with a shell, possible injection detected"


def test_bandit_that_could_not_parse_a_file_is_incomplete() -> None:
    broken = {**BANDIT, "errors": [{"filename": "a.py", "reason": "syntax error"}]}
    gap, remark = found_by("bandit", ran(json.dumps(broken), status=1))
    assert (gap.subject, gap.required) == ("scanner `bandit`", True)
    assert remark.slug.startswith("b605")


def gosec_answer(**more: Any) -> str:
    issue = {
        "severity": "MEDIUM",
        "confidence": "HIGH",
        "rule_id": "G104",
        "details": "Errors unhandled",
        "file": "/private/place/files/b.go",
        "line": "2-3",
    }
    return json.dumps(
        {"Golang errors": {}, "Issues": [issue], "Stats": {"files": 1, "found": 1}} | more
    )


def test_gosec_names_the_file_by_its_copy() -> None:
    (remark,) = found_by("gosec", ran(gosec_answer()))
    assert remark.slug == "g104-errors-unhandled"
    assert (remark.quotes[0].path, remark.quotes[0].line, remark.quotes[0].text) == (
        "b.go",
        2,
        "// more",
    )


@pytest.mark.parametrize(
    "more", [{"Stats": {"files": 0}}, {"Golang errors": {"b.go": [{"error": "no such package"}]}}]
)
def test_gosec_that_read_nothing_is_not_clean(more: dict[str, Any]) -> None:
    (gap,) = found_by("gosec", ran(gosec_answer(Issues=None, **more)))
    assert gap.required


@pytest.mark.parametrize(
    "text", ["", "{}", '{"Issues": [{"file": "/elsewhere/x.go", "line": "1"}]}', "[" * 100_000]
)
def test_gosec_that_answers_something_else_has_failed(text: str) -> None:
    assert gosec.report(ran(text), ("b.go",)) is None
    assert gosec.report(ran(gosec_answer(), status=2), ("b.go",)) is None


def test_a_percent_sign_in_a_name_is_no_escape() -> None:
    named = {**BANDIT, "results": [{**BANDIT["results"][0], "filename": "./50%25.py"}]}
    files = {"50%25.py": "import os\nos.system(x)\n"}
    (remark,) = sarif_import.inspect(
        change_between({}, files),
        MemoryTree(files),
        MemoryTree({}),
        Tools(ran(json.dumps(named), status=1)),
        Scans(programs=("bandit",)),
    )
    assert getattr(remark, "quotes", [None])[0].path == "50%25.py"


@pytest.mark.parametrize("module", [semgrep, opengrep])
def test_what_speaks_sarif_is_passed_on(module: Any) -> None:
    assert module.report(ran("{\udcff}", status=1), ()) == b"{?}"
    assert module.report(ran("{}", status=7), ()) is None


def test_bandit_with_an_unknown_status_has_failed() -> None:
    assert bandit.report(ran(json.dumps(BANDIT), status=2), ()) is None
