import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import type { BigIntStats } from "node:fs";
import { absolute, inside, type EntryType } from "./entries.ts";
import { fingerprint } from "./fingerprint.ts";
import { hashOf } from "./store/hash.ts";
import type { Pace } from "./pace.ts";
import type { ScannedEntry, ScannedFolder } from "./scan.ts";
import { isFileError, isNothingThere } from "./stats.ts";
import { isWhatWasSeen, statWidth, unsure } from "./stat-cache.ts";

/** Up to this size a file is read at once; above it, in chunks on another thread. */
const maxBytesAtOnce = 256 * 1024;
const pieceBytes = 1024 * 1024;
/** Never follows a link at the last name, and never blocks on a FIFO. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface ContentWork {
  readonly base: string;
  readonly maxFileBytes: number;
  readonly pace: Pace;
  /** Called with each content that was read. */
  readonly keep?: (hash: string, bytes: Uint8Array) => Promise<void> | undefined;
}

/** Reads what the scan did not find in the cache, and adds the hashes to it. */
export async function readContents(work: ContentWork, folder: ScannedFolder): Promise<void> {
  for (const child of folder.children.values()) if (child.tree === undefined) await readContents(work, child);
  for (const [index, entry] of (folder.entries ?? []).entries()) {
    if (entry.type === "folder" || entry.hash !== undefined) continue;
    const rest = work.pace();
    if (rest) await rest;
    await readEntry(work, folder, entry, index * statWidth);
  }
}

async function readEntry(
  work: ContentWork,
  folder: ScannedFolder,
  entry: ScannedEntry,
  at: number,
): Promise<void> {
  const path = absolute(work.base, inside(folder.path, entry.name));
  const { stats } = folder;
  try {
    const content = await readContent(path, entry, work.maxFileBytes);
    const kept = work.keep?.(content.hash, content.bytes);
    if (kept) await kept;
    entry.hash = content.hash;
    if (!isWhatWasSeen(content.after, stats, at)) stats[at + 2] = unsure;
  } catch (error) {
    if (!isFileError(error)) throw error;
    entry.isGone = true;
    if (!isNothingThere(error))
      folder.leftOut.push({
        path: inside(folder.path, entry.name),
        reason: "it cannot be read",
        seen: fingerprint(path),
      });
  }
}

/** The bytes of a file, or of a link's target. Throws file system errors; a file that has grown is `EFBIG`. */
export async function readContent(
  path: string,
  { type, size }: { readonly type: EntryType; readonly size: number },
  maxFileBytes: number,
): Promise<Content> {
  if (type === "link") return readLink(path);
  const content = readAtOnce(path, size) ?? (await readInPieces(path, maxFileBytes));
  if (content.bytes.length > maxFileBytes) throw fileError("EFBIG", path);
  return content;
}

interface Content {
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** The file's state right after it was read. */
  readonly after: BigIntStats;
}

function readLink(path: string): Content {
  const bytes = readlinkSync(path, { encoding: "buffer" });
  return { hash: hashOf(bytes), bytes, after: lstatSync(path, { bigint: true }) };
}

/** @returns `undefined` when the file is larger than the limit. */
function readAtOnce(path: string, size: number): Content | undefined {
  if (size > maxBytesAtOnce) return undefined;
  const descriptor = openSync(path, readFlags);
  try {
    const buffer = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
    if (length > size) return undefined; // it has grown
    const after = fstatSync(descriptor, { bigint: true });
    if (!after.isFile()) throw fileError("EINVAL", path);
    const bytes = buffer.subarray(0, length);
    return { hash: hashOf(bytes), bytes, after };
  } finally {
    closeSync(descriptor);
  }
}

async function readInPieces(path: string, maxBytes: number): Promise<Content> {
  await using file = await open(path, readFlags);
  if (!(await file.stat()).isFile()) throw fileError("EINVAL", path);
  const digest = createHash("sha256");
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
    if (bytesRead === 0) break;
    const piece = buffer.subarray(0, bytesRead);
    digest.update(piece);
    pieces.push(piece);
    length += bytesRead;
  }
  const after = await file.stat({ bigint: true });
  return { hash: digest.digest("hex"), bytes: Buffer.concat(pieces), after };
}

function fileError(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
