import { ConfigError, type UserPart } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import { emitJobs, emitKnownJobs, tellRunningJobs } from "../events/background-jobs.ts";
import { emitExtensionStatus } from "../events/extension-status.ts";
import type { RunEvents } from "../events/run-events.ts";
import { emitSessionEvents } from "../events/session-events.ts";
import { finalOutputTool } from "../run/final-output.ts";
import type { RunScope } from "../run/run-scope.ts";
import type { RunStopper } from "../run/run-stopper.ts";
import type { AgentResult, FirstReply, RunInput } from "../run/run.ts";
import { createTally } from "../run/tally.ts";
import { RunStop, stopOf } from "../run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";
import { chooseModels, switchedTo } from "./choose-models.ts";
import { closeCheckpoints, finishRun } from "./finish-run.ts";
import { createOpenRun, type OpenRun } from "./open-run.ts";
import { openRunScope } from "./open-run-scope.ts";
import type { recoverSession } from "./recover-session.ts";
import { runLoop } from "./run-loop.ts";
import { loadNameSession, loadPromptHooks, loadRecoverSession } from "../later.ts";

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

/** A run that was started, from the opening of its session to its outcome. */
export interface StartedRun extends Omit<RunStart, "input" | "signal"> {
  readonly id: string;
  readonly input: readonly UserPart[];
  readonly events: RunEvents;
  readonly stopper: RunStopper;
  /** Settled when the session is open, or cannot be opened. */
  readonly opened: PromiseWithResolvers<OpenRun>;
}

/** What a run counts and remembers until its end. */
interface RunRecord extends Pick<RunScope, "tally" | "checkpoints" | "endsAt"> {
  readonly output: { value?: unknown };
}

/** Does all of a run. Never rejects: the result says how the run ended. */
export async function doRun<Output>(task: StartedRun): Promise<AgentResult<Output>> {
  const { id, parts, state, input, stopper, opened, events } = task;
  const { emit, publish } = events;
  const startedAt = parts.clock.now();
  const tally = createTally();
  const endsAt = endOf(parts, task.countedFrom ?? startedAt);
  const record: RunRecord = { tally, endsAt, checkpoints: { taken: false }, output: {} };
  const endLimit = stopper.limit(parts, endsAt);
  let log: SessionLog | undefined;
  let open: OpenRun | undefined;
  let end = new RunStop("done");
  try {
    log = await task.open();
    requireNewForSeed(parts, state, log);
    // A new session needs no recovery.
    const recovery = log.isNew() ? undefined : await loadRecoverSession();
    const hasInput = input.length > 0;
    open = createOpenRun({ id, parts, log, tally, hasInput, emit, publish, signal: stopper.signal });
    opened.resolve(open);
    await runOpened(task, open, { record, recover: recovery?.recoverSession });
    end = open.children.needsInput() ?? end;
  } catch (error) {
    end = stopOf(stopper.signal.aborted ? stopper.signal.reason : error, log !== undefined);
    opened.reject(error);
  } finally {
    endLimit();
    await open?.close(end.outcome === "needs-input");
    stopper.release();
  }
  tellRunningJobs(parts.extensions, emit);
  const { checkpoints, output } = record;
  if (checkpoints.taken) await closeCheckpoints(id, parts, log);
  const waitsFor = open?.children.waitsFor() ?? [];
  return finishRun({ id, parts, log, emit, end, tally, startedAt, output, waitsFor });
}

/** Does what a run does with its session: writes its start, recovers what is open, and loops. */
async function runOpened(
  { id, parts, state, input, first, runInBackground, stopper, events: { emit } }: StartedRun,
  { log, inbox, questions, children, hookContext }: OpenRun,
  {
    record: { output, ...record },
    recover,
  }: {
    readonly record: RunRecord;
    readonly recover: typeof recoverSession | undefined;
  },
): Promise<void> {
  const { signal, stop } = stopper;
  signal.throwIfAborted();
  const finalOutput = parts.output && finalOutputTool(parts.output, (value) => (output.value = value));
  const models = chooseModels(parts, state);
  const isResumed = !log.isNew();
  const whySwitched = await models.next();
  const base = { id, parts, state, log, questions, inbox, children, hookContext, emit, signal, stop };
  const { scope, written } = await openRunScope({ ...base, ...record }, input, finalOutput);
  using disposables = new DisposableStack();
  disposables.use(scope.context);
  emitSessionEvents(written, emit);
  emit({ type: "run-start", run: id, input }, written.at(-1)?.seq);
  disposables.use(emitExtensionStatus(parts.extensions, emit));
  emitKnownJobs(parts.extensions, emit);
  disposables.use(emitJobs(parts.extensions, emit));
  if (whySwitched !== undefined) emit(switchedTo(state.model, whySwitched));
  await recover?.(scope, input.length > 0);
  if (parts.namer) {
    const { nameSession } = await loadNameSession();
    runInBackground((ending) => nameSession(scope, input, ending));
  }
  const { callStartHooks } = await loadPromptHooks();
  await callStartHooks(scope, { input, isResumed });
  const structured = finalOutput && {
    isSet: () => "value" in output,
    clear: () => void delete output.value,
  };
  await runLoop(scope, { input, first, models, output: structured });
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
