import type { LiveSession, SessionNews } from "@skein/host";
import { answeringModel, type AnsweringModel } from "@skein/host/sessions";
import { createSwitchNews, watchSubagents, type ShownSubagent } from "@skein/session-view/text";
import {
  chatStep,
  newProgress,
  type ChatEffect,
  type ChatInput,
  type ChatProgress,
} from "./chat-progress.ts";
import type { ContextUse } from "./chat.ts";
import type { ChatView } from "./chat-view.ts";
import { createContextUse, type WindowOf } from "./context-use.ts";

export interface ProgressShownOptions {
  readonly view: ChatView;
  readonly windowOf: WindowOf;
  /** The session of the chat, which may change. */
  readonly live: () => LiveSession;
  /** The run of the session has ended, after some tool calls. */
  readonly onWorkDone: () => void;
}

/** What a chat knows of its session, and how that reaches the screen. */
export interface ProgressShown {
  now(): ChatProgress;
  /** Takes a step, and shows what has come of it. */
  apply(input: ChatInput): void;
  news(news: SessionNews): void;
  /** The model that makes the next reply. */
  answering(): AnsweringModel;
  context(): ContextUse | undefined;
  subagents(): readonly ShownSubagent[];
}

export function createProgressShown({
  view,
  windowOf,
  live,
  onWorkDone,
}: ProgressShownOptions): ProgressShown {
  let progress = newProgress(live().id);
  const isNews = createSwitchNews();
  const subagents = watchSubagents();
  const context = createContextUse(windowOf, () => view.changed());

  function answering(): AnsweringModel {
    const configured = answeringModel(live().settings(), progress.replyCalls);
    return configured.role === "planner" ? configured : (progress.switched ?? configured);
  }

  function perform(effect: ChatEffect): void {
    switch (effect.type) {
      case "show-message":
        return view.user(effect.text, effect.hasWaited);
      case "show-attachments":
        return view.attached?.(effect.content);
      case "show-change":
        return isNews(effect.change.event) ? view.update(effect.change) : undefined;
      case "end-run":
        subagents.clear();
        view.result(effect.result);
        return effect.result.toolCalls > 0 ? onWorkDone() : undefined;
      case "show-result":
        return view.result(effect.result);
      case "show-error":
        return view.error(effect.error);
      case "measure-context":
        return context.took(effect.tokens, answering());
      case "forget-context":
        return context.forget();
    }
  }

  function apply(input: ChatInput): void {
    const step = chatStep(progress, input);
    progress = step.progress;
    step.effects.forEach(perform);
  }

  return {
    now: () => progress,
    apply,
    news(news) {
      const isOfSubagent = news.type !== "entry" && subagents.take(news, Date.now()) !== undefined;
      apply({ type: "news", news, isOfSubagent });
      view.changed();
    },
    answering,
    context: () => context.now(),
    subagents: () => subagents.working(),
  };
}
