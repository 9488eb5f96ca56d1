"""Environment variables that a document tells its readers to set and no code reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._doc_claims.assertions import is_of_system
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.parsers import sources
from postil.inspection.checks._doc_claims.programs import Programs
from postil.inspection.checks._doc_claims.words import is_forbidding, is_made_up, is_on_offer
from postil.inspection.documents import LONGEST_LINE, Part
from postil.ports import Hit, Hits, Tree

_NAME = r"[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,8}"
_SPAN = re.compile(rf"`(?:export |\$env:|\$\{{?)?({_NAME})\}}?(?:=[^`\n]{{0,200}})?`")
_SET = re.compile(rf"(?:\A|[;&|]\s|\bexport |\benv |\s-e )\s{{0,16}}(?:[$>] )?({_NAME})=\S?")
_SPOKEN = re.compile(
    r"\b(?:set|sets|setting|export|environment|env|variables?|overrid\w{1,5}|configur\w{1,8}|via|reads?|honou?rs?|defaults?"
    r"|unset|takes?n?|points?|controls?|enables?|disables?)\b",
    re.IGNORECASE,
)
_HEADED = re.compile(r"\benvironment\b|\bvariables?\b", re.IGNORECASE)
_YOURS = re.compile(r"\b(?:your own|your|my own) ?")
"""What a variable is set to is mostly the reader's."""
READING = frozenset(
    {
        *(
            "os.Getenv",
            "os.LookupEnv",
            "os.environ",
            "os.getenv",
            "process.env",
            "Deno.env",
            "Bun.env",
            "import.meta.env",
        ),
        *(
            "env::var",
            "env::var_os",
            "std::env",
            "ENV[",
            "ENV.fetch",
            "System.getenv",
            "getenv(",
            "secure_getenv",
        ),
        *(
            "Environment.GetEnvironmentVariable",
            "ProcessInfo.processInfo.environment",
            "System.get_env",
            "System.fetch_env",
            "Sys.getenv",
            "$_ENV[",
        ),
    }
)
"""How code asks for a variable by its name."""
COMPOSING = frozenset(
    {
        *(
            "SetEnvPrefix",
            "AutomaticEnv",
            "env_prefix",
            "envPrefix",
            "EnvPrefix",
            "auto_envvar_prefix",
            "envconfig",
        ),
        *(
            "BaseSettings",
            "pydantic_settings",
            "dynaconf",
            "figment",
            "Env::prefixed",
            "AddEnvironmentVariables",
            "envy",
        ),
        *(
            "ConfigurationProperties",
            "koanf",
            "caarlos0/env",
            "alecthomas/kong",
            "jsonargparse",
            "configargparse",
            "traitlets",
        ),
        *(
            "ConfigProperty",
            "environ_prefix",
            "env_nested_delimiter",
            "nconf",
            "Environment::with_prefix",
        ),
    }
)
"""How code makes the names of variables from those of its settings."""
_ASKED = re.compile(rf"(?:[\"'`]|\benv\.)({_NAME})\b")
_OR_ELSE = ":-"
_IN_SHELL = re.compile(rf"\$\{{({_NAME}):[-=?]")
_LISTED = re.compile(rf"\A\s{{0,20}}(?:[-*+|]|\d{{1,3}}[.)])\s{{0,8}}`({_NAME})`")
_BRINGS_IN = re.compile(
    r"\b(?:import|from|require\w{0,10}|use|using|include|extern|gem|FROM|image|apt|install|new|docker|exec)\b"
)
_SETTINGS = frozenset(
    {None, "yaml", "toml", "json", "xml", "ini", "properties", "dockerfile", "hcl", "nix"}
)
"""Languages of files that say what a project needs, as far as they have one."""
_SEVERAL = 2
_MANY = 40
_CLOSE = 0.75
_TOO_LARGE = 200_000


@dataclass(frozen=True)
class CitedVariable:
    """A variable that readers are told of."""

    statement: Statement
    name: str

    @property
    def group(self) -> str:
        """The first word, by which a program tells its variables from those of others."""
        return self.name.partition("_")[0]

    @property
    def needles(self) -> frozenset[str]:
        low = self.name.lower()
        return frozenset(
            {self.name, self.group, f"{self.group}_", low, low.replace("_", "-"), self.library}
        )

    @property
    def library(self) -> str:
        """What a library would be called that reads variables of this group."""
        return self.group.lower()


def cited_variables(statement: Statement) -> Iterator[CitedVariable]:
    text = statement.words[:LONGEST_LINE]
    found = list(_SET.findall(text)) if statement.part is not Part.PROSE else []
    if statement.part is Part.PROSE and _speaks_of_variables(statement):
        found += _SPAN.findall(text)
    for name in dict.fromkeys(found):
        around = statement.around if statement.part is Part.PROSE else text
        around = _YOURS.sub(" ", around[:LONGEST_LINE])
        told = is_on_offer(around, name) and not is_forbidding(around, name)
        if told and not is_made_up(name):
            yield CitedVariable(statement, name)


def _speaks_of_variables(statement: Statement) -> bool:
    """Whether the sentence does, or what heads the table or list in which it stands."""
    if _SPOKEN.search(statement.around[:LONGEST_LINE]):
        return True
    return any(_HEADED.search(line[:LONGEST_LINE]) for line in statement.above)


def needles(cited: tuple[CitedVariable, ...]) -> frozenset[str]:
    """What must be searched to judge some variables."""
    if not cited:
        return frozenset()
    return frozenset({*READING, *COMPOSING, _OR_ELSE}).union(*(one.needles for one in cited))


@dataclass(frozen=True)
class Environment:
    """The code of a tree that asks for variables, as the search found it."""

    head: Tree
    found: Mapping[str, Hits]
    cited: tuple[CitedVariable, ...]

    @cached_property
    def _places(self) -> frozenset[tuple[str, int]]:
        return frozenset(one.statement.place for one in self.cited)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The variables that code asks for by name; none where there is more than can be read."""
        if any(self.found[one].total > len(self.found[one].hits) for one in READING):
            return frozenset()
        files = {path for one in READING for path in self._sources(one)}
        if len(files) > _MANY:
            return frozenset()
        asked = {name for hit in self.found[_OR_ELSE].hits for name in _in_shell(hit)}
        texts = ((self.head.read(path) or "")[:_TOO_LARGE] for path in sorted(files))
        return frozenset(name for text in texts for name in _ASKED.findall(text)) | asked

    @cached_property
    def _is_composed(self) -> bool:
        return any(any(self._sources(one)) for one in COMPOSING)

    def lack(self, cited: CitedVariable) -> bool:
        """Whether such variables are ours, code spells each of them out, and none is this one."""
        if not any(name.startswith(f"{cited.group}_") for name in self._names) or self._is_composed:
            return False
        if any(any(self._sources(one)) for one in cited.needles - {cited.name, cited.library}):
            return False
        hits = self.found[cited.name]
        is_there = any((hit.path, hit.line) not in self._places for hit in hits.hits)
        if is_there or hits.total > len(hits.hits):
            return False
        return bool(self.meant(cited)) or self._is_own(cited) or self._is_one_of_ours(cited)

    def _is_one_of_ours(self, cited: CitedVariable) -> bool:
        """Whether it is listed among variables of its group that code asks for, and nothing here
        that is called like the group may be somebody else's program.
        """
        if is_of_system(cited.name):
            return False
        beside = {
            name for line in cited.statement.above for name in _LISTED.findall(line[:LONGEST_LINE])
        }
        beside |= {one.name for one in self.cited if one.statement.path == cited.statement.path}
        read = {name for name in beside & self._names if name.startswith(f"{cited.group}_")}
        hits = self.found[cited.library]
        if len(read) < _SEVERAL or hits.total > len(hits.hits):
            return False
        return not any(_names_library(hit) for hit in hits.hits)

    def meant(self, cited: CitedVariable) -> str:
        """A variable that code asks for and that is called much like it; empty when none is."""
        near = get_close_matches(cited.name, sorted(self._names), 1, _CLOSE)
        return near[0] if near and near[0].startswith(f"{cited.group}_") else ""

    def _is_own(self, cited: CitedVariable) -> bool:
        """Whether the first word is what a program, folder or source is called, so that no library reads them."""
        word = cited.group.lower()
        if word in self._programs:
            return True
        return any(
            word in path.lower().rpartition(".")[0].split("/")
            for path in self.head.paths()
            if paths.language_of(path) and not paths.is_doc(path)
        )

    @cached_property
    def _programs(self) -> frozenset[str]:
        """What this project and its programs are called, in one word."""
        programs = Programs(self.head)
        return frozenset(name.lower().replace("-", "") for name in programs.names | programs.titles)

    def _sources(self, needle: str) -> Iterator[str]:
        return sources(self.found[needle])


def _names_library(hit: Hit) -> bool:
    """Whether a line brings something in, or stands in a file that says what is needed."""
    if paths.is_doc(hit.path) or paths.is_lockfile(hit.path):
        return False
    is_code = paths.language_of(hit.path) not in _SETTINGS
    return not is_code or _BRINGS_IN.search(hit.text[:LONGEST_LINE]) is not None


def _in_shell(hit: Hit) -> Iterator[str]:
    """The variables that a line of a shell script takes from outside, with something in their place."""
    if paths.language_of(hit.path) in ("bash", "shell"):
        yield from _IN_SHELL.findall(hit.text[:LONGEST_LINE])
