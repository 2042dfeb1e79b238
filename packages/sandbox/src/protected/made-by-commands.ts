import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { orNothing, statsAt } from "./entries.ts";
import { hashOf, madeFolder, type MadeRecords } from "./made-folder.ts";
import { newRepositoryProblems } from "./new-repository.ts";
import { folderIn } from "./state-folder.ts";

/** The time that a file system gives a new file may be that of the kernel's last tick. Milliseconds. */
const tickMs = 20;

/**
 * Whether a `.git` is a repository that the session's commands have made, and nothing in it is more than commands may make. Anything
 * else was put there by somebody outside, who then counts as its owner.
 */
export function isMadeRepository(records: MadeRecords, git: string): boolean {
  const identity = readRecord(records, "repository", git);
  return (
    identity !== undefined && identity[0] === identityOf(git) && newRepositoryProblems(git, []).length === 0
  );
}

/**
 * Writes down a repository that a command has made. One that was only moved there is older than the call, and remains what it was: a
 * repository of somebody else.
 *
 * @param startedAt - when the command started, in milliseconds since the epoch.
 */
export function noteMadeRepository(records: MadeRecords, git: string, startedAt: number): void {
  const parts = [git, ...["config", "objects", "hooks"].map((name) => join(git, name))];
  const born = parts.flatMap((path) => {
    const stats = orNothing(() => statsAt(path));
    return stats ? [stats.birthtimeMs] : [];
  });
  const identity = identityOf(git);
  // A file system that does not know when a file was made says that it was in 1970.
  if (identity === undefined || born.some((at) => at < startedAt - tickMs)) return;
  if (readRecord(records, "repository", git)?.[0] !== identity)
    writeRecord(records, "repository", git, [identity]);
}

/** Ids of commits and tags of a repository that the session's commands have made. */
export function madeRefs(records: MadeRecords, common: string): readonly string[] {
  return readRecord(records, "refs", common) ?? [];
}

export function noteMadeRefs(records: MadeRecords, common: string, ids: readonly string[]): void {
  writeRecord(records, "refs", common, ids);
}

function identityOf(folder: string): string | undefined {
  const stats = orNothing(() => statsAt(folder));
  return stats?.isDirectory() ? [stats.dev, stats.ino, stats.birthtimeNs].join(":") : undefined;
}

type Kind = "repository" | "refs";

function fileOf(kind: Kind, path: string): string {
  return `${kind}-${hashOf(path)}.json`;
}

function readRecord(
  { state, session }: MadeRecords,
  kind: Kind,
  path: string,
): readonly string[] | undefined {
  const file = join(state, ...madeFolder(session), fileOf(kind, path));
  const value: unknown = orNothing(() => JSON.parse(readFileSync(file, "utf8")));
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList ? value : undefined;
}

function writeRecord(
  { state, session }: MadeRecords,
  kind: Kind,
  path: string,
  value: readonly string[],
): void {
  const target = join(folderIn(state, ...madeFolder(session)), fileOf(kind, path));
  const next = `${target}.${crypto.randomUUID()}`;
  writeFileSync(next, JSON.stringify(value), { mode: 0o600 });
  renameSync(next, target);
}
