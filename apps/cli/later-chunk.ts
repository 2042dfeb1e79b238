import { parseAst } from "rolldown/parseAst";

const isLater = /^\.\/(?:chunks\/)?later-[^/]*\.script$/;

/**
 * The same script, which loads the chunk `later` when it first uses a name of it. Our modules do nothing but declare
 * when they are loaded, so the moment makes no difference.
 */
export function withLaterChunk(code: string): string {
  if (!code.includes("/later-")) return code;
  const { body } = parseAst(code, { sourceType: "script" });
  const edits: Edit[] = [];
  for (const statement of body) {
    if (statement.type === "ExpressionStatement" && requiredBy(statement.expression) !== undefined)
      edits.push({ start: statement.start, end: statement.end, text: "" });
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      const path = init ? requiredBy(init) : undefined;
      if (!init || path === undefined || id.type !== "Identifier") continue;
      const names = new Set<string>();
      collect(body, id.name, names);
      edits.push({ start: init.start, end: init.end, text: later(path, [...names]) });
    }
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => `${text.slice(0, start)}${by}${text.slice(end)}`, code);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function later(path: string, names: readonly string[]): string {
  const getters = names.map((name) => `get ${name}(){return l().${name}}`).join(",");
  return `(()=>{let m;const l=()=>m??=require(${JSON.stringify(path)});return{${getters}}})()`;
}

/** What matters here of a node of any kind. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly object: Partial<Node>;
  readonly property: Partial<Node>;
  readonly computed: boolean;
  readonly callee: Partial<Node>;
  readonly arguments: readonly Partial<Node>[];
}

/** The path, when it is `require("./later-….script")`. */
function requiredBy(node: object): string | undefined {
  const { type, callee, arguments: [path] = [] } = node as Partial<Node>;
  if (type !== "CallExpression" || callee?.name !== "require" || typeof path?.value !== "string")
    return undefined;
  return isLater.test(path.value) ? path.value : undefined;
}

/** All that is read of what has this name, and of its namesakes in functions, which does no harm. */
function collect(node: unknown, name: string, found: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  const { type, object, property, computed } = node as Partial<Node>;
  if (type === "MemberExpression" && object?.name === name && !computed && property?.name)
    found.add(property.name);
  for (const child of Object.values(node)) collect(child, name, found);
}
