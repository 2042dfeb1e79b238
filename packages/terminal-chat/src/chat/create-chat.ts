import { describeError, NotStartedError, extractText, type AgentEvent, type Entry } from "@skein/protocol";
import type { LiveSession, SessionNews, TypedMessage } from "@skein/host";
import { asTyped } from "@skein/host/agents";
import type { SandboxTierInForce } from "@skein/runtime";
import { answeringModel, callsIn, collectEntries, openEnd, type AnsweringModel } from "@skein/host/sessions";
import {
  changedItems,
  emptyView,
  itemsOf,
  runningJobs,
  viewOfEntries,
  viewOfSubagent,
  viewReducer,
  type Item,
  type SessionView,
} from "@skein/session-view";
import { createSwitchNews, watchSubagents } from "@skein/session-view/text";
import type { Chat } from "./chat.ts";
import { contextTokens, createContextUse, type WindowOf } from "./context-use.ts";
import type { ChatView, RunEnd } from "./chat-view.ts";
import { userText } from "./earlier-items.ts";
import { followSession, type Following } from "./follow-session.ts";
import { nothingSpent, spendingOf, spentBySubagents, type KeptSessions } from "./session-spending.ts";
import { waitingIn, type WaitingMessage } from "./waiting.ts";

export interface ChatOptions {
  readonly session: LiveSession;
  readonly sessions: KeptSessions;
  readonly view: ChatView;
  readonly windowOf: WindowOf;
}

/** The end of a run that was interrupted before it had an agent. */
const neverBegan: RunEnd = {
  outcome: "cancelled",
  turns: 0,
  toolCalls: 0,
  usage: { input: 0, output: 0 },
  costUsd: 0,
  durationMs: 0,
};

/** A call whose result is told when it is there. */
function isUnderWay(item: Item): boolean {
  return item.type === "call" && !item.result && item.state !== "asking";
}

export function createChat({ session: first, sessions, view, windowOf }: ChatOptions): Chat {
  let live = first;
  let shown: SessionView = emptyView(live.id);
  let following: Following | undefined;
  let isRunning = false;
  /** Works that have the session alone; the last one may be interrupted by this. */
  let works = 0;
  let aside: AbortController | undefined;
  let offersToGoOn = false;
  /** Messages that the session has not accepted yet. */
  let pending: readonly WaitingMessage[] = [];
  /** The next message of the user was shown before it got its place. */
  let isEchoed = false;
  /** What subagents of earlier runs have used. */
  let before = nothingSpent;
  /** Of models, for replies in this session. */
  let replyCalls = 0;
  let toolCalls = 0;
  /** Who was switched to in this session. */
  let switched: AnsweringModel | undefined;
  let sandbox: SandboxTierInForce | undefined;
  const isNews = createSwitchNews();
  const subagents = watchSubagents();
  const context = createContextUse(windowOf, () => view.changed());

  /** From now on; what the view has seen already changes nothing. */
  function follow(): void {
    following ??= followSession(live, shown.seq, take);
  }

  function take(news: SessionNews): void {
    const was = shown;
    shown = viewReducer(was, news.type === "entry" ? news.entry : news);
    if (news.type !== "entry") onEvent(news, was);
    view.changed();
  }

  function onEvent(event: AgentEvent, was: SessionView): void {
    const child = subagents.take(event, Date.now());
    if (!child) onOwnEvent(event);
    if (!isRunning) return; // what is done between runs is told by who does it
    for (const item of child ? [] : changedItems(was, shown)) if (item.type === "message") showMessage(item);
    if (isNews(event)) view.update({ event, before: was, after: shown });
    if (child || event.type !== "outcome") return;
    isRunning = false;
    subagents.clear();
    view.result({ ...event, toolCalls });
    if (toolCalls > 0) void tellChanges();
  }

  /** Which files the run has changed. It is an offer: nothing fails for it, and it is not made once things went on. */
  async function tellChanges(): Promise<void> {
    const { id } = live;
    const { seq } = shown;
    const diff = await sessions.diff(id, { lastRun: true }).catch(() => undefined);
    const { changesText } = await import("../views/sessions.ts");
    if (!diff || isRunning || works > 0 || live.id !== id || shown.seq !== seq) return;
    view.changes(`${changesText(diff)} · /diff · /undo`);
  }

  function onOwnEvent(event: AgentEvent): void {
    if (event.type === "run-start") {
      isRunning = true;
      offersToGoOn = false;
      toolCalls = 0;
    } else if (event.type === "turn-end") {
      replyCalls += 1;
      context.took(contextTokens(event.usage), answering());
    } else if (event.type === "compacted") context.forget();
    else if (event.type === "tool-end") toolCalls += 1;
    else if (event.type === "model-switched")
      switched = { provider: event.provider, model: event.model, role: undefined };
    else if (event.type === "queued") {
      const text = asTyped(extractText(event.content ?? []));
      const at = pending.findIndex((message) => message.text === text);
      if (at >= 0) pending = pending.toSpliced(at, 1);
    }
  }

  function showMessage({ from, content, queued }: Extract<Item, { readonly type: "message" }>): void {
    const text = userText(content);
    if (from === "agent") return;
    if (isEchoed && from === "user" && queued === undefined) isEchoed = false;
    else view.user(text, queued !== undefined);
    if (content.some(({ type }) => type !== "text")) view.attached?.(content);
  }

  async function start(message: string | TypedMessage | undefined): Promise<void> {
    offersToGoOn = false;
    isRunning = true;
    // Messages left over from a run that was interrupted have their place before this one.
    if (message !== undefined && chat.waiting().length === 0) {
      view.user(wordsOf(message), false);
      isEchoed = true;
    }
    view.changed();
    follow();
    try {
      const { result } = await live.send(message);
      await result;
    } catch (error) {
      isRunning = false;
      isEchoed = false;
      if (NotStartedError.is(error) && error.code === "interrupted") view.result(neverBegan);
      else view.error(describeError(error));
      view.changed();
    }
  }

  async function pass(message: string | TypedMessage, when: "now" | "next"): Promise<void> {
    const waiting = { text: wordsOf(message), isSteering: when === "now" && isRunning };
    pending = [...pending, waiting];
    view.changed();
    follow();
    try {
      await (when === "now" ? live.steer(message) : live.send(message));
    } catch (error) {
      view.error(describeError(error));
    }
    pending = pending.filter((one) => one !== waiting);
    view.changed();
  }

  async function read(): Promise<readonly Entry[]> {
    const entries = await collectEntries(sessions.entries(live.id));
    shown = entries.length === 0 ? emptyView(live.id) : viewOfEntries(entries);
    before =
      entries.length === 0
        ? nothingSpent
        : await spentBySubagents(await sessions.subagents(live.id), sessions);
    replyCalls = callsIn(entries);
    return entries;
  }

  async function prepare() {
    const ready = await live.prepare();
    ({ sandbox } = ready);
    view.changed();
    return ready;
  }

  function answering(): AnsweringModel {
    const named = answeringModel(live.settings(), replyCalls);
    return named.role === "planner" ? named : (switched ?? named);
  }

  const changed = async (change: Promise<void>): Promise<void> => {
    await change;
    view.changed();
  };

  const chat: Chat = {
    state: () => ({
      settings: live.settings(),
      answering: answering(),
      hasBegun: shown.seq > 0,
      offersToGoOn,
      spent: spendingOf(shown, before),
      isRunning,
      isAside: aside !== undefined,
      sandbox,
      context: context.now(),
      subagents: subagents.working(),
      backgroundJobs: runningJobs(shown.facts),
    }),
    subagent: (session) => viewOfSubagent(shown, session),
    settings: () => live.settings(),
    isRunning: () => isRunning,
    waiting: () => [...waitingIn(shown), ...pending],
    prepare,
    prompts: () => live.prompts(),
    completeMention: (word) => live.completeMention(word),
    completePrompt: (wanted) => live.completePrompt(wanted),
    compact: (options) => live.compact(options),
    jobs: () => live.jobs(),
    endJob: (id) => live.endJob(id),
    setOutputStyle: (style) => live.setOutputStyle(style),
    prepareNextRun: (beginning) => live.prepareNextRun(beginning),
    note: (text) => live.note(text),
    rename: (name) => changed(live.rename(name)),
    setMode: (mode) => changed(live.setMode(mode)),
    setEffort: (effort) => changed(live.setEffort(effort)),
    async setModel(provider, model) {
      await live.setModel(provider, model);
      switched = { provider, model, role: undefined };
      context.forget();
      view.changed();
    },
    async alone(work, stopper) {
      works += 1;
      if (stopper) aside = stopper;
      view.changed();
      try {
        return await live.alone(work);
      } finally {
        works -= 1;
        if (aside === stopper) aside = undefined;
        view.changed();
      }
    },
    async begin() {
      const entries = await read();
      // Another process may be at work on it.
      isRunning = live.isRunning();
      const items = itemsOf(shown);
      if (items.length > 0) await view.earlier(isRunning ? items.filter((item) => !isUnderWay(item)) : items);
      follow();
      const end = isRunning ? undefined : openEnd(entries);
      offersToGoOn = end !== undefined;
      if (end) view.say(`${end.why} Enter or /continue resumes it.`, "warning");
    },
    goOn: () => void start(undefined),
    async refresh() {
      offersToGoOn = false;
      context.forget();
      await read();
      view.changed();
      return itemsOf(shown);
    },
    send(message, when) {
      void (isRunning || works > 0 ? pass(message, when) : start(message));
    },
    interrupt() {
      if (!aside) return live.interrupt();
      aside.abort();
      return true;
    },
    async goTo(next, isShown = false) {
      await live.close();
      await following?.ended;
      following = undefined;
      live = live.other(next);
      context.forget();
      switched = undefined;
      if (isShown) {
        await read();
        follow();
      } else await chat.begin();
      view.changed();
    },
    async close() {
      aside?.abort();
      await live.close();
      await following?.ended;
    },
  };
  return chat;
}

function wordsOf(message: string | TypedMessage): string {
  return typeof message === "string" ? message : message.text;
}
