import { describe, expect, it } from "vitest";
import { isBroken } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { openaiChatServer, openaiResponsesServer, outsideCases, partsOf } from "@skein/test-kit";
import type { Outcome } from "@skein/test-kit";
import { callsIn, endOf, outcomeOf } from "./replies.ts";

interface Expected {
  readonly toolCalls?: readonly { readonly name: string; readonly args: unknown; readonly id?: string }[];
  readonly text?: string;
  readonly stop?: string;
  readonly usage?: { readonly input: number; readonly output: number };
  readonly error?: string;
  readonly mustNotRunTools?: true;
  readonly option?: string;
}

interface Case {
  readonly id: string;
  readonly api: string;
  readonly events: readonly unknown[];
  readonly expect: Expected;
  readonly raw?: true;
  readonly lineEnding?: string;
  readonly stream?: false;
  readonly ends?: readonly ("abrupt" | "eof")[];
}

const cases = (outsideCases("torture/stream-deltas.json") as readonly Case[]).filter(({ api }) =>
  api.startsWith("openai-"),
);

const runs = cases.flatMap((given) =>
  (given.ends ?? ["eof"]).map((end) => ({ name: `${given.id}, ${end}`, given, end })),
);

describe.skipIf(cases.length === 0)("streams from bug reports", () => {
  it("are there", () => {
    expect(cases.length).toBeGreaterThan(28);
  });

  it.each(runs)("$name", async ({ given, end }) => {
    const outcome = await served(given, end);
    expect(streamLawBreaks(outcome.events, { cut: outcome.error !== undefined })).toEqual([]);
    expect(seen(outcome)).toMatchObject(wanted(given));
  });
});

interface Seen {
  readonly failure: unknown;
  readonly said: string;
  readonly toolCalls: readonly unknown[];
  /** Calls that must not run. */
  readonly broken: number;
  /** Calls whose id another one has. */
  readonly twins: number;
  readonly stop: string | undefined;
  readonly rawStop: string | undefined;
  readonly usage: unknown;
}

function seen({ events, error }: Outcome): Seen {
  const calls = partsOf(events).filter((part) => part.type === "tool-call");
  const end = endOf(events);
  return {
    failure: error,
    said: events.map((event) => (event.type === "text-delta" ? event.delta : "")).join(""),
    toolCalls: callsIn(calls),
    broken: calls.filter(isBroken).length,
    twins: calls.length - new Set(calls.map(({ id }) => id)).size,
    stop: end?.stop,
    rawStop: end?.rawStop,
    usage: end?.usage,
  };
}

/** What the case speaks of, and nothing else. */
function wanted({ expect: expected, events }: Case): Partial<Seen> {
  const { toolCalls, text, stop, usage, error, mustNotRunTools, option } = expected;
  const asWritten = option !== undefined || text === "kept as is";
  const failure = error === undefined ? undefined : { name: "ProviderError", retryable: true };
  const calls = (toolCalls ?? []).map((call) => ({ id: expect.any(String) as string, ...call }));
  return {
    failure,
    twins: 0,
    ...(failure || mustNotRunTools ? {} : { broken: 0, toolCalls: calls }),
    ...(mustNotRunTools && !failure ? { broken: 1, stop: "length" } : {}),
    ...(calls.length > 0 ? { stop: "tool-calls" } : {}),
    // Text that looks like a call is shown, never guessed into one.
    ...(asWritten ? { said: firstText(events) } : text === undefined ? {} : { said: text }),
    ...(stop === undefined ? {} : { rawStop: stop }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function firstText([first]: readonly unknown[]): string {
  const { choices } = first as { choices: readonly { delta: { content: string } }[] };
  return choices[0]!.delta.content;
}

async function served(given: Case, end: "abrupt" | "eof"): Promise<Outcome> {
  const { api, events, raw, lineEnding = "\n", stream } = given;
  const line = (event: unknown): string => (typeof event === "string" ? event : JSON.stringify(event));
  const text = events.map((event) => {
    const whole = raw && typeof event === "string" && event !== "[DONE]";
    return `${whole ? event : `data: ${line(event)}`}${lineEnding}${lineEnding}`;
  });
  const reply =
    stream === false
      ? { bytes: line(events[0]), contentType: "application/json" }
      : { bytes: text.join(""), ...(end === "abrupt" ? { cutAfterBytes: text.join("").length } : {}) };
  const isChat = api === "openai-chat";
  await using server = await (isChat ? openaiChatServer([reply]) : openaiResponsesServer([reply]));
  return await outcomeOf({ baseUrl: server.url, api: isChat ? "chat" : "responses" });
}
