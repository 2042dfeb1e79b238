import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/** Returns true if a `$ref` leads to no schema in `root`. Vendors fetch nothing, so references to other documents do not count. */
export function isDangling(reference: JsonValue, root: JsonObject): boolean {
  if (typeof reference !== "string") return true;
  const { $id: id } = root;
  const own =
    typeof id === "string" && id !== "" && reference.startsWith(id) ? reference.slice(id.length) : reference;
  if (own === "" || own === "#") return false;
  if (!own.startsWith("#")) return true;
  if (!own.startsWith("#/")) return !hasAnchor(root, own.slice(1));
  const target = own.slice(2).split("/").map(stepOf).reduce<JsonValue | undefined>(stepInto, root);
  return !isJsonObject(target) && typeof target !== "boolean";
}

function stepInto(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value))
    return /^\d+$/.test(step) ? (value as readonly JsonValue[])[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function stepOf(text: string): string {
  const step = text.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function hasAnchor(value: JsonValue, name: string): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => hasAnchor(item, name));
  if (!isJsonObject(value)) return false;
  if (value["$anchor"] === name || value["$dynamicAnchor"] === name) return true;
  return Object.values<JsonValue>(value).some((item) => hasAnchor(item, name));
}
