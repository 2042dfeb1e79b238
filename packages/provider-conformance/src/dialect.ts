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

/** Why there is nothing to try. */
export interface NotApplicable {
  readonly notApplicable: string;
}

export function isNotApplicable(value: unknown): value is NotApplicable {
  return typeof value === "object" && value !== null && "notApplicable" in value;
}

export type Bytes = string | Uint8Array;

interface EncodeOptions {
  /** The wire's own word. Default: the one that goes with the parts. */
  readonly stop?: string;
  /** The wire's own counters; `null` sends none. */
  readonly usage?: JsonObject | null;
  /** Characters a delta. */
  readonly deltaSize?: number;
}

/** A stream that only this wire can say, and what is seen of it beyond what its case wants on every wire. */
export interface OwnStream {
  readonly bytes: Bytes;
  readonly contentType?: string;
  readonly also?: Partial<Seen>;
}

/** Counters as the wire says them and as they are meant. */
interface Counters {
  readonly raw: JsonObject | null;
  readonly usage: Usage;
}

interface RefusedAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

/** A reply with bytes that must come back unchanged in the next request. */
export interface Golden {
  readonly bytes: Bytes;
  /** Finds the place in the next request where they stand. */
  readonly back: (body: JsonObject) => unknown;
  readonly is: unknown;
  /** A piece of those bytes that no other model may be sent. */
  readonly secret: string;
}

interface SentCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
}

interface SentResult {
  /** Of the call, or what stands for it on this wire. */
  readonly id: string;
  /** All that is said of it, as JSON or text. */
  readonly said: string;
}

export interface SentTool {
  readonly name: string;
  readonly schema: unknown;
}

/** How requests of this wire are read by the one they are for. */
interface RequestReader {
  readonly calls: (body: JsonObject) => readonly SentCall[];
  readonly results: (body: JsonObject) => readonly SentResult[];
  readonly tools: (body: JsonObject) => readonly SentTool[];
  /** What the vendor would refuse of a tool. */
  readonly toolProblems: (tool: SentTool) => readonly string[];
}

export type StopId = Exclude<StopReason, "other">;

export type CountersId = "full" | "cached" | "none";

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

export const goldenIds = [
  "signature",
  "redacted",
  "encrypted",
  "reasoning-details",
  "signed-call",
  "opaque",
] as const;
export type GoldenId = (typeof goldenIds)[number];

export const refusedIds = [
  "auth",
  "quota",
  "rate-limited",
  "overloaded",
  "context-overflow",
  "bad-request",
  "not-found",
] as const satisfies readonly ProviderErrorCode[];
type RefusedId = (typeof refusedIds)[number];

/**
 * A wire as a vendor speaks it: its words for what all of them mean. A new one is data and a few small
 * functions; the cases are the same for all.
 */
export interface Dialect {
  /** The name that recordings have for it: `anthropic-messages`, say. */
  readonly id: string;
  /** What comes after a server's own address in the base URL. */
  readonly path: string;
  readonly contentType: string;
  readonly framing: "server-sent-events" | "other";
  /** The header that names a request, in lower case; `undefined` where the wire has none. */
  readonly requestIdHeader: string | undefined;
  /** A whole reply. Sidecars hold what is particular to the wire. */
  readonly encode: (parts: readonly AssistantPart[], options?: EncodeOptions) => Bytes;
  readonly stops: Readonly<Record<StopId | "unknown", string | NotApplicable>>;
  readonly counters: Readonly<Record<CountersId, Counters | NotApplicable>>;
  readonly streams: Readonly<Record<OwnStreamId, OwnStream | NotApplicable>>;
  /** One answer or more for each kind; the vendor's own forms. */
  readonly refused: Readonly<Record<RefusedId, readonly RefusedAnswer[] | NotApplicable>>;
  /** Answers that reject the definition of the second tool of a request, `write`; the vendor's own forms. Default: none is known. */
  readonly refusedTool?: readonly RefusedAnswer[];
  readonly goldens: Readonly<Record<GoldenId, Golden | NotApplicable>>;
  readonly requests: RequestReader;
  /** The answer to a question for the models, and the ids that are to be read from it. */
  readonly models: { readonly answer: JsonValue; readonly ids: readonly string[] };
  /** Responses to auxiliary requests, by path; not part of a script and not counted. */
  readonly asides?: Readonly<Record<string, JsonValue>>;
  readonly recorded: RecordedForm;
  /** What this wire needs a request to have. */
  readonly request?: Partial<ModelRequest>;
}
