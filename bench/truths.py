"""Finds references that went stale in one commit and were mended in a later one.

Nothing of Postil decides here: a thing ends in a commit (its definition line is removed and
no line of the tree defines it any more, or its file is gone and no file has its name), another
file keeps a line that names it and was there before, and a later commit edits that very line so that it no longer does.
"""

from __future__ import annotations

import difflib
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from diffs import Edit, Step, steps

MOST_COMMITS_LATER = 600
MOST_DAYS_LATER = 365
MOST_FILES = 12
"""A name in more files than this is a word, not a leftover."""
MOST_ENDED = 80
"""A commit that ends more names than this is a rewrite; its leftovers are not followed."""

_DEFINES = re.compile(
    r"(?:^|[\s(;{])(?:def|class|function|func|fn|struct|enum|trait|interface|module|type|macro_rules!"
    r"|#\s*define|namespace|record|union|typedef|const)\s+"
    r"(?:\([^)]{0,80}\)\s*|self\.|\w*::|&|mut\s+|async\s+"
    r"|[A-Z][A-Z0-9_]{3,40}\s+(?!extends\b|implements\b|where\b)(?=[A-Za-z_]))?"
    r"(?P<name>[A-Za-z_]\w{4,60})\b"
)
_TEMPLATE_PARAMETER = re.compile(r"<[^<>]{0,200},\s*$")
_ALIAS = re.compile(r"^\s*using\s+(?P<name>[A-Za-z_]\w{4,60})\s*=")
_PRIVATE = re.compile(r"^\s*(?:static\s+|async\s+)*#(?P<name>[A-Za-z_]\w{4,60})\s*[(=;]")
_PROPERTY = re.compile(r"\b(?P<name>[A-Za-z_]\w{4,60})\s*\{\s*(?:get|set|init)\b")
_MADE_BY_MACRO = re.compile(r"^\s*(?:define|impl|make|declare|gen)\w*!\((?P<names>[^;]{1,400})")
_GROUPED = re.compile(r"^\s+(?P<name>[A-Za-z_]\w{4,60})\s+(?:struct|interface|func)\b")
_PLAIN_C = re.compile(r"^[A-Za-z_][\w\s*&<>:,]{1,120}?[\s*&](?P<name>[A-Za-z_]\w{4,60})\s*\(")
_ALONE = re.compile(r"^(?P<name>[A-Za-z_]\w{4,60})\((?!.*;\s*$)")
"""A function of C whose type stands on the line before."""
_C = re.compile(r"\.(?:c|h|cc|cpp|hpp)$")
_BODY = re.compile(
    r"^\s*(?!return\b|else\b|new\b|throw\b|case\b)(?:[\w<>\[\],.:*&?]+\s+){1,6}"
    r"(?P<name>[A-Za-z_]\w{4,60})\s*\([^;]{0,300}\{\s*$"
)
_METHOD = re.compile(
    r"^\s*(?:[A-Z][A-Z0-9_]{3,40}\s+)?(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async"
    r"|synchronized|export|inline|constexpr|extern|void)\s+)+[\w<>\[\],.?: *&@]{0,120}?\b"
    r"(?P<name>[A-Za-z_]\w{4,60})(?:<[^>]{0,60}>)?\s*(?:\(|=|;|\{|$)"
)
_CONSTANT = re.compile(
    r"^(?:(?:export|pub|static|let|var|val|mut)\s+)*(?P<name>[A-Za-z_]\w{4,60})(?:\s*:[^=]{1,80})?\s*=[^=]"
    r"|^\s{1,8}(?P<upper>[A-Z][A-Z0-9_]{4,60})(?:\s*:[^=]{1,80})?\s*=[^=]"
)
_FLAG = re.compile(r"[\"'](?:-\w, ?)?(?P<name>--[a-z][a-z0-9]{1,20}-[a-z0-9-]{2,40})[\"' =<\[]")
_WORD = re.compile(r"--[a-z][a-z0-9-]{4,50}|[A-Za-z_]\w{4,60}")
_NAMED_FILE = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)*")
_COINED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]|^--")
_CODE = re.compile(
    r"\.(?:py|js|jsx|mjs|cjs|ts|tsx|mts|go|rs|rb|java|kt|php|c|h|cc|cpp|hpp|cs|sh|vue|svelte)$"
)
_SCRIPT = re.compile(r"\.(?:js|jsx|mjs|cjs|ts|tsx|mts|cts|vue|svelte)$")
_TELLS_HISTORY = re.compile(
    r"(?:^|/)(?:dist|build|out)/|change|history|release|news|migrat|upgrad|deprecat|vendor|node_modules|third_party|fixture"
    r"|snapshot|\.snap$|\.lock$|-lock\.|go\.sum|\.min\.|generated|baseline|blog|_posts|translations"
    r"|authors|contributors|whatsnew|announce|\.svg$|\.po$|\.csv$|\.gitignore|mailmap",
    re.IGNORECASE,
)
_SPEAKS_OF_PAST = re.compile(
    r"deprecat|renamed|removed|formerly|no longer|used to|legacy|backward|instead of|old |previous"
    r"|migrat|compat|alias",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|\w[_-]\w")
_BEFORE_PATH = frozenset({"", *" \t\"'`(/[=<:,"})
_SHORTEST_NAME = 6
_ALIKE = 0.5
_SMALL_FIX = 60
_WIDEST = 2_000


@dataclass(frozen=True)
class Ended:
    """A thing that a commit took away."""

    kind: str
    token: str
    commit: str
    index: int
    moment: int
    path: str


@dataclass(frozen=True)
class Truth:
    """A stale reference: who left it, where it stood, who mended it."""

    kind: str
    token: str
    introduced: str
    mended: str
    path: str
    line: str
    message: str


class Miner:
    """Walks one history once and keeps what ended, so that later edits can be held against it."""

    def __init__(self, repository: Path) -> None:
        self.repository = repository
        self.ended: dict[str, Ended] = {}

    def mine(self, count: int) -> Iterator[Truth]:
        seen: set[tuple[str, str]] = set()
        lines: set[tuple[str, str, str]] = set()
        for index, step in enumerate(steps(self.repository, count)):
            for ended, edit, line in self._mended(step, index):
                key, place = (ended.commit, ended.token), (ended.commit, edit.old, line)
                if key in seen or place in lines or not self._holds(ended, edit, line, step):
                    continue
                seen.add(key)
                lines.add(place)
                yield Truth(
                    kind=ended.kind,
                    token=ended.token,
                    introduced=ended.commit,
                    mended=step.commit,
                    path=edit.old,
                    line=line.strip(),
                    message=step.message,
                )
            self._remember(step, index)

    def _mended(self, step: Step, index: int) -> Iterator[tuple[Ended, Edit, str]]:
        """Removed lines of this step that name something that ended not long ago."""
        for edit in step.edits:
            if edit.status not in ("M", "R") or _TELLS_HISTORY.search(edit.old):
                continue
            kept = {token for line in edit.added for token in _tokens(line)}
            for line in edit.removed:
                for token in sorted(_tokens(line) - kept):
                    ended = self.ended.get(token)
                    if (
                        ended is not None
                        and index - ended.index <= MOST_COMMITS_LATER
                        and step.moment - ended.moment <= MOST_DAYS_LATER * 86_400
                        and not _SPEAKS_OF_PAST.search(line)
                        and _is_mending(line, edit)
                    ):
                        yield ended, edit, line

    def _remember(self, step: Step, index: int) -> None:
        found = list(_ended_names(step))
        found = [] if len(found) > MOST_ENDED else found
        for kind, token, path in [*found, *_ended_files(step)]:
            self.ended[token] = Ended(kind, token, step.commit, index, step.moment, path)

    def _holds(self, ended: Ended, edit: Edit, line: str, step: Step) -> bool:
        """Whether the line was stale from the one commit to the other."""
        tree = TreeAt(self.repository, ended.commit)
        text = tree.read(edit.old)
        if text is None or line not in text.split("\n"):
            return False
        if not self._was_there(ended, line):
            return False
        if ended.kind == "path" and not _means_file(ended, line):
            return False
        if ended.kind == "symbol" and _is_in_file_name(ended.token, line, tree):
            return False
        if f"std::{ended.token}" in line:
            return False
        if not self._is_ancestor(ended.commit, step.commit):
            return False
        before = TreeAt(self.repository, f"{step.commit}^")
        after = TreeAt(self.repository, step.commit)
        return all(
            _is_gone(ended, edit.old, moment) for moment in (tree, before)
        ) and not _lives_on(ended, after)

    def _was_there(self, ended: Ended, line: str) -> bool:
        """Whether the line was left behind: a commit that writes it means what it writes."""
        before = TreeAt(self.repository, f"{ended.commit}^")
        word = ended.token.rpartition("/")[2]
        return any(text == line[:_WIDEST] for _, text in before.lines_with(word))

    def _is_ancestor(self, older: str, newer: str) -> bool:
        return _git(self.repository, "merge-base", "--is-ancestor", older, newer) is not None


@dataclass(frozen=True)
class TreeAt:
    """One commit's files, asked by git alone."""

    repository: Path
    commit: str

    def read(self, path: str) -> str | None:
        return _git(self.repository, "cat-file", "-p", f"{self.commit}:{path}")

    def lines_with(self, token: str) -> list[tuple[str, str]]:
        """Path and text of each line that holds the token as a word."""
        found = _git(self.repository, "grep", "-IwF", "--no-color", "-e", token, self.commit, "--")
        rows = [row.partition(":")[2].partition(":") for row in (found or "").split("\n") if row]
        return [(path, text[:_WIDEST]) for path, _, text in rows]

    @cached_property
    def paths(self) -> tuple[str, ...]:
        listed = _git(self.repository, "ls-tree", "-r", "--name-only", self.commit) or ""
        return tuple(listed.split("\n"))


def _git(repository: Path, *arguments: str) -> str | None:
    done = subprocess.run(
        ["git", "-C", str(repository), *arguments],
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return done.stdout if done.returncode == 0 else None


def _is_gone(ended: Ended, path: str, tree: TreeAt) -> bool:
    """Whether nothing in the tree is that thing, and few enough places still name it."""
    if ended.kind == "path":
        return not any(f"/{path}".endswith(f"/{ended.token}") for path in tree.paths)
    if ended.kind == "folder":
        return not any(path.startswith(f"{ended.token}/") for path in tree.paths)
    lines = tree.lines_with(ended.token)
    if len({place for place, _ in lines if not _TELLS_HISTORY.search(place)}) > MOST_FILES:
        return False
    return not any(
        ended.token in _defined(text)
        or (_C.search(place) and (alone := _ALONE.match(text)) and alone["name"] == ended.token)
        or (place == path and _binds(ended.token, place, text))
        for place, text in lines
    )


def _lives_on(ended: Ended, tree: TreeAt) -> bool:
    """Whether code goes on using the name after the mending: then it means something else too."""
    return ended.kind == "symbol" and any(
        _CODE.search(place) and not _TELLS_HISTORY.search(place)
        for place, _ in tree.lines_with(ended.token)
    )


def _is_in_file_name(token: str, line: str, tree: TreeAt) -> bool:
    """Whether the line names a file that is called like the thing and stands in the tree."""
    files = set(re.findall(rf"\b{re.escape(token)}(?:\.\w{{1,10}})+", line))
    return any(path.rpartition("/")[2] in files for path in tree.paths)


def _means_file(ended: Ended, line: str) -> bool:
    """Whether a file name can only be this file: coined from several words, or with its folder."""
    if "/" in ended.token:
        at = f" {line}".find(ended.token)
        return line[max(at - 1, 0) : at] in _BEFORE_PATH or ended.path in line
    return _COMPOUND.search(ended.token.partition(".")[0]) is not None


def _binds(token: str, place: str, text: str) -> bool:
    """Whether a line gives the name a meaning of its own: a value, a key, a macro's first word."""
    keyed = r"|\??:\s*[\w{\[\"'(]" if _SCRIPT.search(place) else ""
    name = re.escape(token)
    given = rf"\b{name}\b\s*(?::=|=(?!=){keyed})|!\(\s*{name},"
    bound = rf"(?:^|[(,|])\s*{name}\s*:\s*[\w&]|\b(?:def|fn|func|function)\b[^#]*[(,]\s*{name}\b|\({name}\)\s*=>"
    taken = rf"\bimport\s+(?:\w+\s*,\s*)?{name}\b"
    typed = rf"[(,]\s*(?:final\s+)?(?!(?:new|await|return|not|const|struct|typeof)\b)[\w<>\[\].?]+\s+{name}\s*[,)]"
    return re.search(f"{given}|{taken}|{bound}|{typed}", text) is not None


def _ended_names(step: Step) -> Iterator[tuple[str, str, str]]:
    removed: dict[str, str] = {}
    kept: set[str] = set()
    for edit in step.edits:
        if not _CODE.search(edit.old) or _TELLS_HISTORY.search(edit.old):
            continue
        for line in edit.removed:
            removed.update(dict.fromkeys(_defined(line), edit.old))
        for line in edit.added:
            kept |= _defined(line)
    for name, path in removed.items():
        if name not in kept and _COINED.search(name):
            yield "option" if name.startswith("--") else "symbol", name, path


def _defined(line: str) -> set[str]:
    names = {
        match["name"]
        for match in _DEFINES.finditer(line)
        if not _TEMPLATE_PARAMETER.search(line[: match.start() + 1])
    }
    names |= {match["name"] for match in _PROPERTY.finditer(line)}
    made = _MADE_BY_MACRO.match(line)
    names |= set(_WORD.findall(made["names"])) if made else set()
    for pattern in (_METHOD, _CONSTANT, _GROUPED, _PLAIN_C, _BODY, _ALIAS, _PRIVATE):
        match = pattern.match(line)
        if match is not None:
            names.add(next(name for name in match.groups() if name))
    if re.search(r"argument\(|option|Option|flag|Flag|long|param", line) or re.match(
        r"\s*[\"']--", line
    ):
        names |= {match["name"] for match in _FLAG.finditer(line)}
    return names


def _ended_files(step: Step) -> Iterator[tuple[str, str, str]]:
    """Files that left their place, by name and by name with folder; and the folders they left."""
    fresh = {edit.new.rpartition("/")[2] for edit in step.edits if edit.status in ("A", "R")}
    for edit in step.edits:
        *folders, name = edit.old.split("/")
        gone = edit.status == "D" or (edit.status == "R" and edit.old != edit.new)
        if not gone or _TELLS_HISTORY.search(edit.old) or len(name) < _SHORTEST_NAME:
            continue
        if name not in fresh and "." in name.strip("."):
            yield "path", name, edit.old
        if folders:
            yield "path", f"{folders[-1]}/{name}", edit.old
        if len(folders) > 1:
            yield "folder", "/".join(folders), edit.old


def _tokens(line: str) -> set[str]:
    """Names, and file names with and without their folder, of one line."""
    found = set(_WORD.findall(line))
    for token in _NAMED_FILE.findall(line):
        *folders, name = token.split("/")
        if "." in name.strip("."):
            found.add(name.strip("."))
        if folders:
            found.add("/".join((folders[-1], name)).rstrip("."))
            found.add(token.rstrip("/.*"))
    return found


def _is_mending(line: str, edit: Edit) -> bool:
    """Whether the edit looks like one about this line: swapped in place, or a small removal."""
    if any(
        difflib.SequenceMatcher(None, line.strip(), other.strip()).ratio() >= _ALIKE
        for other in edit.added[:40]
    ):
        return True
    return len(edit.removed) <= _SMALL_FIX
