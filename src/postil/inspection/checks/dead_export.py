"""A new export has no importer, or the change removes the last user of an export.

Exports of JavaScript and TypeScript, public functions, classes and constants of Python programs,
Go names under `internal` or in commands, and `pub` items of Rust programs are looked up in the
whole tree at the reviewed commit.

Why it matters: unused exports compile, so nobody is told. Either the wiring was forgotten and
the feature never runs, or the code is finished with and stays to be maintained.

Stays quiet when: anything imports, re-exports, globs, documents or loads the name or its module
by text; a framework or a tool looks for it; it is a type, a test's own, part of what a library
offers to others, or the default export of a file that something may load by where it lies.

Silence it: write `postil: allow dead-export` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "dead-export"` to `.postil.toml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._dead_export.conventions import (
    family_of,
    is_conventional,
    is_watched,
)
from postil.inspection.checks._dead_export.defaults import Defaults
from postil.inspection.checks._dead_export.loading import is_loaded_whole, needles
from postil.inspection.checks._dead_export.offers import (
    Loss,
    Offer,
    losses,
    new_offers,
    offers_in,
)
from postil.inspection.checks._dead_export.placed import is_placed, is_taken_by_name
from postil.inspection.checks._dead_export.plans import Plans
from postil.inspection.checks._dead_export.siblings import LEAST_UNUSED, Siblings
from postil.inspection.checks._dead_export.surface import Surface, Surfaces
from postil.inspection.checks._dead_export.users import Users, module_word
from postil.inspection.checks._dead_export.values import is_one_of_values
from postil.inspection.copies import Copies
from postil.inspection.gathering import gathered
from postil.inspection.series import is_piece, is_to_be_continued
from postil.ports import Hits, Tree

NAME = "dead-export"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.NIT
ROOT = Root.CODE
ASKS_TREE = True

MOST_NAMES = 3_000
MOST_LISTED = 10
_CERTAIN = 90
_LIKELY = 60
_ABOVE = 4
_SHORTEST = 3


def activates(change: Change) -> str | None:
    files = [file for file in change.files if family_of(file.path) and (file.added or file.removed)]
    return f"{len(files)} files may export or use something" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    surfaces, users = Surfaces(head), Users(head)
    fresh = () if is_to_be_continued(change) else new_offers(change, base=base, head=head)
    fresh = (offer for offer in fresh if is_watched(offer.path) or is_placed(offer.path))
    inside = (offer for offer in fresh if _surface(offer, surfaces, users) is not Surface.OUTSIDE)
    offers = list(islice(inside, MOST_NAMES + 1))
    lost = _ours(_distinct(losses(change, base=base, head=head)), head)
    if len(offers) + len(lost) > MOST_NAMES:
        yield _too_many()
    offers = offers[:MOST_NAMES]
    lost = lost[: MOST_NAMES - len(offers)]
    siblings = Siblings(change, base, users)
    searched = (*offers, *siblings.around(offers))
    asked = {offer.name for offer in searched} | {loss.name for loss in lost}
    modules = (needles(offer) for offer in searched)
    defaults = Defaults(change, base, users)
    files = [] if is_to_be_continued(change) else defaults.offers()
    asked |= defaults.needles(files)
    found = yield Needles(frozenset(asked).union(*modules, *map(_module_needles, lost)))
    left = [
        offer
        for loss in lost
        if (offer := _left_behind(loss, found[loss.name], users)) is not None
        and not users.in_own_file(offer)
    ]
    dead = [offer for offer in [*offers, *left] if _is_dead(offer, found, users)]
    dead = [
        offer
        for offer in dead
        if is_watched(offer.path) or is_taken_by_name(offer, siblings.of(offer), found, users)
    ]
    dead += defaults.forgotten(files, found)
    copies = Copies(head)
    dead = [
        offer
        for offer in dead
        if _surface(offer, surfaces, users) is not Surface.OUTSIDE
        and not copies.is_copy(offer.path)
    ]
    plans = Plans(change, users, tuple(offers))
    slips = (
        offer
        for offer in plans.slips(_once(dead))
        if offer.cause is not None
        or not (
            _is_custom(offer, siblings.of(offer), found, users)
            or (users.in_own_file(offer) and surfaces.is_passed_on(offer.path))
        )
    )
    # One name that each platform has its own file for is one thing.
    yield from gathered(
        _remarks(list(slips), surfaces, _Sighted(users, found), piece=is_piece(change, head)),
        lambda remark: remark.title,
        few=1,
        called="more of that name",
    )


def _is_custom(
    offer: Offer, older: Iterable[Offer], found: Mapping[str, Hits], users: Users
) -> bool:
    """Whether several older exports of the folder have no user in the tree either.

    For what its own file uses, one more such export of that file is enough.
    """
    unused = [one for one in older if one.name in found and _is_dead(one, found, users)]
    if users.in_own_file(offer):
        return any(one.path == offer.path and users.in_own_file(one) for one in unused)
    return len(unused) >= LEAST_UNUSED


def _distinct(found: Iterable[Loss]) -> list[Loss]:
    """Each lost name once, with the first line that lost it."""
    first: dict[tuple[str, str, str], Loss] = {}
    for loss in found:
        if len(loss.name) >= _SHORTEST and not is_conventional(loss.name):
            first.setdefault((loss.family, loss.source, loss.name), loss)
    return list(first.values())


def _ours(lost: list[Loss], head: Tree) -> list[Loss]:
    """What this tree itself may offer: most lost names come from libraries and need no search."""
    sources = {loss.source for loss in lost}
    here: set[tuple[str, str]] = set()
    for path in head.paths() if sources else ():
        words = sources.intersection((module_word(path), _parent(path)))
        here.update((family_of(path), word) for word in words)
    return [loss for loss in lost if (loss.family, loss.source) in here]


def _parent(path: str) -> str:
    return path.rpartition("/")[0].rpartition("/")[2]


def _module_needles(loss: Loss) -> frozenset[str]:
    """What must be searched to judge a module of which only the last word is known yet."""
    ending = {"javascript": ".js", "python": ".py"}.get(loss.family, "")
    if not ending or "/" in loss.source:
        return frozenset()
    return needles(Offer(name="", path=f"{loss.source}{ending}", line=1, text="", end_line=1))


def _left_behind(loss: Loss, hits: Hits, users: Users) -> Offer | None:
    """The export whose user went away, when one file alone can be meant."""
    if hits.total > len(hits.hits):
        return None
    defining: list[Offer] = []
    for path in dict.fromkeys(hit.path for hit in hits.hits):
        if family_of(path) != loss.family or not is_watched(path):
            continue
        if loss.source not in (module_word(path), _parent(path)):
            continue
        view = users.view(path)
        offer = None if view is None else offers_in(path, view.text).get(loss.name)
        if offer is not None:
            defining.append(replace(offer, cause=loss.cause))
    if len(defining) != 1 or _is_deprecated(defining[0], users):
        return None
    return defining[0]


def _is_deprecated(offer: Offer, users: Users) -> bool:
    """Whether it says that it stays for others alone, who are to leave it."""
    view = users.view(offer.path)
    lines = view.lines[max(0, offer.line - 1 - _ABOVE) : offer.end_line] if view else ()
    return any("deprecat" in line.lower() for line in lines)


def _surface(offer: Offer, surfaces: Surfaces, users: Users) -> Surface:
    view = users.view(offer.path)
    return Surface.OUTSIDE if view is None else surfaces.of(offer.path, view.text)


def _is_dead(offer: Offer, found: Mapping[str, Hits], users: Users) -> bool:
    if offer.family != "javascript" and users.in_own_file(offer):
        return False
    if users.any_of(offer, found[offer.name]):
        return False
    return not is_loaded_whole(offer, found, users)


def _once(offers: Iterable[Offer]) -> list[Offer]:
    return list({(offer.path, offer.name): offer for offer in offers}.values())


@dataclass(frozen=True)
class _Sighted:
    """Who uses what, and every place where the search met a name."""

    users: Users
    found: Mapping[str, Hits]

    def evidence(self, offer: Offer) -> str:
        """What the search came to, in one sentence."""
        hits = self.found[offer.name].hits
        count = sum(hit.path != offer.path for hit in hits)
        if not count:
            return f"No other file at the reviewed commit holds `{offer.name}`."
        places = "1 line" if count == 1 else f"{count} lines"
        holds = "holds" if count == 1 else "hold"
        return f"{places} of other files {holds} `{offer.name}`, and none takes it from here."


def _remarks(
    dead: list[Offer], surfaces: Surfaces, sighted: _Sighted, *, piece: bool
) -> Iterator[Remark]:
    """One remark for each name, up to the limit for one file; the first counts the rest."""
    users = sighted.users
    total = Counter(offer.path for offer in dead)
    told: Counter[str] = Counter()
    for offer in dead:
        told[offer.path] += 1
        if told[offer.path] > MOST_LISTED:
            continue
        used_here = users.in_own_file(offer)
        remark = replace(_remark(offer, used_here=used_here), details=sighted.evidence(offer))
        if offer.cause is None and (used_here or piece):
            # Nothing is dead, or the next piece of the work brings the user.
            remark = remark.as_mild()
        if offer.cause is not None and _is_value(offer, users):
            remark = remark.as_mild()
        if _surface(offer, surfaces, users) is not Surface.INSIDE:
            remark = replace(remark, confidence=min(remark.confidence, _LIKELY))
        unlisted = total[offer.path] - MOST_LISTED
        if told[offer.path] == 1 and unlisted > 0:
            more = f"{unlisted} more names of this file are not imported and are not listed."
            remark = replace(remark, details=f"{remark.details} {more}")
        yield remark


def _is_value(offer: Offer, users: Users) -> bool:
    view = users.view(offer.path)
    return view is not None and is_one_of_values(offer, view.text)


def _remark(offer: Offer, *, used_here: bool) -> Remark:
    name = offer.name
    place = Quote(path=offer.path, text=offer.text, line=offer.line)
    if offer.cause is not None:
        title = f"`{name}` has no user left after this change"
        failure = f"`{name}` stays behind as code that is maintained and never runs."
        mitigation = f"Delete `{name}` too, or keep what used it."
    elif used_here:
        title = f"`{name}` is exported, but only its own file uses it"
        failure = f"Readers must take `{name}` for something that other files rely on."
        mitigation = f"Drop the export of `{name}`, or import it where it is meant to be used."
    else:
        title = f"`{name}` is exported, but nothing imports or uses it"
        failure = f"Nothing reaches `{name}`: the wiring is missing or the code is dead."
        mitigation = f"Use `{name}` where it is meant to be used, or delete it."
    return Remark(
        title=title,
        slug=NAME,
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(place,) if offer.cause is None else (place, offer.cause),
        failure_mode=failure,
        mitigation=mitigation,
        claim=Claim(Shape.OTHER, name),
        confidence=_CERTAIN,
    )


def _too_many() -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"the change offers or stops using more than {MOST_NAMES:,} names; the rest is not followed",
        required=True,
        remedy="split the change",
    )
