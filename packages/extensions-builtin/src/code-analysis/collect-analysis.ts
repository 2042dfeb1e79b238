import type { Node, QueryMatch } from "web-tree-sitter";
import {
  symbolKinds,
  type CodeAnalysis,
  type CodeSymbol,
  type CodeUse,
  type SymbolKind,
} from "./analysis.ts";

const mostTextCharacters = 160;
const holdsMethods: ReadonlySet<SymbolKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "impl",
  "enum",
]);

interface Declaration {
  readonly kind: SymbolKind;
  /** All of it. */
  readonly node: Node;
  readonly name: Node;
}

/** Turns what a language's query matched into symbols and uses. */
export function collectAnalysis(
  language: string,
  source: string,
  root: Node,
  matches: readonly QueryMatch[],
): CodeAnalysis {
  const lines = source.split(/\r\n|\n|\r/);
  const declarations = declarationsIn(matches);
  const symbols = symbolsOf(declarations, lines);
  return {
    language,
    lines: source === "" ? 0 : lines.length - (lines.at(-1) === "" ? 1 : 0),
    symbols,
    uses: usesIn(matches, declarations),
    imports: importsIn(matches),
    brokenLine: root.hasError ? firstError(root) : undefined,
  };
}

/** By position; a name that several patterns found has the kind that says most. */
function declarationsIn(matches: readonly QueryMatch[]): readonly Declaration[] {
  const found = new Map<number, Declaration>();
  for (const { captures } of matches) {
    const name = captures.find((capture) => capture.name === "name")?.node;
    const whole = captures.find((capture) => isKind(capture.name));
    if (!name || !whole || !isKind(whole.name)) continue;
    const known = found.get(name.id);
    if (!known || rank(whole.name) < rank(known.kind)) {
      found.set(name.id, { kind: whole.name, node: whole.node, name });
    }
  }
  return [...found.values()].toSorted(
    (one, other) => one.node.startIndex - other.node.startIndex || other.node.endIndex - one.node.endIndex,
  );
}

function symbolsOf(declarations: readonly Declaration[], lines: readonly string[]): readonly CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  const around = enclosing(declarations);
  for (const { kind, node, name } of declarations) {
    const parent = around(node.startIndex, node.endIndex);
    const outer = parent === undefined ? undefined : symbols[parent];
    const row = name.startPosition.row;
    symbols.push({
      name: name.text,
      kind: kind === "function" && outer && holdsMethods.has(outer.kind) ? "method" : kind,
      line: row + 1,
      endLine: node.endPosition.row + 1,
      parent,
      text: (lines[row] ?? "").trim().slice(0, mostTextCharacters),
    });
  }
  return symbols;
}

function usesIn(matches: readonly QueryMatch[], declarations: readonly Declaration[]): readonly CodeUse[] {
  const nodes = new Map<number, Node>();
  const called = new Set<number>();
  for (const { captures } of matches) {
    for (const { name, node } of captures) {
      if (name === "call") called.add(node.id);
      if (name === "call" || name === "use") nodes.set(node.id, node);
    }
  }
  const names = declarations
    .map(({ name }) => name)
    .toSorted((one, other) => one.startIndex - other.startIndex);
  const around = enclosing(declarations);
  const uses: CodeUse[] = [];
  let next = 0;
  for (const node of [...nodes.values()].toSorted((one, other) => one.startIndex - other.startIndex)) {
    while ((names[next]?.endIndex ?? Infinity) <= node.startIndex) next++;
    const isDeclared = (names[next]?.startIndex ?? Infinity) <= node.startIndex;
    if (isDeclared) continue;
    const within = around(node.startIndex, node.endIndex);
    uses.push({ name: node.text, line: node.startPosition.row + 1, isCall: called.has(node.id), within });
  }
  return uses;
}

/** Gives the innermost declaration that a range is part of; ranges are asked for in the order of the source. */
function enclosing(declarations: readonly Declaration[]): (start: number, end: number) => number | undefined {
  const open: number[] = [];
  let next = 0;
  const endOf = (index: number | undefined) =>
    index === undefined ? Infinity : (declarations[index]?.node.endIndex ?? Infinity);
  return (start, end) => {
    for (
      let node = declarations[next]?.node;
      node && node.startIndex <= start;
      node = declarations[next]?.node
    ) {
      if (node.startIndex === start && node.endIndex <= end) break;
      while (endOf(open.at(-1)) <= node.startIndex) open.pop();
      open.push(next++);
    }
    while (endOf(open.at(-1)) <= start) open.pop();
    return open.findLast((index) => endOf(index) >= end);
  };
}

function importsIn(matches: readonly QueryMatch[]): readonly string[] {
  const nodes = matches.flatMap(({ captures }) => captures.filter(({ name }) => name === "import"));
  return [...new Set(nodes.map(({ node }) => node.text.replaceAll(/^["'<]|["'>]$/g, "")))];
}

function firstError(node: Node): number {
  if (node.isError || node.isMissing) return node.startPosition.row + 1;
  const inner = node.children.find((child) => child?.hasError || child?.isMissing);
  return inner ? firstError(inner) : node.startPosition.row + 1;
}

function rank(kind: SymbolKind): number {
  return symbolKinds.indexOf(kind);
}

function isKind(name: string): name is SymbolKind {
  return symbolKinds.some((kind) => kind === name);
}
