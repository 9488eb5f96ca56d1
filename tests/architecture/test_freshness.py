"""What is made from the code and committed is what `make docs` would write now."""

from __future__ import annotations

import importlib.util
import re

import pytest

from architecture.source import ROOT

_spec = importlib.util.spec_from_file_location("generate", ROOT / "scripts" / "generate.py")
assert _spec is not None
assert _spec.loader is not None
generate = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(generate)


@pytest.mark.parametrize("name", sorted(generate.files()))
def test_generated_file_is_fresh(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == generate.files()[name], "run `make docs`"


def test_the_locks_hold_hashes_and_no_address() -> None:
    for name in ("run", "dev"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        assert "://" not in text
        assert "--index" not in text
        assert "--find-links" not in text
        pins = re.findall(r"^\S+==\S+", text, re.MULTILINE)
        assert len(pins) > 10
        assert text.count("--hash=sha256:") >= len(pins)


def test_agents_file_is_short() -> None:
    assert len((ROOT / "AGENTS.md").read_text().splitlines()) <= 60


def test_readme_opens_with_the_two_commands() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:20])
    assert "make review" in first_screen
    assert "make test" in first_screen
    assert "make test" in (ROOT / ".ci" / "run").read_text()
