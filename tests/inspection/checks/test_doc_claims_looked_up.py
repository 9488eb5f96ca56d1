"""Options, commits, members, constants and folders that statements cite, in shapes the page does not show."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from postil.domain.errors import WorkspaceError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import Needles, doc_claims
from postil.ports import Commits, Hits, NoCommits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
ID = "4be1f09c2a"


class Held:
    """A clone with a whole history that holds some commits."""

    are_all_here = True

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def unknown(self, ids: Collection[str]) -> frozenset[str]:
        return frozenset(ids) - set(self.ids)


class Broken(Held):
    def unknown(self, ids: Collection[str]) -> frozenset[str]:
        raise WorkspaceError("no answer")


def look(
    tree: Files,
    fresh: Files,
    commits: Commits | None = None,
    found: Mapping[str, Hits] | None = None,
) -> list[Remark | Gap]:
    head = {**tree, **fresh}
    work = doc_claims.inspect(
        change_between(tree, head), MemoryTree(head), MemoryTree(tree), commits or Held()
    )
    told: list[Remark | Gap] = []
    item = next(work, None)
    while item is not None:
        if isinstance(item, Needles):
            answer = {**MemorySearch(head).search(item.texts), **(found or {})}
            try:
                item = work.send(answer)
            except StopIteration:
                break
        else:
            told.append(item)
            item = next(work, None)
    return told


def said(tree: Files, line: str, path: str = "docs/new.md") -> list[str]:
    told = look(tree, {path: f"# New\n\n{line}\n"})
    return [one.claim.subject for one in told if isinstance(one, Remark)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"Repaired in commit {ID}.", True),
        (f"It flickers. Commit {ID} is why.", True),
        (f"- Commit `{ID}` broke it.", True),
        (f"Introduced by {ID}.", True),
        (f"Reverts {ID}.", True),
        (f"A regression from ({ID}).", True),
        (f"It was bisected to {ID}.", True),
        (f"As of {ID} lamps are round.", True),
        ("Fixed in 1234567890.", False),
        ("Fixed in commit abcdef1.", False),
        (f"The kernel commit {ID} has it.", False),
        (f"Fixed in commit {ID} in `acme/lamps`.", False),
        (f"For example, fixed in commit {ID}.", False),
        (f"See https://example.org, commit {ID}.", False),
        (f"Fixed in {ID}/lamps.", False),
    ],
)
def test_commits(line: str, *, told: bool) -> None:
    assert said({}, line) == ([ID] if told else [])


def test_a_commit_that_is_there_is_fine() -> None:
    fresh = {"CHANGELOG.md": f"- Fixed in commit {ID}.\n", "a.md": f"~~~sh\ngit show {ID}\n~~~\n"}
    assert look({}, fresh, Held(ID)) == []


@pytest.mark.parametrize(
    ("commits", "reason"),
    [
        (NoCommits(), f"the clone is shallow, so that `{ID}` cannot be looked up"),
        (Broken(), "git could not be asked for the commits that documents cite: no answer"),
    ],
)
def test_what_cannot_be_looked_up_is_a_gap(commits: Commits, reason: str) -> None:
    (gap,) = look({}, {"a.md": f"Fixed in commit {ID}.\n"}, commits)
    assert isinstance(gap, Gap)
    assert (gap.reason, gap.required) == (reason, False)
    assert look({}, {"a.md": "Nothing.\n"}, commits) == []


ARGPARSE = "import argparse\nparser.add_argument('--keep')\n"
SHELL = '#!/bin/sh\ncase "$1" in\n  --keep) keep=1 ;;\nesac\n'


@pytest.mark.parametrize(
    ("tree", "line", "told"),
    [
        ({"lamp/cli.py": ARGPARSE}, "Run `lamp --drop`.", True),
        ({"lamp/cli.py": ARGPARSE}, "Run `lamp --keep`.", False),
        ({"lamp/cli.py": ARGPARSE}, "Run `python -m lamp --drop`.", True),
        ({"lamp/cli.py": ARGPARSE}, "The flag `lamp --drop` is no longer there.", False),
        ({"lamp/cli.py": ARGPARSE}, "We removed the `--drop` of lamp.", False),
        ({"lamp/cli.py": ARGPARSE}, "Give lamp `--help`.", False),
        ({"lamp/cli.py": ARGPARSE}, "Give something `--drop`.", False),
        ({"lamp/cli.py": ARGPARSE}, "Call `lamp hall`.\n\nWith `--drop` it is dark.", True),
        ({"lamp/cli.py": ARGPARSE, "lamp/x.py": "run(['--drop'])\n"}, "Run `lamp --drop`.", False),
        ({"lamp/cli.py": ARGPARSE, "x.sh": "git --drop\n"}, "Run `lamp --drop`.", True),
        ({"lamp/cli.py": ARGPARSE, "lamp/x.py": "import typer\ndrop: bool\n"}, "Run `lamp --drop`.", False),
        ({"lamp/x.py": "x = 1\n", "src/a.py": ARGPARSE}, "Run `lamp --drop`.", False),
        ({"lamp/x.py": "P(prog='lamp')\n", "src/a.py": ARGPARSE}, "Run `lamp --drop`.", True),
        ({"bin/lamp": "x\n", "src/a.py": ARGPARSE}, "Run `lamp --drop`.", True),
        ({"cmd/lamp/main.go": 'import "github.com/spf13/cobra"\n'}, "Run `lamp --drop`.", True),
        ({"tests/lamp/cli.py": ARGPARSE}, "Run `lamp --drop`.", False),
        ({f"lamp/cli{n}.py": ARGPARSE for n in range(70)} | {"lamp/cli.py": ""}, "Run `lamp --drop`.", True),
        ({"tool/go.sh": SHELL}, "Run `tool/go.sh --drop`.", True),
        ({"tool/go.sh": SHELL}, "Run `tool/go.sh --keep`.", False),
        ({"tool/go.sh": SHELL + 'other "$@"\n'}, "Run `tool/go.sh --drop`.", False),
        ({"tool/go.sh": "echo $1\n"}, "Run `tool/go.sh --drop`.", False),
        ({"tool/go.py": ARGPARSE}, "Run `python tool/go.py --drop`.", True),
        ({"tool/go.py": ARGPARSE + "x.parse_known_args()\ndrop = 1\n"}, "Run `tool/go.py --drop`.", False),
        ({"tool/go.py": "print(1)\n"}, "Run `tool/go.py --drop`.", False),
        ({"tool/go.py": "import sys\nsys.argv\n"}, "Run `tool/go.py --drop`.", True),
    ],
)  # fmt: skip
def test_options(tree: Files, line: str, *, told: bool) -> None:
    assert said(tree, line) == (["--drop"] if told else [])


def test_a_search_that_was_cut_short_names_no_parser() -> None:
    tree = {"lamp/cli.py": ARGPARSE + "drop = 1\n"}
    line = {"docs/new.md": "Run `lamp --drop`.\n"}
    assert look(tree, line, found={"argparse": Hits((), 9)}) == []


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("class Lamp:\n    pass\n", "Call `Lamp.darken_all()`.", True),
        ("class Lamp(ABC):\n    pass\n", "Call `Lamp.darken_all()`.", True),
        ("class Lamp(Base):\n    pass\n", "Call `Lamp.darken_all()`.", False),
        ("@register\nclass Lamp:\n    pass\n", "Call `Lamp.darken_all()`.", False),
        ("@dataclass\nclass Lamp:\n    pass\n", "Call `Lamp.darken_all()`.", True),
        ("class Lamp:\n    pass\n\nLamp.darken_all = 1\n", "Call `Lamp.darken_all()`.", False),
        ("class Lamp:\n    pass\n", "Call `Lamp.toString()`.", False),
        ("class Client:\n    pass\n\nx.darken_all()\n", "Call `Client.darken_all()`.", False),
    ],
)  # fmt: skip
def test_members(text: str, line: str, *, told: bool) -> None:
    assert bool(said({"src/lamp.py": text}, line)) is told


def test_a_member_that_is_everywhere_is_not_told() -> None:
    tree = {"src/lamp.py": "class Lamp:\n    pass\n"}
    fresh = {"a.md": "Call `Lamp.darken_all()`.\n"}
    assert look(tree, fresh, found={"darken_all": Hits((), 9)}) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Rows are limited by `MAX_ROW_COUNT`.", True),
        ("- `MAX_ROW_COUNT`: how many", True),
        ("`MAX_ROW_COUNT` limits the rows.", True),
        ("Set `MAX_ROW_COUNT` to 3.", True),
        ("The store reads `MAX_ROW_COUNT`.", True),
        ("The moon reads `HIGH_TIDE_MARK`.", False),
        ("`app/rows.py` calls `dim_forever`.", True),
        ("The rows reads `dim_forever`.", True),
        ("We like `MAX_ROW_COUNT`.", False),
        ("The worker uses `maxRowsAtAll`.", True),
        ("The worker uses `row_entries`.", True),
        ("The worker uses `POLL_SECOND`.", False),
    ],
)
def test_names_without_brackets(line: str, *, told: bool) -> None:
    tree = {
        "app/rows.py": "MAX_ROWS = 3\nrow_entry = 1\nx = poll_second\n",
        "tests/a.py": "row_entries_s = 1\n",
    }
    assert bool(said(tree, line)) is told


PAGES = {f"src/pages/{name}.ts": "guard()\n" for name in ("a", "b", "c")}


@pytest.mark.parametrize(
    ("more", "line", "told"),
    [
        ({"src/pages/d.ts": "open()\n"}, "All files in `src/pages` use `guard`.", True),
        ({"src/pages/d.ts": "open()\n"}, "The pages in `src/pages` all call `guard()`.", True),
        ({"src/pages/d.ts": "open()\n"}, "All pages in src/pages/ use `guard`.", True),
        ({"src/pages/d.ts": "open()\n"}, "All pages in general use `guard`.", False),
        ({"src/pages/d.ts": "open()\n"}, "All files in `src/gone` use `guard`.", False),
        ({"src/pages/d.ts": "open()\n"}, "All files in `src/pages/*.ts` use `guard`.", True),
        ({"src/pages/d.ts": "open()\n"}, "All files in `src/pages` must use `guard`.", False),
        ({"src/pages/utils.ts": "open()\n"}, "All pages in `src/pages` use `guard`.", False),
        ({"src/pages/d.tsx": "open()\n"}, "All components in `src/pages` use `guard`.", False),
        ({"src/pages/d.ts": "guard()\n"}, "No file in `src/pages` calls `guard`.", True),
        ({"src/pages/d.ts": "x\n"}, "Files aside, none of the files in `src/pages` never call `guard`.", True),
        ({"src/pages/d.ts": "x\n"}, "Only `none` calls `guard`.", False),
        ({"src/guard": "x\n"}, "Only `src/guard` calls `guard`.", False),
        ({"src/pages/d.ts": "x\n"}, "Only `src/pages/d.ts` calls `guard`.", False),
        ({"src/d.ts": "guard()\n"}, "Only `src/d.ts` calls `guard`.", True),
        ({"tests/a.test.ts": "x()\n", "tests/b.test.ts": "boot()\n"}, "All tests in `tests` use `boot`.", True),
    ],
)  # fmt: skip
def test_folders(more: Files, line: str, *, told: bool) -> None:
    assert bool(said({**PAGES, **more}, line)) is told


def test_files_that_are_called_so_are_the_ones_that_are_meant() -> None:
    tree = {"src/jobs/mail_job.py": "log_on()\n", "src/jobs/tidy_job.py": "log_on()\n"}
    line = "Every job in `src/jobs` calls `log_on`."
    assert said({**tree, "src/jobs/dates.py": "x = 1\n"}, line) == []
    assert said({**tree, "src/jobs/late_job.py": "x = 1\n"}, line) == ["log_on"]
