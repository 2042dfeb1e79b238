// Replies. Each case is one stream and what must be read from it. Streams that
// every wire can express are encoded from the same parts; the others are
// written by each dialect, in the vendor's own form.
//
// Three kinds of damage are looked for: text or arguments that differ from what
// the model wrote, a call that is run although the model did not finish it, and
// a reply that looks complete and is not.
import { deepStrictEqual } from "node:assert/strict";
import type { AssistantPart, ModelRequest, Usage } from "@skein/protocol";
import { sendRequest } from "../send-request.ts";
import {
  isNotApplicable,
  type CountersId,
  type Dialect,
  type NotApplicable,
  type OwnStream,
  type OwnStreamId,
  type StopId,
} from "../dialect.ts";
import { seenIn, type Seen } from "../seen.ts";
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

/**
 * Stream, with what a reader must see in it.
 *
 * A case is data, so that the cases about bytes and the law of events can reuse
 * every stream: see `streamsOf`.
 */
interface StreamCase {
  readonly id: string;
  readonly title: string;
  /**
   * Returns the bytes in a dialect, or the reason why the wire cannot express
   * them.
   */
  readonly stream: (dialect: Dialect) => OwnStream | NotApplicable;
  /**
   * Facts that the case is about. Other facts are not compared.
   *
   * A case without facts still requires that the stream is read without a
   * failure, and the facts of the dialect are added.
   */
  readonly sees: Partial<Seen>;
  /** Fields of the request to replace. Default: none. */
  readonly request?: Partial<ModelRequest>;
  /**
   * Set if the stream is too long to be read byte by byte.
   *
   * Reading 54,000 characters byte by byte would take longer than all other
   * cases together.
   */
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
 *
 * A reply that ended at the output limit can contain a whole call before the
 * cut. Reporting `tool-calls` for it would hide from the agent that more was to
 * come, such as a second call that belongs to the first.
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
 *
 * Two facts are compared: the mapped reason, on which the agent acts, and the
 * vendor's word, which is logged.
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

/**
 * Case about counters: the vendor's form, and what it means.
 *
 * Budgets are computed from these counters. A cache that is counted as input
 * makes a conversation look up to ten times as expensive as it is; one that is
 * not counted at all makes a budget useless.
 */
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

/** Schema of a tool that requires no arguments. */
const noInput = { type: "object", properties: { path: { type: "string" } } };

/**
 * All streams, in the order of the report.
 *
 * Words of the cases are the vendor's where a wire has its own, and are built
 * from the parts of `samples.ts` where not.
 *
 * Streams of the first group are whole replies, encoded from parts. Those made
 * by `own` have a property that only the dialect can write.
 */
const streamCases: readonly StreamCase[] = [
  // The simplest reply: several deltas of one part. The last delta is easily
  // lost, because it arrives together with the end.
  whole("streams/text", "reads a text in several deltas to its last one", [text], { text: plainText }),
  {
    ...whole("streams/unicode", "reads characters of every length", [{ type: "text", text: richText }], {
      text: richText,
    }),
    rich: true,
  },
  // Thinking shown as text would be read as the answer, and sent back as if the
  // model had said it.
  whole("streams/thinking", "reads thoughts as thoughts", [thinking, text], { thinking: thoughtText }),
  // Thinking without text that must still be sent back. A provider that drops
  // it because it is empty sends back a reply that the vendor did not write.
  own("redacted-thinking", "keeps redacted thinking", { thinking: "" }),
  // Arguments are compared as parsed values. Numbers, null, booleans and empty
  // objects must keep their types.
  whole("streams/call", "reads a call with nested arguments", [lookCall], { calls: calls.slice(0, 1) }),
  // The order of calls is the order of their results. A reader that keeps one
  // buffer for arguments joins those of both calls.
  whole("streams/parallel-calls", "reads two calls, in their order", [lookCall, write], { calls }),
  // The text before a call explains it to the user, and is shown before the
  // approval.
  whole("streams/text-then-call", "keeps the order of text and call", [text, lookCall], {
    kinds: ["text", "tool-call"],
  }),
  // Results refer to ids, so they must come back unchanged.
  whole("streams/call-ids", "keeps the ids of calls", [lookCall, write], { ids: [lookCall.id, write.id] }),
  // Wires with an index can alternate between calls. A reader that takes every
  // delta as part of the last call would run two tools with each other's
  // arguments.
  own("interleaved-calls", "puts deltas of two open calls where they belong", { calls }),
  // Arguments that are absent, empty or null mean an empty object. A reader
  // that parses the collected text finds an empty string, which is not JSON,
  // and loses the call.
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
  // Servers send empty deltas, null and chunks without choices. A reader that
  // takes an empty delta for the end of a part splits one text into two.
  own("empty-deltas", "is not led astray by empty deltas", { text: "Hello", kinds: ["text"] }),
  // OpenAI's wires have a refusal as content, under a normal stop reason. A
  // provider that maps the reason alone reports a normal answer, and a script
  // takes the refusal for its result.
  own("refusal-in-content", "says refused when the model says so in its content", {
    stop: "refused",
    text: "I will not.",
  }),
  // An output limit ended the reply inside of the arguments. A repair would
  // close the text to valid JSON with half of its content, and a tool that
  // writes files would overwrite one with its first lines.
  own("cut-off-call", "never makes a call of one that was cut off", {}),
  // Models write invalid JSON. A repair would run something that the model did
  // not write. The call is reported as broken, with its text as it came. The
  // agent answers it with an error, and the model writes it again.
  own("not-json-arguments", "never repairs arguments that are not JSON", {}),
  // Servers number calls per chunk, or use one id for all. Both calls must be
  // run, and each needs its own result. The vendor's id cannot serve for both,
  // so the provider invents one.
  own("duplicate-ids", "gives two calls of one id two ids", { calls }),
  // Some servers send no ids at all. The invented id must appear in the next
  // request too, in the call and in its result.
  own("missing-ids", "gives calls without an id one each", { calls }),
  // Servers that copy a format often leave out the index. Order and names are
  // enough here. A reader that takes a missing index for 0 joins all calls into
  // one.
  own("missing-indexes", "keeps calls without an index that are still clear", { calls }),
  // The role is the same in every reply, so its absence is not an error.
  own("missing-role", "needs no role", { text: "Hello" }),
  // Several servers never send a reason. The terminator proves that nothing is
  // missing, so a whole call counts. A provider that fails here fails on every
  // call of such a server, after all of its retries were paid.
  own("missing-finish-reason", "runs the whole calls of a reply that ends without saying why", {
    stop: "tool-calls",
    calls,
  }),
  // The terminator proves the end of the reply, not that of a call: gateways
  // send it after a vendor that they have lost. The failure must be retryable:
  // nothing was run yet, and the next attempt usually ends well.
  own("missing-finish-reason-cut-off-call", "fails when such a reply ends inside of a call", {
    stop: undefined,
    failure: { code: "bad-stream", retryable: true },
  }),
  // No arguments are whole arguments only for a tool that requires none. For
  // any other tool, they were lost.
  {
    ...own("missing-finish-reason-no-arguments", "fails when such a call lacks required arguments", {
      stop: undefined,
      failure: { code: "bad-stream", retryable: true },
    }),
    id: "streams/missing-finish-reason-lost-arguments",
  },
  {
    ...own("missing-finish-reason-no-arguments", "runs such a call without arguments if none are required", {
      stop: "tool-calls",
      calls: [{ name: "look", input: {} }],
    }),
    request: { tools: [{ name: "look", description: "To look.", inputSchema: noInput }] },
  },
  // Vendors add events and fields without a new version. A client that fails on
  // unknown events breaks for all users on the day on which the vendor adds
  // one.
  own("things-of-tomorrow", "skips events and fields it does not know", { text: "Hello" }),
  // The reasons that a vendor has a word for. An agent ends its turn with
  // `answered`, runs tools with `tool-calls`, reports `length` and `refused` to
  // the user, and sends the conversation again with `paused`.
  stopped("answered"),
  stopped("tool-calls", [lookCall]),
  stopped("length"),
  stopped("refused"),
  stopped("paused"),
  {
    // `other` must not be taken for a complete answer. Guessing `answered` for
    // a new word would present an interrupted reply as a finished one.
    id: "stops/unknown",
    title: "says other for a word it does not know, and keeps that word",
    sees: { stop: "other" },
    stream: ({ stops, encode }) => stopStream(stops.unknown, (stop) => encode([text], { stop })),
  },
  // A whole call under another reason. The call is reported, and the reason
  // with it.
  calledAndStopped("length"),
  calledAndStopped("refused"),
  calledAndStopped("paused"),
  calledAndStopped("unknown"),
  counted("full", "counts input and output"),
  counted("cached", "counts what was read from and written to a cache apart from the input"),
  counted("none", "does not know what the vendor did not count"),
  {
    // No field may be renamed, added or summed up.
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
    // Read at the start, so that it is known even if the stream fails later.
    id: "streams/request-id",
    title: "keeps the id that the vendor gave the request",
    sees: {},
    stream: ({ encode, requestIdHeader }) =>
      requestIdHeader === undefined
        ? { notApplicable: "The wire names no requests in a header." }
        : { bytes: encode([text]), also: { requestId: "request-1" } },
  },
  // The status was 200 before the vendor failed. The text before the error was
  // shown already, so the provider must fail after its events instead of before
  // them.
  own("error-inside", "fails when an error comes inside a good answer", {}),
  // Gateways send the error of a vendor with status 200. A reader that looks
  // only for events finds none and reports an empty reply, or a broken stream
  // in place of the vendor's reason.
  own("error-as-body", "fails when a good status comes with an error as its body", {}),
];

/**
 * Returns the streams that a dialect can express.
 *
 * Used by cases that read each stream in many forms. Streams that must fail are
 * included: they must fail alike at every cut.
 */
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
 *
 * `Partial<Seen>` of the case and of the dialect are joined; where both name a
 * fact, that of the dialect is used.
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
    const { request } = one;
    const seen = seenIn(await sendRequest(subject, { ...given, ...(request ? { request } : {}) }));
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

/**
 * Fails if ids are missing or used twice.
 *
 * Empty ids do not count: a call without an id cannot be answered.
 */
function mustBeUnique(ids: readonly string[], count: number): void {
  deepStrictEqual(new Set(ids.filter((id) => id !== "")).size, count);
}
