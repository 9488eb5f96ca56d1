"""Plays every case on every check's page and prints precision, recall and counts per check."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from pages.reading import read_page
from pages.running import pages, play
from pages.test_pages import LEAST_CASES

LEAST_PRECISION = 0.95
LEAST_RECALL = 0.85


def main() -> int:
    print(
        f"{'check':<20} {'fires':>5} {'quiet':>5} {'right':>6} {'wrong':>6} {'missed':>6}"
        f" {'precision':>9} {'recall':>7}"
    )
    fine = True
    for page in pages():
        cases = read_page(page)
        outcomes = [play(case) for case in cases]
        fires = sum(case.fires for case in cases)
        right = sum(len(outcome.right) for outcome in outcomes)
        wrong = sum(len(outcome.invented) for outcome in outcomes)
        missed = sum(len(outcome.missed) for outcome in outcomes)
        precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
        fine &= precision >= LEAST_PRECISION and recall >= LEAST_RECALL
        fine &= min(fires, len(cases) - fires) >= LEAST_CASES
        print(
            f"{page.stem.replace('_', '-'):<20} {fires:>5} {len(cases) - fires:>5} {right:>6}"
            f" {wrong:>6} {missed:>6} {precision:>9.2f} {recall:>7.2f}"
        )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
