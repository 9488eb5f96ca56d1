"""Tests of how rustfmt comes to files: modules, stand-ins for them, and packages."""

from __future__ import annotations

import pytest

from postil.inspection.linters import UNREAD, Job, Sheet, rustfmt
from postil.inspection.linters._rust_modules import Crates, declarations, stand_ins
from postil.inspection.linters._rust_packages import Packages, names_files

from fakes.desks import desk, the_job
from fakes.toolboxes import ran
from fakes.trees import MemoryTree

PACKAGE = '[package]\nname = "x"\nedition = "2021"\n'


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("mod a;\n", {"src/lib/a.rs"}),
        ("#[cfg(unix)] mod a;\n", {"src/lib/a.rs"}),
        ("pub(in crate::b) mod r#type;\n", {"src/lib/type.rs"}),
        ('#[path = "fmt/yak.rs"]\nmod yak;\n', {"src/lib/yak.rs", "src/fmt/yak.rs"}),
        (
            '#[cfg_attr(unix, path = "unix.rs")]\n#[cfg_attr(windows, path = "win.rs")]\nmod os;\n',
            {"src/lib/os.rs", "src/unix.rs", "src/win.rs"},
        ),
        (
            'mod a {\n    #[path = "x/y.rs"]\n    mod b;\n}\nmod c;\n',
            {"src/lib/b.rs", "src/lib/a/b.rs", "src/lib/a/x/y.rs", "src/lib/c.rs"},
        ),
        # what leads outside or is no source is not laid out
        ('#[path = "../../b.rs"]\nmod a;\n', {"src/lib/a.rs"}),
        ('#[path = "../rustfmt.toml"]\nmod a;\n', {"src/lib/a.rs"}),
        ('#[path = "b.rs"]\nconst A: u8 = 1;\nmod a;\n', {"src/lib/a.rs"}),
        ("// mod a;\n\nfn f() {}\n", set()),
        (
            "".join(f"{' ' * depth}mod m{depth} {{\n" for depth in range(9)) + " " * 9 + "mod a;\n",
            {"src/lib/a.rs"},
        ),
    ],
)
def test_modules_have_stand_ins_where_rustfmt_looks_for_them(text: str, places: set[str]) -> None:
    assert stand_ins("src/lib.rs", text) == places


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("mod a;", False),
        ("feature! {\n    mod a;\n}", True),
        ("cfg_rt! { mod a; }", True),
        ("cfg_if::cfg_if! {\n    if #[cfg(unix)] {\n        mod a;\n    }\n}", False),
        ("feature! {\n    mod b;\n}\nmod a;", False),
        ("macro_rules! all {\n    () => {\n        mod a;\n    };\n}", True),
        ("#[rustfmt::skip]\n#[cfg(unix)]\nmod a;", True),
        ("#[rustfmt::skip]\nmod b;\nmod a;", False),
        ('#[doc = include_str!("a.md")] mod a;', False),
        ('fn f() {\n    println!("x");\n}\nmod a;', False),
    ],
)
def test_what_stands_in_a_macro_is_hidden(text: str, hidden: bool) -> None:
    assert [each.hidden for each in declarations(text) if each.name == "a"] == [hidden]


@pytest.mark.parametrize(
    ("files", "path", "walked"),
    [
        ({"src/lib.rs": "mod a;"}, "src/a.rs", True),
        ({"src/lib.rs": "feature! {\n    mod a;\n}"}, "src/a.rs", False),
        ({"src/lib.rs": "feature! {\n    mod a;\n}\nmod a;"}, "src/a.rs", True),
        ({"src/main.rs": "feature! {\n    mod a;\n}"}, "src/a/mod.rs", False),
        ({"src/lib.rs": "feature! {\n    mod a;\n}", "src/a.rs": "mod b;"}, "src/a/b.rs", False),
        ({"src/lib.rs": "f! {\n    mod a;\n}", "src/a/mod.rs": "mod b;"}, "src/a/b.rs", False),
        ({"src/lib.rs": "mod a;", "src/a/mod.rs": "mod b;"}, "src/a/b.rs", True),
        ({"src/lib.rs": "mod c {\n    mod a;\n}"}, "src/a.rs", True),
        ({}, "src/lib.rs", True),
        ({}, "tests/it.rs", True),
        ({f"{'a/' * deep}mod.rs": "mod a;" for deep in range(30)}, f"{'a/' * 29}a.rs", True),
    ],
)
def test_a_file_behind_a_macro_is_not_walked_to(
    files: dict[str, str], path: str, walked: bool
) -> None:
    assert Crates(MemoryTree(files)).are_walked_to(path) is walked


WORKSPACE = '[workspace]\nmembers = ["app", "crates/*"]\nexclude = ["crates/old"]\n'
NEEDS = PACKAGE + '[dependencies]\nhelp = { path = "../help" }\n'


@pytest.mark.parametrize(
    ("files", "folder", "formatted"),
    [
        ({}, "app", True),
        ({"Cargo.toml": WORKSPACE}, "", True),
        ({"Cargo.toml": "["}, "loose", True),
        ({"Cargo.toml": WORKSPACE}, "app", True),
        ({"Cargo.toml": WORKSPACE}, "crates/a", True),
        ({"Cargo.toml": WORKSPACE}, "crates/a/fuzz", False),
        ({"Cargo.toml": WORKSPACE}, "crates/old", False),
        ({"Cargo.toml": WORKSPACE}, "loose", False),
        ({"Cargo.toml": PACKAGE}, "fuzz", False),
        ({"Cargo.toml": '[workspace]\nmembers = ["**"]\n'}, "a/b", True),
        ({"Cargo.toml": '[workspace]\nmembers = ["app"]\n', "app/Cargo.toml": NEEDS}, "help", True),
        ({"Cargo.toml": WORKSPACE, "crates/a/Cargo.toml": NEEDS}, "crates/help", True),
        (
            {
                "Cargo.toml": PACKAGE + '[dependencies]\na = { path = "a" }\n',
                "a/Cargo.toml": NEEDS,
                "help/Cargo.toml": PACKAGE + 'a = { path = "../a" }\n',
            },
            "help",
            True,
        ),
    ],
)
def test_packages_that_nothing_leads_to_are_not_formatted(
    files: dict[str, str], folder: str, formatted: bool
) -> None:
    assert Packages(MemoryTree(files), {}).are_formatted(folder) is formatted


@pytest.mark.parametrize(
    ("script", "formatted"),
    [
        ("cargo fmt --manifest-path loose/Cargo.toml", True),
        ("cd loose\ncargo fmt", True),
        ("  - run: cargo fmt\n    working-directory: loose\n", True),
        ("  - (cd loose && cargo test)\n  - cargo fmt --all", False),
        ("cargo +nightly fmt\nls\nls\nls\nls\ncd loose", False),
    ],
)
def test_a_script_may_go_to_a_package_of_its_own(script: str, formatted: bool) -> None:
    tree = MemoryTree({"Cargo.toml": WORKSPACE})
    assert Packages(tree, {"Makefile": script}).are_formatted("loose") is formatted


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("rustfmt --check --edition 2021 $(git ls-files '*.rs')", True),
        ("rustfmt src/lib.rs", True),
        ("git ls-files '*.rs' | xargs rustfmt --check", True),
        ("entry: rustfmt", True),
        ("rustup component add rustfmt --toolchain stable", False),
        ("components: rustfmt, clippy", False),
        ("cargo fmt --all -- --check", False),
    ],
)
def test_a_script_may_name_the_files_itself(script: str, named: bool) -> None:
    assert names_files({"Makefile": script}) is named


@pytest.mark.parametrize(
    ("files", "script", "enforced"),
    [
        ({"src/lib.rs": "mod a;"}, "cargo fmt --check", True),
        ({"src/lib.rs": "feature! {\n    mod a;\n}"}, "cargo fmt --check", False),
        ({"src/lib.rs": "f! {\n    mod a;\n}"}, "rustfmt --check $(git ls-files '*.rs')", True),
    ],
)
def test_rustfmt_is_enforced_where_cargo_comes(
    files: dict[str, str], script: str, enforced: bool
) -> None:
    base = {"Cargo.toml": PACKAGE, **files}
    seen = desk(base, {"src/a.rs": ""}, scripts={"Makefile": script})
    assert the_job(rustfmt, seen).enforced is enforced


@pytest.mark.parametrize(
    "said",
    [
        "error: couldn't read `at-head/src/b.rs`: No such file\n --> at-head/src/a.rs:2:1\n",
        "error[E0583]: file not found for module `b`\n --> at-head/src/a.rs:2:1\n",
        "Error writing files: failed to resolve mod `b`: at-head/src/a/b.rs does not exist\n",
    ],
)
def test_a_file_given_up_for_its_modules_is_not_broken(said: str) -> None:
    job = Job(arguments=(), sheets=(Sheet("src/a.rs", "", None), Sheet("src/c.rs", "", None)))
    found = list(rustfmt.read(ran("", exit_status=1, stderr=said), job))
    assert [(report.name, report.rule) for report in found] == [("at-head/src/a.rs", UNREAD)]


def test_a_file_that_is_visited_twice_is_told_once() -> None:
    diff = "Diff in at-head/src/a.rs:1:\n-fn  a() {}\n+fn a() {}\n"
    found = list(rustfmt.read(ran(diff + diff, exit_status=1), Job(arguments=(), sheets=())))
    assert len(found) == 1


def test_each_source_is_read_once() -> None:
    crates = Crates(MemoryTree({"src/lib.rs": "mod a;\nfeature! {\n    mod b;\n}"}))
    assert [crates.are_walked_to(f"src/{name}.rs") for name in "ab"] == [True, False]
