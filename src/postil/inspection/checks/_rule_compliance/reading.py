"""One changed file as the rules see it: its added lines and what each stretch of them is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import ChangedFile
from postil.inspection.checks._rule_compliance.tokens import MAX_LINE, Token
from postil.inspection.line_roles import LineRoles
from postil.ports import Tree

_LETS_PASS = re.compile(
    r"\b(?:nolint|noqa|nosec|nosonar|noinspection|eslint-disable|tslint:disable|biome-ignore|deno-lint-ignore"
    r"|rubocop:disable|pylint: ?disable|phpcs:ignore|phpstan-ignore|standard:disable)\b",
    re.IGNORECASE,
)
_LETS_NEXT_PASS = re.compile(
    r"\b(?:eslint-disable-next-line|biome-ignore|deno-lint-ignore|phpcs:ignore|phpstan-ignore-next-line|nolint|noinspection)\b",
    re.IGNORECASE,
)
_LAST_NAME = re.compile(r"(?<!\w)[A-Za-z_]\w{1,60}\Z")


@dataclass(frozen=True)
class Reading:
    """One changed file with what its lines are."""

    file: ChangedFile
    head: Tree
    base: Tree
    moved: frozenset[str]

    @cached_property
    def language(self) -> str:
        return paths.language_of(self.file.path) or ""

    @cached_property
    def roles(self) -> LineRoles:
        return LineRoles(self.head.read(self.file.path) or "", self.language)

    @cached_property
    def _added(self) -> str:
        return "\n".join(text for _, text in self.file.added)

    def lines(self, mark: str) -> Iterator[tuple[int, str]]:
        """The added lines that hold some text and were not only moved."""
        if mark not in self._added:
            return
        for number, text in self.file.added:
            if mark in text and len(text) <= MAX_LINE and text.strip() not in self.moved:
                yield number, text

    def bare(self, number: int, text: str) -> str:
        """The line without its comments."""
        comment = self.roles.comment(number)
        return text.replace(comment, " ") if comment else text

    def is_let_pass(self, number: int) -> bool:
        """Whether a comment tells the project's own linter to let the line pass: that was weighed."""
        above = self.roles.comment(number - 1) if number > 1 else ""
        return bool(_LETS_PASS.search(self.roles.comment(number)) or _LETS_NEXT_PASS.search(above))

    def is_test(self, number: int) -> bool:
        if paths.is_test(self.file.path):
            return True
        if self.language != "rust":
            return False
        above = self.roles.text.split("\n")[:number]
        return any(line.strip().startswith("#[cfg(test)]") for line in above)

    def defines(self, name: str) -> bool:
        """Whether the file is the home of what goes by that name."""
        plain = _LAST_NAME.search(name.partition("(")[0])
        return plain is not None and bool(
            re.search(
                rf"\b(?:def|function|func|fn|fun|class|const|let|var|val|struct|trait|interface|object|type|module|sub|macro_rules!)\s{{1,4}}(?:\([^()\n]{{0,80}}\)\s)?{re.escape(plain[0])}\b",
                self.roles.text,
            )
        )

    def uses_at_base(self, token: Token) -> bool:
        before = self.base.read(self.file.old_path) if self.file.old_path else None
        return before is not None and token.text.partition("(")[0] in before
