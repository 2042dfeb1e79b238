import { joinDeltas } from "@skein/provider-kit";
import type { ModelEvent, ModelProvider } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import {
  bedrockFrames,
  fetchOf,
  serveScript,
  type BedrockEvent,
  type Delivery,
  type ReceivedRequest,
} from "@skein/provider-conformance/servers";
import { outcomeOf, type Outcome } from "@skein/provider-conformance/cases";
import { createBedrock, type BedrockSettings } from "../src/index.ts";

export const modelId = "us.anthropic.claude-haiku-4-5-20251001-v1:0";
export const simple = requestOf([user("Hello")]);
export const eventStream = "application/vnd.amazon.eventstream";
export const keys = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};

export function provider(settings: BedrockSettings): ModelProvider {
  return createBedrock({
    region: "us-east-1",
    credentials: keys,
    env: {},
    retry: { retries: 0 },
    ...settings,
  });
}

/** What a model without retries makes of these bytes. */
export async function decodedBytes(
  bytes: Uint8Array,
  sizes: number | readonly number[] = 1_000_000,
  request = simple,
): Promise<readonly ModelEvent[]> {
  const fetch = fetchOf(bytes, sizes, 200, { "content-type": eventStream, "x-amzn-requestid": "req_1" });
  return joinDeltas(
    (await collect(provider({ fetch }).model(modelId).stream(request, never))) as ModelEvent[],
  );
}

export function decoded(events: readonly BedrockEvent[], request = simple): Promise<readonly ModelEvent[]> {
  return decodedBytes(bedrockFrames(events), 1_000_000, request);
}

export const start: BedrockEvent = ["messageStart", { role: "assistant" }];
export const stop = (stopReason: string): BedrockEvent => ["messageStop", { stopReason }];
export const text = (contentBlockIndex: number, words: string): BedrockEvent => [
  "contentBlockDelta",
  { contentBlockIndex, delta: { text: words } },
];
export const thought = (contentBlockIndex: number, reasoningContent: object): BedrockEvent => [
  "contentBlockDelta",
  { contentBlockIndex, delta: { reasoningContent } },
];
export const callStart = (contentBlockIndex: number, toolUseId: string, name: string): BedrockEvent => [
  "contentBlockStart",
  { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
];
export const input = (contentBlockIndex: number, piece: string): BedrockEvent => [
  "contentBlockDelta",
  { contentBlockIndex, delta: { toolUse: { input: piece } } },
];
export const close = (contentBlockIndex: number): BedrockEvent => ["contentBlockStop", { contentBlockIndex }];
export const counted = (usage: object): BedrockEvent => ["metadata", { usage, metrics: { latencyMs: 5 } }];

/** A whole short reply. */
export const hello: readonly BedrockEvent[] = [
  start,
  text(0, "Hello from "),
  text(0, "the other side"),
  close(0),
  stop("end_turn"),
  counted({ inputTokens: 9, outputTokens: 4, totalTokens: 13 }),
];

export interface Answer extends Delivery {
  readonly status?: number;
  readonly contentType?: string;
  readonly body: Uint8Array | string;
}

/** One exchange with a loopback server, and the requests it took. */
export async function exchange(
  answer: Answer | ((request: ReceivedRequest, count: number) => Answer),
  settings: BedrockSettings = {},
  request = simple,
): Promise<Outcome & { readonly requests: readonly ReceivedRequest[] }> {
  await using server = await serveScript((received, count) => {
    const {
      body,
      contentType = eventStream,
      status = 200,
      ...rest
    } = typeof answer === "function" ? answer(received, count) : answer;
    return { status, contentType, body: Buffer.from(body), ...rest };
  });
  const model = provider({ baseUrl: server.url, controlUrl: server.url, ...settings }).model(modelId);
  const outcome = await outcomeOf(model.stream(request, never));
  return { ...outcome, requests: server.requests };
}
