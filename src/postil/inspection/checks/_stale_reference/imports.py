"""Whether a line imports a file that is gone, by the customs of its language."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.crates import declares, leads_through
from postil.inspection.checks._stale_reference.gone import Gone
from postil.inspection.checks._stale_reference.modules import (
    ENDINGS,
    JAVASCRIPT,
    ROOTS,
    binds_module,
    class_name,
    module_name,
    names_module,
    without_ending,
)
from postil.inspection.checks._stale_reference.path_words import is_compared, is_loaded, tokens
from postil.inspection.checks._stale_reference.scripts import read_as
from postil.inspection.checks._stale_reference.whence import folders_above
from postil.ports import Hit, Hits, Tree
from postil.syntax import imports

_DOTTED = re.compile(r"[\w.]+")
_MANIFESTS = ("setup.py", "setup.cfg", "pyproject.toml", "requirements.txt", "Pipfile")
_LONGEST = 100_000
_MIDDLES = (
    "",
    "/index",
    *(f"{at}.{on}" for at in ("", "/index") for on in ("web", "native", "ios")),
)
"""Where tools look for a script: itself, in a folder, for one platform."""
_ENDINGS = frozenset(
    {"toml", "json", "yaml", "yml", "txt", "md", "cfg", "ini", "html", "xml", "css"}
)
_SCRIPT_IMPORT = re.compile(r"\b(?:from|import|require|mock|unmock|doMock|requireActual)\b")


@dataclass(frozen=True)
class Imports:
    """The tree at head, and where each file name of interest stands in it."""

    head: Tree
    names: Mapping[str, tuple[str, ...]]

    def is_import(self, gone: Gone, hit: Hit, text: str) -> bool:
        """An import statement whose source is the file, and nothing else answers to it."""
        language = language_of(self._read_as(hit))
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
            return declares(gone, hit, self.head) or leads_through(gone, hit, self.head)
        return False

    def _read_as(self, hit: Hit) -> str:
        """The path of the place, with the ending of what runs it where it bears none."""
        bears = "." in posixpath.basename(hit.path)
        return hit.path if bears else read_as(hit.path, self.head.read(hit.path) or "")

    def is_found(self, gone: Gone, hit: Hit, text: str) -> bool:
        """Whether a script's import finds a file of the same stem, which tools read in its place."""
        return (
            language_of(hit.path) in JAVASCRIPT
            and (gone.path.endswith(ENDINGS) or "." not in gone.name)
            and _SCRIPT_IMPORT.search(text) is not None
            and self._has_script(gone.path)
        )

    def _is_aliased(self, gone: Gone, token: str) -> bool:
        """Whether an alias of a folder finds the file below another root, which moved with it."""
        alias, _, rest = token.partition("/")
        tail = f"/{without_ending(rest)}"
        others = self.names.get(gone.name, ())
        return not alias.startswith(".") and any(
            without_ending(path).endswith(tail) for path in others
        )

    def _is_python_import(self, gone: Gone, hit: Hit) -> bool:
        if self._has_module(gone.path):
            return False
        text = self.head.read(hit.path) or ""
        return any(
            entry.line == hit.line
            and not self._is_library(entry.source, gone)
            and not self._is_inside(entry.source, gone, hit.path)
            and (
                (
                    names_module(entry.source, gone.path, from_path=hit.path)
                    and not self._is_elsewhere(entry.source)
                    and not self._is_below(entry.source, hit.path)
                )
                or (
                    binds_module(entry, gone.path, from_path=hit.path)
                    and not is_offered(gone.path, self.head)
                    and not self._is_below(f"{entry.source}.{entry.name}".rstrip("."), hit.path)
                )
            )
            for entry in imports(self._read_as(hit), text)
        ) and not _is_guarded(text, hit.line)

    def _is_elsewhere(self, source: str) -> bool:
        """Whether an absolute import finds a package or a module at the root."""
        path = source.replace(".", "/")
        found = (f"{path}/__init__.py", f"{path}.py")
        return not source.startswith(".") and any(map(self.head.exists, found))

    def _is_below(self, source: str, importer: str) -> bool:
        """Whether a folder above the importer that is no package, so may be a root, has the module."""
        path = source.replace(".", "/")
        return not source.startswith(".") and any(
            not self.head.exists(f"{root}/__init__.py")
            and any(self.head.exists(f"{root}/{path}{form}") for form in ("/__init__.py", ".py"))
            for root in folders_above(importer)
            if root
        )

    def _is_inside(self, source: str, gone: Gone, importer: str) -> bool:
        """Whether the file lies in a package whose own name an import from outside would begin with."""
        path = gone.path.removesuffix(".py").removesuffix("/__init__")
        folder = path.partition(f"/{source.replace('.', '/')}")[0]
        if source.startswith(".") or folder == path or importer.startswith(f"{folder}/"):
            return False
        return self.head.exists(f"{folder}/__init__.py")

    def _is_library(self, source: str, gone: Gone) -> bool:
        """Whether a package, below which plain imports do not look beside, depends on that name."""
        if source != gone.stem or not self.head.exists(
            f"{posixpath.dirname(gone.path)}/__init__.py"
        ):
            return False
        asked = re.compile(rf"(?<![\w.-]){re.escape(source)}(?![\w/]|\.\w)", re.IGNORECASE)
        texts = ((self.head.read(manifest) or "")[:_LONGEST] for manifest in _MANIFESTS)
        return any(asked.search(text) for text in texts)

    def _is_required(self, gone: Gone, hit: Hit, token: str) -> bool:
        wanted = gone.path.removesuffix(".rb")
        here = posixpath.normpath(posixpath.join(posixpath.dirname(hit.path), token))
        if "require_relative" in hit.text:
            return here == wanted
        if "/" not in token or not wanted.endswith(f"lib/{token}"):
            return False
        # A folder of that name is on the path wherever it stands.
        others = self.names.get(gone.name, ())
        return not any(f"/{path}".endswith(f"/lib/{token}.rb") for path in others)

    def _has_module(self, path: str) -> bool:
        """Whether the module still answers: as a package, or below another root such as `src`."""
        root, _, rest = path.partition("/")
        tail = rest if root in ROOTS else path
        package = tail.removesuffix(".py").removesuffix("/__init__") + "/__init__.py"
        others = (*self.names.get(_name(path), ()), *self.names.get("__init__.py", ()))
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
            self.head.exists(stem + middle + ending) for middle in _MIDDLES for ending in ENDINGS
        )

    def is_dotted(self, gone: Gone, text: str) -> bool:
        """A dotted module path in a string, a configuration or prose."""
        called = class_name(gone.path)
        if called:
            moved = gone.subject.now.endswith(f"/{gone.name}")
            if text.lstrip().startswith("import ") and not moved:
                # A build may make the class; one that another took over is known by its name.
                return False
            later = class_name(gone.subject.now)
            if later and later in text.replace(called, " "):
                # The line says what the old name stands for since.
                return False
            return not self._has_class(gone, called) and any(
                token == called or token.startswith(f"{called}.")
                for token in (word.strip(".") for word in _DOTTED.findall(text))
            )
        module = module_name(gone.path)
        if "." not in module or "import" in text or self._has_module(gone.path):
            return False
        short = module.removeprefix("src.")
        if "." not in short or is_offered(gone.path, self.head):
            return False
        if short.rpartition(".")[2] in _ENDINGS:
            # `lamps.toml` is a file of that name sooner than a module of a package.
            return False
        return any(
            token == short or token.startswith(short + ".")
            for token in (word.strip(".") for word in _DOTTED.findall(text))
        )

    def _has_class(self, gone: Gone, called: str) -> bool:
        """Whether another file of the Java platform has the class, in whichever part of the tree."""
        others = (*self.names.get(gone.name, ()), *self.names.get(gone.stem, ()))
        # Below whichever folder of sources: the folders above the class spell its package.
        spelled = f"/{called.replace('.', '/')}."
        return any(class_name(path) == called or spelled in f"/{path}" for path in others)

    def has_class_aside(self, gone: Gone, found: Mapping[str, Hits]) -> bool:
        """Whether a file of another name in the same package declares the class of a file."""
        package = class_name(gone.path).rpartition(".")[0]
        hits = found[gone.stem].hits if package and gone.stem in found else ()
        return any(
            class_name(hit.path).rpartition(".")[0] == package
            and re.search(rf"\b(?:class|interface|enum|record|object) {gone.stem}\b", hit.text)
            for hit in hits
        )

    def is_beside(self, gone: Gone, hit: Hit) -> bool:
        """An entry of a package's table of modules to import later, spelled with a leading dot."""
        folder = posixpath.dirname(gone.path)
        if hit.path != f"{folder}/__init__.py" or not gone.path.endswith(".py"):
            return False
        spelled = (f'".{gone.stem}"', f"'.{gone.stem}'")
        return any(text in hit.text for text in spelled) and not self._has_module(gone.path)

    def is_in_docstring(self, gone: Gone, hit: Hit) -> bool:
        """Whether the path stands amid the words of a Python string."""
        if language_of(hit.path) != "python":
            return False
        if self.is_beside(gone, hit):
            return False
        module = module_name(gone.path)
        spelled = (gone.path, module, module[4:], gone.name)
        at = next((hit.text.find(text) for text in spelled if text and text in hit.text), 0)
        return at == 0 or hit.text[at - 1] not in "'\"/"

    def is_loaded(self, gone: Gone, hit: Hit) -> bool:
        """Whether a test hands a text on to be found; a module is spelled for nothing else."""
        if is_loaded(gone.name, hit.text):
            return True
        return not is_compared(hit.text) and self.is_dotted(gone, hit.text)


def is_offered(path: str, head: Tree) -> bool:
    """Whether a Python package binds a module's word to something else: a class, or a library."""
    package = f"{posixpath.dirname(path)}/__init__.py"
    text = head.read(package) or ""
    stem = _name(path).partition(".")[0]
    listed = f'"{stem}"' in text or f"'{stem}'" in text
    return any(
        (stem in (entry.local, entry.name) and not binds_module(entry, path, from_path=package))
        # What a star brings is not seen, but a package that lists a name has it from somewhere.
        or (entry.name == "*" and listed)
        for entry in imports(package, text)
    )


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _is_guarded(text: str, line: int) -> bool:
    around = text.split("\n")[max(0, line - 4) : line + 12]
    return any("except" in entry and "Error" in entry for entry in around)
