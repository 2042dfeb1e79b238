import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileFault, flushHandle, writePrivateFile } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import type { OpenSource, Resumption } from "./open-source.ts";

/** Receives the bytes that are there, and those of the whole file: `undefined` if the source does not say. */
export type ReceiveProgress = (done: number, total: number | undefined) => void;

/** A file that is not complete yet, and a note of where it comes from. */
export interface PartFile {
  readonly path: string;
  /** Where to continue. `undefined`: from the beginning. */
  resumption(origin: string): Resumption | undefined;
  /** Notes what the bytes are from, before the first of them. */
  remember(origin: string, version: string | undefined): void;
  /** Receives the rest. Returns the SHA-256 of the whole file, which is on disk then. Throws `ConfigError`. */
  receive(opened: OpenSource, progress: ReceiveProgress, signal: AbortSignal): Promise<string>;
  /** Gives the file its final name. */
  place(): void;
  remove(): void;
}

/** @param final - path of the complete file. */
export function createPartFile(final: string): PartFile {
  const path = `${final}.part`;
  const note = `${path}.json`;
  return {
    path,
    resumption(origin) {
      const before = readNote(note);
      if (before?.origin !== origin || before.version === undefined || !existsSync(path)) return undefined;
      const { size } = statSync(path);
      return size === 0 ? undefined : { start: size, version: before.version };
    },
    remember(origin, version) {
      rmSync(note, { force: true });
      writePrivateFile(note, JSON.stringify({ origin, version }), true);
    },
    async receive(opened, progress, signal) {
      if (!existsSync(path)) writePrivateFile(path, "", false);
      await using file = await open(path, "r+");
      if (statSync(path).size !== opened.start) await file.truncate(opened.start);
      const hash = createHash("sha256");
      if (opened.start > 0)
        await pipeline(createReadStream(path, { end: opened.start - 1 }), hash, { end: false });
      await receiveInto(file, opened, (chunk, done) => {
        hash.update(chunk);
        progress(done, opened.bytes);
        signal.throwIfAborted();
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw interrupted(error, path);
      });
      await flushHandle(file);
      return hash.digest("hex");
    },
    place() {
      renameSync(path, final);
      rmSync(note, { force: true });
    },
    remove() {
      for (const file of [path, note]) rmSync(file, { force: true });
    },
  };
}

async function receiveInto(
  file: FileHandle,
  { body, start, bytes }: OpenSource,
  received: (chunk: Uint8Array, done: number) => void,
): Promise<void> {
  let done = start;
  for await (const chunk of body) {
    await file.writev([chunk], done);
    done += chunk.length;
    received(chunk, done);
  }
  if (bytes !== undefined && done !== bytes) throw new Error(`it ended after ${done} of ${bytes} bytes`);
}

function interrupted(error: unknown, path: string): ConfigError {
  const isFull = fileFault(error) === "full";
  const reason =
    error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
  const message = isFull
    ? `The disk of ${dirname(path)} is full.`
    : `The download was interrupted: ${reason}.`;
  const hint = `${isFull ? "Free some space and run" : "Run"} the same command again: it continues where it stopped.`;
  return new ConfigError("unreadable", message, { hint, cause: error });
}

function readNote(path: string): { readonly origin?: unknown; readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { readonly origin?: unknown; readonly version?: string };
  } catch {
    return undefined; // missing or damaged: the file is received from its beginning
  }
}
