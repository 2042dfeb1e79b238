import {
  isBroken,
  type Decision,
  type GateRequest,
  type JsonValue,
  type PrecheckResult,
  type ToolCallPart,
  type ToolFailure,
} from "@skein/protocol";
import { coerceInput } from "./coerce-input.ts";
import type { MountedTool } from "./context.ts";
import { revealInput } from "./hide-secrets.ts";
import { shownPreview } from "./shown-preview.ts";
import { finalOutputName } from "./final-output.ts";
import type { RunScope } from "./scope.ts";

/** A call that could run: its tool exists and takes its input. */
export interface SoundCall {
  readonly id: string;
  readonly mounted: MountedTool;
  readonly input: JsonValue;
}

/** Known? Whole? Valid? */
export function soundCall(
  { parts, context }: Pick<RunScope, "parts" | "context">,
  call: ToolCallPart,
): { readonly sound: SoundCall } | { readonly failure: ToolFailure } {
  const { tools } = context.current();
  const mounted = tools.get(call.name);
  if (!mounted) return { failure: { kind: "unknown-tool", available: [...tools.keys()] } };
  if (isBroken(call)) return { failure: { kind: "malformed-input", problem: call.problem, raw: call.raw } };
  const input = revealInput(parts.redactor, mounted.tool, call.input);
  return checkInput(call.id, mounted, coerceInput(mounted.tool.inputSchema, input));
}

export function checkInput(
  id: string,
  mounted: MountedTool,
  input: JsonValue,
): { readonly sound: SoundCall } | { readonly failure: ToolFailure } {
  const checked = mounted.tool.check(input);
  return checked.ok
    ? { sound: { id, mounted, input } }
    : { failure: { kind: "invalid-input", issues: checked.issues } };
}

export function gateRequestOf(call: SoundCall, cwd: string): GateRequest {
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

/**
 * Why a call cannot succeed, so that nobody has to be asked about it; or what it would change, for the question. Looks
 * only where the gate lets a call that reads the same through, or asks about every call whatever it reads: then the model
 * is not told what a file holds, since its reading was not approved.
 */
export async function precheckCall(scope: RunScope, call: SoundCall): Promise<PrecheckResult> {
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
    return found && "preview" in found ? shownPreview(found.preview, scope.parts.hide) : found;
  } catch {
    return undefined; // then somebody is asked
  }
}

/** A call that reads what the precheck of `call` reads. */
function lookOf(call: SoundCall, cwd: string): GateRequest {
  const { tool, extension } = call.mounted;
  const request = gateRequestOf(call, cwd);
  const prefix = tool.name.startsWith(`${extension.name}__`) ? `${extension.name}__` : "";
  const name = tool.prechecksAs === undefined ? tool.name : prefix + tool.prechecksAs;
  return { ...request, tool: name, effect: "reads", startsAgents: false };
}

/** Hooks may deny, never allow; then the gate. Where one of them fails, it is a question. */
export async function judge(scope: RunScope, call: SoundCall): Promise<Decision> {
  const decision = await judgement(scope, call);
  const { verdict, by, unasked } = decision;
  const isDenied = verdict === "ask" && unasked !== undefined && !scope.questions.canAsk;
  return isDenied ? { verdict: "deny", by, reason: unasked } : decision;
}

async function judgement({ parts, signal }: RunScope, call: SoundCall): Promise<Decision> {
  if (call.mounted.tool.name === finalOutputName) return { verdict: "allow", by: "the run's own tool" };
  const request = gateRequestOf(call, parts.cwd);
  try {
    const denied = await parts.hooks.beforeTool?.(parts.hide(request), signal);
    if (denied !== undefined) return { verdict: "deny", by: "hook", reason: denied };
    return await parts.gate.decide(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { verdict: "ask", by: "gate", reason: `The call could not be judged (${String(error)}).` };
  }
}
