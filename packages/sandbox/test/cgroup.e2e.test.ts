import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kernelLimits, probeTiers, type SandboxPolicy } from "../src/index.ts";
import { removeLeftCgroups } from "../src/limits/command-cgroup.ts";
import { canLimitProcesses, outerLimits } from "./outer-limits.ts";
import { projectFor, started, startBarrier } from "./project.ts";

const { found } = await probeTiers();
const kernel = kernelLimits();
const parent = "folder" in kernel ? kernel.folder : undefined;
const limits = { processes: 100, memoryBytes: 2 ** 28 };

/** Cgroups of commands, of all processes. */
const cgroups = () => readdirSync(parent!).filter((name) => name.startsWith("skein-"));

// Most machines for tests have no cgroup v2 that can be used: a kernel in user mode has, see docs/decisions/0102.
describe.skipIf(parent === undefined || found.length === 0)("the cgroup of a command", () => {
  async function run(command: string, policy: Partial<SandboxPolicy> = {}) {
    await using project = await projectFor(found[0]!);
    const { workspace, home, state } = project;
    const temporary = join(home, "../temporary");
    const opened = found[0]!.open({ workspace, temporary, state, hosts: [], limits, ...policy });
    using outer = outerLimits();
    const argv = ["/bin/bash", "--noprofile", "--norc", "-c", command];
    const wrapped = await opened.wrap({ argv, cwd: workspace });
    const name = /skein-[\d-]+/.exec(wrapped.argv.join(" "))?.[0] ?? "";
    try {
      const env = { PATH: "/usr/bin:/bin", ...wrapped.env };
      const ran = await started(outer.enter(wrapped.argv), { env, cwd: "/" });
      const wasMade = cgroups().includes(name);
      await wrapped.release();
      return { ...ran, wasMade, isLeft: cgroups().includes(name), limit: wrapped.limitReached() };
    } finally {
      await wrapped.release();
      opened.close();
    }
  }

  it("is not told of a command that stays within its limits, and is removed", async () => {
    expect(await run("exit 3")).toMatchObject({ code: 3, wasMade: true, isLeft: false, limit: undefined });
  });

  it("cannot be changed by the command", async () => {
    const { stderr } = await run(`echo max > ${parent}/skein-*/pids.max`);
    expect(stderr).toMatch(/Read-only file system|Permission denied/);
  });

  it("ends one with memory that no process maps", async () => {
    const hide = `perl -e '$n = "x"; $fd = syscall(319, $n, 0); open(F, ">&=", $fd); print F "a" x 1048576 for 1 .. 400; print "alive"'`;
    const { stdout, isLeft, limit } = await run(`${hide}; echo alive`);
    expect([stdout, isLeft]).toEqual(["", false]);
    expect(limit).toMatch(/more than 256 MB of memory\. The user can raise sandboxAccess\.memory\./);
  });

  it.skipIf(!canLimitProcesses)("gives a fork bomb no more threads than allowed", async () => {
    const { code, isLeft } = await run("bomb() { bomb | bomb & }; bomb; wait; sleep 60");
    expect([code, isLeft]).toEqual([137, false]);
  });

  it("of a process that was killed is removed at a later start", async () => {
    await using project = await projectFor(found[0]!);
    const { workspace, home, state } = project;
    const child = startBarrier([workspace, join(home, "../temporary"), state, "echo ready; sleep 60"]);
    try {
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      await once(child, "exit");
      const isOfChild = (name: string) => name.startsWith(`skein-${child.pid}-`);
      expect(cgroups().filter(isOfChild)).toHaveLength(1);
      const removed = () => (removeLeftCgroups(parent!), cgroups().filter(isOfChild));
      await expect.poll(removed).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      child.stdout.destroy();
    }
  });
});
