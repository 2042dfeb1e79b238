import { isFailure, messageOf, type ToolContext, type ToolFailure, type ToolOutcome } from "@skein/protocol";
import { extensionRequests, type RequestNeeds } from "./extension-requests.ts";
import { stateOf } from "./extension-state.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";
import { outputLimit } from "./output-limit.ts";
import { withStructured } from "./structured-result.ts";
import { secretRestorer } from "../session/redact-secrets.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import type { RunStop } from "../run-stop.ts";

export type RunToolNeeds = RunNeeds<
  "id" | "state" | "log" | "children" | "emit" | "signal",
  "redactor" | "callFolder" | "cwd" | "extensionLog"
> &
  RequestNeeds;

const defaultTimeoutMs = 300_000;
/** Applies even to calls that keep reporting progress. */
const hardCapMs = 3_600_000;
/** How long a tool may take to return its partial result after it was told to stop. */
const graceMs = 1_500;
const partialShown = 4_000;

class TimedOut extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`timed out after ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** The end of a call that ran. */
export interface RanCall {
  readonly outcome: ToolOutcome;
  /** Set when a subagent of the call ended with an open question: a call without a result is resumed later. */
  readonly waits?: RunStop | undefined;
}

/**
 * Runs an authorized, journaled call. Never throws and always ends: a tool that does not stop is abandoned.
 */
export async function runToolCall(scope: RunToolNeeds, call: ValidToolCall): Promise<RanCall> {
  const { tool, extension } = call.mounted;
  const end = await watchCall(scope, call, (context) => extension.callTool(tool.name, call.input, context));
  if (end.unanswered && (!end.outcome || isFailure(end.outcome))) scope.stop(end.unanswered);
  const { outcome = end.stopped ?? { kind: "failed", message: "The tool ended without a result." } } = end;
  return { outcome, waits: end.waits };
}

/**
 * Asks a tool for the real outcome of a call that a crash cut off. Has the same time limit as the call
 * itself.
 *
 * @returns `undefined` when it is not known. Never throws.
 */
export async function recoverToolCall(
  scope: RunToolNeeds,
  call: ValidToolCall,
): Promise<RanCall | undefined> {
  const { tool, extension } = call.mounted;
  const { outcome, waits } = await watchCall(scope, call, async (context) =>
    extension.recoverTool?.(tool.name, call.input, context).catch(() => undefined),
  );
  return outcome && { outcome, waits };
}

interface CallEnd {
  readonly outcome: ToolOutcome | undefined;
  /** Set when the call was stopped and returned nothing in time. */
  readonly stopped?: ToolFailure;
  /** Set when the tool asked something that no one was available to answer. */
  readonly unanswered?: RunStop | undefined;
  /** Set when a subagent asked something that no one was available to answer. */
  readonly waits?: RunStop | undefined;
}

async function watchCall(
  scope: RunToolNeeds,
  call: ValidToolCall,
  work: (context: ToolContext) => Promise<ToolOutcome | undefined>,
): Promise<CallEnd> {
  const limit = new AbortController();
  const ended = new AbortController();
  const signal = AbortSignal.any([scope.signal, limit.signal]);
  const timer = limitCall(call.mounted.tool.timeoutMs ?? defaultTimeoutMs, (afterMs) =>
    limit.abort(new TimedOut(afterMs)),
  );
  const own = scope.children.ofCall(call.id, signal);
  const watched = progressOf(scope, call.id);
  let shown = "";

  const progress = (text: string): void => {
    if (signal.aborted || ended.signal.aborted) return;
    timer.restart();
    shown = (shown + text).slice(-partialShown);
    watched.push(text);
  };

  const { requests, unanswered } = extensionRequests(scope, call, {
    signal,
    ended: ended.signal,
    whileWaiting: timer.hold,
  });
  try {
    const context = contextOf(scope, call, signal, { progress, children: own.children, requests });
    const end = await waitForEnd(() => work(context), signal);
    return end === "stopped"
      ? { outcome: undefined, stopped: stopped(signal.reason, shown), unanswered: unanswered() }
      : {
          outcome: end && withStructured(end, call.mounted.tool.name, scope.parts.redactor),
          unanswered: unanswered(),
          waits: own.needsInput(),
        };
  } finally {
    ended.abort(new Error("The call has ended."));
    watched.end();
    timer.end();
    await own.close();
  }
}

/** The longest delay of Node's timers. A call with this timeout or a longer one has no limit. */
const maxTimerMs = 2 ** 31 - 1;

interface CallTimer {
  readonly restart: () => void;
  /** People may take as long as they want, up to the hard cap. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly end: () => void;
}

/** @param timeoutMs - allowed without progress; from `maxTimerMs` on there is no limit. */
function limitCall(timeoutMs: number, expire: (afterMs: number) => void): CallTimer {
  if (timeoutMs >= maxTimerMs)
    return { restart: () => undefined, hold: (work) => work(), end: () => undefined };
  let idle = setTimeout(expire, timeoutMs, timeoutMs);
  const cap = setTimeout(expire, hardCapMs, hardCapMs);
  let held = 0;
  let isOver = false;
  function restart(): void {
    clearTimeout(idle);
    if (held === 0 && !isOver) idle = setTimeout(expire, timeoutMs, timeoutMs);
  }
  return {
    restart,
    async hold(work) {
      held++;
      restart();
      try {
        return await work();
      } finally {
        held--;
        restart();
      }
    },
    end() {
      isOver = true;
      clearTimeout(idle);
      clearTimeout(cap);
    },
  };
}

/** Emits a call's progress, redacted as a stream so that a secret split across chunks is found. */
function progressOf(
  { parts, emit }: RunNeeds<"emit", "redactor">,
  callId: string,
): { push(text: string): void; end(): void } {
  const stream = parts.redactor?.stream();
  const emitProgress = (text: string): void => {
    if (text !== "") emit({ type: "tool-progress", callId, text });
  };
  return {
    push: (text) => emitProgress(stream ? stream.push(text) : text),
    end: () => emitProgress(stream?.end() ?? ""),
  };
}

function contextOf(
  {
    id,
    parts,
    state,
    log,
  }: RunNeeds<"id" | "state" | "log", "callFolder" | "cwd" | "extensionLog" | "redactor">,
  { id: callId, mounted, reply }: ValidToolCall,
  signal: AbortSignal,
  { progress, children, requests }: Required<Pick<ToolContext, "progress" | "children" | "requests">>,
): ToolContext {
  const callFolder = parts.callFolder(log.id, callId);
  const { extensionLog } = parts;
  const { name: extension } = mounted.extension;
  return {
    session: log.id,
    callId,
    cwd: parts.cwd,
    signal,
    progress,
    callFolder,
    children,
    requests,
    state: stateOf({ id, log }, extension),
    ...secretRestorer(parts.redactor, mounted.tool),
    ...(extensionLog ? { log: (level, message) => extensionLog(extension, level, message) } : {}),
    ...(reply === undefined ? {} : { reply }),
    ...outputLimit(log.windowOf(state.model)),
  };
}

/** @returns `"stopped"` when the call was stopped and the tool returned nothing in time. */
async function waitForEnd(
  work: () => Promise<ToolOutcome | undefined>,
  signal: AbortSignal,
): Promise<ToolOutcome | undefined | "stopped"> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => {
    timer = setTimeout(resolve, graceMs, undefined);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const outcome = wellFormed(await Promise.race([work(), late]), signal);
    return outcome ?? (signal.aborted ? "stopped" : undefined);
  } catch (error) {
    return signal.aborted ? "stopped" : { kind: "failed", message: messageOf(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function wellFormed(outcome: ToolOutcome | undefined, signal: AbortSignal): ToolOutcome | undefined {
  if (typeof outcome !== "object" || outcome === null) return undefined;
  if (!signal.aborted || !isFailure(outcome)) return outcome;
  // The tool reports an interruption, but the time limit caused it.
  if (outcome.kind === "interrupted" && signal.reason instanceof TimedOut) {
    return { kind: "timed-out", afterMs: signal.reason.afterMs, partial: outcome.partial };
  }
  // A failure after the abort was caused by the abort.
  return outcome.kind === "failed" ? undefined : outcome;
}

function stopped(reason: unknown, partial: string): ToolFailure {
  return reason instanceof TimedOut
    ? { kind: "timed-out", afterMs: reason.afterMs, partial }
    : { kind: "interrupted", started: true, partial };
}
