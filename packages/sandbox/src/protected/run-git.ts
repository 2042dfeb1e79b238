import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { findProgram, systemFolders } from "../find-program.ts";
import type { Repository } from "./git-folder.ts";

/** Nothing that a command may have written decides what these start: no hooks, no filters, no replaced objects, no fetching. */
const environment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_LITERAL_PATHSPECS: "1",
  LC_ALL: "C",
};

const settings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.sshCommand=false",
  "core.commitGraph=false",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

export type GitProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a command of Git that only reads. `undefined`: Git is not in the folders of the system. */
export function startGit(
  { root, common, folder }: Repository,
  args: readonly string[],
): GitProcess | undefined {
  const git = findProgram("git", systemFolders);
  if (git === undefined) return undefined;
  return spawn(git, [`--git-dir=${folder}`, `--work-tree=${root}`, ...settings, ...args], {
    cwd: root,
    env: { ...environment, GIT_COMMON_DIR: common, PATH: systemFolders.join(":") },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
}

/** Its whole output; empty when it fails, or is not there. */
export function outputOfGit(repository: Repository, args: readonly string[], input = ""): Promise<string> {
  return new Promise((resolve) => {
    const child = startGit(repository, args);
    if (child === undefined) return resolve("");
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {});
    child.once("error", () => resolve(""));
    child.once("close", (code) => resolve(code === 0 ? Buffer.concat(chunks).toString("utf8") : ""));
    child.stdin.end(input);
  });
}
