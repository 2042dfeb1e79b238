import { toolAlias } from "../names/tool-aliases.ts";

/** How a reply ended whose tool calls are not executed: every `StopReason` except `tool-calls` and `answered`. */
type IncompleteStop = "length" | "refused" | "paused" | "other";

/** Why a tool call cannot be executed. Such a call is never repaired: it becomes a failure that the model reads. */
export type CallProblem = "cut-off" | "not-json";

/** The kinds of `ToolFailure`. */
export const failureKinds = [
  "unknown-tool",
  "malformed-input",
  "invalid-input",
  "incomplete-reply",
  "denied",
  "timed-out",
  "interrupted",
  "unknown-outcome",
  "failed",
] as const satisfies readonly ToolFailure["kind"][];

/**
 * A failure that the model can react to: a value, never thrown out of the loop. Its text is a prompt.
 *
 * - `malformed-input`: the arguments are incomplete or do not parse; nothing ran.
 * - `invalid-input`: the arguments do not match the tool's schema; nothing ran.
 * - `incomplete-reply`: the call is complete, but its reply did not end with a request to execute tool calls;
 *   nothing ran.
 * - `unknown-outcome`: the call had started when the process died, and its result is lost.
 */
export type ToolFailure =
  | { readonly kind: "unknown-tool"; readonly available: readonly string[] }
  | { readonly kind: "malformed-input"; readonly problem: CallProblem; readonly raw: string }
  | { readonly kind: "invalid-input"; readonly issues: readonly string[] }
  | { readonly kind: "incomplete-reply"; readonly stop: IncompleteStop }
  | { readonly kind: "denied"; readonly by: "user" | "policy"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly afterMs: number; readonly partial: string }
  | { readonly kind: "interrupted"; readonly started: boolean; readonly partial: string }
  | { readonly kind: "unknown-outcome"; readonly partial: string }
  | { readonly kind: "failed"; readonly message: string; readonly hint?: string };

const rawShown = 200;

/** The text the model reads: what happened, and what to do next. */
export function describeFailure(name: string, failure: ToolFailure): string {
  switch (failure.kind) {
    case "unknown-tool":
      return failure.available.length === 0
        ? `There is no tool "${name}", and no tool is available. Answer without tools.`
        : `There is no tool "${name}"${calledHere(name, failure.available)}. Use one of: ${failure.available.join(", ")}.`;
    case "malformed-input":
      return failure.problem === "cut-off"
        ? `The call of "${name}" was cut off before its arguments were complete, so it was not run. Make the call again with a shorter input, for example in several smaller steps.`
        : `The arguments of "${name}" are not valid JSON, so it was not run. Make the call again with one JSON object. Received: ${shorten(failure.raw)}`;
    case "invalid-input":
      return `The input of "${name}" is not valid, so it was not run. Fix this and call it again:\n- ${failure.issues.join("\n- ")}`;
    case "incomplete-reply":
      return `"${name}" was not run, because ${incomplete[failure.stop]}`;
    case "denied":
      return `${failure.by === "user" ? "The user" : "The policy"} denied this call, so it was not run${failure.reason ? `: ${asSentence(failure.reason)}` : "."} Do not repeat it; choose another way or ask.`;
    case "timed-out":
      return `"${name}" was stopped after ${failure.afterMs} ms. ${outputSoFar(failure.partial)}Call it again with a longer time limit, or do less in one call.`;
    case "interrupted":
      return failure.started
        ? `"${name}" was interrupted before it ended. ${outputSoFar(failure.partial)}Check what it has changed before you continue.`
        : `"${name}" was not started, because the run was stopped first. Call it again if it is still needed.`;
    case "unknown-outcome":
      return `"${name}" had been started when the process ended, and its result was lost: it may have run or not. ${outputSoFar(failure.partial)}Check the current state before you decide to call it again.`;
    case "failed":
      return failure.hint ? `${failure.message}\n${failure.hint}` : failure.message;
  }
}

/** Another agent's name of a tool is explained, not resolved: its input may have other fields. */
function calledHere(name: string, available: readonly string[]): string {
  const own = toolAlias(name);
  return own === undefined || own === name || !available.includes(own) ? "" : `; here it is called "${own}"`;
}

/** Why no call of a reply was executed, and what to do. */
const incomplete: Readonly<Record<IncompleteStop, string>> = {
  length:
    "the reply that made this call was cut off at the output limit. No call of that reply was run. Make the calls that are still needed again in a shorter reply, one at a time.",
  refused:
    "the provider stopped the reply that made this call with its content filter. No call of that reply was run.",
  paused:
    "the reply that made this call was paused before it was complete. No call of that reply was run. Make the calls that are still needed again.",
  other:
    "the reply that made this call ended in a way that does not say whether it is complete. No call of that reply was run. Make the calls that are still needed again.",
};

function outputSoFar(partial: string): string {
  return partial.trim() === "" ? "" : `Output so far:\n${partial.trimEnd()}\n`;
}

/** With a full stop where it has no end of its own. */
export function asSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function shorten(raw: string): string {
  return raw.length <= rawShown ? raw : `${raw.slice(0, rawShown)} … (${raw.length} characters)`;
}
