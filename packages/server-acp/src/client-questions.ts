import { methods, type AgentContext, type RequestPermissionRequest } from "@agentclientprotocol/sdk/unstable";
import type { LiveSession } from "@skein/host";
import { isAboutCall, messageOf, type Question } from "@skein/protocol";
import { askedCall } from "./call-updates.ts";
import { askClarification } from "./clarification.ts";
import { answerOf, permissionOptions } from "./permission.ts";

export interface ClientQuestionsParts {
  readonly live: Pick<LiveSession, "id" | "answer" | "openQuestions">;
  readonly client: Pick<AgentContext, "request">;
  /** Of the session. */
  readonly cwd: string;
  /** The client can show forms. */
  readonly hasForms: boolean;
  /** Is called when the client cancels instead of answering. */
  readonly onCancel: () => void;
}

/** The questions of a session that its client is asked. */
export interface ClientQuestions {
  /** Rejects when somebody else has answered, or the run is over. */
  ask(question: Question, path: readonly string[]): Promise<void>;
  /** Asks the client what was left open, as far as it can show it. Never rejects. */
  askOpen(): Promise<void>;
  /** Ends the request for a question that was answered elsewhere; without an id, all requests. */
  withdraw(id?: string): void;
}

export function clientQuestions(parts: ClientQuestionsParts): ClientQuestions {
  const { live, client, cwd, hasForms, onCancel } = parts;
  /** Requests for permission that the client has not answered, by question. */
  const asking = new Map<string, AbortController>();

  async function ask(question: Question, path: readonly string[]): Promise<void> {
    if (!isAboutCall(question)) return live.answer(question.id, { reply: null }, { by: "editor" });
    const request = new AbortController();
    asking.set(question.id, request);
    if (question.kind === "clarification") {
      const options = { client, sessionId: live.id, hasForms, signal: request.signal };
      const given = await askClarification(question, options).catch((error: unknown) => ({
        deny: `The editor could not ask: ${messageOf(error)}`,
      }));
      asking.delete(question.id);
      if (!request.signal.aborted) await live.answer(question.id, given, { by: "editor" });
      return;
    }
    const params: RequestPermissionRequest = {
      sessionId: live.id,
      toolCall: askedCall([...path, question.callId], question, cwd),
      options: permissionOptions(question),
    };
    const options = { cancellationSignal: request.signal, stopWaitingOnCancel: true };
    const answer = await client.request(methods.client.session.requestPermission, params, options).then(
      ({ outcome }) => answerOf(outcome, question),
      (error: unknown) => ({ deny: `The editor could not ask for permission: ${messageOf(error)}` }),
    );
    asking.delete(question.id);
    if (request.signal.aborted) return;
    if (answer === "cancelled") onCancel();
    else await live.answer(question.id, answer, { by: "editor" });
  }

  return {
    ask,
    async askOpen() {
      const open = await live.openQuestions().catch(() => []);
      for (const question of open) {
        const isShown = isAboutCall(question) && (question.kind !== "clarification" || hasForms);
        if (isShown && !asking.has(question.id)) ask(question, []).catch(() => undefined);
      }
    },
    withdraw(id) {
      const requests = id === undefined ? asking.values() : [asking.get(id)];
      for (const request of requests) request?.abort();
    },
  };
}
