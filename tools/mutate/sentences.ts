import type { Ignorer } from "@stryker-mutator/api/ignore";

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly callee?: { readonly name?: string };
  readonly key?: { readonly name?: string };
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

interface Path {
  readonly node: Node;
  readonly parentPath: Path | null;
}

/** Leaves out sentences in errors and hints: their wording may change without a test. Codes and fields are mutated. */
export const sentences: Ignorer = {
  shouldIgnore: (path) =>
    hasSpaces((path as Path).node) && isInsideError(path as Path) ? "a sentence of an error" : undefined,
};

function hasSpaces(node: Node): boolean {
  if (node.type === "StringLiteral") return String(node.value).includes(" ");
  return node.type === "TemplateLiteral" && node.quasis!.some(({ value }) => value.raw.includes(" "));
}

function isInsideError({ node, parentPath }: Path): boolean {
  if (node.type === "NewExpression") return /Error|Failure/.test(node.callee?.name ?? "");
  if (node.type === "ObjectProperty" && node.key?.name === "hint") return true;
  return parentPath !== null && !/Function|Statement/.test(node.type) && isInsideError(parentPath);
}
