"""Finds the files at head that mention a name, ready to be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.tools import Ground, Nonsense
from postil.inspection.tools._arguments import words

NAME_ARGUMENT = words(200)
MOST_FILES = 60
MORE = " It stands in more files than were looked at."
_NAME = re.compile(r"\A\w{1,200}\Z")
_JOINTS = re.compile(r"\.|::|#|->")


@dataclass(frozen=True, slots=True)
class Mentions:
    """A name, the name before its dot, and the files it stands in; `cut` when there are more."""

    name: str
    owner: str
    paths: tuple[str, ...]
    cut: bool

    def texts(self, ground: Ground) -> Iterator[tuple[str, str]]:
        for path in self.paths:
            text = ground.head.read(path)
            if text is not None:
                yield path, text


def mentions(ground: Ground, written: str, *, leads: Sequence[str] = ()) -> Mentions:
    """The files that mention a name; `Owner.name` asks for the name as that owner's.

    Only so many places are kept of a name that is everywhere: files in which one of the `leads`
    stands before it come first, then those of its owner.
    """
    *before, name = _JOINTS.split(written.strip().removesuffix("()"))
    owner = before[-1] if before else ""
    if not all(map(_NAME.match, [name, *before])):
        raise Nonsense(f"`{written}` is not a name; `search` finds any text.")
    needles = [*(f"{lead} {name}" for lead in leads), owner, name]
    found = ground.search.search([needle for needle in needles if needle])
    hits = [hit for needle in needles if needle for hit in found[needle].hits]
    paths = tuple(dict.fromkeys(hit.path for hit in hits))
    cut = found[name].total > len(found[name].hits) or len(paths) > MOST_FILES
    return Mentions(name, owner, paths[:MOST_FILES], cut)
