"""Rewrites one block of running text so that it reads the same and does nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from postil.publish.fencing import span
from postil.publish.sanitising.addresses import host, is_simple, origin, shown, stands_alone
from postil.publish.sanitising.allowed import Allowed
from postil.publish.sanitising.appeals import appeals
from postil.publish.sanitising.edits import Edit, disjoint
from postil.publish.sanitising.grammar import Span
from postil.publish.sanitising.live import Kind, closes_something, is_ticket, live
from postil.publish.sanitising.reading import Leaf
from postil.publish.sanitising.seen import Seen, seen
from postil.publish.sanitising.spelling import respelt

_SPECIAL = re.compile(r"[\\*_\[\]|~$`<>&!#@]")
_REMOVED = "(a request to get round a gate was removed)"

Ours = Callable[[str], bool]


def wording_edits(leaf: Leaf, *, allow: Allowed) -> Iterator[Edit]:
    """What must change in a block, by places in the body."""
    text = seen(leaf)
    closes = closes_something(text.text)

    def is_ours(address: str) -> bool:
        return allow.leads_home(address) and not (closes and is_ticket(address))

    found = [
        *_constructs(leaf, is_ours),
        *_live(leaf, text, is_ours),
        *_appeals(text),
        *respelt(leaf),
    ]
    for edit in disjoint(found):
        start, end = leaf.source(edit.start), leaf.source(edit.end - 1) + 1
        yield Edit(edit.kind, start, end, edit.text)


def _constructs(leaf: Leaf, is_ours: Ours) -> Iterator[Edit]:
    text = leaf.text
    for one in leaf.spans:
        if one.rule == "backtick" and "\n" in text[one.start : one.end]:
            # What begins a line may begin a block, whatever span it seems to stand in.
            joined = " ".join(text[one.start : one.end].split())
            yield Edit(Kind.MARKUP, one.start, one.end, joined)
        elif one.rule == "image":
            yield Edit(Kind.IMAGE, one.start, one.end, _described(one))
        elif one.rule == "autolink" and not is_ours(one.address):
            yield Edit(Kind.ADDRESS, one.start, one.end, _apart(text, one, shown(one.address)))
        elif one.rule == "link" and not (is_simple(text, one) and is_ours(one.address)):
            touches = text[one.start - 1 : one.start] == "`" == text[one.start + 1]
            yield Edit(Kind.ADDRESS, one.start, one.start + 1, " " if touches else "")
            yield Edit(Kind.ADDRESS, one.inner, one.end, f" ({origin(one.address)})")


def _live(leaf: Leaf, text: Seen, is_ours: Ours) -> Iterator[Edit]:
    for found in live(text.text):
        place = text.place(found.start, found.end)
        is_address = found.kind is Kind.ADDRESS
        if is_address and is_ours(place.text) and stands_alone(leaf.text, place):
            continue
        code = shown(place.text) if is_address else span(place.text)
        yield Edit(found.kind, place.start, place.end, _apart(leaf.text, place, code))


def _appeals(text: Seen) -> Iterator[Edit]:
    for start, end in appeals(text.text):
        place = text.place(start, end)
        yield Edit(Kind.APPEAL, place.start, place.end, _REMOVED)


def _described(image: Span) -> str:
    """An image in words: what it says it shows, and where it would have come from."""
    alt = _SPECIAL.sub(r"\\\g<0>", " ".join(image.text.split()))
    name = host(image.address)
    return f"{alt} (image{f' from {span(name)}' if name else ' removed'})".lstrip()


def _apart(text: str, place: Span, code: str) -> str:
    """Code that does not touch a backtick or a backslash, which would join or disarm its own."""
    before = " " if place.start and text[place.start - 1] in "`\\" else ""
    after = " " if text[place.end : place.end + 1] == "`" else ""
    return f"{before}{code}{after}"
