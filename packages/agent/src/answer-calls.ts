import {
  describeFailure,
  isBroken,
  isFailure,
  messageOf,
  type Entry,
  type EntryBody,
  type GateRequest,
  type StopReason,
  type ToolCallPart,
  type ToolFailure,
  type ToolOutcome,
  type ToolResultEntry,
  type Unkept,
} from "@skein/protocol";
import type { Emit } from "./emit.ts";
import { gateRequestOf, judge, precheckCall, soundCall } from "./judge-call.ts";
import { endedBefore, permitCall, questionEntries, type JudgedCall, type Permitted } from "./permit-call.ts";
import { createResourceQueue, type Place, type ResourceQueue } from "./resource-queue.ts";
import { RunStop } from "./run-stop.ts";
import { runCall } from "./run-call.ts";
import type { RunScope } from "./scope.ts";

/** A call with its verdict. Broken, unknown and invalid calls have a failure instead. */
type Judged =
  | { readonly call: ToolCallPart; readonly failure: ToolFailure }
  | (JudgedCall & {
      readonly call: ToolCallPart;
      readonly place: Place;
      /** Set when somebody answered before this run. */
      readonly permitted?: Permitted;
    });

/**
 * Answers every call of one reply that has not been started yet. None is run when the reply did not end as one that asks
 * for calls, since what is missing of it may change what they mean: each gets a failure then. All are judged before any
 * starts, so that with nobody to ask nothing is half done: then the questions stay open in the journal, and so do all of
 * these calls. Otherwise they run at once, except that calls with a common resource queue in the model's order.
 */
export async function answerCalls(
  scope: RunScope,
  calls: readonly ToolCallPart[],
  stop: StopReason,
): Promise<void> {
  const queue = createResourceQueue();
  const judged =
    stop === "tool-calls" || stop === "answered"
      ? await obeyAnswers(scope, await Promise.all(calls.map((call) => judgeCall(scope, call, queue))))
      : calls.map((call) => ({ call, failure: notRun(call, stop) }));
  await requireSomeoneToAsk(scope, judged);
  const ends = await Promise.allSettled(
    judged.map((one) =>
      answerCall(scope, one).catch((error: unknown) => {
        scope.stop(error); // what ends the run ends the other calls too
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  scope.signal.throwIfAborted();
}

function notRun(call: ToolCallPart, stop: Exclude<StopReason, "tool-calls" | "answered">): ToolFailure {
  return isBroken(call)
    ? { kind: "malformed-input", problem: call.problem, raw: call.raw }
    : { kind: "incomplete-reply", stop };
}

async function judgeCall(scope: RunScope, call: ToolCallPart, queue: ResourceQueue): Promise<Judged> {
  const found = soundCall(scope, call);
  if ("failure" in found) return { call, failure: found.failure };
  const { sound } = found;
  // Before the first await, so that places are taken in the model's order.
  const place = queue.enter(sound.mounted.tool.resources?.(sound.input, scope.parts.cwd) ?? []);
  const before = scope.log.transcript.openCalls().find((open) => open.call.id === call.id);
  const decision = await judge(scope, sound);
  const isAsked = decision.verdict === "ask" && !before?.answer;
  // What a call before it does to the same file cannot be seen yet.
  const precheck = isAsked && place.isFirst ? await precheckCall(scope, sound) : undefined;
  if (precheck && "kind" in precheck) {
    place.leave();
    return { call, failure: precheck };
  }
  return { call, sound, decision, before, place, preview: precheck?.preview };
}

/** What was answered while no run was there is in force before anybody is asked about the other calls. */
async function obeyAnswers(scope: RunScope, judged: readonly Judged[]): Promise<readonly Judged[]> {
  const obeyed: Judged[] = [];
  for (const one of judged) {
    const isAnswered = "decision" in one && one.before?.answer !== undefined;
    obeyed.push(isAnswered ? { ...one, permitted: await permitCall(scope, one) } : one);
  }
  if (!scope.questions.hasRemembered()) return obeyed;
  return Promise.all(
    obeyed.map(async (one) =>
      "decision" in one && !one.permitted && one.decision.verdict === "ask"
        ? { ...one, decision: await judge(scope, one.sound) }
        : one,
    ),
  );
}

/** Nobody is there to answer: whoever comes later can. */
async function requireSomeoneToAsk(scope: RunScope, judged: readonly Judged[]): Promise<void> {
  if (scope.questions.canAsk) return;
  const asked = judged
    .filter((one) => "decision" in one)
    .filter(({ decision, before }) => decision.verdict === "ask" && !before?.answer);
  const [first] = asked;
  if (!first) return;
  const bodies = asked.flatMap((one) => questionEntries(scope, one));
  for (const entry of await scope.log.write(scope.id, ...bodies)) {
    if (entry.kind === "question") scope.emit({ type: "question", question: entry.question }, entry.seq);
  }
  const why = first.decision.reason ?? `"${first.call.name}" needs an approval.`;
  throw new RunStop("needs-input", {
    code: "approval",
    message: `${why} No one is available to approve it, so nothing was run.`,
  });
}

async function answerCall(scope: RunScope, judged: Judged): Promise<void> {
  if ("failure" in judged)
    return finish(scope, judged.call, judged.failure, { startedAt: undefined, before: [] });
  const { call, place } = judged;
  const callId = call.id;
  const startedAt = scope.parts.clock.now();
  try {
    const permitted = judged.permitted ?? (await permitCall(scope, judged));
    if (permitted === "open") return;
    if ("failure" in permitted) {
      const { failure, entries, stop } = permitted;
      await finish(scope, call, failure, { startedAt, before: entries });
      if (stop) throw stop;
      return;
    }
    await place.ready;
    const { sound, entries } = permitted;
    const request = gateRequestOf(sound, scope.parts.cwd);
    const { checkpoint, unkept, refused } = await takeCheckpoint(scope, request);
    if (scope.signal.aborted) {
      const ended = endedBefore(scope);
      if (ended !== "open") await finish(scope, call, ended.failure, { startedAt, before: entries });
      return;
    }
    if (refused !== undefined) {
      const failure = { kind: "denied", by: "policy", reason: refused } as const;
      return await finish(scope, call, failure, { startedAt, before: entries });
    }
    const { tool, extension } = sound.mounted;
    const [intent] = (
      await scope.log.write(scope.id, ...entries, ...checkpoint, {
        kind: "tool-intent",
        callId,
        tool: tool.name,
        extension: extension.name,
        input: sound.input,
        effect: tool.effect,
        repeat: tool.repeat,
        ...(request.resources ? { resources: request.resources } : {}),
        ...(unkept.length > 0 ? { unkept } : {}),
      })
    ).slice(-1);
    scope.emit(
      {
        type: "tool-start",
        callId,
        tool: tool.name,
        extension: extension.name,
        effect: tool.effect,
        input: sound.input,
      },
      intent?.seq,
    );
    await finish(scope, call, await runCall(scope, sound), { startedAt, before: [] });
  } finally {
    place.leave();
  }
}

interface Taken {
  readonly checkpoint: readonly EntryBody[];
  readonly unkept: readonly Unkept[];
  readonly refused?: string | undefined;
}

/** Keeps the files as they are now. What cannot be kept is journaled with the call, so that no undo is silent about it. */
async function takeCheckpoint({ parts, signal, emit, kept }: RunScope, request: GateRequest): Promise<Taken> {
  const nothing: Taken = { checkpoint: [], unkept: [] };
  if (signal.aborted) return nothing;
  try {
    const files = await parts.checkpoints?.before(request, signal);
    if (!files) return nothing;
    const { root, snapshot, unkept = [], refused } = files;
    if (snapshot === undefined) return { ...nothing, unkept, refused };
    kept.files = true;
    return { checkpoint: [{ kind: "checkpoint", root, snapshot, callId: request.callId }], unkept, refused };
  } catch (error) {
    const reason = messageOf(error);
    const text = `What "${request.tool}" changes cannot be undone: ${reason}`;
    if (!signal.aborted) emit({ type: "notice", level: "warning", text });
    return { ...nothing, unkept: [{ path: parts.cwd, reason }] };
  }
}

async function finish(
  { id, parts, log, emit }: RunScope,
  call: ToolCallPart,
  outcome: ToolOutcome,
  { startedAt, before }: { readonly startedAt: number | undefined; readonly before: readonly EntryBody[] },
): Promise<void> {
  const durationMs = startedAt === undefined ? 0 : parts.clock.now() - startedAt;
  const body = resultEntry(call, outcome, durationMs);
  tellResults(emit, await log.write(id, ...before, body));
}

/** Tells readers of the results among what was written. */
export function tellResults(emit: Emit, written: readonly Entry[]): void {
  for (const entry of written) {
    if (entry.kind !== "tool-result") continue;
    const { seq, callId, name: tool, content, durationMs, failure, artifacts } = entry;
    const more = {
      ...(failure ? { failure: failure.kind } : {}),
      ...(artifacts ? { artifacts } : {}),
    };
    emit({ type: "tool-end", callId, tool, content, durationMs, ...more }, seq);
  }
}

/** The journal's word for how a call ended; a failure is worded here, once. */
export function resultEntry(call: ToolCallPart, outcome: ToolOutcome, durationMs: number): ToolResultEntry {
  const head = { kind: "tool-result", callId: call.id, name: call.name, durationMs } as const;
  if (isFailure(outcome)) {
    const text = describeFailure(call.name, outcome);
    return { ...head, content: [{ type: "text", text }], failure: outcome };
  }
  const { content, artifacts, reports } = outcome;
  return { ...head, content, ...(artifacts ? { artifacts } : {}), ...(reports ? { reports } : {}) };
}
