"""How a thing that moved was called from elsewhere, and which lines still call it that."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._refactor_audit.moves import Move, Moves
from postil.inspection.checks._refactor_audit.pointers import only_used, points_at
from postil.ports import Hit, Tree
from postil.syntax import Form, Role, definitions, references, role_at, supports

LONGEST_LINE = 20_000
_PACKAGE = re.compile(r"^[ \t]{0,20}(?:package|namespace)[ \t]{1,8}([\w.\\]{1,300})", re.MULTILINE)
_PACKAGED = frozenset({"java", "kotlin", "scala", "groovy", "php"})
_ROOTS = ("src.", "lib.", "python.")
_PAST = re.compile(
    r"\b(?:renamed?|formerly|previous(?:ly)?|deprecated?|removed?|replaced?|legacy|no longer"
    r"|used to|migrat\w{1,6}|moved|originally|was)\b",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    r"(?:^|[/_.-])(?:migrat|upgrad|releas|histor|archiv|news|adr|decision|rfcs?(?:[/_.-]|$)|proposal|post-?mortem"
    r"|blog|_?posts/|minutes|meeting|journal|what'?s-?new|\d{4}-\d{2}-\d{2})|(?:^|/)\d{4}-[a-z][\w-]{0,200}\.\w{1,8}$",
    re.IGNORECASE,
)
"""Documents of one day, as also those of a numbered series are."""
_ALL_OF_ANOTHER = {
    "python": re.compile(
        r"^[ \t]{0,20}from[ \t]{1,8}[\w.]{1,200}[ \t]{1,8}import \*", re.MULTILINE
    ),
    "rust": re.compile(r"\bpub(?:\([a-z ]{1,20}\))? use [\w:]{1,200}::\*"),
}
"""How a file hands on all that another one has."""
_SHORTEST = 4
_FILLED = ("{", "<%", "<?", "T(")
"""What a page holds that a program fills in."""
_TOP = 12
"""Lines in which a page can say who wrote it."""
_MOST_NAMESAKES = 100
"""Files that are looked at for another owner of the same name."""
_DOTTED = frozenset({"python", "javascript", "typescript", "tsx"})
"""Languages in which a module goes by the name of its file."""
_OWNING = ("#", ".", "::")
_QUOTES = ("'", '"')
_CRATE_ROOTS = ("main.rs", "lib.rs")


@dataclass(frozen=True, slots=True)
class Mention:
    """A line that still names the old place; `breaks` when a machine will follow it."""

    hit: Hit
    named: str
    breaks: bool


@dataclass(frozen=True)
class Homes:
    """One move, and the names its old place gave it.

    `is_used` when the old file still uses the thing: then only words that place it there are wrong.
    """

    move: Move
    base: Tree
    head: Tree
    classes: frozenset[str] = frozenset()
    is_used: bool = False

    @cached_property
    def qualified(self) -> tuple[str, ...]:
        """The full names of the thing in its old place that its new place does not give it."""
        if self.move.old.definition.owner or (self._is_python and self._is_file_gone):
            return ()
        hands_on = _ALL_OF_ANOTHER.get(paths.language_of(self.heir) or "")
        if hands_on is not None and hands_on.search(self.head.read(self.heir) or ""):
            return ()
        old, new = self.move.old, self.move.new
        after, before = _prefixes(new.path, self.head), _prefixes(old.path, self.base)
        return tuple(prefix + old.name for prefix in before if prefix not in after)

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """What people write beside or before the name: the old file, or the old owner."""
        old, new = self.move.old, self.move.new
        owner, name = old.definition.owner, old.name
        if owner:
            is_elsewhere = owner != new.definition.owner and owner in self.classes
            return tuple(f"{owner}{mark}{name}" for mark in _OWNING) if is_elsewhere else ()
        if self._is_file_gone:
            return ()
        file = old.path.rpartition("/")[2]
        if file == new.path.rpartition("/")[2]:
            return (old.path,) if "/" in old.path else ()
        stem = file.partition(".")[0]
        dotted = (f"{stem}.{name}",) if paths.language_of(old.path) in _DOTTED else ()
        return (*_endings(old.path), *dotted)

    @property
    def _is_file_gone(self) -> bool:
        """Whether the file itself is gone: then what names it is told without us."""
        return not self.head.exists(self.heir)

    @cached_property
    def heir(self) -> str:
        """The file that answers for the old one: itself, or the other shape of the same module."""
        return _successor(self.move.old.path, self.head)

    def mentions(self, hits: tuple[Hit, ...]) -> Iterator[Mention]:
        mentions = list(self._spelled(hits))
        if not (mentions and self.move.old.definition.owner and self._has_namesake(hits)):
            yield from mentions

    def _spelled(self, hits: tuple[Hit, ...]) -> Iterator[Mention]:
        """The lines that name the old place, whatever else may be called like it."""
        for hit in hits:
            if len(hit.text) > LONGEST_LINE or is_left_alone(hit.path):
                continue
            named = self._named(hit)
            if named is None or is_of_past(hit.text) or self._is_of_other_crate(hit, named):
                continue
            if is_written_out(hit.path, self.head):
                continue
            role = self._role(hit, named)
            if self.is_used:
                if role in (Role.COMMENT, Role.PROSE) and self._is_placed(hit, named):
                    yield Mention(hit, named, breaks=False)
            elif role in (Role.COMMENT, Role.PROSE) or (
                role is Role.STRING and _is_told(hit.text, named)
            ):
                yield Mention(hit, named, breaks=False)
            elif named in self.qualified and (role is Role.STRING or not self._is_python):
                yield Mention(hit, named, breaks=True)

    def _is_placed(self, hit: Hit, named: str) -> bool:
        """Whether the line says that the thing stands in the old file."""
        old = self.move.old
        return hit.path != old.path and points_at(hit.text, named, old.name)

    def _has_namesake(self, hits: tuple[Hit, ...]) -> bool:
        """Whether another owner of the same name still has it: texts may speak of that one."""
        old = self.move.old.definition
        spots = sorted(
            {hit.path for hit in hits if supports(hit.path) and not paths.is_test(hit.path)}
        )
        texts = ((path, self.head.read(path) or "") for path in spots[:_MOST_NAMESAKES])
        return any(
            found.owner == old.owner and found.name == old.name
            for path, text in texts
            if old.owner in text
            for found in definitions(path, text)
        )

    def _named(self, hit: Hit) -> str | None:
        """Which name of the old place the line spells, the longest first."""
        if self.move.new.path.rpartition("/")[2] in hit.text:
            return None
        known = (*self.qualified, *self.spoken)
        return next((name for name in known if holds(hit.text, name)), None)

    def _is_of_other_crate(self, hit: Hit, named: str) -> bool:
        """Whether `crate` means another one in the file, which may have a thing of that name."""
        old = self.move.old.path
        is_counted = named.startswith("crate::")
        return is_counted and _crate(hit.path, self.head) != _crate(old, self.base)

    def _role(self, hit: Hit, named: str) -> Role:
        if paths.language_of(hit.path) == "html" and not any(mark in hit.text for mark in _FILLED):
            return Role.PROSE
        text = self.head.read(hit.path) or ""
        return role_at(hit.path, text, hit.line, hit.text.find(named))

    @property
    def _is_python(self) -> bool:
        """Python's imports have a check of their own, which sees more than a line."""
        return paths.language_of(self.move.old.path) == "python"


def homes_of(moves: Moves, *, base: Tree, head: Tree) -> list[Homes]:
    """The old places of everything that is the same thing elsewhere and can be looked for."""
    followed = [
        move
        for move in moves.moved
        if move.is_elsewhere and len(move.old.name) >= _SHORTEST and move.is_alike
    ]
    names: dict[str, set[str]] = defaultdict(set)
    for move in followed:
        names[move.old.path].add(move.old.name)
    kept = {path: _kept(_successor(path, head), wanted, head) for path, wanted in names.items()}
    used = {path: only_used(path, head.read(path) or "", names) for path, names in kept.items()}
    found: list[Homes] = []
    for move in followed:
        path, name = move.old.path, move.old.name
        if path == move.new.path or name not in kept[path]:
            found.append(Homes(move, base, head, moves.classes))
        elif name in used[path] and not move.old.definition.owner:
            found.append(Homes(move, base, head, moves.classes, is_used=True))
    return found


def _kept(path: str, names: set[str], head: Tree) -> set[str]:
    """The names that the file they left still has to offer, as after an import back.

    What is called on another object is not had from here.
    """
    uses = references(path, head.read(path) or "", names)
    return {
        use.name
        for use in uses
        if use.role not in (Role.COMMENT, Role.PROSE)
        and (use.form is not Form.ATTRIBUTE or use.qualifier == "exports")
    }


def _successor(path: str, head: Tree) -> str:
    """The file that stands for a module of Rust or Python: it may be split into a folder, or put together."""
    stem, mark, ending = path.rpartition(".")
    inside = {"rs": "mod", "py": "__init__"}.get(ending, "") if mark else ""
    if not inside:
        return path
    folder = stem.removesuffix(f"/{inside}")
    other = f"{folder}.{ending}" if folder != stem else f"{stem}/{inside}.{ending}"
    return other if not head.exists(path) and head.exists(other) else path


def _is_told(text: str, name: str) -> bool:
    """Whether the string that holds a name is words for people: the name alone, or with more of
    its kind behind it, is what a program knows something by.
    """
    before, _, after = text.partition(name)
    opening = max(before.rfind(quote) for quote in _QUOTES)
    ends = (at for quote in _QUOTES if (at := after.find(quote)) >= 0)
    return " " in before[opening + 1 :] + after[: min(ends, default=len(after))]


def _prefixes(path: str, tree: Tree) -> tuple[str, ...]:
    """What stands before a name when a file of the same language speaks of it from afar."""
    language = paths.language_of(path)
    if language in _PACKAGED:
        found = _PACKAGE.search((tree.read(path) or "")[:LONGEST_LINE])
        mark = "\\" if language == "php" else "."
        return (found[1] + mark,) if found else ()
    stem = path.rpartition(".")[0]
    if language == "python":
        dotted = stem.removesuffix("/__init__").replace("/", ".") + "."
        root = next((root for root in _ROOTS if dotted.startswith(root)), "")
        return (dotted.removeprefix(root),) if "." in dotted[:-1] else ()
    if language == "rust":
        inside = f"/{stem}".removeprefix(_crate(path, tree)).removesuffix("/mod")
        return (f"crate{inside.replace('/', '::')}::",) if inside not in ("/lib", "/main") else ()
    return ()


def _endings(path: str) -> tuple[str, ...]:
    """A path and all that people write of it, the longest first: `a/b/c.py`, `b/c.py`, `c.py`."""
    parts = path.split("/")
    return tuple("/".join(parts[at:]) for at in range(len(parts)))


def _crate(path: str, tree: Tree) -> str:
    """The folder a crate's names are counted from: the nearest one above with a root of its own."""
    folder = path.rpartition("/")[0]
    while folder:
        if any(tree.exists(f"{folder}/{root}") for root in _CRATE_ROOTS):
            return f"/{folder}"
        folder = folder.rpartition("/")[0]
    above, source, _ = f"/{path}".rpartition("/src/")
    return f"{above}/src" if source else ""


def holds(text: str, name: str) -> bool:
    """Whether a name stands in a line, not as a part of a longer one."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if before == "\\" and "\\" in name:
            # A full name of PHP may open with the mark that stands between its words.
            before = text[at - 2 : at - 1] if at > 1 else ""
        if not (before.isalnum() or before in ("_", ".", "\\", "/", "-")) and not (
            after.isalnum() or after == "_"
        ):
            return True
        at = text.find(name, at + 1)
    return False


def is_of_past(text: str) -> bool:
    """Whether a line tells what was, and may name what is gone."""
    return _PAST.search(text) is not None


def is_written_out(path: str, tree: Tree) -> bool:
    """Whether a page says at its top that a program made it of the code."""
    if paths.language_of(path) != "html":
        return False
    return paths.is_generated(path, (tree.read(path) or "").split("\n", _TOP)[:_TOP])


def is_left_alone(path: str) -> bool:
    return (
        paths.is_changelog(path)
        or paths.is_lockfile(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
        or paths.is_snapshot(path)
        or (paths.is_doc(path) and _HISTORY.search(path[:LONGEST_LINE]) is not None)
    )
