from __future__ import annotations

from postil.domain.brief import Area, Layer
from postil.domain.change import ChangedFile, FileStatus
from postil.understand.layers import areas, layers, sensitive


def _files(*paths: str) -> list[ChangedFile]:
    return [ChangedFile(path, FileStatus.ADDED) for path in paths]


def test_layers_come_in_a_fixed_order_once_each() -> None:
    files = _files("x.sql", "a.tsx", "b.tsx", "README.md", "Dockerfile")
    assert layers(files) == (Layer.UI, Layer.STORAGE, Layer.INFRA)


def test_areas_count_files_and_leave_out_empty_ones() -> None:
    files = _files("README.md", "a.py", "b.py", "tests/x.py")
    assert areas(files) == ((Area.CORE_LOGIC, 2), (Area.TESTS, 1), (Area.DOCS, 1))


def test_a_sensitive_file_stays_one_when_it_moves() -> None:
    moved = ChangedFile("src/misc.py", FileStatus.RENAMED, "src/auth.py")
    plain = ChangedFile("src/b.py", FileStatus.RENAMED, "src/a.py")
    assert sensitive([moved, plain, *_files("src/tokens.py", "c.py")]) == (
        "src/misc.py",
        "src/tokens.py",
    )
