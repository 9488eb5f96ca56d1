"""The modules that a Rust file keeps in files of their own, and how rustfmt comes to them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.ports import Tree

_ENDING = ".rs"
_OWN = "mod.rs"
_ROOTS = frozenset({"lib.rs", "main.rs", "build.rs"})
_OUT_OF_LINE = re.compile(r"\bmod[ \t]{1,9}(?:r#)?(\w{1,100})[ \t]{0,9};")
_INLINE = re.compile(r"\bmod[ \t]{1,9}(?:r#)?(\w{1,100})[ \t]{0,9}\{\Z")
_MACRO = re.compile(r"\b(\w{1,100})![ \t]{0,9}\w{0,100}[ \t]{0,9}[({\[]")
_PATH = re.compile(r"\bpath[ \t]{0,9}=[ \t]{0,9}\"([\w./-]{1,200})\"")
# The only macros whose declarations rustfmt reads.
_SEEN_THROUGH = frozenset({"cfg_if", "cfg_match"})
_SKIPPED = "rustfmt::skip"
_MOST_AROUND = 8
_MOST_STEPS = 20


@dataclass(frozen=True, slots=True)
class Declaration:
    """`mod name;` with the inline modules around it and the files that attributes name for it.

    It is hidden where an attribute has it skipped, or where it stands in a call of a macro, into
    which rustfmt does not look.
    """

    name: str
    around: tuple[str, ...]
    files: tuple[str, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class _Block:
    """What opened on a line: an inline module, or a macro, which has no name."""

    indent: int
    name: str


def declarations(text: str) -> Iterator[Declaration]:
    """The modules of a text; what a line belongs to is told by its indentation."""
    blocks: list[_Block] = []
    files: list[str] = []
    skipped = False
    for line in text.split("\n"):
        code = line.partition("//")[0].rstrip()
        bare = code.lstrip()
        if not bare:
            continue
        indent = len(code) - len(bare)
        while blocks and blocks[-1].indent >= indent:
            blocks.pop()
        files += _PATH.findall(bare)
        skipped = skipped or _SKIPPED in bare
        macro = _hiding(bare)
        for found in _OUT_OF_LINE.finditer(bare):
            around = tuple(block.name for block in blocks if block.name)
            hidden = macro or skipped or any(not block.name for block in blocks)
            yield Declaration(found[1], around, tuple(files), hidden)
        opened = _INLINE.search(bare[-250:])
        if opened:
            blocks.append(_Block(indent, opened[1]))
        elif macro:
            blocks.append(_Block(indent, ""))
        if not bare.startswith("#"):
            files.clear()
            skipped = False


def _hiding(code: str) -> bool:
    """Whether a macro begins on the line into which rustfmt does not look."""
    found = None if code.startswith("#") else _MACRO.search(code[:250])
    return found is not None and found[1] not in _SEEN_THROUGH


def stand_ins(path: str, text: str) -> set[str]:
    """Where rustfmt looks for the modules of a file beside which a folder of its name stands."""
    folder, found = posixpath.splitext(path)[0], set()
    for module in declarations(text):
        found.add(f"{folder}/{module.name}{_ENDING}")
        if len(module.around) > _MOST_AROUND:
            continue
        inner = posixpath.join(folder, *module.around)
        found.add(f"{inner}/{module.name}{_ENDING}")
        for file in module.files:
            start = inner if module.around else posixpath.dirname(path)
            place = posixpath.normpath(posixpath.join(start, file))
            if place.endswith(_ENDING) and not place.startswith(("../", "/")):
                found.add(place)
    return found


@dataclass
class Crates:
    """The sources of one tree, as `cargo fmt` walks them from the roots of the crates."""

    tree: Tree
    known: dict[str, tuple[Declaration, ...]] = field(default_factory=dict)

    def are_walked_to(self, path: str) -> bool:
        """Whether no declaration on the way to a file is hidden; what nobody declares is a root."""
        for _ in range(_MOST_STEPS):
            folder, name = posixpath.split(path)
            if name in _ROOTS:
                return True
            own = name == _OWN
            module = posixpath.basename(folder) if own else posixpath.splitext(name)[0]
            place = posixpath.dirname(folder) if own else folder
            above = [
                (parent, declared.hidden)
                for parent in _parents(place)
                for declared in self._declared(parent)
                if declared.name == module and not declared.around and parent != path
            ]
            shown = [parent for parent, hidden in above if not hidden]
            if not shown:
                return not above
            path = shown[0]
        return True

    def _declared(self, path: str) -> tuple[Declaration, ...]:
        if path not in self.known:
            self.known[path] = tuple(declarations(self.tree.read(path) or ""))
        return self.known[path]


def _parents(place: str) -> Iterator[str]:
    """The files that may declare a module which stands in a folder."""
    yield f"{place}{_ENDING}"
    for name in (_OWN, "lib.rs", "main.rs"):
        yield posixpath.join(place, name)
