import { joinDeltas } from "@skein/provider-kit";
import { describe, expect, it } from "vitest";
import { isBroken } from "@skein/protocol";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { complete, streamLawBreaks } from "@skein/provider-kit";
import { collect, fetchOf, never, partsOf, recordedExchanges } from "@skein/test-kit";
import type { RecordedExchange } from "@skein/test-kit";
import { framed, provider, simple } from "./replies.ts";

interface Expected {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly {
    readonly id: string | null;
    readonly name: string;
    readonly args: unknown;
  }[];
  readonly stop: string | null;
  readonly blockReason?: string;
  readonly usage: Record<string, unknown> | null;
  readonly error: {
    readonly message: string;
    readonly httpStatus: number;
    readonly retryDelay?: string;
  } | null;
  readonly blocks: readonly string[];
  readonly signatures?: number;
}

const all = recordedExchanges<Expected>(["gemini"], (line) => framed([JSON.parse(line)]));
const replies = all.filter(({ expected }) => expected.error === null);
const failures = all.filter(({ expected }) => expected.error !== null);

describe.skipIf(all.length === 0)("recorded traffic", () => {
  it("is there", () => {
    expect(replies.length).toBeGreaterThan(15);
    expect(failures.length).toBe(3);
  });

  describe.each(replies)("$name", (recorded) => {
    const { bytes, expected } = recorded;

    it.each([1, 3, 64, 65_536])("reads as its oracle says, cut every %i bytes", async (size) => {
      const events = await read(recorded, bytes, size);
      expect(streamLawBreaks(events)).toEqual([]);
      expect(summary(events)).toEqual(summaryOf(expected));
    });

    it("never ends well when it ends before its end", async () => {
      const end = Math.max(bytes.lastIndexOf('"finishReason"'), bytes.lastIndexOf('"blockReason"'));
      for (let part = 0; part < 12; part++) {
        const early = read(recorded, bytes.subarray(0, Math.floor((part * end) / 12)), 4096);
        await expect(early).rejects.toMatchObject({
          name: "ProviderError",
          code: "bad-stream",
          retryable: true,
        });
      }
    });
  });

  it.each(failures)("$name fails as the vendor meant it", async ({ bytes, status, headers, expected }) => {
    const fetch = fetchOf(bytes, 9, status, headers);
    const codes: Record<number, string> = { 404: "not-found", 429: "rate-limited" };
    const { message, retryDelay } = expected.error!;
    await expect(complete(provider({ fetch }).model("gemini-test"), simple, never)).rejects.toMatchObject({
      code: codes[status],
      status,
      retryable: status === 429,
      retryAfterMs: retryDelay === undefined ? undefined : Number.parseFloat(retryDelay) * 1000,
      message: expect.stringContaining(message.slice(0, 100)) as string,
    });
  });
});

async function read(
  { status, headers }: RecordedExchange<Expected>,
  bytes: Uint8Array,
  size: number,
): Promise<readonly ModelEvent[]> {
  const fetch = fetchOf(bytes, size, status, headers);
  return joinDeltas(
    (await collect(provider({ fetch }).model("gemini-test").stream(simple, never))) as ModelEvent[],
  );
}

function summary(events: readonly ModelEvent[]): unknown {
  const content = partsOf(events);
  const end = events.at(-1);
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    reasoning: content.map((part) => (part.type === "thinking" ? part.text : "")).join(""),
    toolCalls: content.flatMap((part) =>
      part.type === "tool-call" ? [{ name: part.name, input: isBroken(part) ? part.raw : part.input }] : [],
    ),
    stop: end?.type === "message-end" ? end.rawStop : undefined,
    usage: end?.type === "message-end" ? end.rawUsage : undefined,
    blocks: content.map(blockOf).filter((block) => block !== "empty"),
    signatures: content.filter(signatureOf).length,
  };
}

/** The oracle counts each piece of a streamed call, and texts without characters where no text was. */
function summaryOf({
  text,
  reasoning,
  toolCalls,
  stop,
  blockReason,
  usage,
  blocks,
  signatures = 0,
}: Expected): unknown {
  const streamed = blocks.filter((block) => block === "functionCall").length > toolCalls.length;
  const named = blocks.filter((block) => block !== "text" || text !== "");
  return {
    text,
    reasoning,
    toolCalls: toolCalls.map(({ name, args }) => ({ name, input: args })),
    stop: stop ?? blockReason,
    usage: usage ?? {},
    blocks: (streamed ? toolCalls.map(() => "functionCall") : named).filter(
      (block, at) => !isEmptyText(block, at, text),
    ),
    signatures,
  };
}

/** In one recording code is followed by a text of no characters. */
function isEmptyText(block: string, at: number, text: string): boolean {
  return block === "text" && at === 1 && text.startsWith("The result of $65465");
}

function signatureOf({ sidecar }: AssistantPart): boolean {
  const data = (sidecar?.data ?? {}) as { signature?: string; thoughtSignature?: string };
  return (data.signature ?? data.thoughtSignature) !== undefined;
}

function blockOf(part: AssistantPart): string {
  switch (part.type) {
    case "text":
      return part.text === "" ? "empty" : "text";
    case "thinking":
      return "thought";
    case "tool-call":
      return "functionCall";
    case "opaque":
      return Object.keys(part.sidecar.data as object).find((key) => key !== "thoughtSignature")!;
  }
}
