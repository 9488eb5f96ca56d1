"""What the page cannot show: every form of a rule, every scope, every shape of token, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark
from postil.domain.severity import Kind
from postil.inspection.checks import rule_compliance
from postil.inspection.checks._rule_compliance.calls import arguments_of, has_argument
from postil.inspection.checks._rule_compliance.commands import runs
from postil.inspection.checks._rule_compliance.orders import orders_in
from postil.inspection.checks._rule_compliance.scope import lies_in
from postil.inspection.checks._rule_compliance.tokens import Token
from postil.inspection.rules import rules_in

from fakes.changes import change_between
from fakes.trees import MemoryTree


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    change = change_between(base, head)
    return list(rule_compliance.inspect(change, MemoryTree(head), MemoryTree(base)))


def told(rule: str, path: str, code: str, *, old: str | None = None) -> list[int | None]:
    """The lines a rule of the root is said to be broken on."""
    base = {"AGENTS.md": f"{rule}\n"} | ({} if old is None else {path: old})
    found = look(base, {**base, path: code})
    return [remark.quotes[0].line for remark in found]


def asked(text: str) -> list[tuple[str, str]]:
    found = [order for rule in rules_in("AGENTS.md", text) for order in orders_in(rule)]
    return [(order.way.name.lower(), order.token) for order in found]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Never use `a.b`.", [("use", "a.b")]),
        ("Don’t ever use the raw `a.b` function.", [("use", "a.b")]),
        ("You must not call `a.b()`.", [("use", "a.b()")]),
        ("**NEVER** use `a.b`, `c.d` or `e.f`.", [("use", "a.b"), ("use", "c.d"), ("use", "e.f")]),
        ("It is forbidden to use `a.b`.", [("use", "a.b")]),
        ("`a.b` must never be used.", [("use", "a.b")]),
        ("`a.b` and `c.d` are strictly prohibited.", [("use", "a.b"), ("use", "c.d")]),
        ("No `a.b`.", [("use", "a.b")]),
        ("Never import from `a.b`.", [("import", "a.b")]),
        ("Use `a.b`, not `c.d`.", [("use", "c.d")]),
        ("Use `a.b` instead of `c.d`.", [("use", "c.d")]),
        ("Instead of `c.d` always use `a.b`.", [("use", "c.d")]),
        ("Always prefer `a.b` over `c.d`.", [("use", "c.d")]),
        ("Use `a.b` over `c.d`.", []),
        ("Prefer `a.b` over `c.d`.", []),
        ("Prefer `a.b` to `c.d`.", []),
        ("Never edit files in `a/`.", [("modify", "a/")]),
        ("Never edit files in `a/` by hand.", []),
        ("Do not add new code to `a/`.", [("put", "a/")]),
        ("Never commit `.env`.", [("put", ".env")]),
        ("All tests must import `x`.", []),
        ("Every test file must contain `x`.", [("header", "x")]),
        ("`x` is mandatory in every Python file.", [("header", "x")]),
        ("Always add `x` at the top of all files in `src/`.", [("header", "x")]),
        ("Every controller file must contain `x`.", [("header", "x")]),
        ("Every signed file must contain `x`.", []),
        ("All `.ts` files must start with `x`.", [("header", "x")]),
        ("Calls to `a.b` must pass `c`.", [("argument", "c")]),
        ("`a.b` must always be called with `c`.", [("argument", "c")]),
        ("`a.b` calls must set `c`.", [("argument", "c")]),
        ("Never use `a.b` without `c`.", [("argument", "c")]),
        ("If you must, never call `a.b` without `c`.", []),
        ("The parser must not use `a.b`.", []),
        ("Tests must not use `a.b`.", [("use", "a.b")]),
        ("Python code must not use `a.b`.", [("use", "a.b")]),
        ("Never use `a.b` in handlers.", [("use", "a.b")]),
        ("Never use `a.b` in hot paths.", []),
        ("Never use `a.b` twice.", []),
        ("Never use `a.b` (except in tests).", [("use", "a.b")]),
        ("Never use `a.b` (unless you must).", []),
        ("Never use `a.b`. It is allowed in `c/`.", []),
        ("Never use `a.b`: it is slow in tests.", [("use", "a.b")]),
        ("Never use `a.b` because it hangs for hours.", [("use", "a.b")]),
        ("Never use `a.b` under any circumstances.", [("use", "a.b")]),
        ("Migrations: never use `a.b`.", [("use", "a.b")]),
        ("Commits: never use `a.b`.", []),
        ("## Pull requests\n\nNever use `a.b`.", []),
        ("When it rains:\n\n- never use `a.b`", []),
        ("Never:\n\n- `a.b`\n- use `c.d`\n- sleep", [("use", "a.b"), ("use", "c.d")]),
        ("Never guess.", []),
        ("Never use `a.b`, never use `a.b`.", [("use", "a.b")]),
        ("Never remove `a.b`.", []),
        ("You should not use `a.b`.", []),
    ],
)
def test_what_a_sentence_orders(text: str, orders: list[tuple[str, str]]) -> None:
    assert asked(text) == orders


@pytest.mark.parametrize(
    ("rule", "path", "lines"),
    [
        ("Never use `a.b` in tests.", "tests/test_x.py", [1]),
        ("Never use `a.b` in tests.", "app/x.py", []),
        ("Never use `a.b` outside tests.", "tests/test_x.py", []),
        ("Never use `a.b` except in tests.", "app/x.py", [1]),
        ("Never use `a.b` in production code.", "app/x.py", [1]),
        ("Never use `a.b` in production code.", "scripts/x.py", []),
        ("Never use `a.b` in production code.", "tests/test_x.py", []),
        ("Never use `a.b` in `app/`.", "app/x.py", [1]),
        ("Never use `a.b` in `app/` or `lib/`.", "lib/x.py", [1]),
        ("Never use `a.b` in `app/`.", "web/x.py", []),
        ("Never use `a.b` in `.py` files.", "web/x.py", [1]),
        ("Never use `a.b` in `.ts` files.", "web/x.py", []),
        ("Never use `a.b` in `*.ts`.", "web/x.ts", [1]),
        ("Never use `a.b` in Go code.", "web/x.py", []),
        ("Never use `a.b` in Go code.", "web/x.go", [1]),
        ("Never use `a.b` outside `app/`.", "app/x.py", []),
        ("Never use `a.b` in this repository.", "app/x.py", [1]),
        ("## Tests\n\nNever use `a.b`.", "app/x.py", []),
        ("## TypeScript\n\nNever use `a.b`.", "app/x.py", []),
        ("## Frontend\n\nNever use `a.b`.", "frontend/x.ts", [1]),
        ("## Frontend\n\nNever use `a.b`.", "app/x.py", []),
        ("Python: never use `a.b`.", "app/x.ts", []),
        ("- In tests:\n  - never use `a.b`", "tests/test_x.py", [1]),
        ("- In tests:\n  - never use `a.b`", "app/x.py", []),
    ],
)
def test_where_a_rule_holds(rule: str, path: str, lines: list[int]) -> None:
    assert told(rule, path, "x = a.b(1)\n") == lines


def test_a_folder_is_named_from_the_book_or_from_the_root() -> None:
    assert lies_in("web/src/a.ts", "src/", "web")
    assert lies_in("web/src/a.ts", "web/src", "web")
    assert not lies_in("web/lib/a.ts", "src/", "web")
    assert not lies_in("a.ts", " ")


@pytest.mark.parametrize(
    ("token", "code", "language", "used"),
    [
        ("print", "print(x)", "python", True),
        ("print", "sprint(x)", "python", False),
        ("print", "out.print(x)", "python", False),
        ("print", "f(print=1)", "python", False),
        ("print", "def print(x):", "python", False),
        ("fetch", "window.fetch(x)", "javascript", True),
        ("fetch", "  async fetch(url) {", "javascript", False),
        ("puts", "puts x", "ruby", True),
        ("unwrap()", "x.unwrap()", "rust", True),
        ("unwrap()", "x.unwrap_or(1)", "rust", False),
        ("unwrap", "x.unwrap()", "rust", True),
        ("console.log", "my.console.log(1)", "javascript", False),
        ("innerHTML", "e.innerHTML = x", "javascript", True),
        ("any", "x as any;", "typescript", True),
        ("any", "Array<any>", "typescript", True),
        ("any", "any(x)", "typescript", False),
        ("var", "var x = 1", "javascript", True),
        ("var", "export var x = 1", "javascript", True),
        ("var", "x.var", "javascript", True),
        ("var", "a var", "javascript", False),
        ("a", "{ a: 1 }", "javascript", False),
        ("==", "a == b", "javascript", True),
        ("==", "a === b", "javascript", False),
        ("..", "a", "javascript", False),
    ],
)
def test_what_uses_a_name(token: str, code: str, language: str, *, used: bool) -> None:
    assert Token(token).used_in(code, language) is used


@pytest.mark.parametrize(
    ("token", "line", "imported"),
    [
        ("lodash", "import x from 'lodash';", True),
        ("lodash", "import x from 'lodash/fp';", True),
        ("lodash", "import x from 'lodash-es';", False),
        ("lodash", "import x from './lodash';", False),
        ("lodash", "const lodash = 1", False),
        ("@/db", "import { q } from '@/db/query'", True),
        ("io/ioutil", '\t"io/ioutil"', True),
        ("os", "from os.path import join", True),
        ("''", "import x", False),
    ],
)
def test_what_imports_a_module(token: str, line: str, *, imported: bool) -> None:
    assert Token(token).imported_in(line) is imported


@pytest.mark.parametrize(
    ("line", "run"),
    [
        ("npm ci", True),
        ("RUN npm ci", True),
        ("  - run: npm ci", True),
        ("make && sudo npm ci", True),
        ("CI=1 npm ci", True),
        ("npm install -g pnpm", False),
        ("npm-check", False),
        ("echo npm", False),
        ("corepack enable pnpm || npm i pnpm", False),
    ],
)
def test_what_runs_a_command(line: str, *, run: bool) -> None:
    assert runs("npm", line, instead="pnpm") is run


@pytest.mark.parametrize("token", ["x", "true", "<name>", "a...z", "foo", "!"])
def test_tokens_nobody_can_look_for(token: str) -> None:
    assert not Token(token).is_useful


def test_arguments_are_read_over_lines_and_ends_that_are_far_are_not_guessed() -> None:
    lines = ["x = a.b(1, f(2),", "  c=3)", "y = a.b(", "z.a.b(1); a.b(2)"]
    assert list(arguments_of("a.b()", 1, lambda n: (["", *lines] + [""] * 99)[n])) == [
        "1, f(2),\n  c=3"
    ]
    assert list(arguments_of("a.b", 3, lambda n: lines[2] if n == 3 else "")) == []
    assert list(arguments_of("a.b", 4, lambda n: lines[3] if n == 4 else "")) == ["2"]
    assert list(arguments_of("", 4, lambda _: "a(1)")) == []
    assert has_argument("1, timeout=3", "timeout=")
    assert has_argument("1, ...rest", "timeout")
    assert has_argument("1", "==")
    assert not has_argument("1, timeouts=3", "timeout")


@pytest.mark.parametrize(
    ("rule", "path", "code", "lines"),
    [
        ("Never use `@ts-ignore`.", "a.ts", "x('@ts-ignore');\n", []),
        ("Never use `TODO`.", "a.ts", "x(); // TODO: y\n", [1]),
        ("Never use `unwrap()`.", "a.rs", "#[cfg(test)]\nmod t { fn f() { x.unwrap(); } }\n", []),
        ("Never use `unwrap()`.", "a.rs", "fn f() { x.unwrap(); }\n#[cfg(test)]\nmod t {}\n", [1]),
        ("Never use `console.log`.", "a.test.ts", "console.log(1);\n", []),
        ("Never use `console.log` in tests.", "a.test.ts", "console.log(1);\n", [1]),
        ("Never use `console.log`.", "a.py", "console.log(1)\n", []),
        ("Never use `lodash`.", "a.ts", "import x from 'lodash';\n", [1]),
        ("Never use `lodash`.", "a.ts", "const a = 'lodash';\n", []),
        ("Never import `lodash`.", "a.py", 'x = """\nimport lodash\n"""\n', []),
        ("Never use `SELECT *`.", "a.py", "x = 'SELECT * is not allowed'\n", []),
        ("Never use `import *`.", "a.py", "from x import *\n", [1]),
        ("Never use `a.b`.", "a.yaml", "a.b: 1\n", []),
        ("Never use `a.b`.", "a.json", '{"a.b": 1}\n', []),
        ("Never use `a.b`.", "a.unknown", "a.b()\n", []),
        ("Never use `npm`.", "a.py", "npm(1)\n", []),
        ("Every Python file must start with `# Copyright`.", "a.py", "a = 1\nb = 2\n", [1]),
        ("Every Python file must start with `# Copyright`.", "a.py", "a = 1\n", []),
        ("Every source file must start with `// Copyright`.", "a.py", "a = 1\nb = 2\n", []),
        (
            "Every source file must start with `// Copyright`.",
            "a.go",
            "package a\nvar b = 2\n",
            [1],
        ),
        ("Every source file must contain `x`.", "a.go", "package a\nvar b = 2\n", []),
        ("Every source file must contain `os.getcwd()`.", "a.py", "a = 1\nb = 2\n", [1]),
        ("Every source file must contain `os.getcwd()`.", "a.txt", "a = 1\nb = 2\n", []),
        ("Never commit `.env`.", ".env", "A=1\n", [1]),
        ("Never add files to `old`.", "old/a.py", "a = 1\n", []),
        ("Never add files to `old/`.", "old/a.py", "a = 1\n", [1]),
    ],
)
def test_which_lines_break_a_rule(rule: str, path: str, code: str, lines: list[int]) -> None:
    assert told(rule, path, code) == lines


def test_a_file_that_may_not_be_touched_is_told_on_the_line_that_goes() -> None:
    base = {"AGENTS.md": "Never modify `old/`.\n", "old/a.py": "a = 1\nb = 2\n"}
    (remark,) = look(base, {**base, "old/a.py": "a = 1\n"})
    assert (remark.quotes[0].side.value, remark.quotes[0].line) == ("old", 2)


def test_who_wraps_a_call_may_go_on_using_it_directly() -> None:
    rule = "Never call `fetch` directly."
    assert told(rule, "web/page.ts", "fetch('/a');\n") == [1]
    old = "export const get = (u) => fetch(u);\n"
    assert told(rule, "web/client.ts", f"{old}fetch('/b');\n", old=old) == []


def test_one_remark_tells_all_lines_and_quotes_the_rule_at_the_base() -> None:
    base = {"web/CLAUDE.md": "# A\n\n- Never use `alert`,\n  ever.\n"}
    (remark,) = look(base, {**base, "web/a.js": "alert(1);\nalert(2);\n"})
    assert remark.quotes[1].text == "- Never use `alert`,\n  ever."
    assert (remark.quotes[1].side.value, remark.quotes[1].line) == ("old", 3)
    assert remark.details == "Also on line(s) 2."
    assert remark.failure_mode == "The rule at `web/CLAUDE.md:3` reads: Never use `alert`, ever."


def test_a_rule_that_is_only_reworded_around_still_stands() -> None:
    rule = "- Never use `alert`.\n"
    base = {"AGENTS.md": rule, "web/a.js": "a();\n"}
    moved = {"AGENTS.md": f"# New\n\n{rule}", "web/a.js": "alert(1);\n"}
    gone = {"AGENTS.md": "# New\n", "web/a.js": "alert(1);\n"}
    assert [remark.kind for remark in look(base, moved)] == [Kind.DEFECT]
    (remark,) = look(base, gone)
    assert (remark.kind, remark.details) == (Kind.QUESTION, "The change also removes the rule.")


def test_a_long_rule_is_shortened() -> None:
    base = {"AGENTS.md": f"Never use `alert`, it {'really ' * 60}hurts.\n"}
    (remark,) = look(base, {**base, "a.js": "alert(1);\n"})
    assert remark.failure_mode.endswith("really really ….")
    assert len(remark.failure_mode) < 300


@pytest.mark.parametrize("path", ["README.md", "vendor/a.js", "package-lock.json", "a.min.js"])
def test_files_that_are_not_compared(path: str) -> None:
    base = {"AGENTS.md": "Never use `alert`.\n"}
    change = change_between(base, {**base, path: "alert(1);\n"})
    assert rule_compliance.activates(change) is None
    assert rule_compliance.activates(change_between(base, {**base, "a.js": "1\n"})) is not None


def test_very_long_lines_are_left_alone() -> None:
    assert told("Never use `alert`.", "a.js", f"alert(1); {'x' * 3_000}\n") == []


@given(st.text(alphabet="never us`a.b()*,-#\n(not in tests)\udc80", max_size=160))
@settings(max_examples=150, deadline=None)
def test_any_book_and_any_code_is_survived(text: str) -> None:
    base = {"AGENTS.md": f"{text}\nNever use `a.b`.\n"}
    for path in ("a.py", "a.ts", "Dockerfile"):
        found = look(base, {**base, path: f"{text}\na.b()\n"})
        assert all(remark.claim.subject for remark in found)


LOG = "const x = 1;\nconsole.log(x);\n"
CI = ".github/workflows/a.yml"
INSTALL = "jobs:\n  a:\n    steps:\n      - run: pip install x\n"
SLEEP = "import time\ntime.sleep(1)\n"
CREATE = "def x\n  Order.create(a)\nend\n"


@pytest.mark.parametrize(
    ("rule", "path", "code", "lines"),
    [
        ("NEVER use console.log in src.", "src/a.ts", LOG, [2]),
        ("NEVER use Node.js in src.", "src/a.ts", LOG, []),
        ("The use of `eval` is forbidden.", "src/a.js", "eval(x);\n", [1]),
        ("Code must not contain `console.log`.", "src/a.js", LOG, [2]),
        ("*Never* use `var`.", "a.js", "var x = 1;\n", [1]),
        ("Do **not** use `var`.", "a.js", "var x = 1;\n", [1]),
        ("Workflows must never use `pull_request_target`.", CI, "on:\n  pull_request_target:\n", [2]),
        ("Dockerfiles must not use `ADD`.", "Dockerfile", "FROM a:1\nADD . /app\n", [2]),
        ("Never use `sudo` in scripts.", "scripts/a.sh", "sudo apt-get update\n", [1]),
        ("Migrations must never use `DROP TABLE`.", "db/migrations/1.sql", "DROP TABLE a;\n", [1]),
        ("Migrations must never use `DROP TABLE`.", "db/clean.sql", "DROP TABLE a;\n", []),
        ("Never use `DROP TABLE` outside of migrations.", "db/migrations/1.sql", "DROP TABLE a;\n", []),
        ("Never use `DROP TABLE` outside of migrations.", "db/clean.sql", "DROP TABLE a;\n", [1]),
        ("Controllers must not call `Order.create`.", "app/controllers/o.rb", CREATE, [2]),
        ("Controllers must not call `Order.create`.", "app/models/o.rb", CREATE, []),
        ("`process.env` may only be read in `src/config.ts`.", "src/a.ts", "a = process.env.X;\n", [1]),
        ("`process.env` may only be read in `src/config.ts`.", "src/config.ts", "a = process.env.X;\n", []),
        ("Only `src/db/` may import `knex`.", "src/a.ts", "import knex from 'knex';\n", [1]),
        ("Every workflow must declare `permissions:`.", CI, "on: push\njobs:\n  a: {}\n", [1]),
        ("Every header must contain `#pragma once`.", "src/a.h", "int a(void);\nint b(void);\n", [1]),
        ("Every source file must contain `SPDX-License-Identifier: MIT`.", "a.c", "int a;\nint b;\n", [1]),
        ("Every source file must contain `SPDX-License-Identifier: MIT`.", "a.toml", "a = 1\nb = 2\n", []),
        ("You must start every Ruby file with `# frozen_string_literal: true`.", "a.rb", "class A\nend\n", [1]),
        ("Logging MUST go through `log.Info`, never through `fmt.Println`.", "a.go", "func f() { fmt.Println(1) }\n", [1]),
        ("It is mandatory to use `b.c` instead of `d.e`.", "a.py", "d.e()\n", [1]),
        ("`b.c()` must be used instead of `d.e()`.", "a.py", "d.e()\n", [1]),
        ("Never catch `Exception`.", "a.py", "try:\n    x()\nexcept Exception:\n    pass\n", [3]),
        ("Never catch `Exception`.", "a.py", "x = Exception()\n", []),
        ("Never keep `a.b` open.", "a.py", "a.b()\n", []),
        ("Never use `a.b` (it is old) with `c.d`.", "a.py", "a.b()\n", []),
        ("Never use `a.b` (it is old).", "a.py", "a.b()\n", [1]),
        ("Never call `time.sleep()` in the billing package.", "billing/a.py", SLEEP, [2]),
        ("Never call `time.sleep()` in the billing package.", "web/a.py", SLEEP, []),
        ("Never call `time.sleep()` in this package.", "web/a.py", SLEEP, [2]),
        ("Never use `pip install` in CI; use `uv sync`.", CI, INSTALL, [4]),
        ("Never use `pip install` in CI; use `uv sync`.", "Dockerfile", "RUN pip install x\n", []),
        ("Workflows must use `pip sync`, never `pip install`.", CI, INSTALL, [4]),
        ("All pull requests must follow these rules:\n\n- Never use `console.log`.", "a.js", LOG, [2]),
        ("Pull requests are welcome. Some rules:\n\n- Never use `console.log`.", "a.js", LOG, [2]),
        ("Never use `=>`.", "a.py", "x = 'a => b'\n", []),
        ("Never use `colour`.", "a.py", "paint(colour=1)\n", []),
        ("Never use `__`.", "a.py", "x = 'a__ b'\n", []),
        ("Never commit: `data/`, `tmp/`.", "tmp/a.py", "a = 1\n", [1]),
    ],
)  # fmt: skip
def test_other_people_say_it_otherwise(rule: str, path: str, code: str, lines: list[int]) -> None:
    assert told(rule, path, code) == lines


def test_a_forbidden_package_is_not_to_become_a_dependency() -> None:
    old, new = '{\n  "a": {\n  }\n}\n', '{\n  "a": {\n    "moment": "^2.0.0"\n  }\n}\n'
    rule = "NEVER add `moment` as a dependency."
    assert told(rule, "package.json", new, old=old) == [3]
    assert told(rule, "package.json", new.replace("moment", "moment-lite"), old=old) == []


def test_a_demanded_line_is_not_to_be_taken_away() -> None:
    rule = "All shell scripts MUST contain `set -eu`."
    assert told(rule, "a.sh", "echo 1\n", old="set -eu\necho 1\n") == [1]
    assert told(rule, "a.sh", "set -eu\necho 2\n", old="set -eu\necho 1\n") == []


@pytest.mark.parametrize(
    ("rule", "said", "mitigation"),
    [
        (
            "Never use `eval`; use `parse` from `src/x.js`. It is safe.",
            "The rule at `AGENTS.md:1` reads: Never use `eval`; use `parse` from `src/x.js`.",
            "Do what the rule names instead: use `parse` from `src/x.js`.",
        ),
        (
            "Never use `eval`; it is evil",
            "The rule at `AGENTS.md:1` reads: Never use `eval`; it is evil.",
            "Do it another way, or have the rule name the exception first.",
        ),
        (
            "Use `parse`, not `eval`.",
            "The rule at `AGENTS.md:1` reads: Use `parse`, not `eval`.",
            "Use `parse` here.",
        ),
    ],
)
def test_the_rule_is_told_with_its_remedy(rule: str, said: str, mitigation: str) -> None:
    base = {"AGENTS.md": f"{rule}\n"}
    (remark,) = look(base, {**base, "a.js": "eval(x);\n"})
    assert (remark.failure_mode, remark.mitigation) == (said, mitigation)


def test_tests_inside_a_file_of_code_are_tests() -> None:
    rule = "You MUST NOT call `.unwrap()` outside of tests."
    code = "fn a() {\n    b().unwrap();\n}\n\n#[cfg(test)]\nmod tests {\n    fn c() { d().unwrap(); }\n}\n"
    assert told(rule, "src/a.rs", code) == [2]
