"""Tells a Python project that is had by what it runs from one whose modules others import."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from postil.domain.paths import is_doc, is_test
from postil.inspection.documents import Part, parts_of
from postil.ports import Tree

_MOST_CHARACTERS = 200_000
_MOST_DOCUMENTS = 60
_MOST_PACKAGES = 8
_LONGEST_LINE = 2_000
_FOR_READERS = (
    "classifiers",
    "keywords",
    "urls",
    "entry-points",
    "homepage",
    "documentation",
    "plugins",
)
"""What is only said of a package that strangers are to find, or that others plug into."""
_STARTED_BY = ("Dockerfile", "Containerfile", "Procfile")
_START = re.compile(r"^(?:CMD|ENTRYPOINT|\w{1,30}:) {1,4}(.{1,500})", re.MULTILINE)
_GIVES = re.compile(r"^(?:from|import)\b|^__all__\b|^(?:async )?(?:def|class) ", re.MULTILINE)
_BEFORE = r"(?:[$>%] {1,2}|sudo |uv run |uvx |poetry run |pipx run |\./){0,3}"
_ROOTS = ("", "src")


@dataclass(frozen=True)
class Commands:
    """The folder of a project that is built, and what its settings say."""

    head: Tree
    folder: str
    settings: Mapping[str, object]

    def are_all(self) -> bool:
        """Whether its readers are told to run it, and nobody is told or helped to import it."""
        told = [one for one in self._tables() if any(one.get(key) for key in _FOR_READERS)]
        packages = list(islice(self._packages(), _MOST_PACKAGES))
        if told or not packages or self._read("setup.py") is not None:
            return False
        if any(path.startswith(self._examples) for path in self.head.paths()):
            return False
        if any(self._is_offered(package) for package in packages):
            return False
        names = {posixpath.basename(package) for package in packages}
        texts = list(self._documents())
        if any(_imported(names).search(text) for _, text in texts):
            return False
        return self._is_started(names) or self._is_shown(texts)

    @property
    def _examples(self) -> tuple[str, ...]:
        """Where those who import it would look first."""
        start = f"{self.folder}/" if self.folder else ""
        return (f"{start}examples/", f"{start}example/")

    def _tables(self) -> Iterator[Mapping[str, object]]:
        """What the project says of itself, in either of the two usual places."""
        tools = self.settings.get("tool")
        poetry = tools.get("poetry") if isinstance(tools, dict) else None
        for table in (self.settings.get("project"), poetry):
            if isinstance(table, dict):
                yield table

    def _scripts(self) -> list[str]:
        listed = (table.get("scripts") for table in self._tables())
        return [str(name) for one in listed if isinstance(one, dict) for name in one]

    def _packages(self) -> Iterator[str]:
        """The folders that the project is built of."""
        for path in self.head.paths():
            package, _, name = path.rpartition("/")
            above = posixpath.relpath(posixpath.dirname(package) or ".", self.folder or ".")
            is_start = name == "__init__.py" and package and not is_test(path)
            if is_start and above.removeprefix(".") in _ROOTS:
                yield package

    def _is_offered(self, package: str) -> bool:
        """Whether a package gives names away as a whole, or tells the checkers of others its types."""
        given = (self.head.read(f"{package}/__init__.py") or "")[:_MOST_CHARACTERS]
        return _GIVES.search(given) is not None or self.head.exists(f"{package}/py.typed")

    def _documents(self) -> Iterator[tuple[str, str]]:
        inside = f"{self.folder}/" if self.folder else ""
        found = (path for path in self.head.paths() if path.startswith(inside) and is_doc(path))
        for path in islice(found, _MOST_DOCUMENTS):
            yield path, (self.head.read(path) or "")[:_MOST_CHARACTERS]

    def _is_started(self, names: set[str]) -> bool:
        """Whether a file beside the settings says how a machine starts it."""
        words = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in [*names, *self._scripts()]))
        return any(
            words.search(line)
            for name in _STARTED_BY
            for line in _START.findall((self._read(name) or "")[:_MOST_CHARACTERS])
        )

    def _is_shown(self, texts: list[tuple[str, str]]) -> bool:
        """Whether a document shows one of its commands as it is typed."""
        scripts = [re.escape(name) for name in self._scripts()]
        if not scripts:
            return False
        command = rf"{_BEFORE}(?:{'|'.join(scripts)})(?![\w.-])"
        typed = re.compile(rf"\A\s{{0,20}}{command}")
        within = re.compile(rf"`{command} |\A(?: {{4,20}}|\t|\s{{0,20}}\$ ){command}")
        return any(
            (within if part is Part.PROSE else typed).search(line[:_LONGEST_LINE])
            for path, text in texts
            for line, part in _lines(path, text)
        )

    def _read(self, name: str) -> str | None:
        return self.head.read(f"{self.folder}/{name}" if self.folder else name)


def _lines(path: str, text: str) -> Iterator[tuple[str, Part]]:
    lines = text.split("\n")
    yield from zip(lines, parts_of(path, lines), strict=True)


def _imported(names: set[str]) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(names)))
    return re.compile(rf"\b(?:from|import) {{1,4}}(?:{either})\b")
