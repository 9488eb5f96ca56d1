"""Scores cases that somebody outside wrote, who has not read the checks or their pages.

    python bench/examine.py FOLDER... [--show]

A folder holds a folder per check, and that one a folder per case: `base/` and `head/` are the two
trees, and `case.toml` says what is expected:

    message = "Rename the loader"             # of the commit
    fires = [{ path = "docs/use.md", names = "load_all" }]      # [] where the check has to be quiet

A firing case is found when a finding of its check lies in that file, or has the name in its title.
What another check says instead is counted apart. The cases stay outside of the repository: once they
are cured they measure nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from histories import git, reviewed
from postil.domain.errors import PostilError
from postil.domain.finding import Finding

WORKERS = 2
_OUTCOMES = ("found", "elsewhere", "missed", "quiet", "loud", "broken")


@dataclass(frozen=True)
class Wanted:
    path: str
    names: str = ""


@dataclass(frozen=True)
class Verdict:
    """What came of one case; `said` is every finding as a reader needs it."""

    check: str
    case: str
    outcome: str
    said: tuple[str, ...] = ()


def examined(folder: Path) -> Verdict:
    """Plays one case as a repository of two commits, reviewed the way the command does it."""
    check = folder.parent.name
    try:
        described = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
        wanted = [Wanted(**entry) for entry in described["fires"]]
        with tempfile.TemporaryDirectory() as scratch:
            commit = _committed(folder, Path(scratch), described.get("message", "Change things"))
            findings = reviewed(Path(scratch), commit).findings
    except (PostilError, OSError, KeyError, TypeError, ValueError, subprocess.SubprocessError) as e:
        return Verdict(check, folder.name, "broken", (f"{type(e).__name__}: {e}",))
    said = tuple(_spoken(finding) for finding in findings)
    return Verdict(check, folder.name, _outcome(check, wanted, list(findings)), said)


def _committed(case: Path, scratch: Path, message: str) -> str:
    git(scratch, "init", "--quiet", "--initial-branch=main")
    for tree, words in (("base", "Start"), ("head", message)):
        (case / tree).mkdir(exist_ok=True)
        work = f"--work-tree={(case / tree).resolve()}"
        git(scratch, work, "add", "--all", "--force", ".")
        identity = ("-c", "user.name=Examiner", "-c", "user.email=examiner@example.org")
        git(scratch, *identity, "commit", "--quiet", "--allow-empty", "--message", words)
    return git(scratch, "rev-parse", "HEAD").decode().strip()


def _outcome(check: str, wanted: list[Wanted], findings: list[Finding]) -> str:
    own = [finding for finding in findings if check in finding.sources]
    if not wanted:
        return "loud" if own else "quiet"
    if all(any(_tells(finding, entry) for finding in own) for entry in wanted):
        return "found"
    if all(any(_tells(finding, entry) for finding in findings) for entry in wanted):
        return "elsewhere"
    return "missed"


def _tells(finding: Finding, wanted: Wanted) -> bool:
    places = {evidence.path for evidence in finding.evidence}
    return wanted.path in places or bool(wanted.names and wanted.names in finding.title)


def _spoken(finding: Finding) -> str:
    return f"{'+'.join(finding.sources)} {finding.severity.value} {finding.place.place} {finding.title}"


def cases(folders: list[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path.parent for path in folder.glob("*/*/case.toml"))


def report(verdicts: list[Verdict], *, show: bool) -> None:
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        table[verdict.check][verdict.outcome] += 1
        if show and verdict.outcome not in ("found", "quiet"):
            print(f"{verdict.outcome} {verdict.check}/{verdict.case}")
            for line in verdict.said:
                print(f"    {line}")
    print(f"{'check':<22}" + "".join(f"{outcome:>10}" for outcome in _OUTCOMES))
    for check, counts in sorted(table.items()):
        print(f"{check:<22}" + "".join(f"{counts[outcome]:>10}" for outcome in _OUTCOMES))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is not as expected")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(WORKERS) as pool:
        verdicts = list(pool.map(examined, cases(arguments.folders)))
    report(verdicts, show=arguments.show)
    return 0 if verdicts and all(v.outcome in ("found", "quiet") for v in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
