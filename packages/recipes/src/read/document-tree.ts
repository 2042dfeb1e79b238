import type { Alias, Document, LineCounter, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type * as Yaml from "yaml";
import { maxDepth, maxNodes, tooDeep, tooManyAliases, type DocumentFinding } from "./document-limits.ts";
import type { DocumentNode, MapEntry, TextPosition, ScalarNode } from "./document-node.ts";

export interface Filled {
  readonly text: string;
  readonly typed?: number | boolean;
}

interface Build {
  readonly yaml: typeof Yaml;
  readonly lines: LineCounter;
  readonly fill: ((text: string) => Filled | undefined) | undefined;
  readonly text: string;
}

/** A parsed document as nodes that know their places, aliases followed. Absent when there is too much of it. */
export function treeOf(
  document: Document.Parsed,
  build: Build,
): { root?: DocumentNode; findings: readonly DocumentFinding[] } {
  const findings: DocumentFinding[] = [];
  const anchors = new Map<string, { node: DocumentNode; nodes: number } | "open">();
  let failed = false;

  /** @returns the node, and how many nodes it is with its aliases written out. */
  const convert = (node: Node | null, depth: number): { node: DocumentNode; nodes: number } => {
    const at = placeAt(build.lines, node?.range?.[0] ?? 0);
    if (depth > maxDepth) return fail({ ...tooDeep, at });
    if (node === null) return { node: { kind: "scalar", at, value: null, text: "" }, nodes: 1 };
    if (build.yaml.isAlias(node)) return aliased(node, at);
    const { anchor } = node;
    if (anchor !== undefined) anchors.set(anchor, "open");
    const built = build.yaml.isMap(node)
      ? mapOf(node, at, depth)
      : build.yaml.isSeq(node)
        ? listOf(node, at, depth)
        : { node: scalarOf(node, at, build), nodes: 1 };
    if (anchor !== undefined) anchors.set(anchor, built);
    return built.nodes > maxNodes ? fail({ ...tooManyAliases, at }) : built;
  };

  const fail = (finding: DocumentFinding): { node: DocumentNode; nodes: number } => {
    if (!failed) findings.push(finding);
    failed = true;
    return {
      node: { kind: "scalar", at: finding.at ?? { line: 1, column: 1 }, value: null, text: "" },
      nodes: 1,
    };
  };

  const aliased = (alias: Alias, at: TextPosition) => {
    const known = anchors.get(alias.source);
    if (known === "open")
      return fail({ ...tooManyAliases, message: "An alias refers to a node that contains it.", at });
    return known ?? fail({ ...tooManyAliases, message: "An alias refers to an unknown anchor.", at });
  };

  const mapOf = (map: YAMLMap, at: TextPosition, depth: number) => {
    const entries: MapEntry[] = [];
    const keys = new Set<string>();
    let nodes = 1;
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      const keyAt = placeAt(build.lines, pair.key.range?.[0] ?? 0);
      const key = build.yaml.isScalar(pair.key) ? scalarText(pair.key) : "";
      if (build.fill?.(key) !== undefined) {
        findings.push({
          code: "value-in-key",
          message: "A parameter cannot fill in a key.",
          fix: "Write the key out; parameters can only fill in values.",
          at: keyAt,
        });
      }
      if (keys.has(key)) {
        findings.push({
          code: "duplicate-key",
          message: `Duplicate key ${key}.`,
          fix: "Keep one of the two.",
          at: keyAt,
        });
      }
      keys.add(key);
      const value = convert(pair.value, depth + 1);
      nodes += value.nodes;
      entries.push({ key, keyAt, value: value.node });
      if (failed) break;
    }
    return { node: { kind: "map", at, entries } as const, nodes };
  };

  const listOf = (list: YAMLSeq, at: TextPosition, depth: number) => {
    const items: DocumentNode[] = [];
    let nodes = 1;
    for (const item of list.items as (Node | null)[]) {
      const value = convert(item, depth + 1);
      nodes += value.nodes;
      items.push(value.node);
      if (failed) break;
    }
    return { node: { kind: "list", at, items } as const, nodes };
  };

  const root = convert(document.contents, 1).node;
  return failed ? { findings } : { root, findings };
}

export function placeAt(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function scalarOf(scalar: Scalar, at: TextPosition, build: Build): ScalarNode {
  const value = scalar.value as ScalarNode["value"] | bigint;
  if (typeof value !== "string") {
    return {
      kind: "scalar",
      at,
      value: typeof value === "bigint" ? Number(value) : value,
      text: scalarText(scalar),
    };
  }
  const text = withoutAddedBreak(scalar, value, build.text);
  const filled = build.fill?.(text) ?? { text };
  return { kind: "scalar", at, value: filled.text, ...filled };
}

/** A block that ends with the text, without a line break, has none: the parser puts one there. */
function withoutAddedBreak({ type, range }: Scalar, value: string, text: string): string {
  const isBlock = type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
  const isLast = range?.[1] === text.length && !text.endsWith("\n");
  return isBlock && isLast && value.endsWith("\n") ? value.slice(0, -1) : value;
}

function scalarText({ value, source }: Scalar): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "null" : (source ?? JSON.stringify(value));
}
