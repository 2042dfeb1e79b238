import {
  describeFailure,
  isFailure,
  type Answer,
  type Decision,
  type EntryBody,
  type ToolCallPart,
  type ToolFailure,
  type ToolOutcome,
  type ToolResultEntry,
} from "@skein/protocol";
import { checkInput, gateRequestOf, judge, soundCall, type SoundCall } from "./judge-call.ts";
import { createResourceQueue, type Place, type ResourceQueue } from "./resource-queue.ts";
import { RunStop } from "./run-stop.ts";
import { runCall } from "./run-call.ts";
import type { RunScope } from "./scope.ts";

/** A call with its verdict. Broken, unknown and invalid calls have a failure instead. */
type Judged =
  | { readonly call: ToolCallPart; readonly failure: ToolFailure }
  | {
      readonly call: ToolCallPart;
      readonly sound: SoundCall;
      readonly decision: Decision;
      readonly place: Place;
    };

const notStarted: ToolFailure = { kind: "interrupted", started: false, partial: "" };

/**
 * Answers every call of one reply. All are judged before any starts, so that with nobody to ask nothing is half done;
 * then they run at once, except that calls with a common resource queue in the model's order.
 */
export async function answerCalls(scope: RunScope, calls: readonly ToolCallPart[]): Promise<void> {
  const queue = createResourceQueue();
  const judged = await Promise.all(calls.map((call) => judgeCall(scope, call, queue)));
  requireSomeoneToAsk(scope, judged);
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

async function judgeCall(scope: RunScope, call: ToolCallPart, queue: ResourceQueue): Promise<Judged> {
  const { parts, context } = scope;
  const found = soundCall(context.current().tools, call);
  if ("failure" in found) return { call, failure: found.failure };
  const { sound } = found;
  // Before the first await, so that places are taken in the model's order.
  const place = queue.enter(sound.mounted.tool.resources?.(sound.input, parts.cwd) ?? []);
  return { call, sound, decision: await judge(scope, sound), place };
}

function requireSomeoneToAsk({ questions }: RunScope, judged: readonly Judged[]): void {
  if (questions.canAsk) return;
  const asked = judged.find((one) => "decision" in one && one.decision.verdict === "ask");
  if (!asked || !("decision" in asked)) return;
  const why = asked.decision.reason ?? `"${asked.call.name}" needs an approval.`;
  throw new RunStop("needs-input", {
    code: "approval",
    message: `${why} Nobody is there to approve it, so nothing was run.`,
  });
}

async function answerCall(scope: RunScope, judged: Judged): Promise<void> {
  if ("failure" in judged)
    return finish(scope, judged.call, judged.failure, { startedAt: undefined, before: [] });
  const { call, decision, place } = judged;
  const callId = call.id;
  const startedAt = scope.parts.clock.now();
  try {
    const permitted = await permit(scope, judged.sound, decision);
    if ("failure" in permitted) {
      return await finish(scope, call, permitted.failure, { startedAt, before: permitted.entries });
    }
    await place.ready;
    if (scope.signal.aborted)
      return await finish(scope, call, notStarted, { startedAt, before: permitted.entries });
    const { sound, entries } = permitted;
    const { tool, extension } = sound.mounted;
    const [intent] = (
      await scope.log.write(scope.id, ...entries, {
        kind: "tool-intent",
        callId,
        tool: tool.name,
        extension: extension.name,
        input: sound.input,
        effect: tool.effect,
        repeat: tool.repeat,
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

type Permitted =
  | { readonly sound: SoundCall; readonly entries: readonly EntryBody[] }
  | { readonly failure: ToolFailure; readonly entries: readonly EntryBody[] };

async function permit(scope: RunScope, sound: SoundCall, decision: Decision): Promise<Permitted> {
  const callId = sound.id;
  if (scope.signal.aborted) return { failure: notStarted, entries: [] };
  const entries: EntryBody[] = [{ kind: "decision", callId, ...ruling(decision) }];
  if (decision.verdict === "allow") return { sound, entries };
  if (decision.verdict === "deny") return deny("policy", decision, entries);
  await scope.log.write(scope.id, ...entries);
  const answer = await askFor(scope, sound, decision).catch((error: unknown) => {
    if (scope.signal.aborted) return undefined;
    throw error;
  });
  if (!answer) return { failure: notStarted, entries: [] };
  return obey(scope, sound, answer);
}

async function obey(scope: RunScope, asked: SoundCall, answer: Answer): Promise<Permitted> {
  const { parts } = scope;
  const callId = asked.id;
  const by = "user";
  if (!("allow" in answer)) {
    const reason = "deny" in answer ? answer.deny : "The question was left unanswered.";
    const stop = "deny" in answer && answer.stop === true;
    return deny("user", { by, reason, stop }, [{ kind: "decision", callId, verdict: "deny", by, reason }]);
  }
  let sound = asked;
  if (answer.input !== undefined) {
    // What was edited is another call: it is checked again, and what is denied stays denied.
    const checked = checkInput(callId, asked.mounted, answer.input);
    if ("failure" in checked) return { failure: checked.failure, entries: [] };
    sound = checked.sound;
    const again = await judge(scope, sound);
    if (again.verdict === "deny")
      return deny("policy", again, [{ kind: "decision", callId, ...ruling(again) }]);
  }
  if (answer.allow !== "once") await parts.gate.remember?.(gateRequestOf(sound, parts.cwd), answer.allow);
  return { sound, entries: [{ kind: "decision", callId, verdict: "allow", by, reason: answer.allow }] };
}

function deny(
  by: "user" | "policy",
  {
    reason = "",
    stop,
    by: ruler,
  }: { readonly reason?: string; readonly stop?: boolean; readonly by: string },
  entries: readonly EntryBody[],
): Permitted {
  if (stop) {
    throw new RunStop("denied", { code: "denied", message: reason || `A call was denied by ${ruler}.` });
  }
  return { failure: { kind: "denied", by, reason }, entries };
}

function ruling({ verdict, by, reason }: Decision) {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}

function askFor({ parts, questions }: RunScope, { id, mounted, input }: SoundCall, decision: Decision) {
  const { tool, extension } = mounted;
  return questions.ask({
    id: parts.ids(),
    kind: "approval",
    callId: id,
    tool: tool.name,
    extension: extension.name,
    effect: tool.effect,
    input,
    reason: decision.reason ?? `Asked by ${decision.by}.`,
  });
}

async function finish(
  { id, parts, log, emit }: RunScope,
  call: ToolCallPart,
  outcome: ToolOutcome,
  { startedAt, before }: { readonly startedAt: number | undefined; readonly before: readonly EntryBody[] },
): Promise<void> {
  const durationMs = startedAt === undefined ? 0 : parts.clock.now() - startedAt;
  const body = resultEntry(call, outcome, durationMs);
  const [entry] = (await log.write(id, ...before, body)).slice(-1);
  emit(
    {
      type: "tool-end",
      callId: call.id,
      tool: call.name,
      content: body.content,
      durationMs,
      ...(body.failure ? { failure: body.failure.kind } : {}),
    },
    entry?.seq,
  );
}

/** The journal's word for how a call ended; a failure is worded here, once. */
export function resultEntry(call: ToolCallPart, outcome: ToolOutcome, durationMs: number): ToolResultEntry {
  const head = { kind: "tool-result", callId: call.id, name: call.name, durationMs } as const;
  if (isFailure(outcome)) {
    const text = describeFailure(call.name, outcome);
    return { ...head, content: [{ type: "text", text }], failure: outcome };
  }
  const { content, artifacts } = outcome;
  return { ...head, content, ...(artifacts ? { artifacts } : {}) };
}
