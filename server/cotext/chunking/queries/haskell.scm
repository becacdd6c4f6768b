(header module: (module) @name) @definition.module
(declarations (signature name: (_) @name) @definition.function)
(declarations (signature names: (binding_list name: (_) @name)) @definition.function)
(declarations (function name: (_) @name match: (_) @body) @definition.function)
(declarations (function (infix operator: (operator) @name) match: (_) @body) @definition.function)
(declarations (function (infix operator: (infix_id) @name) match: (_) @body) @definition.function)
(declarations (bind name: (_) @name match: (_) @body) @definition.function)
(declarations (foreign_import (signature name: (_) @name)) @definition.function)
(data_type name: (_) @name) @definition.struct
(newtype name: (_) @name) @definition.struct
(type_synomym name: (_) @name) @definition.alias
(type_family name: (_) @name) @definition.alias
(data_family name: (_) @name) @definition.alias
(class name: (_) @name declarations: (_)? @body) @definition.interface
(class_declarations (signature name: (_) @name) @definition.method)
(class_declarations (function name: (_) @name match: (_) @body) @definition.method)
(class_declarations (bind name: (_) @name match: (_) @body) @definition.method)
(instance name: (_) @name declarations: (_)? @body) @definition.object
(instance_declarations (signature name: (_) @name) @definition.method)
(instance_declarations (function name: (_) @name match: (_) @body) @definition.method)
(instance_declarations (function (infix operator: (_) @name) match: (_) @body) @definition.method)
(instance_declarations (bind name: (_) @name match: (_) @body) @definition.method)
(data_constructor (prefix name: (_) @name)) @definition.enum_member
(data_constructor (record name: (_) @name)) @definition.enum_member
(gadt_constructor name: (_) @name) @definition.enum_member
(newtype_constructor name: (_) @name) @definition.enum_member
(field name: (_) @name) @definition.field
(pattern_synonym (equation synonym: (_) @name)) @definition.function
