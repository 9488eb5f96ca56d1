"""Breaks in GitLab pipelines: jobs, templates, stages and included files that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.inspection.breaks import Break
from postil.inspection.outlines import (
    Entry,
    Listing,
    Node,
    Scalar,
    Table,
    Unreadable,
    items,
    read_yaml,
)
from postil.inspection.standing import Ground, Standing, join

_KEYWORDS = frozenset(
    {
        *("default", "include", "stages", "variables", "workflow", "image", "services", "cache"),
        *("before_script", "after_script", "pages:deploy", "spec", "types"),
    }
)
_STAGES = (".pre", "build", "test", "deploy", ".post")
_MOST_FILES = 30


@dataclass(frozen=True, slots=True)
class _Pipeline:
    """What the file and its local includes define; `whole` is False when others may add to it."""

    jobs: frozenset[str]
    stages: frozenset[str]
    whole: bool


def gitlab_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a GitLab pipeline file."""
    table = read_yaml(text)
    yield from _includes(path, table, ground)
    pipeline = _gathered(table, ground)
    if not pipeline.whole:
        return
    for entry in table:
        if entry.key not in _KEYWORDS and isinstance(entry.value, Table):
            yield from _job(path, entry, entry.value, pipeline)


def _local_includes(table: Table) -> Iterator[Scalar | None]:
    """The local files a pipeline includes; None for every other sort of include."""
    node = table.get("include")
    nodes: tuple[Node, ...] = () if node is None else (node,)
    if isinstance(node, Listing):
        nodes = node.items
    for one in nodes:
        local = one.get("local") if isinstance(one, Table) else one
        named = isinstance(local, Scalar) and "://" not in local.text and "$" not in local.text
        plain = isinstance(local, Scalar) and named and "*" not in local.text
        yield local if plain and isinstance(local, Scalar) else None


def _includes(path: str, table: Table, ground: Ground) -> Iterator[Break]:
    for local in _local_includes(table):
        if local is None:
            continue
        target = join("", local.text.lstrip("/"))
        if ground.standing(target) in (Standing.REMOVED, Standing.ABSENT):
            yield Break(
                path=path,
                lines=(local.line,),
                slug="missing-include",
                subject=local.text,
                owner="include",
                title=f"The pipeline includes `{local.text}`, which does not exist",
                failure="GitLab refuses the whole pipeline",
                mitigation=f"Include the file that took its place, or restore `{local.text}`",
                origin=target,
            )


def _gathered(table: Table, ground: Ground) -> _Pipeline:
    jobs: set[str] = set()
    stages: set[str] = set()
    whole, waiting, seen = True, [table], {""}
    while waiting:
        current = waiting.pop()
        jobs |= {entry.key for entry in current if entry.key not in _KEYWORDS}
        stages |= {item.text for item in items(current.get("stages"))}
        for local in _local_includes(current):
            name = "" if local is None else local.text.lstrip("/")
            text = ground.read(name) if name else None
            if text is None or len(seen) > _MOST_FILES:
                whole = False
            elif name not in seen:
                seen.add(name)
                try:
                    waiting.append(read_yaml(text))
                except Unreadable:
                    whole = False
    return _Pipeline(frozenset(jobs), frozenset(stages or _STAGES) | {".pre", ".post"}, whole)


def _job(path: str, entry: Entry, job: Table, pipeline: _Pipeline) -> Iterator[Break]:
    wanted: list[tuple[str, Scalar]] = [("extends", item) for item in items(job.get("extends"))]
    wanted += [("dependencies", item) for item in items(job.get("dependencies"))]
    needs = job.get("needs")
    for need in needs.items if isinstance(needs, Listing) else ():
        named = need
        if isinstance(need, Table):
            outside = any(need.get(key) is not None for key in ("project", "pipeline", "optional"))
            named = need if outside else need.get("job") or need
        if isinstance(named, Scalar):
            wanted.append(("needs", named))
    for key, name in wanted:
        if name.text not in pipeline.jobs and "$" not in name.text:
            yield Break(
                path=path,
                lines=(name.line,),
                slug="missing-job",
                subject=name.text,
                owner=entry.key,
                title=f"Job `{entry.key}` names `{name.text}` under `{key}`, a job the pipeline does not have",
                failure="GitLab refuses the whole pipeline",
                mitigation=f"Name an existing job instead of `{name.text}`, or restore it",
            )
    stage = job.get("stage")
    if isinstance(stage, Scalar) and stage.text not in pipeline.stages and "$" not in stage.text:
        yield Break(
            path=path,
            lines=(stage.line,),
            slug="missing-stage",
            subject=stage.text,
            owner=entry.key,
            title=f"Job `{entry.key}` runs in stage `{stage.text}`, which `stages` does not list",
            failure="GitLab refuses the whole pipeline",
            mitigation=f"Add `{stage.text}` to `stages`, or use one that is listed",
        )
