import { joinDeltas } from "@skein/provider-kit";
import { readFile } from "node:fs/promises";
import type { ModelEvent, ModelProvider } from "@skein/protocol";
import { anthropicServer, fetchOf, type AnthropicReply } from "@skein/provider-conformance/servers";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { outcomeOf, type Outcome } from "@skein/provider-conformance/cases";
import { createAnthropic, type AnthropicSettings } from "../src/index.ts";

export const simple = requestOf([user("Hello")]);

export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./fixtures/${name}`, import.meta.url));
}

export function provider(settings: AnthropicSettings): ModelProvider {
  return createAnthropic({ apiKey: "sk-ant-test-0123456789", env: {}, retry: { retries: 0 }, ...settings });
}

/** What a model without retries makes of these bytes. */
export async function decoded(
  bytes: Uint8Array | string,
  sizes: readonly number[] = [1_000_000],
  request = simple,
): Promise<readonly ModelEvent[]> {
  const model = provider({ fetch: fetchOf(Buffer.from(bytes), sizes) }).model("demo-1");
  return joinDeltas((await collect(model.stream(request, never))) as ModelEvent[]);
}

/** One exchange with a loopback server, and how many requests it took. */
export async function exchange(
  reply: AnthropicReply,
  settings: AnthropicSettings = {},
): Promise<Outcome & { readonly requests: number }> {
  await using server = await anthropicServer(() => reply);
  const model = provider({ baseUrl: server.url, ...settings }).model("demo-1");
  const outcome = await outcomeOf(model.stream(simple, never));
  return { ...outcome, requests: server.requests.length };
}

export const opening = {
  type: "message_start",
  message: { id: "msg_1", model: "demo-1", usage: { input_tokens: 5, output_tokens: 1 } },
};

/** Events as the wire has them, from their data alone. */
export function framed(...events: readonly (Record<string, unknown> & { readonly type: string })[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
