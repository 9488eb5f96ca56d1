"""Checks of other distributions: a real wheel is built, installed and used by the command."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from postil import catalogue

from commands import Ran, postil
from repositories import Repository

CHECK = '''"""Flags a file that shouts its name.

Why it matters: it is hard to type.

Stays quiet when: the name has a small letter.

Silence it: `[[suppress]]` with `check = "loud-name"`.
"""

from postil.domain.finding import Quote, Remark
from postil.domain.severity import Dimension, Root, Severity

NAME = "loud-name"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.LOW
ROOT = Root.CODE


def activates(change):
    return "files were changed"


def inspect(change):
    for file in change.files:
        if file.name.isupper():
            number, text = file.added[0]
            yield Remark(
                title=f"`{file.name}` shouts",
                slug="loud-name",
                severity=SEVERITY,
                dimension=DIMENSION,
                quotes=(Quote(path=file.path, text=text, line=number),),
                failure_mode="People mistype it.",
                mitigation="Use small letters.",
            )
'''
PAGE = "# loud-name\n\nFlags a file that shouts.\n\n## Cases\n"
GOOD = {"acme/__init__.py": "", "acme/loud_name.py": CHECK, "acme/loud_name.md": PAGE}


def wheel(
    folder: Path, points: str, files: Mapping[str, str], *, name: str = "acme_checks"
) -> Path:
    """A wheel as any build backend would make it."""
    about = f"{name}-1.0.dist-info"
    content = {
        **files,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": f"[postil.checks]\n{points}\n",
    }
    lines = [
        f"{path},sha256={_digest(text)},{len(text.encode())}" for path, text in content.items()
    ]
    content[f"{about}/RECORD"] = "\n".join([*lines, f"{about}/RECORD,,"]) + "\n"
    place = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(place, "w") as archive:
        for path, text in content.items():
            archive.writestr(path, text)
    return place


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def install(place: Path, target: Path) -> None:
    uv = shutil.which("uv")
    command = [uv, "pip", "install", "--python", sys.executable] if uv else [
        sys.executable, "-m", "pip", "install"
    ]  # fmt: skip
    done = subprocess.run(
        [
            *command,
            "--offline" if uv else "--no-index",
            "--no-deps",
            "--target",
            str(target),
            str(place),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


class Installed:
    """A place where distributions are installed, and the command that sees them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.target = folder / "site"
        self.target.mkdir()
        self.shop = Repository(folder / "shop")
        self.shop.commit({"a.txt": "one\n"})
        self.shop.commit({"LOUD.TXT": "hello\n"})

    def add(self, points: str, files: Mapping[str, str], *, name: str = "acme_checks") -> None:
        install(wheel(self.folder, points, files, name=name), self.target)

    def postil(self, *arguments: str) -> Ran:
        source = str(Path(catalogue.__file__).parents[1])
        paths = {"PYTHONPATH": f"{self.target}:{source}"}
        return postil(*arguments, cwd=self.shop.folder, env=paths)

    def document(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        place = self.folder / "document.json"
        ran = self.postil("review", "HEAD", "-q", "--document", str(place), *arguments)
        return ran.status, json.loads(place.read_text())


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_a_check_of_another_distribution_is_one_of_ours(installed: Installed) -> None:
    installed.add("loud-name = acme.loud_name", GOOD)
    listed = installed.postil("checks")
    assert (
        "loud-name            low       consistency      on (offered by acme-checks)" in listed.out
    )
    assert installed.postil("explain", "loud-name").out.startswith("# loud-name")
    assert "## Cases" in installed.postil("explain", "loud-name", "--cases").out
    status, document = installed.document("--only", "loud-name")
    assert status == 0
    assert [(each["title"], each["sources"]) for each in document["findings"]] == [
        ("`LOUD.TXT` shouts", ["loud-name"])
    ]
    assert [each["name"] for each in document["inspectors"]] == ["loud-name"]


def test_it_can_be_switched_off_and_is_then_not_even_imported(installed: Installed) -> None:
    installed.add(
        "loud-name = acme.loud_name", {**GOOD, "acme/loud_name.py": "raise SystemExit(4)\n"}
    )
    installed.shop.checkout()
    (installed.shop.folder / "off.toml").write_text('[checks]\noff = ["loud-name"]\n')
    status, document = installed.document("--config", "off.toml")
    assert (status, document["coverage"]) == (0, "full")
    (record,) = [each for each in document["inspectors"] if each["name"] == "loud-name"]
    assert record["attendance"] == "off"


@pytest.mark.parametrize(
    ("points", "files", "words"),
    [
        ("loud-name = acme.loud_name", {"acme/loud_name.py": "raise SystemExit(4)\n"}, "SystemExit"),
        ("loud-name = acme.loud_name", {"acme/loud_name.py": "1 / 0\n"}, "ZeroDivisionError"),
        ("loud-name = acme.loud_name", {"acme/loud_name.py": "def (\n"}, "SyntaxError"),
        ("loud-name = acme.nowhere", {}, "ModuleNotFoundError"),
        ("loud-name = acme.loud_name:NAME", {}, "does not name a module"),
        ("loud-name = acme.loud_name", {"acme/loud_name.py": '"""x"""\nNAME = 1\n'}, "lacks DIMENSION"),
        ("quiet-name = acme.loud_name", {}, "it calls itself `loud-name`"),
        ("loud-name = acme.pageless", {"acme/pageless.py": CHECK}, "`pageless.md` does not lie beside"),
        ("stale-reference = acme.loud_name", {}, "that of a check which comes with Postil"),
        ("Loud Name! = acme.loud_name", {}, "is not a few short words"),
    ],
)  # fmt: skip
def test_one_that_cannot_be_used_is_a_gap_and_never_the_end(
    installed: Installed, points: str, files: Mapping[str, str], words: str
) -> None:
    installed.add(points, {**GOOD, **files})
    status, document = installed.document()
    assert (status, document["coverage"]) == (1, "partial")
    (gap,) = [each for each in document["gaps"] if each["required"]]
    assert str(gap["subject"]).endswith("of `acme-checks`")
    assert words in str(gap["reason"])
    assert "acme-checks" in str(gap["remedy"])
    ran = len([each for each in document["inspectors"] if each["attendance"] != "failed"])
    assert ran >= 10
    listed = installed.postil("checks")
    assert listed.status == 0
    assert words in listed.err
    assert "stale-reference      high" in listed.out


def test_of_two_with_one_name_the_first_by_name_is_used(installed: Installed) -> None:
    installed.add("loud-name = acme.loud_name", GOOD)
    other = {path.replace("acme", "zeta"): text for path, text in GOOD.items()}
    installed.add("loud_name = zeta.loud_name", other, name="zeta_checks")
    _, document = installed.document()
    (gap,) = [each for each in document["gaps"] if each["required"]]
    assert gap["subject"] == "check `loud-name` of `zeta-checks`"
    assert gap["reason"] == "`acme-checks` offers a check of the same name"
    assert [each["title"] for each in document["findings"]] == ["`LOUD.TXT` shouts"]


def test_explaining_a_broken_one_says_why_it_is_broken(installed: Installed) -> None:
    installed.add("loud-name = acme.loud_name", {**GOOD, "acme/loud_name.py": "1 / 0\n"})
    ran = installed.postil("explain", "loud-name")
    assert ran.status == 2
    assert "check `loud-name` of `acme-checks` cannot be used" in ran.err


def test_nothing_is_looked_for_before_it_is_needed(installed: Installed) -> None:
    installed.add("loud-name = acme.loud_name", {**GOOD, "acme/__init__.py": "1 / 0\n"})
    for arguments in (["--help"], ["review", "--help"], ["--version"]):
        ran = installed.postil(*arguments)
        assert (ran.status, ran.err) == (0, "")
