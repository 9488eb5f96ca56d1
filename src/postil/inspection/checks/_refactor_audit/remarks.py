"""How a difference between a block and its moved version is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from postil.domain.change import Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._refactor_audit.blocks import Difference, Slip
from postil.inspection.checks._refactor_audit.files import Relocated
from postil.inspection.checks._refactor_audit.homes import Mention
from postil.inspection.checks._refactor_audit.places import Place
from postil.inspection.gathering import gathered

_CERTAIN = 90
_LIKELY = 75
_LONGEST_SHOWN = 60
_MOST_LISTED = 20
_UNSURE = frozenset({Difference.GAINED, Difference.PUT, Difference.NAME, Difference.LET_IN})


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
    title, mitigation = _words(sides, slip)
    line = slip.new_line or slip.seam or sides.new.definition.line
    if slip.old_line is not None:
        cause = sides.old_quote(slip.old_line)
    else:
        cause = Quote(path=sides.old_path, text="", side=Side.OLD)
    quotes = (sides.new_quote(line), cause)
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
        confidence=_LIKELY if slip.difference in _UNSURE else _CERTAIN,
        details=f"{more} more difference(s) in the same block." if more else "",
    )


def misplaced(one: Relocated, mentions: Sequence[Mention]) -> Remark:
    """What still names a file or a type as it was called before it moved, at its first line."""
    first, others = mentions[0], mentions[1:]
    noun = "File" if one.is_file else "Type"
    cause = (
        Quote(path=one.new, text="")
        if one.line is None
        else Quote(path=one.path, text=one.text, side=Side.OLD, line=one.line)
    )
    listed = ", ".join(f"`{each.hit.path}:{each.hit.line}`" for each in others[:_MOST_LISTED])
    return Remark(
        title=f"{noun} `{one.old}` is still {'imported' if first.breaks else 'described'} in its old place",
        slug="old-place-imported" if first.breaks else "old-structure-named",
        severity=Severity.HIGH if first.breaks else Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        root=Root.CODE if first.breaks else Root.DOC,
        quotes=(Quote(path=first.hit.path, text=first.hit.text, line=first.hit.line), cause),
        failure_mode=(
            f"The line counts on `{one.old}`, which is not there any more."
            if first.breaks
            else f"Readers are sent to `{one.old}`, which is not there any more."
        ),
        mitigation=f"Name `{one.new}` instead.",
        claim=Claim(Shape.MISMATCH, one.old),
        confidence=_CERTAIN,
        details=f"Also at {listed}." if listed else "",
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


def _words(sides: Sides, slip: Slip) -> tuple[str, str]:
    """A title and what to do about it."""
    name = sides.name
    if slip.difference is Difference.LOST:
        lost = _shown(sides.old_lines[(slip.old_line or 1) - 1])
        return (
            f"`{name}` lost `{lost}` when it was moved",
            f"Put `{lost}` back, or say in the description that it goes and why.",
        )
    if slip.difference is Difference.GAINED:
        gained = _shown(sides.new.lines[(slip.new_line or 1) - 1])
        return (
            f"`{name}` gained `{gained}` when it was moved",
            f"Take `{gained}` out, or make it a change of its own.",
        )
    if slip.difference is Difference.LEFT_OUT:
        lost = _shown(slip.old)
        return (
            f"`{name}` lost `{lost}` when it was moved",
            f"Put `{lost}` back, or say in the description that it goes and why.",
        )
    if slip.difference is Difference.LET_IN:
        gained = _shown(slip.new)
        return (
            f"`{name}` gained `{gained}` when it was moved",
            f"Take `{gained}` out, or make it a change of its own.",
        )
    old, new = slip.old, slip.new
    if slip.difference in (Difference.TAKEN, Difference.PUT):
        # What stands around it says more than a piece of a line.
        old = sides.old_lines[(slip.old_line or 1) - 1]
        new = sides.new.lines[(slip.new_line or 1) - 1]
    return (
        f"`{name}` was moved and altered: `{_shown(old)}` became `{_shown(new)}`",
        f"Write `{_shown(old)}` as before, or make it a change of its own.",
    )


def _shown(text: str) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return plain[:_LONGEST_SHOWN] + ("…" if len(plain) > _LONGEST_SHOWN else "")


def also(lines: list[int]) -> str:
    """Further lines of the same file, which may speak of other things that left the same place."""
    shown = ", ".join(str(line) for line in lines[:_MOST_LISTED])
    return f"The same place is named on {len(lines)} more line(s): {shown}." if lines else ""
