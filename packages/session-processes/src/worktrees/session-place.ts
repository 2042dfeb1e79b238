import { existsSync } from "node:fs";
import { newSessionId } from "@skein/runtime";
import {
  addWorktree,
  endWorktree,
  restoreWorktree,
  type EndedWorktree,
  type Git,
  type WorktreeEnd,
  type WorktreeRecord,
} from "@skein/checkpoints/worktrees";
import type { Machine, LiveSession } from "@skein/host";
import type { ChosenSession } from "@skein/host/sessions";
import { requireNoPrograms } from "./repository-programs.ts";
import { userGit } from "./user-git.ts";

export interface PlaceWish {
  /** Absolute. */
  readonly from: string;
  /** Of a new worktree. Default: the id of its session. */
  readonly name?: string | undefined;
  /** Id for a new session. Default: a new one. */
  readonly session?: string | undefined;
  /** The session that is resumed: it goes back into its worktree, and gets no new one. */
  readonly resumed?: Pick<ChosenSession, "cwd" | "worktree"> | undefined;
}

/** Where a session works, to be opened with. */
export interface SessionPlace {
  readonly cwd: string;
  readonly worktree: WorktreeRecord;
  /** Of a new session. */
  readonly session?: string;
  /** Sentences. */
  readonly notices: readonly string[];
  /** Closes the session, and ends its worktree. @returns what became of that; `undefined`: the session is open elsewhere. */
  readonly leave: (session: LiveSession, options: LeavingOptions) => Promise<EndedWorktree | undefined>;
}

export interface LeavingOptions {
  readonly end: WorktreeEnd;
  /** Otherwise its changes are kept, whatever `end` says. */
  readonly isDone: boolean;
}

/**
 * The worktree of a session: a new one, or the one that it had. One that was removed is made again. Throws `ConfigError`;
 * nothing has been made then.
 */
export async function sessionPlace(machine: Machine, wish: PlaceWish): Promise<SessionPlace> {
  const git = userGit(machine);
  const { from, resumed, session = newSessionId(new Date(), Math.random) } = wish;
  const { worktree } = resumed ?? {};
  if (!worktree || !existsSync(worktree.path)) await requireNoPrograms(machine, git, worktree?.from ?? from);
  if (!worktree) {
    // One named after the session is of the same work, which was cut off before its session began.
    const mayExist = wish.name === undefined;
    const added = await addWorktree(git, { name: wish.name ?? session, from, mayExist });
    return { ...added, session, leave: leaving({ git, worktree: added.worktree }) };
  }
  const { name, path } = worktree;
  const isThere = existsSync(path);
  if (!isThere) await restoreWorktree(git, worktree);
  const cwd = resumed?.cwd ?? path;
  return {
    cwd: existsSync(cwd) ? cwd : path,
    worktree,
    leave: leaving({ git, worktree }),
    notices: isThere ? [] : [`The worktree ${name} had been removed, and is made again.`],
  };
}

interface Left {
  readonly git: Git;
  readonly worktree: WorktreeRecord;
}

/** In another process that has the session open, it goes on. */
const leaving =
  ({ git, worktree }: Left): SessionPlace["leave"] =>
  async (session, { end, isDone }) => {
    await session.close();
    if (session.owner) return undefined;
    const message = session.settings().name ?? `Session ${session.id}`;
    return endWorktree(git, worktree, { end: isDone ? end : "keep", message });
  };
