import { joinDeltas } from "@skein/provider-kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBroken } from "@skein/protocol";
import type { ModelEvent } from "@skein/protocol";
import { complete, streamLawBreaks } from "@skein/provider-kit";
import { collect, fetchOf, never, outsideCases, recordedExchanges } from "@skein/test-kit";
import { provider, simple } from "./replies.ts";

interface Expected {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly args: Record<string, unknown>;
  }[];
  readonly stop: string | null;
  readonly usage: Record<string, unknown> | null;
  readonly error: { readonly message: string; readonly httpStatus: number } | null;
  readonly blocks: readonly string[];
}

const all = recordedExchanges<Expected>(["anthropic-messages"], (line) => {
  const { type } = JSON.parse(line) as { readonly type: string };
  return `event: ${type}\ndata: ${line}\n\n`;
});
const streams = all.filter(({ wire, expected }) => wire !== "json" && expected.error === null);
const failures = all.filter(({ expected }) => expected.error !== null);

describe.skipIf(all.length === 0)("recorded traffic", () => {
  it("is there", () => {
    expect(streams.length).toBeGreaterThan(20);
    expect(failures.length).toBeGreaterThan(2);
  });

  it.each(streams)("$name reads as its oracle says, at every cut", async ({ bytes, expected }) => {
    const whole = await read(bytes, [bytes.length]);
    expect(streamLawBreaks(whole)).toEqual([]);
    expect(summary(whole)).toEqual(summaryOf(expected));
    for (const size of [1, 2, 7, 61, 1021]) expect(await read(bytes, [size])).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 8 }),
        async (sizes) => {
          expect(await read(bytes, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 5 },
    );
  });

  it.each(streams)("$name never ends well when it ends early", async ({ bytes }) => {
    const end = bytes.lastIndexOf("message_stop");
    for (let part = 0; part < 12; part++) {
      const early = bytes.subarray(0, Math.floor((part * end) / 12));
      await expect(read(early, [4096])).rejects.toMatchObject({
        name: "ProviderError",
        code: "bad-stream",
        retryable: true,
      });
    }
  });

  it.each(failures)("$name fails as the vendor meant it", async ({ bytes, status, headers, expected }) => {
    const model = provider({ fetch: fetchOf(bytes, 9, status, headers) }).model("demo-1");
    const codes: Record<number, string> = { 400: "context-overflow", 401: "auth", 404: "not-found" };
    await expect(complete(model, simple, never)).rejects.toMatchObject({
      code: codes[status],
      status,
      retryable: false,
      message: expect.stringContaining(expected.error!.message) as string,
    });
  });
});

async function read(bytes: Uint8Array, sizes: readonly number[]): Promise<readonly ModelEvent[]> {
  const model = provider({ fetch: fetchOf(bytes, sizes) }).model("demo-1");
  return joinDeltas((await collect(model.stream(simple, never))) as ModelEvent[]);
}

const wireNames: Readonly<Record<string, string>> = {
  text: "text",
  thinking: "thinking",
  "tool-call": "tool_use",
};

function summary(events: readonly ModelEvent[]): unknown {
  const parts = events.flatMap((event) =>
    event.type === "part-end" ? [[event.part, event.content] as const] : [],
  );
  const content = parts.toSorted(([a], [b]) => a - b).map(([, part]) => part);
  const end = events.at(-1);
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    reasoning: content.map((part) => (part.type === "thinking" ? part.text : "")).join(""),
    toolCalls: content.flatMap((part) =>
      part.type === "tool-call"
        ? [
            {
              id: part.id,
              name: part.name,
              args: isBroken(part) ? { __invalid_json__: part.raw } : part.input,
            },
          ]
        : [],
    ),
    stop: end?.type === "message-end" ? end.rawStop : undefined,
    usage: end?.type === "message-end" ? end.rawUsage : undefined,
    blocks: content.map((part) => {
      const data = (part.sidecar?.data ?? {}) as { type?: string; redacted?: string };
      if (part.type === "opaque") return data.type;
      return data.redacted === undefined ? wireNames[part.type] : "redacted_thinking";
    }),
  };
}

function summaryOf({ text, reasoning, toolCalls, stop, usage, blocks }: Expected): unknown {
  return { text, reasoning, toolCalls, stop, usage, blocks };
}

interface TortureCase {
  readonly id: string;
  readonly api: string;
  readonly events: readonly (Record<string, unknown> & { readonly type: string })[];
  readonly expect: { readonly error?: string; readonly toolCalls?: readonly { readonly args: unknown }[] };
}

const torture = (outsideCases("torture/stream-deltas.json") as readonly TortureCase[]).filter(
  ({ api }) => api === "anthropic-messages",
);
const framedEvents = ({ events }: TortureCase): Buffer =>
  Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));

describe.skipIf(torture.length === 0)("streams from public bug threads", () => {
  const [failing, ending] = [
    torture.filter((one) => one.expect.error),
    torture.filter((one) => !one.expect.error),
  ];

  it.each(failing)("$id fails and may be tried again", async (one) => {
    await expect(read(framedEvents(one), [13])).rejects.toMatchObject({
      name: "ProviderError",
      retryable: true,
    });
  });

  it.each(ending)("$id ends, and a call that does not parse is not one to run", async (one) => {
    const events = await read(framedEvents(one), [13]);
    expect(streamLawBreaks(events)).toEqual([]);
    const calls = events.flatMap((event) =>
      event.type === "part-end" && event.content.type === "tool-call" ? [event.content] : [],
    );
    const runnable = calls.flatMap((call) => (isBroken(call) ? [] : [{ args: call.input }]));
    expect(calls.length).toBe(1);
    expect(runnable).toEqual((one.expect.toolCalls ?? []).map(({ args }) => ({ args })));
  });
});
