"""What the page cannot show: masking, grouping, the second opinion of a tool, hostile input."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.change import Change, Side
from postil.domain.errors import WorkspaceError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Basis, Severity
from postil.inspection.checks import Needles, non_code_scan
from postil.inspection.checks._non_code_scan.kingfisher import MOST_LINES
from postil.ports import ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

TOKEN = "ghp_" + "Zk3vT9qLw2Xr8Np5Bd7Jm1Hs6Yc4Gf0Au3Ei"
NAMELESS = "q7RtV1xLm9Zb4Kc8Yp2Nd6Wf3Hs5Jg0TaUe1oXiPwQz"

TODAY = dt.date(2026, 1, 15)


@dataclass
class Box:
    """A toolbox with one answer that remembers what it was asked."""

    answer: ToolRun = field(default_factory=lambda: ToolRun(status=ToolStatus.RAN))
    asked: list[Mapping[str, str]] = field(default_factory=list)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        assert tool == "kingfisher"
        assert {"--no-validate", "--no-update-check", "--redact"} <= set(arguments)
        assert timeout < 60
        self.asked.append(files)
        return self.answer


def heard(
    change: Change, base: Mapping[str, str], head: Mapping[str, str], box: Box
) -> list[Remark | Gap]:
    """What the check says, its question about the tree answered."""
    inspection = non_code_scan.inspect(change, MemoryTree(head), MemoryTree(base), box, TODAY)
    question = next(inspection)
    assert isinstance(question, Needles)
    told: list[Remark | Gap] = []
    with suppress(StopIteration):
        item = inspection.send(MemorySearch(head).search(question.texts))
        while not isinstance(item, Needles):
            told.append(item)
            item = next(inspection)
    return told


def look(
    base: Mapping[str, str], head: Mapping[str, str], box: Box | None = None
) -> tuple[list[Remark], list[Gap]]:
    said = heard(change_between(base, head), base, head, box or Box())
    return (
        [one for one in said if isinstance(one, Remark)],
        [one for one in said if isinstance(one, Gap)],
    )


def places(remarks: Sequence[Remark]) -> list[tuple[str, int | None, str]]:
    return [(one.quotes[0].path, one.quotes[0].line, one.slug) for one in remarks]


def test_the_value_stands_in_nothing_that_leaves_the_process() -> None:
    (remark,), _ = look({}, {"a.py": f'first = "{TOKEN}"\nsecond = "{TOKEN}"\n'})
    assert remark.quotes[0].text == f'first = "{TOKEN}"'
    outside = [
        remark.title,
        remark.failure_mode,
        remark.mitigation,
        remark.details,
        remark.claim.subject,
    ]
    outside += [quote.shown or "" for quote in remark.quotes]
    assert not any(TOKEN in text or TOKEN[4:20] in text for text in outside)
    assert "[GitHub token " in (remark.quotes[0].shown or "")
    assert [quote.line for quote in remark.quotes] == [1, 2]
    assert remark.details == "The same value stands on 1 more changed line(s)."


def test_a_removed_value_is_quoted_from_the_old_side() -> None:
    (remark,), _ = look({"a.py": f'x = "{TOKEN}"\n'}, {})
    assert (remark.slug, remark.quotes[0].side, remark.severity) == (
        "secret-in-history",
        Side.OLD,
        Severity.CRITICAL,
    )
    assert "history" in remark.title


@pytest.mark.parametrize("path", ["package-lock.json", "sub/uv.lock"])
def test_lock_files_hold_no_secrets(path: str) -> None:
    assert look({}, {path: f'"x": "{TOKEN}"\n'})[0] == []


@pytest.mark.parametrize(
    ("path", "fires"),
    [
        ("src/a.py", True),
        ("docs/a.md", True),
        (".env.example", True),
        ("tests/a.py", False),
        ("vendor/a.py", False),
        ("web/a.min.js", False),
        ("gen/x_pb2.py", False),
        ("a.svg", False),
    ],
)
def test_where_a_generated_value_counts(path: str, *, fires: bool) -> None:
    remarks, _ = look({}, {path: f'token = "{NAMELESS}"\n'})
    assert bool(remarks) is fires


def found_by_tool(**changes: object) -> ToolRun:
    finding = {
        "path": "lines/0000.txt",
        "line": 1,
        "column_start": 5,
        "column_end": 4 + len(NAMELESS),
        "confidence": "high",
    }
    rule = changes.pop("rule", "acme-access-token")
    report = {"findings": [{"rule": {"name": rule}, "finding": {**finding, **changes}}]}
    return ToolRun(status=ToolStatus.RAN, exit=200, stdout=f"{json.dumps(report)}\n{{}}\n")


SOURCE = {"a.py": f'x = "{NAMELESS}"  # é\n'}


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ({}, Severity.CRITICAL),
        ({"confidence": "medium"}, Severity.HIGH),
        ({"rule": "generic-api-key"}, Severity.HIGH),
    ],
)
def test_the_tool_names_what_we_cannot(changes: dict[str, object], severity: Severity) -> None:
    box = Box(found_by_tool(**changes))
    (remark,), gaps = look({}, SOURCE, box)
    assert (remark.severity, remark.basis, gaps) == (severity, Basis.TOOL, [])
    assert NAMELESS not in (remark.quotes[0].shown or "")
    assert box.asked == [{"lines/0000.txt": f'x = "{NAMELESS}"  # ?\n'}]


@pytest.mark.parametrize("shift", [-1, 0, 1, 6])
def test_the_whole_token_is_masked_wherever_the_tool_points(shift: int) -> None:
    end = 4 + len(NAMELESS)
    box = Box(found_by_tool(column_start=5 + shift, column_end=end - abs(shift)))
    (remark,), _ = look({}, SOURCE, box)
    shown = remark.quotes[0].shown or ""
    assert "acme access token" in shown
    assert not any(NAMELESS[at : at + 4] in shown for at in range(len(NAMELESS) - 3))


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "lines/9999.txt"},
        {"line": 7},
        {"line": "one"},
        {"column_start": None},
        {"column_start": 400, "column_end": 410},
    ],
)
def test_an_answer_that_points_nowhere_is_left(changes: dict[str, object]) -> None:
    assert look({}, SOURCE, Box(found_by_tool(**changes))) == ([], [])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ToolRun(status=ToolStatus.MISSING), "`kingfisher` is not installed"),
        (ToolRun(status=ToolStatus.TIMED_OUT), "`kingfisher` timed out"),
        (ToolRun(status=ToolStatus.RAN, exit=3), "`kingfisher` ended with status 3"),
        (ToolRun(status=ToolStatus.RAN, exit=200, stdout="{"), "its answer cannot be read"),
        (ToolRun(status=ToolStatus.RAN, exit=200, stdout="[]"), "its answer cannot be read"),
    ],
)
def test_no_answer_is_a_gap_not_a_clean_bill(answer: ToolRun, reason: str) -> None:
    remarks, gaps = look({}, SOURCE, Box(answer))
    assert remarks == []
    assert [(gap.reason, gap.required) for gap in gaps] == [(reason, False)]


def test_the_tool_is_not_started_without_need() -> None:
    box = Box()
    look({}, {"a.py": f'x = "{TOKEN}"\ny = 1\n'}, box)
    assert box.asked == []


def test_too_many_lines_are_a_gap() -> None:
    text = "".join(f'x{index} = "{NAMELESS[index % 7 :]}"\n' for index in range(MOST_LINES + 5))
    _, gaps = look({}, {"a.py": text})
    assert [gap.reason for gap in gaps] == [
        f"only the first {MOST_LINES} of {MOST_LINES + 5} lines were asked about"
    ]


@pytest.mark.parametrize(
    ("path", "line", "slug"),
    [
        (".husky/post-checkout", "pip install telemetry-agent", "auto-install-hook"),
        (".githooks/pre-push", "npm i -g fancy-linter", "auto-install-hook"),
        (".githooks/pre-push", 'bash -c "$(curl -fsSL https://x.dev/i)"', "auto-install-hook"),
        (".envrc", "go install github.com/a/b@latest", "auto-install-hook"),
        ("composer.json", '"post-install-cmd": "npx -y thing"', "auto-install-hook"),
        (".claude/hooks/start.sh", "uvx recorder", "auto-install-hook"),
        (".githooks/pre-push", "watcher --daemon", "daemon-hook"),
        (".githooks/pre-push", "setsid watcher", "daemon-hook"),
        (".githooks/pre-push", "(watcher &)", "daemon-hook"),
        (".claude/settings.json", '"command": "agent-guard &"', "daemon-hook"),
        (".githooks/pre-push", "# pip install x", None),
        (".githooks/pre-push", "echo pip install x", None),
        (".githooks/pre-push", "pip install ./tools", None),
        (".githooks/pre-push", "pip install black==24.1.0", None),
        (".githooks/pre-push", "make a 2>&1", None),
        (".githooks/README.md", "pip install x", None),
        (".husky/README.md", "pip install x", None),
        ("lefthook.yml", "  run: npx -y thing", "auto-install-hook"),
        ("lefthook.yml", "  glob: npx -y thing", None),
        (".devcontainer/devcontainer.json", '"postStartCommand": "nohup serve &"', None),
        ("scripts/setup.sh", "pip install x", None),
        ("package.json", '"build": "npx -y thing"', None),
    ],
)  # fmt: skip
def test_hooks(path: str, line: str, slug: str | None) -> None:
    remarks, _ = look({}, {path: f"first\n{line}\n"})
    assert places(remarks) == ([(path, 2, slug)] if slug else [])


def test_editor_tasks_count_only_when_they_start_by_themselves() -> None:
    task = '"command": "npx -y thing"'
    opened = f'{{"runOptions": {{"runOn": "folderOpen"}},\n{task}}}\n'
    assert places(look({}, {".vscode/tasks.json": opened})[0]) == [
        (".vscode/tasks.json", 2, "auto-install-hook")
    ]
    assert look({}, {".vscode/tasks.json": f"{{{task}}}\n"})[0] == []


def test_a_dump_of_people_is_one_remark_per_kind_with_values_masked() -> None:
    rows = [
        f'{{"email": "k.varga{index}@gmail.com", "phone": "+36 20 94{index} 3186"}}'
        for index in range(6)
    ]
    remarks, _ = look({}, {"db/seeds/users.json": "\n".join(rows) + "\n"})
    assert [(one.claim.subject, len(one.quotes)) for one in remarks] == [
        ("e-mail address", 4),
        ("phone number", 4),
    ]
    assert remarks[0].details == "2 more lines of this file hold one."
    assert remarks[0].quotes[0].shown == '{"email": "[e-mail address]", "phone": "[phone number]"}'


def test_a_long_record_is_shown_short() -> None:
    row = '{"email": "k.varga82@gmail.com", "note": "' + "n" * 400 + '"}'
    (remark,), _ = look({}, {"tests/fixtures/a.json": row + "\n"})
    assert len(remark.quotes[0].shown or "") == 241


@pytest.mark.parametrize("path", ["src/users.py", "vendor/fixtures/users.json", "config/app.json"])
def test_personal_data_is_looked_for_in_records_only(path: str) -> None:
    assert look({}, {path: '{"email": "k.varga82@gmail.com"}\n'})[0] == []


@pytest.mark.parametrize(
    ("path", "text", "fires"),
    [
        ("notes.orig", "x\n", True),
        ("a.rej", "x\n", True),
        (".DS_Store", "x\n", True),
        ("src/.main.py.swp", "x\n", True),
        ("nohup.out", "x\n", True),
        ("server.pid", "123\n", True),
        ("core.4711", "x\n", True),
        ("pkg/__pycache__/a.pyc", "x\n", True),
        (".idea/workspace.xml", "<x/>\n", True),
        (".idea/modules.xml", "<x/>\n", True),
        ("tmp/out.txt", "x\n", True),
        (".coverage", "x\n", True),
        (".coveragerc", "x\n", False),
        ("run/app.lock", "4711\n", True),
        ("run/app.lock", "[[package]]\nname = 'a'\n", False),
        ("Cargo.lock", "4711\n", False),
        (".env", "A=1\n", True),
        (".env", "A=\n# B\n", False),
        (".env.production", "export A=1\n", True),
        ("tests/data/a.bak", "x\n", False),
        ("src/catalog.py", "x = 1\n", False),
        ("docs/log.md", "x\n", False),
        ("empty.bak", "", True),
    ],
)
def test_leftovers(path: str, text: str, *, fires: bool) -> None:
    remarks, _ = look({}, {path: text})
    assert [one.slug for one in remarks] == (["developer-leftover"] if fires else [])


def test_a_project_that_keeps_its_editor_settings_may() -> None:
    base = {".idea/misc.xml": "<a/>\n"}
    assert look(base, {**base, ".idea/modules.xml": "<b/>\n"})[0] == []


def test_several_leftovers_of_a_sort_are_one_remark() -> None:
    (remark,), _ = look({}, {"a.bak": "first thing\n", "b.bak": "another text\n"})
    assert remark.details == "1 more file(s) of this change are of the same sort."


def test_a_leftover_that_only_moves_is_not_news() -> None:
    text = "one\ntwo\nthree\nfour\n"
    assert look({"a.bak": text}, {"old/a.bak": text})[0] == []


def test_a_secret_on_the_first_line_of_a_stray_file_is_masked_there_too() -> None:
    remarks, _ = look({}, {".env": f"TOKEN={TOKEN}\n"})
    shown = [quote.shown for one in remarks for quote in one.quotes if quote.text]
    assert len(remarks) == 2
    assert all(text is not None and TOKEN not in text for text in shown)


def test_the_ignoring_rule_is_quoted_and_groups_its_files() -> None:
    base = {".gitignore": "# built\n\nout/*.js\r\n!keep.js\n"}
    head = {
        **base,
        "out/a.js": "first = 1\n",
        "out/b.js": "second = [2, 3]\n",
        "out/keep.js": "k\n",
    }
    (remark,), _ = look(base, head)
    assert remark.slug == "ignored-yet-committed"
    assert (remark.quotes[-1].path, remark.quotes[-1].line) == (".gitignore", 3)
    assert remark.details == "The same rule ignores 1 more file(s) of this change."


def test_files_that_hold_a_folder_open_are_fine() -> None:
    base = {".gitignore": "logs/\n"}
    assert look(base, {**base, "logs/.gitkeep": "keep\n"})[0] == []


@pytest.mark.parametrize(
    ("subject", "told"), [("Vendor other colours", 0), ("Choose other colours", 1)]
)
def test_a_theme_that_comes_in_whole_brings_what_it_made(subject: str, told: int) -> None:
    base = {".gitignore": "dist/\n"}
    theme = {f"theme/part{number}.css": f"a {{ top: {number}px }}\n" for number in range(20)}
    head = {**base, **theme, "theme/dist/app.js": "go()\n"}
    change = change_between(base, head, subject=subject)
    found = heard(change, base, head, Box())
    assert [one.slug for one in found if isinstance(one, Remark)] == (
        ["ignored-yet-committed"] * told
    )


def test_an_edit_of_a_file_ignored_long_ago_is_fine() -> None:
    base = {".gitignore": "a.cfg\n", "a.cfg": "1\n", "b.cfg": "1\n"}
    assert look(base, {".gitignore": "a.cfg\n", "a.cfg": "2\n"})[0] == []


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("docs/a.md", "curl -k https://get.corp.io/i.sh | sh\n", 1),
        ("docs/a.md", "    export NODE_TLS_REJECT_UNAUTHORIZED=0\n", 1),
        ("docs/a.md", "requests.get(url, verify=False)\n", 1),
        ("docs/a.md", "git push --force origin main\n", 1),
        ("docs/a.md", "docker run --privileged corp/agent\n", 1),
        ("docs/a.md", "setenforce 0\n", 1),
        ("docs/runbooks/a.md", "DROP TABLE jobs;\n", 1),
        ("docs/runbooks/a.md", "UPDATE jobs SET state = 'new';\n", 1),
        ("docs/a.md", "git push --force-with-lease origin main\n", None),
        ("docs/a.md", "git push --force origin topic\n", None),
        ("docs/a.md", "curl -k https://localhost:8443/health | sh\n", None),
        ("docs/a.md", "DROP TABLE jobs;\n", None),
        ("docs/a.md", "## For local development\n\ndocker run --privileged corp/agent\n", None),
        ("docs/a.md", "## What not to do\n\nDo not:\n\n    chmod -R 777 .\n", None),
        ("docs/runbooks/a.md", "UPDATE jobs SET state = 'new' WHERE id = 1;\n", None),
        ("CHANGELOG.md", "chmod -R 777 /srv\n", None),
        ("src/a.py", "requests.get(url, verify=False)\n", None),
    ],
)
def test_instructions(path: str, text: str, line: int | None) -> None:
    remarks, _ = look({}, {path: text})
    assert places(remarks) == ([(path, line, "unsafe-instruction")] if line else [])


def test_nothing_to_look_at() -> None:
    assert non_code_scan.activates(change_between({}, {})) is None
    assert non_code_scan.activates(change_between({}, {"a": "b\n"})) is not None


HOSTILE = st.text(alphabet=st.characters(codec=None), max_size=60)
NAMES = st.sampled_from(
    ["a.py", ".env", "package.json", ".husky/pre-commit", ".gitignore", "docs/runbook.md", "tests/a.json", "x.lock"]
)  # fmt: skip


@settings(max_examples=60)
@given(st.dictionaries(NAMES, HOSTILE, max_size=4), st.dictionaries(NAMES, HOSTILE, max_size=4))
def test_any_change_is_survived(base: dict[str, str], head: dict[str, str]) -> None:
    remarks, gaps = look(base, head)
    assert all(one.quotes and one.title for one in remarks)
    assert gaps == []


def test_hostile_ignore_files_and_long_lines_take_no_time() -> None:
    bombs = "\n".join(["*a" * 300 + "b", "[" * 500, "**/" * 200 + "x", "!" * 100, "\\"])
    head = {".gitignore": bombs, "a" * 200 + "/" + "a" * 200: "x" * 200_000 + "\n"}
    assert [one.slug for one in look({}, head)[0]] == []


def test_a_secret_is_told_although_the_tree_cannot_be_searched() -> None:
    head = {"a.py": f'first = "{TOKEN}"\n'}
    inspection = non_code_scan.inspect(
        change_between({}, head), MemoryTree(head), MemoryTree({}), Box(), TODAY
    )
    assert isinstance(next(inspection), Needles)
    gap = inspection.throw(WorkspaceError("unable to read an object"))
    assert isinstance(gap, Gap)
    assert gap.required
    assert gap.reason.startswith("unable to read an object; ")
    assert places([one for one in inspection if isinstance(one, Remark)]) == [
        ("a.py", 1, "committed-secret")
    ]
