"""Who and what there is: accounts, repositories, tokens and apps, made by a test."""

from __future__ import annotations

from pathlib import Path

from postil.testing.github.house import House
from postil.testing.github.state.accounts import (
    ALL,
    Account,
    App,
    Installation,
    Kind,
    Permissions,
    Role,
    Token,
)
from postil.testing.github.state.repositories import Repository
from postil.testing.github.state.world import World


class Founding:
    """Everything may be made before or while the stand-in serves."""

    def __init__(self, house: House) -> None:
        self._house = house

    @property
    def world(self) -> World:
        return self._house.world

    def user(self, login: str, kind: Kind = Kind.USER) -> Account:
        with self._house.lock:
            return self.world.account(login, kind)

    def member(self, organization: Account, account: Account) -> None:
        self.world.members.setdefault(organization.id, set()).add(account.id)

    def repository(
        self,
        owner: str,
        name: str,
        git_path: Path | str,
        *,
        private: bool = False,
        fork_of: Repository | None = None,
    ) -> Repository:
        """A repository over a real one; who owns it is made a user when unknown."""
        with self._house.lock:
            made = Repository(
                id=self.world.next_id(),
                owner=self.world.account(owner),
                name=name,
                path=Path(git_path),
                created=self.world.now(),
                private=private,
                parent=fork_of,
            )
            self.world.repositories[made.full_name.lower()] = made
        return made

    def rename(self, repository: Repository, name: str) -> None:
        """The old address leads to the new one from now on."""
        with self._house.lock:
            old = repository.full_name.lower()
            del self.world.repositories[old]
            self.world.redirects[old] = str(repository.id)
            repository.name = name
            self.world.repositories[repository.full_name.lower()] = repository

    def grant(self, repository: Repository, account: Account, role: Role | str) -> None:
        repository.roles[account.id] = Role(role)

    def token(self, user: Account, permissions: Permissions | None = None) -> str:
        """A personal token; without permissions it may do whatever the user may."""
        with self._house.lock:
            value = f"ghp_fake{self.world.next_id()}"
            given = ALL if permissions is None else permissions
            self.world.tokens[value] = Token(value=value, account=user, permissions=given)
        return value

    def revoke(self, token: str) -> None:
        self.world.tokens[token].revoked = True

    def app(
        self, slug: str, permissions: Permissions | None = None, *, public_key: str = ""
    ) -> App:
        with self._house.lock:
            app = App(
                id=self.world.next_id(),
                slug=slug,
                account=self.world.account(f"{slug}[bot]", Kind.BOT),
                owner=self.world.account(f"{slug}-owner"),
                permissions=ALL if permissions is None else permissions,
                public_key=public_key,
            )
            self.world.apps[app.id] = app
        return app

    def install(self, app: App, *repositories: Repository) -> Installation:
        with self._house.lock:
            made = Installation(id=self.world.next_id(), app=app)
            made.repositories = {repository.id for repository in repositories}
            app.installations[made.id] = made
        return made

    def installation_token(
        self, installation: Installation, permissions: Permissions | None = None
    ) -> str:
        """What a workflow's own token is, or what an app got earlier."""
        with self._house.lock:
            value = f"ghs_fake{self.world.next_id()}"
            self.world.tokens[value] = Token(
                value=value,
                account=installation.app.account,
                permissions=installation.app.permissions if permissions is None else permissions,
                installation=installation,
                expires=self.world.now() + 3_600,
            )
        return value
