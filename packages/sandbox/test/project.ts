import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { credentialPaths, protectedPaths, type Barrier, type SandboxPolicy } from "../src/index.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Held extends Ran {
  /** What in its output points to the sandbox. */
  readonly signs: readonly string[];
}

export interface Project extends AsyncDisposable {
  /** A repository with one commit. */
  readonly workspace: string;
  /** Beside the workspace: holds `secret` and `.ssh/id_ed25519`. */
  readonly home: string;
  run(command: string, policy?: Partial<SandboxPolicy>): Promise<Held>;
}

/** A home folder with keys and a repository in it, and commands that a barrier holds in the repository. */
export async function projectFor(barrier: Barrier): Promise<Project> {
  // Not in /tmp, where a command has a folder of its own; HOME may be there.
  const folder = await mkdtemp(join(userInfo().homedir, ".skein-sandbox-test-"));
  const [home, temporary] = [join(folder, "home"), join(folder, "temporary")];
  const workspace = join(home, "project");
  for (const path of [workspace, temporary, join(home, ".ssh")]) await mkdir(path, { recursive: true });
  await writeFile(join(home, ".ssh", "id_ed25519"), "KEY");
  await writeFile(join(home, "secret"), "untouched");
  await plain("git", ["init", "-q", "-b", "main", "."], workspace);
  await plain("git", ["config", "user.email", "someone@example.org"], workspace);
  await plain("git", ["config", "user.name", "Someone"], workspace);
  await plain("git", ["commit", "-q", "--allow-empty", "-m", "first"], workspace);
  return {
    workspace,
    home,
    async run(command, changed = {}) {
      const policy: SandboxPolicy = {
        workspace,
        temporary,
        hosts: [],
        hidden: credentialPaths(home),
        protect: protectedPaths(home, workspace),
        ...changed,
      };
      const argv = ["/bin/bash", "--noprofile", "--norc", "-c", command];
      const opened = barrier.open(policy);
      const wrapped = await opened.wrap({ argv, cwd: policy.workspace });
      try {
        const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: home, ...wrapped.env };
        const ran = await started(wrapped.argv, { env, cwd: "/" });
        return { ...ran, signs: wrapped.signsIn(ran.stdout + ran.stderr) };
      } finally {
        wrapped.release();
        opened.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Outside of any sandbox. */
export async function plain(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  return started([program, ...args], { cwd, env: process.env });
}

function started(
  [program = "", ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ran> {
  return promisify(execFile)(program, args, { ...options, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );
}
