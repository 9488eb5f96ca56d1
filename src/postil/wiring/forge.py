"""Opens the pull request somebody asked for: which one it is, what it shows, and its commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from postil.domain.change import Change
from postil.domain.errors import UserError
from postil.domain.forge import PullRequest, Shown
from postil.forges.github.client import Client
from postil.forges.github.clock import Clock
from postil.forges.github.finding import pull_of_branch
from postil.forges.github.forge import GitHubForge
from postil.forges.github.ownership import Ownership
from postil.forges.github.targets import Asked, Place, named_place, remote_place
from postil.ports import ChangeKey
from postil.wiring.actions import job
from postil.wiring.github_access import Access, access
from postil.wiring.process import Surroundings
from postil.workspaces.git import Repository, Target
from postil.workspaces.git.fetching import Ends, Remote
from postil.workspaces.git.mirroring import mirror_folder
from postil.workspaces.git.pulls import Nearby, open_pull
from postil.workspaces.git.remotes import Origins, origins


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPull:
    """A pull request that was read, the forge to write to it, and how to get its commits."""

    forge: GitHubForge
    shown: Shown
    access: Access
    nearby: Nearby

    @property
    def pull(self) -> PullRequest:
        return self.shown.pull

    @property
    def ownership(self) -> Ownership:
        """Whether the repository is the user's own, and why; asked when somebody needs to know."""
        return self.forge.ownership()

    @property
    def is_by_us(self) -> bool:
        """Whether the token's user opened it; nobody approves their own."""
        return self.shown.is_mine(self.pull.author)

    @property
    def key(self) -> ChangeKey:
        return ChangeKey(repository=self.repository, change=str(self.pull.number))

    @property
    def repository(self) -> str:
        """The repository as it is known for good: a rename changes its name, not its number."""
        return f"{self.access.address.host}/repositories/{self.pull.repository_id}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What we were given to get in with, beyond what the variables hold; it may not leave."""
        return tuple(self.access.minted)

    def with_checks(self) -> OpenPull:
        """The same with our checks on its head."""
        return replace(self, shown=self.forge.with_checks(self.shown))

    def commits(self) -> AbstractContextManager[Repository]:
        """The repository with both commits in it, fetched where they are not here yet."""
        pull = self.pull
        name = f"{pull.repository}#{pull.number}"
        ends = Ends(name=name, number=pull.number, head=pull.head, base=pull.base)
        remote = Remote(
            url=self.access.address.git_url(pull.repository),
            token=self.access.fetch_token(pull.repository),
            proxy=self.access.route.proxy,
            certificates=self.access.route.certificates,
        )
        return open_pull(remote, ends, self.nearby)

    def change(self, repository: Repository) -> Change:
        """What the pull request changes, with its own words in place of the commits'."""
        pull = self.pull
        found = repository.change(Target(revision=f"{pull.base}...{pull.head}"))
        return replace(
            found,
            base=replace(found.base, name=pull.base_name),
            head=replace(found.head, name=pull.head_name),
            target=f"pull request `{pull.repository}#{pull.number}`",
            repository=self.repository,
            branch=pull.head_name,
            title=pull.title,
            description=pull.body,
            labels=pull.labels,
            request=str(pull.number),
        )


@contextmanager
def open_forge(
    asked: Asked,
    around: Surroundings,
    *,
    repo: str = ".",
    clock: Clock | None = None,
) -> Iterator[OpenPull]:
    """Find the pull request, look at it once, and keep the connection while the block runs.

    Its checks are not read: whether anybody wants one is in the settings of its base commit.
    """
    way = access(around.forge, clock=clock)
    here = origins(repo)
    place = _place(asked, around, here, way)
    client = way.client(place.repository)
    try:
        number = asked.number or _number(around) or _of_branch(client, place, around, here)
        forge = GitHubForge(client, place.repository, number, with_checks=False)
        shown = forge.look()
        key = f"{way.address.host}/repositories/{shown.pull.repository_id}"
        nearby = Nearby(
            repo=repo,
            is_same=_is_clone_of(shown.pull.repository, here, way),
            mirror=mirror_folder(around.cache, key),
        )
        yield OpenPull(forge=forge, shown=shown, access=way, nearby=nearby)
    finally:
        client.close()


def _place(asked: Asked, around: Surroundings, here: Origins, way: Access) -> Place:
    if asked.place is not None:
        _refuse_other_host(asked.place, way)
        return asked.place
    if given := around.forge.get("GITHUB_REPOSITORY", ""):
        return named_place(given, variable="GITHUB_REPOSITORY")
    if not here.remotes:
        raise UserError(
            "There is no `origin` here to tell which repository is meant; name the pull request "
            "as `owner/repo#N`."
        )
    # Whoever works on a fork calls the repository that pull requests go to `upstream`.
    for name in ("upstream", "origin"):
        place = remote_place(here.remotes.get(name, ""))
        if place is not None:
            _refuse_other_host(place, way)
            return place
    raise UserError(
        "`origin` is not the address of a GitHub repository; name the pull request as "
        "`owner/repo#N`."
    )


def _refuse_other_host(place: Place, way: Access) -> None:
    """A token goes to the GitHub its owner named, never to whatever an address says."""
    if place.host.removeprefix("www.") in ("", way.address.host):
        return
    raise UserError(
        f"`{place.host}` is not `{way.address.host}`, which the token is for; if it is a GitHub "
        f"server of yours, set `GITHUB_API_URL=https://{place.host}/api/v3`."
    )


def _number(around: Surroundings) -> int | None:
    found = job(around.forge)
    return found.number if found else None


def _of_branch(client: Client, place: Place, around: Surroundings, here: Origins) -> int:
    """The pull request of the branch another job was about, else of the one that is checked out."""
    found = job(around.forge)
    if found is not None and found.branch:
        return pull_of_branch(client, place, owner=found.owner, branch=found.branch)
    return pull_of_branch(client, place, owner=_owner(here, place), branch=_branch(here))


def _branch(here: Origins) -> str:
    if not here.pushed:
        raise UserError("No branch is checked out here; name the pull request with `--pr N`.")
    return here.pushed


def _owner(here: Origins, place: Place) -> str:
    """Whose branch it is: that of `origin`, which may be a fork."""
    origin = remote_place(here.remotes.get("origin", ""))
    return origin.owner if origin else place.owner


def _is_clone_of(repository: str, here: Origins, way: Access) -> bool:
    places = [remote_place(url) for url in here.remotes.values()]
    return any(
        place is not None
        and place.host == way.address.host
        and place.repository.lower() == repository.lower()
        for place in places
    )
