"""Which nodes of each grammar define a name: one query per language.

The capture `name` is the name; the other capture is the whole definition and says its kind.
`scope` is a block that owns what stands in it without being a definition itself.
"""

from __future__ import annotations

_JAVASCRIPT = """
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (_) @name) @class
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @method
(variable_declarator name: (identifier) @name) @constant
(export_statement (lexical_declaration (variable_declarator name: (object_pattern
  [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)]))
  @constant))
(export_statement (lexical_declaration (variable_declarator name: (array_pattern
  (identifier) @name)) @constant))
(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression)] @object property: (property_identifier) @name)
  (#match? @object "^(exports|module[.]exports|[A-Za-z_$][A-Za-z0-9_$]*[.]prototype)$")) @function
"""

_TYPESCRIPT = """
(abstract_class_declaration name: (_) @name) @class
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @field
(required_parameter "readonly" pattern: (identifier) @name) @field
(interface_declaration name: (_) @name) @type
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @class
(enum_body name: (property_identifier) @name @member)
(enum_assignment name: (property_identifier) @name) @member
(public_field_definition name: (property_identifier) @name) @field
(property_signature name: (property_identifier) @name) @field
(method_signature name: (property_identifier) @name) @method
(abstract_method_signature name: (property_identifier) @name) @method
(function_signature name: (identifier) @name) @function
(internal_module name: (_) @name) @class
"""

_C = """
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(function_definition declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @function
(declaration declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @function
(declaration declarator: (identifier) @name) @constant
(declaration declarator: (init_declarator declarator: (identifier) @name)) @constant
(declaration declarator: (init_declarator
  declarator: (pointer_declarator declarator: (identifier) @name))) @constant
(declaration declarator: (init_declarator
  declarator: (array_declarator declarator: (identifier) @name))) @constant
(struct_specifier name: (type_identifier) @name body: (_)) @class
(union_specifier name: (type_identifier) @name body: (_)) @class
(enum_specifier name: (type_identifier) @name body: (_)) @type
(enumerator name: (identifier) @name) @member
(type_definition declarator: (type_identifier) @name) @type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))) @type
(field_declaration declarator: (field_identifier) @name) @field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @field
(preproc_def name: (identifier) @name) @constant
(preproc_function_def name: (identifier) @name) @function
"""

_CPP = """
(class_specifier name: (type_identifier) @name body: (_)) @class
(function_definition declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @owner name: (identifier) @name))) @method
(function_definition declarator: (function_declarator
  declarator: (field_identifier) @name)) @method
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
(alias_declaration name: (type_identifier) @name) @type
"""

QUERIES = {
    "python": """
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @class
(assignment left: (identifier) @name) @constant
(assignment left: (pattern_list (identifier) @name)) @constant
(type_alias_statement left: (type (identifier) @name)) @type
""",
    "javascript": _JAVASCRIPT + "(field_definition property: (property_identifier) @name) @field\n",
    "typescript": _JAVASCRIPT + _TYPESCRIPT,
    "tsx": _JAVASCRIPT + _TYPESCRIPT,
    "go": """
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name) @class
(type_alias name: (type_identifier) @name) @type
(const_spec name: (identifier) @name) @constant
(var_spec name: (identifier) @name) @constant
(field_declaration name: (field_identifier) @name) @field
(method_elem name: (field_identifier) @name) @method
""",
    "java": """
(class_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @class
(enum_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @field))
(annotation_type_declaration name: (identifier) @name) @class
(method_declaration name: (identifier) @name) @method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
(enum_constant name: (identifier) @name) @member
""",
    "rust": """
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @method
(struct_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(trait_item name: (type_identifier) @name) @class
(type_item name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(macro_definition name: (identifier) @name) @function
(enum_variant name: (identifier) @name) @member
(field_declaration name: (field_identifier) @name) @field
(impl_item type: (_) @name) @scope
""",
    "ruby": """
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
(class name: (_) @name) @class
(module name: (_) @name) @class
(assignment left: (constant) @name) @constant
(alias name: (identifier) @name) @function
(call method: (identifier) @maker arguments: (argument_list (simple_symbol) @name)
  (#match? @maker "^(attr_accessor|attr_reader|attr_writer|scope|delegate|has_many|has_one|belongs_to|define_method|let)$")) @field
""",
    "csharp": """
(class_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(class_declaration (parameter_list (parameter name: (identifier) @name) @field))
(struct_declaration (parameter_list (parameter name: (identifier) @name) @field))
(record_declaration (parameter_list (parameter name: (identifier) @name) @field))
(enum_declaration name: (identifier) @name) @class
(enum_member_declaration name: (identifier) @name) @member
(method_declaration name: (identifier) @name) @method
(property_declaration name: (identifier) @name) @field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
(delegate_declaration name: (identifier) @name) @type
""",
    "c": _C,
    "cpp": _C + _CPP,
    "php": """
(function_definition name: (name) @name) @function
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @class
(trait_declaration name: (name) @name) @class
(enum_declaration name: (name) @name) @class
(enum_case name: (name) @name) @member
(method_declaration name: (name) @name) @method
(const_element (name) @name) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @field
(property_promotion_parameter name: (variable_name (name) @name)) @field
(function_call_expression function: (name) @maker
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @maker "define")) @constant
""",
    "bash": "(function_definition name: (word) @name) @function\n",
}

IMPORTS = {
    "python": """
(import_from_statement module_name: (_) @source name: (_) @item)
(import_from_statement module_name: (_) @source (wildcard_import) @item)
(import_statement name: (_) @item)
""",
    "javascript": """
(import_statement (import_clause (identifier) @default) source: (string) @source)
(import_statement (import_clause (namespace_import (identifier) @module)) source: (string) @source)
(import_statement (import_clause (named_imports (import_specifier) @item)) source: (string) @source)
(export_statement (export_clause (export_specifier) @item) source: (string) @source)
(export_statement "*" @item source: (string) @source)
(variable_declarator name: (identifier) @module value: (call_expression
  function: (identifier) @require arguments: (arguments . (string) @source .))
  (#eq? @require "require"))
(variable_declarator name: (object_pattern
  [(shorthand_property_identifier_pattern) (pair_pattern)] @item) value: (call_expression
  function: (identifier) @require arguments: (arguments . (string) @source .))
  (#eq? @require "require"))
(assignment_expression left: (_) @exports right: [
  (call_expression function: (identifier) @require arguments: (arguments . (string) @source .))
  (object (spread_element (call_expression
    function: (identifier) @require arguments: (arguments . (string) @source .)) @all))] @all
  (#match? @exports "^(module[.])?exports$") (#eq? @require "require"))
(call_expression function: (member_expression) @joins arguments: (arguments . (_) @exports
  (call_expression function: (identifier) @require arguments: (arguments . (string) @source .)) @all)
  (#match? @exports "^(module[.])?exports$") (#eq? @joins "Object.assign") (#eq? @require "require"))
""",
    "go": "(import_spec path: (_) @source) @item\n",
}
IMPORTS["typescript"] = IMPORTS["tsx"] = IMPORTS["javascript"]
