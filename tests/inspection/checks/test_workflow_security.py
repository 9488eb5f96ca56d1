"""Tests of the nine ways in, beyond the cases on the check's page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import Side
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Basis, Severity
from postil.inspection.checks import Needles, workflow_security
from postil.inspection.checks._workflow_security.agents import agent_alarms
from postil.inspection.checks._workflow_security.auditor import audit
from postil.inspection.outlines import Unreadable
from postil.ports import ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.trees import MemoryTree

CI = ".github/workflows/ci.yml"


@dataclass
class Scripted:
    """A tool that says what it was told to say."""

    answer: ToolRun
    asked: list[tuple[tuple[str, ...], dict[str, str]]] = field(default_factory=list)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        assert (tool, timeout) == ("zizmor", 30.0)
        self.asked.append((tuple(arguments), dict(files)))
        return self.answer


def reported(
    *entries: Any, seen: Sequence[str] = ("head/" + CI, "base/" + CI), status: int = 14
) -> ToolRun:
    lines = "".join(f" INFO audit: zizmor: completed {name}\n" for name in seen)
    return ToolRun(status=ToolStatus.RAN, exit=status, stdout=json.dumps(entries), stderr=lines)


def entry(
    ident: str,
    row: int,
    columns: tuple[int, int],
    *,
    path: str = "head/" + CI,
    severity: str = "High",
    confidence: str = "High",
) -> dict[str, Any]:
    location = {
        "start_point": {"row": row, "column": columns[0]},
        "end_point": {"row": row, "column": columns[1]},
    }
    symbolic = {"key": {"Local": {"verbatim_path": path}}, "kind": "Primary", "annotation": "so"}
    return {
        "ident": ident,
        "desc": "odd thing",
        "url": "https://example.org",
        "determinations": {"severity": severity, "confidence": confidence},
        "locations": [
            {"symbolic": {"kind": "Related"}},
            {"symbolic": symbolic, "concrete": {"location": location}},
        ],
    }


def look(base: Mapping[str, str], head: Mapping[str, str], tools: Scripted) -> list[Remark | Gap]:
    said: list[Remark | Gap] = []
    change = change_between(base, head)
    for item in workflow_security.inspect(change, MemoryTree(head), MemoryTree(base), tools):
        assert not isinstance(item, Needles)
        said.append(item)
    return said


BEFORE = "on: push\njobs:\n  a: {}\n"
AFTER = "on: push\njobs:\n  a: {}\n  b: {run: 'x'}\n"


def test_the_tool_runs_once_on_both_versions_and_reads_no_configuration() -> None:
    tools = Scripted(reported(status=0))
    assert look({CI: BEFORE}, {CI: AFTER}, tools) == []
    [(arguments, files)] = tools.asked
    assert files == {"head/" + CI: AFTER, "base/" + CI: BEFORE}
    assert arguments[-2:] == ("base/" + CI, "head/" + CI)
    assert {"--offline", "--no-config", "--no-ignores"} <= set(arguments)


@pytest.mark.parametrize(
    ("answer", "required", "reason"),
    [
        (ToolRun(status=ToolStatus.MISSING), False, "`zizmor` is not installed"),
        (ToolRun(status=ToolStatus.FAILED), True, "`zizmor` failed"),
        (ToolRun(status=ToolStatus.TIMED_OUT), True, "`zizmor` timed out"),
        (ToolRun(status=ToolStatus.RAN, exit=1), True, "`zizmor` stopped with exit status 1"),
        (
            ToolRun(status=ToolStatus.RAN, exit=14, stdout="{"),
            True,
            "`zizmor` printed something that is not its report",
        ),
        (
            ToolRun(status=ToolStatus.RAN, exit=0, stdout="{}"),
            True,
            "`zizmor` printed something that is not its report",
        ),
        (ToolRun(status=ToolStatus.RAN, exit=3), True, "`zizmor` could not read it"),
        (reported(seen=()), True, "`zizmor` could not read it"),
    ],
)
def test_what_was_not_looked_at_is_a_gap(answer: ToolRun, required: bool, reason: str) -> None:
    [gap] = look({CI: BEFORE}, {CI: AFTER}, Scripted(answer))
    assert isinstance(gap, Gap)
    assert (gap.required, gap.reason) == (required, reason)
    assert gap.remedy


def test_agents_are_read_even_when_the_tool_is_missing() -> None:
    text = "on: push\njobs:\n  a:\n    steps:\n      - run: claude -p x --yolo\n"
    said = look({}, {CI: text}, Scripted(ToolRun(status=ToolStatus.MISSING)))
    assert [type(item).__name__ for item in said] == ["Gap", "Remark"]


def test_places_are_counted_from_one_and_bytes_are_columns() -> None:
    text = "on: push\n# é\nx: 'é' ${{ github.head_ref }}\n"
    column = len("x: 'é' ${{ ".encode())
    answer = reported(entry("template-injection", 2, (column, column + 15)), seen=("head/" + CI,))
    [remark] = look({}, {CI: text}, Scripted(answer))
    assert isinstance(remark, Remark)
    assert (remark.quotes[0].line, remark.claim.subject) == (3, "github.head_ref")
    assert (remark.severity, remark.basis, remark.confidence) == (Severity.HIGH, Basis.TOOL, 90)


@pytest.mark.parametrize(
    ("found", "severity"),
    [
        (entry("template-injection", 0, (0, 7)), Severity.HIGH),
        (entry("template-injection", 0, (0, 7), severity="Low"), None),
        (entry("template-injection", 1, (0, 8)), Severity.LOW),
        (entry("excessive-permissions", 0, (0, 7)), Severity.LOW),
        (entry("excessive-permissions", 0, (0, 7), severity="Medium"), None),
        (entry("excessive-permissions", 2, (0, 9)), Severity.MEDIUM),
        (entry("unpinned-uses", 3, (0, 8)), None),
        (entry("unpinned-uses", 4, (0, 6)), None),
        (entry("unpinned-uses", 5, (0, 7)), Severity.MEDIUM),
        (entry("self-repository", 0, (0, 7)), None),
        (entry("brand-new", 0, (0, 7)), Severity.HIGH),
        (entry("brand-new", 0, (0, 7), severity="Informational"), None),
        (entry("brand-new", 0, (0, 7), confidence="Low"), None),
        (entry("brand-new", 99, (0, 7)), None),
        (entry("brand-new", -1, (0, 7)), None),
        (entry("brand-new", 0, (0, 7), path="other"), None),
        ({"ident": "brand-new", "locations": 3}, None),
        ("nonsense", None),
    ],
)
def test_severities(found: Any, severity: Severity | None) -> None:
    text = "on: all\ninputs.x\nwrite-all\nactions/\nx/y@v1\nx/y@dev\n"
    report = audit(Scripted(reported(found)), {"head/" + CI: text})
    assert [alarm.severity for alarm in report.alarms] == ([] if severity is None else [severity])


def test_a_version_counts_where_others_are_pinned() -> None:
    text = "- uses: x/y@v1\n- uses: z/w@" + "a" * 40 + "\n"
    report = audit(Scripted(reported(entry("unpinned-uses", 0, (8, 14)))), {"head/" + CI: text})
    assert [(alarm.severity, alarm.key) for alarm in report.alarms] == [
        (Severity.LOW, ("unpinned-uses", "x/y"))
    ]


def test_inputs_of_an_action_are_not_chosen_by_writers_only() -> None:
    found = entry("template-injection", 0, (0, 8), path="head/action.yml")
    report = audit(Scripted(reported(found)), {"head/action.yml": "inputs.x\n"})
    assert [alarm.severity for alarm in report.alarms] == [Severity.HIGH]


def test_a_bump_of_an_action_opens_nothing_new() -> None:
    head = "on: push\nx: a/b@main\n"
    answer = reported(entry("unpinned-uses", 1, (3, 11)))
    assert look({CI: "on: push\nx: a/b@v1\n"}, {CI: head}, Scripted(answer)) == []
    assert len(look({CI: "on: push\nx: c/d@v1\n"}, {CI: head}, Scripted(answer))) == 1


def test_one_action_is_told_once() -> None:
    head = "on: push\nx: a/b@main\ny: a/b@main\n"
    answer = reported(entry("unpinned-uses", 1, (3, 11)), entry("unpinned-uses", 2, (3, 11)))
    [remark] = look({CI: "on: push\n"}, {CI: head}, Scripted(answer))
    assert isinstance(remark, Remark)
    assert remark.quotes[0].line == 2


def test_of_equal_alarms_the_added_one_is_new() -> None:
    base = "on: push\nx: github.head_ref\n"
    head = "on: push\nw: github.head_ref\nx: github.head_ref\n"
    answer = reported(
        entry("template-injection", 1, (3, 18)),
        entry("template-injection", 2, (3, 18)),
        entry("template-injection", 1, (3, 18), path="base/" + CI),
    )
    [remark] = look({CI: base}, {CI: head}, Scripted(answer))
    assert isinstance(remark, Remark)
    assert remark.quotes[0].line == 2


def test_an_alarm_away_from_the_change_quotes_the_nearest_changed_line() -> None:
    found = entry("brand-new", 0, (0, 8))
    [remark] = look({CI: BEFORE}, {CI: AFTER}, Scripted(reported(found)))
    assert isinstance(remark, Remark)
    assert [(quote.line, quote.side) for quote in remark.quotes] == [(1, Side.NEW), (4, Side.NEW)]
    [remark] = look({CI: AFTER}, {CI: BEFORE}, Scripted(reported(found)))
    assert isinstance(remark, Remark)
    assert [(quote.line, quote.side) for quote in remark.quotes] == [(1, Side.NEW), (4, Side.OLD)]


def test_without_an_earlier_report_only_added_lines_count() -> None:
    found = (entry("brand-new", 0, (0, 8)), entry("brand-new", 3, (0, 3)))
    answer = reported(*found, seen=("head/" + CI,))
    [remark] = look({CI: BEFORE}, {CI: AFTER}, Scripted(answer))
    assert isinstance(remark, Remark)
    assert remark.quotes[0].line == 4


def test_too_many_files_are_a_gap() -> None:
    head = {f".github/workflows/w{number}.yml": "on: push\n" for number in range(201)}
    tools = Scripted(reported(seen=["head/" + path for path in head]))
    [gap] = look({}, head, tools)
    assert isinstance(gap, Gap)
    assert (gap.subject, gap.required) == ("1 workflow file(s)", True)
    assert len(tools.asked[0][1]) == 200


def test_only_workflows_and_actions_that_stand_are_looked_at() -> None:
    deleted = change_between({CI: BEFORE}, {})
    fixture = change_between({}, {"tests/fixtures/action.yml": "x"})
    assert workflow_security.activates(deleted) is None
    assert workflow_security.activates(fixture) is None
    assert workflow_security.activates(change_between({}, {"a/action.yml": "x"})) is not None


def test_a_file_that_cannot_be_read_from_git_is_passed_over() -> None:
    tools = Scripted(reported())
    change = change_between({}, {CI: BEFORE})
    said = list(workflow_security.inspect(change, MemoryTree({}), MemoryTree({}), tools))
    assert (said, tools.asked) == ([], [])


def alarms(step: str, on: str = "issues", job: str = "") -> list[str]:
    text = f"on: {on}\njobs:\n  a:\n    runs-on: x\n{job}    steps:\n{step}"
    return [alarm.slug for alarm in agent_alarms(CI, text)]


def test_what_is_run_is_named_with_its_quotes() -> None:
    step = "      - id: s\n        run: gemini -p x > $GITHUB_OUTPUT\n      - env: {A: '${{ steps.s.outputs.y }}'}\n        run: eval \"$A\"\n"
    text = f"on: issues\njobs:\n  a:\n    runs-on: x\n    steps:\n{step}"
    (alarm,) = agent_alarms(CI, text)
    assert alarm.title == 'What a model answers is run as code: `eval "$A"`'


def test_a_log_that_the_clock_reads_and_words_that_only_writers_change() -> None:
    steps = '      - run: gh issue view 3 > a.txt\n      - run: claude -p "$(cat a.txt)"\n'
    assert alarms(steps, on="schedule") == []


AGENT = "      - uses: anthropics/claude-code-action@v1\n"


@pytest.mark.parametrize(
    ("step", "found"),
    [
        (
            AGENT + "        with: {prompt: '${{ toJSON(github.event.issue) }}'}\n",
            ["agent-prompt-injection"],
        ),
        (AGENT + "        with: {prompt: '${{ github.actor }} ${{ github }}'}\n", []),
        (AGENT + "        with: {claude_args: '--allowedTools Bash'}\n", ["agent-open-sandbox"]),
        (
            AGENT + "        with: {claude_args: '--allowedTools Bash(python3 x)'}\n",
            ["agent-open-allow-list"],
        ),
        (AGENT + "        with: {claude_args: '--allowedTools Bash(git:*)'}\n", []),
        (
            AGENT + "        with: {claude_args: '--permission-mode bypassPermissions'}\n",
            ["agent-open-sandbox"],
        ),
        (AGENT + "        with: {settings: '{\"sandbox\": false}'}\n", ["agent-open-sandbox"]),
        (AGENT + "        with: {prompt: [x], settings: {a: b}}\n", []),
        ("      - run: codex exec --sandbox danger-full-access x\n", ["agent-open-sandbox"]),
        ("      - run: echo --yolo\n", []),
        ('      - run: eval "$(claude -p x)"\n', ["agent-output-executed"]),
        (
            "      - id: s\n        run: gemini -p x > $GITHUB_OUTPUT\n      - env: {A: '${{ steps.s.outputs.y }}'}\n        run: eval \"$A\"\n",
            ["agent-output-executed"],
        ),
        (
            "      - id: s\n        run: gemini -p x > $GITHUB_OUTPUT\n      - env: {A: '${{ steps.s.outputs.y }}'}\n        run: echo \"$A\"\n",
            [],
        ),
        (
            "      - id: s\n        run: gemini -p x > $GITHUB_OUTPUT\n      - run: '${{ steps.t.outputs.y }} ${{ steps.s.outcome }}'\n",
            [],
        ),
        ("      - run: |\n          gh pr view 3\n          claude -p x\n", ["agent-fetches-text"]),
        ("      - run: gh pr view 3\n", []),
        (
            (
                '      - run: echo "W=${{ github.event.issue.title }}" >> $GITHUB_ENV\n'
                '      - run: claude -p "$W"\n'
            ),
            ["agent-fetches-text"],
        ),
        (
            (
                "      - env: {A: x, W: '${{ github.event.issue.title }}'}\n"
                '        run: echo t > a.txt\n      - run: claude -p "$(cat a.txt)"\n'
            ),
            [],
        ),
        (
            (
                "      - id: s\n        run: gh pr view 3 > gone.txt\n"
                "      - env: {A: '${{ steps.s.outputs.y }}', B: x}\n        run: claude -p \"$A\"\n"
            ),
            [],
        ),
        (
            (
                "      - id: s\n        run: gh pr view 3 >> $GITHUB_OUTPUT\n"
                "      - env: {B: x, A: '${{ steps.s.outputs.y }}'}\n        run: claude -p \"$A\"\n"
            ),
            ["agent-fetches-text"],
        ),
        (
            (
                "      - run: gh pr view 3 | tee -a $GITHUB_ENV V=1 > /dev/null\n"
                "      - env: {V: x}\n        run: claude -p '${{ env.OTHER }} ${{ needs.b.result }}'\n"
            ),
            [],
        ),
    ],
)
def test_agents(step: str, found: list[str]) -> None:
    assert alarms(step) == found


@pytest.mark.parametrize(
    ("step", "on", "job", "found"),
    [
        (
            "      - uses: actions/checkout@v4\n        with: {repository: '${{ github.event.pull_request.head.repo.full_name }}'}\n",
            "pull_request_target",
            "",
            1,
        ),
        (
            "      - uses: actions/checkout@v4\n        with: {ref: 'refs/pull/${{ github.event.number }}/merge'}\n",
            "pull_request_target",
            "",
            1,
        ),
        (
            "      - uses: actions/checkout@v4\n        with: {ref: main}\n",
            "pull_request_target",
            "",
            0,
        ),
        ("      - run: git fetch origin pull/3/head\n", "pull_request_target", "", 1),
        ("      - run: git fetch origin pull/3/head\n", "push", "", 0),
        (
            "      - run: gh pr checkout 3\n        if: '!github.event.pull_request.head.repo.fork'\n",
            "pull_request_target",
            "",
            0,
        ),
        ("      - run: gh pr checkout 3\n", "workflow_run", "    env: {A: b}\n", 1),
    ],
)
def test_privileged_checkouts(step: str, on: str, job: str, found: int) -> None:
    assert alarms(step, on, job) == ["privileged-checkout"] * found


def test_environment_around_the_step_reaches_the_agent() -> None:
    step = '      - run: claude -p "$TITLE"\n'
    job = "    env: {TITLE: '${{ github.event.issue.title }}', OTHER: x}\n"
    assert alarms(step, "issues", job) == ["agent-env-relay"]


def test_an_alarm_keeps_to_the_step_when_its_words_are_spread() -> None:
    text = "on: push\njobs:\n  a:\n    steps:\n      - run: >-\n          claude -p x --approval-mode\n          yolo\n"
    [alarm] = agent_alarms(CI, text)
    assert (alarm.slug, alarm.line) == ("agent-open-sandbox", 5)


def test_composite_actions_are_read_too() -> None:
    text = "runs:\n  using: composite\n  steps:\n    - run: claude -p x --dangerously-skip-permissions\n"
    [alarm] = agent_alarms("action.yml", text)
    assert (alarm.slug, alarm.line) == ("agent-open-sandbox", 4)


@given(st.text(st.sampled_from(list("onjbsrue:-[]{}\"'$|\n .@\ud800\x00")), max_size=100))
def test_hostile_text_is_survived(text: str) -> None:
    try:
        found = list(agent_alarms(CI, text))
    except Unreadable:
        return
    assert all(1 <= alarm.line <= text.count("\n") + 1 for alarm in found)
