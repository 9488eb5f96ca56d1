"""Which branches of the code a literal stands in, and what is known there."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency.modes import Fact, facts_of
from postil.inspection.checks._prompt_consistency.prompts import Arm
from postil.syntax.grammar import Parsed

FUNCTIONS = frozenset(
    {"function_definition", "function_declaration", "method_definition", "arrow_function", "method",
     "function_expression", "method_declaration", "function_item", "lambda", "func_literal", "singleton_method",
     "local_function_statement", "generator_function_declaration", "anonymous_function"}
)  # fmt: skip
_BRANCHES = frozenset(
    {"if_statement", "ternary_expression", "conditional_expression", "if_expression", "if", "unless", "if_modifier", "unless_modifier",
     "elsif", "elif_clause", "else_if_clause", "switch_body", "match_statement",
     "expression_switch_statement", "match_block", "conditional", "switch_block", "switch_expression", "case"}
)  # fmt: skip
_CLAUSES = frozenset({"elif_clause", "else_if_clause"})
_JOINT = frozenset({"binary_expression", "binary", "boolean_operator"})
_ENDS = frozenset(
    {"return_statement", "return", "return_expression", "throw_statement", "raise_statement", "throw_expression",
     "continue_statement", "break_statement"}
)  # fmt: skip
_BODIES = frozenset(
    {
        "block",
        "statement_block",
        "statement_list",
        "compound_statement",
        "then",
        "expression_statement",
    }
)
_MOST_SIBLINGS = 200
_LONGEST_TEST = 60
_LAST_OF_UNMARKED = 4


def arms(node: Node, parsed: Parsed) -> Iterator[Arm]:
    """The branches around a node, the innermost first, up to its function."""
    child, current = node, node.parent
    while current is not None and current.type not in FUNCTIONS:
        if current.type in _BRANCHES or _is_match_body(current):
            yield _arm(current, child, parsed)
        elif _is_joint(current) and child.id == current.children[-1].id:
            yield _given(current, parsed)
        yield from _left(child, parsed)
        child, current = current, current.parent


def _arm(branch: Node, child: Node, parsed: Parsed) -> Arm:
    test = _test(branch, parsed)
    is_else = _is_alternative(branch, child)
    facts = facts_of(test, holds=is_else is branch.type.startswith("unless")) if test else ()
    if child.type in ("else_clause", "else", *_CLAUSES):
        facts += tuple(_passed_over(branch, child, parsed))
    shown = test[:_LONGEST_TEST].strip("()`")
    is_negated = is_else is not branch.type.startswith("unless")
    return Arm(
        branch.start_byte,
        child.start_byte,
        f"not {shown}" if shown and is_negated else shown,
        facts,
    )


def _is_match_body(node: Node) -> bool:
    """Whether it holds the cases of a `match`, each of which is a way of its own."""
    return (
        node.type == "block" and node.parent is not None and node.parent.type == "match_statement"
    )


def _is_joint(node: Node) -> bool:
    """Whether it is `test && text`, which is the text where the test holds."""
    return (
        node.type in _JOINT and len(node.children) > 2 and node.children[1].type in ("&&", "and")  # noqa: PLR2004
    )


def _given(joint: Node, parsed: Parsed) -> Arm:
    test = " ".join(parsed.text_of(joint.children[0]).split())[:200]
    return Arm(joint.start_byte, 0, test[:_LONGEST_TEST].strip("()`"), facts_of(test, holds=True))


def _left(statement: Node, parsed: Parsed) -> Iterator[Arm]:
    """The branches before a statement that end the function: it is reached where their test fails."""
    before, count = statement.prev_named_sibling, 0
    while before is not None and count < _MOST_SIBLINGS:
        count += 1
        if before.type in ("if_statement", "if_expression", "if") and _ends(before):
            test = _test(before, parsed)
            shown = test[:_LONGEST_TEST].strip("()`")
            yield Arm(before.start_byte, -1, f"not {shown}", facts_of(test, holds=False))
        before = before.prev_named_sibling


def _ends(branch: Node) -> bool:
    """Whether a branch without an alternative leaves the function or the loop."""
    if branch.child_by_field_name("alternative") is not None:
        return False
    last = branch.child_by_field_name("consequence")
    while last is not None and last.type in _BODIES and last.named_children:
        last = last.named_children[-1]
    return last is not None and last.type in _ENDS


def _is_alternative(branch: Node, child: Node) -> bool:
    """Whether the child is what happens where the test does not hold."""
    index = [each.id for each in branch.children].index(child.id)
    if _is_unmarked(branch):
        return index == _LAST_OF_UNMARKED
    return branch.field_name_for_child(index) == "alternative"


def _is_unmarked(branch: Node) -> bool:
    """Whether it is `A if test else B`, whose grammar names none of its parts."""
    return (
        branch.type == "conditional_expression"
        and branch.child_by_field_name("condition") is None
        and len(branch.children) == _LAST_OF_UNMARKED + 1
    )


def _passed_over(branch: Node, child: Node, parsed: Parsed) -> Iterator[Fact]:
    """What the clauses between a test and this one of its alternatives tell: they did not hold."""
    for clause in branch.children:
        if clause.type in _CLAUSES and clause.start_byte < child.start_byte:
            yield from facts_of(_test(clause, parsed), holds=False)


def _test(branch: Node, parsed: Parsed) -> str:
    found = branch.child_by_field_name("condition")
    if _is_unmarked(branch):
        found = branch.children[2]
    return " ".join(parsed.text_of(found).split())[:200] if found is not None else ""
