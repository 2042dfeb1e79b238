import type { AgentEvent, Answer, Entry, EntryBody, EntryOf, JsonValue, Question } from "@skein/protocol";
import type { AppCall, AppCallEnd } from "./calls/call-for-app.ts";
import type { Compacted } from "./fitting/compact-session.ts";
import { emitJobs } from "./events/background-jobs.ts";
import type { Emit } from "./events/emit.ts";
import { sessionEvents } from "./events/session-events.ts";
import { withDefaults, type AgentParts } from "./agent-parts.ts";
import type { AsideQuestion } from "./asides/ask-about-session.ts";
import { initialState } from "./agent-state.ts";
import type { FirstReply, Run, RunInput } from "./run/run.ts";
import { createAgentSession } from "./session/agent-session.ts";
import { startRun } from "./loop/start-run.ts";
import { loadAnswerQuestion, loadAskAboutSession, loadCallForApp, loadCompactSession } from "./later.ts";

/** Entries that `Agent.record` may write between runs. */
export type SessionNote = Extract<
  EntryBody,
  Pick<EntryOf<"name" | "rewind" | "checkpoint" | "notice" | "extension-state">, "kind">
>;

/**
 * A conversation with a model that can use tools. The runs of one agent share a session and execute one after
 * the other.
 */
export interface Agent<Output = JsonValue> extends AsyncDisposable {
  readonly session: string;
  /**
   * Starts a run as soon as the earlier ones have ended.
   *
   * @param input - the user's message. It declines calls that still wait for approval. Without it, the run
   *   resumes what the last one left open: tool results the model has not seen, an unanswered message, a
   *   reply that was cut off, calls that waited for approval. It ends as `usage` when nothing is open.
   * @param options.signal - aborting it interrupts the run.
   * @param options.countedFrom - the start of the time limit, in milliseconds since the epoch. Default: when
   *   the run starts.
   * @param options.first - the first reply of the run, which no model is asked for: see `FirstReply`.
   */
  run(
    input?: RunInput,
    options?: { readonly signal?: AbortSignal; readonly countedFrom?: number; readonly first?: FirstReply },
  ): Run<Output>;
  /**
   * The unanswered questions in the session's journal, including those that an ended process left open.
   */
  openQuestions(): Promise<readonly Question[]>;
  /**
   * Answers an open question. A run of this agent that asked it continues; otherwise the next run without
   * input does.
   *
   * @param options.by - who answers, for the record. Default `handle` for a question of a running run, otherwise
   * `answer`. Rejects with `not-asked` when the question is not open, and with `answered` when it was
   * already answered.
   */
  answer(questionId: string, answer: Answer, options?: { readonly by?: string }): Promise<void>;
  /** Writes to the journal between two runs. Resolves when it is on disk. */
  record(...bodies: readonly SessionNote[]): Promise<readonly Entry[]>;
  /**
   * Compacts the conversation as soon as the earlier runs have ended.
   *
   * @param options.wish - what the summary should keep, in the user's words.
   * @param options.tell - called at once with a sentence when a model keeps the caller waiting.
   * @param options.onEvent - receives the events that a compaction within a run emits: `compacted`,
   *   `cache-break`, `budget`.
   * @param options.signal - aborting it leaves the conversation unchanged and rejects with the signal's
   *   reason.
   */
  compact(options?: {
    readonly wish?: string;
    readonly tell?: (sentence: string) => void;
    readonly onEvent?: (event: AgentEvent) => void;
    readonly signal?: AbortSignal;
  }): Promise<Compacted>;
  /** Asks a model a question that is no part of the conversation, as soon as the earlier runs have ended. @returns its answer. */
  aside(question: AsideQuestion, options?: { readonly signal?: AbortSignal }): Promise<string>;
  /** Calls a tool for a page of an extension, as soon as the earlier runs have ended: see `AppCall`. */
  callForApp(call: AppCall, options?: { readonly signal?: AbortSignal }): Promise<AppCallEnd>;
  /** Interrupts the current run, closes extensions and releases the session. May be called twice. */
  close(): Promise<void>;
}

/** Hooks on the end of a session may take so long, in milliseconds. */
const longestEndMs = 5_000;

/**
 * Creates an agent. Only `model` is required; `AgentParts` lists the defaults. Nothing is started or opened
 * before the first run. Pass `session` and `journal` to resume an earlier session; what a crash left open is
 * recovered first.
 */
export function createAgent<Output = JsonValue>(agentParts: AgentParts<Output>): Agent<Output> {
  const parts = withDefaults(agentParts);
  const state = initialState(agentParts);
  const session = createAgentSession(parts);
  /** The run that was started last. */
  let last: { readonly run: Run<Output>; isOver: boolean } | undefined;
  let closed: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await session.stop();
    if (state.hasToldStart && parts.hooks.has("session-end")) {
      const ending = AbortSignal.timeout(longestEndMs);
      await parts.hooks.run({ type: "session-end", reason: "other" }, ending).catch(() => undefined);
    }
    await Promise.allSettled(parts.extensions.map((extension) => extension.close()));
    await session.close();
  }

  function orClosing(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, session.closing]) : session.closing;
  }

  const emitBetween: Emit = (event, seq) =>
    parts.onEventBetweenRuns({
      session: parts.session,
      path: [],
      ...(seq === undefined ? {} : { seq }),
      ...event,
    });

  function emitBetweenRuns(entries: readonly Entry[]): void {
    for (const event of sessionEvents(parts.session, entries)) parts.onEventBetweenRuns(event);
  }

  // In a run, the run emits them.
  emitJobs(parts.extensions, (event) => {
    if (last?.isOver ?? true)
      parts.onEventBetweenRuns(parts.redact({ session: parts.session, path: [], ...event }));
  });

  const close = (): Promise<void> => (closed ??= closeAll());
  return {
    session: parts.session,
    run(input, { signal, countedFrom, first } = {}) {
      const { run, ended } = session.startRun((open) =>
        startRun<Output>({
          parts,
          state,
          input,
          open,
          runInBackground: (work) => session.runInBackground(work),
          signal: orClosing(signal),
          countedFrom,
          first,
        }),
      );
      const started = { run, isOver: false };
      last = started;
      void ended.catch(() => undefined).then(() => (started.isOver = true));
      return run;
    },
    async openQuestions() {
      const log = await session.current();
      if (log) return log.transcript.openQuestions();
      const { readOpenQuestions } = await loadAnswerQuestion();
      return readOpenQuestions(parts.journal, parts.session);
    },
    async answer(questionId, answer, options = {}) {
      if (last && !last.isOver) return last.run.answer(questionId, answer, options);
      const { by = "answer" } = options;
      const { recordAnswer } = await loadAnswerQuestion();
      return session.inTurn(async () =>
        emitBetweenRuns(await recordAnswer(await session.open(), questionId, { answer, by })),
      );
    },
    record(...bodies) {
      return session.inTurn(async () => {
        const entries = await (await session.open()).write(null, ...bodies);
        emitBetweenRuns(entries);
        return entries;
      });
    },
    compact({ wish, tell, onEvent, signal } = {}) {
      return session.inTurn(async () => {
        const { compactSession } = await loadCompactSession();
        const log = await session.open();
        return compactSession({ parts, state, log, wish, tell, onEvent, signal: orClosing(signal) });
      });
    },
    aside(question, { signal } = {}) {
      return session.inTurn(async () => {
        const { askAboutSession } = await loadAskAboutSession();
        const log = await session.open();
        return askAboutSession(question, { parts, state, log, signal: orClosing(signal) });
      });
    },
    callForApp(call, { signal } = {}) {
      return session.afterTurns(async () => {
        const { callForApp } = await loadCallForApp();
        const log = await session.open();
        return callForApp({ parts, log, emit: emitBetween, signal: orClosing(signal) }, call);
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
