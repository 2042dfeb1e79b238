import { jsonText } from "./json-text.ts";
import type { AgentEvent, RunResult } from "@skein/protocol";
import { withNextStep } from "../wording/next-step.ts";
import type { RunFacts } from "./run-facts.ts";
import type { OutputWriter } from "./writer.ts";

type Write = (text: string) => void;

/** One object, at the end. */
export function jsonWriter(write: Write): OutputWriter {
  return {
    wantsFacts: true,
    init: () => undefined,
    event: () => undefined,
    result: (result, exitCode, facts) => write(`${jsonText(resultObject(result, exitCode, facts), 2)}\n`),
  };
}

/**
 * One object a line: `init`, then the agent's events as they happen, then `result`.
 *
 * @param withDeltas - `false`: whole messages only.
 */
export function streamJsonWriter(write: Write, withDeltas: boolean): OutputWriter {
  const line = (value: object) => write(`${jsonText(value)}\n`);
  return {
    wantsFacts: true,
    init: ({ session, provider, model, cwd, mode, sandbox, tools }) =>
      line({ type: "init", schema: 1, sessionId: session, provider, model, cwd, mode, sandbox, tools }),
    event: (event) => {
      if (withDeltas || !("delta" in event)) line(worded(event));
    },
    result: (result, exitCode, facts) => line(resultObject(result, exitCode, facts)),
  };
}

/** What a program reads says what to type next, as what a person reads does. */
function worded(event: AgentEvent): AgentEvent {
  return "error" in event && event.error ? { ...event, error: withNextStep(event.error) } : event;
}

/** `null` says that a number is not known. */
function resultObject(result: RunResult, exitCode: number, facts?: RunFacts): object {
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
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error: withNextStep(error) }),
  };
}
