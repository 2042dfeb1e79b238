import {
  extractText,
  type Decision,
  type HookEffect,
  type ToolCallPart,
  type ToolFailure,
  type ToolOutcome,
  type Verdict,
} from "@skein/protocol";
import { finalOutputName } from "../run/final-output.ts";
import { callHooks, type HookNeeds } from "../run/call-hooks.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { restoreInput } from "../session/redact-secrets.ts";
import { decideToolCall, type DecisionNeeds } from "./decide-tool-call.ts";
import { gateRequestOf } from "./gate-request.ts";
import { resultEntry } from "./tool-result-entry.ts";
import { validateInput, type ValidToolCall } from "./validate-tool-call.ts";

export type ToolHookNeeds = HookNeeds & DecisionNeeds & RunNeeds<never, "redactor">;

type Hooked = { readonly valid: ValidToolCall } | { readonly failure: ToolFailure };

/**
 * What hooks make of a call before it is decided on: another input, which has to pass the tool's check, and a ruling. Hooks
 * that answer approvals are called when the gate would ask.
 */
export async function applyToolHooks(scope: ToolHookNeeds, valid: ValidToolCall): Promise<Hooked> {
  const { hooks } = scope.parts;
  if (valid.mounted.tool.name === finalOutputName) return { valid };
  const before = await callHooks(scope, { type: "before-tool", ...requestOf(scope, valid) });
  const hooked = withEffect(scope, valid, before);
  if ("failure" in hooked || !hooks.has("approval")) return hooked;
  const decision = await decideToolCall(scope, hooked.valid);
  if (decision.verdict !== "ask") return hooked;
  const reason = decision.reason ?? `Asked by ${decision.by}.`;
  const asked = { type: "approval", ...requestOf(scope, hooked.valid), reason } as const;
  return withEffect(scope, hooked.valid, await callHooks(scope, asked));
}

/** What a person has edited is theirs: hooks may still deny it. */
export async function hooksDeny(scope: ToolHookNeeds, valid: ValidToolCall): Promise<ValidToolCall> {
  const { verdict, by, reason } = await callHooks(scope, { type: "before-tool", ...requestOf(scope, valid) });
  return verdict === "deny" ? { ...valid, hooked: rulingOf({ verdict, by, reason }) } : valid;
}

/** Tells hooks what came of a call. What they have to say goes to the model with the next request. */
export async function tellHooksResult(
  scope: HookNeeds & RunNeeds<never, "cwd">,
  {
    call,
    valid,
    outcome,
  }: { readonly call: ToolCallPart; readonly valid: ValidToolCall; readonly outcome: ToolOutcome },
): Promise<void> {
  const { content, failure } = resultEntry(call, outcome, 0);
  await callHooks(scope, {
    type: "after-tool",
    ...requestOf(scope, valid),
    result: extractText(content),
    isFailure: failure !== undefined,
    isInterrupted: failure?.kind === "interrupted",
  });
}

function requestOf({ parts }: RunNeeds<never, "cwd">, valid: ValidToolCall) {
  return { request: gateRequestOf(valid, parts.cwd) };
}

function withEffect(
  { parts }: RunNeeds<never, "redactor">,
  valid: ValidToolCall,
  { verdict, by, reason, input }: HookEffect,
): Hooked {
  const hooked = verdict === undefined ? valid.hooked : rulingOf({ verdict, by, reason });
  const ruled = hooked ? { ...valid, hooked } : valid;
  if (input === undefined || verdict === "deny") return { valid: ruled };
  const { id, mounted } = valid;
  const checked = validateInput(id, mounted, restoreInput(parts.redactor, mounted.tool, input));
  if ("failure" in checked) return checked;
  return { valid: { ...ruled, input: checked.valid.input, rewrittenBy: by ?? "hook" } };
}

interface Ruling {
  readonly verdict: Verdict;
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

function rulingOf({ verdict, by = "hook", reason }: Ruling): Decision {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}
