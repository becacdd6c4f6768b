(call target: (identifier) @_keyword (arguments . (alias) @name) (do_block)? @body
  (#eq? @_keyword "defmodule")) @definition.module
(call target: (identifier) @_keyword (arguments . (alias) @name) (do_block)? @body
  (#eq? @_keyword "defprotocol")) @definition.interface
(call target: (identifier) @_keyword (arguments . (alias) @name) (do_block)? @body
  (#eq? @_keyword "defimpl")) @scope
(call target: (identifier) @_keyword
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ]) (do_block)? @body
  (#any-of? @_keyword "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @_keyword
  (arguments . [
    (binary_operator operator: ["+" "-" "*" "/" "++" "--" "+++" "---" "<>" "|>" "<|>" "==" "!=" "===" "!==" "=~" "<" ">" "<=" ">=" "&&" "||" "&&&" "|||" "<<<" ">>>" "~>" "~>>" "<~" "<<~" "<~>" ".." "in" "and" "or"] @name)
    (binary_operator left: (binary_operator operator: ["+" "-" "*" "/" "++" "--" "<>" "|>" "==" "!=" "=~" "<" ">" "<=" ">=" "&&" "||" "~>" "~>>" "<~" "<<~"] @name) operator: "when")
  ]) (do_block)? @body
  (#any-of? @_keyword "def" "defp" "defmacro" "defmacrop")) @definition.operator
(call target: (identifier) @_keyword (arguments . (string (quoted_content) @name)) (do_block)? @body
  (#any-of? @_keyword "test" "describe")) @definition.function
(unary_operator operator: "@" operand: (call target: (identifier) @_keyword
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_keyword "type" "typep" "opaque")) @definition.alias
(unary_operator operator: "@" operand: (call target: (identifier) @_keyword
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_keyword "callback" "macrocallback")) @definition.function
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))
  (#not-match? @name "^(doc|moduledoc|typedoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour|deprecated|derive|enforce_keys|compile|dialyzer|before_compile|after_compile|on_load|on_definition|optional_callbacks|external_resource|tag|moduletag|describetag|since|vsn|fallback_to_any|shortdoc|requirements|preferred_cli_env|recursive)$")) @definition.constant
