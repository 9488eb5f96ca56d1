"""Tells of comments that do not fit the function they stand above."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._doc_claims.openings import Misnamed, misnamed
from postil.inspection.checks._doc_claims.parameters import Ghosts, ghosts
from postil.ports import Tree
from postil.syntax import Signature

_MOST_SHOWN = 3


def about_functions(change: Change, head: Tree, base: Tree) -> Iterator[Remark]:
    """What comments say since the change about the function below them, and is not so."""
    for found in ghosts(change, head, base):
        remark = _of_ghosts(found)
        yield remark.as_mild() if found.is_custom else remark
    for one in misnamed(change, head, base):
        yield _of_misnamed(one)


def _of_ghosts(found: Ghosts) -> Remark:
    function, names = found.function, [one.name for one in found.described]
    listed = ", ".join(f"`{name}`" for name in names)
    takes = "takes none of" if len(names) > 1 else "takes no"
    return Remark(
        title=f"`{function.name}` {takes} {listed}, which its comment describes",
        slug="missing-parameter",
        severity=Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        root=Root.DOC,
        quotes=(
            *(
                Quote(path=found.path, text=one.text, line=one.line)
                for one in found.described[:_MOST_SHOWN]
            ),
            _head(found.path, function),
        ),
        failure_mode=f"Whoever goes by the comment hands over {listed}, and nothing takes it.",
        mitigation=f"Write `{found.meant}` here if that is meant."
        if found.meant
        else "Drop what the comment says about it, or describe what is taken instead.",
        claim=Claim(Shape.MISMATCH, f"{function.name}({', '.join(names)})"),
    )


def _of_misnamed(one: Misnamed) -> Remark:
    name = one.function.name
    return Remark(
        title=f"The comment above `{name}` opens with `{one.said}`",
        slug="misnamed-comment",
        severity=Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        root=Root.DOC,
        quotes=(Quote(path=one.path, text=one.text, line=one.line), _head(one.path, one.function)),
        failure_mode=f"The manual made from it describes `{name}` as `{one.said}`.",
        mitigation=f"Describe `{name}` here.",
        claim=Claim(Shape.MISMATCH, f"{name}: {one.said}"),
    )


def _head(path: str, function: Signature) -> Quote:
    return Quote(path=path, text=function.head, line=function.line)
