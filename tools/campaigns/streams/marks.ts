import { appendFileSync } from "node:fs";
import { defineExtension } from "../../../packages/extension-kit/src/index.ts";
import { serve } from "../../../packages/extension-kit/src/serve/index.ts";
import type { JsonSchema, Tool } from "../../../packages/protocol/src/index.ts";

/** What the server is told, as JSON in base64. */
export interface MarksPlan {
  readonly file: string;
  readonly names: readonly string[];
  readonly schema: JsonSchema;
}

// node tools/campaigns/streams/marks.ts PLAN: an MCP server with tools of these names. Each call that runs adds a line to the
// file: its name and what it got.
const { file, names, schema } = JSON.parse(
  Buffer.from(process.argv[2] ?? "", "base64").toString(),
) as MarksPlan;

const tools = names.map((name): Tool => ({
  name,
  description: "Leaves a mark.",
  inputSchema: schema,
  effect: "runs",
  repeat: "once",
  check: (input) => ({ ok: true, value: input }),
  async call(args) {
    appendFileSync(file, `${JSON.stringify({ name, args })}\n`);
    return { content: [{ type: "text", text: "Marked." }] };
  },
}));
await serve(defineExtension({ name: "marks", tools }), { version: "0" });
