import { crc32 } from "node:zlib";

/** A reply on one wire, as its vendor words it. */
export interface Wire {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const usage = { input_tokens: 12, output_tokens: 20_000, total_tokens: 20_012 };

export function anthropicWire(deltas: readonly string[]): Wire {
  const message = {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "bench",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return events([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...deltas.map((text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
}

export function responsesWire(deltas: readonly string[]): Wire {
  const text = deltas.join("");
  const part = { type: "output_text", annotations: [], logprobs: [] };
  const item = { id: "msg_01", type: "message", role: "assistant" };
  const done = { ...item, status: "completed", content: [{ ...part, text }] };
  const response = { id: "resp_01", object: "response", model: "bench", output: [], usage: null };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const started = [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
  ];
  const said = deltas.map((delta, count) => ({
    type: "response.output_text.delta",
    sequence_number: count + 4,
    ...place,
    delta,
    logprobs: [],
    obfuscation: "Zk81mQ0xWc",
  }));
  return events([
    ...started,
    ...said,
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.output_item.done", output_index: 0, item: done },
    { type: "response.completed", response: { ...response, status: "completed", output: [done], usage } },
  ]);
}

export function chatWire(deltas: readonly string[]): Wire {
  const chunk = (delta: object, reason: string | null, counted: object | null = null) => ({
    id: "chatcmpl-01",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "bench",
    service_tier: "default",
    system_fingerprint: null,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    usage: counted,
    obfuscation: "Zk81mQ0xWc",
  });
  const counted = { prompt_tokens: 12, completion_tokens: 20_000, total_tokens: 20_012 };
  const chunks = [
    chunk({ role: "assistant", content: "", refusal: null }, null),
    ...deltas.map((content) => chunk({ content }, null)),
    chunk({}, "stop", counted),
  ];
  return eventStream([...chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`), "data: [DONE]\n\n"]);
}

export function googleWire(deltas: readonly string[]): Wire {
  const chunk = (text: string, count: number, reason?: string) => ({
    candidates: [
      {
        content: { parts: [{ text }], role: "model" },
        ...(reason === undefined ? {} : { finishReason: reason }),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 12,
      candidatesTokenCount: count,
      totalTokenCount: 12 + count,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: 12 }],
    },
    modelVersion: "bench",
    responseId: "resp_01",
  });
  const chunks = [...deltas.map((text, count) => chunk(text, count)), chunk("", deltas.length, "STOP")];
  return eventStream(chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`));
}

export function ollamaWire(deltas: readonly string[]): Wire {
  const line = (content: string, more: object) => {
    const said = { model: "bench", created_at: "2026-01-01T00:00:00.000000Z" };
    return `${JSON.stringify({ ...said, message: { role: "assistant", content }, ...more })}\n`;
  };
  const lines = [
    ...deltas.map((content) => line(content, { done: false })),
    line("", { done: true, done_reason: "stop", prompt_eval_count: 12, eval_count: 20_000 }),
  ];
  return { contentType: "application/x-ndjson", bytes: Buffer.from(lines.join("")) };
}

export function bedrockWire(deltas: readonly string[]): Wire {
  const frames = [
    frame("messageStart", { role: "assistant" }),
    ...deltas.map((text) =>
      frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text }, p: "abcdefghij" }),
    ),
    frame("contentBlockStop", { contentBlockIndex: 0 }),
    frame("messageStop", { stopReason: "end_turn" }),
    frame("metadata", {
      usage: { inputTokens: 12, outputTokens: 20_000, totalTokens: 20_012 },
      metrics: { latencyMs: 1 },
    }),
  ];
  return { contentType: "application/vnd.amazon.eventstream", bytes: Buffer.concat(frames) };
}

function frame(event: string, body: object): Buffer {
  const headers = Buffer.concat([
    header(":event-type", event),
    header(":content-type", "application/json"),
    header(":message-type", "event"),
  ]);
  const payload = Buffer.from(JSON.stringify(body));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + headers.length + payload.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const whole = Buffer.concat([prelude, headers, payload]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(whole), 0);
  return Buffer.concat([whole, checksum]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(3);
  length.writeUInt8(7, 0);
  length.writeUInt16BE(value.length, 1);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
}

interface TypedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Events that stand under their own type. */
function events(sent: readonly TypedEvent[]): Wire {
  return eventStream(sent.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
}

function eventStream(sent: readonly string[]): Wire {
  return { contentType: "text/event-stream", bytes: Buffer.from(sent.join("")) };
}
