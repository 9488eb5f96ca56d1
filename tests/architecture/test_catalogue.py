"""Every unit fits its folder; a new check is two new files and no edit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from postil import catalogue, cli, render
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection import checks
from postil.inspection.checks import INPUTS, READ_FIRST

from architecture.source import copied

CHECKS = catalogue.units(checks, must_have=checks.MUST_HAVE)
SUMMARY_PARTS = ("Why it matters:", "Stays quiet when:", "Silence it:")


@pytest.mark.parametrize("unit", CHECKS, ids=lambda unit: unit.name)
def test_a_check_fits(unit: catalogue.Unit) -> None:
    module = unit.module
    assert unit.name == module.NAME
    assert isinstance(module.DIMENSION, Dimension)
    assert isinstance(module.SEVERITY, Severity)
    assert isinstance(module.ROOT, Root)
    assert set(module.inspect.__annotations__) - {"return"} <= INPUTS
    assert {name.lstrip("_") for name in module.activates.__annotations__} - {
        "return"
    } <= READ_FIRST
    for part in SUMMARY_PARTS:
        assert part in (module.__doc__ or "")


def pages_and_modules(folder: Path) -> tuple[set[str], set[str]]:
    modules = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}
    return {path.stem for path in folder.glob("*.md")}, modules


def test_every_check_has_its_page_and_every_page_its_check() -> None:
    pages, modules = pages_and_modules(Path(checks.__path__[0]))
    assert pages == modules
    assert len(modules) >= 5


def test_a_check_without_its_page_is_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path) / "inspection" / "checks"
    (folder / "loud_name.py").write_text('"""Nothing."""\n')
    pages, modules = pages_and_modules(folder)
    assert modules - pages == {"loud_name"}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('"""Says something."""\nNAME = "odd-one"\n', "lacks DIMENSION"),
        ("NAME = DIMENSION = SEVERITY = ROOT = activates = inspect = 1\n", "no docstring"),
    ],
)
def test_a_misfit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, words: str
) -> None:
    (tmp_path / f"odd_one_{len(words)}.py").write_text(source)
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    with pytest.raises(catalogue.Misfit, match=words):
        catalogue.load(checks, f"odd-one-{len(words)}", must_have=checks.MUST_HAVE)


NEW_CHECK = '''"""Flags a file that shouts its name.

Why it matters: it is hard to type.

Stays quiet when: the name has a small letter.

Silence it: `[[suppress]]` with `check = "loud-name"` in `.postil.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.finding import Quote, Remark
from postil.domain.severity import Dimension, Root, Severity

NAME = "loud-name"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.LOW
ROOT = Root.CODE


def activates(change: Change) -> str | None:
    return "files were added" if change.files else None


def inspect(change: Change) -> Iterator[Remark]:
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
NEW_PAGE = """# loud-name

Flags a file that shouts its name.

## Cases
""" + "".join(
    f"""
### It shouts, number {n}

*Written first.*

```head LOUD{n}.TXT
hello
```

```findings
LOUD{n}.TXT:1 low
```

### It does not, number {n}

*Written first.*

```head quiet{n}.txt
hello
```

```findings
```
"""
    for n in range(15)
)


def test_adding_a_check_is_two_new_files_and_no_edit(tmp_path: Path) -> None:
    """Drop the two in, and it is listed, explained, run by its page and run by a review."""
    folder = copied(tmp_path) / "inspection" / "checks"
    (folder / "loud_name.py").write_text(NEW_CHECK)
    (folder / "loud_name.md").write_text(NEW_PAGE)
    tests = Path(__file__).parents[1]
    probe = f"""
import sys
sys.path[:0] = [{str(tmp_path / "src")!r}, {str(tests)!r}]
import postil; assert postil.__file__.startswith({str(tmp_path)!r})
from pathlib import Path
from postil.cli import _status
from repositories import Repository
from pages.reading import read_page
from pages.running import play, pages
page = next(page for page in pages() if page.stem == "loud_name")
cases = read_page(page)
assert all(play(case).as_expected for case in cases), "page"
print(len(cases), "cases")
made = Repository(Path({str(tmp_path / "repository")!r}))
made.commit({{"a.txt": "one"}})
made.commit({{"LOUD.TXT": "hello"}})
assert _status(["checks"]) == 0
assert _status(["explain", "loud-name"]) == 0
assert _status(["review", "--repo", made.path, "HEAD"]) == 0
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", probe],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 cases" in done.stdout
    assert "loud-name            low" in done.stdout
    assert "`LOUD.TXT` shouts" in done.stdout


def test_every_format_and_command_is_found() -> None:
    formats = catalogue.units(render, must_have=render.MUST_HAVE)
    assert {unit.module.NAME for unit in formats} == {unit.name for unit in formats}
    assert {"terminal", "markdown", "json", "sarif", "html", "junit"} <= {
        unit.name for unit in formats
    }
    commands = {"review", "checks", "profiles", "explain", "config", "doctor"}
    assert commands <= set(catalogue.names(cli))
