import type { Effect, GateRequest } from "@skein/protocol";

export const signal = new AbortController().signal;
export const effects: readonly Effect[] = ["reads", "writes", "runs", "unknown"];

export function request(changes: Partial<GateRequest> = {}): GateRequest {
  return {
    callId: "1",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: { command: "make" },
    cwd: "/project",
    ...changes,
  };
}
