"""The real agent programs, set up so that they see only the scripted server.

Each runs with an empty environment, a home of its own, nothing on standard input and read-only
tools; the settings are those under which the programs send nothing anywhere else.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from postil.testing.models import ScriptedModels

ROOT = Path(__file__).resolve().parents[3]
INSTALLED = ROOT / ".agents"
SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}},
    "required": ["verdict"],
    "additionalProperties": False,
}
TIMEOUT = 120


@dataclass(frozen=True)
class Place:
    """A home for one run, with a folder to work in."""

    home: Path
    work: Path
    url: str

    def run(
        self, name: str, arguments: Sequence[str], variables: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        node = shutil.which("node") or ""
        path = os.pathsep.join([str(Path(node).parent), "/usr/bin", "/bin"])
        return subprocess.run(
            [str(program(name)), *arguments],
            cwd=self.work,
            env={"HOME": str(self.home), "PATH": path, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )


def program(name: str) -> Path:
    file = INSTALLED / "node_modules" / ".bin" / name
    if not file.exists():
        msg = f"`{name}` is not installed; run `make agents`."
        raise FileNotFoundError(msg)
    return file


@contextmanager
def place(server: ScriptedModels) -> Iterator[Place]:
    """Not under the system's temporary folder: codex keeps no sandbox there."""
    homes = INSTALLED / "homes"
    homes.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(dir=homes))
    work = home / "work"
    work.mkdir()
    try:
        yield Place(home, work, server.url)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def claude(where: Place, prompt: str) -> subprocess.CompletedProcess[str]:
    return where.run(
        "claude",
        [
            *("-p", prompt, "--output-format", "json", "--json-schema", json.dumps(SCHEMA)),
            *("--model", "scripted", "--tools", "Read,Grep,Glob", "--max-turns", "3"),
        ],
        {
            "ANTHROPIC_BASE_URL": where.url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        },
    )


def codex(where: Place, prompt: str) -> subprocess.CompletedProcess[str]:
    settings = where.home / "codex"
    settings.mkdir()
    (settings / "config.toml").write_text(
        f"""\
model = "scripted"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "{where.url}/v1"
wire_api = "responses"
env_key = "LOCAL_KEY"
[analytics]
enabled = false
""",
        encoding="utf-8",
    )
    schema = where.home / "schema.json"
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    return where.run(
        "codex",
        [
            *("exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"),
            *("--output-schema", str(schema), "-o", str(where.home / "last")),
            *("-c", "features.plugins=false", prompt),
        ],
        {"CODEX_HOME": str(settings), "LOCAL_KEY": "dummy"},
    )


def gemini(where: Place, prompt: str) -> subprocess.CompletedProcess[str]:
    settings = where.home / ".gemini"
    settings.mkdir()
    (settings / "settings.json").write_text(
        json.dumps(
            {
                "security": {"auth": {"selectedType": "gemini-api-key"}},
                "privacy": {"usageStatisticsEnabled": False},
                "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
            }
        ),
        encoding="utf-8",
    )
    return where.run(
        "gemini",
        ["-m", "scripted", "-p", prompt, "-o", "json"],
        {
            "GOOGLE_GEMINI_BASE_URL": where.url,
            "GEMINI_API_KEY": "dummy",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
    )
