from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import psutil
import pytest

from postil.ports import ToolRun, ToolStatus
from postil.workspaces.toolbox import OUTPUT_BYTES, Programs, is_safe_name


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    """A toolbox whose only program is `tool`, which runs the Python given as its argument."""
    folder = tmp_path / "bin"
    folder.mkdir()
    tool = folder / "tool"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -c "$1"\n')
    tool.chmod(0o755)
    return Programs(folders=[str(folder)])


def run(programs: Programs, code: str, timeout: float = 20.0, **files: str) -> ToolRun:
    return programs.run("tool", [code], files=files, timeout=timeout)


def test_files_are_written_and_output_comes_back(programs: Programs) -> None:
    code = "import sys; print(open('d/f').read(), end=''); print('e', file=sys.stderr); sys.exit(3)"
    ran = programs.run("tool", [code], files={"d/f": "text\n"})
    assert ran == ToolRun(status=ToolStatus.RAN, exit=3, stdout="text\n", stderr="e\n")


def test_bytes_that_are_not_utf8_survive(programs: Programs) -> None:
    code = "import sys; sys.stdout.buffer.write(open('f', 'rb').read())"
    assert run(programs, code, f="caf\udce9").stdout == "caf\udce9"


def test_the_environment_and_the_folder_are_private(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "canary")
    code = (
        "import os; print(sorted(os.environ)); "
        "print(os.getcwd().replace('/', '|'), oct(os.stat('..').st_mode))"
    )
    names, place = run(programs, code).stdout.splitlines()
    assert "SECRET_TOKEN" not in names
    folder, mode = place.split()
    assert mode == "0o40700"
    assert folder.startswith("|")
    assert not Path(folder.replace("|", "/")).exists()


def test_nobody_reads_where_the_private_folder_was(programs: Programs) -> None:
    code = (
        "import os, sys; here = os.getcwd(); "
        "print(here, here + '/d/f', 'file://' + here + '/d/f', os.path.dirname(here)); "
        "print(os.path.realpath('d/f'), file=sys.stderr)"
    )
    ran = programs.run("tool", [code], files={"d/f": ""})
    assert (ran.stdout, ran.stderr) == (". d/f d/f .\n", "d/f\n")


@pytest.mark.parametrize("tool", ["absent", "", ".", "..", "../tool", "/bin/sh", "bin/tool"])
def test_a_tool_that_is_not_installed_is_missing(programs: Programs, tool: str) -> None:
    assert programs.run(tool, [], files={}).status is ToolStatus.MISSING


def test_a_relative_folder_is_never_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    (tmp_path / "tool").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert Programs(folders=[".", ""]).find("tool") is None


def test_programs_beside_the_interpreter_are_found() -> None:
    assert Programs().find("zizmor") == str(Path(sys.prefix) / "bin" / "zizmor")


def test_a_program_that_takes_too_long_is_ended_with_its_children(programs: Programs) -> None:
    code = (
        "import subprocess, sys, time; "
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(77.125)']); "
        "print('started', flush=True); time.sleep(77.125)"
    )
    began = time.monotonic()
    ran = run(programs, code, timeout=1.0)
    assert time.monotonic() - began < 10
    assert (ran.status, ran.stdout) == (ToolStatus.TIMED_OUT, "started\n")
    assert not [
        process
        for process in psutil.process_iter(["cmdline", "status"])
        if "77.125" in " ".join(process.info["cmdline"] or [])
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]
    assert psutil.Process().children() == []


def test_too_much_output_is_cut_and_ends_the_program(programs: Programs) -> None:
    ran = run(programs, "while True: print('x' * 65536)", timeout=20.0)
    assert (ran.status, len(ran.stdout)) == (ToolStatus.FAILED, OUTPUT_BYTES)


def test_a_program_that_is_killed_failed(programs: Programs) -> None:
    ran = run(programs, "import os; os.kill(os.getpid(), 9)")
    assert (ran.status, ran.exit) == (ToolStatus.FAILED, -9)


def test_a_program_that_cannot_start_failed(tmp_path: Path) -> None:
    (tmp_path / "tool").write_bytes(b"\x7fELF nonsense")
    (tmp_path / "tool").chmod(0o755)
    ran = Programs(folders=[str(tmp_path)]).run("tool", [], files={})
    assert ran.status is ToolStatus.FAILED
    nul = Programs(folders=["/bin"]).run("sh", ["a\0b"], files={})
    assert nul.status is ToolStatus.FAILED


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/../../x",
        "/etc/x",
        "a//b",
        "a/",
        "./a",
        "a\0b",
        "a\\..\\b",
        "x" * 256,
    ],
)
def test_names_that_leave_the_folder_are_refused(programs: Programs, name: str) -> None:
    assert not is_safe_name(name)
    ran = programs.run("tool", ["print('ran')"], files={name: "x"})
    assert (ran.status, ran.stdout) == (ToolStatus.FAILED, "")


@pytest.mark.parametrize("name", ["a", "d/e/f", "..a", "n\nl", "-x", "é", "\udcff", "a b"])
def test_odd_names_inside_the_folder_are_written(programs: Programs, name: str) -> None:
    code = "import os; print([os.path.relpath(os.path.join(r, f)) for r, _, fs in os.walk('.') for f in fs])"
    ran = programs.run("tool", [code], files={name: "x"})
    assert ran.stdout == f"{[name]!r}\n".encode("utf-8", "backslashreplace").decode()


def test_names_that_cannot_stand_together_failed(programs: Programs) -> None:
    ran = programs.run("tool", ["print('ran')"], files={"a": "x", "a/b": "y"})
    assert ran.status is ToolStatus.FAILED
    assert os.sep not in ran.stderr


def with_cache(programs: Programs, cache: Path) -> Programs:
    return Programs(folders=programs._folders, cache=str(cache))


SHOW_CACHE = (
    "import os; print(os.environ['XDG_CACHE_HOME']); print(os.environ['KF_RULE_CACHE_DIR'])"
)


def test_a_program_keeps_its_own_cache_between_runs(programs: Programs, tmp_path: Path) -> None:
    kept = with_cache(programs, tmp_path / "deep" / "cache")
    code = "import os; open(os.environ['XDG_CACHE_HOME'] + '/kept', 'a').write('x')"
    for _ in range(2):
        assert run(kept, code).status is ToolStatus.RAN
    folder = tmp_path / "deep" / "cache" / "tool"
    assert (folder / "kept").read_text() == "xx"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert run(kept, SHOW_CACHE).stdout.splitlines() == [str(folder), f"{folder}/rules"]


def test_without_a_cache_every_run_starts_afresh(programs: Programs) -> None:
    # The name of the private folder is taken out of what is printed, so it is spelled otherwise.
    code = "import os; print(os.environ['XDG_CACHE_HOME'].replace('/', '|'))"
    first, second = (run(programs, code).stdout.strip() for _ in range(2))
    assert first != second
    assert not Path(first.replace("|", "/")).exists()


@pytest.mark.parametrize("obstacle", ["a file", "below a file", "read-only"])
def test_a_cache_that_cannot_be_had_is_done_without(
    programs: Programs, tmp_path: Path, obstacle: str
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tool").write_text("in the way")
    cache = {
        "a file": tmp_path / "cache",
        "below a file": tmp_path / "cache" / "tool",
        "read-only": Path("/proc/self"),
    }[obstacle]
    ran = run(with_cache(programs, cache), SHOW_CACHE)
    assert ran.status is ToolStatus.RAN
    assert ran.stdout.splitlines() == ["home", "home/rules"]


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_cache_that_may_not_be_written_to_is_done_without(
    programs: Programs, tmp_path: Path
) -> None:
    folder = tmp_path / "cache" / "tool"
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    assert str(folder) not in run(with_cache(programs, tmp_path / "cache"), SHOW_CACHE).stdout


@pytest.mark.parametrize(
    ("settings", "real"),
    [
        ('default_toolchain = "stable"\n', True),
        ('default_toolchain = "../../stable"\n', True),
        ('default_toolchain = "nightly"\n', False),
        ("default_toolchain = [", False),
        (None, False),
    ],
)
def test_the_program_behind_rustup_is_run(tmp_path: Path, settings: str | None, real: bool) -> None:
    """The stand-in cannot find its toolchains from a private home folder."""
    behind = tmp_path / ".rustup" / "toolchains" / "stable" / "bin" / "rustfmt"
    behind.parent.mkdir(parents=True)
    beside = tmp_path / ".cargo" / "bin"
    beside.mkdir(parents=True)
    for program in (behind, beside / "rustup"):
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    (beside / "rustfmt").symlink_to("rustup")
    if settings is not None:
        (tmp_path / ".rustup" / "settings.toml").write_text(settings)
    found = Programs(folders=[str(beside)]).find("rustfmt")
    assert found == str(behind if real else beside / "rustfmt")
