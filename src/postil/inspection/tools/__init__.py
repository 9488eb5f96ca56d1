"""What a tool is: one file with a question about the code at head that a reviewer may ask.

A tool module has these names:

    NAME          the file's name, which is what a model calls
    DESCRIPTION   what it answers, in a sentence or two: every reviewer pays for each word
    SCHEMA        its arguments, made by `_arguments.schema`
    run           `(ground, arguments) -> Found`: what was found, or raises `Nonsense`

A tool reads and has no effect: all it can reach is the `Ground`, which holds git objects of one
revision, so there is no path that leads out of it. It answers with places and with foreign text,
never with finished prose: masking, fencing, numbering and cutting belong to `toolset`, which
treats all of them alike. Arguments arrive decoded, complete and within the bounds of the schema.
"""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.errors import PostilError
from postil.ports import History, Search, Tree

MUST_HAVE = frozenset({"NAME", "DESCRIPTION", "SCHEMA", "run"})


class Nonsense(PostilError):
    """A question that cannot be answered; the text is one sentence for whoever asked it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """All that a tool can look at: one revision, a search over it, and how its lines came to be."""

    head: Tree
    search: Search
    history: History


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file at head, both ends included; `remark` is foreign text about them."""

    path: str
    first: int
    last: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """Foreign text that is not a part of a file at head; each line with our own mark before it."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a tool found; `heading` is one sentence that also says what was left out."""

    heading: str
    parts: tuple[Excerpt | Wording, ...] = ()
