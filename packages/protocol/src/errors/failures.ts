import { toolAlias } from "../names/foreign-tools.ts";

/**
 * Reason why a reply stopped whose tool calls are not executed: every
 * `StopReason` except `tool-calls` and `answered`.
 */
type IncompleteStop = "length" | "refused" | "paused" | "other";

/**
 * Reason why a tool call cannot be executed. `cut-off`: its arguments did not
 * arrive completely. `not-json`: they do not parse. Such a call is never
 * repaired: it becomes a failure that the model reads.
 */
export type CallProblem = "cut-off" | "not-json";

/** Kinds of `ToolFailure`. Public: they are part of events and journals. */
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
 * Failure of a tool call that the model can react to. A value, never thrown out
 * of the loop. Its text is made by `describeFailure`.
 *
 * A tool normally returns `failed`; the agent makes the other kinds.
 *
 * @example
 * ```ts
 * const failure: ToolFailure = {
 *   kind: "failed",
 *   message: "Cannot read notes.txt: no such file.",
 *   hint: "List the folder to find the right name.",
 * };
 * ```
 */
export type ToolFailure =
  /** No tool has the name that the model used. Nothing ran. */
  | {
      readonly kind: "unknown-tool";
      /** Names of all tools of the session. */
      readonly available: readonly string[];
    }
  /** The arguments are incomplete or do not parse. Nothing ran. */
  | {
      readonly kind: "malformed-input";
      /** Problem of the arguments. */
      readonly problem: CallProblem;
      /**
       * Arguments as they arrived. The model is shown at most 200 characters.
       */
      readonly raw: string;
    }
  /** The arguments do not match the tool's schema. Nothing ran. */
  | {
      readonly kind: "invalid-input";
      /**
       * One line per problem, with its place in the input: see
       * `describeIssues`.
       */
      readonly issues: readonly string[];
    }
  /**
   * The call is complete, but its reply did not stop to have tool calls
   * executed. Nothing ran.
   */
  | {
      readonly kind: "incomplete-reply";
      /** Reason why the reply stopped. */
      readonly stop: IncompleteStop;
    }
  /** The call was not permitted. Nothing ran. */
  | {
      readonly kind: "denied";
      /**
       * `user`: a person said no. `policy`: a rule, a mode, a hook or an
       * inspector did.
       */
      readonly by: "user" | "policy";
      /** Reason for the model. May be empty. */
      readonly reason: string;
    }
  /** The tool made no progress for too long and was stopped. */
  | {
      readonly kind: "timed-out";
      /** Milliseconds without progress. */
      readonly afterMs: number;
      /** Output so far. May be empty. */
      readonly partial: string;
    }
  /** The run was stopped during the call or before it. */
  | {
      readonly kind: "interrupted";
      /** True if the tool had started: it may have changed something. */
      readonly started: boolean;
      /** Output so far. May be empty. */
      readonly partial: string;
    }
  /** The call had started when the process ended, and its result is lost. */
  | {
      readonly kind: "unknown-outcome";
      /** Output that was saved before. May be empty. */
      readonly partial: string;
    }
  /** The tool ran and reports a failure, or threw. */
  | {
      readonly kind: "failed";
      /** Description of the failure, as a sentence. */
      readonly message: string;
      /** Next step for the model. Sent on its own line. */
      readonly hint?: string;
    };

/** Characters of malformed arguments that the model is shown. */
const rawShown = 200;

/**
 * Returns the failure of a tool that could not do what it was called for.
 *
 * @param message - what happened.
 * @param hint - what the model can do next.
 */
export function toolFailed(message: string, hint?: string): ToolFailure {
  return { kind: "failed", message, ...(hint === undefined ? {} : { hint }) };
}

/**
 * Writes a failure as text for the model: what happened, and what to do next.
 *
 * All of these texts are prompts, so they are in this one place and
 * snapshot-tested together.
 *
 * @param name - the tool, as the model called it.
 */
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

/**
 * Explains another agent's name of a tool instead of resolving it: the input
 * may have other fields.
 */
function calledHere(name: string, available: readonly string[]): string {
  const own = toolAlias(name);
  return own === undefined || own === name || !available.includes(own) ? "" : `; here it is called "${own}"`;
}

/**
 * Texts about a reply whose calls were not executed, each with the next step.
 */
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

/** Appends a full stop if the text does not end with `.`, `!` or `?`. */
export function asSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function shorten(raw: string): string {
  return raw.length <= rawShown ? raw : `${raw.slice(0, rawShown)} … (${raw.length} characters)`;
}
