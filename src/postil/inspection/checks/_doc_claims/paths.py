"""Paths that a statement cites, and whether they lead anywhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.words import is_about_now, is_placeholder, without_outward
from postil.inspection.documents import Part
from postil.inspection.standing import Ground, Standing, ancestors, join
from postil.ports import Tree

_SPAN = re.compile(r"`([^`\n]{1,200})`")
_LINK = re.compile(r"\]\(([^()\s#?<>]{1,300})(?:#[^()\s]{0,200})?\)")
_WHOLE_LINK = re.compile(r"\[[^\]\n]{0,60}\]\([^)\n]{1,160}\)")
_SITES = ("@site/", "@/")
"""How pages of a generated site speak of its folder, and scripts of the folder of their sources."""
_URL = re.compile(r"(?:[A-Za-z][A-Za-z+]{1,9}://|mailto:)[^\s\"'<>)`]+|\bwww\.[^\s)`]+")
_PLAIN = re.compile(r"\A(?:\.{1,2}/){0,6}\.?[\w@+-][\w.@+-]{0,100}(?:/[\w.@+-]{1,100}){0,20}/?\Z")
_BARE = re.compile(r"(?<![\w/.@:~$}*<>%-])[\w-][\w.-]{0,60}(?:/[\w.-]{1,60}){1,12}(?![\w/*<{$-])")
_GIVEN = re.compile(r"\w\(\[?([\"'])[^\"'\n]{1,200}\1")
"""What a call that is shown hands over, which need not be there."""
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_NAMESAKE = re.compile(r"/(?:[\w-]{2,60}\.[A-Za-z][\w.]{0,20}|[A-Z][a-z]{3,20}file)\Z")
"""What some file of the tree has to be called, where the ending may be that of anything."""
_FOR_INCLUDES = "IWYU pragma"
"""Speaks to a tool of headers, many of which a build makes."""
_MODEL = re.compile(r"[_.-](?:sample|example|template|default|dist)(?:[_.-]|\Z)", re.IGNORECASE)
_PLACE = re.compile(r"(?::|#L)(\d{1,7})(?:(?:-|-L|:)\d{1,7})?\Z")
_RUN = re.compile(
    r"(?:\A|[;&|]\s{0,4})(?:\$ )?(?:python3?|bash|sh|zsh|node|ruby|perl|source|php|deno run|go run"
    r"|npx tsx|uv run(?: python)?)\s+(?:\./)?([\w-][\w./-]{0,200}\.\w{1,5})(?=\s|\Z)"
)
_RUN_HERE = re.compile(
    r"(?:\A|[;&|]\s{0,4})(?:\$ )?\./([\w-][\w-]*/[\w./-]{1,200}\.\w{1,5})(?=\s|\Z)"
)
_ELSEWHERE = re.compile(r"\b(?:cd|pushd|git clone|mkdir|touch|curl|wget|unzip|tar|cookiecutter)\b")
_LINKED = frozenset(
    words(
        ".md .mdx .markdown .rst .adoc .txt .py .js .ts .tsx .jsx .go .rs .rb .java .sh .yml .yaml"
        " .toml .json .sql .c .h .cpp .cs .php .kt .swift"
    )
)
_MADE = frozenset(
    words(
        ".html .htm .js .mjs .cjs .css .map .o .so .a .dll .exe .class .jar .pyc .log .out .tmp .pid"
        " .sock .db .sqlite .sqlite3 .zip .gz .tgz .whl .bin .lock .env .local .com .org .net .io .dev"
    )
)
_ALSO_WRITTEN = frozenset({".env", ".lock"})
_KNOWN = frozenset(
    _LINKED
    | set(
        words(
            ".ipynb .ini .cfg .conf .proto .graphql .vue .svelte .scss .mk .tf .tfvars .hcl .xml .gradle .kts .bat .ps1"
            " .bash .zsh .hpp .cc .j2 .jinja .jinja2 .erb .tpl .service .timer .nix .lua .ex .exs .scala .dart .mdc"
            " .properties .csproj .sln .cmake .plist .pyi .mjs .cjs .mts .cts .m .r .jl"
        )
    )
)


@dataclass(frozen=True)
class CitedPath:
    """A path as a statement spells it; `row` when it also names a line."""

    statement: Statement
    spelled: str
    row: int = 0
    is_link: bool = False
    is_odd: bool = False
    """Whether its ending alone does not make it a path that somebody wrote a file for."""

    @property
    def plain(self) -> str:
        plain = self.spelled.removeprefix("./").rstrip("/")
        return next((plain.removeprefix(site) for site in _SITES if plain.startswith(site)), plain)

    @property
    def is_folder(self) -> bool:
        return self.spelled.endswith("/")


def cited_paths(statement: Statement) -> Iterator[CitedPath]:
    if statement.part is Part.SHELL:
        yield from _in_command(statement)
    if statement.part is not Part.PROSE or _FOR_INCLUDES in statement.words:
        return
    for cited in _in_prose(statement):
        if is_about_now(statement.around, cited.spelled):
            yield cited


def _in_prose(statement: Statement) -> Iterator[CitedPath]:
    text = _SPAN.sub(_without_link, _URL.sub(" ", without_outward(statement.words)))
    spans = [span.strip() for span in _SPAN.findall(text)]
    for target in _LINK.findall(text):
        if _PLAIN.match(target) and posixpath.splitext(target)[1].lower() in _LINKED:
            yield CitedPath(statement, target, is_link=True)
    for spelled in (script for span in spans if " " in span for script in _scripts(span)):
        yield CitedPath(statement, spelled)
    without = _GIVEN.sub(" ", _LINK.sub(" ", _SPAN.sub(" ", text)))
    for spelled in (*spans, *(bare.rstrip(".") for bare in _BARE.findall(without))):
        row = _PLACE.search(spelled)
        path = spelled[: row.start()] if row else spelled.partition("#")[0]
        if _PLAIN.match(path) and "/" in path.rstrip("/"):
            odd = not _looks_like_path(path)
            if not odd or _may_have_namesake(path):
                yield CitedPath(statement, path, int(row[1]) if row else 0, is_odd=odd)


def _without_link(span: re.Match[str]) -> str:
    """The code as it is; nothing of one that holds a whole link, as it shows how to write one."""
    return " " if _WHOLE_LINK.search(span[1]) else span[0]


def _looks_like_path(path: str) -> bool:
    ending = _ENDING.search(path)
    if ending is None:
        return path.endswith("/")
    return ending[0].lower() in _KNOWN


def _may_have_namesake(path: str) -> bool:
    """Whether it ends like a file that is looked for under its name, and that no build copies there."""
    ending = _ENDING.search(path)
    is_made = ending is not None and ending[0].lower() in _MADE - _ALSO_WRITTEN
    return _NAMESAKE.search(path) is not None and not is_made


def _in_command(statement: Statement) -> Iterator[CitedPath]:
    if any(_ELSEWHERE.search(line) for line in (*statement.above, statement.words)):
        return
    for spelled in _scripts(statement.words.strip()):
        yield CitedPath(statement, spelled)


def _scripts(command: str) -> Iterator[str]:
    """The scripts with a folder that a command line runs."""
    for spelled in (*_RUN.findall(command), *_RUN_HERE.findall(command)):
        if "/" in spelled:
            yield spelled


@dataclass(frozen=True)
class Atlas:
    """The tree as a place to look paths up, however a document spells them."""

    head: Tree
    base: Tree

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.head, self.base)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Every file and folder by its last name; one pass over the listing."""
        found: dict[str, list[str]] = {}
        folders: set[str] = set()
        for path in self.head.paths():
            folder, _, name = path.rpartition("/")
            found.setdefault(name, []).append(path)
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        for folder in folders:
            found.setdefault(folder.rpartition("/")[2], []).append(folder)
        return {name: tuple(entries) for name, entries in found.items()}

    def resolved(self, cited: CitedPath) -> str | None:
        """The one path at head that is meant; None when there is none or several."""
        exact = next((path for path in self._candidates(cited) if self.head.exists(path)), None)
        if exact is not None:
            return exact
        endings = self._ending_alike(cited)
        return endings[0] if len(endings) == 1 else None

    def is_missing(self, cited: CitedPath) -> bool:
        """Whether the path is certainly meant to be in this repository, and is not."""
        if is_placeholder(cited.plain) or paths.is_vendored(cited.plain):
            return False
        candidates = self._candidates(cited)
        if not candidates or any(self.head.exists(path) for path in candidates):
            return False
        if self._ending_alike(cited) or self._has_twin(candidates) or self.has_model(cited):
            return False
        if cited.is_odd and not self._has_one_namesake(cited):
            return False
        standing = self.ground.any_standing(tuple(self._meant(cited, candidates)))
        if standing not in (Standing.ABSENT, Standing.REMOVED):
            return False
        return standing is Standing.REMOVED or self._is_ours(cited)

    def _candidates(self, cited: CitedPath) -> list[str]:
        if cited.plain.startswith("../"):
            above = join(cited.statement.folder, cited.plain)
            return [above] if above else []
        spots = (join(folder, cited.plain) for folder in ancestors(cited.statement.folder))
        return [spot for spot in spots if spot]

    def _meant(self, cited: CitedPath, candidates: Sequence[str]) -> Iterator[str]:
        """The readings worth weighing: from the root, and where the first folder is there."""
        first = cited.plain.partition("/")[0]
        for path in candidates:
            folder = path.removesuffix(cited.plain)
            if path in (cited.plain, candidates[0] if cited.is_link else "") or (
                first != cited.plain and self.head.exists(folder + first)
            ):
                yield path

    def has_model(self, cited: CitedPath) -> bool:
        """Whether a file beside it shows its readers how to write it: `lamp_sample.cfg` for `lamp.cfg`."""
        name = cited.plain.rpartition("/")[2]
        stem, ending = posixpath.splitext(name)
        spots = {posixpath.dirname(spot) for spot in self._candidates(cited)}
        return any(
            folder in spots and other.startswith(stem) and ending in other and other != name
            for folder, other in self._models
        )

    @cached_property
    def _models(self) -> list[tuple[str, str]]:
        """The folder and the name of each file that is called a sample of another."""
        return [
            (posixpath.dirname(path), name)
            for name, places in self.by_name.items()
            if _MODEL.search(name)
            for path in places
        ]

    def is_far(self, cited: CitedPath) -> bool:
        """Whether neither the folder it should be in is there nor any file of that name, so that a
        build, a reader or another project may well have it.
        """
        if cited.is_link or cited.plain.rpartition("/")[2] in self.by_name:
            return False
        spots = (posixpath.dirname(spot) for spot in self._candidates(cited))
        known = (tree.exists(spot) for spot in spots for tree in (self.head, self.base) if spot)
        return not any(known)

    def _ending_alike(self, cited: CitedPath) -> tuple[str, ...]:
        tail = cited.plain.removeprefix("../")
        name = tail.rpartition("/")[2]
        return tuple(path for path in self.by_name.get(name, ()) if f"/{path}".endswith(f"/{tail}"))

    def _has_one_namesake(self, cited: CitedPath) -> bool:
        """Whether just one file of that name stands somewhere, and so is meant."""
        return len(self.by_name.get(cited.plain.rpartition("/")[2], ())) == 1

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(posixpath.splitext(path)[0] for path in self.head.paths())

    def _has_twin(self, candidates: Iterable[str]) -> bool:
        """Whether the file may be made from one of the same name with another ending."""
        return any(
            ending.lower() in _MADE and stem in self._stems
            for stem, ending in map(posixpath.splitext, candidates)
        )

    def _is_ours(self, cited: CitedPath) -> bool:
        """Whether the path begins at a folder of this repository; a link always does."""
        if cited.is_link or cited.plain.startswith("../"):
            return True
        first = cited.plain.partition("/")[0]
        return any(
            self.head.exists(posixpath.join(folder, first))
            for folder in (cited.statement.folder, "")
        )

    def is_past_end(self, cited: CitedPath) -> bool:
        """Whether the statement names a line that the file does not have."""
        if not cited.row:
            return False
        path = self.resolved(cited)
        text = self.head.read(path) if path else None
        return text is not None and cited.row > text.count("\n") + 1
