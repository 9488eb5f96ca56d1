"""Makes plain sentences of what scanners say: placeholders filled, links and markup taken out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.inspection.checks._sarif_import.log import Json
from postil.inspection.checks._sarif_import.values import list_at, text_at

MOST_TITLE = 150
MOST_SENTENCE = 400

_PLACEHOLDER = re.compile(r"\{(\d{1,3})\}")
_LINK = re.compile(r"\[([^\[\]]{1,300})\]\([^()\s]{0,500}\)")
_MARKUP = re.compile(r"\*\*|__|<[^<>]{1,200}>|^[#>]{1,6} |```", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z`'\"(])|[.!?]?\n")
_QUOTED_NAME = re.compile(r"(?<![\w'])'([\w$@][\w$@./:-]{0,80})'(?![\w'])")
_TRIVY_MESSAGE = "\nMessage: "


def message(result: Json, rule: Json) -> str:
    """What the result says, as plain text in however many sentences; empty when it says nothing."""
    said = text_at(result, "message", "text") or text_at(result, "message", "markdown")
    if not said:
        name = text_at(result, "message", "id")
        said = text_at(rule, "messageStrings", name, "text")
    arguments = [each for each in list_at(result, "message", "arguments") if isinstance(each, str)]
    return plain(_filled(said, arguments))


def plain(text: str) -> str:
    """Text without links and markup, one blank between words, paragraphs kept apart."""
    _, labelled, rest = text.partition(_TRIVY_MESSAGE)
    bare = _MARKUP.sub("", _LINK.sub(r"\1", rest if labelled else text))
    bare = _QUOTED_NAME.sub(r"`\1`", bare.replace("\\[", "[").replace("\\]", "]"))
    return "\n".join(filter(None, (" ".join(line.split()) for line in bare.split("\n"))))


def split(text: str) -> tuple[str, str]:
    """The first sentence, and what follows it."""
    end = _SENTENCE_END.search(text)
    if end is None:
        return text, ""
    return text[: end.start() + 1].rstrip("\n"), " ".join(text[end.end() :].split())


def title(sentence: str) -> str:
    """A sentence as a heading: a capital, no full stop, whole words, backticks in pairs."""
    cut = _cut(sentence.rstrip(" .:;,"), MOST_TITLE)
    if cut.count("`") % 2:
        cut = cut.replace("`", "'")
    return _capital(cut)


def sentence(text: str) -> str:
    """Prose that begins with a capital and ends with a stop; empty when there is none."""
    cut = _capital(_cut(" ".join(text.split()).rstrip(" :;,"), MOST_SENTENCE))
    if not cut:
        return ""
    return (
        cut if cut.endswith((".", "!", "?")) and not cut.endswith("..") else f"{cut.rstrip('.…')}."
    )


def kebab(text: str) -> str:
    """Words in lower case with dashes between them."""
    split_words = _HUMP.sub("-", text)
    return "-".join(_WORD.findall(split_words.lower()))


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[a-z0-9]+")


def _filled(text: str, arguments: Sequence[str]) -> str:
    def argument(match: re.Match[str]) -> str:
        index = int(match[1])
        return arguments[index] if index < len(arguments) else match[0]

    filled = _PLACEHOLDER.sub(argument, text) if arguments else text
    return filled.replace("{{", "{").replace("}}", "}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[:most].rpartition(" ")[0].rstrip(" .,;:") + "…"
