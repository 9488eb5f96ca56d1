"""Hooks that install unvetted packages or leave a process running on whoever checks the code out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.change import Change, ChangedFile
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.credentials import MAX_LINE
from postil.ports import Tree


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GIT_HOOKS = frozenset(
    _words(
        "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg"
        " commit-msg post-commit pre-rebase post-checkout post-merge pre-push post-rewrite"
    )
)
_HOOK_FOLDERS = frozenset({".husky", ".githooks", "githooks", ".git-hooks", "git-hooks", "hooks"})
_AGENT_FOLDERS = (".claude/", ".cursor/", ".codex/", ".gemini/")
_LIFECYCLE = re.compile(
    r"\"(?:pre|post)?(?:install|prepare|pack|publish|prepublishOnly|dependencies)\"\s{0,4}:\s{0,4}\"|"
    r"\"post-(?:install|update)-cmd\"|\"post-(?:autoload-dump|create-project-cmd)\""
)
_COMMAND_KEY = re.compile(r"[\"']?(?:command|run|entry|initializeCommand|onCreateCommand|"
    r"updateContentCommand|postCreateCommand|postStartCommand|postAttachCommand)[\"']?\s{0,4}:")  # fmt: skip
_CONTAINER_ONLY = re.compile(r"(?:onCreate|updateContent|postCreate|postStart|postAttach)Command")

_PACKAGE = r"(?P<package>@?[A-Za-z][\w.@/+~^:=\[\],-]{0,100})"
_INSTALLS = (
    re.compile(rf"\bpip3?\s+install\s+(?:--?[\w-]+(?:=\S+)?\s+){{0,6}}[\"']?{_PACKAGE}"),
    re.compile(rf"\buv\s+(?:pip\s+install|tool\s+(?:install|run))\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\buvx\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\bpipx\s+(?:install|run)\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\b(?:npx|bunx)\s+(?:-y|--yes)\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\b(?:pnpm|yarn)\s+dlx\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\b(?:npm|pnpm|bun)\s+(?:install|i|add)\s+(?:--?[\w-]+\s+){{0,4}}(?:-g|--global)\s+(?:--?[\w-]+\s+){{0,4}}{_PACKAGE}"),
    re.compile(rf"\b(?:npm|pnpm|bun)\s+(?:install|i|add)\s+{_PACKAGE}\s+(?:-g|--global)\b"),
    re.compile(rf"\byarn\s+global\s+add\s+{_PACKAGE}"),
    re.compile(rf"\b(?:gem|cargo)\s+install\s+(?:--?[\w-]+\s+){{0,6}}{_PACKAGE}"),
    re.compile(rf"\bgo\s+install\s+{_PACKAGE}"),
)  # fmt: skip
_PIPED = re.compile(
    r"\b(?:curl|wget)\b[^|\n]{0,400}\|\s{0,4}(?:sudo\s+)?(?:env\s+)?(?:ba|z|da)?sh\b"
)
_FETCHED = re.compile(
    r"\b(?:ba|z)?sh\s+(?:-c\s+[\"'\\]{0,3})?(?:<\(|[\"']?\$\()\s{0,4}(?:curl|wget)\b"
)
_INSTALL_MARKS = ("install", "npx", "bunx", "dlx", "uvx", "pipx", "npm i ", "bun i", " add ", "curl", "wget", "uv tool")  # fmt: skip

_PINNED = re.compile(r"==|@v?\d|\.(?:whl|txt|toml|gemspec)\b|@[0-9a-f]{40}")
_OWN = re.compile(r"(?:\.{1,2}/|\.$|file:|workspace:|link:|~?/)")
_FROM_LIST = re.compile(r"(?:\s-r\s|--requirement\b|--require-hashes\b|\s-e\s|--editable\b|--group\b|--locked\b|--frozen)")  # fmt: skip

_DAEMONS = (
    re.compile(r"(?<![\w-])--daemon(?:ize)?\b(?![=-](?:false|no|0))"),
    re.compile(r"\bnohup\s"),
    re.compile(r"\bsetsid\s"),
    re.compile(r"\bdisown\b"),
    re.compile(r"\bpm2\s+start\b"),
    re.compile(r"\blaunchctl\s+(?:load|bootstrap)\b"),
    re.compile(r"\bsystemctl\s+(?:--user\s+)?(?:start|enable)\b"),
    re.compile(r"\b(?:screen\s+-dm|tmux\s+new(?:-session)?\s+-d)"),
    re.compile(r"[^&>\s]\s{0,3}&\s{0,3}(?:[\"']?,?\s{0,3}$|\)\s{0,3}$)"),
)
_DAEMON_MARKS = ("--daemon", "nohup", "setsid", "disown", "pm2", "launchctl", "systemctl", "screen", "tmux", "&")  # fmt: skip
_WAITS = re.compile(r"^\s{0,40}wait\b")


def hooks(change: Change, head: Tree) -> Iterator[Remark]:
    for file in change.files:
        if not file.added or not _holds_hooks(file, head):
            continue
        before = {text.strip() for _, text in file.removed}
        waits = any(_WAITS.match(text[:MAX_LINE]) for _, text in file.added)
        for number, text in file.added:
            line = text[:MAX_LINE]
            if not _is_command(file, line) or text.strip() in before:
                continue
            quote = Quote(path=file.path, text=text, line=number)
            if installed := _installs(line):
                yield _install_remark(file, quote, installed)
            elif not waits and _starts_daemon(line):
                yield _daemon_remark(file, quote)


def _holds_hooks(file: ChangedFile, head: Tree) -> bool:
    name, path = file.name, file.path
    if path.endswith(".vscode/tasks.json"):
        return '"folderOpen"' in (head.read(path) or "")
    return (
        name in ("package.json", "composer.json", "devcontainer.json", ".envrc", "lefthook.yml")
        or name in (".pre-commit-config.yaml", ".pre-commit-hooks.yaml", ".lefthook.yml")
        or _is_agent_settings(path)
        or _is_hook_script(file)
    )


def _is_agent_settings(path: str) -> bool:
    inside = any(folder in f"/{path}" for folder in (f"/{one}" for one in _AGENT_FOLDERS))
    return inside and (path.endswith((".json", ".toml")) or "/hooks/" in path)


def _is_hook_script(file: ChangedFile) -> bool:
    folders = file.folder.split("/")
    if folders[0] == ".husky" and file.name not in (".gitignore", "husky.sh"):
        return not file.name.endswith(".md")
    return file.name.partition(".")[0] in _GIT_HOOKS and not _HOOK_FOLDERS.isdisjoint(folders)


def _is_command(file: ChangedFile, line: str) -> bool:
    """Whether the line is something the hook runs, rather than a comment or another setting."""
    if file.name in ("package.json", "composer.json"):
        return _LIFECYCLE.search(line) is not None
    if line.lstrip().startswith(("#", "//", "*", "echo ", "printf ")):
        return False
    if file.name.endswith((".yaml", ".yml")):
        return _COMMAND_KEY.search(line) is not None or "|" in line or "&&" in line
    return True


def _installs(line: str) -> str | None:
    """What the line installs without anybody having vetted it; None when it installs nothing such."""
    if not any(mark in line for mark in _INSTALL_MARKS):
        return None
    if _PIPED.search(line) or _FETCHED.search(line):
        return "a downloaded script"
    if _FROM_LIST.search(line):
        return None
    for pattern in _INSTALLS:
        match = pattern.search(line)
        if match and not _PINNED.search(match["package"]) and not _OWN.match(match["package"]):
            return match["package"].rstrip(",:.\"'")
    return None


def _starts_daemon(line: str) -> bool:
    if not any(mark in line for mark in _DAEMON_MARKS) or _CONTAINER_ONLY.search(line):
        return False
    return any(pattern.search(line) for pattern in _DAEMONS)


def _install_remark(file: ChangedFile, quote: Quote, installed: str) -> Remark:
    return Remark(
        title=f"A hook in `{file.name}` installs {installed} unasked",
        slug="auto-install-hook",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        quotes=(quote,),
        failure_mode="Whoever checks out or opens the project runs code nobody vetted, at whatever version is newest.",
        mitigation="Declare it as a locked dependency, pin the exact version, or make it a step people run themselves.",
        claim=Claim(Shape.OTHER, installed),
    )


def _daemon_remark(file: ChangedFile, quote: Quote) -> Remark:
    return Remark(
        title=f"A hook in `{file.name}` leaves a process running",
        slug="daemon-hook",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        quotes=(quote,),
        failure_mode="A background process starts on every machine that triggers the hook and outlives it unseen.",
        mitigation="Run it in the foreground, or make starting it a step people take themselves.",
        claim=Claim(Shape.OTHER, file.path),
    )
