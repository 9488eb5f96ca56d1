"""Where a changed file breaks an order, and what to say about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import ChangedFile, FileStatus, Side
from postil.inspection.checks._rule_compliance.commands import is_command, runs
from postil.inspection.checks._rule_compliance.companions import is_called, lacks, mark_of
from postil.inspection.checks._rule_compliance.homes import homes, is_lenient
from postil.inspection.checks._rule_compliance.objects import is_of_object
from postil.inspection.checks._rule_compliance.orders import Order, Way
from postil.inspection.checks._rule_compliance.reached import reaches
from postil.inspection.checks._rule_compliance.reading import Reading
from postil.inspection.checks._rule_compliance.scope import lies_in
from postil.inspection.checks._rule_compliance.sites import stands_over
from postil.inspection.checks._rule_compliance.tokens import Token, may_import
from postil.inspection.demands import is_sql
from postil.inspection.line_roles import LineRoles, can_tell

CERTAIN = 90
LIKELY = 75
_NOT_COMPARED = frozenset({"markdown", "restructuredtext", "json", "xml"})
_COMMAND_LANGUAGES = frozenset({"bash", "dockerfile", "make", "yaml"})
_SETTINGS = frozenset({"yaml", "toml", "hcl"})
_NEGATES = (" not ", "never", "forbid", "avoid", "instead", "don't", "n't ")
_DATA = frozenset(
    {
        "json",
        "yaml",
        "toml",
        "xml",
        "markdown",
        "restructuredtext",
        "html",
        "css",
        "make",
        "dockerfile",
    }
)
_LICENCE = re.compile(r"SPDX-|\bCopyright\b|\bLicen[cs]ed?\b|All rights reserved|©", re.IGNORECASE)
"""Texts that belong into a comment of any source file."""
_LEAST_LINES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """The lines that break an order, the first one's text, and the words for it."""

    lines: tuple[int, ...]
    text: str
    title: str
    mitigation: str
    side: Side = Side.NEW
    confidence: int = CERTAIN


def breach_of(order: Order, reading: Reading) -> Breach | None:
    """How the file breaks the order; None when it does not, or code cannot tell."""
    match order.way:
        case Way.MODIFY | Way.PUT:
            return _misplaced(order, reading.file)
        case Way.HEADER:
            return _unheaded(order, reading)
        case _:
            return _written(order, reading)


def is_let_pass(order: Order, breach: Breach, reading: Reading) -> bool:
    """Whether comments tell the project's own linter to let each of the lines pass."""
    is_line = breach.side is Side.NEW and order.way in (Way.USE, Way.IMPORT)
    if not is_line or Token(order.token).is_directive:
        return False
    return all(map(reading.is_let_pass, breach.lines))


def _misplaced(order: Order, file: ChangedFile) -> Breach | None:
    is_path = "/" in order.token or "." in order.token
    book_folder = order.rule.book.rpartition("/")[0]
    if not is_path or not lies_in(file.path, order.token, book_folder):
        return None
    wanted = FileStatus.ADDED if order.way is Way.PUT else FileStatus.MODIFIED
    changed = file.added or file.removed
    if file.status is not wanted or not changed:
        return None
    number, text = changed[0]
    verb = "added" if order.way is Way.PUT else "modified"
    return Breach(
        lines=(number,),
        text=text,
        side=Side.NEW if file.added else Side.OLD,
        title=f"`{file.path}` is {verb} although the rules forbid it for `{order.token}`",
        mitigation="Take the edit back, or have the rule name the exception first.",
        confidence=LIKELY,
    )


def _unheaded(order: Order, reading: Reading) -> Breach | None:
    file, language, text = reading.file, reading.language, reading.roles.text
    if not can_tell(language):
        return None
    if file.status is not FileStatus.ADDED:
        return _lost(order, reading)
    is_told = order.scope.languages or order.scope.shapes
    if not is_told and not _fits(order.token, language):
        return None
    written = [line for line in text.split("\n") if line.strip()]
    if len(written) < _LEAST_LINES or order.token in text:
        return None
    return Breach(
        lines=(file.added[0][0],),
        text=file.added[0][1],
        title=f"The new file `{file.path}` lacks `{order.token}`",
        mitigation=f"Add `{order.token}`.",
    )


def _lost(order: Order, reading: Reading) -> Breach | None:
    """The line with a demanded token that the change takes away, when no other has it."""
    taken = [(number, text) for number, text in reading.file.removed if order.token in text]
    if not taken or order.token in reading.roles.text:
        return None
    return Breach(
        lines=(taken[0][0],),
        text=taken[0][1],
        side=Side.OLD,
        title=f"`{order.token}` is taken out of `{reading.file.path}`",
        mitigation=f"Leave `{order.token}` in.",
    )


def _fits(token: str, language: str) -> bool:
    """Whether a file of that language can hold the token, by its mark of comments or its home."""
    home = homes(token)
    if home:
        return language in home
    if token.startswith(("//", "#", "--", "/*", "<!--", ";")):
        return bool(LineRoles(token, language).comment(1))
    return _LICENCE.search(token) is not None and language not in _DATA


def _written(order: Order, reading: Reading) -> Breach | None:
    language = reading.language
    token = Token(order.token, is_of_object=is_of_object(order))
    if reading.file.path.rpartition("/")[2] == "package.json":
        return _depended_on(order, reading)
    if language in _NOT_COMPARED or not can_tell(language) or not token.is_useful:
        return None
    home = homes(order.call or order.token)
    if home and language not in home and order.way is not Way.IMPORT:
        return None
    if order.is_soft and reading.uses_at_base(token):
        return None
    # What takes the place of something is often made of it.
    if order.instead and reading.defines(order.instead):
        return None
    numbers = tuple(_offending(order, token, reading))
    if not numbers:
        return None
    text = dict(reading.file.added)[numbers[0]]
    if order.way is Way.ARGUMENT:
        return Breach(
            lines=numbers,
            text=text,
            title=f"`{order.call}` {_verb(order.call)} without `{order.token}`",
            mitigation=f"Add `{order.token}`.",
        )
    return Breach(
        lines=numbers,
        text=text,
        title=f"`{order.token}` is used although `{order.rule.book}` forbids it",
        mitigation=_mitigation(order),
        confidence=LIKELY if order.is_soft else CERTAIN,
    )


def _verb(call: str) -> str:
    return "is called" if is_called(call) else "stands"


def _depended_on(order: Order, reading: Reading) -> Breach | None:
    """The line of a manifest that makes the forbidden package a dependency."""
    wanted = re.compile(
        rf'\A\s{{0,40}}"{re.escape(order.token)}"\s{{0,4}}:\s{{0,4}}"(?:[\^~><=*\d]|npm:|workspace:|git|latest)'
    )
    found = [(number, text) for number, text in reading.lines(order.token) if wanted.match(text)]
    if not found or order.way is Way.ARGUMENT:
        return None
    return Breach(
        lines=(found[0][0],),
        text=found[0][1],
        title=f"`{order.token}` is added although `{order.rule.book}` forbids it",
        mitigation=_mitigation(order),
    )


def _mitigation(order: Order) -> str:
    if order.remedy:
        return f"Do what the rule names instead: {order.remedy}."
    if order.instead:
        return f"Use `{order.instead}` here."
    return "Do it another way, or have the rule name the exception first."


def _offending(order: Order, token: Token, reading: Reading) -> Iterator[int]:
    lenient = order.scope.tests is False or (order.scope.tests is None and is_lenient(order.token))
    for number, text in _held(order, reading):
        if _breaks(order, token, reading, number, text) and not (
            lenient and reading.is_test(number)
        ):
            yield number


def _held(order: Order, reading: Reading) -> Iterator[tuple[int, str]]:
    """The added lines that may break it; SQL is written in either case."""
    mark = _mark(order)
    yield from reading.lines(mark)
    if order.call and is_sql(order.call):
        yield from reading.lines(mark.lower())


def _mark(order: Order) -> str:
    """A part of the token that every line in question must hold, spacing aside."""
    if order.way is Way.IMPORT:
        return order.token.strip("'\"").rstrip("/*").rpartition("/")[2]
    return mark_of(order.call or order.token)


def _breaks(order: Order, token: Token, reading: Reading, number: int, text: str) -> bool:
    if order.beside and not any(word in text for word in order.beside):
        return False
    if order.over is not None and not stands_over(order.over, order.token, number, reading):
        return False
    if order.way is Way.ARGUMENT:
        return lacks(order.call, order.token, number, reading)
    if token.is_directive:
        return token.written_in(reading.roles.comment(number))
    if reading.roles.is_string(number) and order.way is Way.IMPORT:
        return False
    plain = reading.bare(number, text)
    if order.way is Way.IMPORT:
        is_folder = order.token.endswith(("/", "*"))
        whole = not is_folder and f"`{order.token}/" in order.rule.entry
        return token.imported_in(plain, whole=whole) or reaches(order, reading.file.path, plain)
    if is_command(order.token):
        return reading.language in _COMMAND_LANGUAGES and runs(
            order.token, plain, instead=order.instead
        )
    return _uses(order, token, reading, number, plain)


def _uses(order: Order, token: Token, reading: Reading, number: int, plain: str) -> bool:
    code = reading.roles.code(number)
    if order.instead:
        code = code.replace(order.instead, " " * len(order.instead))
    if token.is_name or order.token.startswith("."):
        if reading.language in _SETTINGS:
            return bool(order.scope.shapes) and token.written_in(code)
        is_module = "." not in order.token and "(" not in order.token and may_import(plain, code)
        return token.used_in(code, reading.language) or (
            is_module and token.imported_in(plain) and not reading.roles.is_string(number)
        )
    if token.written_in(code):
        return True
    if not any(character.isalnum() for character in order.token):
        return False
    return token.written_in(plain) and not any(word in plain.lower() for word in _NEGATES)
