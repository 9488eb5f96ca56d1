"""Runs of comment lines that are code somebody switched off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import dedent

from postil.inspection.checks._comment_hygiene.grammar import is_grammar
from postil.syntax.grammar import parse

LEAST_LINES = 2
_MANUAL = "##"
"""What opens the manual of a Ruby method."""
_SET_OFF = ("  ", "\t")
MOST_LINES = 200
MAX_LINE = 400
_HASH_LANGUAGES = frozenset({"python", "ruby", "elixir", "r", "julia", "perl"})
_SLASH_LANGUAGES = frozenset(
    {"javascript", "typescript", "tsx", "go", "java", "kotlin", "scala", "csharp", "c", "cpp",
     "rust", "php", "swift", "dart", "groovy", "solidity", "vue", "svelte"}
)  # fmt: skip
_SEMICOLONS = frozenset({"java", "csharp", "c", "cpp", "rust", "php", "dart", "solidity"})
_BODIED = frozenset({"java", "csharp", "php", "kotlin", "javascript", "typescript", "tsx"})
_WRAPPED = {
    "go": ("package p\nfunc f() {\n", "\n}\n", "x.go"),
    "java": ("class A { void f() {\n", "\n}}\n", "x.java"),
    "csharp": ("class A { void F() {\n", "\n}}\n", "x.cs"),
    "c": ("void f() {\n", "\n}\n", "x.c"),
    "cpp": ("void f() {\n", "\n}\n", "x.cpp"),
    "rust": ("fn f() {\n", "\n}\n", "x.rs"),
    "php": ("<?php\n", "\n", "x.php"),
    "python": ("def f():\n", "\n", "x.py"),
    "ruby": ("", "\n", "x.rb"),
    "javascript": ("async function f() {\n", "\n}\n", "x.js"),
    "typescript": ("async function f() {\n", "\n}\n", "x.ts"),
    "tsx": ("async function f() {\n", "\n}\n", "x.tsx"),
}

_AROUND_METHODS = {
    "go": ("package p\n", "\n"),
    "java": ("class A {\n", "\n}\n"),
    "csharp": ("class A {\n", "\n}\n"),
    "c": ("", "\n"),
    "cpp": ("", "\n"),
    "rust": ("impl A {\n", "\n}\n"),
    "php": ("<?php\nclass A {\n", "\n}\n"),
    "javascript": ("class A {\n", "\n}\n"),
    "typescript": ("class A {\n", "\n}\n"),
    "tsx": ("class A {\n", "\n}\n"),
}
"""What makes whole methods and functions readable where a function cannot hold another."""
_LINES_TO_OPEN = 3

_MARKS = {"#": re.compile(r"\A\s{0,200}#(?![!:#*]) ?(?P<text>.*)"), "//": re.compile(r"\A\s{0,200}//(?![/!#]) ?(?P<text>.*)")}  # fmt: skip
_DIRECTIVE = re.compile(
    r"(?i)\A(?:eslint|tslint|prettier|noqa|type:|pylint|mypy|ruff|fmt:|isort|pragma|@ts-|#?region|#?endregion|nolint|go:|\+build"
    r"|spdx|copyright|licen[cs]e|-\*-|vim:|istanbul|c8 |v8 |biome|rubocop|frozen_string|coding|language=|swiftlint|noinspection|clang|@|\$schema|shellcheck|standard|jshint|globals? |sourcery|type-coverage|deno-)"
)
_EXAMPLE = re.compile(r"(?i)\b(?:example|usage|e\.g|i\.e|for instance|such as|like this|equivalent|same as|produces|returns?|output|results? in|expands? to|becomes|see|note|format|syntax|pseudo)\b.{0,80}$|:\s{0,4}$|```")  # fmt: skip
_EXPLAINED = re.compile(
    r"(?i)\b(?:todo|fixme|hack|uncomment|disabled?|until|once|when|for now|temporar\w{1,4}|re-?enable"
    r"|because|broken|fails?|failing|flaky|not (?:yet )?(?:supported|implemented|working|needed)"
    r"|optional(?:ly)?|you(?:r)?|(?:expect_?)?errors?|(?:in|not )valid|would|cannot|(?:do|does|did|must|should|can)(?: not|n't))\b"
)
"""What introduces code that is switched off on purpose, or that speaks to its reader."""
_OPENS_TYPE = re.compile(r"\A(?:\w{1,20} ){0,4}class \w")
_SIGNATURE = re.compile(r"\A[^=.{}]{1,300}\);?\s{0,4}$")
_ELLIPSIS = re.compile(r"\.\.\.|…|<[a-z][\w -]{0,40}>\s{0,4}$|>>>")

_SPREAD = {
    **dict.fromkeys(
        ("javascript", "typescript", "tsx", "php"),
        re.compile(r"(?<![^\s(\[{,])\.\.\.(?=[\w$(\[{])"),
    ),
    "go": re.compile(r"(?<=[\w\])}])\.\.\.(?=\))|(?<= )\.\.\.(?=[\w*\[(])"),
    "java": re.compile(r"(?<=[\w>\]])\.\.\. ?(?=\w)"),
    "cpp": re.compile(r"(?<=[\w)&])\.\.\.(?=[)>]| \w)"),
}
"""Where three dots belong to the language: they hand on many values, and leave nothing out."""
_ANNOTATION = re.compile(r"\A@[A-Z]\w{0,60}(?:\(.{0,200}\))?\s{0,4}$")
_ANNOTATED = frozenset({"java", "kotlin", "typescript"})

_STATEMENT = re.compile(
    r"\A(?:(?:const|let|var|val|auto|final|static|public|private|protected|export|local|my)\s+[\w{\[(:<*&]"
    r"|(?:if|for|while|switch|elif|unless|foreach)\s?[(!\w].{0,300}[:{]\s{0,4}$"
    r"|(?:else )?(?:if|for|while|switch|foreach|using|lock|catch)\s?\(.{1,300}\)\s{0,4}$"
    r"|\}?\s{0,4}else\b.{0,100}[:{]\s{0,4}$|(?:try|else|finally|do)\s?[:{]\s{0,4}$"
    r"|(?:def|class|func|fn|function|async)\s+[\w(*].{0,300}|except\b.{0,100}:\s{0,4}$|with\s.{1,200}:\s{0,4}$"
    r"|(?:import|from|require|use|using|include)\b[ (\"'<{*].{0,200}|#include\b.{0,200}"
    r"|return\b.{0,300}$|(?:raise|throw|yield|await|assert|del|delete|print|puts)\b.{1,300}"
    r"|@?[A-Za-z_$][\w$.\[\]\"'>:*-]{0,120}(?:,\s?[\w$.*]{1,60}){0,5}\s?(?::?=|[-+*/|&]=|<-|\?\?=)(?!=)\s?\S.{0,300}"
    r"|[A-Za-z_$][\w$.:>!?-]{0,120}\(.{0,300}\)[;,{]?(?:\s{0,4}(?:do|then)\b.{0,40})?\s{0,4}$"
    r"|.{1,300}[;{}]\s{0,4}$)"
)
_PRINT = re.compile(
    r"\A(?:System\.(?:out|err)\.print|console\.\w|print\w{0,4}[( !]|fmt\.Print|puts\s|Console\.Write"
    r"|(?:std::)?c(?:out|err)\s?<<|f?printf\s?\(|e?println!|dbg!\(|p[ p] ?\w|var_dump\(|NSLog\("
    r"|(?:\w{1,40}\.){0,3}_?(?i:log(?:ger|ging)?)\.(?i:log|debug|info|trace|warn(?:ing)?|error|fine(?:r|st)?|verbose|print\w{0,2})\w{0,12}\("
    r"|(?:\w{1,40}\.){0,4}Logger\.getLogger\(|(?:tracing::|log::)?(?:debug|info|trace|warn|error)!\()"
)
"""Prints and entries of a log that helped somebody once and may again."""
_QUERY = re.compile(
    r"(?i)\A(?:(?:create|alter|drop) (?:or replace |temporary |unique )?(?:table|index|view|database|schema|user|role|function|type)\b"
    r"|insert into\b|delete from\b|merge into\b|update \S{1,80} set\b|select\b.{1,200}\bfrom\b|copy \S{1,80} (?:to|from)\b)"
)
"""What begins a statement to a database, which no line of a program begins with."""
_WITHOUT_SEMICOLONS = frozenset({"python", "ruby", "elixir", "julia"})
_CLOSER = re.compile(
    r"\A(?:[\])}>]+[;,.)]{0,3}\s{0,4}$|\{\s{0,4}$|(?:else|try|finally|do)\s{0,4}$|end\s{0,4}$|\}\s{0,4}(?:else|catch|finally)\b.{0,100}$)"
)
_PART = re.compile(
    r"\A(?:.{1,300}[,(\[{+\\]\s{0,4}$|[.?&|+].{1,300}$|[\"'\w][\w\"' -]{0,60}[:=]\s?\S.{0,200}$)"
)
_PROSE = re.compile(r"(?:[A-Za-z][a-z']{0,20}[,;]? ){4,}[A-Za-z][a-z']{0,20}")
_WORDS = re.compile(r"\A(?:[A-Za-z][\w'`.-]{0,40}[,;:]? ){2}[A-Za-z`]")
_STRONG_SHARE = 0.5
_TAG = re.compile(
    r"\A(?:</?[A-Za-z][\w.:-]{0,80}(?:[\s/>].{0,300})?|</?>|/>.{0,20}|<[A-Za-z][\w.]{0,80})$"
)
_FENCES = ("```", "~~~")
_TAGGED = frozenset({"javascript", "typescript", "tsx"})
"""Languages in which markup is code."""


@dataclass(frozen=True, slots=True)
class DeadCode:
    """The first and the last line of code in comments; `marks` of them hold only a mark.

    In a block one mark opens the whole comment, so that its lines look like code.
    """

    first: int
    last: int
    marks: int = 0
    is_block: bool = False

    @property
    def lines(self) -> int:
        return self.last - self.first + 1 - self.marks


@dataclass(frozen=True, slots=True)
class _Comment:
    """One line without its mark.

    `is_set_off` when it is indented after a mark that is indented too: an example among words,
    while a mark at the margin switches code off with the indentation it has. In Go a tab right
    after a mark at the margin sets an example off in documentation.
    """

    number: int
    text: str
    is_set_off: bool


def dead_code(lines: Sequence[tuple[int, str]], *, language: str) -> Iterator[DeadCode]:
    """Runs of consecutive numbered comment lines that are code; `lines` are those a change adds."""
    mark = _mark(language)
    if language not in _HASH_LANGUAGES | _SLASH_LANGUAGES:
        return
    run: list[_Comment] = []
    for number, text in lines:
        match = mark.match(text) if len(text) <= MAX_LINE else None
        follows = bool(run) and number == run[-1].number + 1
        if match is None or not follows:
            yield from _judged(run, language)
            run = []
        if language == "ruby" and text.strip() == _MANUAL:
            run.append(_Comment(number, _MANUAL, is_set_off=False))
        if match is not None:
            documented = language == "go" and text.startswith("//\t")
            margin = " " if language == "ruby" else _SET_OFF
            set_off = documented or (text[:1].isspace() and match["text"].startswith(margin))
            run.append(_Comment(number, match["text"], set_off))
    yield from _judged(run, language)


def is_shown(lines: Sequence[str], block: DeadCode, *, language: str) -> bool:
    """Whether the code is an example: in a fence, or indented deeper than the words around it.

    Marks in another column belong to another comment: code at the margin that was switched off.
    """
    column = _column(lines[block.first - 1], language)
    around = [*_run(lines, range(block.first - 2, -1, -1), language, column)]
    if sum(text.lstrip().startswith(_FENCES) for text in around) % 2:
        return True
    around += _run(lines, range(block.last, len(lines)), language, column)
    words = [_depth(text) for text in around if _WORDS.match(text.strip()) and not _is_code(text)]
    own = range(block.first - 1, block.last)
    code = [_depth(text) for text in _run(lines, own, language, column) if text.strip()]
    return bool(words) and bool(code) and min(code) > min(words)


def _run(lines: Sequence[str], numbers: Iterable[int], language: str, column: int) -> Iterator[str]:
    """The comments on these lines, from the first on, as long as they stand in the column."""
    for number in islice(numbers, MOST_LINES):
        match = _mark(language).match(lines[number][:MAX_LINE])
        if match is None or _column(lines[number], language) != column:
            return
        yield match["text"]


def _mark(language: str) -> re.Pattern[str]:
    return _MARKS["#"] if language in _HASH_LANGUAGES else _MARKS["//"]


def _column(line: str, language: str) -> int:
    return line.find("#" if language in _HASH_LANGUAGES else "//")


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _judged(run: list[_Comment], language: str) -> Iterator[DeadCode]:
    """The longest stretch of the run that is code, when what is said before does not introduce it."""
    if not LEAST_LINES <= len(run) <= MOST_LINES or run[0].text == _MANUAL:
        return
    start = 0
    while start < len(run) and not _is_statement(run[start].text):
        start += 1
    end = len(run)
    while end > start and not _is_code(run[end - 1].text):
        end -= 1
    block = [line.text for line in run[start:end]]
    before = [line.text for line in run[:start] if line.text.strip()]
    if len(block) < LEAST_LINES or (before and _EXAMPLE.search(before[-1])):
        return
    if any(map(_EXPLAINED.search, before)):
        return
    if all(line.is_set_off for line in run[start:end] if line.text.strip()):
        return
    if _is_dead(block, language):
        yield DeadCode(run[start].number, run[end - 1].number)


def is_program(language: str) -> bool:
    """Whether files of the language are programs or pages, as against settings and queries."""
    return language in _HASH_LANGUAGES | _SLASH_LANGUAGES | {"html"}


def introduces(said: Sequence[str]) -> bool:
    """Whether comments above code in a comment make an example of it, or say why it is off."""
    return any(_EXPLAINED.search(text) or _EXAMPLE.search(text) for text in said)


def is_switched_off(block: list[str], language: str) -> bool:
    """Whether all lines of a comment are code that parses, as statements or as a whole method."""
    return (
        _is_statement(next((text for text in block if not _ANNOTATION.match(text.strip())), ""))
        and _is_dead(block, language)
        and _parses(block, language)
    )


def _is_dead(block: list[str], language: str) -> bool:
    filled = [text for text in block if text.strip()]
    if language in _ANNOTATED:
        filled = [text for text in filled if not _ANNOTATION.match(text.strip())]
    if language in _TAGGED and any(map(_is_statement, filled)):
        # A text between two tags reads as prose, or as a gap; the parser knows it.
        filled = [text for text in filled if not _TAG.match(text.strip())]
    if any(_DIRECTIVE.match(text.strip()) or _elides(text, language) for text in filled):
        return False
    if any("TODO" in text or "FIXME" in text for text in filled):
        return False
    if _shows_members(filled, language) or only_prints(filled) or _is_foreign(filled, language):
        return False
    if is_grammar(filled):
        return False
    strong = sum(_is_statement(text) for text in filled)
    if strong < LEAST_LINES or strong < _STRONG_SHARE * len(filled):
        return False
    if not all(_is_code(text) for text in filled) or any(
        _PROSE.search(_bare(text)) for text in filled
    ):
        return False
    if _parses(block, language):
        return True
    return (
        language in _SEMICOLONS
        and sum(text.rstrip().endswith(";") for text in filled) >= LEAST_LINES
    )


def _elides(text: str, language: str) -> bool:
    """Whether something is left out of a line, as no code that ran has it."""
    spread = _SPREAD.get(language)
    return _ELLIPSIS.search(spread.sub("", text) if spread else text) is not None


def _is_foreign(filled: list[str], language: str) -> bool:
    """Whether the lines are code of another language, which explains: it never ran here."""
    if any(_QUERY.match(text.strip()) for text in filled):
        return True
    return language in _WITHOUT_SEMICOLONS and all(text.rstrip().endswith(";") for text in filled)


def only_prints(filled: list[str]) -> bool:
    """Whether all that the lines do is to print, each over one line or more."""
    printing, opened = False, 0
    for text in map(str.strip, filled):
        prints = _PRINT.match(text) is not None
        goes_on = opened > 0 or (printing and text.startswith("."))
        if not (prints or goes_on):
            return False
        printing = True
        opened += text.count("(") - text.count(")")
    return printing


def _shows_members(filled: list[str], language: str) -> bool:
    """Whether a class is shown by methods without bodies, which no class has that was ever run."""
    first, *inside = filled
    if language not in _BODIED or not _OPENS_TYPE.match(first.strip()) or "abstract" in first:
        return False
    members = [text.strip() for text in inside if not _CLOSER.match(text.strip())]
    return bool(members) and all(map(_SIGNATURE.match, members))


_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")


def _bare(text: str) -> str:
    return _QUOTED.sub('""', text)


def _is_statement(text: str) -> bool:
    return _STATEMENT.match(text.strip()) is not None


def _is_code(text: str) -> bool:
    line = text.strip()
    return bool(_STATEMENT.match(line) or _CLOSER.match(line) or _PART.match(line))


def _parses(block: list[str], language: str) -> bool:
    """Whether the lines read as statements; a language without a grammar needs other proof."""
    if language not in _WRAPPED:
        return sum(text.rstrip().endswith((";", "{", "}", ")")) for text in block) >= LEAST_LINES
    before, after, name = _WRAPPED[language]
    body = dedent("\n".join(block))
    inner = "\n".join(f"    {line}" for line in body.split("\n")) if language == "python" else body
    if _reads(name, before + inner + after):
        return True
    around = _AROUND_METHODS.get(language) if _is_whole(block) else None
    return around is not None and _reads(name, around[0] + body + around[1])


def _reads(name: str, text: str) -> bool:
    parsed = parse(name, text)
    return parsed is not None and not parsed.root.has_error


def _is_whole(block: list[str]) -> bool:
    """Whether the lines end with the brace of what the first ones open: a method, not a list of them."""
    filled = [text.strip() for text in block if text.strip()]
    opened = any(text.endswith("{") for text in filled[:_LINES_TO_OPEN])
    return opened and filled[-1] == "}"
