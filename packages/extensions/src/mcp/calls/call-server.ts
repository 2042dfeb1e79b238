import type { Client, Progress, RequestOptions } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type ToolContext, escapeName } from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { limits, waits } from "../limits.ts";
import type { ListedTool } from "../listed-tool.ts";
import { callAsTask, resultOfCall, runsAsTask } from "./server-tasks.ts";
import type { ServerLogLevel, TraceOf } from "../settings.ts";
import { mirroredInputs, mirrorsInputs } from "../mirrored-inputs.ts";

interface CallOptions {
  readonly timeoutMs: number;
  /** Of log messages that are wanted; `undefined`: none. */
  readonly logLevel: ServerLogLevel | undefined;
  readonly traceOf: TraceOf | undefined;
  readonly context: ToolContext;
}

/** Sends one `tools/call`. Rejects like the client; the server is notified when the call is aborted or times out. */
export async function callServer(
  client: Client,
  tool: ListedTool,
  input: JsonObject,
  { timeoutMs, logLevel, traceOf, context }: CallOptions,
): Promise<JsonObject> {
  const trace = await traceOf?.(context, client.getNegotiatedProtocolVersion());
  const meta = { ...logWish(client, logLevel), ...trace };
  const params = {
    name: tool.name,
    arguments: { ...tool.restored(input) },
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
  if (runsAsTask(client, tool)) return callAsTask(client, params, context, timeoutMs);
  const isMirrored = mirrorsInputs(client) && mirroredInputs(tool.ownSchema) === "sound";
  const options: RequestOptions = {
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
    maxTotalTimeout: waits.callInAll,
    signal: context.signal,
    onprogress: progressTo(context.progress),
  };
  if (!isMirrored) {
    const result = await client.request({ method: "tools/call", params }, anyObject, options);
    return resultOfCall(client, result, context);
  }
  // The library knows how such inputs are repeated in headers, and parses the result strictly.
  const toolDefinition = { name: tool.name, inputSchema: { type: "object" as const, ...tool.ownSchema } };
  const result: unknown = await client.callTool(params, { ...options, toolDefinition });
  return resultOfCall(client, isJsonObject(result) ? result : {}, context);
}

/** Source: revision 2026-07-28, logging: a request says which messages it wants. */
function logWish(client: Client, level: ServerLogLevel | undefined) {
  const isWanted = level !== undefined && client.getProtocolEra() === "modern";
  return isWanted ? { "io.modelcontextprotocol/logLevel": level } : {};
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
