"""Puts together what is known of earlier reviews: what a store kept and what a person hands in."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass, replace

from postil import codec
from postil.domain.change import Change, Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.memory import Memory
from postil.domain.replies import Reply
from postil.domain.stretch import Stretch
from postil.pipeline.past import Past
from postil.track.feedback import read_feedback, recall_feedback
from postil.track.fixes import fixes
from postil.track.grounding import grounded
from postil.track.prior import read_prior
from postil.track.windows import Window, window
from postil.wiring.handed_in import read_text
from postil.wiring.lines import line_sides
from postil.wiring.recalling import past_of
from postil.wiring.wanted import Earlier, Wanted
from postil.workspaces.git import Repository, as_range

_SHORTEST_ID = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What this review is compared with, None when it is the first; and what to say about it."""

    past: Past | None
    notices: tuple[str, ...] = ()


def recalled(
    wanted: Wanted,
    reviews: tuple[ReviewDocument, ...],
    repository: Repository,
    change: Change,
) -> Recalled:
    """What was handed in goes before what was stored, and that is said."""
    earlier = wanted.earlier
    last = repository.resolve(earlier.last_sha).oid if earlier.last_sha else ""
    said = read_text(earlier.feedback, option="--feedback") if earlier.feedback else ""
    replies = read_feedback(said)
    given = _given(earlier, said, last, has_stored=bool(reviews))
    if given is None and not reviews:
        _refuse_without_review(earlier)
        return Recalled(past=None)
    past = past_of(reviews, repository, change, everything=wanted.everything)
    if given is not None:
        past = replace(past, memory=_at(_grounded(given, repository), last), last=None)
    head = change.head.oid
    span = earlier.fix_range or _answering(past, change)
    past = replace(
        past,
        replies=replies,
        is_handed_in=given is not None,
        is_current=last == head and not replies and not wanted.everything,
        fixes=_fixes(span, repository, head) if span else None,
        window=_window(past.previous_head, repository, change) if earlier.only_since else None,
    )
    notices = _notices(earlier, past, given, stored=len(reviews))
    return Recalled(past=past, notices=tuple(notices))


def _given(earlier: Earlier, feedback: str, last: Id, *, has_stored: bool) -> Memory | None:
    """The findings that were handed in; replies name theirs when nothing else is left of them."""
    if earlier.prior:
        text = read_text(earlier.prior, option="--prior", most=codec.MAX_BYTES)
        return read_prior(text, head=last)
    return recall_feedback(feedback) if feedback and not has_stored else None


def _refuse_without_review(earlier: Earlier) -> None:
    if earlier.only_since:
        raise UserError(
            "`--scope delta` needs an earlier review to start from; give `--prior FILE` with "
            "`--last-sha SHA`, or `--store PATH` with a review of this change in it."
        )
    if earlier.fix_range:
        raise UserError(
            f"`--prior-fix-range {earlier.fix_range}` answers an earlier review, and there is none; "
            "give it with `--prior FILE`, or `--store PATH` with a review of this change in it."
        )


def _grounded(memory: Memory, repository: Repository) -> Memory:
    known: dict[str, Id] = {}

    def resolve(name: str) -> Id:
        if name not in known:
            known[name] = _commit(name, repository) or (name if _is_id(name) else "")
        return known[name]

    def read(revision: Id, path: str) -> str | None:
        is_here = bool(_commit(revision, repository))
        return repository.tree(revision).read(path) if is_here else None

    return grounded(memory, resolve, read)


def _commit(name: str, repository: Repository) -> Id:
    """The full id of a commit; empty for what is none here."""
    try:
        return repository.resolve(name).oid if _is_id(name) else ""
    except UserError:
        return ""


def _is_id(name: str) -> bool:
    """Whether it can be nothing but the id of a commit; a branch may be anywhere by now."""
    return len(name) >= _SHORTEST_ID and set(name) <= set(string.hexdigits)


def _at(memory: Memory, last: Id) -> Memory:
    """The memory of a review of this commit, whatever it says itself; nothing found is a review."""
    heads = tuple(head for head in memory.heads if head != last)
    return replace(memory, heads=(*heads, last)) if last else memory


def _window(since: Id, repository: Repository, change: Change) -> Window:
    oid = _commit(since, repository)
    if not oid:
        named = f"`{since[:7]}`, which the earlier review is of, is" if since else "Its commit is"
        raise UserError(
            f"{named} not known here, so `--scope delta` has nothing to start from; give "
            "`--last-sha SHA`, or leave the scope out."
        )
    return window(change, since=oid, differing=repository.changed(oid, change.head.oid))


def _answering(past: Past, change: Change) -> str:
    """The range that answered the last review: on a forge, what was pushed on top of it since."""
    before, head = past.previous_head, change.head.oid
    is_pushed = bool(change.request and before) and before != head and past.follows(before)
    return f"{before}..{head}" if is_pushed else ""


def _fixes(span: str, repository: Repository, head: Id) -> Stretch:
    ends = as_range(span)
    if ends is None or ends.from_common:
        raise UserError(
            f"`--prior-fix-range {span}` is not a range; name the commit before the first fix and "
            "the last fix as `A..B`."
        )
    first, last = repository.resolve(ends.base).oid, repository.resolve(ends.head).oid
    sides = line_sides(repository, old=last, new=head)
    return fixes(repository.changed(first, last), sides)


def _notices(earlier: Earlier, past: Past, given: Memory | None, *, stored: int) -> Iterator[str]:
    if given is not None and stored:
        reviews = "1 stored review" if stored == 1 else f"{stored} stored reviews"
        yield f"This review is compared with `--prior` and not with {reviews} of the change."
    before = given.heads[-1:] if given is not None else ()
    if earlier.last_sha and before and before != past.memory.heads[-1:]:
        yield (
            f"`--prior` is a review of `{before[0][:7]}`; `--last-sha` says "
            f"`{past.previous_head[:7]}`, which counts."
        )
    yield from map(_unheard, _unknown(past.replies, past.memory))


def _unknown(replies: tuple[Reply, ...], memory: Memory) -> list[str]:
    names = {name for entry in memory.entries for name in (entry.id, entry.finding.number)}
    return [name for name in dict.fromkeys(reply.finding for reply in replies) if name not in names]


def _unheard(name: str) -> str:
    return f"`--feedback` replies to `{name}`, and no earlier finding is called that."
