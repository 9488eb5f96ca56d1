"""A branch through ten pushes as data: what each does to the repository, and what must hold then.

Whoever plays it reviews the branch after each push, on this machine or through a forge, and
hands the review document to `Chronicle.review`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stories.shop import BASE, FIRST, FIXED, GUARDED, PAY, READER, REGRESSED, WEIGHED

from repositories import Repository

BRANCH = "topic"
NEW, OPEN, UNTOUCHED, FIXED_, BACK = "new", "open", "untouched", "likely-fixed", "reopened"


@dataclass(frozen=True, kw_only=True)
class Push:
    """One push: what it does, the state of each defect afterwards, and what it may cost.

    `is_read` says that reviewers have to read something, each of them; where they have not,
    `asked` is how many are asked about an earlier finding. `carried` is how many parts of the
    change nobody read again, None in a first review. `credited` are the defects whose fix must
    name the branch's head commit.
    """

    name: str
    does: Callable[[Branch], None]
    states: Mapping[str, str]
    carried: int | None
    is_read: bool = True
    asked: int = 0
    is_rewritten: bool = False
    credited: tuple[str, ...] = ()

    def calls(self, reviewers: int) -> int:
        """How many calls it takes, exactly."""
        return reviewers if self.is_read else self.asked


@dataclass
class Branch:
    """A repository with the branch checked out; every act is one that people do with git."""

    repository: Repository

    def begin(self) -> None:
        self.repository.commit(BASE, "Start the shop")
        self.repository.branch(BRANCH)
        self.repository.checkout(BRANCH)

    def commit(self, files: Mapping[str, str | None], message: str) -> None:
        self.repository.commit(files, message, branch=BRANCH)
        self.repository.git("reset", "--quiet", "--hard")

    def rebase(self) -> None:
        self.repository.commit({"log.py": "def log(text):\n    print(text, flush=True)\n"}, "Flush")
        self.repository.git("rebase", "--quiet", "main")

    def squash(self) -> None:
        self.repository.git("reset", "--quiet", "--soft", "main")
        self.repository.git("commit", "--quiet", "--message", "Sell things")

    def revert(self) -> None:
        self.repository.git("revert", "--no-edit", "HEAD")

    def force_back(self) -> None:
        """Drop the last commit and word the one before it anew, as `push --force` brings it."""
        self.repository.git("reset", "--quiet", "--hard", "HEAD~1")
        self.repository.git("commit", "--quiet", "--amend", "--message", "Check, then pay")

    @property
    def head(self) -> str:
        return self.repository.oid(BRANCH)


ORDER, DIVISION, SECRET, CASE = "order", "division", "secret", "case"

STORY = (
    Push(
        name="first push",
        does=lambda branch: branch.commit(FIRST, "Sell things"),
        states={ORDER: NEW, DIVISION: NEW, SECRET: NEW},
        carried=None,
    ),
    Push(
        name="edits around the findings",
        does=lambda branch: branch.commit(
            {"pay.py": f'"""Pays."""\n\nimport log\n\n\n{PAY}\n\ndef later():\n    log.log("l")\n'},
            "Log",
        ),
        states={ORDER: OPEN, DIVISION: UNTOUCHED, SECRET: OPEN},
        carried=2,
    ),
    Push(
        name="rename",
        does=lambda branch: branch.commit(
            {"pay.py": None, "till.py": f"import log\n\n\n{PAY}"}, "Rename"
        ),
        states={ORDER: OPEN, DIVISION: UNTOUCHED, SECRET: OPEN},
        carried=2,
    ),
    Push(
        name="rebase",
        does=Branch.rebase,
        states={ORDER: UNTOUCHED, DIVISION: UNTOUCHED, SECRET: OPEN},
        is_read=False,
        carried=3,
        is_rewritten=True,
    ),
    Push(
        name="squash",
        does=Branch.squash,
        states={ORDER: UNTOUCHED, DIVISION: UNTOUCHED, SECRET: OPEN},
        is_read=False,
        carried=3,
        is_rewritten=True,
    ),
    Push(
        name="partial fix",
        does=lambda branch: branch.commit({"report.py": WEIGHED}, "Do not divide by nothing"),
        states={ORDER: UNTOUCHED, DIVISION: OPEN, SECRET: OPEN},
        carried=2,
    ),
    Push(
        name="fix",
        does=lambda branch: branch.commit({"till.py": FIXED, "settings.py": READER}, "Check first"),
        states={ORDER: FIXED_, DIVISION: UNTOUCHED, SECRET: FIXED_},
        carried=1,
        credited=(ORDER, SECRET),
    ),
    Push(
        name="revert of the fix",
        does=Branch.revert,
        states={ORDER: BACK, DIVISION: UNTOUCHED, SECRET: BACK},
        is_read=False,
        carried=3,
    ),
    Push(
        name="force-push back to the fix",
        does=Branch.force_back,
        states={ORDER: FIXED_, DIVISION: UNTOUCHED, SECRET: FIXED_},
        is_read=False,
        asked=1,
        carried=3,
        is_rewritten=True,
    ),
    Push(
        name="regression, and something new",
        does=lambda branch: branch.commit({"till.py": REGRESSED, "report.py": GUARDED}, "Faster"),
        states={ORDER: BACK, DIVISION: FIXED_, SECRET: FIXED_, CASE: NEW},
        carried=1,
        credited=(DIVISION,),
    ),
)


@dataclass
class Chronicle:
    """What was told of each defect so far; raises as soon as a review contradicts the story."""

    ids: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)

    def review(self, push: Push, document: Mapping[str, Any], *, head: str) -> None:
        found = document["findings"]
        named = [_defect(finding) for finding in found]
        assert sorted(named) == sorted(push.states), f"{push.name}: duplicated or lost: {named}"
        by_name = dict(zip(named, found, strict=True))
        states = {name: finding["status"] for name, finding in by_name.items()}
        assert states == dict(push.states), f"{push.name}: {states}"
        for name, finding in by_name.items():
            assert self.ids.setdefault(name, finding["id"]) == finding["id"], (push.name, name)
            assert self.numbers.setdefault(name, finding["number"]) == finding["number"]
        assert len(set(self.numbers.values())) == len(self.numbers), push.name
        assert bool(document["rewritten"]) is push.is_rewritten, push.name
        assert document["coverage"] == "full", document["gaps"]
        units = document["units"]
        assert (units and units["carried"]) == push.carried, (push.name, units)
        self._fixes(push, document, head)

    def _fixes(self, push: Push, document: Mapping[str, Any], head: str) -> None:
        """Whoever is closed by this push names the commit that did it, and nobody else's."""
        for entry in document["memory"]["entries"]:
            last = entry["events"][-1]
            if (last["kind"], last["head"]) == ("fixed", head):
                wanted = head if _defect(entry["finding"]) in push.credited else ""
                assert last["commit"] == wanted, (push.name, entry["finding"]["title"])


def _defect(finding: Mapping[str, Any]) -> str:
    return SECRET if "secret" in finding["slug"] else str(finding["claim"]["subject"])
