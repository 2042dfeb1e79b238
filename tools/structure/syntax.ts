import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree of a file, as parsers of ECMAScript name them. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The statements of a file. `path` decides whether it may hold JSX. */
export function statementsOf(path: string, text: string): readonly Node[] {
  const program: unknown = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : "ts" }, path);
  return isNode(program) && Array.isArray(program["body"]) ? program["body"].filter(isNode) : [];
}

export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

export const isFunction = ({ type }: Node): boolean => /Function/.test(type);
