"""Functions that a change brings, one of which a statement means by a name that is nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._doc_claims.names import CitedName
from postil.inspection.checks._doc_claims.uses import defined
from postil.inspection.documents import LONGEST_LINE

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_EXPORTS = re.compile(r"\A\s{0,8}export (?!type\b|\{)")
_OFFERS = re.compile(r"\A\s{0,8}(?:export \{|module\.exports|exports\.)")
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_PAIR = 2
_MOST = 400

Words = tuple[str, ...]


@dataclass(frozen=True)
class Newcomers:
    """The functions that a change defines and offers to others."""

    change: Change

    def meant(self, cited: CitedName) -> str:
        """The one that differs from the cited name by a word or in the order of its words.

        One that the document names itself is not meant by any other name.
        """
        if not cited.is_call or cited.owner:
            return ""
        own = _words(cited.name)
        file = self.change.by_path.get(cited.statement.path)
        said = " ".join(text for _, text in file.added) if file is not None else ""
        alike = [name for name, other in self._names.items() if _is_close(own, other)]
        return next((name for name in sorted(alike) if name not in said), "")

    @cached_property
    def _names(self) -> dict[str, Words]:
        names = (name for file in self.change.files for name in _offered(file))
        return {name: _words(name) for name in islice(dict.fromkeys(names), _MOST)}


def _offered(file: ChangedFile) -> Iterator[str]:
    language = paths.language_of(file.path)
    if language is None or paths.is_doc(file.path) or paths.is_test(file.path):
        return
    gone = {name for _, text in file.removed for name in defined(language, text[:LONGEST_LINE])}
    lines = [text for _, text in file.added if len(text) <= LONGEST_LINE]
    offered = " ".join(text for text in lines if _OFFERS.match(text))
    for text in lines:
        for name in defined(language, text):
            if name.startswith("_") or name in gone:
                continue
            is_exported = _EXPORTS.match(text) or re.search(rf"\b{re.escape(name)}\b", offered)
            if language not in _SCRIPTS or is_exported:
                yield name


def _is_close(one: Words, other: Words) -> bool:
    """Whether two names have all words but one in common, or all in another order."""
    shared = sum((Counter(one) & Counter(other)).values())
    longest, least = max(len(one), len(other)), min(len(one), len(other))
    if one == other or longest - shared > 1 or least < _PAIR:
        return False
    # Of two words the last says what it is about; with another one it is another thing.
    return shared >= _PAIR or one[-1] == other[-1]


def _words(name: str) -> Words:
    return tuple(part.lower() for piece in name.split("_") for part in _HUMP.split(piece) if part)
