import { commitAll } from "./commit-all.ts";
import { gitText, type Git } from "./git.ts";

/** Makes a repository of a folder, with one commit of the files that it does not ignore. No hook or template is used. */
export async function beginRepository(git: Git, folder: string, message: string): Promise<void> {
  await gitText(git, ["init", "--quiet", "--template=", "--initial-branch=main"], folder);
  await commitAll(git, folder, message);
}
