import {
  SkeinError,
  type AgentEvent,
  type Answer,
  type AskUser,
  type AttemptModel,
  type Question,
  type RunResult,
  type UserPart,
} from "@skein/protocol";
import type { AgentSettings, OpenAgent, Run, Runtime } from "@skein/runtime";
import { delegated } from "../agents/delegate.ts";
import { answeringModel, callsIn, type AnsweringModel } from "./answering-model.ts";
import { createAskedQuestions } from "./asked-questions.ts";
import { compactionReport, type CompactionReport } from "./compaction-report.ts";
import { collectEntries } from "./collect-entries.ts";
import { forkSession, type ForkPoint } from "./fork-session.ts";
import { requireMode } from "./require-mode.ts";
import { createLiveEvents, type SessionNews } from "./live-events.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openEndOf } from "./open-end.ts";
import { openInTime } from "./open-in-time.ts";
import { withSettledCalls } from "./settled-calls.ts";

/** Text, or parts with images and files. */
export type SessionInput = string | readonly UserPart[];

/** One session that is open here, for any number of clients at once. What is done to it shows in its events. */
export interface LiveSession extends AsyncDisposable {
  readonly id: string;
  /** The process that has it open, when that is another one: closing it here leaves it running there. */
  readonly owner: { readonly pid: number } | undefined;
  /** What it was opened with, and what was changed since. */
  settings(): AgentSettings & { readonly session: string };
  /** Whether a run is on, or starts. */
  isRunning(): boolean;
  /**
   * What has happened after the journal's entry `fromSeq` (default 0: all of it), then what happens, until the session is
   * closed. A client that comes back names the last `seq` it has seen, and misses nothing; `Infinity` leaves out all that
   * has happened until now.
   */
  events(fromSeq?: number, signal?: AbortSignal): AsyncIterable<SessionNews>;
  /**
   * Opens the agent, so that the first message need not wait. Rejects with `ConfigError`, `ExtensionError`, `SessionError`,
   * and with `NotStartedError` when it is interrupted, or too late, before all extensions have started.
   */
  prepare(): Promise<ReadySession>;
  /**
   * Begins a run; while one is on, the message waits until the model has answered.
   *
   * @param input - without it, the run goes on with what the last one left open.
   * Resolves when the message is taken. Rejects when no agent could be opened: see `prepare`.
   */
  send(input?: SessionInput): Promise<TakenMessage>;
  /** Adds a message before the next call of the model; begins a run where none is on. Otherwise as `send`. */
  steer(input: SessionInput): Promise<TakenMessage>;
  /** @returns whether there was a run, or the start of one, to stop. */
  interrupt(reason?: string): boolean;
  openQuestions(): Promise<readonly Question[]>;
  /**
   * Answers a question, whoever asked it: a run that waits for it goes on, and where none does, the next run without input
   * goes on from it. Rejects with `not-asked` when it is not open, with `answered` when somebody was faster.
   */
  answer(questionId: string, answer: Answer): Promise<void>;
  /** Rejects with `ConfigError` for a word that is no permission mode. */
  setMode(mode: string): Promise<void>;
  /** Rejects with `ConfigError`. */
  setModel(provider: string, model: string): Promise<void>;
  rename(name: string): Promise<void>;
  /** Makes what the model sees shorter, now. To be called by work that has the session alone. */
  compact(options?: CompactOptions): Promise<CompactionReport>;
  /**
   * Works on the session between two runs: messages wait for the end of the work. Rejects with what goes wrong in it.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Opens another session with the settings of this one, but for what is said here. */
  other(settings: Partial<AgentSettings> & { readonly session: string }): LiveSession;
  /** Forks it, provided that its model can be used. @returns the fork, open with the same settings. */
  fork(point?: ForkPoint): Promise<LiveSession>;
  /** Interrupts what runs, and gives the session free. May be called twice. */
  close(): Promise<void>;
}

export interface CompactOptions {
  /** What must not get lost. */
  readonly wish?: string | undefined;
  /** Aborted, the conversation stays as it is. */
  readonly signal?: AbortSignal;
  /** Receives sentences while a model writes. */
  readonly tell?: (sentence: string) => void;
}

/** What can be said of a session before it runs. */
export interface ReadySession {
  /** Names, sorted as the model sees them. */
  readonly tools: readonly string[];
  /** Who makes the next reply. */
  readonly answering: AnsweringModel;
}

/** Where a message went. */
export interface TakenMessage {
  /** Id of the run that it has begun, or joined. */
  readonly run: string;
  /** Whether it waits in a run that was on already; its `queued` event comes first then, and `steered` when it is read. */
  readonly isQueued: boolean;
  /** How that run ends. Never rejects. */
  readonly result: Promise<RunResult>;
}

/** How other processes of this user reach a session while this one holds its lease. */
export interface OwnerSocket {
  /**
   * Listens, unless it does already. Only for whoever holds the lease: it replaces what is at the path. Never rejects: without
   * a socket, other processes are told that the session is in use.
   */
  open(): Promise<void>;
  /** Refuses new connections. To be called before the lease is released: then another process may take the path. */
  withdraw(): Promise<void>;
  /** Ends all connections, also of clients that do not read. After the end of the session's events. */
  close(): Promise<void>;
}

export interface LiveSessionParts {
  readonly runtime: Pick<Runtime, "open" | "model" | "sessions">;
  readonly settings: AgentSettings & { readonly session: string };
  /**
   * Whether somebody may answer; otherwise a question ends the run as `needs-input`. A function is asked, too, one question
   * after the other.
   */
  readonly attended: boolean | AskUser;
  /**
   * When the time limit of the first run began to count, in milliseconds since the epoch; the start of the extensions counts
   * then. Default: when the run begins.
   */
  readonly countedFrom?: number | undefined;
  /** Takes who is to be told what happens in a session between runs. */
  readonly listen?: (session: string, listener: (event: AgentEvent) => void) => void;
  /** How other processes reach it while its lease is held here. Default: they do not. */
  readonly ownerSocket?: ((session: LiveSession) => OwnerSocket) | undefined;
  /** Is called with each fork, and each other session, before it is handed out. */
  readonly onFork?: (fork: LiveSession) => void;
  /** Is called when it was closed. */
  readonly onClose?: (id: string) => void;
}

interface Started {
  readonly run: Run;
  readonly events: AsyncIterable<AgentEvent>;
}

interface Begun {
  /** Rejects when no agent could be opened. */
  readonly run: Promise<Run>;
  /** Resolves when its events have been told. */
  readonly result: Promise<RunResult>;
  isOver: boolean;
}

export function liveSession(parts: LiveSessionParts): LiveSession {
  const { runtime, settings: first, attended, listen, onClose } = parts;
  let settings = first;
  const { session: id } = first;
  const live = createLiveEvents((from) => runtime.sessions.entries(id, from));
  const asked = createAskedQuestions(typeof attended === "function" ? attended : undefined);
  let opened: Promise<OpenAgent> | undefined;
  /** While extensions are starting. */
  let starting: AbortController | undefined;
  let { countedFrom } = parts;
  let running: Begun | undefined;
  const stopper = new AbortController();
  /** What was changed between runs; the next one begins with it. */
  let changes: { readonly mode?: string; readonly model?: AttemptModel } = {};
  let closed: Promise<void> | undefined;
  const works = oneAtATime();
  const journal = (from?: number) => collectEntries(runtime.sessions.entries(id, from));
  listen?.(id, (event) => {
    // Clients are still told what the last run has come to.
    const on = onGoing();
    if (on) void on.result.catch(() => undefined).then(() => live.push(event));
    else live.push(event);
  });

  function open(): Promise<OpenAgent> {
    if (opened) return opened;
    const interrupted = new AbortController();
    starting = interrupted;
    const signal = AbortSignal.any([stopper.signal, interrupted.signal]);
    const ask = attended ? { ask: asked.ask } : {};
    const opening = openInTime(runtime, { ...settings, ...ask }, { signal, countedFrom });
    opened = opening;
    opening
      .catch(() => {
        if (opened === opening) opened = undefined; // the next message tries again
      })
      .finally(() => {
        if (starting === interrupted) starting = undefined;
      });
    return opening;
  }

  async function answering(): Promise<AnsweringModel> {
    if (!settings.lead) return answeringModel(settings, 0);
    return answeringModel(settings, callsIn(await journal()));
  }

  /** Resolves when the last run is over for its agent, too. */
  const lastEnded = (): Promise<unknown> | undefined => running?.result.catch(() => undefined);

  async function start(
    input: SessionInput | undefined,
    signal: AbortSignal,
    previous: Promise<unknown> | undefined,
  ): Promise<Started> {
    if (previous) await previous;
    const { agent } = await open();
    // What became of calls that a kill left open is told with a run that goes on from there.
    const end = input === undefined ? await openEndOf(runtime.sessions, id) : undefined;
    const words = typeof input === "string" ? await delegated(input, settings) : input;
    const run = agent.run(words, { signal, ...(countedFrom === undefined ? {} : { countedFrom }) });
    countedFrom = undefined;
    live.begin(run.id);
    const { mode, model } = changes;
    changes = {};
    // A run that cannot begin says so by its outcome.
    if (mode !== undefined) await run.setMode(mode).catch(() => undefined);
    if (model !== undefined) await run.setModel(model).catch(() => undefined);
    const entries = () => runtime.sessions.entries(id);
    return { run, events: withSettledCalls(run, { session: id, calls: end?.calls ?? [], entries }) };
  }

  function begin(input: SessionInput | undefined): Begun {
    const started = start(input, stopper.signal, lastEnded());
    const result = started.then(async ({ run, events }) => {
      let isWritten = false;
      for await (const event of events) {
        // What is in the journal was written under the lease.
        if (!isWritten && event.seq !== undefined) {
          isWritten = true;
          await socket?.open();
        }
        // Whoever is told the outcome can do at once what has to wait for it.
        if (event.type === "outcome" && event.path.length === 0) begun.isOver = true;
        live.push(event);
      }
      return run.result;
    });
    const begun = { run: started.then(({ run }) => run), result, isOver: false };
    begun.run.catch(() => undefined); // `result` says it too
    running = begun;
    void result.catch(() => undefined).then(() => (begun.isOver = true));
    return begun;
  }

  const onGoing = () => (running && !running.isOver ? running : undefined);

  /** Into the run that is on; one that has ended meanwhile is followed by another. Resolves when the message is taken. */
  async function add(input: SessionInput, how: "steer" | "queue"): Promise<TakenMessage> {
    const busy = works.idle();
    if (busy) await busy;
    const on = onGoing();
    if (!on) return taken(begin(input), false);
    try {
      const words = typeof input === "string" ? await delegated(input, settings) : input;
      await (await on.run)[how](words);
      return await taken(on, true);
    } catch (error) {
      if (!SkeinError.is(error) || error.code !== "run-over") throw error;
      await on.result.catch(() => undefined);
      return add(input, how);
    }
  }

  async function taken({ run, result }: Begun, isQueued: boolean): Promise<TakenMessage> {
    return { run: (await run).id, isQueued, result };
  }

  /** Those that the next run begins with. */
  function tellSettings(): void {
    const { provider, model, mode } = settings;
    live.push({ type: "settings", session: id, path: [], provider, model, mode });
  }

  /** Who may only talk is offered no tools at all: another mode than that needs another agent. */
  async function reopen(): Promise<void> {
    await lastEnded();
    const found = await opened?.catch(() => undefined);
    opened = undefined;
    await found?.agent.close();
  }

  async function closeAll(): Promise<void> {
    stopper.abort("The session was closed.");
    await running?.result.catch(() => undefined);
    await works.idle();
    const found = await opened?.catch(() => undefined);
    await socket?.withdraw();
    await found?.agent.close();
    live.end();
    await socket?.close();
    onClose?.(id);
  }

  const close = (): Promise<void> => (closed ??= closeAll());
  const session: LiveSession = {
    id,
    owner: undefined,
    settings: () => settings,
    isRunning: () => onGoing() !== undefined,
    events: (fromSeq = 0, signal) => live.read(fromSeq, signal),
    async prepare() {
      const [{ tools }, who] = await Promise.all([open(), answering()]);
      return { tools, answering: who };
    },
    async send(input) {
      if (input !== undefined) return add(input, "queue");
      const busy = works.idle();
      if (busy) await busy;
      return taken(onGoing() ?? begin(undefined), false);
    },
    steer: (input) => add(input, "steer"),
    interrupt(reason) {
      const on = onGoing();
      const isStarting = starting !== undefined;
      starting?.abort(reason ?? "The run was interrupted.");
      void on?.run.then((run) => run.interrupt(reason)).catch(() => undefined);
      return isStarting || on !== undefined;
    },
    openQuestions: async () =>
      opened ? (await opened).agent.openQuestions() : runtime.sessions.openQuestions(id),
    async answer(questionId, answer) {
      if (asked.answer(questionId, answer)) return;
      await (await open()).agent.answer(questionId, answer);
      await socket?.open();
    },
    async setMode(mode) {
      requireMode(mode);
      const changesTools = (mode === "chat") !== (settings.mode === "chat");
      settings = { ...settings, mode };
      const on = onGoing();
      if (on) return (await on.run).setMode(mode);
      if (changesTools) await reopen();
      else if (opened) changes = { ...changes, mode };
      tellSettings();
    },
    async setModel(provider, model) {
      const loaded = await runtime.model(provider, model, settings);
      settings = { ...settings, provider, model };
      const on = onGoing();
      if (on) return (await on.run).setModel(loaded);
      if (opened) changes = { ...changes, model: loaded };
      tellSettings();
    },
    async rename(name) {
      settings = { ...settings, name };
      if ((await journal()).length > 0) await runtime.sessions.rename(id, name);
      else await reopen(); // the name is written with the first message
    },
    async compact({ wish, signal, tell } = {}) {
      const { agent } = await open();
      const before = (await journal()).at(-1)?.seq ?? 0;
      const compacted = await agent
        .compact({
          ...(wish === undefined ? {} : { wish }),
          ...(signal ? { signal } : {}),
          ...(tell ? { tell } : {}),
        })
        .catch((error: unknown) => {
          if (!signal?.aborted) throw error;
          return { changed: false, notices: ["Interrupted: the conversation stays as it was."] };
        });
      return compactionReport(compacted, await journal(before + 1));
    },
    alone: (work) =>
      works.run(async () => {
        await lastEnded();
        return work();
      }),
    other: (changed) => otherLive({ ...parts, settings }, changed),
    fork: (point) => forkLive({ ...parts, settings }, point),
    close,
    [Symbol.asyncDispose]: close,
  };
  const socket = parts.ownerSocket?.(session);
  return session;
}

/** See `LiveSession.fork`. @param parts - of the session that is forked. */
export async function forkLive(parts: LiveSessionParts, point?: ForkPoint): Promise<LiveSession> {
  const { runtime, settings, onFork } = parts;
  const session = await forkSession(runtime, settings, point);
  const fork = liveSession({ ...parts, settings: { ...settings, session } });
  onFork?.(fork);
  return fork;
}

/** See `LiveSession.other`. */
export function otherLive(
  parts: LiveSessionParts,
  changed: Partial<AgentSettings> & { readonly session: string },
): LiveSession {
  const other = liveSession({ ...parts, settings: { ...parts.settings, name: undefined, ...changed } });
  parts.onFork?.(other);
  return other;
}
