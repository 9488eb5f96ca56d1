"""The shapes a setting's value can have: how each is read, described and written down."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from postil.domain.paths import MAX_GLOB

_MAX_SHOWN = 60
_MAX_TEXT = 20_000
_MAX_BITS = 64
_MAX_ENTRIES = 1_000

Schema = dict[str, object]


class Unfit(Exception):
    """A value that does not have the shape asked for; `remedy` says what would."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class Shape(Protocol):
    @property
    def words(self) -> str:
        """What to write, in a few words, for tables and remedies."""

    def read(self, raw: object) -> object:
        """The value meant; raises Unfit. Text stands for any shape, as in the environment."""

    def schema(self) -> Schema: ...

    def written(self, value: object) -> str:
        """The value as TOML."""


def shown(raw: object) -> str:
    """A value as a person may see it in a message; containers can be huge and are only named."""
    if isinstance(raw, dict):
        return "a table"
    if isinstance(raw, list | tuple):
        return "a list"
    if isinstance(raw, int) and raw.bit_length() > _MAX_BITS:
        return "a huge number"
    text = raw if isinstance(raw, str) else str(raw)
    return f"`{text[:_MAX_SHOWN]}{'…' if len(text) > _MAX_SHOWN else ''}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    close = difflib.get_close_matches(name[:_MAX_SHOWN], list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def _refused(raw: object, words: str) -> Unfit:
    return Unfit(f"{shown(raw)} does not fit.", f"Write {words}.")


def quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are the same, except that TOML wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a closed set; with `none`, the word `none` stands for no value."""

    options: type[StrEnum]
    none: bool = False

    @property
    def _spellings(self) -> dict[str, StrEnum | None]:
        spellings: dict[str, StrEnum | None] = {_spelled(one): one for one in self.options}
        return {**spellings, "none": None} if self.none else spellings

    @property
    def words(self) -> str:
        options = [f"`{option}`" for option in self.options] + ["`none`"] * self.none
        return "one of " + ", ".join(options)

    def read(self, raw: object) -> StrEnum | None:
        if raw is None and self.none:
            return None
        if not isinstance(raw, str) or _spelled(raw) not in self._spellings:
            close = nearest(_spelled(raw), self._spellings) if isinstance(raw, str) else None
            unfit = _refused(raw, self.words)
            hint = f" Did you mean `{close}`?" if close else ""
            raise Unfit(unfit.message + hint, unfit.remedy)
        return self._spellings[_spelled(raw)]

    def schema(self) -> Schema:
        return {"enum": [str(option) for option in self.options] + ["none"] * self.none}

    def written(self, value: object) -> str:
        return quoted("none" if value is None else str(value))


def _spelled(word: str) -> str:
    """People write `exit code`, `exit_code` and `exit-code`; all are one word."""
    return word[:_MAX_SHOWN].strip().lower().replace("_", "-").replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds; whole unless `fractions`; with `none`, `none` stands for no limit."""

    least: int
    most: int
    unit: str = ""
    fractions: bool = False
    none: bool = False

    @property
    def words(self) -> str:
        unit = f" of {self.unit}" if self.unit else ""
        whole = "a" if self.fractions else "a whole"
        or_none = ", or `none`" if self.none else ""
        return f"{whole} number{unit} from {self.least} to {self.most}{or_none}"

    def read(self, raw: object) -> float | None:
        if self.none and raw == "none":
            return None
        number = _number(raw)
        if number is None or not self.least <= number <= self.most:
            raise _refused(raw, self.words)
        if self.fractions:
            return float(number)
        if number != int(number):
            raise _refused(raw, self.words)
        return int(number)

    def schema(self) -> Schema:
        kind = "number" if self.fractions else "integer"
        number: Schema = {"type": kind, "minimum": self.least, "maximum": self.most}
        return {"anyOf": [number, {"const": "none"}]} if self.none else number

    def written(self, value: object) -> str:
        return quoted("none") if value is None else str(value)


def _number(raw: object) -> float | None:
    """The number a value stands for; a truth value is none, and neither is an endless text."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int | float):
        return raw
    if isinstance(raw, str) and len(raw) <= _MAX_SHOWN:
        try:
            return float(raw)
        except ValueError:
            return None
    return None


_TRUTHS = {"true": True, "yes": True, "on": True, "1": True}
_TRUTHS |= {"false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Truth:
    words: str = "`true` or `false`"

    def read(self, raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and raw.strip().lower() in _TRUTHS:
            return _TRUTHS[raw.strip().lower()]
        raise _refused(raw, self.words)

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def written(self, value: object) -> str:
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Text:
    """Text that fits a pattern; with `none`, the word `none` stands for no value."""

    words: str
    pattern: re.Pattern[str]
    none: bool = False

    def read(self, raw: object) -> str | None:
        if self.none and raw == "none":
            return None
        if not isinstance(raw, str) or len(raw) > _MAX_TEXT or not self.pattern.search(raw):
            raise _refused(raw, self.words)
        return raw

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": _MAX_TEXT}

    def written(self, value: object) -> str:
        return quoted("none" if value is None else str(value))


NAME = Text("a name in lower case with dashes", re.compile(r"\A[a-z0-9][a-z0-9-]{0,59}\Z"))
PROSE = Text(f"text of at most {_MAX_TEXT} characters", re.compile(r""))


@dataclass(frozen=True, slots=True)
class Glob:
    """A glob in the manner of .gitignore; what would never match is refused, not ignored."""

    words: str = "a glob such as `src/legacy/**`, one for each form"

    def read(self, raw: object) -> str:
        if not isinstance(raw, str) or not raw.strip("/ ") or len(raw) > MAX_GLOB:
            raise _refused(raw, self.words)
        if raw.startswith("!") or ("{" in raw and "," in raw):
            raise Unfit(
                f"{shown(raw)} uses `!` or `{{a,b}}`, which do not work here.",
                f"Write {self.words}.",
            )
        return raw

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": MAX_GLOB}

    def written(self, value: object) -> str:
        return quoted(str(value))


def within(entries: Collection[object]) -> list[object]:
    """The entries, unless there are more than anyone would write."""
    if len(entries) > _MAX_ENTRIES:
        raise Unfit(f"{len(entries)} entries are too many.", f"`{_MAX_ENTRIES}` is the most.")
    return list(entries)


@dataclass(frozen=True, slots=True)
class Many:
    """A list whose entries are read one by one, so that a bad one costs only itself."""

    each: Shape
    gather: Callable[[Iterable[object]], Collection[object]] = tuple
    separator: str = ","

    @property
    def words(self) -> str:
        return f"a list, each entry {self.each.words}"

    def entries(self, raw: object) -> list[object]:
        if isinstance(raw, str):
            raw = [part.strip() for part in raw.split(self.separator) if part.strip()]
        if not isinstance(raw, list | tuple | set | frozenset):
            raise _refused(raw, self.words)
        return within(raw)

    def read(self, raw: object) -> Collection[object]:
        return self.gather(self.each.read(entry) for entry in self.entries(raw))

    def schema(self) -> Schema:
        return {"type": "array", "items": self.each.schema()}

    def written(self, value: object) -> str:
        entries = value if isinstance(value, tuple) else sorted(value)  # type: ignore[call-overload]
        return "[" + ", ".join(self.each.written(entry) for entry in entries) + "]"
