"""Default exports that nobody takes, and how programs and other people's packages are told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.domain.finding import Remark
from postil.inspection.checks import Needles, dead_export
from postil.inspection.checks._dead_export.programs import is_program
from postil.inspection.checks._dead_export.strangers import Strangers
from postil.ports import Hit, Hits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
BASE = {
    "package.json": '{"private": true}',
    "src/Shell.jsx": 'import Badge from "./parts/Badge.jsx";\nexport const Shell = () => <Badge />;\n',
    "src/start.jsx": 'import { Shell } from "./Shell";\nShell();\n',
    "src/parts/Badge.jsx": "export default function Badge() {\n  return <b />;\n}\n",
}
TOUCHED = {"src/start.jsx": 'import { Shell } from "./Shell";\nShell(2);\n'}
RIBBON = "export default function Ribbon() {\n  return <i />;\n}\n"
NEW = {"src/parts/Ribbon.jsx": RIBBON}
TWO_LINES = "const Ribbon = () => <i />;\nRibbon.label = 1;\nexport default {}\n"


def review(base: Files, head: Files, found: Mapping[str, Hits] | None = None) -> list[str]:
    """The places of all remarks."""
    work = dead_export.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base))
    remarks: list[Remark] = []
    answer: Mapping[str, Hits] | None = None
    while True:
        try:
            item = next(work) if answer is None else work.send(answer)
        except StopIteration:
            return [f"{one.quotes[0].path}:{one.quotes[0].line}" for one in remarks]
        answer = None
        if isinstance(item, Needles):
            answer = {**MemorySearch(head).search(item.texts), **(found or {})}
        elif isinstance(item, Remark):
            remarks.append(item)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (RIBBON, 1),
        (TWO_LINES.format("Ribbon;"), 3),
        (TWO_LINES.format("memo(Ribbon);"), 3),
        (TWO_LINES.format("styled(Ribbon)"), 0),
        ("export default () => <i />;\n", 0),
        ("export default class Sash {}\n", 0),
        ("import Ribbon from 'ribbons';\nexport default Ribbon;\n", 0),
        ("@element('x-ribbon')\nexport default class Ribbon {}\n", 0),
        ("export function sash() {}\n" + RIBBON, 1),
    ],
)
def test_what_is_exported_by_default(text: str, line: int) -> None:
    said = review(BASE, {**BASE, **TOUCHED, "src/parts/Ribbon.jsx": text})
    assert said == ([f"src/parts/Ribbon.jsx:{line}"] if line else [])


@pytest.mark.parametrize(
    "others",
    [
        {"src/start.jsx": BASE["src/start.jsx"]},
        {"src/Other.jsx": 'import Ribbon from "./parts/Ribbon";\nRibbon();\n'},
        {"docs.md": "`Ribbon` shows who won.\n"},
        {"src/lazy.js": "const part = (name) => import(`./parts/${name}.jsx`);\npart(1);\n"},
        {"src/all.js": 'import.meta.glob("./parts/*.jsx");\n'},
        {"src/start.jsx": "Shell(3);\n", "src/Shell.jsx": "export const Shell = () => <b />;\n"},
        {"package.json": "{"},
        {"package.json": "[]"},
        {"package.json": '{"name": "parts", "main": "src/start.jsx"}'},
        {"src/parts/Sash.jsx": "export default () => <i />;\n"},
        {
            "src/parts/Rosette.jsx": RIBBON.replace("Ribbon", "Rosette"),
            "src/parts/Cravat.jsx": RIBBON.replace("Ribbon", "Cravat"),
        },
    ],
)
def test_default_exports_that_may_be_taken_or_are_planned(others: Files) -> None:
    older = {"src/parts/Sash.jsx", "package.json", "src/Shell.jsx"}
    base = {**BASE, **{path: text for path, text in others.items() if path in older}}
    assert review(base, {**base, **TOUCHED, **NEW, **others}) == []


def test_default_exports_where_nothing_can_be_told() -> None:
    head = {**BASE, **TOUCHED, **NEW}
    hit = Hit("src/parts/Ribbon.jsx", 1, RIBBON)
    assert review(BASE, head) == ["src/parts/Ribbon.jsx:1"]
    assert review(BASE, head, {"Ribbon": Hits((hit,), 900)}) == []
    nameless = {path: text for path, text in BASE.items() if path != "package.json"}
    assert review(nameless, {**nameless, **TOUCHED, **NEW}) == []
    moved = {**BASE, "src/Shell.jsx": BASE["src/Shell.jsx"] + "// Ribbon\n"}
    assert review(moved, head) == []
    assert review(BASE, {**head, "src/theme/Ribbon.jsx": RIBBON}) == []


def test_the_index_of_a_folder_and_new_files_say_nothing_of_its_custom() -> None:
    base = {**BASE, "src/parts/index.js": "export default 1;\n", "src/parts/notes.js": "run(1);\n"}
    head = {
        **base,
        **TOUCHED,
        **NEW,
        "src/start.jsx": TOUCHED["src/start.jsx"] + 'import "./parts";\n',
    }
    assert review(base, head) == ["src/parts/Ribbon.jsx:1"]


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({"package.json": '{"dependencies": {}}'}, True),
        ({"package.json": '{"dependencies": {"@acme/other": "1.0.0"}}'}, True),
        ({"package.json": '{"dependencies": {"@acme/other": "workspace:*"}}'}, False),
        ({"package.json": '{"name": "@acme/shop", "dependencies": {}}'}, False),
        ({"package.json": '{"dependencies": {}}', "src/rows.ts": ""}, False),
        (
            {"package.json": '{"dependencies": {}}', "tsconfig.base.json": '"@acme/*": ["src/*"]'},
            False,
        ),
        (
            {"package.json": '{"dependencies": {}}', "vite.config.ts": 'alias: {"@acme": "src"}'},
            False,
        ),
        ({"package.json": '{"dependencies": {}}', f"{'a' * 200}.config.ts": '"@acme"'}, True),
        ({"package.json": "{}"}, False),
        ({}, False),
    ],
)
def test_scoped_packages_of_others(others: Files, *, expected: bool) -> None:
    assert Strangers(MemoryTree(others)).bring("src/a.ts", "@acme/rows") is expected


@pytest.mark.parametrize(
    ("project", "expected"),
    [
        ({"classifiers": ["Private :: Do Not Upload"]}, True),
        ({"scripts": {"a": "b:c"}, "dependencies": ["x==1", "y[z]==2; python_version>'3'"]}, True),
        ({"scripts": {"a": "b:c"}, "dependencies": ["x==1", "y>=2"]}, False),
        ({"scripts": {"a": "b:c"}, "dependencies": ["x==1", "y==2.*"]}, False),
        ({"scripts": {"a": "b:c"}, "dependencies": ["x==1"]}, False),
        ({"scripts": {"a": "b:c"}, "dependencies": "x==1"}, False),
        ({"scripts": {"a": "b:c"}, "urls": {}, "dependencies": ["x==1", "y==2"]}, False),
        ({"dependencies": ["x==1", "y==2"]}, False),
        (None, False),
    ],
)
def test_programs_that_nobody_installs_as_a_library(project: object, *, expected: bool) -> None:
    assert is_program({"project": project}) is expected
