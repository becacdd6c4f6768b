(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(decorated_definition definition: (_) @inner) @outer
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(module (type_alias_statement left: (type (identifier) @name)) @definition.alias)
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: (pattern_list (identifier) @name)) @definition.variable)
(module (if_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (if_statement (else_clause (block (assignment left: (identifier) @name) @definition.variable))))
(module (try_statement (block (assignment left: (identifier) @name) @definition.variable)))
