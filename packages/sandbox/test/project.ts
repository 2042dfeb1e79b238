import { execFile, spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folderOutsideTmp } from "@skein/test-kit";
import {
  credentialPaths,
  protectedPaths,
  type Barrier,
  type OpenOptions,
  type SandboxPolicy,
} from "../src/index.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Held extends Ran {
  /** What in its output points to the sandbox. */
  readonly signs: readonly string[];
  /** What it has left under protected names, from the folder of the workspace. */
  readonly changes: readonly (readonly [path: string, fate: "aside" | "stays"])[];
}

export interface Project extends AsyncDisposable {
  /** A repository with one commit. */
  readonly workspace: string;
  /** Beside the workspace: holds `secret` and `.ssh/id_ed25519`. */
  readonly home: string;
  /** For what is moved aside. */
  readonly state: string;
  run(
    command: string,
    policy?: Partial<SandboxPolicy>,
    isLasting?: boolean,
    options?: OpenOptions,
  ): Promise<Held>;
}

/** A home folder with keys and a repository in it, and commands that a barrier holds in the repository. */
export async function projectFor(barrier: Barrier): Promise<Project> {
  const { path: folder, ...disposable } = await folderOutsideTmp();
  const [home, temporary, state] = [join(folder, "home"), join(folder, "temporary"), join(folder, "state")];
  const workspace = join(home, "project");
  for (const path of [workspace, temporary, state, join(home, ".ssh")])
    await mkdir(path, { recursive: true });
  await writeFile(join(home, ".ssh", "id_ed25519"), "KEY");
  await writeFile(join(home, "secret"), "untouched");
  await plain("git", ["init", "-q", "-b", "main", "."], workspace);
  await plain("git", ["config", "user.email", "someone@example.org"], workspace);
  await plain("git", ["config", "user.name", "Someone"], workspace);
  await plain("git", ["commit", "-q", "--allow-empty", "-m", "first"], workspace);
  return {
    workspace,
    home,
    state,
    async run(command, changed = {}, isLasting = false, options = {}) {
      const policy: SandboxPolicy = {
        workspace,
        temporary,
        state,
        hosts: [],
        hidden: credentialPaths(home),
        protect: protectedPaths(home, workspace),
        ...changed,
      };
      const argv = ["/bin/bash", "--noprofile", "--norc", "-c", command];
      const opened = barrier.open(policy, options);
      const wrapped = await opened.wrap({ argv, cwd: policy.workspace, isLasting });
      try {
        const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: home, ...wrapped.env };
        const ran = await started(wrapped.argv, { env, cwd: "/" });
        const changes = (await wrapped.release()).map(
          ({ path, aside }) => [relative(policy.workspace, path), aside ? "aside" : "stays"] as const,
        );
        return { ...ran, changes, signs: wrapped.signsIn(ran.stdout + ran.stderr) };
      } finally {
        await wrapped.release();
        opened.close();
      }
    },
    ...disposable,
  };
}

/** Outside of any sandbox. */
export async function plain(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  return started([program, ...args], { cwd, env: process.env });
}

/** Runs a script of bash in the workspace, outside of any sandbox. @returns what it prints. Throws if it fails. */
export async function outside({ workspace }: Pick<Project, "workspace">, script: string): Promise<string> {
  const { code, stdout, stderr } = await plain("/bin/bash", ["-ec", script], workspace);
  if (code !== 0) throw new Error(`The script ended with ${code}: ${stderr}`);
  return stdout;
}

export function started(
  [program = "", ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ran> {
  return promisify(execFile)(program, args, { ...options, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );
}

/**
 * A process that starts a command in the tier bwrap, to be killed.
 *
 * @param words - see `kill-barrier.ts`.
 */
export function startBarrier(
  words: readonly string[],
  options: object = {},
): ChildProcessByStdio<null, Readable, null> {
  const barrier = fileURLToPath(import.meta.resolve("./kill-barrier.ts"));
  return spawn(process.execPath, [barrier, ...words, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}
