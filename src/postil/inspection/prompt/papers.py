"""Lays the papers out: everything shared first and byte-identical for all, the charge last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from postil.domain.brief import Brief
from postil.domain.change import Change, FileStatus, Side
from postil.domain.conversation import tokens
from postil.domain.finding import Quote
from postil.domain.observation import Observation
from postil.domain.report import ReportedQuote
from postil.domain.stretch import Stretch
from postil.domain.unit import Unit
from postil.inspection.prompt import briefing, growth, stretches
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.instructions import instructions
from postil.inspection.prompt.numbered import numbered
from postil.inspection.prompt.prior import Before, prior_findings
from postil.inspection.prompt.quoting import restored
from postil.inspection.roles import Role
from postil.ports import Tree

INSTRUCTION_ROOM = 6_000
OTHER_UNITS = 200


@dataclass(frozen=True, kw_only=True)
class Materials:
    """What the papers are made from. `growth` is how many tokens may go into lines around hunks.

    `prior` are earlier findings somebody is asked about. Where `window` is given, nothing else is
    under review; `fixes` are lines that answered an earlier review. `operator` are the
    instructions of whoever runs the review.
    """

    change: Change
    brief: Brief
    head: Tree
    base: Tree
    units: tuple[Unit, ...]
    checks: tuple[Observation, ...] = ()
    prior: Before = field(default_factory=Before)
    window: Stretch | None = None
    fixes: Stretch | None = None
    operator: str = ""
    growth: int = 0


@dataclass(kw_only=True)
class ChangePapers:
    """The papers of one sitting; `charges` writes what each role is asked."""

    materials: Materials
    nonce: str
    rules: str
    schema: Mapping[str, Any]
    charges: Callable[[Role, Sequence[Unit]], str]
    guise: Guise = field(default_factory=Guise)
    _shown: dict[str, str] = field(default_factory=dict)
    _texts: dict[tuple[str, Side], str] = field(default_factory=dict)

    def shared(self, units: Sequence[Unit]) -> str:
        """Instructions of the base, hints, facts, the author's words, the change, what came before."""
        parts = [
            self._instructions,
            _titled("What checks and scanners reported; verify it and look beyond it", self._hints),
            _titled("Facts", briefing.facts(self.materials.change, self.materials.brief)),
            _titled("What the author says", self._words),
            _titled("The change", self._diff(units)),
            _titled("Other parts of this change, not shown here", self._others(units)),
            _titled("Only this part is under review", self._window),
            _titled("Lines that answer an earlier review", self._fixes),
            _titled("Earlier findings and the replies to them", self._prior),
            _titled("From whoever runs this review", self.guise.text(self.materials.operator)),
        ]
        return "\n\n".join(part for part in parts if part)

    def weight(self, unit: Unit) -> int:
        return tokens(self._unit(unit))

    def charge(self, role: Role, units: Sequence[Unit]) -> str:
        return self.charges(role, units)

    def restored(self, quote: ReportedQuote) -> Quote:
        return restored(quote, self.guise, self._stands)

    @cached_property
    def fence(self) -> Fence:
        return Fence(self.nonce)

    @cached_property
    def _instructions(self) -> str:
        changed = [file.path for file in self.materials.change.files]
        found = instructions(self.materials.base, changed, room=INSTRUCTION_ROOM)
        return _titled(
            "The project's own rules for its code, from before this change",
            "\n".join(
                self.fence.around(
                    f"{self.guise.one_line(path)}\n{self.guise.text(text)}", source="base commit"
                )
                for path, text in found
            ),
        )

    @cached_property
    def _hints(self) -> str:
        return briefing.hints(self.materials.checks, self.guise, self.fence)

    @cached_property
    def _prior(self) -> str:
        return prior_findings(self.materials.prior, self.guise, self.fence)

    @cached_property
    def _window(self) -> str:
        return stretches.under_review(self.materials.window, self.guise, self.fence)

    @cached_property
    def _fixes(self) -> str:
        return stretches.answers(self.materials.fixes, self.guise, self.fence)

    @cached_property
    def _words(self) -> str:
        return briefing.words(self.materials.change, self.materials.brief, self.guise, self.fence)

    def _diff(self, units: Sequence[Unit]) -> str:
        if not units:
            return ""
        return self.fence.around("\n".join(map(self._unit, units)), source="the change")

    def _unit(self, unit: Unit) -> str:
        key = unit.name
        if key not in self._shown:
            shown = numbered(unit, self.guise)
            room = self.materials.growth // max(1, len(self.materials.units))
            grown = growth.around(unit, self.materials.head, self.guise, room=room) if room else ""
            self._shown[key] = f"{shown}\n... unchanged lines around\n{grown}" if grown else shown
        return self._shown[key]

    def _others(self, units: Sequence[Unit]) -> str:
        """One line about every unit that someone else reads."""
        here = {unit.name for unit in units}
        rest = [unit for unit in self.materials.units if unit.name not in here]
        rows = [
            f"{self.guise.one_line(unit.name)} ({unit.size} lines)" for unit in rest[:OTHER_UNITS]
        ]
        if len(rest) > OTHER_UNITS:
            rows.append(f"and {len(rest) - OTHER_UNITS} more")
        return self.fence.around("\n".join(rows), source="the change") if rows else ""

    def _stands(self, quote: ReportedQuote, text: str) -> bool:
        return bool(text.strip()) and _bare(text) in self._text(quote.path, quote.side)

    def _text(self, path: str, side: Side) -> str:
        key = (path, side)
        if key not in self._texts:
            tree = self.materials.head if side is Side.NEW else self.materials.base
            text = tree.read(path)
            self._texts[key] = _bare(self._patch(path) if text is None else text)
        return self._texts[key]

    def _patch(self, path: str) -> str:
        """What the change shows of a file that cannot be read whole."""
        files = [file for file in self.materials.change.files if path in (file.path, file.old_path)]
        return "\n".join(
            line.text
            for file in files
            if file.status is not FileStatus.UNMERGED
            for hunk in file.hunks
            for line in hunk.lines()
        )


def _titled(title: str, text: str) -> str:
    return f"## {title}\n{text}" if text else ""


def _bare(text: str) -> str:
    """The text with each run of white space as one blank: indentation is no part of a quote."""
    return " ".join(text.split())
