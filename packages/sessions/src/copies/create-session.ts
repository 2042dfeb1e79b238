import { ConfigError, type Entry, type JournalStore } from "@skein/protocol";

export interface NewSession {
  readonly id: string;
  /** Numbered from 1. */
  readonly entries: readonly Entry[];
  /** The blobs that `context` entries name. */
  readonly blobs?: Iterable<Uint8Array>;
}

/** Longer than writing takes. */
const leaseMs = 300_000;

/**
 * Writes a complete session that exists elsewhere, or in another format. All entries are appended at once, so that a
 * kill leaves the whole session or none. Throws `ConfigError` when the id is taken.
 */
export async function createSession(
  store: JournalStore,
  { id, entries, blobs = [] }: NewSession,
): Promise<void> {
  const lease = await store.lease(id, "a new session", leaseMs);
  try {
    for await (const _ of store.read(id)) throw taken(id);
    for (const bytes of blobs) await store.putBlob(id, bytes);
    await store.append(id, 0, entries);
  } finally {
    await lease.release();
  }
}

function taken(id: string): ConfigError {
  return new ConfigError("usage", `Session ${id} already exists.`, {
    hint: "Choose another id.",
    nextStep: { do: "resume-session", session: id },
  });
}
