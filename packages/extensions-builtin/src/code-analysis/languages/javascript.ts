import type { Language } from "./language.ts";

const shared = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(call_expression function: (identifier) @call)
(call_expression function: (member_expression property: (_) @call))
(new_expression constructor: (identifier) @call)
(import_statement source: (string) @import)
(export_statement source: (string) @import)
[(identifier) (property_identifier) (private_property_identifier) (shorthand_property_identifier)] @use
`;

const jsx = `
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`;

const typed = `
(class_declaration name: (_) @name) @class
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @module
(module name: (_) @name) @module
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
(type_identifier) @use
`;

export const javascript: Language = {
  name: "JavaScript",
  grammar: "javascript",
  extensions: ["js", "mjs", "cjs", "jsx"],
  query: `${shared}${jsx}
(class_declaration name: (_) @name) @class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
`,
};

export const typescript: Language = {
  name: "TypeScript",
  grammar: "typescript",
  extensions: ["ts", "mts", "cts"],
  query: shared + typed,
};

export const tsx: Language = {
  name: "TSX",
  grammar: "tsx",
  extensions: ["tsx"],
  query: shared + typed + jsx,
};
