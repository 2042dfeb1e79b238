import type { GateRequest, PrecheckResult } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { secretRestorer } from "../session/redact-secrets.ts";
import { stateOf } from "./extension-state.ts";
import { gateRequestOf } from "./gate-request.ts";
import { redactedPreview } from "./redacted-preview.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type PrecheckNeeds = RunNeeds<"id" | "log" | "signal", "cwd" | "gate" | "redact" | "redactor">;

/**
 * Finds out, before asking for approval, why a call cannot succeed, or what it would change (the question's
 * preview). Runs only where the gate allows a call that reads the same, or asks about every call
 * (`mayPrecheck`); in that case a failure must not quote file contents, because reading them was not
 * approved.
 */
export async function precheckToolCall(scope: PrecheckNeeds, call: ValidToolCall): Promise<PrecheckResult> {
  const { id: callId, mounted, input } = call;
  const { tool, extension } = mounted;
  if (!tool.precheck || !extension.precheckTool) return undefined;
  const { cwd, gate } = scope.parts;
  try {
    const { verdict, mayPrecheck } = await gate.decide(readRequestOf(call, cwd), scope.signal);
    const mayQuote = verdict === "allow";
    if (!mayQuote && !(verdict === "ask" && mayPrecheck)) return undefined;
    const state = stateOf(scope, extension.name);
    const context = {
      session: scope.log.id,
      callId,
      cwd,
      signal: scope.signal,
      mayQuote,
      state,
      ...secretRestorer(scope.parts.redactor, tool),
    };
    const found = await extension.precheckTool(tool.name, input, context);
    return found && "preview" in found ? redactedPreview(found.preview, scope.parts.redact) : found;
  } catch {
    return undefined; // ask without a preview
  }
}

/** The gate request for reading what the precheck of `call` reads. */
function readRequestOf(call: ValidToolCall, cwd: string): GateRequest {
  const { tool, extension } = call.mounted;
  const request = gateRequestOf(call, cwd);
  const prefix = tool.name.startsWith(`${extension.name}__`) ? `${extension.name}__` : "";
  const name = tool.prechecksAs === undefined ? tool.name : prefix + tool.prechecksAs;
  return { ...request, tool: name, effect: "reads", startsAgents: false };
}
