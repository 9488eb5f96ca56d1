"""A repository with a branch that breaks a caller and leaks a key, for tests of the commands."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import postil.cli as door

from commands import Ran
from repositories import Repository

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"

BASE = {
    "shop/prices.py": "def price_of(item):\n    return item.cost * 2\n\n\ndef total(items):\n"
    "    return sum(price_of(item) for item in items)\n",
    "shop/cart.py": "from shop.prices import price_of\n\n\ndef cart_total(items):\n"
    "    return sum(price_of(item) for item in items)\n",
    "README.md": "# Shop\n",
}
BRANCH = {
    "shop/prices.py": "def unit_price(item):\n    return item.cost * 2\n\n\ndef total(items):\n"
    "    return sum(unit_price(item) for item in items)\n",
    "shop/settings.py": f'TOKEN = "{TOKEN}"\n',
}


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """On branch `topic`, one commit ahead of `main`."""
    repository = Repository(tmp_path / "shop")
    repository.commit(BASE, "Start the shop")
    repository.branch("topic", "main")
    repository.commit(BRANCH, "Rename price_of", branch="topic")
    repository.switch("topic")
    return repository


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs the command in this process, without variables that would steer it."""
    for name in os.environ:
        if name.startswith("POSTIL_"):
            monkeypatch.delenv(name)

    def command(*arguments: str | Path) -> Ran:
        status = door._status([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Ran(status, out, err)

    return command
