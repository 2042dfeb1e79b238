import {
  createTranscript,
  type ContextBlob,
  type Entry,
  type EntryOf,
  type Message,
  type ModelRequest,
} from "@skein/protocol";
import { createRequestHasher } from "../context/model-context.ts";
import { sha256 } from "./seeded-journal.ts";

/** A request as the journal tells it. */
interface RecordedRequest {
  readonly entry: EntryOf<"model-request">;
  readonly request: ModelRequest;
  /** In words, what in the recording does not fit together; `undefined` when all does. */
  readonly damage: string | undefined;
}

/** What stands behind a `context` entry. */
interface RecordedContext {
  readonly blob: ContextBlob;
  readonly damage: string | undefined;
}

/** By their hashes; without those that are lost or cannot be read. */
export type RecordedContexts = ReadonlyMap<string, RecordedContext>;

/** Reads all at once: a replay waits for nothing outside of memory, so that it can tell when it stands still. */
export async function readContexts(
  entries: readonly Entry[],
  blob: (hash: string) => Promise<Uint8Array | undefined>,
): Promise<RecordedContexts> {
  const hashes = new Set(entries.flatMap((entry) => (entry.kind === "context" ? [entry.hash] : [])));
  const contexts = new Map<string, RecordedContext>();
  for (const hash of hashes) {
    const bytes = await blob(hash);
    const parsed = bytes && parse(bytes);
    if (bytes && parsed) contexts.set(hash, { blob: parsed, damage: damageOf(hash, sha256(bytes)) });
  }
  return contexts;
}

function damageOf(hash: string, found: string): string | undefined {
  return found === hash
    ? undefined
    : `What the model was told was changed since: its hash was ${hash}, now it is ${found}.`;
}

function parse(bytes: Uint8Array): ContextBlob | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ContextBlob;
  } catch {
    return undefined;
  }
}

/** Builds the requests of the loop as they must have been sent. Asked in the order of the journal. */
export interface RequestReader {
  /**
   * @param entry - one of the journal's.
   * @returns `undefined` when what the model was told is lost.
   */
  requestAt(entry: EntryOf<"model-request">): RecordedRequest | undefined;
}

/** @param hashed - whether a request's hash can still fit: after a scrub, those before it cannot. */
export function requestReader(
  entries: readonly Entry[],
  contexts: RecordedContexts,
  hashed: (entry: Entry) => boolean,
): RequestReader {
  const transcript = createTranscript();
  const hasher = createRequestHasher();
  let next = 0;
  let context: EntryOf<"context"> | undefined;

  function readTo(seq: number): void {
    for (; entries[next]!.seq < seq; next++) {
      const entry = entries[next]!;
      transcript.add(entry);
      if (entry.kind === "context") context = entry;
    }
  }

  return {
    requestAt(entry) {
      readTo(entry.seq);
      const told = context && contexts.get(context.hash);
      if (!context || !told) return undefined;
      const { options, requestHash } = entry;
      const messages: readonly Message[] = transcript.messages();
      const { system, tools } = told.blob;
      const request = { system, tools, messages, options };
      if (!hashed(entry)) return { entry, request, damage: undefined };
      const hash = hasher.hash(context.hash, messages, options);
      const changed = `The recording was changed since: the hash of the request was ${requestHash}, now it is ${hash}.`;
      return { entry, request, damage: told.damage ?? (hash === requestHash ? undefined : changed) };
    },
  };
}
