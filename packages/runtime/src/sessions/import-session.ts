import { readFile } from "node:fs/promises";
import {
  ConfigError,
  skipRedaction,
  mapStrings,
  messageOf,
  type Entry,
  type Redactor,
} from "@skein/protocol";
import { createSession } from "@skein/sessions";
import type { ForeignFormat, ForeignSession } from "@skein/session-transfer/import";
import type { SessionStores } from "./stores.ts";
import { newSessionId } from "./session-id.ts";
import { loadSessionTransferExport, loadSessionTransferImport } from "../later.ts";

export interface ImportOptions {
  /** Default: detected from the file. */
  readonly format?: ForeignFormat | "skein" | undefined;
  /** Which session of a database. Default: the newest. */
  readonly session?: string | undefined;
  /** Applied before anything is written. */
  readonly redactor: Redactor;
}

export interface Imported {
  readonly session: string;
  readonly format: ForeignFormat | "skein";
  readonly entries: number;
  /** Imported sessions of subagents. */
  readonly children: readonly string[];
  /** Warnings about content that was dropped or changed. */
  readonly warnings: readonly string[];
}

/**
 * Imports a session from a Skein export or another agent's session file. Writes everything or nothing.
 *
 * Throws `ConfigError` when the file is invalid or the session was already imported.
 */
export async function importSession(
  { journals }: SessionStores,
  path: string,
  { format: wanted, session, redactor }: ImportOptions,
): Promise<Imported> {
  const { formatOfFile, readForeignFile } = await loadSessionTransferImport();
  const format = wanted ?? (await formatOfFile(path));
  if (format === undefined) {
    throw new ConfigError("unreadable", `${path} is not a session in a known format.`, {
      hint: "Supported are Skein exports and sessions of goose, claude, codex, pi and opencode.",
      nextStep: { do: "name-session-format" },
    });
  }
  const hide = (text: string) => redactor.redact(text);
  if (format === "skein") return importBundle(journals, path, hide);
  const found = await readForeignFile(format, path, session === undefined ? {} : { session });
  const taken = [found, ...withChildren(found)];
  for (const one of taken.toReversed()) {
    // An existing subagent session was imported with another part of the same conversation.
    if (one !== found && (await journals.lastSeq(one.id)) > 0) continue;
    await createSession(journals, {
      id: one.id,
      entries: one.entries.map((entry) => mapStrings(entry, hide, skipRedaction)),
    });
  }
  return {
    session: found.id,
    format,
    entries: found.entries.length,
    children: taken.slice(1).map(({ id }) => id),
    warnings: found.warnings.map(({ line, message }) =>
      line === undefined ? message : `line ${line}: ${message}`,
    ),
  };
}

async function importBundle(
  journals: SessionStores["journals"],
  path: string,
  hide: (text: string) => string,
): Promise<Imported> {
  const { readBundle } = await loadSessionTransferExport();
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new ConfigError("unreadable", `${path} cannot be read: ${messageOf(cause)}.`, { cause });
  });
  const bundle = readBundle(text);
  const isTaken = (await journals.lastSeq(bundle.session).catch(() => 1)) > 0;
  const id = isTaken ? newSessionId(new Date(), Math.random) : bundle.session;
  const entries = bundle.entries.map((entry): Entry => {
    const hidden = mapStrings(entry, hide, skipRedaction);
    return hidden.kind === "session-start" ? { ...hidden, id } : hidden;
  });
  await createSession(journals, { id, entries, blobs: bundle.blobs.values() });
  const lost = bundle.missing.map((hash) => `what the model was told is missing (${hash.slice(0, 12)}…)`);
  const renamed = isTaken
    ? [`there is a session ${bundle.session} already, so this one is called ${id}`]
    : [];
  return {
    session: id,
    format: "skein",
    entries: entries.length,
    children: [],
    warnings: [...renamed, ...lost],
  };
}

function withChildren({ children }: ForeignSession): readonly ForeignSession[] {
  return children.flatMap((child) => [child, ...withChildren(child)]);
}
