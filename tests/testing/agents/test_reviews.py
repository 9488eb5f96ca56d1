"""The real `claude`, `codex` and `gemini` read a change for `postil review --model command:…`."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from postil.testing.models import Answer, Asked, Dialect, Ending, Fault, Reply, ScriptedModels
from postil.testing.models import Failure as Fails
from testing.agents.programs import INSTALLED, program

from commands import Ran, postil
from repositories import Repository

pytestmark = pytest.mark.agents
AGENTS = ["claude", "codex", "gemini"]
LINE = "    return eval(open(path).read())"
REPORT = {
    "findings": [
        {
            "title": "`load` runs what it reads",
            "slug": "eval-of-file",
            "category": "S1",
            "severity": "critical",
            "dimension": "security",
            "confidence": 95,
            "justification": "reachable",
            "quotes": [{"path": "load.py", "text": LINE, "line": 2, "side": "new"}],
            "failure_mode": "Whoever writes the file runs code here.",
            "mitigation": "Read it with `json.load`.",
        }
    ]
}


def _answers(asked: Asked) -> Reply:
    """Only security has something to say."""
    value = REPORT if "S1" in asked.prompt else {"findings": []}
    if asked.dialect is Dialect.GEMINI:
        return Answer(text=f"Here it is:\n```json\n{json.dumps(value)}\n```")
    return Answer(value=value)


@pytest.fixture
def cache() -> Iterator[Path]:
    """Not under the system's temporary folder: codex keeps no sandbox there."""
    INSTALLED.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=INSTALLED))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit({"README": "A loader.\n"}, "Begin")
    made.branch("topic")
    made.switch("topic")
    made.commit({"load.py": f"def load(path):\n{LINE}\n"}, "Load settings", branch="topic")
    return made


def review(agent: str, server: ScriptedModels, repository: Repository, cache: Path) -> Ran:
    url = server.url
    return postil(
        *("review", "--base", "main", "--model", f"command:{agent}:scripted", "--json"),
        cwd=repository.folder,
        env={
            "XDG_CACHE_HOME": str(cache),
            "ANTHROPIC_API_KEY": "k",
            "ANTHROPIC_BASE_URL": url,
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": f"{url}/v1",
            "GEMINI_API_KEY": "k",
            "GEMINI_BASE_URL": url,
        },
        path=f"{program(agent).parent}{os.pathsep}{os.environ['PATH']}",
    )


@pytest.mark.parametrize("agent", AGENTS)
def test_a_review_by_an_agent_is_whole(agent: str, repository: Repository, cache: Path) -> None:
    with ScriptedModels(_answers) as server:
        ran = review(agent, server, repository, cache)
    assert ran.err == "" or "partial" not in ran.err
    said = json.loads(ran.out)
    assert said["coverage"] == "full", said["gaps"]
    assert "eval-of-file" in {finding["slug"] for finding in said["findings"]}
    calls = server.journal.calls
    assert len(calls) == 3
    assert all(call.ending is Ending.ANSWERED for call in calls)
    assert all(LINE.strip() in call.prompt for call in calls)
    assert not list((cache / "postil" / "agents").iterdir())


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_without_an_answer_is_a_gap_and_never_clean(
    agent: str, repository: Repository, cache: Path
) -> None:
    refusal = Fails(fault=Fault.BAD_REQUEST, message="No such thing.")
    with ScriptedModels(lambda _asked: refusal) as server:
        ran = review(agent, server, repository, cache)
    said = json.loads(ran.out)
    assert (ran.status, said["status"]) == (1, "partial-failure")
    assert any(gap["subject"] == "reviewer `security`" for gap in said["gaps"])
