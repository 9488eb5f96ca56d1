"""Keeps reviews as plain JSON files in a folder, one file each."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from postil import codec
from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import StoreError
from postil.ports import ChangeKey
from postil.stores._documents import Notices, Room, decoded
from postil.stores._file_writing import make_folder, put
from postil.stores._leasing import leased
from postil.stores._locking import locked

LAYOUT = 1
_VERSION_FILE = "VERSION"
_VERSION = re.compile(r"\A[0-9]{1,6}\n?\Z")
_REVIEW = re.compile(r"\A([0-9]{6,12})-v([0-9]{1,6})\.json\Z")
_ROOM = Room()


class FileStore:
    """`reviews/<change>/<number>-v<document version>.json` and `answers/<question>`."""

    def __init__(self, place: str, *, room: Room = _ROOM) -> None:
        self._root = Path(place)
        self._room = room
        self._notices = Notices()
        with self._explained():
            self._begin()

    @property
    def notices(self) -> tuple[str, ...]:
        return tuple(self._notices)

    def load(self, key: ChangeKey, *, most: int | None = None) -> tuple[ReviewDocument, ...]:
        with self._explained():
            return decoded(
                (
                    (f"`{path}`", version, path.read_bytes())
                    for _, version, path in self._reviews(key)[-(most or self._room.reviews) :]
                ),
                self._notices,
            )

    def save(self, key: ChangeKey, document: ReviewDocument) -> None:
        data = codec.encode(document)
        with self._explained(), self._writing(self._folder(key)) as folder:
            kept = self._reviews(key)
            number = kept[-1][0] + 1 if kept else 1
            put(folder / f"{number:06}-v{document.version}.json", data)
            for _, _, path in self._reviews(key)[: -self._room.reviews]:
                path.unlink()

    def recall(self, question: str) -> bytes | None:
        with self._explained():
            try:
                return self._answer(question).read_bytes()
            except FileNotFoundError:
                return None

    def keep(self, question: str, answer: bytes) -> None:
        path = self._answer(question)
        with self._explained(), self._writing(path.parent) as folder:
            put(path, answer)
            names = [each for each in folder.iterdir() if not each.name.startswith(".")]
            if len(names) > self._room.answers:
                names.sort(key=lambda each: each.stat().st_mtime_ns)
                for oldest in names[: -self._room.answers]:
                    oldest.unlink()

    def lease(self, key: ChangeKey, head: Id) -> AbstractContextManager[bool]:
        return leased(self._root / "locks", key, head)

    def close(self) -> None:
        """Nothing stays open between calls."""

    def _begin(self) -> None:
        """Make the folder a store, or see that it is one."""
        if self._root.is_dir() and not (self._root / _VERSION_FILE).exists():
            others = {each.name for each in self._root.iterdir()} - {"locks", ".part"}
            if others:
                raise StoreError(f"`{self._root}` is no store of Postil's; name another `--store`.")
        make_folder(self._root)
        with self._writing(self._root):
            if not (self._root / _VERSION_FILE).exists():
                put(self._root / _VERSION_FILE, b"%d\n" % LAYOUT)
            self._refuse_newer()

    def _refuse_newer(self) -> None:
        text = (self._root / _VERSION_FILE).read_bytes()[:16].decode("latin-1")
        if not _VERSION.match(text):
            raise StoreError(
                f"`{self._root / _VERSION_FILE}` is no version; mend it or name another `--store`."
            )
        if int(text) > LAYOUT:
            msg = (
                f"`{self._root}` was written by a newer Postil (store version `{int(text)}`, this "
                f"one knows `{LAYOUT}`); use that Postil, or another `--store`."
            )
            raise StoreError(msg)

    def _folder(self, key: ChangeKey) -> Path:
        return self._root / "reviews" / key.digest

    def _answer(self, question: str) -> Path:
        name = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()
        return self._root / "answers" / name

    def _reviews(self, key: ChangeKey) -> list[tuple[int, int, Path]]:
        """Number, document version and path of each review of a change, oldest first."""
        folder = self._folder(key)
        if not folder.is_dir():
            return []
        named = ((_REVIEW.match(path.name), path) for path in folder.iterdir())
        return sorted((int(name[1]), int(name[2]), path) for name, path in named if name)

    @contextmanager
    def _writing(self, folder: Path) -> Iterator[Path]:
        make_folder(folder)
        name = hashlib.sha256(str(folder.relative_to(self._root)).encode()).hexdigest()
        with locked(self._root / "locks" / f"{name}.writing", wait=True):
            yield folder

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            msg = (
                f"`{error.filename or self._root}` cannot be used ({error.strerror}); check its "
                "permissions or name another `--store`."
            )
            raise StoreError(msg) from error
