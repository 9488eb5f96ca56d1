"""Reviews the last commits of any repository without a model and plants defects to be found.

For each commit: no crash, no gap caused by us, and every located quote is read again from git
by another way and must be equal. In the same run, removals, renames and workflow edits are
planted in the repository's own code, so that silence does not pass for quality.

    python bench/histories.py REPOSITORY... [--commits 300] [--plants 30] [--show]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from planting import Plant, plants
from postil import wiring
from postil.domain.document import ReviewDocument
from postil.domain.errors import PostilError
from postil.domain.finding import Evidence


@dataclass
class Tally:
    """What came of one repository."""

    commits: int = 0
    added: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    quotes: int = 0
    unequal: list[str] = field(default_factory=list)
    gaps: Counter[str] = field(default_factory=Counter)
    ours: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def reviews(repository: Path, commits: Sequence[str]) -> Iterator[wiring.Reviewed]:
    wanted = wiring.Wanted(repo=str(repository))
    return wiring.reviews(commits, wanted, wiring.surroundings())


def reviewed(repository: Path, commit: str) -> ReviewDocument:
    (found,) = reviews(repository, [commit])
    if found.document is None:
        raise PostilError(found.refusal)
    return found.document


def git(repository: Path, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", "-C", str(repository), *arguments], capture_output=True, check=True
    ).stdout


def last_commits(repository: Path, count: int) -> list[str]:
    listed = git(repository, "rev-list", "--no-merges", f"--max-count={count}", "HEAD")
    return listed.decode().split()


def look(repository: Path, found: wiring.Reviewed, tally: Tally, *, show: bool) -> None:
    commit, document = found.commit, found.document
    if document is None:
        tally.refused.append(f"{commit[:9]}: {found.refusal}")
        return
    tally.commits += 1
    tally.added += sum(file.additions for file in document.files)
    for gap in document.required_gaps:
        tally.gaps[gap.subject] += 1
        if gap.subject.startswith("check "):
            tally.ours.append(f"{commit[:9]}: {gap.subject}: {gap.reason}")
    for finding in document.findings:
        tally.findings[f"{'+'.join(finding.sources)} {finding.severity.value}"] += 1
        if show:
            print(
                f"  {commit[:9]} {finding.severity.value:<8} {finding.place.place}  {finding.title}"
            )
        for evidence in finding.evidence:
            if evidence.start is not None:
                tally.quotes += 1
                if not stands(repository, evidence):
                    tally.unequal.append(f"{commit[:9]}: {evidence.place}")


def stands(repository: Path, evidence: Evidence) -> bool:
    """Whether the quote is what another git command reads at that place."""
    if evidence.start is None or evidence.end is None:
        return True
    try:
        data = git(repository, "cat-file", "-p", f"{evidence.revision}:{evidence.path}")
    except subprocess.CalledProcessError:
        return False
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    there = "\n".join(lines[evidence.start - 1 : evidence.end])
    masked = "".join(there.split()) if "[" in evidence.text else ""
    return _same(evidence.text, there) or _same_but_for_secrets(evidence.text, masked)


def _same(quote: str, there: str) -> bool:
    return quote in there or "".join(quote.split()) in "".join(there.split())


def _same_but_for_secrets(quote: str, there: str) -> bool:
    """A quote that holds a secret is shown with the value replaced by a bracketed type."""
    before = "".join(quote.partition("[")[0].split())
    return bool(there) and there.startswith(before)


def recall(repository: Path, scratch: Path, wanted: int, *, show: bool) -> Counter[str]:
    """Plant defects one by one and see which are named."""
    counts: Counter[str] = Counter()
    for plant in plants(repository, scratch, wanted):
        found = named(reviewed(scratch, plant.commit), plant)
        counts[f"{plant.kind} {'found' if found else 'missed'}"] += 1
        if show and not found:
            print(f"  missed {plant.kind}: `{plant.token}` in {plant.path}")
    return counts


def named(document: ReviewDocument, plant: Plant) -> bool:
    return any(
        plant.token in finding.title or finding.claim.subject == plant.token
        for finding in document.findings
    )


def report(repository: Path, tally: Tally, planted: Counter[str], seconds: float) -> bool:
    print(f"\n{repository}: {tally.commits} commits, {tally.added:,} added lines, {seconds:.0f} s")
    for kind, count in sorted(tally.findings.items()):
        print(f"  {count:5} {kind}")
    print(f"  {tally.quotes} quotes read again, {len(tally.unequal)} unequal")
    for line in (*tally.unequal[:5], *tally.ours[:10], *tally.refused[:5]):
        print(f"  ! {line}")
    for subject, count in tally.gaps.items():
        print(f"  gap {count:4} {subject}")
    kinds = sorted({key.rpartition(" ")[0] for key in planted})
    for kind in kinds:
        found, missed = planted[f"{kind} found"], planted[f"{kind} missed"]
        print(f"  planted {kind}: {found} of {found + missed} found")
    return not (tally.unequal or tally.ours or tally.refused)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--plants", type=int, default=30)
    parser.add_argument("--show", action="store_true", help="print every finding and every miss")
    arguments = parser.parse_args()
    fine = True
    for repository in arguments.repositories:
        started = time.perf_counter()
        tally = Tally()
        for each in reviews(repository, last_commits(repository, arguments.commits)):
            look(repository, each, tally, show=arguments.show)
        with tempfile.TemporaryDirectory() as scratch:
            planted = recall(
                repository, Path(scratch) / "planted", arguments.plants, show=arguments.show
            )
        fine &= report(repository, tally, planted, time.perf_counter() - started)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
