import { readFile } from "node:fs/promises";
import type { ModelEvent } from "@skein/protocol";
import { anthropicServer, collect } from "@skein/test-kit";
import type { AnthropicReply } from "@skein/test-kit";
import { createAnthropic } from "../src/index.ts";
import type { AnthropicSettings } from "../src/index.ts";
import { never, simple } from "./requests.ts";

export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./fixtures/${name}`, import.meta.url));
}

/** The bytes as a server's answer, cut as told. */
export function fetchOf(
  bytes: Uint8Array,
  sizes: readonly number[],
  status = 200,
  headers: Record<string, string> = {},
): typeof fetch {
  return () => {
    let from = 0;
    let count = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = sizes[count++ % sizes.length]!;
        if (from >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(from, (from += size)));
      },
    });
    const answer = {
      status,
      headers: { "content-type": "text/event-stream", "request-id": "req_1", ...headers },
    };
    return Promise.resolve(new Response(body, answer));
  };
}

export function provider(settings: AnthropicSettings) {
  return createAnthropic({ apiKey: "sk-ant-test-0123456789", env: {}, retry: { retries: 0 }, ...settings });
}

/** What a model without retries makes of these bytes. */
export async function decoded(
  bytes: Uint8Array | string,
  sizes: readonly number[] = [1_000_000],
): Promise<ModelEvent[]> {
  const model = provider({ fetch: fetchOf(Buffer.from(bytes), sizes) }).model("demo-1");
  return (await collect(model.stream(simple, never))) as ModelEvent[];
}

/** One exchange with a loopback server: the events, and the error if it threw. */
export async function exchange(
  reply: AnthropicReply,
  settings: AnthropicSettings = {},
): Promise<{ readonly events: ModelEvent[]; readonly error: unknown; readonly requests: number }> {
  await using server = await anthropicServer(() => reply);
  const model = provider({ baseUrl: server.url, ...settings }).model("demo-1");
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of model.stream(simple, never)) events.push(event as ModelEvent);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, requests: server.requests.length };
}
