// Recorded responses, each with what another program has read from it. Two
// names for one fact (`args` and `input`) come from two recorders.

/**
 * Reading of a response by an independent program, the oracle.
 *
 * The oracle is another implementation, such as the vendor's own library. It
 * has no part in Skein, so an agreement between the two is evidence about the
 * bytes.
 */
export interface Expected {
  /** Text of the reply. */
  readonly text: string;
  /** Thinking of the reply. */
  readonly reasoning: string;
  /**
   * Calls in order. `args` and `input` are two names for the arguments.
   *
   * An absent id was not sent by the vendor; the provider's own is then not
   * compared.
   */
  readonly toolCalls: readonly {
    readonly id?: string | null;
    readonly name: string;
    readonly args?: unknown;
    readonly input?: unknown;
  }[];
  /**
   * The vendor's word for the stop reason. `null`: none came.
   *
   * Compared with `rawStop` of `message-end`.
   */
  readonly stop: string | null;
  /**
   * The vendor's word for why the prompt was blocked.
   *
   * Used in place of `stop`, which a blocked prompt lacks.
   */
  readonly blockReason?: string;
  /**
   * The vendor's own counters. `null`: none came.
   *
   * Compared with `rawUsage`, restricted to `RecordedForm.counters` where the
   * dialect lists some.
   */
  readonly usage: Readonly<Record<string, unknown>> | null;
  /** Error instead of a reply. `null`: none. */
  readonly error: {
    /** The vendor's own word. */
    readonly code?: string;
    readonly message?: string;
    readonly httpStatus?: number;
    readonly retryDelay?: string;
  } | null;
  /**
   * Types of the parts, in the vendor's words.
   *
   * Compared only if the dialect can name parts in these words: see
   * `RecordedForm.blocks`.
   */
  readonly blocks: readonly string[];
  /** Number of signed parts. Absent: 0. */
  readonly signatures?: number;
}

/**
 * Recorded response. `Want` is the type of the oracle's reading.
 *
 * One turn of a recorded session. Requests were not recorded: what a provider
 * sends is tested by `turns/…` and `tools/…`.
 */
export interface RecordedExchange<Want = Expected> {
  /** Case and turn, such as `anthropic/tool-use 1`. */
  readonly name: string;
  /** Wire, such as `anthropic-messages`. */
  readonly api: string;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Form of the bytes: `sse`, `json`, `ndjson`, `text`, `eventstream`, or
   * `lines` if the framing was lost.
   */
  readonly wire: string;
  /** Body as it is in the file. An `eventstream` is base64 there. */
  readonly bytes: Buffer;
  /** Reading of the oracle. `undefined`: none exists. */
  readonly expected: Want;
}
