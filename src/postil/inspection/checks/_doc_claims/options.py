"""Options of the project's own programs and scripts that a statement shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.paths import CitedPath
from postil.inspection.checks._doc_claims.programs import Programs
from postil.inspection.checks._doc_claims.words import is_on_offer
from postil.inspection.documents import LONGEST_LINE, Part

_SPAN = re.compile(r"`([^`\n]{3,300})`")
_BEFORE = re.compile(
    r"\A(?:[$>] {1,4})?(?:[A-Z_]{1,60}=\S{0,100} {1,4}){0,4}(?:(?:sudo|time|exec|npx|bunx|uvx|pnpm exec"
    r"|uv run|poetry run|pipenv run|hatch run|pdm run|pipx run|bundle exec|python3? -m|cargo run --) {1,4})?"
)
_RUNNER = re.compile(
    r"(?:python3?|bash|sh|zsh|node|ruby|perl|deno run|go run|npx tsx|uv run(?: python)?) {1,4}"
)
_COMMAND = re.compile(r"\A(?:\./)?([\w.-]{2,60})(?=\s)")
_SCRIPT = re.compile(
    r"\A(?:\./)?((?:[\w-]{1,60}/){1,8}[\w-][\w.-]{0,100}|[\w-]{1,80}\.(?:sh|bash|py|js|mjs|ts|rb|pl))(?=\s)"
)
_OPTION = re.compile(r"(?<!\S)--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?=[\s=]|\Z)")
_ALONE = re.compile(r"\A--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[ =][\w<>.\[\]-]{1,60})?\Z")
_BUILDS_ONE = re.compile(
    r"\A(?:\$ )?(?:cargo run(?: --release)? --|go run \.|dotnet run --)\s{1,4}(?=\S)"
)
"""Runs the program of this folder, whatever it is called."""
_SET_IN = re.compile(r"\A(?: {4,16}|\t{1,3}| {0,3}\$ )(?=[\w.$/])")
_TITLE = re.compile(r"\A#{1,3} `?([\w.-]{2,60})`?\s{0,8}\Z")
_USAGE = re.compile(
    r"\A(?:\$ )?([\w.-]{2,60})(?= (?:\[(?:--?|options?|flags?)|<options?|--[a-z]))", re.IGNORECASE
)
_MOST_BESIDE = 8
_REST = re.compile(r"\s(?:--|\||&&|;|#|>)(?=\s)")
_WORD = re.compile(r"[A-Za-z][\w-]{1,60}")
_EVERYWHERE = frozenset({"help", "version", "verbose", "quiet", "debug", "color", "completion"})
_TOOLS = frozenset(
    words(
        "git docker podman npm npx yarn pnpm bun pip pip3 pipx uv poetry pytest tox nox cargo rustc go"
        " make cmake ninja kubectl helm terraform curl wget ssh rsync ruff mypy black isort eslint"
        " prettier tsc node deno python python3 bash tar gcc clang brew apt gem bundle rake mvn gradle"
        " vite webpack jest vitest playwright cypress ansible systemctl journalctl psql gh"
    )
)


@dataclass(frozen=True)
class CitedOption:
    """An option behind one of our programs; `script` when a script of the tree is run by path.

    `is_alone` is one that stands in backticks by itself, near the name of the program; `beside`
    are the others that stand so there.
    """

    statement: Statement
    option: str
    program: str
    script: CitedPath | None = None
    is_alone: bool = False
    beside: tuple[str, ...] = ()

    @property
    def spelled(self) -> str:
        return f"--{self.option}"

    @property
    def shapes(self) -> frozenset[str]:
        """Every way in which code may spell it."""
        plain = {self.option, self.option.removeprefix("no-")}
        shapes: set[str] = {self.spelled}
        for name in plain:
            first, *others = name.split("-")
            camel = first + "".join(word.title() for word in others)
            shapes |= {name, name.replace("-", "_"), name.replace("-", "_").upper(), camel}
            shapes |= {f"--{name}", camel[:1].upper() + camel[1:]}
        return frozenset(shapes)


def cited_options(statement: Statement, programs: Programs) -> Iterator[CitedOption]:
    """The options that a command line shows, and those that prose names beside a program."""
    if "--" not in statement.words:
        return
    if statement.part is Part.SHELL:
        yield from _in_command(statement, statement.words.strip(), programs)
        return
    if statement.part is Part.CODE or _SET_IN.match(statement.words):
        # Nothing says that it is a command, so it must begin with a program that is surely ours.
        found = _in_command(statement, statement.words.strip(), programs)
        yield from (one for one in found if one.script is None and one.program in programs.names)
    if statement.part is Part.CODE:
        return
    for span in _SPAN.findall(statement.words):
        alone = _ALONE.match(span.strip())
        if alone is None:
            yield from _in_command(statement, span.strip(), programs)
        elif alone[1] not in _EVERYWHERE:
            yield from _beside(statement, alone[1], span, programs)


def _in_command(statement: Statement, command: str, programs: Programs) -> Iterator[CitedOption]:
    if _BUILDS_ONE.match(command) and len(programs.names) == 1:
        command = _BUILDS_ONE.sub(f"{min(programs.names)} ", command)
    rest = _REST.split(_BEFORE.sub("", command), maxsplit=1)[0]
    runner = _RUNNER.match(rest)
    called = rest[runner.end() :] if runner else rest
    script, program = _SCRIPT.match(called), _COMMAND.match(rest)
    for option in dict.fromkeys(_OPTION.findall(rest)):
        if option in _EVERYWHERE or not is_on_offer(statement.words, command):
            continue
        if script:
            path = CitedPath(statement, script[1])
            yield CitedOption(statement, option, script[1], path)
        elif program and program[1] not in _TOOLS:
            name = program[1].partition(".")[0]
            if name in programs.names or name in programs.words:
                yield CitedOption(statement, option, name)


def _beside(
    statement: Statement, option: str, span: str, programs: Programs
) -> Iterator[CitedOption]:
    """An option by itself, where the sentence or the page around it speaks of one program alone."""
    around = statement.around[:LONGEST_LINE]
    if not is_on_offer(around, span):
        return
    near = set(_WORD.findall(around))
    page = {span.split(" ")[0] for line in statement.above for span in _SPAN.findall(line)}
    page |= {word for line in statement.above for word in _first_words(line)}
    page |= _shown_usage(statement)
    if not _TOOLS.isdisjoint({word.lower() for word in near} | page):
        return
    named = sorted(programs.names & near) or sorted(programs.names & page)
    if len(named) == 1:
        others = {
            found[1]
            for line in (*statement.above, around)
            for other in _SPAN.findall(line[:LONGEST_LINE])
            if (found := _ALONE.match(other.strip())) is not None
        }
        beside = tuple(f"--{other}" for other in sorted(others - {option} - _EVERYWHERE))
        yield CitedOption(statement, option, named[0], is_alone=True, beside=beside[:_MOST_BESIDE])


def _shown_usage(statement: Statement) -> set[str]:
    """What the lines between fences above it show to be called with options, as on the page of a command."""
    fenced = [line.startswith(("```", "~~~")) for line in statement.above]
    return {
        found[1]
        for at, line in enumerate(statement.above)
        if sum(fenced[:at]) % 2 and (found := _USAGE.match(line[:LONGEST_LINE])) is not None
    }


def _first_words(line: str) -> Iterator[str]:
    """What a command that is set in, or a heading of one word, begins with."""
    text = line[:LONGEST_LINE]
    called = _COMMAND.match(_BEFORE.sub("", text.strip())) if _SET_IN.match(text) else None
    title = _TITLE.match(text)
    yield from (found[1] for found in (called, title) if found)
