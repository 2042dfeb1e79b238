import type { Finding, GateRequest, Inspector, JsonValue } from "@skein/protocol";

export function shellCall(command: string, cwd: string): GateRequest {
  return toolCall("shell", { command }, { extension: "developer", effect: "runs", cwd });
}

export function toolCall(tool: string, input: JsonValue, more: Partial<GateRequest> = {}): GateRequest {
  return {
    callId: "1",
    tool,
    extension: "web",
    effect: "unknown",
    input,
    cwd: "/srv/projects/shop",
    ...more,
  };
}

export async function inspect(
  inspector: Inspector,
  request: GateRequest,
  rules: readonly string[] = [],
): Promise<Finding | undefined> {
  return inspector.inspectCall?.({
    request,
    rules: async () => rules,
    signal: new AbortController().signal,
  });
}
