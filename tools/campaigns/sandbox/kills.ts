import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoriesBelow } from "../../../packages/sandbox/src/protected/nested-folders.ts";
import { isSound, makeProject, runHeld, shell, start } from "./run-pair.ts";
import type { Barrier } from "../../../packages/sandbox/src/index.ts";
import { repository } from "./shapes.ts";

const program = join(import.meta.dirname, "../../../packages/sandbox/test/kill-barrier.ts");

/** What runs when the process is killed, and what it makes; the rest of a project must be as it was. */
const cases: readonly {
  readonly make: string;
  readonly script: string;
  readonly makes: readonly string[];
  /** How many processes run it at once. */
  readonly runs?: number;
}[] = [
  {
    make: repository,
    script: "git checkout -q other; ls -A > names; git checkout -q main; sleep 0.1; rm names",
    makes: ["names", ".vscode", ".cursor", "two"],
  },
  {
    make: "mkdir project",
    script: "git init -q .; ls -A > names; sleep 0.1; rm -rf .git names",
    makes: ["names", ".git"],
  },
  {
    make: `${repository}; git init -q nested`,
    script:
      "git clone -q . copy; echo a > nested/a; git -C nested add a; rm -rf copy; sleep 0.1; rm -f nested/a",
    makes: ["copy"],
  },
  {
    make: `${repository}; mkdir .idea; echo 1 > .idea/a`,
    script: "git stash -q; ls -A > names; echo x > .idea/a; sleep 0.2; rm names",
    makes: ["names"],
  },
  { make: repository, script: "ls -A > names; cat names > /dev/null; sleep 0.1", makes: ["names"], runs: 5 },
];

/** Kills processes that run commands, at a random moment of each, and looks at the projects. */
export async function killRuns(
  barrier: Barrier,
  { base, runs, signal }: { readonly base: string; readonly runs: number; readonly signal: AbortSignal },
): Promise<{ readonly runs: number; readonly left: readonly string[] }> {
  const left: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    signal.throwIfAborted();
    const { make, script, makes, runs: atOnce = 1 } = cases[run % cases.length]!;
    const folder = join(base, `kill-${run}`);
    const workspace = await makeProject(folder, { name: `killed: ${script}`, group: "", make });
    const [temporary, state] = [join(folder, "temporary"), join(folder, "state")];
    for (const path of [temporary, state]) mkdirSync(path);
    const before = namesIn(workspace);
    const children = Array.from({ length: atOnce }, () =>
      spawn(process.execPath, [program, workspace, temporary, state, script], { stdio: "ignore" }),
    );
    const exited = Promise.all(children.map((child) => once(child, "exit")));
    await Promise.race([exited, sleep(150 + Math.random() * 700 * Math.sqrt(atOnce))]);
    for (const child of children) child.kill("SIGKILL");
    await exited;
    const isGone = await untilGone(temporary);
    const problems = [
      ...(isGone ? [] : ["a process"]),
      ...namesIn(workspace).filter((name) => !before.includes(name) && !makes.includes(name)),
    ];
    // The branch may have been in the middle of being checked out: that is Git's, and Git puts it right.
    await start(
      shell("[ -d .git ] || exit 0; rm -f .git/*.lock; git checkout -qf main && git clean -fdq"),
      workspace,
      { HOME: folder },
    );
    if (before.includes(".git") && !(await isSound(workspace))) problems.push("errors that git fsck finds");
    // The next start checks the call, and leaves no record of it.
    const next = await runHeld(barrier, "true", { workspace, beside: folder });
    problems.push(...next.changes.map((change) => `a report of ${change}`));
    problems.push(...readdirSync(join(state, "calls")).map((name) => `the record ${name}`));
    if (problems.length > 0) left.push(`kill ${run}: ${problems.join(", ")}`);
    rmSync(folder, { recursive: true, force: true });
  }
  return { runs, left };
}

/** Names in the folder, and in the folders of the repositories in it. */
function namesIn(workspace: string): readonly string[] {
  const git = repositoriesBelow(workspace, new Set()).filter((path) => path.endsWith(".git"));
  return [workspace, ...git].flatMap((folder) => readdirSync(folder).filter((name) => !isOfGit(name)));
}

/** Files that Git makes in its folder. */
function isOfGit(name: string): boolean {
  return /^[A-Z_]+$|\.lock$|^(index|logs|packed-refs|objects|refs|branches|description|info|hooks|config)$|^tmp_/.test(
    name,
  );
}

/** Whether no process has a text in its arguments, after some time. */
async function untilGone(text: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    if (!ids.some((id) => argumentsOf(id).includes(text))) return true;
    await sleep(20);
  }
  return false;
}

function argumentsOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
