(module name: [(constant) @name (scope_resolution) @name]) @definition.module
(class name: [(constant) @name (scope_resolution) @name]) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
(assignment left: (constant) @name) @definition.constant
(call method: (identifier) @_method arguments: (argument_list (simple_symbol) @name) @_arguments
  (#any-of? @_method "attr_reader" "attr_writer" "attr_accessor")) @definition.property
(call !receiver method: (identifier) @_method arguments: (argument_list . (simple_symbol) @name)
  (#any-of? @_method "define_method" "alias_method" "scope" "define_singleton_method")) @definition.method
