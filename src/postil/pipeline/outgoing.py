"""The last look at a text before it leaves: nothing live in it, nothing secret, nothing too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from postil.domain.forge import PullRequest
from postil.publish.composing import compose
from postil.publish.sanitising import Allowed
from postil.publish.secrets import Leak, Secret, screen
from postil.publish.validating import Carrier, CarrierKind, validate
from postil.render._validation import validate as layout_problems
from postil.render._veiled import veiled
from postil.render.markdown import InvalidBody

_OURS = "<!-- postil:"

Kept = TypeVar("Kept")


@dataclass(frozen=True, kw_only=True)
class Outgoing:
    """What may leave for one pull request.

    `secrets` are ours and may not, in any spelling; `leaks` notes which of them turned up.
    `veil` hides those that stand in the change's own names.
    """

    pull: PullRequest
    secrets: tuple[Secret, ...] = ()
    veil: Callable[[str], str] | None = None
    leaks: list[Leak] = field(default_factory=list)

    def __call__(self, text: str, suggestions: Iterable[str] = ()) -> str:
        """The text as it may be posted."""
        text = self.veil(text) if self.veil else text
        allow = self._allowed(text, suggestions)
        composed = compose(text, allow=allow, secrets=self.secrets)
        self._note(composed.leaks)
        return composed.body

    def stored(self, kept: Kept) -> Kept:
        """The same without our secrets in any text of it, for what is packed and posted unread.

        Packed it cannot be looked over any more, and anybody can unpack it.
        """
        texts: list[str] = []

        def noting(text: str) -> str:
            texts.append(text)
            return text

        # All of it at once first: most documents hold none, and looking into each text is slow.
        veiled(kept, noting)
        found = screen("\n".join(texts), self.secrets).leaks
        self._note(found)
        return veiled(kept, lambda text: screen(text, self.secrets).body) if found else kept

    def refuse_faulty(
        self, body: str, kind: CarrierKind, *, author: str = "", suggestions: Iterable[str] = ()
    ) -> None:
        """The last look: a body that breaks a rule is our mistake and is not posted."""
        carrier = Carrier(
            kind=kind,
            allow=self._allowed(body, suggestions),
            marks=_ending(body),
            author=author,
            layout=layout_problems if kind is CarrierKind.SUMMARY else None,
        )
        problems = validate(body, carrier, secrets=self.secrets)
        if problems:
            what = "; ".join(each.what for each in problems)
            raise InvalidBody(f"a {kind} body is not valid and is not posted: {what}")

    def _note(self, leaks: Iterable[Leak]) -> None:
        self.leaks.extend(each for each in leaks if each not in self.leaks)

    def _allowed(self, text: str, suggestions: Iterable[str]) -> Allowed:
        home = self.pull.address.partition("/pull/")[0]
        return Allowed(
            addresses=(f"{home}/",) if home.startswith("https://") else (),
            marks=tuple(line for line in text.split("\n")[:2] if line.startswith(_OURS)),
            suggestions=frozenset(suggestions),
        )


def _ending(body: str) -> tuple[str, ...]:
    """The marks under a body."""
    marks: list[str] = []
    for line in reversed(body.rstrip("\n").split("\n")):
        if not line.startswith(_OURS):
            break
        marks.insert(0, line)
    return tuple(marks)
