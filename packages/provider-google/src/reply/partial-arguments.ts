import { isJsonObject } from "@skein/protocol";
import type { JsonValue } from "@skein/protocol";

/** Arguments that come in pieces, each with the path of the place it belongs to. */
export interface PartialArguments {
  /** @returns `false` when the piece cannot be placed: then the arguments are lost. */
  add(piece: JsonValue): boolean;
  /** All that has come, as JSON. */
  json(): string;
}

/** Objects without a prototype, so that no path reaches one. */
type Node = { [key: string]: unknown } | unknown[];

/** Longer paths are refused before they cost anything; `finishCall` has the same limit. */
const maxDepth = 1000;

export function createPartialArguments(): PartialArguments {
  const root: Node = emptyObject();
  /** Places whose string goes on. */
  const open = new Set<string>();
  return {
    add(piece) {
      if (!isJsonObject(piece)) return false;
      const path = typeof piece["jsonPath"] === "string" ? piece["jsonPath"] : "";
      const steps = stepsOf(path);
      const value = valueOf(piece);
      if (!steps || value === undefined) return false;
      const placed = place(root, steps, value, open.has(path));
      if (piece["willContinue"] === true) open.add(path);
      else open.delete(path);
      return placed;
    },
    json: () => JSON.stringify(root),
  };
}

function valueOf(piece: { readonly [key: string]: JsonValue }): JsonValue | undefined {
  if ("nullValue" in piece) return null;
  return [piece["stringValue"], piece["numberValue"], piece["boolValue"]].find(
    (value) => value !== undefined,
  );
}

/** `$.a[0]['b c']` as `["a", 0, "b c"]`. Source: RFC 9535, normalized paths and member names. */
function stepsOf(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  let at = path.startsWith("$") ? 1 : path.length + 1;
  while (at < path.length) {
    step.lastIndex = at;
    const found = step.exec(path);
    if (!found || steps.length >= maxDepth) return undefined;
    const { name, index, single, double } = found.groups!;
    steps.push(index === undefined ? (name ?? unescaped(single ?? double ?? "")) : Number(index));
    at = step.lastIndex;
  }
  return at === path.length && steps.length > 0 ? steps : undefined;
}

const step =
  /\.(?<name>[^.[\]'"\s]+)|\[(?:(?<index>\d+)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\]/gsy;

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, "$1");
}

/** Lists only grow by one at a time: an index out of nowhere would cost memory. */
function place(root: Node, steps: readonly (string | number)[], value: JsonValue, goesOn: boolean): boolean {
  let node = root;
  for (const [depth, key] of steps.entries()) {
    if (Array.isArray(node) ? typeof key !== "number" || key > node.length : typeof key === "number")
      return false;
    const fields = node as { [key: string | number]: unknown };
    if (depth === steps.length - 1) {
      const before = fields[key];
      fields[key] =
        goesOn && typeof before === "string" && typeof value === "string" ? before + value : value;
      return true;
    }
    fields[key] ??= typeof steps[depth + 1] === "number" ? [] : emptyObject();
    const next = fields[key];
    if (typeof next !== "object" || next === null) return false;
    node = next as Node;
  }
  return false;
}

function emptyObject(): { [key: string]: unknown } {
  return Object.create(null) as { [key: string]: unknown };
}
