"""Says all slips of a change in one finding, and those in public names in one of their own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Basis, Dimension, Severity

_QUOTED = 5
_IN_TITLE = 3
_MOST_LISTED = 40
_SURE = 90


class Sort(Enum):
    """Where a slip stands; public names are those that others may come to use."""

    WORD = auto()
    DOUBLED = auto()
    NAME = auto()
    PUBLIC = auto()
    FILE = auto()


@dataclass(frozen=True, slots=True)
class Slip:
    """A misspelled or doubled word; `name` is the name it is a part of, line 0 the file itself."""

    path: str
    line: int
    text: str
    wrong: str
    right: str
    sort: Sort
    name: str

    @property
    def needle(self) -> str:
        """What to look for in the rest of the tree."""
        return self.name.partition(".")[0] if self.sort is Sort.FILE else self.name or self.wrong

    @property
    def place(self) -> str:
        return f"`{self.path}:{self.line}`" if self.line else f"`{self.path}`"

    @property
    def told(self) -> str:
        """The slip with what is meant, as the list of all has it."""
        if self.sort is Sort.DOUBLED:
            return f"`{self.wrong}` → `{self.right}`"
        if not self.name:
            return f"`{self.wrong}` → `{_like(self.wrong, self.right)}`"
        return f"`{self.wrong}` → `{self.right}` in `{self.name}`"


def told(slips: Sequence[Slip]) -> Iterator[Remark]:
    """At most two remarks, whatever the number of slips."""
    public = [slip for slip in slips if slip.sort is Sort.PUBLIC]
    others = [slip for slip in slips if slip.sort is not Sort.PUBLIC]
    if public:
        yield _remark(
            public,
            slug="misspelled-name",
            severity=Severity.LOW,
            failure="Whoever uses the name must misspell it too, and it is hard to change later.",
        )
    if others:
        yield _remark(
            others,
            slug="misspelled-word",
            severity=Severity.NIT,
            failure="Readers stumble here, and wonder how much care went into the rest.",
        )


def _remark(slips: Sequence[Slip], *, slug: str, severity: Severity, failure: str) -> Remark:
    distinct = _firsts(slips, lambda slip: (slip.wrong.lower(), slip.right))
    listed = "; ".join(f"{slip.told} at {slip.place}" for slip in slips[:_MOST_LISTED])
    more = len(slips) - _MOST_LISTED
    return Remark(
        title=_title(distinct),
        slug=slug,
        severity=severity,
        dimension=Dimension.CONSISTENCY,
        quotes=tuple(_quotes(slips)),
        failure_mode=failure,
        mitigation=f"Write {listed}{f'; {more} more places are not listed' if more > 0 else ''}.",
        claim=Claim(Shape.OTHER, distinct[0].wrong),
        confidence=_SURE,
        basis=Basis.RULE,
    )


def _title(distinct: Sequence[Slip]) -> str:
    if len(distinct) == 1:
        only = distinct[0]
        if only.sort is Sort.DOUBLED:
            return f"`{only.right}` stands twice in a row"
        inside = f" in the name `{only.name}`" if only.name else ""
        return f"`{only.wrong}` is misspelled{inside} ({_like(only.wrong, only.right)})"
    named = ", ".join(f"`{slip.wrong}`" for slip in distinct[:_IN_TITLE])
    rest = len(distinct) - _IN_TITLE
    verb = "doubled" if all(slip.sort is Sort.DOUBLED for slip in distinct) else "misspelled"
    if verb != "doubled" and any(slip.sort is Sort.DOUBLED for slip in distinct):
        verb = "misspelled or doubled"
    return f"{len(distinct)} words are {verb}: {named}{f' and {rest} more' if rest > 0 else ''}"


def _like(wrong: str, right: str) -> str:
    """The right word in the letters of the wrong one."""
    if wrong.isupper():
        return right.upper()
    return right.capitalize() if wrong[:1].isupper() else right


def _quotes(slips: Sequence[Slip]) -> Iterator[Quote]:
    """The first few places, each once."""
    for slip in _firsts(slips, lambda slip: (slip.path, slip.line))[:_QUOTED]:
        yield Quote(path=slip.path, text=slip.text, line=slip.line or None)


def _firsts(slips: Sequence[Slip], key: Callable[[Slip], Hashable]) -> list[Slip]:
    """The first slip of each key, in order."""
    found: dict[Hashable, Slip] = {}
    for slip in slips:
        found.setdefault(key(slip), slip)
    return list(found.values())
