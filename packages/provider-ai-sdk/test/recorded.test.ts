import { describe, expect, it } from "vitest";
import { isBroken, ProviderError, type AssistantPart } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf } from "@skein/provider-conformance/servers";
import { never, recordedExchanges } from "@skein/test-kit";
import { outcomeOf, partsOf, type RecordedExchange } from "@skein/provider-conformance/cases";
import { simple } from "./scripted.ts";
import { anthropicOf, compatibleOf, once } from "./vendors.ts";

interface Expected {
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly args?: unknown; readonly input?: unknown }[];
  readonly stop: string | null;
  readonly error: object | null;
}

type Exchange = RecordedExchange<Expected>;

const anthropic = recordedExchanges<Expected>(["anthropic-messages"], (line) => {
  const { type } = JSON.parse(line) as { readonly type: string };
  return `event: ${type}\ndata: ${line}\n\n`;
});
const chat = recordedExchanges<Expected>(["openai-chat"], (line) => `data: ${line}\n\n`);
const all = [...anthropic, ...chat].filter(({ wire }) => wire !== "json");

/** What the AI SDK's own packages make of a stream, below us, and other than its oracle does. */
const refused: Readonly<Record<string, string>> = {
  "anthropic/spliced-message-start 1": "a second message inside the first is an error to it",
  "snowflake/snowflake-model-streaming 1": "a reply without a reason to finish is an error to it",
};
const readOtherwise: Readonly<Record<string, string>> = {
  "anthropic/anthropic-compaction-1 1": "the summary of a compaction is text to it",
};

function read({ api, bytes, status, headers }: Exchange, size: number) {
  const fetch = fetchOf(bytes, size, status, { "content-type": "text/event-stream", ...headers });
  const model = api === "anthropic-messages" ? anthropicOf({ fetch }) : compatibleOf({ fetch });
  return outcomeOf(once(model).stream(simple, never));
}

function said(parts: readonly AssistantPart[]): unknown {
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: parts.flatMap((part) =>
      part.type === "tool-call"
        ? [{ name: part.name, args: isBroken(part) ? { __invalid_json__: part.raw } : part.input }]
        : [],
    ),
  };
}

const failing = all.filter(({ expected }) => expected.error !== null);
const known = (names: object) => all.filter(({ name }) => name in names);
const equal = all.filter((one) => ![...failing, ...known(refused), ...known(readOtherwise)].includes(one));

function wanted({ expected: { text, toolCalls } }: Exchange): unknown {
  return { text, calls: toolCalls.map(({ name, args, input }) => ({ name, args: args ?? input })) };
}

describe.skipIf(all.length === 0)("recorded traffic through the AI SDK's packages", () => {
  it("is there", () => {
    expect(equal.length).toBeGreaterThan(60);
  });

  it.each(equal)("$api $name reads as its oracle says", async (exchange) => {
    const { events, error } = await read(exchange, 64);
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
    expect(said(partsOf(events))).toEqual(wanted(exchange));
    expect(events.at(-1)).toMatchObject({ type: "message-end", rawStop: exchange.expected.stop });
  });

  it.each(failing)("$api $name fails", async (exchange) => {
    expect(ProviderError.is((await read(exchange, 64)).error)).toBe(true);
  });

  it.each(known(refused))("$name is refused below us", async (exchange) => {
    expect((await read(exchange, 64)).error).toMatchObject({ name: "ProviderError", code: "bad-stream" });
  });

  it.each(known(readOtherwise))("$name is read otherwise below us", async (exchange) => {
    const { events } = await read(exchange, 64);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(said(partsOf(events))).not.toEqual(wanted(exchange));
  });
});
