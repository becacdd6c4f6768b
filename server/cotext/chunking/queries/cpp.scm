(function_definition declarator: (function_declarator declarator: (_) @name)) @definition.function
(function_definition declarator: (_ (function_declarator declarator: (_) @name))) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: (_) @name)))) @definition.function
(function_definition declarator: (operator_cast) @name) @definition.operator
(function_definition declarator: (qualified_identifier name: (operator_cast)) @name) @definition.operator
(class_specifier name: [(type_identifier) @name (qualified_identifier) @name (template_type name: (_) @name)] body: (_)) @definition.class
(struct_specifier name: [(type_identifier) @name (qualified_identifier) @name (template_type name: (_) @name)] body: (_)) @definition.struct
(union_specifier name: [(type_identifier) @name (qualified_identifier) @name (template_type name: (_) @name)] body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.alias
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.alias
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @definition.alias
(type_definition declarator: (function_declarator declarator: (type_identifier) @name)) @definition.alias
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.alias
(alias_declaration name: (type_identifier) @name) @definition.alias
(concept_definition name: (identifier) @name) @definition.interface
(namespace_definition name: (_) @name) @definition.namespace
(template_declaration (_) @inner) @outer
(enumerator name: (identifier) @name) @definition.enum_member
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field
(field_declaration declarator: (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)) @definition.method
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.method
(field_declaration_list (declaration declarator: (function_declarator declarator: (_) @name)) @definition.method)
(field_declaration_list (template_declaration (declaration declarator: (function_declarator declarator: (_) @name)) @definition.method))
(field_declaration_list (declaration declarator: (operator_cast) @name) @definition.operator)
(preproc_def name: (identifier) @name) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.function
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) (qualified_identifier)] @name)) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (identifier) @name) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: [(identifier) (qualified_identifier)] @name)) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @definition.variable)
(declaration_list (declaration declarator: (identifier) @name) @definition.variable)
