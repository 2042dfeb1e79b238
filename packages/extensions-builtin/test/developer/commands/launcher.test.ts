import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesWith, temporaryFolder, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { findLauncher } from "../../../src/developer/shell/launcher/find-launcher.ts";
import { workbench, type Workbench } from "../workbench.ts";

const program = findLauncher() ?? "";

interface OwnLauncher {
  readonly id: number;
  readonly session: number;
}

/** Launchers that this process has started and that have not ended. */
function launchers(): readonly OwnLauncher[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const isOurs = stat.includes("(skein-launcher)") && Number(parent) === process.pid && state !== "Z";
      return isOurs ? [{ id: Number(name), session: Number(session) }] : [];
    } catch {
      return [];
    }
  });
}

function theLauncher(): OwnLauncher {
  const [launcher] = launchers();
  if (!launcher) throw new Error("There is no launcher.");
  return launcher;
}

async function open(warnings: string[] = [], launcher = program): Promise<Workbench> {
  return workbench({ launcher, warn: (text) => warnings.push(text) });
}

const usesWrapper = /^Commands are started without the launcher from now on, which is slower\. ./;

describe.skipIf(program === "")("the launcher", () => {
  it("is started for the first command, once, in a session of its own and with no environment", async () => {
    await using bench = await open();
    expect(launchers()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => bench.says("shell", { command: "true" })));
    const [launcher, ...others] = launchers();
    expect(others).toEqual([]);
    expect(launcher?.session).toBe(launcher?.id);
    expect(readFileSync(`/proc/${launcher?.id}/environ`, "utf8")).toBe("");
    expect(readdirSync(`/proc/${launcher?.id}/fd`)).toHaveLength(4);
  });

  it("ends with the extension", async () => {
    const bench = await open();
    await bench.says("shell", { command: "true" });
    expect(launchers()).toHaveLength(1);
    await bench[Symbol.asyncDispose]();
    await expect.poll(launchers).toEqual([]);
  });

  it("shows nothing of the commands that it starts", async () => {
    await using bench = await open();
    const id = uniqueSeconds();
    const stop = new AbortController();
    const running = bench.call("shell", { command: `sleep ${id}` }, { signal: stop.signal });
    await waitForProcesses(`sleep\0${id}`, 1);
    const shown = readFileSync(`/proc/${theLauncher().id}/cmdline`, "utf8");
    expect(shown.replaceAll("\0", "")).toBe("skein-launcher");
    stop.abort();
    await running;
  });

  it("ends what a command leaves, also what has left its group and has no environment of it", async () => {
    await using bench = await open();
    const id = uniqueSeconds();
    const deaf = `trap "" TERM; sleep ${id}; sleep ${id}`;
    const command = `env -i setsid sleep ${id} & env -i setsid bash -c '${deaf}' >/dev/null 2>&1 & sleep 0.2; echo done`;
    expect(await bench.says("shell", { command })).toBe("done");
    expect(await processesWith(id)).toEqual([]);
  });

  it("may be killed: commands go on, their results are read, and later ones run under the wrapper", async () => {
    const warnings: string[] = [];
    await using bench = await open(warnings);
    const begun = join(bench.cwd, "begun");
    const running = bench.says("shell", { command: `touch ${begun}; sleep 0.5; echo REAL; exit 3` });
    while (!existsSync(begun)) await sleep(10);
    process.kill(theLauncher().id, "SIGKILL");
    expect(await running).toBe("REAL\n[exit code 3]");
    expect(await bench.says("shell", { command: "echo next" })).toBe("next");
    expect(await bench.says("shell", { command: "echo last" })).toBe("last");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(usesWrapper);
    expect(warnings[0]).toContain("SIGKILL");
  });

  it("may be killed: what a command leaves is ended all the same, also at its deadline and by an abort", async () => {
    await using bench = await open();
    const id = uniqueSeconds();
    const stop = new AbortController();
    const command = `sleep ${id} & setsid sleep ${id} & sleep ${id}`;
    const late = bench.call("shell", { command, timeout_ms: 1500 });
    const aborted = bench.call("shell", { command }, { signal: stop.signal });
    await waitForProcesses(`sleep\0${id}`, 6);
    process.kill(theLauncher().id, "SIGKILL");
    stop.abort();
    expect(await aborted).toMatchObject({ kind: "interrupted", started: true });
    expect(await late).toMatchObject({ kind: "timed-out" });
    await bench.extension.close();
    expect(await processesWith(id)).toEqual([]);
  });

  it("may be killed before it answers: the command runs once", async () => {
    for (let round = 0; round < 10; round++) {
      await using bench = await open();
      await bench.says("shell", { command: "true" });
      const { id } = theLauncher();
      const running = [1, 2, 3, 4].map((call) =>
        bench.says("shell", { command: `echo ${call} >>effects; echo REAL` }),
      );
      // Anywhere between the request and its answer.
      await sleep(round % 5);
      process.kill(id, "SIGKILL");
      expect(await Promise.all(running)).toEqual(["REAL", "REAL", "REAL", "REAL"]);
      const effects = readFileSync(join(bench.cwd, "effects"), "utf8").split("\n").filter(Boolean);
      expect(effects.toSorted()).toEqual(["1", "2", "3", "4"]);
    }
  });

  it("that is frozen before it answers and goes on later runs nothing twice", async () => {
    await using bench = await open();
    await bench.says("shell", { command: "true" });
    const { id } = theLauncher();
    process.kill(id, "SIGSTOP");
    const running = bench.says("shell", { command: "echo once >>effects; echo REAL" });
    await sleep(100);
    process.kill(id, "SIGKILL");
    expect(await running).toBe("REAL");
    await sleep(200);
    expect(readFileSync(join(bench.cwd, "effects"), "utf8")).toBe("once\n");
  });
});

describe("something else in place of the launcher", () => {
  const programs = {
    "ends at once": "exit 0",
    "greets otherwise": "printf SKL9; exec cat",
    "reports a command that it was not given":
      "printf SKL2; printf 'S\\377\\0\\0\\0\\1\\0\\0\\0'; exec sleep 20",
    "reports something that does not exist": "printf SKL2; printf 'X\\1\\0\\0\\0\\1\\0\\0\\0'; exec sleep 20",
    "takes requests and ends": "printf SKL2; head -c 40 >/dev/null",
  };
  for (const [what, script] of Object.entries(programs)) {
    it(`${what}: the wrapper runs the command, and that is said once`, async () => {
      await using folder = await temporaryFolder();
      const fake = join(folder.path, "fake");
      await writeFile(fake, `#!/bin/sh\n${script}\n`);
      await chmod(fake, 0o755);
      const warnings: string[] = [];
      await using bench = await open(warnings, fake);
      expect(await bench.says("shell", { command: "echo one" })).toBe("one");
      expect(await bench.says("shell", { command: "echo two; exit 2" })).toBe("two\n[exit code 2]");
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(usesWrapper);
    });
  }

  it("is missing, or may not be executed: the same", async () => {
    await using folder = await temporaryFolder();
    const fake = join(folder.path, "fake");
    await writeFile(fake, "");
    for (const [launcher, code] of [
      [join(folder.path, "nowhere"), "ENOENT"],
      [fake, "EACCES"],
    ] as const) {
      const warnings: string[] = [];
      await using bench = await open(warnings, launcher);
      expect(await bench.says("shell", { command: "echo one" })).toBe("one");
      expect(await bench.says("shell", { command: "echo two" })).toBe("two");
      expect(warnings).toEqual([expect.stringContaining(code)]);
    }
  });
});
