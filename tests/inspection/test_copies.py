"""A copy says nearly the same as a file of its name nearer to the root."""

from __future__ import annotations

import pytest

from postil.inspection.copies import Copies

from fakes.trees import MemoryTree

TEXT = "".join(f"light({number})\n" for number in range(10))
OTHER = "".join(f"burn({number})\n" for number in range(10))


@pytest.mark.parametrize(
    ("files", "copied"),
    [
        ({"src/wick.ts": TEXT, "deno/lib/wick.ts": TEXT}, True),
        ({"src/wick.ts": "import a\n" + TEXT, "deno/lib/wick.ts": "import b\n" + TEXT}, True),
        ({"src/wick.ts": OTHER, "deno/lib/wick.ts": TEXT}, False),
        ({"src/lamp.ts": TEXT, "deno/lib/wick.ts": TEXT}, False),
        ({"src/a/b/wick.ts": TEXT, "deno/lib/wick.ts": TEXT}, False),
        ({"src/wick.ts": "x\n", "deno/lib/wick.ts": "x\n"}, False),
        ({"deno/lib/wick.ts": TEXT}, False),
    ],
)
def test_a_copy_is_known_by_its_lines(files: dict[str, str], *, copied: bool) -> None:
    assert Copies(MemoryTree(files)).is_copy("deno/lib/wick.ts") is copied
