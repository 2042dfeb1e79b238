import { runGit } from "@skein/runtime/repository";
import type { Git } from "@skein/worktrees";
import type { Machine } from "../machine.ts";

/** Git as a user runs it, without hooks. */
export function userGit({ env }: Machine): Git {
  return (args, cwd) => runGit(args, { cwd, env, signal: new AbortController().signal });
}
