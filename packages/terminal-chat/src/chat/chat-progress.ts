import { describeError, extractText, NotStartedError, type AgentEvent, type UserPart } from "@skein/protocol";
import type { OutcomeError } from "@skein/protocol";
import type { SessionNews } from "@skein/host";
import { asTyped } from "@skein/host/agents";
import type { AnsweringModel } from "@skein/host/sessions";
import {
  changedItems,
  emptyView,
  viewReducer,
  type Item,
  type SessionView,
  type Spent,
} from "@skein/session-view";
import type { RunEnd, ViewChange } from "./chat-view.ts";
import { contextTokens } from "./context-use.ts";
import { userText } from "./earlier-items.ts";
import { nothingSpent } from "./session-spending.ts";
import { waitingIn, type WaitingMessage } from "./waiting.ts";

/** What a chat knows of its session. */
export interface ChatProgress {
  readonly shown: SessionView;
  readonly isRunning: boolean;
  readonly offersToGoOn: boolean;
  /** Messages that the session has not accepted yet. */
  readonly pending: readonly WaitingMessage[];
  /** Whether the next message of the user was shown before it reached the conversation. */
  readonly isEchoed: boolean;
  /** What subagents of earlier runs have used. */
  readonly spentBefore: Spent;
  /** Model calls for replies in this session. */
  readonly replyCalls: number;
  /** Tool calls of the run. */
  readonly toolCalls: number;
  /** The model that was switched to in this session. */
  readonly switched: AnsweringModel | undefined;
}

/** Something that happened to a chat. */
export type ChatInput =
  | { readonly type: "news"; readonly news: SessionNews; readonly isOfSubagent: boolean }
  /** `text`: undefined for a run without a message. */
  | { readonly type: "run-requested"; readonly text: string | undefined }
  | { readonly type: "run-refused"; readonly error: unknown }
  | { readonly type: "message-sent"; readonly message: WaitingMessage }
  /** The session has accepted or refused the message. */
  | { readonly type: "message-settled"; readonly message: WaitingMessage; readonly error?: unknown }
  | { readonly type: "session-read"; readonly shown: SessionView; readonly replyCalls: number }
  | { readonly type: "spending-read"; readonly spent: Spent }
  | { readonly type: "session-joined"; readonly isRunning: boolean }
  | { readonly type: "resume-offered" }
  | { readonly type: "session-rewound" }
  | { readonly type: "session-left" }
  | { readonly type: "model-chosen"; readonly provider: string; readonly model: string };

/** What a step asks the chat to do, in this order. */
export type ChatEffect =
  | { readonly type: "show-message"; readonly text: string; readonly hasWaited: boolean }
  | { readonly type: "show-attachments"; readonly content: readonly UserPart[] }
  | { readonly type: "show-change"; readonly change: ViewChange }
  | { readonly type: "end-run"; readonly result: RunEnd }
  | { readonly type: "show-result"; readonly result: RunEnd }
  | { readonly type: "show-error"; readonly error: OutcomeError }
  /** `tokens`: undefined where the provider did not report them. */
  | { readonly type: "measure-context"; readonly tokens: number | undefined }
  | { readonly type: "forget-context" };

export interface ChatStep {
  readonly progress: ChatProgress;
  readonly effects: readonly ChatEffect[];
}

export function newProgress(session: string): ChatProgress {
  return {
    shown: emptyView(session),
    isRunning: false,
    offersToGoOn: false,
    pending: [],
    isEchoed: false,
    spentBefore: nothingSpent,
    replyCalls: 0,
    toolCalls: 0,
    switched: undefined,
  };
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

/** Messages without a place in the conversation: those the session has, then those it has not accepted. */
export function waitingMessages({
  shown,
  pending,
}: Pick<ChatProgress, "shown" | "pending">): readonly WaitingMessage[] {
  return [...waitingIn(shown), ...pending];
}

/** Computes what a chat knows after an input, and what the chat has to do. */
export function chatStep(progress: ChatProgress, input: ChatInput): ChatStep {
  const after = (change: Partial<ChatProgress>, ...effects: readonly ChatEffect[]): ChatStep => ({
    progress: { ...progress, ...change },
    effects,
  });
  switch (input.type) {
    case "news":
      return newsStep(progress, input);
    case "run-requested":
      return runRequested(progress, input.text);
    case "run-refused":
      return after({ isRunning: false, isEchoed: false }, refusal(input.error));
    case "message-sent":
      return after({ pending: [...progress.pending, input.message] });
    case "message-settled": {
      const pending = progress.pending.filter((message) => message !== input.message);
      return after({ pending }, ...("error" in input ? [failure(input.error)] : []));
    }
    case "session-read":
      return after({ shown: input.shown, replyCalls: input.replyCalls });
    case "spending-read":
      return after({ spentBefore: input.spent });
    case "session-joined":
      return after({ isRunning: input.isRunning, offersToGoOn: false });
    case "resume-offered":
      return after({ offersToGoOn: true });
    case "session-rewound":
      return after({ offersToGoOn: false }, { type: "forget-context" });
    case "session-left":
      return after({ switched: undefined }, { type: "forget-context" });
    case "model-chosen":
      return after({ switched: switchedTo(input) }, { type: "forget-context" });
  }
}

function runRequested(progress: ChatProgress, text: string | undefined): ChatStep {
  const running = { ...progress, offersToGoOn: false, isRunning: true };
  // Messages left over from an interrupted run come before this one in the conversation.
  return text === undefined || waitingMessages(progress).length > 0
    ? { progress: running, effects: [] }
    : {
        progress: { ...running, isEchoed: true },
        effects: [{ type: "show-message", text, hasWaited: false }],
      };
}

function refusal(error: unknown): ChatEffect {
  return NotStartedError.is(error) && error.code === "interrupted"
    ? { type: "show-result", result: neverBegan }
    : failure(error);
}

const failure = (error: unknown): ChatEffect => ({ type: "show-error", error: describeError(error) });

function newsStep(
  progress: ChatProgress,
  { news, isOfSubagent }: Extract<ChatInput, { readonly type: "news" }>,
): ChatStep {
  const before = progress.shown;
  const after = viewReducer(before, news.type === "entry" ? news.entry : news);
  const read = { ...progress, shown: after };
  if (news.type === "entry") return { progress: read, effects: [] };
  const own = isOfSubagent ? { progress: read, effects: [] } : ownEventStep(read, news);
  // What is done between runs is told by who does it.
  if (!own.progress.isRunning) return own;
  const change = { event: news, before, after };
  const messages = isOfSubagent ? noMessages(own.progress) : messagesStep(own.progress, change);
  const effects = [
    ...own.effects,
    ...messages.effects,
    { type: "show-change", change } as const,
    ...(isOfSubagent || news.type !== "outcome"
      ? []
      : [{ type: "end-run", result: { ...news, toolCalls: own.progress.toolCalls } } as const]),
  ];
  const isRunning = isOfSubagent || news.type !== "outcome";
  return { progress: { ...messages.progress, isRunning }, effects };
}

const noMessages = (progress: ChatProgress): ChatStep => ({ progress, effects: [] });

/** What an event of the session itself changes, beside the view. */
function ownEventStep(progress: ChatProgress, event: AgentEvent): ChatStep {
  const after = (change: Partial<ChatProgress>, ...effects: readonly ChatEffect[]): ChatStep => ({
    progress: { ...progress, ...change },
    effects,
  });
  switch (event.type) {
    case "run-start":
      return after({ isRunning: true, offersToGoOn: false, toolCalls: 0 });
    case "turn-end":
      return after(
        { replyCalls: progress.replyCalls + 1 },
        { type: "measure-context", tokens: contextTokens(event.usage) },
      );
    case "compacted":
      return after({}, { type: "forget-context" });
    case "tool-end":
      return after({ toolCalls: progress.toolCalls + 1 });
    case "model-switched":
      return after({ switched: switchedTo(event) });
    case "queued": {
      const text = asTyped(extractText(event.content ?? []));
      const index = progress.pending.findIndex((message) => message.text === text);
      return after(index < 0 ? {} : { pending: progress.pending.toSpliced(index, 1) });
    }
    default:
      return after({});
  }
}

/** Shows messages that have reached the conversation, but not again the one that was shown when it was typed. */
function messagesStep(progress: ChatProgress, { before, after }: ViewChange): ChatStep {
  let { isEchoed } = progress;
  const effects: ChatEffect[] = [];
  for (const { from, content, queued } of changedItems(before, after).filter(isMessage)) {
    if (from === "agent") continue;
    const hasWaited = queued !== undefined;
    if (isEchoed && from === "user" && !hasWaited) isEchoed = false;
    else effects.push({ type: "show-message", text: userText(content), hasWaited });
    if (content.some(({ type }) => type !== "text")) effects.push({ type: "show-attachments", content });
  }
  return { progress: { ...progress, isEchoed }, effects };
}

const isMessage = (item: Item): item is Extract<Item, { readonly type: "message" }> =>
  item.type === "message";

const switchedTo = ({
  provider,
  model,
}: {
  readonly provider: string;
  readonly model: string;
}): AnsweringModel => ({ provider, model, role: undefined });
