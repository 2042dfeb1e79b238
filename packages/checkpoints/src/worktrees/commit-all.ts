import { authorSettings } from "./author.ts";
import { gitText, type Git } from "./git.ts";

/** Commits whatever is not committed in a worktree, under the user's name where git knows it. */
export async function commitAll(git: Git, path: string, message: string): Promise<void> {
  if ((await gitText(git, ["status", "--porcelain"], path)) === "") return;
  await gitText(git, ["add", "--all"], path);
  await gitText(git, [...(await authorSettings(git, path)), "commit", "--quiet", "-m", message], path);
}
