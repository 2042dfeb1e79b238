import { networkVariables } from "@skein/platform/variables";
import { runGit } from "@skein/runtime/repository";
import type { Git } from "@skein/checkpoints/worktrees";
import type { Machine } from "@skein/host";

/** Git as a user runs it, without hooks. It reaches repositories elsewhere through the user's proxy. */
export function userGit({ env }: Pick<Machine, "env">): Git {
  const set = networkVariables.flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const variables = Object.fromEntries(set);
  return (args, cwd) => runGit(args, { cwd, env, variables, signal: new AbortController().signal });
}
