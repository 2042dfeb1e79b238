import {
  createTranscript,
  type ContextBlob,
  type Entry,
  type EntryOf,
  type Message,
  type ModelRequest,
} from "@skein/protocol";
import { requestOf } from "../fitting/build-request.ts";
import { createRequestHasher } from "../context/model-context.ts";
import { sha256 } from "../context/sha256.ts";

/** A request rebuilt from the journal. */
interface RecordedRequest {
  readonly entry: EntryOf<"model-request">;
  readonly request: ModelRequest;
  /** A description of an inconsistency in the recording; `undefined` when it is consistent. */
  readonly damage: string | undefined;
}

/** The content of a `context` entry. */
interface RecordedContext {
  readonly blob: ContextBlob;
  readonly damage: string | undefined;
}

/** Readable contexts by hash. */
export type RecordedContexts = ReadonlyMap<string, RecordedContext>;

/** Reads everything up front: a replay only waits for memory, so that it can detect a standstill. */
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
    : `The recorded system prompt or tools were changed: the hash was ${hash} and is ${found} now.`;
}

function parse(bytes: Uint8Array): ContextBlob | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ContextBlob;
  } catch {
    return undefined;
  }
}

/** Rebuilds the loop's requests. Call it in the order of the journal. */
export interface RequestReader {
  /**
   * @param entry - from the journal.
   * @returns `undefined` when the system prompt and tools are lost.
   */
  requestAt(entry: EntryOf<"model-request">): RecordedRequest | undefined;
}

/** @param hashed - whether a request's hash can still match; after a scrub, earlier ones cannot. */
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
      const request = requestOf(told.blob, messages, options);
      if (!hashed(entry)) return { entry, request, damage: undefined };
      const hash = hasher.hash(context.hash, messages, options);
      const changed = `The recording was changed: the request's hash was ${requestHash} and is ${hash} now.`;
      return { entry, request, damage: told.damage ?? (hash === requestHash ? undefined : changed) };
    },
  };
}
