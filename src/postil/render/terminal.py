"""Writes the review for a person at a terminal: findings by severity, gaps, then the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from postil.domain.change import Change, Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence, Finding
from postil.domain.observation import Attendance, Gap
from postil.domain.severity import Kind, Severity
from postil.render import Style
from postil.render._excerpt import excerpt
from postil.render._iteration import stands_as
from postil.render._masking import masked
from postil.render._pages import Pages
from postil.render._panel import roles, spent
from postil.render._screen import Screen, shortened
from postil.render._status import (
    Tone,
    counted,
    headline,
    is_partial,
    is_question,
    severity_words,
    standing,
    tone,
    weight,
)
from postil.render._terminal_panel import panel
from postil.render._terminal_round import (
    closed_before,
    closed_now,
    in_full,
    moved,
    since,
    still_open,
)

NAME = "terminal"
MEDIA_TYPE = "text/plain"

NO_PANEL = "No model reviewer read this change; name one with `--model provider:name`"

_QUESTION = "question"
_SYMBOLS = {
    Severity.CRITICAL: "✖",
    Severity.HIGH: "▲",
    Severity.MEDIUM: "●",
    Severity.LOW: "○",
    Severity.NIT: "·",
    _QUESTION: "?",
}
_COLORS = {
    Severity.CRITICAL: "bold red",
    Severity.HIGH: "red",
    Severity.MEDIUM: "yellow",
    Severity.LOW: "cyan",
    Severity.NIT: "dim",
    _QUESTION: "magenta",
}
_TONES = {
    Tone.GOOD: "bold green",
    Tone.NEUTRAL: "bold",
    Tone.CAUTION: "bold yellow",
    Tone.BAD: "bold red",
}
_LABEL = 11


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:
    screen = Screen(width=style.width, color=style.color)
    pages = None if change is None else Pages(masked(document, change))
    round_, told = moved(document), stands_as(document)
    _header(screen, document)
    since(screen, document, round_)
    for group, members in groupby(in_full(document, round_), key=_group):
        findings = list(members)
        new = "new, " if round_ else ""
        screen.blank()
        screen.rule(f"{_SYMBOLS[group]} {new}{group} ({len(findings)})", _COLORS[group])
        for finding in findings:
            _finding(screen, finding, pages)
            _labelled(screen, "State", told.get(finding.id, ""))
    still_open(screen, round_)
    _praise(screen, document)
    closed_now(screen, round_)
    _closed(screen, closed_before(document, round_))
    _set_aside(screen, document)
    panel(screen, document)
    _gaps(screen, document)
    if style.timings:
        _timings(screen, document)
    _conclusion(screen, document)
    return screen.text


def _group(finding: Finding) -> str:
    return _QUESTION if is_question(finding) else weight(finding)


def _header(screen: Screen, document: ReviewDocument) -> None:
    subject, brief = document.subject, document.brief
    screen.paragraph(f"Postil {document.postil}: {subject.target}", style="bold")
    added = sum(file.additions for file in document.files)
    removed = sum(file.deletions for file in document.files)
    head = subject.head[:7] if subject.head_is_commit else "uncommitted work"
    screen.paragraph(
        f"{subject.base[:7]}..{head}, {counted(len(document.files), 'file')}, "
        f"+{added} -{removed}; {brief.archetype}, {brief.tier} effort ({brief.tier_reason})"
    )
    for notice in subject.notices:
        screen.paragraph(notice, label="!", style="yellow")


def _finding(screen: Screen, finding: Finding, pages: Pages | None) -> None:
    group = _group(finding)
    lead = f"{finding.number} {_SYMBOLS[group]} {group} "
    screen.blank()
    screen.paragraph(finding.title, style="bold", label=lead, label_style=_COLORS[group])
    place = shortened(finding.place.place, screen.width - 2)
    screen.line(("  ", ""), (place, "underline"))
    _code(screen, finding.place, pages)
    for index, other in enumerate(finding.evidence[1:], start=1):
        label = "Cause" if index == finding.anchor else "Also at"
        _labelled(screen, label, _elsewhere(other, screen.width - _LABEL - 2))
    _labelled(screen, "Why", finding.failure_mode)
    _labelled(screen, "What to do", finding.mitigation)
    for index, line in enumerate(finding.details.split("\n")):
        _labelled(screen, "" if index else "More", line)
    if finding.race:
        race = finding.race
        width = f"window {race.window}, damage {race.damage}"
        _labelled(screen, "Race", f"{width}, {race.recovery} recovery")
    for step in finding.adjustments:
        _labelled(screen, "Adjusted", f"{step.before} → {step.after}: {step.reason}")
    _labelled(screen, "Note", finding.caveat)
    if len(finding.sources) > 1:
        _labelled(screen, "Seen by", ", ".join(finding.sources))


def _elsewhere(evidence: Evidence, width: int) -> str:
    """Another place and, of one line that is gone, what it said."""
    place = shortened(evidence.place, width)
    if evidence.side is Side.NEW or evidence.start is None:
        return place
    return f"{place}, removed: {evidence.text.strip()}"


def _labelled(screen: Screen, label: str, text: str) -> None:
    if text.strip():
        screen.paragraph(text, label=f"  {label:<{_LABEL}}", indent=_LABEL + 3)


def _code(screen: Screen, evidence: Evidence, pages: Pages | None) -> None:
    lines = excerpt(evidence, pages)
    width = max((len(str(line.number or "")) for line in lines), default=0)
    for line in lines:
        number = str(line.number or "").rjust(width)
        lead = f"  {'>' if line.hit else ' '} {number} {line.mark} "
        screen.code(line.text, lead=lead, lead_style="" if line.hit else "dim", path=evidence.path)


def _praise(screen: Screen, document: ReviewDocument) -> None:
    praise = [f for f in document.open_findings if f.kind is Kind.PRAISE]
    if praise and not is_partial(document):
        screen.blank()
        screen.rule(f"done well ({len(praise)})", "bold")
        for finding in praise:
            screen.paragraph(f"{finding.number} {finding.title}", label=" +", indent=3)


def _closed(screen: Screen, closed: Sequence[Finding]) -> None:
    """What somebody agreed not to hear about; one line each, with the reason."""
    if not closed:
        return
    screen.blank()
    screen.rule(f"closed ({len(closed)})", "bold")
    for finding in closed:
        reason = finding.adjustments[-1].reason if finding.adjustments else ""
        words = f"{finding.status}: {finding.title} ({finding.place.place})"
        screen.paragraph(f"{words}; {reason}" if reason else words, label=finding.number, indent=4)


def _set_aside(screen: Screen, document: ReviewDocument) -> None:
    reasons = Counter(f"{entry.step}: {entry.reason}" for entry in document.set_aside)
    if reasons:
        screen.blank()
        screen.rule(f"set aside ({len(document.set_aside)})", "bold")
        for reason, count in reasons.most_common(5):
            screen.paragraph(reason, label=f"{count:>3}", indent=4)
        if len(reasons) > 5:  # noqa: PLR2004 - as many as were listed
            screen.paragraph(f"and {counted(len(reasons) - 5, 'more reason')}", indent=4)


def _gaps(screen: Screen, document: ReviewDocument) -> None:
    if not document.gaps:
        return
    screen.blank()
    screen.rule(f"not looked at ({len(document.gaps)})", "bold")
    for gap in sorted(document.gaps, key=lambda gap: not gap.required):
        _gap(screen, gap)


def _gap(screen: Screen, gap: Gap) -> None:
    word = "  required " if gap.required else "  optional "
    screen.paragraph(
        f"{gap.subject}: {gap.reason}", label=word, style="yellow" if gap.required else ""
    )
    if gap.remedy:
        screen.paragraph(f"→ {gap.remedy}", indent=len(word) + 1)


def _timings(screen: Screen, document: ReviewDocument) -> None:
    screen.blank()
    screen.rule("timings", "bold")
    for name, seconds in document.stages:
        screen.line((f"{seconds:>9.2f} s  {name}", ""))
    slowest = sorted(document.inspectors, key=lambda record: -record.seconds)
    for record in slowest:
        if record.attendance in (Attendance.RAN, Attendance.FAILED):
            screen.line((f"{record.seconds:>9.2f} s  {record.kind} {record.name}", "dim"))


def _conclusion(screen: Screen, document: ReviewDocument) -> None:
    ran = Counter(
        "check" if record.kind == "check" else "reviewer"
        for record in document.inspectors
        if record.attendance is Attendance.RAN
    )
    seen = [counted(ran["check"], "check") + " ran"]
    if ran["reviewer"]:
        seen.append(counted(ran["reviewer"], "reviewer") + " read it")
    seen += [f"{document.seconds:.1f} s", spent(document)]
    screen.blank()
    screen.paragraph(f"Coverage {document.coverage}: {', '.join(seen)}.", style="dim")
    if document.policy.model is None and not document.panel and not roles(document):
        screen.paragraph(f"{NO_PANEL}.")
    if standing(document):
        screen.paragraph("The whole change with its notes as a page: `--format html`.", style="dim")
    words = severity_words(document)
    told = f"{headline(document)} ({words})" if words else headline(document)
    screen.paragraph(told, style=_TONES[tone(document)])
