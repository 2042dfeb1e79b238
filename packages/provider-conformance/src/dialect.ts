// Dialects. A new wire needs a dialect and no new cases. To write one:
//
// - Copy the dialect that is most like the wire, and its encoder in `servers/`.
// - Replace `encode` by bytes as the vendor documents them. All cases that
//   every wire can express work from then on.
// - Fill `stops` and `counters` from the API reference of the vendor, and
//   `refused` from its list of errors, verbatim.
// - For each stream in `streams`, decide whether the wire can express it. If
//   not, say why: the report shows it.
// - Record real replies, and compare: `recorded` says how they are framed.
//
// A case that fails with a correct dialect is a defect of the provider. Mark it
// in `Subject.notApplicable` only for reasons outside of the provider.
//
// Two parties read a dialect. Cases ask it for bytes and for the facts that
// these bytes mean; the report asks it for the reasons of everything that is
// missing. A dialect that encodes and decodes with the code of a provider would
// only show that the provider agrees with itself.

import type {
  AssistantPart,
  JsonObject,
  JsonValue,
  ModelRequest,
  ProviderErrorCode,
  StopReason,
  Usage,
} from "@skein/protocol";
import type { RecordedForm } from "./recorded/form.ts";
import type { Seen } from "./seen.ts";

/**
 * Mark for something that a wire does not have. The report lists it.
 *
 * Use the mark only for facts of the wire: "Calls have no index." A stream that
 * is merely hard to write down must be written down, because servers will send
 * it.
 */
export interface NotApplicable {
  /**
   * Reason, as a sentence.
   *
   * Shown next to the id of the case, so it must make sense without the code:
   * "The wire has no word for it."
   */
  readonly notApplicable: string;
}

/**
 * Returns true for the mark.
 *
 * The check looks for the field and nothing else. Values of the entries
 * (streams, counters, goldens, words) never have a field of this name.
 */
export function isNotApplicable(value: unknown): value is NotApplicable {
  return typeof value === "object" && value !== null && "notApplicable" in value;
}

/**
 * Bytes of a response. Text is sent as UTF-8.
 *
 * Binary framings, such as the event stream of AWS, need the second form: their
 * checksums do not survive a conversion to text and back.
 */
export type Bytes = string | Uint8Array;

/**
 * Options of `Dialect.encode`.
 *
 * Cases about stop reasons and counters set one option and leave the rest, so
 * that two replies differ in one fact only.
 */
interface EncodeOptions {
  /**
   * Stop reason in the wire's own word. Default: the one that fits the parts.
   *
   * A dialect must write any word that it is given, also one that does not
   * exist: `stops/unknown` depends on it.
   */
  readonly stop?: string;
  /**
   * Counters in the wire's own form. `null`: none are sent. Default: some.
   *
   * Written into the stream as they are, because `usage/raw` compares them with
   * what the provider reports as the vendor's own counters.
   */
  readonly usage?: JsonObject | null;
  /**
   * Characters in each delta. Default: 20.
   *
   * Counted in characters, never in bytes: vendors end a delta between
   * characters. Cuts inside of a character are made later, on the encoded
   * bytes.
   */
  readonly deltaSize?: number;
}

/**
 * Stream that a wire writes in its own form.
 *
 * Written for streams that cannot be made from parts: missing fields,
 * alternating deltas, errors in the middle. Each is the smallest stream in
 * which the property occurs, and is complete in every other respect.
 */
export interface OwnStream {
  /** Body of the response. */
  readonly bytes: Bytes;
  /**
   * Content type of the response. Default: that of the dialect.
   *
   * Set for bodies that are not a stream, such as an error object with status
   * 200. Providers may decide by the content type or by the first bytes; either
   * way, the failure must be reported.
   */
  readonly contentType?: string;
  /**
   * Facts that must be seen in the stream, in addition to those that its case
   * expects on every wire.
   *
   * Needed where the vendor's words are part of the result: the code of an
   * error, or the raw arguments of a call that was cut off.
   */
  readonly also?: Partial<Seen>;
}

/**
 * Counters as the wire sends them, and what they mean.
 *
 * A wire that includes cached tokens in the prompt and one that excludes them
 * must lead to the same `usage`. Otherwise prices are computed twice for the
 * same tokens, or not at all.
 */
interface Counters {
  /** Counters in the wire's own form. `null`: none are sent. */
  readonly raw: JsonObject | null;
  /**
   * Counters that must be read.
   *
   * All known counters, and no others. A counter that the vendor did not send
   * must be absent rather than 0: an unknown price is reported as unknown, and
   * 0 would be reported as free.
   */
  readonly usage: Usage;
}

/**
 * Error response of a vendor.
 *
 * Quote the vendor's message: the case checks that its first 20 characters
 * reach the user.
 *
 * Several vendors use one status for several meanings. The message is then the
 * only difference, so a shortened or invented message would test nothing.
 */
interface RefusedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Body, as JSON or text. */
  readonly body: JsonValue;
}

/**
 * Reply with bytes that must come back unchanged in the next request.
 *
 * Bytes are compared after JSON was parsed, so the order of keys may differ,
 * and values may not.
 *
 * `thinking` with a signature is the usual example: the vendor verifies that
 * the text was not changed, and rejects the next request otherwise.
 */
export interface Golden {
  /** Body of the reply. */
  readonly bytes: Bytes;
  /**
   * Finds the place of these bytes in the next request.
   *
   * Looks the value up by its position or type, never by its content: otherwise
   * a changed value would be reported as a missing one.
   */
  readonly back: (body: JsonObject) => unknown;
  /** Value that must be there. */
  readonly is: unknown;
  /**
   * Piece of those bytes that must not be sent to any other model.
   *
   * Long enough to occur nowhere else in a request. `turns/foreign` searches
   * the text of the whole body, so the bytes may be hidden in no other field
   * either.
   */
  readonly secret: string;
}

/**
 * Tool call in a request.
 *
 * Calls are compared in order and by id, because vendors reject a conversation
 * in which a call has no result, or a result has no call.
 */
interface SentCall {
  /** Id of the call, or what replaces it on this wire. */
  readonly id: string;
  /** Name on the wire. */
  readonly name: string;
  /** Arguments, parsed. */
  readonly input: JsonValue;
}

/**
 * Tool result in a request.
 *
 * Compared by id with the calls of the same request. Wires without ids match
 * results by position, and the reader returns the same placeholder for both.
 */
interface SentResult {
  /** Id of the call, or what replaces it on this wire. */
  readonly id: string;
  /**
   * Whole content, as JSON or text.
   *
   * Cases search it for a text, so it may be quoted JSON: they use only
   * letters, digits and spaces.
   */
  readonly said: string;
}

/**
 * Tool definition in a request.
 *
 * The name is that of the wire, which may differ from the tool's own: see
 * `tools/own-names`.
 */
export interface SentTool {
  /** Name on the wire. */
  readonly name: string;
  /** Schema as it was sent. */
  readonly schema: unknown;
}

/**
 * Reader of requests, as the vendor reads them.
 *
 * It reads requests as the vendor would, so it must not share code with the
 * provider that writes them.
 *
 * A reader skips what it does not know and never throws: cases report a missing
 * call in a sentence, and an exception of the reader would hide it.
 */
interface RequestReader {
  /** Finds the calls of all replies, in order. */
  readonly calls: (body: JsonObject) => readonly SentCall[];
  /** Finds the results, in order. */
  readonly results: (body: JsonObject) => readonly SentResult[];
  /** Finds the tool definitions, in order. */
  readonly tools: (body: JsonObject) => readonly SentTool[];
  /**
   * Lists what the vendor would refuse about a tool. Empty: it is accepted.
   *
   * Each problem is the end of a sentence whose subject is the tool: "has anyOf
   * at its root". Cases put the name in front.
   */
  readonly toolProblems: (tool: SentTool) => readonly string[];
}

/**
 * Stop reason that a vendor can have a word for.
 *
 * `other` is missing: every word that is not known means it.
 *
 * A stop reason decides whether calls are run: only `tool-calls` and `answered`
 * mean that the reply is complete.
 */
export type StopId = Exclude<StopReason, "other">;

/**
 * Sets of counters: all without a cache, all with one, and none.
 *
 * `cached` must tell tokens that were read from and written to a cache from the
 * others, since they have other prices.
 *
 * `full` has no cache and no reasoning, `cached` both where the wire counts
 * them, and `none` is a reply of a server that does not count.
 */
export type CountersId = "full" | "cached" | "none";

/**
 * Streams that each dialect writes itself. `cases/streams.ts` says what each is
 * about.
 *
 * - `redacted-thinking`: thinking without text, which must be sent back.
 * - `interleaved-calls`: deltas of two calls alternate.
 * - `no-arguments`: a call whose arguments are absent or empty.
 * - `empty-deltas`: deltas without content between others.
 * - `refusal-in-content`: a refusal that is content, not a stop reason.
 * - `cut-off-call`: an output limit inside of the arguments.
 * - `not-json-arguments`: arguments that do not parse.
 * - `duplicate-ids`, `missing-ids`, `missing-indexes`, `missing-role`: fields
 *   that copies of an API get wrong.
 * - `missing-finish-reason`: an end that is proved (the terminator, or a whole
 *   JSON body) and has no reason, after two whole calls.
 * - `missing-finish-reason-cut-off-call`: the same after a call that was cut
 *   off.
 * - `missing-finish-reason-no-arguments`: the same after a call of `look`
 *   without arguments.
 * - `things-of-tomorrow`: events and fields that do not exist yet.
 * - `error-inside`: an error after the first delta.
 * - `error-as-body`: an error with status 200.
 *
 * A stream that one wire cannot express is marked `notApplicable` there. It is
 * still useful for the others: most of these were found on one vendor's wire
 * and later on another's.
 */
export type OwnStreamId =
  | "redacted-thinking"
  | "interleaved-calls"
  | "no-arguments"
  | "empty-deltas"
  | "refusal-in-content"
  | "cut-off-call"
  | "not-json-arguments"
  | "duplicate-ids"
  | "missing-ids"
  | "missing-indexes"
  | "missing-role"
  | "missing-finish-reason"
  | "missing-finish-reason-cut-off-call"
  | "missing-finish-reason-no-arguments"
  | "things-of-tomorrow"
  | "error-inside"
  | "error-as-body";

/**
 * Kinds of bytes that must come back unchanged.
 *
 * - `signature`: thinking with a signature.
 * - `redacted`: thinking without text.
 * - `encrypted`: reasoning in an encrypted form.
 * - `reasoning-details`: reasoning as a list of details (OpenRouter).
 * - `signed-call`: a tool call with a signature.
 * - `opaque`: the vendor's own blocks.
 */
export const goldenIds = [
  "signature",
  "redacted",
  "encrypted",
  "reasoning-details",
  "signed-call",
  "opaque",
] as const;
/** One of `goldenIds`. */
export type GoldenId = (typeof goldenIds)[number];

/**
 * Codes that a vendor can answer a request with.
 *
 * Ids are the codes of `ProviderError`, in the order of the report. The codes
 * that no response has, such as `network` and `stalled`, are tested by
 * `ends/…`.
 */
export const refusedIds = [
  "auth",
  "quota",
  "rate-limited",
  "overloaded",
  "context-overflow",
  "bad-request",
  "not-found",
] as const satisfies readonly ProviderErrorCode[];
/** One of `refusedIds`. */
type RefusedId = (typeof refusedIds)[number];

/**
 * Wire as a vendor speaks it: its words for what all vendors mean.
 *
 * A new wire is data and a few small functions; the cases are the same for all.
 * Start from the dialect that is most like yours, and replace every entry by
 * bytes from the vendor's documentation or from recordings, never by what your
 * provider happens to read.
 *
 * All values are constants or pure functions. The suite calls them any number
 * of times and in any order.
 *
 * @example
 * ```ts
 * function textOfReply(dialect: Dialect, text: string): string {
 *   const bytes = dialect.encode([{ type: "text", text }], { deltaSize: 5 });
 *   return Buffer.from(bytes).toString("utf8");
 * }
 * ```
 */
export interface Dialect {
  /**
   * Name of the wire in recordings, such as `anthropic-messages`.
   *
   * Recordings name their wire by it, so it must not change once recordings
   * exist.
   */
  readonly id: string;
  /** Path after a server's address in the base URL, such as `/v1`. */
  readonly path: string;
  /**
   * Content type of a stream.
   *
   * Sent by the server of every case unless a stream has its own. Includes the
   * charset if the vendor sends one.
   */
  readonly contentType: string;
  /** Framing of a stream. `server-sent-events` adds cases about its rules. */
  readonly framing: "server-sent-events" | "other";
  /**
   * Header that names a request, in lower case. `undefined`: the wire has none.
   *
   * Users quote the id to the vendor's support. The suite sends `request-1` in
   * this header with every response, and cases look for it in `message-start`
   * and in errors.
   */
  readonly requestIdHeader: string | undefined;
  /**
   * Encodes a whole reply. Sidecars contain what only this wire has.
   *
   * The encoder must not depend on the provider that reads it. Parts without a
   * form on the wire are left out; a broken call is written with its raw
   * arguments where the wire allows.
   */
  readonly encode: (parts: readonly AssistantPart[], options?: EncodeOptions) => Bytes;
  /**
   * The vendor's word for each stop reason. `unknown`: any word that does not
   * exist yet.
   *
   * Two reasons may have one word: on some wires a reply with calls ends like a
   * text. The provider must then look at the calls.
   */
  readonly stops: Readonly<Record<StopId | "unknown", string | NotApplicable>>;
  /** Counters in the vendor's form. */
  readonly counters: Readonly<Record<CountersId, Counters | NotApplicable>>;
  /**
   * Streams in the vendor's form.
   *
   * A missing entry does not compile. This is on purpose: a new stream must be
   * considered for every wire.
   */
  readonly streams: Readonly<Record<OwnStreamId, OwnStream | NotApplicable>>;
  /** Error responses for each code, at least one; the vendor's own forms. */
  readonly refused: Readonly<Record<RefusedId, readonly RefusedAnswer[] | NotApplicable>>;
  /**
   * Error responses that reject the definition of the second tool of a request,
   * `write`; the vendor's own forms. Default: none are known.
   *
   * Include every form that was seen. Vendors name the tool by index, by name,
   * or only by the field that could not be parsed.
   */
  readonly refusedTool?: readonly RefusedAnswer[];
  /** Replies whose bytes must come back unchanged. */
  readonly goldens: Readonly<Record<GoldenId, Golden | NotApplicable>>;
  /**
   * Reader of requests.
   *
   * Written against the vendor's reference of the request, independently of the
   * provider.
   */
  readonly requests: RequestReader;
  /**
   * Response to a request for the models, and the ids that must be read from
   * it.
   *
   * `ids` is in the order of `answer`, without models that cannot generate
   * text.
   */
  readonly models: { readonly answer: JsonValue; readonly ids: readonly string[] };
  /**
   * Responses to auxiliary requests, by path. Not part of a script and not
   * counted. Default: none.
   *
   * Some providers ask a server what a model can do before the first reply.
   * Without an entry here, such a request would use up a reply of the script.
   */
  readonly asides?: Readonly<Record<string, JsonValue>>;
  /** Form of recordings of this wire. */
  readonly recorded: RecordedForm;
  /**
   * Fields that this wire needs in every request. Default: none.
   *
   * Replaces fields of the request that `requestOf` builds, and is replaced by
   * the fields of a case.
   */
  readonly request?: Partial<ModelRequest>;
}
