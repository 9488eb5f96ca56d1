"""Finds commits that later commits mended, and asks whether we would have said so in time.

    python bench/mine.py REPOSITORY... [--commits 4000] [--most 60] [--show]

For each stale reference found in a history: the commit that left it should be given a finding
that names it, and the commit that mended it should be told nothing about it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from diffs import UnreadableHistoryError
from histories import reviewed
from postil.domain.document import ReviewDocument
from postil.domain.errors import PostilError
from postil.domain.finding import Finding
from truths import Miner, Truth
from unused_truths import unused_truths
from workflow_truths import workflow_truths

WANTED_RECALL = 0.6
WANTED_QUIET = 0.95
NOT_COUNTED = frozenset({"unused export"})
"""Kinds that are shown but are no part of the recall that must be reached."""


@dataclass(frozen=True)
class Answer:
    """What came of one truth."""

    truth: Truth
    named: bool
    quiet: bool


def truths(repository: Path, commits: int, most: int) -> list[Truth]:
    """At most so many of each kind, drawn at random but always the same ones."""
    found = [
        *Miner(repository).mine(commits),
        *workflow_truths(repository, commits),
        *unused_truths(repository, commits),
    ]
    chosen: list[Truth] = []
    for kind in sorted({truth.kind for truth in found}):
        own = [truth for truth in found if truth.kind == kind]
        chosen += random.Random(3).sample(own, min(most, len(own)))
    return chosen


def answers(repository: Path, found: Iterable[Truth]) -> Iterator[Answer]:
    for truth in found:
        try:
            introduced = reviewed(repository, truth.introduced)
            mended = reviewed(repository, truth.mended)
        except PostilError:
            continue
        yield Answer(truth, names(introduced, truth), not names(mended, truth))


def names(document: ReviewDocument, truth: Truth) -> bool:
    return any(_is_about(finding, truth) for finding in document.open_findings)


def _is_about(finding: Finding, truth: Truth) -> bool:
    """Whether a finding names the thing, in its title or its list of places, or points at the line."""
    if truth.token in finding.title or truth.token == finding.claim.subject:
        return True
    if f"`{truth.token}`" in finding.details or f"/{truth.token}`" in finding.details:
        return True
    return any(entry.path == truth.path and truth.token in entry.text for entry in finding.evidence)


def report(answered: list[Answer], *, show: bool) -> bool:
    if show:
        for answer in answered:
            _print(answer)
    fine = True
    for kind in sorted({answer.truth.kind for answer in answered}):
        own = [answer for answer in answered if answer.truth.kind == kind]
        named = sum(answer.named for answer in own)
        print(f"  {kind:<14} {named:4} of {len(own):4} named, {_share(own):.2f} of fixes quiet")
    counted = [answer for answer in answered if answer.truth.kind not in NOT_COUNTED]
    if counted:
        recall = sum(answer.named for answer in counted) / len(counted)
        quiet = _share(counted)
        print(f"  recall {recall:.2f} (at least {WANTED_RECALL}), quiet {quiet:.2f}")
        fine = recall >= WANTED_RECALL and quiet >= WANTED_QUIET
    return fine


def _share(answered: list[Answer]) -> float:
    return sum(answer.quiet for answer in answered) / max(len(answered), 1)


def _print(answer: Answer) -> None:
    truth = answer.truth
    marks = f"{'named ' if answer.named else 'MISSED'}{'' if answer.quiet else ' LOUD'}"
    print(
        f"  {marks} {truth.kind} `{truth.token}` {truth.introduced[:12]} -> {truth.mended[:12]}"
        f" {truth.path}: {truth.line[:110]} [{truth.message[:60]}]"
    )


def mine(repositories: Iterable[Path], commits: int, most: int, *, show: bool) -> bool:
    """Whether enough is named and enough is quiet over all repositories together."""
    everything: list[Answer] = []
    all_read = True
    for repository in repositories:
        print(repository, flush=True)
        try:
            found = truths(repository, commits, most)
        except UnreadableHistoryError as error:
            print(f"  not mined: {error}")
            all_read = False
            continue
        answered = list(answers(repository, found))
        report(answered, show=show)
        everything += answered
    print(f"all: {len(everything)} mined, {dict(Counter(a.truth.kind for a in everything))}")
    return report(everything, show=False) and all_read


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=4_000)
    parser.add_argument("--most", type=int, default=60, help="of each kind and repository")
    parser.add_argument("--show", action="store_true", help="print every mined case")
    arguments = parser.parse_args()
    fine = mine(arguments.repositories, arguments.commits, arguments.most, show=arguments.show)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
