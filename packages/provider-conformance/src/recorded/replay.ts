import { deepStrictEqual, ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { isBroken, ProviderError } from "@skein/protocol";
import type { AssistantPart, ProviderErrorCode } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { sendRequest, modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { seededCuts, uncut, usualCuts } from "../cases/cuts.ts";
import { outcomeOf, partsOf } from "../outcome-of.ts";
import type { Outcome } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import type { Expected, RecordedExchange } from "./exchange.ts";

/** A recording that is not read as its oracle says, on purpose. */
export interface Deviation {
  readonly because: string;
  /** How it fails instead. */
  readonly code?: ProviderErrorCode;
  /** The kinds of its parts instead. */
  readonly blocks?: readonly string[];
}

export interface ReplayOptions {
  /** At every cut, with other line ends and compressed. Otherwise at a few of them, others for each exchange. */
  readonly thorough: boolean;
  /** Called for each time an answer was read, with what was tried. */
  readonly onReading?: ((what: "whole" | "cut" | "early-end") => void) | undefined;
  readonly deviation?: Deviation | undefined;
}

/** The same bytes as they may arrive on another day. */
interface Arrival {
  readonly bytes: Buffer;
  readonly cuts: readonly number[];
  readonly compressed?: true;
}

/** Reads an answer, and throws where it is not what its oracle says, or not the same at every cut. */
export async function replay(
  subject: Subject,
  recorded: RecordedExchange,
  at: number,
  { thorough, onReading = () => {}, deviation = noDeviation }: ReplayOptions,
): Promise<void> {
  const exchange = unpacked(recorded);
  const { bytes } = exchange;
  const expected = { ...exchange.expected, blocks: deviation.blocks ?? exchange.expected.blocks };
  const whole = await read(subject, exchange, { bytes, cuts: [65_536] });
  onReading("whole");
  if (deviation.code !== undefined) mustFailWith(whole, deviation.code);
  else if (expected.error === null) mustBe(subject, whole, expected);
  else if (expected.error.code === slipWord && whole.error === undefined) mustTell(whole, expected);
  else mustFailAs(whole, expected);
  for (const arrival of arrivals(subject, exchange, at, thorough)) {
    deepStrictEqual(uncut(await read(subject, exchange, arrival)), uncut(whole));
    onReading("cut");
  }
  if (expected.error !== null || deviation.code !== undefined || exchange.wire === "json") return;
  const end = subject.dialect.recorded.endsAt(bytes);
  ok(end > 0, "The dialect finds no end in this stream.");
  const parts = thorough ? 12 : 3;
  for (let part = 0; part < parts; part++) {
    const early = bytes.subarray(0, Math.floor((part * end) / parts));
    const { events, error } = await read(subject, exchange, { bytes: early, cuts: [4096] });
    ok(!events.some(({ type }) => type === "message-end"), `It ended well after ${early.length} bytes.`);
    ok(ProviderError.is(error) && error.code === "bad-stream" && error.retryable, String(error));
    deepStrictEqual(streamLawBreaks(events, { cut: true }), []);
    onReading("early-end");
  }
}

function unpacked(exchange: RecordedExchange): RecordedExchange {
  if (exchange.wire !== "eventstream") return exchange;
  return { ...exchange, bytes: Buffer.from(exchange.bytes.toString("latin1"), "base64") };
}

const noDeviation: Deviation = { because: "" };

async function read(
  subject: Subject,
  { status, headers }: RecordedExchange,
  { bytes, cuts, compressed }: Arrival,
): Promise<Outcome> {
  if (!compressed)
    return sendRequest(subject, { bytes, cuts, status, contentType: headers["content-type"], headers });
  const reply = { bytes, status, headers: { ...headers, "content-encoding": "gzip" }, chunkBytes: cuts };
  await using server = await serverFor(subject, [reply]);
  return await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
}

function arrivals(
  { dialect }: Subject,
  { bytes, wire }: RecordedExchange,
  at: number,
  thorough: boolean,
): readonly Arrival[] {
  const other =
    dialect.framing === "server-sent-events" && wire !== "json" ? otherLineEnds(bytes) : undefined;
  const compressed = { bytes: gzipSync(bytes), cuts: [23], compressed: true } as const;
  if (thorough) {
    const cuts = [...usualCuts, ...[1, 2, 3].map((turn) => seededCuts(at * 3 + turn))];
    return [
      ...cuts.map((sizes) => ({ bytes, cuts: sizes })),
      ...(other
        ? [
            { bytes: other, cuts: [65_536] },
            { bytes: other, cuts: [5] },
          ]
        : []),
      compressed,
    ];
  }
  const small = bytes.length < 4000 ? [1] : bytes.length < 20_000 ? [3] : [64];
  return [
    { bytes, cuts: at % 2 === 0 ? small : seededCuts(at) },
    ...(other && at % 3 === 0 ? [{ bytes: other, cuts: [61] }] : []),
    ...(at % 10 === 0 ? [compressed] : []),
  ];
}

function otherLineEnds(bytes: Buffer): Buffer {
  const stream = bytes.toString("latin1");
  const other = stream.includes("\r\n") ? stream.replaceAll("\r\n", "\n") : stream.replaceAll("\n", "\r\n");
  return Buffer.from(other, "latin1");
}

/** Text, thoughts, calls, stop and counters are compared as the vendor wrote them, and the kinds of parts in order. */
function mustBe({ dialect }: Subject, { events, error }: Outcome, expected: Expected): void {
  if (error !== undefined) throw error;
  deepStrictEqual(streamLawBreaks(events), []);
  const parts = partsOf(events);
  const end = events.at(-1);
  const ended = end?.type === "message-end" ? end : undefined;
  const { blocks } = dialect.recorded;
  deepStrictEqual(
    {
      text: textIn(parts, "text"),
      reasoning: textIn(parts, "thinking"),
      toolCalls: callsIn(parts, expected),
      stop: ended?.rawStop,
      usage: countersOf(ended?.rawUsage, dialect.recorded.counters),
      blocks: blocks?.seen(parts),
      signatures: blocks?.isSigned && parts.filter(blocks.isSigned).length,
    },
    {
      text: expected.text,
      reasoning: expected.reasoning,
      toolCalls: expected.toolCalls.map(({ id, name, args, input }) => ({
        id: id ?? "",
        name,
        args: args ?? input,
      })),
      stop: expected.stop ?? expected.blockReason ?? "",
      usage: countersOf(expected.usage),
      blocks: blocks?.wanted(expected),
      signatures: blocks?.isSigned && (expected.signatures ?? 0),
    },
  );
}

/** An id that the vendor did not give is ours, and not compared. */
function callsIn(parts: readonly AssistantPart[], { toolCalls }: Expected): readonly unknown[] {
  return parts
    .filter((part) => part.type === "tool-call")
    .map((call, at) => ({
      id: toolCalls[at]?.id ? call.id : "",
      name: call.name,
      args: isBroken(call) ? { __invalid_json__: call.raw } : call.input,
    }));
}

function countersOf(usage: unknown, kept?: readonly string[]): unknown {
  if (typeof usage !== "object" || usage === null) return undefined;
  const counters = Object.entries(usage).filter(([name]) => kept?.includes(name) ?? true);
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}

function textIn(parts: readonly AssistantPart[], type: "text" | "thinking"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}

function mustFailWith({ error }: Outcome, code: ProviderErrorCode): void {
  ok(ProviderError.is(error), `It ended with ${String(error)}: is it still a deviation?`);
  deepStrictEqual(error.code, code);
}

/** The vendor's word for a call that the model wrote badly: a reply may end with the call, for the model to repair. */
const slipWord = "tool_use_failed";

function mustTell({ events }: Outcome, { error: wanted }: Expected): void {
  deepStrictEqual(streamLawBreaks(events), []);
  const calls = partsOf(events).filter((part) => part.type === "tool-call");
  const told = calls.find((call) => isBroken(call) && call.raw.includes(wanted?.message ?? ""));
  ok(told, "No call that cannot be run tells the model what the vendor said.");
}

function mustFailAs({ events, error }: Outcome, { error: wanted }: Expected): void {
  ok(ProviderError.is(error), `It threw ${String(error)}, and no ProviderError.`);
  deepStrictEqual(streamLawBreaks(events, { cut: true }), []);
  const words = wanted?.message?.slice(0, 60) ?? "";
  ok(error.message.includes(words), `"${error.message}" does not say "${words}".`);
  const { httpStatus, retryDelay } = wanted ?? {};
  if (httpStatus !== undefined && httpStatus >= 400) deepStrictEqual(error.status, httpStatus);
  if (retryDelay !== undefined) deepStrictEqual(error.retryAfterMs, Number.parseFloat(retryDelay) * 1000);
}
