import { isFailure, messageOf, type ToolContext, type ToolOutcome } from "@skein/protocol";
import type { SoundCall } from "./judge-call.ts";
import type { RunScope } from "./scope.ts";

const defaultTimeoutMs = 300_000;
/** However much progress a call reports. */
const hardCapMs = 3_600_000;
/** How long a tool that was told to stop may take to say what it had. */
const graceMs = 1_500;
const partialShown = 4_000;

class TimedOut extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`timed out after ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** Runs a call that is permitted and journaled. Never throws, and always ends: a tool that does not stop is left behind. */
export async function runCall(scope: RunScope, call: SoundCall): Promise<ToolOutcome> {
  const { tool, extension } = call.mounted;
  const limit = new AbortController();
  const signal = AbortSignal.any([scope.signal, limit.signal]);
  const timeoutMs = tool.timeoutMs ?? defaultTimeoutMs;
  const expire = (afterMs: number) => limit.abort(new TimedOut(afterMs));
  let idle = setTimeout(expire, timeoutMs, timeoutMs);
  const cap = setTimeout(expire, hardCapMs, hardCapMs);
  let shown = "";
  const watched = progressOf(scope, call.id);

  const progress = (text: string): void => {
    if (signal.aborted) return;
    clearTimeout(idle);
    idle = setTimeout(expire, timeoutMs, timeoutMs);
    shown = (shown + text).slice(-partialShown);
    watched.push(text);
  };

  try {
    const context = contextOf(scope, call.id, signal, progress);
    const outcome = await settle(() => extension.callTool(tool.name, call.input, context), signal);
    return outcome ?? stopped(signal.reason, shown);
  } finally {
    watched.end();
    clearTimeout(idle);
    clearTimeout(cap);
  }
}

/** Tells whoever watches; a secret that comes in two pieces is found all the same. */
export function progressOf(
  { parts, emit }: Pick<RunScope, "parts" | "emit">,
  callId: string,
): { push(text: string): void; end(): void } {
  const stream = parts.redactor?.stream();
  const tell = (text: string): void => {
    if (text !== "") emit({ type: "tool-progress", callId, text });
  };
  return {
    push: (text) => tell(stream ? stream.push(text) : text),
    end: () => tell(stream?.end() ?? ""),
  };
}

export function contextOf(
  { parts, log }: Pick<RunScope, "parts" | "log">,
  callId: string,
  signal: AbortSignal,
  progress: (text: string) => void,
): ToolContext {
  const callFolder = parts.callFolder(log.id, callId);
  return { session: log.id, callId, cwd: parts.cwd, signal, progress, callFolder };
}

/** @returns `undefined` when the call was stopped and the tool had nothing to say in time. */
async function settle(
  call: () => Promise<ToolOutcome>,
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => {
    timer = setTimeout(resolve, graceMs, undefined);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return wellFormed(await Promise.race([call(), late]), signal);
  } catch (error) {
    return signal.aborted ? undefined : { kind: "failed", message: messageOf(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function wellFormed(outcome: ToolOutcome | undefined, signal: AbortSignal): ToolOutcome | undefined {
  if (typeof outcome !== "object" || outcome === null) {
    return signal.aborted ? undefined : { kind: "failed", message: "The tool ended without a result." };
  }
  if (!signal.aborted || !isFailure(outcome)) return outcome;
  // What a tool calls an interruption was the time limit, when that is what stopped it.
  if (outcome.kind === "interrupted" && signal.reason instanceof TimedOut) {
    return { kind: "timed-out", afterMs: signal.reason.afterMs, partial: outcome.partial };
  }
  // A tool that merely failed because it was stopped has been stopped.
  return outcome.kind === "failed" ? undefined : outcome;
}

function stopped(reason: unknown, partial: string): ToolOutcome {
  return reason instanceof TimedOut
    ? { kind: "timed-out", afterMs: reason.afterMs, partial }
    : { kind: "interrupted", started: true, partial };
}
