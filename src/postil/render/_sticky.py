"""The sticky layout: one comment with the state of the whole review, updated in place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from postil.domain.document import ReviewDocument
from postil.domain.finding import SPECIFICATION, Adjustment, Finding
from postil.domain.severity import Kind, Severity
from postil.domain.wording import BLAST_WORDS, emoji, p_code
from postil.render import Style
from postil.render._details import details
from postil.render._iteration import last_iteration, missed_earlier, missed_ids, stands_as
from postil.render._markdown import (
    Block,
    Fold,
    Listing,
    assemble,
    cell,
    code,
    code_cell,
    escape,
    fence,
    named,
)
from postil.render._opening import byline, markers, sha7
from postil.render._status import (
    clean_count,
    code_of,
    counted,
    is_partial,
    is_question,
    panel_status,
    slug_of,
    standing,
    tally,
)

_CODES = ("P0", "P1", "P2", "Q")
_NAMED_FILES = 8
_NARRATIVE_FROM = 2


def sticky(document: ReviewDocument, *, style: Style) -> str:
    """The body of the sticky."""
    open_findings = standing(document)
    blocks: list[Block] = [
        markers(document),
        byline(document),
        f"**Review: {escape(panel_status(document))}** · {tally(document)}",
    ]
    if len(open_findings) >= _NARRATIVE_FROM:
        blocks.append(f"> {_narrative(open_findings)}")
    if open_findings:
        told = stands_as(document)
        elsewhere = style.pinned | missed_ids(document)
        blocks.append(_currently_open(open_findings, elsewhere, told))
    pinned = sum(finding.id in style.pinned for finding in open_findings)
    if pinned:
        pins = f"{counted(pinned, 'finding')} pinned to source lines"
        blocks.append(f"📍 **Inline comments**: {pins} (see the Files changed tab)")
    blocks += _adjustments(open_findings)
    blocks += last_iteration(document)
    if open_findings:
        blocks.append(_overview(open_findings))
    blocks += _spec_gaps(open_findings)
    blocks += _clean(document)
    blocks += missed_earlier(document)
    blocks.append(details(document))
    blocks.append(_footer(document))
    return assemble(blocks) + "\n"


def _narrative(findings: Sequence[Finding]) -> str:
    """Where the weight lies, in one sentence made of counts."""
    weights: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for finding in findings:
        weights[finding.dimension][code_of(finding)] += 1
    worst = sorted(weights, key=lambda word: (_worst(weights[word]), word))[:2]
    leading = " and ".join(f"{word} ({_codes(weights[word])})" for word in worst)
    verb = "weigh" if len(worst) > 1 else "weighs"
    path, count = Counter(f.place.path for f in findings).most_common(1)[0]
    return f"{leading} {verb} most; {count} of {len(findings)} findings in {code(path)}"


def _worst(counts: Counter[str]) -> tuple[int, int]:
    first = next(index for index, word in enumerate(_CODES) if counts[word])
    return first, -counts[_CODES[first]]


def _codes(counts: Counter[str]) -> str:
    return ", ".join(f"{word}×{counts[word]}" for word in _CODES if counts[word])


def _currently_open(
    findings: Sequence[Finding], pinned: frozenset[str], told: Mapping[str, str]
) -> Listing:
    plain = [f for f in findings if not is_question(f)]
    entries = [_entry(f, pinned, told) for f in plain if f.severity is not Severity.NIT]
    entries += _hygiene([f for f in plain if f.severity is Severity.NIT])
    entries += [_entry(f, pinned, told) for f in findings if is_question(f)]
    return Listing(
        entries=tuple(entries),
        noun="item",
        lead=f"## 📋 Currently open ({len(findings)})\n\n",
    )


def _entry(finding: Finding, pinned: frozenset[str], told: Mapping[str, str]) -> str:
    word = code_of(finding)
    place = named(finding.place.place)
    lines = [
        f"- **{escape(finding.number)}** {word} {code(slug_of(finding))} — {place}",
        f"  {named(finding.title)}",
    ]
    if told.get(finding.id):
        lines.append(f"  **State**: {told[finding.id]}")
    if finding.id not in pinned:
        lines += _explained(finding)
    return "\n".join(lines)


def _explained(finding: Finding) -> Iterator[str]:
    others = [evidence.place for evidence in finding.evidence[1:]]
    said = (
        ("Failure mode", finding.failure_mode),
        ("Mitigation", finding.mitigation),
        ("Note", finding.caveat),
        ("Also at", ", ".join(others)),
    )
    for label, text in said:
        if text.strip():
            yield f"  **{label}**: {escape(text, limit=1_500)}"


def _hygiene(nits: Sequence[Finding]) -> Iterator[str]:
    """Nits of one file are one question."""
    for path, group in groupby(nits, key=lambda finding: finding.place.path):
        members = list(group)
        numbers = ", ".join(escape(f.number) for f in members)
        place = members[0].place.place if len(members) == 1 else path
        lines = [f"- **{numbers}** Q `hygiene` — {named(place)}"]
        lines += [f"  {named(f.title)}" for f in members]
        yield "\n".join(lines)


def _adjustments(findings: Sequence[Finding]) -> Iterator[Listing]:
    rows = tuple(
        f"| {cell(finding.number)} | {code_cell(slug_of(finding))} | {_steps(finding, adjustment)} "
        f"| {cell(adjustment.reason)} |"
        for finding in findings
        for adjustment in finding.adjustments
    )
    if rows:
        head = "| # | Category | Adjustment | Reason |\n| --- | --- | --- | --- |\n"
        yield Listing(entries=rows, noun="adjustment", lead=f"## ⚖️ Severity adjustments\n\n{head}")


def _steps(finding: Finding, adjustment: Adjustment) -> str:
    before, after = _graded(adjustment.before, finding), _graded(adjustment.after, finding)
    if before == after:
        return f"{before} ({cell(adjustment.before)}) → {after} ({cell(adjustment.after)})"
    return f"{before} → {after}"


def _graded(word: str, finding: Finding) -> str:
    """A severity or a kind as emoji and code; any other word as itself."""
    if word == Kind.DEFECT:
        return f"{emoji(finding.severity)} {p_code(finding.severity)}"
    if word in (Kind.QUESTION, Kind.SPEC_GAP):
        return "❓ Q"
    if word in tuple(Severity):
        return f"{emoji(Severity(word))} {p_code(Severity(word))}"
    return cell(word)


def _overview(findings: Sequence[Finding]) -> Fold:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    files: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for finding in findings:
        counts[slug_of(finding)][code_of(finding)] += 1
        files[slug_of(finding)][finding.place.path] = None
    rows = tuple(
        f"| {code_cell(slug)} | "
        + " | ".join(str(counts[slug][word]) for word in _CODES)
        + f" | {_paths(tuple(files[slug]))} |"
        for slug in counts
    )
    head = "| Category | P0 | P1 | P2 | Q | Files |\n| --- | --: | --: | --: | --: | --- |\n"
    table = Listing(entries=rows, noun="row", lead=head)
    return Fold("📊 Overview by category", (table,))


def _paths(paths: Sequence[str]) -> str:
    named = ", ".join(code_cell(path) for path in paths[:_NAMED_FILES])
    rest = len(paths) - _NAMED_FILES
    return f"{named} and {rest} more" if rest > 0 else named


def _spec_gaps(findings: Sequence[Finding]) -> Iterator[Fold]:
    gaps = [finding for finding in findings if finding.kind is Kind.SPEC_GAP]
    if gaps:
        entries = tuple(_spec_gap(finding) for finding in gaps)
        listing = Listing(entries=entries, noun="question", between="\n\n")
        yield Fold(f"❓ Spec gap questions ({len(gaps)})", (listing,))


def _spec_gap(finding: Finding) -> str:
    # What is specified comes first, and of a finding with many quotes two are enough to ask.
    shown = sorted(finding.evidence, key=lambda evidence: evidence.path != SPECIFICATION)[:2]
    quotes = [
        f"**{'Spec' if evidence.path == SPECIFICATION else 'Code'} quote**: "
        f"{named(evidence.place)}\n\n{fence(evidence.text, limit=1_500)}"
        for evidence in shown
    ]
    title = named(finding.title)
    return "\n\n".join(
        (
            f"### ❓ {escape(finding.number)} {code(slug_of(finding))} — {title}",
            f"`{BLAST_WORDS[finding.blast]}` · spec-author confirm",
            *quotes,
            f"**Question for spec author**:\n\n1. {escape(finding.mitigation) or named(finding.title)}",
            "This does not block; the answer decides which side changes.",
        )
    )


def _clean(document: ReviewDocument) -> Iterator[Fold]:
    evidence: defaultdict[str, list[str]] = defaultdict(list)
    for entry in document.clean:
        evidence[entry.slug].append(entry.evidence)
    if evidence:
        entries = tuple(
            f"- {code(slug)}: {escape('; '.join(lines))}" for slug, lines in evidence.items()
        )
        mark = "" if is_partial(document) else "✅ "
        listing = Listing(entries=entries, noun="clean pattern")
        yield Fold(f"{mark}Checked &amp; clean ({clean_count(document)})", (listing,))


def _footer(document: ReviewDocument) -> str:
    reviewed = code(f"{document.subject.base[:7]}..{sha7(document)}")
    return f"---\n\n🤖 Postil {escape(document.postil)} · reviewed {reviewed}"
