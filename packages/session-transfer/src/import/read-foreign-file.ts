import { open, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";
import { withDatabase } from "./databases.ts";
import { detectFormat } from "./detect-format.ts";
import type { StoredSession } from "./foreign-database.ts";
import type { ForeignFormat } from "./format.ts";
import { readForeignSession, type ForeignSession, type ReadOptions } from "./read-foreign-session.ts";

export interface ReadFileOptions extends Omit<ReadOptions, "name" | "children"> {
  /** Which session of a database, by the id it has there. Default: the newest. */
  readonly session?: string;
}

/**
 * Reads a session file or a database of another agent, with the sessions of its subagents where they are kept beside.
 *
 * @throws ConfigError `unreadable` when the file, the format or the session is none that can be read.
 */
export async function readForeignFile(
  format: ForeignFormat,
  path: string,
  options: ReadFileOptions = {},
): Promise<ForeignSession> {
  const { session, ...rest } = options;
  if (await isDatabase(path)) {
    const { text, children } = exported(format, path, session);
    return readForeignSession(format, text, { ...rest, name: path, children });
  }
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  return readForeignSession(format, text, { ...rest, name: path, children: await textsBeside(path) });
}

/** The sessions in a database, the newest first. Throws `ConfigError`. */
export function storedSessions(format: ForeignFormat, path: string): readonly StoredSession[] {
  return withDatabase(format, path, (database, kind) => kind.sessions(database));
}

/** `detectFormat` of a file. Throws `ConfigError` when it cannot be read. */
export async function formatOfFile(path: string): Promise<ReturnType<typeof detectFormat>> {
  return detectFormat(basename(path), await beginning(path, 256 * 1024));
}

async function isDatabase(path: string): Promise<boolean> {
  return (await beginning(path, 16)).toString("latin1") === "SQLite format 3\0";
}

async function beginning(path: string, bytes: number): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function exported(format: ForeignFormat, path: string, session: string | undefined) {
  return withDatabase(format, path, (database, kind) => {
    const id = session ?? kind.sessions(database)[0]?.id;
    const document = id === undefined ? undefined : kind.export(database, id);
    if (id === undefined || !document) throw noSession(path, session);
    const children = kind.children(database, id).map((child) => ({
      name: child,
      text: JSON.stringify(kind.export(database, child) ?? {}),
    }));
    return { text: JSON.stringify(document), children };
  });
}

/** Claude Code writes what a subagent does into a folder that is named like the session. */
async function textsBeside(path: string) {
  if (!path.endsWith(".jsonl")) return [];
  const folder = join(path.slice(0, -".jsonl".length), "subagents");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^agent-.*\.jsonl$/.test(name)).toSorted();
  return Promise.all(files.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8") })));
}

function noSession(path: string, session: string | undefined): ConfigError {
  const what = session === undefined ? "no sessions" : `no session ${session}`;
  return new ConfigError("unreadable", `${path} holds ${what}.`, {
    hint: "Give the id of one of its sessions, or none for the newest.",
  });
}

function unreadable(path: string, cause: unknown): ConfigError {
  return new ConfigError("unreadable", `${path} cannot be read: ${messageOf(cause)}`, {
    cause,
    hint: "Give a file that exists and that you may read.",
  });
}
