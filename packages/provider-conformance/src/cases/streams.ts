// Replies. Each case is one stream and what must be read from it. Streams that
// every wire can express are encoded from the same parts; the others are
// written by each dialect, in the vendor's own form.
import { deepStrictEqual } from "node:assert/strict";
import type { AssistantPart, Usage } from "@skein/protocol";
import { sendRequest } from "../send-request.ts";
import { isNotApplicable } from "../dialect.ts";
import type { CountersId, Dialect, NotApplicable, OwnStream, OwnStreamId, StopId } from "../dialect.ts";
import { seenIn } from "../seen.ts";
import type { Seen } from "../seen.ts";
import type { ConformanceCase } from "./case.ts";
import {
  hugeCall,
  lookCall,
  plainText,
  richCall,
  richText,
  text,
  thinking,
  thoughtText,
  write,
} from "./samples.ts";

/** Stream, with what a reader must see in it. */
interface StreamCase {
  readonly id: string;
  readonly title: string;
  /**
   * Returns the bytes in a dialect, or the reason why the wire cannot express
   * them.
   */
  readonly stream: (dialect: Dialect) => OwnStream | NotApplicable;
  /** Facts that the case is about. Other facts are not compared. */
  readonly sees: Partial<Seen>;
  /** Set if the stream is too long to be read byte by byte. */
  readonly long?: true;
  /**
   * Set if the stream has characters of several bytes, which have a case of
   * their own.
   */
  readonly rich?: true;
}

/** Case with a whole reply of these parts. */
function whole(id: string, title: string, parts: readonly AssistantPart[], sees: Partial<Seen>): StreamCase {
  return { id, title, sees, stream: ({ encode }) => ({ bytes: encode(parts) }) };
}

/** Case with a stream that each dialect writes itself. */
function own(id: OwnStreamId, title: string, sees: Partial<Seen>): StreamCase {
  return { id: `streams/${id}`, title, sees, stream: ({ streams }) => streams[id] };
}

/**
 * Case with a complete call in a reply that stopped for another reason. The
 * reason decides whether the call is run, not the call.
 */
function calledAndStopped(id: Exclude<StopId, "answered" | "tool-calls"> | "unknown"): StreamCase {
  // A reason that does not exist yet is `other`.
  const stop = id === "unknown" ? "other" : id;
  return {
    id: `stops/call-${id}`,
    title: `says ${stop} of a reply with a whole call that ended so`,
    sees: { stop },
    stream: ({ stops, encode }) => stopStream(stops[id], (word) => encode([lookCall], { stop: word })),
  };
}

/**
 * Case with a reply that stopped for this reason. The vendor's own word must be
 * preserved.
 */
function stopped(id: StopId, parts: readonly AssistantPart[] = [text]): StreamCase {
  return {
    id: `stops/${id}`,
    title: `says ${id} for the vendor's word for it, and keeps that word`,
    sees: { stop: id },
    stream: ({ stops, encode }) => stopStream(stops[id], (stop) => encode(parts, { stop })),
  };
}

/** Encodes a reply with the vendor's word for a reason. */
function stopStream(
  word: string | NotApplicable,
  encode: (word: string) => OwnStream["bytes"],
): OwnStream | NotApplicable {
  return isNotApplicable(word) ? word : { bytes: encode(word), also: { rawStop: word } };
}

/** Case about counters: the vendor's form, and what it means. */
function counted(id: CountersId, title: string): StreamCase {
  return {
    id: `usage/${id}`,
    title,
    sees: {},
    stream({ counters, encode }) {
      const given = counters[id];
      if (isNotApplicable(given)) return given;
      // The dialect says both: how counters are sent, and what they mean.
      return { bytes: encode([text], { usage: given.raw }), also: { usage: given.usage } };
    },
  };
}

/** Both sample calls, as a reader sees them. */
const calls = [lookCall, write].map(({ name, input }) => ({ name, input }));

/**
 * All streams, in the order of the report.
 *
 * Words of the cases are the vendor's where a wire has its own, and are built
 * from the parts of `samples.ts` where not.
 */
const streamCases: readonly StreamCase[] = [
  whole("streams/text", "reads a text in several deltas to its last one", [text], { text: plainText }),
  {
    ...whole("streams/unicode", "reads characters of every length", [{ type: "text", text: richText }], {
      text: richText,
    }),
    rich: true,
  },
  whole("streams/thinking", "reads thoughts as thoughts", [thinking, text], { thinking: thoughtText }),
  // Thinking without text that must still be sent back.
  own("redacted-thinking", "keeps redacted thinking", { thinking: "" }),
  whole("streams/call", "reads a call with nested arguments", [lookCall], { calls: calls.slice(0, 1) }),
  // The order of calls is the order of their results.
  whole("streams/parallel-calls", "reads two calls, in their order", [lookCall, write], { calls }),
  whole("streams/text-then-call", "keeps the order of text and call", [text, lookCall], {
    kinds: ["text", "tool-call"],
  }),
  // Results refer to ids, so they must come back unchanged.
  whole("streams/call-ids", "keeps the ids of calls", [lookCall, write], { ids: [lookCall.id, write.id] }),
  // Wires with an index can alternate between calls.
  own("interleaved-calls", "puts deltas of two open calls where they belong", { calls }),
  // Arguments that are absent, empty or null mean an empty object.
  own("no-arguments", "runs a call without arguments with none", { calls: [{ name: "look", input: {} }] }),
  {
    ...whole("streams/huge-call", "reads arguments as long as a file", [hugeCall], {
      calls: [{ name: hugeCall.name, input: hugeCall.input }],
    }),
    stream: ({ encode }) => ({ bytes: encode([hugeCall], { deltaSize: 400 }) }),
    long: true,
  },
  {
    ...whole(
      "streams/unicode-call",
      "reads arguments with escapes and characters of every length",
      [richCall],
      {
        calls: [{ name: "look", input: richCall.input }],
      },
    ),
    rich: true,
  },
  // Servers send empty deltas, null and chunks without choices.
  own("empty-deltas", "is not led astray by empty deltas", { text: "Hello", kinds: ["text"] }),
  // OpenAI's wires have a refusal as content, under a normal stop reason.
  own("refusal-in-content", "says refused when the model says so in its content", {
    stop: "refused",
    text: "I will not.",
  }),
  // An output limit ended the reply inside of the arguments.
  own("cut-off-call", "never makes a call of one that was cut off", {}),
  // Models write invalid JSON. A repair would run something that the model did
  // not write.
  own("not-json-arguments", "never repairs arguments that are not JSON", {}),
  // Servers number calls per chunk, or use one id for all.
  own("duplicate-ids", "gives two calls of one id two ids", { calls }),
  // Some servers send no ids at all.
  own("missing-ids", "gives calls without an id one each", { calls }),
  // Servers that copy a format often leave out the index.
  own("missing-indexes", "keeps calls without an index that are still clear", { calls }),
  // The role is the same in every reply, so its absence is not an error.
  own("missing-role", "needs no role", { text: "Hello" }),
  // A reply without a reason is not complete, even if its call is.
  own("missing-finish-reason", "fails when a reply with a whole call ends without saying why", {
    stop: undefined,
    failure: { code: "bad-stream", retryable: true },
  }),
  // Vendors add events and fields without a new version.
  own("things-of-tomorrow", "skips events and fields it does not know", { text: "Hello" }),
  stopped("answered"),
  stopped("tool-calls", [lookCall]),
  stopped("length"),
  stopped("refused"),
  stopped("paused"),
  {
    id: "stops/unknown",
    title: "says other for a word it does not know, and keeps that word",
    sees: { stop: "other" },
    stream: ({ stops, encode }) => stopStream(stops.unknown, (stop) => encode([text], { stop })),
  },
  calledAndStopped("length"),
  calledAndStopped("refused"),
  calledAndStopped("paused"),
  calledAndStopped("unknown"),
  counted("full", "counts input and output"),
  counted("cached", "counts what was read from and written to a cache apart from the input"),
  counted("none", "does not know what the vendor did not count"),
  {
    id: "usage/raw",
    title: "keeps the vendor's own counters untouched",
    sees: {},
    stream({ counters, encode }) {
      const given = counters.full;
      if (isNotApplicable(given) || given.raw === null) return { notApplicable: "The wire has no counters." };
      return { bytes: encode([text], { usage: given.raw }), also: { rawUsage: given.raw } };
    },
  },
  {
    id: "streams/request-id",
    title: "keeps the id that the vendor gave the request",
    sees: {},
    stream: ({ encode, requestIdHeader }) =>
      requestIdHeader === undefined
        ? { notApplicable: "The wire names no requests in a header." }
        : { bytes: encode([text]), also: { requestId: "request-1" } },
  },
  // The status was 200 before the vendor failed.
  own("error-inside", "fails when an error comes inside a good answer", {}),
  // Gateways send the error of a vendor with status 200.
  own("error-as-body", "fails when a good status comes with an error as its body", {}),
];

/** Returns the streams that a dialect can express. */
export function streamsOf(dialect: Dialect): readonly (StreamCase & { readonly given: OwnStream })[] {
  return streamCases.flatMap((one) => {
    const given = one.stream(dialect);
    return isNotApplicable(given) ? [] : [{ ...one, given }];
  });
}

/**
 * Cases about reading replies.
 *
 * Groups: `streams/…` read content, `stops/…` the reason of the end, `usage/…`
 * counters. A case names only the facts that it is about, so that one mistake
 * of a provider fails one case.
 */
export const streamConformance: readonly ConformanceCase[] = streamCases.map((one) => ({
  id: one.id,
  title: one.title,
  notApplicable({ dialect }) {
    const given = one.stream(dialect);
    return isNotApplicable(given) ? given.notApplicable : undefined;
  },
  async run(subject) {
    const given = one.stream(subject.dialect);
    if (isNotApplicable(given)) return;
    const seen = seenIn(await sendRequest(subject, given));
    const wanted: Partial<Seen> = { ...one.sees, ...given.also };
    // A case that expects no failure must not have one.
    if (wanted.failure === undefined) deepStrictEqual(seen.failure, undefined);
    deepStrictEqual(fieldsOf(seen, wanted), wanted);
    // Ids may be those of the provider, but each call needs its own.
    if (one.id.endsWith("-ids")) mustBeUnique(seen.ids, seen.calls.length);
  },
}));

/**
 * Selects the facts that a case is about. Counters are compared without regard
 * to their order.
 */
function fieldsOf(seen: Seen, wanted: Partial<Seen>): Partial<Seen> {
  const names = Object.keys(wanted) as readonly (keyof Seen)[];
  return Object.fromEntries(
    names.map((name) => [name, name === "usage" ? known(seen.usage) : seen[name]]),
  ) as Partial<Seen>;
}

/** Drops unknown counters, and `prompt`, which is a sum of others. */
function known(usage: Usage | undefined): Usage | undefined {
  // `prompt` is the sum of others where it is there at all.
  const isCounter = ([name, count]: [string, unknown]) => count !== undefined && name !== "prompt";
  return usage && Object.fromEntries(Object.entries(usage).filter(isCounter));
}

/** Fails if ids are missing or used twice. */
function mustBeUnique(ids: readonly string[], count: number): void {
  deepStrictEqual(new Set(ids.filter((id) => id !== "")).size, count);
}
