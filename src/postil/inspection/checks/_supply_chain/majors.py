"""Tells which major steps of a dependency nobody needs a word about."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import language_of
from postil.inspection.checks._supply_chain.choices import Choices
from postil.inspection.checks._supply_chain.entries import Ecosystem, Group, Requirement, Source
from postil.inspection.checks._supply_chain.families import family_of
from postil.inspection.checks._supply_chain.intent import Intent, is_sister, makers_of
from postil.inspection.checks._supply_chain.signs import Sign
from postil.inspection.checks._supply_chain.versions import bare, is_unfinished, numbers

_FIRST_YEAR = 1990
_YEARS = range(17, 40)
_FOR_MAKERS = re.compile(
    r"[-_./](?:dev|develop|development|tests?|\w{0,20}tests|testing|lint|linting|typing|docs?|ci|build"
    r"|tools?|samples?|vendor-bin)(?=[-_./])",
    re.IGNORECASE,
)
"""A folder or a list of what those who work on the project need."""
_BUILD_TOOLS = ("analyzers", ":gradle", "-gradle-plugin", ".gradle.plugin", "-maven-plugin")
_WITHOUT_CALLS = frozenset(
    {None, "json", "yaml", "toml", "xml", "markdown", "restructuredtext", "html", "css"}
)
"""Languages in which packages are listed and spoken of, but nothing of theirs is called."""
_EDITION_END = re.compile(r"[/.]v\d{1,3}\Z")
_PARTS = re.compile(r"[-_.]")
_LONGEST_LINE = 2_000
_CONSTRAINTS = "constraints"


@dataclass(frozen=True)
class Majors:
    """The major steps of one manifest, and what is known about the wishes behind them."""

    choices: Choices

    def say_nothing(self, name: str) -> bool:
        """Whether a major step that is its only sign is nothing to speak of."""
        asked = self._asked.get(name)
        if asked is None or asked.group is not Group.DIRECT or asked.source is not Source.REGISTRY:
            return True
        if self.choices.is_shown or self.choices.makes_pages or self._only_limits:
            return True
        # A version before a release that nobody needs to be told of is a choice, its step included.
        return (
            is_unfinished(asked.version)
            or self._is_dated(asked)
            or self._is_own(name)
            or self._intent.is_routine
            or self._intent.updates_all
            or self._intent.brings_over
            or self._intent.brings_forward(name)
            or self._intent.raises(name, (numbers(bare(asked.version)) or (0,))[0])
        )

    def are_chosen(self, name: str, signs: Collection[Sign] = (Sign.MAJOR,)) -> bool:
        """Whether the author speaks of the step or follows it in the code, or only those who work
        on the project see it. Who names a package may not know that its release is none yet.
        """
        if self.are_for_makers(name) or self._intent.updates_all:
            return True
        if Sign.PRERELEASE in signs:
            return False
        return self._intent.speaks_of_step(name) or self._is_followed(name)

    def _is_followed(self, name: str) -> bool:
        """Whether the change also writes code that names the package, so that somebody looked."""
        short = _EDITION_END.sub("", name).rpartition("/")[2].rpartition(":")[2]
        parts = [re.escape(part) for part in _PARTS.split(short) if part]
        if not parts:
            return False
        named = re.compile(rf"(?<![A-Za-z]){'[-_.]?'.join(parts)}(?![A-Za-z])", re.IGNORECASE)
        return any(
            named.search(text[:_LONGEST_LINE])
            for file in self.choices.change.files
            if language_of(file.path) not in _WITHOUT_CALLS and family_of(file) is None
            for _, text in (*file.added, *file.removed)
        )

    def are_for_makers(self, name: str) -> bool:
        """Whether only those who work on the project get the package."""
        asked = self._asked.get(name)
        folder, file = posixpath.split(self.choices.manifest_path)
        listed = file if file.endswith((".txt", ".in")) else ""
        if _FOR_MAKERS.search(f"/{folder}/{listed}") or name.endswith(_BUILD_TOOLS):
            return True
        return self.choices.is_of_gem or (asked is not None and asked.for_makers)

    @property
    def _only_limits(self) -> bool:
        """Whether the list asks for nothing, and only says which version is taken if asked for."""
        return posixpath.basename(self.choices.manifest_path).startswith(_CONSTRAINTS)

    @cached_property
    def _asked(self) -> dict[str, Requirement]:
        manifest = self.choices.manifest
        return {item.name: item for item in manifest.requirements} if manifest else {}

    @cached_property
    def _intent(self) -> Intent:
        return Intent.of(self.choices.change)

    def _is_dated(self, asked: Requirement) -> bool:
        """Whether its versions count years, as `2024.1` and, among Python's packages, `24.1` do."""
        manifest = self.choices.manifest
        first = (numbers(bare(asked.version)) or (0,))[0]
        python = manifest is not None and manifest.ecosystem is Ecosystem.PYPI
        return first >= _FIRST_YEAR or (python and first in _YEARS)

    def _is_own(self, name: str) -> bool:
        manifest = self.choices.manifest
        own = manifest.name if manifest is not None else ""
        return is_sister(own, name) or self.choices.makers.include(makers_of(name))
