"""Commands that a rule names, and the lines of scripts that begin one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COMMAND = re.compile(
    r"\A(?:npm|npx|yarn|pnpm|bun|bunx|pip3?|pipx|poetry|uv|conda|git|gh|docker|docker-compose|podman|make|curl|wget|sudo"
    r"|terraform|kubectl|helm|cargo|pytest|tox|nox|brew|apt|apt-get|apk|rm|chmod|chown|python3?|node|deno|gem|bundle|mvn"
    r"|gradle|composer|go\s(?:get|install|run|build|test|mod)|black|flake8|eslint|prettier|mypy|ruff|rustfmt|gofmt|goimports|clang-format)(?=\s|\Z)"
)
_SEPARATORS = re.compile(r"&&|\|\||;|\||\$\(|`")
_PROMPT = re.compile(
    r"\A\s*(?:(?:RUN|CMD|ENTRYPOINT|run:|script:|then|do|else|if|sudo|exec|time|env|command)\s|[-@$>|]\s?|[A-Za-z_]\w{0,40}=\S{0,100}\s|--mount=\S{0,200}\s)"
)
_GLOBAL = re.compile(r"\s(?:-g|--global)(?=\s|\Z)")


def is_command(token: str) -> bool:
    return _COMMAND.match(token) is not None


def runs(token: str, line: str, *, instead: str) -> bool:
    """Whether a line of a script begins a command with the token.

    Installing a tool for all, and lines about the prescribed tool, do not count.
    """
    other = instead.partition(" ")[0]
    if _GLOBAL.search(line) or (other != token.partition(" ")[0] and other in line.split()):
        return False
    return next(segments_of(token, line), None) is not None


def segments_of(token: str, line: str) -> Iterator[list[str]]:
    """The words of each command of a line that begins with the token."""
    for command in _SEPARATORS.split(line):
        bare = command.strip()
        match = _PROMPT.match(bare)
        while not _opens(token, bare) and match and match.end():
            bare = bare[match.end() :].lstrip()
            match = _PROMPT.match(bare)
        if _opens(token, bare):
            yield bare.replace("=", " ").split()


def _opens(token: str, command: str) -> bool:
    return command.startswith(token) and command[len(token) :][:1] in ("", " ", "\t", '"', "'")
