"""Whether a change took other uses of a name away too, as one does who knows that it goes.

Where the author cleared some places, another one was forgotten; where nothing but the definition
went, the name mostly means something else that is still there.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_doc, is_infrastructure, language_of
from postil.inspection.checks._stale_reference.keys import TABLES
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.members import BY_IMPORT
from postil.inspection.checks._stale_reference.mentions import is_owned, is_spelled_out
from postil.inspection.checks._stale_reference.prototypes import is_announced
from postil.inspection.checks._stale_reference.subjects import CERTAIN, LIKELY, MILD, Stale
from postil.inspection.checks._stale_reference.words import is_distinctive
from postil.syntax import Kind

_LONGEST = 2_000
_MANY_FILES = 4
"""So many files still use what is gone: a compiler would have said so."""
_BY_PACKAGE = frozenset({"csharp", "go", "java", "php", "rust"})
_WORDS_OF_MACRO = 2
_MADE_OF = re.compile(r"\s{0,80}(?:(?:include|extend|prepend) |class [\w:]{1,200} ?< ?)")
_SETS = re.compile(r"\s{0,40}#\s{0,8}define\b")
_LISTS = TABLES | {"xml"}
"""What a tool reads, who does not make folders as a program does."""
_WORD = re.compile(r"\w+")
_MARKED = re.compile(
    r":(?:meth|class|func|attr|mod|obj|exc|data|const|py:\w{1,20}):`|\A\s{0,40}:members:"
    r"|\.\. (?:\w{1,4}:)?(?:auto)?(?:function|class|method|data|attribute|exception|decorator|property|staticmethod|classmethod)::"
    r"|\A\s{0,40}#\s{0,8}(?:endif|else)\b"
    r"|\{@link|\b[LC]\{|@see\b|\bcref=|@(?:covers|depends|dataProvider|uses)\b|\]: |\bgo test .{0,80}-(?:run|bench)[ =]"
)
"""How documents lead to a definition."""
_BRINGS = re.compile(
    r"(?:import\b[^\n]{0,400}\bfrom\s{0,4}[\"']|from\s{1,4}[\w.]{1,200}\s{1,4}import\b"
    r"|(?:pub )?use [\w:]{1,200}::)"
)
"""How code in a document brings a name in from where it was."""
_DEFINES = re.compile(
    r"\b(?:def|defp|function|func|fn|class|interface|trait|struct|enum|type|module|sub)\s{1,8}"
    r"(?:self\.|\([^()\n]{0,80}\)\s{0,4})?(\w{1,200})"
)
_OPENS = re.compile(r"\A(?:(?://{1,2}|#{1,3}|/?\*{1,2}|--)[ \t]{0,8})?(\w{1,200})")


@dataclass(frozen=True)
class Cleared:
    """The lines that a change takes out of files it keeps, by the words in them.

    Where what is lost was defined is no place that used it.
    """

    change: Change
    lost: Sequence[Lost] = ()

    @cached_property
    def _places(self) -> Mapping[str, set[tuple[str, int]]]:
        found: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
        for file in self._kept:
            for number, text in file.removed:
                line = text[:_LONGEST]
                defined = _DEFINES.findall(line)
                for word in _WORD.findall(line):
                    if word not in defined:
                        found[word].add((file.old_path or file.path, number))
        for lost in self.lost:
            found[_last(lost.name)].discard((lost.subject.cause.path, lost.subject.cause.line or 0))
        return found

    @property
    def _kept(self) -> Iterator[ChangedFile]:
        return (file for file in self.change.files if file.status is not FileStatus.DELETED)

    def is_asked_no_more(self, lost: Lost) -> bool:
        """Whether other files stop asking values for the member, and nothing asks for it anew.

        Who changes such places knows what the value is, and where one is left it was overlooked.
        """
        asked = re.compile(rf"(?:\.|->|::){re.escape(lost.name)}(?!\w)")
        others = {path for path, _ in self._places.get(_last(lost.name), ())} - {
            lost.subject.cause.path
        }
        kept = [file for file in self._kept if (file.old_path or file.path) in others]
        taken = any(asked.search(text[:_LONGEST]) for file in kept for _, text in file.removed)
        return taken and not any(
            asked.search(text[:_LONGEST]) for file in self._kept for _, text in file.added
        )

    def is_given_up(self, lost: Lost) -> bool:
        """Whether the change takes uses of the name away, in whichever file, and writes none anew.

        Who only drops a version of what a parent has leaves those who call it as they are.
        """
        word, found = _last(lost.name), lost.definition
        home, own = lost.subject.cause.path, range(found.line, found.end_line + 1)
        used = any(path != home or number not in own for path, number in self._places.get(word, ()))
        return used and not any(
            word in text[:_LONGEST] for file in self._kept for _, text in file.added
        )

    def folders(self, stale: Iterable[Stale]) -> Iterator[Stale]:
        """The places; mildly a program's that uses a folder nothing else shows to be given up.

        What was removed from such a folder is mostly made again, or its tool does without it.
        """
        for entry in stale:
            subject = entry.subject
            removed = subject.noun == "folder" and entry.is_code and not subject.now
            language = language_of(entry.path) or "xml"
            in_program = language not in _LISTS and not is_infrastructure(entry.path)
            if removed and in_program and not self._names_folder(subject.name):
                yield replace(entry, confidence=min(entry.confidence, MILD))
            else:
                yield entry

    def _names_folder(self, path: str) -> bool:
        spelled = re.compile(rf"(?<![\w/.-]){re.escape(path)}(?![\w.-])")
        return any(
            spelled.search(text[:_LONGEST]) is not None
            for file in self._kept
            if not file.path.startswith(f"{path}/")
            for _, text in file.removed
        )

    def _is_written(self, entry: Stale) -> bool:
        file = self.change.by_path.get(entry.path)
        return file is not None and entry.line in file.added_numbers

    @cached_property
    def _is_given_libraries(self) -> bool:
        """Whether the change touches what a project of Ruby says it is built on."""
        return any(
            file.path.rpartition("/")[2].startswith("Gemfile") or file.path.endswith(".gemspec")
            for file in self.change.files
        )

    def _is_led(self, lost: Lost, entry: Stale) -> bool:
        """Whether the package, an import or a prototype leads from the place to a thing that stood by
        itself, or its owner to a member.

        A class that stood in another one may be a third one's.
        """
        if lost.is_member:
            return entry.confidence >= CERTAIN
        if lost.subject.cause.text.lstrip().startswith("#") and _SETS.match(entry.text):
            # Nobody else's macro has a name of three words and stands for one of ours.
            return lost.name.count("_") >= _WORDS_OF_MACRO
        if lost.is_only_body:
            return is_announced(lost.name, entry.text)
        alone = not lost.definition.owner and entry.confidence >= CERTAIN
        if lost.family == "ruby" and lost.definition.kind is Kind.CLASS:
            if entry.path == lost.path and is_distinctive(lost.name):
                # Nobody writes a name that another library has into the file that had its own.
                return entry.confidence >= CERTAIN
            # What a class is made of is looked for as soon as it is read, and its file is gone; where
            # no other library came in, nobody else has it.
            made_of = lost.file_is_gone and _MADE_OF.match(entry.text) is not None
            return alone and made_of and is_distinctive(lost.name) and not self._is_given_libraries
        return alone and lost.family in _BY_PACKAGE

    def weighed(self, lost: Lost, files: int, stale: Iterable[Stale]) -> Iterator[Stale]:
        """The places, mild where nothing shows that the name was meant there."""
        cause = lost.subject.cause
        others = self._places.get(_last(lost.name), ())
        elsewhere = any(path != cause.path for path, _ in others)
        # Who gives a thing another name means to keep its users.
        followed = bool(others or lost.subject.now) and files < _MANY_FILES
        for entry in stale:
            is_sure = (
                followed or lost.family in BY_IMPORT or self._is_led(lost, entry)
                if entry.is_code
                else elsewhere
                or _is_meant(lost, entry)
                or (bool(others) and _is_beside(lost, entry))
            )
            if entry.is_code and lost.is_member and self._is_written(entry):
                # Who writes the line while taking a member away mostly asks something else for it.
                is_sure = False
            yield entry if is_sure else replace(entry, confidence=min(entry.confidence, MILD))


def _last(name: str) -> str:
    """The last word of a name or path, by which lines are found."""
    words: list[str] = _WORD.findall(name)
    return words[-1] if words else ""


def _is_beside(lost: Lost, entry: Stale) -> bool:
    """Whether words stand in the very file that had the coined name, and used it until now."""
    return entry.path == lost.path and entry.confidence >= LIKELY and is_distinctive(lost.name)


def _is_meant(lost: Lost, entry: Stale) -> bool:
    """Whether words lead to the definition by a mark of code, or head what it became."""
    text = entry.text[:_LONGEST]
    before, _, after = text.partition(lost.name)
    if is_owned(lost, before) or is_spelled_out(lost, before):
        return True
    if _MARKED.search(text) or re.search(r"`[\w.:#<>]{0,100}\Z", before[-120:]):
        return True
    if (is_doc(entry.path) or lost.is_member) and (
        before.endswith((".", "->", "::")) and after.startswith("(")
    ):
        # Code that a document shows, or a comment, calls it.
        return is_distinctive(lost.name)
    if is_doc(entry.path) and _BRINGS.match(text.lstrip()) and is_distinctive(lost.name):
        return True
    opening = _OPENS.match(text.lstrip())
    heads = opening is not None and opening[1] == lost.name
    # Comments of Go open with the name of what they stand above, which may move with them.
    beside = lost.family == "go" and posixpath.dirname(entry.path) == lost.folder
    return heads and (beside or entry.path == lost.path)
