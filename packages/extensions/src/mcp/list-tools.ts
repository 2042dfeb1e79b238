import type { Client } from "@modelcontextprotocol/client";
import { limits } from "./limits.ts";
import { listedTool, type ListedTool } from "./listed-tool.ts";
import { anyObject } from "./any-object.ts";
import { mirroredInputs, mirrorsInputs } from "./mirrored-inputs.ts";

export interface ListedTools {
  /** Each name once, sorted: a server's own order may differ at its next start. */
  readonly tools: readonly ListedTool[];
  /** Number of further tools that are left out. */
  readonly leftOut: number;
}

/** Throws an `Error` when the list does not end. */
export async function listTools(
  client: Client,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ListedTools> {
  if (!client.getServerCapabilities()?.tools) return { tools: [], leftOut: 0 };
  const found = new Map<string, ListedTool>();
  const seen = new Set<string>();
  let [bytes, leftOut] = [0, 0];
  const isMirroring = mirrorsInputs(client);
  let cursor: string | undefined;
  for (let page = 1; page <= limits.listPages; page++) {
    const result = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      anyObject,
      { timeout: options.timeoutMs, signal: options.signal },
    );
    for (const value of Array.isArray(result["tools"]) ? result["tools"] : []) {
      const tool = listedTool(value);
      if (tool && isMirroring && mirroredInputs(tool.ownSchema) === "broken") continue;
      if (tool && found.has(tool.name)) continue;
      const size = tool
        ? Buffer.byteLength(JSON.stringify([tool.name, tool.description, tool.inputSchema]))
        : 0;
      if (!tool || found.size >= limits.tools || bytes + size > limits.definitionsBytes) {
        leftOut++;
        continue;
      }
      found.set(tool.name, tool);
      bytes += size;
    }
    const next = result["nextCursor"];
    if (typeof next !== "string" || next === "")
      return { tools: [...found.values()].toSorted(byName), leftOut };
    if (seen.has(next)) throw new Error("its list of tools goes round in a circle");
    seen.add(next);
    cursor = next;
  }
  throw new Error(`its list of tools does not end (${limits.listPages} pages were read)`);
}

function byName(one: ListedTool, other: ListedTool): number {
  return one.name < other.name ? -1 : 1;
}
