"""The files of a change that people write and read, and what of their lines is language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks._spelling.prose import LONGEST_LINE, is_foreign, masked
from postil.inspection.documents import Part, parts_of
from postil.inspection.line_roles import LineRoles, can_tell
from postil.ports import Tree

_OTHER_LANGUAGE = re.compile(
    r"(?:\A|[/._-])(?:ar|bg|bn|ca|cs|da|de|el|es|fa|fi|fr|he|hi|hr|hu|id|it|ja|jp|ko|kr|lt|lv|ms|nb|nl"
    r"|nn|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|ua|vi|zh|cn|tw|chinese|french|german|spanish|japanese"
    r"|korean|russian|portuguese)(?:[-_](?:[a-z]{2}|hans|hant|latn))?"
    r"(?:/|\.(?:md|mdx|rst|txt|adoc|html|markdown)\Z)",
    re.IGNORECASE,
)
_LOCALES = re.compile(r"(?:\A|/)(?:locales?|translations?|i18n|l10n|lang|langs|languages)(?:/|\.)")
_SPELLERS = re.compile(
    r"spell|typo(?!g|l)|mis-?spel|word-?_?lists?|dictionar(?:y|ies)\.|stop-?_?words|stemm"
    r"|inflect|plurali[sz]|autocorrect|profanity|lorem|corpus|corpora",
    re.IGNORECASE,
)
_PEOPLE_AND_LICENCES = re.compile(
    r"(?:\A|/)(?:authors?|contributors?|credits|maintainers|thanks|backers|sponsors|licen[cs]es?"
    r"|copying|notice|third[-_]?party[-_]?\w{0,20}|codeowners|\.mailmap|patents)(?:[-_.][^/]{0,40})?(?:/|\Z)",
    re.IGNORECASE,
)
_GATHERED = re.compile(
    r"\bby \[?@|\(\[?[0-9a-f]{7,40}\]?\)?|/commit/[0-9a-f]{7}|/(?:pull|merge_requests)/\d"
    r"|\(#\d{1,7}(?:, ?#\d{1,7}){0,9}\)\s{0,8}\Z"
)
"""Ends a line of a changelog that a program gathered from titles of commits."""
_LEADER = re.compile(
    r"\A\s{0,200}(?:/\*{1,80}!?|\*{1,80}/|\*(?=\s|\Z)|//+[!/]?|#+:?|--+|;+|<!--|%+|\"{3}|'{3})?\s?"
)
_TAIL = re.compile(r"(?:\*{1,8}/|-->|\"{3}|'{3})\s{0,20}\Z")
_DOCSTRING = re.compile(r"\A\s{0,80}[rRuU]?(?:\"\"\"|''')")
_GOES_ON = ("(", ",", "=", "[", "{", "+", "\\", ":=")
_FENCES = ("```", "~~~", "<pre", "{@code", "@example", "@code", "\\code")
_FENCE_ENDS = ("```", "~~~", "</pre", "}", "@endcode", "\\endcode")
_SHOWN = re.compile(r"\A\s{0,80}(?:>>>|\.\.\. |\$ |> |\||In \[\d)")
_TITLES = re.compile(
    r"(?:\b(?:x?f?it|x?f?describe|test|context|scenario|feature|specify|should|suite|step|Run|DisplayName)\b(?:\.\w{1,20})?|@\w{1,40})[ (]{1,4}\Z"
)
"""Opens the title of a test."""
_NEAR_TITLE = 60
_STRING = re.compile(r"([\"'`])\s{12,1000}?\1")
_MESSAGE = re.compile(
    r"(?:\A|[\s(])[A-Za-z']{2,40},?\s[A-Za-z']{1,40},?\s[A-Za-z']{2,40}(?=[\s.,;:!?)]|\Z)"
)
_CODE_SIGNS = re.compile(
    r"</|=>|\(\)|==|&&|\|\||;\s{0,4}\Z|\A\s{0,8}[$#<>@/]|::|\\[dwsb]|\w=\S|\w_\w"
)
_LISTED = re.compile(r"\A\s{0,40}(?:[-*+]|\d{1,3}[.)])\s")
_COPYRIGHT = re.compile(
    r"\bCopyright\b[ -~]{0,40}\b(?:19|20)\d\d\s{0,2}[-,]\s{0,2}(?:19|20)\d\d\b(?:\x20[!-~]{1,40}(?=\s|\Z)){0,4}"
)
"""Rights over several years, and the first whole words of whose they are."""
_MANY_FILES, _MANY_LINES = 50, 10_000
"""New files and lines of a change, from which on somebody else wrote them, whatever the title says."""
_REACH = 200
_FIRST_LINES = 20
_OPENING = 400
_NEAR = 3


def is_read(change: Change, file: ChangedFile) -> bool:
    """Whether people of the project write this file, in English, and mean its words."""
    path = file.path
    return (
        file.status is not FileStatus.DELETED
        and not file.is_symlink
        and not file.is_submodule
        and not paths.is_vendored(path)
        and not paths.is_generated(path)
        and not paths.is_minified(path)
        and not paths.is_lockfile(path)
        and not (paths.is_fixture(path) or paths.is_specimen(path))
        and not paths.is_seed_data(path)
        and not paths.is_binary_asset(path)
        and not _is_left_alone(path[-LONGEST_LINE:])
        and not is_brought_in(change, file)
        and not _comes_in_bulk(change, file)
    )


def _comes_in_bulk(change: Change, file: ChangedFile) -> bool:
    if file.status is not FileStatus.ADDED or change.additions < _MANY_LINES:
        return False
    return change.new_files >= _MANY_FILES


def older_header(file: ChangedFile) -> str:
    """Who has held the rights in a new file since before it came here; empty where nobody says."""
    if file.status is not FileStatus.ADDED:
        return ""
    first = "\n".join(line[:LONGEST_LINE] for _, line in file.added[:_FIRST_LINES])
    found = _COPYRIGHT.search(first)
    return found[0].removesuffix("*/").strip() if found else ""


def _is_left_alone(path: str) -> bool:
    patterns = (_OTHER_LANGUAGE, _LOCALES, _SPELLERS, _PEOPLE_AND_LICENCES)
    return any(pattern.search(path) for pattern in patterns)


def has_language(path: str) -> bool:
    """Whether the file is a document, or one whose comments can be told from its code."""
    return paths.is_doc(path) or can_tell(paths.language_of(path))


def page_of(file: ChangedFile, head: Tree) -> Page | None:
    """The file as it is; None where nobody wrote it by hand."""
    text = head.read(file.path)
    if text is None or paths.is_minified(file.path, text):
        return None
    if paths.is_generated(file.path, text.split("\n", _OPENING)[:_OPENING]):
        return None
    return Page(file.path, text)


@dataclass(frozen=True)
class Page:
    """One file at head; lines count from 1."""

    path: str
    text: str
    _used: dict[str, bool] = field(default_factory=dict)
    _prose: dict[int, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> Sequence[str]:
        return self.text.split("\n")

    @cached_property
    def is_document(self) -> bool:
        return paths.is_doc(self.path)

    @cached_property
    def roles(self) -> LineRoles:
        return LineRoles(self.text, paths.language_of(self.path) or "")

    @cached_property
    def _parts(self) -> Sequence[Part]:
        if self.path.lower().endswith((".adoc", ".asciidoc")):
            return _between_rules(self.lines)
        return parts_of(self.path, self.lines)

    def prose(self, number: int) -> str:
        """What people read on the line as a sentence, holes for the rest; empty when nothing."""
        if number not in self._prose:
            self._prose[number] = self._read(number)
        return self._prose[number]

    def _read(self, number: int) -> str:
        line = self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
        if not line.strip() or len(line) > LONGEST_LINE:
            return ""
        if self.is_document:
            return self._in_document(number, line)
        said = self.roles.comment(number)
        if said:
            return "" if self._is_sample(number) else masked(_bare(said))
        return masked(_bare(line)) if self._is_docstring(number) else ""

    def messages(self, number: int) -> Iterator[str]:
        """The texts of several words between quotes on the line, holes for what is not language."""
        line = self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
        if self.is_document or len(line) > LONGEST_LINE or self.roles.is_string(number):
            return
        code = self.roles.code(number)
        for match in _STRING.finditer(code) if len(code) == len(line) else ():
            text = line[match.start() + 1 : match.end() - 1]
            if paths.is_test(self.path) and not _TITLES.search(
                line[: match.start()][-_NEAR_TITLE:]
            ):
                # What a test hands over, and waits for, may be wrong on purpose.
                continue
            if _MESSAGE.search(text) and not _CODE_SIGNS.search(text):
                yield masked(text)

    def is_foreign(self, number: int) -> bool:
        """Whether what stands around the line is in another language."""
        around = range(max(1, number - _NEAR), min(len(self.lines), number + _NEAR) + 1)
        if self.is_document:
            return is_foreign([self.lines[at - 1] for at in around])
        return is_foreign([self.prose(at) or self.roles.comment(at) for at in around])

    def uses(self, word: str) -> bool:
        """Whether code of the file, or a sample in a document, holds the word in some name."""
        if word not in self._used:
            self._used[word] = any(
                word in self._unspoken(number)
                for number, line in enumerate(self.lines, start=1)
                if word in line[:LONGEST_LINE].lower()
            )
        return self._used[word]

    def _unspoken(self, number: int) -> str:
        line = self.lines[number - 1][:LONGEST_LINE]
        if not self.is_document:
            return self.roles.code(number).lower()
        prose = self.prose(number)
        spoken = {at for at, letter in enumerate(prose) if letter != "\0"}
        return "".join(
            letter if at not in spoken else " " for at, letter in enumerate(line)
        ).lower()

    def _in_document(self, number: int, line: str) -> str:
        if self._parts[number - 1] is not Part.PROSE or _SHOWN.match(line):
            return ""
        if paths.is_changelog(self.path) and _GATHERED.search(line):
            return ""
        if line.startswith(("    ", "\t")) and not self._is_in_list(number):
            return ""
        return masked(line)

    def _is_in_list(self, number: int) -> bool:
        """Whether a line that is set in goes on with an entry of a list, or with a directive."""
        if self.path.lower().endswith((".rst", ".txt", ".adoc", ".asciidoc", ".org")):
            return True
        if _LISTED.match(self.lines[number - 1][:LONGEST_LINE]):
            return True
        for above in reversed(self.lines[max(0, number - _REACH) : number - 1]):
            if above.strip() and not above.startswith(("    ", "\t")):
                return _LISTED.match(above[:LONGEST_LINE]) is not None
        return False

    def _is_sample(self, number: int) -> bool:
        """Whether a line of a comment shows code: between fences, or after a prompt."""
        if _SHOWN.match(_bare(self.roles.comment(number))):
            return True
        for line in range(number - 1, max(0, number - _REACH), -1):
            said = _bare(self.roles.comment(line)).lstrip()
            if not said and not self.roles.comment(line):
                break
            if said.startswith(_FENCES) and not said.rstrip().endswith(("}", "</pre>")):
                return self._fences_above(number) % 2 == 1 or not said.startswith(("```", "~~~"))
            if said.startswith(_FENCE_ENDS):
                return False
        return False

    def _fences_above(self, number: int) -> int:
        fences = 0
        for line in range(number - 1, max(0, number - _REACH), -1):
            said = self.roles.comment(line)
            if not said:
                break
            fences += _bare(said).lstrip().startswith(("```", "~~~"))
        return fences

    def _is_docstring(self, number: int) -> bool:
        """Whether a line of Python belongs to the prose of a text that stands alone."""
        if self.roles.language != "python":
            return False
        top = number
        while top > max(1, number - _REACH) and self.roles.is_string(top):
            top -= 1
        if _DOCSTRING.match(self.lines[top - 1][:LONGEST_LINE]) is None:
            return False
        above = next((line for line in reversed(self.lines[: top - 1]) if line.strip()), "")
        if above.rstrip().endswith(_GOES_ON):
            return False
        shown = self.lines[top - 1 : number]
        if sum(line.strip().startswith(("```", "~~~")) for line in shown[:-1]) % 2 == 1:
            return False
        if _SHOWN.match(shown[-1][:LONGEST_LINE]):
            return False
        return parts_of("docstring.rst", shown)[-1] is Part.PROSE


def _between_rules(lines: Sequence[str]) -> list[Part]:
    """Listings of AsciiDoc stand between rules of the same signs."""
    parts: list[Part] = []
    rule = ""
    for line in lines:
        plain = line.strip()
        is_rule = (len(plain) > _NEAR and not plain.strip("-")) or plain.startswith("```")
        if rule:
            parts.append(Part.CODE)
            rule = "" if plain == rule else rule
        else:
            rule = plain if is_rule else ""
            parts.append(Part.CODE if is_rule else Part.PROSE)
    return parts


def _bare(said: str) -> str:
    """The words of a comment without the marks around them."""
    return _TAIL.sub("", _LEADER.sub("", said[:LONGEST_LINE]))
