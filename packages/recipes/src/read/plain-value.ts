import type { JsonObject, JsonValue } from "@skein/protocol";
import type { DocumentNode } from "./document-node.ts";

export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** As JSON. Texts that a parameter alone fills in are numbers and booleans where the parameter is one. */
export function plainValue(node: DocumentNode): JsonValue {
  switch (node.kind) {
    case "scalar":
      return node.typed ?? node.value;
    case "list":
      return node.items.map(plainValue);
    case "map": {
      const object: JsonObject = {};
      for (const { key, value } of node.entries) defineOwn(object, key, plainValue(value));
      return object;
    }
  }
}

/** Also `__proto__` is a name like any other. */
export function defineOwn<Value>(object: Record<string, Value>, key: string, value: Value): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
