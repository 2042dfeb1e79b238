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

/** What a call gets beside what its client offers. */
export type CallSettings = Pick<ToolContext, "session" | "callId" | "cwd" | "callFolder"> &
  Required<Pick<ToolContext, "state">>;

export interface ToolServing {
  readonly run: RunForClient;
  readonly nextCall: () => CallSettings;
  /** For the tools whose calls take long. */
  readonly tasks: ServedTasks;
}

/** Answers the requests for tools. */
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
    const work = async (scope: CallScope) => {
      const outcome = await extension.callTool(name, input as JsonObject, { ...scope, ...nextCall() });
      if (isFailure(outcome) && outcome.kind === "unknown-tool")
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeFailure(name, outcome));
      return server.projectCallToolResult(callResult(name, outcome), tool?.outputSchema);
    };
    const started = tool?.isLong ? tasks.start(context, params, work) : undefined;
    return started ?? run(context, `tools/call ${name}`, work);
  });
}

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
