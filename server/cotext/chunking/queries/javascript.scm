(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method
(class_body (field_definition property: (_) @name value: [(arrow_function) (function_expression)] @body) @definition.method)
(class_body (field_definition property: (_) @name) @definition.field)
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @body)) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)] @body)) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class) @body)) @definition.class
(variable_declaration (variable_declarator name: (identifier) @name value: (class) @body)) @definition.class
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.constant
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.variable
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value)) @definition.variable
  (#not-match? @_value "^(await +)?(require|import) *[(]"))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant))
(program (export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(export_statement declaration: (_) @inner) @outer
(variable_declarator value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method))
(export_statement value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method))
(assignment_expression right: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)] @body) @definition.method))
(assignment_expression left: (member_expression object: (_) @container property: (_) @name) right: [(arrow_function) (function_expression) (generator_function)] @body) @definition.function
(assignment_expression left: (member_expression object: (_) @container property: (_) @name) right: (class) @body) @definition.class
(program (expression_statement (assignment_expression left: (member_expression object: (identifier) @container property: (_) @name)) @definition.variable
  (#any-of? @container "exports")))
