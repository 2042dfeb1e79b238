import { openSync, readSync, closeSync } from "node:fs";

/** What the beginning of a GGUF file says of its model. */
export interface GgufFacts {
  /** For example `llama` or `qwen3`. */
  readonly architecture: string | undefined;
  /** Tokens of the context window that the model was trained for. */
  readonly contextTokens: number | undefined;
}

/**
 * Reads the metadata of a GGUF file up to what is asked for, without its vocabulary and its tensors. `undefined` if the
 * file is no GGUF file of version 2 or 3.
 *
 * Source: docs/gguf.md of ggml-org/ggml.
 */
export function readGgufFacts(path: string): GgufFacts | undefined {
  const file = openSync(path, "r");
  try {
    return factsIn(createReader(file));
  } finally {
    closeSync(file);
  }
}

function factsIn(reader: Reader): GgufFacts | undefined {
  try {
    if (reader.text(4) !== "GGUF" || ![2, 3].includes(reader.uint32())) return undefined;
    reader.uint64();
    const count = reader.uint64();
    let architecture: string | undefined;
    let contextTokens: number | undefined;
    for (let index = 0; index < count && contextTokens === undefined; index++) {
      const key = reader.string();
      const value = readValue(reader, reader.uint32());
      if (key === "general.architecture" && typeof value === "string") architecture = value;
      if (key === `${architecture}.context_length` && typeof value === "number") contextTokens = value;
    }
    return { architecture, contextTokens };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the file ends too early, or is something else
    throw error;
  }
}

/** Bytes of values of fixed size, by their type. */
const sizes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const [uint32Type, stringType, arrayType, uint64Type] = [4, 8, 9, 10];

/** Texts and whole numbers; all other values are skipped. */
function readValue(reader: Reader, type: number): string | number | undefined {
  if (type === uint32Type) return reader.uint32();
  if (type === uint64Type) return reader.uint64();
  if (type === stringType) return reader.string();
  if (type === arrayType) {
    const itemType = reader.uint32();
    const length = reader.uint64();
    const size = sizes[itemType];
    if (size !== undefined) reader.skip(size * length);
    else for (let index = 0; index < length; index++) readValue(reader, itemType);
    return undefined;
  }
  const size = sizes[type];
  if (size === undefined) throw new RangeError(`GGUF has no type ${type}.`);
  reader.skip(size);
  return undefined;
}

interface Reader {
  text(bytes: number): string;
  string(): string;
  uint32(): number;
  uint64(): number;
  skip(bytes: number): void;
}

const blockBytes = 65_536;
/** Longest text that is read; a chat template has some 10,000 bytes. */
const mostBytes = 16_777_216;

/** Throws `RangeError` at the end of the file. */
function createReader(file: number): Reader {
  let block = Buffer.alloc(0);
  let blockAt = 0;
  let position = 0;
  const take = (bytes: number): Buffer => {
    if (bytes > mostBytes) throw new RangeError(`A value of ${bytes} bytes.`);
    if (position < blockAt || position + bytes > blockAt + block.length) {
      const fresh = Buffer.alloc(Math.max(bytes, blockBytes));
      block = fresh.subarray(0, readSync(file, fresh, 0, fresh.length, position));
      blockAt = position;
    }
    const start = position - blockAt;
    if (start + bytes > block.length) throw new RangeError("The file ends too early.");
    position += bytes;
    return block.subarray(start, start + bytes);
  };
  const uint64 = (): number => Number(take(8).readBigUInt64LE());
  const text = (bytes: number): string => take(bytes).toString("utf8");
  return {
    text,
    string: () => text(uint64()),
    uint32: () => take(4).readUInt32LE(),
    uint64,
    skip: (bytes) => void (position += bytes),
  };
}
