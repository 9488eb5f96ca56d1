"""Lines of a document that show the reader something to copy or to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._rule_vs_example.breaches import breaks
from postil.inspection.checks._rule_vs_example.marks import SIGNS, is_over, warns
from postil.inspection.checks._rule_vs_example.rules import Rule
from postil.inspection.checks._rule_vs_example.shown import is_comment, parts_with_indented, shown
from postil.inspection.documents import LONGEST_LINE, Part, paragraph
from postil.inspection.rule_entries import Entry, entries

_HEADING = re.compile(r"\A(#{1,6})\s")
_UNDERLINE = re.compile(r"\A(?:={3,}|-{3,}|~{3,}|\^{3,}|\"{3,})\s*\Z")
_RULES = re.compile(
    r"\b(?:rules?|must|always|never|conventions?|guidelines?|notes?|mandatory|required|requirements|forbidden|important"
    r"|please|remember|warning|caution|danger|attention|keep in mind|do not|don['’]ts?|principles?|policy|policies|things to know)\b",
    re.IGNORECASE,
)
_SPECIAL = re.compile(
    r"\A\W{0,10}(?:with|using|on|in|for|when|if|from|via)\b|\b(?:production|deploy\w{0,8}|windows|mac ?os|linux|docker"
    r"|ci|advanced|server|client|testing|tests|adapters?|plugins?|alternatives?|trouble\w{0,9}|faq|known issues|limitations?)\b",
    re.IGNORECASE,
)
"""Headings whose advice is for less than the document."""
_ALIKE = {
    "shared": ("main", "master", "release", "develop", "trunk", "upstream"),
    "protected": ("main", "master", "release"),
    "public": ("main", "master", "release"),
    "production": ("prod", "live"),
    "ci": ("workflow", "pipeline", "actions", "runs-on"),
    "container": ("docker", "compose", "kubectl", "dockerfile"),
    "windows": ("powershell", "cmd"),
}
"""Words that show that one is where a rule holds, without its own word."""
_OF_ANY_KIND = frozenset(
    {"branch", "branches", "server", "servers", "machine", "machines", "database", "databases", "environment",
     "environments", "cluster", "clusters", "host", "hosts", "system", "systems"}
)  # fmt: skip
"""Places that there are several of, so that the word in front tells which."""
_CONTRASTED = frozenset(
    [
        "ci",
        "production",
        "prod",
        "staging",
        "windows",
        "macos",
        "linux",
        "docker",
        "tests",
        "test",
        "pipeline",
        "pipelines",
        "laptop",
        "locally",
        "local",
        "machine",
        "workflow",
        "workflows",
        "loop",
        "loops",
        "library",
        "server",
        "servers",
        "client",
        "browser",
        "browsers",
        "branch",
        "branches",
        "main",
    ]
)
"""Places that a document on something else does not speak of."""
_OPENS = re.compile(r"[\s(\[{<]")
"""How each line begins what a token names, whatever stands in its brackets."""
_MOVES = re.compile(r"\b(?:cd|pushd)\s|\s(?:--dir|--prefix|--cwd|-C|--filter|--workspace|-w)[\s=]")
_STAYS = re.compile(
    r"(?<!\()\b(?:cd|pushd)\s|\b(?:go|change|switch|move|step|enter|navigate)\s(?:in)?to\s|\benter\s(?:the\s)?`",
    re.IGNORECASE,
)
"""What leaves the reader in another folder, as against an option or a shell of its own."""
_AND_BACK = re.compile(r"(?<!\()\b(?:cd|pushd)\s[^\s&;`]{1,80}\s{0,2}&&")
_SORT_OF_FOLDER = r"(?:modules?|packages?|folders?|director(?:y|ies)|crates?|sub-?projects?|apps?|services?|workspaces?)"
_THERE = re.compile(
    r"\b(?:in|inside|from|within|under|into|per|below|(?:for|of|at)(?=\s(?:each|every)\b))\s(?:(?:each|every|both|either|the|that|your|its|all|any|one|of)\s){0,3}"
    rf"(?:`[\w.-]{{0,40}}/[\w./-]{{0,60}}`|(?!(?:repo|repository|project|workspace|root|top-level)\s)(?:[\w`/-]{{1,30}}\s)?{_SORT_OF_FOLDER}\b)",
    re.IGNORECASE,
)
"""Words that say in which folder something is to be done."""
_BY_CHOICE = re.compile(
    r"\b(?:without|with|using|via|by|alternativ\w{1,6}|optional\w{0,3}|or|manual\w{0,2}|classic|plain)\b",
    re.IGNORECASE,
)
"""Headings over one way of several."""
_CHANGES_OVER = re.compile(
    r"\b(?:switch(?:ing)?|mov(?:e|ing)|com(?:e|ing)|port(?:ing)?|convert(?:ing)?) (?:over )?from\b"
    r"|\b(?:vs|versus|compar\w{1,10}|differences?)\b",
    re.IGNORECASE,
)
"""Headings over what somebody else's thing and ours look like."""
_STEP = re.compile(r"\A\s{0,8}(\d{1,3})[.)]\s")
_NEXT_STEP = re.compile(
    r"\A(?:#{1,6}\s{1,4})?(?:(?:step|part)\s\d|\d{1,3}[.):]|(?:then|next|finally|now)\b)",
    re.IGNORECASE,
)
"""A heading that goes on where the one before it ended."""
_LONGEST_LIST = 40
_REACH = 4
_FAR = 100
"""So far from an example its counterpart is looked for."""
_SHORT = 4
_WORDS = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")


@dataclass(frozen=True)
class Document:
    """One document at head and what its lines show."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return [line[:LONGEST_LINE] for line in self.text.split("\n")]

    @cached_property
    def parts(self) -> list[Part]:
        return parts_with_indented(self.path, self.lines)

    @cached_property
    def entries(self) -> list[Entry]:
        return list(entries(self.path, self.lines))

    def offenders(self, rule: Rule, home: int, *, skip: frozenset[int]) -> Iterator[int]:
        """The numbers of lines that show what the rule forbids and are not marked as wrong.

        `home` is the line of this document on which the rule stands, 0 when it stands elsewhere.
        """
        mark = _OPENS.split(rule.forbidden, maxsplit=1)[0].rstrip("*/")
        for index, line in enumerate(self.lines):
            if mark not in line or index + 1 in skip:
                continue
            part = self.parts[index]
            texts = shown(rule, line, part, may_list=self._is_listing(index))
            if any(breaks(rule, text, part) for text in texts) and not (
                self._is_marked(index)
                or self._is_kept(rule, index)
                or self._is_accompanied(rule, index)
                or self._is_compared(rule, index)
                or self._is_elsewhere(rule, index, home)
            ):
                yield index + 1

    def _is_listing(self, index: int) -> bool:
        """Whether a dash opens an entry there, as against a line that a patch takes away."""
        return re.search(r"ya?ml", self.lines[self._first(index)]) is not None

    def _first(self, index: int) -> int:
        """The first line of the block that holds the line."""
        while index > 0 and self.parts[index - 1] is not Part.PROSE:
            index -= 1
        return index

    def _is_marked(self, index: int) -> bool:
        """Whether the line, what is right above it, or its heading says that it is wrong."""
        above = self._heading(index)
        if is_over(above):
            return True
        if self.parts[index] is Part.PROSE:
            return warns(paragraph(self.lines, index)) or warns(self._columns(index))
        first = self._first(index)
        near = self.lines[max(first, index - _REACH) : index]
        said = [line for line in near if is_comment(line)]
        line = self.lines[index]
        trailing = line.partition(" #")[2] + line.partition("//")[2] + line.partition("/*")[2]
        if re.search(SIGNS, line) or ("`" in line and warns(line)):
            return True
        # What opens a block may name it; without a fence the code begins at once.
        opening = self.lines[first] if first < index else ""
        return is_over(self._above(first)) or any(
            warns(text) for text in (*said, trailing, opening)
        )

    def _columns(self, index: int) -> str:
        """The head of the table that holds the line, if one does."""
        at = index
        while at > 0 and self.lines[at].lstrip().startswith("|"):
            at -= 1
        return self.lines[min(at + 1, index)] if at < index else ""

    def _is_elsewhere(self, rule: Rule, index: int, home: int) -> bool:
        """Whether nothing shows that the example is where a rule for some place holds."""
        if not rule.scope:
            return False
        levels = {rank: at for at, rank in self._headings if at <= index}
        above = " ".join(self.lines[at] for at in levels.values())
        introduction = f"{self._above(self._first(index))} {self._steps_before(index)}"
        around = f"{self.path} {above} {introduction} {self.lines[index]}".lower()
        around = around.replace(rule.forbidden.lower(), " ")
        # Of `a shared branch` the first word tells, of `installing tools` the last.
        last = -2 if len(rule.scope) > 1 and rule.scope[-1] in _OF_ANY_KIND else -1
        telling = [word for word in rule.scope if word in _ALIKE] or [rule.scope[last]]
        stems = {stem for word in telling for stem in (_stem(word), *_ALIKE.get(word, ()))}
        if any(_names(around, stem) for stem in stems):
            return False
        beside = home and self._heading(index) == self._heading(home - 1)
        return not (beside and rule.is_command and _CONTRASTED.isdisjoint(rule.scope))

    def is_special(self, line: int) -> bool:
        """Whether the heading over the line is about one way or place of several."""
        return _SPECIAL.search(self._heading(line - 1)) is not None

    def _is_compared(self, rule: Rule, index: int) -> bool:
        """Whether what is advised stands right beside it in the code, or elsewhere in a section
        about the change from one to the other.

        A rule about words or commands is no such thing: those follow each other in any case.
        """
        if not (rule.is_advice and rule.prescribed.endswith(")") and rule.forbidden.endswith(")")):
            return False
        if self.parts[index] is not Part.CODE:
            return False
        _, dot, called = rule.prescribed.partition("(")[0].rpartition(".")
        section = self.reach(index + 1)
        far = _FAR if _CHANGES_OVER.search(self._heading(index)) else 1
        around = range(max(section.start - 1, index - far), min(section.stop - 1, index + far + 1))
        # The library may go by a shorter name in the code.
        return any(
            self.parts[at] is Part.CODE and f"{dot}{called}(" in self.lines[at]
            for at in around
            if at != index
        )

    def _above(self, index: int) -> str:
        """The paragraph that leads to a block; a rule stated there is no introduction."""
        at = index - 1
        while at >= 0 and not self.lines[at].strip():
            at -= 1
        if at < 0 or not self.lines[at].rstrip().endswith(":"):
            return ""
        return paragraph(self.lines, at)

    def step(self, line: int) -> str:
        """The first line of the numbered step that holds the line; empty where none does."""
        for at in range(line - 1, max(-1, line - 1 - _LONGEST_LIST), -1):
            text = self.lines[at]
            if _STEP.match(text):
                return text
            if text.strip() and text[0] not in " \t":
                return ""
        return ""

    def offers(self, rule: Rule, line: int) -> bool:
        """Whether the section shows what is prescribed as well, or is for those who do without."""
        around = self.reach(line)
        tool = rule.prescribed.partition(" ")[0]
        section = self.lines[around.start - 1 : around.stop - 1]
        return any(_names_tool(tool, text) for text in section) or (
            self.is_special(line) or _BY_CHOICE.search(self._heading(line - 1)) is not None
        )

    def _steps_before(self, index: int) -> str:
        """The steps of the same numbered list that come before the one that holds the line."""
        steps: list[str] = []
        for line in reversed(self.lines[max(0, index - _LONGEST_LIST) : index]):
            if _HEADING.match(line) or (
                line.strip() and line[0] not in " \t" and not _STEP.match(line)
            ):
                break
            match = _STEP.match(line)
            if match:
                steps.append(line)
                if int(match[1]) <= 1:
                    break
        return " ".join(steps)

    @cached_property
    def _headings(self) -> list[tuple[int, int]]:
        """Index and level of each heading; underlined ones rank by the order of their marks."""
        found: list[tuple[int, int]] = []
        marks: list[str] = []
        for index, line in enumerate(self.lines):
            if self.parts[index] is not Part.PROSE:
                continue
            match = _HEADING.match(line)
            if match:
                found.append((index, len(match[1])))
            elif index and self.lines[index - 1].strip() and _UNDERLINE.match(line):
                if line[0] not in marks:
                    marks.append(line[0])
                found.append((index - 1, marks.index(line[0]) + 1))
        return found

    def _heading(self, index: int) -> str:
        above = [at for at, _ in self._headings if at <= index]
        return self.lines[above[-1]] if above else ""

    def reach(self, line: int) -> range:
        """The numbers of the lines that the section around a line holds, its parts included."""
        level, first, last = 0, 1, len(self.lines)
        for index, rank in self._headings:
            if index + 1 <= line:
                level, first = rank, index + 1
            elif rank <= level:
                last = index
                break
        return range(first, last + 1)

    def _is_kept(self, rule: Rule, index: int) -> bool:
        """Whether a rule about the root is kept because the commands go to a folder first."""
        if not rule.in_root:
            return False
        # Who begins another section begins in the root again, unless it is the next step.
        section = max((at for at, _ in self._headings if at <= index), default=0)
        leads = f"{self.lines[section]} {self._above(self._first(index))}"
        if self.parts[index] is Part.PROSE:
            leads += f" {paragraph(self.lines, index)}"
        if _NEXT_STEP.match(self.lines[section]):
            section = 0
        if _MOVES.search(self.lines[index]) or _THERE.search(leads):
            return True
        # Who is told to go there with every command comes back after each.
        returns = rule.prescribed.startswith(("cd ", "(cd "))
        above: Sequence[str] = self.lines[max(section, index - 2 * _REACH) : index]
        return any(
            _STAYS.search(_AND_BACK.sub(" ", line) if returns else line)
            or (line.endswith("\\") and _MOVES.search(line))
            for line in above
        )

    def _is_accompanied(self, rule: Rule, index: int) -> bool:
        """Whether what makes it right stands beside it, in front of it, or on lines that it goes on to."""
        if not rule.unless:
            return False
        last = index
        while last < len(self.lines) - 1 and self.lines[last].rstrip().endswith(("\\", "(", ",")):
            last += 1
        # An option belongs to one command; a command in front of it serves all that follow.
        is_option = rule.unless.startswith("-")
        first = index if is_option else max(self._first(index), index - 2 * _REACH)
        near = self.lines[first : last + 1]
        return any(rule.unless in line or rule.unless.split("=")[0] in line for line in near)


def _names(text: str, stem: str) -> bool:
    """Whether the text has the word, or one that goes on from it; a path anywhere."""
    if "/" in stem:
        return stem in text
    words = _WORDS.findall(text)
    return stem in words or (len(stem) >= _SHORT and any(word.startswith(stem) for word in words))


def _names_tool(tool: str, text: str) -> bool:
    return re.search(rf"(?<![\w./-]){re.escape(tool)}(?![\w-])", text) is not None


def _stem(word: str) -> str:
    return word.removesuffix("ing").removesuffix("s") if len(word) > _SHORT else word


def is_rule_list(leads: Sequence[str]) -> bool:
    """Whether the sentences that introduce a list say that it lists rules."""
    return all(_RULES.search(lead) for lead in leads if lead.rstrip("*_ ").endswith(":"))
