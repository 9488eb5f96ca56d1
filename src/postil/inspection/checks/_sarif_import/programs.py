"""Runs scanners by name on copies of the changed files, with the rules of the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postil import catalogue
from postil.catalogue import Unit
from postil.domain.change import Change, FileStatus
from postil.domain.observation import Gap
from postil.inspection import scanners
from postil.ports import Toolbox, ToolStatus, Tree

MOST_FILES = 2_000
MOST_RULE_FILES = 200
_TIMEOUT = 45.0
_RULES_FOLDER = ".postil-rules"
_IGNORES_NOTHING = {".semgrepignore": "# every changed file is scanned\n"}
_RULE_NAMES = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a scanner found, as SARIF."""

    program: str
    report: bytes


def answers(
    programs: Sequence[str], change: Change, tools: Toolbox, trees: tuple[Tree, Tree]
) -> Iterator[Answer | Gap]:
    """One answer, or the gap it leaves, for each program that has something to look at."""
    head, base = trees
    for program in programs:
        unit = catalogue.load(scanners, program, must_have=scanners.MUST_HAVE)
        files = _copies(change, head, unit.module.SUFFIXES)
        rules = dict(_rules(base, unit.module.RULES)) if unit.module.RULES else {}
        if not files:
            continue
        if unit.module.RULES and not rules:
            yield _gap(program, "has no rules at the base", f"add `{unit.module.RULES[0]}`")
        else:
            yield _answer(unit, files, rules, tools)
        if len(files) == MOST_FILES:
            yield _gap(program, f"looked at the first {MOST_FILES:,} files only", "", required=True)


def _answer(
    unit: Unit, files: Mapping[str, str], rules: Mapping[str, str], tools: Toolbox
) -> Answer | Gap:
    run = tools.run(
        unit.name,
        unit.module.arguments(tuple(files), tuple(rules)),
        files={**files, **rules, **_IGNORES_NOTHING},
        timeout=_TIMEOUT,
    )
    if run.status is ToolStatus.MISSING:
        return _gap(unit.name, "is not installed", "install it, or do not ask for it")
    if run.status is not ToolStatus.RAN:
        return _gap(unit.name, run.status.value, "run it by hand to see why", required=True)
    report = unit.module.report(run, tuple(files))
    if report is None:
        said = f"failed with exit status {run.exit}{_said(run.stderr)}"
        return _gap(unit.name, said, "run it by hand to see why", required=True)
    return Answer(unit.name, report)


def _said(stderr: str) -> str:
    last = next((line.strip() for line in reversed(stderr.split("\n")) if line.strip()), "")
    return f": {last[:200]}" if last else ""


def _copies(change: Change, head: Tree, suffixes: tuple[str, ...]) -> dict[str, str]:
    copies: dict[str, str] = {}
    for file in change.files:
        wanted = not suffixes or file.path.endswith(suffixes)
        gone = file.status is FileStatus.DELETED or file.is_symlink
        if wanted and not gone and file.added and len(copies) < MOST_FILES:
            text = head.read(file.path)
            if text is not None:
                copies[file.path] = text
    return copies


def _rules(base: Tree, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The rule files that are there, under names of our own."""
    found = [path for name in names for path in _listed(base, name)]
    for number, path in enumerate(found[:MOST_RULE_FILES]):
        text = base.read(path)
        if text is not None:
            yield f"{_RULES_FOLDER}/{number:03}.yml", text


def _listed(base: Tree, name: str) -> Sequence[str]:
    if not base.exists(name.removesuffix("/")):
        return ()
    if not name.endswith("/"):
        return (name,)
    return sorted(
        path for path in base.paths() if path.startswith(name) and path.endswith(_RULE_NAMES)
    )


def _gap(program: str, reason: str, remedy: str, *, required: bool = False) -> Gap:
    return Gap(subject=f"scanner `{program}`", reason=reason, required=required, remedy=remedy)
