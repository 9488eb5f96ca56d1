"""What stands after findings were looked at again."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.finding import Finding
from postil.domain.judgement import SetAside
from postil.domain.observation import Gap
from postil.domain.panel import Crossing


@dataclass(frozen=True, kw_only=True)
class Again:
    """What stands now, what was set aside on the way, and what was not looked at."""

    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...] = ()
    gaps: tuple[Gap, ...] = ()
    crossing: Crossing | None = None
    interrupted: bool = False
