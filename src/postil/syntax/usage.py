"""Tells how a name is used from the node it is and the node around it."""

from __future__ import annotations

import re

from tree_sitter import Node

from postil.syntax.facts import Form

_MOST_STEPS = 8
_LONGEST_QUALIFIER = 200
_LONGEST_STATEMENT = 500
_WORD = re.compile(r"\w+")

_ATTRIBUTES: dict[str, tuple[str, str]] = {
    "attribute": ("attribute", "object"),
    "member_expression": ("property", "object"),
    "nested_identifier": ("property", "object"),
    "nested_type_identifier": ("name", "module"),
    "selector_expression": ("field", "operand"),
    "qualified_type": ("name", "package"),
    "field_access": ("field", "object"),
    "method_invocation": ("name", "object"),
    "field_expression": ("field", "value"),
    "scoped_identifier": ("name", "path"),
    "scoped_type_identifier": ("name", "path"),
    "scope_resolution": ("name", "scope"),
    "call": ("method", "receiver"),
    "member_access_expression": ("name", "expression"),
    "conditional_access_expression": ("name", "condition"),
    "qualified_name": ("name", "qualifier"),
    "qualified_identifier": ("name", "scope"),
    "member_call_expression": ("name", "object"),
    "nullsafe_member_call_expression": ("name", "object"),
    "scoped_call_expression": ("name", "scope"),
    "scoped_property_access_expression": ("name", "scope"),
}
_OTHER_OBJECTS = ("object", "argument", "scope", "path")
_IMPORTS = frozenset(
    {
        *("import_statement", "import_from_statement", "import_declaration", "import_spec"),
        *("use_declaration", "using_directive", "namespace_use_declaration", "preproc_include"),
    }
)
_EXPORTS = frozenset({"export_statement"})
_KEYS: dict[str, str] = {
    "keyword_argument": "name",
    "pair": "key",
    "pair_pattern": "key",
    "field_initializer": "field",
    "name_colon": "name",
    "jsx_attribute": "",
    "variable_name": "",
    "labeled_statement": "label",
    "argument": "name",
}
_KEY_TYPES = frozenset({"hash_key_symbol", "label_name", "statement_identifier", "variable_name"})
_BINDINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *("parameters", "lambda_parameters", "typed_parameter", "list_splat_pattern"),
            *("dictionary_splat_pattern", "pattern_list", "tuple_pattern", "list_pattern"),
            *("as_pattern_target", "formal_parameters", "object_pattern", "array_pattern"),
            *("rest_pattern", "inferred_parameters", "closure_parameters", "match_pattern"),
            *("ref_pattern", "mut_pattern", "slice_pattern", "reference_pattern", "or_pattern"),
            *("captured_pattern", "method_parameters", "block_parameters", "left_assignment_list"),
            *("destructured_parameter", "exception_variable", "preproc_params", "case_pattern"),
            *("structured_binding_declarator", "reference_declarator", "type_parameter"),
            *("implicit_parameter", "type_parameter_declaration", "splat_pattern"),
        ),
        (),
    ),
    "assignment": ("left",),
    "default_parameter": ("name",),
    "typed_default_parameter": ("name",),
    "for_statement": ("left",),
    "for_in_clause": ("left",),
    "named_expression": ("name",),
    "required_parameter": ("pattern",),
    "optional_parameter": ("pattern", "name"),
    "variable_declarator": ("name",),
    "pair_pattern": ("value",),
    "arrow_function": ("parameter",),
    "catch_clause": ("parameter",),
    "for_in_statement": ("left",),
    "assignment_pattern": ("left",),
    "object_assignment_pattern": ("left",),
    "function_expression": ("name",),
    "parameter_declaration": ("name", "declarator"),
    "variadic_parameter_declaration": ("name",),
    "optional_parameter_declaration": ("declarator",),
    "var_spec": ("name",),
    "const_spec": ("name",),
    "formal_parameter": ("name",),
    "catch_formal_parameter": ("name",),
    "enhanced_for_statement": ("name",),
    "resource": ("name",),
    "parameter": ("pattern", "name"),
    "let_declaration": ("pattern",),
    "let_condition": ("pattern",),
    "for_expression": ("pattern",),
    "const_parameter": ("name",),
    "mod_item": ("name",),
    "keyword_parameter": ("name",),
    "splat_parameter": ("name",),
    "hash_splat_parameter": ("name",),
    "block_parameter": ("name",),
    "for": ("pattern",),
    "foreach_statement": ("left",),
    "catch_declaration": ("name",),
    "declaration_expression": ("name",),
    "declaration_pattern": ("name",),
    "init_declarator": ("declarator",),
    "pointer_declarator": ("declarator",),
    "array_declarator": ("declarator",),
    "function_declarator": ("declarator",),
    "declaration": ("declarator",),
    "for_range_loop": ("declarator",),
    "variable_assignment": ("name",),
    "constructor_declaration": ("name",),
    "namespace_definition": ("name",),
    "simple_parameter": ("name",),
}
_BINDING_TYPES = frozenset({"shorthand_property_identifier_pattern", "shorthand_field_identifier"})
_GO_LISTS = frozenset({"short_var_declaration", "range_clause"})


def form_of(node: Node) -> Form:
    """How a name in code is used, its own definition apart."""
    parent = node.parent
    if parent is None or not node.is_named:
        return Form.UNKNOWN
    if parent.type == "export_specifier":
        return _exported_form(node, parent)
    if _is_imported(node):
        return Form.IMPORT
    if node.type in _KEY_TYPES or _fills(node, parent, _KEYS.get(parent.type)):
        return Form.KEY
    if parent.type == "literal_element" and _labels(parent):
        return Form.KEY
    if _is_bound(node, parent):
        return Form.BINDING
    if _object_of(node, parent) is not None:
        return Form.ATTRIBUTE
    if node.type == "word" and parent.type != "command_name":
        return Form.KEY
    return Form.NAME


def qualifier_of(node: Node, form: Form, source: bytes) -> str:
    """The word before the dot of an attribute; the statement around an import, on one line."""
    parent = node.parent
    owner = _object_of(node, parent) if form is Form.ATTRIBUTE and parent is not None else None
    if owner is not None:
        tail = source[max(owner.start_byte, owner.end_byte - _LONGEST_QUALIFIER) : owner.end_byte]
        text = tail.decode("utf-8", "replace").rstrip("?!")
        last = next(iter(_WORD.findall(text)[-1:]), "")
        return last if text.endswith(last) else ""
    statement = _ancestor(node, _IMPORTS | _EXPORTS) if form is Form.IMPORT else None
    if statement is not None:
        end = min(statement.end_byte, statement.start_byte + _LONGEST_STATEMENT)
        return " ".join(source[statement.start_byte : end].decode("utf-8", "replace").split())
    return ""


def _exported_form(node: Node, specifier: Node) -> Form:
    """In `export { a as b }` the first name is used and the second is a label."""
    statement = _ancestor(node, _EXPORTS)
    if statement is not None and statement.child_by_field_name("source") is not None:
        return Form.IMPORT
    return Form.NAME if specifier.child_by_field_name("name") == node else Form.KEY


def _is_imported(node: Node) -> bool:
    return _ancestor(node, _IMPORTS) is not None


def _ancestor(node: Node, types: frozenset[str]) -> Node | None:
    current = node.parent
    for _ in range(_MOST_STEPS):
        if current is None:
            return None
        if current.type in types:
            return current
        current = current.parent
    return None


def _fills(node: Node, parent: Node, field: str | None) -> bool:
    """Whether the node is the named field of its parent; an empty name means any child."""
    if field is None:
        return False
    return not field or any(child == node for child in parent.children_by_field_name(field))


def _labels(element: Node) -> bool:
    """Whether an element of a Go literal is the key before the colon."""
    outer = element.parent
    return outer is not None and outer.child_by_field_name("key") == element


def _is_bound(node: Node, parent: Node) -> bool:
    if node.type in _BINDING_TYPES:
        return True
    outer = parent.parent
    if parent.type == "expression_list" and outer is not None and outer.type in _GO_LISTS:
        return outer.child_by_field_name("left") == parent
    fields = _BINDINGS.get(parent.type)
    if fields is None:
        return False
    return not fields or any(_fills(node, parent, field) for field in fields)


def _object_of(node: Node, parent: Node) -> Node | None:
    """What stands before the dot when the node is what follows it."""
    if parent.type == "class_constant_access_expression":
        return parent.named_child(0) if parent.named_child(1) == node else None
    if parent.type == "member_binding_expression":
        return parent
    if parent.type == "token_tree":
        return _before_mark(node)
    fields = _ATTRIBUTES.get(parent.type)
    if fields is None or not _fills(node, parent, fields[0]):
        return None
    for field in (fields[1], *_OTHER_OBJECTS):
        owner = parent.child_by_field_name(field)
        if owner is not None and owner != node:
            return owner
    return None


def _before_mark(node: Node) -> Node | None:
    """What stands before the mark in front of a name, where a Rust macro's input has no structure."""
    mark = node.prev_sibling
    if mark is None or mark.type not in (".", "::"):
        return None
    return mark.prev_sibling or mark
