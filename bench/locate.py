"""Follows lines whose new place is known through real histories and prints how often it is right.

The truth is mined from the repositories given, without asking Postil: commits that git itself
carried to another base, pull requests before and after their merge, comments that silence a tool
and are told apart by their own words, blocks that a commit only moved, and lines that a commit
only deleted. The plain diff and `git blame -C -C` answer the same questions.

    python bench/locate.py REPOSITORY... [--commits 150] [--history 1500] [--show 10]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import whereabouts
from postil.domain.errors import UserError
from postil.track.locating import Answer, Kind, Question, Sides, locate
from postil.wiring import line_sides
from postil.workspaces.git import Repository, open_repository
from rivals import Blame, DiffMap, Spot
from whereabouts import Case, Git, Known

CONFIDENT = 70
LOCATIONS, SPAN, MOST_SECONDS = 10_000, 500, 5.0
OURS, LOST, DIFF, BLAME = "postil", "... old gone", "git diff -M", "git blame -C -C"
"""Who answers; with the old revision gone there are only the line and three on each side."""

MOVED, NEAR, BLOCKS, DELETED = "moved", "edited nearby", "moved blocks", "deleted"
WANTED = {MOVED: (0.995, 0.001), NEAR: (0.97, 0.01), BLOCKS: (0.85, 0.01)}
"""The least share that must be exact and the largest that may be confidently wrong."""


@dataclass
class Tally:
    """Counts by kind of truth, by who answered, and by what came of it."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    seconds: float = 0.0
    asked: int = 0
    misses: list[str] = field(default_factory=list)

    def share(self, kind: str, who: str, result: str) -> float:
        return self.counts[kind, who, result] / max(1, self.total(kind, who))

    def total(self, kind: str, who: str) -> int:
        return sum(n for (k, w, _), n in self.counts.items() if (k, w) == (kind, who))

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.seconds += other.seconds
        self.asked += other.asked


def kinds(known: Known, kind: str) -> list[str]:
    """Which rows of the table a known line belongs to."""
    if kind:
        return [kind]
    rows = [MOVED] if (known.path, known.line) != (known.new_path, known.new_line) else []
    return rows + ([NEAR] if known.near else [])


def measure(git: Git, repository: Repository, case: Case, kind: str, tally: Tally) -> None:
    asked = [known for known in case.known if kinds(known, kind)]
    if not asked:
        return
    questions = [Question(path=known.path, start=known.line, end=known.line) for known in asked]
    started = time.perf_counter()
    answers = locate(questions, line_sides(repository, old=case.old, new=case.new))
    tally.seconds += time.perf_counter() - started
    tally.asked += len(asked)
    lost = locate(
        [quoted(git, case.old, known) for known in asked], Sides(new=repository.tree(case.new))
    )
    diff = DiffMap(git, case.old, case.new)
    blame = Blame(git, case.old, case.new, {known.new_path for known in asked if known.new_path})
    for known, answer, blind in zip(asked, answers, lost, strict=True):
        for row in kinds(known, kind):
            ours = result_of(known, answer)
            tally.counts[row, OURS, ours] += 1
            tally.counts[row, LOST, result_of(known, blind)] += 1
            if row == DELETED:
                continue
            for who, rival in ((DIFF, diff), (BLAME, blame)):
                tally.counts[row, who, _judged(known, rival.find(known.path, known.line))] += 1
            if ours != "exact":
                tally.misses.append(
                    f"{row}: {ours}: {case.old[:9]} {case.new[:9]} {known} {answer}"
                )


def quoted(git: Git, tree: str, known: Known) -> Question:
    """The line with what stood around it, as a finding would have stored it."""
    lines, at = git.lines(tree, known.path), known.line - 1
    return Question(
        path=known.path,
        start=known.line,
        end=known.line,
        text=lines[at],
        before=tuple(lines[max(0, at - whereabouts.NEAR) : at]),
        after=tuple(lines[at + 1 : at + 1 + whereabouts.NEAR]),
    )


def result_of(known: Known, answer: Answer) -> str:
    if not known.new_line:
        return answer.kind.value
    if answer.kind in (Kind.UNKNOWN, Kind.DELETED):
        return answer.kind.value
    spot = (answer.path, answer.start)
    if spot == (known.new_path, known.new_line) and answer.start == answer.end:
        return "exact"
    return "wrong" if answer.confidence >= CONFIDENT else "unsure and wrong"


def _judged(known: Known, spot: Spot | None) -> str:
    if spot is None:
        return "unknown"
    return "exact" if spot == (known.new_path, known.new_line) else "wrong"


def follow(source: Path, commits: int, history: int) -> Tally:
    tally = Tally()
    with tempfile.TemporaryDirectory() as scratch:
        git = Git(source, Path(scratch) / "git")
        with open_repository(str(git.folder)) as repository:
            for kind, cases in sources(git, commits, history):
                for case in cases:
                    measure(git, repository, case, kind, tally)
        git.close()
    return tally


def pace(source: Path) -> tuple[str, float]:
    """What many locations over a long span cost, reading and comparing the trees included."""
    with open_repository(str(source)) as repository:
        new = repository.resolve("HEAD").oid
        try:
            old = repository.resolve(f"HEAD~{SPAN}").oid
        except UserError:
            return f"fewer than {SPAN} commits; not timed", 0.0
        started, before = time.perf_counter(), time.process_time()
        sides = line_sides(repository, old=old, new=new)
        spots = [
            (path, line)
            for path in sorted(file.old_path for file in sides.files if file.old_path)
            for line in range(1, (repository.tree(old).read(path) or "").count("\n") + 1)
        ]
        chosen = random.Random(SPAN).sample(spots, min(LOCATIONS, len(spots)))
        locate([Question(path=path, start=at, end=at) for path, at in chosen], sides)
        wall, cpu = time.perf_counter() - started, time.process_time() - before
    told = f"{len(chosen):,} locations over {SPAN} commits: {wall:.1f} s, {cpu:.1f} s of CPU"
    return told, wall


def sources(git: Git, commits: int, history: int) -> Iterable[tuple[str, Iterable[Case]]]:
    for distance in (30, 150):
        yield "", whereabouts.rebases(git, commits, distance)
    yield "", whereabouts.merges(git, commits)
    yield "", whereabouts.suppressions(git, distance=300, spans=6)
    for commit, parent, files in whereabouts.history(git, history):
        yield BLOCKS, whereabouts.moves(commit, parent, files)
        yield DELETED, whereabouts.deletions(git, commit, parent, files)


def report(name: str, tally: Tally) -> None:
    print(f"\n{name}: {tally.asked:,} lines in {tally.seconds:.1f} s")
    for kind in (MOVED, NEAR, BLOCKS):
        for who in (OURS, LOST, DIFF, BLAME):
            total = tally.total(kind, who)
            results = ("exact", "wrong", "unsure and wrong", "unknown", "deleted")
            shown = "  ".join(
                f"{result} {tally.counts[kind, who, result]:,} ({tally.share(kind, who, result):.2%})"
                for result in results
                if tally.counts[kind, who, result]
            )
            print(f"  {kind:<14} {who:<16} {total:>7,}  {shown}")
    for who in (OURS, LOST):
        gone = {
            result: count
            for (kind, asked, result), count in sorted(tally.counts.items())
            if (kind, asked) == (DELETED, who)
        }
        shown = "  ".join(f"{result} {count:,}" for result, count in gone.items())
        print(f"  {DELETED:<14} {who:<16} {sum(gone.values()):>7,}  {shown}")


def shortfalls(tally: Tally) -> list[str]:
    """What was promised and not kept; empty when all is well."""
    found = []
    for kind, (exact, wrong) in WANTED.items():
        if tally.share(kind, OURS, "exact") < exact:
            found.append(
                f"{kind}: {tally.share(kind, OURS, 'exact'):.2%} exact, {exact:.1%} wanted"
            )
        if tally.share(kind, OURS, "wrong") > wrong:
            found.append(
                f"{kind}: {tally.share(kind, OURS, 'wrong'):.2%} wrong, {wrong:.1%} allowed"
            )
        if kind == MOVED:
            continue
        best = max(tally.share(kind, who, "exact") for who in (DIFF, BLAME))
        if tally.share(kind, OURS, "exact") <= best:
            found.append(f"{kind}: not better than git, which has {best:.2%}")
    if same := tally.counts[DELETED, OURS, Kind.SAME.value]:
        found.append(f"{same} deleted lines are called the same")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=150, help="rebases to make, per distance")
    parser.add_argument("--history", type=int, default=1500, help="commits to look for moves in")
    parser.add_argument("--show", type=int, default=0, help="print so many misses of each")
    arguments = parser.parse_args()
    whole, slow = Tally(), []
    for source in arguments.repositories:
        tally = follow(source, arguments.commits, arguments.history)
        report(str(source), tally)
        told, wall = pace(source)
        print(f"  {told}", flush=True)
        if wall > MOST_SECONDS:
            slow.append(f"{source}: {told}; at most {MOST_SECONDS:.0f} s wanted")
        for miss in tally.misses[: arguments.show]:
            print(f"    {miss}")
        whole.add(tally)
    report("together", whole)
    problems = [*shortfalls(whole), *slow]
    for problem in problems:
        print(f"! {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
