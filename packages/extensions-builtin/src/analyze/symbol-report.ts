import { relative } from "node:path";
import { escapeInvisible, escapeName, titledLines, type ToolFailure } from "@skein/protocol";
import { calleeLines, callerLines } from "./call-graph.ts";
import {
  declarationsOf,
  declares,
  filesWith,
  lastPart,
  qualifiedName,
  usesOf,
  type CodeFile,
  type CodeSearch,
  type DeclaredSymbol,
  type SymbolUse,
} from "./find-symbol.ts";
import type { CodeReader } from "./read-code.ts";

const mostDeclarations = 30;
const mostUses = 60;

export interface SymbolReportOptions extends Omit<CodeSearch, "note"> {
  readonly focus: string;
  /** How far calls are followed. */
  readonly depth: number;
  /** Names of files are relative to it. */
  readonly cwd: string;
}

/** Where a symbol is declared, who calls it, what it calls, and where else its name stands. */
export async function symbolReport(
  reader: CodeReader,
  { focus, depth, cwd, ...search }: SymbolReportOptions,
): Promise<string | ToolFailure> {
  const notes = new Set<string>();
  const noted = { ...search, note: (sentence: string) => void notes.add(sentence) };
  const files = await filesWith(reader, noted, [lastPart(focus)]);
  const declarations = declarationsOf(files, focus);
  const uses = usesOf(files, [focus]).filter(({ file }) => mayMean(file, focus, declarations));
  if (declarations.length === 0 && uses.length === 0) return notFound(focus, search.path);
  const place = (path: string) => escapeName(relative(cwd, path) || path);
  const graph = { reader, search: noted, depth, place };
  const [callers, callees] =
    depth === 0 ? [[], []] : [await callerLines(graph, uses), await calleeLines(graph, declarations)];
  return [
    ...titledLines("Declared", declarations.slice(0, mostDeclarations).map(declaredLine(place))),
    ...(declarations.length > mostDeclarations
      ? [`  ${declarations.length - mostDeclarations} more declarations`]
      : []),
    ...(declarations.length === 0 ? [`${escapeName(focus)} is not declared here.`] : []),
    ...titledLines("Called by", callers),
    ...titledLines("Calls", callees),
    ...titledLines(
      depth === 0 ? "Uses" : "Other uses",
      otherUses(depth === 0 ? uses : uses.filter(isNoCall), place),
    ),
    ...[...notes].map((note) => `[${note}]`),
  ].join("\n");
}

/** With `Store.load`, a file that declares a `load` of its own means that. */
function mayMean(file: CodeFile, focus: string, declarations: readonly DeclaredSymbol[]): boolean {
  const name = lastPart(focus);
  return name === focus || !declares(file, name) || declarations.some((each) => each.file === file);
}

function isNoCall({ use }: SymbolUse): boolean {
  return !use.isCall;
}

function declaredLine(place: (path: string) => string) {
  return ({ file, symbol }: DeclaredSymbol) =>
    `${place(file.path)}:${symbol.line}-${symbol.endLine} ${symbol.kind} ${escapeName(qualifiedName(symbol, file.code))}: ${escapeInvisible(symbol.text)}`;
}

function otherUses(uses: readonly SymbolUse[], place: (path: string) => string): readonly string[] {
  const byFile = Map.groupBy(uses.slice(0, mostUses), ({ file }) => file.path);
  const lines = [...byFile].map(
    ([path, found]) => `${place(path)}:${[...new Set(found.map(({ use }) => use.line))].join(",")}`,
  );
  return uses.length > mostUses ? [...lines, `${uses.length - mostUses} more: use search`] : lines;
}

function notFound(focus: string, path: string): ToolFailure {
  return {
    kind: "failed",
    message: `No source file in ${escapeName(path)} has a symbol ${escapeName(focus)}.`,
    hint: "Check the name with search, or name a folder above.",
  };
}
