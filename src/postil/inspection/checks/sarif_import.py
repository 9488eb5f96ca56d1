"""Takes over what other scanners found on the lines this change adds.

Reads SARIF 2.1.0 files given with `--sarif` and the answers of scanners run with `--scan`, keeps
the results that touch added lines, and quotes what stands there in the reviewed commit.

Why it matters: a scanner reports the whole repository every time; a reviewer wants what this
change adds, in the same list as everything else.

Stays quiet when: the result lies on lines the change did not write, the baseline knows it, it has
been suppressed, or the scanner saw other text than stands there.

Silence it: in the scanner itself; or `postil: allow sarif-import REASON` on or above the line at
the base; or a `[[suppress]]` entry with `check = "sarif-import"` or the slug.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postil.domain.change import Change
from postil.domain.errors import PostilError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._sarif_import.excerpts import Excerpts
from postil.inspection.checks._sarif_import.log import Log, read_log
from postil.inspection.checks._sarif_import.places import Atlas
from postil.inspection.checks._sarif_import.programs import answers
from postil.inspection.checks._sarif_import.remarks import Reporter
from postil.ports import GIVEN_SCAN, Scans, Toolbox, Tree

NAME = "sarif-import"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_AGAIN = "make the report again, as SARIF 2.1.0, of the reviewed commit"


def activates(change: Change, scans: Scans) -> str | None:
    count = len(scans.files) + len(scans.programs)
    return f"compared {count} scan(s) with the change" if count and change.files else None


def inspect(
    change: Change, head: Tree, base: Tree, tools: Toolbox, scans: Scans
) -> Iterator[Remark | Gap]:
    desk = _Desk(Atlas(change, scans.root), Excerpts(head))
    for file in scans.files:
        yield from desk.taken(f"{GIVEN_SCAN}`{file.name}`", file.blocks())
    for answer in answers(scans.programs, change, tools, (head, base)):
        if isinstance(answer, Gap):
            yield answer
        else:
            yield from desk.taken(f"scanner `{answer.program}`", [answer.report])


class _Desk:
    """Takes one report after the other; what two of them say alike is said once."""

    def __init__(self, atlas: Atlas, excerpts: Excerpts) -> None:
        self._atlas = atlas
        self._excerpts = excerpts
        self._said: set[tuple[str, ...]] = set()

    def taken(self, subject: str, blocks: Iterable[bytes]) -> Iterator[Remark | Gap]:
        try:
            log = read_log(blocks, self._atlas.may_concern)
        except PostilError as error:
            yield Gap(subject=subject, reason=str(error), required=True, remedy=_AGAIN)
            return
        yield from _gaps(subject, log)
        for run in log.runs:
            reporter = Reporter(run, self._atlas, self._excerpts)
            for remark in reporter.remarks():
                place = remark.quotes[0]
                said = (place.path, str(place.line), remark.slug, remark.title)
                if said not in self._said:
                    self._said.add(said)
                    yield remark
            yield from _left_out(subject, reporter)


def _gaps(subject: str, log: Log) -> Iterator[Gap]:
    if log.fault:
        yield Gap(subject=subject, reason=log.fault, required=True, remedy=_AGAIN)
    if log.flooded:
        reason = "holds more results about the changed files than are looked at"
        yield Gap(subject=subject, reason=reason, required=True, remedy="split the change")
    for run in log.runs:
        if run.failed:
            reason = f"`{run.tool}` says that its run did not succeed"
            yield Gap(subject=subject, reason=reason, required=True, remedy="run the scanner again")
        if run.elsewhere:
            reason = "keeps results in other files, which are not read"
            yield Gap(subject=subject, reason=reason, required=True, remedy=_AGAIN)


def _left_out(subject: str, reporter: Reporter) -> Iterator[Gap]:
    tally = reporter.tally
    if tally.stale:
        yield Gap(
            subject=subject,
            reason=f"{tally.stale} result(s) describe other text than stands in the reviewed "
            f"commit, the first at `{tally.first_stale}`",
            required=True,
            remedy="scan the reviewed commit",
        )
    if tally.outside:
        yield Gap(
            subject=subject,
            reason=f"{tally.outside} result(s) lie outside the repository, the first in "
            f"`{tally.first_outside}`",
            required=False,
            remedy="scan with relative paths, or in the folder that is reviewed",
        )
