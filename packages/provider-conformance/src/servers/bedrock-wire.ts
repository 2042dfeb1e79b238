import { crc32 } from "node:zlib";
import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/** An event of the wire: its name, of an exception where it ends so, and its payload. */
export type BedrockEvent = readonly [name: string, payload: unknown];

export interface BedrockWireOptions {
  /** The wire's stop reason. Default: `tool_use` when there is a call, else `end_turn`. */
  readonly stop?: string;
  /** `null` leaves out the event that holds them. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters a delta. Default 20. */
  readonly deltaSize?: number;
}

const counted = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };

/**
 * A reply as `ConverseStream` sends it. Sidecars hold what is particular to the wire: `{ signature }` or `{ redacted }`
 * of a thought; of an opaque part a block as it goes back, a call that the vendor answered itself.
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

/** Bytes as the vendor frames them. */
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

/** One frame with headers of strings; others come as they are. Source: smithy.io/2.0/aws/amazon-eventstream. */
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

function headerOf([name, value]: readonly [string, string]): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([7]), length, text]);
}

function blockEvents(part: AssistantPart, contentBlockIndex: number, deltaSize: number): BedrockEvent[] {
  const { start, deltas } = encoded(part, deltaSize);
  return [
    ...(start === undefined ? [] : [["contentBlockStart", { contentBlockIndex, start }] as const]),
    ...deltas.map((delta) => ["contentBlockDelta", { contentBlockIndex, delta }] as const),
    ["contentBlockStop", { contentBlockIndex }],
  ];
}

interface Encoded {
  readonly start?: unknown;
  readonly deltas: readonly unknown[];
}

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
