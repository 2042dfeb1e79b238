import { readFile, stat } from "node:fs/promises";
import type { CodeAnalysis } from "../code-analysis/analysis.ts";
import { describeGuess, readText } from "@skein/platform/text";
import { hashOf } from "../developer/hash-of.ts";
import { ignoredBy } from "../developer/ignore-files/ignored-by.ts";
import { loadCodeAnalysis } from "../later.ts";

/** Generated files are that large; people and models do not read them. */
const mostBytes = 1024 * 1024;
/** Symbols and uses that are kept: those of some 3,000 files. */
const mostKept = 500_000;

export interface AnalyzedCode extends CodeAnalysis {
  /** A clause that names the encoding, if that was guessed; else empty. */
  readonly guess: string;
}

/** `undefined` for a language that is not known; a word for a file that is left out. */
export type ReadCode = AnalyzedCode | undefined | "too-large" | "too-slow" | "unreadable";

export interface CodeReader {
  /** Whether the model may see it. @param path - absolute. */
  readonly isShown: (path: string) => boolean;
  /** Analyzes a file; the same content is analyzed once. @param path - absolute. */
  readonly read: (path: string) => Promise<ReadCode>;
}

/** @param timeoutMs - for one file; see `analyzeSource`. */
export function codeReader(isGuarded: (path: string) => boolean, timeoutMs?: number): CodeReader {
  const kept = new Map<string, AnalyzedCode>();
  let size = 0;
  const keep = (key: string, analysis: AnalyzedCode): void => {
    kept.set(key, analysis);
    size += sizeOf(analysis);
    for (const [oldest, old] of kept) {
      if (size <= mostKept || oldest === key) return;
      kept.delete(oldest);
      size -= sizeOf(old);
    }
  };
  return {
    isShown: (path) => !isGuarded(path) && !ignoredBy(path),
    async read(path) {
      const { analyzeSource, languageOf } = await loadCodeAnalysis();
      const language = languageOf(path);
      if (!language) return undefined;
      const stats = await stat(path).catch(() => undefined);
      if (!stats?.isFile()) return "unreadable";
      if (stats.size > mostBytes) return "too-large";
      const bytes = await readFile(path).catch(() => undefined);
      if (!bytes) return "unreadable";
      const key = `${language.name} ${hashOf(bytes)}`;
      const known = kept.get(key);
      if (known) return known;
      const source = await readText(bytes);
      const found = await analyzeSource(language, source.text, { timeoutMs });
      if (!found) return "too-slow";
      const analysis = { ...found, guess: describeGuess(source) };
      keep(key, analysis);
      return analysis;
    },
  };
}

function sizeOf({ symbols, uses }: CodeAnalysis): number {
  return symbols.length + uses.length + 1;
}
