"""Prints what a review costs in time and memory, beside `git diff` alone on the same range."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from synthetic import build

POSTIL = Path(sys.executable).with_name("postil")
REPEATS = 5
SIZES = (1_000, 5_000, 20_000, 60_000)
MOST_WALL, AT = 1.5, 5_000
MOST_GROWTH = 1.5


@dataclass(frozen=True)
class Cost:
    wall: float
    cpu: float
    status: int


def environment() -> dict[str, str]:
    """Ours, with bytecode allowed: an unprepared measurement pays for compiling every time."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def measure(command: Sequence[str | Path]) -> Cost:
    """Wall and processor time; nobody looks on meanwhile, for that costs a core of its own."""
    before, started = _children(), time.perf_counter()
    done = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
        check=False,
    )
    return Cost(time.perf_counter() - started, _children() - before, done.returncode)


def megabytes(command: Sequence[str | Path]) -> float:
    """The highest resident memory of the whole process tree, in a run that is not timed."""
    peak = 0
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()
    ) as child:
        process = psutil.Process(child.pid)
        while child.poll() is None:
            peak = max(peak, _tree(process))
            time.sleep(0.004)
    return peak / 1e6


def _children() -> float:
    """User and system seconds of every child that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tree(process: psutil.Process) -> int:
    try:
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return 0
    total = 0
    for member in family:
        try:
            total += member.memory_info().rss
        except psutil.Error:
            continue
    return int(total)


def cpu(command: Sequence[str | Path]) -> float:
    """User and system seconds of one run."""
    before = _children()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment())
    return _children() - before


@dataclass(frozen=True)
class Row:
    """What one repository came to: the median of warm runs, and whether all of them worked."""

    wall: float
    worked: bool


def report(name: str, folder: Path, base: str, head: str) -> Row:
    # What is remembered would make every run but the first one that has nothing to do.
    review: list[str | Path] = [POSTIL, "review", "--no-model", "--store", "none"]
    review += ["--repo", folder, f"{base}..{head}"]
    diff: list[str | Path] = ["git", "-C", str(folder), "diff", "--no-color", base, head]
    first = measure(review)
    runs = [measure(review) for _ in range(REPEATS)]
    alone = statistics.median(measure(diff).wall for _ in range(REPEATS))
    wall = statistics.median(run.wall for run in runs)
    used = statistics.median(run.cpu for run in runs)
    memory = megabytes(review)
    print(
        f"{name:<34} {wall:6.2f} s  CPU {used:5.2f} s  {memory:5.0f} MB  first {first.wall:5.2f} s  "
        f"git diff {alone * 1000:6.0f} ms  ratio {wall / alone:6.1f}",
        flush=True,
    )
    return Row(wall, all(run.status in (0, 1) for run in (first, *runs)))


def growth(scratch: Path) -> bool:
    """The same change in ever larger repositories; the difference is what size costs."""
    print(f"\nthe same 500 lines in repositories of files of 3 kB, at most {MOST_GROWTH} s more:")
    rows: dict[int, Row] = {}
    for files in SIZES:
        folder = scratch / f"size-{files}"
        base, head = build(folder, files=files, changed_lines=500, functions=27)
        rows[files] = report(f"500 lines in {files:,} files", folder, base, head)
    more = rows[SIZES[-1]].wall - rows[SIZES[0]].wall
    kept = [
        _kept(f"{AT:,} files take", rows[AT].wall, MOST_WALL),
        _kept(f"{SIZES[-1]:,} files cost more than {SIZES[0]:,}:", more, MOST_GROWTH),
    ]
    return all(kept) and all(row.worked for row in rows.values())


def _kept(name: str, seconds: float, limit: float) -> bool:
    fits = seconds <= limit
    words = "within the limit" if fits else "OVER THE LIMIT"
    print(f"{name} {seconds:.2f} s, at most {limit} s; {words}")
    return fits


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the 500-line change")
    arguments = parser.parse_args()
    cpu([POSTIL, "--help"])
    help_cpu = statistics.median(cpu([POSTIL, "--help"]) for _ in range(REPEATS))
    print(f"{'postil --help':<34} {help_cpu:6.3f} s of CPU")
    fine = True
    with tempfile.TemporaryDirectory() as scratch:
        sizes = [(5_000, 500)] if arguments.quick else [(5_000, 500), (5_000, 100_000)]
        for files, lines in sizes:
            folder = Path(scratch) / f"{files}-{lines}"
            base, head = build(folder, files=files, changed_lines=lines)
            fine &= report(f"{lines:,} lines in {files:,} files", folder, base, head).worked
        if not arguments.quick:
            fine &= growth(Path(scratch))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
