/** What an independent reader made of an answer. */
export interface Expected {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly {
    readonly id?: string | null;
    readonly name: string;
    readonly args?: unknown;
    readonly input?: unknown;
  }[];
  /** The vendor's own word. */
  readonly stop: string | null;
  /** The vendor's word when it blocked the prompt. */
  readonly blockReason?: string;
  /** The vendor's own counters. */
  readonly usage: Readonly<Record<string, unknown>> | null;
  readonly error: {
    /** The vendor's own word. */
    readonly code?: string;
    readonly message?: string;
    readonly httpStatus?: number;
    readonly retryDelay?: string;
  } | null;
  readonly blocks: readonly string[];
  /** How many parts were signed. */
  readonly signatures?: number;
}

/** One answer that was recorded. */
export interface RecordedExchange<Want = Expected> {
  /** The case and its turn: `anthropic/tool-use 1`. */
  readonly name: string;
  /** The wire: `anthropic-messages`. */
  readonly api: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `sse`, `json`, `ndjson`, `text`, `eventstream`, or `lines` when the framing was lost. */
  readonly wire: string;
  readonly bytes: Buffer;
  /** `undefined` without an independent reading. */
  readonly expected: Want;
}
