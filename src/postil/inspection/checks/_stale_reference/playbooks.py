"""Finds tasks and templates of Ansible that still use a variable which its table of defaults lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_doc
from postil.inspection.checks._stale_reference.subjects import (
    LIKELY,
    POSSIBLE,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.ways import ways
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_distinctive
from postil.ports import Hit, Tree

_TABLE = re.compile(
    r"(?:\A|/)(?:roles/[^/]{1,100}/)?(?:defaults|vars)/[\w./-]{1,100}\.ya?ml\Z|(?:\A|/)(?:group_vars|host_vars)/.{1,200}\Z"
)
_GIVEN = r"\A\s{{0,80}}(?:- {{1,4}})?[\"']?{name}[\"']?\s{{0,4}}:"
_NAMES = r"\b(?:register|loop_var|index_var|name|fact|var)\s{{0,4}}[:=]\s{{0,4}}[\"']?{name}\b"
_SET = r"(?:-e |--extra-vars |\s|\A|[\"']){name}="
_MADE = r"\{{%-?\s{{0,4}}(?:set|for|macro)\b[^%]{{0,200}}\b{name}\b"
_SPARED = re.compile(
    r"\|\s{0,4}(?:default|d)\b|\bis (?:not )?(?:un)?defined\b|\bvars\[|lookup\(|\bhostvars\b"
)
_TASKS = re.compile(
    r"(?:\A|/)(?:tasks|handlers|templates|playbooks?|roles|meta)/|\A[\w-]{1,80}\.ya?ml\Z"
)
_CONDITION = re.compile(
    r"\A\s{0,80}(?:- {1,4})?(?:when|until|changed_when|failed_when|loop|with_\w{1,30}|that|var)\s{0,4}:"
)


def lost_facts(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Coined variables that a table of a playbook or role had at its top."""
    for file in change.files:
        path = file.old_path or file.path
        if _TABLE.search(path) is None or not file.removed or "/templates/" in path:
            continue
        after = "" if file.status is FileStatus.DELETED else head.read(file.path) or ""
        new, old = ways("a.yml", after), ways("a.yml", base.read(path) or "")
        at = {number: way for way, number in old.items()}
        for number, text in file.removed:
            name = at.get(number, "")
            if "." in name or name in new or not is_distinctive(name):
                continue
            now = successor(name, text, file)
            subject = Subject(
                name=name, noun="variable", cause=old_line(file, number, text), now=now
            )
            yield Setting(subject, name, partial(_accepts, head=head), _defines)


def _defines(name: str, hit: Hit) -> bool:
    """Whether any line gives the variable a value, on whatever ground, or names it for a task to fill."""
    text = hit.text[:LONGEST_LINE]
    if is_doc(hit.path) or text.lstrip().startswith("#"):
        return False
    return any(
        re.search(form.format(name=re.escape(name)), text) for form in (_GIVEN, _NAMES, _SET, _MADE)
    )


def _accepts(name: str, hit: Hit, *, head: Tree) -> int:
    text = hit.text[:LONGEST_LINE]
    if _SPARED.search(text) or text.lstrip().startswith("#"):
        return 0
    template = hit.path.endswith((".j2", ".jinja", ".jinja2"))
    tasks = hit.path.endswith((".yml", ".yaml")) and _TASKS.search(hit.path) is not None
    if not (template or tasks):
        return 0
    whole = rf"(?<![\w.'\"-]){re.escape(name)}(?![\w'\"-])"
    filled = re.search(rf"\{{[\{{%][^{{}}]{{0,400}}?{whole}", text)
    if filled is None and not (_CONDITION.match(text) and re.search(whole, text)):
        return 0
    guarded = re.search(
        rf"\b{re.escape(name)}\s{{1,4}}is\s{{1,4}}(?:not\s{{1,4}})?(?:un)?defined",
        head.read(hit.path) or "",
    )
    return 0 if guarded else (LIKELY if template else POSSIBLE)
