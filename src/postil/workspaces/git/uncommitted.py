"""Writes staged or unstaged work as a tree into the private directory, repository untouched."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass, replace

from postil.domain.change import LeftOut
from postil.domain.diff import text
from postil.domain.errors import UserError
from postil.workspaces.git.command import Git, failure
from postil.workspaces.git.diffing import BLOB_BYTES, BLOB_TOO_BIG, FILES
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.place import read

_UNTRACKED_LIMIT = 16 * 1024 * 1024
_SPARSE = b"sdir"
"""The mark in an index that lists whole folders in place of their files."""

_SIMPLE_VALUE = re.compile(r"[A-Za-z]{1,12}")
_NATURE = "^core\\.(filemode|autocrlf|eol|symlinks|ignorecase)$"

UNMERGED = "it has unmerged entries; resolve them and stage the result"
NOT_A_FILE = "it is neither a file nor a link"
NOT_READABLE = "it could not be read"
OWN_REPOSITORY = "an untracked repository of its own"
MANY_UNTRACKED = f"more than {FILES:,} untracked files; add what is not yours to `.gitignore`"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tree of uncommitted work and what could not be put into it."""

    tree: str
    left_out: tuple[LeftOut, ...] = ()


class Uncommitted:
    """The index and the working tree of one repository, read through private copies."""

    def __init__(self, enclosure: Enclosure) -> None:
        if not enclosure.place.work_tree:
            raise UserError("A bare repository has no working tree; name commits or a range.")
        self._enclosure = enclosure
        self._place = enclosure.place
        self._git = self._private()

    def _private(self) -> Git:
        """Git with the private directory, a copy of the index, and the real working tree."""
        data = read(self._place.git_dir, "index")
        index = self._enclosure.put("index", data)
        if data:
            # Git trusts the times in an index only where they are older than the index itself.
            written = os.stat(self._place.index).st_mtime_ns
            os.utime(index, ns=(written, written))
        else:
            os.unlink(index)
        for name in os.listdir(self._place.git_dir):
            if name.startswith("sharedindex."):
                self._enclosure.put(name, read(self._place.git_dir, name))
        exclude = read(os.path.join(self._place.shared_dir, "info"), "exclude")
        self._enclosure.put("info/exclude", exclude)
        objects = self._enclosure.objects
        variables = {
            **objects.variables,
            **self._nature(),
            "GIT_WORK_TREE": self._place.work_tree,
            "GIT_INDEX_FILE": index,
        }
        git = replace(objects, folder=self._place.work_tree, variables=variables)
        if _SPARSE in data:
            git.run("-c", "index.sparse=false", "update-index", "--force-write-index")
        # Writing an object that is there already, git sets the time of the one it found; the
        # repository's own objects are kept out of its sight so that not even that happens.
        del variables["GIT_ALTERNATE_OBJECT_DIRECTORIES"]
        return replace(git, variables=variables)

    def _nature(self) -> dict[str, str]:
        """How the file system and line ends are treated here; settings that name no program."""
        answer = self._enclosure.names.attempt("config", "--null", "--get-regexp", _NATURE)
        pairs = [
            (name, value)
            for name, _, value in (row.partition("\n") for row in text(answer.stdout).split("\0"))
            if _SIMPLE_VALUE.fullmatch(value)
        ]
        if ignored := self._own_ignore_file():
            pairs.append(("core.excludesFile", ignored))
        variables = {"GIT_CONFIG_COUNT": str(len(pairs))}
        for number, (name, value) in enumerate(pairs):
            variables[f"GIT_CONFIG_KEY_{number}"] = name
            variables[f"GIT_CONFIG_VALUE_{number}"] = value
        return variables

    def _own_ignore_file(self) -> str:
        """The ignore file of the person who runs this, who may be trusted as a repository may not."""
        home = os.path.expanduser("~")
        settings = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        own = replace(self._enclosure.names, home=home)
        for file in (os.path.join(home, ".gitconfig"), os.path.join(settings, "git", "config")):
            if not os.path.isfile(file):
                continue
            answer = own.attempt("config", "--file", file, "--type=path", "core.excludesFile")
            if answer.worked:
                return text(answer.stdout).removesuffix("\n")
        usual = os.path.join(settings, "git", "ignore")
        return usual if os.path.isfile(usual) else ""

    def staged(self) -> Snapshot:
        """What a commit made now would hold."""
        listed = text(self._git.run("ls-files", "--unmerged", "-z")).split("\0")[:-1]
        unmerged = sorted({record.partition("\t")[2] for record in listed})
        self._forget(unmerged)
        left_out = (LeftOut(path=path, reason=UNMERGED, required=True) for path in unmerged)
        return Snapshot(self._tree(), tuple(left_out))

    def work_tree(self) -> Snapshot:
        """What a commit of everything would hold, untracked files that are not ignored included."""
        modified = self._names("diff-files", "-z", "--name-only", "--ignore-submodules=dirty")
        untracked, left_out = self._untracked()
        survey = _Survey(self._place.work_tree)
        present: list[str] = []
        gone: list[str] = []
        for path in (*dict.fromkeys(modified), *untracked):
            reason = survey.reason_against(path)
            if reason is None:
                (present if survey.is_there(path) else gone).append(path)
            else:
                left_out.append(LeftOut(path=path, reason=reason, required=True))
        self._forget(gone)
        self._record(present)
        return Snapshot(self._tree(), tuple(left_out))

    def _names(self, *arguments: str) -> list[str]:
        return text(self._git.run(*arguments)).split("\0")[:-1]

    def _untracked(self) -> tuple[list[str], list[LeftOut]]:
        arguments = ("ls-files", "--others", "--exclude-standard", "-z")
        answer = self._git.attempt(*arguments, limit=_UNTRACKED_LIMIT)
        if not (answer.worked or answer.cut):
            raise failure(arguments, answer)
        names = text(answer.stdout).split("\0")[:-1]
        left_out = [
            LeftOut(path=name.rstrip("/"), reason=OWN_REPOSITORY, required=False)
            for name in names
            if name.endswith("/")
        ]
        files = [name for name in names if not name.endswith("/")]
        if answer.cut or len(files) > FILES:
            left_out.append(LeftOut(path="", reason=MANY_UNTRACKED, required=True))
        return files[:FILES], left_out

    def _forget(self, paths: Iterable[str]) -> None:
        if stdin := _ended(paths):
            self._git.run("update-index", "-z", "--force-remove", "--stdin", stdin=stdin)

    def _record(self, paths: Iterable[str]) -> None:
        if stdin := _ended(paths):
            self._git.run("update-index", "-z", "--add", "--replace", "--stdin", stdin=stdin)

    def _tree(self) -> str:
        return self._git.run("write-tree", "--missing-ok").decode("ascii").strip()


def _ended(paths: Iterable[str]) -> bytes:
    return b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)


class _Survey:
    """Looks at files of a working tree without opening them or following a link."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._real: dict[str, bool] = {"": True}

    def is_there(self, path: str) -> bool:
        """Whether a file, a link or a submodule stands at the path, reached through real folders."""
        mode = self._mode(path)
        return stat.S_ISREG(mode) or stat.S_ISLNK(mode) or self._is_submodule(path)

    def reason_against(self, path: str) -> str | None:
        """Why a path cannot be read; None when it can, or when nothing is there."""
        mode = self._mode(path)
        if stat.S_ISREG(mode):
            if os.lstat(self._at(path)).st_size > BLOB_BYTES:
                return BLOB_TOO_BIG
            return None if os.access(self._at(path), os.R_OK) else NOT_READABLE
        harmless = mode == 0 or stat.S_ISLNK(mode) or stat.S_ISDIR(mode)
        return None if harmless else NOT_A_FILE

    def _at(self, path: str) -> str:
        return os.path.join(self._folder, path)

    def _mode(self, path: str) -> int:
        if not self._is_real(path.rpartition("/")[0]):
            return 0
        try:
            return os.lstat(self._at(path)).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return 0

    def _is_submodule(self, path: str) -> bool:
        return os.path.lexists(os.path.join(self._at(path), ".git"))

    def _is_real(self, folder: str) -> bool:
        """Whether every part of a folder is a folder and none a link out of the tree."""
        if folder not in self._real:
            parent = folder.rpartition("/")[0]
            place = self._at(folder)
            self._real[folder] = (
                self._is_real(parent) and os.path.isdir(place) and not os.path.islink(place)
            )
        return self._real[folder]
