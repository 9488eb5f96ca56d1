"""`postil doctor` says what a review needs, what is missing, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from postil.cli._examination import _tool
from postil.testing.models import (
    Answer,
    Asked,
    Failure,
    Fault,
    Script,
    ScriptedModels,
    Service,
    always,
)

from commands import Ran, postil
from repositories import Repository

Run = Callable[..., Ran]

PARTS = [
    *("python", "git", "repository", "settings", "typos", "zizmor"),
    *("kingfisher", "model", "token", "sandbox"),
]


def parts(ran: Ran) -> dict[str, str]:
    """Each part with its mark."""
    lines = [line for line in ran.out.splitlines() if not line.startswith("  ")]
    return {line[3:].split()[0]: line[:2] for line in lines}


def test_a_good_repository(run: Run, shop: Repository) -> None:
    ran = run("doctor", "--repo", shop.path)
    assert (ran.status, ran.err) == (0, "")
    assert list(parts(ran)) == PARTS
    assert set(list(parts(ran).values())[:6]) == {"ok"}
    assert f"HEAD is {shop.oid('topic')[:7]}" in ran.out


def test_quiet_says_only_what_is_not_fine(run: Run, shop: Repository) -> None:
    assert list(parts(run("doctor", "--repo", shop.path, "-q"))) == ["model", "token", "sandbox"]


def test_outside_of_a_repository(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--repo", tmp_path)
    assert ran.status == 2
    assert parts(ran)["repository"] == "!!"
    assert "not in a git repository; run this in one or name it with `--repo`" in ran.out


def test_broken_settings_are_each_told(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": "layuot = 1\nblock_at = 3\n"}, branch="topic")
    ran = run("doctor", "--repo", shop.path)
    assert ran.status == 2
    assert ran.out.count("!! settings") == 2
    assert ".postil.toml:1: `layuot`" in ran.out
    assert ".postil.toml:2: `block_at`" in ran.out


def test_hostile_settings_cannot_command_the_terminal(run: Run, shop: Repository) -> None:
    shop.commit({".postil.toml": '"\\u001b[2J\\nok git" = 1\n'}, branch="topic")
    ran = run("doctor", "--repo", shop.path)
    assert "␛[2J ok git" in ran.out
    assert "\x1b" not in ran.out


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "right")
    return monkeypatch


def told(ran: Ran) -> str:
    """What stands about the model, on one line."""
    lines = ran.out.splitlines()
    start = next(number for number, line in enumerate(lines) if line[3:].startswith("model"))
    rest = lines[start + 1]
    return lines[start] + (f" {rest.strip()}" if rest.startswith("  ") else "")


def test_a_configured_model_is_asked(run: Run, shop: Repository, key: pytest.MonkeyPatch) -> None:
    with ScriptedModels(always(Answer(value={"ready": True}))) as server:
        key.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        key.setenv("POSTIL_MODEL", "openai-chat:some")
        ran = run("doctor", "--repo", shop.path)
    assert ran.status == 0
    assert told(ran) == "ok model          `openai-chat:some` answers"
    assert len(server.journal.calls) == 1


UNABLE = Failure(fault=Fault.BAD_REQUEST, message="this model does not support tools")


def words_only(asked: Asked) -> Answer | Failure:
    return UNABLE if asked.tools else Answer(text='Sure: {"ready": true}')


def prose_only(asked: Asked) -> Answer | Failure:
    return UNABLE if asked.tools else Answer(text="I am ready.")


@pytest.mark.parametrize(
    ("service", "script", "path", "mark", "words"),
    [
        (
            Service(key="other"),
            None,
            "/v1",
            "!!",
            "does not accept the key; look at `OPENAI_API_KEY`",
        ),
        (Service(models=("known",)), None, "/v1", "!!", "there is no model `some`"),
        (Service(), None, "/astray", "!!", "at its address; look at `OPENAI_BASE_URL`"),
        (Service(), words_only, "/v1", "--", "knows no structured output"),
        (Service(), prose_only, "/v1", "!!", "not in the structured form → use a model that can"),
        (
            Service(),
            always(Failure(fault=Fault.RATE_LIMITED)),
            "/v1",
            "!!",
            "asks for a pause → wait a little",
        ),
    ],
)
def test_what_is_wrong_with_a_model_is_said_in_one_sentence(
    *,
    run: Run,
    shop: Repository,
    key: pytest.MonkeyPatch,
    service: Service,
    script: Script | None,
    path: str,
    mark: str,
    words: str,
) -> None:
    with ScriptedModels(script or always(Answer(value={})), service) as server:
        key.setenv("OPENAI_BASE_URL", server.url + path)
        ran = run("doctor", "--repo", shop.path, "--model", "openai-chat:some")
    assert parts(ran)["model"] == mark
    assert ran.status == (2 if mark == "!!" else 0)
    assert words in told(ran).replace(" a review needs", "")


def test_a_model_that_cannot_be_opened_is_told(
    run: Run, shop: Repository, key: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran = run("doctor", "--repo", shop.path, "--model", "anthropic:some")
    assert (ran.status, told(ran)) == (
        2,
        "!! model          `anthropic` needs a key; set `ANTHROPIC_API_KEY`",
    )
    ran = run("doctor", "--repo", shop.path, "--model", "antropic:some")
    assert "did you mean `anthropic:some`?" in told(ran)
    file = tmp_path / "answers.json"
    file.write_text('{"answers": {}}', encoding="utf-8")
    ran = run("doctor", "--repo", shop.path, "--model", f"recorded:{file}")
    assert (ran.status, "answers from a file" in told(ran)) == (0, True)
    key.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    ran = run("doctor", "--repo", shop.path, "--model", "openai-chat:some")
    assert "is not to be reached; look at `OPENAI_BASE_URL`" in told(ran)
    assert "→ look at the network and the address, then try again" in told(ran)


def test_without_git(shop: Repository, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = postil("doctor", cwd=shop.folder, path=str(empty))
    assert ran.status == 2
    assert [name for name, mark in parts(ran).items() if mark == "!!"] == [
        *("git", "repository", "settings")
    ]
    assert "`git` was not found" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_without_the_tools(tmp_path: Path, shop: Repository) -> None:
    """An interpreter that has the packages and none of the programs beside it."""
    place = tmp_path / "python"
    (place / "bin").mkdir(parents=True)
    packages = [path for path in sys.path if path.endswith("site-packages")]
    source = Path(__file__).parents[2] / "src"
    (place / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\n")
    (place / "bin" / "python").symlink_to(Path(sys.executable).resolve())
    search = ":".join([str(source), *packages])
    ran = postil(
        "doctor",
        cwd=shop.folder,
        env={"PYTHONPATH": search},
        path="/usr/bin:/bin",
        python=str(place / "bin" / "python"),
    )
    assert (ran.status, parts(ran)["zizmor"], parts(ran)["kingfisher"]) == (0, "--", "--")
    assert "→ install `zizmor`; it comes with `postil`" in ran.out
    assert "→ install `postil[secrets]`" in ran.out


def test_a_tool_that_is_missing_has_a_remedy() -> None:
    symptom = _tool("no-such-tool", "does nothing", "leave it")
    assert (symptom.state, symptom.said, symptom.remedy) == (
        *("missing", "not installed; it does nothing"),
        "leave it",
    )
