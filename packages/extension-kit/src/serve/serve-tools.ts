// Source: MCP, server features, tools.

import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool as WireTool,
} from "@modelcontextprotocol/server";
import {
  describeFailure,
  isFailure,
  type Extension,
  type JsonObject,
  type Tool,
  type ToolContext,
} from "@skein/protocol";
import { callResult } from "./call-result.ts";
import type { CallScope, RunForClient } from "./requests/call-scope.ts";
import type { ServedTasks } from "./tasks/served-tasks.ts";

/** Settings of a call that do not come from its client. */
export type CallSettings = Pick<ToolContext, "session" | "callId" | "cwd" | "callFolder"> &
  Required<Pick<ToolContext, "state">>;

/** Services for calls. */
export interface ToolServing {
  /** Runs a call for its client. */
  readonly run: RunForClient;
  /** Creates the settings of the next call. */
  readonly nextCall: () => CallSettings;
  /** Tasks, for tools whose calls take long. */
  readonly tasks: ServedTasks;
}

/**
 * Answers requests for tools. Failures of a tool are results, so that the
 * client's model reads them; an unknown tool is an error of the protocol.
 *
 * Sorting is up to the extension: tools are listed in its order.
 */
export function serveTools(
  server: Server,
  extension: Extension,
  { run, nextCall, tasks }: ToolServing,
): void {
  server.setRequestHandler("tools/list", async (_, { mcpReq }) => ({
    tools: (await extension.tools(mcpReq.signal)).map((tool) => ({
      ...wireTool(tool),
      ...(tool.isLong ? tasks.execution : {}),
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: input = {} } = params;
    const tool = (await extension.tools()).find((one) => one.name === name);
    // Runs the call with the services of its client. As a task, it continues
    // after the request was answered.
    const work = async (scope: CallScope) => {
      const outcome = await extension.callTool(name, input as JsonObject, { ...scope, ...nextCall() });
      // The client has an old list of tools.
      if (isFailure(outcome) && outcome.kind === "unknown-tool")
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeFailure(name, outcome));
      // Adapts structured results to the revision of the client.
      return server.projectCallToolResult(callResult(name, outcome), tool?.outputSchema);
    };
    const started = tool?.isLong ? tasks.start(context, params, work) : undefined;
    return started ?? run(context, `tools/call ${name}`, work);
  });
}

/**
 * Converts a definition to MCP's form. The hints repeat what the author has
 * declared; clients need not trust them.
 */
function wireTool({
  name,
  description,
  inputSchema,
  outputSchema,
  effect,
  startsAgents = false,
  repeat,
}: Tool): WireTool {
  const onlyReads = effect === "reads" && !startsAgents;
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    ...(outputSchema ? { outputSchema } : {}),
    annotations: {
      readOnlyHint: onlyReads,
      ...(onlyReads ? {} : { idempotentHint: repeat === "safe" }),
    },
  };
}
