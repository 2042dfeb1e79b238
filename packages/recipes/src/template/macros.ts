import type { Segment } from "./segments.ts";
import { builtinNames, tokensOf, type Token } from "./tokens.ts";

/** Names that a template calls to put its own text somewhere else. */
export interface Macros {
  readonly names: ReadonlySet<string>;
  /** Every use is an output that is nothing but the call, so the outputs within a macro can be marked by themselves. */
  readonly areOnlyPut: boolean;
}

export function macrosOf(templates: readonly (readonly Segment[])[]): Macros {
  const names = new Set<string>();
  for (const segment of templates.flat()) {
    if (segment.kind !== "tag") continue;
    const [keyword, ...rest] = tokensOf(segment.body);
    if (keyword?.text === "macro") names.add(rest[0]?.text ?? "");
    if (keyword?.text === "import") names.add(rest.at(-1)?.text ?? "");
    if (keyword?.text === "from") for (const name of importedNames(rest)) names.add(name);
  }
  for (const name of builtinNames) names.delete(name);
  const segments = templates.flat();
  const calls = segments.some((segment) => segment.kind === "tag" && /^\s*call\b/.test(segment.body));
  return { names, areOnlyPut: calls || !segments.some((segment) => usesOtherwise(segment, names)) };
}

/** `super()`, `caller()`, `self.block()`, and calls of macros: what they put out is a template's own text. */
export function isPut(body: string, macros: Macros): boolean {
  const tokens = tokensOf(body);
  const [first, second, third] = tokens;
  if (first?.kind !== "name" || !isOneCall(tokens)) return false;
  if (second?.text === "(") return ["super", "caller"].includes(first.text) || macros.names.has(first.text);
  return (
    second?.text === "." && third?.kind === "name" && (first.text === "self" || macros.names.has(first.text))
  );
}

/** `name(…)` or `name.name(…)`, and nothing after the bracket that closes. */
function isOneCall(tokens: readonly Token[]): boolean {
  const open = tokens[1]?.text === "." ? 3 : 1;
  if (tokens[open]?.text !== "(") return false;
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text === "(") depth++;
    if (text === ")") depth--;
    if (index > open && depth === 0) return index === tokens.length - 1;
  }
  return false;
}

function usesOtherwise(segment: Segment, names: ReadonlySet<string>): boolean {
  if (segment.kind !== "output" && segment.kind !== "tag") return false;
  const tokens = tokensOf(segment.body);
  const defines =
    segment.kind === "tag" && ["macro", "endmacro", "import", "from"].includes(tokens[0]?.text ?? "");
  if (defines) return false;
  const isName = ({ kind, text }: Token, index: number) =>
    kind === "name" && names.has(text) && tokens[index - 1]?.text !== "." && tokens[index - 1]?.text !== "|";
  const used = tokens.filter(isName).length;
  return used > (segment.kind === "output" && isPut(segment.body, { names, areOnlyPut: true }) ? 1 : 0);
}

function importedNames(tokens: readonly Token[]): readonly string[] {
  const start = tokens.findIndex(({ text }) => text === "import");
  const after = tokens.slice(start + 1).filter(({ kind }) => kind === "name");
  return after.map(({ text }) => text).filter((text) => !["as", "with", "without", "context"].includes(text));
}
