"""Tests of gofmt, rustfmt, `deno fmt` and `biome format`: what they run on and how they are read."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from postil.domain.observation import Gap
from postil.inspection.linters import (
    SYNTAX,
    UNFORMATTED,
    Garbled,
    Job,
    Unfit,
    biome_format,
    deno_fmt,
    gofmt,
    rustfmt,
)

from fakes.desks import desk, heard, the_gap, the_job, told
from fakes.toolboxes import ran


def plain(text: str) -> str:
    """A program's words; blanks at the end of a line are marked, so that editors keep them."""
    return text.replace("␣", " ")


GO_DIFF = """\
diff at-head/a.go.orig at-head/a.go
--- at-head/a.go.orig
+++ at-head/a.go
@@ -1,3 +1,5 @@
 package a
-func  f( ){
-return }
+
+func f() {
+\treturn
+}
"""


def test_gofmt_runs_inside_of_modules_only() -> None:
    base = {"app/go.mod": "module x\n"}
    job = the_job(gofmt, desk(base, {"app/cmd/a.go": "", "b.go": ""}))
    assert (job.arguments, job.names()) == (("-d",), ["at-head/app/cmd/a.go"])
    assert list(gofmt.jobs(desk({}, {"b.go": ""}))) == []


@pytest.mark.parametrize("status", [0, 1])
def test_gofmt_is_read(status: int) -> None:
    assert told(gofmt, ran(GO_DIFF, exit_status=status)) == [("at-head/a.go", 2, 3, UNFORMATTED)]


def test_gofmt_tells_what_does_not_parse() -> None:
    said = "at-head/b.go:2:6: expected 'IDENT', found '{'\n"
    reports = heard(gofmt, ran(GO_DIFF, exit_status=2, stderr=said))
    assert [(each.name, each.line, each.rule) for each in reports] == [
        ("at-head/b.go", 2, SYNTAX),
        ("at-head/a.go", 2, UNFORMATTED),
    ]
    assert reports[0].message == "expected 'IDENT', found '{'"
    with pytest.raises(Garbled):
        heard(gofmt, ran("", exit_status=2, stderr="flag provided but not defined"))


PACKAGE = '[package]\nname = "x"\nedition = "2021"\n'
INHERITS = '[package]\nname = "x"\nedition.workspace = true\n'
WORKSPACE = '[workspace]\nmembers = ["app"]\n[workspace.package]\nedition = "2024"\n'


@pytest.mark.parametrize(
    ("base", "edition"),
    [
        ({"app/Cargo.toml": PACKAGE}, "2021"),
        ({"app/Cargo.toml": '[package]\nname = "x"\n'}, "2015"),
        ({"app/Cargo.toml": INHERITS, "Cargo.toml": WORKSPACE}, "2024"),
        ({"app/Cargo.toml": INHERITS}, "2015"),
        ({"app/Cargo.toml": '[package]\nedition = "--print-config"\n'}, "2015"),
    ],
)
def test_rustfmt_is_given_the_edition(base: dict[str, str], edition: str) -> None:
    job = the_job(rustfmt, desk({**base, "rustfmt.toml": ""}, {"app/src/a.rs": ""}))
    assert job.arguments == ("--check", "--color", "never", "--edition", edition)


def test_unasked_rustfmt_does_not_judge_the_syntax_of_the_oldest_edition() -> None:
    old = {"Cargo.toml": '[package]\nname = "x"\n'}
    assert list(rustfmt.jobs(desk(old, {"a.rs": "fn f() { 0u }\n"}))) == []
    assert not the_job(rustfmt, desk({"Cargo.toml": PACKAGE}, {"a.rs": ""})).asked


def test_rustfmt_needs_a_package() -> None:
    assert list(rustfmt.jobs(desk({"Cargo.toml": WORKSPACE}, {"a.rs": ""}))) == []
    assert the_gap(rustfmt, desk({"Cargo.toml": "["}, {"a.rs": ""})).reason.endswith("is not TOML")


def test_declared_modules_have_stand_ins() -> None:
    text = "mod a;\npub mod b;\npub(crate) mod c ;\nmod inline {\n    mod d;\n}\n// mod e;\n"
    job = the_job(rustfmt, desk({"Cargo.toml": PACKAGE}, {"src/lib.rs": text}))
    assert job.beside == {f"src/lib/{name}.rs": "" for name in ("a", "b", "c", "d", "inline/d")}


@pytest.mark.parametrize(
    ("more", "scripts", "asked"),
    [
        ({}, {}, False),
        ({"rustfmt.toml": "max_width = 80\n"}, {}, True),
        ({"src/.rustfmt.toml": "max_width = 80\n"}, {}, True),
        ({}, {"Makefile": "cargo fmt --check"}, True),
    ],
)
def test_a_new_file_must_be_formatted_where_the_project_says_so(
    more: dict[str, str], scripts: dict[str, str], asked: bool
) -> None:
    before = desk({"Cargo.toml": PACKAGE, **more}, {"src/a.rs": ""}, scripts=scripts)
    job = the_job(rustfmt, before)
    assert job.asked is asked
    assert job.beside == more


def test_settings_of_rustfmt_that_change_are_a_gap() -> None:
    base = {"Cargo.toml": PACKAGE, "rustfmt.toml": ""}
    gap = the_gap(rustfmt, desk(base, {"a.rs": ""}, edits={"rustfmt.toml": "max_width = 1\n"}))
    assert "edits its settings" in gap.reason
    [first] = rustfmt.jobs(desk({**base, "rustfmt.toml": "["}, {"a.rs": ""}))
    assert isinstance(first, Gap)


def test_where_settings_of_rustfmt_arrive_only_syntax_is_judged() -> None:
    asked = desk(
        {"Cargo.toml": PACKAGE},
        {"src/a.rs": ""},
        edits={"rustfmt.toml": "max_width = 80\n"},
        scripts={"Makefile": "cargo fmt --check"},
    )
    gap, job = rustfmt.jobs(asked)
    assert isinstance(gap, Gap)
    assert gap.reason == "the change brings its settings, `rustfmt.toml`"
    assert isinstance(job, Job)
    assert not job.asked


def test_settings_of_rustfmt_that_arrive_elsewhere_change_nothing() -> None:
    asked = desk(
        {"Cargo.toml": PACKAGE},
        {"src/a.rs": ""},
        edits={"other/rustfmt.toml": "max_width = 80\n"},
        scripts={"Makefile": "cargo fmt --check"},
    )
    assert the_job(rustfmt, asked).asked


RUST_DIFF = plain("""\
Diff in /private/files/at-head/src/main.rs:1:
 mod x;
-fn main( ) {println!("a")}
+fn main() {
+    println!("a")
+}
␣
-fn b(){
+fn b() {
␣
Diff in /private/files/at-head/old.rs at line 7:
-x
+y
""")


def test_rustfmt_is_read() -> None:
    reports = heard(rustfmt, ran(RUST_DIFF, exit_status=1))
    assert [(each.name.rpartition("at-head/")[2], each.line, each.end) for each in reports] == [
        ("src/main.rs", 2, 2),
        ("src/main.rs", 4, 4),
        ("old.rs", 7, 7),
    ]
    assert reports[0].replacement == 'fn main() {\n    println!("a")\n}'


RUST_ERROR = """\
error: this file contains an unclosed delimiter
 --> /private/files/at-head/src/bad.rs:1:7
  |
1 | fn ( {
error: and another
 --> /private/files/at-head/src/bad.rs:2:7
"""


def test_rustfmt_tells_what_does_not_parse_once() -> None:
    [report] = heard(rustfmt, ran("", exit_status=1, stderr=RUST_ERROR))
    assert (report.line, report.rule) == (1, SYNTAX)
    assert report.message == "this file contains an unclosed delimiter"


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Warning: can't set `x`, unstable features are only available in nightly channel.", Unfit),
        ("error: rustup could not choose a version of rustfmt to run", Unfit),
        ("Error writing files: failed to resolve mod `x`: x.rs does not exist", Garbled),
    ],
)
def test_rustfmt_that_did_not_look_is_never_clean(said: str, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        heard(rustfmt, ran("", exit_status=1, stderr=said))
    assert heard(rustfmt, ran("")) == []


def settings_of(job: Job) -> dict[str, object]:
    [text] = job.loose.values()
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_deno_is_given_its_style_and_nothing_else() -> None:
    config = """{
      // ours
      "imports": {"x": "npm:evil"}, "tasks": {"a": "rm"}, "nodeModulesDir": "auto",
      "fmt": {"singleQuote": true, "options": {"lineWidth": 60}, "plugins": ["x"],
              "exclude": ["dist"], "include": ["src/", "dist"]},
      "exclude": ["src/gone"],
    }"""
    changed = dict.fromkeys(("src/a.ts", "dist/b.ts", "src/gone/c.ts", "lib/d.ts"), "")
    job = the_job(deno_fmt, desk({"deno.json": config}, changed))
    assert settings_of(job) == {"fmt": {"singleQuote": True, "lineWidth": 60}}
    assert job.names() == ["at-head/src/a.ts"]
    assert job.arguments == ("fmt", "--check", "--config", "deno-settings.json")


@pytest.mark.parametrize(
    ("config", "scripts", "runs"),
    [
        ("{}", {}, False),
        ("{}", {"Makefile": "deno fmt --check"}, True),
        ('{"fmt": {}}', {}, True),
        ('{"fmt": {"exclude": ["a.ts"]}}', {}, False),
    ],
)
def test_deno_runs_only_where_it_is_asked_for(
    config: str, scripts: dict[str, str], runs: bool
) -> None:
    found = list(deno_fmt.jobs(desk({"deno.json": config}, {"a.ts": ""}, scripts=scripts)))
    assert [type(job) for job in found] == ([Job] if runs else [])


def test_broken_deno_settings_are_a_gap() -> None:
    assert the_gap(deno_fmt, desk({"deno.json": "["}, {"a.ts": ""})).reason.endswith("not JSON")


DENO = """\
Error checking: /private/files/at-head/e.ts
  SyntaxError: Unexpected token
      at file:///private/files/at-head/e.ts:1:7

from /private/files/at-head/d.ts:
1 | -const a = {b:1,   c: "x"}
1 | +const a = { b: 1, c: 'x' };
2 | -function f( ){ return a }
2 | +function f() {
3 | +  return a;
4 | +}
  | ...
4 | -
6 | +f();
5 | -
6 | -f()

from /private/files/at-base/g.ts:
12 | +
13 | +x();

error: Found 3 not formatted files in 3 files
"""


def test_deno_is_read() -> None:
    found = [
        (name.rpartition("files/")[2], first, last, rule)
        for name, first, last, rule in told(deno_fmt, ran(exit_status=1, stderr=DENO))
    ]
    assert found == [
        ("at-head/e.ts", 1, 1, SYNTAX),
        ("at-head/d.ts", 1, 2, UNFORMATTED),
        ("at-head/d.ts", 4, 6, UNFORMATTED),
        ("at-base/g.ts", 12, 11, UNFORMATTED),
    ]
    assert heard(deno_fmt, ran(stderr="Checked 1 file\n")) == []
    with pytest.raises(Garbled):
        heard(deno_fmt, ran(exit_status=1, stderr="error: cannot"))
    with pytest.raises(Unfit):
        heard(deno_fmt, ran(exit_status=70, stderr="error: Unsupported option"))


BIOME = plain("""\
at-head/a.js format ━━━━━━━━━━━━━

  × Formatter would have printed the following content:
␣␣
    1   │ - var·a·=·1
    2   │ - if·(a·==·2)·{debugger}
      1 │ + var·a·=·1;
      2 │ + if·(a·==·2)·{
    3 5 │   let unused = "x";
      6 │ +␣
    4 7 │␣␣␣

at-base/b.js format ━━━━━━━━━━━━━

    7   │ - x

Checked 2 files in 2ms. No fixes applied.
Found 2 errors.
""")


def test_biome_format_is_read() -> None:
    run = ran(exit_status=1, stderr=BIOME + "format ━━━━━\n\n  × Some errors were emitted\n")
    assert told(biome_format, run) == [
        ("at-head/a.js", 1, 2, UNFORMATTED),
        ("at-head/a.js", 4, 3, UNFORMATTED),
        ("at-base/b.js", 7, 7, UNFORMATTED),
    ]
    assert heard(biome_format, ran("Checked 2 files in 2ms. No fixes applied.\n")) == []


WITHIN = """\
at-head/a.js format ━━━━━━━━━━━━━

  × Formatter would have printed the following content:

    3 │ ··b(·);
      │     -

Checked 1 file in 761µs. No fixes applied.
"""


def test_biome_format_leaves_what_does_not_parse_to_the_linter() -> None:
    said = "at-head/a.js:1:7 parse ━━━━━━\n\n  × expected `)`\n"
    assert heard(biome_format, ran(exit_status=1, stderr=said)) == []


def test_biome_shows_a_partly_changed_line_once() -> None:
    assert told(biome_format, ran(exit_status=1, stderr=WITHIN)) == [
        ("at-head/a.js", 3, 3, UNFORMATTED)
    ]


def test_a_file_without_readable_lines_is_never_clean() -> None:
    odd = WITHIN.replace("      │     -", "")
    with pytest.raises(Garbled, match="cannot be read"):
        heard(biome_format, ran(exit_status=1, stderr=odd))
    said = "from /p/at-head/a.ts:\n?\nerror: Found 1 not formatted file in 1 file\n"
    with pytest.raises(Garbled, match="cannot be read"):
        heard(deno_fmt, ran(exit_status=1, stderr=said))


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        (ran("hello"), Garbled),
        (ran(exit_status=1, stderr="panicked"), Garbled),
        (ran(exit_status=101, stderr="panicked"), Garbled),
        (
            ran(
                exit_status=1, stderr="× Biome exited because the configuration resulted in errors."
            ),
            Unfit,
        ),
        (ran(exit_status=127, stderr="env: 'node': No such file"), Unfit),
    ],
)
def test_biome_format_that_did_not_look_is_never_clean(
    run: object, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        list(biome_format.read(run, Job(arguments=(), sheets=())))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("linter", "yes", "no"),
    [
        (gofmt, "a.go", "a.mod"),
        (rustfmt, "a.rs", "a.ron"),
        (deno_fmt, "a.md", "a.py"),
        (biome_format, "a.tsx", "a.py"),
    ],
)
def test_each_takes_its_own_files(linter: ModuleType, yes: str, no: str) -> None:
    assert (linter.takes(yes, ""), linter.takes(no, "")) == (True, False)
