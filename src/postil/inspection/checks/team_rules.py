"""A change breaks one of the rules that the team wrote into `.postil.toml`.

A rule forbids a pattern on added lines, requires one in every file it is about, or demands that
a change to some files comes with a change to others. Patterns are plain text, regular expressions
or syntax.

Why it matters: what a team agreed on and wrote down once need not be said again by a person in
every review, and need not be guessed from prose.

Stays quiet when: the line was there before or was only moved, the file lacked the required
pattern already at the base, or the rule's globs and language leave the file out.

Silence it: add a `[[suppress]]` entry with `slug` and the rule's name to `.postil.toml`, write
`postil: allow team-rules` and a reason on or above the line, or change the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from postil.configuration import CONFIGURATION
from postil.domain.change import Change, ChangedFile, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.domain.severity import Dimension, Justification, Root, Severity
from postil.domain.team_rules import Demand, Match, TeamRule
from postil.inspection.checks._team_rules.patterns import (
    BadPattern,
    NoEngine,
    Unparsed,
    matching,
    spans,
)
from postil.inspection.checks._team_rules.scope import files_of, is_about, moved_lines
from postil.ports import Tree

NAME = "team-rules"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_MOST_LINES_LISTED = 20
_SHOWN = 60


def activates(change: Change, rules: tuple[TeamRule, ...]) -> str | None:
    return f"held the change against {len(rules)} team rule(s)" if rules and change.files else None


def inspect(
    change: Change, head: Tree, base: Tree, rules: tuple[TeamRule, ...]
) -> Iterator[Remark | Gap]:
    for rule in rules:
        try:
            if rule.demand is Demand.FORBID:
                yield from _forbidden(rule, change, head)
            elif rule.demand is Demand.REQUIRE:
                yield from _required(rule, change, head=head, base=base)
            else:
                yield from _needed(rule, change)
        except NoEngine:
            yield Gap(
                subject=f"team rule `{rule.name}`",
                reason="it speaks of syntax, and `ast-grep-py` is not installed",
                required=True,
                remedy="install `postil[rules]`",
            )
        except BadPattern as bad:
            yield Gap(
                subject=CONFIGURATION,
                reason=f"the pattern of the rule `{rule.name}` cannot be read ({bad})",
                required=True,
                remedy="correct it in `.postil.toml`",
            )


def _forbidden(rule: TeamRule, change: Change, head: Tree) -> Iterator[Remark | Gap]:
    moved = moved_lines(rule, change)
    for file in files_of(rule, change):
        fresh = _fresh(rule, file, head, moved)
        if not fresh:
            continue
        if rule.match is not Match.SYNTAX:
            numbers = list(fresh)
            lines = [numbers[index] for index in matching(rule, list(fresh.values()))]
        else:
            try:
                found = spans(rule, file.path, head.read(file.path) or "")
            except Unparsed:
                yield _unparsed(rule, file)
                continue
            firsts = (_first_within(fresh, first, last) for first, last in found)
            lines = sorted({number for number in firsts if number is not None})
        if lines:
            yield _forbids(rule, file, [(number, fresh[number]) for number in lines])


def _fresh(rule: TeamRule, file: ChangedFile, head: Tree, moved: frozenset[str]) -> dict[int, str]:
    """The lines the rule has not held for so far: added ones, and all of a file moved into reach."""
    if file.old_path is not None and not is_about(rule, file.old_path):
        return dict(enumerate((head.read(file.path) or "").split("\n"), start=1))
    return {number: text for number, text in file.added if text.strip() not in moved}


def _first_within(fresh: dict[int, str], first: int, last: int) -> int | None:
    return next((number for number in range(first, last + 1) if number in fresh), None)


def _forbids(rule: TeamRule, file: ChangedFile, places: list[tuple[int, str]]) -> Remark:
    number, text = places[0]
    others = ", ".join(str(other) for other, _ in places[1 : _MOST_LINES_LISTED + 1])
    more = len(places) - 1
    place = Quote(path=file.path, text=text, line=number)
    # On a line the change left as it was, the file's new path is what the change did.
    is_added = file.changes(Side.NEW, number)
    return _remark(
        rule,
        title=f"{_shown(rule)} breaks the team's rule `{rule.name}`",
        quotes=(place,) if is_added else (place, Quote(path=file.path, text="")),
        mitigation=f"Write the line without it; the rule is `{rule.name}` in `.postil.toml`.",
        details=f"Also on {more} more line(s) of this file: {others}." if more else "",
    )


def _required(rule: TeamRule, change: Change, *, head: Tree, base: Tree) -> Iterator[Remark | Gap]:
    for file in files_of(rule, change):
        text = head.read(file.path)
        if text is None or not text.strip():
            continue
        before = base.read(file.old_path) if file.old_path is not None else None
        try:
            is_lost = not spans(rule, file.path, text) and (
                before is None or bool(spans(rule, file.path, before))
            )
        except Unparsed:
            yield _unparsed(rule, file)
            continue
        if is_lost:
            yield _remark(
                rule,
                title=f"`{file.path}` lacks what the team's rule `{rule.name}` requires",
                quotes=(_where_lost(rule, file),),
                mitigation=f"Put {_shown(rule)} into the file.",
            )


def _where_lost(rule: TeamRule, file: ChangedFile) -> Quote:
    """The removed line that held it, else where the file changes first, else the file."""
    if rule.match is not Match.SYNTAX:
        for index in matching(rule, [text for _, text in file.removed])[:1]:
            number, text = file.removed[index]
            return Quote(path=file.old_path or file.path, text=text, side=Side.OLD, line=number)
    return _first_place(file)


def _first_place(file: ChangedFile) -> Quote:
    for number, text in file.added:
        if text.strip():
            return Quote(path=file.path, text=text, line=number)
    for number, text in file.removed:
        if text.strip():
            return Quote(path=file.old_path or file.path, text=text, side=Side.OLD, line=number)
    return Quote(path=file.path, text="")


def _needed(rule: TeamRule, change: Change) -> Iterator[Remark]:
    partners = " or ".join(f"`{glob}`" for glob in rule.partners[:3])
    touched = {file.path for file in change.files} | {file.old_path for file in change.files}
    if any(matches(glob, path) for glob in rule.partners for path in touched if path):
        return
    first = next((file for file in change.files if is_about(rule, file.path)), None)
    if first is not None:
        yield _remark(
            rule,
            title=f"A change to `{first.path}` comes without {partners}",
            quotes=(_first_place(first),),
            mitigation=f"Change {partners} too, as the team's rule `{rule.name}` asks.",
        )


def _remark(
    rule: TeamRule, *, title: str, quotes: tuple[Quote, ...], mitigation: str, details: str = ""
) -> Remark:
    introduced = rule.demand is Demand.FORBID
    return Remark(
        title=title,
        slug=rule.name,
        severity=rule.severity,
        dimension=DIMENSION,
        root=ROOT,
        quotes=quotes,
        failure_mode=_sentence(rule.message),
        mitigation=mitigation,
        claim=Claim(Shape.INTRODUCED if introduced else Shape.OTHER, rule.name),
        justification=Justification.PRECEDENT,
        details=details,
    )


def _shown(rule: TeamRule) -> str:
    """The pattern as a title may show it: in backticks, which it must not hold itself."""
    text = rule.pattern.replace("`", "'").strip()
    return f"`{text[:_SHOWN]}{'…' if len(text) > _SHOWN else ''}`"


def _sentence(message: str) -> str:
    text = message.strip()
    return text[:1].upper() + text[1:].rstrip(".!?… ") + "."


def _unparsed(rule: TeamRule, file: ChangedFile) -> Gap:
    return Gap(
        subject=f"team rule `{rule.name}` in `{file.path}`",
        reason="the file is too large, too deep or too repetitive to be parsed",
        required=True,
        remedy="leave the file out with `exclude`, or match by text",
    )
