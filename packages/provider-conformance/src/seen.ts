import { isBroken, ProviderError } from "@skein/protocol";
import type { AssistantPart, JsonValue, ProviderErrorCode, StopReason, Usage } from "@skein/protocol";
import { partsOf } from "./outcome-of.ts";
import type { Outcome } from "./outcome-of.ts";

interface SeenFailure {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
}

/** A call without its id: the ids are looked at on their own. */
type SeenCall =
  | { readonly name: string; readonly input: JsonValue }
  | { readonly name: string; readonly raw: string; readonly problem: string };

/** What a reader of the events knows in the end. */
export interface Seen {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly SeenCall[];
  readonly ids: readonly string[];
  readonly kinds: readonly AssistantPart["type"][];
  readonly stop: StopReason | undefined;
  readonly rawStop: string | undefined;
  readonly usage: Usage | undefined;
  readonly rawUsage: JsonValue | undefined;
  readonly requestId: string | undefined;
  readonly failure: SeenFailure | undefined;
}

/** Throws what was thrown when that is no `ProviderError`. */
export function seenIn({ events, error }: Outcome): Seen {
  if (error !== undefined && !ProviderError.is(error)) throw error;
  const parts = partsOf(events);
  const calls = parts.filter((part) => part.type === "tool-call");
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

function textIn(parts: readonly AssistantPart[], type: "text" | "thinking"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}
