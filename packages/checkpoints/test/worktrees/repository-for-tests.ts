import { execFile, execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import type { Git } from "../../src/worktrees/index.ts";

const environment = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

export const git: Git = (args, cwd) =>
  new Promise((resolve) => {
    execFile("git", [...args], { cwd, env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });

export interface TestRepository extends AsyncDisposable {
  readonly path: string;
  run(...args: readonly string[]): string;
  write(path: string, text: string): Promise<void>;
  commit(message: string): void;
}

/** A repository on the branch `main`, with one commit of `a.txt` and `packages/x/b.txt`. */
export async function testRepository(): Promise<TestRepository> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const run = (...args: readonly string[]) =>
    execFileSync("git", [...args], { cwd: path, env: environment, encoding: "utf8", stdio: "pipe" });
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  };
  const commit = (message: string) => {
    run("add", "--all");
    run("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", message);
  };
  run("init", "-q", "-b", "main");
  await write("a.txt", "one\ntwo\nthree\n");
  await write("packages/x/b.txt", "b\n");
  commit("First");
  return { path, run, write, commit, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}
