"""Finds workflow expressions that one commit left dangling and a later one mended."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from truths import TreeAt, Truth

_NEEDS = re.compile(r"\bneeds\.([A-Za-z_][\w-]*)\.")
_STEPS = re.compile(r"\bsteps\.([A-Za-z_][\w-]*)\.")


def workflow_truths(repository: Path, count: int) -> Iterator[Truth]:
    """Walks the history of each workflow and holds each version against the one before."""
    listed = subprocess.run(
        [
            *("git", "-C", str(repository), "log", "--no-merges", "--topo-order", "--reverse"),
            *(f"--max-count={count}", "--name-only", "--format=\x01%H %s"),
            *("--", ".github/workflows"),
        ],
        capture_output=True,
        check=True,
        text=True,
        errors="replace",
    ).stdout
    open_: dict[tuple[str, str], str] = {}
    for block in listed.split("\x01")[1:]:
        head, *paths = [line for line in block.split("\n") if line]
        commit, _, message = head.partition(" ")
        for path in paths:
            now = dangling(TreeAt(repository, commit).read(path))
            before = _dangling_before(TreeAt(repository, f"{commit}^"), path)
            if now is None or before is None:
                continue
            for token in now - before:
                open_[path, token] = commit
            for token in before - now:
                introduced = open_.pop((path, token), "")
                if introduced:
                    yield Truth("workflow", token, introduced, commit, path, "", message)


def _dangling_before(tree: TreeAt, path: str) -> frozenset[str] | None:
    """What dangled in the file; in any workflow when it is new, since it may be one of them moved."""
    text = tree.read(path)
    if text is not None:
        return dangling(text)
    others = [other for other in tree.paths if other.startswith(".github/workflows/")]
    return frozenset[str]().union(*(dangling(tree.read(other)) or () for other in others))


def dangling(text: str | None) -> frozenset[str] | None:
    """Jobs and steps that a workflow names and does not have; None when it cannot be read."""
    if text is None:
        return frozenset()
    try:
        jobs = yaml.safe_load(text)["jobs"]
        return frozenset(name for job in jobs.values() for name in _of_job(job, jobs))
    except (yaml.YAMLError, KeyError, TypeError, AttributeError):
        return None


def _of_job(job: dict[str, Any], jobs: dict[str, Any]) -> Iterator[str]:
    needs = job.get("needs") or []
    wanted = [needs] if isinstance(needs, str) else list(needs)
    yield from (name for name in wanted if name not in jobs)
    text = yaml.safe_dump(job, width=10_000)
    yield from (name for name in _NEEDS.findall(text) if name not in wanted)
    steps = job.get("steps") or []
    ids = {step.get("id") for step in steps}
    yield from (name for name in _STEPS.findall(text) if name not in ids)
    yield from _artifacts(steps, wanted, jobs)


def _artifacts(
    steps: list[dict[str, Any]], wanted: list[str], jobs: dict[str, Any]
) -> Iterator[str]:
    """Artifacts of a sibling that the job takes without waiting for it."""
    for step in steps:
        name = (step.get("with") or {}).get("name")
        if not str(step.get("uses", "")).startswith("actions/download-artifact") or not name:
            continue
        makers = [key for key, job in jobs.items() if name in _uploads(job)]
        if makers and not set(makers) & _reach(wanted, jobs):
            yield str(name)


def _uploads(job: dict[str, Any]) -> set[str]:
    return {
        str((step.get("with") or {}).get("name"))
        for step in job.get("steps") or []
        if str(step.get("uses", "")).startswith("actions/upload-artifact")
    }


def _reach(wanted: list[str], jobs: dict[str, Any]) -> set[str]:
    seen: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in jobs:
            continue
        seen.add(name)
        needs = jobs[name].get("needs") or []
        waiting += [needs] if isinstance(needs, str) else needs
    return seen
