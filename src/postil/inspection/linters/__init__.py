"""What a linter is: one module in this folder that knows one program and the settings it reads.

A linter module has these names:

    NAME       what people call it (`ruff format`)
    PROGRAM    the program to look for
    REMEDY     how to get it, as a clause that begins with a verb
    MENTIONS   words which, in a build script of the base, show that the project uses it
    PINS       words beside which the base tells the version it asks for
    takes      `(path, text) -> bool`: whether it reads such a file
    jobs       `(desk) -> Iterator[Job | Gap]`: what to run, and what must not be
    read       `(run, job) -> Iterable[Report]`: what the program said

Programs run on copies in a private folder: the head version below `at-head/`, the base version
below `at-base/` under the same name, with the base's settings beside both. Settings are copied
only where they cannot run code or name a place outside of the repository. Modules whose names
start with an underscore are not linters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.ports import Tree

MUST_HAVE = frozenset({"NAME", "PROGRAM", "REMEDY", "MENTIONS", "PINS", "takes", "jobs", "read"})
HEAD, BASE = "at-head/", "at-base/"
UNFORMATTED = "unformatted"
SYNTAX = "syntax-error"
UNREAD = "unread"
"""No objection: the program gave a file up, because it asks for another one that is not there."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Both versions of one changed file under its name at head; `base` is None when it is new."""

    path: str
    head: str
    base: str | None


@dataclass(frozen=True, slots=True)
class Report:
    """One objection of a program, in the words it uses.

    `name` is the file as the program names it. `end` is before `line` where text is missing
    in front of `line`. `slug` is a readable name of the rule where it has one beside its code.
    `replacement` is the text that a formatter has for these lines.
    """

    name: str
    line: int
    end: int
    rule: str
    message: str = ""
    slug: str = ""
    url: str = ""
    replacement: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One run of a program on both versions of some sheets, with files it needs beside them.

    `beside` is laid out in both versions, `loose` outside of them. `unsure` names rules that
    cannot be decided without the rest of the repository; where `settled` has an entry for a
    path, only rules that begin with one of its words count there. `asked` is whether the project asks
    for the formatter in so many words, so that a new file, which has no past, must heed it.
    `recent` names rules that the project's version may not have yet: they count only where the base
    keeps them. `enforced` is whether the build looks at these files; where not, only misplaced blanks
    count, which nobody means. `same_style` is whether the version that the project asks for writes code as ours does; where
    not, only blanks within a line count, on which all versions agree.
    """

    arguments: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    beside: Mapping[str, str] = field(default_factory=dict)
    loose: Mapping[str, str] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    settled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked: bool = True
    recent: frozenset[str] = frozenset()
    same_style: bool = True
    enforced: bool = True

    def files(self) -> dict[str, str]:
        """Everything the run finds in its folder."""
        laid = dict(self.loose)
        for version in (HEAD, BASE):
            laid |= {version + path: text for path, text in self.beside.items()}
        laid |= {HEAD + sheet.path: sheet.head for sheet in self.sheets}
        laid |= {BASE + sheet.path: sheet.base for sheet in self.sheets if sheet.base is not None}
        return laid

    def names(self) -> list[str]:
        """The sheets as arguments, both versions."""
        before = [BASE + sheet.path for sheet in self.sheets if sheet.base is not None]
        return [*before, *(HEAD + sheet.path for sheet in self.sheets)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a linter has before it: the sheets it takes, both trees, the build scripts of the base.

    `scripts` maps the path of each build script that mentions the linter to its text, `pins` that
    of each file that may tell its version.
    """

    sheets: tuple[Sheet, ...]
    base: Tree
    head: Tree
    scripts: Mapping[str, str] = field(default_factory=dict)
    pins: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """Settings that are not used: why, and what can be done about it."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class Garbled(Exception):
    """What the program printed is not its report; the message says what is wrong with it."""


class Unfit(Exception):
    """The installed program does not accept the project's settings, or is of another version."""
