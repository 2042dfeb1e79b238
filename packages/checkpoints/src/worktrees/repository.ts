import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { complaintOf, gitText, type Git } from "./git.ts";

export interface Repository {
  /** The root of the working tree that a folder is in. */
  readonly root: string;
  /** From there to the folder, with a slash at its end; empty at the root. */
  readonly prefix: string;
  /** The root of the first working tree; of a bare repository, the folder that it is in. */
  readonly main: string;
}

/** @throws ConfigError where no worktree can be made. @param cwd - absolute. */
export async function repositoryAt(git: Git, cwd: string): Promise<Repository> {
  const asked = ["--is-inside-work-tree", "--show-prefix", "--git-common-dir"];
  const { code, stdout, stderr } = await git(["rev-parse", ...asked], cwd);
  const [isInside = "", prefix = "", common = ""] = stdout.split("\n");
  if (code !== 0 && /not a git repository/.test(stderr)) {
    throw new ConfigError("usage", `${cwd} is not in a git repository, so it can have no worktree.`, {
      hint: "Work without a worktree, or run `git init` there and commit the files.",
    });
  }
  if (code !== 0 && isInside !== "false")
    throw new ConfigError("usage", `${cwd} cannot have a worktree: ${complaintOf(stderr)}`);
  if (isInside !== "true") {
    throw new ConfigError("usage", `${cwd} is a git folder and no working tree.`, {
      hint: "Begin in a folder where files of the repository are checked out.",
    });
  }
  const root = await gitText(git, ["rev-parse", "--show-toplevel"], cwd);
  const above = await gitText(git, ["rev-parse", "--show-superproject-working-tree"], cwd);
  if (above !== "") {
    throw new ConfigError("usage", `${root} is a submodule of ${above}, and cannot have a worktree.`, {
      hint: `Begin in ${above}, or work without a worktree.`,
    });
  }
  const [first = ""] = (await gitText(git, ["worktree", "list", "--porcelain"], cwd)).split("\n\n");
  const isBare = first.split("\n").includes("bare");
  const main = isBare ? dirname(realpathSync(resolve(cwd, common))) : first.split("\n", 1)[0]!.slice(9);
  return { root, prefix, main };
}
