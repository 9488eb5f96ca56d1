"""Builds HTML in which text that anyone may have written can only ever be text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from postil.render._visible import visible

LINE_CAP = 2_000
QUOTE_LINES = 40


class Markup(str):
    """A string that is HTML already; every other string is escaped on its way in."""

    __slots__ = ()


def text(value: str) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(visible(value)))


def joined(parts: Iterable[str]) -> Markup:
    return Markup("".join(text(part) for part in parts))


def element(tag: str, *inside: str, **attributes: str | bool | None) -> Markup:
    """One element; `class_` and `aria_label` are spelled as Python wants names."""
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{text(value)}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{tag}{written}>{joined(inside)}</{tag}>")


def prose(value: str) -> Markup:
    """A sentence in which words between backticks are code."""
    parts = value.split("`")
    if len(parts) % 2 == 0:
        return text(value)
    return joined(element("code", part) if index % 2 else part for index, part in enumerate(parts))


def line_text(value: str) -> Markup:
    """One line of code, cut where it stops being readable."""
    if len(value) <= LINE_CAP:
        return text(value)
    rest = f" … {len(value) - LINE_CAP:,} more characters"
    return joined((value[:LINE_CAP], element("i", rest, class_="cut")))


def quote_text(value: str) -> Markup:
    """Quoted code of one or more lines, cut to what fits beside a diff."""
    lines = value.split("\n")
    shown = [line_text(line) for line in lines[:QUOTE_LINES]]
    if len(lines) > QUOTE_LINES:
        shown.append(element("i", f"… {len(lines) - QUOTE_LINES:,} more lines", class_="cut"))
    return Markup("\n".join(shown))
