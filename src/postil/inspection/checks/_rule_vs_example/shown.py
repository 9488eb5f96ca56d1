"""What a line of a document shows its reader: code to copy, a command in a step, an edit to make."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.inspection.checks._rule_vs_example.rules import Deed, Rule
from postil.inspection.documents import Part, parts_of

_TICKED = re.compile(r"`{1,2}([^`\n]{2,200})`{1,2}")
_TELLS = re.compile(
    r"\b(?:run|rerun|re-run|use|execute|call|type|invoke|enter|start|try|do|install|launch|build)\s(?:the\s)?`{1,2}([^`\n]{2,200})`",
    re.IGNORECASE,
)
_WITH = re.compile(r"\b(?:running|using|with|via)\s(?:the\s)?`{1,2}([^`\n]{2,200})`", re.IGNORECASE)
_EDITS = re.compile(
    r"\b(?:add|edit|change|update|modify|put|create|write|append|insert|extend|adjust|open|declare|define|place|copy|move"
    r"|register|export|remove|delete|rename|fix|patch)\b(?!\w)[^.;`]{0,80}`{1,2}([^`\n]{2,200})`",
    re.IGNORECASE,
)
_SAVES = re.compile(
    r"(?:\A|[.:;,]\s|\b(?:and|then|please)\s|\A\s{0,40}(?:[-*+]|\d{1,3}[.)])\s{1,4})(?:save|store|drop|download|record|dump|generate|keep)\b[^.;`]{0,80}\s(?:to|in|into|as|under|below)\s(?:the\s|a\s)?`{1,2}([^`\n]{2,200})`",
    re.IGNORECASE,
)
"""What an order says to do with a file, as against where somebody says that files are."""
_COMMITS = re.compile(
    r"\b(?:commit|check in|stage|push)\b[^.;`]{0,40}`{1,2}([^`\n]{2,200})`", re.IGNORECASE
)
_STEP = re.compile(
    r"\A\s{0,40}\d{1,3}[.)]\s{1,8}(?!(?:the|a|an|this|that|it|if|when|in|on|our|some)\b)",
    re.IGNORECASE,
)
_COMES_OUT = (
    r"(?:(?:still\s)?(?:is|are|stays?|(?:must|has\sto|have\sto|should|needs\sto)\s(?:be|stay))\s(?:green|clean|happy|ok|okay|successful|silent|quiet|passing)"
    r"|(?:must|has\sto|have\sto|should|needs\sto)\s(?:pass|succeed|finish|exit|run)|pass(?:es|ed)?|succeed(?:s|ed)?|exits?|finish(?:es|ed)?"
    r"|runs\s(?:clean|green|through|without)|reports?\sno|prints?\sno|(?:was|were|has\sbeen|have\sbeen)\srun)\b"
)
"""What a checklist says of a command that somebody has to run."""
_ONLY_CODE = re.compile(
    r"\A\s{0,40}[-*+]\s{1,8}(?:\[[ x]\]\s)?(?:\*{0,2}[^`:|]{1,60}:\*{0,2}\s{1,4})?`{1,2}([^`\n]{2,200})`{1,2}\s{0,4}(?:[.;,]?\Z|[-–—:(]|"
    rf"{_COMES_OUT})",
    re.IGNORECASE,
)
_CHECKBOX = re.compile(r"\A\s{0,40}[-*+]\s{1,8}\[[ xX]\]\s")
_DEMANDED = re.compile(rf"`{{1,2}}([^`\n]{{2,200}})`{{1,2}}\s{{1,4}}{_COMES_OUT}", re.IGNORECASE)
_CELL = re.compile(r"\|\s{0,20}`{1,2}([^`\n|]{2,200})`{1,2}\s{0,40}(?=\|)")
_TYPED = re.compile(
    r"\A(?:\t|\s{3,40})(?:\$\s)?(?:sudo\s)?(?:(?:vim?|nvim|nano|tee)\s(?:-\w\s)?[~/$.]|sed\s-i)"
)
"""An indented line of a step that can only be something to type."""
_COMMENT = re.compile(r"\A\s*(?:#|//|--\s|/\*|\*|<!--)\s?")
_ENTRY = re.compile(r"\A\s{0,40}(?:[-*+]|\d{1,3}[.)])(?:\s{1,4}(?=\S)|\s)")
_INDENT = 4


def parts_with_indented(path: str, lines: Sequence[str]) -> list[Part]:
    """What each line is, code that Markdown sets off by indenting included."""
    parts = parts_of(path, lines)
    if path.lower().endswith((".rst", ".rest")):
        return parts
    blank, inside = True, False
    offsets: list[int] = []
    for index, line in enumerate(lines):
        bare = line.strip()
        if parts[index] is not Part.PROSE or not bare:
            blank, inside = True, inside and not bare
            continue
        wide = line.expandtabs(_INDENT)
        indent = len(wide) - len(wide.lstrip())
        entry = _ENTRY.match(wide)
        offsets = _reaching(offsets, indent) if blank or entry else offsets
        is_deep = indent >= (offsets[-1] if offsets else 0) + _INDENT
        if is_deep and not (entry and offsets) and (blank or inside):
            parts[index], inside = Part.CODE, True
        else:
            inside = False
            if entry is not None:
                offsets.append(entry.end())
            elif not indent:
                offsets = []
        blank = False
    return parts


def _reaching(offsets: Sequence[int], indent: int) -> list[int]:
    """The entries of a list that a line so deep still belongs to, by where their text begins.

    What is indented at all belongs to the outermost, as many indent by less than they should.
    """
    return [offset for at, offset in enumerate(offsets) if offset <= indent or (indent and not at)]


def shown(rule: Rule, line: str, part: Part, *, may_list: bool = False) -> list[str]:
    """The stretches of a line that a reader will copy or do, as far as the rule is about them.

    A dash that opens a line of code takes the line away, unless it may open an entry there.
    """
    if part is not Part.PROSE:
        is_taken = line.lstrip().startswith(("- ", "-\t")) and not may_list
        return [] if is_taken or is_comment(line) else [line]
    if rule.deed is Deed.EDIT:
        typed = [line] if _TYPED.match(line) else []
        named = [*_EDITS.findall(line), *_SAVES.findall(line)]
        return [f"touch {path}" for path in named] + typed
    if rule.deed is Deed.COMMIT:
        return [f"git add {path}" for path in _COMMITS.findall(line)] + _TELLS.findall(line)
    told = _TELLS.findall(line)
    if rule.is_command:
        told += _DEMANDED.findall(line)
        if _STEP.match(line) or _CHECKBOX.match(line):
            told += _TICKED.findall(line)
        told += _ONLY_CODE.findall(line) + _CELL.findall(line) + _WITH.findall(line)
        # A lone word in a list is a name there, not something to type.
        return [text for text in told if " " in text or text in _TELLS.findall(line)]
    if rule.is_version:
        # Tables and lists name things with their versions for people to take them over.
        told += [
            text
            for text in _ONLY_CODE.findall(line) + _CELL.findall(line)
            if text != rule.forbidden
        ]
    return told


def is_comment(line: str) -> bool:
    return _COMMENT.match(line) is not None
