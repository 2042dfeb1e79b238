// A reply as its reader knows it at the end. Cases compare facts instead of
// events, so that a provider may cut deltas as it likes.

import { textIn } from "./text-in.ts";
import { isBroken, ProviderError } from "@skein/protocol";
import type { AssistantPart, JsonValue, ProviderErrorCode, StopReason, Usage } from "@skein/protocol";
import { partsOf } from "./outcome-of.ts";
import type { Outcome } from "./outcome-of.ts";

/** Error as a reader of the events knows it. */
interface SeenFailure {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
}

/** Call without its id. Ids are compared separately. */
type SeenCall =
  | { readonly name: string; readonly input: JsonValue }
  | { readonly name: string; readonly raw: string; readonly problem: string };

/** Facts that a reader of the events knows in the end. */
export interface Seen {
  /** Texts of all parts, joined. */
  readonly text: string;
  /** Thinking of all parts, joined. */
  readonly thinking: string;
  /** Calls in order, broken ones with their raw arguments. */
  readonly calls: readonly SeenCall[];
  /** Ids of the calls, in the same order. */
  readonly ids: readonly string[];
  /** Types of all parts, in order. */
  readonly kinds: readonly AssistantPart["type"][];
  /** Stop reason. `undefined`: no `message-end` came. */
  readonly stop: StopReason | undefined;
  /** The vendor's word for it. */
  readonly rawStop: string | undefined;
  /** Counters. */
  readonly usage: Usage | undefined;
  /** The vendor's own counters. */
  readonly rawUsage: JsonValue | undefined;
  /** The vendor's id of the request. */
  readonly requestId: string | undefined;
  /** Error, if the stream failed. */
  readonly failure: SeenFailure | undefined;
}

/**
 * Collects the facts of an outcome. Throws what the stream threw if that is not
 * a `ProviderError`: a defect of the provider.
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
