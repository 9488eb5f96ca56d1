"""How a leftover and a double rendering are told."""

from __future__ import annotations

import re
from collections.abc import Callable

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Kind, Root, Severity
from postil.inspection.checks._data_shape.blocks import FENCE
from postil.inspection.checks._data_shape.cuts import Cut
from postil.inspection.checks._data_shape.evidence import Shown
from postil.inspection.checks._data_shape.flows import End
from postil.inspection.checks._data_shape.orphans import Orphan
from postil.inspection.checks._data_shape.rendering import Spot, Twice
from postil.inspection.checks._data_shape.strips import Strip
from postil.inspection.checks._data_shape.tables import Headless

_LONGEST = 60
_TAG = re.compile(r"(?<= )<[^>]{1,60}>")


def orphan_remark(strip: Strip, here: Quote, lost: Quote | None, shown: Shown | None) -> Remark:
    """What stays behind; a question where only one place shows it, or another writer is asked for it."""
    quotes = [
        here,
        *([lost] if lost is not None else []),
        *([shown.quote] if shown is not None else []),
    ]
    is_question = lost is None and (shown is None or shown.is_asked)
    return Remark(
        title=f"Stripping {_taken(strip)} leaves {_left(strip, shown)} behind",
        slug="orphaned-neighbour",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        kind=Kind.QUESTION if is_question else Kind.DEFECT,
        quotes=tuple(quotes),
        failure_mode="What is left belonged to the part that is gone and now stands in the text alone.",
        mitigation="Strip it too, and add a test whose input has all of it.",
        claim=Claim(
            Shape.OTHER if len(quotes) == 1 else Shape.MISMATCH, strip.mark.replace("`", "'")
        ),
        confidence=60 if is_question else 75,
        details=_details(quotes, shown),
    )


def leftover_remark(orphan: Orphan) -> Remark:
    """What stays of a structure, with the line of an example, or the line that took it before."""
    row, taken = _bare(orphan.row), _bare(orphan.taken)
    noun = _TAG.sub("tag", orphan.noun) if row else orphan.noun
    subject = f"the {noun} `{row}`" if row else f"the {noun}"
    what = f"Taking out `{taken}`" if taken else "What is taken out now"
    is_wrapper = orphan.noun.startswith("<")
    is_question = len(orphan.quotes) == 1
    ending = "behind, and it is written again" if orphan.is_doubled else "behind"
    return Remark(
        title=f"{what} leaves {'an empty ' + orphan.noun if is_wrapper else subject} {ending}",
        slug="orphaned-neighbour",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        kind=Kind.QUESTION if is_question else Kind.DEFECT,
        quotes=orphan.quotes,
        failure_mode="What is left belonged to the part that is gone and now stands in the text alone.",
        mitigation="Take it out too, and add a test whose input has all of it.",
        claim=Claim(Shape.OTHER if is_question else Shape.MISMATCH, row or orphan.noun),
        confidence=60 if is_question else 75,
        details="No example of the whole input was found." if is_question else "",
    )


def cut_remark(cut: Cut) -> Remark:
    """A marker that stays where the text between two markers is cut out with the other one."""
    return Remark(
        title=f"Cutting out the block leaves its marker `{_bare(cut.stays)}` behind",
        slug="orphaned-neighbour",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        kind=Kind.DEFECT,
        quotes=cut.quotes,
        failure_mode=f"The marker `{_bare(cut.goes)}` goes, and the other one of the pair stays alone.",
        mitigation="Cut both markers or none, and add a test whose input has the block.",
        claim=Claim(Shape.MISMATCH, _bare(cut.stays)),
        confidence=75,
    )


def headless_remark(table: Headless) -> Remark:
    """The header of a table that is written without the rows it is about."""
    header = _bare(table.header)
    return Remark(
        title=f"The header `{header}` is written and no rows below it any more",
        slug="orphaned-neighbour",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        kind=Kind.DEFECT,
        quotes=table.quotes,
        failure_mode="The reader sees a table without rows.",
        mitigation="Take the header out with the rows, or write them again.",
        claim=Claim(Shape.MISMATCH, header),
        confidence=75,
    )


def _bare(row: str) -> str:
    return row.replace("`", "").strip()[:_LONGEST]


def _details(quotes: list[Quote], shown: Shown | None) -> str:
    if shown is not None and shown.is_asked:
        return f"{shown.quote.path} asks the writer of the text for it."
    return "" if len(quotes) > 1 else "No example of the whole input was found."


def _taken(strip: Strip) -> str:
    language = strip.mark.removeprefix(FENCE)
    if strip.is_block and strip.mark.startswith(FENCE):
        return f"the {language} block" if language else "the fenced block"
    if strip.mark.startswith(FENCE):
        return f"the opening {language} fence" if language else "the opening fence"
    return f"`{strip.mark}`"


def _left(strip: Strip, shown: Shown | None) -> str:
    if strip.other == FENCE:
        return "the closing one"
    if strip.other:
        return f"the closing `{strip.other}`"
    if shown is not None:
        row = shown.row or shown.quote.text.strip()
        return f"`{row[:_LONGEST].replace('`', '')}`"
    return "what the pattern took in front of it"


def flow_remark(end: End, other: End) -> Remark:
    """A field that is rendered at both ends of its way."""
    call = re.split(r"[.:>]", end.call)[-1]
    return Remark(
        title=f"`{call}` renders `{end.field}` here and it is rendered again in {other.path}",
        slug="double-rendering",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        quotes=(end.quote, other.quote),
        failure_mode="What was rendered once is taken for raw text and rendered a second time.",
        mitigation="Render it in one of the two places.",
        claim=Claim(Shape.MISMATCH, call),
        confidence=75,
    )


def double_remark(double: Twice, line_of: Callable[[Spot], str]) -> Remark:
    """What is rendered twice, with every place that has a part in it."""
    spots = dict.fromkeys((double.first, double.second, double.call))
    what = "written" if double.is_heading else "applied"
    where = "in the template" if double.is_template else "in what is called"
    return Remark(
        title=f"`{double.subject}` is {what} here and again {where}",
        slug="double-rendering",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        root=Root.CODE,
        quotes=tuple(Quote(path=spot.path, text=line_of(spot), line=spot.line) for spot in spots),
        failure_mode="The reader sees the heading twice."
        if double.is_heading
        else "The value is encoded or decoded twice and no longer what the other side expects.",
        mitigation="Take it out of one of the two places.",
        claim=Claim(Shape.MISMATCH if len(spots) > 1 else Shape.OTHER, double.subject),
        confidence=80,
    )
