"""A small change, remarks about it, and the grounds to judge them on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from postil.domain.change import Change, Side
from postil.domain.finding import Evidence, Finding, Quote, Remark
from postil.domain.judgement import Judgement, SetAside
from postil.domain.observation import Attendance, Observation
from postil.domain.policy import Policy
from postil.domain.severity import Basis, Dimension, Justification, Kind, Severity
from postil.domain.stretch import Stretch
from postil.judge import Grounds, judge, location, schema
from postil.judge.case import Case

from fakes.changes import BASE, HEAD, change_between
from fakes.trees import MemorySearch, MemoryTree

TODAY = dt.date(2026, 3, 1)

OLD = """\
import os

def area(width, height):
    if width < 0:
        raise ValueError("width")
    return width * height

def name():
    return "old"
"""

NEW = """\
import os

def area(width, height):
    return width * height

def name():
    secret = "hunter2hunter2"
    return "new"
"""


@dataclass
class Scene:
    """Both versions of the files and everything built from them."""

    base: Mapping[str, str] = field(default_factory=lambda: {"src/shape.py": OLD})
    head: Mapping[str, str] = field(default_factory=lambda: {"src/shape.py": NEW})
    policy: Policy = field(default_factory=Policy)
    searchable: bool = True
    fixes: Stretch | None = None
    change: Change | None = None

    def __post_init__(self) -> None:
        self.search = MemorySearch(self.head)

    def grounds(self) -> Grounds:
        return Grounds(
            change=self.change or change_between(self.base, self.head),
            head=MemoryTree(self.head, HEAD),
            base=MemoryTree(self.base, BASE),
            search=self.search if self.searchable else None,
            policy=self.policy,
            today=TODAY,
            fixes=self.fixes,
        )

    def judge(self, *remarks: Remark) -> Judgement:
        return judge([observed(*remarks)], self.grounds())

    def cases(self, *remarks: Remark) -> tuple[Case, ...]:
        admitted, aside = schema.admit(remarks)
        located = location.locate(admitted, self.grounds())
        assert aside == located.aside == ()
        return located.kept

    def located(self, *quotes: Quote, basis: Basis = Basis.SELF) -> tuple[Evidence, ...]:
        (case,) = self.cases(remark(quotes=quotes, basis=basis))
        return case.finding.evidence

    def finding(self, *remarks: Remark) -> Finding:
        judgement = self.judge(*remarks)
        assert judgement.set_aside == ()
        (finding,) = judgement.findings
        return finding

    def stands(self, only: Remark) -> bool:
        judgement = self.judge(only)
        return (len(judgement.findings), judgement.set_aside) == (1, ())

    def refused(self, *remarks: Remark) -> SetAside:
        judgement = self.judge(*remarks)
        assert judgement.findings == ()
        (aside,) = judgement.set_aside
        return aside


def quote(text: str = 'return "new"', **others: Any) -> Quote:
    return Quote(**{"path": "src/shape.py", "text": text, **others})


def removed(text: str = "if width < 0:", **others: Any) -> Quote:
    return quote(text, **{"side": Side.OLD, **others})


def remark(**fields: Any) -> Remark:
    plain = Remark(
        title="The name is wrong",
        slug="wrong-name",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        quotes=(quote(),),
        failure_mode="Readers see another name.",
        mitigation="Return the old name.",
        basis=Basis.SELF,
        source="staff-engineer",
    )
    return replace(plain, **fields)


def observed(*remarks: Remark, inspector: str = "staff-engineer") -> Observation:
    return Observation(inspector=inspector, attendance=Attendance.RAN, remarks=remarks)


def finding(**fields: Any) -> Finding:
    plain = Finding(
        title="The name is wrong",
        slug="wrong-name",
        category="",
        dimension=Dimension.CORRECTNESS,
        severity=Severity.MEDIUM,
        base=Severity.MEDIUM,
        kind=Kind.DEFECT,
        root=remark().root,
        confidence=90,
        basis=Basis.SELF,
        blast=remark().blast,
        justification=Justification.REACHABLE,
        reversible=remark().reversible,
        claim=remark().claim,
        evidence=(evidence(),),
        failure_mode="Readers see another name.",
        mitigation="Return the old name.",
        sources=("staff-engineer",),
        introduced=True,
    )
    return replace(plain, **fields)


def evidence(**fields: Any) -> Evidence:
    plain = Evidence(
        path="src/shape.py",
        side=Side.NEW,
        revision=HEAD,
        text='    return "new"',
        start=8,
        end=8,
    )
    return replace(plain, **fields)


def titles(findings: Sequence[Finding]) -> list[str]:
    return [each.title for each in findings]
