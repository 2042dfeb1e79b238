import type { DocumentNode } from "../../read/document-node.ts";

/**
 * The same with `{{ key }}` replaced by the value of that parameter in all texts, keys too. Braces around anything
 * else stay: they may be what a recipe is about.
 */
export function filled(node: DocumentNode, values: Readonly<Record<string, string>>): DocumentNode {
  const fill = (text: string): string =>
    text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (found, key: string) =>
      Object.hasOwn(values, key) ? values[key]! : found,
    );
  switch (node.kind) {
    case "scalar":
      return typeof node.value === "string"
        ? { ...node, value: fill(node.value), text: fill(node.text) }
        : node;
    case "list":
      return { ...node, items: node.items.map((item) => filled(item, values)) };
    case "map":
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          key: fill(entry.key),
          value: filled(entry.value, values),
        })),
      };
  }
}
