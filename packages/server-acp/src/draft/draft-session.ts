import {
  methods,
  RequestError,
  type AgentContext,
  type ContentBlock,
  type SessionUpdate,
  type StateUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";
import type * as v1 from "@agentclientprotocol/sdk/unstable";
import { draftUpdates } from "./draft-updates.ts";

type IdleState = Extract<StateUpdate, { state: "idle" }>;

/** One session as a client of version 2 sees it: it is told of states, where version 1 answers prompts. */
export interface DraftSession {
  update(update: v1.SessionUpdate): void;
  /** What is done now. */
  tellState(): void;
  /** Resolves with the id of the message when it is in the conversation. Rejects when it cannot be. */
  prompt(prompt: ContentBlock[], send: () => Promise<v1.PromptResponse>): Promise<string>;
  /** Work that the user has to do first. */
  whileAsking<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
}

/** Invalid parameters, no such session, and no key of the provider. */
const refusals: readonly number[] = [-32_602, -32_002, -32_000];

/** What is told only of a message that is in the conversation. */
function isOfRun({ sessionUpdate: kind }: v1.SessionUpdate): boolean {
  return kind.endsWith("_chunk") || kind.startsWith("tool_call");
}

/** Both versions have the same reasons. */
function idleAfter(stopReason: v1.StopReason, _meta: v1.PromptResponse["_meta"] = null): IdleState {
  const head = { state: "idle", _meta } as const;
  switch (stopReason) {
    case "end_turn":
      return { ...head, stopReason: "end_turn" };
    case "max_tokens":
      return { ...head, stopReason: "max_tokens" };
    case "max_turn_requests":
      return { ...head, stopReason: "max_turn_requests" };
    case "refusal":
      return { ...head, stopReason: "refusal" };
    default:
      return { ...head, stopReason: "cancelled" };
  }
}

export function draftSession(sessionId: string, client: AgentContext, newId: () => string): DraftSession {
  const translate = draftUpdates(newId);
  /** Prompts and questions that are not answered. */
  let [prompts, questions] = [0, 0];
  /** Prompts that are not known to be in the conversation. */
  const waiting = new Set<() => void>();

  /** Fails when the client has gone, which ends the connection. */
  function tell(update: SessionUpdate): void {
    client.notify(methods.client.session.update, { sessionId, update }).catch(() => undefined);
  }

  function tellState(idle: IdleState = { state: "idle" }): void {
    const state: StateUpdate =
      prompts === 0 ? idle : questions > 0 ? { state: "requires_action" } : { state: "running" };
    tell({ sessionUpdate: "state_update", ...state });
  }

  return {
    update(update) {
      if (isOfRun(update)) for (const enter of waiting) enter();
      for (const one of translate(update)) tell(one);
    },
    tellState: () => tellState(),
    async prompt(content, send): Promise<string> {
      const messageId = newId();
      const inserted = Promise.withResolvers<void>();
      const enter = (): void => {
        if (!waiting.delete(enter)) return;
        prompts += 1;
        tell({ sessionUpdate: "user_message", messageId, content });
        tellState();
        inserted.resolve();
      };
      const leave = (idle: IdleState): void => {
        enter();
        prompts -= 1;
        tellState(idle);
      };
      waiting.add(enter);
      void send().then(
        ({ stopReason, _meta }) => leave(idleAfter(stopReason, _meta)),
        (error: unknown) => {
          const { code, message } = error instanceof RequestError ? error : RequestError.internalError();
          // A prompt that is refused is in no conversation; one whose run has failed is.
          if (refusals.includes(code) && waiting.delete(enter)) inserted.reject(error);
          else leave({ state: "idle", stopReason: "error", error: { code, message } });
        },
      );
      await inserted.promise;
      return messageId;
    },
    async whileAsking(ask) {
      questions += 1;
      tellState();
      return ask().finally(() => {
        questions -= 1;
        if (prompts > 0) tellState();
      });
    },
  };
}
