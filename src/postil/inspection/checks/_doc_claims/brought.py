"""Names that a sample of a document takes out of our own package, and whether that has them."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.documents import LONGEST_LINE
from postil.ports import Hits, Tree

_SCRIPT = re.compile(
    r"\A\s{0,16}(?:import (?:type )?(?:\w{1,60}, )?\{([^{}\n]{1,400})\} from"
    r"|(?:const|let|var) \{([^{}\n]{1,400})\} = (?:await )?(?:require|import)\() ?[\"']([\w@./-]{1,120})[\"']"
)
_PYTHON = re.compile(
    r"\A\s{0,16}(?:>>> )?from ([A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){0,6}) import \(?([\w, ]{1,400})\)?\s{0,4}(?:#|\Z)"
)
_OTHER_TIMES = re.compile(
    r"\b(?:before|old(?:er)?|previous(?:ly)?|formerly|removed?|deprecat\w{1,4}|no longer|instead of|used to|legacy"
    r"|will|planned|future|upcoming|proposal|not yet|wrong|bad|incorrect|invalid)\b|❌",
    re.IGNORECASE,
)
_NAME = re.compile(r"\A(?:type )?([A-Za-z_$][\w$]{2,80})(?: (?:as|:) ?\w{1,80}|: ?\w{1,80})?\Z")
_HANDS_ON = re.compile(r"^\s{0,8}export \* (?:as \w{1,80} )?from [\"'](?!\.)", re.MULTILINE)
_ENTRIES = ("index.ts", "index.tsx", "index.js", "index.mjs", "index.cjs", "index.mts", "main.ts")
_FOLDERS = ("", "src", "lib", "source")
_ABOVE = 8
_MOST_MANIFESTS = 60
_TOO_LARGE = 200_000


def brings(line: str) -> bool:
    """Whether a line of a sample takes names out of a package."""
    text = line[:LONGEST_LINE]
    return ("import" in text and (_PYTHON.match(text) is not None)) or _SCRIPT.match(
        text
    ) is not None


def of_other_times(above: Sequence[str], line: str) -> bool:
    """Whether a sample is one of what was, will be or should not be."""
    return any(map(_OTHER_TIMES.search, (*above[-_ABOVE:], line)))


def from_scripts(line: str) -> Iterator[tuple[str, str]]:
    """The package and the name of each, in JavaScript and its kin."""
    found = _SCRIPT.match(line[:LONGEST_LINE])
    for entry in (found[1] or found[2]).split(",") if found is not None else ():
        name = _NAME.match(entry.strip())
        if found is not None and name is not None:
            yield found[3], name[1]


def from_python(line: str) -> Iterator[str]:
    """The full name of each, in Python."""
    found = _PYTHON.match(line[:LONGEST_LINE])
    for entry in found[2].split(",") if found is not None else ():
        name = entry.strip().partition(" ")[0]
        if found is not None and name:
            yield f"{found[1]}.{name}"


@dataclass(frozen=True)
class Packages:
    """The packages of JavaScript that a tree makes."""

    head: Tree
    found: Mapping[str, Hits]

    def lack(self, package: str, name: str) -> bool:
        """Whether a package is ours, its sources are here, and no source of the tree has the name."""
        folder = self._folders.get(package)
        hits = self.found[name]
        if folder is None or hits.total > len(hits.hits) or self._is_open(folder):
            return False
        return all(paths.is_doc(hit.path) for hit in hits.hits)

    def _is_open(self, folder: str) -> bool:
        """Whether the package may have more than its sources tell: they are made, or another's."""
        spots = [posixpath.join(folder, inner, name) for inner in _FOLDERS for name in _ENTRIES]
        entries = [spot for spot in spots if self.head.exists(spot)]
        texts = [self.head.read(entry) or "" for entry in entries]
        return not entries or any(map(_HANDS_ON.search, texts))

    @cached_property
    def _folders(self) -> dict[str, str]:
        manifests = [
            path
            for path in self.head.paths()
            if posixpath.basename(path) == "package.json" and not paths.is_vendored(path)
        ]
        manifests.sort(key=lambda path: (path.count("/"), path))
        found: dict[str, str] = {}
        for path in manifests[:_MOST_MANIFESTS]:
            found.setdefault(_named(self.head.read(path) or ""), posixpath.dirname(path))
        found.pop("", None)
        return found


def _named(manifest: str) -> str:
    if len(manifest) > _TOO_LARGE:
        return ""
    try:
        read = json.loads(manifest)
    except (ValueError, RecursionError):
        return ""
    name = read.get("name") if isinstance(read, Mapping) else None
    return name if isinstance(name, str) else ""
