import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type BigIntStats,
} from "node:fs";
import { join } from "node:path";
import { isMissingOrBlocked } from "@skein/platform/files";
import { listFolder } from "@skein/platform/folders";

/** What is at a path. */
export interface Entry {
  readonly kind: "file" | "link";
  /** Changes whenever the entry is written, replaced or renamed: the kernel sets the time of a change. */
  readonly stamp: string;
  readonly isExecutable: boolean;
  /** SHA-256 of the content, or of the text of a link. `undefined`: it cannot be read. */
  readonly hash: string | undefined;
}

/** Files and links below a path or at it, by absolute path. Folders count as what is in them. */
export type Entries = ReadonlyMap<string, Entry>;

/** More files under one protected name are not looked at: it is then taken to have changed. */
const mostEntries = 5_000;
/** A longer file is compared by its stamp alone. Bytes. */
const mostContentBytes = 4 * 1024 * 1024;

/** Reads no link: where it leads is its content. `undefined`: there is too much to look at. */
export function entriesAt(path: string): Entries | undefined {
  const entries = new Map<string, Entry>();
  const waiting = [path];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const stats = statsAt(current);
    if (stats === undefined) continue;
    if (stats.isDirectory()) waiting.push(...listFolder(current).map((name) => join(current ?? "", name)));
    else {
      const entry = entryOf(current, stats);
      if (entry) entries.set(current, entry);
    }
    if (entries.size + waiting.length > mostEntries) return undefined;
  }
  return entries;
}

/** Of a link itself. `undefined` also where a folder above has become a file: `throwIfNoEntry` does not cover that. */
export function statsAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isMissingOrBlocked(error)) return undefined;
    throw error;
  }
}

/** Contents that were read before, by path and stamp. */
const hashes = new Map<string, string | undefined>();
const mostHashes = 20_000;

function entryOf(path: string, stats: BigIntStats): Entry | undefined {
  const stamp = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join();
  const isExecutable = (stats.mode & 0o111n) !== 0n;
  if (stats.isSymbolicLink()) {
    return {
      kind: "link",
      stamp,
      isExecutable: false,
      hash: hashOf(orNothing(() => readlinkSync(path, "buffer"))),
    };
  }
  // Pipes, sockets and devices hold no content to obey.
  if (!stats.isFile()) return undefined;
  const key = `${path}\n${stamp}`;
  if (!hashes.has(key)) {
    if (hashes.size >= mostHashes) hashes.clear();
    const isLong = stats.size > BigInt(mostContentBytes);
    hashes.set(key, isLong ? hashOf(Buffer.from(stamp)) : hashOf(orNothing(() => contentOf(path))));
  }
  return { kind: "file", stamp, isExecutable, hash: hashes.get(key) };
}

/** Throws when it is not a file any more, or a longer one. */
export function contentOf(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > mostContentBytes)
      throw new Error(`${path} is not a file of that size`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function hashOf(content: Buffer | undefined): string | undefined {
  return content && createHash("sha256").update(content).digest("hex");
}

export function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
