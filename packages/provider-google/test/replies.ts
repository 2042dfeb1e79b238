import { joinDeltas } from "@skein/provider-kit";
import { readFile } from "node:fs/promises";
import type { ModelEvent, ModelProvider } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { fetchOf, googleServer, type GoogleReply } from "@skein/provider-conformance/servers";
import { outcomeOf, type Outcome } from "@skein/provider-conformance/cases";
import { createGoogle, type GoogleSettings } from "../src/index.ts";

export const simple = requestOf([user("Hello")]);

export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./fixtures/${name}`, import.meta.url));
}

export function provider(settings: GoogleSettings): ModelProvider {
  return createGoogle({ apiKey: "test-key-0123456789", env: {}, retry: { retries: 0 }, ...settings });
}

/** What a model without retries makes of these bytes. */
export async function decoded(
  bytes: Uint8Array | string,
  sizes: readonly number[] = [1_000_000],
  request = simple,
): Promise<readonly ModelEvent[]> {
  const model = provider({ fetch: fetchOf(Buffer.from(bytes), sizes) }).model("gemini-test");
  return joinDeltas((await collect(model.stream(request, never))) as ModelEvent[]);
}

/** Events as the vendor frames them. */
export function framed(chunks: readonly unknown[]): string {
  return chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join("");
}

/** A chunk with these parts; the reason for the end where one is given. */
export function chunk(parts: readonly unknown[], finishReason?: string): Record<string, unknown> {
  const content = { role: "model", parts };
  return {
    candidates: [{ content, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
    modelVersion: "gemini-test-001",
    responseId: "resp_1",
  };
}

/** One exchange with a loopback server, and how many requests it took. */
export async function exchange(
  reply: GoogleReply,
  settings: GoogleSettings = {},
): Promise<Outcome & { readonly requests: number }> {
  await using server = await googleServer(() => reply);
  const model = provider({ baseUrl: server.url, ...settings }).model("gemini-test");
  const outcome = await outcomeOf(model.stream(simple, never));
  return { ...outcome, requests: server.requests.length };
}
