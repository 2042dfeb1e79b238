import type { Git } from "./git.ts";

/** Settings for what makes a commit: Skein is its author where git knows of none. No key is asked for. */
export async function authorSettings(git: Git, cwd: string): Promise<readonly string[]> {
  const known = await git(["var", "GIT_COMMITTER_IDENT"], cwd);
  const author = known.code === 0 ? [] : ["-c", "user.name=Skein", "-c", "user.email=skein@localhost"];
  return [...author, "-c", "commit.gpgSign=false"];
}
