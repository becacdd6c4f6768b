(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name value: (_) @body) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body (property_identifier) @name @definition.enum_member)
(enum_body (enum_assignment name: (_) @name) @definition.enum_member)
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace
(method_definition name: (_) @name) @definition.method
(class_body (method_signature name: (_) @name) @definition.method)
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.property)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.property))
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))
(class_body (public_field_definition name: (_) @name value: [(arrow_function) (function_expression)] @body) @definition.method)
(class_body (public_field_definition name: (_) @name) @definition.field)
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @body)) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @body)) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class) @body)) @definition.class
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.constant
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.variable
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.variable
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant))
(program (export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(program (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))
(program (ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.constant))
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)))
(export_statement declaration: (_) @inner) @outer
(ambient_declaration (_) @inner) @outer
(variable_declarator value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method))
(variable_declarator value: (as_expression (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method)))
(variable_declarator value: (satisfies_expression (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method)))
(export_statement value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method))
(assignment_expression left: (member_expression object: (_) @container property: (_) @name) right: [(arrow_function) (function_expression) (generator_function)] @body) @definition.function
