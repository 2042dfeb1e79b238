import type { ToolContentPart } from "./messages.ts";
import type { GateRequest } from "./ports.ts";

/** Observation of an inspector about a tool call. */
export interface Finding {
  /**
   * `ask`: a person decides; if no one is available, this call is denied and
   * the run continues.
   */
  readonly verdict: "ask" | "deny";
  /** Observation in sentences for the user and the model. */
  readonly reason: string;
}

/** Call to inspect. */
export interface InspectedCall {
  /** Call as the gate has seen it. */
  readonly request: GateRequest;
  /**
   * Returns the texts of the permission rules that allow something. One of them
   * may allow expressly what was found.
   */
  readonly rules: () => Promise<readonly string[]>;
  /** Aborted when the run stops. */
  readonly signal: AbortSignal;
}

/**
 * Observation of an inspector about a tool result. The result itself is never
 * changed.
 */
export interface ResultFinding {
  /** Text for the model, next to the result and marked as Skein's. */
  readonly note: string;
  /** Sentence for the user. */
  readonly notice: string;
}

/**
 * Looks at calls that the gate has not denied, and at their results. It can
 * tighten a decision and never loosen it. An inspector that throws asks.
 *
 * @example
 * ```ts
 * const noForcePush: Inspector = {
 *   name: "force-push",
 *   inspectCall: ({ request }) =>
 *     JSON.stringify(request.input).includes("--force")
 *       ? { verdict: "ask", reason: "The command overwrites history." }
 *       : undefined,
 * };
 * ```
 */
export interface Inspector {
  /** Name in the decision: `inspector destructive`. */
  readonly name: string;
  /** Inspects a call before it runs. `undefined`: nothing found. */
  inspectCall?(call: InspectedCall): Finding | undefined | Promise<Finding | undefined>;
  /**
   * Inspects the result of a call.
   *
   * @param content - what the tool returned. Do not change it.
   */
  inspectResult?(request: GateRequest, content: readonly ToolContentPart[]): ResultFinding | undefined;
}
