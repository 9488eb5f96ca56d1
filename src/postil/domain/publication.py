"""What we want a pull request to show, the writes that lead there, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.change import Id, Side
from postil.domain.forge import Conclusion


class Carrier(StrEnum):
    """What holds the summary: one comment that is updated, one for each head, or the review."""

    COMMENT = "comment"
    COMMENT_PER_HEAD = "comment-per-head"
    REVIEW = "review"
    NOTHING = "nothing"


class ReviewEvent(StrEnum):
    COMMENT = "comment"
    APPROVE = "approve"
    REQUEST_CHANGES = "request-changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A finding said at its place; without a `line` it belongs to the whole file.

    `start` is the first line of a range and always less than `line`.
    """

    finding: str
    path: str
    body: str
    line: int | None = None
    start: int | None = None
    side: Side = Side.NEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What we say in a thread, once; `to` is the comment it answers.

    An empty `thread` is the conversation of the pull request.
    """

    finding: str
    thread: str
    to: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A thread that is to be resolved, because its finding is proved gone or a person said so."""

    finding: str
    thread: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckWanted:
    name: str
    conclusion: Conclusion
    title: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWanted:
    """The label that should stand, empty for none, and those of its table that should not."""

    name: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the pull request should show about one head.

    `opening` is the summary while the rest is being written, empty where the carrier is not
    updated in place. `overflow` is state that does not fit beside the summary. `withheld` are
    notes a person deleted at this head; they are not said again. `is_kept` leaves the summary
    that stands as it is.
    """

    head: Id
    carrier: Carrier
    body: str = ""
    opening: str = ""
    overflow: str = ""
    review_body: str = ""
    event: ReviewEvent = ReviewEvent.COMMENT
    notes: tuple[Note, ...] = ()
    withheld: frozenset[str] = frozenset()
    answers: tuple[Answer, ...] = ()
    closings: tuple[Closing, ...] = ()
    check: CheckWanted | None = None
    label: LabelWanted | None = None
    is_kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PostComment:
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditComment:
    id: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteComment:
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostReview:
    """One review with all its notes; every note has a line."""

    head: Id
    event: ReviewEvent
    body: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteReview:
    """Take back a review that was begun and never submitted."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostFileNote:
    head: Id
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteNote:
    """Take back a note of ours that says again what another of ours says already."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAnswer:
    thread: str
    to: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveThread:
    thread: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCheck:
    """Write the check of a head; `id` names the one that stands, empty to make it."""

    head: Id
    check: CheckWanted
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddLabel:
    """Put a label on the pull request; the forge makes one that does not exist yet."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveLabel:
    """Take a label off the pull request; the repository keeps it."""

    name: str


Action = (
    PostComment
    | EditComment
    | DeleteComment
    | PostReview
    | DeleteReview
    | PostFileNote
    | DeleteNote
    | PostAnswer
    | ResolveThread
    | SetCheck
    | AddLabel
    | RemoveLabel
)


class Fate(StrEnum):
    """What became of a write: done, refused for good, or nobody knows until one looks."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


class Refusal(StrEnum):
    """Why a write will not be done however often it is tried."""

    FORBIDDEN = "forbidden"
    LOCKED = "locked"
    GONE = "gone"
    INVALID = "invalid"
    TOO_MANY = "too-many"
    UNAUTHENTICATED = "unauthenticated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the forge answered to one write; `why` is a sentence for people."""

    action: Action
    fate: Fate
    id: str = ""
    address: str = ""
    refusal: Refusal | None = None
    why: str = ""
