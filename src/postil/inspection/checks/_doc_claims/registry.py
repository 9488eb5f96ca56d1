"""Tells of cited names whether anything in the tree answers to them."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change
from postil.inspection.checks._doc_claims.assertions import Assertion, asserted
from postil.inspection.checks._doc_claims.brought import Packages
from postil.inspection.checks._doc_claims.guests import Guests
from postil.inspection.checks._doc_claims.kin import Kin
from postil.inspection.checks._doc_claims.links import takes_all
from postil.inspection.checks._doc_claims.names import CitedName
from postil.inspection.checks._doc_claims.newcomers import Newcomers
from postil.inspection.checks._doc_claims.owners import Owners
from postil.inspection.checks._doc_claims.paths import Atlas
from postil.inspection.checks._doc_claims.words import is_forbidding
from postil.inspection.documents import LONGEST_LINE
from postil.ports import Hit, Hits

_DEFINES = (
    r"\b(?:def|function\*?|func|fn|class|struct|interface|trait|enum|type|object|module|const|let|var)"
    r"\s+(?:\([^)\n]{0,100}\)\s*)?"
)
_DEFINED = re.compile(_DEFINES + r"(\w{1,100})")
_SYSTEMS = re.compile(
    r"\b(?:windows|win32|linux|macos|darwin|posix|unix|bsd|kernel)\b", re.IGNORECASE
)
"""A line that speaks of a system may well name a function of that system."""
_MODULE = re.compile(r"\A[a-z_]\w{0,60}(?:\.[a-z_]\w{0,60}){1,8}\Z")
_GETS_MORE = re.compile(r"\bimport \*|\bdef __getattr__\b")
"""A module that has names which do not stand in it."""
_LONGEST = 2_000
_SEVERAL = 3
_UNMARKED = frozenset({"java", "csharp", "c", "cpp", "kotlin", "dart"})
"""Languages that define methods without a word for it."""


@dataclass(frozen=True)
class Registry:
    """What the search found about the cited names, and who cites them.

    `before` are functions that the same documents cited before the change.
    """

    change: Change
    atlas: Atlas
    found: Mapping[str, Hits]
    cited: tuple[CitedName, ...]
    before: tuple[CitedName, ...] = ()

    @cached_property
    def _places(self) -> frozenset[tuple[str, int]]:
        return frozenset(cited.statement.place for cited in self.cited)

    @cached_property
    def _removed(self) -> frozenset[str]:
        """Names whose definition the change takes away."""
        return frozenset(
            match[1]
            for file in self.change.files
            if not paths.is_doc(file.path)
            for _, text in file.removed
            if len(text) <= LONGEST_LINE
            for match in _DEFINED.finditer(text)
        )

    def confidence(self, cited: CitedName) -> int:
        """How sure it is that the name is meant to be ours and is not there; 0 when it is not."""
        if cited.package:
            return 90 if self._packages.lack(cited.package, cited.name) else 0
        if cited.owner[:1].isupper() and self._owners.lack(cited):
            return 90
        if self._is_known(cited):
            return 0
        if cited.name in self._removed:
            return 90
        if cited.is_reference and not cited.owner:
            return 0 if self._takes_all(cited.statement.path) else 90
        if cited.file is not None or cited.owner:
            return 90 if self._file_lacks(cited) or self._module_lacks(cited) else 0
        return self._of_plain(cited)

    def _takes_all(self, path: str) -> bool:
        return takes_all(path, self.atlas.head.read(path) or "")

    def _of_plain(self, cited: CitedName) -> int:
        """The same for a name without owner and file."""
        if not (cited.is_coined and (cited.is_call or cited.assertion)) or self._is_composed(cited):
            return 0
        if not cited.is_call and any(self._hits(style) for style in cited.styles):
            # Settings are read in one style and set in another.
            return 0
        if self._respelled(cited):
            return 90
        if self._may_be_anothers(cited):
            return 0
        return 90 if self._like(cited) else 60

    def _may_be_anothers(self, cited: CitedName) -> bool:
        """Whether a name that nothing here resembles may well belong to somebody else."""
        return (
            not (cited.is_call or self._is_surely_said(cited) or self._is_of_kin(cited))
            or cited.statement.path in self._manuals
            or self._is_one_of_strangers(cited)
            or _SYSTEMS.search(cited.statement.text[:_LONGEST]) is not None
            or self._guests.include(cited.statement.path)
            or is_forbidding(cited.statement.around, cited.spelled)
        )

    def _is_surely_said(self, cited: CitedName) -> bool:
        """Whether a part of our program is said to have it."""
        said = asserted(cited.statement.around, cited.spelled, self._own_words)
        return said is Assertion.PLAIN and not cited.is_set_as_code

    def _is_of_kin(self, cited: CitedName) -> bool:
        return self._kin.surround(cited) and not self._takes_all(cited.statement.path)

    @cached_property
    def _kin(self) -> Kin:
        return Kin(self.atlas.head)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """What folders and sources of the tree are called."""
        return frozenset(name.partition(".")[0].lower() for name in self.atlas.by_name)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.atlas.head, self.found, self._places)

    @cached_property
    def _guests(self) -> Guests:
        return Guests(self.atlas.head)

    @cached_property
    def _manuals(self) -> frozenset[str]:
        """Documents that cite several names of which this tree defines none: they explain
        somebody else's work, or names that are made while the program runs.
        """
        names: dict[str, set[str]] = {}
        for cited in self.cited:
            if paths.is_doc(cited.statement.path):
                names.setdefault(cited.statement.path, set()).add(cited.name)
        foreign = frozenset(
            path
            for path, cited in names.items()
            if len(cited) >= _SEVERAL
            and not any(_is_ours(hit, name) for name in cited for hit in self._hits(name))
        )
        return foreign | self._always_foreign

    @property
    def _always_foreign(self) -> frozenset[str]:
        """Documents that cited several functions before which this tree does not define."""
        names: dict[str, set[str]] = {}
        for cited in self.before:
            if not any(_is_ours(hit, cited.name) for hit in self._hits(cited.name)):
                names.setdefault(cited.statement.path, set()).add(cited.name)
        return frozenset(path for path, cited in names.items() if len(cited) >= _SEVERAL)

    def _is_one_of_strangers(self, cited: CitedName) -> bool:
        """Whether its line cites another function that this tree does not know either: no slip
        hits two names at once, so both are somebody else's.
        """
        return any(
            other.name != cited.name
            and other.statement.place == cited.statement.place
            and other.is_call
            and not self._is_known(other)
            for other in self.cited
        )

    def _is_composed(self, cited: CitedName) -> bool:
        """Whether code holds the beginning of the name alone, and so may make the whole of it."""
        return any(self.found[text].hits for text in cited.beginnings)

    def other_spelling(self, cited: CitedName) -> str:
        """The name that was probably meant; empty when there is none."""
        return self._respelled(cited) or self._like(cited)

    def _like(self, cited: CitedName) -> str:
        """A function of the change that differs by a word, or any that has one word less."""
        near = (name for name in sorted(cited.shorter) if self._is_defined(name))
        return self._newcomers.meant(cited) or next(near, "")

    def _is_defined(self, name: str) -> bool:
        return any(_defines(hit, name) for hit in self._hits(name))

    @cached_property
    def _packages(self) -> Packages:
        return Packages(self.atlas.head, self.found)

    @cached_property
    def _newcomers(self) -> Newcomers:
        return Newcomers(self.change)

    def _respelled(self, cited: CitedName) -> str:
        """A name of the tree that differs in its style or by an ending."""
        for variant in sorted(cited.variants):
            if any(
                _defines(hit, variant) or (not cited.is_call and _assigns(hit, variant))
                for hit in self._hits(variant)
            ):
                return variant
        return ""

    def _hits(self, needle: str) -> tuple[Hit, ...]:
        return self.found[needle].hits

    def _is_known(self, cited: CitedName) -> bool:
        hits = self.found[cited.name]
        if hits.total > len(hits.hits):
            return True
        gone = cited.name in self._removed
        return any(
            (hit.path, hit.line) not in self._places
            and not (gone and paths.is_doc(hit.path) and not _shows(hit, cited.name))
            for hit in hits.hits
        )

    def _module_lacks(self, cited: CitedName) -> bool:
        """Whether a module of ours is meant, which does not have the name."""
        if cited.file is not None or cited.owner[:1].isupper() or not cited.is_call:
            return False
        if cited.owner in sys.stdlib_module_names:
            return False
        return any(
            not paths.is_test(path) for path in self.atlas.by_name.get(f"{cited.owner}.py", ())
        )

    def _file_lacks(self, cited: CitedName) -> bool:
        if cited.file is None:
            return False
        path = self.atlas.resolved(cited.file) or self._module(cited.file.plain)
        text = self.atlas.head.read(path) if path else None
        if path is None or text is None or _GETS_MORE.search(text):
            return False
        return all(
            (path, number) in self._places
            for number, line in enumerate(text.split("\n"), start=1)
            if cited.name in line
        )

    def _module(self, dotted: str) -> str | None:
        """The one source of ours that Python imports by this name."""
        if not _MODULE.match(dotted):
            return None
        *_, name = dotted.split(".")
        ends = (f"{dotted.replace('.', '/')}.py", f"{dotted.replace('.', '/')}/__init__.py")
        sources = (
            *self.atlas.by_name.get(f"{name}.py", ()),
            *self.atlas.by_name.get("__init__.py", ()),
        )
        found = [path for path in sources if f"/{path}".endswith(tuple(f"/{end}" for end in ends))]
        return found[0] if len(found) == 1 else None


def _defines(hit: Hit, name: str) -> bool:
    if paths.is_doc(hit.path) or paths.is_test(hit.path) or len(hit.text) > LONGEST_LINE:
        return False
    return any(match[1] == name for match in _DEFINED.finditer(hit.text))


def _shows(hit: Hit, name: str) -> bool:
    """Whether a document has the definition itself, in the code that it shows."""
    return any(match[1] == name for match in _DEFINED.finditer(hit.text[:LONGEST_LINE]))


def _is_ours(hit: Hit, name: str) -> bool:
    """Whether a line may define the name here; where no word tells a definition, any line may."""
    unmarked = paths.language_of(hit.path) in _UNMARKED and not paths.is_test(hit.path)
    return unmarked or _defines(hit, name)


def _assigns(hit: Hit, name: str) -> bool:
    """Whether a line of code gives the name its value."""
    if paths.is_doc(hit.path) or paths.is_test(hit.path) or not paths.language_of(hit.path):
        return False
    before, _, after = hit.text[:LONGEST_LINE].partition(name)
    given = after.lstrip()[:1] in (":", "=") and after.lstrip()[:2] != "=="
    return (given and "(" not in before) or before.strip() == "#define"
