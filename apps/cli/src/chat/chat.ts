import {
  SkeinError,
  textOf,
  type AgentEvent,
  type AttemptModel,
  type Entry,
  type Usage,
} from "@skein/protocol";
import { type AgentSettings, type OpenAgent, type Run, type Runtime } from "@skein/runtime";
import { asTyped, delegated } from "@skein/host/agents";
import { itemsOf, viewOfEntries, type Item } from "@skein/session-view";
import { answeringModel, callsIn, type AnsweringModel } from "@skein/host/sessions";
import { openEnd } from "../open-end.ts";
import { createSwitchNews } from "../output/switch-news.ts";
import { watchSubagents, type ShownSubagent } from "../output/watch-subagents.ts";
import { withSettledCalls } from "../settled-calls.ts";
import { collectEntries } from "./collect-entries.ts";
import type { ChatView } from "./chat-view.ts";
import { nothingSpent, plus, spendingOf, tokensOf, type Spending } from "./session-spending.ts";
import { leftOver } from "./left-over.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { createWaitingList, type WaitingMessage } from "./waiting.ts";
import { saidError } from "../wording/next-step.ts";

/** What the head line and the commands tell of a chat. */
export interface ChatState {
  readonly settings: AgentSettings & { readonly session: string };
  readonly isRunning: boolean;
  /** Whether work beside a run is on that can be interrupted. */
  readonly isAside: boolean;
  /** Whether the session has been written. */
  readonly hasBegun: boolean;
  /** Whether an empty message goes on with what was left open, as was offered. */
  readonly offersToGoOn: boolean;
  /** Who makes the next reply. */
  readonly answering: AnsweringModel;
  /** Of the session that is shown, in this chat and before it. */
  readonly spent: Spending;
  /** Those at work, in the order in which they have begun. */
  readonly subagents: readonly ShownSubagent[];
}

/** One conversation after another at one terminal. No method throws: what goes wrong is shown. */
export interface Chat {
  state(): ChatState;
  waiting(): readonly WaitingMessage[];
  /** Shows what was said before, if the session has begun, and offers to go on with what was left open. */
  begin(): Promise<void>;
  /** Opens the agent, so that the first message need not wait. Rejects with what is wrong. */
  prepare(): Promise<OpenAgent>;
  /** Starts a run; while one is on, the message steers it, or waits for its end. */
  send(text: string, when: "now" | "next"): void;
  /** Starts a run without a message: it goes on with what the last one left open. Only between runs. */
  goOn(): void;
  /**
   * Works on the session between two runs; messages wait for the end of it. Rejects with what goes wrong.
   *
   * @param stopper - aborted when somebody interrupts. Without it nobody can.
   */
  alone<Value>(work: () => Promise<Value>, stopper?: AbortController): Promise<Value>;
  /** Adds what was used beside a run. @param costUsd - US dollars; `undefined` when unknown. */
  spend(usage: Usage, costUsd: number | undefined): void;
  /** Reads the session again after it was rewound. @returns what stands. */
  refresh(): Promise<readonly Item[]>;
  rename(name: string): Promise<void>;
  /** @returns whether there was something to interrupt. */
  interrupt(): boolean;
  setMode(mode: string): Promise<void>;
  setModel(provider: string, model: string): Promise<void>;
  /** Another session from now on; only between runs. @param isShown - whether what was said in it is on the screen. */
  goTo(session: Partial<AgentSettings> & { readonly session: string }, isShown?: boolean): Promise<void>;
  /** Interrupts what runs, and gives the session free. */
  close(): Promise<void>;
}

export interface ChatOptions {
  readonly runtime: Runtime;
  readonly settings: AgentSettings & { readonly session: string };
  readonly view: ChatView;
}

export function createChat({ runtime, settings: first, view }: ChatOptions): Chat {
  let settings = first;
  let opened: Promise<OpenAgent> | undefined;
  let running: { readonly stopper: AbortController; run?: Run; readonly ended: Promise<void> } | undefined;
  const works = oneAtATime();
  let aside: AbortController | undefined;
  let hasBegun = false;
  let offersToGoOn = false;
  /** What a run that was killed left without a result; what became of it is shown with the next one. */
  let calls: readonly string[] = [];
  /** What was changed between runs of an open agent; the next run begins with it. */
  let changes: { readonly mode?: string; readonly model?: AttemptModel } = {};
  let spent = nothingSpent;
  /** Of models, for replies in this session. */
  let replyCalls = 0;
  /** Who was switched to in this session. */
  let switched: AnsweringModel | undefined;
  const isNews = createSwitchNews();
  const subagents = watchSubagents();
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

  function start(text: string | undefined): void {
    offersToGoOn = false;
    const stopper = new AbortController();
    const ended = runToItsEnd(text, stopper).catch((error: unknown) => view.error(saidError(error)));
    running = { stopper, ended };
    void ended.finally(() => {
      running = undefined;
      view.changed();
    });
    view.changed();
  }

  async function runToItsEnd(text: string | undefined, stopper: AbortController): Promise<void> {
    // Messages left over from a run that was interrupted have their place before this one.
    let isShown = text === undefined || waiting.all().length === 0;
    if (isShown && text !== undefined) view.user(text, false);
    const { agent } = await open();
    const words = text === undefined ? undefined : await delegated(text, settings);
    const run = agent.run(words, { signal: stopper.signal });
    if (running) running.run = run;
    hasBegun = true;
    await applyChanges(run);
    const settled = withSettledCalls(run, { runtime, session: agent.session, calls });
    calls = [];
    for await (const event of settled) {
      const isOwnTurn = event.type === "turn-start" && event.path.length === 0;
      if (isOwnTurn && !isShown && text !== undefined) view.user(text, false);
      if (isOwnTurn) isShown = true;
      show(event);
    }
    subagents.clear();
    const result = await run.result;
    spend(result.usage, result.turns > 0 ? result.costUsd : (result.costUsd ?? 0));
    view.result(result);
  }

  function answering(): AnsweringModel {
    const named = answeringModel(settings, replyCalls);
    return named.role === "planner" ? named : (switched ?? named);
  }

  function spend(usage: Usage, costUsd: number | undefined): void {
    const isKnown = costUsd !== undefined;
    spent = plus(spent, { tokens: tokensOf(usage), costUsd: costUsd ?? 0, isKnown });
  }

  /** Whoever may stop it finds it by `aside`. */
  async function stoppable<Value>(work: () => Promise<Value>, stopper: AbortController): Promise<Value> {
    aside = stopper;
    view.changed();
    try {
      return await work();
    } finally {
      aside = undefined;
      view.changed();
    }
  }

  async function applyChanges(run: Run): Promise<void> {
    const { mode, model } = changes;
    changes = {};
    // A run that cannot begin says so by its outcome.
    if (mode !== undefined) await run.setMode(mode).catch(() => undefined);
    if (model !== undefined) await run.setModel(model).catch(() => undefined);
  }

  function show(event: AgentEvent): void {
    const child = subagents.take(event, Date.now());
    if (!child && event.type === "turn-end") replyCalls += 1;
    if (!child && event.type === "model-switched") {
      const { provider, model } = event;
      switched = { provider, model, role: undefined };
    }
    if (!child && event.type === "steered") {
      const text = textOf(event.content);
      waiting.placed(text);
      view.user(asTyped(text), true);
    }
    if (isNews(event)) view.event(event);
  }

  async function pass(run: Run, text: string, when: "now" | "next"): Promise<void> {
    const words = await delegated(text, settings);
    waiting.add({ text: words, isSteering: when === "now" }); // first: it may get its place before this hears of it
    try {
      await (when === "now" ? run.steer(words) : run.queue(words));
    } catch (error) {
      waiting.placed(words);
      if (!SkeinError.is(error) || error.code !== "run-over") return view.error(saidError(error));
      await running?.ended; // it ended just now: the message begins the next run
      chat.send(text, when);
    }
  }

  async function sendAfter(busy: Promise<unknown>, text: string, when: "now" | "next"): Promise<void> {
    waiting.add({ text, isSteering: false });
    await busy;
    waiting.placed(text);
    chat.send(text, when);
  }

  async function read(): Promise<readonly Entry[]> {
    const entries = await collectEntries(runtime.sessions.entries(settings.session));
    hasBegun = entries.length > 0;
    waiting.reset(leftOver(entries));
    calls = openEnd(entries)?.calls ?? [];
    spent = await spendingOf(runtime, settings.session, entries);
    replyCalls = callsIn(entries);
    return entries;
  }

  const chat: Chat = {
    state: () => ({
      settings,
      answering: answering(),
      hasBegun,
      offersToGoOn,
      spent,
      isRunning: running !== undefined,
      isAside: aside !== undefined,
      subagents: subagents.working(),
    }),
    waiting: () => waiting.all(),
    async begin() {
      const entries = await read();
      const items = itemsOf(viewOfEntries(entries));
      if (items.length > 0) await view.earlier(items);
      const end = openEnd(entries);
      offersToGoOn = end !== undefined;
      if (end) view.say(`${end.why} Enter or /continue goes on with it.`, "yellow");
    },
    prepare: open,
    goOn: () => start(undefined),
    alone: (work, stopper) => works.run(stopper ? () => stoppable(work, stopper) : work),
    spend,
    async refresh() {
      offersToGoOn = false;
      const entries = await read();
      view.changed();
      return itemsOf(viewOfEntries(entries));
    },
    async rename(name) {
      settings = { ...settings, name };
      if (hasBegun) await runtime.sessions.rename(settings.session, name);
      else await closeAgent(); // the name is written with the first message
      view.changed();
    },
    send(text, when) {
      const busy = works.idle();
      if (busy) return void sendAfter(busy, text, when);
      if (!running) return start(text);
      // Before the agent is open there is no run to steer yet.
      if (running.run) void pass(running.run, text, when);
      else void running.ended.then(() => chat.send(text, when));
    },
    interrupt() {
      if (aside) {
        aside.abort();
        return true;
      }
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
      const loaded = await runtime.model(provider, model, settings);
      settings = { ...settings, provider, model };
      switched = { provider, model, role: undefined };
      if (running?.run) await running.run.setModel(loaded);
      else changes = { ...changes, model: loaded };
      view.changed();
    },
    goTo: (next, isShown = false) =>
      chat.alone(async () => {
        await closeAgent();
        settings = { ...settings, name: undefined, ...next };
        switched = undefined;
        if (isShown) await read();
        else await chat.begin();
        view.changed();
      }),
    async close() {
      aside?.abort();
      running?.stopper.abort();
      await running?.ended;
      await works.idle();
      await closeAgent();
    },
  };
  return chat;
}
