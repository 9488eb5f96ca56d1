from __future__ import annotations

import pytest

from postil.domain.change import ChangedFile, FileStatus
from postil.understand.noise import sift


def _file(path: str, lines: int) -> ChangedFile:
    return ChangedFile(path, FileStatus.MODIFIED, path, additions=lines)


def test_a_change_of_a_thousand_lines_is_read_whole() -> None:
    sifted = sift([_file("yarn.lock", 1_000)])
    assert (sifted.lines, sifted.noise) == (1_000, ())


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("yarn.lock", "lock file"),
        ("a/__snapshots__/x.snap", "snapshot"),
        ("a.min.js", "minified"),
        ("src/generated/x.ts", "generated"),
        ("db/seeds/x.sql", "seed data"),
        ("db/migrations/1.sql", "migration SQL"),
        ("data/big.csv", "configured as `data/**`"),
    ],
)
def test_above_that_each_kind_of_noise_is_named(path: str, rule: str) -> None:
    sifted = sift([_file(path, 1_000), _file("src/a.py", 1)], globs=("x", "data/**"))
    assert [(noise.path, noise.rule, noise.lines) for noise in sifted.noise] == [
        (path, rule, 1_000)
    ]
    assert sifted.lines == 1


@pytest.mark.parametrize("path", ["db/migrations/0001.py", "src/a.py", "vendor/a.go"])
def test_code_is_never_noise(path: str) -> None:
    assert sift([_file(path, 2_000)]).noise == ()
