"""How links that lead nowhere in a document are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postil.domain.change import Side
from postil.domain.finding import MOST_QUOTES, Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._doc_claims.anchors import Broken

_FEW = 2
"""So many of one document are told one by one."""
_MOST_LISTED = 40


def anchor_remarks(broken: Iterable[Broken]) -> Iterator[Remark]:
    """One remark for each anchor, or one for all of a document where there are many.

    What was added belongs to the document that links, what was left behind to the one that
    lost its headings.
    """
    anchors: dict[tuple[str, str, str], list[Broken]] = {}
    for one in sorted(broken, key=lambda one: not one.is_added):
        document = one.path if one.is_added else ""
        key = (document, one.target, one.link.anchor)
        own = (one.path, one.target, one.link.anchor)
        anchors.setdefault(own if own in anchors else key, []).append(one)
    documents: dict[tuple[str, bool], list[list[Broken]]] = {}
    for places in anchors.values():
        first = places[0]
        documents.setdefault(
            (first.path if first.is_added else first.target, first.is_added), []
        ).append(places)
    for groups in documents.values():
        if len(groups) > _FEW:
            yield _many(groups)
        else:
            yield from map(_single, groups)


def _single(places: list[Broken]) -> Remark:
    others = dict.fromkeys(f"- `{one.path}:{one.link.line}`" for one in places[1:])
    listed = "\n".join(list(others)[:_MOST_LISTED])
    return _remark(places, _title(places[0]), f"Also linked from:\n{listed}" if listed else "")


def _many(groups: list[list[Broken]]) -> Remark:
    firsts = [places[0] for places in groups]
    first = firsts[0]
    listed = "\n".join(
        f"- `{one.path}:{one.link.line}`: `{one.link.target}#{one.link.anchor}`{_instead(one)}"
        for one in firsts[:_MOST_LISTED]
    )
    return _remark(
        firsts,
        f"`{first.path}` links to {len(firsts)} anchors that do not exist: {_names(firsts)}"
        if first.is_added
        else f"{len(firsts)} headings that `{first.target}` lost are still linked: {_names(firsts)}",
        listed,
    )


def _names(firsts: list[Broken]) -> str:
    named = ", ".join(f"`#{one.link.anchor}`" for one in firsts[: _FEW + 1])
    more = len(firsts) - _FEW - 1
    return f"{named} and {more} more" if more > 0 else named


def _instead(one: Broken) -> str:
    return f" (`{one.meant}`?)" if one.meant else ""


def _title(first: Broken) -> str:
    anchor = f"#{first.link.anchor}"
    if first.is_added or first.lost is None:
        return f"The anchor `{anchor}` does not exist in `{first.target}`"
    happened = "reworded" if first.lost.now else "removed"
    return f"The anchor `{anchor}` is still linked after its heading in `{first.target}` was {happened}"


def _remark(firsts: list[Broken], title: str, details: str) -> Remark:
    first = firsts[0]
    anchor = f"{first.link.target}#{first.link.anchor}"
    quotes = dict.fromkeys(quote for one in firsts for quote in _quotes(one))
    return Remark(
        title=title,
        slug="missing-anchor" if first.is_added else "stale-anchor",
        severity=Severity.MEDIUM if first.is_added else Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        root=Root.DOC,
        quotes=tuple(quotes)[:MOST_QUOTES],
        failure_mode=f"The link to `{anchor}` opens the page, but not the place it speaks of.",
        mitigation=_mitigation(first),
        claim=Claim(Shape.ABSENCE if first.lost is None else Shape.MISMATCH, anchor),
        details=details,
    )


def _mitigation(first: Broken) -> str:
    if first.meant:
        return f"Link to `{first.meant}` if that is meant."
    if first.lost is not None:
        return "Link to what says it now, drop the link, or keep the heading."
    return "Link to a heading that the document has, or add this one."


def _quotes(one: Broken) -> Iterator[Quote]:
    """The link, and where its heading went."""
    yield Quote(path=one.path, text=one.text, line=one.link.line)
    if one.lost is not None:
        place = one.lost
        yield Quote(path=place.old_path, text=place.text, side=Side.OLD, line=place.heading.line)
