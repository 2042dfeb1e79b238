import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { chosenSession, type ChosenSession, withoutSubagents } from "@skein/host/sessions";

type WholeLine = Extract<ListedSession, { readonly summary: unknown }>;

/** A folder in which sessions were held. */
export interface Project {
  /** Absolute; where its worktrees were asked for, for those that worked in one. */
  readonly folder: string;
  readonly sessions: number;
  /** Its last session. */
  readonly last: WholeLine;
}

/** The folders that were worked in and are still there, the last one first. */
export async function listProjects(sessions: Pick<Sessions, "list">): Promise<readonly Project[]> {
  const lines = withoutSubagents(await sessions.list()).filter((line) => "summary" in line);
  const groups = [...Map.groupBy(lines, folderOf)].flatMap(([folder, held]) => {
    const last = held.toSorted((one, other) => lastAtOf(other) - lastAtOf(one))[0];
    return folder === undefined || !last ? [] : [{ folder, sessions: held.length, last }];
  });
  const isThere = await Promise.all(groups.map(({ folder }) => isFolder(folder)));
  return groups
    .filter((_, at) => isThere[at])
    .toSorted((one, other) => lastAtOf(other.last) - lastAtOf(one.last));
}

/**
 * The session to resume in a project.
 *
 * @param word - its number in the list, its path, or the name of its folder. Throws `ConfigError` when it is none of them, or
 *   more than one folder has that name.
 */
export function projectNamed(
  projects: readonly Project[],
  word: string,
  cwd: string,
): { readonly folder: string; readonly last: ChosenSession } {
  const numbered = /^\d{1,4}$/.test(word) ? projects[Number(word) - 1] : undefined;
  const path = resolve(cwd, word);
  const fitting = numbered
    ? [numbered]
    : projects.filter(({ folder }) => folder === path || folder.endsWith(`/${word}`));
  const exact = fitting.filter(({ folder }) => folder === path);
  const [found, ...others] = exact.length > 0 ? exact : fitting;
  if (!found)
    throw new ConfigError("usage", `No session was held in ${JSON.stringify(word)}.`, {
      nextStep: { do: "list-projects" },
    });
  if (others.length > 0)
    throw new ConfigError("usage", `${fitting.length} folders have that name.`, {
      hint: `Name one by its path: ${fitting.map(({ folder }) => folder).join(", ")}`,
    });
  return { folder: found.folder, last: chosenSession(found.last) };
}

function folderOf({ summary: { cwd, worktree } }: WholeLine): string | undefined {
  return worktree?.from ?? cwd;
}

function lastAtOf({ summary: { lastAt, startedAt } }: WholeLine): number {
  return lastAt ?? startedAt ?? 0;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
