"""Options of the project's own programs that a statement shows, and whether any code knows them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._doc_claims_lines import Statement
from postil.inspection.checks._doc_claims_paths import Atlas, CitedPath
from postil.inspection.checks._doc_claims_words import is_about_now
from postil.inspection.documents import Part
from postil.ports import Hits, Tree

_SPAN = re.compile(r"`([^`\n]{3,300})`")
_COMMAND = re.compile(
    r"\A(?:\$ |sudo |npx |uv run |uvx |poetry run |pipx run |python3? -m |\./|cargo run -- )?([\w.-]{2,60})(?= )"
)
_SCRIPT = re.compile(
    r"\A(?:\$ )?(?:(?:python3?|bash|sh|node|ruby|perl) +)?(?:\./)?([\w-]{1,60}/[\w./-]{1,100}\.\w{1,4})(?= )"
)
_OPTION = re.compile(r"(?<!\S)--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?=[\s=]|\Z)")
_REST = re.compile(r"\s(?:--|\||&&|;|#|>)(?=\s)")
_MAJOR = re.compile(r"\A(?:v\d{1,4})\Z")
_READS = re.compile(
    r"argparse|optparse|click|typer|getopts|sys\.argv|process\.argv|parseArgs|yargs|commander|OptionParser"
)
_EVERYWHERE = frozenset({"help", "version", "verbose", "quiet", "debug", "color", "completion"})
_TOO_LARGE = 200_000
_SHORTEST = 3


@dataclass(frozen=True)
class CitedOption:
    """An option behind one of our programs; `script` when a script of the tree is run by path."""

    statement: Statement
    option: str
    program: str
    script: CitedPath | None = None

    @property
    def spelled(self) -> str:
        return f"--{self.option}"

    @property
    def needles(self) -> frozenset[str]:
        """Every way in which a parser may spell it."""
        plain = {self.option, self.option.removeprefix("no-")}
        shapes: set[str] = {self.spelled}
        for name in plain:
            first, *others = name.split("-")
            camel = first + "".join(word.title() for word in others)
            shapes |= {name, name.replace("-", "_"), name.replace("-", "_").upper(), camel}
            shapes |= {f"--{name}", camel[:1].upper() + camel[1:]}
        return frozenset(shapes)


@dataclass(frozen=True)
class Programs:
    """The programs that this project's manifests say it installs."""

    head: Tree

    @cached_property
    def names(self) -> frozenset[str]:
        found = {*self._python(), *self._javascript(), *self._rust(), *self._go()}
        return frozenset(name for name in found if len(name) >= _SHORTEST)

    def cited(self, statement: Statement) -> Iterator[CitedOption]:
        commands = (
            [statement.words.strip()]
            if statement.part is Part.SHELL
            else _SPAN.findall(statement.words)
        )
        for command in commands:
            rest = _REST.split(command.strip(), maxsplit=1)[0]
            script, program = _SCRIPT.match(rest), _COMMAND.match(rest)
            for option in dict.fromkeys(_OPTION.findall(rest)):
                if option in _EVERYWHERE or not is_about_now(statement.words, command):
                    continue
                if script:
                    path = CitedPath(statement, script[1])
                    yield CitedOption(statement, option, script[1], path)
                elif program and program[1] in self.names:
                    yield CitedOption(statement, option, program[1])

    def _toml(self, path: str) -> Mapping[str, object]:
        text = self.head.read(path) or ""
        if len(text) > _TOO_LARGE:
            return {}
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError):
            return {}

    def _python(self) -> Iterator[str]:
        read = self._toml("pyproject.toml")
        poetry = _table(_table(read, "tool"), "poetry")
        yield from _table(_table(read, "project"), "scripts")
        yield from _table(poetry, "scripts")

    def _javascript(self) -> Iterator[str]:
        text = self.head.read("package.json") or ""
        try:
            read = json.loads(text) if 0 < len(text) <= _TOO_LARGE else {}
        except (ValueError, RecursionError):
            return
        if not isinstance(read, dict):
            return
        programs = read.get("bin")
        if isinstance(programs, dict):
            yield from programs
        elif programs and isinstance(read.get("name"), str):
            yield read["name"].rpartition("/")[2]

    def _rust(self) -> Iterator[str]:
        read = self._toml("Cargo.toml")
        name = _table(read, "package").get("name")
        if isinstance(name, str) and self.head.exists("src/main.rs"):
            yield name
        programs = read.get("bin")
        for program in programs if isinstance(programs, list) else ():
            name = program.get("name") if isinstance(program, dict) else None
            if isinstance(name, str):
                yield name

    def _go(self) -> Iterator[str]:
        first = (self.head.read("go.mod") or "").partition("\n")[0][:300].split()
        parts = first[1].split("/") if first[:1] == ["module"] and first[1:] else []
        if parts and _MAJOR.match(parts[-1]):
            parts.pop()
        if parts and (self.head.exists("main.go") or self.head.exists(f"cmd/{parts[-1]}")):
            yield parts[-1]


def _table(read: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = read.get(key)
    return value if isinstance(value, dict) else {}


def is_unknown(cited: CitedOption, found: Mapping[str, Hits], atlas: Atlas) -> bool:
    """Whether no code and no older document knows the option."""
    if cited.script is not None:
        path = atlas.resolved(cited.script)
        text = atlas.head.read(path) if path else None
        if text is None or _READS.search(text[:_TOO_LARGE]) is None:
            return False
    for needle in cited.needles:
        for hit in found[needle].hits:
            if not paths.is_doc(hit.path):
                return False
            if needle == cited.spelled and (hit.path, hit.line) != cited.statement.place:
                return False
    return True
