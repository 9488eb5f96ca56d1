"""What the page cannot show: every form of a rule, every way to keep it, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import rule_vs_example
from postil.inspection.checks._rule_vs_example.examples import Document
from postil.inspection.checks._rule_vs_example.rules import rules_in

from fakes.changes import change_between
from fakes.trees import MemoryTree


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    found = rule_vs_example.inspect(change_between(base, head), MemoryTree(head))
    return [item for item in found if isinstance(item, Remark)]


def forbidden(sentence: str) -> list[str]:
    return [rule.forbidden for rule in rules_in(sentence) if not rule.scope]


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
    assert lines_shown("When it rains,\nnever run `npm ci`.", sh("npm ci")) == []
    assert lines_shown("It rains.\nNever run\n`npm ci`.", sh("npm ci")) == [8]
    assert lines_shown("Never run `npm ci`\nin tests.", sh("npm ci")) == []


def test_a_rule_about_the_root_says_so() -> None:
    (rule,) = rules_in("Never run `pnpm` from the repo root.")
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
    special = text.replace("## B", "## With Docker")
    assert look({}, {"docs/guide.md": special}) == []
    assert len(look({}, {"docs/guide.md": text})) == 1
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


TABLE = "| {} | Command |\n|---|---|\n| `npm ci` | `npm ci` |"


@pytest.mark.parametrize(
    ("rule", "body", "lines"),
    [
        ("**Do not** run `npm ci`.", sh("npm ci"), [6]),
        ("Install with `pnpm`, not with `npm`.", sh("npm ci"), [6]),
        ("You can't use `npm ci`.", sh("npm ci"), [6]),
        ("Sub-agents cannot use `npm ci`.", sh("npm ci"), []),
        ("You avoid `npm ci`.", sh("npm ci"), []),
        ("`npm ci` fails.", sh("npm ci"), []),
        ("Problem: `npm ci` will fail.", sh("npm ci"), []),
        ("`npm ci` no longer works.", sh("npm ci"), [6]),
        ("`npm ci` is deprecated; use `make`.", sh("npm ci"), [6]),
        ("`npm ci` is deprecated, use `make`.", sh("npm ci"), [6]),
        ("`npm ci` is not supported, use `make`.", "1. `npm ci`\n2. `npm test`", [5]),
        ("No `npm ci`.", sh("npm ci"), [6]),
        ("No `npm ci` leads to trouble.", sh("npm ci"), []),
        ("Prefer `make` over `npm ci`.", sh("npm ci"), []),
        ("Never use `npm run <script>`.", sh("npm run x"), [6]),
        (BAN, TABLE.format("Task"), [7]),
        (BAN, TABLE.format("Don't"), []),
        (BAN, "- Install: `npm ci`", [5]),
        ("Never use `npm`.", "- Tools: `npm`", []),
        (BAN, "Text:\n\n    npm ci", [7]),
        (BAN, "- Text\n\n    npm ci", []),
        (BAN, "```yaml\n- run: npm ci\n```", [6]),
        (CALL, "```\n❌ raw_open(1)\n```", []),
        ("Use `a.b()` instead of `c.d()`.", "Then call `c.d()`.", [5]),
        ("Never commit `.env`.", sh("cp a.env .env"), []),
        ("Never commit `.env`.", sh("git add .env"), [6]),
        ("Never commit `.env`.", "Then commit `.env` and push.", [5]),
        ("Never install `left-pad`.", sh("npm install left-pad"), [6]),
        ("Never use `git push --force`.", sh("git push origin main --force"), [6]),
        ("Never use `git push --force`.", sh("git pull --force"), []),
        ("The `dist/` folder must not be edited.", "Edit `dist/app.js` and reload.", [5]),
        ("Do not edit files in `gen/`.", sh("vim gen/a.ts"), [6]),
        ("If it rains, do not edit files in `gen/`.", sh("vim gen/a.ts"), []),
        ("There is no `make.sh`.", sh("./make.sh build"), [6]),
        ("There is no `make.sh` in:", sh("./make.sh build"), []),
        ("There is no `make`.", sh("make build"), []),
        ("No `config.yaml` exists.", sh("tool --config config.yaml"), [6]),
        ("Never use `any`.", "```ts\nlet x: any;\n```", [6]),
        ("The score is never `0.5`.", sh("score 0.5"), []),
        ("Never use `Value`.", "```ts\nlet x = Value;\n```", []),
        ("Never use `.unwrap()`.", "```rust\nlet x = y.unwrap();\n```", [6]),
        ("Never use `moment`.", '```ts\nimport moment from "moment";\n```', [6]),
        ("Never import from `@a/b/src`.", '```ts\nimport { c } from "@a/b/src/c";\n```', [6]),
        ("Do not use `npm ci` in CI.", "## Setup\n\n" + sh("npm ci"), []),
        ("Do not use `npm ci` in CI.", "## CI\n\n" + sh("npm ci"), [8]),
        ("Do not use `npm ci` in `web/`.", "## web/\n\n" + sh("npm ci"), [8]),
        ("Do not use `npm ci` in the inner yard.", sh("npm ci"), [6]),
        ("Do not use `npm ci` in the.", sh("npm ci"), []),
        ("Avoid `npm ci` in the inner yard.", sh("npm ci"), []),
        ("Never use `sudo npm ci`.", sh("sudo npm ci"), [6]),
        ("You should use `npm ci` (not `npm i`) for speed.", sh("npm i"), []),
    ],
)
def test_other_people_say_it_otherwise(rule: str, body: str, lines: list[int]) -> None:
    assert lines_shown(rule, body) == lines


def test_a_long_rule_is_shortened() -> None:
    (remark,) = look({}, {"a.md": f"Never use `npm ci`: {'word ' * 80}.\n\n{sh('npm ci')}\n"})
    assert remark.failure_mode.startswith("The rule at `a.md:1` reads: Never use `npm ci`: word")
    assert " …. Readers copy `npm ci`" in remark.failure_mode


def test_an_example_far_from_advice_is_left_alone() -> None:
    text = f"# A\n\n## B\n\nUse `a b`, not `c d`.\n\n## C\n{'x' + chr(10) * 200}\n{sh('c d')}\n"
    assert look({}, {"docs/guide.md": text}) == []
