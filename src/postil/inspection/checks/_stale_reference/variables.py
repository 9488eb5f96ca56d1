"""How programs read a variable of the environment, and how files beside them give it a value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS, TABLES
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit

READS = (
    *(
        "environ",
        "getenv",
        "process.env",
        "Getenv",
        "env::var",
        "env!",
        "ENV[",
        "ENV.fetch",
        "env(",
    ),
    *("LookupEnv", "GetEnvironmentVariable", "getEnv(", "import.meta.env", "envvar=", "env.get("),
    *(
        "env.str(",
        "env.bool(",
        "env.int(",
        "env.url(",
        "env.list(",
        'env:"',
        'envconfig:"',
        "(env = ",
    ),
)
READERS = PROGRAMS | {"bash", "c", "cpp", "kotlin", "swift", "scala"}
_CAPITALS = r"[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50}"
_ASKED = re.compile(
    rf"\b\w{{0,30}}(?:env|require|must|need|lookup|config|setting|var|fetch|read)\w{{0,30}}(?:<[\w, ]{{1,40}}>)?"
    rf"\([\"']({_CAPITALS})[\"']",
    re.IGNORECASE,
)
"""A function of the program's own that by its name looks something up."""
_HELD = re.compile(rf"(?:[\w)>]\(|[\[,=] ?)[\"'](?:\$\{{)?({_CAPITALS})[\"':}}]")
"""A name that is handed to something, or listed, which may look it up."""
_NAME = re.compile(r"[\"'.(]([A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50})(?=[\"')\s.,;\]]|\Z)")
_TAKEN_APART = re.compile(r"[{,] ?([A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50})(?= ?[,}:=])")
_TYPED = re.compile(
    r"\A\s{1,20}([A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50}): ?(?:z|v|Joi|t|Type|yup|envalid)\.\w"
    r"|\A\s{1,20}([A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50}): ?(?:str|url|num|bool|port|host|email|json)\("
)
"""An entry of a description that the whole environment is held against."""
_IN_SHELL = re.compile(r"\$\{?([A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{2,50})\b")
_ASSIGNED = re.compile(
    r"(?<![\w$])([A-Z]\w{3,90})=|\b(?:for|read) (?:-\w{1,8} )?([A-Z]\w{3,90})(?!\w)"
)
_PREFIX = re.compile(r"\benv_prefix ?= ?[\"']([A-Za-z0-9_]{1,40})[\"']")
_FIELD = re.compile(r"\A {4}([a-z][a-z0-9_]{1,60}): ")
_COMPOSE = re.compile(r"(?:\A|/)(?:docker-)?compose[\w.-]{0,60}\.ya?ml\Z")
_LEADS = frozenset(
    {
        *("", "export", "ENV", "ARG", "set", "setenv", "SetEnv", "env", "$env:", "Environment="),
        *("environment=", "name:", "-e", "--env", "--build-arg", "--set-env-vars"),
    }
)
_OPTION = re.compile(
    r"(?:\A|\s)(?:-e|--env|--build-arg|--set-env-vars|--update-env-vars)[ =][\"']?\Z"
)
_NAMED = re.compile(r"\A[\s{-]{0,40}\"?(?:name|key)\"?\s{0,8}[:=]\s{0,8}[\"']?\Z")
_SHELLS = frozenset({"bash", "make", "dockerfile", "yaml", "powershell", "hcl"})
_ASIDE = ("#", "//", "*", "/*", "--")


@dataclass(frozen=True)
class Reader:
    """A file of a program as it was, which may look into the environment."""

    path: str
    text: str

    def may_read(self, line: str) -> list[str]:
        """Names that the line hands on, in a file that looks into the environment elsewhere."""
        return _HELD.findall(line) if self._looks and language_of(self.path) != "bash" else []

    def read_on(self, line: str) -> list[str]:
        """The variables that a line reads, as far as its words or its file show."""
        if language_of(self.path) == "bash":
            found = _IN_SHELL.findall(line)
            return [name for name in found if name not in self._assigned]
        if any(word in line for word in READS):
            return [*_NAME.findall(line), *_TAKEN_APART.findall(line)]
        if not self._looks:
            return self._as_field(line)
        typed = _TYPED.match(line)
        return [*_ASKED.findall(line), *([typed[1] or typed[2]] if typed else ())]

    @cached_property
    def _looks(self) -> bool:
        return any(word in self.text for word in READS)

    @cached_property
    def _assigned(self) -> frozenset[str]:
        """What a script gives a value itself."""
        return frozenset(name for pair in _ASSIGNED.findall(self.text) for name in pair if name)

    @cached_property
    def _prefix(self) -> str | None:
        """What the variables of the file's settings begin with."""
        prefix = _PREFIX.search(self.text) if "BaseSettings" in self.text else None
        return prefix[1] if prefix else None

    def _as_field(self, line: str) -> list[str]:
        """A variable that is called like the field of the settings that takes it."""
        field = _FIELD.match(line) if self._prefix is not None else None
        return [f"{self._prefix}{field[1]}".upper()] if field else []


def is_read(name: str, hit: Hit) -> bool:
    """Whether anything but a document or a line that gives it a value knows the name.

    A schema that refers to a part of its own by name is whole, whatever other copies lost.
    """
    text = hit.text[:LONGEST_LINE]
    if is_doc(hit.path) or _is_passed_on(name, text):
        return False
    language = language_of(hit.path)
    if language in _SHELLS or language in TABLES or language is None:
        marks = ("$" + name, "${" + name, f"env.{name}", f"%{name}%", f"vars.{name}", f'/{name}"')
        return any(mark in text for mark in marks)
    return not (text.lstrip().startswith(_ASIDE) or _is_set_by_test(name, hit))


def _is_passed_on(name: str, text: str) -> bool:
    """Whether a line only gives the variable the value that one of the same name has outside."""
    before, _, after = text.partition(name)
    if before.strip(" \t-\"'") or not after.lstrip("\"' ").startswith(("=", ":")):
        return False
    value = after.lstrip("\"' ").lstrip("=: \"'")
    return value.startswith((f"${{{name}", f"${name}", f"${{{{ vars.{name} "))


def _is_set_by_test(name: str, hit: Hit) -> bool:
    """Whether a test gives the variable a value, which whatever it tests would read."""
    if not is_test(hit.path):
        return False
    quoted = rf"[\"']{re.escape(name)}[\"']"
    sets = rf"(?:set_?env|set_var|putenv)\(\s{{0,4}}{quoted}|env(?:iron)?(?:\.{re.escape(name)}|\[{quoted}\]) ?=(?!=)"
    return re.search(sets, hit.text[:LONGEST_LINE], re.IGNORECASE) is not None


def is_given(name: str, hit: Hit) -> bool:
    """Whether a line of configuration or a script gives the variable a value."""
    before, _, after = hit.text[:LONGEST_LINE].partition(name)
    lead = before.strip(" \t-\"'#") if not before.rstrip().endswith("-e") else "-e"
    after = after.lstrip("\"'")
    if after.startswith(("=", ":")):
        return lead in _LEADS or _OPTION.search(before) is not None
    language = language_of(hit.path)
    if _COMPOSE.search(hit.path) and before.strip() == "-" and not after.strip():
        return True
    if language in ("yaml", "json", "hcl") and _NAMED.match(before):
        return not after.strip(" ,}") or language == "json"
    if language in ("hcl", "toml") and not lead:
        return after.lstrip().startswith("=")
    return lead in ("ENV", "setenv", "SetEnv", "$env:") and after[:1] == " "
