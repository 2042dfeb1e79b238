import { isDeepStrictEqual } from "node:util";
import type { JsonObject, ModelEvent } from "@skein/protocol";
import { badStream, finishCall, jsonIn } from "@skein/provider-kit";
import type { ErrorContext, Owner } from "@skein/provider-kit";
import { metadataSidecar, savedPart } from "../sidecar.ts";
import { merged } from "./prose.ts";
import type { StreamPart } from "./stream-part.ts";

type CallPart = Extract<
  StreamPart,
  { type: "tool-input-start" | "tool-input-delta" | "tool-input-end" | "tool-call" }
>;

interface Call {
  readonly part: number;
  readonly id: string;
  readonly name: string;
  readonly deltas: string[];
  /** The arguments in one piece; `undefined` while they have not come. */
  whole: string | undefined;
  metadata: JsonObject;
}

export interface CallContext {
  readonly owner: Owner;
  readonly newPart: () => number;
  readonly toolName: (wireName: string) => string;
  /** A call id that is unlike the others of this reply. */
  readonly callId: (received: string) => string;
  readonly context: ErrorContext;
}

export interface Calls {
  take(part: CallPart, out: ModelEvent[]): void;
  /** @param complete - `false` when an output limit ended the reply. */
  closeAll(complete: boolean, out: ModelEvent[]): void;
  count(): number;
}

/**
 * Calls that Skein is to run. They are closed at the end of the reply: only its reason to finish tells
 * whether the last one was cut off, and the AI SDK hands out such a call like a whole one.
 */
export function createCalls({ owner, newPart, toolName, callId, context }: CallContext): Calls {
  const calls: Call[] = [];
  /** By the vendor's id: the call whose arguments are on their way. */
  const open = new Map<string, Call>();

  const start = (received: string, wireName: string, out: ModelEvent[]): Call => {
    const name = toolName(wireName);
    const id = callId(received);
    const call: Call = { part: newPart(), id, name, deltas: [], whole: undefined, metadata: {} };
    calls.push(call);
    open.set(received, call);
    out.push({ type: "part-start", part: call.part, kind: "tool-call", name });
    return call;
  };

  const take = (part: CallPart, out: ModelEvent[]): void => {
    switch (part.type) {
      case "tool-input-start":
        // One that the vendor runs itself comes again, whole, as `tool-call`.
        if (part.providerExecuted !== true) note(start(part.id, part.toolName, out), part);
        return;
      case "tool-input-delta": {
        const call = open.get(part.id);
        if (!call || part.delta === "") return;
        call.deltas.push(part.delta);
        out.push({ type: "input-delta", part: call.part, delta: part.delta });
        return;
      }
      case "tool-input-end":
        return;
      case "tool-call": {
        const call = open.get(part.toolCallId) ?? start(part.toolCallId, part.toolName, out);
        open.delete(part.toolCallId);
        call.whole = part.input;
        note(call, part);
      }
    }
  };

  const close = (call: Call, complete: boolean, out: ModelEvent[]): void => {
    const { part, id, name, deltas, whole, metadata } = call;
    const joined = deltas.join("");
    if (whole !== undefined && deltas.length > 0 && !isSame(joined, whole)) {
      throw badStream("The arguments of a call are not what had been streamed of them", context);
    }
    const sidecar = Object.keys(metadata).length > 0 ? metadataSidecar(owner, metadata) : undefined;
    const raw = deltas.length > 0 ? joined : (whole ?? "");
    const content = finishCall({ id, name, raw, complete: complete && whole !== undefined, sidecar });
    out.push({ type: "part-end", part, content });
  };

  return {
    take,
    closeAll: (complete, out) => calls.forEach((call) => close(call, complete, out)),
    count: () => calls.length,
  };
}

function note(call: Call, { providerMetadata }: CallPart): void {
  call.metadata = merged(call.metadata, savedPart(providerMetadata ?? {}));
}

/** Some AI SDK packages rewrite arguments; their version counts. */
function isSame(joined: string, whole: string): boolean {
  if (joined === whole) return true;
  const [left, right] = [joined, whole].map((text) => (text.trim() === "" ? {} : jsonIn(text)));
  return left !== undefined && isDeepStrictEqual(left, right);
}
