"""What functions take and what their comments say."""

from __future__ import annotations

import pytest

from postil.syntax import Signature, signatures


def only(path: str, text: str) -> Signature:
    (found,) = signatures(path, text)
    return found


@pytest.mark.parametrize(
    ("path", "text", "name", "parameters"),
    [
        (
            "a.py",
            'def f(a, b=1, *, c: int, d: str = "x", e: list[int]):\n    """Says."""\n',
            "f",
            ("a", "b", "c", "d", "e"),
        ),
        ("a.js", "/** Says. */\nfunction f(a, b = 1) {}\n", "f", ("a", "b")),
        ("a.js", "// Says.\nexports.f = function (a) {};\n", "f", ("a",)),
        ("a.js", "const o = {\n  // Says.\n  f: a => a,\n};\n", "f", ("a",)),
        ("a.js", "class A {\n  /** Says. */\n  f(a) {}\n}\n", "f", ("a",)),
        (
            "a.ts",
            "/** Says. */\nexport const f = (a: string[], b?: {c: 1}) => a;\n",
            "f",
            ("a", "b"),
        ),
        ("a.ts", "interface I {\n  /** Says. */\n  f(a: string): void;\n}\n", "f", ("a",)),
        ("a.go", "package a\n\n// F says.\nfunc (r *R) F(a, b int) {}\n", "F", ("a", "b")),
        (
            "A.java",
            "class A {\n  /** Says. */\n  @Deprecated\n  void f(final int a, String... b) {}\n}\n",
            "f",
            ("a", "b"),
        ),
        (
            "a.cs",
            "class A {\n  /// Says.\n  [Old]\n  void F(int a, ref string b, params int[] c) {}\n}\n",
            "F",
            ("a", "b", "c"),
        ),
        ("a.php", "<?php\n/** Says. */\nfunction f(int $a, &$b, ...$c) {}\n", "f", ("a", "b", "c")),
        ("a.rb", "# Says.\ndef f(a, b = 1, c:, &d)\nend\n", "f", ("a", "b", "c", "d")),
        ("a.rb", "# Says.\ndef f\nend\n", "f", ()),
        (
            "a.c",
            "/* Says. */\nint *f(const char *a, void (*b)(int), int c[3], ...);\n",
            "f",
            ("a", "b", "c"),
        ),
        ("a.c", "/* Says. */\nint f(void) { return 1; }\n", "f", ()),
        (
            "a.cpp",
            "/// Says.\ntemplate <typename T>\nint A::f(const T& a, int b = 3) { return 0; }\n",
            "f",
            ("a", "b"),
        ),
        ("a.rs", "/// Says.\n#[inline]\npub fn f(&self, a: u8, mut b: T) {}\n", "f", ("a", "b")),
    ],
)
def test_names_of_parameters(path: str, text: str, name: str, parameters: tuple[str, ...]) -> None:
    found = only(path, text)
    assert (found.name, found.parameters, found.is_open) == (name, parameters, False)
    assert found.head == text.split("\n")[found.line - 1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", 'def f(*args):\n    """Says."""\n'),
        ("a.py", 'def f(**kwargs: int):\n    """Says."""\n'),
        ("a.py", '@command\ndef f(a):\n    """Says."""\n'),
        ("a.js", "/** Says. */\nfunction f({ a }) {}\n"),
        ("a.js", "/** Says. */\nfunction f(...a) {}\n"),
        ("a.js", "/** Says. */\nfunction f() { return arguments[0]; }\n"),
        ("a.ts", "/** Says. */\nfunction f([a]: string[]) {}\n"),
        ("a.php", "<?php\n/** Says. */\nfunction f() { return func_get_args(); }\n"),
        ("a.rb", "# Says.\ndef f(*a, **b)\nend\n"),
        ("a.rb", "# Says.\ndef f(...)\nend\n"),
        ("a.c", "/* Says. */\nint f(int, char *);\n"),
        ("a.rs", "/// Says.\nfn f((a, b): (u8, u8)) {}\n"),
    ],
)
def test_functions_that_take_what_they_do_not_name(path: str, text: str) -> None:
    assert only(path, text).is_open


def test_a_plain_decorator_changes_nothing() -> None:
    found = only("a.py", 'class A:\n    @staticmethod\n    def f(a):\n        """Says."""\n')
    assert not found.is_open


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "def f(a):\n    return a\n"),
        ("a.py", "def f(a): ...\n"),
        ("a.py", 'def f(a):\n    f"""Made of {a}."""\n'),
        ("a.py", "def f(a):\n    a.b\n"),
        ("a.js", "function f(a) {}\n"),
        ("a.js", "/* Says. */\n\nfunction f(a) {}\n"),
        ("a.js", "let a = 1; /* Says. */\nfunction f(a) {}\n"),
        ("a.js", "/* Says. */\nrun(function (a) {});\n"),
        ("a.js", "x */\nfunction f(a) {}\n"),
        ("a.cs", "class A {\n  //// <param>\n  void F() {}\n}\n"),
        ("A.java", "@Old\nclass A {\n  void f() {}\n}\n"),
        ("a.rs", "#[test]\nfn f() {}\n"),
        ("a.c", "/* Says. */\nint (*f)(int a) = g;\n"),
        ("a.sh", "# Says.\nf() { :; }\n"),
        ("a.txt", "# Says.\n"),
    ],
)
def test_functions_that_nothing_describes(path: str, text: str) -> None:
    assert signatures(path, text) == ()


def test_a_comment_is_told_with_its_lines() -> None:
    text = "let a = 1;\n// Says\n// more.\nfunction f() {}\n"
    assert only("a.js", text).doc == ((2, "// Says"), (3, "// more."))
    text = "/**\n * Says.\n */\nfunction f() {}\n"
    assert [line for line, _ in only("a.js", text).doc] == [1, 2, 3]


def test_the_body_goes_without_its_docstring() -> None:
    found = only("a.py", 'def f(a):\n    """Says a lot."""\n    return a\n')
    assert found.body.strip() == "return a"
    assert only("a.c", "/* Says. */\nint f(int a) { return a; }\n").body == "{ return a; }"
    assert only("a.c", "/* Says. */\nint f(int a);\n").body == ""


def test_names_by_what_a_function_is_assigned_to() -> None:
    assert only("a.js", "// Says.\nexport const f = function () {};\n").name == "f"
    assert only("a.js", "// Says.\nA.prototype.f = () => 1;\n").name == "f"
    assert only("a.js", "// Says.\nexport default function () {}\n").name == ""
