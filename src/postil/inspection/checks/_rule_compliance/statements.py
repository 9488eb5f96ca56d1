"""Statements of SQL that a rule names, in files of SQL and in the texts of programs, and what they hold."""

from __future__ import annotations

import re

from postil.inspection.checks._rule_compliance.reading import Reading

_MOST_LINES = 40
_MOST_CHARACTERS = 4_000
_NAMED = re.compile(r"[\w$]+")
_DATA = frozenset({"yaml", "toml", "html", "css"})
_UNIQUE = "UNIQUE"
_QUOTES = "\"`'"


def lacks_words(call: str, wanted: str, number: int, reading: Reading) -> bool:
    """Whether a statement that begins so on the line has not all the words that are wanted."""
    if reading.language in _DATA:
        return False
    is_sql = reading.language == "sql"
    line = reading.roles.code(number) if is_sql else reading.bare(number, _raw(number, reading))
    match = _opening(call).search(line)
    if match is None or not (is_sql or reading.roles.is_string(number) or _is_quoted(match)):
        return False
    words = {
        word.upper() for word in _NAMED.findall(_statement(match.end(), line, number, reading))
    }
    return not set(wanted.upper().split()) <= words


def _opening(call: str) -> re.Pattern[str]:
    """The words of the statement in any case; an index may be unique, which changes nothing."""
    first, _, rest = call.partition(" ")
    between = rf"\s+(?:{_UNIQUE}\s+)?" if rest.startswith("INDEX") else r"\s+"
    spelled = r"\s+".join(re.escape(word) for word in rest.split())
    return re.compile(rf"(?<![\w-]){re.escape(first)}{between}{spelled}(?![\w-])", re.IGNORECASE)


def _is_quoted(match: re.Match[str]) -> bool:
    """Whether what stands in front opens a text of a program."""
    return match.string[: match.start()].rstrip()[-1:] in tuple(_QUOTES)


def _statement(start: int, line: str, number: int, reading: Reading) -> str:
    """From the opening words to the semicolon, the empty line or the end of the text."""
    is_sql = reading.language == "sql"
    found = line[start:]
    for below in range(number + 1, number + _MOST_LINES):
        if ";" in found or len(found) > _MOST_CHARACTERS:
            break
        following = reading.roles.code(below) if is_sql else _raw(below, reading)
        if not following.strip() or not (is_sql or reading.roles.is_string(below)):
            break
        found = f"{found}\n{following}"
    return found[:_MOST_CHARACTERS].partition(";")[0]


def _raw(number: int, reading: Reading) -> str:
    lines = reading.roles.text.split("\n")
    return lines[number - 1] if number <= len(lines) else ""
