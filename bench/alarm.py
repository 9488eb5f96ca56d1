"""Counts what the checks say about ordinary commits, and prints a random part of it to be read.

    python bench/alarm.py REPOSITORY... [--commits 200] [--after 0] [--sample 100] [--seed 1]

The same run mines the same repositories for stale references (see `mine.py`), so that silence
does not pass for quality; `--mined 0` leaves that out. Each finding goes to a file of JSON lines
as soon as it is known, so that a run that is stopped is not lost, and runs of single repositories
can be read together with `--read FILE...`. `--fates FOLDER` says of each finding what later commits
did to its line; the folder holds the repositories as `owner+name`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from fates import fate
from histories import git, reviewed
from mine import mine
from postil.domain.errors import PostilError
from postil.domain.finding import Finding

MOST_MINED = 60
CEILING = 400
"""Added lines for which one finding is not too many."""


@dataclass(frozen=True)
class Alarm:
    """One finding that reached a review, as a reader needs it."""

    repository: str
    commit: str
    check: str
    severity: str
    place: str
    title: str
    failure: str
    quotes: tuple[tuple[str, str], ...]
    kind: str = ""
    """What sort of thing its check says; readings of older runs do not have it."""


@dataclass(frozen=True)
class Walk:
    """One reviewed commit."""

    repository: str
    commit: str
    added: int
    alarms: tuple[Alarm, ...]


def ordinary_commits(repository: Path, count: int, after: int) -> list[str]:
    """The newest commits without merges, leaving out the first `after`."""
    listed = git(
        repository, "rev-list", "--no-merges", f"--max-count={count}", f"--skip={after}", "HEAD"
    )
    return listed.decode().split()


def name_of(repository: Path) -> str:
    """`owner/name` where the folder is called `owner+name`."""
    folder = repository.resolve()
    return (folder.parent if folder.name == "repo" else folder).name.replace("+", "/")


def walk(repository: Path, commit: str) -> Walk | None:
    try:
        document = reviewed(repository, commit)
    except PostilError:
        return None
    name = name_of(repository)
    return Walk(
        repository=name,
        commit=commit[:12],
        added=sum(file.additions for file in document.files),
        alarms=tuple(_alarm(name, commit, finding) for finding in document.open_findings),
    )


def _alarm(name: str, commit: str, finding: Finding) -> Alarm:
    return Alarm(
        repository=name,
        commit=commit[:12],
        check="+".join(finding.sources),
        severity=finding.severity.value,
        place=finding.place.place,
        title=finding.title,
        failure=finding.failure_mode,
        quotes=tuple((entry.place, entry.text[:400]) for entry in finding.evidence[:4]),
        kind=finding.slug,
    )


def written(walks: Iterable[Walk | None], out: Path) -> Iterator[Walk]:
    """Each walk as it comes, kept on disk."""
    with out.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for entry in walks:
            if entry is not None:
                file.write(json.dumps(asdict(entry)) + "\n")
                file.flush()
                yield entry


def read(files: Iterable[Path]) -> Iterator[Walk]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            alarms = tuple(Alarm(**alarm) for alarm in entry.pop("alarms"))
            yield Walk(**entry, alarms=alarms)


def report(walks: list[Walk]) -> bool:
    """Print the rates; whether there are few enough findings for the lines."""
    alarms = [alarm for entry in walks for alarm in entry.alarms]
    added = sum(entry.added for entry in walks)
    print(f"{len(walks)} commits, {added:,} added lines, {len(alarms)} findings")
    for name in sorted({entry.repository for entry in walks}):
        own = [entry for entry in walks if entry.repository == name]
        lines, found = sum(entry.added for entry in own), sum(len(entry.alarms) for entry in own)
        print(f"  {name:<28} {len(own):5} commits {lines:8,} lines {found:5} findings")
    for (check, kind), count in Counter(
        (alarm.check, alarm.kind) for alarm in alarms
    ).most_common():
        print(f"  {count:5} {check} {kind}".rstrip())
    rate = CEILING * len(alarms) / max(added, 1)
    print(f"{rate:.2f} findings for {CEILING} added lines (at most 1)")
    return rate <= 1


def show(alarms: list[Alarm], clones: Path | None = None) -> None:
    for number, alarm in enumerate(alarms, start=1):
        print(f"\n[{number}] {alarm.repository} {alarm.commit} {alarm.check} {alarm.severity}")
        print(f"    {alarm.place}: {alarm.title}")
        print(f"    {alarm.failure}")
        for place, text in alarm.quotes:
            print(f"    | {place}: {text.strip()[:220]}")
        if clones is not None and alarm.quotes:
            print(f"    = {fate(clone_of(clones, alarm), alarm.commit, *alarm.quotes[0])}")


def clone_of(clones: Path, alarm: Alarm) -> Path:
    folder = clones / alarm.repository.replace("/", "+")
    return folder / "repo" if (folder / "repo").exists() else folder


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("repositories", nargs="*", type=Path)
    parser.add_argument("--commits", type=int, default=200, help="of each repository")
    parser.add_argument("--after", type=int, default=0, help="leave out this many of the newest")
    parser.add_argument("--mined", type=int, default=2_500, help="commits to mine, 0 for none")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("alarms.jsonl"))
    parser.add_argument("--read", nargs="+", type=Path, default=[], help="files of earlier runs")
    parser.add_argument("--fates", type=Path, help="say what became of each line shown")
    arguments = parser.parse_args()
    fresh = (
        walk(repository, commit)
        for repository in arguments.repositories
        for commit in ordinary_commits(repository, arguments.commits, arguments.after)
    )
    walks = list(read(arguments.read))
    if arguments.repositories:
        walks += written(fresh, arguments.out)
    fine = report(walks)
    alarms = [alarm for entry in walks for alarm in entry.alarms]
    sample = random.Random(arguments.seed).sample(alarms, min(arguments.sample, len(alarms)))
    show(sample, arguments.fates)
    if arguments.repositories and arguments.mined:
        print("\nwhat later commits mended:")
        fine &= mine(arguments.repositories, arguments.mined, MOST_MINED, show=False)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
