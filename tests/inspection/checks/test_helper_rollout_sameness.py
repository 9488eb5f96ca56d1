"""Which remaining calls a helper could take over."""

from __future__ import annotations

import pytest

from postil.inspection.checks._helper_rollout.exchanges import Exchanges
from postil.inspection.checks._helper_rollout.sameness import Call, Rollout, calls_in, rollout_of
from postil.inspection.checks._helper_rollout.spelling import spelled
from postil.inspection.checks._helper_rollout.unparsed import unparsed_functions
from postil.inspection.checks._helper_rollout.wrappers import Wrapper

from fakes.changes import change_between

GO_WITH_FALLBACK = (
    'func Or(key string, other string) string {\n\tif v := read(key); v != "" {\n'
    "\t\treturn v\n\t}\n\treturn other\n}\n"
)


def helper(body: str, *, call: str = "run", owner: str = "") -> Wrapper:
    return Wrapper(
        name="start",
        call=call,
        path="app/run.py",
        line=1,
        text=body.partition("\n")[0],
        brought=None,
        owner=owner,
        body=body,
    )


def given(*arguments: str, complete: bool = True) -> Call:
    return Call("", arguments, complete)


@pytest.mark.parametrize(
    ("text", "bare", "calls"),
    [
        ("run()", True, [Call("", (), complete=True)]),
        ("x = run(a, [b, c], 'd, e')", True, [given("a", "[b, c]", "'d, e'")]),
        ("run(\n  a,\n  b,\n)", True, [given("a", "b")]),
        ("run(a, f(", True, [given("a", "f(", complete=False)]),
        ("run('it)s', \"x\")", True, [given("'it)s'", '"x"')]),
        ("rerun(a); self.run(b); $run(c); _run(d)", True, []),
        ("run(run(a))", True, [given("run(a)"), given("a")]),
        ("self.app.run(b)", False, [Call("self.app", ("b",), complete=True)]),
        ("rerun(b)", False, []),
        ("walk(b)", False, []),
    ],
)
def test_calls_as_they_are_spelled(text: str, *, bare: bool, calls: list[Call]) -> None:
    assert list(calls_in(text, "run", bare=bare)) == calls


@pytest.mark.parametrize(
    ("body", "taken", "call", "could"),
    [
        ("def start(a):\n  run('git', a)", [given("'git'", "x")], given("'git'", "y"), True),
        ("def start(a):\n  run('git', a)", [given("'git'", "x")], given("'npm'", "y"), False),
        ("def start(a):\n  run('git', a)", [given("'git'", "x")], given(), False),
        ("def start(a):\n  run('git', a)", [given("'git'")], given(complete=False), True),
        ("def start(a):\n  run('git', a)", [given("x")], given("'npm'"), True),
        ("def start(a):\n  run(a, 5)", [given("x", "5")], given("y", "3"), True),
        ("def start(a):\n  run(a)", [given("x")], given("y", "z"), False),
        ("def start(*a):\n  run(*a)", [given("x")], given("y", "z"), True),
        ("def start(a):\n  run(a)", [given("x")], given("y", "z", complete=False), True),
        ("def start(a):\n  run(a)", [given("x", complete=False)], given("y", "z"), True),
        ("def start(a): pass", [given("x")], given("y"), True),
    ],
)
def test_what_a_helper_could_take(body: str, taken: list[Call], call: Call, *, could: bool) -> None:
    assert Rollout(helper(body), taken=tuple(taken)).could_take(call) is could


@pytest.mark.parametrize(
    ("owner", "receivers", "text", "has"),
    [
        ("", {""}, "run(1)", True),
        ("Loader", {"client"}, "run(1)", True),
        ("Loader", {"self"}, "run(1)", False),
        ("Loader", {"this"}, "class Other extends Loader {}", True),
        ("Loader", {"self.app", "current"}, "run(1)", False),
        ("Loader", {"self.app"}, "self.app = app", True),
        ("Loader", {"self.app"}, "self.apple = app", False),
    ],
)
def test_a_method_needs_its_object(
    owner: str, receivers: set[str], text: str, *, has: bool
) -> None:
    rollout = Rollout(helper("", owner=owner), receivers=frozenset(receivers))
    assert rollout.has_object(text) is has


def test_only_calls_replaced_in_the_same_stretch_are_counted() -> None:
    between = "".join(f"x{number} = {number}\n" for number in range(20))
    change = change_between(
        {"app/a.py": f"run(1)\n{between}y = 1\n", "app/b.py": "run(2)\n", "c.js": "run(3)\n"},
        {
            "app/a.py": f"z = 1\n{between}start(1)\n",
            "app/b.py": "app.start(2)\n",
            "c.js": "start(3)\n",
        },
    )
    rollout = rollout_of(Exchanges(change), helper("def start(a):\n    run(a)"))
    assert (rollout.replaced, rollout.files) == (1, ("app/b.py",))
    assert (rollout.taken, rollout.receivers) == ((given("2"),), frozenset({"app"}))


def test_the_line_where_the_wrapper_begins_is_no_call_of_it() -> None:
    change = change_between(
        {"app/run.py": "run(2)\n"}, {"app/run.py": "def start(a): return run(a)\n"}
    )
    assert rollout_of(Exchanges(change), helper("def start(a): return run(a)")).replaced == 0


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("fun one(a: Int) = load(a)\n", [1]),
        ("fun one(a: Int) {\n    load(a)\n}\n", [3]),
        ("func one(_ a: Int) {\n" + "    load(a)\n" * 30, [1]),
    ],
)
def test_functions_without_a_grammar_end_where_their_brace_does(text: str, ends: list[int]) -> None:
    assert [found.end_line for found in unparsed_functions(text)] == ends


def test_a_helper_is_shown_as_it_is_called() -> None:
    def wrapper(path: str, owner: str = "") -> Wrapper:
        return Wrapper(
            name="parse", call="json_decode", path=path, line=1, text="", brought=None, owner=owner
        )

    assert Rollout(wrapper("a.php", "Json")).shown == "Json::parse"
    assert Rollout(wrapper("a.go"), receivers=frozenset({"env"})).shown == "env.parse"
    assert Rollout(wrapper("a.py"), receivers=frozenset({"one", "other"})).shown == "parse"


def test_a_helper_that_hands_out_one_setting_is_none_for_others() -> None:
    one = Rollout(helper('def start():\n    return run(name).get("port", 1)\n'))
    assert one.is_like('run(name).get("port", 2)')
    assert not one.is_like('run(name).get("host")')
    assert Rollout(helper("def start():\n    return run(name).show()\n")).is_like("run(name)")


@pytest.mark.parametrize(
    ("body", "text", "like"),
    [
        (GO_WITH_FALLBACK, 'at := read("AT")\nif at == "" {', True),
        (GO_WITH_FALLBACK, 'at := read("AT")\nserve(at)', False),
        (GO_WITH_FALLBACK.replace(", other string", ""), 'serve(read("AT"))', True),
    ],
)
def test_a_fallback_is_no_matter_where_nobody_asks_for_one(
    body: str, text: str, *, like: bool
) -> None:
    wrapper = Wrapper(
        name="Or", call="read", path="env/env.go", line=1, text="", brought=None, body=body
    )
    taken = (Call("", ('"A"',), complete=True),)
    assert Rollout(wrapper, taken=taken).is_like(text) is like


@pytest.mark.parametrize(
    ("text", "family", "expected"),
    [
        ("Read<List<Room>>(text)", "csharp", "Read(text)"),
        ("Read<Map<String, List<Room>>>(text)", "java", "Read(text)"),
        ("read<Room | null>(text)", "javascript", "read(text)"),
        ("if (a < b && c > (d))", "csharp", "if (a < b && c > (d))"),
        ("  rescue StandardError", "ruby", "  rescue StandardError"),
        ("  Mail.send user", "ruby", "  Mail.send(user)"),
    ],
)
def test_one_spelling_for_calls(text: str, family: str, expected: str) -> None:
    assert spelled(text, family) == expected
