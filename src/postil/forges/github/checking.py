"""Reads and sets our check on one repository's commits, as check run or as commit status."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.change import Id
from postil.domain.forge import Actor, PostedCheck
from postil.domain.publication import Refusal, SetCheck
from postil.forges.github import checks, fates
from postil.forges.github.client import Client
from postil.forges.github.fates import Outcome
from postil.forges.github.problems import Denied
from postil.forges.github.requests import Written


class Checking:
    """Remembers which of the two ways is open to our token; GitHub says so only when asked.

    What stands on a commit is asked for once, and again after a write: nobody but us sets our
    check, and a look that is repeated while a review is written need not pay for it each time.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._has_runs = True
        self._has_statuses = True
        self._known: dict[Id, tuple[PostedCheck, ...]] = {}

    @property
    def is_possible(self) -> bool:
        return self._has_runs or self._has_statuses

    def shown(
        self, repository: str, head: Id, me: Actor, *, is_new: bool
    ) -> tuple[PostedCheck, ...]:
        """Our checks on a commit; `is_new` says that we have never written on its pull request."""
        if head not in self._known:
            self._known[head] = self._read(repository, head, me, is_new=is_new)
        return self._known[head]

    def _read(
        self, repository: str, head: Id, me: Actor, *, is_new: bool
    ) -> tuple[PostedCheck, ...]:
        """Runs, and statuses where there is no run of ours and there may be a status."""
        self._has_runs = self._has_runs and checks.writes_runs(me)
        if self._has_runs:
            try:
                found = self._runs(repository, head, me)
            except Denied:
                self._has_runs = False
            else:
                if found or is_new:
                    return tuple(found)
        try:
            return tuple(self._statuses(repository, head, me))
        except Denied:
            # Reading them may be refused where writing is not; the write will tell.
            return ()

    def set(self, repository: str, action: SetCheck, *, target: str) -> Outcome:
        """One write; a second only when the first was plainly not allowed."""
        self._known.pop(action.head, None)
        if self._has_runs and not action.id.startswith(checks.STATUS):
            outcome = self._sent(repository, checks.run_written(action))
            if not _is_closed(outcome, action):
                return _marked(checks.RUN, outcome)
            self._has_runs = False
        outcome = self._sent(repository, checks.status_written(action, target=target))
        if outcome.refusal is Refusal.FORBIDDEN:
            self._has_statuses = False
        return _marked(checks.STATUS, outcome)

    def _runs(self, repository: str, head: Id, me: Actor) -> list[PostedCheck]:
        path = f"/repos/{repository}{checks.runs_path(head)}"
        pages = self._client.pages(path, checks.Runs, reading=f"checks of `{repository}`")
        return checks.own_runs([run for page in pages for run in page.check_runs], me)

    def _statuses(self, repository: str, head: Id, me: Actor) -> list[PostedCheck]:
        path = f"/repos/{repository}{checks.statuses_path(head)}"
        reading = f"commit statuses of `{repository}`"
        pages = self._client.pages(path, list[checks.Status], reading=reading)
        return checks.own_statuses([status for page in pages for status in page], me, head)

    def _sent(self, repository: str, request: Written) -> Outcome:
        url = self._client.address.rest_url(f"/repos/{repository}{request.path}")
        return fates.outcome(self._client.send(request.method, url, request.body))


def _is_closed(outcome: Outcome, action: SetCheck) -> bool:
    """Whether check runs are not for us; GitHub may hide that behind a missing place."""
    if outcome.refusal is Refusal.FORBIDDEN:
        return True
    return outcome.refusal is Refusal.GONE and not action.id


def _marked(kind: str, outcome: Outcome) -> Outcome:
    return replace(outcome, id=f"{kind}-{outcome.id}") if outcome.id else outcome
