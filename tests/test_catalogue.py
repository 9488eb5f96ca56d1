"""Units are found by the folder they lie in, and a misfit is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from postil import catalogue


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package folder of the name `shelf_of_units`."""
    folder = tmp_path / "shelf_of_units"
    folder.mkdir()
    for name, text in {
        "__init__": "",
        "two_words": '"""Explains itself."""\nNAME = "two-words"\n',
        "also": '"""Explains itself."""\nNAME = "also"\n',
        "_private": "raise RuntimeError('imported')\n",
        "notes.txt": "",
    }.items():
        (folder / (name if "." in name else f"{name}.py")).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("shelf_of_units")
    yield sys.modules["shelf_of_units"]
    for name in [name for name in sys.modules if name.startswith("shelf_of_units")]:
        del sys.modules[name]


def test_names_are_words_in_order_and_nothing_is_imported(package: ModuleType) -> None:
    assert catalogue.names(package) == ("also", "two-words")
    assert "shelf_of_units.also" not in sys.modules


def test_units_are_the_modules(package: ModuleType) -> None:
    found = catalogue.units(package, must_have=frozenset({"NAME"}))
    assert [(unit.name, unit.module.NAME) for unit in found] == [
        ("also", "also"),
        ("two-words", "two-words"),
    ]


def test_a_misfit_says_everything_it_lacks(package: ModuleType) -> None:
    with pytest.raises(catalogue.Misfit, match=r"`shelf_of_units\.also` lacks inspect, render"):
        catalogue.load(package, "also", must_have=frozenset({"NAME", "render", "inspect"}))


def test_a_unit_must_explain_itself(package: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "shelf_of_units" / "silent.py").write_text('"""  """\nNAME = "silent"\n')
    with pytest.raises(catalogue.Misfit, match="no docstring"):
        catalogue.load(package, "silent", must_have=frozenset({"NAME"}))
