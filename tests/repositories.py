"""Builds small real git repositories for tests, quickly and always the same."""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_FIRST_MOMENT = 1_700_000_000
_IDENTITY = "Ada Tester <ada@example.org>"


@dataclass(frozen=True, slots=True)
class Entry:
    """A tree entry that is not a plain file; a submodule's content is the commit's id."""

    mode: str
    content: bytes


def executable(content: bytes | str) -> Entry:
    return Entry("100755", _bytes(content))


def symlink(target: bytes | str) -> Entry:
    return Entry("120000", _bytes(target))


def submodule(oid: str = "1" * 40) -> Entry:
    return Entry("160000", oid.encode())


Content = bytes | str | Entry | None
"""What stands at a path; None removes it."""


class Repository:
    """A repository in `folder`; its first branch is `main`.

    Commits go straight into the object store: the working tree stays empty until
    `checkout`, and `write` puts uncommitted files there. Paths are text with surrogate
    escapes for bytes that are not UTF-8. Equal calls give equal object ids.
    """

    def __init__(self, folder: Path, *, bare: bool = False, object_format: str = "sha1") -> None:
        self.folder = folder
        self.path = str(folder)
        self._moment = _FIRST_MOMENT
        folder.mkdir(parents=True, exist_ok=True)
        self.git(
            "init",
            "--quiet",
            "--template=",
            "--initial-branch=main",
            f"--object-format={object_format}",
            *(["--bare"] if bare else []),
        )

    def git(self, *arguments: str | bytes, stdin: bytes = b"", check: bool = True) -> bytes:
        """What git prints when run in the folder; raises with its words when it fails."""
        run = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            env=_environment(self._moment),
            check=False,
        )
        if check and run.returncode:
            said = run.stderr.decode(errors="replace")
            raise AssertionError(f"git {arguments!r} failed: {said}")
        return run.stdout

    def oid(self, name: str = "HEAD") -> str:
        return self.git("rev-parse", "--verify", "--end-of-options", name).decode().strip()

    def commit(
        self,
        files: Mapping[str, Content],
        message: str = "A change",
        *,
        branch: str = "main",
        parents: Sequence[str] | None = None,
    ) -> str:
        """Add a commit to `branch` and answer its id; `files` are edits to its first parent.

        Without `parents` it follows the branch, or begins the history when there is none.
        """
        reference = f"refs/heads/{branch}"
        if parents is None:
            parents = [tip] if (tip := self._tip(reference)) else []
        self._moment += 60
        stream = b"".join(
            [
                f"commit {reference}\nmark :1\n".encode(),
                f"committer {_IDENTITY} {self._moment} +0000\n".encode(),
                _data(_bytes(message)),
                *(
                    f"{'merge' if position else 'from'} {parent}\n".encode()
                    for position, parent in enumerate(parents)
                ),
                *([] if parents else [b"deleteall\n"]),
                *(_edit(path, content) for path, content in files.items()),
                b"\nget-mark :1\n",
            ]
        )
        # `--force` lets a new history replace a branch when the parents say so.
        said = self.git("fast-import", "--quiet", "--force", "--cat-blob-fd=1", stdin=stream)
        return said.decode().strip()

    def branch(self, name: str, at: str = "HEAD") -> None:
        self.git("update-ref", f"refs/heads/{name}", self.oid(at))

    def switch(self, name: str) -> None:
        """Make `name` the current branch without touching index or working tree."""
        self.git("symbolic-ref", "HEAD", f"refs/heads/{name}")

    def checkout(self, name: str = "main") -> None:
        """Make `name` the current branch and fill index and working tree from it."""
        self.switch(name)
        self.git("reset", "--quiet", "--hard")

    def write(self, files: Mapping[str, Content]) -> None:
        """Put files into the working tree without telling git; None removes one."""
        for name, content in files.items():
            place = self.folder / name
            if content is None:
                place.unlink()
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Entry) and content.mode == "120000":
                place.unlink(missing_ok=True)
                place.symlink_to(os.fsdecode(content.content))
                continue
            place.write_bytes(content.content if isinstance(content, Entry) else _bytes(content))
            place.chmod(0o755 if isinstance(content, Entry) else 0o644)

    def _tip(self, reference: str) -> str:
        said = self.git("rev-parse", "--verify", "--quiet", reference, check=False)
        return said.decode().strip()


def blob_of_zeros(repository: Repository, megabytes: int) -> str:
    """The id of a loose blob of zeros, made in no time: one compressed megabyte, repeated.

    Its id is not its hash, which git does not check when it reads.
    """
    oid = "f" * 39 + "e"
    length = megabytes * 1024 * 1024
    head = b"blob %d\0" % length
    maker = zlib.compressobj(9)
    start = maker.compress(head) + maker.flush(zlib.Z_FULL_FLUSH)
    block = maker.compress(bytes(1024 * 1024)) + maker.flush(zlib.Z_FULL_FLUSH)
    # Over zeros the first half of the checksum stays and the second grows by it each byte.
    total = zlib.adler32(head)
    low, high = total & 0xFFFF, total >> 16
    checksum = ((high + length * low) % 65521) << 16 | low
    place = repository.folder / ".git/objects" / oid[:2] / oid[2:]
    place.parent.mkdir()
    place.write_bytes(start + block * megabytes + b"\x03\0" + checksum.to_bytes(4))
    return oid


def _environment(moment: int) -> dict[str, str]:
    name, _, address = _IDENTITY.rstrip(">").partition(" <")
    return {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", name), ("EMAIL", address), ("DATE", f"{moment} +0000"))
        },
    }


def _bytes(text: bytes | str) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _edit(path: str, content: Content) -> bytes:
    name = _quoted(_bytes(path))
    if content is None:
        return b"D %s\n" % name
    entry = content if isinstance(content, Entry) else Entry("100644", _bytes(content))
    if entry.mode == "160000":
        return b"M 160000 %s %s\n" % (entry.content, name)
    return b"M %s inline %s\n%s" % (entry.mode.encode(), name, _data(entry.content))


def _quoted(name: bytes) -> bytes:
    plain = b"".join(
        bytes([byte]) if 32 <= byte < 127 and byte not in b'"\\' else b"\\%03o" % byte
        for byte in name
    )
    return b'"%s"' % plain
