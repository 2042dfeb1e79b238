import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { probeTiers, type SandboxPolicy } from "../src/index.ts";
import { canLimitProcesses, outerLimits } from "./outer-limits.ts";
import { plain, projectFor, startBarrier, started, type Ran } from "./project.ts";

const { found } = await probeTiers();
const program = fileURLToPath(
  new URL(`../../launcher/bin/${process.platform}-${process.arch}/skein-launcher`, import.meta.url),
);

/** Milliseconds that a command may go on beyond a limit; on a busy machine with two processors. */
const deadlineMs = 30_000;

interface Limited extends Pick<Ran, "code" | "stdout"> {
  /** What names a limit: on standard error where it was counted, or from the kernel. */
  readonly named: string;
  readonly isInTime: boolean;
}

/** Runs a command with limits of its own, within limits that hold in any case. */
async function limited(
  command: string,
  policy: Partial<SandboxPolicy>,
  outerTasks?: number,
): Promise<Limited> {
  await using project = await projectFor(found[0]!);
  const { workspace, home, state } = project;
  const temporary = join(home, "../temporary");
  const opened = found[0]!.open({ workspace, temporary, state, hosts: [], ...policy });
  using outer = outerLimits(outerTasks);
  const argv = ["/bin/bash", "--noprofile", "--norc", "-c", command];
  const wrapped = await opened.wrap({ argv, cwd: workspace });
  try {
    const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: home, ...wrapped.env };
    const startedAt = performance.now();
    const { code, stdout, stderr } = await started(outer.enter(wrapped.argv), { env, cwd: "/" });
    const isInTime = performance.now() - startedAt < deadlineMs;
    // The kernel ends all processes, also the one whose exit code the command has.
    return { code: code ?? 137, stdout, named: stderr + (wrapped.limitReached() ?? ""), isInTime };
  } finally {
    await wrapped.release();
    opened.close();
  }
}

const ended = (limit: string, setting: string) =>
  `The sandbox ended this command at its limit: more than ${limit}. The user can raise sandboxAccess.${setting}.`;
const byProcesses = { code: 137, stdout: "", named: ended("100 processes", "processes"), isInTime: true };
const byOuterLimit =
  "The sandbox ended this command: no more processes could be started, so it could not be limited.";
const byMemory = { code: 137, stdout: "", named: ended("100 MB of memory", "memory"), isInTime: true };
const alive = { code: 0, stdout: "alive\n", named: "", isInTime: true };

const spawning = (count: number) =>
  `for i in $(seq ${count}); do sleep 60 & done; sleep 2; echo alive; exit 0`;
const filling = (megabytes: number) =>
  `perl -e '$x = "a" x 2 ** 20; push @all, "$x" for 1 .. ${megabytes}; sleep 3; print "alive\\n"'`;
/** Several processes with the same memory: only one of them counts in full. */
const sharing = `perl -e '$x = "a" x 60_000_000; for (1 .. 5) { unless (fork) { sleep 3; exit } } sleep 3; print "alive\\n"'`;
const forkBomb = "bomb() { bomb | bomb & }; bomb; wait; sleep 60; echo alive";

/** Tries again at once: the shell waits seconds after each attempt that fails, in which the counter goes on. */
const impatientForkBomb = `perl -e 'fork while 1'`;

const limits = { processes: 100, memoryBytes: 2 ** 30 };
const little = { memoryBytes: 100 * 2 ** 20 };
const commands: readonly (readonly [string, string, SandboxPolicy["limits"], Limited])[] = [
  ["as many processes as allowed", spawning(60), {}, alive],
  ["more processes", spawning(150), {}, byProcesses],
  ["as much memory as allowed", filling(20), little, alive],
  ["more memory", filling(300), little, byMemory],
  ["more memory in several processes", `for i in 1 2 3 4; do ${filling(40)} & done; wait`, little, byMemory],
  ["memory that several processes share", sharing, { memoryBytes: 200 * 2 ** 20 }, alive],
];
const counters = [
  ["the program", existsSync(program) ? { counter: program } : undefined],
  ["a shell script", {}],
] as const;

describe.skipIf(found.length === 0)("the limits of a command", () => {
  // The program counts without a process of its own: it goes on, and the bomb stays within the limit of the machine.
  it.skipIf(!canLimitProcesses)("end a fork bomb when the shell script cannot count any more", async () => {
    const { named, ...ran } = await limited(impatientForkBomb, { limits }, 60);
    expect(ran).toEqual({ code: 137, stdout: "", isInTime: true });
    expect(named).toContain(byOuterLimit);
  });

  for (const [name, counter] of counters) {
    describe.skipIf(counter === undefined)(`counted by ${name}`, () => {
      it.each(commands)("with %s", async (_, command, own, expected) => {
        const { named, ...ran } = await limited(command, { ...counter, limits: { ...limits, ...own } });
        expect({ ...ran, named: named.trim() }).toEqual(expected);
      });

      it.skipIf(!canLimitProcesses)("with a fork bomb", async () => {
        const { named, ...ran } = await limited(forkBomb, { ...counter, limits });
        expect(ran).toEqual({ code: 137, stdout: "", isInTime: true });
        // The bomb may reach the limit around it before the counter looks for the first time.
        expect([byProcesses.named, byOuterLimit].some((sentence) => named.includes(sentence))).toBe(true);
      });

      it.each([
        ["an exit code", "exit 3", 3],
        ["a signal", "kill -TERM $$", 143],
        ["an attempt to end the counting", "kill -KILL 1; kill -TERM 1; echo alive", 0],
      ])("pass on %s", async (_, command, code) => {
        expect(await limited(command, { ...counter, limits })).toMatchObject({ code, named: "" });
      });

      it("hold when Skein is dead", async () => {
        await using project = await projectFor(found[0]!);
        const { workspace, home, state } = project;
        const result = join(home, "result");
        const command = `echo ready; while [ ! -e ${workspace}/go ]; do sleep 0.1; done; ${spawning(150)}`;
        // What watches a command outlives Skein.
        const watcher = ["setsid", "sh", "-c", '"$@" 2> "$0.draft"; mv "$0.draft" "$0"', result];
        const options = { watcher, limits, ...counter };
        const child = startBarrier([workspace, join(home, "../temporary"), state, command], options);
        try {
          await once(child.stdout, "data");
          child.kill("SIGKILL");
          await once(child, "exit");
          await mkdir(join(workspace, "go"));
          await expect.poll(() => existsSync(result)).toBe(true);
          expect(await readFile(result, "utf8")).toContain(byProcesses.named);
        } finally {
          child.kill("SIGKILL");
          child.stdout.destroy();
        }
      });
    });
  }

  it("with memory in files in memory, counted by the program", async ({ skip }) => {
    skip(!existsSync(program), "The launcher was not built.");
    const command = "head -c 300M /dev/zero > /dev/shm/file; sleep 2; echo alive";
    const { named, ...ran } = await limited(command, { counter: program, limits: { ...limits, ...little } });
    expect({ ...ran, named: named.trim() }).toEqual(byMemory);
  });

  it("are not needed if Skein is killed and nothing watches the command: detached processes end with it", async () => {
    await using project = await projectFor(found[0]!);
    const { workspace, home, state } = project;
    const mark = `skein-detached-${crypto.randomUUID()}`;
    const detached = `setsid bash -c 'trap "" HUP TERM INT; exec -a ${mark} sleep 120' &`;
    const command = `for i in $(seq 20); do ${detached} done; sleep 1; echo ready; sleep 120`;
    const child = startBarrier([workspace, join(home, "../temporary"), state, command]);
    const count = async () => {
      const { stdout } = await plain("pgrep", ["-c", "-f", `^${mark}`], "/");
      return Number(stdout);
    };
    try {
      await once(child.stdout, "data");
      expect(await count()).toBe(20);
      child.kill("SIGKILL");
      await once(child, "exit");
      // Long before they would end by themselves.
      await expect.poll(count).toBe(0);
    } finally {
      await plain("pkill", ["-KILL", "-f", `^${mark}`], "/");
      child.kill("SIGKILL");
      child.stdout.destroy();
    }
  });
});
