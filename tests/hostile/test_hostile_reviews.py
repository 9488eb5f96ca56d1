"""The hostile set end to end: whatever a change holds, the command reviews it or says why not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import psutil
import pytest

import postil.cli as door
from postil import catalogue, codec
from postil.inspection import checks

from commands import POSTIL, Ran, postil, surroundings
from repositories import Content, Repository, blob_of_zeros, symlink

FORMATS = ("terminal", "markdown", "json", "sarif", "html", "junit")
TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
SECONDS = 10.0
BYTES = 300 * 1024 * 1024

Run = Callable[..., Ran]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> Ran:
        status = door._status(list(arguments))
        out, err = capfd.readouterr()
        return Ran(status, out, err)

    return command


@dataclass(frozen=True)
class Measured:
    ran: Ran
    seconds: float
    peak: int


class Watch(threading.Thread):
    """Adds up the memory of a process and everything it started, again and again."""

    def __init__(self, process: psutil.Process) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.peak = 0
        self.seconds = 0.0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            with suppress(psutil.Error):
                tree = [self.process, *self.process.children(recursive=True)]
                self.peak = max(self.peak, sum(self._resident(each) for each in tree))
                used = self.process.cpu_times()
                self.seconds = used.user + used.system + used.children_user + used.children_system

    @staticmethod
    def _resident(process: psutil.Process) -> int:
        with suppress(psutil.Error):
            return int(process.memory_info().rss)
        return 0


def measured(repository: Repository, *arguments: str) -> Measured:
    """Runs the review apart; time is that of the processors, so that a busy machine is no matter.

    Counting coverage in the child would be measured with it, so it does not.
    """
    uncounted = {key: value for key, value in surroundings().items() if "COV" not in key}
    with subprocess.Popen(
        [*POSTIL, "review", "--repo", repository.path, *arguments],
        env=uncounted,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        watch = Watch(psutil.Process(child.pid))
        watch.start()
        out, err = child.communicate(timeout=120)
        watch.over.set()
        watch.join()
    return Measured(Ran(child.returncode, out.decode(), err.decode()), watch.seconds, watch.peak)


def bounded(repository: Repository, *arguments: str, seconds: float = SECONDS) -> Ran:
    found = measured(repository, "main~1..main", *arguments)
    assert found.seconds <= seconds
    assert 0 < found.peak <= BYTES
    assert "Traceback" not in found.ran.err
    return found.ran


def planted(folder: Path, canary: Path) -> str:
    program = folder / "plant.sh"
    program.write_text(f"#!/bin/sh\ntouch {canary}\ncat\n")
    program.chmod(0o755)
    return str(program)


# Hiding


@pytest.mark.parametrize("rule", ["-diff", "binary", "linguist-generated", "export-ignore"])
def test_t05_attributes_of_the_head_hide_no_backdoor(
    run: Run, repository: Repository, rule: str
) -> None:
    repository.commit({"app.py": "a = 1\n"})
    backdoor = f'a = 1\nTOKEN = "{TOKEN}"\n<<<<<<< ours\n=======\n>>>>>>> theirs\n'
    repository.commit({".gitattributes": f"*.py {rule}\n*.py -text\n", "app.py": backdoor})
    report = json.loads(run("review", "HEAD", "--repo", repository.path, "--json").out)
    assert {(item["file"], item["line_start"]) for item in report["findings"]} == {
        ("app.py", 2),
        ("app.py", 3),
    }
    assert report["coverage"] == "full"


def test_t06_an_embedded_bare_repository_stays_silent(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.commit({"a.py": "a = 1\n"})
    repository.commit({"a.py": "a = 2\n"})
    repository.checkout()
    canary = tmp_path / "fired"
    trap = Repository(repository.folder / "docs", bare=True)
    trap.commit({"x": "1\n"})
    program = planted(tmp_path, canary)
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "diff.external"):
        trap.git("config", name, program)
    trap.git("config", "core.bare", "false")
    trap.git("config", "core.worktree", repository.path)
    repository.git("config", "core.fsmonitor", program)
    canary.unlink(missing_ok=True)
    for arguments in (["HEAD"], ["--worktree"], ["--staged"], []):
        assert postil("review", *arguments, cwd=repository.folder).status in (0, 1)
        assert postil("review", *arguments, cwd=trap.folder / "refs").status in (0, 1)
    for command in (["doctor"], ["config"], ["checks"], ["review"]):
        assert postil(*command, cwd=trap.folder).status in (0, 2)
    assert not canary.exists()


@pytest.mark.parametrize("name", ["--upload-pack=touch canary", "--output=canary", "-x"])
@pytest.mark.parametrize("option", ["--base", "--head", "target", "range"])
def test_t07_a_branch_named_like_an_option_is_only_a_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, option: str
) -> None:
    repository = Repository(tmp_path / "repository")
    first = repository.commit({"a.py": "a = 1\n"})
    tip = repository.commit({"a.py": "breakpoint()\n"}, branch="plain", parents=[first])
    (repository.folder / ".git/refs/heads" / name).write_text(f"{tip}\n")
    monkeypatch.chdir(tmp_path)
    given = {
        "--base": ["--base", name, "--head", "main"],
        "--head": ["--base", "main", "--head", name],
        "target": ["--", name],
        "range": ["--", f"main..{name}"],
    }[option]
    ran = run("review", "--repo", repository.path, "--json", *given)
    if ran.status == 2:
        assert ran.err.startswith("postil: ")
        assert ran.err.count("\n") == 1
        assert name in ran.err
    else:
        assert json.loads(ran.out)["mode"] == "local"
    assert [path.name for path in tmp_path.iterdir()] == ["repository"]


@pytest.mark.parametrize("format_", FORMATS)
def test_t08_a_link_out_of_the_tree_brings_nothing_in(
    run: Run, repository: Repository, tmp_path: Path, format_: str
) -> None:
    secret = tmp_path / "outside"
    secret.write_text("the word nobody may see\n<<<<<<< a\n=======\n>>>>>>> b\n")
    repository.commit({"a.py": "from docs import x\n", "docs/x.py": "x = 1\n"})
    repository.commit(
        {
            "a.py": "from docs import x\n\nx\n",
            "docs/x.py": symlink(str(secret)),
            "folder": symlink("/"),
            "README.md": symlink(str(secret)),
            ".github/workflows/ci.yml": symlink(str(secret)),
            ".postil.toml": symlink(str(secret)),
        }
    )
    repository.checkout()
    for arguments in (["HEAD"], ["--worktree", "--base", "main~1"]):
        ran = run("review", *arguments, "--repo", repository.path, "--format", format_)
        assert ran.status in (0, 1), ran.err
        assert "nobody may see" not in ran.out + ran.err


# Names


def hostile_names() -> list[str]:
    """More than two hundred names that a careless tool would break, hide or run something on."""
    marks = [chr(number) for number in range(1, 128) if chr(number) not in "/."]
    odd = [
        *(
            "\udc80",
            "\udcff\udcfe",
            "é",
            "\u202egpj.exe",
            "\u2028",
            "\ufeff",
            "日本",
            "😀",
            "\u200b",
        ),
        *("\x9b31m", "\x1b[2J", "\x1b]0;owned\x07", "\r\n::error::owned", "::set-output name=x::y"),
        *(" ", "  x ", "-rf", "--output=x", ":(glob)*", ":!x", "*", 'a"b', "a\\b", "con"),
        *("<script>alert(1)", "<img src=x onerror=alert(1)>", "]]>", "&amp;"),
        *("`code`", "**bold**", "[x](evil.example)", "<!-- comment -->", "@everyone", "#1"),
        *("x" * 255, "\n" * 200, "/".join(["n\n"] * 50), "--- a", "+++ b", "@@ -1 +1 @@"),
    ]
    folders = [f"folder {number}\t/na\nme \udcfe\x1b[{number}m" for number in range(50)]
    return list(dict.fromkeys([*marks, *odd, *folders]))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}


RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Each name with a finding in it, whose quote holds an escape as well."""
    repository = Repository(tmp_path_factory.mktemp("named"))
    names = hostile_names()
    assert len(names) >= 200
    first: dict[str, Content] = {name: f"old {number}\n" for number, name in enumerate(names)}
    marked = b"<<<<<<< a\x1b[31m\xff\xe2\x80\xae\x07\n=======\n>>>>>>> b\n"
    second: dict[str, Content] = {
        name: b"new %d\n" % number + marked for number, name in enumerate(names)
    }
    repository.commit(first)
    repository.commit(second, "Rename \x1b[31m everything")
    return repository


@pytest.mark.parametrize("format_", FORMATS)
def test_t09_hostile_names_pass_through_every_format(
    run: Run, named: Repository, format_: str
) -> None:
    ran = run(
        *("review", "HEAD", "--repo", named.path),
        *("--format", format_, "--fail-on", "high"),
    )
    assert (ran.status, ran.err) == (1, "")
    # What a program reads may hold any character, escaped where the format wants it so.
    assert format_ == "json" or RAW.findall(ran.out) == []
    count = len(hostile_names())
    if format_ == "json":
        found = json.loads(ran.out)["findings"]
        assert len({item["file"] for item in found}) == count
    elif format_ == "sarif":
        results = json.loads(ran.out)["runs"][0]["results"]
        assert len(results) >= count
    elif format_ == "junit":
        root = ET.fromstring(ran.out)  # noqa: S314 - our own text
        assert len(root.findall(".//failure")) >= count
    elif format_ == "html":
        tags = Tags()
        tags.feed(ran.out)
        assert {"img", "iframe", "object"}.isdisjoint(tags.seen)
        assert not [name for name in tags.attributes if name.startswith("on")]
        assert "<script>alert(1)" not in ran.out
    else:
        assert ran.out.count("A merge conflict is committed unresolved") >= 5


def test_t09_a_document_of_hostile_names_comes_back(
    run: Run, named: Repository, tmp_path: Path
) -> None:
    path = tmp_path / "document.json"
    run("review", "HEAD", "--repo", named.path, "-q", "--document", str(path))
    document = codec.decode(path.read_bytes())
    assert codec.encode(document) == path.read_bytes()
    assert len(document.files) == len(hostile_names())


def test_t24_nothing_printed_can_command_a_terminal_or_a_runner(
    run: Run, repository: Repository
) -> None:
    repository.commit({"a.py": "a = 1\n"})
    text = (
        "::error::owned\r\n##[error]owned\n\x1b]8;;http://evil.example\x07x\nbreakpoint()\x1b[2J\n"
    )
    repository.commit({"a.py": text}, "::warning::owned\n\n\x1b[31m")
    for format_ in ("terminal", "markdown"):
        ran = run("review", "HEAD", "--repo", repository.path, "--format", format_)
        assert RAW.findall(ran.out) == []
        assert not [line for line in ran.out.splitlines() if line.startswith(("::", "##["))]


# Sizes


def add_tip(repository: Repository, tree: str) -> None:
    tip = repository.git("commit-tree", tree, "-p", "main", "-m", "tip").decode().strip()
    repository.git("update-ref", "refs/heads/main", tip)


def test_t10_a_blob_of_zeros_is_left_out_aloud(repository: Repository) -> None:
    bomb = blob_of_zeros(repository, 1_500)
    repository.commit({"a.py": "a = 1\n"})
    rows = f"100644 blob {repository.oid('main:a.py')}\ta.py\n100644 blob {bomb}\tbomb.py\n"
    add_tip(repository, repository.git("mktree", stdin=rows.encode()).decode().strip())
    ran = bounded(repository)
    assert ran.status == 1
    assert "`bomb.py`: the file is over 20 MB" in " ".join(ran.out.split())
    assert "Partial review: 1 required part not seen" in ran.out
    assert json.loads(bounded(repository, "--json").out)["outcome"] == "partial"


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        (32 * 1024 * 1024, "the file is over 20 MB"),
        (18 * 1024 * 1024, "its patch is over 1 MB"),
        (900 * 1024, "a line of its patch is over 20,000 characters"),
    ],
)
def test_t10_a_single_endless_line_is_left_out_aloud(
    repository: Repository, size: int, reason: str
) -> None:
    repository.commit({"a.py": "a = 1\n", "line.py": "x"})
    repository.commit({"a.py": "breakpoint()\n", "line.py": b"needle " * (size // 7)})
    ran = bounded(repository, "--json")
    report = json.loads(ran.out)
    assert (ran.status, report["outcome"]) == (1, "partial")
    assert [(gap["subject"], gap["reason"]) for gap in report["gaps"] if gap["required"]] == [
        ("`line.py`", reason)
    ]
    assert {item["file"] for item in report["findings"]} == {"a.py"}


def many(repository: Repository, folders: int) -> None:
    """A commit that adds five hundred files in each of so many folders."""
    repository.commit({"x": "1\n"})
    blob = repository.oid("main:x")
    rows = "".join(f"100644 blob {blob}\tf{number:05}\n" for number in range(500))
    folder = repository.git("mktree", stdin=rows.encode()).decode().strip()
    rows = "".join(f"040000 tree {folder}\td{number:03}\n" for number in range(folders))
    rows += f"100644 blob {blob}\tx\n"
    add_tip(repository, repository.git("mktree", stdin=rows.encode()).decode().strip())


@pytest.mark.parametrize("folders", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_t10_very_many_files_are_summed_up(repository: Repository, folders: int) -> None:
    many(repository, folders)
    left = folders * 500 - 3_000
    for format_ in ("terminal", "html", "json"):
        ran = bounded(repository, "--format", format_, seconds=2 * SECONDS)
        assert ran.status == 1
        text = " ".join(ran.out.split())
        assert f"{left:,} files (`d006/f00000`, `d006/f00001`, `d006/f00002`, …)" in (
            text.replace("<code>", "`").replace("</code>", "`").replace("\\u2026", "…")
        )
        if format_ == "terminal":
            assert len(ran.out.splitlines()) < 60
        if format_ == "json":
            # A check takes six lines, and seven where it was clean; files left out add nothing.
            assert len(ran.out.splitlines()) < 70 + 7 * len(catalogue.names(checks))


def nested(depth: int) -> dict[str, Content]:
    return {
        ".github/workflows/deep.yml": "on: push\njobs: " + "[" * depth + "]" * depth + "\n",
        "package.json": '{"scripts": ' * depth + "{}" + "}" * depth,
        "pyproject.toml": "[project]\ndependencies = " + "[" * depth + "]" * depth + "\n",
        "deep.py": "(" * depth + ")" * depth + "\n",
        "deep.js": "f(" * depth + ")" * depth + ";\n",
        "Makefile": "all: " + " ".join(f"t{n}" for n in range(depth)) + "\n",
        "docker-compose.yml": "a: &a [x]\n"
        + "".join(f"k{n}: &k{n} [*{'a' if n == 0 else f'k{n - 1}'}, *a]\n" for n in range(depth)),
    }


def test_t10_deep_nesting_and_aliases_are_bounded(repository: Repository) -> None:
    repository.commit({"a": "1\n"})
    repository.commit(nested(3_000))
    ran = bounded(repository, "--json")
    report = json.loads(ran.out)
    assert ran.status in (0, 1)
    assert [seat for seat in report["seats"] if "crashed" in seat["reason"]] == []


# Text


CONTENT: dict[str, bytes] = {
    "latin.py": b"caf\xe9 = 1\nbreakpoint()\n",
    "wide.txt": "breakpoint()\n".encode("utf-16"),
    "nul.py": b"breakpoint()\0\n",
    "returns.py": b"breakpoint()\r\n\r\r\nx = 1\r",
    "feeds.py": b"x\x0cbreakpoint()\x0b\x1c\x1d\x85\n",
    "separators.py": "x = 1\u2028breakpoint()\u2029\n".encode(),
    "mark.py": b"\xef\xbb\xbfbreakpoint()\n",
    "open.py": b"breakpoint()",
    "empty.py": b"",
    b"caf\xe9.py".decode("utf-8", "surrogateescape"): b"\xff\xfe\xfd breakpoint()\nbreakpoint()\n",
}


@pytest.mark.parametrize("format_", FORMATS)
def test_text_in_no_known_encoding_passes_through_every_format(
    run: Run, repository: Repository, tmp_path: Path, format_: str
) -> None:
    repository.commit({"a": "1\n"})
    repository.commit(dict(CONTENT), b"Caf\xe9 \xff".decode("utf-8", "surrogateescape"))
    kept = tmp_path / "kept"
    ran = run(
        *("review", "HEAD", "--repo", repository.path, "--format", format_),
        *("--output", str(kept), "--quiet"),
    )
    assert (ran.status, ran.err) == (0, "")
    text = kept.read_bytes().decode("utf-8")
    assert "caf\\xe9.py" in text or "caf\\\\xe9.py" in text or "caf%E9.py" in text
    parsers: dict[str, Callable[[str], Any]] = {
        "json": json.loads,
        "sarif": json.loads,
        "junit": ET.fromstring,
    }
    if format_ in parsers:
        parsers[format_](text)


def test_no_process_and_no_folder_is_left_behind(repository: Repository, tmp_path: Path) -> None:
    repository.commit({"a.py": "a = 1\n"})
    repository.checkout()
    repository.write({"a.py": "a = 2\n", "b.py": "b = 1\n"})
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    before = sorted(repository.folder.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-m", "postil", "review", "--worktree"],
        cwd=repository.folder,
        env=surroundings({"TMPDIR": str(temporary)}),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    time.sleep(0.1)
    assert list(temporary.iterdir()) == []
    assert sorted(repository.folder.rglob("*")) == before
