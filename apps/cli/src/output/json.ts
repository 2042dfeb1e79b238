import type { RunResult } from "@skein/protocol";
import type { OutputWriter } from "./writer.ts";

type Write = (text: string) => void;

/** One object, at the end. */
export function jsonWriter(write: Write): OutputWriter {
  return {
    isLive: false,
    init: () => undefined,
    event: () => undefined,
    result: (result, exitCode) => write(`${JSON.stringify(resultObject(result, exitCode), undefined, 2)}\n`),
  };
}

/** One object a line: `init`, then the agent's events as they happen, then `result`. */
export function streamJsonWriter(write: Write): OutputWriter {
  const line = (value: object) => write(`${JSON.stringify(value)}\n`);
  return {
    isLive: true,
    init: ({ session, ...info }) => line({ type: "init", schema: 1, sessionId: session, ...info }),
    event: line,
    result: (result, exitCode) => line(resultObject(result, exitCode)),
  };
}

/** `null` says that a number is not known. */
function resultObject(result: RunResult, exitCode: number): object {
  const {
    outcome,
    session,
    turns,
    usage,
    costUsd,
    costIsEstimate = false,
    durationMs,
    text,
    output,
    error,
  } = result;
  const { input = null, output: outputTokens = null, cacheRead = null, cacheWrite = null } = usage;
  return {
    type: "result",
    outcome,
    exitCode,
    sessionId: session,
    turns,
    usage: { input, output: outputTokens, cacheRead, cacheWrite },
    costUsd: costUsd ?? null,
    costIsEstimate,
    durationMs,
    text,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  };
}
