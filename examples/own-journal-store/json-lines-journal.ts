import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import {
  checkOrder,
  checkSessionId,
  createSessionNotifier,
  followEntries,
  type Entry,
  type JournalStore,
} from "@skein/protocol";
import { processLeases } from "./process-leases.ts";

/**
 * Journals as text: `<folder>/<session>/journal.jsonl`. An append is one line, so that all of its entries are there or
 * none. A line that a crash cut off has no end: it does not count, and the next append removes it.
 */
export function jsonLinesJournal(folder: string): JournalStore {
  const bell = createSessionNotifier();
  const queues = new Map<string, Promise<unknown>>();

  /** A session's id becomes the name of a folder, so it is checked wherever it is used. */
  function at(session: string, ...names: string[]): string {
    checkSessionId(session);
    return join(folder, session, ...names);
  }

  async function linesOf(session: string): Promise<{ entries: readonly Entry[]; bytes: number }> {
    const found = (await readIfThere(at(session, "journal.jsonl"))) ?? Buffer.of();
    const whole = found.subarray(0, found.lastIndexOf("\n") + 1);
    const lines = whole.toString().split("\n").slice(0, -1);
    return { entries: lines.flatMap((line) => JSON.parse(line) as Entry[]), bytes: whole.length };
  }

  async function* read(session: string, from = 1): AsyncGenerator<Entry> {
    const { entries } = await linesOf(session);
    yield* entries.slice(Math.max(0, from - 1)); // `seq` counts from 1 without gaps
  }

  async function write(session: string, expectedSeq: number, added: readonly Entry[]): Promise<void> {
    const { entries, bytes } = await linesOf(session);
    checkOrder(session, entries.length, expectedSeq, added);
    await mkdir(at(session), { recursive: true });
    await using file = await open(at(session, "journal.jsonl"), "a");
    await file.truncate(bytes);
    await file.appendFile(`${JSON.stringify(added)}\n`);
    await file.datasync(); // what is intended is on disk before it is done
  }

  return {
    async append(session, expectedSeq, entries) {
      const added = structuredClone(entries); // the caller may change its own
      const written = (queues.get(session) ?? Promise.resolve()).then(() =>
        write(session, expectedSeq, added),
      );
      queues.set(
        session,
        written.catch(() => undefined),
      );
      await written;
      bell.notify(session);
    },
    read,
    subscribe: (session, from, signal) =>
      followEntries(
        { read: (next) => read(session, next), onGrowth: (listener) => bell.onGrowth(session, listener) },
        from,
        signal,
      ),
    lease: processLeases(),
    async putBlob(session, bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const draft = at(session, "blobs", randomUUID());
      const kept = bytes.slice();
      await mkdir(at(session, "blobs"), { recursive: true });
      await using file = await open(draft, "wx");
      await file.writeFile(kept);
      await file.datasync();
      await rename(draft, at(session, "blobs", hash)); // whole under its name, or not there
      return hash;
    },
    async blob(session, hash) {
      const file = at(session, "blobs", hash);
      return /^[0-9a-f]{64}$/.test(hash) ? readIfThere(file) : undefined;
    },
  };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
