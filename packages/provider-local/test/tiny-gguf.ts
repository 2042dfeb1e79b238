import { writeFileSync } from "node:fs";

/** What a tiny model says behind one of its tokens, whatever stands before it. */
interface Habit {
  readonly after: string;
  readonly next: string;
}

/** A model of the llama architecture with seeded random weights. */
export interface TinyModel {
  /** Tokens of its context window. Default: 2048. */
  readonly contextTokens?: number;
  /** Tokens besides the bytes and the special ones. */
  readonly words?: readonly string[];
  /** Stronger than the random weights. */
  readonly habits?: readonly Habit[];
  /** Default: a template of the ChatML form. `undefined`: a model without one. */
  readonly template?: string | undefined;
  /** Of the large tensors. Default: F32. */
  readonly tensors?: "F32" | "F16";
  readonly seed?: number;
}

export const chatTemplate = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

const width = 64;
const hidden = 128;
const heads = 4;
const layers = 2;
const alignment = 32;

/** Writes a file that llama.cpp loads. The same model gives the same bytes. */
export function writeTinyGguf(path: string, model: TinyModel = {}): void {
  const tokens = vocabulary(model.words ?? []);
  const tensors = makeTensors(tokens, model);
  const header = headerOf(tokens, tensors, model);
  const parts = [header, padding(header.length)];
  for (const { data } of tensors) parts.push(data, padding(data.length));
  writeFileSync(path, Buffer.concat(parts));
}

interface Token {
  readonly text: string;
  /** As `tokenizer.ggml.token_type` numbers them. */
  readonly type: 1 | 2 | 3 | 4 | 6;
}

export const endToken = "<|im_end|>";

function vocabulary(words: readonly string[]): readonly Token[] {
  const bytes = Array.from({ length: 256 }, (_, byte): Token => {
    return { text: `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`, type: 6 };
  });
  return [
    { text: "<unk>", type: 2 },
    { text: "<s>", type: 3 },
    { text: endToken, type: 3 },
    { text: "<|im_start|>", type: 3 },
    ...bytes,
    ...words.map((text): Token => ({ text, type: 4 })),
  ];
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: "F32" | "F16";
  readonly data: Buffer;
}

function makeTensors(tokens: readonly Token[], model: TinyModel): readonly Tensor[] {
  const random = gaussian(model.seed ?? 1);
  const type = model.tensors ?? "F32";
  const matrix = (name: string, shape: readonly [number, number], scale: number): Tensor => {
    const values = Float32Array.from({ length: shape[0] * shape[1] }, () => random() * scale);
    return { name, shape, type, data: bytesOf(values, type) };
  };
  const ones = (name: string): Tensor => {
    return { name, shape: [width], type: "F32", data: bytesOf(new Float32Array(width).fill(1), "F32") };
  };
  const embedding = Float32Array.from({ length: tokens.length * width }, () => random());
  const output = Float32Array.from({ length: tokens.length * width }, () => random() * 0.05);
  const rowOf = (text: string): number => {
    const byte = `<0x${Buffer.from(text).toString("hex").toUpperCase()}>`;
    const index = tokens.findIndex((token) => token.text === text || token.text === byte);
    if (index === -1) throw new Error(`The tiny model has no token ${JSON.stringify(text)}.`);
    return index;
  };
  for (const { after, next } of model.habits ?? [])
    for (let at = 0; at < width; at++)
      output[rowOf(next) * width + at]! += embedding[rowOf(after) * width + at]!;
  const large = (name: string, values: Float32Array): Tensor => {
    return { name, shape: [width, tokens.length], type, data: bytesOf(values, type) };
  };
  return [
    large("token_embd.weight", embedding),
    ones("output_norm.weight"),
    large("output.weight", output),
    ...Array.from({ length: layers }, (_, layer) => layerOf(`blk.${layer}.`, matrix, ones)).flat(),
  ];
}

function layerOf(
  prefix: string,
  matrix: (name: string, shape: readonly [number, number], scale: number) => Tensor,
  ones: (name: string) => Tensor,
): Tensor[] {
  return [
    ones(`${prefix}attn_norm.weight`),
    ...["attn_q", "attn_k", "attn_v", "attn_output"].map((name) =>
      matrix(`${prefix}${name}.weight`, [width, width], 0.02),
    ),
    ones(`${prefix}ffn_norm.weight`),
    matrix(`${prefix}ffn_gate.weight`, [width, hidden], 0.02),
    matrix(`${prefix}ffn_up.weight`, [width, hidden], 0.02),
    matrix(`${prefix}ffn_down.weight`, [hidden, width], 0.02),
  ];
}

function bytesOf(values: Float32Array, type: "F32" | "F16"): Buffer {
  if (type === "F32") return Buffer.from(values.buffer);
  return Buffer.from(Float16Array.from(values).buffer);
}

/** Numbers around 0 with a variance of 1: the sum of twelve uniform ones (mulberry32), minus 6. */
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6);
}

/** Source: docs/gguf.md of ggml-org/ggml, version 3. */
function headerOf(tokens: readonly Token[], tensors: readonly Tensor[], model: TinyModel): Buffer {
  const template = "template" in model ? model.template : chatTemplate;
  const facts: Buffer[] = [
    text("general.architecture", "llama"),
    text("general.name", "tiny"),
    whole("llama.context_length", model.contextTokens ?? 2048),
    whole("llama.embedding_length", width),
    whole("llama.block_count", layers),
    whole("llama.feed_forward_length", hidden),
    whole("llama.attention.head_count", heads),
    whole("llama.attention.head_count_kv", heads),
    whole("llama.rope.dimension_count", width / heads),
    whole("llama.vocab_size", tokens.length),
    fact("llama.attention.layer_norm_rms_epsilon", 6, float(1e-5)),
    text("tokenizer.ggml.model", "llama"),
    list(
      "tokenizer.ggml.tokens",
      8,
      tokens.map((token) => string(token.text)),
    ),
    list(
      "tokenizer.ggml.scores",
      6,
      tokens.map((_, at) => float(-at)),
    ),
    list(
      "tokenizer.ggml.token_type",
      5,
      tokens.map(({ type }) => uint32(type)),
    ),
    whole("tokenizer.ggml.unknown_token_id", 0),
    whole("tokenizer.ggml.bos_token_id", 1),
    whole("tokenizer.ggml.eos_token_id", 2),
    fact("tokenizer.ggml.add_bos_token", 7, Buffer.from([1])),
    fact("tokenizer.ggml.add_space_prefix", 7, Buffer.from([0])),
    ...(template === undefined ? [] : [text("tokenizer.chat_template", template)]),
  ];
  const described: Buffer[] = [];
  let offset = 0;
  for (const { name, shape, type, data } of tensors) {
    const sizes = shape.map((size) => uint64(size));
    described.push(
      string(name),
      uint32(shape.length),
      ...sizes,
      uint32(type === "F32" ? 0 : 1),
      uint64(offset),
    );
    offset += data.length + padding(data.length).length;
  }
  return Buffer.concat([
    Buffer.from("GGUF"),
    uint32(3),
    uint64(tensors.length),
    uint64(facts.length),
    ...facts,
    ...described,
  ]);
}

const padding = (length: number): Buffer => Buffer.alloc((alignment - (length % alignment)) % alignment);

const fact = (key: string, type: number, value: Buffer): Buffer =>
  Buffer.concat([string(key), uint32(type), value]);
const text = (key: string, value: string): Buffer => fact(key, 8, string(value));
const whole = (key: string, value: number): Buffer => fact(key, 4, uint32(value));
const list = (key: string, type: number, values: readonly Buffer[]): Buffer =>
  fact(key, 9, Buffer.concat([uint32(type), uint64(values.length), ...values]));

function string(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
