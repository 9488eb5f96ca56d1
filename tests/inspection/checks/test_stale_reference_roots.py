"""Which folders settings name as roots, where their paths lead, and which imports find a module."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.roots import below_roots
from postil.ports import Hit

from fakes.stale import told
from fakes.trees import MemoryTree


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("site/mkdocs.yml", "docs_dir: pages\nnav: a/b.md", {"site/pages/a/b.md"}),
        ("mkdocs.yml", "docs_dir: ./pages/\nnav: a/b.md", {"pages/a/b.md"}),
        ("app.json", '{"root": "lamps",\n"page": "a/b.md"}', {"lamps/a/b.md"}),
        (
            "vite.config.ts",
            "root: path.resolve(__dirname, 'lamps'),\nentry: 'a/b.md'",
            {"lamps/a/b.md"},
        ),
        (".site/config.mts", "srcDir: 'l',\nx: 'a/b.md'", {".site/l/a/b.md", "l/a/b.md"}),
        ("site/mkdocs.yml", "site_dir: pages\nnav: a/b.md", set()),
        ("site/mkdocs.yml", "docs_dir: pages\nhooks: a/b.md", set()),
        ("site/mkdocs.yml", "docs_dir: pages\nhooks:\n  - a/b.md", set()),
        ("site/mkdocs.yml", "docs_dir: pages\n\n  - a/b.md", {"site/pages/a/b.md"}),
        ("site/lamps.py", "docs_dir = 'pages'\nx = 'a/b.md'", set()),
    ],
)
def test_settings_name_the_folder_of_their_paths(path: str, text: str, expected: set[str]) -> None:
    lines = text.split("\n")
    hit = Hit(path=path, line=len(lines), text=lines[-1])
    assert below_roots("a/b.md", hit, MemoryTree({path: text})) == expected


OLD = "def warm_lamp():\n    return 1\n\n\ndef dim():\n    return 0\n"
NEW = "def dim():\n    return 0\n"
USE = "from lamps import warm_lamp\n\nprint(warm_lamp.light())\n"


@pytest.mark.parametrize(
    ("module", "use", "places"),
    [
        ("lamps/warm_lamp.py", USE, []),
        ("lamps/warm_lamp/__init__.py", USE, []),
        ("oil/warm_lamp.py", USE, ["door.py:1 high"]),
        ("lamps/warm_lamp.py", "from lamps import warm_lamp\n", ["door.py:1 high"]),
        ("lamps/warm_lamp.py", USE.replace(".light", ""), ["door.py:1 high"]),
        ("lamps/warm_lamp.py", "from oil import warm_lamp\n\nwarm_lamp.light()\n", []),
        ("lamps/warm_lamp.py", "from lamps import *\n\nwarm_lamp.light()\n", ["door.py:3 high"]),
    ],
)  # fmt: skip
def test_an_import_finds_a_module_of_the_package(module: str, use: str, places: list[str]) -> None:
    others = {module: "def light():\n    return 2\n", "door.py": use}
    assert told({"lamps/__init__.py": (OLD, NEW)}, others) == places
