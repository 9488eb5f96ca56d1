"""Names lines of the change to reviewers: those under review alone, those that were fixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from postil.domain.stretch import Stretch
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise

MOST_FILES = 200
MOST_RUNS = 100
ONLY_HERE = (
    "Report something new only about these lines; the rest of the change is there to understand "
    "them, and was reviewed before."
)
ANSWERS = "Signal B is about these lines and no others."


def under_review(stretch: Stretch | None, guise: Guise, fence: Fence) -> str:
    """The one part that is asked about; empty when it is everything."""
    return "" if stretch is None else f"{ONLY_HERE}\n{_listed(stretch, guise, fence)}"


def answers(stretch: Stretch | None, guise: Guise, fence: Fence) -> str:
    """The lines written in answer to an earlier review; empty when they are not known."""
    return "" if stretch is None else f"{ANSWERS}\n{_listed(stretch, guise, fence)}"


def _listed(stretch: Stretch, guise: Guise, fence: Fence) -> str:
    paths = sorted(stretch.paths | stretch.added.keys() | stretch.removed.keys())
    rows = [_row(path, stretch, guise) for path in paths[:MOST_FILES]]
    if len(paths) > MOST_FILES:
        rows.append(f"and {len(paths) - MOST_FILES} more files")
    return fence.around("\n".join(rows) or "none", source="the change")


def _row(path: str, stretch: Stretch, guise: Guise) -> str:
    parts = [
        f"{word} {spans}"
        for word, lines in (("new", stretch.added), ("old", stretch.removed))
        if (spans := ", ".join(_runs(lines.get(path, ()))))
    ]
    return f"{guise.one_line(path)}: {'; '.join(parts) or 'no lines'}"


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    """Neighbouring numbers as one run: `4`, `7-9`."""
    paired = enumerate(sorted(numbers))
    for count, (_, group) in enumerate(groupby(paired, key=lambda pair: pair[1] - pair[0])):
        if count == MOST_RUNS:
            yield "and more"
            return
        run = [number for _, number in group]
        yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
