import { ConfigError } from "@skein/protocol";

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs git in a folder. It starts no hooks. Rejects with `ConfigError` when git cannot be started.
 *
 * @param cwd - absolute.
 */
export type Git = (args: readonly string[], cwd: string) => Promise<GitResult>;

/** What git says, without the line break at its end. @throws ConfigError with what git complains of. */
export async function gitText(git: Git, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await git(args, cwd);
  if (code === 0) return stdout.replace(/\n$/, "");
  throw new ConfigError(
    "usage",
    `git ${args.find((word) => !word.startsWith("-") && !word.includes("="))} failed in ${cwd}: ${complaintOf(stderr)}`,
  );
}

/** The first lines that say what is wrong. */
export function complaintOf(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("hint:"));
  return lines
    .slice(0, 5)
    .join(" ")
    .replace(/^(?:fatal|error): /, "");
}
