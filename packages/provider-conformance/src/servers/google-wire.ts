// An encoder of Gemini's wire, written independently of the provider that reads
// it.

import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/** Options of `googleStream`. */
export interface GoogleWireOptions {
  /** Model of every event. Default: `gemini-test`. */
  readonly model?: string;
  /** Id of the response. Default: `resp_test`. */
  readonly responseId?: string;
  /**
   * Finish reason of the wire. Default: `STOP`, also with calls: this wire has
   * no reason of its own for them.
   */
  readonly stop?: string;
  /** Counters of every event. `null`: none. Default: 11 and 7 tokens. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/** Part of the wire. */
type WirePart = Readonly<Record<string, unknown>>;

/**
 * Encodes a reply as `streamGenerateContent` streams it.
 *
 * Sidecars contain what only this wire has: `{ signature }` of a text, of
 * thinking or of a call, the whole of an opaque part. A signed part comes in
 * one piece. Calls have ids, except for those whose id is `""`. Throws for
 * broken calls: this wire cannot express them.
 *
 * Each event is a whole response with one part. The last one has the finish
 * reason; a reply without parts is one empty text. Lines end with CR LF, as the
 * vendor's do.
 *
 * Source: ai.google.dev/api/generate-content.
 *
 * @example
 * ```ts
 * const call: ToolCall = { type: "tool-call", id: "", name: "look", input: {} };
 * const stream = googleStream([call]); // a call without an id
 * ```
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

/** Encodes one part, in several pieces if it is text. */
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
  // A piece without the signature would be a part of its own.
  return [{ text: part.text, ...thought, ...signed }];
}
