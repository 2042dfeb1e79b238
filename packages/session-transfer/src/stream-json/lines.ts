import type { TierInForce } from "../schemas/outcomes.ts";
import type { RunResult } from "@skein/protocol";
import type { RunFacts } from "./run-facts.ts";

/** What the outside is told before the first event. */
export interface RunInfo {
  readonly session: string;
  /** Who answers first. */
  readonly provider: string;
  readonly model: string;
  readonly role: "planner" | "lead" | undefined;
  readonly cwd: string;
  readonly mode: string;
  /** Whether only reads are allowed, whatever the mode. Default false. */
  readonly readOnly?: boolean;
  /** Whether nothing of the project is used. Default false. */
  readonly restricted?: boolean;
  /** The tier in force. */
  readonly sandbox: TierInForce;
  readonly tools: readonly string[];
}

/** The first line of a stream. */
export function initLine({ session, readOnly = false, restricted = false, ...info }: RunInfo): object {
  const { provider, model, cwd, mode, sandbox, tools } = info;
  const rights = { mode, ...(readOnly ? { readOnly } : {}), ...(restricted ? { restricted } : {}) };
  return { type: "init", schema: 1, sessionId: session, provider, model, cwd, ...rights, sandbox, tools };
}

/**
 * The last line of a stream. `null` says that a number is not known.
 *
 * @param result - its error in the words of the face. @param facts - absent when nothing was started.
 */
export function resultLine(result: RunResult, exitCode: number, facts?: RunFacts): object {
  const { outcome, session, turns, usage, costUsd, costIsEstimate = false } = result;
  const { durationMs, text, output, error } = result;
  const { input = null, output: outputTokens = null, cacheRead = null, cacheWrite = null } = usage;
  return {
    type: "result",
    outcome,
    exitCode,
    sessionId: session,
    provider: facts?.provider ?? null,
    model: facts?.model ?? null,
    turns,
    usage: { input, output: outputTokens, cacheRead, cacheWrite },
    costUsd: costUsd ?? null,
    costIsEstimate,
    durationMs,
    text,
    deniedCalls: facts?.denied ?? [],
    changedFiles: facts?.changedFiles ?? null,
    ...(facts?.messages ? { messages: facts.messages } : {}),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  };
}
