"""Words what a linter newly says about a file: one remark per rule, one for all of the formatting."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.catalogue import Unit
from postil.domain.change import ChangedFile
from postil.domain.finding import Claim, Quote, Remark, Shape, Suggestion
from postil.domain.paths import is_test
from postil.domain.severity import Basis, Dimension, Justification, Severity
from postil.inspection.checks._lint_gate.novelty import News, Placed
from postil.inspection.gathering import gathered
from postil.inspection.linters import SYNTAX, UNFORMATTED, Job

_FEW = 2
_MOST_QUOTES = 5
_MOST_PLACES = 50
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_HUMP = re.compile(r"([a-z])([A-Z])")
_TOO_NEW = re.compile(r"\ACannot use [^\n]{1,200} on Python 3\.\d{1,2} \(syntax was added in ")
_FOR_NEWER = re.compile(
    r"(?i)(?:\A|[_-])(?:(?:py|python)_?3_?\d{1,2}|pep_?\d{3,4}|3(?:[89]|1\d)|[67]\d{2}|new_syntax)(?=[_.-])"
)
"""Names of files for newer interpreters alone: by a version, or by what proposed the syntax."""


def remarks(unit: Unit, job: Job, found: Sequence[News]) -> Iterator[Remark]:
    """What is new, file by file; where one thing is new in many files, once for all of them."""
    told = _one_by_one(unit, job, found)
    return gathered(told, _cause, few=_FEW, called="more files like this")


def _cause(remark: Remark) -> str:
    """Files that do not parse have each a fault of their own."""
    return "" if remark.slug == SYNTAX else remark.slug


def _one_by_one(unit: Unit, job: Job, found: Sequence[News]) -> Iterator[Remark]:
    for news in found:
        rules: dict[str, list[Placed]] = {}
        for placed in news.fresh:
            rules.setdefault(placed.report.rule, []).append(placed)
        for rule, places in rules.items():
            if rule == UNFORMATTED:
                yield _formatting(unit, job, news.file, places)
            else:
                told = _violation(unit, news.file, places)
                mild = rule in job.recent or _is_for_newer(news.file, places)
                yield told.as_mild() if mild else told


def _is_for_newer(file: ChangedFile, places: Sequence[Placed]) -> bool:
    """Whether nothing is wrong but that the oldest interpreter cannot read a file which, being a
    test or called after a newer one, it is probably never given.
    """
    if not all(_TOO_NEW.match(placed.report.message[:400]) for placed in places):
        return False
    settings = file.path in ("docs/conf.py", "doc/conf.py", "noxfile.py")
    return settings or is_test(file.path) or _FOR_NEWER.search(file.name) is not None


def _formatting(unit: Unit, job: Job, file: ChangedFile, places: Sequence[Placed]) -> Remark:
    name = unit.module.NAME
    fails = "its check fails on this change" if job.enforced else "this is not how it writes"
    return Remark(
        title=f"`{name}` would write {_lines(places)} of `{_plain(file.name)}` differently",
        slug=UNFORMATTED,
        severity=Severity.MEDIUM,
        dimension=Dimension.CONSISTENCY,
        quotes=_quotes(file, places),
        failure_mode=f"The project formats with `{name}`, and {fails}.",
        mitigation=f"Run `{name}` on what the change touches and commit the result.",
        claim=Claim(Shape.OTHER, UNFORMATTED),
        basis=Basis.TOOL,
        justification=Justification.PRECEDENT,
        details=_elsewhere(places),
        suggestion=_suggestion(file, places),
    )


def _violation(unit: Unit, file: ChangedFile, places: Sequence[Placed]) -> Remark:
    name, first = unit.module.NAME, places[0].report
    broken = first.rule == SYNTAX
    said = _clause(first.message) or "breaks the rule"
    rule = "a syntax error" if broken else f"`{_plain(first.rule)}`"
    seen = f" on {len(places)} lines" if len(places) > 1 else ""
    return Remark(
        title=f"`{name}` reports {rule}{seen}: {said}",
        slug=_slug(first.slug or first.rule),
        severity=Severity.MEDIUM,
        dimension=Dimension.CONSISTENCY,
        quotes=_quotes(file, places),
        failure_mode=(
            "The file cannot be parsed, so nothing that uses it can run."
            if broken
            else f"The project checks with `{name}`, and its check fails on this change."
        ),
        mitigation=(
            "Repair the syntax."
            if broken
            else "Follow the rule, or excuse the line with its reason in the linter's own way."
        ),
        claim=Claim(Shape.OTHER, _plain(first.rule)),
        basis=Basis.TOOL,
        justification=Justification.PRECEDENT,
        details="\n".join(line for line in (_elsewhere(places), first.url) if line),
    )


def _quotes(file: ChangedFile, places: Sequence[Placed]) -> tuple[Quote, ...]:
    added = dict(file.added)
    numbers = list(dict.fromkeys(placed.line for placed in places))[:_MOST_QUOTES]
    return tuple(Quote(path=file.path, text=added[number], line=number) for number in numbers)


def _suggestion(file: ChangedFile, places: Sequence[Placed]) -> Suggestion | None:
    """The formatter's own text, where it replaces one run of lines that the change wrote."""
    report = places[0].report
    lines = range(report.line, report.end + 1)
    if len(places) > 1 or not lines or report.replacement is None:
        return None
    if not file.added_numbers.issuperset(lines):
        return None
    return Suggestion(
        path=file.path,
        start=report.line,
        end=report.end,
        replacement=report.replacement,
        proved=True,
    )


def _lines(places: Sequence[Placed]) -> str:
    return f"{len(places)} places" if len(places) > 1 else f"line {places[0].line}"


def _elsewhere(places: Sequence[Placed]) -> str:
    """The places beside the first one."""
    if len(places) == 1:
        return ""
    numbers = [str(placed.line) for placed in places[1:]]
    more = f" and {len(numbers) - _MOST_PLACES} more" if len(numbers) > _MOST_PLACES else ""
    return f"Also on line {', '.join(numbers[:_MOST_PLACES])}{more}."


def _slug(rule: str) -> str:
    """The rule in small letters and dashes; of a rule in groups the last part."""
    parted = _HUMP.sub(r"\1-\2", rule.rpartition("/")[2]).lower()
    return _NOT_SLUG.sub("-", parted).strip("-") or "rule"


def _clause(message: str) -> str:
    """The message without its full stop, small enough for a title."""
    return message[:160].rstrip(" .:!")


def _plain(text: str) -> str:
    return text.replace("`", "'")[:100]
