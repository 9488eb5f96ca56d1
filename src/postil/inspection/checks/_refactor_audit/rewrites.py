"""Tells a change that writes code anew from one that only moves it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.announced import is_frame
from postil.inspection.checks._refactor_audit.blocks import words_of
from postil.inspection.checks._refactor_audit.places import Place, is_read
from postil.ports import Tree

MANY = 4
"""So many blocks altered at once are what the author set out to do."""
SEVERAL = 2
"""So many things opened to others at once are a decision."""
LONG_ENOUGH = 8
"""Lines of a block, below which it is fitted by hand where much else changes."""
_LEAST_LINES = 30
"""Lines that went, below which their share says nothing."""
_LEAST_NEW = 10
_LEAST_KNOWN = 0.6
"""Of so many lines that come, so many must have stood somewhere for it to be a move."""
_LARGE = 80
_LEAST_GONE = 8
_LEAST_PURE = 0.7
_CONSIDERABLE = 40
_LEAST_KEPT = 0.5
_LONGEST = 1_000
_ANEW = re.compile(
    r"\b(?:re-?writ(?:e[sn]?|ing)|re-?work(?:s|ed|ing)?|re-?design(?:s|ed|ing)?|overhaul(?:s|ed|ing)?"
    r"|re-?implement(?:s|ed|ing|ation)?|makeover|optimi[sz](?:e[sd]?|ing|ations?))\b",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"(?:; {0,2}(?:use|add|support|allow|drop|remove|introduc)\w{0,4}\b|(?:\band|&|,|\+|;) (?:also )?(?:alter|chang|updat|improv|tweak|adjust|fix|allow|support|adapt|correct)\w{0,4}\b)",
    re.IGNORECASE,
)
"""What begins a second deed in a title, beside the move."""
_OFFERS = re.compile(
    r"(?:\A|[:;,&+\]/] ?|\b(?:and|to|also|by|then|or|for|now) )(?:re-?)?"
    r"(?:export(?:s|ing)?|expos(?:es?|ing)|publish(?:es|ing)?)\b"
    r"|\b(?:re-?)?(?:exported|exposed|published|public)\b",
    re.IGNORECASE,
)
"""Words that offer; where a verb can stand, for an export of data is a thing that programs have."""
_MEMBER = re.compile(r"(?:\b(?:self|this)(?:\.|->)|@)(\w+)")
_COINED = re.compile(r"\b[A-Za-z]\w{0,80}(?:_\w|[a-z][A-Z])\w{0,80}\b")
_OF_TYPES = re.compile(r"(?:\A|/)(?:types?|interfaces|models?|constants)(?:/|\.[cm]?tsx?\Z)")
"""Where a script keeps types for others, and marks each of them so."""
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts", ".pyi")
_WITHOUT_PRIVATE_FUNCTIONS = frozenset({"php", "c", "cpp"})
_MOST_LETTERS = 2
_LEAST_LETTERS = 5


@dataclass(frozen=True)
class Extent:
    """How much of the code a change takes away, and how much of it comes back."""

    change: Change
    base: Tree

    @cached_property
    def _gone(self) -> Counter[str]:
        read = filter(is_read, self.change.files)
        return Counter(text for file in read for text in _telling(file.removed))

    @property
    def is_large(self) -> bool:
        return self._gone.total() >= _LARGE

    @property
    def is_considerable(self) -> bool:
        """Whether so much goes that a message in other words is one of many things done."""
        return self._gone.total() >= _CONSIDERABLE

    @cached_property
    def is_pure(self) -> bool:
        """Whether nearly all that went came back, as far as there is enough to tell by."""
        read = filter(is_read, self.change.files)
        came = Counter(text for file in read for text in _telling(file.added))
        gone = self._gone.total()
        return gone < _LEAST_GONE or (self._gone & came).total() >= _LEAST_PURE * gone

    @property
    def is_rewrite(self) -> bool:
        """Whether the title says so, most lines that went from much code never came back, or too
        many of those that came were nowhere before.
        """
        title = self.change.title[:_LONGEST]
        if _ANEW.search(title) or _ALSO.search(title):
            return True
        read = list(filter(is_read, self.change.files))
        came = Counter(text for file in read for text in _telling(file.added))
        gone, kept = self._gone.total(), (self._gone & came).total()
        if gone >= _LEAST_LINES and kept < _LEAST_KEPT * gone:
            return True
        fresh = Counter({text: count for text, count in came.items() if not is_frame(text)})
        known = sum(count for text, count in fresh.items() if text in self._before)
        return fresh.total() >= _LEAST_NEW and known < _LEAST_KNOWN * fresh.total()

    @cached_property
    def _before(self) -> frozenset[str]:
        """Every line of the changed files as they were: a frame that is copied is not new."""
        texts = (
            self.base.read(file.old_path) or ""
            for file in self.change.files
            if is_read(file) and file.old_path is not None
        )
        return frozenset(line.strip() for text in texts for line in text.split("\n"))


def is_offering(change: Change) -> bool:
    """Whether the title says that something is to be used by others."""
    return _OFFERS.search(change.title[:_LONGEST]) is not None


def _telling(lines: tuple[tuple[int, str], ...]) -> list[str]:
    return [text.strip() for _, text in lines if any(map(str.isalnum, text))]


def coined(text: str) -> frozenset[str]:
    """The names in a text that nobody takes for plain words."""
    return frozenset(_COINED.findall(text))


def members_of(text: str) -> frozenset[str]:
    """What a text takes from the object it belongs to."""
    return frozenset(_MEMBER.findall(text))


def is_respelled(old: str, new: str) -> bool:
    """Whether two texts differ in the spelling of one word, by a letter or two."""
    before, after = old.split(), new.split()
    pairs = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    if len(before) != len(after) or len(pairs) != 1:
        return False
    ((one, other),) = pairs
    short, long = sorted((one, other), key=len)
    same = len(_shared(short, long)) + len(_shared(short[::-1], long[::-1]))
    return len(short) >= _LEAST_LETTERS and len(long) - min(same, len(short)) <= _MOST_LETTERS


def _shared(one: str, other: str) -> str:
    """What both begin with."""
    end = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1),
        len(one),
    )
    return one[:end]


def is_freed(old: Place, new: Place) -> bool:
    """Whether it could not be private: a function of a language without such, or a declaration."""
    if new.path.endswith(_DECLARATIONS) or (new.is_type and _OF_TYPES.search(new.path)):
        return True
    is_free = bool(old.definition.owner) and not new.definition.owner
    return is_free and language_of(new.path) in _WITHOUT_PRIVATE_FUNCTIONS


def is_named_after(value: str, place: Place) -> bool:
    """Whether a text is the name of the folder that it stands in, or has all its words from the
    file, the class or the function around it.
    """
    folder, stem = place.path.split("/")[-2:-1], place.path.rpartition("/")[2].partition(".")[0]
    if len(value) < _LEAST_LETTERS:
        return False
    around, own = words_of(f"{stem} {place.definition.owner} {place.name}"), words_of(value)
    return value in folder or (bool(own) and set(own) <= set(around))


def is_spoken_of(type_: Place) -> bool:
    """Whether other lines of its file speak of a type: what they offer cannot be used without it."""
    if not type_.is_type:
        return False
    word = re.compile(rf"\b{re.escape(type_.name)}\b")
    own = range(type_.first, type_.definition.end_line + 1)
    return any(
        word.search(text[:_LONGEST])
        for number, text in enumerate(type_.lines, start=1)
        if number not in own
    )


def differing(old: str, new: str) -> tuple[str, str]:
    """The one word in which two texts differ, on either side; empty where there are more."""
    before, after = old.split(), new.split()
    pairs = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    return pairs[0] if len(before) == len(after) and len(pairs) == 1 else ("", "")


def plain(text: str) -> str:
    """A text of the program without its quotation marks."""
    return text.strip("\"'`")
