import { existsSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";

/** A folder that no longer exists, and its sessions. */
export interface MissingFolder {
  readonly folder: string;
  readonly sessions: readonly string[];
}

/**
 * The folders of sessions that no longer exist, the one with the newest session first. Sessions in worktrees do not count:
 * their folder is removed with their branch.
 *
 * @param listed - the newest first.
 */
function missingFolders(listed: readonly ListedSession[]): readonly MissingFolder[] {
  const groups = Map.groupBy(listed, (line) => folderOf(line));
  return [...groups].flatMap(([folder, lines]) =>
    folder === undefined || existsSync(folder)
      ? []
      : [{ folder, sessions: lines.map(({ session }) => session) }],
  );
}

/** The missing folder that a folder without sessions may have been before: beside it, or of the same name elsewhere. */
export function formerFolder(listed: readonly ListedSession[], cwd: string): MissingFolder | undefined {
  return missingFolders(listed).find(
    ({ folder }) => dirname(folder) === dirname(cwd) || basename(folder) === basename(cwd),
  );
}

export function describeMissing({ folder, sessions: { length } }: MissingFolder): string {
  const owned = length === 1 ? "1 session belongs" : `${length} sessions belong`;
  return `${owned} to ${folder}, which no longer exists.`;
}

/** The sessions of a renamed folder, after a move. */
export interface MovedFolder {
  readonly moved: readonly string[];
  /** Sessions in git worktrees of the folder, which were not moved. */
  readonly inWorktrees: readonly string[];
}

/**
 * Moves the sessions of a renamed folder: they are those of the new one from then on. Those in worktrees of the folder stay:
 * their files are elsewhere, and git does not find the repository any more. Throws `ConfigError` if the old folder exists or
 * has no sessions, and `SessionError` for a session that is open.
 *
 * @param from - absolute, as is `to`.
 */
export async function moveRenamedFolder(
  sessions: Pick<Sessions, "list" | "changeFolder">,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<MovedFolder> {
  if (existsSync(from))
    throw new ConfigError("usage", `${from} still exists, so its sessions stay there.`, {
      hint: "Name the folder as it was called before.",
    });
  const listed = await sessions.list();
  const found = listed.filter((line) => folderOf(line) === from).map(({ session }) => session);
  if (found.length === 0) {
    const others = missingFolders(listed).map(({ folder }) => folder);
    throw new ConfigError("usage", `No session belongs to ${from}.`, {
      hint:
        others.length === 0
          ? "The folders of all sessions exist."
          : `Folders of sessions that no longer exist: ${others.slice(0, 5).join(", ")}.`,
    });
  }
  for (const session of found) await sessions.changeFolder(session, to);
  const inWorktrees = listed.filter((line) => isWorktreeOf(line, from)).map(({ session }) => session);
  return { moved: found, inWorktrees };
}

export function describeMoved({ moved, inWorktrees }: MovedFolder, to: string): string {
  const text = `Moved ${countSessions(moved.length)} to ${to}.`;
  if (inWorktrees.length === 0) return text;
  const verb = inWorktrees.length === 1 ? "was" : "were";
  return `${text} ${countSessions(inWorktrees.length)} in git worktrees of the old folder ${verb} not moved: ${inWorktrees.join(", ")}.`;
}

function countSessions(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}

function isWorktreeOf(line: ListedSession, folder: string): boolean {
  const from = "summary" in line ? line.summary.worktree?.from : undefined;
  return from !== undefined && (from === folder || from.startsWith(folder + sep));
}

function folderOf(line: ListedSession): string | undefined {
  return "summary" in line && line.summary.worktree === undefined ? line.summary.cwd : undefined;
}
