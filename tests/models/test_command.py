"""Agent programs as models: what they see, what they bring, and how they are ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from postil.domain.conversation import Prompt, Reply, Turn
from postil.domain.errors import (
    Garbled,
    ModelDown,
    ModelError,
    RateLimited,
    Unusable,
    UserError,
)
from postil.models import open_model

PROMPT = Prompt(
    rules="The rules.",
    shared="The change.",
    charge="Yours.",
    schema={
        "type": "object",
        "properties": {"findings": {"type": "array"}, "summary": {"type": "string"}},
        "required": ["findings"],
    },
)
KEYS = {"ANTHROPIC_API_KEY": "key-a", "OPENAI_API_KEY": "key-o", "GEMINI_API_KEY": "key-g"}
REPORT: dict[str, Any] = {"findings": []}
PROGRAM = """\
#!{python}
import json, os, pathlib, subprocess, sys, time
plan = json.loads(pathlib.Path({plan!r}).read_text())
seen = {{
    "arguments": sys.argv[1:], "variables": dict(os.environ), "question": sys.stdin.read(),
    "folder": os.listdir("."), "home": sorted(os.listdir(os.environ["HOME"])),
    "mode": os.stat(os.environ["HOME"]).st_mode & 0o777, "settings": {{}},
}}
for file in pathlib.Path(os.environ["HOME"]).glob("*/*"):
    seen["settings"][file.name] = file.read_text()
pathlib.Path({seen!r}).write_text(json.dumps(seen))
if "-o" in sys.argv and plan.get("last") is not None:
    pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text(plan["last"])
if plan.get("child"):
    child = subprocess.Popen(["sleep", "60"])
    pathlib.Path({child!r}).write_text(str(child.pid))
    time.sleep(60)
sys.stdout.write(plan.get("output", "") * plan.get("times", 1))
sys.stderr.write(plan.get("errors", ""))
sys.exit(plan.get("status", 0))
"""


class Stage:
    """A folder of stand-in programs that do what a plan says and write down what they saw."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.child = folder / "child"

    def play(self, program: str, **plan: Any) -> None:
        (self.folder / "plan").write_text(json.dumps(plan), encoding="utf-8")
        file = self.bin / program
        file.write_text(
            PROGRAM.format(
                python=sys.executable,
                plan=str(self.folder / "plan"),
                seen=str(self.folder / "seen"),
                child=str(self.child),
            ),
            encoding="utf-8",
        )
        file.chmod(0o755)

    def ask(
        self, spec: str, prompt: Prompt = PROMPT, *, within: float = 30.0, **more: str
    ) -> Reply:
        variables = {**KEYS, "XDG_CACHE_HOME": str(self.cache), **more}
        return asyncio.run(open_model(spec, variables).ask(prompt, within=within))

    def wait_for_child(self) -> None:
        while not self.child.exists() or not self.child.read_text(encoding="utf-8"):
            time.sleep(0.02)

    @property
    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = json.loads((self.folder / "seen").read_text(encoding="utf-8"))
        return seen

    @property
    def rooms(self) -> list[Path]:
        return list((self.cache / "postil" / "agents").iterdir())


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    made = Stage(tmp_path)
    monkeypatch.setenv("PATH", f"{made.bin}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("GITHUB_TOKEN", "a token of ours")
    return made


def result(**parts: Any) -> str:
    return json.dumps({"type": "result", "subtype": "success", "is_error": False, **parts})


def test_claude_is_sent_without_tools_and_brings_its_structured_answer(stage: Stage) -> None:
    usage = {"input_tokens": 5, "cache_creation_input_tokens": 90, "cache_read_input_tokens": 5}
    said = result(
        structured_output=REPORT, usage={**usage, "output_tokens": 7}, total_cost_usd=0.25
    )
    stage.play("claude", output=said)
    reply = stage.ask("command:claude:opus", ANTHROPIC_BASE_URL="http://here")
    assert json.loads(reply.answer or "") == REPORT
    used = reply.usage
    assert (used.input, used.cached, used.output, used.usd) == (100, 5, 7, 0.25)
    arguments = stage.seen["arguments"]
    assert arguments[:4] == ["-p", "--output-format", "json", "--json-schema"]
    assert json.loads(arguments[4]) == PROMPT.schema
    assert arguments[5:] == ["--tools", "", "--max-turns", "4", "--model", "opus"]
    assert stage.seen["variables"]["ANTHROPIC_BASE_URL"] == "http://here"
    assert reply.model == "command:claude:opus"


def test_codex_is_sent_into_its_sandbox_and_its_last_words_are_read(stage: Stage) -> None:
    events = [
        {"type": "turn.started"},
        {
            "type": "turn.completed",
            "usage": {"input_tokens": 50, "cached_input_tokens": 20, "output_tokens": 3},
        },
    ]
    stage.play("codex", output="\n".join(map(json.dumps, events)), last='{"findings": []}')
    reply = stage.ask("command:codex:gpt", OPENAI_BASE_URL="http://here/v1")
    assert reply.answer == '{"findings": []}'
    used = reply.usage
    assert (used.input, used.cached, used.output, used.usd) == (50, 20, 3, None)
    seen = stage.seen
    assert seen["arguments"][:6] == [
        *("exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only")
    ]
    assert seen["arguments"][-3:] == ["-c", "features.plugins=false", "-"]
    assert "schema.json" in seen["home"]
    assert seen["variables"]["CODEX_HOME"] == seen["variables"]["HOME"] + "/codex"
    config = seen["settings"]["config.toml"]
    for line in ('model = "gpt"', 'base_url = "http://here/v1"', 'web_search = "disabled"'):
        assert line in config.splitlines()


def test_gemini_is_asked_for_json_in_words(stage: Stage) -> None:
    tokens = {"prompt": 40, "cached": 10, "candidates": 4, "thoughts": 2}
    said = {"response": "```json\n{}\n```", "stats": {"models": {"m": {"tokens": tokens}}}}
    stage.play("gemini", output=json.dumps(said), errors="Warning: colours")
    reply = stage.ask("command:gemini", GEMINI_BASE_URL="http://here")
    assert (reply.answer, reply.text) == (None, "```json\n{}\n```")
    assert (reply.usage.input, reply.usage.cached, reply.usage.output) == (40, 10, 6)
    seen = stage.seen
    assert seen["arguments"] == ["-o", "json"]
    assert '"required":["findings"]' in seen["question"]
    assert seen["variables"]["GOOGLE_GEMINI_BASE_URL"] == "http://here"
    assert json.loads(seen["settings"]["settings.json"])["tools"] == {"core": ["read_file"]}
    stage.ask("command:gemini:flash")
    assert stage.seen["arguments"] == ["-m", "flash", "-o", "json"]


@pytest.mark.parametrize(
    ("program", "own"),
    [
        (
            "claude",
            {
                "ANTHROPIC_API_KEY": "key-a",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
            },
        ),
        ("codex", {"OPENAI_API_KEY": "key-o", "CODEX_HOME": None}),
        ("gemini", {"GEMINI_API_KEY": "key-g", "GEMINI_CLI_TRUST_WORKSPACE": "true"}),
    ],
)
def test_a_program_sees_its_key_and_nothing_else_of_ours(
    stage: Stage, program: str, own: dict[str, str | None]
) -> None:
    said = result(structured_output=REPORT)
    stage.play(program, output=said.replace("{", '{"response": "x", ', 1), last="{}")
    stage.ask(f"command:{program}")
    seen = stage.seen
    # Python itself sets LC_CTYPE where no locale is given.
    assert set(seen["variables"]) - {"LC_CTYPE"} == {"HOME", "PATH", *own}
    assert {name: seen["variables"][name] for name, value in own.items() if value} == {
        name: value for name, value in own.items() if value
    }
    assert seen["folder"] == []
    assert seen["mode"] == 0o700
    assert stage.rooms == []
    text = seen["question"]
    assert text.index("The rules.") < text.index("The change.") < text.index("Yours.")


def test_a_very_long_question_arrives_whole(stage: Stage) -> None:
    stage.play("claude", output=result(structured_output=REPORT))
    stage.ask("command:claude", replace(PROMPT, shared="line of the change\n" * 100_000))
    assert stage.seen["question"].count("line of the change") == 100_000


def test_what_is_no_text_does_not_stop_the_question(stage: Stage) -> None:
    stage.play("claude", output=result(structured_output=REPORT))
    stage.ask("command:claude", replace(PROMPT, shared="bad \udcff byte"))
    assert "bad ? byte" in stage.seen["question"]


def test_a_complaint_goes_with_the_next_question(stage: Stage) -> None:
    stage.play("claude", output=result(structured_output=REPORT))
    turn = Turn(reply=Reply(answer='{"finding": 1}'), complaint="no list `findings`")
    stage.ask("command:claude", replace(PROMPT, turns=(turn,)))
    asked = stage.seen["question"]
    assert '{"finding": 1}' in asked
    assert "no list `findings`" in asked


@pytest.mark.parametrize(
    ("program", "errors", "meant", "words"),
    [
        ("claude", "API Error: 401", Unusable, "does not accept the key; look at `ANTHROPIC_API"),
        ("codex", "unexpected status 401 Unauthorized", Unusable, "look at `OPENAI_API_KEY`"),
        ("gemini", "API key not valid. Please", Unusable, "look at `GEMINI_API_KEY`"),
        ("gemini", "RESOURCE_EXHAUSTED", RateLimited, "asks for a pause"),
        ("claude", "status 429", RateLimited, "asks for a pause"),
        ("codex", "something\n odd", ModelDown, "`codex` ended with status 3: something odd"),
    ],
)
def test_each_failure_says_what_to_do(
    stage: Stage, program: str, errors: str, meant: type[ModelError], words: str
) -> None:
    stage.play(program, errors=errors, status=3)
    with pytest.raises(meant, match=words):
        stage.ask(f"command:{program}")
    assert stage.rooms == []


@pytest.mark.parametrize(
    ("program", "output"),
    [
        ("claude", ""),
        ("claude", "not JSON"),
        ("claude", "[1]"),
        ("claude", result(is_error=True, result="x")),
        ("claude", result(structured_output=[1], result=7)),
        ("codex", '{"type": "turn.completed", "usage": 7}'),
        ("gemini", '{"response": 7}'),
        ("gemini", "[" * 100_000),
    ],
)
def test_an_output_without_an_answer_is_no_answer(stage: Stage, program: str, output: str) -> None:
    stage.play(program, output=output)
    with pytest.raises(Garbled, match=f"`{program}` ended without an answer"):
        stage.ask(f"command:{program}")


def test_words_of_claude_are_kept_when_it_did_not_use_its_tool(stage: Stage) -> None:
    stage.play("claude", output=result(result='{"findings": []}', usage={"input_tokens": True}))
    reply = stage.ask("command:claude")
    assert (reply.answer, reply.text) == (None, '{"findings": []}')
    assert (reply.usage.input, reply.usage.usd) == (0, None)


def test_endless_output_is_not_kept(stage: Stage) -> None:
    stage.play("claude", output="x" * 1_000_000, times=20)
    with pytest.raises(Garbled):
        stage.ask("command:claude")


def test_a_program_that_hangs_is_ended_with_all_it_started(stage: Stage) -> None:
    stage.play("claude", child=True)
    with pytest.raises(ModelDown, match="`claude` did not answer within 2 s"):
        stage.ask("command:claude", within=2.0)
    assert _is_gone(int(stage.child.read_text(encoding="utf-8")))
    assert stage.rooms == []


def test_a_cancelled_question_leaves_nothing_running(stage: Stage) -> None:
    stage.play("claude", child=True)

    async def talk() -> None:
        model = open_model("command:claude", {**KEYS, "XDG_CACHE_HOME": str(stage.cache)})
        task = asyncio.create_task(model.ask(PROMPT, within=60.0))
        await asyncio.to_thread(stage.wait_for_child)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(talk())
    assert _is_gone(int(stage.child.read_text(encoding="utf-8")))
    assert stage.rooms == []


def _is_gone(pid: int) -> bool:
    """Dead, or at least a zombie that nobody has waited for yet."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        except FileNotFoundError:
            return True
        if state.split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


def test_a_missing_program_key_or_name_is_said(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Unusable, match="there is no program `codex` on the PATH; install it"):
        stage.ask("command:codex")
    with pytest.raises(Unusable, match="`command:claude` needs a key; set `ANTHROPIC_API_KEY`"):
        open_model("command:claude", {})
    with pytest.raises(UserError, match="no agent program `vim`; known are claude, codex, gemini"):
        open_model("command:vim", KEYS)
    stage.play("claude")
    monkeypatch.chdir(stage.bin)
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(Unusable, match="no program `claude` on the PATH"):
        open_model("command:claude", KEYS)


def test_a_program_that_cannot_be_started_is_said(stage: Stage) -> None:
    file = stage.bin / "claude"
    file.write_text("#!/nowhere/at-all\n", encoding="utf-8")
    file.chmod(0o755)
    with pytest.raises(Unusable, match="cannot be started: No such file"):
        stage.ask("command:claude")


def test_a_cache_that_cannot_be_written_is_said(stage: Stage) -> None:
    stage.play("claude")
    stage.cache.write_text("a file", encoding="utf-8")
    with pytest.raises(Unusable, match="no folder for an agent can be made in"):
        stage.ask("command:claude")


def test_without_a_cache_of_its_own_the_users_is_used(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.play("claude", output=result(structured_output=REPORT))
    monkeypatch.setenv("HOME", str(stage.folder))
    asyncio.run(open_model("command:claude", KEYS).ask(PROMPT, within=30.0))
    assert stage.seen["variables"]["HOME"].startswith(str(stage.folder / ".cache/postil/agents/"))
