import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf, partsOf, recordedExchanges } from "@skein/test-kit";
import type { Outcome, RecordedExchange } from "@skein/test-kit";
import { callsIn, endOf, outcomeOf, textIn } from "./replies.ts";

interface Expected {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly args?: unknown;
    readonly input?: unknown;
  }[];
  readonly stop: string | null;
  readonly usage: Record<string, unknown> | null;
  readonly error: { readonly message?: string } | null;
  readonly blocks: readonly string[];
}

type Exchange = RecordedExchange<Expected>;

/**
 * Trimmed by hand since: events of the first are not JSON, the deltas of the second are not the beginning of its text.
 * The oracle reads on; we do not take half an answer for one.
 */
const damaged = ["openai/parallel-tool-call-wrapper-1 1", "openai/openai-shell-container-1 1"];

function isChat({ api }: Exchange): boolean {
  return api === "openai-chat";
}

function read(exchange: Exchange, size: number, bytes = exchange.bytes): Promise<Outcome> {
  const api = isChat(exchange) ? "chat" : "responses";
  return outcomeOf({ api, fetch: fetchOf(bytes, size, exchange.status, exchange.headers) });
}

const all = recordedExchanges<Expected>(
  ["openai-responses", "openai-chat"],
  (line) => `data: ${line}\n\n`,
).map(terminated);

/** Recordings without framing have lost the terminator too. */
function terminated(exchange: Exchange): Exchange {
  const { wire, bytes } = exchange;
  if (wire !== "lines" || !isChat(exchange) || bytes.includes("[DONE]")) return exchange;
  return { ...exchange, bytes: Buffer.concat([bytes, Buffer.from("data: [DONE]\n\n")]) };
}

const good = all.filter(({ name, expected }) => expected.error === null && !damaged.includes(name));
const failures = all.filter(({ expected }) => expected.error !== null);
const cuts = [1, 3, 64, 65_536];

describe.skipIf(all.length === 0)("recorded traffic", () => {
  it("is there", () => {
    expect(good.length).toBeGreaterThan(80);
    expect(failures.length).toBeGreaterThan(4);
    expect(new Set(all.map(({ api }) => api)).size).toBe(2);
  });

  it.each(good)("$name reads as its oracle says, at every cut", async (exchange) => {
    const whole = await read(exchange, 65_536);
    expect(whole.error).toBeUndefined();
    expect(streamLawBreaks(whole.events)).toEqual([]);
    expect(summary(whole.events, exchange)).toEqual(summaryOf(exchange));
    for (const cut of cuts) expect(await read(exchange, cut)).toEqual(whole);
  });

  it.each(failures)("$name fails as the vendor meant it", async (exchange) => {
    for (const cut of cuts) {
      const { events, error } = await read(exchange, cut);
      expect(ProviderError.is(error)).toBe(true);
      expect(streamLawBreaks(events, { cut: true })).toEqual([]);
      const words = exchange.expected.error!.message?.slice(0, 60) ?? "";
      expect((error as ProviderError).message).toContain(words);
      expect(endOf(events)).toBeUndefined();
    }
  });

  it.each(all.filter(({ name }) => damaged.includes(name)))(
    "$name is not read past its damage",
    async (exchange) => {
      for (const cut of cuts)
        expect((await read(exchange, cut)).error).toMatchObject({ code: "bad-stream", retryable: true });
    },
  );

  it.each(good.filter(({ wire }) => wire !== "json"))(
    "$name never ends well when it ends early",
    async (exchange) => {
      const { bytes } = exchange;
      const end = isChat(exchange) ? endOfChat(bytes) : bytes.lastIndexOf("response.completed");
      for (let part = 0; part < 8; part++) {
        const early = bytes.subarray(0, Math.floor((part * end) / 8));
        const { error } = await read(exchange, 4096, early);
        expect(error).toMatchObject({ name: "ProviderError", code: "bad-stream", retryable: true });
      }
    },
  );
});

/** Before the first reason to finish, or the terminator where no reason is given. */
function endOfChat(bytes: Buffer): number {
  const [reason] = [...bytes.toString("latin1").matchAll(/"finish_reason": ?"[^"]/g)].map(
    ({ index }) => index,
  );
  return reason ?? bytes.lastIndexOf("[DONE]");
}

function summary(events: readonly ModelEvent[], { expected }: Exchange): unknown {
  const parts = partsOf(events);
  const end = endOf(events);
  return {
    text: textIn(parts, "text"),
    reasoning: textIn(parts, "thinking"),
    toolCalls: callsIn(parts).map((call, at) =>
      expected.toolCalls[at]?.id === "" ? { ...call, id: "" } : call,
    ),
    stop: end?.rawStop,
    usage: end?.rawUsage ?? null,
    blocks: parts.flatMap(kindOf),
  };
}

function summaryOf(exchange: Exchange): unknown {
  const { text, reasoning, toolCalls, stop, usage, blocks } = exchange.expected;
  return {
    text,
    reasoning,
    toolCalls: toolCalls.map(({ id, name, args, input }) => ({ id, name, args: args ?? input })),
    stop: stop ?? "",
    usage,
    blocks: isChat(exchange)
      ? blocks.map((block) => chatKinds[block] ?? block)
      : blocks.flatMap((block) => kindsOfItem[block] ?? [block]),
  };
}

const chatKinds: Readonly<Record<string, string>> = { reasoning: "thinking", tool_call: "tool-call" };

/** Reasoning that holds nothing at all makes no part, so it is not compared. */
const kindsOfItem: Readonly<Record<string, readonly string[]>> = {
  reasoning: [],
  message: ["text"],
  function_call: ["tool-call"],
  custom_tool_call: ["tool-call"],
};

function kindOf(part: AssistantPart): string[] {
  if (part.type === "opaque") return [(part.sidecar.data as { type: string }).type];
  const inResponses = (part.sidecar?.data as { api?: string } | undefined)?.api === "responses";
  return part.type === "thinking" && (inResponses || !part.sidecar) ? [] : [part.type];
}
