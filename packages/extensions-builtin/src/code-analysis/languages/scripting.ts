import type { Language } from "./language.ts";

export const python: Language = {
  name: "Python",
  grammar: "python",
  extensions: ["py", "pyi"],
  query: `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @class
(module (expression_statement (assignment left: (identifier) @name) @constant))
(call function: (identifier) @call)
(call function: (attribute attribute: (identifier) @call))
(decorator (identifier) @call)
(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @import)
(identifier) @use
`,
};

export const ruby: Language = {
  name: "Ruby",
  grammar: "ruby",
  extensions: ["rb", "rake", "gemspec"],
  query: `
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(class name: [(constant) (scope_resolution)] @name) @class
(module name: [(constant) (scope_resolution)] @name) @module
(assignment left: (constant) @name) @constant
(call method: [(identifier) (constant)] @call)
(call method: (identifier) @require (argument_list (string) @import) (#match? @require "^(require|require_relative)$"))
[(identifier) (constant)] @use
`,
};

export const php: Language = {
  name: "PHP",
  grammar: "php",
  extensions: ["php"],
  query: `
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(namespace_definition name: (_) @name) @module
(const_element (name) @name) @constant
(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call))
(member_call_expression name: (name) @call)
(nullsafe_member_call_expression name: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression (name) @call)
(namespace_use_clause (_) @import)
(name) @use
`,
};

export const bash: Language = {
  name: "Shell",
  grammar: "bash",
  extensions: ["sh", "bash"],
  query: `
(function_definition name: (word) @name) @function
(command name: (command_name (word) @call))
(command_name (word) @use)
`,
};

export const powershell: Language = {
  name: "PowerShell",
  grammar: "powershell",
  extensions: ["ps1", "psm1"],
  query: `
(function_statement (function_name) @name) @function
(class_statement . (simple_name) @name) @class
(class_method_definition (simple_name) @name) @method
(enum_statement . (simple_name) @name) @enum
(command command_name: (command_name) @call)
[(command_name) (simple_name)] @use
`,
};
