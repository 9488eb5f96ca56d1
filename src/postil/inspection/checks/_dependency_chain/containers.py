"""Breaks in Dockerfiles and compose files: sources, stages and services that are not there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.outlines import (
    EMPTY,
    Entry,
    Listing,
    Node,
    Scalar,
    Table,
    Unreadable,
    items,
    read_yaml,
)
from postil.inspection.standing import Ground, Standing, ancestors, join

_INSTRUCTION = re.compile(r"\A[ \t]*(FROM|COPY|ADD)[ \t]+(.*)", re.IGNORECASE | re.DOTALL)
_STAGE = re.compile(r"[ \t]AS[ \t]+([\w.-]+)[ \t]*\Z", re.IGNORECASE)
_QUOTED = re.compile(r'"([^"\\]*)"')
_ASSEMBLERS = (".goreleaser.yml", ".goreleaser.yaml")
"""Settings of a tool that puts the folder together from which images are built."""
_DEVELOPMENT = "devcontainer.json"
_BUILT_FROM = re.compile(r"\"docker[fF]ile\"\s{0,8}:")
_GLOB_MARK = re.compile(r"[*?\[]")
_VOLUME = re.compile(r"\A[A-Za-z0-9][\w.-]*\Z")
_LONGEST_LINE = 20_000
_MADE_OUTSIDE = (
    *(".jar", ".war", ".ear", ".zip", ".tar", ".gz", ".tgz", ".deb", ".rpm", ".whl", ".exe"),
    *(".so", ".bin", ".apk", ".img", ".pem", ".crt", ".key", ".p12", ".jks", ".node", ".wasm"),
)
_MAIN_FILES = ("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml")
_OVERRIDES = ("docker-compose.override.yml", "docker-compose.override.yaml", "compose.override.yml")
_LOST = (Standing.REMOVED, Standing.ABSENT)


@dataclass(frozen=True, slots=True)
class _Instruction:
    """One instruction of a Dockerfile, its continued lines joined."""

    word: str
    rest: str
    line: int


def dockerfile_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every `COPY` and `ADD` whose source is nowhere a build context could be."""
    stages: set[str] = set()
    before = ground.before.read(path) if ground.before is not None else None
    earlier = {name for _, name in _stages(before or "")}
    for instruction in _instructions(text):
        if instruction.word == "FROM":
            stage = _STAGE.search(instruction.rest)
            stages |= {stage[1].lower()} if stage else set()
            continue
        flags, sources = _sources(instruction.rest)
        origin = flags.get("--from", "").lower()
        if origin and origin in earlier and origin not in stages:
            yield _missing_stage(path, origin, instruction)
        if "--from" in flags:
            continue
        for source in sources:
            yield from _source(path, source, instruction, ground)


def _stages(text: str) -> Iterator[tuple[int, str]]:
    for instruction in _instructions(text):
        stage = _STAGE.search(instruction.rest) if instruction.word == "FROM" else None
        if stage is not None:
            yield instruction.line, stage[1].lower()


def _instructions(text: str) -> Iterator[_Instruction]:
    held, start = "", 0
    heredoc = ""
    for number, line in enumerate(text.split("\n"), start=1):
        code = line[:_LONGEST_LINE].rstrip()
        if heredoc:
            heredoc = "" if code.strip() == heredoc else heredoc
            continue
        if code.lstrip().startswith("#"):
            continue
        start = start if held else number
        held += code.removesuffix("\\") + " "
        if code.endswith("\\") and len(held) < _LONGEST_LINE:
            continue
        heredoc = _heredoc(held)
        found = _INSTRUCTION.match(held.rstrip())
        if found is not None:
            yield _Instruction(found[1].upper(), found[2], start)
        held = ""


def _heredoc(instruction: str) -> str:
    _, mark, after = instruction.partition("<<")
    words = after.lstrip("-").split()
    return words[0].strip("\"'") if mark and words else ""


def _sources(rest: str) -> tuple[dict[str, str], list[str]]:
    """The flags of a COPY or ADD and what it copies; nothing where that is not plain."""
    words = rest.split()
    flags: dict[str, str] = {}
    while words and words[0].startswith("--"):
        name, _, value = words.pop(0).partition("=")
        flags[name] = value
    if words and words[0].startswith("["):
        words = _QUOTED.findall(" ".join(words))
    if any(word.startswith("<<") for word in words):
        return flags, []
    return flags, words[:-1]


def _is_beside_the_one_built(path: str, ground: Ground) -> bool:
    """Whether a development container is built from another file, and this one only lies beside."""
    folder, _, name = path.rpartition("/")
    settings = ground.read(join(folder, _DEVELOPMENT))
    if settings is None or f'"{name}"' in settings:
        return False
    return _BUILT_FROM.search(settings[:_LONGEST_LINE]) is not None


def _source(path: str, source: str, instruction: _Instruction, ground: Ground) -> Iterator[Break]:
    if "://" in source or source.startswith("git@") or any(mark in source for mark in "$\"'"):
        return
    plain = source.lstrip("/")
    if _GLOB_MARK.search(plain) is not None:
        plain = _GLOB_MARK.split(plain, maxsplit=1)[0].rpartition("/")[0]
    if plain in ("", ".", "./"):
        return
    if any(ground.standing(name) is Standing.PRESENT for name in _ASSEMBLERS):
        return
    if _is_beside_the_one_built(path, ground):
        return
    contexts = ancestors(posixpath.dirname(path))
    candidates = tuple(join(context, plain) for context in contexts)
    standing = ground.any_standing(candidates)
    if standing not in _LOST or (standing is Standing.ABSENT and not _is_kept_in_git(source)):
        return
    gone = next((c for c in candidates if ground.standing(c) is Standing.REMOVED), candidates[-1])
    yield Break(
        path=path,
        lines=(instruction.line,),
        slug="missing-copy-source",
        subject=source,
        owner=instruction.word,
        title=f"`{instruction.word}` takes `{source}`, which is in no folder the image can be built from",
        failure="Building the image stops at this line",
        mitigation=f"Copy the path that took its place, or restore `{source}`",
        origin=gone,
        confidence=CERTAIN if standing is Standing.REMOVED else LIKELY,
    )


def _is_kept_in_git(source: str) -> bool:
    """Whether a source that never was in the repository should have been there."""
    name = source.rstrip("/").rpartition("/")[2]
    if source.endswith("/"):
        return True
    return "." in name[1:] and not name.lower().endswith(_MADE_OUTSIDE)


def _missing_stage(path: str, name: str, instruction: _Instruction) -> Break:
    return Break(
        path=path,
        lines=(instruction.line,),
        slug="missing-stage",
        subject=name,
        owner=instruction.rest[:200],
        title=f"`{instruction.word} --from={name}` names a stage this Dockerfile no longer has",
        failure="The build takes an image of that name from a registry, or stops",
        mitigation=f"Name the stage that took the place of `{name}`",
    )


def compose_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every service, network, volume or folder of a compose file that is not there."""
    table = read_yaml(text)
    whole = _merged(path, table, ground)
    for service in table.table("services"):
        if isinstance(service.value, Table):
            if whole is not None:
                yield from _named_services(path, service, whole)
                yield from _named_stores(path, service, whole)
            yield from _folders(path, service, ground)


def _merged(path: str, table: Table, ground: Ground) -> Mapping[str, frozenset[str]] | None:
    """What the files of one project define together, None when that cannot be told."""
    folder, name = posixpath.dirname(path), posixpath.basename(path)
    others = [file for file in (*_MAIN_FILES, *_OVERRIDES) if file != name]
    tables = [table]
    main_there = name in _MAIN_FILES
    for other in others:
        content = ground.read(f"{folder}/{other}".lstrip("/"))
        if content is None:
            continue
        try:
            tables.append(read_yaml(content))
        except Unreadable:
            return None
        main_there = main_there or other in _MAIN_FILES
    if not main_there or any(one.get("include") is not None for one in tables):
        return None
    kinds = ("services", "networks", "volumes")
    return {
        kind: frozenset(key for one in tables for key in one.table(kind).entries) for kind in kinds
    }


def _names(node: Node | None) -> tuple[tuple[str, int], ...]:
    """The names in a listing, or the keys of a table that stands for one."""
    if isinstance(node, Table):
        return tuple((entry.key, entry.line) for entry in node)
    return tuple((item.text, item.line) for item in items(node))


def _named_services(
    path: str, service: Entry, whole: Mapping[str, frozenset[str]]
) -> Iterator[Break]:
    table = service.value if isinstance(service.value, Table) else EMPTY
    wanted = list(_names(table.get("depends_on")))
    extends = table.get("extends")
    if isinstance(extends, Scalar):
        wanted.append((extends.text, extends.line))
    elif isinstance(extends, Table) and extends.get("file") is None:
        base = extends.get("service")
        wanted += [(base.text, base.line)] if isinstance(base, Scalar) else []
    for name, line in wanted:
        if name not in whole["services"] and "$" not in name:
            yield Break(
                path=path,
                lines=(line,),
                slug="missing-service",
                subject=name,
                owner=service.key,
                title=f"Service `{service.key}` relies on `{name}`, a service that is not defined",
                failure="Compose refuses the file, so no service starts",
                mitigation=f"Name an existing service instead of `{name}`, or define it",
            )


def _named_stores(
    path: str, service: Entry, whole: Mapping[str, frozenset[str]]
) -> Iterator[Break]:
    table = service.value if isinstance(service.value, Table) else EMPTY
    wanted = [
        ("network", name, line)
        for name, line in _names(table.get("networks"))
        if name != "default" and name not in whole["networks"]
    ]
    for item in items(table.get("volumes")):
        name, colon, _ = item.text.partition(":")
        is_name = colon and _VOLUME.match(name) and len(name) > 1
        if is_name and name not in whole["volumes"]:
            wanted.append(("volume", name, item.line))
    for kind, name, line in wanted:
        if "$" not in name:
            yield Break(
                path=path,
                lines=(line,),
                slug=f"missing-{kind}",
                subject=name,
                owner=service.key,
                title=f"Service `{service.key}` uses `{name}`, a {kind} that is not defined",
                failure="Compose refuses the file, so no service starts",
                mitigation=f"Define `{name}` under `{kind}s`, or use one that is there",
            )


def _folders(path: str, service: Entry, ground: Ground) -> Iterator[Break]:
    table = service.value if isinstance(service.value, Table) else EMPTY
    folder = posixpath.dirname(path)
    for key, value in _paths(table):
        target = join(folder, value.text)
        if "://" in value.text or value.text.startswith("git@"):
            continue
        standing = ground.standing(target)
        if standing is Standing.REMOVED or (standing is Standing.ABSENT and key != "env_file"):
            yield Break(
                path=path,
                lines=(value.line,),
                slug="missing-path",
                subject=value.text,
                owner=f"{service.key} {key}",
                title=f"Service `{service.key}` names `{value.text}` as its `{key}`, which does not exist",
                failure=f"Compose stops before it starts `{service.key}`",
                mitigation=f"Name the path that took its place, or restore `{value.text}`",
                origin=target,
                confidence=CERTAIN if standing is Standing.REMOVED else LIKELY,
            )


def _paths(table: Table) -> Iterator[tuple[str, Scalar]]:
    build = table.get("build")
    context = table.get("build", "context") if isinstance(build, Table) else build
    if isinstance(context, Scalar) and not context.is_null:
        yield "build", context
    if isinstance(build, Table):
        named = build.get("dockerfile")
        if isinstance(named, Scalar) and isinstance(context, Scalar) and "://" not in context.text:
            yield "dockerfile", Scalar(posixpath.join(context.text, named.text), named.line)
    extends = table.get("extends", "file")
    if isinstance(extends, Scalar):
        yield "extends", extends
    env = table.get("env_file")
    yield from (("env_file", item) for item in items(env))
    for item in env.items if isinstance(env, Listing) else ():
        named = item.get("path") if isinstance(item, Table) else None
        if (
            isinstance(named, Scalar)
            and isinstance(item, Table)
            and item.text("required") != "false"
        ):
            yield "env_file", named
