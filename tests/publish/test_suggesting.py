from __future__ import annotations

import pytest

from postil.publish.suggesting import refusal


def refused(
    path: str, *lines: str, replaced: tuple[str, ...] = ("old",), secret: bool = False
) -> str:
    return refusal(path, replaced=replaced, lines=lines, has_credential=secret)


@pytest.mark.parametrize(
    "path",
    [".github/workflows/ci.yml", "action.yml", ".gitlab-ci.yml", "x/Jenkinsfile", ".postil.toml", ".github/CODEOWNERS"],
)  # fmt: skip
def test_ac29_nothing_that_decides_what_runs(path: str) -> None:
    assert "decides what runs" in refused(path, "new")


def test_ac29_no_credential() -> None:
    assert refused("a.py", "key = 'x'", secret=True).endswith("a credential")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("old",), "changes nothing"),
        (("x",) * 201, "too long"),
        (("x" * 2_001,), "too long"),
        (("a\u202eb",), "cannot be shown"),
        (("a\x1b[0m",), "cannot be shown"),
        (("<!-- POSTIL:mark -->",), "cannot be shown"),
    ],
)
def test_gh40_what_is_not_offered(lines: tuple[str, ...], why: str) -> None:
    assert why in refused("src/a.py", *lines)


@pytest.mark.parametrize("lines", [(), ("new",), ("x",) * 200, ("\tif x:",)])
def test_what_is_offered(lines: tuple[str, ...]) -> None:
    assert refused("src/a.py", *lines) == ""
