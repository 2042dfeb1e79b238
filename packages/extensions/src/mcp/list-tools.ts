import type { Client } from "@modelcontextprotocol/client";
import { limits } from "./limits.ts";
import { brokenTool, listedTool, type BrokenTool, type ListedTool } from "./listed-tool.ts";
import { listPages, type ListOptions } from "./list-pages.ts";
import { mirroredInputs, mirrorsInputs } from "./mirrored-inputs.ts";

export interface ListedTools {
  /** Each name once, sorted: a server's own order may differ at its next start. */
  readonly tools: readonly ListedTool[];
  /** Number of further tools that are left out. */
  readonly leftOut: number;
  /** Tools that are left out because their schemas are invalid; not counted in `leftOut`. */
  readonly broken?: readonly BrokenTool[];
}

const list = { method: "tools/list", field: "tools", what: "tools" } as const;

/** Throws an `Error` when the list does not end. */
export async function listTools(client: Client, options: ListOptions): Promise<ListedTools> {
  if (!client.getServerCapabilities()?.tools) return { tools: [], leftOut: 0 };
  const found = new Map<string, ListedTool>();
  const broken: BrokenTool[] = [];
  let [bytes, leftOut] = [0, 0];
  const isMirroring = mirrorsInputs(client);
  for await (const { values } of listPages(client, list, options)) {
    for (const value of values) {
      const tool = listedTool(value);
      if (tool && isMirroring && mirroredInputs(tool.ownSchema) === "broken") continue;
      if (tool && found.has(tool.name)) continue;
      const problem = tool ? undefined : brokenTool(value);
      if (problem) {
        if (broken.length < limits.tools) broken.push(problem);
        continue;
      }
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
  }
  return { tools: [...found.values()].toSorted(byName), leftOut, broken };
}

function byName(one: ListedTool, other: ListedTool): number {
  return one.name < other.name ? -1 : 1;
}
