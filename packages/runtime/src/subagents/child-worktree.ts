import { ConfigError, messageOf } from "@skein/protocol";
import type { ChildSpec } from "@skein/extensions-builtin/subagents";
import {
  addWorktree,
  commitAll,
  endWorktree,
  type EndedWorktree,
  type Git,
} from "@skein/checkpoints/worktrees";
import type { AgentSettings } from "../agent-settings.ts";
import { isPlainRepository, runGit } from "../repository.ts";
import { worktreeTexts } from "./worktree-texts.ts";

export interface ChildWorktree {
  /** Settings of the subagent. */
  readonly place: Pick<AgentSettings, "cwd" | "worktree">;
  /** Commits what it has left, once it is closed. @returns where its work is, for the model. */
  readonly leave: () => Promise<string>;
}

interface ParentPlace {
  /** Absolute. */
  readonly cwd: string;
  /** The parent's permission mode. */
  readonly mode: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes the worktree of a subagent, or finds it again after a crash. The model decides on it, so nothing may be started that the
 * repository's settings name. Throws `ConfigError`, whose message the model reads.
 */
export async function childWorktree(
  { session, name }: ChildSpec,
  { cwd, mode, env }: ParentPlace,
): Promise<ChildWorktree> {
  if (mode === "plan" || mode === "chat") throw refused(worktreeTexts.nothingIsWritten(mode));
  if (!isPlainRepository(cwd)) throw refused(worktreeTexts.startsPrograms);
  // Also when the run is over.
  const git: Git = (args, folder) => runGit(args, { cwd: folder, env, signal: new AbortController().signal });
  const added = await addWorktree(git, { name: session, from: cwd, mayExist: true });
  const { worktree } = added;
  return {
    place: { cwd: added.cwd, worktree },
    async leave() {
      const problem = await commitAll(git, worktree.path, `Work of the subagent ${name}`).then(
        () => undefined,
        (error: unknown) => messageOf(error),
      );
      const ended: EndedWorktree = await endWorktree(git, worktree, { end: "keep", message: "" });
      return worktreeTexts.left(worktree, ended, problem);
    },
  };
}

function refused(message: string): ConfigError {
  return new ConfigError("usage", message, { hint: worktreeTexts.leaveOut });
}
