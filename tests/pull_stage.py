"""A pull request on a stand-in GitHub, and the command run on it in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from postil.cli import postil as command
from postil.domain.errors import PostilError
from postil.testing.github import Account, FakeGitHub, Pull, Repository, Role
from postil.testing.github.state.conversation import ReviewComment

from commands import Ran
from repositories import Repository as GitRepository

BASE = {
    "app.py": "def total(items):\n    return sum(items)\n",
    "use.py": "from app import total\n\nprint(total([1]))\n",
    "job.py": "def run():\n    return 1\n",
}
RENAMED = {"app.py": "def grand_total(items):\n    return sum(items)\n"}
"""The first finding: a caller still uses the old name."""
CONFLICT = {
    "job.py": "<<<<<<< ours\ndef run():\n    return 1\n=======\ndef go():\n    return 2\n>>>>>>> theirs\n",
    "spare.py": "def go():\n    return 2\n",
}
"""The second: a merge that was not finished, and a function that nothing uses."""


@dataclass
class Stage:
    """`ada` owns the repository, `bob` wrote the pull request, `eve` is a stranger."""

    folder: Path
    hub: FakeGitHub
    git: GitRepository
    repository: Repository
    pull: Pull
    ada: Account
    bob: Account
    eve: Account
    token: str
    variables: dict[str, str] = field(default_factory=dict)

    def run(
        self, *arguments: str, command_name: str = "review", target: str = "ada/widgets#1"
    ) -> Ran:
        """The command with a store of its own, against the pull request."""
        targets = [] if command_name == "publish" else [target]
        runner = CliRunner()
        env = {
            "GITHUB_API_URL": self.hub.url,
            "GITHUB_TOKEN": self.token,
            "HOME": str(self.folder / "home"),
            "XDG_CACHE_HOME": "",
            "XDG_STATE_HOME": "",
            "POSTIL_STATE_KEY": "a key of this test",
            "POSTIL_TEST_TIME_SCALE": "0",
            **self.variables,
        }
        given = [command_name, *targets, *arguments]
        done = runner.invoke(command, given, env=env, standalone_mode=False)
        error = done.exception
        if error is None:
            return Ran(int(done.return_value or 0), done.stdout, done.stderr)
        if isinstance(error, PostilError):
            return Ran(error.exit_status, done.stdout, f"{done.stderr}postil: {error}\n")
        raise error

    def second_token(self) -> str:
        """Another credential of the same account."""
        installation = self.hub.world.tokens[self.token].installation
        assert installation is not None
        return self.hub.installation_token(installation)

    def push(self, files: Mapping[str, str | None], message: str = "More") -> str:
        self.git.commit(files, message, branch="feature")
        return self.hub.push(self.pull)

    @property
    def summaries(self) -> list[str]:
        """The bodies of our comments in the conversation."""
        return [each.body for each in self.pull.comments.values() if self.is_ours(each.author)]

    @property
    def notes(self) -> list[ReviewComment]:
        """The first comment of each thread of ours."""
        return [
            thread.comments[0]
            for thread in self.pull.threads.values()
            if thread.comments and self.is_ours(thread.comments[0].author)
        ]

    def is_ours(self, account: Account | None) -> bool:
        return account is not None and account.login == "postil[bot]"

    def since(self, at: int) -> list[str]:
        exchanges = self.hub.journal.exchanges[at:]
        return [f"{each.method} {each.path}" for each in exchanges if ".git/" not in each.path]

    def writes(self, at: int = 0) -> list[str]:
        """What was written; a question in GraphQL is a POST and no write."""
        return [each for each in self.since(at) if not each.startswith(("GET", "POST /graphql"))]


@contextmanager
def stage(
    folder: Path,
    files: Mapping[str, str | None] | None = None,
    *,
    settings: str = "",
    **options: object,
) -> Iterator[Stage]:
    """`settings` stand in the base's `.postil.toml`."""
    git = GitRepository(folder / "hub")
    git.commit(BASE | ({".postil.toml": settings} if settings else {}), "First")
    git.branch("feature", "main")
    git.commit(RENAMED | CONFLICT if files is None else files, "A change", branch="feature")
    with FakeGitHub(**options) as hub:  # type: ignore[arg-type]
        yield peopled(hub, git, folder, title="Rename `total`")


def peopled(hub: FakeGitHub, git: GitRepository, folder: Path, *, title: str) -> Stage:
    """Ada's repository with a pull request by Bob, who may write, and Postil installed."""
    ada, bob, eve = hub.user("ada"), hub.user("bob"), hub.user("eve")
    repository = hub.repository("ada", "widgets", git.folder)
    hub.grant(repository, bob, Role.WRITE)
    return Stage(
        folder=folder,
        hub=hub,
        git=git,
        repository=repository,
        pull=hub.pull(repository, head="feature", author=bob, title=title),
        ada=ada,
        bob=bob,
        eve=eve,
        token=hub.installation_token(hub.install(hub.app("postil", None), repository)),
    )
