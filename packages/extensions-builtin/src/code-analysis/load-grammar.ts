import { createRequire } from "node:module";
import type { Parser, Query } from "web-tree-sitter";
import type { Language } from "./languages/language.ts";
import { loadTreeSitter } from "../later.ts";

export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

const loaded = new Map<Language, Promise<Grammar>>();

/** Loads a grammar once; takes 5 to 60 ms, by its size. Rejects when it cannot be read, and tries again at the next call. */
export function loadGrammar(language: Language): Promise<Grammar> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language);
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function load({ grammar, query }: Language): Promise<Grammar> {
  const tree = await loadTreeSitter();
  await tree.Parser.init();
  const { resolve } = createRequire(import.meta.url);
  const path = resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  const language = await tree.Language.load(path);
  const parser = new tree.Parser();
  parser.setLanguage(language);
  return { parser, query: new tree.Query(language, query) };
}
