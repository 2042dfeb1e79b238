// An encoder of Bedrock's wire, with its binary frames, written independently
// of the provider that reads it.

import { crc32 } from "node:zlib";
import { isBroken, type AssistantPart, type JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/**
 * Event of the wire: its name and its payload. A name that ends in `Exception`
 * is an error.
 */
export type BedrockEvent = readonly [name: string, payload: unknown];

/** Options of `bedrockStream`. */
export interface BedrockWireOptions {
  /**
   * Stop reason of the wire. Default: `tool_use` if a call is among the parts,
   * else `end_turn`.
   */
  readonly stop?: string;
  /**
   * Counters of the `metadata` event. `null`: the event is left out. Default:
   * 11 and 7 tokens.
   */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/** Default counters. */
const counted = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };

/**
 * Encodes a reply as `ConverseStream` sends it.
 *
 * Sidecars contain what only this wire has: `{ signature }` or `{ redacted }`
 * of thinking; for an opaque part a block as it is sent back, a call that the
 * vendor answered itself.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, ConverseStream.
 *
 * The events are, in this order:
 *
 * - `messageStart` with the role
 * - for each part: `contentBlockStart` (calls only), `contentBlockDelta` once
 *   or more, `contentBlockStop`
 * - `messageStop` with the stop reason
 * - `metadata` with the counters
 */
export function bedrockStream(
  parts: readonly AssistantPart[],
  { stop, usage = counted, deltaSize = 20 }: BedrockWireOptions = {},
): Buffer {
  const called = parts.some((part) => part.type === "tool-call");
  return bedrockFrames([
    ["messageStart", { role: "assistant" }],
    ...parts.flatMap((part, index) => blockEvents(part, index, deltaSize)),
    ["messageStop", { stopReason: stop ?? (called ? "tool_use" : "end_turn") }],
    ...(usage === null ? [] : [["metadata", { usage, metrics: { latencyMs: 5 } }] as const]),
  ]);
}

/**
 * Frames events in the vendor's binary format.
 *
 * The frames have the content type `application/json` and the message type
 * `event` or `exception`.
 *
 * @example
 * ```ts
 * const bytes = bedrockFrames([
 *   ["messageStart", { role: "assistant" }],
 *   ["throttlingException", { message: "Too many requests" }],
 * ]);
 * ```
 */
export function bedrockFrames(events: readonly BedrockEvent[]): Buffer {
  return Buffer.concat(
    events.map(([name, payload]) => {
      const kind = name.endsWith("Exception") ? "exception" : "event";
      return bedrockFrame(
        { [`:${kind}-type`]: name, ":content-type": "application/json", ":message-type": kind },
        JSON.stringify(payload),
      );
    }),
  );
}

/**
 * Writes one frame: lengths, headers, payload and two checksums.
 *
 * Layout in bytes: length of the frame (4), length of the headers (4), checksum
 * of these (4), headers, payload, checksum of everything before (4). Numbers
 * are big-endian; checksums are CRC-32.
 *
 * To test that a reader checks both checksums, change a byte of the result.
 *
 * Source: smithy.io/2.0/aws/amazon-eventstream.
 *
 * @param headers - headers whose values are text.
 * @param otherHeaders - encoded headers of other types. Default: none.
 */
export function bedrockFrame(
  headers: Readonly<Record<string, string>>,
  payload: string,
  otherHeaders: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.concat([otherHeaders, ...Object.entries(headers).map(headerOf)]);
  const body = Buffer.from(payload);
  const bytes = Buffer.alloc(16 + head.length + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(head.length, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  head.copy(bytes, 12);
  body.copy(bytes, 12 + head.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** Encodes a header: length and name, type 7 (text), length and value. */
function headerOf([name, value]: readonly [string, string]): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([7]), length, text]);
}

/** Encodes one part as a content block. Only calls have a start. */
function blockEvents(part: AssistantPart, contentBlockIndex: number, deltaSize: number): BedrockEvent[] {
  const { start, deltas } = encoded(part, deltaSize);
  return [
    ...(start === undefined ? [] : [["contentBlockStart", { contentBlockIndex, start }] as const]),
    ...deltas.map((delta) => ["contentBlockDelta", { contentBlockIndex, delta }] as const),
    ["contentBlockStop", { contentBlockIndex }],
  ];
}

/** Start of a content block, and its deltas. */
interface Encoded {
  readonly start?: unknown;
  readonly deltas: readonly unknown[];
}

/** Encodes one part. */
function encoded(part: AssistantPart, deltaSize: number): Encoded {
  switch (part.type) {
    case "text":
      return { deltas: pieces(part.text, deltaSize).map((text) => ({ text })) };
    case "thinking": {
      const { signature, redacted } = (part.sidecar?.data ?? {}) as { signature?: string; redacted?: string };
      if (redacted !== undefined) return { deltas: [{ reasoningContent: { redactedContent: redacted } }] };
      const thoughts = pieces(part.text, deltaSize).map((text) => ({ reasoningContent: { text } }));
      return {
        deltas: [...thoughts, ...(signature === undefined ? [] : [{ reasoningContent: { signature } }])],
      };
    }
    case "tool-call": {
      const raw = isBroken(part) ? part.raw : JSON.stringify(part.input);
      const deltas = pieces(raw, deltaSize).map((input) => ({ toolUse: { input } }));
      return { start: { toolUse: { toolUseId: part.id, name: part.name } }, deltas };
    }
    case "opaque": {
      const { toolUse } = part.sidecar.data as { readonly toolUse: Readonly<Record<string, JsonValue>> };
      const { input, ...start } = toolUse;
      return { start: { toolUse: start }, deltas: [{ toolUse: { input: JSON.stringify(input) } }] };
    }
  }
}
