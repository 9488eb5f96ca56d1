from __future__ import annotations

import pytest

import postil.render
from postil import catalogue
from postil.render import MUST_HAVE, Style

from samples import CLEAN

FORMATS = ("html", "json", "junit", "markdown", "sarif", "terminal")


def test_the_folder_holds_the_formats_and_nothing_else() -> None:
    assert catalogue.names(postil.render) == FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_every_renderer_fits(name: str) -> None:
    module = catalogue.load(postil.render, name, must_have=MUST_HAVE).module
    assert name == module.NAME
    assert "/" in module.MEDIA_TYPE
    text = module.render(CLEAN.document, None, style=Style())
    assert text.endswith("\n")
    assert text == module.render(CLEAN.document, None, style=Style())
