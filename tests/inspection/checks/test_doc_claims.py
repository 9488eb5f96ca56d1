"""What the page cannot show: the tables of words and shapes, docstrings, manifests, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import Needles, doc_claims
from postil.inspection.checks._doc_claims.lines import statements
from postil.inspection.checks._doc_claims.paths import cited_paths
from postil.inspection.checks._doc_claims.programs import Programs
from postil.inspection.documents import Part, paragraph, parts_of
from postil.ports import Hit, Hits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark | Gap]:
    change = change_between(base, head)
    generator = doc_claims.inspect(change, MemoryTree(head), MemoryTree(base))
    told: list[Remark | Gap] = []
    item = next(generator, None)
    while item is not None:
        if isinstance(item, Needles):
            try:
                item = generator.send(MemorySearch(head).search(item.texts))
            except StopIteration:
                break
        else:
            told.append(item)
            item = next(generator, None)
    return told


TREE = {
    "src/app/users.py": "def load_user(key):\n    return key\n",
    "src/app/store.py": "class RowStore:\n    def save_row(self):\n        return 1\n",
    "src/app/open.py": "class OpenStore:\n    def __getattr__(self, name):\n        return 1\n",
    "src/app/child.py": "class ChildStore(Parent):\n    pass\n",
    "src/twice/a.py": "class TwiceStore:\n    pass\n",
    "src/twice/b.py": "class TwiceStore:\n    pass\n",
    "web/page.ts": "export class PageView {\n  render() {}\n}\n",
    "web/sub.ts": "export class SubView extends View {\n}\n",
    "go/store.go": "package x\n\ntype Embedding struct {\n\tsync.Mutex\n}\n\ntype Alias = Other\n",
    "go/long.go": "package x\n\ntype Endless struct {\n\ta int\n",
    "rust/lib.rs": "pub struct RustStore {\n    rows: u8,\n}\n",
    "lib/made.ts": "export const a = 1;\n",
    "docs/usage.md": "# Usage\n",
    ".gitmodules": '[submodule "x"]\n\tpath = src/other\n',
}


def told(line: str, *, path: str = "docs/new.md", tree: Mapping[str, str] = TREE) -> list[str]:
    remarks = look(tree, {**tree, path: f"# New\n\n{line}\n"})
    return [one.claim.subject for one in remarks if isinstance(one, Remark)]


@pytest.mark.parametrize(
    ("line", "subjects"),
    [
        ("See `src/app/gone.py`.", ["src/app/gone.py"]),
        ("See ``src/app/gone.py``.", ["src/app/gone.py"]),
        ("See src/app/gone.py.", ["src/app/gone.py"]),
        ("See `./src/app/gone.py`.", ["./src/app/gone.py"]),
        ("See `../src/app/gone.py`.", ["../src/app/gone.py"]),
        ("See `../../outside/gone.py`.", []),
        ("See `src/app/gone.py#L12`.", ["src/app/gone.py"]),
        ("See `src/app/users.py#L12`.", ["src/app/users.py:12"]),
        ("See `src/app/users.py:1-2`.", []),
        ("See `src/app/gone/`.", ["src/app/gone/"]),
        ("See `src/app/`.", []),
        ("See `src/app/gone`.", []),
        ("See `src/app/gone.weird`.", []),
        ("See `src/app/data.txt` and/or more.", ["src/app/data.txt"]),
        ("See `lib/made.js`.", []),
        ("See `lib/other.js`.", ["lib/other.js"]),
        ("See `src/other/file.py`.", []),
        ("See `src/vendor/file.py`.", []),
        ("See `src/${name}/file.py`.", []),
        ("See [the guide](guide.md).", ["guide.md"]),
        ("See [the guide](guide.md#top).", ["guide.md"]),
        ("See [the guide](usage.md).", []),
        ("See [the guide](/guide.md).", []),
        ("See [the guide](guide.html).", []),
        ("See [the guide](mailto:a@b.md).", []),
        ("See https://x.org/src/app/gone.py.", []),
        ("If present, `src/app/gone.py` wins.", []),
        ("Suppose `src/app/gone.py` is read.", []),
        ("Copy from Apple's src/app/gone.py.", []),
        ("It is Apple's `src/app/gone.py`.", []),
        ("The port of `src/app/gone.py` is based on it.", []),
        ("Rows come from `drop_rows()`.", ["drop_rows()"]),
        ("Rows come from `drop_rows(key, 1)`.", ["drop_rows(key, 1)"]),
        ("Rows come from `drop_rows`.", []),
        ("Rows come from `drop()`.", []),
        ("Rows come from `useEffect()`.", []),
        ("Rows come from `__enter_rows__()`.", []),
        ("Avoid `drop_rows()`.", []),
        ("Rows come from `load_users()`.", ["load_users()"]),
        ("Rows come from `RowStore.drop_rows()`.", ["RowStore.drop_rows()"]),
        ("Rows come from `RowStore.drop_rows`.", ["RowStore.drop_rows"]),
        ("Rows come from `RowStore.drop`.", []),
        ("Rows come from `RowStore.save_row()`.", []),
        ("Rows come from `OpenStore.drop_rows()`.", []),
        ("Rows come from `ChildStore.drop_rows()`.", []),
        ("Rows come from `TwiceStore.drop_rows()`.", []),
        ("Rows come from `Unknown.drop_rows()`.", []),
        ("Rows come from `PageView.dropRows()`.", ["PageView.dropRows()"]),
        ("Rows come from `SubView.dropRows()`.", []),
        ("Rows come from `Embedding.DropRows()`.", []),
        ("Rows come from `Alias.DropRows()`.", []),
        ("Rows come from `Endless.DropRows()`.", []),
        ("Rows come from `RustStore::drop_rows()`.", ["RustStore::drop_rows()"]),
        ("Rows come from `users.drop_rows()`.", ["users.drop_rows()"]),
        ("Rows come from `users.drop_rows`.", []),
        ("Rows come from `os.drop_rows()`.", []),
        ("Rows come from `other.drop_rows()`.", []),
        ("It is `drop_rows` in `src/app/users.py`.", ["drop_rows"]),
        ("It is `load_user` in `src/app/users.py`.", []),
        ("It is `drop` in `src/app/users.py`.", []),
        ("It is `save_row` in `src/app/users.py`.", []),
        ("It is `drop_rows` in `src/app/never.js.x`.", []),
        ("It is in `drop_rows.py`.", []),
    ],
)  # fmt: skip
def test_what_a_line_of_prose_cites(line: str, subjects: list[str]) -> None:
    assert told(line) == subjects


@pytest.mark.parametrize(
    "path",
    [
        "CHANGELOG.md", "docs/adr/0001.md", "docs/release-notes/1.md", "tests/notes.md",
        "vendor/x/README.md", "docs/migration.md", "examples/a/README.md", "ROADMAP.md",
    ],
)  # fmt: skip
def test_documents_of_other_times_and_projects_are_left_alone(path: str) -> None:
    assert told("See `src/app/gone.py`.", path="NOTES.md") == ["src/app/gone.py"]
    assert told("See `src/app/gone.py`.", path=path) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"""See `src/app/gone.py`."""\n', [1]),
        ('def a():\n    """Do it.\n\n    See `src/app/gone.py`.\n    """\n', [4]),
        ('TEXT = """\nSee `src/app/gone.py`.\n"""\n', []),
        ('x = 1\n"""See `src/app/gone.py`."""\n', []),
        ("x = 1  # see src/app/gone.py\n", [1]),
        ('x = "see `src/app/gone.py`"\n', []),
    ],
)
def test_only_comments_and_docstrings_of_code_are_read(text: str, lines: list[int]) -> None:
    remarks = look(TREE, {**TREE, "src/app/new.py": text})
    assert [one.quotes[0].line for one in remarks if isinstance(one, Remark)] == lines


@pytest.mark.parametrize(
    ("fence", "command", "subjects"),
    [
        ("sh", "python src/app/gone.py", ["src/app/gone.py"]),
        ("bash", "$ ./src/app/gone.sh now", ["src/app/gone.sh"]),
        ("sh", "cd src && python app/gone.py", []),
        ("sh", "python gone.py", []),
        ("python", "python src/app/gone.py", []),
        ("sh", "cat src/app/gone.py", []),
    ],
)
def test_shell_examples(fence: str, command: str, subjects: list[str]) -> None:
    assert told(f"```{fence}\n{command}\n```") == subjects


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ({"pyproject.toml": '[tool.poetry.scripts]\nrunner = "a:b"\n'}, {"runner"}),
        ({"pyproject.toml": "[project\n"}, set()),
        ({"pyproject.toml": "project = 1\n"}, set()),
        ({"pyproject.toml": "#" * 300_000}, set()),
        ({"package.json": '{"name": "@a/tool", "bin": "x.js"}'}, {"tool"}),
        ({"package.json": '{"name": 3, "bin": "x.js"}'}, set()),
        ({"package.json": "[1]"}, set()),
        ({"package.json": "{"}, set()),
        ({"package.json": "[" * 150_000}, set()),
        ({"Cargo.toml": '[package]\nname = "sweep"\n'}, set()),
        ({"Cargo.toml": '[package]\nname = "sweep"\n', "src/main.rs": ""}, {"sweep"}),
        ({"Cargo.toml": '[[bin]]\nname = "other"\n[[bin]]\npath = "x"\n'}, {"other"}),
        ({"Cargo.toml": "bin = [1]\n"}, set()),
        ({"go.mod": "module example.org/deep/tool/v2\n\ngo 1.22\n", "main.go": ""}, {"tool"}),
        ({"go.mod": "module example.org/deep/tool\n"}, set()),
        ({"go.mod": "nonsense\n", "main.go": ""}, set()),
    ],
)
def test_programs_are_read_from_manifests(files: dict[str, str], names: set[str]) -> None:
    assert Programs(MemoryTree(files)).names == names


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [('name = "trimmer"', True), ('name = "trimmer-build"', False), ("a trimmer", False)],
)
def test_a_program_is_ours_where_a_parser_bears_its_whole_name(text: str, is_ours: bool) -> None:
    hits = Hits((Hit("a.toml", 1, text),), 1)
    assert Programs(MemoryTree({})).are_ours("trimmer", {"trimmer": hits}) is is_ours


TOOL = {
    "pyproject.toml": '[project.scripts]\nsweeper = "a:b"\n',
    "src/cli.py": "import argparse\nparser.add_argument('--keep-all')\nuse_cache = 1\n",
    "tools/plain.sh": "echo $1\n",
    "docs/old.md": "Pass `--only-documented` to sweeper.\n",
}


@pytest.mark.parametrize(
    ("line", "subjects"),
    [
        ("Run `sweeper --drop-all`.", ["--drop-all"]),
        ("Run `sweeper run --drop-all=3 --keep-all`.", ["--drop-all"]),
        ("Run `sweeper --keep-all`.", []),
        ("Run `sweeper --no-keep-all`.", []),
        ("Run `sweeper --use-cache`.", []),
        ("Run `sweeper --help`.", []),
        ("Run `sweeper -- --drop-all`.", []),
        ("Run `sweeper | less --drop-all`.", []),
        ("Run `sweeper --only-documented`.", []),
        ("Run `other --drop-all`.", []),
        ("The old `sweeper --drop-all` is gone.", []),
        ("Run `python src/cli.py --drop-all`.", ["--drop-all"]),
        ("Run `bash tools/plain.sh --drop-all`.", []),
        ("Run `python src/none.py --drop-all`.", ["src/none.py"]),
    ],
)
def test_options(line: str, subjects: list[str]) -> None:
    assert told(line, tree=TOOL) == subjects


USES = {
    "src/a.py": "def old_price():\n    return 1\n",
    "src/b.py": "from a import old_price\n\n# old_price is odd\nx = 'old_price'\n",
    "src/c.py": "y = old_price()\n",
    "tests/test_d.py": "z = old_price()\n",
}


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("`old_price` is no longer used.", ("src/c.py", 1)),
        ("`old_price()` is never called anywhere.", ("src/c.py", 1)),
        ("Nothing uses `old_price`.", ("src/c.py", 1)),
        ("No module calls `old_price()`.", ("src/c.py", 1)),
        ("`old_price` is not used by default.", None),
        ("Once done, nothing uses `old_price`.", None),
        ("`other_price` is no longer used.", None),
    ],
)
def test_what_is_said_to_be_unused(line: str, place: tuple[str, int] | None) -> None:
    (*remarks,) = look(USES, {**USES, "NOTES.md": line + "\n"})
    places = [
        (one.quotes[1].path, one.quotes[1].line) for one in remarks if isinstance(one, Remark)
    ]
    assert places == ([place] if place else [])


def test_a_claim_about_a_folder_needs_other_files_on_its_side() -> None:
    line = "Every job in `jobs/` imports `audit_log`."
    good = {f"jobs/a{n}.py": "import audit_log\n" for n in range(4)}
    lacking = {f"jobs/b{n}.py": "import os\n" for n in range(4)}
    one = {**good, "jobs/b0.py": "import os\n", "jobs/__init__.py": "\n"}
    assert told(line, tree=one) == ["audit_log"]
    assert told(line, tree={**good, **lacking}) == []
    two = {"jobs/a.py": "import audit_log\n", "jobs/b.py": "x = 1\n"}
    assert told(line, tree=two) == ["audit_log"]
    assert told(line, tree={"jobs/a.py": "x = 1\n"}) == []


def test_a_thing_is_told_once_for_each_file() -> None:
    assert told("See `src/app/gone.py`.\n\nAgain `src/app/gone.py`.") == ["src/app/gone.py"]


def test_too_many_lines_are_a_gap() -> None:
    text = "".join(f"Line `{number}`.\n" for number in range(doc_claims.MOST_STATEMENTS + 1))
    (gap,) = look({}, {"README.md": text})
    assert isinstance(gap, Gap)
    assert gap.required


def test_a_definition_that_moved_is_still_there() -> None:
    line = "Rows come from `old_rows`.\n"
    base = {"src/a.py": "def old_rows():\n    return 1\n", "docs/x.md": "The `old_rows`.\n"}
    gone = {**base, "src/a.py": "x = 1\n", "README.md": line}
    (remark,) = look(base, gone)
    assert isinstance(remark, Remark)
    assert remark.claim.subject == "old_rows"
    assert look(base, {**gone, "tests/e2e/rows.py": base["src/a.py"]}) == []


@pytest.mark.parametrize("name", ["foo.py", "my_rows.py", "file.py", "load.example.py"])
def test_stand_ins_are_no_paths(name: str) -> None:
    assert told(f"See `src/app/{name}`.") == []
    assert told("See `src/app/load_file.py`.") == ["src/app/load_file.py"]


def test_it_looks_at_whatever_gained_lines() -> None:
    assert doc_claims.activates(change_between({"a": "b\n"}, {})) is None
    assert doc_claims.activates(change_between({}, {"a": "b\n"})) is not None


def test_a_name_that_is_everywhere_is_known() -> None:
    assert told("Rows come from `load_user()`.") == []


@pytest.mark.parametrize(
    "line",
    [
        "`" * 20_001,
        "`a/" * 6_000,
        "a/" * 9_000,
        "\udcff `src/app/\udcff.py`",
        "](" * 9_000,
        "`src/" + "a" * 500 + ".py`",
    ],
)
def test_hostile_lines_say_nothing(line: str) -> None:
    assert told(line) == []


@given(st.text(alphabet="`ab/._()-: \n[]#>~<!\udc80", max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_is_survived(text: str) -> None:
    for path in ("README.md", "docs/a.rst", "src/a.py"):
        for remark in look(TREE, {**TREE, path: text}):
            assert isinstance(remark, Remark)


def test_parts_of_documents() -> None:
    fenced = ["a", "- ```sh", "x", "```", "~~~", "```", "~~~", "b"]
    prose, shell, code = Part.PROSE, Part.SHELL, Part.CODE
    assert parts_of("a.md", fenced) == [prose, code, shell, code, code, code, code, prose]
    directive = ["a::", "", "  x", "b", ".. code-block:: bash", "", "  y", "c", ".. note::", "  z"]
    assert parts_of("a.rst", directive) == [
        *(prose, code, code, prose, code),
        *(shell, shell, prose, prose, prose),
    ]


def test_a_paragraph_ends_at_blank_lines_and_list_marks() -> None:
    lines = ["one", "", "two", "three", "- four", "five"]
    assert paragraph(lines, 3) == "two three"
    assert paragraph(lines, 5) == "- four five"


@pytest.mark.parametrize(
    ("subject", "subjects"), [("Squashed 'docs/' changes", []), ("Write docs", ["src/app/gone.py"])]
)
def test_documents_that_come_in_with_many_others(subject: str, subjects: list[str]) -> None:
    head = {**TREE, **{f"guide/part{number}.md": f"Part {number}.\n" for number in range(20)}}
    head["guide/start.md"] = "See `src/app/gone.py`.\n"
    change = change_between(TREE, head, subject=subject)
    found = [
        cited.spelled for one in statements(change, MemoryTree(head)) for cited in cited_paths(one)
    ]
    assert found == subjects
