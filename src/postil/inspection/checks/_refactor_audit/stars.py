"""Follows star imports of Python and JavaScript: does a module still offer a name?"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.aliases import Aliases
from postil.inspection.checks._refactor_audit.homes import Homes, Mention
from postil.ports import Hit, Tree
from postil.syntax import Form, Import, definitions, imports, references

SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_IMPORTING = SCRIPTS | {"vue", "svelte"}
_ENDINGS = (
    *("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".vue", ".svelte"),
    *("/index.ts", "/index.tsx", "/index.js", "/index.mjs"),
)
_COMPILED = (".js", ".mjs", ".jsx")
"""How sources of TypeScript are imported by the name that they get later."""
_MAKES_UP = re.compile(r"^def __getattr__\b|\bsys\.modules\[__name__\]", re.MULTILINE)
"""A module that answers for names which do not stand in it."""
_DEEPEST = 5


@dataclass(frozen=True)
class Offers:
    """One revision, asked whether a name can be had from a module; each file is read once."""

    tree: Tree
    read: dict[str, tuple[Import, ...]] = field(default_factory=dict)

    def imports(self, path: str) -> tuple[Import, ...]:
        if path not in self.read:
            self.read[path] = imports(path, self.tree.read(path) or "")
        return self.read[path]

    def through_star(self, path: str, name: str) -> bool | None:
        """Whether a file gets or passes on the name by star imports; None when that is unknown."""
        return self._any(path, name, _DEEPEST)

    @cached_property
    def _aliases(self) -> Aliases:
        return Aliases(self.tree)

    def _any(self, path: str, name: str, depth: int) -> bool | None:
        sources = [entry.source for entry in self.imports(path) if entry.name == "*"]
        if _MAKES_UP.search(self.tree.read(path) or ""):
            return None
        answers = [self._offers(self.resolve(source, path), name, depth) for source in sources]
        if True in answers:
            return True
        return None if None in answers else False

    def _offers(self, path: str | None, name: str, depth: int) -> bool | None:
        if path is None or depth == 0:
            return None
        return True if self.binds(path, name) else self._any(path, name, depth - 1)

    def binds(self, path: str, name: str) -> bool:
        """Whether a file defines the name or imports it by name."""
        text = self.tree.read(path) or ""
        return any(
            found.name == name and not found.owner for found in definitions(path, text)
        ) or any(name in (entry.local, entry.name) for entry in self.imports(path))

    def resolve(self, source: str, path: str) -> str | None:
        """The file of the repository that an import means; None when it is not one of them."""
        if language_of(path) in _IMPORTING:
            candidates = self._scripts(source, path)
        else:
            candidates = _candidates(source, path)
        return next((found for found in candidates if self._is_file(found)), None)

    def _scripts(self, source: str, path: str) -> Iterator[str]:
        """Where the source of a script may stand, counted from the importer or by an alias."""
        if source.startswith("."):
            places = iter([posixpath.normpath(posixpath.join(posixpath.dirname(path), source))])
        else:
            places = self._aliases.places(source, path)
        for place in places:
            yield from (place + ending for ending in _ENDINGS)
            stem, ending = posixpath.splitext(place)
            if ending in _COMPILED:
                yield from (stem + ending.replace("js", "ts"), f"{stem}.tsx")

    def _is_file(self, path: str) -> bool:
        return self.tree.read(path) is not None


def _candidates(source: str, path: str) -> Iterator[str]:
    folder = posixpath.dirname(path)
    dots = len(source) - len(source.lstrip("."))
    parts = [part for part in source[dots:].split(".") if part]
    if dots:
        roots = ["/".join(folder.split("/")[: len(folder.split("/")) - dots + 1])]
    else:
        roots = ["", "src", "lib", folder]
    for root in roots:
        plain = "/".join(part for part in (root, *parts) if part)
        yield f"{plain}.py"
        yield f"{plain}/__init__.py"


@dataclass(frozen=True)
class Stars:
    """The two revisions of a change, asked who lost a name that an import brought."""

    before: Offers
    after: Offers

    def mentions(self, homes: Homes, hits: Iterable[Hit]) -> Iterator[Mention]:
        """Files that got the name by an import, their own or a package's, and no longer do.

        An import of a file that is gone altogether is not our business.
        """
        old = homes.move.old
        if old.definition.owner or language_of(old.path) not in (SCRIPTS | {"python"}):
            return
        if not homes.head.exists(homes.heir):
            return
        for path in dict.fromkeys(hit.path for hit in hits):
            if path not in (old.path, homes.heir, homes.move.new.path):
                line = self._by_name(path, homes) or self._stale_line(path, old.name)
                if line is not None:
                    text = (homes.head.read(path) or "").split("\n")[line - 1]
                    yield Mention(Hit(path, line, text), old.name, breaks=True)

    def _by_name(self, path: str, homes: Homes) -> int | None:
        """The line that imports the name from the file it left, which offers it no more."""
        old, heir = homes.move.old, homes.heir
        for entry in self.after.imports(path):
            if entry.name == old.name and self.after.resolve(entry.source, path) == heir:
                is_offered = self.after.binds(heir, old.name)
                through = self.after.through_star(heir, old.name)
                return entry.line if not is_offered and through is False else None
        return None

    def _stale_line(self, path: str, name: str) -> int | None:
        if language_of(path) == "python" and _is_lost(path, name, self.before, self.after):
            return _first_use(path, self.after.tree.read(path) or "", name)
        for entry in self.after.imports(path):
            package = self.after.resolve(entry.source, path) if entry.name == name else None
            if package is not None and _is_lost(package, name, self.before, self.after):
                return entry.line
        return None


def _is_lost(path: str, name: str, before: Offers, after: Offers) -> bool:
    """Whether star imports brought the name to a file, and neither they nor the file itself do now."""
    if before.through_star(path, name) is not True:
        return False
    return after.through_star(path, name) is False and not after.binds(path, name)


def _first_use(path: str, text: str, name: str) -> int | None:
    """The first line that uses a name the file neither defines nor imports by name."""
    uses = [use for use in references(path, text, {name}) if use.form is not Form.UNKNOWN]
    if any(use.form in (Form.DEFINITION, Form.BINDING, Form.IMPORT) for use in uses):
        return None
    return next((use.line for use in uses if use.form is Form.NAME), None)
