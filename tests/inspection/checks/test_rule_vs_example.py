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


@pytest.mark.parametrize("path", ["CHANGELOG.md", "docs/deprecations.md", "tests/a.md", "a.py"])
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


@pytest.mark.parametrize(
    ("line", "rest", "tokens"),
    [
        ("`cargo doc` fails in the root.", "", ["cargo doc"]),
        ("`cargo doc` breaks at the top level of the repository.", "", ["cargo doc"]),
        ("`cargo doc` does not work when it is run from the project root.", "", ["cargo doc"]),
        ("As nothing lives there, `cargo doc` fails in the repo's root.", "", ["cargo doc"]),
        ("`cargo doc` fails in the root until `just gen` was run.", "", []),
        ("Never run `cargo doc` in the root if it is cold.", "", []),
        ("`cargo doc` fails in the root component.", "", []),
        ("`cargo doc` fails.", "Use `just doc`.", ["cargo doc"]),
        ("`cargo doc` fails.", "Use `just gen` first.", []),
        ("`cargo doc` fails.", "Run `just gen`.", []),
    ],
)
def test_what_fails_somewhere(line: str, rest: str, tokens: list[str]) -> None:
    assert [rule.forbidden for rule in rules_in(line, rest)] == tokens


def shown_in(head: str, example: str) -> list[int]:
    """The lines of the document below a rule about the root that break it."""
    text = f"{head}\n\n{example}\n"
    (rule,) = rules_in(head)
    return list(Document("AGENTS.md", text).offenders(rule, 1, skip=frozenset({1})))


EACH = "Never run `pnpm` in the root, use `cd web && pnpm ...`."


@pytest.mark.parametrize(
    ("example", "numbers"),
    [
        ("1. Run `pnpm lint`.", [3]),
        ("1. Run `cd web && pnpm i`.\n2. Run `pnpm lint`.", [4]),
        ("1. Run `(cd web && pnpm i)`.\n2. Run `pnpm lint`.", [4]),
        ("1. Run `cd web`.\n2. Run `pnpm lint`.", []),
        ("1. Go to the pages.\n2. Run `pnpm lint`.", []),
        ("1. Run `pnpm --dir web i`.\n2. Run `pnpm lint`.", [4]),
        ("1. Run `pnpm lint` in each package.", []),
        ("1. Run `pnpm lint` in `web/`.", []),
        ("1. Run `pnpm lint` in the root folder.", [3]),
        ("```sh\ndocker run -w /web x \\\npnpm lint\n```", []),
        ("```sh\npnpm -C web i\npnpm lint\n```", [5]),
    ],
)
def test_where_the_root_is_left(example: str, numbers: list[int]) -> None:
    assert shown_in(EACH, example) == numbers


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (["1. One:", "", "       npm ci"], [3]),
        (["- One:", "", "      npm ci"], [3]),
        (["1. One:", "", "   npm ci"], []),
        (["1. One:", "", "    npm ci"], []),
        (["1. One:", "   - Two:", "", "           npm ci"], [4]),
        (["1. One:", "   - Two:", "", "        npm ci"], []),
        (["1. One:", "", "       - npm ci"], []),
        (["1. One:", "", "\t\tnpm ci"], [3]),
        (["1. One", "", "Then:", "", "    npm ci"], [5]),
        (["1. One:", "", "       a", "", "       npm ci"], [5]),
    ],
)
def test_code_that_a_list_sets_off(lines: list[str], numbers: list[int]) -> None:
    (rule,) = rules_in("Never run `npm ci`.")
    document = Document("a.md", "\n".join(lines))
    assert list(document.offenders(rule, 0, skip=frozenset())) == numbers


@pytest.mark.parametrize(
    ("sentence", "command", "is_shown"),
    [
        ("Use `just schema`, not `rake load`.", "bundle exec rake load", True),
        ("Use `just schema`, not `rake load`.", "poetry run rake load", True),
        ("Use `bundle exec rake`, not `rake load`.", "bundle exec rake load", False),
        ("Never run `rake load`.", "bundle exec rake load", False),
        ("Use `just look`, not `jest`.", "npx jest --all", True),
        ("Use `npx jest`, not `jest`.", "npx jest --all", False),
    ],
)
def test_commands_behind_a_runner(sentence: str, command: str, *, is_shown: bool) -> None:
    (rule,) = rules_in(sentence)
    document = Document("a.md", f"```sh\n{command}\n```")
    assert bool(list(document.offenders(rule, 0, skip=frozenset()))) is is_shown


def test_a_step_holds_what_is_indented_below_it() -> None:
    long = "1. One.\n" + "\n".join("   more" for _ in range(60))
    document = Document("a.md", f"1. One:\n\n       a\n\nText.\n\nb\n{long}")
    assert [document.step(line) for line in (1, 3, 5, 7, 60)] == ["1. One:", "1. One:", "", "", ""]


GUIDED = "Use `just schema`, not `rake load`.\n\n"


@pytest.mark.parametrize(
    ("step", "count"),
    [
        ("1. Load it:\n\n       rake load\n", 1),
        ("1. Run `rake load`.\n", 1),
        ("1. Before that, load the old ones:\n\n       rake load\n", 0),
        ("Load it:\n\n    rake load\n", 0),
    ],
)
def test_steps_of_a_guide(step: str, count: int) -> None:
    path = "docs/upgrading.md"
    assert len(look({}, {path: GUIDED + step})) == count
    assert look({path: step}, {path: GUIDED + step}) == []


def test_a_guide_binds_only_itself() -> None:
    step = "1. Run `rake load`.\n"
    assert look({}, {"docs/upgrading.md": GUIDED, "README.md": step}) == []
    assert look({}, {"README.md": GUIDED, "docs/upgrading.md": step}) == []
    late = f"# Up\n\n## A\n\n1. Run `rake load`.\n\n## B\n\n{GUIDED}"
    assert look({}, {"docs/upgrading.md": late}) == []
    style = "Never write `a(b)`.\n\n1. Write it:\n\n       a(b)\n"
    assert look({}, {"docs/upgrading.md": style}) == []
    option = "Never run `rake load` without `--dry`.\n\n1. Load it:\n\n       rake load\n"
    assert look({}, {"docs/upgrading.md": option}) == []


OLD = "# Kiln\n\n## Start\n\n```sh\nnpm install\n```\n"


@pytest.mark.parametrize(
    ("old", "rule", "path", "count"),
    [
        (OLD, "Use `pnpm install`, not `npm install`.", "docs/building.md", 1),
        (OLD, "Use `pnpm install`, not `npm install`.", "AGENTS.md", 1),
        (OLD, "Use `pnpm install`, not `npm install`.", "web/AGENTS.md", 0),
        (OLD, "`npm install` is deprecated.", "docs/building.md", 0),
        (OLD, "# With Docker\n\nUse `pnpm install`, not `npm install`.", "AGENTS.md", 0),
        (OLD, "Use `yarn`, not `npm`.", "docs/building.md", 0),
        (OLD.replace("install", "install a"), "Use `pnpm install`, not `npm install`.", "AGENTS.md", 0),
        (OLD.replace("install", "install -f"), "Use `pnpm install`, not `npm install`.", "AGENTS.md", 1),
        (OLD.replace("Start", "With npm"), "Use `pnpm install`, not `npm install`.", "AGENTS.md", 0),
        (OLD.replace("Start", "Or so"), "Use `pnpm install`, not `npm install`.", "AGENTS.md", 0),
        (f"{OLD}\nOr pnpm.\n", "Use `pnpm install`, not `npm install`.", "AGENTS.md", 0),
        (OLD, "Never run `npm install` in the root.", "AGENTS.md", 0),
    ],
)  # fmt: skip
def test_advice_reaches_what_the_change_had_in_hand(
    old: str, rule: str, path: str, count: int
) -> None:
    files = {path: f"{rule}\n", "README.md": f"{old}\nMore.\n"}
    assert len(look({"README.md": old}, files)) == count


def test_advice_does_not_reach_a_whole_manual() -> None:
    old = {f"docs/{at}.md": OLD for at in range(9)}
    rule = {"AGENTS.md": "Use `pnpm install`, not `npm install`.\n"}
    assert look(old, {**{path: f"{text}\nMore.\n" for path, text in old.items()}, **rule}) == []


def test_the_root_is_that_of_the_rule() -> None:
    rule = "Never run `pnpm` in the root.\n"
    example = "```sh\npnpm install\n```\n"
    assert look({}, {"AGENTS.md": rule, "web/README.md": example}) == []
    assert len(look({}, {"AGENTS.md": rule, "docs/start.md": example})) == 1
