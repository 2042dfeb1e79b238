import {
  isBroken,
  type Decision,
  type EntryBody,
  type OutcomeError,
  type StopReason,
  type ToolCallPart,
  type ToolFailure,
  type ToolOutcome,
} from "@skein/protocol";
import { emitSessionEvents } from "../events/session-events.ts";
import { applyToolHooks, tellHooksResult, type ToolHookNeeds } from "./apply-tool-hooks.ts";
import { decideToolCall } from "./decide-tool-call.ts";
import { gateRequestOf } from "./gate-request.ts";
import { inspectToolResult, type ResultInspectionNeeds } from "./inspect-tool-result.ts";
import { precheckToolCall, type PrecheckNeeds } from "./precheck-tool-call.ts";
import { checkpointAfter, takeCheckpoint, type CheckpointNeeds } from "./take-checkpoint.ts";
import { emitToolResults, resultEntry } from "./tool-result-entry.ts";
import { validateToolCall, type ValidToolCall } from "./validate-tool-call.ts";
import {
  authorizeToolCall,
  questionEntries,
  type DecidedCall,
  type AuthorizationNeeds,
} from "./authorize-tool-call.ts";
import { askFrontend, frontendCallIn, frontendEntries, needsFrontend } from "./ask-frontend.ts";
import { interruptedBeforeStart, type Authorization } from "./authorization.ts";
import { createResourceQueue, type ResourceClaim, type ResourceQueue } from "./resource-queue.ts";
import { RunStop } from "../run-stop.ts";
import { runToolCall, type RunToolNeeds } from "./run-tool-call.ts";
import type { RunNeeds } from "../run/run-scope.ts";

export type ExecutionNeeds = AuthorizationNeeds &
  ToolHookNeeds &
  ResultInspectionNeeds &
  PrecheckNeeds &
  RunToolNeeds &
  CheckpointNeeds &
  RunNeeds<"context", "clock">;

/** A call with its decision. Broken, unknown and invalid calls have a failure instead. */
type CheckedCall =
  | { readonly call: ToolCallPart; readonly failure: ToolFailure }
  | (DecidedCall & {
      readonly call: ToolCallPart;
      readonly claim: ResourceClaim;
      /** Set when the question was answered before this run. */
      readonly authorized?: Authorization;
    });

/**
 * Executes all tool calls of one reply that have not started yet, concurrently; calls that share a resource
 * run in the model's order.
 *
 * If the reply was cut off or refused, no call is run and each gets a failure, because the missing part could
 * change their meaning. All calls are decided before any starts: if one needs approval and no one can answer,
 * the questions and calls stay open in the journal and nothing is run. If a subagent of a call has such a question, the
 * other calls end first; the call stays open.
 */
export async function executeToolCalls(
  scope: ExecutionNeeds,
  calls: readonly ToolCallPart[],
  stop: StopReason,
): Promise<void> {
  const queue = createResourceQueue();
  const checked =
    stop === "tool-calls" || stop === "answered"
      ? await applyEarlierAnswers(
          scope,
          await Promise.all(
            (await validateCalls(scope, calls)).map((found) => decideCall(scope, found, queue)),
          ),
        )
      : calls.map((call) => ({ call, failure: notExecuted(call, stop) }));
  await requireApprover(scope, checked);
  const ends = await Promise.allSettled(
    checked.map((one) =>
      executeToolCall(scope, one).catch((error: unknown) => {
        scope.stop(error); // ends the other calls too
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  scope.signal.throwIfAborted();
  for (const end of ends) if (end.status === "fulfilled" && end.value) throw end.value;
}

function notExecuted(call: ToolCallPart, stop: Exclude<StopReason, "tool-calls" | "answered">): ToolFailure {
  return isBroken(call)
    ? { kind: "malformed-input", problem: call.problem, raw: call.raw }
    : { kind: "incomplete-reply", stop };
}

type FoundCall = { readonly call: ToolCallPart } & ReturnType<typeof validateToolCall>;

/** All of them before any claim is made: hooks may change what a call needs. */
function validateCalls(scope: ExecutionNeeds, calls: readonly ToolCallPart[]): Promise<readonly FoundCall[]> {
  return Promise.all(
    calls.map(async (call) => {
      const found = validateToolCall(scope, call);
      return { call, ...("failure" in found ? found : await applyToolHooks(scope, found.valid)) };
    }),
  );
}

async function decideCall(
  scope: ExecutionNeeds,
  found: FoundCall,
  queue: ResourceQueue,
): Promise<CheckedCall> {
  if ("failure" in found) return found;
  const { call, valid } = found;
  // Before the first await, so that claims keep the model's order.
  const claim = queue.claim(valid.mounted.tool.resources?.(valid.input, scope.parts.cwd) ?? []);
  const before = scope.log.transcript.openCalls().find((open) => open.call.id === call.id);
  const now = await decideToolCall(scope, valid);
  // It was permitted before the app was asked, unless it is denied by now.
  const isPermitted = now.verdict === "ask" && frontendCallIn(before) !== undefined;
  const decision = isPermitted ? permittedBefore : now;
  const isAsked = decision.verdict === "ask" && !before?.answer;
  // An earlier call may still change the same file, so only the first claim is prechecked.
  const precheck = isAsked && claim.isFirst ? await precheckToolCall(scope, valid) : undefined;
  if (precheck && "kind" in precheck) {
    claim.release();
    return { call, failure: precheck };
  }
  return { call, valid, decision, before, claim, preview: precheck?.preview };
}

const permittedBefore: Decision = { verdict: "allow", by: "user", reason: "permitted before" };

/** Applies answers given between runs first, since a remembered one may settle the other calls. */
async function applyEarlierAnswers(
  scope: ExecutionNeeds,
  checked: readonly CheckedCall[],
): Promise<readonly CheckedCall[]> {
  const applied: CheckedCall[] = [];
  for (const one of checked) {
    const isAnswered = "decision" in one && one.before?.answer !== undefined;
    applied.push(isAnswered ? { ...one, authorized: await authorizeToolCall(scope, one) } : one);
  }
  if (!scope.questions.hasRemembered()) return applied;
  return Promise.all(
    applied.map(async (one) =>
      "decision" in one && !one.authorized && one.decision.verdict === "ask"
        ? { ...one, decision: await decideToolCall(scope, one.valid) }
        : one,
    ),
  );
}

/** If no one can answer, journals the questions and ends the run as `needs-input`. */
async function requireApprover(scope: ExecutionNeeds, checked: readonly CheckedCall[]): Promise<void> {
  if (scope.questions.canAsk) return;
  const decided = checked.filter((one) => "decision" in one);
  const asked = decided.filter(({ decision, before }) => decision.verdict === "ask" && !before?.answer);
  const frontend = await frontendCalls(scope, decided);
  const [first] = asked;
  if (!first && frontend.length === 0) return;
  const bodies = [...asked.flatMap((one) => questionEntries(scope, one)), ...frontend.flat()];
  for (const entry of await scope.log.write(scope.id, ...bodies)) {
    if (entry.kind === "question") scope.emit({ type: "question", question: entry.question }, entry.seq);
  }
  throw new RunStop(
    "needs-input",
    !first
      ? frontendMissing
      : asked.some(({ valid }) => valid.mounted.tool.proposesPlan)
        ? planWaits
        : first.valid.mounted.tool.asksUser
          ? questionWaits
          : approvalMissing(first),
  );
}

/** What to journal of the permitted calls that an app has to run. */
async function frontendCalls(
  scope: ExecutionNeeds,
  decided: readonly Extract<CheckedCall, { readonly valid: ValidToolCall }>[],
): Promise<readonly (readonly EntryBody[])[]> {
  const found: (readonly EntryBody[])[] = [];
  for (const one of decided.filter(({ valid }) => needsFrontend(valid))) {
    if (one.decision.verdict === "ask" && !one.before?.answer) continue;
    const authorized = one.authorized ?? (await authorizeToolCall(scope, one));
    if (authorized !== "open" && "valid" in authorized && needsFrontend(authorized.valid))
      found.push(frontendEntries(scope, authorized, one.before));
  }
  return found;
}

const frontendMissing: OutcomeError = {
  code: "frontend",
  message: "The model has called a tool that an app runs, and no app is connected to run it.",
};

const planWaits: OutcomeError = {
  code: "plan",
  message: "The plan waits for your decision: no one is available to accept it, so nothing was changed.",
};

const questionWaits: OutcomeError = {
  code: "clarification",
  message: "The model has a question, and no one is available to answer it.",
};

function approvalMissing({
  call,
  decision,
}: Pick<DecidedCall, "decision"> & { call: ToolCallPart }): OutcomeError {
  const why = decision.reason ?? `"${call.name}" needs approval.`;
  return { code: "approval", message: `${why} No one is available to approve it, so nothing was run.` };
}

/** @returns how the run ends after the other calls, if this one waits for the answer to a question of a subagent. */
async function executeToolCall(scope: ExecutionNeeds, checked: CheckedCall): Promise<RunStop | undefined> {
  if ("failure" in checked) {
    await finish(scope, checked.call, checked.failure, { before: [] });
    return undefined;
  }
  const { call, claim } = checked;
  const callId = call.id;
  try {
    const authorized = checked.authorized ?? (await authorizeToolCall(scope, checked));
    if (authorized === "open") return undefined;
    if ("failure" in authorized) {
      const { failure, entries, stop } = authorized;
      await finish(scope, call, failure, { before: entries });
      if (stop) throw stop;
      return undefined;
    }
    await claim.ready;
    const { valid, entries } = authorized;
    const request = gateRequestOf(valid, scope.parts.cwd);
    const { checkpoint, unkept, refused } = await takeCheckpoint(scope, request);
    if (scope.signal.aborted) {
      const ended = interruptedBeforeStart(scope);
      if (ended !== "open") await finish(scope, call, ended.failure, { before: entries });
      return undefined;
    }
    if (refused !== undefined) {
      const failure = { kind: "denied", by: "policy", reason: refused } as const;
      await finish(scope, call, failure, { before: entries });
      return undefined;
    }
    const permitted = { valid, entries: [...entries, ...checkpoint] };
    const replied = await askFrontend(scope, permitted, checked.before);
    if (replied === "open") return undefined;
    if ("failure" in replied) {
      await finish(scope, call, replied.failure, { before: replied.entries });
      return undefined;
    }
    const { tool, extension } = valid.mounted;
    const written = await scope.log.write(scope.id, ...replied.entries, {
      kind: "tool-intent",
      callId,
      tool: tool.name,
      extension: extension.name,
      input: valid.input,
      effect: tool.effect,
      repeat: tool.repeat,
      ...(request.resources ? { resources: request.resources } : {}),
      ...(unkept.length > 0 ? { unkept } : {}),
    });
    emitSessionEvents(written, scope.emit);
    const [intent] = written.slice(-1);
    scope.emit(
      {
        type: "tool-start",
        callId,
        tool: tool.name,
        extension: extension.name,
        effect: tool.effect,
        input: valid.input,
      },
      intent?.seq,
    );
    const startedAt = scope.parts.clock.now();
    const { outcome, waits } = await runToolCall(scope, replied.valid);
    const after = checkpoint.length > 0 ? await checkpointAfter(scope, request) : [];
    if (waits) {
      if (after.length > 0) emitSessionEvents(await scope.log.write(scope.id, ...after), scope.emit);
      return waits;
    }
    await finish(scope, call, outcome, { startedAt, before: after, tool: tool.name });
    await inspectToolResult(scope, valid, resultEntry(call, outcome, 0).content);
    await tellHooksResult(scope, { call, valid, outcome });
    return undefined;
  } finally {
    claim.release();
  }
}

interface CallEnd {
  /** Absent for a call that never ran. */
  readonly startedAt?: number;
  readonly before: readonly EntryBody[];
  /** The one that ran. */
  readonly tool?: string;
}

async function finish(
  { id, parts, log, emit }: RunNeeds<"id" | "log" | "emit", "clock">,
  call: ToolCallPart,
  outcome: ToolOutcome,
  { startedAt, before, tool }: CallEnd,
): Promise<void> {
  const durationMs = startedAt === undefined ? 0 : parts.clock.now() - startedAt;
  const written = await log.write(id, ...before, resultEntry(call, outcome, durationMs));
  emitSessionEvents(written, emit);
  emitToolResults(emit, written, tool);
}
