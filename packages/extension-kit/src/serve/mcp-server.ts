import { join } from "node:path";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { ServerContext, Tool as WireTool } from "@modelcontextprotocol/server";
import { describeFailure, isFailure, type Extension, type JsonObject, type Tool } from "@skein/protocol";
import { callResult } from "./call-result.ts";

export interface McpServerOptions {
  /** Reported to clients. Default `0.0.0`. */
  readonly version?: string;
  /** Absolute working directory of the tools. Default: that of this process. */
  readonly cwd?: string;
  /** Parent of a numbered folder for the files of each call. Default: no files are kept. */
  readonly callFolders?: string;
}

/**
 * Creates MCP servers over one extension, for `serveStdio` and `createMcpHandler` of `@modelcontextprotocol/server`:
 * clients of all protocol versions get its instructions and tools. The first server starts the extension.
 *
 * @throws ExtensionError when it cannot start.
 */
export function mcpServerOf(extension: Extension, options: McpServerOptions = {}): () => Promise<Server> {
  const { version = "0.0.0", cwd = process.cwd(), callFolders } = options;
  const session = `mcp-${crypto.randomUUID()}`;
  let calls = 0;

  return async () => {
    await extension.tools();
    const { instructions } = extension;
    const server = new Server(
      { name: extension.name, version },
      {
        capabilities: { tools: extension.onChange ? { listChanged: true } : {} },
        ...(instructions ? { instructions } : {}),
      },
    );
    server.setRequestHandler("tools/list", async (_, { mcpReq }) => ({
      tools: (await extension.tools(mcpReq.signal)).map(wireTool),
    }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const callId = `call-${++calls}`;
      const { name } = params;
      const outcome = await extension.callTool(name, (params.arguments ?? {}) as JsonObject, {
        session,
        callId,
        cwd,
        signal: context.mcpReq.signal,
        progress: progressTo(context),
        callFolder: callFolders === undefined ? undefined : join(callFolders, callId),
      });
      if (isFailure(outcome) && outcome.kind === "unknown-tool") {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeFailure(name, outcome));
      }
      return callResult(name, outcome);
    });
    const stop = extension.onChange?.(() => void server.sendToolListChanged().catch(() => {}));
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    server.onclose = () => stop?.();
    return server;
  };
}

function wireTool({ name, description, inputSchema, effect, startsAgents = false, repeat }: Tool): WireTool {
  const onlyReads = effect === "reads" && !startsAgents;
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    annotations: {
      readOnlyHint: onlyReads,
      ...(onlyReads ? {} : { idempotentHint: repeat === "safe" }),
    },
  };
}

/** Sends progress as notifications, when the client has asked for them. */
function progressTo({ mcpReq }: ServerContext): (text: string) => void {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (message) => {
    const params = { progressToken, progress: ++progress, message };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
