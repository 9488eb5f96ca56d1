"""Says what to answer: a function of the request, or rules that can be kept in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from postil.domain.errors import UserError
from postil.testing.models.asked import Asked, Dialect
from postil.testing.models.reply import Answer, Failure, Fault, Reply
from postil.testing.models.service import Service

Script = Callable[[Asked], Reply]
"""Called on the server's thread, one request at a time; what it raises surfaces at the end."""

_UNFORESEEN = Failure(fault=Fault.BAD_REQUEST, message="The script has no rule for this request.")


class When(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Conditions that must all hold; texts are searched with regular expressions.

    `call` is the number of the request among all, `nth` its number among those for which the other
    conditions hold; both count from 1 and 0 asks nothing.
    """

    dialect: Dialect | None = None
    model: str = ""
    system: str = ""
    prompt: str = ""
    last: str = ""
    offers: str = ""
    structured: bool | None = None
    after_results: bool | None = None
    call: int = 0
    nth: int = 0

    def __post_init__(self) -> None:
        for pattern in (self.model, self.system, self.prompt, self.last):
            try:
                re.compile(pattern)
            except re.error as error:
                msg = f"`{pattern}` is no regular expression: {error}"
                raise ValueError(msg) from error

    def holds(self, asked: Asked) -> bool:
        """Whether everything but `nth` holds."""
        answered = bool(asked.turns and asked.turns[-1].results)
        return (
            self.dialect in (None, asked.dialect)
            and self.call in (0, asked.number)
            and self.structured in (None, asked.wish.schema is not None)
            and self.after_results in (None, answered)
            and (not self.offers or asked.offers(self.offers))
            and _found(self.model, asked.model)
            and _found(self.system, asked.system)
            and _found(self.last, asked.last)
            and _found(self.prompt, asked.prompt)
        )


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: When
    reply: Answer | Failure


class Rules:
    """The first rule that fits decides; without one, `otherwise`."""

    def __init__(self, rules: Sequence[Rule], *, otherwise: Reply = _UNFORESEEN) -> None:
        self._rules = tuple(rules)
        self._otherwise = otherwise
        self._counts = [0] * len(self._rules)

    def __call__(self, asked: Asked) -> Reply:
        # Every rule counts, also one that comes too late, so that `nth` means what it says.
        fitting = [index for index, rule in enumerate(self._rules) if rule.when.holds(asked)]
        for index in fitting:
            self._counts[index] += 1
        for index in fitting:
            rule = self._rules[index]
            if rule.when.nth in (0, self._counts[index]):
                return rule.reply
        return self._otherwise


class ScriptFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A script as it stands in a JSON file."""

    rules: tuple[Rule, ...] = ()
    otherwise: Answer | Failure = _UNFORESEEN
    service: Service = Service()

    def script(self) -> Script:
        return Rules(self.rules, otherwise=self.otherwise)


def always(reply: Reply) -> Script:
    return lambda _: reply


def read_script(data: bytes) -> ScriptFile:
    try:
        return msgspec.json.decode(data, type=ScriptFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        msg = f"The script of answers cannot be used: {error}."
        raise UserError(msg) from error


def _found(pattern: str, text: str) -> bool:
    return not pattern or re.search(pattern, text) is not None
