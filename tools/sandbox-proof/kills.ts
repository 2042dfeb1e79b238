import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSound, makeProject, shell, start } from "./run-pair.ts";

const program = join(import.meta.dirname, "../../packages/sandbox/test/kill-barrier.ts");

/** Kills processes that run commands, at a random moment of each, and looks at the projects. */
export async function killRuns(
  base: string,
  runs: number,
): Promise<{ readonly runs: number; readonly left: readonly string[] }> {
  const left: string[] = [];
  const names = [
    ".claude",
    ".cursor",
    ".idea",
    ".mcp.json",
    ".skein",
    ".vscode",
    "commondir",
    "config.worktree",
  ];
  for (let run = 0; run < runs; run += 1) {
    const folder = join(base, `kill-${run}`);
    const workspace = await makeProject(folder, { name: "a repository" });
    const [temporary, state] = [join(folder, "temporary"), join(folder, "state")];
    for (const path of [temporary, state]) mkdirSync(path);
    const script = "git checkout -q other; ls -A > names; git checkout -q main; sleep 0.1; rm names";
    const child = spawn(process.execPath, [program, workspace, temporary, state, script], {
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    await Promise.race([exited, sleep(150 + Math.random() * 500)]);
    child.kill("SIGKILL");
    await exited;
    await sleep(20);
    // The branch may have been in the middle of being checked out: that is Git's, and Git puts it right.
    await start(
      shell("rm -f .git/index.lock .git/HEAD.lock; git checkout -qf main && git clean -fdq"),
      workspace,
      { HOME: folder },
    );
    const there = [...readdirSync(workspace), ...readdirSync(join(workspace, ".git"))].filter((name) =>
      names.includes(name),
    );
    if (there.length > 0) left.push(`kill ${run}: ${there.join(", ")}`);
    if (!(await isSound(workspace))) left.push(`kill ${run}: git fsck finds errors`);
    rmSync(folder, { recursive: true, force: true });
  }
  return { runs, left };
}
