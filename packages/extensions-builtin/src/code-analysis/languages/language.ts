/** A language as data. */
export interface Language {
  /** As people write it. */
  readonly name: string;
  /** File name of the grammar, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /** In lower case, without the dot. */
  readonly extensions: readonly string[];
  /**
   * A tree-sitter query. A declaration is captured under its kind, its name as `@name`; `@call` is the name of what is
   * called, `@use` an identifier, `@import` what is imported.
   */
  readonly query: string;
}
