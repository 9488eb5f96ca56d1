"""What the author says about code and tests that a change switches off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.inspection.titles import is_unfinished

_MOST_COMMITS = 200
_LONGEST = 20_000
_SKIPS = re.compile(
    r"\b(?:skip(?:s|ped|ping)?|disabl(?:e|es|ed|ing)|ignor(?:e|es|ed|ing)|mute[sd]?|flaky) "
    r"[^\n]{0,80}?(?:tests?|specs?|suites?|cases?|it)\b|\btests?: skip\b"
    r"|\bstart(?:s|ed|ing)? work(?:ing)? on\b"
    r"|\badd(?:s|ed|ing)?:? (?:an? )?(?:failing |new )?(?:tests?|specs?|test case) for (?:issue )?#\d",
    re.IGNORECASE,
)
_TESTED = re.compile(r"\b(?:tests?|specs?|bugs?|issues?|fix|fixes)\b", re.IGNORECASE)
_STILL_WRONG = re.compile(
    r"\b(?:failing|fails|flaky|intermittent(?:ly)?|on occasion|occasionally|investigat(?:e|es|ed|ing)"
    r"|not (?:yet )?(?:fixed|working|implemented|passing)|not yet"
    r"|work in progress|pending|revert(?:s|ed|ing)? the|reproduc(?:e|es|ed|ing)|known (?:bug|issue)s?)\b",
    re.IGNORECASE,
)
_SWITCHES_OFF = re.compile(
    r"\b(?:comment(?:s|ed|ing)? out|disabl(?:e|es|ed|ing)|temporar(?:y|ily)|switch(?:es|ed|ing)? off)\b",
    re.IGNORECASE,
)
_PORTED = re.compile(
    r"\A\W{0,4}(?:[\w()/-]{1,40}: ?)?port(?:s|ed|ing)?\b(?! (?:number|forward|range|option))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Statement:
    """The words of a change: its title, and all that the author says."""

    title: str
    said: str

    @classmethod
    def of(cls, change: Change) -> Statement:
        said = [change.title, change.description]
        said += [f"{commit.subject}\n{commit.body}" for commit in change.commits[:_MOST_COMMITS]]
        return cls(change.title, "\n".join(said)[:_LONGEST])

    @cached_property
    def restores(self) -> bool:
        """Whether the change only brings back what stood there before another one."""
        return self.title.startswith('Revert "')

    @cached_property
    def is_unfinished(self) -> bool:
        """Whether the title says that more is to come, so that scaffolding is still in use."""
        return is_unfinished(self.title)

    @cached_property
    def is_ported(self) -> bool:
        """Whether the title says that the code comes from elsewhere, with what is off in it."""
        return _PORTED.match(self.title[:200]) is not None

    @cached_property
    def speaks_of_skips(self) -> bool:
        """Whether the author says that tests are switched off, or that what they test is wrong still."""
        return _SKIPS.search(self.said) is not None or any(
            _TESTED.search(line) and _STILL_WRONG.search(line) for line in self.said.split("\n")
        )

    @cached_property
    def speaks_of_dead_code(self) -> bool:
        """Whether the author says that something is switched off for a while."""
        return _SWITCHES_OFF.search(self.said) is not None
