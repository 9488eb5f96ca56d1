"""What each language's grammar is asked for comes out as definitions."""

from __future__ import annotations

import pytest

from postil.syntax import Kind, definitions, enclosing, supports

PYTHON = """\
A: int = 1
B, C = 1, 2
class K(Base):
    M = 1
    def m(self):
        local = 1
        def inner():
            return local
        return inner
class _Plain:
    def n(self):
        return 1
type T = int
if A:
    D = 2
"""
JAVASCRIPT = """\
export default function ff(a1) { const hidden = 1; }
function* gen() {}
class L extends M { f1 = 1; static g1() {} #p() {} _q() {} }
const kept = 1;
export const shown = () => { const deep = 2; };
exports.e1 = 1;
module.exports.e2 = 2;
K.prototype.t1 = function() {};
other.thing = 1;
export class Shown {}
"""
TYPESCRIPT = """\
export interface I { p: string; m(): void }
export type T = string;
export enum E { A, B = 2 }
export abstract class C { private f: number = 1; abstract g(): void; }
namespace N { export const x = 1 }
declare function later(a: number): void;
"""
GO = """\
package p
const ( A = 1; b )
var V, W = 1, 2
type S struct { F int; G, h string }
type I interface { M(a int) }
type AL = S
func (s *S) Me() { var loc = 1; _ = loc }
func (s List[T]) Gen() {}
func fn() {}
"""
JAVA = """\
public class C extends D {
  private int f, g = 1;
  enum E { A, B }
  public void m() { int l = 1; }
}
interface I { void n(); }
record R(int x) {}
@interface An {}
"""
RUST = """\
pub fn f() { fn nested() {} }
pub struct S { pub fi: u8 }
enum E { V1, V2(u8) }
impl S { pub fn me(&self) {} const K: u8 = 1; }
impl Tr for S { fn t(&self) {} }
trait Tr { fn t(&self); }
macro_rules! mac { () => {} }
static ST: u8 = 1; type Al = S; union U { a: u8 }
"""
RUBY = """\
module M
  class C < D
    K = 1
    attr_accessor :x, :y
    def m
      1
    end
    def self.s; end
    alias o m
  end
end
"""
CSHARP = """\
class C : D { private int f, g; public int P { get; set; } void M() { var l = 1; } event H Ev; }
enum E { A, B = 1 }
interface I { void N(); }
struct St {}
record R(int X);
delegate void H();
"""
C = """\
#define MAC 1
#define FM(x) x
static int f(int a) { int l = 1; return l; }
int proto(int);
int *pp(void);
char *named(void) { return 0; }
typedef struct S { int fi; char *fj; } TS;
enum E { A1, B1 = 2 };
int glob = 1, *ptr = 0, arr[] = {1}; extern int ex;
union U { int a; };
typedef int (*fp)(int);
"""
CPP = """\
class C : public D { public: int f; void m(int a); void in() {} };
void C::m(int a) {}
using Al = C;
"""
PHP = """\
<?php
const K = 1; define('DD', 1); define(other(), 2);
function f($a) { return 1; }
class C extends D { const M = 1; private $p = 1; public function m() {} private function q() {} }
interface I {} trait T {} enum E: string { case A = 'a'; }
"""
BASH = "f() { local a=1; }\nfunction g { f; }\n_h() { :; }\n"

EXPECTED = [
    ("a.py", PYTHON, "A B C K K.M K.m m.inner _Plain _Plain.n T D"),
    ("a.js", JAVASCRIPT, "ff gen L L.f1 L.g1 L.p L._q kept shown e1 e2 K.t1 Shown"),
    ("a.ts", TYPESCRIPT, "I I.p I.m T E E.A E.B C C.f C.g N N.x later"),
    ("a.tsx", TYPESCRIPT, "I I.p I.m T E E.A E.B C C.f C.g N N.x later"),
    ("a.go", GO, "A b V W S S.F S.G S.h I I.M AL S.Me List.Gen fn"),
    ("A.java", JAVA, "C C.f C.g C.E E.A E.B C.m I I.n R R.x An"),
    ("a.rs", RUST, "f f.nested S S.fi E E.V1 E.V2 S.me S.K S.t Tr Tr.t mac ST Al U U.a"),
    ("a.rb", RUBY, "M M.C C.K C.x C.y C.m C.s C.o"),
    ("a.cs", CSHARP, "C C.f C.g C.P C.M C.Ev E E.A E.B I I.N St R R.X H"),
    ("a.c", C, "MAC FM f proto pp named TS S S.fi S.fj E E.A1 E.B1 glob ptr arr ex U U.a fp"),
    ("a.cpp", CPP, "C C.f C.m C.in C.m Al"),
    ("a.php", PHP, "K DD f C C.M C.p C.m C.q I T E E.A"),
    ("a.sh", BASH, "f g _h"),
    ("a.txt", "def f(): pass", ""),
]


@pytest.mark.parametrize(("path", "text", "names"), EXPECTED, ids=[row[0] for row in EXPECTED])
def test_every_language_gives_its_definitions(path: str, text: str, names: str) -> None:
    told = [f"{found.owner}.{found.name}".lstrip(".") for found in definitions(path, text)]
    assert told == names.split()


@pytest.mark.parametrize(
    ("path", "text", "private"),
    [
        ("a.py", PYTHON, {"_Plain"}),
        ("a.js", JAVASCRIPT, {"gen", "L", "kept", "_q", "p"}),
        ("a.go", GO, {"b", "h", "fn"}),
        ("A.java", JAVA, {"f", "g"}),
        ("a.rs", RUST, {"nested", "E", "V1", "V2", "K", "t", "Tr", "mac", "ST", "Al", "U", "a"}),
        ("a.cs", CSHARP, {"f", "g"}),
        ("a.c", C, {"f"}),
        ("a.php", PHP, {"p", "q"}),
        ("a.sh", BASH, {"_h"}),
    ],
)
def test_privacy_follows_the_language(path: str, text: str, private: set[str]) -> None:
    assert {found.name for found in definitions(path, text) if not found.exported} == private


def test_kinds_tell_members_from_what_stands_alone() -> None:
    kinds = {found.name: found.kind for found in definitions("a.py", PYTHON)}
    assert kinds["A"] is Kind.CONSTANT
    assert kinds["M"] is Kind.FIELD
    assert kinds["m"] is Kind.METHOD
    assert kinds["inner"] is Kind.FUNCTION
    assert kinds["K"] is Kind.CLASS
    assert kinds["T"] is Kind.TYPE


def test_members_of_a_class_with_parents_may_be_inherited() -> None:
    inherits = {found.name for found in definitions("a.py", PYTHON) if found.inherits}
    assert inherits == {"K", "M", "m"}
    rust = {(found.owner, found.name): found.inherits for found in definitions("a.rs", RUST)}
    assert (rust["S", "t"], rust["S", "me"], rust["Tr", "t"]) == (True, False, False)
    java = {found.name: found.inherits for found in definitions("A.java", JAVA)}
    assert (java["m"], java["E"], java["A"]) == (True, False, False)


def test_what_stands_in_a_function_is_local_and_its_variables_are_left_out() -> None:
    local = {found.name for found in definitions("a.py", PYTHON) if found.local}
    assert local == {"inner"}


def test_lines_span_the_definition() -> None:
    found = {entry.name: (entry.line, entry.end_line) for entry in definitions("a.py", PYTHON)}
    assert found["K"] == (3, 9)
    assert found["m"] == (5, 9)
    assert found["A"] == (1, 1)


def test_an_end_at_the_start_of_a_line_belongs_to_the_line_before() -> None:
    found = definitions("a.c", "#define ONE 1\n#define TWO 2\n")
    assert [(entry.line, entry.end_line) for entry in found] == [(1, 1), (2, 2)]


def test_the_innermost_definition_encloses_a_line() -> None:
    names = [getattr(enclosing("a.py", PYTHON, line), "name", None) for line in (1, 3, 6, 8, 13)]
    assert names == [None, "K", "m", "inner", None]


def test_a_definition_far_below_its_function_counts_as_local() -> None:
    text = "{" * 300 + "const deep = 1;" + "}" * 300
    assert definitions("a.js", text) == ()


def test_a_raw_rust_name_is_the_name() -> None:
    assert [found.name for found in definitions("a.rs", "fn r#async() {}\n")] == ["async"]


def test_supports_by_name() -> None:
    assert [supports(path) for path in ("a.py", "a.tsx", "b.md", "Makefile")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.ts", "class L { constructor(private a1: X, b1: Y, readonly c1: Z) {} }", ["a1", "c1"]),
        ("a.php", "<?php class L { function __construct(private $a1, $b1) {} }", ["a1"]),
        ("a.php", "<?php function f(private $a1) {}", []),
        ("A.java", "record L(int a1) { void f(int b1) {} }", ["a1"]),
        ("a.cs", "class L(int a1) { void F(int b1) {} }", ["a1"]),
        ("a.cs", "struct L(int a1) { }", ["a1"]),
    ],
)
def test_parameters_that_declare_fields(path: str, text: str, expected: list[str]) -> None:
    fields = [found for found in definitions(path, text) if found.kind is Kind.FIELD]
    assert [found.name for found in fields if found.owner == "L"] == expected
    assert not any(found.local for found in fields if found.owner == "L")


_BROKEN = """interface A { f: {{{ }

export const first = (a: number) => {
  const inner = 1
}

/* const commented = 1 */
export abstract class Second extends Base {
  run() {}
}

function third() {
}
type Fourth<T> = T
"""


def test_what_stands_at_the_margin_is_found_where_the_grammar_lost_its_way() -> None:
    found = {each.name: each for each in definitions("a.ts", _BROKEN)}
    assert {"first", "Second", "third", "Fourth"} <= set(found)
    assert "commented" not in found
    assert found["first"].exported
    assert not found["third"].exported
    assert found["Second"].inherits
    assert (found["first"].line, found["third"].end_line) == (3, 13)


def test_a_sound_script_has_only_what_its_grammar_finds() -> None:
    text = "const text = `\nexport const inner = 1\n`;\n"
    assert [found.name for found in definitions("a.ts", text)] == ["text"]


def test_names_that_an_export_takes_out_of_a_value() -> None:
    text = "export const { add, drop: remove } = slice.actions\nexport const [first] = rest\n"
    text += "const { inner } = slice\n"
    found = definitions("a.ts", text)
    assert [each.name for each in found] == ["add", "remove", "first"]
    assert all(each.exported for each in found)
