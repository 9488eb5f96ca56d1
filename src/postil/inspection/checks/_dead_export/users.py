"""Tells whether a file at head uses a name that another file offers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postil.inspection.checks._dead_export.conventions import (
    family_of,
    is_followed,
    is_silent,
)
from postil.inspection.checks._dead_export.offers import Offer
from postil.inspection.checks._dead_export.prose import Prose
from postil.inspection.checks._dead_export.strangers import Strangers
from postil.inspection.standing import join
from postil.ports import Hits, Tree
from postil.syntax import (
    Definition,
    Form,
    Import,
    Occurrence,
    Role,
    definitions,
    imports,
    references,
)

_WORD = re.compile(r"\w+")
_BESIDE_NAMES = frozenset("\"'`./:#,| ")
_SCRIPT_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_INDEXES = ("/index.ts", "/index.tsx", "/index.js", "/index.mjs", "/index.jsx")
_WRITTEN_AS = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_PYTHON_ROOTS = ("", "src/", "lib/", "backend/", "app/", "server/")
_OWN_MEANING = frozenset({Form.DEFINITION, Form.BINDING})


@dataclass(frozen=True)
class View:
    """One file at head, parsed when asked."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        return definitions(self.path, self.text)

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return imports(self.path, self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    def places(self, name: str) -> tuple[Occurrence, ...]:
        return references(self.path, self.text, {name})

    def defines(self, name: str) -> bool:
        return any(
            found.name == name and not found.local and not found.owner for found in self.definitions
        )


def module_word(path: str) -> str:
    """The word that imports of a file end with: its stem, or its folder for the folder's index."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    return folder.rpartition("/")[2] if stem in ("index", "__init__", "mod") else stem


@dataclass
class Users:
    """The files that hold offered names, each read once."""

    head: Tree
    views: dict[str, View | None] = field(default_factory=dict)

    @cached_property
    def strangers(self) -> Strangers:
        return Strangers(self.head)

    @cached_property
    def prose(self) -> Prose:
        return Prose(self.head)

    def view(self, path: str) -> View | None:
        if path not in self.views:
            text = self.head.read(path)
            self.views[path] = None if text is None else View(path, text)
        return self.views[path]

    def any_of(self, offer: Offer, hits: Hits) -> bool:
        """Whether another file takes the name; also when that cannot be told."""
        if hits.total > len(hits.hits):
            return True
        paths = dict.fromkeys(hit.path for hit in hits.hits)
        return any(self._takes(path, offer) for path in paths if path != offer.path)

    def in_own_file(self, offer: Offer) -> bool:
        """Whether the file that offers the name also uses it, outside its definition.

        That saves no default export: without an importer the whole file does not run.
        """
        if offer.is_default:
            return False
        view = self.view(offer.path)
        if view is None:
            return True
        inside = [
            range(found.line, found.end_line + 1)
            for found in view.definitions
            if found.name == offer.at_home and not found.local and not found.owner
        ]
        return any(
            place.role is Role.CODE
            and place.form in (Form.NAME, Form.ATTRIBUTE, Form.UNKNOWN)
            and place.line != offer.line
            and not any(place.line in span for span in inside)
            for place in view.places(offer.at_home)
        )

    def _takes(self, path: str, offer: Offer) -> bool:
        if is_silent(path):
            return False
        view = self.view(path)
        if not is_followed(path):
            return view is None or not self.prose.only_mentions(
                path, view.text, offer.name, offered_in=offer.path
            )
        if view is None:
            return True
        places = view.places(offer.name)
        if any(
            place.role is Role.STRING and _stands_alone(view, place, offer.name) for place in places
        ):
            return True
        if family_of(path) != offer.family:
            return False
        code = [place for place in places if place.role is Role.CODE]
        match offer.family:
            case "go":
                return _go_uses(view, offer, code)
            case "rust":
                return _rust_uses(offer, code)
            case _:
                return any(self._import_uses(view, offer, code))

    def _import_uses(self, view: View, offer: Offer, code: list[Occurrence]) -> Iterator[bool]:
        """For each place of a Python or JavaScript file whether it takes the offered name."""
        entries = [entry for entry in view.imports if offer.name in (entry.name, entry.local)]
        ours = [entry for entry in entries if not self._is_foreign(view, entry, offer)]
        bound = bool(entries) or any(place.form in _OWN_MEANING for place in code)
        near = module_word(offer.path) in view.words
        for place in code:
            match place.form:
                case Form.IMPORT:
                    yield bool(ours) or not entries
                case Form.ATTRIBUTE:
                    yield near
                case Form.BINDING:
                    yield bool(ours) or "import(" in view.lines[place.line - 1]
                case Form.NAME:
                    yield not bound or bool(ours)
                case Form.UNKNOWN:
                    yield True
                case _:
                    yield False

    def _is_foreign(self, view: View, entry: Import, offer: Offer) -> bool:
        """Whether an import certainly takes the name from somewhere else."""
        if self.strangers.bring(view.path, entry.source):
            return True
        if family_of(view.path) == "python":
            candidates = _python_files(entry.source, view.folder)
        elif entry.source.startswith("."):
            candidates = _script_files(join(view.folder, entry.source) or "")
        else:
            return False
        if offer.path in candidates:
            return False
        targets = [self.view(path) for path in candidates]
        return any(target is not None and target.defines(offer.name) for target in targets)


def _python_files(source: str, folder: str) -> tuple[str, ...]:
    """The files an import may mean, from the usual roots or from the importer's folder."""
    dots = len(source) - len(source.lstrip("."))
    tail = source[dots:].replace(".", "/")
    if dots:
        above = folder.split("/")[: len(folder.split("/")) - dots + 1]
        stems = ["/".join([*above, tail]).strip("/")]
    else:
        stems = [root + tail for root in _PYTHON_ROOTS]
    return tuple(stem + ending for stem in stems for ending in (".py", "/__init__.py"))


def _script_files(target: str) -> tuple[str, ...]:
    """The files a relative import may mean; an ending may stand for what it is compiled from."""
    stem, dot, ending = target.rpartition(".")
    compiled = [stem + other for other in _WRITTEN_AS.get(dot + ending, ())]
    return (*(target + other for other in (*_SCRIPT_ENDINGS, *_INDEXES)), *compiled)


def _go_uses(view: View, offer: Offer, code: list[Occurrence]) -> bool:
    parts = offer.folder.split("/")
    roots = [parts.index(root) for root in ("internal", "cmd") if root in parts]
    tail = "/".join(parts[min(roots) :]) if roots else offer.folder
    brought = any(f"/{entry.source}".endswith(f"/{tail}") for entry in view.imports)
    nearby = view.folder == offer.folder
    return any(
        (nearby and place.form in (Form.NAME, Form.KEY))
        or (brought and place.form in (Form.NAME, Form.ATTRIBUTE))
        or place.form is Form.UNKNOWN
        for place in code
    )


def _rust_uses(offer: Offer, code: list[Occurrence]) -> bool:
    own = any(place.form in _OWN_MEANING for place in code)
    word = module_word(offer.path)
    return any(
        place.form is Form.ATTRIBUTE and place.qualifier == word
        if own
        else place.form not in (Form.KEY, *_OWN_MEANING)
        for place in code
    )


def _stands_alone(view: View, place: Occurrence, name: str) -> bool:
    """Whether a string holds the name as a key or a path would, not as a word of a sentence."""
    line = view.lines[place.line - 1]
    before = line[place.column - 1 : place.column]
    after = line[place.column + len(name) :][:1]
    marks = _BESIDE_NAMES - {" "}
    return before in marks and after in marks
