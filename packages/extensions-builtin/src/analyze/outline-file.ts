import { escapeInvisible, escapeName, groupedNumber, type ToolFailure } from "@skein/protocol";
import type { CodeAnalysis, CodeSymbol } from "../code-analysis/analysis.ts";
import type { AnalyzedCode, CodeReader, ReadCode } from "./read-code.ts";

const mostImports = 30;

/** What a file declares, as lines. */
export async function outlineFile(reader: CodeReader, path: string): Promise<string | ToolFailure> {
  const code = await reader.read(path);
  if (typeof code !== "object") return notAnalyzed(path, code);
  const { language, lines, symbols, brokenLine, guess } = code;
  const outline = symbols.flatMap((symbol) => (isLocal(symbol, symbols) ? [] : outlineLine(symbol, symbols)));
  return [
    `${escapeName(path)}: ${language}, ${groupedNumber(lines)} lines${guess === "" ? "" : `, ${guess}`}`,
    ...(brokenLine === undefined
      ? []
      : [`[Line ${brokenLine} cannot be parsed: something near it may be missing here.]`]),
    ...importsLine(code),
    ...(outline.length > 0 ? outline : ["(declares nothing)"]),
  ].join("\n");
}

/** Whether it is declared within a function. */
export function isLocal({ parent }: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
  const outer = parent === undefined ? undefined : symbols[parent];
  if (!outer) return false;
  return ["function", "method", "constant"].includes(outer.kind) || isLocal(outer, symbols);
}

function outlineLine(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): string {
  const { line, endLine, kind, text } = symbol;
  const range = line === endLine ? `${line}` : `${line}-${endLine}`;
  return `${"  ".repeat(depthOf(symbol, symbols))}${range} ${kind}: ${escapeInvisible(text)}`;
}

function depthOf({ parent }: CodeSymbol, symbols: readonly CodeSymbol[]): number {
  const outer = parent === undefined ? undefined : symbols[parent];
  return outer ? 1 + depthOf(outer, symbols) : 0;
}

function importsLine({ imports }: CodeAnalysis): readonly string[] {
  if (imports.length === 0) return [];
  const shown = imports.slice(0, mostImports).map(escapeInvisible).join(", ");
  const more = imports.length > mostImports ? `, ${imports.length - mostImports} more` : "";
  return [`imports: ${shown}${more}`];
}

function notAnalyzed(path: string, reason: Exclude<ReadCode, AnalyzedCode>): ToolFailure {
  const name = escapeName(path);
  const hint = "Use read and search.";
  switch (reason) {
    case "too-large":
      return { kind: "failed", message: `${name} is over 1 MiB and not analyzed.`, hint };
    case "too-slow":
      return { kind: "failed", message: `${name} took too long to parse.`, hint };
    case "unreadable":
      return { kind: "failed", message: `${name} cannot be read.` };
    default:
      return { kind: "failed", message: `${name} is in no language that can be analyzed.`, hint };
  }
}
