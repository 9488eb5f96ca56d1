"""What the page cannot show: every form of a rule, every way to keep it, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import rule_vs_example
from postil.inspection.checks._rule_vs_example_examples import Document
from postil.inspection.checks._rule_vs_example_rules import Sentence, rules_in

from fakes.changes import change_between
from fakes.trees import MemoryTree


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    found = rule_vs_example.inspect(change_between(base, head), MemoryTree(head))
    return [item for item in found if isinstance(item, Remark)]


def forbidden(line: str, *, before: str = "", after: str = "") -> list[str]:
    return [rule.forbidden for rule in rules_in(Sentence(line, before, after))]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("Never run `npm ci`.", ["npm ci"]),
        ("Never `npm ci`.", ["npm ci"]),
        ("Please do not use `npm ci`!", ["npm ci"]),
        ("Don't call `old_name()`.", ["old_name()"]),
        ("Don’t import from `ui/src/`.", ["ui/src/"]),
        ("You must not use ``npm ci``.", ["npm ci"]),
        ("In this repository never run `npm ci`.", ["npm ci"]),
        ("Avoid `$ npm ci` here.", ["npm ci"]),
        ("`npm ci` will fail.", ["npm ci"]),
        ("`npm ci` must never be run.", ["npm ci"]),
        ("`npm ci` fails in CI.", []),
        ("Use `a b`, not `c d`.", ["c d"]),
        ("- **Always use `a b` and not `c d`.**", ["c d"]),
        ("Use `a b` instead of `c d`.", ["c d"]),
        ("Use `a b` rather than `c d` in tests.", []),
        ("Instead of `c d`, use `a b`.", ["c d"]),
        ("We like `a b` instead of `c d`.", []),
        ("When it rains, use `a b` instead of `c d`.", []),
        ("If it rains, never run `npm ci`.", []),
        ("Never run `npm ci` unless asked.", []),
        ("Never run `npm ci` twice.", []),
        ("Never use `true`.", []),
        ("Never use `==`.", []),
        ("Never use `a...z`.", []),
        ("Never mind.", []),
    ],
)
def test_which_lines_are_rules(line: str, tokens: list[str]) -> None:
    assert forbidden(line) == tokens


def test_a_condition_may_stand_on_the_line_before_or_after() -> None:
    assert forbidden("never run `npm ci`.", before="When it rains,") == []
    assert forbidden("Never run `npm ci`.", before="It rains.") == ["npm ci"]
    assert forbidden("Never run `npm ci`", after="in tests.") == []


def test_a_rule_about_the_root_says_so() -> None:
    (rule,) = rules_in(Sentence("Never run `pnpm` from the repo root."))
    assert (rule.forbidden, rule.in_root, rule.is_word) == ("pnpm", True, True)


def lines_shown(rule: str, body: str, *, path: str = "AGENTS.md") -> list[int | None]:
    text = f"# Rules\n\n{rule}\n\n{body}\n"
    return [remark.quotes[0].line for remark in look({}, {path: text})]


def sh(command: str) -> str:
    return f"```sh\n{command}\n```"


def py(code: str) -> str:
    return f"```python\n{code}\n```"


BAN = "Never run `npm ci`."
CALL = "Never call `raw_open()`."


@pytest.mark.parametrize(
    ("rule", "body", "lines"),
    [
        (BAN, sh("npm ci"), [6]),
        (BAN, sh("$ npm ci --omit=dev"), [6]),
        (BAN, sh("sudo CI=1 npm ci"), [6]),
        (BAN, sh("make && npm ci"), [6]),
        (BAN, sh("npm cinema"), []),
        (BAN, sh("npm ci-all"), []),
        (BAN, sh("docker run x npm ci"), []),
        (BAN, sh("npm ci -g"), []),
        (BAN, sh("# npm ci"), []),
        (BAN, sh("# wrong\nnpm ci"), []),
        (BAN, sh("npm ci  # fails"), []),
        (BAN, "Avoid this:\n\n" + sh("npm ci"), []),
        (BAN, "Do this:\n\n" + sh("npm ci"), [8]),
        (BAN, "## Wrong\n\n" + sh("npm ci"), []),
        (BAN, "Then run `npm ci`.", [5]),
        (BAN, "Then run `npm ci`, which is broken.", []),
        (BAN, "## Legacy\n\nThen run `npm ci`.", []),
        (BAN, "The `npm ci` step.", []),
        (CALL, py("x = raw_open(1)"), [6]),
        (CALL, py("x = my.raw_open(1)"), []),
        (CALL, py("x = draw_open(1)\ny = raw_open(2)"), [7]),
        (CALL, py("x = raw_opened(1)"), []),
        (CALL, py("x = raw_open(1)  // bad"), []),
        ("Never use `--force`.", sh("git push --force"), [6]),
        ("Never use `--force`.", sh("git push --force-with-lease"), []),
        ("Use `uv`, not `pip`.", sh("pip install uv"), []),
        ("Use `uv`, not `pip`.", sh("pip install x"), [6]),
        ("Use `git switch`, not `git checkout`.", sh("git checkout main"), [6]),
        ("Never run `pnpm` from the root.", sh("pnpm test"), [6]),
        ("Never run `pnpm` from the root.", sh("pnpm -C js test"), []),
        ("For production:\n\n- Use `a b`, not `c d`.", sh("c d"), []),
        ("The rules:\n\n- Use `a b`, not `c d`.", sh("c d"), [8]),
        ("- Use `a b`, not `c d`.", sh("c d"), [6]),
    ],
)
def test_what_breaks_a_rule(rule: str, body: str, lines: list[int]) -> None:
    assert lines_shown(rule, body) == lines


def test_advice_speaks_for_its_section_unless_it_stands_in_a_rule_book() -> None:
    text = f"# A\n\n## B\n\nUse `a b`, not `c d`.\n\n## C\n\n{sh('c d')}\n"
    assert look({}, {"docs/guide.md": text}) == []
    assert len(look({}, {"CLAUDE.md": text})) == 1
    assert len(look({}, {"docs/guide.md": text.replace("## C", "### C")})) == 1


def test_underlined_headings_rank_by_their_order() -> None:
    lines = ["Top", "===", "", "One", "---", "a", "", "Two", "---", "b", ""]
    document = Document("a.rst", "\n".join(lines))
    assert document.reach(6) == range(4, 8)
    assert document.reach(3) == range(1, 12)
    assert Document("a.md", "x\ny").reach(2) == range(1, 3)


def test_old_text_is_low_and_all_lines_are_told_in_one_remark() -> None:
    old = f"# A\n\n{sh('npm ci')}\n\n{sh('npm ci')}\n"
    (remark,) = look({"README.md": old}, {"README.md": f"{old}\n{BAN}\n"})
    assert (remark.severity.value, remark.quotes[0].line, remark.quotes[1].line) == ("low", 4, 11)
    assert remark.details == "Also on line(s) 8."


@pytest.mark.parametrize("path", ["CHANGELOG.md", "docs/migration.md", "tests/a.md", "a.py"])
def test_files_that_are_not_compared(path: str) -> None:
    text = f"{BAN}\n\n{sh('npm ci')}\n"
    assert rule_vs_example.activates(change_between({}, {path: text})) is None
    assert look({}, {path: text}) == []
    assert rule_vs_example.activates(change_between({}, {"a.mdc": text})) is not None


def test_two_rules_do_not_tell_one_line_twice() -> None:
    assert lines_shown(f"{BAN}\n\nDo not use `npm ci`.", sh("npm ci")) == [8]


@given(st.text(alphabet="`nev rusot,.#-=\n:>~(\udc80", max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_is_survived(text: str) -> None:
    for path in ("README.md", "docs/a.rst"):
        body = f"{text}\n{BAN}\n\n{sh('npm run')}\n"
        assert all(one.claim.subject for one in look({}, {path: body}))


@pytest.mark.parametrize(("filling", "most"), [(0, 200), (100_000, 19)])
def test_more_rules_than_are_compared_are_a_gap(filling: int, most: int) -> None:
    rules = "".join(f"Never use `tool{number} --old`.\n\n" for number in range(300))
    head = {"AGENTS.md": rules, "docs/long.md": "words\n" * filling + "words\n"}
    change = change_between({}, head)
    gaps = [
        item for item in rule_vs_example.inspect(change, MemoryTree(head)) if isinstance(item, Gap)
    ]
    said = f"only the first {most} of the stated rules are compared with so much text"
    assert [(gap.reason, gap.required) for gap in gaps] == [(said, True)]
    few = {"AGENTS.md": rules[: rules.index("tool150")]}
    assert all(
        isinstance(item, Remark)
        for item in rule_vs_example.inspect(change_between({}, few), MemoryTree(few))
    )


def test_the_sentence_above_a_list_is_looked_for_nearby() -> None:
    near = Document("a.md", "These commands:\n" + "- `a`\n" * 200)
    far = Document("a.md", "These commands:\n" + "- `a`\n" * 400)
    assert near.is_scoped_list(200)
    assert far.is_scoped_list(300)
    assert not far.is_scoped_list(400)
