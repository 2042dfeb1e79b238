import type { AgentEvent, Answer, Entry, EntryBody, EntryOf, JsonValue, Question } from "@skein/protocol";
import type { Compacted } from "./context/compact-session.ts";
import { sessionEvents } from "./events/session-events.ts";
import { withDefaults, type AgentParts } from "./agent-parts.ts";
import { initialState } from "./agent-state.ts";
import type { Run, RunInput } from "./loop/run.ts";
import { interruption } from "./loop/run-stop.ts";
import { openSession, type SessionLog } from "./session/session-log.ts";
import { startRun } from "./loop/start-run.ts";

/** What may be said of a session from outside of a run. */
export type SessionNote = Extract<
  EntryBody,
  Pick<EntryOf<"name" | "rewind" | "checkpoint" | "notice" | "extension-state">, "kind">
>;

/** A conversation with a model that can use tools. Runs of one agent follow each other in the same session. */
export interface Agent<Output = JsonValue> extends AsyncDisposable {
  readonly session: string;
  /**
   * Starts when the runs before it are over.
   *
   * @param input - without it, the run goes on with what the last one left open: results that the model has not seen,
   *   a question it has not answered, a reply that was cut off, calls that waited for an approval. When nothing is open
   *   it ends as `usage`. With it, calls whose approval nobody has answered yet are declined.
   * @param options.signal - aborting it interrupts the run.
   * @param options.countedFrom - when the time limit began to count, in milliseconds since the epoch. Default: when the run
   *   starts.
   */
  run(
    input?: RunInput,
    options?: { readonly signal?: AbortSignal; readonly countedFrom?: number },
  ): Run<Output>;
  /**
   * The questions of the session that wait for an answer, as far as they are in its journal: also those that were left
   * open by a process that has ended.
   */
  openQuestions(): Promise<readonly Question[]>;
  /**
   * Answers one of them. When a run of this agent asks it, the run goes on; otherwise the next run without input does.
   *
   * @param options.by - who answers, for the record. Default `answer`. What a run of this agent asks is answered by its
   *   `handle`.
   * Rejects with `not-asked` when it is not open, with `answered` when somebody was faster.
   */
  answer(questionId: string, answer: Answer, options?: { readonly by?: string }): Promise<void>;
  /** Writes into the journal between two runs. Resolves when it is on disk. */
  record(...bodies: readonly SessionNote[]): Promise<readonly Entry[]>;
  /**
   * Makes the conversation shorter, as soon as the runs before it are over.
   *
   * @param options.wish - in the user's words, what is to be kept.
   * @param options.tell - hears at once what a model is waited for.
   * @param options.onEvent - gets the events that a compaction within a run emits: `compacted`, `cache-break`, `budget`.
   * @param options.signal - aborting it leaves the conversation as it is; then this rejects with its reason.
   */
  compact(options?: {
    readonly wish?: string;
    readonly tell?: (sentence: string) => void;
    readonly onEvent?: (event: AgentEvent) => void;
    readonly signal?: AbortSignal;
  }): Promise<Compacted>;
  /** Interrupts what runs, ends extensions, and gives the session free. May be called twice. */
  close(): Promise<void>;
}

/**
 * Only `model` is required; see `AgentParts` for the defaults of everything else. Nothing is started or opened before
 * the first run. With `session` and `journal` an earlier conversation goes on: what a crash left open is settled first.
 */
export function createAgent<Output = JsonValue>(agentParts: AgentParts<Output>): Agent<Output> {
  const parts = withDefaults(agentParts);
  const state = initialState(agentParts);
  const closing = new AbortController();
  let opened: Promise<SessionLog> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  /** The last one that was started. */
  let last: { readonly run: Run<Output>; isOver: boolean } | undefined;
  let closed: Promise<void> | undefined;
  const beside = new Set<Promise<unknown>>();

  async function open(): Promise<SessionLog> {
    closing.signal.throwIfAborted();
    const before = await opened;
    if (before?.isBroken()) {
      opened = undefined;
      await before.close();
    }
    opened ??= openSession({
      store: parts.journal,
      session: parts.session,
      owner: parts.ids(),
      clock: parts.clock,
      redact: parts.redact,
      onLost: (error) => closing.abort(error),
    }).catch((error: unknown) => {
      opened = undefined; // the next run may find it free
      throw error;
    });
    return opened;
  }

  async function closeAll(): Promise<void> {
    closing.abort(interruption("The agent was closed."));
    await running.catch(() => undefined);
    await Promise.allSettled(beside);
    await Promise.allSettled(parts.extensions.map((extension) => extension.close()));
    await (await opened?.catch(() => undefined))?.close();
  }

  /** Work that nobody waits for but the end of the agent, which stops it. */
  function runInBackground(work: (signal: AbortSignal) => Promise<unknown>): void {
    const done = work(closing.signal)
      .catch(() => undefined)
      .finally(() => beside.delete(done));
    beside.add(done);
  }

  function orClosing(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  }

  function tellBetweenRuns(entries: readonly Entry[]): void {
    for (const event of sessionEvents(parts.session, entries)) parts.onEventBetweenRuns(event);
  }

  const close = (): Promise<void> => (closed ??= closeAll());
  return {
    session: parts.session,
    run(input, { signal, countedFrom } = {}) {
      const before = running;
      const { run, ended } = startRun<Output>({
        parts,
        state,
        input,
        open: () => before.then(open),
        runInBackground,
        signal: orClosing(signal),
        countedFrom,
      });
      running = ended;
      const started = { run, isOver: false };
      last = started;
      void ended.catch(() => undefined).then(() => (started.isOver = true));
      return run;
    },
    async openQuestions() {
      const log = await opened?.catch(() => undefined);
      if (log && !log.isBroken()) return log.transcript.openQuestions();
      const { openQuestions } = await import("./questions/answer-question.ts");
      return openQuestions(parts.journal, parts.session);
    },
    async answer(questionId, answer, { by = "answer" } = {}) {
      if (last && !last.isOver) return last.run.answer(questionId, answer);
      const { recordAnswer } = await import("./questions/answer-question.ts");
      const recorded = running.then(async () =>
        tellBetweenRuns(await recordAnswer(await open(), questionId, { answer, by })),
      );
      running = recorded.catch(() => undefined);
      return recorded;
    },
    record(...bodies) {
      const recorded = running.then(async () => {
        const entries = await (await open()).write(null, ...bodies);
        tellBetweenRuns(entries);
        return entries;
      });
      running = recorded.catch(() => undefined);
      return recorded;
    },
    compact({ wish, tell, onEvent, signal } = {}) {
      const compacted = running.then(async () => {
        const { compactSession } = await import("./context/compact-session.ts");
        const log = await open();
        return compactSession({ parts, state, log, wish, tell, onEvent, signal: orClosing(signal) });
      });
      running = compacted.catch(() => undefined);
      return compacted;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
