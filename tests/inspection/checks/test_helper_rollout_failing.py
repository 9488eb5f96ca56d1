"""What a helper does when its call fails, and which crate a module of Rust is of."""

from __future__ import annotations

import pytest

from postil.inspection.checks._helper_rollout.crates import crates_of
from postil.inspection.checks._helper_rollout.failing import is_for_failure, without_failure


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("read(p)\n.map_err(|e| io::Error::new(kind(e)))", "read(p)\n "),
        ("raise Gone(short(url)) from why\nread(url)", " \nread(url)"),
        ("return errors.Wrap(err, base(path))", "return  "),
        ("read(path).context(", "read(path) "),
        ("done(path) }", "done(path) }"),
        ("throw gone }", "  }"),
    ],
)
def test_what_is_left_of_a_body(code: str, left: str) -> None:
    assert without_failure(code).replace("  ", " ").strip() == left.replace("  ", " ").strip()


@pytest.mark.parametrize(
    ("call", "code", "is_one"),
    [
        ("sys.exit", "", True),
        ("sentry_sdk.capture_exception", "except OSError:", True),
        ("capture_exception", "rescue", True),
        ("Honeybadger.notify", "notify(error)", False),
        ("requests.get", "except OSError:", False),
    ],
)
def test_who_is_told_of_an_error(call: str, code: str, is_one: bool) -> None:
    assert is_for_failure(call, code) is is_one


@pytest.mark.parametrize(
    ("text", "crates"),
    [
        ("use std::{fs, io};\n", {"std"}),
        ("    pub use tokio::fs;\n", {"tokio"}),
        ("use crate::fs;\nuse super::fs::read;\n", {"crate"}),
        ("use std::io;\n", set()),
    ],
)
def test_where_a_module_is_from(text: str, crates: set[str]) -> None:
    assert crates_of(text, "fs") == crates
