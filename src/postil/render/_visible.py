"""Text shown with nothing hidden in it, as every renderer needs it."""

from __future__ import annotations

from postil.domain.visible import one_line, visible

__all__ = ["one_line", "visible"]
