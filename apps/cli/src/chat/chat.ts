import {
  createTranscript,
  describeError,
  SkeinError,
  textOf,
  type AgentEvent,
  type AttemptModel,
  type Entry,
} from "@skein/protocol";
import { conversation, type AgentSettings, type OpenAgent, type Run, type Runtime } from "@skein/runtime";
import { collectEntries } from "./collect-entries.ts";
import type { ChatView } from "./chat-view.ts";
import { createWaitingList, type WaitingMessage } from "./waiting.ts";

/** What the head line and the commands tell of a chat. */
export interface ChatState {
  readonly settings: AgentSettings & { readonly session: string };
  readonly isRunning: boolean;
  /** Whether the session has been written. */
  readonly hasBegun: boolean;
  /** Of this chat. */
  readonly spent: { readonly tokens: number; readonly costUsd: number; readonly isKnown: boolean };
}

/** One conversation after another at one terminal. No method throws: what goes wrong is shown. */
export interface Chat {
  state(): ChatState;
  waiting(): readonly WaitingMessage[];
  /** Shows what was said before, if the session has begun. */
  begin(): Promise<void>;
  /** Opens the agent, so that the first message need not wait. Rejects with what is wrong. */
  prepare(): Promise<OpenAgent>;
  /** Starts a run; while one is on, the message steers it, or waits for its end. */
  send(text: string, when: "now" | "next"): void;
  /** @returns whether there was something to interrupt. */
  interrupt(): boolean;
  setMode(mode: string): Promise<void>;
  setModel(provider: string, model: string): Promise<void>;
  /** Another session from now on; only between runs. */
  goTo(session: Partial<AgentSettings> & { readonly session: string }): Promise<void>;
  /** Interrupts what runs, and gives the session free. */
  close(): Promise<void>;
}

export interface ChatOptions {
  readonly runtime: Runtime;
  readonly settings: AgentSettings & { readonly session: string };
  readonly view: ChatView;
}

/** Messages that had no place yet when the session was left: they get one with the next run. */
function leftOver(entries: readonly Entry[]): readonly WaitingMessage[] {
  const transcript = createTranscript();
  for (const entry of entries) transcript.add(entry);
  return transcript.waiting().map(({ content, steer }) => ({ text: textOf(content), isSteering: steer }));
}

export function createChat({ runtime, settings: first, view }: ChatOptions): Chat {
  let settings = first;
  let opened: Promise<OpenAgent> | undefined;
  let running: { readonly stopper: AbortController; run?: Run; readonly ended: Promise<void> } | undefined;
  let hasBegun = false;
  /** What was changed between runs of an open agent; the next run begins with it. */
  let changes: { readonly mode?: string; readonly model?: AttemptModel } = {};
  const spent = { tokens: 0, costUsd: 0, isKnown: true };
  const waiting = createWaitingList(() => view.changed());

  function open(): Promise<OpenAgent> {
    const opening = (opened ??= runtime.open({ ...settings, ask: view.ask }));
    opening.catch(() => {
      if (opened === opening) opened = undefined;
    });
    return opening;
  }

  /** The next message opens it anew, with what the settings say then. */
  async function closeAgent(): Promise<void> {
    const closing = opened;
    opened = undefined;
    changes = {};
    const found = await closing?.catch(() => undefined);
    await found?.agent.close();
  }

  function start(text: string): void {
    const stopper = new AbortController();
    const ended = runToItsEnd(text, stopper).catch((error: unknown) => view.error(describeError(error)));
    running = { stopper, ended };
    void ended.finally(() => {
      running = undefined;
      view.changed();
    });
    view.changed();
  }

  async function runToItsEnd(text: string, stopper: AbortController): Promise<void> {
    // Messages left over from a run that was interrupted have their place before this one.
    let isShown = waiting.all().length === 0;
    if (isShown) view.user(text, false);
    const { agent } = await open();
    const run = agent.run(text, { signal: stopper.signal });
    if (running) running.run = run;
    hasBegun = true;
    await applyChanges(run);
    for await (const event of run) {
      if (event.type === "turn-start" && !isShown) view.user(text, false);
      if (event.type === "turn-start") isShown = true;
      show(event);
    }
    const result = await run.result;
    const { input, output, cacheRead = 0, cacheWrite = 0 } = result.usage;
    spent.tokens += (input ?? 0) + (output ?? 0) + cacheRead + cacheWrite;
    spent.costUsd += result.costUsd ?? 0;
    if (result.costUsd === undefined && result.turns > 0) spent.isKnown = false;
    view.result(result);
  }

  async function applyChanges(run: Run): Promise<void> {
    const { mode, model } = changes;
    changes = {};
    // A run that cannot begin says so by its outcome.
    if (mode !== undefined) await run.setMode(mode).catch(() => undefined);
    if (model !== undefined) await run.setModel(model).catch(() => undefined);
  }

  function show(event: AgentEvent): void {
    if (event.type === "steered") {
      const text = textOf(event.content);
      waiting.placed(text);
      view.user(text, true);
    }
    view.event(event);
  }

  async function pass(run: Run, text: string, when: "now" | "next"): Promise<void> {
    waiting.add({ text, isSteering: when === "now" }); // first: it may get its place before this hears of it
    try {
      await (when === "now" ? run.steer(text) : run.queue(text));
    } catch (error) {
      waiting.placed(text);
      if (!SkeinError.is(error) || error.code !== "run-over") return view.error(describeError(error));
      await running?.ended; // it ended just now: the message begins the next run
      chat.send(text, when);
    }
  }

  const chat: Chat = {
    state: () => ({ settings, isRunning: running !== undefined, hasBegun, spent }),
    waiting: () => waiting.all(),
    async begin() {
      const entries = await collectEntries(runtime.entries(settings.session));
      const turns = conversation(entries);
      hasBegun = turns.length > 0;
      waiting.reset(leftOver(entries));
      if (hasBegun) await view.earlier(turns);
    },
    prepare: open,
    send(text, when) {
      if (!running) return start(text);
      // Before the agent is open there is no run to steer yet.
      if (running.run) void pass(running.run, text, when);
      else void running.ended.then(() => chat.send(text, when));
    },
    interrupt() {
      if (!running || running.stopper.signal.aborted) return running !== undefined;
      running.stopper.abort();
      return true;
    },
    async setMode(mode) {
      // Who may only talk is offered no tools at all, so this takes another agent.
      const changesTools = (mode === "chat") !== (settings.mode === "chat");
      settings = { ...settings, mode };
      if (running?.run) await running.run.setMode(mode);
      else if (changesTools && !running) await closeAgent();
      else changes = { ...changes, mode };
      view.changed();
    },
    async setModel(provider, model) {
      const loaded = await runtime.model(provider, model);
      settings = { ...settings, provider, model };
      if (running?.run) await running.run.setModel(loaded);
      else changes = { ...changes, model: loaded };
      view.changed();
    },
    async goTo(next) {
      await closeAgent();
      settings = { ...settings, name: undefined, ...next };
      await chat.begin();
      view.changed();
    },
    async close() {
      running?.stopper.abort();
      await running?.ended;
      await closeAgent();
    },
  };
  return chat;
}
