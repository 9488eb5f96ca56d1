"""Words what stands twice: which of the two counts, and what becomes of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._duplicate_definition.functions import short
from postil.inspection.checks._duplicate_definition.pairs import Pair, Sort

_OWN_NAMES = {
    Sort.FUNCTION: "defined-twice",
    Sort.CLASS: "defined-twice",
    Sort.MEMBER: "defined-twice",
    Sort.KEY: "repeated-key",
    Sort.ENTRY: "repeated-key",
    Sort.CASE: "repeated-case",
    Sort.CONDITION: "repeated-condition",
    Sort.OPERAND: "repeated-operand",
    Sort.RECIPE: "two-recipes",
    Sort.LINK: "repeated-link",
}
_OF_SCRIPTS = {
    Sort.FUNCTION: "no-redeclare",
    Sort.MEMBER: "no-dupe-class-members",
    Sort.KEY: "no-dupe-keys",
    Sort.CASE: "no-duplicate-case",
    Sort.CONDITION: "no-dupe-else-if",
}
_OF_LINTERS = {
    "python": {
        Sort.FUNCTION: "redefined-while-unused",
        Sort.CLASS: "redefined-while-unused",
        Sort.KEY: "multi-value-repeated-key-literal",
    },
    "javascript": _OF_SCRIPTS,
    "typescript": _OF_SCRIPTS,
    "tsx": _OF_SCRIPTS,
    "yaml": {Sort.ENTRY: "key-duplicates"},
}
"""What the usual linter of a language calls it, so that both of us are heard as one."""
_NAMED = frozenset({Sort.FUNCTION, Sort.CLASS, Sort.MEMBER})
_OTHERS = {
    Sort.CASE: (
        "The label `{name}` stands {times} in one switch; only the first is reached",
        "Line {first} takes every such value, so line {second} does nothing for it.",
        "Join both, or name the value that the second was meant for.",
    ),
    Sort.CONDITION: (
        "The condition `{name}` stands {times} in one chain; the second branch never runs",
        "Whenever it holds, the branch on line {first} is taken, and never that on line {second}.",
        "Delete the second branch, or give it the condition that it was meant for.",
    ),
    Sort.OPERAND: (
        "`{name}` stands {times} in one row of `{owner}`",
        "The second one changes nothing; something else was probably meant.",
        "Name what was meant, or delete one of the two.",
    ),
    Sort.RECIPE: (
        "The target `{name}` has two recipes; the first one is ignored",
        "Make warns and runs what stands under line {second}, never what stands under line {first}.",
        "Join both recipes, or rename one of the targets.",
    ),
    Sort.LINK: (
        "The link reference `[{name}]` is defined {times}; only the first target counts",
        "Every link of that name leads where line {first} says, whatever line {second} says.",
        "Give one of them another name, or delete the one that is out of date.",
    ),
}
"""Title, failure and mitigation of the other sorts."""
_TWICE = 2
_HARMLESS = frozenset({Sort.OPERAND, Sort.LINK})
_SMALL = frozenset({Sort.KEY, Sort.ENTRY, Sort.CASE})


@dataclass(frozen=True)
class Site:
    """The file that pairs were found in, with the lines that the change adds to it."""

    path: str
    language: str
    lines: Sequence[str]
    added: frozenset[int]
    is_test: bool

    def remark(self, pair: Pair) -> Remark:
        """What is to be said of a pair, at the place that the change adds."""
        title, failure, mitigation = self._said(pair)
        return Remark(
            title=title,
            slug=_OF_LINTERS.get(self.language, {}).get(pair.sort) or _OWN_NAMES[pair.sort],
            severity=_severity(pair),
            dimension=Dimension.CORRECTNESS,
            root=Root.CODE,
            quotes=self._quotes(pair),
            failure_mode=failure,
            mitigation=mitigation,
            claim=Claim(Shape.OTHER, pair.name[:200]),
        )

    def _quotes(self, pair: Pair) -> tuple[Quote, ...]:
        numbers = dict.fromkeys((pair.second, pair.first))
        ordered = sorted(numbers, key=lambda number: number not in self.added)
        return tuple(
            Quote(path=self.path, text=self.lines[number - 1], line=number) for number in ordered
        )

    def _said(self, pair: Pair) -> tuple[str, str, str]:
        if pair.sort in (Sort.KEY, Sort.ENTRY):
            return _key(pair)
        if pair.sort in _NAMED:
            return self._defined(pair)
        title, failure, mitigation = _OTHERS[pair.sort]
        told = {
            "name": short(pair.name),
            "owner": short(pair.owner),
            "times": _times(pair),
            "first": pair.first,
            "second": pair.second,
        }
        return title.format(**told), failure.format(**told), mitigation

    def _defined(self, pair: Pair) -> tuple[str, str, str]:
        name = short(pair.name.rpartition(" ")[2])
        within = f" in `{short(pair.owner)}`" if pair.owner else ""
        title = f"`{name}` is defined {_times(pair)}{within}"
        takes = f"The one on line {pair.second} takes its name, so"
        if pair.is_same:
            failure = (
                f"Only the one on line {pair.second} counts: an edit of the other does nothing."
            )
            return f"{title}, word for word", failure, "Delete one of the two."
        if self.is_test and name.lower().startswith("test"):
            failure = f"{takes} the test on line {pair.first} is not collected and tests nothing."
            return f"{title}; the first one never runs", failure, "Rename one of the two."
        failure = f"{takes} whoever uses it never gets what stands on line {pair.first}."
        mitigation = "Rename one of the two, or delete the one that is not wanted."
        return f"{title}; the first one is lost", failure, mitigation


def _key(pair: Pair) -> tuple[str, str, str]:
    if pair.times > _TWICE:
        loss = "all hold the same" if pair.is_same else "only the last value counts"
    else:
        loss = "both hold the same" if pair.is_same else "the first value is lost"
    failure = f"The one on line {pair.second} silently takes the place of line {pair.first}"
    if pair.sort is Sort.ENTRY:
        failure = f"{failure}; some readers refuse the file instead"
    return (
        f"The key `{short(pair.name)}` stands {_times(pair)}; {loss}",
        f"{failure}.",
        "Delete the one that is not meant, or give it the key that it was meant for.",
    )


def _times(pair: Pair) -> str:
    return "twice" if pair.times == _TWICE else f"{pair.times} times"


def _severity(pair: Pair) -> Severity:
    if pair.sort in _HARMLESS:
        return Severity.LOW
    if pair.is_same:
        return Severity.NIT if pair.sort in _SMALL else Severity.LOW
    return Severity.MEDIUM
