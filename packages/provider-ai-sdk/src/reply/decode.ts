import type { JsonObject, ModelEvent } from "@skein/protocol";
import { badStream, createUniqueIds } from "@skein/provider-kit";
import type { ErrorContext, Owner } from "@skein/provider-kit";
import { errorOf } from "../errors.ts";
import { partSidecar, savedPart } from "../sidecar.ts";
import { createCalls } from "./calls.ts";
import { createProse } from "./prose.ts";
import { finishOf } from "./stop.ts";
import type { FinishPart, StreamPart } from "./stream-part.ts";
import { usageOf } from "./usage.ts";
import { warningText } from "./warnings.ts";

export interface DecodeContext {
  readonly owner: Owner;
  readonly requestId: string | undefined;
  /** A tool's own name for the one it has on the wire. */
  readonly toolName: (wireName: string) => string;
  readonly context: ErrorContext;
  readonly warnOnce: (text: string) => void;
}

/** Kinds of parts that say what the end of the reply says again: an empty reply must stay empty. */
const isOfMessage = /\.message_start$/;

/** Reads the parts that a model of the AI SDK streams. One for each reply. */
export interface Decoder {
  /** Throws `ProviderError` for a part that is an error, or that breaks the rules. */
  take(part: StreamPart, out: ModelEvent[]): void;
  /** Nothing more will come. Throws `bad-stream` when the reply has not ended. */
  close(): void;
  ended(): boolean;
}

export function createDecoder({ owner, requestId, toolName, context, warnOnce }: DecodeContext): Decoder {
  let next = 0;
  let begun = false;
  let ended = false;
  const newPart = (): number => next++;
  const prose = createProse({ owner, newPart });
  const calls = createCalls({ owner, newPart, toolName, callId: createUniqueIds(), context });

  const begin = (modelId: string, out: ModelEvent[]): void => {
    if (begun) return;
    begun = true;
    out.push({ type: "message-start", modelId, ...(requestId === undefined ? {} : { requestId }) });
  };

  const opaque = (saved: JsonObject, out: ModelEvent[]): void => {
    const part = newPart();
    out.push({ type: "part-start", part, kind: "opaque" });
    out.push({ type: "part-end", part, content: { type: "opaque", sidecar: partSidecar(owner, saved) } });
  };

  const finish = ({ finishReason, usage }: FinishPart, out: ModelEvent[]): void => {
    const { stop, rawStop } = finishOf(finishReason, calls.count() > 0);
    if (stop === undefined) throw badStream("The reply ended before it was complete", context);
    prose.closeAll(out);
    calls.closeAll(stop !== "length", out);
    out.push({ type: "message-end", stop, rawStop, ...usageOf(usage) });
    ended = true;
  };

  return {
    ended: () => ended,
    close() {
      if (!ended) throw badStream("The reply ended before it was complete", context);
    },
    take(part, out) {
      switch (part.type) {
        case "stream-start":
          for (const warning of part.warnings) warnOnce(warningText(warning));
          return;
        case "ping":
        case "raw":
          return;
        case "response-metadata":
          begin(part.modelId ?? owner.model, out);
          return;
        case "error":
          throw errorOf(part.error, context, true);
        default:
      }
      begin(owner.model, out);
      switch (part.type) {
        case "text-start":
        case "text-delta":
        case "text-end":
        case "reasoning-start":
        case "reasoning-delta":
        case "reasoning-end":
          return prose.take(part, out);
        case "tool-input-start":
        case "tool-input-delta":
        case "tool-input-end":
          return calls.take(part, out);
        case "tool-call":
          return part.providerExecuted === true ? opaque(savedPart(part), out) : calls.take(part, out);
        case "finish":
          return finish(part, out);
        case "custom":
          return isOfMessage.test(part.kind) ? undefined : opaque(savedPart(part), out);
        case "tool-result":
        case "tool-approval-request":
        case "file":
        case "reasoning-file":
        case "source":
          return opaque(savedPart(part), out);
      }
    },
  };
}
