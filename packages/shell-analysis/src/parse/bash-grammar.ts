import { createRequire } from "node:module";
import type { Tree } from "web-tree-sitter";

/** Gives the tree of a text, for the caller to `delete()`, or `undefined`. */
export type ParseBash = (text: string) => Tree | undefined;

let loading: Promise<ParseBash> | undefined;

/**
 * Tree-sitter's Bash grammar: loaded at the first use (about 20 ms) and kept for the process.
 *
 * @returns `undefined` when it cannot be loaded. That is not kept: the next call tries again.
 */
export async function bashGrammar(): Promise<ParseBash | undefined> {
  try {
    return await (loading ??= load());
  } catch {
    loading = undefined;
    return undefined;
  }
}

async function load(): Promise<ParseBash> {
  const { Language, Parser } = await import("web-tree-sitter");
  const { resolve } = createRequire(import.meta.url);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm")));
  return (text) => parser.parse(text) ?? undefined;
}
