"""How a difference between a block and its moved version is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil.domain.change import Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._refactor_audit_blocks import Difference, Slip
from postil.inspection.checks._refactor_audit_places import Place
from postil.inspection.gathering import gathered

_CERTAIN = 90
_LIKELY = 75
_LONGEST_SHOWN = 40
_MOST_LISTED = 20


@dataclass(frozen=True)
class Sides:
    """A block by name, the file it stood in, and where it stands now."""

    name: str
    old_path: str
    old_lines: tuple[str, ...]
    new: Place

    def old_quote(self, line: int) -> Quote:
        text = self.old_lines[line - 1]
        return Quote(path=self.old_path, text=text, side=Side.OLD, line=line)

    def new_quote(self, line: int) -> Quote:
        return Quote(path=self.new.path, text=self.new.lines[line - 1], line=line)


def together(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The remarks; many places that a move left behind are one thing to do."""
    return gathered(remarks, lambda remark: remark.slug, called="more places like this")


def differs(sides: Sides, slips: list[Slip]) -> Remark:
    slip = next((slip for slip in slips if slip.difference is not Difference.WORDS), slips[0])
    title, mitigation = _words(sides.name, slip)
    other = sides.new_quote(sides.new.definition.line)
    if slip.new_line is None:
        quotes = (sides.old_quote(slip.old_line or 1), other)
    elif slip.old_line is None:
        quotes = (
            sides.new_quote(slip.new_line),
            Quote(path=sides.old_path, text="", side=Side.OLD),
        )
    else:
        quotes = (sides.new_quote(slip.new_line), sides.old_quote(slip.old_line))
    more = len(slips) - 1
    return Remark(
        title=title,
        slug="moved-code-differs",
        severity=Severity.LOW if slip.difference is Difference.WORDS else Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        quotes=quotes,
        failure_mode=f"The change reads as a move, and `{sides.name}` does not do what it did.",
        mitigation=mitigation,
        claim=Claim(Shape.MISMATCH, sides.name),
        confidence=_LIKELY if slip.difference is Difference.GAINED else _CERTAIN,
        details=f"{more} more difference(s) in the same block." if more else "",
    )


def opens(new: Place, cause: Quote) -> Remark:
    return Remark(
        title=f"`{new.name}` was private and is public since this refactoring",
        slug="newly-public",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        root=Root.CODE,
        quotes=(Quote(path=new.path, text=new.text, line=new.definition.line), cause),
        failure_mode=f"Others may come to rely on `{new.name}`, which nothing outside needs.",
        mitigation=f"Keep `{new.name}` private, or say that it is meant for others.",
        claim=Claim(Shape.OTHER, new.name),
        confidence=_LIKELY,
    )


def _words(name: str, slip: Slip) -> tuple[str, str]:
    """A title and what to do about it."""
    if slip.difference is Difference.LOST:
        return (
            f"`{name}` lost a statement when it was moved",
            "Put the line back, or say in the description that it goes and why.",
        )
    if slip.difference is Difference.GAINED:
        return (
            f"`{name}` gained a statement when it was moved",
            "Take the line out, or make it a change of its own.",
        )
    return (
        f"`{name}` was moved and altered: `{_shown(slip.old)}` became `{_shown(slip.new)}`",
        f"Write `{_shown(slip.old)}` as before, or make it a change of its own.",
    )


def _shown(text: str) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return plain[:_LONGEST_SHOWN] + ("…" if len(plain) > _LONGEST_SHOWN else "")


def also(lines: list[int]) -> str:
    """Further lines of the same file, which may speak of other things that left the same place."""
    shown = ", ".join(str(line) for line in lines[:_MOST_LISTED])
    return f"The same place is named on {len(lines)} more line(s): {shown}." if lines else ""
