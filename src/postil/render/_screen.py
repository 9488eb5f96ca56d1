"""Lines for a terminal of a given width: wrapped, cropped, coloured, and never wider."""

from __future__ import annotations

import io

from rich.cells import cell_len
from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from postil.render._markdown import clip
from postil.render._visible import one_line, visible

_TAB = 4
_NARROWEST = 40
_LONGEST_TEXT = 4_000
_THEME = "ansi_dark"


class Screen:
    """Collects lines; knows the width and whether there is colour, and nothing of reviews."""

    def __init__(self, *, width: int, color: bool) -> None:
        self.width = max(width, _NARROWEST)
        self._color = color
        self._written = io.StringIO()
        self._console = Console(
            file=self._written,
            width=self.width,
            force_terminal=color,
            no_color=not color,
            color_system="256" if color else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )

    @property
    def text(self) -> str:
        """Everything so far; blanks at the ends of lines are gone."""
        lines = self._written.getvalue().split("\n")
        return "\n".join(line.rstrip() for line in lines)

    def line(self, *parts: tuple[str, str]) -> None:
        """Texts with their styles on one line, cropped with an ellipsis at the edge."""
        self._put(Text.assemble(*((one_line_kept(text), style) for text, style in parts)))

    def blank(self) -> None:
        self._console.print()

    def rule(self, title: str, style: str) -> None:
        rest = self.width - cell_len(title) - 4
        self._put(Text.assemble(("── ", "dim"), (title, style), (" " + "─" * rest, "dim")))

    def paragraph(
        self,
        text: str,
        *,
        style: str = "",
        label: str = "",
        label_style: str = "bold",
        indent: int = 0,
    ) -> None:
        """Text wrapped at words, its further lines under the first; the label in the margin."""
        margin = indent if not label else max(indent, cell_len(label) + 1)
        wrapped = Text(clip(one_line(text), _LONGEST_TEXT), style).wrap(
            self._console, self.width - margin
        )
        for index, row in enumerate(wrapped):
            row.rstrip()
            lead = f"{label:<{margin}}" if index == 0 else " " * margin
            self._put(Text.assemble((lead, label_style), row))

    def code(self, text: str, *, lead: str, lead_style: str, path: str) -> None:
        """One line of code after a gutter, cropped, in the colours of its language."""
        shown = visible(text[:_LONGEST_TEXT].expandtabs(_TAB)).replace("\n", "␊")
        body = Text(shown)
        body.truncate(self.width - cell_len(lead), overflow="ellipsis")
        # Without the ellipsis: a highlighter would mark it as an error.
        kept, cut = (shown, "") if body.plain == shown else (body.plain[:-1].rstrip(), "…")
        code = self._highlighted(kept, path)
        self._put(Text.assemble((lead, lead_style), code, (cut, "dim")))

    def _highlighted(self, shown: str, path: str) -> Text:
        if not self._color:
            return Text(shown)
        lexer = Syntax.guess_lexer(visible(path))
        colored = Syntax("", lexer, theme=_THEME).highlight(shown)
        colored.rstrip()
        return colored

    def _put(self, text: Text) -> None:
        text.truncate(self.width, overflow="ellipsis")
        self._console.print(text, no_wrap=True, overflow="crop", soft_wrap=False)


def one_line_kept(text: str) -> str:
    """Visible text without line feeds and tabs, blanks as they are."""
    return visible(text.replace("\n", " ").replace("\t", " "))


def shortened(text: str, width: int) -> str:
    """At most so many cells, the middle left out: both ends of a path say something."""
    shown = one_line(text)
    if cell_len(shown) <= width:
        return shown
    head, tail = shown[: width // 3], shown
    while cell_len(head) > width // 3:
        head = head[:-1]
    room = width - cell_len(head) - 1
    tail = tail[-room:]
    while cell_len(tail) > room:
        tail = tail[1:]
    return f"{head}…{tail}"
