import {
  SkeinError,
  type Answer,
  type AttemptModel,
  type Question,
  type RunResult,
  type UserPart,
} from "@skein/protocol";
import type { AgentSettings, OpenAgent, Run, Runtime } from "@skein/runtime";
import { delegated } from "../agents/delegate.ts";
import { createLiveEvents, type SessionNews } from "./live-events.ts";

/** Text, or parts with images and files. */
export type SessionInput = string | readonly UserPart[];

/** One session that is open here, for any number of clients at once. What is done to it shows in its events. */
export interface LiveSession extends AsyncDisposable {
  readonly id: string;
  /** What it was opened with, and what was changed since. */
  settings(): AgentSettings;
  /**
   * What has happened after the journal's entry `fromSeq` (default 0: all of it), then what happens, until the session is
   * closed. A client that comes back names the last `seq` it has seen, and misses nothing.
   */
  events(fromSeq?: number, signal?: AbortSignal): AsyncIterable<SessionNews>;
  /**
   * Begins a run; while one is on, the message waits until the model has answered.
   *
   * @param input - without it, the run goes on with what the last one left open.
   * @returns how the run ends that it has begun, or joined. Rejects when no agent could be opened: `ConfigError`,
   *   `ExtensionError`, `SessionError`.
   */
  send(input?: SessionInput): Promise<RunResult>;
  /** Adds a message before the next call of the model; begins a run where none is on. Resolves when it is taken. */
  steer(input: SessionInput): Promise<void>;
  /** @returns whether there was a run to stop. */
  interrupt(reason?: string): boolean;
  openQuestions(): Promise<readonly Question[]>;
  /**
   * Answers a question, whoever asked it: a run that waits for it goes on, and where none does, the next run without input
   * goes on from it. Rejects with `not-asked` when it is not open, with `answered` when somebody was faster.
   */
  answer(questionId: string, answer: Answer): Promise<void>;
  setMode(mode: string): Promise<void>;
  /** Rejects with `ConfigError`. */
  setModel(provider: string, model: string): Promise<void>;
  /** Interrupts what runs, and gives the session free. May be called twice. */
  close(): Promise<void>;
}

export interface LiveSessionParts {
  readonly runtime: Pick<Runtime, "open" | "model" | "sessions">;
  readonly settings: AgentSettings & { readonly session: string };
  /** Whether somebody may answer; otherwise a question ends the run as `needs-input`. */
  readonly attended: boolean;
  /** Is called when it was closed. */
  readonly onClose?: () => void;
}

interface Begun {
  readonly run: Promise<Run>;
  readonly result: Promise<RunResult>;
  isOver: boolean;
}

export function liveSession({ runtime, settings: first, attended, onClose }: LiveSessionParts): LiveSession {
  let settings: AgentSettings = first;
  const { session: id } = first;
  const live = createLiveEvents((from) => runtime.sessions.entries(id, from));
  /** Questions that a run here waits for: of the agent, and of its subagents. */
  const asked = new Map<string, (answer: Answer) => void>();
  let opened: Promise<OpenAgent> | undefined;
  let running: Begun | undefined;
  const stopper = new AbortController();
  /** What was changed between runs; the next one begins with it. */
  let changes: { readonly mode?: string; readonly model?: AttemptModel } = {};
  let closed: Promise<void> | undefined;

  function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    asked.set(question.id, resolve);
    const forget = () => reject(signal.reason);
    signal.addEventListener("abort", forget, { once: true });
    return promise.finally(() => {
      asked.delete(question.id);
      signal.removeEventListener("abort", forget);
    });
  }

  function open(): Promise<OpenAgent> {
    const opening = (opened ??= runtime.open({ ...settings, ...(attended ? { ask } : {}) }, stopper.signal));
    opening.catch(() => {
      if (opened === opening) opened = undefined; // the next message tries again
    });
    return opening;
  }

  async function start(input: SessionInput | undefined, signal: AbortSignal): Promise<Run> {
    const { agent } = await open();
    const run = agent.run(typeof input === "string" ? await delegated(input, settings) : input, { signal });
    const { mode, model } = changes;
    changes = {};
    // A run that cannot begin says so by its outcome.
    if (mode !== undefined) await run.setMode(mode).catch(() => undefined);
    if (model !== undefined) await run.setModel(model).catch(() => undefined);
    return run;
  }

  function begin(input: SessionInput | undefined): Begun {
    const run = start(input, stopper.signal);
    const result = run.then(async (begun) => {
      for await (const event of begun) live.push(event);
      return begun.result;
    });
    const begun = { run, result, isOver: false };
    running = begun;
    void result.catch(() => undefined).then(() => (begun.isOver = true));
    return begun;
  }

  const onGoing = () => (running && !running.isOver ? running : undefined);

  /** Into the run that is on; one that has ended meanwhile is followed by another. Resolves when the message is taken. */
  async function add(input: SessionInput, how: "steer" | "queue"): Promise<Begun> {
    const on = onGoing();
    if (!on) return begin(input);
    try {
      const words = typeof input === "string" ? await delegated(input, settings) : input;
      await (await on.run)[how](words);
      return on;
    } catch (error) {
      if (!SkeinError.is(error) || error.code !== "run-over") throw error;
      await on.result.catch(() => undefined);
      return add(input, how);
    }
  }

  /** Who may only talk is offered no tools at all: another mode than that needs another agent. */
  async function reopen(): Promise<void> {
    const found = await opened?.catch(() => undefined);
    opened = undefined;
    await found?.agent.close();
  }

  async function closeAll(): Promise<void> {
    stopper.abort("The session was closed.");
    await running?.result.catch(() => undefined);
    const found = await opened?.catch(() => undefined);
    await found?.agent.close();
    live.end();
    onClose?.();
  }

  const close = (): Promise<void> => (closed ??= closeAll());
  return {
    id,
    settings: () => settings,
    events: (fromSeq = 0, signal) => live.read(fromSeq, signal),
    async send(input) {
      const { result } = input === undefined ? (onGoing() ?? begin(undefined)) : await add(input, "queue");
      return result;
    },
    async steer(input) {
      await (
        await add(input, "steer")
      ).run;
    },
    interrupt(reason) {
      const on = onGoing();
      void on?.run.then((run) => run.interrupt(reason)).catch(() => undefined);
      return on !== undefined;
    },
    openQuestions: async () =>
      opened ? (await opened).agent.openQuestions() : runtime.sessions.openQuestions(id),
    async answer(questionId, answer) {
      const settle = asked.get(questionId);
      if (settle) return settle(answer);
      await (await open()).agent.answer(questionId, answer);
    },
    async setMode(mode) {
      const changesTools = (mode === "chat") !== (settings.mode === "chat");
      settings = { ...settings, mode };
      const on = onGoing();
      if (on) await (await on.run).setMode(mode);
      else if (changesTools) await reopen();
      else changes = { ...changes, mode };
    },
    async setModel(provider, model) {
      const loaded = await runtime.model(provider, model, settings);
      settings = { ...settings, provider, model };
      const on = onGoing();
      if (on) await (await on.run).setModel(loaded);
      else changes = { ...changes, model: loaded };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
