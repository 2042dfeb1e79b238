import type { JsonValue, ModelEvent } from "@skein/protocol";
import { badStream } from "../error-context.ts";
import type { ErrorContext } from "../error-context.ts";
import { jsonIn } from "../json-fields.ts";
import type { ServerSentEvent } from "./server-sent-events.ts";

/** What knows a vendor's stream: it takes what comes, and adds to `out` what it means. One for each reply. */
export interface ReplyDecoder {
  /** Throws a `ProviderError` for an event that is an error, or that breaks the wire's rules. */
  take(sent: ServerSentEvent, out: ModelEvent[]): void;
  /** The same for a reply that came whole, as JSON. `false` when it is none. Absent where that never happens. */
  takeWhole?(body: JsonValue, out: ModelEvent[]): boolean;
  /**
   * Nothing more will come: ends the reply if it may end here, and throws if what ended it is a failure.
   *
   * @param isTorn - the connection broke: counters that came before the reason to stop are not those of the whole reply,
   *   so usage is unknown then.
   */
  close(out: ModelEvent[], isTorn: boolean): void;
  begun(): boolean;
  /** Whether the reply could end here, although more may come: counters, say. */
  settled(): boolean;
  /** Whether the reply has come to its end. */
  ended(): boolean;
}

/**
 * What an event of a stream holds; `undefined` when it holds nothing to read, or ends the stream in the manner of
 * another vendor, as proxies that speak several protocols do. Throws `bad-stream` for what is not JSON.
 */
export function eventJson({ data }: ServerSentEvent, context: ErrorContext): JsonValue | undefined {
  if (data === "[DONE]" || data.trim() === "") return undefined;
  const value = jsonIn(data);
  if (value === undefined) throw badStream("An event of the reply is not JSON", context, { seen: data });
  return value;
}
