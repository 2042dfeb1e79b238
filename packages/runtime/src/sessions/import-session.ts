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

export interface ImportOptions {
  /** Default: what the file looks like. */
  readonly format?: ForeignFormat | "skein" | undefined;
  /** Which session of a database; default the newest. */
  readonly session?: string | undefined;
  /** Secrets are hidden before anything is written. */
  readonly redactor: Redactor;
}

export interface Imported {
  readonly session: string;
  readonly format: ForeignFormat | "skein";
  readonly entries: number;
  /** Sessions of subagents that came along. */
  readonly children: readonly string[];
  /** What could not be taken, or not as it stood. */
  readonly warnings: readonly string[];
}

/**
 * Makes a session of a file: of an export of Skein's, or of another agent's session. All of it is written or nothing.
 *
 * Throws `ConfigError` that says what is wrong with the file, or that the session was imported before.
 */
export async function importSession(
  { journals }: SessionStores,
  path: string,
  { format: wanted, session, redactor }: ImportOptions,
): Promise<Imported> {
  const { formatOfFile, readForeignFile } = await import("@skein/session-transfer/import");
  const format = wanted ?? (await formatOfFile(path));
  if (format === undefined) {
    throw new ConfigError("unreadable", `${path} is not a session that Skein knows.`, {
      hint: "Known are exports of Skein and sessions of goose, claude, codex, pi and opencode.",
      nextStep: { do: "name-session-format" },
    });
  }
  const hide = (text: string) => redactor.redact(text);
  if (format === "skein") return importBundle(journals, path, hide);
  const found = await readForeignFile(format, path, session === undefined ? {} : { session });
  const taken = [found, ...withChildren(found)];
  for (const one of taken.toReversed()) {
    // A subagent's session that is there already came with another part of the same conversation.
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
  const { readBundle } = await import("@skein/session-transfer/export");
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
