import {
  methods,
  type AgentContext,
  type CreateElicitationRequest,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/unstable";
import type { Answer, Clarification, JsonValue, Question } from "@skein/protocol";

type ClarificationQuestion = Extract<Question, { readonly kind: "clarification" }>;

/**
 * Puts questions of the model to a client with a form. A client that shows no forms is asked by the permission dialog when
 * there is one question with options to choose one of; otherwise the model is told to ask in words.
 */
export async function askClarification(
  question: ClarificationQuestion,
  { client, sessionId, hasForms, signal }: AskOptions,
): Promise<Answer> {
  const { questions, callId } = question;
  const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
  if (hasForms) {
    const asked = questions.map(({ question: text }) => text).join("\n");
    const form: CreateElicitationRequest = {
      mode: "form",
      sessionId,
      toolCallId: callId,
      message: asked,
      requestedSchema: formOf(questions),
    };
    const given = await client.request(methods.client.elicitation.create, form, options);
    return given.action === "accept" ? replyOf(questions, given.content as Content) : { reply: null };
  }
  const [only, ...others] = questions;
  if (!only || others.length > 0 || !only.options || only.multiple) return { deny: askInWords };
  const params: RequestPermissionRequest = {
    sessionId,
    toolCall: { toolCallId: callId, title: only.question, status: "pending" },
    options: [
      ...only.options.map((name, at) => ({ optionId: `${at}`, kind: "allow_once" as const, name })),
      { optionId: "decline", kind: "reject_once", name: "None of these" },
    ],
  };
  const { outcome } = await client.request(methods.client.session.requestPermission, params, options);
  const chosen = outcome.outcome === "selected" ? only.options[Number(outcome.optionId)] : undefined;
  return chosen === undefined ? { reply: null } : { reply: { answers: [chosen] } };
}

interface AskOptions {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
  /** The client can show forms. */
  readonly hasForms: boolean;
  readonly signal: AbortSignal;
}

type Content = Readonly<Record<string, JsonValue | undefined>> | null | undefined;

const askInWords = "The editor cannot show this question. Ask it in words, and end your turn.";

function formOf(questions: readonly Clarification[]) {
  const fields = questions.map(({ question, options, multiple }, at) => [
    `answer${at + 1}`,
    options === undefined
      ? { type: "string" as const, title: question }
      : multiple
        ? { type: "array" as const, title: question, items: { type: "string" as const, enum: [...options] } }
        : { type: "string" as const, title: question, enum: [...options] },
  ]);
  return {
    type: "object" as const,
    properties: Object.fromEntries(fields) as Record<string, { type: "string"; title: string }>,
    required: questions.map((_, at) => `answer${at + 1}`),
  };
}

function replyOf(questions: readonly Clarification[], content: Content): Answer {
  const answers = questions.map((_, at) => content?.[`answer${at + 1}`] ?? "");
  return { reply: { answers } };
}
