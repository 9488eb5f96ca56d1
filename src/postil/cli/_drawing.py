"""Draws a Markdown text for a plain terminal: no colours, and no word of a table cut off."""

from __future__ import annotations

from typing import ClassVar, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table


class _Table(TableElement):
    """Goes on in the next line where a path is longer than its column: its end is the line number."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for drawn in super().__rich_console__(console, options):
            if isinstance(drawn, Table):
                for column in drawn.columns:
                    column.overflow = "fold"
            yield drawn


class _Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "table_open": _Table,
    }


def draw(markdown: str, output: TextIO, *, width: int) -> None:
    console = Console(
        file=output, width=width, color_system=None, force_terminal=False, _environ={}
    )
    console.print(_Page(markdown, hyperlinks=False))
