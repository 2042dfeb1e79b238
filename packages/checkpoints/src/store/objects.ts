import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { SessionError } from "@skein/protocol";
import { hashOf, keyOf } from "./hash.ts";
import { damaged } from "./store-errors.ts";
import type { CheckpointStore } from "./store.ts";
import { parseTree, type Tree } from "./tree.ts";

const plain = 0;
const zstd = 1;
/** Scrubbed content: only its hash is left. */
export const scrubbedPacking = 2;
/** Below this size compression costs more than it saves. */
const minBytesToPack = 128;
/** Above this size compression moves to another thread. */
const maxBytesAtOnce = 256 * 1024;
/** Maximum bytes and objects per transaction, to keep transactions short. */
const batchBytes = 1024 * 1024;
const batchCount = 200;

const compressLater = promisify(zstdCompress);

/** Stores objects, many per transaction. */
export interface ObjectWriter {
  /** `bytes` must not change until `flush`. Await the promise if it returns one, for large objects. */
  add(hash: string, bytes: Uint8Array): Promise<void> | undefined;
  flush(): void;
}

interface Packed {
  readonly hash: string;
  readonly size: number;
  readonly packing: number;
  readonly bytes: Uint8Array;
}

export function objectWriter(store: CheckpointStore): ObjectWriter {
  let waiting = new Map<string, Packed>();
  let waitingBytes = 0;
  const insert = store.statement(
    "INSERT OR IGNORE INTO objects(hash, size, packing, bytes) VALUES (?, ?, ?, ?)",
  );
  // Deleted rather than overwritten, so that content that is captured again gets a new number.
  const renew = store.statement(`DELETE FROM objects WHERE hash = ? AND packing = ${scrubbedPacking}`);

  function flush(): void {
    if (waiting.size === 0) return;
    const batch = waiting;
    [waiting, waitingBytes] = [new Map(), 0];
    store.write(() => {
      for (const { hash, size, packing, bytes } of batch.values()) {
        renew.run(keyOf(hash));
        insert.run(keyOf(hash), size, packing, bytes);
      }
    });
  }

  function take(packed: Packed): void {
    waiting.set(packed.hash, packed);
    waitingBytes += packed.bytes.length;
    if (waitingBytes >= batchBytes || waiting.size >= batchCount) flush();
  }

  return {
    add(hash, bytes) {
      if (waiting.has(hash) || hasObject(store, hash)) return undefined;
      if (bytes.length > maxBytesAtOnce) {
        return compressLater(bytes, options(bytes)).then((packed) => take(smaller(hash, bytes, packed)));
      }
      const packed = bytes.length < minBytesToPack ? bytes : zstdCompressSync(bytes, options(bytes));
      take(smaller(hash, bytes, packed));
      return undefined;
    },
    flush,
  };
}

function options(bytes: Uint8Array) {
  const chunkSize = Math.min(Math.max(1024, bytes.length), 64 * 1024);
  return { chunkSize, pledgedSrcSize: bytes.length, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
}

/** Compressed when that saves a tenth. */
function smaller(hash: string, bytes: Uint8Array, packed: Uint8Array): Packed {
  const size = bytes.length;
  return packed.length < size * 0.9
    ? { hash, size, packing: zstd, bytes: packed }
    : { hash, size, packing: plain, bytes };
}

/**
 * The bytes with this hash. Throws `SessionError`: `not-found` when the store does not have them, `damaged` when the
 * stored bytes do not match the hash.
 */
export function readObject(store: CheckpointStore, hash: string): Uint8Array {
  const row = store.statement("SELECT packing, bytes FROM objects WHERE hash = ?").get(keyOf(hash));
  if (!row) {
    throw new SessionError("not-found", `Content ${hash} is not in the checkpoints of ${store.folder}.`, {
      hint: "It may have been deleted with older checkpoints.",
    });
  }
  if (row["packing"] === scrubbedPacking) {
    throw new SessionError(
      "not-found",
      `The content ${hash} was removed from the checkpoints of ${store.folder}, because it contained a secret.`,
    );
  }
  const bytes = unpack(row as unknown as Pick<Packed, "packing" | "bytes">);
  if (!bytes || hashOf(bytes) !== hash)
    throw damaged(store.folder, `the content ${hash} does not match its hash`);
  return bytes;
}

export function hasObject(store: CheckpointStore, hash: string): boolean {
  const find = store.statement(`SELECT 1 FROM objects WHERE hash = ? AND packing <> ${scrubbedPacking}`);
  return find.get(keyOf(hash)) !== undefined;
}

/** Like `readObject` for what a stored tree or snapshot refers to, which must exist. */
export function readNeeded(store: CheckpointStore, hash: string): Uint8Array {
  try {
    return readObject(store, hash);
  } catch (error) {
    if (!SessionError.is(error) || error.code !== "not-found") throw error;
    throw damaged(store.folder, `the content ${hash} is missing`, error);
  }
}

export function readTree(store: CheckpointStore, hash: string): Tree {
  const tree = parseTree(readNeeded(store, hash));
  if (!tree) throw damaged(store.folder, `the folder ${hash} is invalid`);
  return tree;
}

/** Whether content was scrubbed, so that only its hash is known. */
export function isScrubbed(store: CheckpointStore, hash: string): boolean {
  const find = store.statement(`SELECT 1 FROM objects WHERE hash = ? AND packing = ${scrubbedPacking}`);
  return find.get(keyOf(hash)) !== undefined;
}

export function unpack({ packing, bytes }: Pick<Packed, "packing" | "bytes">): Uint8Array | undefined {
  if (packing === plain) return bytes;
  try {
    return packing === zstd ? zstdDecompressSync(bytes) : undefined;
  } catch {
    return undefined;
  }
}
