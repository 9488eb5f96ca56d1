"""The dead-export check on shapes its page does not show, and on hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.domain.change import Side
from postil.domain.finding import Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Needles, dead_export
from postil.inspection.checks._dead_export.conventions import is_conventional, is_watched
from postil.inspection.checks._dead_export.offers import offers_in
from postil.inspection.checks._dead_export.surface import Surface, Surfaces
from postil.ports import Hit, Hits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
GO_FUNCTION = "package tax\n\nfunc Reduced() int { return 7 }\n"
LIBRARY = {"setup.py": "setup()\n", "parcel/__init__.py": "VERSION = 1\n"}


def review(
    base: Files, head: Files, found: Mapping[str, Hits] | None = None
) -> tuple[list[Remark], list[Gap]]:
    change = change_between(base, head)
    work = dead_export.inspect(change, MemoryTree(head), MemoryTree(base))
    remarks: list[Remark] = []
    gaps: list[Gap] = []
    answer: Mapping[str, Hits] | None = None
    while True:
        try:
            item = next(work) if answer is None else work.send(answer)
        except StopIteration:
            return remarks, gaps
        answer = None
        if isinstance(item, Needles):
            answer = {**MemorySearch(head).search(item.texts), **(found or {})}
        elif isinstance(item, Gap):
            gaps.append(item)
        else:
            remarks.append(item)


def told(fresh: Files, others: Files | None = None) -> list[str]:
    """Places found when `fresh` is added to `others`."""
    base = dict(others or {})
    remarks, gaps = review(base, {**base, **fresh})
    assert gaps == []
    return [f"{entry.quotes[0].path}:{entry.quotes[0].line}" for entry in remarks]


def test_a_remark_names_the_export_and_says_what_to_do() -> None:
    (remark,), gaps = review({}, {"src/limits.ts": "export const MAX_ROWS = 20;\n"})
    assert gaps == []
    assert remark.title == "`MAX_ROWS` is exported, but nothing imports or uses it"
    assert remark.mitigation == "Use `MAX_ROWS` where it is meant to be used, or delete it."
    assert (remark.severity, remark.dimension) == (Severity.NIT, Dimension.CONSISTENCY)
    assert (remark.root, remark.confidence) == (Root.CODE, 90)
    assert (remark.claim.shape, remark.claim.subject) == (Shape.OTHER, "MAX_ROWS")
    assert [quote.text for quote in remark.quotes] == ["export const MAX_ROWS = 20;"]


def test_one_commit_of_a_large_project_may_be_a_piece_of_the_work() -> None:
    small = {f"docs/{number}.txt": "Text.\n" for number in range(59)}
    export = {"src/limits.ts": "export const MAX_ROWS = 20;\n"}
    (alone,), _ = review(small, {**small, **export})
    assert not alone.is_mild
    large = {**small, "docs/last.txt": "Text.\n"}
    (piece,), _ = review(large, {**large, **export})
    assert piece.is_mild


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ("// MAX_ROWS\n", "1 line of other files holds `MAX_ROWS`, and none takes it from here."),
        ("// MAX_ROWS\n// MAX_ROWS\n", "2 lines of other files hold `MAX_ROWS`, and none takes it from here."),
    ],
)  # fmt: skip
def test_what_the_search_came_to_is_said(others: str, said: str) -> None:
    older = {"src/a.ts": others}
    (remark,), _ = review(older, {**older, "src/limits.ts": "export const MAX_ROWS = 20;\n"})
    assert remark.details == said


@pytest.mark.parametrize(
    ("manifest", "source", "expected"),
    [
        ('{"dependencies": {"@acme/rows": "^1.0.0"}}', "@acme/rows/all", True),
        ('{"dependencies": {"@acme/rows": "workspace:*"}}', "@acme/rows", False),
        ('{"name": "@acme/rows", "dependencies": {"@acme/rows": "1"}}', "@acme/rows", False),
        ('{"dependencies": ["@acme/rows"]}', "@acme/rows", False),
        ("[]", "@acme/rows", False),
        ("{", "@acme/rows", False),
        ("{}", "rows-of-others", True),
        ("{}", "src/limits", False),
        ("{}", "~/limits", False),
        ("{}", "@/limits", False),
    ],
)
def test_whose_package_an_import_takes_from(manifest: str, source: str, *, expected: bool) -> None:
    others = {"package.json": manifest, "src/a.ts": f"import {{ MAX_ROWS }} from '{source}';\n"}
    assert bool(told({"src/limits.ts": "export const MAX_ROWS = 20;\n"}, others)) is expected


def test_a_lost_user_is_quoted_from_the_old_side() -> None:
    base = {
        "src/roman.ts": "export const toRoman = (n: number) => 'I'.repeat(n);\n",
        "src/page.ts": "import { toRoman } from './roman';\n\ntoRoman(3);\n",
    }
    (remark,), _ = review(base, {**base, "src/page.ts": "console.log(3);\n"})
    place, cause = remark.quotes
    assert (place.path, place.line, place.side) == ("src/roman.ts", 1, Side.NEW)
    assert (cause.path, cause.line, cause.side) == ("src/page.ts", 1, Side.OLD)
    assert remark.title == "`toRoman` has no user left after this change"


def test_names_of_one_file_are_listed_up_to_a_limit() -> None:
    text = "".join(f"export const thing{number} = () => 1;\n" for number in range(14))
    remarks, _ = review({}, {"src/many.ts": text})
    assert len(remarks) == dead_export.MOST_LISTED
    first = "No other file at the reviewed commit holds `thing0`."
    more = "4 more names of this file are not imported and are not listed."
    assert remarks[0].details == f"{first} {more}"
    assert remarks[1].details == "No other file at the reviewed commit holds `thing1`."


def test_too_many_names_are_a_gap() -> None:
    text = "".join(
        f"export const thing{number} = () => 'abc{number * 7919}';\n"
        for number in range(dead_export.MOST_NAMES + 1)
    )
    head = {"src/many.ts": text}
    work = dead_export.inspect(change_between({}, head), MemoryTree(head), MemoryTree({}))
    gap = next(work)
    assert isinstance(gap, Gap)
    assert (gap.required, gap.remedy) == (True, "split the change")
    question = next(work)
    assert isinstance(question, Needles)
    assert len([text for text in question.texts if text.startswith("thing")]) == 3_000


def test_a_search_that_was_cut_short_decides_nothing() -> None:
    head = {"src/limits.ts": "export const MAX_ROWS = 20;\n"}
    own = Hit("src/limits.ts", 1, "export const MAX_ROWS = 20;")
    assert review({}, head, {"MAX_ROWS": Hits((own,), 300)})[0] == []
    assert review({}, head, {"/limits'": Hits((own,), 300)})[0] == []
    assert len(review({}, head, {"MAX_ROWS": Hits((own,), 1)})[0]) == 1


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({"src/a.ts": "import * as limits from './limits';\nlimits.other();\n"}, True),
        ({"src/a.ts": "import * as limits from './limits';\nlimits.MAX_ROWS;\n"}, False),
        ({"src/a.ts": "import * as limits from './limits';\nregister(limits);\n"}, False),
        ({"src/a.ts": "const { MAX_ROWS } = await import('./limits');\n"}, False),
        ({"src/a.ts": "const { OTHER } = await import('./limits');\n"}, True),
        ({"src/a.ts": "const { MAX_ROWS } = require('./limits');\n"}, False),
        ({"src/a.ts": "vi.mock('./limits');\n"}, True),
        ({"src/a.ts": "import './limits';\n"}, True),
        ({"src/a.ts": "new Worker(new URL('./limits.ts', import.meta.url));\n"}, False),
        ({"src/a.ts": "new Worker(new URL('./other/limits.ts', import.meta.url));\n"}, True),
        ({"src/a.ts": "export * as all from './limits';\n"}, False),
        ({"src/other/a.ts": "export * from './limits';\n", "src/other/limits.ts": ""}, True),
        ({"src/a.ts": "import { MAX_ROWS } from '@acme/shared';\n"}, False),
        ({"src/a.ts": "import { MAX_ROWS } from 'node:os';\n"}, True),
        ({"src/a.ts": "console.log(MAX_ROWS);\n"}, False),
        ({"src/a.ts": "const rows = { MAX_ROWS: 3 };\n"}, True),
        ({"src/a.ts": "console.log(config.MAX_ROWS);\n"}, True),
        ({"src/a.ts": "console.log('MAX_ROWS');\n"}, False),
        ({"src/a.ts": "console.log('too many for MAX_ROWS here');\n"}, True),
        ({"src/a.ts": "// from './limits'\n"}, True),
        ({"src/a.ts": "fs.readdirSync(__dirname).forEach(load);\n"}, False),
        ({"src/a.ts": "fs.readdirSync(folder).forEach(load);\n"}, True),
        ({"src/a.ts": "require.context('.', true, /ts$/);\n"}, False),
        ({"src/a.ts": "import.meta.glob('./pages/*.ts');\n"}, True),
        ({"src/a.ts": "import.meta.glob('@/src/*.ts');\n"}, False),
        ({"index.html": '<script type="module" src="/src/limits.ts"></script>\n'}, False),
        ({"index.html": '<script type="module" src="/public/limits.ts"></script>\n'}, True),
        ({"tsconfig.json": '{"include": ["./src/limits.ts"]}\n'}, True),
        ({"package.json": '{"main": "./dist/limits.js"}\n'}, False),
        ({"package.json": '{"exports": {"./*": "./src/*.js"}}\n'}, False),
        ({"package.json": '{"exports": {"./types/*": "./types/*"}}\n'}, True),
        ({"package.json": '{"exports": {"./x/*": {"import": "./dist/*.js"}}}\n'}, False),
        ({"package.json": '{"exports": "./a.js"}\n'}, True),
        ({"package.json": "[1, 2\n"}, True),
        ({"package.json": "[" * 100_000}, True),
        ({"README.md": "Set `MAX_ROWS`.\n"}, False),
        ({"docs/a.md": "See src/limits.ts.\n"}, True),
        ({"tools.py": "MAX_ROWS = 3\nprint(MAX_ROWS)\n"}, True),
        ({"src/vendor/a.js": "import { MAX_ROWS } from './limits';\n"}, True),
        ({"src/Card.vue": "import { OTHER } from './limits';\n"}, True),
        ({"tools.py": "run('src/limits.ts')\n"}, True),
        ({"src/a.ts": "// new Worker('./limits.ts')\n"}, True),
        ({"src/a.ts": "load('/limits.ts' + '//')\n"}, False),
        ({"ci.yml": "run: node src/limits.js\n"}, False),
    ],
)  # fmt: skip
def test_users_of_a_script(others: Files, expected: bool) -> None:
    assert bool(told({"src/limits.ts": "export const MAX_ROWS = 20;\n"}, others)) is expected


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({"app/main.py": "from app.tariffs import late_fee\n"}, False),
        ({"app/main.py": "from .tariffs import late_fee\n"}, False),
        ({"app/main.py": "from json import late_fee\n"}, True),
        ({"app/main.py": "from app.fees import late_fee\n", "app/fees.py": "def late_fee(): ...\n"}, True),
        ({"app/main.py": "from .fees import late_fee\n", "app/fees.py": "def late_fee(): ...\n"}, True),
        ({"app/main.py": "from app.fees import late_fee\n", "app/fees.py": "from app.tariffs import *\n"}, False),
        ({"app/main.py": "call(late_fee=3)\n"}, True),
        ({"app/main.py": "def late_fee():\n    return late_fee\n"}, True),
        ({"app/main.py": "order.late_fee()\n"}, True),
        ({"app/main.py": "from app import tariffs\n\ngetattr(tariffs, name)\n"}, False),
        ({"app/main.py": "def run(tariffs):\n    return len(tariffs)\n"}, True),
        ({"app/main.py": "import_module('app.tariffs')\n"}, False),
        ({"app/main.py": "patch('app.tariffs.early_fee')\n"}, True),
        ({"app/main.py": "pkgutil.iter_modules(__path__)\n"}, False),
        ({"app/main.py": "pkgutil.iter_modules(folder)\n"}, True),
        ({"docs/api.rst": ".. automodule:: app.tariffs\n"}, False),
        ({"pyproject.toml": '[project]\nname = "app"\n'}, True),
        ({"pyproject.toml": "[build-system]\nrequires = []\n[tool.uv]\npackage = false\n"}, True),
        ({"pyproject.toml": "[build-system]\nrequires = []\n"}, False),
        ({"pyproject.toml": "[tool]\npoetry = 3\n"}, False),
        ({"pyproject.toml": "= broken"}, False),
        ({"setup.cfg": "[metadata]\nname = app\n"}, False),
    ],
)  # fmt: skip
def test_users_of_a_python_module(others: Files, expected: bool) -> None:
    assert bool(told({"app/tariffs.py": "def late_fee():\n    return 5\n"}, others)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class Fee:\n    pass\n", ["app/fees.py:1"]),
        ("class FeeError(ValueError):\n    pass\n", ["app/fees.py:1"]),
        ("class Fee(Model):\n    pass\n", []),
        ("class Fee(\n    Model,\n):\n    pass\n", []),
        ("@dataclass\nclass Fee:\n    pass\n", ["app/fees.py:2"]),
        ("@dataclass\n@register\nclass Fee:\n    pass\n", []),
        ("RATE = 3\n", ["app/fees.py:1"]),
        ("__all__ = ['RATE', 'Gone']\nRATE = 3\n", ["app/fees.py:2"]),
        ("def _late():\n    pass\n", []),
        ("def pytest_configure():\n    pass\n", []),
        ("def late():\n    return late\n", ["app/fees.py:1"]),
    ],
)
def test_python_offers(code: str, expected: list[str]) -> None:
    assert told({"app/fees.py": code}) == expected


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("export const a1 = 1, b1 = 2;\n", {"a1", "b1"}),
        ("export default class Shop {}\n", set()),
        ("export declare const a1: number;\n", set()),
        ("export enum Colour { Red }\n", {"Colour"}),
        ("const a1 = 1;\nconst b1 = 2;\nmodule.exports = { a1, b1, c: 3 };\n", {"a1", "b1"}),
        ("import { a1 } from './x';\nexport { a1 };\n", set()),
        ("type T1 = 1;\nexport { T1 };\n", set()),
        ("const a1 = 1;\nexport { a1 as b1 };\n", {"b1"}),
        ("export { a1 } from './x';\nconst a1 = 1;\n", set()),
        ("@Component()\nexport class Card {}\n", set()),
        ("@Component({\n  name: 'card',\n})\nexport class Card {}\n", set()),
        ("// Code generated by x. DO NOT EDIT.\nexport const a1 = 1;\n", set()),
    ],
)
def test_script_offers(code: str, names: set[str]) -> None:
    assert set(offers_in("src/a.ts", code)) == names


def test_minified_text_offers_nothing() -> None:
    assert offers_in("src/a.js", "export const a1 = 1;" + "var b=1;" * 1_000) == {}


def test_go_users_are_told_by_package() -> None:
    path = "backend/internal/tax/tax.go"
    ours = 'package main\n\nimport "x/internal/tax"\n\nfunc main() { tax.Reduced() }\n'
    assert told({path: GO_FUNCTION}) == [f"{path}:3"]
    assert told({path: GO_FUNCTION}, {"cmd/main.go": ours}) == []
    assert told(
        {path: GO_FUNCTION}, {"cmd/main.go": ours.replace("internal/tax", "other/tax")}
    ) == [f"{path}:3"]
    same = "package tax\n\nvar all = map[int]int{Reduced(): 1}\n"
    assert told({path: GO_FUNCTION}, {"backend/internal/tax/all.go": same}) == []
    assert told({path: GO_FUNCTION.replace("func", "//export Reduced\nfunc", 1)}) == []


def test_a_command_that_others_may_import_is_only_likely() -> None:
    (remark,), _ = review({}, {"cmd/shop/tax.go": GO_FUNCTION})
    assert remark.confidence == 60
    (remark,), _ = review(
        {}, {"cmd/shop/tax.go": GO_FUNCTION.replace("package tax", "package main")}
    )
    assert remark.confidence == 90


@pytest.mark.parametrize(
    ("code", "others", "expected"),
    [
        ("pub fn tally() {}\n", {}, True),
        ("#[no_mangle]\npub fn tally() {}\n", {}, False),
        ("#[inline]\npub fn tally() {}\n", {}, True),
        ("pub fn tally() {}\n", {"src/a.rs": "fn a() { count::tally(); }\n"}, False),
        ("pub fn tally() {}\n", {"src/a.rs": "fn tally() {}\nfn b() { tally(); }\n"}, True),
        ("pub fn tally() {}\n", {"src/a.rs": "fn tally() {}\nfn b() { count::tally(); }\n"}, False),
        ("pub fn tally() {}\n", {"src/lib.rs": "mod count;\n"}, False),
        ("pub fn tally() {}\n", {"Cargo.toml": "[lib]\n[package]\n"}, False),
        ("pub fn tally() {}\n", {"Cargo.toml": "[workspace]\n"}, False),
        ("pub fn tally() {}\nfn b() { tally(); }\n", {}, False),
    ],
)
def test_rust_items(code: str, others: Files, expected: bool) -> None:
    crate = {"Cargo.toml": "[package]\nname = 'a'\n", "src/main.rs": "fn main() {}\n", **others}
    assert bool(told({"src/count.rs": code}, crate)) is expected


def test_rust_without_a_manifest_is_left_alone() -> None:
    assert told({"src/count.rs": "pub fn tally() {}\n"}) == []


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("from app import fees\n\nfees.late_fee()\n", "from app import fees\n", True),
        ("import app.fees\n\napp.fees.late_fee()\n", "import app.fees\n", False),
        ("import app.fees as fees\n\nfees.late_fee()\n", "import app.fees as fees\n", True),
        ("from elsewhere import late_fee\n\nlate_fee()\n", "print()\n", False),
        ("from app.fees import late_fee as fee\n\nfee()\n", "print()\n", True),
    ],
)
def test_lost_users_in_python(before: str, after: str, lost: bool) -> None:
    base = {"app/fees.py": "def late_fee():\n    return 5\n", "app/main.py": before}
    remarks, _ = review(base, {**base, "app/main.py": after})
    assert [remark.quotes[0].path for remark in remarks] == (["app/fees.py"] if lost else [])


def test_a_lost_user_says_nothing_about_what_libraries_offer_or_files_use_themselves() -> None:
    user = "from parcel.fees import late_fee\n"
    base = {**LIBRARY, "parcel/fees.py": "def late_fee():\n    return 5\n", "parcel/main.py": user}
    assert review(base, {**base, "parcel/main.py": "print()\n"})[0] == []
    base = {"app/fees.py": "def late_fee():\n    return 5\n\n\nlate_fee()\n", "app/main.py": user.replace("parcel", "app")}  # fmt: skip
    assert review(base, {**base, "app/main.py": "print()\n"})[0] == []


def test_lost_users_in_go_and_rust() -> None:
    user = 'package main\n\nimport "x/internal/tax"\n\nfunc main() { tax.Reduced() }\n'
    base = {"internal/tax/tax.go": GO_FUNCTION, "cmd/a/main.go": user}
    remarks, _ = review(base, {**base, "cmd/a/main.go": "package main\n\nfunc main() {}\n"})
    assert [remark.quotes[0].line for remark in remarks] == [3]
    rust = {"Cargo.toml": "[package]\n", "src/count.rs": "pub fn tally() {}\n", "src/main.rs": "fn main() {\n    count::tally();\n}\n"}  # fmt: skip
    remarks, _ = review(rust, {**rust, "src/main.rs": "fn main() {\n}\n"})
    assert [remark.quotes[0].path for remark in remarks] == ["src/count.rs"]


@pytest.mark.parametrize(
    ("path", "watched"),
    [
        ("src/a.ts", True),
        ("src/pages/a.ts", False),
        ("src/a.stories.ts", False),
        ("a.md", False),
        ("a/" * 600 + "a.ts", False),
        ("src/a.test.ts", False),
        ("db/migrations/a.py", False),
        ("vendor/a.go", False),
        ("app/settings.py", False),
        ("src/a.min.js", False),
    ],
)
def test_watched_files(path: str, watched: bool) -> None:
    assert is_watched(path) is watched


def test_conventional_names() -> None:
    assert is_conventional("getServerSideProps")
    assert is_conventional("__getattr__")
    assert not is_conventional("formatRate")


def test_entries_of_packages() -> None:
    surfaces = Surfaces(MemoryTree({"packages/a/package.json": "{}"}))
    assert surfaces.of("packages/a/src/index.ts", "") is Surface.OUTSIDE
    assert surfaces.of("packages/a/index.ts", "") is Surface.OUTSIDE
    assert surfaces.of("src/index.ts", "") is Surface.OUTSIDE
    assert surfaces.of("packages/a/src/deep/index.ts", "") is Surface.INSIDE


def test_a_public_surface_with_a_list_is_only_likely() -> None:
    listed = {"setup.py": "setup()\n", "parcel/__init__.py": "__all__ = []\n"}
    fresh = {"parcel/fees.py": "def late_fee():\n    return 5\n"}
    (remark,), _ = review(listed, {**listed, **fresh})
    assert remark.confidence == 60


def test_an_export_used_at_home_only_says_so() -> None:
    (remark,), _ = review(
        {"src/a.ts": "console.log(1);\n"},
        {"src/a.ts": "export const a1 = () => 1;\nconsole.log(a1());\n"},
    )
    assert remark.title == "`a1` is exported, but only its own file uses it"


def test_files_that_cannot_be_read_may_use_anything() -> None:
    for path, line in (
        ("src/big.ts", "import { MAX_ROWS } from './limits';"),
        ("src/big.ts", "load('./limits');"),
    ):
        head = {"src/limits.ts": "export const MAX_ROWS = 20;\n", path: f"{line}\n"}
        seen = MemoryTree({"src/limits.ts": head["src/limits.ts"]})
        change = change_between({path: f"{line}\n"}, head)
        work = dead_export.inspect(change, seen, MemoryTree({}))
        question = next(work)
        assert isinstance(question, Needles)
        with pytest.raises(StopIteration):
            work.send(MemorySearch(head).search(question.texts))


def test_files_that_cannot_be_read_offer_and_lose_nothing() -> None:
    base = {"src/a.ts": "import { other } from './b';\n"}
    head = {"src/a.ts": "export const a1 = 1;\n"}
    work = dead_export.inspect(change_between(base, head), MemoryTree({}), MemoryTree({}))
    question = next(work)
    assert isinstance(question, Needles)
    assert question.texts == frozenset()


def test_a_lost_name_that_is_everywhere_is_left_alone() -> None:
    base = {
        "app/fees.py": "def late_fee():\n    return 5\n",
        "app/main.py": "from app.fees import late_fee\n",
    }
    head = {**base, "app/main.py": "print()\n"}
    own = Hit("app/fees.py", 1, "def late_fee():")
    assert review(base, head, {"late_fee": Hits((own,), 300)})[0] == []
    assert len(review(base, head, {"late_fee": Hits((own,), 1)})[0]) == 1


def test_modules_in_private_folders_are_for_this_repository() -> None:
    fresh = {"parcel/_wire/frames.py": "def split_frames():\n    return 5\n"}
    assert told(fresh, LIBRARY) == ["parcel/_wire/frames.py:1"]


def test_two_files_that_may_have_lost_the_user_are_both_left_alone() -> None:
    base = {
        "a/fees.py": "def late_fee():\n    return 5\n",
        "b/fees.py": "def late_fee():\n    return 6\n",
        "main.py": "from a.fees import late_fee\n",
    }
    assert review(base, {**base, "main.py": "print()\n"})[0] == []


def test_a_name_is_not_lost_while_its_file_still_has_it() -> None:
    base = {
        "app/fees.py": "def late_fee():\n    return 5\n",
        "app/main.py": "from app.fees import late_fee\n",
    }
    assert review(base, {**base, "app/main.py": "# late_fee comes later\n"})[0] == []


def test_the_check_activates_on_code_only() -> None:
    assert dead_export.activates(change_between({}, {"a.md": "text\n"})) is None
    reason = dead_export.activates(change_between({}, {"a.ts": "export const a1 = 1;\n"}))
    assert reason == "1 files may export or use something"


@pytest.mark.parametrize(
    "text",
    [
        "export const \udcff = 1;\n",
        "export {" * 5_000,
        "export const a" + "1" * 30_000 + " = 1;\n",
        "\x00export function x(",
        "{" * 50_000,
    ],
)
def test_hostile_text_is_survived(text: str) -> None:
    remarks, gaps = review({}, {"src/a.ts": text, "src/b.ts": "export const planted = 1;\n"})
    assert "src/b.ts" in {remark.quotes[0].path for remark in remarks}
    assert gaps == []


def test_only_names_that_the_tree_may_offer_are_asked_for() -> None:
    used = "import { ours } from './shop';\nimport { theirs } from 'library';\nours(theirs);\n"
    shop = "export function ours() {}\n"
    base = {"src/shop.ts": shop, "src/main.ts": used}
    head = {"src/shop.ts": shop, "src/main.ts": "start();\n"}
    work = dead_export.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base))
    question = next(work)
    assert isinstance(question, Needles)
    assert "ours" in question.texts
    assert "theirs" not in question.texts
