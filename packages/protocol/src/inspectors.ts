import type { ToolContentPart } from "./messages.ts";
import type { GateRequest } from "./ports.ts";

/** What an inspector has found in a tool call. */
export interface Finding {
  /** `ask`: a person decides; where no one is available, this call is denied and the run continues. */
  readonly verdict: "ask" | "deny";
  /** What was found, in sentences for the user and the model. */
  readonly reason: string;
}

export interface InspectedCall {
  readonly request: GateRequest;
  /** Texts of the permission rules that allow something: one of them may allow expressly what was found. */
  readonly rules: () => Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

/** What an inspector has found in a tool result. */
export interface ResultFinding {
  /** For the model, beside the result and marked as the harness's. */
  readonly note: string;
  /** A sentence for the user. */
  readonly notice: string;
}

/**
 * Looks at calls that the gate has not denied, and at their results. It can tighten a decision and never loosen it. One
 * that throws asks.
 */
export interface Inspector {
  /** The decision names it: `inspector destructive`. */
  readonly name: string;
  inspectCall?(call: InspectedCall): Finding | undefined | Promise<Finding | undefined>;
  /** @param content - what the tool has returned; it is not changed. */
  inspectResult?(request: GateRequest, content: readonly ToolContentPart[]): ResultFinding | undefined;
}
