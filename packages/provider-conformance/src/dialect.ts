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

/** Mark for something that a wire does not have. The report lists it. */
export interface NotApplicable {
  /** Reason, as a sentence. */
  readonly notApplicable: string;
}

/** Returns true for the mark. */
export function isNotApplicable(value: unknown): value is NotApplicable {
  return typeof value === "object" && value !== null && "notApplicable" in value;
}

/** Bytes of a response. Text is sent as UTF-8. */
export type Bytes = string | Uint8Array;

/** Options of `Dialect.encode`. */
interface EncodeOptions {
  /**
   * Stop reason in the wire's own word. Default: the one that fits the parts.
   */
  readonly stop?: string;
  /** Counters in the wire's own form. `null`: none are sent. Default: some. */
  readonly usage?: JsonObject | null;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/** Stream that a wire writes in its own form. */
export interface OwnStream {
  /** Body of the response. */
  readonly bytes: Bytes;
  /** Content type of the response. Default: that of the dialect. */
  readonly contentType?: string;
  /**
   * Facts that must be seen in the stream, in addition to those that its case
   * expects on every wire.
   */
  readonly also?: Partial<Seen>;
}

/** Counters as the wire sends them, and what they mean. */
interface Counters {
  /** Counters in the wire's own form. `null`: none are sent. */
  readonly raw: JsonObject | null;
  /** Counters that must be read. */
  readonly usage: Usage;
}

/**
 * Error response of a vendor.
 *
 * Quote the vendor's message: the case checks that its first 20 characters
 * reach the user.
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
 */
export interface Golden {
  /** Body of the reply. */
  readonly bytes: Bytes;
  /** Finds the place of these bytes in the next request. */
  readonly back: (body: JsonObject) => unknown;
  /** Value that must be there. */
  readonly is: unknown;
  /** Piece of those bytes that must not be sent to any other model. */
  readonly secret: string;
}

/** Tool call in a request. */
interface SentCall {
  /** Id of the call, or what replaces it on this wire. */
  readonly id: string;
  /** Name on the wire. */
  readonly name: string;
  /** Arguments, parsed. */
  readonly input: JsonValue;
}

/** Tool result in a request. */
interface SentResult {
  /** Id of the call, or what replaces it on this wire. */
  readonly id: string;
  /** Whole content, as JSON or text. */
  readonly said: string;
}

/** Tool definition in a request. */
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
 */
interface RequestReader {
  /** Finds the calls of all replies, in order. */
  readonly calls: (body: JsonObject) => readonly SentCall[];
  /** Finds the results, in order. */
  readonly results: (body: JsonObject) => readonly SentResult[];
  /** Finds the tool definitions, in order. */
  readonly tools: (body: JsonObject) => readonly SentTool[];
  /** Lists what the vendor would refuse about a tool. Empty: it is accepted. */
  readonly toolProblems: (tool: SentTool) => readonly string[];
}

/**
 * Stop reason that a vendor can have a word for.
 *
 * `other` is missing: every word that is not known means it.
 */
export type StopId = Exclude<StopReason, "other">;

/**
 * Sets of counters: all without a cache, all with one, and none.
 *
 * `cached` must tell tokens that were read from and written to a cache from the
 * others, since they have other prices.
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
 * - `missing-finish-reason`: an end without a reason.
 * - `things-of-tomorrow`: events and fields that do not exist yet.
 * - `error-inside`: an error after the first delta.
 * - `error-as-body`: an error with status 200.
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

/** Codes that a vendor can answer a request with. */
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
 */
export interface Dialect {
  /** Name of the wire in recordings, such as `anthropic-messages`. */
  readonly id: string;
  /** Path after a server's address in the base URL, such as `/v1`. */
  readonly path: string;
  /** Content type of a stream. */
  readonly contentType: string;
  /** Framing of a stream. `server-sent-events` adds cases about its rules. */
  readonly framing: "server-sent-events" | "other";
  /**
   * Header that names a request, in lower case. `undefined`: the wire has none.
   */
  readonly requestIdHeader: string | undefined;
  /** Encodes a whole reply. Sidecars contain what only this wire has. */
  readonly encode: (parts: readonly AssistantPart[], options?: EncodeOptions) => Bytes;
  /**
   * The vendor's word for each stop reason. `unknown`: any word that does not
   * exist yet.
   */
  readonly stops: Readonly<Record<StopId | "unknown", string | NotApplicable>>;
  /** Counters in the vendor's form. */
  readonly counters: Readonly<Record<CountersId, Counters | NotApplicable>>;
  /** Streams in the vendor's form. */
  readonly streams: Readonly<Record<OwnStreamId, OwnStream | NotApplicable>>;
  /** Error responses for each code, at least one; the vendor's own forms. */
  readonly refused: Readonly<Record<RefusedId, readonly RefusedAnswer[] | NotApplicable>>;
  /**
   * Error responses that reject the definition of the second tool of a request,
   * `write`; the vendor's own forms. Default: none are known.
   */
  readonly refusedTool?: readonly RefusedAnswer[];
  /** Replies whose bytes must come back unchanged. */
  readonly goldens: Readonly<Record<GoldenId, Golden | NotApplicable>>;
  /** Reader of requests. */
  readonly requests: RequestReader;
  /**
   * Response to a request for the models, and the ids that must be read from
   * it.
   */
  readonly models: { readonly answer: JsonValue; readonly ids: readonly string[] };
  /**
   * Responses to auxiliary requests, by path. Not part of a script and not
   * counted. Default: none.
   */
  readonly asides?: Readonly<Record<string, JsonValue>>;
  /** Form of recordings of this wire. */
  readonly recorded: RecordedForm;
  /** Fields that this wire needs in every request. Default: none. */
  readonly request?: Partial<ModelRequest>;
}
