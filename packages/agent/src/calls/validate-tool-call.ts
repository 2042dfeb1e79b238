import {
  isBroken,
  toolExtension,
  toolsOfModel,
  type AttemptModel,
  type Decision,
  type JsonObject,
  type JsonValue,
  type ToolCallPart,
  type ToolFailure,
} from "@skein/protocol";
import type { MountedTool } from "../context/model-context.ts";
import type { RunNeeds } from "../run/run-scope.ts";
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
  /** What the app replied that ran it. */
  readonly reply?: JsonObject;
}

/** Checks that the tool exists, and that the input is complete and valid. */
export function validateToolCall(
  { parts, context, state }: RunNeeds<"context" | "state", "redactor">,
  call: ToolCallPart,
): { readonly valid: ValidToolCall } | { readonly failure: ToolFailure } {
  const { tools } = context.current();
  const mounted = tools.get(call.name) ?? toolOfModel(state.model, call.name);
  if (!mounted) return { failure: { kind: "unknown-tool", available: listedNames(tools) } };
  if (isBroken(call)) return { failure: { kind: "malformed-input", problem: call.problem, raw: call.raw } };
  const forwarded = mounted.tool.forwards?.(call.input);
  const meant = forwarded ? tools.get(forwarded.tool) : mounted;
  if (!meant || (forwarded && meant.tool.forwards)) return { failure: unknownTarget(forwarded?.tool ?? "") };
  const input = restoreInput(parts.redactor, meant.tool, forwarded?.input ?? call.input);
  return validateInput(call.id, meant, coerceInput(meant.tool.inputSchema, input));
}

function toolOfModel(model: AttemptModel, name: string): MountedTool | undefined {
  const tool = toolsOfModel(model).find((candidate) => candidate.name === name);
  return tool && { tool, extension: toolExtension(tool) };
}

function listedNames(tools: ReadonlyMap<string, MountedTool>): readonly string[] {
  return [...tools].filter(([, { tool }]) => !tool.isDeferred).map(([name]) => name);
}

function unknownTarget(name: string): ToolFailure {
  const message = `There is no tool "${name}" to which the call could be passed on, so nothing was run.`;
  return { kind: "failed", message, hint: "Look for the right name, then call again." };
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
