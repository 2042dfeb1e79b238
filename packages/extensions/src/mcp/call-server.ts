import type { Client, Progress, RequestOptions } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type ToolContext } from "@skein/protocol";
import { escapeName } from "@skein/extension-kit";
import { anyObject } from "./any-object.ts";
import { limits, waits } from "./limits.ts";
import type { ListedTool } from "./listed-tool.ts";
import { mirroredInputs, mirrorsInputs } from "./mirrored-inputs.ts";

/** Sends one `tools/call`. Rejects like the client; the server is notified when the call is aborted or times out. */
export async function callServer(
  client: Client,
  tool: ListedTool,
  input: JsonObject,
  { timeoutMs, context }: { readonly timeoutMs: number; readonly context: ToolContext },
): Promise<JsonObject> {
  const params = { name: tool.name, arguments: { ...tool.restored(input) } };
  const isMirrored = mirrorsInputs(client) && mirroredInputs(tool.ownSchema) === "sound";
  const options: RequestOptions = {
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
    maxTotalTimeout: waits.callInAll,
    signal: context.signal,
    onprogress: progressTo(context.progress),
  };
  if (!isMirrored) return client.request({ method: "tools/call", params }, anyObject, options);
  // The library knows how such inputs are repeated in headers, and parses the result strictly.
  const toolDefinition = { name: tool.name, inputSchema: { type: "object" as const, ...tool.ownSchema } };
  const result: unknown = await client.callTool(params, { ...options, toolDefinition });
  return isJsonObject(result) ? result : {};
}

function progressTo(progress: (text: string) => void): (report: Progress) => void {
  let lastAt = -Infinity;
  return (report) => {
    const now = performance.now();
    if (now - lastAt < waits.progress) return;
    lastAt = now;
    const { message, progress: done, total } = report;
    const words = message ?? (total === undefined ? `${done}` : `${done} of ${total}`);
    progress(`${escapeName(words.slice(0, limits.progressCharacters))}\n`);
  };
}
