"""What sort of work a change is: documents, style, a bug fix, a refactoring, a feature, or mixed."""

from __future__ import annotations

import re

from postil.domain.brief import Archetype
from postil.domain.change import Change, ChangedFile, FileStatus, Hunk
from postil.domain.paths import is_doc, is_test, language_of
from postil.understand.noise import Sifted
from postil.understand.request import Defines
from postil.understand.subject import parted

Reasoned = tuple[Archetype, str]

_BALANCE = 0.3
_TRIVIAL_BELOW = 50
_DECLARATIONS = (".d.ts", ".pyi")
_MAX_LINE = 20_000
_INDENT_MATTERS = frozenset({"haskell", "make", "markdown", "python", "restructuredtext", "yaml"})

_FIX_TYPES = frozenset({"fix", "bugfix", "hotfix"})
_REFACTOR_TYPES = frozenset({"refactor"})
_FEATURE_TYPES = frozenset({"feat", "feature"})
_FIX_WORDS = re.compile(
    r"\b(?:bug ?fix|fix|fixe[sd]|fixing|hotfix|bugs?|regression)\b", re.IGNORECASE
)
_REFACTOR_WORDS = re.compile(
    r"\b(?:refactor(?:s|ed|ing)?|restructur(?:e[sd]?|ing)|reorgani[sz](?:e[sd]?|ing)"
    r"|extract(?:s|ed|ing)?|split(?:s|ting)?|mov(?:e[sd]?|ing)|renam(?:e[sd]?|ing)"
    r"|inlin(?:e[sd]?|ing)|simplif(?:y|ies|ied)|clean(?:s|ed)? ?up)\b",
    re.IGNORECASE,
)
_BUG_LABEL = re.compile(r"\b(?:bug|bugfix|defect|regression)\b", re.IGNORECASE)
_CLOSING = ("]", "}")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def archetype(change: Change, sifted: Sifted, defines: Defines) -> Reasoned:
    """The first kind that fits, and the sentence that says what made it fit."""
    if not change.files:
        return Archetype.MIXED, "Nothing changed."
    if all(map(_is_document, change.files)):
        return Archetype.DOCS, "Only documents changed."
    if all(map(_is_restyled, change.files)):
        return Archetype.STYLE, "Every changed passage holds the same tokens as before."
    return (
        _bugfix(change)
        or _refactor(change, sifted)
        or _feature(change, sifted, defines)
        or (Archetype.MIXED, "No single kind of work fits.")
    )


def _is_document(file: ChangedFile) -> bool:
    """A link or a submodule with a document's name is not a document; nor is code renamed to one."""
    if file.is_symlink or file.is_submodule:
        return False
    return is_doc(file.path) and (file.old_path is None or is_doc(file.old_path))


def _is_restyled(file: ChangedFile) -> bool:
    if file.status is not FileStatus.MODIFIED or file.left_out is not None or not file.hunks:
        return False
    if file.old_mode != file.new_mode or file.is_submodule:
        return False
    keep_indent = language_of(file.path) in _INDENT_MATTERS
    return all(_same_tokens(hunk, keep_indent=keep_indent) for hunk in file.hunks)


def _same_tokens(hunk: Hunk, *, keep_indent: bool) -> bool:
    """Both sides of the hunk, context included, so that a moved line counts as a difference."""
    if any(len(entry) > _MAX_LINE for entry in hunk.body):
        return False
    old = [entry[1:] for entry in hunk.body if entry[:1] != "+"]
    new = [entry[1:] for entry in hunk.body if entry[:1] != "-"]
    return _tokens(old, keep_indent=keep_indent) == _tokens(new, keep_indent=keep_indent)


def _tokens(lines: list[str], *, keep_indent: bool) -> list[str]:
    tokens: list[str] = []
    for line in lines:
        found = _TOKEN.findall(line)
        if keep_indent and found:
            tokens.append("\n" + line[: len(line) - len(line.lstrip())])
        for word in found:
            if word in _CLOSING and tokens and tokens[-1] == ",":
                tokens.pop()
            tokens.append(word)
    return tokens


def _bugfix(change: Change) -> Reasoned | None:
    label = next((label for label in change.labels if _BUG_LABEL.search(label[:_MAX_LINE])), None)
    if label is not None:
        return Archetype.BUGFIX, f"The label `{label}` says so."
    return _by_words(change, Archetype.BUGFIX, types=_FIX_TYPES, words=_FIX_WORDS)


def _refactor(change: Change, sifted: Sifted) -> Reasoned | None:
    additions = sum(file.additions for file in sifted.files)
    deletions = sum(file.deletions for file in sifted.files)
    if abs(additions - deletions) > _BALANCE * deletions:
        return None
    return _by_words(change, Archetype.REFACTOR, types=_REFACTOR_TYPES, words=_REFACTOR_WORDS)


def _feature(change: Change, sifted: Sifted, defines: Defines) -> Reasoned | None:
    named = _by_words(change, Archetype.FEATURE, types=_FEATURE_TYPES, words=None)
    if named is not None:
        return named
    growth = sum(file.additions - file.deletions for file in sifted.files)
    if growth <= 0:
        return None
    for file in sifted.files:
        if is_test(file.path) or is_doc(file.path):
            continue
        added = [entry[1:] for hunk in file.hunks for entry in hunk.body if entry[:1] == "+"]
        if added and defines(file.path, added):
            return (
                Archetype.FEATURE,
                f"More was added than removed, with new names in `{file.path}`.",
            )
    return None


def _by_words(
    change: Change, kind: Archetype, *, types: frozenset[str], words: re.Pattern[str] | None
) -> Reasoned | None:
    """The title decides, else the greater part of the commits: one stray word must not."""
    if _says(change.title, types, words):
        return kind, f"The title says so: `{change.title[:80].strip()}`."
    saying = sum(_says(commit.subject, types, words) for commit in change.commits)
    if saying * 2 > len(change.commits):
        return kind, f"{saying} of {len(change.commits)} commit subjects say so."
    return None


def _says(subject: str, types: frozenset[str], words: re.Pattern[str] | None) -> bool:
    """A conventional type speaks for itself; words count only where there is none."""
    kind, text = parted(subject)
    if kind:
        return kind in types
    return words is not None and words.search(text) is not None


def is_trivial(change: Change, kind: Archetype, *, lines: int) -> bool:
    """Under 50 lines, and documents, pure renames or type declarations only."""
    if lines >= _TRIVIAL_BELOW or not change.files:
        return False
    return (
        kind is Archetype.DOCS
        or all(map(_is_pure_rename, change.files))
        or all(map(_is_declaration, change.files))
    )


def _is_pure_rename(file: ChangedFile) -> bool:
    untouched = file.old_mode == file.new_mode and not file.size and not file.binary
    return file.status is FileStatus.RENAMED and untouched and file.left_out is None


def _is_declaration(file: ChangedFile) -> bool:
    return all(name.endswith(_DECLARATIONS) for name in (file.path, file.old_path or file.path))
