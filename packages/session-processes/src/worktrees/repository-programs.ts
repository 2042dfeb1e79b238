import { isPlainRepository } from "@skein/runtime/repository";
import { ConfigError } from "@skein/protocol";
import { trustStore } from "@skein/settings";
import { gitText, type Git } from "@skein/checkpoints/worktrees";
import type { Machine } from "@skein/host";

/**
 * Settings whose value git may run when it checks out, compares, commits or merges, by git's lowercase names. Hooks and file
 * monitors are off. Source: git-config(1), gitattributes(5).
 */
const programs =
  /^(?:filter\..+\.(?:smudge|clean|process)|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|gpg\.(?:.+\.)?(?:program|defaultkeycommand)|core\.(?:sshcommand|gitproxy|alternaterefscommand)|credential\.(?:.+\.)?helper|remote\..+\.(?:uploadpack|receivepack|vcs|promisor)|extensions\.partialclone)$/;

/**
 * Requires that git starts no program the settings of an untrusted repository name; those of the user's own settings count as
 * harmless. Reads settings only. Throws `ConfigError` that names them.
 *
 * @param folder - absolute.
 */
export async function requireNoPrograms(
  { directories }: Pick<Machine, "directories">,
  git: Git,
  folder: string,
): Promise<void> {
  if (isPlainRepository(folder)) return;
  const { code, stdout: top } = await git(["rev-parse", "--show-toplevel"], folder);
  if (code !== 0) return; // no repository: the caller says so
  const names = await programSettings(git, folder);
  if (names.length === 0) return;
  if ((await trustStore(directories.data).check(top.trimEnd())) === "trusted") return;
  throw new ConfigError(
    "usage",
    `The settings of this repository name programs that git would run: ${names.slice(0, 3).join(", ")}.`,
    {
      hint: "Remove them from .git/config, move them to your own git settings (~/.gitconfig), or trust the project if it has a .skein folder.",
    },
  );
}

/** The names of such settings, includes among them. */
async function programSettings(git: Git, folder: string): Promise<readonly string[]> {
  const listed = await gitText(
    git,
    ["config", "--list", "--includes", "--show-scope", "--name-only", "-z"],
    folder,
  );
  const words = listed.split("\0");
  const names = words.flatMap((name, index) =>
    index % 2 === 1 &&
    /^(?:local|worktree)$/.test(words[index - 1] ?? "") &&
    programs.test(name.toLowerCase())
      ? [name]
      : [],
  );
  return [...new Set(names)];
}
