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
import type { RunForClient } from "./requests/call-scope.ts";

/** What a call gets beside what its client offers. */
export type CallSettings = Pick<ToolContext, "session" | "callId" | "cwd" | "callFolder"> &
  Required<Pick<ToolContext, "state">>;

/** Answers the requests for tools. */
export function serveTools(
  server: Server,
  extension: Extension,
  { run, nextCall }: { readonly run: RunForClient; readonly nextCall: () => CallSettings },
): void {
  server.setRequestHandler("tools/list", async (_, { mcpReq }) => ({
    tools: (await extension.tools(mcpReq.signal)).map(wireTool),
  }));
  server.setRequestHandler("tools/call", ({ params: { name, arguments: input = {} } }, context) =>
    run(context, `tools/call ${name}`, async (scope) => {
      const outcome = await extension.callTool(name, input as JsonObject, { ...scope, ...nextCall() });
      if (isFailure(outcome) && outcome.kind === "unknown-tool")
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeFailure(name, outcome));
      const tool = (await extension.tools()).find((one) => one.name === name);
      return server.projectCallToolResult(callResult(name, outcome), tool?.outputSchema);
    }),
  );
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
