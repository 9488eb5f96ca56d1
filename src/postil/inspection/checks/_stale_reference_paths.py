"""Finds what still names a file or folder that the change moved or deleted."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import (
    is_binary_asset,
    is_doc,
    is_generated,
    is_test,
    language_of,
)
from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference_gone import Gone
from postil.inspection.checks._stale_reference_modules import (
    ENDINGS,
    JAVASCRIPT,
    ROOTS,
    binds_module,
    family_of,
    go_package,
    module_name,
    names_module,
    without_ending,
)
from postil.inspection.checks._stale_reference_path_words import (
    URL,
    heads_listing,
    is_continued,
    is_entry,
    is_linked,
    is_loaded,
    is_said,
    is_spelled_as_folder,
    leads_on,
    leaves_out,
    own_path,
    tokens,
)
from postil.inspection.checks._stale_reference_shown import is_another_time
from postil.inspection.checks._stale_reference_subjects import (
    CERTAIN,
    LIKELY,
    Stale,
    is_written_anew,
)
from postil.inspection.checks._stale_reference_words import (
    LONGEST_LINE,
    is_deliberate,
    is_distinctive,
    is_left_alone,
    is_test_data,
)
from postil.ports import Hit, Hits, Tree
from postil.syntax import Role, imports, role_at

_DOTTED = re.compile(r"[\w.]+")
_BUILD_LIST = re.compile(
    r"(?:\A|/)(?:CMakeLists\.txt|meson\.build|BUILD(?:\.bazel)?|Makefile\.am"
    r"|[^/]{1,80}\.(?:cmake|bzl|gni?|pri|pro))\Z"
)
_SCRIPT_IMPORT = re.compile(r"\b(?:from|import|require|mock|unmock|doMock|requireActual)\b")
_COMMON = frozenset(
    words(
        "index main readme license makefile dockerfile __init__ setup package config conftest mod lib"
        " manifest requirements tox travis gemfile rakefile docker-compose example sample demo hello schema"
        " app utils types test tests helpers constants settings manage cargo pyproject tsconfig"
    )
)
_ASIDE = frozenset(words("example examples sample samples demo demos benchmarks playground"))
_REACH_OF_FOLDERS = 6
_HEADER = 2_000
_SETTINGS = (".nix", ".toml", ".yml", ".yaml", ".json", ".lock", ".cfg", ".ini", ".env", "rc")
_TOKEN_PART = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Paths:
    """The paths a change took away, and the tree that may still name them."""

    change: Change
    head: Tree
    gone: tuple[Gone, ...]

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        """Where each file name of interest stands at head; one pass over the listing."""
        wanted = {entry.name for entry in self.gone if not entry.is_folder} | {"__init__.py"}
        stems = {entry.stem for entry in self.gone if not entry.is_folder}
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            name = path.rpartition("/")[2]
            stem = name.partition(".")[0]
            if name in wanted:
                found.setdefault(name, []).append(path)
            if stem in stems and stem != name:
                found.setdefault(stem, []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    def stale(self, found: Mapping[str, Hits]) -> Iterator[Stale]:
        for gone in self.gone:
            seen: set[tuple[str, int]] = set()
            for needle in sorted(gone.needles):
                for hit in found[needle].hits:
                    if (hit.path, hit.line) in seen or is_left_alone(hit.path):
                        continue
                    seen.add((hit.path, hit.line))
                    confidence = self._names_it(gone, hit)
                    if confidence:
                        yield from self._stale(gone, hit, needle, confidence)

    def _names_it(self, gone: Gone, hit: Hit) -> int:
        """How sure it is that the line means the path that is gone; 0 when it does not."""
        if len(hit.text) > LONGEST_LINE or _has_new_name(gone, hit.text):
            return 0
        if leads_on(gone.name, hit):
            return 0
        text = URL.sub(own_path, hit.text)
        if gone.is_folder:
            return max((self._weigh_folder(gone, hit, token) for token in tokens(text)), default=0)
        if self._is_import(gone, hit, text):
            return CERTAIN
        if self._is_dotted(gone, text) or self._is_beside(gone, hit):
            return CERTAIN
        return max((self._weigh(gone, hit, token) for token in tokens(text)), default=0)

    def _weigh(self, gone: Gone, hit: Hit, token: str) -> int:
        if token == gone.stem:
            return LIKELY if self._is_listed(gone, hit) else 0
        if gone.name not in token:
            return 0
        if "/" in token:
            return self._weigh_path(gone, hit, token)
        return self._weigh_name(gone, hit, token)

    def _weigh_path(self, gone: Gone, hit: Hit, token: str) -> int:
        """A token with a slash: from the root, from the file's folder, or the end of the path."""
        here = posixpath.dirname(hit.path)
        if token == f"/{gone.name}" and is_continued(token, hit.text):
            return self._weigh_name(gone, hit, gone.name)
        root = posixpath.normpath(token.lstrip("/"))
        near = posixpath.normpath(posixpath.join(here, token)) if token[0] != "/" else root
        if self.head.exists(root) or self.head.exists(near):
            return 0
        if gone.path in (root, near):
            if "/" not in root and near != gone.path and is_doc(hit.path):
                return self._weigh_name(gone, hit, gone.name)
            return CERTAIN
        tail = token.lstrip("./")
        others = self._names.get(gone.name, ())
        if "/" not in tail or not gone.path.endswith("/" + tail):
            return 0
        if any(path.endswith("/" + tail) for path in others):
            return 0
        near_it = hit.path.partition("/")[0] == gone.path.partition("/")[0]
        common = gone.stem.lower() in _COMMON or not _ASIDE.isdisjoint(gone.path.split("/"))
        return LIKELY if near_it or not common else 0

    def _weigh_folder(self, gone: Gone, hit: Hit, token: str) -> int:
        """A folder spelled with a slash, as an entry of an exclusion list, or as a Go package."""
        plain = token.rstrip("/*")
        if not plain.endswith(gone.name) or is_continued(token, hit.text):
            return 0
        if hit.path.endswith(".go"):
            return CERTAIN if plain == go_package(self.head, gone.path) else 0
        here = posixpath.dirname(hit.path)
        near = posixpath.normpath(posixpath.join(here, plain))
        if gone.path not in (plain.removeprefix("./").lstrip("/"), near) or self.head.exists(near):
            return 0
        if "/" in plain.strip("./") or is_spelled_as_folder(gone.name, hit.text):
            return CERTAIN
        return LIKELY if is_entry(gone.name, hit) else 0

    def _weigh_name(self, gone: Gone, hit: Hit, token: str) -> int:
        """A file name alone: only when no file is called that any more."""
        if token != gone.name or self._names.get(gone.name) or "." not in token.strip("."):
            return 0
        if is_binary_asset(gone.path):
            return 0
        beside = posixpath.dirname(hit.path) == posixpath.dirname(gone.path)
        if beside and not is_doc(hit.path):
            return LIKELY
        if gone.stem.lower() in _COMMON or (is_test(hit.path) and not is_doc(hit.path)):
            return 0
        if is_doc(hit.path) and heads_listing(hit.text):
            return 0
        if is_distinctive(gone.stem.replace("-", "_")) or is_linked(gone.name, hit.text):
            return LIKELY
        if is_doc(hit.path):
            # Any project may have settings of that name, and a page may speak of any project.
            own = gone.path == gone.name and not gone.name.endswith(_SETTINGS)
            return LIKELY if own else 0
        included = hit.text.lstrip().startswith("#include")
        root = gone.path == gone.name
        return LIKELY if included or root or self._is_near_its_folder(gone, hit) else 0

    def _is_near_its_folder(self, gone: Gone, hit: Hit) -> bool:
        """Whether the lines around the name also name the folder that the file stood in."""
        folder = posixpath.basename(posixpath.dirname(gone.path))
        lines = (self.head.read(hit.path) or "").split("\n")
        around = lines[max(0, hit.line - 1 - _REACH_OF_FOLDERS) : hit.line + _REACH_OF_FOLDERS]
        return any(folder in _TOKEN_PART.findall(line[:LONGEST_LINE]) for line in around)

    def _is_listed(self, gone: Gone, hit: Hit) -> bool:
        """Whether a build file at or above the place lists the file by its name without ending."""
        folder = posixpath.dirname(hit.path)
        return (
            _BUILD_LIST.search(hit.path) is not None
            and family_of(gone.path) == "c"
            and (not folder or gone.path.startswith(f"{folder}/"))
            and is_distinctive(gone.stem.replace("-", "_"))
            and not self._names.get(gone.stem)
        )

    def _is_import(self, gone: Gone, hit: Hit, text: str) -> bool:
        """An import statement whose source is the file, and nothing else answers to it."""
        language = language_of(hit.path)
        if language == "python" and gone.path.endswith(".py"):
            return "import" in text and self._is_python_import(gone, hit)
        if language in JAVASCRIPT and gone.path.endswith(ENDINGS):
            return _SCRIPT_IMPORT.search(text) is not None and any(
                names_module(token, gone.path, from_path=hit.path)
                and not (self._has_script(gone.path) or self._is_aliased(gone, token))
                for token in tokens(text)
                if "/" in token
            )
        if language == "ruby" and gone.path.endswith(".rb"):
            return ("require" in text or "autoload" in text) and any(
                self._is_required(gone, hit, token) for token in tokens(text)
            )
        if language == "rust" and gone.path.endswith(".rs"):
            folder = posixpath.dirname(gone.path)
            declared = text.strip().removeprefix("pub ").startswith(f"mod {gone.stem};")
            own = posixpath.splitext(hit.path)[0]
            moved_in = (f"{folder}/{gone.stem}/mod.rs".lstrip("/"), f"{own}/{gone.name}")
            beside = posixpath.dirname(hit.path) == folder
            return declared and beside and not any(map(self.head.exists, moved_in))
        return False

    def _is_aliased(self, gone: Gone, token: str) -> bool:
        """Whether an alias of a folder finds the file below another root, which moved with it."""
        alias, _, rest = token.partition("/")
        tail = f"/{without_ending(rest)}"
        others = self._names.get(gone.name, ())
        return not alias.startswith(".") and any(
            without_ending(path).endswith(tail) for path in others
        )

    def _is_python_import(self, gone: Gone, hit: Hit) -> bool:
        if self._has_module(gone.path):
            return False
        text = self.head.read(hit.path) or ""
        return any(
            entry.line == hit.line
            and (
                (
                    names_module(entry.source, gone.path, from_path=hit.path)
                    and not self._is_elsewhere(entry.source)
                )
                or binds_module(entry, gone.path, from_path=hit.path)
            )
            for entry in imports(hit.path, text)
        ) and not _is_guarded(text, hit.line)

    def _is_elsewhere(self, source: str) -> bool:
        """Whether an absolute import finds a package or a module at the root."""
        path = source.replace(".", "/")
        return not source.startswith(".") and self.head.exists(f"{path}/__init__.py")

    def _is_required(self, gone: Gone, hit: Hit, token: str) -> bool:
        wanted = gone.path.removesuffix(".rb")
        here = posixpath.normpath(posixpath.join(posixpath.dirname(hit.path), token))
        if "require_relative" in hit.text:
            return here == wanted
        return "/" in token and wanted.endswith(f"lib/{token}")

    def _has_module(self, path: str) -> bool:
        """Whether the module still answers: as a package, or below another root such as `src`."""
        root, _, rest = path.partition("/")
        tail = rest if root in ROOTS else path
        package = tail.removesuffix(".py").removesuffix("/__init__") + "/__init__.py"
        others = (*self._names.get(_name(path), ()), *self._names.get("__init__.py", ()))
        if any(f"/{other}".endswith((f"/{tail}", f"/{package}")) for other in others):
            return True
        stem = path.removesuffix(".py").removesuffix("/__init__")
        return any(
            self.head.exists(other)
            for other in (f"{stem}.py", f"{stem}/__init__.py", f"{stem}.pyi", f"{stem}.pyx", stem)
            if other != path
        )

    def _has_script(self, path: str) -> bool:
        stem = without_ending(path)
        return any(
            self.head.exists(stem + middle + ending)
            for middle in ("", "/index")
            for ending in ENDINGS
        )

    def _is_dotted(self, gone: Gone, text: str) -> bool:
        """A dotted module path in a string, a configuration or prose."""
        module = module_name(gone.path)
        if "." not in module or "import" in text or self._has_module(gone.path):
            return False
        short = module.removeprefix("src.")
        if "." not in short or self._is_offered(gone):
            return False
        return any(
            token == short or token.startswith(short + ".")
            for token in (word.strip(".") for word in _DOTTED.findall(text))
        )

    def _is_offered(self, gone: Gone) -> bool:
        """Whether the package itself binds the module's word, to a class of the same name say."""
        package = f"{posixpath.dirname(gone.path)}/__init__.py"
        text = self.head.read(package) or ""
        return any(gone.stem in (entry.local, entry.name) for entry in imports(package, text))

    def _is_beside(self, gone: Gone, hit: Hit) -> bool:
        """An entry of a package's table of modules to import later, spelled with a leading dot."""
        folder = posixpath.dirname(gone.path)
        if hit.path != f"{folder}/__init__.py" or not gone.path.endswith(".py"):
            return False
        spelled = (f'".{gone.stem}"', f"'.{gone.stem}'")
        return any(text in hit.text for text in spelled) and not self._has_module(gone.path)

    def _is_docstring(self, gone: Gone, hit: Hit, role: Role) -> bool:
        """Whether the path stands amid the words of a Python string."""
        if role is not Role.STRING or language_of(hit.path) != "python":
            return False
        if self._is_beside(gone, hit):
            return False
        spelled = (gone.path, gone.name, module_name(gone.path), module_name(gone.path)[4:])
        starts = [hit.text.find(text) for text in spelled if text and text in hit.text]
        return not any(hit.text[at - 1 : at] in ("'", '"', "/") for at in starts if at > 0)

    def _stale(self, gone: Gone, hit: Hit, needle: str, confidence: int) -> Iterator[Stale]:
        text = self.head.read(hit.path)
        if text is None:
            return
        column = max(hit.text.find(needle), 0)
        role = role_at(hit.path, text, hit.line, column)
        in_words = role in (Role.COMMENT, Role.PROSE)
        if in_words and (
            is_deliberate(hit.text)
            or is_written_anew(self.change, hit.path, hit.line, hit.text)
            or (is_doc(hit.path) and is_another_time(text, hit.line))
        ):
            return
        is_link = gone.name not in URL.sub(" ", hit.text) and gone.name in hit.text
        in_words = in_words or is_link or self._is_docstring(gone, hit, role)
        if role is Role.STRING and (
            is_said(gone.name, hit.text) or (is_test(hit.path) and not is_loaded(hit.text))
        ):
            return
        if is_test_data(hit.path) or is_generated(hit.path, text[:_HEADER].split("\n")):
            return
        is_code = not (in_words or leaves_out(hit, text))
        yield Stale(
            subject=gone.subject,
            path=hit.path,
            line=hit.line,
            text=hit.text,
            is_code=is_code,
            confidence=confidence,
        )


def _has_new_name(gone: Gone, text: str) -> bool:
    """Whether a line offers the new name too; one that is part of the old name does not count."""
    now = posixpath.basename(gone.subject.now)
    if not now or now == gone.name:
        return False
    return now in (text.replace(gone.name, " ") if now in gone.name else text)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _is_guarded(text: str, line: int) -> bool:
    around = text.split("\n")[max(0, line - 4) : line + 12]
    return any("except" in entry and "Error" in entry for entry in around)
