import {
  methods,
  RequestError,
  type AgentContext,
  type ContentBlock,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionModeState,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { LiveSession } from "@skein/host";
import { permissionModes } from "@skein/host/sessions";
import { messageOf, type Answer, type Question } from "@skein/protocol";
import { callId, eventUpdates } from "./event-updates.ts";
import { answerOf, permissionOptions } from "./permission.ts";
import { promptResponse } from "./prompt-response.ts";
import { sessionInput } from "./session-input.ts";
import { toolCallUpdates } from "./tool-call-updates.ts";

export interface AcpSessionParts {
  readonly live: LiveSession;
  readonly client: AgentContext;
  /** Whether the client shows notices. */
  readonly takesNotices: boolean;
  /** The last entry of the journal that needs not be told. */
  readonly fromSeq: number;
  /** Somebody else has it open too. */
  readonly isShared: boolean;
}

/** One session as one client of ACP sees it. */
export type AcpSession = ReturnType<typeof acpSession>;

export function acpSession({ live, client, takesNotices, fromSeq, isShared }: AcpSessionParts) {
  const { cwd } = live.settings();
  const calls = toolCallUpdates(cwd);
  const updatesOf = eventUpdates(calls, takesNotices);
  const stopper = new AbortController();
  /** Requests for permission that the client has not answered, by question. */
  const asking = new Map<string, AbortController>();
  /** Prompts that wait until the end of their run was told. */
  const waiting = new Set<() => void>();
  const following = follow().catch(() => undefined);

  function tell(update: SessionUpdate): void {
    // Fails when the client has gone, which ends the connection.
    client.notify(methods.client.session.update, { sessionId: live.id, update }).catch(() => undefined);
  }

  async function follow(): Promise<void> {
    for await (const news of live.events(fromSeq, stopper.signal)) {
      if (news.type === "entry") continue;
      for (const update of updatesOf(news)) tell(update);
      if (news.type === "question") void ask(news.question, news.path);
      if (news.type === "answered") asking.get(news.questionId)?.abort();
      if (news.type !== "outcome" || news.path.length > 0) continue;
      for (const request of asking.values()) request.abort();
      for (const resolve of waiting) resolve();
    }
  }

  async function ask(question: Question, path: readonly string[]): Promise<void> {
    const request = new AbortController();
    asking.set(question.id, request);
    const answer = await answerTo(question, path, request.signal);
    asking.delete(question.id);
    if (request.signal.aborted) return;
    if (answer === "cancelled") live.interrupt(cancelledByClient);
    // It is rejected when somebody else has answered, or the run is over.
    else await live.answer(question.id, answer).catch(() => undefined);
  }

  async function answerTo(
    question: Question,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<Answer | "cancelled"> {
    if (question.kind !== "approval") return { reply: null };
    const toolCall = calls.asked(callId(path, question.callId), question);
    const params: RequestPermissionRequest = {
      sessionId: live.id,
      toolCall,
      options: permissionOptions(question),
    };
    const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
    try {
      const { outcome } = await client.request(methods.client.session.requestPermission, params, options);
      return answerOf(outcome);
    } catch (error) {
      return { deny: `The editor could not ask for permission: ${messageOf(error)}` };
    }
  }

  /** The client is told nothing more. */
  function leave(): void {
    stopper.abort();
    for (const request of asking.values()) request.abort();
  }

  const cancel = (): void => void live.interrupt(cancelledByClient);
  return {
    isShared,
    modes: (): SessionModeState => ({
      currentModeId: live.settings().mode,
      availableModes: permissionModes.map((mode) => ({
        ...mode,
        id: mode.name,
        name: mode.name.replaceAll("_", " "),
      })),
    }),
    /** @param cancelled - aborted when the client takes the request back. */
    async prompt(blocks: readonly ContentBlock[], cancelled: AbortSignal): Promise<PromptResponse> {
      const input = sessionInput(blocks);
      const { promise: told, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      cancelled.addEventListener("abort", cancel, { once: true });
      try {
        const result = await live.send(input);
        await Promise.race([told, following]);
        return promptResponse(result);
      } finally {
        waiting.delete(resolve);
        cancelled.removeEventListener("abort", cancel);
      }
    },
    cancel,
    async setMode(mode: string): Promise<void> {
      if (!permissionModes.some(({ name }) => name === mode))
        throw RequestError.invalidParams(
          { modeId: mode },
          `There is no permission mode ${JSON.stringify(mode)}.`,
        );
      await live.setMode(mode);
      tell({ sessionUpdate: "current_mode_update", currentModeId: mode });
    },
    leave,
    /** Closes the session too, unless somebody else has it open. */
    async close(): Promise<void> {
      if (!isShared) {
        await live.close();
        await following;
      }
      leave();
    },
  };
}

const cancelledByClient = "The client cancelled it.";
