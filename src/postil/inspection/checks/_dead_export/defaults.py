"""Finds new JavaScript files whose default export nobody takes, in folders whose files are imported by path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_test
from postil.domain.paths.names import words
from postil.inspection.checks._dead_export.conventions import (
    family_of,
    is_conventional,
    is_ours,
    is_registered,
    is_silent,
    is_watched,
)
from postil.inspection.checks._dead_export.loading import is_loaded_whole, may_mean, needles
from postil.inspection.checks._dead_export.offers import Offer, offers_in
from postil.inspection.checks._dead_export.placed import has_loader, is_placed
from postil.inspection.checks._dead_export.users import Users, module_word
from postil.inspection.standing import ancestors
from postil.ports import Hits, Tree

_MOST_FILES = 40
_MOST_BESIDE = 6
_MOST_FORGOTTEN = 2
"""Files without a user from which on more was drawn up than is wired yet."""
_SHORTEST = 4
_LONGEST_LINE = 20_000
_MOST_CHARACTERS = 500_000
_DEFAULT = re.compile(
    r"^(?:export default|module\.exports =) (?:async )?"
    r"(?:(?:React\.)?(?:memo|forwardRef|observer|with[A-Z]\w{0,60}|connect|inject|compose)"
    r"(?:\((?:[^()\n]|\([^()\n]{0,80}\)){0,200}\))?\(){0,3}"
    r"(?:function |class )?"
    r"([A-Za-z_]\w{0,80})(?=[ (;){<\r\n]|\Z)",
    re.MULTILINE,
)
_ANY_DEFAULT = re.compile(r"^(?:export default\b|module\.exports = (?!\{))", re.MULTILINE)
_ANY_NAMED = re.compile(r"^export (?:async )?(?:function|const|class) ", re.MULTILINE)
_LITERAL = re.compile(r"[\"'`]([^\"'`\n]{1,300})[\"'`]")
_WORD = re.compile(r"\w+")
_LOADED_BY_PLACE = frozenset(
    words(
        "app theme themes models model controllers commands cmds events listeners subscribers jobs"
        " cron tasks rules seeds seeders factories collections resolvers extensions modules blocks"
        " widgets locales lang i18n icons slides posts emails adapters initializers wrappers public"
    )
)
"""Folders whose files a framework or a loader of the project takes by where they lie."""
_FOR_OTHERS = ("main", "module", "exports", "types", "typings", "bin", "files", "publishConfig")
_LOOKS = (".css", ".scss", ".sass", ".less", ".styl", ".html", ".vue", ".svelte", ".json")
"""How files end that a program is made of beside its code."""
_CHOSEN_LATER = ("import(`", "require(`")
"""How a file is loaded whose name is put together when the program runs."""


@dataclass
class Defaults:
    """A change, the tree before it, and who uses what after it."""

    change: Change
    base: Tree
    users: Users
    known: dict[str, tuple[Offer, ...]] = field(default_factory=dict)

    def offers(self) -> list[Offer]:
        """The default exports of new files that are named like their file and export nothing else."""
        fresh = (file for file in self.change.files if self._is_candidate(file))
        found = (self._offer(file.path) for file in islice(fresh, _MOST_FILES))
        return [offer for offer in found if offer is not None and self._beside(offer)]

    def needles(self, offers: Sequence[Offer]) -> frozenset[str]:
        """What to search for to learn who takes those files, and those beside them."""
        asked = [one for offer in offers for one in (offer, *self._beside(offer))]
        names = {offer.name for offer in offers}
        later = _CHOSEN_LATER if asked else ()
        paths = (_paths(one.path) for one in asked)
        return frozenset({*names, *later}).union(*map(needles, offers), *paths)

    def forgotten(self, offers: Iterable[Offer], found: Mapping[str, Hits]) -> list[Offer]:
        """Those that no file speaks of, while every older file beside them is imported by its path."""
        if any(hit for mark in _CHOSEN_LATER for hit in found.get(mark, Hits()).hits):
            return []
        dead = [
            offer
            for offer in offers
            if not self._is_named(offer, found)
            and not is_loaded_whole(offer, found, self.users)
            and all(self._is_imported(one, found) for one in self._beside(offer))
        ]
        return dead if len(dead) <= _MOST_FORGOTTEN else []

    def _is_candidate(self, file: ChangedFile) -> bool:
        path = file.path
        *folders, _ = path.split("/")
        return (
            file.status is FileStatus.ADDED
            and family_of(path) == "javascript"
            and (is_watched(path) or (is_placed(path) and not has_loader(path, self.users.head)))
            and _LOADED_BY_PLACE.isdisjoint(folder.lower() for folder in folders)
            and not any(mark in path for mark in "([$")
            and self._is_of_program(path)
        )

    def _offer(self, path: str) -> Offer | None:
        view = self.users.view(path)
        found = list(_DEFAULT.finditer(view.text[:_MOST_CHARACTERS])) if view is not None else []
        if view is None or len(found) != 1:
            return None
        name, line = found[0][1], view.text.count("\n", 0, found[0].start()) + 1
        if not offers_in(path, view.text).keys() <= {name}:
            return None
        alike = re.sub(r"[-_]", "", module_word(path)).lower() == name.replace("_", "").lower()
        if not alike or len(name) < _SHORTEST or is_conventional(name) or name in self._removed:
            return None
        defined = [one for one in view.definitions if one.name == name and not one.owner]
        if not defined or is_registered(view.lines, defined[0].line, family="javascript"):
            return None
        text = view.lines[line - 1]
        end_line = max(line, defined[0].end_line)
        return Offer(name=name, path=path, line=line, text=text, end_line=end_line, is_default=True)

    @cached_property
    def _removed(self) -> frozenset[str]:
        """Every word of the removed lines: what is among them was moved, or is used no more."""
        return frozenset(
            word
            for file in self.change.files
            for _, text in file.removed
            for word in _WORD.findall(text[:_LONGEST_LINE])
        )

    def _is_of_program(self, path: str) -> bool:
        """Whether nobody installs the package, and the change works on more of it than new files."""
        for folder in ancestors(path.rpartition("/")[0]):
            start = f"{folder}/" if folder else ""
            text = self.users.head.read(f"{start}package.json")
            if text is not None:
                is_whole = bool(self.change.request) or len(self.change.commits) > 1
                return _is_kept(text[:_MOST_CHARACTERS]) and (
                    is_whole or any(self._is_work(file, start) for file in self.change.files)
                )
        return False

    def _is_work(self, file: ChangedFile, start: str) -> bool:
        """Whether something of the package is changed that runs or is shown; a manifest is neither."""
        path = file.path
        if file.status is not FileStatus.MODIFIED or not path.startswith(start) or is_test(path):
            return False
        inside = path.removeprefix(start)
        # What lies beside a manifest, or out of sight, are settings of tools.
        is_setting = inside.startswith(".") or (inside.endswith(".json") and "/" not in inside)
        is_look = path.endswith(_LOOKS) and not is_setting
        return is_watched(path) or is_placed(path) or is_look

    def _beside(self, offer: Offer) -> tuple[Offer, ...]:
        """Some older files that have a default export too, in the folder or around a new one.

        Where there is none, others of the folder tell whether its files are imported by their path.
        """
        if offer.folder not in self.known:
            own = self._by_folder.get(offer.folder, [])
            around = [] if any(map(self.base.exists, own)) else self._around(offer.folder)
            found = self._older([*own, *around], _ANY_DEFAULT)
            self.known[offer.folder] = found or self._older(own, _ANY_NAMED)
        return self.known[offer.folder]

    def _around(self, folder: str) -> list[str]:
        """The files of the folder above, and of all folders beside."""
        above = folder.rpartition("/")[0]
        if not above:
            return []
        return [
            path
            for other, paths in self._by_folder.items()
            if other == above or (other != folder and other.rpartition("/")[0] == above)
            for path in paths
        ]

    def _older(self, paths: Iterable[str], exported: re.Pattern[str]) -> tuple[Offer, ...]:
        older = (one for path in paths for one in self._old(path, exported))
        return tuple(islice(older, _MOST_BESIDE))

    def _old(self, path: str, exported: re.Pattern[str]) -> Iterator[Offer]:
        is_code = is_ours(path) and family_of(path) == "javascript"
        view = self.users.view(path) if is_code and self.base.exists(path) else None
        if view is None or not exported.search(view.text):
            return
        name = module_word(path)
        if _stem(path) == "index" and not _is_named_default(view.text, name):
            return
        yield Offer(name=name, path=path, line=1, text="", end_line=1, is_default=True)

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.users.head.paths()):
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def _is_named(self, offer: Offer, found: Mapping[str, Hits]) -> bool:
        """Whether any other file speaks of the export or of its file, in code or not."""
        asked = (offer.name, *_paths(offer.path))
        hits = [found.get(needle, Hits()) for needle in asked]
        return any(one.total > len(one.hits) for one in hits) or any(
            hit.path != offer.path and not is_silent(hit.path) for one in hits for hit in one.hits
        )

    def _is_imported(self, offer: Offer, found: Mapping[str, Hits]) -> bool:
        """Whether code that is no test takes a file by its path."""
        return any(
            may_mean(literal, hit.path.rpartition("/")[0], offer)
            for needle in _paths(offer.path)
            for hit in found.get(needle, Hits()).hits
            if hit.path != offer.path and not is_test(hit.path) and not is_silent(hit.path)
            for literal in _LITERAL.findall(hit.text[:_LONGEST_LINE])
        )


def _paths(path: str) -> list[str]:
    """What a file is imported by, as it is spelled."""
    stem = module_word(path)
    return [f"/{stem}'", f'/{stem}"', f"/{stem}`", f"/{stem}.", f'"{stem}"', f"'{stem}'"]


def _is_named_default(text: str, name: str) -> bool:
    """Whether the index of a folder is what the folder is called after, and no list of its files."""
    found = _DEFAULT.search(text[:_MOST_CHARACTERS])
    return found is not None and found[1].lower() == re.sub(r"[-_]", "", name).lower()


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _is_kept(manifest: str) -> bool:
    """Whether a package is private, or has nothing that others could take."""
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return False
    if not isinstance(package, dict):
        return False
    return package.get("private") is True or not any(key in package for key in _FOR_OTHERS)
