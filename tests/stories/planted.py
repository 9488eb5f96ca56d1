"""A change with faults planted in it, one to a file, and who reports each of them that is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from postil.testing.models import Answer, Asked, Failure, Reply
from stories.shop import Defect, Reviewer

MOST = 40
SETTLED = "def settled(order):\n    return order.total / order.count\n"
MOVED = "# One.\n# Two.\n# Three.\n"


def fault(number: int) -> str:
    """The line that is wrong; it stands nowhere else."""
    return f"    share = order.total / order.sizes[{number}]"


def mended(number: int) -> str:
    return f"    share = order.total / max(order.sizes[{number}], 1)"


def path(number: int) -> str:
    return f"part_{number}.py"


def file(number: int, line: str = "") -> str:
    """One part of the program, with the line in it that is right or wrong."""
    ends = f"share + order.parts[{number}]" if line else f"order.parts[{number}]"
    body = f"{line}\n" if line else ""
    return f'def part_{number}(order):\n    """Part {number} of an order."""\n{body}    return {ends}\n'


def base(count: int) -> dict[str, str]:
    """The program before anything is wrong with it; nothing but reviewers looks at it."""
    off = '[checks]\noff = ["dead-export", "rule-compliance"]\n'
    return {
        ".postil.toml": off,
        "settled.py": SETTLED,
        **{path(number): file(number) for number in range(1, count + 1)},
    }


def planted(numbers: Iterable[int]) -> dict[str, str]:
    return {path(number): file(number, fault(number)) for number in numbers}


DEFECTS = tuple(
    Defect(
        subject=f"share-{number}",
        forms=((fault(number),),),
        mended=(mended(number),),
        severity="high",
        titles=(
            f"`part_{number}` divides by nothing",
            f"An order without size {number} ends in an error",
            f"No size {number}, no quotient",
            f"Teil {number} bricht ab",
        ),
    )
    for number in range(1, MOST + 1)
)


@dataclass
class Finder(Reviewer):
    """Reports every planted line; `failures` come first, one for each call that has a charge.

    With `elsewhere` it reports a line that the change does not touch, too. Asked about findings
    it did not write it has no question to ask.
    """

    defects: tuple[Defect, ...] = DEFECTS
    failures: list[Failure] = field(default_factory=list)
    elsewhere: bool = False

    def __call__(self, asked: Asked) -> Reply:
        if "# Your charge: " not in asked.prompt:
            return Answer(value={"questions": [], "answers": [], "scores": []})
        if self.failures:
            return self.failures.pop(0)
        reply = self.answer(asked)
        found = reply.value["findings"]
        if self.elsewhere and found:
            found.append(_untouched(found[0]))
        return reply


def _untouched(finding: dict[str, Any]) -> dict[str, Any]:
    quote = {"path": "settled.py", "text": SETTLED.split("\n")[1], "line": 2}
    return {
        **finding,
        "title": "`settled` divides by nothing",
        "quotes": [quote],
        "claim": {"shape": "other", "subject": "settled"},
    }
