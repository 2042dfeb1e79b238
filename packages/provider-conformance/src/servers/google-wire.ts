import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

export interface GoogleWireOptions {
  readonly model?: string;
  readonly responseId?: string;
  /** The wire's reason for the end. Default: `STOP`. */
  readonly stop?: string;
  /** Counters of every event; `null` leaves them out. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters a delta. Default 20. */
  readonly deltaSize?: number;
}

type WirePart = Readonly<Record<string, unknown>>;

/**
 * A reply as `streamGenerateContent` streams it. Sidecars hold what is particular to the wire: `{ signature }` of a
 * text, a thought or a call, the whole of an opaque part. A signed part comes in one piece. Calls
 * have ids, except for those whose id is `""`; broken ones cannot be said on this wire and are refused.
 */
export function googleStream(parts: readonly AssistantPart[], options: GoogleWireOptions = {}): string {
  const { model = "gemini-test", responseId = "resp_test", stop = "STOP", deltaSize = 20 } = options;
  const { usage = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 } } = options;
  const counted = usage === null ? {} : { usageMetadata: usage };
  const encodedParts = parts.flatMap((part) => encoded(part, deltaSize));
  const said = encodedParts.length === 0 ? [{ text: "" }] : encodedParts;
  return said
    .map((part, at) => {
      const content = { parts: [part], role: "model" };
      const end = at === said.length - 1 ? { finishReason: stop } : {};
      const candidates = [{ content, ...end, index: 0 }];
      return `data: ${JSON.stringify({ candidates, ...counted, modelVersion: model, responseId })}\r\n\r\n`;
    })
    .join("");
}

function encoded(part: AssistantPart, deltaSize: number): WirePart[] {
  if (part.type === "opaque") return [part.sidecar.data as WirePart];
  const { signature } = (part.sidecar?.data ?? {}) as { readonly signature?: string };
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  if (part.type === "tool-call") {
    if (isBroken(part)) throw new Error(`A broken call (${part.name}) cannot be said on this wire.`);
    const id = part.id === "" ? {} : { id: part.id };
    return [{ functionCall: { name: part.name, args: part.input, ...id }, ...signed }];
  }
  const thought = part.type === "thinking" ? { thought: true } : {};
  if (signature === undefined) return pieces(part.text, deltaSize).map((text) => ({ text, ...thought }));
  // What is not signed would be a part of its own.
  return [{ text: part.text, ...thought, ...signed }];
}
