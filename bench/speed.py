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
MOST_GROWTH = 1.5


@dataclass(frozen=True)
class Cost:
    wall: float
    cpu: float
    megabytes: float
    status: int


def environment() -> dict[str, str]:
    """Ours, with bytecode allowed: an unprepared measurement pays for compiling every time."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def measure(command: Sequence[str | Path]) -> Cost:
    """Wall and processor time, and the highest resident memory of the whole process tree."""
    before = _children()
    started = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
    ) as child:
        peak = 0
        process = psutil.Process(child.pid)
        while child.poll() is None:
            peak = max(peak, _tree(process))
            time.sleep(0.004)
        wall = time.perf_counter() - started
    return Cost(wall, _children() - before, peak / 1e6, child.returncode)


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
    review: list[str | Path] = [POSTIL, "review", "--no-model", "--repo", folder, f"{base}..{head}"]
    diff: list[str | Path] = ["git", "-C", str(folder), "diff", "--no-color", base, head]
    first = measure(review)
    runs = [measure(review) for _ in range(REPEATS)]
    alone = statistics.median(measure(diff).wall for _ in range(REPEATS))
    wall = statistics.median(run.wall for run in runs)
    used = statistics.median(run.cpu for run in runs)
    memory = max(run.megabytes for run in runs)
    print(
        f"{name:<34} {wall:6.2f} s  CPU {used:5.2f} s  {memory:5.0f} MB  first {first.wall:5.2f} s  "
        f"git diff {alone * 1000:6.0f} ms  ratio {wall / alone:6.1f}",
        flush=True,
    )
    return Row(wall, all(run.status in (0, 1) for run in (first, *runs)))


def growth(scratch: Path) -> bool:
    """The same change in ever larger repositories; the difference is what size costs."""
    print(f"\nthe same 500 lines in repositories of files of 3 kB, at most {MOST_GROWTH} s more:")
    rows: list[Row] = []
    for files in SIZES:
        folder = scratch / f"size-{files}"
        base, head = build(folder, files=files, changed_lines=500, functions=27)
        rows.append(report(f"500 lines in {files:,} files", folder, base, head))
    more = rows[-1].wall - rows[0].wall
    print(f"{SIZES[-1]:,} files cost {more:.2f} s more than {SIZES[0]:,}", end="; ")
    print("within the limit" if more <= MOST_GROWTH else "OVER THE LIMIT")
    return all(row.worked for row in rows) and more <= MOST_GROWTH


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
