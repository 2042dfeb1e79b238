import { createRequire } from "node:module";
import type { SyntaxTree } from "./syntax-tree.ts";
import { loadTreeSitter } from "../../later.ts";

/** Gives the tree of a text, for the caller to `delete()`, or `undefined`. */
export type ParseBash = (text: string) => SyntaxTree | undefined;

/** Tree-sitter's Bash grammar; takes about 20 ms. */
export async function loadBashGrammar(): Promise<ParseBash> {
  const { Language, Parser } = await loadTreeSitter();
  const { resolve } = createRequire(import.meta.url);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm")));
  return (text) => parser.parse(text) ?? undefined;
}
