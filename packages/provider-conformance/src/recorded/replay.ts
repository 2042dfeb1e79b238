// Replays of recordings. The oracle has read the same bytes with other code, so
// agreement means more than a test that was written together with the decoder.
// Each response is also read in pieces, with other line ends, compressed, and
// cut short.
import { textIn } from "../text-in.ts";
import { deepStrictEqual, ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { isBroken, ProviderError, type AssistantPart, type ProviderErrorCode } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { sendRequest, modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { seededCuts, uncut, usualCuts } from "../cases/cuts.ts";
import { outcomeOf, partsOf, type Outcome } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import type { Expected, RecordedExchange } from "./exchange.ts";

/**
 * Reason and form of a reading that differs from the oracle's on purpose.
 *
 * Use it where the oracle is more lenient than Skein may be, for example if it
 * accepts a stream without an end.
 */
export interface Deviation {
  /** Reason, as the end of a sentence. It is the title of the case. */
  readonly because: string;
  /**
   * Code of the error with which the provider fails instead. Default: it does
   * not fail.
   */
  readonly code?: ProviderErrorCode;
  /** Types of the parts that it reads instead. Default: those of the oracle. */
  readonly blocks?: readonly string[];
}

/**
 * Options of `replay`.
 *
 * A quick run reads each response at most 7 times, a thorough one up to 23
 * times.
 */
export interface ReplayOptions {
  /**
   * Whether to try every size of pieces, other line ends and compression for
   * each response. Otherwise a few of them, different ones for each response.
   */
  readonly thorough: boolean;
  /** Called each time a response was read, with what was tried. */
  readonly onReading?: ((what: "whole" | "cut" | "early-end") => void) | undefined;
  /** Expected deviation. Default: none. */
  readonly deviation?: Deviation | undefined;
}

/**
 * Same bytes as they can arrive on another day.
 *
 * Cuts, line ends and compression are properties of the way, not of the reply.
 * The provider must read the same from all of them.
 */
interface Arrival {
  readonly bytes: Buffer;
  readonly cuts: readonly number[];
  readonly compressed?: true;
}

/**
 * Reads a response. Throws if it is not what its oracle says, or not the same
 * in every form of arrival.
 *
 * An oracle can be wrong, too: a `Deviation` says so in public, with its
 * reason, instead of a skipped test.
 *
 * Steps:
 *
 * 1. Read the response whole, and compare it with the oracle.
 * 2. Read it in other forms of arrival, and compare with the first reading.
 * 3. Cut it before its end, and require a retryable `bad-stream`.
 *
 * The last step is left out for errors and for bodies that are one JSON value.
 *
 * @param at - number of the response, which chooses the forms to try.
 */
export async function replay(
  subject: Subject,
  recorded: RecordedExchange,
  at: number,
  { thorough, onReading = () => {}, deviation = noDeviation }: ReplayOptions,
): Promise<void> {
  const exchange = unpacked(recorded);
  const { bytes } = exchange;
  // Types of parts can deviate while everything else is compared.
  const expected = { ...exchange.expected, blocks: deviation.blocks ?? exchange.expected.blocks };
  // Read once without cuts, as the reference for all other readings.
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
  // Everything before this position is half a reply.
  const end = subject.dialect.recorded.endsAt(bytes);
  ok(end > 0, "The dialect finds no end in this stream.");
  const parts = thorough ? 12 : 3;
  for (let part = 0; part < parts; part++) {
    // Half a reply must be a retryable failure.
    const early = bytes.subarray(0, Math.floor((part * end) / parts));
    const { events, error } = await read(subject, exchange, { bytes: early, cuts: [4096] });
    ok(!events.some(({ type }) => type === "message-end"), `It ended well after ${early.length} bytes.`);
    ok(ProviderError.is(error) && error.code === "bad-stream" && error.retryable, String(error));
    deepStrictEqual(streamLawBreaks(events, { cut: true }), []);
    onReading("early-end");
  }
}

/** Decodes an `eventstream`, which is base64 in its file. */
function unpacked(exchange: RecordedExchange): RecordedExchange {
  if (exchange.wire !== "eventstream") return exchange;
  return { ...exchange, bytes: Buffer.from(exchange.bytes.toString("latin1"), "base64") };
}

/** Stands for no deviation. */
const noDeviation: Deviation = { because: "" };

/** Sends the response to the subject's model. */
async function read(
  subject: Subject,
  { status, headers }: RecordedExchange,
  { bytes, cuts, compressed }: Arrival,
): Promise<Outcome> {
  // Compression needs a real server: a custom `fetch` gets decoded bytes.
  if (!compressed)
    return sendRequest(subject, { bytes, cuts, status, contentType: headers["content-type"], headers });
  const reply = { bytes, status, headers: { ...headers, "content-encoding": "gzip" }, chunkBytes: cuts };
  await using server = await serverFor(subject, [reply]);
  return await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
}

/**
 * Lists the forms of arrival to try.
 *
 * A quick run chooses by the number of the response: compression for every
 * tenth, other line ends for every third.
 */
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
  // Byte by byte for short replies only, since that takes long.
  const small = bytes.length < 4000 ? [1] : bytes.length < 20_000 ? [3] : [64];
  return [
    { bytes, cuts: at % 2 === 0 ? small : seededCuts(at) },
    ...(other && at % 3 === 0 ? [{ bytes: other, cuts: [61] }] : []),
    ...(at % 10 === 0 ? [compressed] : []),
  ];
}

/**
 * Replaces CR LF by LF, or LF by CR LF.
 *
 * Only for server-sent events, where both forms mean the same.
 */
function otherLineEnds(bytes: Buffer): Buffer {
  const stream = bytes.toString("latin1");
  const other = stream.includes("\r\n") ? stream.replaceAll("\r\n", "\n") : stream.replaceAll("\n", "\r\n");
  return Buffer.from(other, "latin1");
}

/**
 * Compares text, thinking, calls, stop and counters with the vendor's own
 * values, and the types of parts in order.
 */
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

/**
 * Lists the calls for the comparison. An id that the vendor did not send is the
 * provider's, and not compared.
 */
function callsIn(parts: readonly AssistantPart[], { toolCalls }: Expected): readonly unknown[] {
  return parts
    .filter((part) => part.type === "tool-call")
    .map((call, at) => ({
      id: toolCalls[at]?.id ? call.id : "",
      name: call.name,
      args: isBroken(call) ? { __invalid_json__: call.raw } : call.input,
    }));
}

/** Selects the counters to compare. */
function countersOf(usage: unknown, kept?: readonly string[]): unknown {
  if (typeof usage !== "object" || usage === null) return undefined;
  const counters = Object.entries(usage).filter(([name]) => kept?.includes(name) ?? true);
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}

/** Fails unless the provider fails with the code of the deviation. */
function mustFailWith({ error }: Outcome, code: ProviderErrorCode): void {
  ok(ProviderError.is(error), `It ended with ${String(error)}: is it still a deviation?`);
  deepStrictEqual(error.code, code);
}

/**
 * The vendor's word (Groq) for a call that the model wrote badly. A reply may
 * end with the broken call, for the model to repair.
 *
 * Both results are accepted: a broken call, or a failure with the vendor's
 * message.
 */
const slipWord = "tool_use_failed";

/** Fails unless a broken call tells the model what the vendor said. */
function mustTell({ events }: Outcome, { error: wanted }: Expected): void {
  deepStrictEqual(streamLawBreaks(events), []);
  const calls = partsOf(events).filter((part) => part.type === "tool-call");
  const told = calls.find((call) => isBroken(call) && call.raw.includes(wanted?.message ?? ""));
  ok(told, "No call that cannot be run tells the model what the vendor said.");
}

/**
 * Fails unless the error quotes the vendor's message and has its status and
 * delay.
 */
function mustFailAs({ events, error }: Outcome, { error: wanted }: Expected): void {
  ok(ProviderError.is(error), `It threw ${String(error)}, and no ProviderError.`);
  deepStrictEqual(streamLawBreaks(events, { cut: true }), []);
  const words = wanted?.message?.slice(0, 60) ?? "";
  ok(error.message.includes(words), `"${error.message}" does not say "${words}".`);
  const { httpStatus, retryDelay } = wanted ?? {};
  if (httpStatus !== undefined && httpStatus >= 400) deepStrictEqual(error.status, httpStatus);
  if (retryDelay !== undefined) deepStrictEqual(error.retryAfterMs, Number.parseFloat(retryDelay) * 1000);
}
