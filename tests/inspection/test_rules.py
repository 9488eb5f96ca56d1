"""Which books speak for a file, what counts as a rule, and how rules are told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.inspection.rules import RuleBooks, cited, rules_in, rules_near

from fakes.trees import MemoryTree


def texts(book: str) -> list[str]:
    return [rule.text for rule in rules_in("AGENTS.md", book)]


@pytest.mark.parametrize(
    ("files", "path", "books"),
    [
        ({"AGENTS.md": ""}, "a/b.py", ("AGENTS.md",)),
        ({"AGENTS.md": "", "a/CLAUDE.md": ""}, "a/b.py", ("a/CLAUDE.md",)),
        ({"AGENTS.md": "", "a/CLAUDE.md": ""}, "c/b.py", ("AGENTS.md",)),
        ({"AGENTS.md": "", "CONTRIBUTING.md": ""}, "b.py", ("AGENTS.md", "CONTRIBUTING.md")),
        ({".github/CONTRIBUTING.md": ""}, "a/b/c.py", (".github/CONTRIBUTING.md",)),
        ({"docs/CONTRIBUTING.md": ""}, "a.py", ("docs/CONTRIBUTING.md",)),
        ({"README.md": ""}, "a.py", ()),
    ],
)
def test_the_nearest_folder_with_a_book_wins(
    files: dict[str, str], path: str, books: tuple[str, ...]
) -> None:
    assert RuleBooks(MemoryTree(files)).above(path) == books


def test_a_link_or_a_pointer_to_another_book_is_followed_once() -> None:
    tree = MemoryTree(
        {"a/CLAUDE.md": "../RULES.md", "RULES.md": "Never `x`.\n", "b/CLAUDE.md": "@../../../up.md"}
    )
    books = RuleBooks(tree)
    assert [rule.place for rule in books.rules("a/CLAUDE.md")] == ["RULES.md:1"]
    assert books.rules("b/CLAUDE.md") == ()
    assert books.rules("missing/AGENTS.md") == ()


@pytest.mark.parametrize(
    ("line", "is_rule"),
    [
        ("Code MUST be tested.", True),
        ("Never guess.", True),
        ("A licence header is required.", True),
        ("It is mandatory.", True),
        ("Use `a` instead of `b`.", True),
        ("Use `a`, not `b`.", True),
        ("No `any`.", True),
        ("Don’t.", True),
        ("We like tea.", False),
        ("Prefer tea.", False),
        ("Noble.", False),
    ],
)
def test_what_obliges(line: str, *, is_rule: bool) -> None:
    assert bool(texts(line)) is is_rule


def test_each_sentence_is_a_rule_of_its_own_with_its_lines() -> None:
    book = "# Title\n\nWe like tea. Never `a. B` it. Always\nwrap e.g. `this` line;\nmust go on.\n"
    rules = list(rules_in("AGENTS.md", book))
    assert [(rule.line, rule.text) for rule in rules] == [
        (3, "Never `a. B` it."),
        (3, "Always wrap e.g. `this` line;"),
        (5, "must go on."),
    ]
    assert rules[1].quoted == "We like tea. Never `a. B` it. Always\nwrap e.g. `this` line;"
    assert rules[0].entry.startswith("We like tea.")


def test_headings_and_lists_are_what_a_rule_stands_under() -> None:
    book = (
        "# Title\n\n## Code\n\nIn Python:\n\n- must a\n  - must b\n- must c\n\nmust d\n\n"
        "### Deep\n\nmust e\n\n## Never\n\n- use `f`\n\nOther words\n===\n\n| must | g |\n<!-- must h -->\n"
    )
    found = {rule.text: rule for rule in rules_in("AGENTS.md", book)}
    assert found["must a"].headings == ("Code",)
    assert found["must a"].leads == ("In Python:",)
    assert found["must b"].leads == ("In Python:", "must a")
    assert found["must c"].leads == ("In Python:",)
    assert found["must d"].leads == ()
    assert found["must e"].headings == ("Code", "Deep")
    assert found["use `f`"].is_listed_as_forbidden
    assert not found["must a"].is_listed_as_forbidden
    assert "must h -->" not in found
    assert "| must | g |" in found


def test_code_blocks_hold_no_rules() -> None:
    assert texts("```\nnever x\n```\nnever y\n") == ["never y"]


def test_rules_near_lists_each_rule_once_and_cites_it() -> None:
    tree = MemoryTree({"AGENTS.md": "Never a.\n\nNever b.\n", "web/AGENTS.md": "Never c.\n"})
    rules = rules_near(tree, ["a.py", "b.py", "web/x.ts"])
    assert cited(rules) == "AGENTS.md:1: Never a.\nAGENTS.md:3: Never b.\nweb/AGENTS.md:1: Never c."
    assert cited(rules, most_characters=30) == "AGENTS.md:1: Never a.\n(2 more rules are not shown)"
    assert cited(()) == ""


def test_a_flood_of_rules_is_cut() -> None:
    assert len(texts("Never a.\n\n" * 3_000)) == 1_000
    assert len(texts("must " * 50_000)[0]) <= 20_000
    assert texts("\n".join(["never"] * 5_000))[0].count("never") < 5_000


@given(st.text(alphabet="never must`-#*.;: \n\t|<>=1)\udc80", max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_survived_and_quotes_are_verbatim(text: str) -> None:
    lines = text.split("\n")
    for rule in rules_in("AGENTS.md", text):
        first = rule.quoted.split("\n")[0]
        assert lines[rule.line - 1] == first
