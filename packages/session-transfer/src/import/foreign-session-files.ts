import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ForeignFormat } from "./format.ts";
import { storedSessions } from "./read-foreign-file.ts";

export interface ForeignSessionFile {
  readonly format: ForeignFormat;
  /** Absolute, when `home` is. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Which session of a database; absent for a file that holds one. */
  readonly session?: string;
  /** As a database has it; files tell theirs when they are read. */
  readonly title?: string;
}

export interface HomeFolder {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The sessions that other agents keep for this user, the newest first. A program that is not there, or a folder that
 * may not be read, has none.
 */
export async function foreignSessionFiles(where: HomeFolder): Promise<readonly ForeignSessionFile[]> {
  const found = await Promise.all(placesOf(where).map(filesIn));
  return found.flat().toSorted((one, other) => other.modifiedAt - one.modifiedAt);
}

interface SessionFolder {
  readonly format: ForeignFormat;
  readonly folder: string;
  /** How far below the folder files are looked for. 0: only in it. */
  readonly depth: number;
  readonly file: RegExp;
}

/**
 * Each program's own variable first, then its default. Sources: the manuals of Goose (logs) and pi (session format),
 * and what Claude Code 2.1, Codex CLI 0.169 and opencode 1.18 wrote into an empty home folder.
 */
function placesOf({ home, env }: HomeFolder): readonly SessionFolder[] {
  const set = (name: string): string | undefined => env[name] || undefined;
  const data = set("XDG_DATA_HOME") ?? join(home, ".local", "share");
  const windows = set("APPDATA");
  const goose = set("GOOSE_PATH_ROOT");
  const codex = set("CODEX_HOME") ?? join(home, ".codex");
  const pi = set("PI_CODING_AGENT_DIR") ?? join(home, ".pi", "agent");
  const gooseFolders = [
    goose === undefined ? join(data, "goose", "sessions") : join(goose, "data", "sessions"),
    ...(windows === undefined ? [] : [join(windows, "Block", "goose", "data", "sessions")]),
  ];
  return [
    ...gooseFolders.map((folder) => sessionFolder("goose", folder, 0, /^sessions\.db$|\.jsonl$/)),
    sessionFolder(
      "claude",
      join(set("CLAUDE_CONFIG_DIR") ?? join(home, ".claude"), "projects"),
      1,
      mainSession,
    ),
    sessionFolder("codex", join(codex, "sessions"), 3, /^rollout-.*\.jsonl$/),
    sessionFolder("codex", join(codex, "archived_sessions"), 3, /^rollout-.*\.jsonl$/),
    sessionFolder("pi", join(pi, "sessions"), 1, /\.jsonl$/),
    sessionFolder("opencode", join(data, "opencode"), 0, /^opencode[^/]*\.db$/),
  ];
}

/** Subagents have files of their own, which are read with the session they belong to. */
const mainSession = /^(?!agent-).*\.jsonl$/;

function sessionFolder(format: ForeignFormat, folder: string, depth: number, file: RegExp): SessionFolder {
  return { format, folder, depth, file };
}

async function filesIn({
  format,
  folder,
  depth,
  file,
}: SessionFolder): Promise<readonly ForeignSessionFile[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    names.map(async (entry): Promise<readonly ForeignSessionFile[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return depth === 0 ? [] : filesIn({ format, folder: path, depth: depth - 1, file });
      return file.test(entry.name) ? sessionsAt(format, path) : [];
    }),
  );
  return found.flat();
}

async function sessionsAt(format: ForeignFormat, path: string): Promise<readonly ForeignSessionFile[]> {
  if (path.endsWith(".db")) return sessionsStoredAt(format, path);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? [{ format, path, modifiedAt: Math.floor(stats.mtimeMs) }] : [];
}

/** A database that cannot be read (it is another program's, or another version's) has no sessions. */
function sessionsStoredAt(format: ForeignFormat, path: string): readonly ForeignSessionFile[] {
  try {
    return storedSessions(format, path).map(({ id, title, modifiedAt }) => {
      const file = { format, path, modifiedAt, session: id };
      return title === undefined ? file : { ...file, title };
    });
  } catch {
    return [];
  }
}
