import { bodyText, httpHeaders, withToolShim, type Send } from "../../../packages/provider-kit/src/index.ts";
import type { AttemptModel, Message } from "../../../packages/protocol/src/index.ts";
import { fromAiSdk, type AiSdkModel } from "../../../packages/provider-ai-sdk/src/index.ts";
import { openaiChat, type Subject } from "../../../packages/provider-conformance/src/cases.ts";
import { requestOf } from "../../../packages/provider-conformance/src/send-request.ts";
import { subjects } from "./subjects.ts";

/** A model, and what it has sent. */
export interface Sender {
  readonly model: AttemptModel;
  readonly sent: string[];
}

/** A wire by name. `open` makes a new model. */
export type Wire = readonly [name: string, open: (modelId: string) => Sender];

const never = new AbortController().signal;

function recorder(asides: Readonly<Record<string, unknown>> = {}): { sent: string[]; send: Send } {
  const sent: string[] = [];
  const answer = (text: string, type: string) => ({
    ok: true,
    status: 200,
    headers: httpHeaders({ "content-type": type }),
    body: (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })(),
  });
  const send: Send = (address, { body = "" } = {}) => {
    const aside = asides[new URL(address).pathname];
    if (aside !== undefined) return Promise.resolve(answer(JSON.stringify(aside), "application/json"));
    sent.push(bodyText(body));
    return Promise.resolve(answer("", "text/event-stream"));
  };
  return { sent, send };
}

function senderOf({ provider, dialect }: Subject, modelId: string): Sender {
  const { sent, send } = recorder(dialect.asides);
  const settings = { apiKey: "a-key", env: {}, retry: { retries: 0 }, interceptor: () => send };
  const baseUrl = `http://127.0.0.1:9${dialect.path}`;
  return { sent, model: provider({ ...settings, baseUrl }).model(modelId) };
}

function shimmed(subject: Subject, modelId: string): Sender {
  const { model, sent } = senderOf(subject, modelId);
  return { sent, model: withToolShim(model) };
}

/** Here the request is an object: the vendor's package of the AI SDK makes the text. */
function aiSdkSender(modelId: string): Sender {
  const sent: string[] = [];
  const sdk = {
    specificationVersion: "v4",
    provider: "vendor",
    modelId,
    doStream(options: { readonly prompt: unknown }) {
      sent.push(JSON.stringify(options.prompt));
      return Promise.reject(new Error("No more."));
    },
  };
  return { sent, model: fromAiSdk(sdk as unknown as AiSdkModel) };
}

const chatSubject = subjects.find(({ dialect }) => dialect === openaiChat)!;
export const wires: readonly Wire[] = [
  ...subjects.map((subject): Wire => [subject.name, (modelId) => senderOf(subject, modelId)]),
  ["AI SDK", aiSdkSender],
  ["tools as text", (modelId) => shimmed(chatSubject, modelId)],
];

/** The body that the model sends for these messages. */
export async function bodyOf({ model, sent }: Sender, messages: readonly Message[]): Promise<string> {
  const request = requestOf(chatSubject, { messages });
  try {
    for await (const _ of model.stream(request, never));
  } catch {} // nothing answers
  return sent.at(-1)!;
}
