import type { JsonValue } from "../../../packages/protocol/src/index.ts";
import { outsideCases } from "../../../packages/test-kit/src/index.ts";
import type { RawReply } from "../../../packages/provider-conformance/src/servers/index.ts";

/** A call that must have run; an absent value: whatever it got. */
export interface WantedCall {
  readonly name: string;
  readonly args?: JsonValue;
}

/** What must come of a stream. */
interface Wanted {
  /** `done` or `provider`. */
  readonly outcome: "done" | "provider";
  /** Calls that ran, in any order; `undefined`: not a word of this case. */
  readonly ran?: readonly WantedCall[];
  /** These ran, or none did and the model was told what is wrong. */
  readonly orTold?: true;
  /** On standard output; absent where it does not matter. */
  readonly text?: string;
}

export interface TortureCase {
  readonly id: string;
  readonly api: "anthropic-messages" | "openai-chat" | "openai-responses" | "gemini";
  /** Served once; for an error to every attempt. */
  readonly reply: RawReply;
  /** How often it is served, reply by reply, before the model has its last word. */
  readonly rounds: number;
  readonly wanted: Wanted;
  /** Names of the tools that there are. */
  readonly tools: readonly string[];
  readonly schema: { readonly [keyword: string]: JsonValue };
}

interface StreamCase {
  readonly id: string;
  readonly api: TortureCase["api"];
  readonly events: readonly unknown[];
  readonly expect: {
    readonly toolCalls?: readonly WantedCall[];
    readonly text?: string;
    readonly error?: string;
    readonly mustNotRunTools?: true;
    readonly option?: string;
    readonly toolResult?: string;
    readonly note?: string;
  };
  readonly raw?: true;
  readonly lineEnding?: string;
  readonly stream?: false;
  readonly ends?: readonly ("abrupt" | "eof")[];
}

interface ArgumentsCase {
  readonly id: string;
  readonly arguments: JsonValue;
  readonly schema?: TortureCase["schema"];
  readonly expect: {
    readonly run?: JsonValue;
    readonly error?: string;
    readonly either?: readonly { readonly run?: JsonValue }[];
    readonly note?: string;
  };
}

const anything = { type: "object" };

/** All streams and arguments from bug reports; none where the material is not there. */
export function tortureCases(): readonly TortureCase[] {
  const streams = outsideCases("torture/stream-deltas.json") as readonly StreamCase[];
  const given = outsideCases("torture/tool-arguments.json") as readonly ArgumentsCase[];
  return [...streams.flatMap(streamCases), ...given.map(argumentsCase)];
}

function streamCases(told: StreamCase): TortureCase[] {
  const { id, api, events, expect, ends = ["eof"] } = told;
  const names = [...JSON.stringify(events).matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name!);
  const tools = [...new Set([...names, "unused"])];
  const rounds = expect.note?.includes("three turns") ? 3 : 1;
  return ends.map((end) => {
    const bytes = bytesOf(told);
    const cut = end === "abrupt" ? { cutAfterBytes: bytes.length } : {};
    const json = told.stream === false ? { contentType: "application/json" } : {};
    const name = ends.length > 1 ? `${id}, ${end}` : id;
    const wanted = wantedOf(expect);
    const ran = wanted.ran && Array.from({ length: rounds }, () => wanted.ran!).flat();
    return {
      id: name,
      api,
      tools,
      rounds,
      schema: anything,
      reply: { bytes, ...cut, ...json },
      wanted: { ...wanted, ...(ran ? { ran } : {}) },
    };
  });
}

function wantedOf({
  toolCalls,
  text,
  error,
  mustNotRunTools,
  toolResult,
  option,
}: StreamCase["expect"]): Wanted {
  if (error !== undefined) return { outcome: "provider", ran: [], text: "" };
  if (mustNotRunTools) return { outcome: "done", ran: [], orTold: true };
  if (toolResult !== undefined) return { outcome: "done", orTold: true };
  if (toolCalls && toolCalls.length > 0) return { outcome: "done", ran: toolCalls };
  // Text that only looks like a call is text.
  // An empty reply is asked after once; the second one counts.
  const isWhole = option === undefined && text !== undefined && text !== "" && text !== "kept as is";
  return { outcome: "done", ran: [], ...(isWhole ? { text } : {}) };
}

function bytesOf({ api, events, raw, lineEnding = "\n", stream }: StreamCase): Buffer {
  const line = (event: unknown): string => (typeof event === "string" ? event : JSON.stringify(event));
  if (stream === false) return Buffer.from(line(events[0]));
  const framed = events.map((event) => {
    const whole = raw && typeof event === "string" && event !== "[DONE]";
    const { type } = (typeof event === "object" ? event : {}) as { readonly type?: string };
    const named = type !== undefined && !api.startsWith("openai-chat") ? `event: ${type}${lineEnding}` : "";
    return `${named}${whole ? event : `data: ${line(event)}`}${lineEnding}${lineEnding}`;
  });
  return Buffer.from(framed.join(""));
}

function argumentsCase({ id, arguments: told, schema = anything, expect }: ArgumentsCase): TortureCase {
  const huge = typeof told === "string" && told.startsWith("@generate:");
  const given = huge ? JSON.stringify({ content: "x".repeat(2_000_000) }) : told;
  return {
    id: `arguments: ${id}`,
    api: "openai-chat",
    tools: ["mark"],
    rounds: 1,
    schema,
    reply: { bytes: callOf(given) },
    wanted: wantedOfArguments(expect),
  };
}

function wantedOfArguments({ run, error, either }: ArgumentsCase["expect"]): Wanted {
  if (error !== undefined) return { outcome: "done", ran: [], orTold: true };
  if (either) return { outcome: "done", orTold: true, ran: either.flatMap((one) => called(one.run)) };
  return { outcome: "done", ran: called(run ?? "anything") };
}

/** Words instead of arguments say that any will do. */
function called(args: JsonValue | undefined): WantedCall[] {
  if (args === undefined) return [];
  return [typeof args === "string" ? { name: "mark" } : { name: "mark", args }];
}

/** A reply of Chat Completions with one call, its arguments in pieces where they are text. */
function callOf(given: JsonValue): string {
  const pieces = typeof given === "string" ? (given.match(/[^]{1,50}/g) ?? [given]) : [given];
  const head = { index: 0, id: "call_1", type: "function" };
  const deltas = [
    { role: "assistant", tool_calls: [{ ...head, function: { name: "mark", arguments: pieces[0] ?? "" } }] },
    ...pieces.slice(1).map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ];
  const chunk = (delta: object, reason: string | null): string => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    return JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices });
  };
  return [...deltas.map((delta) => chunk(delta, null)), chunk({}, "tool_calls"), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
}
