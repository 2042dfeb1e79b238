import type { CodeAnalysis, CodeSymbol, CodeUse } from "../code-analysis/analysis.ts";
import { listCodeWith } from "./list-code.ts";
import type { CodeReader } from "./read-code.ts";

/** Files that one search parses. */
const mostParsed = 2000;

/** Where many files are read. */
export const guessedSome =
  "Some files are read in an encoding that is a guess: the outline of a file names it.";

export interface CodeFile {
  /** Absolute. */
  readonly path: string;
  readonly code: CodeAnalysis;
}

export interface DeclaredSymbol {
  readonly file: CodeFile;
  readonly index: number;
  readonly symbol: CodeSymbol;
}

export interface SymbolUse {
  readonly file: CodeFile;
  readonly use: CodeUse;
}

export interface CodeSearch {
  /** Absolute: a folder, or a file. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly signal: AbortSignal;
  /** Told of what is missing, as a sentence. */
  readonly note: (sentence: string) => void;
}

/** The files that have one of these names, analyzed. */
export async function filesWith(
  reader: CodeReader,
  { path, isFolder, signal, note }: CodeSearch,
  names: readonly string[],
): Promise<readonly CodeFile[]> {
  if (names.length === 0) return [];
  const listed = isFolder
    ? await listCodeWith(reader, path, names, signal)
    : { paths: [path], isPartial: false };
  const files: CodeFile[] = [];
  for (const file of listed.paths) {
    signal.throwIfAborted();
    if (files.length === mostParsed) break;
    const code = await reader.read(file);
    if (typeof code === "object") {
      files.push({ path: file, code });
      if (code.guess !== "") note(guessedSome);
    } else if (code !== undefined) note(`Left out, because it is ${code.replace("-", " ")}: ${file}`);
  }
  if (listed.isPartial || files.length === mostParsed)
    note("More files have that name than were analyzed: name a folder below.");
  return files;
}

/** The symbols with a name; a name with parts, such as `Store.load`, also says what the symbol is declared in. */
export function declarationsOf(files: readonly CodeFile[], wanted: string): readonly DeclaredSymbol[] {
  const [name, container] = partsOf(wanted);
  return files.flatMap((file) =>
    file.code.symbols.flatMap((symbol, index) => {
      const [own, outer = containerName(symbol, file.code)] = partsOf(symbol.name);
      const fits = own === name && (container === undefined || container === outer);
      return fits ? [{ file, index, symbol }] : [];
    }),
  );
}

/** Uses of names, by their last part. */
export function usesOf(files: readonly CodeFile[], names: readonly string[]): readonly SymbolUse[] {
  const wanted = new Set(names.map(lastPart));
  return files.flatMap((file) =>
    file.code.uses.flatMap((use) => (wanted.has(use.name) ? [{ file, use }] : [])),
  );
}

/** What a symbol calls, also in what is declared within it. */
export function callsWithin({ file, index }: DeclaredSymbol): readonly CodeUse[] {
  const { symbols, uses } = file.code;
  const isInside = (within: number | undefined): boolean =>
    within !== undefined && (within === index || isInside(symbols[within]?.parent));
  return uses.filter(({ isCall, within }) => isCall && isInside(within));
}

/** Whether a file declares a name itself, so that its uses of the name mean that. */
export function declares({ code }: CodeFile, name: string): boolean {
  return code.symbols.some((symbol) => lastPart(symbol.name) === name);
}

export function lastPart(name: string): string {
  return partsOf(name)[0];
}

/** The function, or other symbol, that a use counts for: not a local one. */
export function ownerOf({ file, use }: SymbolUse): number | undefined {
  const { symbols } = file.code;
  const up = (index: number | undefined): number | undefined => {
    const symbol = index === undefined ? undefined : symbols[index];
    const outer = symbol?.parent === undefined ? undefined : symbols[symbol.parent];
    const isInner = outer !== undefined && ["function", "method"].includes(outer.kind);
    return isInner ? up(symbol?.parent) : index;
  };
  return up(use.within);
}

export function qualifiedName({ name, parent }: CodeSymbol, { symbols }: CodeAnalysis): string {
  const outer = parent === undefined ? undefined : symbols[parent];
  return outer && outer.kind !== "module" ? `${outer.name}.${name}` : name;
}

function containerName({ parent }: CodeSymbol, { symbols }: CodeAnalysis): string | undefined {
  const outer = parent === undefined ? undefined : symbols[parent];
  return outer && lastPart(outer.name).replace(/<.*$/s, "");
}

/** The last part of a name, and the one before. */
function partsOf(name: string): readonly [string, string?] {
  const parts = name.split(/::|\.|#|->/).filter((part) => part !== "");
  const last = parts.at(-1) ?? name;
  const before = parts.at(-2);
  return before === undefined ? [last] : [last, before];
}
