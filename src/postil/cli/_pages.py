"""Finds the page that explains a word: a check's or a role's own, or an entry of the glossary."""

from __future__ import annotations

import difflib
from importlib import resources

from postil import wiring
from postil.cli import _role_pages
from postil.domain.errors import UserError

_CASES = "\n## Cases"


def page(name: str, *, cases: bool = False) -> str:
    """Markdown that explains the word; a `UserError` with the nearest words when there is none."""
    word = name.strip().lower().replace("_", "-").replace(" ", "-")
    checks, roles, glossary = wiring.check_names(), _role_pages.names(), entries()
    pages = [check_page(word, cases=cases)] if word in checks else []
    pages += [_role_pages.role_page(word)] if word in roles else []
    pages += [glossary[word]] if word in glossary else []
    if pages:
        return "\n".join(pages)
    known = sorted({*checks, *roles, *glossary})
    near = difflib.get_close_matches(word, known, n=3)
    hint = (
        f"did you mean {', '.join(f'`{each}`' for each in near)}?"
        if near
        else "try `postil checks` or `postil roles`."
    )
    raise UserError(f"there is no page for `{name}`; {hint}")


def check_page(name: str, *, cases: bool) -> str:
    present = wiring.company([name])
    if not present.units:
        raise UserError(f"{present.gaps[0].subject} cannot be used: {present.gaps[0].reason}.")
    text = wiring.page_of(present.units[0]).read_text(encoding="utf-8")
    return text if cases else text.partition(_CASES)[0].rstrip() + "\n"


def entries() -> dict[str, str]:
    """The glossary: each second-level heading of the file is a word."""
    text = resources.files("postil.cli").joinpath("glossary.md").read_text(encoding="utf-8")
    found = {}
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        found[heading.strip()] = f"# {heading.strip()}\n\n{body.strip()}\n"
    return found
