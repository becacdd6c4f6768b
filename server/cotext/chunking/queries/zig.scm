(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "struct")) @body)))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "opaque")) @body)))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union")) @body)))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")) @body)))) @definition.enum
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl) @body)))) @definition.enum
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.enum_member)
(ContainerDecl (ContainerDeclType "enum") (ContainerField . (ErrorUnionExpr . (SuffixExpr . (IDENTIFIER) @name))) @definition.enum_member)
(ContainerDecl (ContainerDeclType "union") (ContainerField . (ErrorUnionExpr . (SuffixExpr . (IDENTIFIER) @name))) @definition.enum_member)
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name) @_value
  (#not-match? @_value "^(const|var) +[^ =]+ *= *@import")) @definition.variable
(TestDecl (STRINGLITERALSINGLE) @name (Block)? @body) @definition.function
(TestDecl (IDENTIFIER) @name (Block)? @body) @definition.function
