"""Takes what is not language out of a line of prose, and tells whose words are left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.inspection.checks._spelling.lexicon import SHORTEST

LONGEST_LINE = 2_000
HOLE = "\0"
"""Stands for each character that was taken out, so that columns stay and words do not meet."""

_NOT_WORDS = re.compile(
    r"`{3}[^\n]{0,2000}"
    r"|``[^\n]{1,400}?``|`[^`\n]{0,400}(?:`_{0,2}|\Z)"
    r"|[a-z][a-z+.-]{1,20}://[^\s<>]{1,2000}|\bwww\.[^\s<>]{1,500}"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}"
    r"|\]\([^)\n]{0,1000}\)|\]\[[^\]\n]{0,200}\]|\A\s{0,8}\[[^\]\n]{1,200}\]:[^\n]{0,2000}"
    r"|<(?:code|pre|kbd|samp|tt|var)\b[^>\n]{0,100}>[^<\n]{0,400}|<!--|-->"
    r"|<[^<>\n]{1,400}>"
    r"|\{@?[^{}\n]{1,400}\}"
    r"|[@\\](?:param|tparam|arg|see|link|throws|exception|property|prop|typedef|template|name|var"
    r"|author|copyright|since|version|sa|ref|extends|implements|module|class|memberof|alias)"
    r"(?:\s{1,8}\{[^}\n]{0,200}\}){0,1}(?:\s{1,8}[^\s]{1,200}){0,1}"
    r"|:(?:param|type|raises|rtype|keyword|ivar|cvar|var)\b[^:\n]{0,200}:"
    r"|@[\w/-]{1,80}"
    r"|\$\$?[^$\n]{1,300}\$"
    r"|&[a-z]{2,12};|\\[A-Za-z]{1,40}"
)
_WORD = re.compile(r"[A-Za-z]{5,40}")
_OPENING = re.compile(r"(?:\A|[\s(\[*>\"'_])\Z")
_CLOSING = re.compile(r"(?:'s)?[)\]*_\"']{0,3}[.,;:!?]{0,3}[)\]*_\"']{0,3}(?:\s|\Z|\0)")
_USED = re.compile(r"\A\s{0,4}(?:=|:=|\+=|->|=>|→)")
_SAID = re.compile(
    r"\b(?:typos?|mis-?spell\w{0,8}|mis-?spelt|spell(?:s|ed|ings?|-?check\w{0,8})?|spelt|sic"
    r"|did you mean|autocorrect\w{0,4})\b",
    re.IGNORECASE,
)
_PUT_RIGHT = re.compile(
    r"->|→|=>|\b(?:fix(?:e[sd])?|renam(?:e[sd]?|ing)|correct(?:ed|s)?|replaced?|instead|formerly|not)\b",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"\b(?:ts|es|js|style|html|std)lint\b|\b\w{1,20}-(?:disable|enable|ignore)\b|\b(?:noqa|nolint|NOSONAR|pragma|pylint"
    r"|mypy|rubocop|phpcs|phpstan|psalm|istanbul|coverage|cspell|codespell|prettier)\b:?",
    re.IGNORECASE,
)
"""What is said to a program, in whose words."""
_TRAILER = re.compile(
    r"\A[\s*#/-]{0,20}(?:signed-off-by|co-authored-by|reviewed-by|acked-by|reported-by|thanks to"
    r"|author|authors|copyright|\(c\))\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?:\A|[.!?:\0]|[-*+#/>|\"'(]|\d\.|@\w{1,20})\s{0,8}[\"'(*_\[]{0,3}\Z")
_ANY = re.compile(r"[^\W\d_]{1,40}")
_ENGLISH_TEXT = """
the of to and is that for with this be it are as not if from by or will can when which have has an at
but we you only should all was does been must may your there their into than then
"""
_ENGLISH = frozenset(_ENGLISH_TEXT.split())
_FOREIGN_TEXT = """
el la los las del una uno para por que con como más sus esta este es son dos em uma não os um com da
le les des du est dans pour sur avec une qui pas ou au aux ce cette et il lo gli della delle che di per
non sono der die das und ist nicht ein eine einen von zu mit auf den dem für wird werden het een van niet
voor zijn och att det som är ikke jest nie jako jsou ve bir için lorem ipsum dolor amet quod
"""
"""The commonest words of Romance, Germanic, Nordic and some other languages, and of filler text."""
_FOREIGN = frozenset(_FOREIGN_TEXT.split())
_FEW = 2
_LONG_IN_CAPITALS = 8


def masked(text: str) -> str:
    """The line with a hole for each character of code, addresses, markup and tags."""
    return _NOT_WORDS.sub(lambda match: HOLE * len(match[0]), text[:LONGEST_LINE])


def words_of(text: str) -> Iterator[tuple[int, str]]:
    """Column and spelling of each whole word of a masked line, blanks or punctuation around it."""
    for match in _WORD.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if not _OPENING.search(before[-1:]) or not _CLOSING.match(after[:12]):
            continue
        if _is_quoted(before, after) or _USED.match(after[:12]):
            continue
        yield match.start(), match[0]


def _is_quoted(before: str, after: str) -> bool:
    """Whether the word alone stands in quotes, which names it rather than uses it."""
    return before[-1:] in ("'", '"', "*", "_", "[") and after[:1] == before[-1:].replace("[", "]")


def is_meant(text: str, right: str) -> bool:
    """Whether the line speaks of spelling, puts a word right, names people or tells a program."""
    if any(pattern.search(text) for pattern in (_SAID, _TRAILER, _DIRECTIVE)):
        return True
    return right in text.lower() and _PUT_RIGHT.search(text) is not None


def is_name(text: str, column: int, word: str, right: str) -> bool:
    """Whether the word is written like the name of somebody or something."""
    if word.islower():
        return False
    if word.isupper():
        return len(word) < _LONG_IN_CAPITALS
    if not word[1:].islower():
        return True
    following = _ANY.search(text, column + len(word))
    if following is not None and following[0][:1].isupper() and not right.endswith("ly"):
        return True
    return not _SENTENCE_END.search(text[max(0, column - 30) : column])


def is_foreign(lines: Sequence[str]) -> bool:
    """Whether the lines are in another language than English, or in none."""
    words = [word.lower() for line in lines for word in _ANY.findall(line[:LONGEST_LINE])]
    english = sum(word in _ENGLISH for word in words)
    foreign = sum(word in _FOREIGN for word in words)
    strange = sum(not word.isascii() for word in words)
    return foreign + strange >= max(_FEW, english)


def parts_of_name(name: str) -> list[str]:
    """The words of a name in small letters, cut at capitals, digits and marks."""
    return [word for word in map(str.lower, _PARTS.findall(name)) if len(word) >= SHORTEST]


_PARTS = re.compile(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}(?![a-z])")
