import type { GateRequest } from "@skein/protocol";
import type { ValidToolCall } from "./validate-tool-call.ts";

export function gateRequestOf(call: ValidToolCall, cwd: string): GateRequest {
  const { tool, extension } = call.mounted;
  const resources = tool.resources?.(call.input, cwd) ?? [];
  return {
    callId: call.id,
    tool: tool.name,
    extension: extension.name,
    effect: tool.effect,
    ...(tool.startsAgents ? { startsAgents: true } : {}),
    input: call.input,
    cwd,
    ...(resources.length === 0 ? {} : { resources }),
  };
}
