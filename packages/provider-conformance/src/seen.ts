// A reply as its reader knows it at the end. Cases compare facts instead of
// events, so that a provider may cut deltas as it likes. Vendors change the
// sizes of deltas without notice, and so may a provider that joins or splits
// them.

import { textIn } from "./text-in.ts";
import {
  isBroken,
  ProviderError,
  type AssistantPart,
  type JsonValue,
  type ProviderErrorCode,
  type StopReason,
  type Usage,
} from "@skein/protocol";
import { partsOf, type Outcome } from "./outcome-of.ts";

/**
 * Error as a reader of the events knows it.
 *
 * The two facts that an agent acts on: the code chooses the reaction, and
 * `retryable` whether the same request is sent again.
 */
interface SeenFailure {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
}

/**
 * Call without its id. Ids are compared separately.
 *
 * The second form is a call that must not be run. Its raw arguments are stored
 * and shown, and the model learns that it was not run.
 */
type SeenCall =
  | { readonly name: string; readonly input: JsonValue }
  | { readonly name: string; readonly raw: string; readonly problem: string };

/** Facts that a reader of the events knows in the end. */
export interface Seen {
  /** Texts of all parts, joined. */
  readonly text: string;
  /** Thinking of all parts, joined. */
  readonly thinking: string;
  /**
   * Calls in order, broken ones with their raw arguments.
   *
   * Names are those of the tools, not those of the wire.
   */
  readonly calls: readonly SeenCall[];
  /**
   * Ids of the calls, in the same order.
   *
   * Results refer to calls by these, so two calls with one id would get each
   * other's results.
   */
  readonly ids: readonly string[];
  /**
   * Types of all parts, in order.
   *
   * The order of text and calls matters: vendors reject a conversation whose
   * blocks were reordered after a signed thought.
   */
  readonly kinds: readonly AssistantPart["type"][];
  /**
   * Stop reason. `undefined`: no `message-end` came.
   *
   * A reply without one is incomplete, whatever its content looks like.
   */
  readonly stop: StopReason | undefined;
  /**
   * The vendor's word for it.
   *
   * Logged next to the mapped reason, so that a new word of the vendor can be
   * recognized.
   */
  readonly rawStop: string | undefined;
  /** Counters. */
  readonly usage: Usage | undefined;
  /**
   * The vendor's own counters.
   *
   * Preserved for audits: prices can be recomputed when a counter gets a new
   * meaning.
   */
  readonly rawUsage: JsonValue | undefined;
  /** The vendor's id of the request. */
  readonly requestId: string | undefined;
  /** Error, if the stream failed. */
  readonly failure: SeenFailure | undefined;
}

/**
 * Collects the facts of an outcome. Throws what the stream threw if that is not
 * a `ProviderError`: a defect of the provider.
 *
 * Cases about content can therefore assume that a failure is one that the
 * provider has classified.
 */
export function seenIn({ events, error }: Outcome): Seen {
  if (error !== undefined && !ProviderError.is(error)) throw error;
  const parts = partsOf(events);
  const calls = parts.filter((part) => part.type === "tool-call");
  // By position: the law of events has been checked in another case.
  const [start, end] = [events[0], events.at(-1)];
  const ended = end?.type === "message-end" ? end : undefined;
  return {
    text: textIn(parts, "text"),
    thinking: textIn(parts, "thinking"),
    calls: calls.map((call) =>
      isBroken(call)
        ? { name: call.name, raw: call.raw, problem: call.problem }
        : { name: call.name, input: call.input },
    ),
    ids: calls.map(({ id }) => id),
    kinds: parts.map(({ type }) => type),
    stop: ended?.stop,
    rawStop: ended?.rawStop,
    usage: ended?.usage,
    rawUsage: ended?.rawUsage,
    requestId: start?.type === "message-start" ? start.requestId : undefined,
    failure: error === undefined ? undefined : { code: error.code, retryable: error.retryable },
  };
}
