import type { Client } from "@modelcontextprotocol/client";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { anyObject } from "./any-object.ts";
import { limits } from "./limits.ts";

export interface ListOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A list that a server sends in pages. */
interface PagedList {
  readonly method: "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";
  /** Of the result, with the values. */
  readonly field: string;
  /** For errors: `tools`. */
  readonly what: string;
}

/** The values of a paged list, page by page, each with its result. Throws an `Error` when the list does not end. */
export async function* listPages(
  client: Client,
  { method, field, what }: PagedList,
  { timeoutMs, signal }: ListOptions,
): AsyncGenerator<{ readonly values: readonly JsonValue[]; readonly result: JsonObject }, void> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= limits.listPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, anyObject, { timeout: timeoutMs, signal });
    const values = result[field];
    yield { values: Array.isArray(values) ? values : [], result };
    const next = result["nextCursor"];
    if (typeof next !== "string" || next === "") return;
    if (seen.has(next)) throw new Error(`its list of ${what} goes round in a circle`);
    seen.add(next);
    cursor = next;
  }
  throw new Error(`its list of ${what} does not end (${limits.listPages} pages were read)`);
}
