"""One request being answered: who asks, about which repository, and how replies are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from postil.testing.github.permissions import Need, admit
from postil.testing.github.shapes.links import Links
from postil.testing.github.state.accounts import Account, Token
from postil.testing.github.state.repositories import Issue, Pull, Repository
from postil.testing.github.state.world import World
from postil.testing.github.wire import UNAUTHORISED, Refusal, Reply, Request, not_found

PER_PAGE = 30
MOST_PER_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    world: World
    request: Request
    links: Links
    visitor: Token | None
    arguments: Mapping[str, str]

    @property
    def token(self) -> Token:
        """Who asks; a visitor is sent away."""
        if self.visitor is None:
            raise Refusal(UNAUTHORISED, "Requires authentication")
        return self.visitor

    @property
    def account(self) -> Account:
        return self.token.account

    @property
    def repository(self) -> Repository:
        name = f"{self.arguments['owner']}/{self.arguments['repo']}"
        found = self.world.repository(name)
        if found is None:
            raise not_found()
        return found

    def admit(self, need: Need) -> None:
        admit(self.repository, self.visitor, need)

    def issue(self) -> Issue:
        found = self.repository.issues.get(self.number("issue_number"))
        if found is None:
            raise not_found()
        return found

    def pull(self) -> Pull:
        found = self.repository.issues.get(self.number("pull_number"))
        if not isinstance(found, Pull):
            raise not_found()
        return found

    def number(self, name: str) -> int:
        """A number of the path; what is no number names nothing."""
        text = self.arguments[name]
        if not text.isascii() or not text.isdigit():
            raise not_found()
        return int(text)

    def wish(self) -> Mapping[str, Any]:
        document = self.request.json()
        if document is None and not self.request.body:
            return {}
        if not isinstance(document, dict):
            raise Refusal(400, "Problems parsing JSON")
        return document

    def page(self, items: Sequence[Any], wrap: str = "") -> Reply:
        """One page of a listing, with the links to the others."""
        query = self.request.query
        size = min(_number(query.get("per_page"), PER_PAGE), MOST_PER_PAGE)
        page = _number(query.get("page"), 1)
        shown = list(items[(page - 1) * size : page * size])
        last = max(1, -(-len(items) // size))
        document = {"total_count": len(items), wrap: shown} if wrap else shown
        link = ", ".join(
            f'<{self._page_address(number)}>; rel="{name}"'
            for name, number, shows in (
                ("prev", page - 1, page > 1),
                ("next", page + 1, page < last),
                ("last", last, page < last),
                ("first", 1, page > 1),
            )
            if shows
        )
        return Reply(document=document, headers={"link": link} if link else {})

    def _page_address(self, number: int) -> str:
        query = {**self.request.query, "page": str(number)}
        raw = self.request.raw_path.removeprefix("/api/v3")
        return f"{self.links.api}{raw}?{urlencode(query)}"


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and int(text) else otherwise
