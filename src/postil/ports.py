"""The protocols the edge must satisfy; each is small enough to fake in a dozen lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from postil.domain.change import Id
from postil.domain.conversation import Price, Prompt, Reply, ToolCall, ToolOffer
from postil.domain.document import ReviewDocument
from postil.domain.forge import Actor, Permission, Shown
from postil.domain.publication import Action, Receipt


class Tree(Protocol):
    """One revision of the repository, read from git objects, never from a checkout.

    Paths use surrogate escapes for bytes that are not UTF-8, and so does text.
    """

    @property
    def oid(self) -> str:
        """The commit or tree this is."""

    def read(self, path: str) -> str | None:
        """The file's text; None when there is no such file, or it is binary or over the cap.

        A symlink reads as the text of its target; a submodule as None.
        """

    def read_long(self, path: str) -> str | None:
        """The same with a cap of 20 MB, for a file that is known to be long, as lock files are."""

    def exists(self, path: str) -> bool:
        """Whether a file, symlink, submodule or folder stands at this path."""

    def paths(self) -> Collection[str]:
        """Every file path of the revision; one listing per run, made when first asked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of the tree at head that holds a needle, word-bounded."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Hits:
    """Where a needle was found; `total` exceeds what `hits` keeps when there are very many.

    It is then no more than a lower bound: what is everywhere is not counted to the end.
    """

    hits: tuple[Hit, ...] = ()
    total: int = 0


class Search(Protocol):
    """Whole-tree questions at head, all asked in one go."""

    def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
        """Where each needle stands in the text files at head.

        A needle is a fixed string. Where it begins or ends with a word character
        (letter, digit, underscore) the match must begin or end at a word boundary.
        Every needle is a key of the answer, with empty Hits when it is nowhere.
        """


@dataclass(frozen=True, slots=True)
class Origin:
    """A commit as far as a reviewer may know it; who made it is no part of a review.

    `day` is in UTC and empty for work that is not committed.
    """

    oid: str
    day: str
    subject: str


@dataclass(frozen=True, slots=True)
class Step:
    """What one commit did to a stretch of lines: patch lines, each with its mark in front."""

    origin: Origin
    patch: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A commit and the first of those it was made from, by id; that is empty for a beginning."""

    oid: str
    parent: str


class History(Protocol):
    """How lines of a file at head came to be; the path and the lines must be there.

    Raises `WorkspaceError` when git cannot tell, or not in time.
    """

    def origins(self, path: str, first: int, last: int) -> Sequence[Origin]:
        """The commit each line from `first` to `last` comes from, one for each line."""

    def steps(self, path: str, first: int, last: int) -> Sequence[Step]:
        """The newest commits that touched these lines, newest first."""

    def since(self, earlier: Id, paths: Collection[str] = ()) -> Sequence[Link]:
        """The commits after an earlier one, newest first; with paths those that touched them.

        None when the history does not lead from there to here.
        """


class Commits(Protocol):
    """The commits of the clone that a change is read from."""

    @property
    def are_all_here(self) -> bool:
        """Whether the clone holds the whole history; a shallow one does not."""

    def unknown(self, ids: Collection[str]) -> frozenset[str]:
        """Those of some ids, whole or abbreviated, that nothing in the clone answers to.

        Raises `WorkspaceError` when git cannot tell.
        """


class NoCommits:
    """A clone of which nothing is known: nothing is said of any commit."""

    are_all_here = False

    def unknown(self, ids: Collection[str]) -> frozenset[str]:
        return frozenset(ids)


class ToolStatus(StrEnum):
    RAN = "ran"
    MISSING = "missing"
    FAILED = "failed"
    TIMED_OUT = "timed out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """What a bundled tool did; `exit` and the output mean something only when it ran."""

    status: ToolStatus
    exit: int = 0
    stdout: str = ""
    stderr: str = ""


class Toolbox(Protocol):
    """Bundled programs that read files and print: no network, empty environment, own folder."""

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        """Write `files` (relative path to text) to a private folder and run the tool in it."""


class ScanFile(Protocol):
    """A scanner's report that somebody handed in."""

    @property
    def name(self) -> str:
        """The file as it was named by the person who gave it."""

    def blocks(self) -> Iterator[bytes]:
        """What stands in it, block by block; raises `WorkspaceError` when it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scans:
    """What other scanners have to say: reports handed in, and programs to run by name.

    `root` is the folder of the working tree, for reports that name files by absolute paths.
    """

    files: tuple[ScanFile, ...] = ()
    programs: tuple[str, ...] = ()
    root: str = ""


GIVEN_SCAN = "the scan "
"""How the subject of a gap begins when a report that was handed in cannot be used."""


class Model(Protocol):
    """One model of one provider, or an agent program; it answers, and decides nothing."""

    @property
    def name(self) -> str:
        """`provider:name`, as the person wrote it."""

    @property
    def window(self) -> int:
        """How many tokens fit in, question and answer together."""

    @property
    def caches(self) -> bool:
        """Whether a long shared beginning is cheaper the second time."""

    @property
    def price(self) -> Price:
        """What it costs; marked as assumed when nobody knows."""

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        """One reply, or a `ModelError` that says whether another try makes sense.

        `within` is how many seconds it may take. `begun` is called once, when the first byte
        of the answer arrives. One call is one request: nothing is retried here.
        """


class Progress(Protocol):
    """Is told, from any thread, what an inspector is doing and what it has to show so far."""

    def __call__(self, name: str, state: str, *, findings: int = 0, tokens: int = 0) -> None: ...


def untold(name: str, state: str, *, findings: int = 0, tokens: int = 0) -> None:
    """For whoever does not want to know."""


class Clock(Protocol):
    """Time as the panel sees it, so that a test can make it pass."""

    def now(self) -> float:
        """Seconds since some fixed moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Toolset(Protocol):
    """What one reviewer may look up while it reviews; nothing in it has an effect."""

    @property
    def offers(self) -> Sequence[ToolOffer]:
        """The tools as they are described to the model."""

    async def run(self, call: ToolCall) -> str:
        """What the lookup found, or one sentence saying why it could not.

        Whatever a model may have written, this never raises.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeKey:
    """Which change of which repository: what its reviews are kept under from push to push.

    On a forge `repository` is the repository's address and `change` the request's number;
    locally they are the root commit's id and the branch with what it is compared with. Bytes
    that are not UTF-8 are lone surrogates in either.
    """

    repository: str
    change: str

    @property
    def digest(self) -> str:
        """The key as a name that is fit for any file system."""
        fields = (self.repository, self.change)
        packed = b"".join(
            b"%d:%s" % (len(data), data)
            for data in (field.encode("utf-8", "surrogatepass") for field in fields)
        )
        return hashlib.sha256(packed).hexdigest()


class Answers(Protocol):
    """What was paid for and may be needed again, if this run comes to no end."""

    def recall(self, question: str) -> bytes | None:
        """What was kept under this name; None when there is nothing."""

    def keep(self, question: str, answer: bytes) -> None:
        """Keep it; when this returns, it stands, whatever happens to the process."""


class Store(Protocol):
    """Keeps reviews from one run to the next; whatever kills a run leaves it whole.

    Every method raises `StoreError` with one sentence when the store cannot be used. A
    document comes back as its JSON has it: bytes that are not UTF-8 in their shown form.
    """

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should know about the store itself: what was damaged, what is left out."""

    def load(self, key: ChangeKey, *, most: int | None = None) -> tuple[ReviewDocument, ...]:
        """The reviews of a change, newest last; only so many of the newest are kept.

        With `most` no more of them are looked at.
        """

    def save(self, key: ChangeKey, document: ReviewDocument) -> None:
        """Add a review; when this returns, it stands, and when it does not, nothing changed."""

    def recall(self, question: str) -> bytes | None:
        """What a model answered to this question before; `question` is a digest of all of it."""

    def keep(self, question: str, answer: bytes) -> None:
        """Remember an answer that was paid for, so that a run that died need not pay again."""

    def lease(self, key: ChangeKey, head: Id) -> AbstractContextManager[bool]:
        """Whether this run alone reviews that head; held for the block, or while the process lives."""

    def close(self) -> None:
        """Let go of files; the store cannot be used afterwards."""


class Forge(Protocol):
    """One pull request on one forge: reads it whole, and does one write when told to.

    Reads raise `ForgeError`; a read that fails is never an empty answer. Reads are retried
    and paced here. A write is sent once: what became of it is in the receipt, and whoever
    does not know looks before anything is sent again.
    """

    def look(self) -> Shown:
        """Everything the pull request shows now: all pages of comments, reviews, threads, checks."""

    def head(self) -> Id:
        """The head as it is this moment, in one cheap read."""

    def patches(self) -> Mapping[str, str]:
        """The forge's own patch of each file at head, for files it has one for."""

    def permission(self, actor: Actor) -> Permission:
        """What somebody may do with the repository now."""

    def carry_out(self, action: Action) -> Receipt:
        """Do one write, or say why not, or that nobody knows."""
