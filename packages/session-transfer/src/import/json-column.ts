import type { JsonValue } from "@skein/protocol";
import { parsed } from "./json-lines.ts";

/** JSON in a column. What does not parse counts as absent. */
export function jsonColumn(value: unknown): JsonValue | undefined {
  return typeof value === "string" ? (parsed(value) as JsonValue | undefined) : undefined;
}
