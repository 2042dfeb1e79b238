import { readFile, stat } from "node:fs/promises";
import type { Replay, ReplayedRequest } from "@skein/agent/replay";
import { ConfigError, SessionError, type ContextBlob, type Entry } from "@skein/protocol";
import { readAll } from "@skein/sessions";
import type { SessionStores } from "./stores.ts";
import { loadAgentReplay, loadSessionTransferExport } from "../later.ts";

/** A session to replay: a stored one, or an exported file. */
export type Recording = { readonly session: string } | { readonly path: string };

export interface ReplayOptions {
  /** Replaces the recorded system prompt and tools. Default: unchanged. */
  readonly context?: (recorded: ContextBlob) => ContextBlob;
  readonly onRequest?: (request: ReplayedRequest) => void;
  readonly signal?: AbortSignal;
}

/** Replays a recorded session without keys, network or tools. Throws `SessionError` and `ConfigError`. */
export async function replayRecording(
  stores: SessionStores,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<Replay> {
  const { replaySession } = await loadAgentReplay();
  const found =
    "path" in recording ? await fromFile(recording.path) : await fromStore(stores, recording.session);
  return replaySession({ ...found, ...options });
}

interface Found {
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
}

async function fromStore({ journals }: SessionStores, session: string): Promise<Found> {
  const entries = await readAll(journals, session);
  if (entries.length === 0) throw new SessionError("not-found", `There is no session ${session}.`);
  return { entries, blob: (hash) => journals.blob(session, hash) };
}

async function fromFile(path: string): Promise<Found> {
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile) throw new ConfigError("unreadable", `${path} is not a file.`);
  const { readBundle } = await loadSessionTransferExport();
  const { entries, blobs, isHidden } = readBundle(await readFile(path, "utf8"));
  const last = entries.at(-1);
  // In a redacted export, request hashes no longer match, as after a scrub.
  const scrub: readonly Entry[] =
    isHidden && last
      ? [{ v: 1, seq: last.seq + 1, at: last.at, run: null, kind: "scrub", entries: 0, blobs: 0 }]
      : [];
  return { entries: [...entries, ...scrub], blob: async (hash) => blobs.get(hash) };
}
