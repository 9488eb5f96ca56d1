"""Collects what a change newly offers to other files, and whose users it removes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Quote
from postil.domain.paths import is_generated, is_minified
from postil.inspection.checks._dead_export.conventions import (
    family_of,
    is_conventional,
    is_ours,
    is_registered,
)
from postil.inspection.checks._dead_export.unpacked import unpacked_on, unpackings
from postil.ports import Tree
from postil.syntax import Definition, Kind, definitions, imports

_LONGEST_LINE = 20_000
_HEADER_LINES = 20
_REMEMBERED = 32
_RUNTIME = frozenset({Kind.FUNCTION, Kind.CLASS, Kind.CONSTANT})
_KINDS = {
    "javascript": _RUNTIME,
    "python": _RUNTIME,
    "go": _RUNTIME | {Kind.TYPE},
    "rust": _RUNTIME | {Kind.TYPE},
}
_ERASED = re.compile(r"\A\s*export\s+(?:default|declare|type|interface|import)\b")
_EXPORT_LIST = re.compile(r"\bexport\s{0,20}\{([^{}]{0,4000})\}(?!\s{0,20}from\b)")
_EXPORTS_OBJECT = re.compile(r"\bmodule\.exports\s{0,20}=\s{0,20}\{([^{}]{0,4000})\}")
_LISTED = re.compile(r"^__all__[^=\n]{0,80}=\s{0,20}[\[(]([^\])]{0,20000})", re.MULTILINE)
_SPECIFIER = re.compile(r"[^,]+")
_SHORTHAND = re.compile(r"\A[A-Za-z_$][\w$]{0,100}\Z")
_RENAMED = re.compile(
    r"\A(?P<local>[A-Za-z_$][\w$]{0,100})\s{1,8}as\s{1,8}(?P<name>[A-Za-z_$][\w$]{0,100})\Z"
)
_RENAMED_KEY = re.compile(
    r"\A(?P<name>[A-Za-z_$][\w$]{0,100})\s{0,4}:\s{0,4}(?P<local>[A-Za-z_$][\w$]{0,100})\Z"
)
"""Entries of a list that give something away under another name than it has at home."""
_QUOTED = re.compile(r"[\"'](\w+)[\"']")
_VALUE = re.compile(
    r"\A[A-Z][A-Z0-9_]{3,80}(?: {0,2}: [^=\n]{1,80})? {0,4}= {0,4}(?:[-\d\"'(\[{]|(?:frozenset|tuple|timedelta|re\.compile)\()"
)
"""A constant of Python that holds something and does nothing by being made."""
_OF_SETTINGS = re.compile(
    r"(?:\A|/)_{0,2}(?:settings?|config(?:uration)?|conf|const(?:ants?)?|defaults?|version|codes?|env(?:ironment)?"
    r"|enums?|globals?|params|parameters|local_settings|prompts?|messages|keys|names|types)(?:/|\.py\Z)"
)
"""Modules that list values, each of which is there to be had."""
_DECLARED = re.compile(
    r"\b(?:(?:def|func|function|class|const|let|var|fn|struct|enum|trait|static|type) {1,4}"
    r"|exports\.)(\w+)"
)
_WORD = re.compile(r"\w+")
_FUNCTION = re.compile(r"=>|\bfunc(?:tion)?\b")
_ABSTRACT = re.compile(
    r"\babstract\s+class\b|\bclass\s+(?:Base|Abstract)[A-Z]|\((?:ABC|abc\.ABC)\b"
)
_UNRESOLVED = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
"""A side of a merge conflict: which version the file will offer is not decided."""
_VOCABULARY = 2
_ATTRIBUTE = re.compile(r"(?<![\w.])(\w+)(?:\.|::)(\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A name that a file gives to others; `cause` is the removed line that used it last.

    `is_constant` is a plain value, which often belongs to a list of values that go together;
    `is_unpacked` is what comes out of an object of the file; `is_default` is what its file as a whole
    stands for, whatever others call it; `local` is what the file itself calls it, where an export
    list gives it another name.
    """

    name: str
    path: str
    line: int
    text: str
    end_line: int
    cause: Quote | None = None
    is_constant: bool = False
    is_unpacked: bool = False
    is_default: bool = False
    local: str = ""

    @property
    def at_home(self) -> str:
        """What it is called in its own file."""
        return self.local or self.name

    @property
    def family(self) -> str:
        return family_of(self.path)

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A use that the change removed: the name, the last word of where it came from, the line."""

    name: str
    source: str
    family: str
    cause: Quote


@lru_cache(maxsize=_REMEMBERED)
def offers_in(path: str, text: str) -> Mapping[str, Offer]:
    """Every runtime name the file exports by itself, conventions and registrations left out."""
    family = family_of(path)
    if is_generated(path, text.split("\n", _HEADER_LINES)[:_HEADER_LINES]):
        return {}
    if is_minified(path, text) or _UNRESOLVED.search(text):
        return {}
    lines = text.split("\n")
    top = [found for found in definitions(path, text) if not found.local and not found.owner]
    unpacked = unpackings(text) if family == "javascript" else {}
    offers: dict[str, Offer] = {}
    for found in top:
        if not found.exported or found.kind not in _KINDS[family]:
            continue
        if family == "javascript" and _ERASED.match(lines[found.line - 1][:_LONGEST_LINE]):
            continue
        if family == "python" and found.kind is Kind.CONSTANT and not _is_value(path, lines, found):
            continue
        offer = _offer(path, lines, found.name, found.line, found.end_line)
        plain = found.kind is Kind.CONSTANT and found.end_line == found.line
        is_taken = found.name in unpacked
        is_value = plain and not is_taken and not _FUNCTION.search(offer.text[:_LONGEST_LINE])
        offer = replace(offer, is_constant=is_value, is_unpacked=is_taken)
        offers.setdefault(found.name, offer)
    by_name = {found.name: found for found in top}
    for name, local, line in _listed(path, text):
        defined = by_name.get(local)
        if defined is None or defined.kind not in _RUNTIME:
            continue
        at = defined.line if family == "python" else line
        offer = _offer(path, lines, name, at, max(at, defined.end_line))
        offers.setdefault(name, replace(offer, local="" if local == name else local))
    return {
        name: offer
        for name, offer in offers.items()
        if not is_conventional(name)
        and not is_registered(lines, _defined_at(by_name, offer), family=family)
    }


def _is_value(path: str, lines: list[str], found: Definition) -> bool:
    """Whether a name of a Python module is a constant of a module that does something."""
    is_value = _VALUE.match(lines[found.line - 1][:_LONGEST_LINE]) is not None
    return is_value and _OF_SETTINGS.search(path) is None


def _defined_at(by_name: dict[str, Definition], offer: Offer) -> int:
    """Where the thing itself is defined, which may not be where it is offered."""
    found = by_name.get(offer.at_home)
    return offer.line if found is None else found.line


def _offer(path: str, lines: list[str], name: str, line: int, end_line: int) -> Offer:
    return Offer(name=name, path=path, line=line, text=lines[line - 1], end_line=end_line)


def _listed(path: str, text: str) -> Iterator[tuple[str, str, int]]:
    """What an export list gives away: the name, what it is called at home, and the line of both."""
    if family_of(path) == "python":
        for match in _LISTED.finditer(text):
            for entry in _QUOTED.finditer(match[1]):
                line = text.count("\n", 0, match.start(1) + entry.start()) + 1
                yield entry[1], entry[1], line
    if family_of(path) != "javascript":
        return
    brought = {entry.local for entry in imports(path, text)}
    for pattern, renamed in ((_EXPORT_LIST, _RENAMED), (_EXPORTS_OBJECT, _RENAMED_KEY)):
        for match in pattern.finditer(text):
            for entry in _SPECIFIER.finditer(match[1]):
                word = entry[0].strip()
                start = match.start(1) + entry.start() + entry[0].find(word)
                other = renamed.match(word)
                name, local = (other["name"], other["local"]) if other else (word, word)
                if _SHORTHAND.match(name) and local not in brought:
                    yield name, local, text.count("\n", 0, start) + 1


def new_offers(change: Change, *, base: Tree, head: Tree) -> Iterator[Offer]:
    """Exports that stand on added lines and that neither their file nor the change had before."""
    moved = _declared_on_removed_lines(change)
    for file in change.files:
        if file.status is FileStatus.DELETED or not file.added or not is_ours(file.path):
            continue
        after = head.read(file.path)
        if after is None:
            continue
        fresh = [
            offer
            for name, offer in offers_in(file.path, after).items()
            if offer.line in file.added_numbers
            and name not in moved
            and not _ABSTRACT.search(offer.text[:_LONGEST_LINE])
        ]
        if sum(offer.is_constant for offer in fresh) >= _VOCABULARY:
            # Values that are listed together are complete, whether or not each is used yet.
            fresh = [offer for offer in fresh if not offer.is_constant]
        before = base.read(file.old_path) if fresh and file.old_path is not None else None
        yield from _not_in(before or "", fresh, after, path=file.old_path or file.path)


def _not_in(before: str, fresh: Sequence[Offer], after: str, *, path: str) -> Iterator[Offer]:
    """The offers that the file did not make before; it is parsed only if it names one of them."""
    unpacked = unpackings(after) if any(offer.is_unpacked for offer in fresh) else {}
    named = unpacked or any(offer.name in before for offer in fresh)
    old = offers_in(path, before) if named else {}
    for offer in fresh:
        whole = unpacked.get(offer.name) if offer.is_unpacked else None
        if offer.name not in old and (whole is None or whole.is_chosen(offer.name, old)):
            yield offer


def _declared_on_removed_lines(change: Change) -> set[str]:
    return {
        name
        for file in change.files
        for _, text in file.removed
        for name in (*_DECLARED.findall(text[:_LONGEST_LINE]), *unpacked_on(text))
    }


def losses(change: Change, *, base: Tree, head: Tree) -> Iterator[Loss]:
    """Names from other files that stood on removed lines and that their file names no more."""
    for file in change.files:
        if file.old_path is None or not file.removed or not family_of(file.old_path):
            continue
        if file.status is FileStatus.COPIED:
            continue
        before = base.read(file.old_path)
        if before is None:
            continue
        after = None if file.status is FileStatus.DELETED else head.read(file.path)
        kept = frozenset(_WORD.findall(after or ""))
        yield from (loss for loss in _lost_by(file, before) if loss.name not in kept)


def _lost_by(file: ChangedFile, before: str) -> Iterator[Loss]:
    path = file.old_path or file.path
    family = family_of(path)
    brought = imports(path, before)
    lines = before.split("\n")
    for entry in brought:
        if entry.line in file.removed_numbers and entry.name not in ("", "*", "default"):
            cause = Quote(path=path, text=lines[entry.line - 1], side=Side.OLD, line=entry.line)
            yield Loss(name=entry.name, source=_last(entry.source), family=family, cause=cause)
    sources = {entry.local.rpartition(".")[2]: entry for entry in brought}
    for line, text in file.removed:
        for qualifier, name in _ATTRIBUTE.findall(text[:_LONGEST_LINE]):
            bound = sources.get(qualifier)
            if bound is not None and bound.name not in ("", "*", "default"):
                source = bound.name
            elif bound is not None:
                source = _last(bound.source)
            elif family == "rust":
                source = qualifier
            else:
                continue
            cause = Quote(path=path, text=text, side=Side.OLD, line=line)
            yield Loss(name=name, source=source, family=family, cause=cause)


def _last(source: str) -> str:
    """The last word of a module path, whatever its spelling."""
    tail = source.rpartition("/")[2]
    if "/" in source or source.startswith("."):
        return tail.partition(".")[0] or tail.rpartition(".")[2]
    return tail.rpartition(".")[2]
