import {
  isBroken,
  type Decision,
  type JsonValue,
  type ToolCallPart,
  type ToolFailure,
} from "@skein/protocol";
import type { MountedTool } from "../context/model-context.ts";
import type { RunNeeds } from "../loop/run-scope.ts";
import { restoreInput } from "../session/redact-secrets.ts";
import { coerceInput } from "./coerce-input.ts";

/** A call whose tool exists and whose input is valid. */
export interface ValidToolCall {
  readonly id: string;
  readonly mounted: MountedTool;
  readonly input: JsonValue;
  /** What hooks said of it. */
  readonly hooked?: Decision;
  /** The hook that wrote the input. Absent: the model, or a person. */
  readonly rewrittenBy?: string;
}

/** Checks that the tool exists, and that the input is complete and valid. */
export function validateToolCall(
  { parts, context }: RunNeeds<"context", "redactor">,
  call: ToolCallPart,
): { readonly valid: ValidToolCall } | { readonly failure: ToolFailure } {
  const { tools } = context.current();
  const mounted = tools.get(call.name);
  if (!mounted) return { failure: { kind: "unknown-tool", available: [...tools.keys()] } };
  if (isBroken(call)) return { failure: { kind: "malformed-input", problem: call.problem, raw: call.raw } };
  const input = restoreInput(parts.redactor, mounted.tool, call.input);
  return validateInput(call.id, mounted, coerceInput(mounted.tool.inputSchema, input));
}

export function validateInput(
  id: string,
  mounted: MountedTool,
  input: JsonValue,
): { readonly valid: ValidToolCall } | { readonly failure: ToolFailure } {
  const checked = mounted.tool.check(input);
  return checked.ok
    ? { valid: { id, mounted, input } }
    : { failure: { kind: "invalid-input", issues: checked.issues } };
}
