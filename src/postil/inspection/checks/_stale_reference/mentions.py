"""Weighs words in comments, strings and prose: whether they mean the thing that is gone."""

from __future__ import annotations

import re

from postil.domain.paths import is_test
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.subjects import CERTAIN, LIKELY, MILD, POSSIBLE
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import is_distinctive, is_example, is_generic
from postil.syntax import Kind, Occurrence, Role

_UNREFLECTING = frozenset({"c", "go", "rust"})
"""Languages in which no text leads to a definition."""
_COMPILED = frozenset({"csharp", "java"})
_PRIVATE = frozenset({"csharp", "java", "php"})
"""Languages that say of a definition that no other file can mean it."""
_QUOTES = "\"'`"
_LONGEST_LIST = 200
_LONGEST_STATEMENT = 400
_STATEMENT = re.compile(
    r"\A(?:@|return |await |const |let |var |auto )?[\w.$]{1,120}(?:, ?[\w.$]{1,60}){0,5} {0,2}"
    r"(?::?= ?\S|\([^()]{0,200}(?:\([^()]{0,200}\)[^()]{0,200}){0,4}\);?\Z)"
)
_DECLARED = re.compile(
    r"\A(?:public|private|protected|internal|static|override|virtual|abstract) [^.;:]{0,200}\b_[(<]"
)
"""Opens a member, with a mark in the place of its name."""
_ENTRY = re.compile(r"\A[\w.\"']{1,80} ?[:=] ?_,\Z")
"""An entry of a table, with a mark in the place of the name it holds."""
_ASIDE = re.compile(r"\"{3}|'{3}|(?<=\w)'(?=\w)|\b[LCU]\{[\w.]{1,200}\}")
"""What a docstring may have beside words: its own quotes, apostrophes and the marks of epytext."""
_DECORATED = re.compile(r"(?:\A|[\s`(])@[A-Za-z]\w{0,80}_\w{1,80}\Z")
"""A decorator: nobody's account has a name with such a mark in it."""
_HOLDER = re.compile(r"(?<=\.)([A-Z]\w{0,80})\.\Z")
_PACKAGE = re.compile(r"(?<![\w.])([a-z]\w{0,60})\.\Z")
_FEWEST_WORDS = 4
_HOLDS_KEY = re.compile(r"\b[A-Z][A-Z0-9_]{1,80} {0,4}[:=] {0,4}[\"'`]\Z")
_LOADS = re.compile(
    r"\b(?:(?:require|import)(?:_relative|_module|Actual|Mock)?|mock|from|__import__|autoload[ (]:\w{1,80},)[ (]{1,4}[\"'`]\Z"
)
"""Opens a text that a file or a module is loaded by, which no definition of it has to do with."""
_ASKS = ("attr(", ".get(")
"""Look a name up that need not be there."""
_DOCUMENTS = ("///", "//!", "*", "/*", "#", "--", ";")
"""What lines of documentation open with, and comments of languages that end no line so."""
_CLOSES_CONDITION = ("#endif", "#else", "# endif", "# else")
"""What says in C behind a comment's mark which condition ends here."""
_AFTER_HASH = frozenset({"", " ", "\t", "#", "!", ":"})
_CODE_ENDS = (";", "{", "}", "=>", "&&", "||")
_INSIDE = frozenset({"", " ", "\t", ")", "]", "}"})


def may_be_meant(lost: Lost, view: View, occurrence: Occurrence) -> bool:
    """Whether words can mean it: what a test or a script keeps to itself only comments nearby do."""
    found = lost.definition
    if view.path != lost.path and _is_own_word(lost, view, occurrence):
        return False
    if _is_of_package(lost, view, occurrence):
        return False
    if is_test(lost.path) or is_example(lost.path):
        line = view.lines[occurrence.line - 1]
        in_comment = occurrence.role is Role.COMMENT or _is_documentation(occurrence, line)
        nearby = view.folder == lost.folder and in_comment
        return nearby or is_owned(lost, line[: occurrence.column])
    return not (lost.family == "javascript" and found.kind is Kind.CONSTANT and not found.exported)


def _is_of_package(lost: Lost, view: View, occurrence: Occurrence) -> bool:
    """Whether a word stands behind a package that this Go file imports from another folder."""
    before = view.lines[occurrence.line - 1][: occurrence.column]
    package = _PACKAGE.search(before[-80:]) if lost.family == "go" else None
    folder = lost.folder.rpartition("/")[2]
    return package is not None and any(
        entry.local == package[1] and entry.source.rpartition("/")[2] != folder
        for entry in view.imports
    )


def _is_own_word(lost: Lost, view: View, occurrence: Occurrence) -> bool:
    """Whether only its own file means it by the bare word: it is private, or a part of something
    whose word other things share.
    """
    found = lost.definition
    if lost.family in _PRIVATE and not found.exported:
        return True
    line = view.lines[occurrence.line - 1]
    bare = occurrence.role is Role.COMMENT and not is_owned(lost, line[: occurrence.column])
    return bare and found.kind in (Kind.FIELD, Kind.MEMBER)


def _is_documentation(occurrence: Occurrence, line: str) -> bool:
    """Whether a string goes on over this line as a docstring does: words and no quotes."""
    plain = _ASIDE.sub("", line)
    words = len(plain.split()) >= _FEWEST_WORDS
    return occurrence.role is Role.STRING and words and not any(mark in plain for mark in "\"'=<{")


def _is_part_of_word(name: str, before: str, after: str) -> bool:
    """Whether a word goes on from a path or an option, or on to one; two slashes begin a comment."""
    opened = before.endswith(("/", "-", "$", "@")) and before != "//"
    opened &= not before.endswith((" //", "\t//"))
    opened = opened and _DECORATED.search(f"{before}{name}") is None
    marked = (before[-1:], after[:1]) == ("#", "#") or (before[-1:], after) == ("[", "](http")
    return opened or marked or after[:1] in ("-", "/", "\\")


def is_owned(lost: Lost, before: str) -> bool:
    """Whether its owner stands before it."""
    owner = lost.definition.owner
    ways = (f"{owner}.", f"{owner}::", f"{owner}#", f"{owner}::class, '", f'{owner}.class, "')
    return bool(owner) and before.endswith(ways)


def is_spelled_out(lost: Lost, before: str) -> bool:
    """Whether the whole namespace stands before it, as settings of tools name classes of PHP."""
    spelled = before[-_LONGEST_STATEMENT:].replace("\\\\", "\\")
    return lost.family == "php" and bool(lost.namespace) and spelled.endswith(f"{lost.namespace}\\")


def _is_of_another(lost: Lost, before: str) -> bool:
    """Whether words reach it through another type, which has a member of that name as well."""
    holder = _HOLDER.search(before)
    owner = lost.definition.owner
    if holder is None or not owner or lost.definition.kind not in (Kind.METHOD, Kind.FIELD):
        return False
    return not (holder[1] in owner or owner in holder[1])


def _is_named_like_its_type(lost: Lost) -> bool:
    """Whether a member bears the name of its type, which lives on and is what words mean."""
    words = re.findall(r"\w+", lost.subject.cause.text[:_LONGEST_STATEMENT])
    return lost.definition.kind in (Kind.FIELD, Kind.METHOD) and words.count(lost.name) > 1


def _is_kept(lost: Lost, occurrence: Occurrence) -> bool:
    """Whether a Go package kept the name to itself, so that a manual speaks of something else."""
    return occurrence.role is Role.PROSE and lost.family == "go" and not lost.definition.exported


def _is_switched_off(before: str, after: str) -> bool:
    """Whether a comment is no sentence but a statement: an assignment of the name, or a call."""
    rest = after.lstrip()
    if not before.strip("#/*;- \t") and rest[:1] == "=" != rest[1:2]:
        return True
    opening = before.lstrip()
    if opening.startswith(_CLOSES_CONDITION):
        return False
    text = f"{before}_{after}".lstrip("#/*; \t").rstrip().removesuffix("*/").rstrip()
    if not opening.startswith(_DOCUMENTS) and text.endswith(_CODE_ENDS):
        return True
    if opening[:1] == "#" and opening[1:2] not in _AFTER_HASH and len(text.split()) < _FEWEST_WORDS:
        # Editors switch a line off without a blank; people who write leave one.
        return True
    if opening.startswith(("//", "#")) and _ENTRY.match(text[:_LONGEST_STATEMENT]):
        return True
    if opening.startswith("//") and _DECLARED.match(text[:_LONGEST_STATEMENT]):
        return True
    return _STATEMENT.match(text[:_LONGEST_STATEMENT]) is not None


def _weigh_text(lost: Lost, before: str, rest: str) -> int:
    """A text that is the name and nothing else, where texts may lead to definitions."""
    if lost.spells_itself or (lost.definition.kind is Kind.METHOD and lost.name in rest):
        # The name of a command, or a label that repeats what it stands for, not the method.
        return 0
    exact = before[-1:] in (*_QUOTES, ":") and rest[:1] in (*_QUOTES, "", ",", " ", ")", "]")
    if not exact or lost.family in _UNREFLECTING or any(ask in before for ask in _ASKS):
        return 0
    if _LOADS.search(before):
        return 0
    if lost.definition.kind is Kind.FIELD and _HOLDS_KEY.search(before):
        # Whoever reaches the field does so through this constant.
        return 0
    if not is_distinctive(lost.name):
        return 0
    # Compiled code is seldom asked for by its name; what others send or store is.
    return MILD if lost.family in _COMPILED else POSSIBLE


def weigh(lost: Lost, occurrence: Occurrence, line: str) -> int:
    """How sure it is that words mean the lost thing; 0 when they need not."""
    name = lost.name
    start, end = occurrence.column, occurrence.column + len(name)
    before, after = line[max(0, start - 80) : start], line[end : end + 2]
    owned = is_owned(lost, before)
    if (lost.shared and not owned) or _is_of_another(lost, before) or _is_kept(lost, occurrence):
        return 0
    if not owned and (
        _is_part_of_word(name, before, line[end : end + 6]) or _is_named_like_its_type(lost)
    ):
        return 0
    if occurrence.role is Role.COMMENT and _is_switched_off(line[:start], line[end:]):
        return 0
    if owned or is_spelled_out(lost, line[:start]) or (before[-2:], after) == ("[`", "`]"):
        return CERTAIN
    if occurrence.role is Role.STRING and not _is_documentation(occurrence, line):
        return _weigh_text(lost, before, line[end:])
    if occurrence.role is Role.CODE:
        return 0
    if occurrence.role is Role.PROSE and lost.definition.kind is Kind.CONSTANT:
        # Constants are named after things, so in prose only the mark of code tells them apart.
        marked = before[-1:] in ("`", ".", ":", "$") or after[:1] in ("`", "(", "=")
        marked |= before.rstrip().endswith("::")
        if not marked and not name.isupper():
            return 0
    if is_distinctive(name):
        return CERTAIN if lost.definition.kind is not Kind.FIELD else LIKELY
    # With something between the brackets a plain word may be a filter, a macro or a command.
    called = before.endswith("`") and after == "()" and lost.definition.kind is not Kind.FIELD
    return LIKELY if called and not is_generic(name) else 0


def is_listed(view: View, occurrence: Occurrence) -> bool:
    """Whether a string is one of the names a Python module says it exports."""
    if occurrence.role is not Role.STRING or view.family != "python":
        return False
    above = view.lines[max(0, occurrence.line - _LONGEST_LIST) : occurrence.line]
    opening = next((text for text in reversed(above) if text[:1] not in _INSIDE), "")
    return "__all__" in opening
