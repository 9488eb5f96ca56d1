"""Breaks in `package.json` and `tsconfig.json`: files, folders and scripts that are not there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.outlines import (
    EMPTY,
    Listing,
    Node,
    Scalar,
    Table,
    Unreadable,
    items,
    read_json,
    scalars,
)
from postil.inspection.standing import Ground, Standing, join

_LEFT_BY_INIT = frozenset({"index.js", "index.ts", "./index.js", "./index.ts"})
_OF_OTHERS = ("composer.json", "pyproject.toml", "setup.py", "Gemfile", "go.mod", "pom.xml")
_ASIDE = frozenset({"benchmark", "benchmarks", "bench", "example", "examples", "demo", "demos"})
_ENTRY_KEYS = ("main", "module", "browser", "types", "typings", "bin", "exports", "imports")
_EXACT_KEYS = ("bin", "exports", "imports")
"""Entries that Node and npm take as they are written, without trying endings or folders."""
_BUILD_SCRIPTS = frozenset(
    {
        "build",
        "compile",
        "prepare",
        "prepack",
        "prepublish",
        "prepublishOnly",
        "bundle",
        "dist",
        "package",
    }
)
_DEPENDENCY_KEYS = (
    *("dependencies", "devDependencies", "peerDependencies"),
    "optionalDependencies",
)
_ENDINGS = ("", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json")
_COMPILED = (".js", ".mjs", ".cjs", ".jsx")
_SOURCES = (".ts", ".tsx", ".mts", ".cts", ".coffee")
_RUNNERS = frozenset(
    {"node", "tsx", "ts-node", "bun", "bash", "sh", "zsh", "python", "python3", "ruby", "deno"}
)
_SCRIPT = re.compile(r"\A[\w@./-]+\.(?:js|mjs|cjs|ts|mts|cts|sh|py|rb)\Z")
_COMMANDS = re.compile(r"&&|\|\||[;|&\n]")
_UNDECIDABLE = re.compile(r"""[$`"'()<>*?{}\\]""")
_GLOB_MARK = re.compile(r"[*?{\[]")
_MOST_SCRIPT = 5_000
_MOST_EXTENDS = 5


@dataclass(frozen=True, slots=True)
class _Named:
    """A path some value names, and what follows when it is missing."""

    value: Scalar
    owner: str
    what: str
    failure: str
    slug: str = "missing-path"


def package_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a `package.json`."""
    table = read_json(text)
    folder = posixpath.dirname(path)
    built = any(name.partition(":")[0] in _BUILD_SCRIPTS for name in table.table("scripts").entries)
    built = built or any(
        _is_compiled(join(folder, value.text), ground)
        for key in _ENTRY_KEYS
        for value in scalars(table.get(key))
    )
    built = built or _forwards(folder, table, ground)
    unused = _is_never_imported(path, table) or _is_for_tools(folder, table, ground)
    for key in _ENTRY_KEYS:
        if unused and key in ("main", "module") and table.text(key) in _LEFT_BY_INIT:
            continue
        yield from _entry_points(path, key, table.get(key), ground, built=built)
    yield from _scripts(path, table.table("scripts"), ground)
    workspaces = table.get("workspaces")
    if isinstance(workspaces, Table):
        workspaces = workspaces.get("packages")
    for item in items(workspaces):
        if item.text.startswith("!"):
            continue
        named = _Named(item, "workspaces", "workspace", "Installing the packages fails or skips it")
        yield from _missing(path, named, (join(folder, _before_star(item.text)),), ground)
    for key in _DEPENDENCY_KEYS:
        yield from _local_packages(path, key, table.table(key), ground)


def _is_for_tools(folder: str, table: Table, ground: Ground) -> bool:
    """Whether a project of another language has the manifest for the tools that it lists alone."""
    if table.table("dependencies").entries:
        return False
    return any(ground.standing(join(folder, name)) is Standing.PRESENT for name in _OF_OTHERS)


def _forwards(folder: str, table: Table, ground: Ground) -> bool:
    """Whether a manifest without a name leads from its folder to what is built elsewhere."""
    return table.text("name") is None and any(
        ground.standing(join(folder, value.text)) is Standing.UNKNOWN
        for key in _ENTRY_KEYS
        for value in scalars(table.get(key))
        if value.text.startswith("../")
    )


def _is_never_imported(path: str, table: Table) -> bool:
    """Whether nobody takes the package by its name: it is private, or shows or measures something."""
    return table.text("private") == "true" or not _ASIDE.isdisjoint(path.split("/"))


def _entry_points(
    path: str, key: str, node: Node | None, ground: Ground, *, built: bool
) -> Iterator[Break]:
    folder = posixpath.dirname(path)
    for value in scalars(node):
        if not _is_local(key, value.text):
            continue
        target = join(folder, _before_star(value.text))
        stem = "" if target is None else posixpath.splitext(target)[0]
        is_exact = key in _EXACT_KEYS
        if not is_exact and target is not None and ground.standing(stem) is Standing.PRESENT:
            continue
        endings = ("",) if is_exact else _ENDINGS
        candidates = tuple(None if target is None else target + ending for ending in endings)
        named = _Named(
            value, key, "file", f"Whoever imports the package through `{key}` gets an error"
        )
        for found in _missing(path, named, candidates, ground):
            if not built or found.confidence == CERTAIN:
                yield found


def _is_local(key: str, text: str) -> bool:
    if key in ("exports", "imports", "browser"):
        return text.startswith("./")
    return bool(text) and not text.startswith(("/", "#")) and ("." in text or "/" in text)


def _before_star(text: str) -> str:
    """The part of a glob that is a plain folder."""
    if _GLOB_MARK.search(text) is None:
        return text
    plain = _GLOB_MARK.split(text, maxsplit=1)[0]
    return plain.rpartition("/")[0] or "."


def _local_packages(path: str, key: str, table: Table, ground: Ground) -> Iterator[Break]:
    folder = posixpath.dirname(path)
    for entry in table:
        value = entry.value
        if not isinstance(value, Scalar) or not value.text.startswith(
            ("file:", "link:", "portal:")
        ):
            continue
        target = value.text.partition(":")[2]
        named = _Named(value, f"{key} {entry.key}", "package", "Installing the packages fails")
        yield from _missing(path, named, (join(folder, target),), ground)


def _scripts(path: str, scripts: Table, ground: Ground) -> Iterator[Break]:
    folder = posixpath.dirname(path)
    for entry in scripts:
        if not isinstance(entry.value, Scalar):
            continue
        moved = False
        for command in _COMMANDS.split(entry.value.text[:_MOST_SCRIPT]):
            words = command.split()
            moved = moved or words[:1] in (["cd"], ["pushd"])
            if not words or moved:
                continue
            yield from _npm_run(path, entry.key, words, entry.value, scripts)
            script = _run_file(words)
            if script is None or script.partition("/")[0] == "node_modules":
                continue
            named = _Named(
                Scalar(script, entry.value.line),
                f"script {entry.key}",
                "file",
                f"`npm run {entry.key}` fails",
                "missing-script-file",
            )
            yield from _missing(path, named, (join(folder, script),), ground)


def _run_file(words: list[str]) -> str | None:
    """The file of the repository that a command runs, where that is plain."""
    while words and ("=" in words[0] or words[0] in ("cross-env", "exec", "npx", "time")):
        words = words[1:]
    if not words or any(_UNDECIDABLE.search(word) for word in words):
        return None
    if words[0].startswith(("./", "../")) and _SCRIPT.match(words[0]):
        return words[0]
    runner, *arguments = words
    if runner not in _RUNNERS or not arguments or not _SCRIPT.match(arguments[0]):
        return None
    return arguments[0]


def _npm_run(
    path: str, owner: str, words: list[str], value: Scalar, scripts: Table
) -> Iterator[Break]:
    if words[:2] not in (["npm", "run"], ["pnpm", "run"]) or not words[2:]:
        return
    name, *options = words[2:]
    if name.startswith("-") or _UNDECIDABLE.search(name):
        return
    own = options[: options.index("--")] if "--" in options else options
    if any(option.startswith("-") for option in own):
        return
    if name not in scripts.entries and not name.startswith(("/", "#")):
        yield Break(
            path=path,
            lines=(value.line,),
            slug="missing-script",
            subject=name,
            owner=f"script {owner}",
            title=f"Script `{owner}` runs `{name}`, a script this package does not have",
            failure=f"`npm run {owner}` stops with a missing script",
            mitigation=f"Run the script that took its place, or add `{name}`",
        )


def _missing(
    path: str, named: _Named, candidates: tuple[str | None, ...], ground: Ground
) -> Iterator[Break]:
    standing = ground.any_standing(candidates)
    if standing not in (Standing.REMOVED, Standing.ABSENT) or _is_compiled(candidates[0], ground):
        return
    yield Break(
        path=path,
        lines=(named.value.line,),
        slug=named.slug,
        subject=named.value.text,
        owner=named.owner,
        title=f"`{named.owner}` names `{named.value.text}`, a {named.what} that does not exist",
        failure=named.failure,
        mitigation=f"Name the {named.what} that took its place, or restore `{named.value.text}`",
        origin=candidates[0],
        confidence=CERTAIN if standing is Standing.REMOVED else LIKELY,
    )


def _is_compiled(target: str | None, ground: Ground) -> bool:
    """Whether the source that a compiler makes this file from stands beside it."""
    stem, ending = posixpath.splitext((target or "").replace(".d.ts", ".js"))
    return ending in _COMPILED and any(ground.tree.exists(stem + source) for source in _SOURCES)


def tsconfig_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a `tsconfig.json` or `jsconfig.json`."""
    table = read_json(text)
    folder = posixpath.dirname(path)
    for item in items(table.get("extends")):
        if item.text.startswith("."):
            target = join(folder, item.text)
            named = _Named(item, "extends", "file", "The compiler stops before it reads any source")
            yield from _missing(path, named, _config_candidates(target), ground)
    references = table.get("references")
    for reference in references.items if isinstance(references, Listing) else ():
        value = reference.get("path") if isinstance(reference, Table) else None
        if isinstance(value, Scalar):
            target = join(folder, value.text)
            named = _Named(value, "references", "project", "Building with references fails")
            yield from _missing(path, named, _config_candidates(target), ground)
    for item in items(table.get("files")):
        named = _Named(item, "files", "file", "The compiler stops with a file that is not found")
        yield from _missing(path, named, (join(folder, item.text),), ground)
    yield from _aliases(path, table.table("compilerOptions"), table, ground)


def _config_candidates(target: str | None) -> tuple[str | None, ...]:
    return (None,) if target is None else (target, f"{target}.json")


def _aliases(path: str, options: Table, table: Table, ground: Ground) -> Iterator[Break]:
    root = _base_url(path, table, ground)
    if root is None:
        return
    for alias in options.table("paths"):
        targets = items(alias.value)
        found = [(target, list(_alias_candidates(root, target.text))) for target in targets]
        standings = [ground.any_standing(tuple(candidates)) for _, candidates in found]
        lost = (Standing.REMOVED, Standing.ABSENT)
        if not found or not all(standing in lost for standing in standings):
            continue
        target, candidates = found[0]
        yield Break(
            path=path,
            lines=tuple(dict.fromkeys((target.line, alias.line))),
            slug="missing-alias-target",
            subject=target.text,
            owner=f"paths {alias.key}",
            title=f"Alias `{alias.key}` leads to `{target.text}`, which does not exist",
            failure=f"Every import through `{alias.key}` fails to resolve",
            mitigation=f"Point `{alias.key}` at the place that took over, or remove it",
            origin=candidates[0],
            confidence=CERTAIN if Standing.REMOVED in standings else LIKELY,
        )


def _alias_candidates(root: str, target: str) -> Iterator[str | None]:
    plain, star, _ = target.partition("*")
    if not star:
        place = join(root, target)
        yield from (None if place is None else place + ending for ending in _ENDINGS)
    elif plain in ("", "./", "/"):
        yield ""
    elif plain.endswith("/"):
        yield join(root, plain)
    else:
        yield None


def _base_url(path: str, table: Table, ground: Ground) -> str | None:
    """The folder that path aliases start from, None when another package decides it."""
    folder, current = posixpath.dirname(path), table
    for _ in range(_MOST_EXTENDS):
        declared = current.text("compilerOptions", "baseUrl")
        if declared is not None:
            return join(folder, declared)
        above = items(current.get("extends"))
        if not above:
            return posixpath.dirname(path)
        if len(above) > 1 or not above[0].text.startswith("."):
            return None
        target = join(folder, above[0].text)
        text = next(
            (found for name in _config_candidates(target) if (found := ground.read(name))), None
        )
        if target is None or text is None:
            return None
        try:
            current, folder = read_json(text), posixpath.dirname(target)
        except Unreadable:
            current = EMPTY
    return None
