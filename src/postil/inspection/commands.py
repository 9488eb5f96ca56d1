"""Names of commands, and where plain text without backticks spells one out."""

from __future__ import annotations

import re

TOOLS = frozenset(
    {"npm", "npx", "yarn", "pnpm", "bun", "bunx", "pip", "pip3", "pipx", "poetry", "uv", "conda", "git", "gh",
     "docker", "docker-compose", "podman", "make", "curl", "wget", "sudo", "terraform", "kubectl", "helm", "cargo",
     "pytest", "tox", "nox", "brew", "apt", "apt-get", "apk", "rm", "chmod", "chown", "python", "python3", "node",
     "deno", "gem", "bundle", "mvn", "gradle", "composer", "go", "rake", "rails"}
)  # fmt: skip
"""What somebody types; behind another word it is that one's argument."""
_TYPED = (
    r"(?:npm|npx|yarn|pnpm|bun|pip3?|pipx|poetry|uv|conda|git|gh|docker|docker-compose|podman|terraform|kubectl|helm|cargo"
    r"|brew|apt-get|apk|bundle|mvn|gradle|composer|sudo)"
)
_DOES = (
    r"(?:install|add|ci|run|test|build|push|pull|commit|rebase|merge|fetch|clone|compose|exec|up|down|apply|destroy|get|publish"
    r"|uninstall|update|upgrade|remove|delete|sync|lock|reset|checkout|tag|login|lint|deploy|release|init)"
)
_QUOTED = re.compile(
    rf"(?<!\w)\"(?P<quoted>(?:{_TYPED}|make|python3?|pytest|go|rm|chmod|curl|node)\s[^\"\n]{{1,80}}|[\w./-]{{0,40}}[/_(:.][\w./()*:-]{{1,60}})\"(?!\w)"
)
_PLAIN = re.compile(
    rf"(?<![\w\"'/.-])(?P<plain>{_TYPED}\s{_DOES}\b(?:\s--?[a-z][\w-]{{0,30}}){{0,3}}|{_TYPED}(?=\scommands\b))"
)


def spelled_out(text: str) -> str:
    """A text without backticks, with commands that it quotes or spells out set in them."""
    if "`" in text:
        return text
    quoted = _QUOTED.sub(r"`\g<quoted>`", text)
    return quoted if quoted != text else _PLAIN.sub(r"`\g<plain>`", text)
