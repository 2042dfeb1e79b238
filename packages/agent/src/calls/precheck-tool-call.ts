import type { GateRequest, PrecheckResult } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";
import { gateRequestOf } from "./gate-request.ts";
import { redactedPreview } from "./redacted-preview.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type PrecheckNeeds = RunNeeds<"signal", "cwd" | "gate" | "redact">;

/**
 * Why a call cannot succeed, so that nobody has to be asked about it; or what it would change, for the question. Looks
 * only where the gate lets a call that reads the same through, or asks about every call whatever it reads: then the model
 * is not told what a file holds, since its reading was not approved.
 */
export async function precheckToolCall(scope: PrecheckNeeds, call: ValidToolCall): Promise<PrecheckResult> {
  const { id: callId, mounted, input } = call;
  const { tool, extension } = mounted;
  if (!tool.precheck || !extension.precheckTool) return undefined;
  const { cwd, gate } = scope.parts;
  try {
    const { verdict, mayPrecheck } = await gate.decide(lookOf(call, cwd), scope.signal);
    const mayQuote = verdict === "allow";
    if (!mayQuote && !(verdict === "ask" && mayPrecheck)) return undefined;
    const context = { callId, cwd, signal: scope.signal, mayQuote };
    const found = await extension.precheckTool(tool.name, input, context);
    return found && "preview" in found ? redactedPreview(found.preview, scope.parts.redact) : found;
  } catch {
    return undefined; // then somebody is asked
  }
}

/** A call that reads what the precheck of `call` reads. */
function lookOf(call: ValidToolCall, cwd: string): GateRequest {
  const { tool, extension } = call.mounted;
  const request = gateRequestOf(call, cwd);
  const prefix = tool.name.startsWith(`${extension.name}__`) ? `${extension.name}__` : "";
  const name = tool.prechecksAs === undefined ? tool.name : prefix + tool.prechecksAs;
  return { ...request, tool: name, effect: "reads", startsAgents: false };
}
