"""The import contracts hold, and each is broken by exactly the import it is there for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from architecture.source import ROOT, broken_contracts, copied

VIOLATIONS = [
    ("understand/peeking.py", "from postil.judge import judge", "No stage knows another stage"),
    ("domain/reaching.py", "from postil import ports", "Imports point down"),
    ("pipeline/__init__.py", "from postil.workspaces import git", "Imports point down"),
    (
        "forges/eager.py",
        "from postil.inspection import checking",
        "Adapters translate; they never review",
    ),
    ("testing/peeking.py", "from postil import codec", "Stand-ins know the domain alone"),
    ("wiring/pretending.py", "from postil import testing", "Only doors open to a stand-in"),
    ("models/pretending.py", "from postil import testing", "Imports point down"),
    ("judge/listening.py", "import socket", "Pure packages touch nothing outside"),
    ("render/reading.py", "from pathlib import Path", "Pure packages touch nothing outside"),
    ("configuration/asking.py", "import os", "Pure packages touch nothing outside"),
    (
        "inspection/roles/second.py",
        "from postil.inspection.roles import first",
        "A role does not know its siblings",
    ),
    ("common.py", "", "Imports point down"),
]


def test_the_contracts_hold() -> None:
    assert broken_contracts(ROOT) == set()


@pytest.mark.parametrize(
    ("path", "line", "contract"), VIOLATIONS, ids=lambda value: str(value)[:40]
)
def test_a_violation_breaks_its_contract(
    tmp_path: Path, path: str, line: str, contract: str
) -> None:
    package = copied(tmp_path)
    (package / "inspection/roles/first.py").write_text('"""A role."""\n')
    file = package / path
    existing = file.read_text(encoding="utf-8") if file.exists() else '"""A stray module."""\n'
    file.write_text(f"{existing}\n{line}\n", encoding="utf-8")
    assert contract in broken_contracts(tmp_path)


def test_a_cycle_breaks_its_contract(tmp_path: Path) -> None:
    package = copied(tmp_path)
    (package / "judge/one.py").write_text('"""One."""\nfrom postil.judge import two\n')
    (package / "judge/two.py").write_text('"""Two."""\nfrom postil.judge import one\n')
    assert broken_contracts(tmp_path) == {"No cycles anywhere"}


BANNED = [
    ("import time\n\nMOMENT = time.time()\n", "TID251"),
    ("import datetime as dt\n\nTODAY = dt.date.today()\n", "TID251"),
    ("import os\n\nHOME = os.environ['HOME']\n", "TID251"),
    ("import random\n\nDICE = random.random()\n", "TID251"),
    ("from pathlib import Path\n\nHERE = Path()\n", "TID251"),
    ("TEXT = open('x').read()\n", "PTH123"),
    ("print('x')\n", "T201"),
    ("try:\n    pass\nexcept Exception:\n    raise ValueError from None\n", "BLE001"),
]


@pytest.mark.parametrize(
    ("code", "rule"), BANNED, ids=[f"{rule}-{n}" for n, (_, rule) in enumerate(BANNED)]
)
@pytest.mark.parametrize("package", ["domain", "judge", "render", "understand", "track", "syntax"])
def test_the_linter_bans_it_in_pure_packages(package: str, code: str, rule: str) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "concise"),
            *("--stdin-filename", f"src/postil/{package}/stray.py", "-"),
        ],
        cwd=ROOT,
        input=code,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f" {rule} " in done.stdout
