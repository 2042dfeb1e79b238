import {
  ConfigError,
  requireEffort,
  SkeinError,
  type AgentEvent,
  type ContextSection,
} from "@skein/protocol";
import { createBroadcast } from "../events/broadcast.ts";
import { emitJobs, emitKnownJobs, tellRunningJobs } from "../events/background-jobs.ts";
import { emitExtensionStatus } from "../events/extension-status.ts";
import { finalOutputTool } from "../run/final-output.ts";
import { callHooks } from "../run/call-hooks.ts";
import { createInbox, type Inbox } from "../run/inbox.ts";
import { chooseModels, switchedTo } from "./choose-models.ts";
import { mergeEvents } from "../events/merge-events.ts";
import { openRunScope } from "./open-run-scope.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import { createQuestions, type Questions } from "../questions/questions.ts";
import { partsOf, type AgentResult, type FirstReply, type Run, type RunInput } from "../run/run.ts";
import { createRunChildren } from "../run/run-children.ts";
import { runLoop } from "./run-loop.ts";
import { interruption, RunStop, stopOf } from "../run-stop.ts";
import type { Emit } from "../events/emit.ts";
import { emitSessionEvents } from "../events/session-events.ts";
import type { SessionLog } from "../session/session-log.ts";
import { settingsEntry } from "../session/settings-entry.ts";
import { createTally, type Tally } from "../run/tally.ts";

export interface RunStart {
  readonly parts: CompleteParts;
  readonly state: AgentState;
  readonly input: RunInput | undefined;
  /** Opens the session. Resolves when all earlier runs have ended. */
  readonly open: () => Promise<SessionLog>;
  /** Starts work that the run does not wait for. */
  readonly runInBackground: (work: (signal: AbortSignal) => Promise<unknown>) => void;
  readonly signal: AbortSignal | undefined;
  /** When the time limit began to count, in milliseconds since the epoch. Default: now. */
  readonly countedFrom: number | undefined;
  readonly first: FirstReply | undefined;
}

/** What a run has as soon as its session is open. */
interface Opened {
  readonly log: SessionLog;
  readonly inbox: Inbox;
  readonly questions: Questions;
}

/** @returns the run, and a promise of its end that does not count as reading `result`. */
export function startRun<Output>({
  parts,
  state,
  input,
  open,
  runInBackground,
  signal,
  countedFrom,
  first,
}: RunStart): {
  run: Run<Output>;
  ended: Promise<unknown>;
} {
  const id = parts.ids();
  const given = input === undefined ? [] : partsOf(input);
  const events = createBroadcast<AgentEvent>(mergeEvents);
  let isOver = false;
  const publish = (event: AgentEvent) => {
    const { session, path } = event;
    // Deltas are redacted already: a secret split across deltas could not be found here.
    const redacted = "delta" in event ? event : { ...parts.redact(event), session, path };
    parts.onEvent?.(redacted);
    if (isOver) parts.onEventBetweenRuns(redacted);
    else events.push(redacted);
  };
  const emit: Emit = (event, seq) =>
    publish({ session: parts.session, path: [], ...(seq === undefined ? {} : { seq }), ...event });
  const stopper = new AbortController();
  const stop = (error: unknown) => stopper.abort(stopOf(error));
  const onAbort = () => stop(isOwnReason(signal?.reason) ? signal?.reason : interruption());
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();

  const opened = Promise.withResolvers<Opened>();
  opened.promise.catch(() => undefined);
  let awaited = false;

  async function work(): Promise<AgentResult<Output>> {
    const startedAt = parts.clock.now();
    const tally = createTally();
    const output: { value?: unknown } = {};
    const checkpoints = { taken: false };
    const endsAt = endOf(parts, countedFrom ?? startedAt);
    const timer = endsAt === undefined ? undefined : limitTime(parts, endsAt, stop);
    let log: SessionLog | undefined;
    let close = (_isPaused: boolean): Promise<void> => Promise.resolve();
    let waitsFor: () => readonly string[] = () => [];
    let end = new RunStop("done");
    try {
      log = await open();
      requireNewForSeed(parts, state, log);
      // A new session needs no recovery.
      const recovery = log.isNew() ? undefined : await import("./recover-session.ts");
      const inbox = createInbox({ run: id, log, newId: parts.ids, emit });
      const children = createRunChildren({
        run: id,
        log,
        inbox,
        tally,
        // A message from the user replaces what they would have reported.
        waiting: given.length > 0 ? [] : log.waitingChildren(),
        emit: publish,
        signal: stopper.signal,
      });
      waitsFor = () => children.waitsFor();
      const hookContext: ContextSection[] = [];
      const hookNeeds = { id, parts, log, emit, hookContext, signal: stopper.signal };
      const questions = createQuestions({
        parts,
        run: id,
        log,
        emit,
        callHooks: (event) => callHooks(hookNeeds, event),
        signal: stopper.signal,
      });
      close = (isPaused) => (inbox.close(), questions.close(), children.close(isPaused));
      opened.resolve({ log, inbox, questions });
      stopper.signal.throwIfAborted();
      const finalOutput = parts.output && finalOutputTool(parts.output, (value) => (output.value = value));
      const models = chooseModels(parts, state);
      const isResumed = !log.isNew();
      const whySwitched = await models.next();
      const { scope, written } = await openRunScope(
        {
          id,
          parts,
          state,
          log,
          questions,
          inbox,
          children,
          tally,
          emit,
          checkpoints,
          hookContext,
          endsAt,
          signal: stopper.signal,
          stop,
        },
        given,
        finalOutput,
      );
      using disposables = new DisposableStack();
      disposables.use(scope.context);
      emitSessionEvents(written, emit);
      emit({ type: "run-start", run: id, input: given }, written.at(-1)?.seq);
      disposables.use(emitExtensionStatus(parts.extensions, emit));
      emitKnownJobs(parts.extensions, emit);
      disposables.use(emitJobs(parts.extensions, emit));
      if (whySwitched !== undefined) emit(switchedTo(state.model, whySwitched));
      const structured = finalOutput && {
        isSet: () => "value" in output,
        clear: () => void delete output.value,
      };
      await recovery?.recoverSession(scope, given.length > 0);
      if (parts.namer) {
        const { nameSession } = await import("../asides/name-session.ts");
        runInBackground((ending) => nameSession(scope, given, ending));
      }
      const { callStartHooks } = await import("./prompt-hooks.ts");
      await callStartHooks(scope, { input: given, isResumed });
      await runLoop(scope, { input: given, first, models, output: structured });
      end = children.needsInput() ?? end;
    } catch (error) {
      end = stopOf(stopper.signal.aborted ? stopper.signal.reason : error, log !== undefined);
      opened.reject(error);
    } finally {
      clearTimeout(timer);
      await close(end.outcome === "needs-input");
      signal?.removeEventListener("abort", onAbort);
    }
    tellRunningJobs(parts.extensions, emit);
    if (checkpoints.taken) await closeCheckpoints(id, parts, log);
    return finishRun({ id, parts, log, emit, end, tally, startedAt, output, waitsFor: waitsFor() });
  }

  // In the next tick, so that the caller can attach a reader first.
  const result = Promise.resolve()
    .then(work)
    .finally(() => {
      isOver = true;
      events.end();
    });

  const run: Run<Output> = {
    id,
    get result() {
      awaited = true;
      return result;
    },
    [Symbol.asyncIterator]: () =>
      events.read((remaining) => {
        if (remaining === 0 && !awaited) stop(interruption("The last reader left the run."));
      }),
    steer: async (message) => (await opened.promise).inbox.accept(partsOf(message), true),
    queue: async (message) => (await opened.promise).inbox.accept(partsOf(message), false),
    interrupt: (reason) => stop(interruption(reason)),
    answer: async (questionId, answer, { by = "handle" } = {}) =>
      (await opened.promise).questions.answer(questionId, { answer, by }),
    async setMode(mode) {
      const { log } = await opened.promise;
      parts.gate.setMode?.(mode);
      state.mode = mode;
      emitSessionEvents(await log.write(id, settingsEntry(parts, state)), emit);
    },
    async setModel(model) {
      const { log } = await opened.promise;
      [state.model, state.pair] = [model, undefined];
      emitSessionEvents(await log.write(id, settingsEntry(parts, state)), emit);
      parts.onModelChosen(model);
      emit(switchedTo(model, "Chosen by the user."));
    },
    async setEffort(wished) {
      const { log } = await opened.promise;
      const effort = requireEffort(state.model, wished);
      const { effort: _, ...others } = state.options;
      state.options = effort === undefined ? others : { ...others, effort };
      emitSessionEvents(await log.write(id, settingsEntry(parts, state)), emit);
      parts.onOptionsChanged(state.options);
    },
  };
  return { run, ended: result };
}

/** Our own abort reasons say how the run ends; any other abort is an interruption. */
function isOwnReason(reason: unknown): boolean {
  return reason instanceof RunStop || SkeinError.is(reason);
}

/** Only a new session may be started with `messages`. */
function requireNewForSeed(
  { messages = [], session }: Pick<CompleteParts, "messages" | "session">,
  state: Pick<AgentState, "hasBegun">,
  log: SessionLog,
): void {
  if (messages.length > 0 && !state.hasBegun && !log.isNew())
    throw new ConfigError(
      "usage",
      `"messages" can only start a new session, but "${session}" already exists.`,
      {
        hint: 'Leave "messages" out to resume it, or choose another session id.',
      },
    );
  state.hasBegun = true;
}

function endOf(
  { limits: { maxTimeMs } }: Pick<CompleteParts, "limits">,
  countedFrom: number,
): number | undefined {
  return maxTimeMs === undefined ? undefined : countedFrom + maxTimeMs;
}

/** Node's timers cannot wait longer (about 24 days). */
const longestTimerMs = 2_147_483_647;

function limitTime(
  { clock, limits: { maxTimeMs = 0 } }: Pick<CompleteParts, "clock" | "limits">,
  endsAt: number,
  stop: (error: unknown) => void,
): NodeJS.Timeout {
  const message = `The time limit of ${maxTimeMs / 1000} s was reached before the work was done.`;
  const leftMs = Math.min(longestTimerMs, Math.max(0, endsAt - clock.now()));
  return setTimeout(() => stop(new RunStop("limit", { code: "max-time", message })), leftMs);
}

/** Takes a last checkpoint, so that undo does not also revert changes made after the run. */
async function closeCheckpoints(
  id: string,
  { checkpoints }: Pick<CompleteParts, "checkpoints">,
  log: SessionLog | undefined,
): Promise<void> {
  const snapshot = await checkpoints?.after?.().catch(() => undefined);
  if (!snapshot) return;
  await log?.write(id, { kind: "checkpoint", ...snapshot, closes: true }).catch(() => undefined);
}

interface FinishOptions {
  readonly id: string;
  readonly parts: Pick<CompleteParts, "redact" | "clock" | "child" | "budget" | "session" | "messages">;
  readonly log: SessionLog | undefined;
  readonly emit: Emit;
  readonly end: RunStop;
  readonly tally: Tally;
  readonly startedAt: number;
  readonly output: { readonly value?: unknown };
  readonly waitsFor: readonly string[];
}

/** The plan that the run ended with, waiting for the user's decision. */
function openPlan(log: SessionLog | undefined, { outcome }: RunStop): string | undefined {
  if (outcome !== "needs-input") return undefined;
  return log?.transcript.openQuestions().find((question) => question.kind === "plan")?.plan;
}

async function finishRun<Output>(options: FinishOptions): Promise<AgentResult<Output>> {
  const { id, parts, log, emit, end, tally, startedAt, output, waitsFor } = options;
  const { outcome, error } = end;
  const head = parts.redact({ outcome, turns: tally.turns(), ...(error ? { error } : {}) });
  const redactedOutput = "value" in output ? parts.redact({ output: output.value as Output }) : {};
  // A journal that cannot be written must not hide how the run ended.
  const written = await log
    ?.write(id, {
      kind: "outcome",
      ...head,
      ...(redactedOutput as { output?: never }),
      ...(waitsFor.length > 0 ? { waitsFor } : {}),
    })
    .catch(() => undefined);
  const used = {
    usage: tally.usage(),
    durationMs: parts.clock.now() - startedAt,
    ...tally.cost(),
  };
  if (!parts.child)
    for (const status of parts.budget?.status() ?? []) emit({ type: "budget", isEnd: true, ...status });
  emit({ type: "outcome", ...head, ...used }, written?.[0]?.seq);
  return {
    session: parts.session,
    text: parts.redact(openPlan(log, end) ?? tally.text()),
    messages: log?.transcript.messages() ?? parts.messages ?? [],
    toolCalls: tally.toolCalls(),
    ...head,
    ...redactedOutput,
    ...used,
  };
}
