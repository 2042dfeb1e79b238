import { join, relative } from "node:path";
import type { SymbolKind } from "../code-analysis/analysis.ts";
import { codeReader, type CodeReader } from "../analyze/read-code.ts";
import { qualifiedName } from "../analyze/find-symbol.ts";
import { listPaths } from "../developer/list-paths.ts";

export interface ProjectSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** From the folder. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** What a project declares, to be found by the beginning of its name. */
export interface ProjectSymbols {
  /** In any case, those of shorter names first. Rejects with the signal's reason. */
  begunWith(name: string, signal: AbortSignal): Promise<readonly ProjectSymbol[]>;
}

/** Files that one search parses; parsing does not let go of the thread, so each has little time. */
const mostFiles = 40;
const parseMs = 500;
const mostFound = 50;

/** @param folder - absolute. */
export function projectSymbols(folder: string): ProjectSymbols {
  let reader: CodeReader | undefined;
  return {
    async begunWith(name, signal) {
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return [];
      reader ??= codeReader(() => false, parseMs);
      const pattern = `\\b${name.replaceAll("$", "\\$")}`;
      const args = ["--files-with-matches", "--ignore-case", "--max-filesize=100K", "-e", pattern];
      const { paths } = await listPaths(args, folder, mostFiles, signal);
      const found: ProjectSymbol[] = [];
      for (const path of paths.map((one) => join(folder, one)).filter(reader.isShown)) {
        signal.throwIfAborted();
        const code = await reader.read(path);
        if (typeof code !== "object") continue;
        for (const symbol of code.symbols) {
          if (!symbol.name.toLowerCase().startsWith(name.toLowerCase())) continue;
          const { kind, line } = symbol;
          found.push({ name: qualifiedName(symbol, code), kind, path: relative(folder, path), line });
        }
        // Keys that were pressed meanwhile come first.
        await new Promise((resolve) => setImmediate(resolve));
      }
      const order = (one: ProjectSymbol) => one.name.length;
      return found
        .toSorted((one, other) => order(one) - order(other) || one.path.localeCompare(other.path))
        .slice(0, mostFound);
    },
  };
}
